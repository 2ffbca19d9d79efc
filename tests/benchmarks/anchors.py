"""How much the built-in bots err by the judge of `tourney analyse`, and how lucky events can be.

    python -m tests.benchmarks.anchors [--game diams …] [--seats N …] [--matches N] [--write]

Each bot plays against itself; its error rate with the usual judge is an anchor: what the rate of
another player is compared with. Of the events of chance of `greedy` 5 % get a mark, and 1 % two.
With `--write` the figures go into tourney/insight/anchors.json as soon as they are measured; what
is there is not measured again.
"""

import argparse
import json
from random import Random

from engines.games import GAMES
from tests.bots.positions import played_out
from tourney.bots import BOTS
from tourney.insight.account import Judge, JudgedMove, account
from tourney.insight.anchors import FILE, LUCK, table_of
from tourney.insight.match_analysis import judge_for

ANCHORS = ("random", "greedy", "guide", "search")
OPTIONS = {"diams": ({"length": "quick"}, {})}
"""Options of a game that have anchors of their own; none for the others."""


def main() -> None:
    """Measure what is missing and print it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", choices=list(GAMES), nargs="+", default=list(GAMES))
    parser.add_argument("--seats", type=int, nargs="+")
    parser.add_argument("--matches", type=int, default=12)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    print("game | seats | bot | decisions | error rate | 5 % and 1 % of luck")
    for name in args.game:
        game, judge = GAMES[name], judge_for(GAMES[name], Judge())
        for given in OPTIONS.get(name, ({},)):
            for seats in args.seats or game.seats:
                options = game.options(given, seats)
                table = table_of(game, options, seats)
                known = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
                for bot in ANCHORS:
                    if args.write and bot in known.get(table, {}):
                        continue
                    losses: list[JudgedMove] = []
                    lucks: list[float] = []
                    for number in range(args.matches):
                        rng = Random(f"anchor {table} {number}")
                        moves = played_out(game, options, seats, rng, BOTS[bot]())
                        book = account(game, options, seats, moves, judge, rng)
                        losses += [one for one in book.decisions if one.counted]
                        lucks += [max(map(abs, one.luck)) for one in book.chances]
                    rate = 1000 * sum(one.loss for one in losses) / len(losses)
                    figures = known.setdefault(table, {})
                    figures[bot] = round(rate, 1)
                    lucks.sort()
                    ends = [round(lucks[int(part * len(lucks))], 3) for part in (0.95, 0.99)]
                    if bot == "greedy":
                        figures[LUCK] = ends
                    print(table, bot, len(losses), f"{rate:.1f}", ends, sep=" | ", flush=True)
                    if args.write:
                        FILE.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    main()
