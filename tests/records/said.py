"""Messages as the English text that people read."""

from collections.abc import Iterable

from engines.messages import Message


def said(messages: Iterable[Message]) -> tuple[str, ...]:
    """Each message in English, with seat letters."""
    return tuple(str(message) for message in messages)
