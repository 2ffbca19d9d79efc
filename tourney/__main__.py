"""`python -m tourney`: the same program as the console script."""

from tourney.cli.root import script

if __name__ == "__main__":
    script()
