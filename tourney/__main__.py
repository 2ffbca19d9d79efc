"""`python -m tourney` and the console script; worker processes read this file, too.

Therefore nothing is imported before the program is meant to run.
"""


def script() -> None:
    """The console script."""
    from os import environ

    # The completion script of a shell calls the program with this variable at every Tab.
    if "_TOURNEY_COMPLETE" in environ:
        from tourney.cli.completion import answer

        answer()
        return

    from tourney.work.interrupts import look_rarely

    look_rarely()  # before the imports, of which it would take a tenth of the time
    from tourney.cli.root import script

    script()


if __name__ == "__main__":
    script()
