"""How much stronger each bot is than weaker ones, for every game and number of seats.

    python -m tests.benchmarks.strength [--game diams …] [--seats 2 3 4 5] [-o KEY=VALUE]
        [--pair search greedy] [--deals N] [--seed N] [-j N] [--write]

The measure is that of `tourney bot ladder`: the share of opponents that a seat beats, 0.5 for equal
bots. With `--write` each row goes into the table of docs/benchmarks.md as soon as it is measured;
a row that is there with as many deals is not measured again, so the table can be made in pieces.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

from engines.games import GAMES
from tourney.botlab.ladder import Duel, Strength, measured
from tourney.botlab.trials import Trial
from tourney.work.executors import read_executor

PAIRS = (
    ("greedy", "random"),
    ("guide", "greedy"),
    ("search", "greedy"),
    ("search", "guide"),
    ("champion", "search"),
)
EQUAL_TIME = {
    "diams": {2: 450, 3: 380, 4: 170, 5: 140},
    "diamonds": {2: 280, 3: 480, 4: 480, 5: 480, 6: 480},
    "blue-border": {2: 350, 3: 350, 4: 350},
    "diamond-boxes": {2: 50, 3: 50, 4: 50},
    "diamond-boxes-2": {2: 180, 3: 180, 4: 180},
}
"""The iterations with which the champion takes about the time of `search`, by number of seats."""
PAGE = Path(__file__).parents[2] / "docs" / "benchmarks.md"
BEGIN, END = "<!-- strength: rows by tests.benchmarks.strength -->\n", "<!-- strength end -->\n"
HEAD = (
    *("game", "seats", "bot", "against", "deals", "share", "95 % interval"),
    *("ms a move", "of the other"),
)
NAMED = 4
"""So many cells name a row; the next one has its deals."""


Row = tuple[str, ...]
"""The cells of a row."""


def name(duel: Duel) -> Row:
    """The cells that name the row of a duel."""
    trial, game = duel.trial, GAMES[duel.trial.game]
    options = game.options_text(game.options(trial.options, trial.seats))
    return f"{game.name} {options}".strip(), str(trial.seats), duel.bot, trial.rival


def place(row: Row) -> tuple[object, ...]:
    """Where a row stands: by game, options, seats, and the order of the pairs."""
    (game, *options), pair = row[0].split(), (row[2], row[3])
    order = PAIRS.index(pair) if pair in PAIRS else len(PAIRS)
    return list(GAMES).index(game), options, int(row[1]), order, pair


def row(found: Strength) -> Row:
    """The row of a duel."""
    share, low, high, _ = found.share
    assert low is not None
    assert high is not None
    times = ("" if ms is None else f"{ms:.2f}" for ms in (found.ms, found.rival_ms))
    deals, interval = str(found.duel.trial.deals), f"{low:.3f} .. {high:.3f}"
    return *name(found.duel), deals, f"{float(share):.3f}", interval, *times


def rows(page: str) -> dict[Row, Row]:
    """The rows of the table, by the cells that name them."""
    block = page.split(BEGIN)[1].split(END)[0].splitlines()[2:]
    cells = [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in block]
    return {one[:NAMED]: one for one in cells}


def written(page: str, new: Row) -> str:
    """A page whose table has a row more, or another one in the place of an earlier one."""
    known = rows(page) | {new[:NAMED]: new}
    lines = [HEAD, ("---",) * len(HEAD), *sorted(known.values(), key=place)]
    block = "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
    return f"{page.split(BEGIN)[0]}{BEGIN}{block}{END}{page.split(END)[1]}"


def duels(args: argparse.Namespace) -> Iterator[Duel]:
    """What is asked for, game by game."""
    given = dict(pair.split("=") for pair in args.option)
    for game in args.game:
        for seats in args.seats or GAMES[game].seats:
            pairs = [args.pair] if args.pair else list(PAIRS)
            if not args.pair:
                pairs.append((f"champion:iterations={EQUAL_TIME[game][seats]}", "search"))
            for bot, rival in pairs:
                yield Duel(bot, Trial(game, seats, given, args.deals, args.seed, rival))


def main() -> None:
    """Print the table row by row, or write it into the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=60)
    parser.add_argument("--game", choices=list(GAMES), nargs="+", default=list(GAMES))
    parser.add_argument("--seats", type=int, nargs="+")
    parser.add_argument("-o", "--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--pair", nargs=2, metavar=("STRONGER", "WEAKER"))
    parser.add_argument("--seed", default="1")
    parser.add_argument("-j", "--jobs", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    workers = read_executor(None, args.jobs, (), 0.0)
    print(" | ".join(HEAD))
    for duel in duels(args):
        if args.write:
            known = rows(PAGE.read_text("utf-8")).get(name(duel))
            if known and int(known[NAMED]) >= duel.trial.deals:
                continue
        new = row(measured(duel, workers, lambda more: None))
        print(" | ".join(new), flush=True)
        if args.write:
            # Read again: another part of the table may have been measured meanwhile.
            PAGE.write_text(written(PAGE.read_text("utf-8"), new), "utf-8")


if __name__ == "__main__":
    main()
