"""What a person or a program does: one use case a function, without a command line."""

from tourney.app.host import Host

__all__ = ["Host"]
