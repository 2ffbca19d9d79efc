"""`python -m tourney` and the console script; worker processes read this file, too.

Therefore nothing is imported before the program is meant to run.
"""


def script() -> None:
    """The console script."""
    from tourney.cli.root import script

    script()


if __name__ == "__main__":
    script()
