"""`python -m tourney` and the console script; worker processes read this file, too.

Therefore nothing is imported before the program is meant to run.
"""


def script() -> None:
    """The console script."""
    # What is imported stays until the end: looking for garbage so often costs a tenth of a start.
    import gc

    gc.set_threshold(50_000)
    from tourney.cli.root import script

    script()


if __name__ == "__main__":
    script()
