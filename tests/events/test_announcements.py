"""What a correction announces is the difference between two full computations.

The oracle is the output of other commands before and after: standings of all events, the values of
the match, and its moves.
"""

import json
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.conftest import Tourney
from tests.examples import times, usual

BORDER = Path(__file__).parents[2] / "data" / "records" / "table-blue-border.tmr"
EVENTS = ("Club night", 'The "May" cup, 50 %')
PEOPLE = ("Aiko", "Ben", "Chie", "Dan", "Emi", "Fumi", "Gen")
GAMES = (("blue-border", 4), ("diams", 5), ("diamond-boxes-2", 3), ("diamonds", 4))
SCORES = {"blue-border": range(8), "diams": range(2, 28), "diamonds": range(9, 60)}
RUN = (
    "run", "-g", "diams", "-O", "length=quick", "--bot", "a=random", "--bot", "b=random",
    "--bot", "c=greedy", "--deals", "1", "--seed", "3", "--name", "bots", "-q"
)  # fmt: skip
Facts = dict[str, Any]


def some_scores(luck: Random, game: str, seats: int) -> list[int]:
    """Different scores with which a match can end."""
    if game == "diamond-boxes-2":  # somebody is out of cards
        return luck.sample([0, *luck.sample(range(1, 17), seats - 1)], seats)
    return luck.sample(SCORES[game], seats)


def result_only(luck: Random, number: int) -> str:
    game, most = luck.choice(GAMES)
    seats = luck.randint(3, most)
    players = luck.sample(PEOPLE, seats)
    scores = some_scores(luck, game, seats)
    lines = [f"match: club/{number}", f"game: {game}", f"event: {luck.choice(EVENTS)}"]
    lines += ["options: length=quick"] if game == "diams" else []
    lines += [f"round: {luck.randint(1, 3)}"]
    lines += [f"seat {'ABCDE'[seat]}: {name}" for seat, name in enumerate(players)]
    lines += ["", f"result: {', '.join(f'{s} {n}' for s, n in zip('ABCDE', scores, strict=False))}"]
    fewer = game.startswith("diamond-boxes")
    order = sorted(range(seats), key=lambda seat: scores[seat], reverse=not fewer)
    return "\n".join(
        [*lines, f"rank: {' > '.join('ABCDE'[s] for s in order)}", "status: complete", ""]
    )


def with_moves(number: int) -> str:
    text = BORDER.read_text("utf-8").replace("match: club-2026-11-14/5", f"match: club/{number}")
    return text.replace("date:", f"event: {EVENTS[0]}\ndate:")


class Club:
    """A database of two events with rounds and of a run of bots, corrected at random."""

    def __init__(self, tourney: Tourney, seed: int) -> None:
        self.run, self.luck = tourney, Random(seed)
        texts = [result_only(self.luck, number) for number in range(8)]
        texts += [with_moves(8), with_moves(9)]
        Path("club.tmr").write_text("\n".join(texts), "utf-8")
        assert tourney("import", "club.tmr", "--on-similar", "new").code == 0
        assert tourney(*RUN).code == 0
        self.matches = [f"club/{n}" for n in range(10)] + [f"bots/{n}" for n in (1, 2, 3)]

    def read(self, *args: str) -> Any:
        result = self.run(*args, "--json")
        assert result.code == 0, result
        return json.loads(result.out)

    def standings(self) -> Facts:
        """Place, matches and exact points of every player, by event."""
        found: Facts = {}
        for table in (*(f"event:{event}" for event in EVENTS), "run:bots"):
            rows = self.read("standings", table)
            found[table.replace(":", " ", 1)] = {
                row["player"]: {key: row[key] for key in ("place", "matches")}
                | {"points": row["points_exact"]}
                for row in rows
            }
        return found

    def values(self, name: str) -> Facts:
        shown = self.read("match", "show", name)
        facts = {key: shown["headers"].get(key) for key in ("event", "round")}
        facts["status"] = shown["status"]
        for seat in shown["seats"]:
            for key in ("player", "score", "place"):
                facts[f"{key} {seat['seat']}"] = seat[key]
        return facts

    def plies(self, name: str) -> list[str]:
        rows = self.read("export", "moves", name)
        return [f"{row['seat'] or '--'}{':' if row['seat'] else ''} {row['text']}" for row in rows]

    def edit(self, name: str, change: Callable[[str], str]) -> Any:
        text = self.run("export", "tmr", f"match:{name}").out
        Path("new.tmr").write_text(change(text), "utf-8")
        return self.read("match", "edit", name, "--file", "new.tmr", "--yes")

    def correct(self, name: str) -> Any:
        """Corrects a match in a random way; what was announced, None if there was nothing to do."""
        luck, now = self.luck, self.values(name)
        if now["status"] == "void":
            return self.read("match", "restore", name, "--revision", "1", "--yes")
        seats = sum(key.startswith("player") for key in now)
        kind = luck.choice(["void", "swap", "event", "round", "new player", "result", "ply"])
        if kind == "void" or name.startswith("bots"):
            return self.read("match", "void", name, "--reason", "test", "--yes")
        if kind == "swap":
            one, two = (f"player {letter}" for letter in luck.sample("ABCDE"[:seats], 2))
            return self.edit(name, lambda text: swapped(text, now[one], now[two]))
        if kind == "event":
            other = EVENTS[now["event"] == EVENTS[0]]
            return self.edit(
                name, lambda text: text.replace(f"event: {now['event']}", f"event: {other}")
            )
        if kind == "round" and now["round"] not in (None, "4"):
            return self.edit(name, lambda text: re.sub(r"round: .*\n", "round: 4\n", text))
        if kind == "new player":
            who = now[f"player {luck.choice('ABCDE'[:seats])}"]
            if who == "Zoe":
                return None
            return self.edit(name, lambda text: text.replace(f": {who}\n", ": Zoe\n"))
        if kind == "ply" and self.plies(name):
            return self.edit(name, lambda text: text.replace(" = 10\n", "\n", 1))
        if kind == "result" and not self.plies(name):
            game = self.read("match", "show", name)["game"]
            typed = zip("ABCDE", some_scores(luck, game, seats), strict=False)
            scores = ",".join(f"{letter}={score}" for letter, score in typed)
            return self.read("match", "result", name, scores, "--yes")
        return None


def swapped(text: str, one: str, two: str) -> str:
    mark = text.replace(f": {one}\n", ": \0\n").replace(f": {two}\n", f": {one}\n")
    return mark.replace(": \0\n", f": {two}\n")


def difference(before: Facts, after: Facts) -> Facts:
    """The events with the rows that differ, both as they were and as they are."""
    return {
        event: {
            player: (before[event].get(player), after[event].get(player))
            for player in {*before[event], *after[event]}
            if before[event].get(player) != after[event].get(player)
        }
        for event in before
    }


def announced(change: Any) -> Facts:
    return {
        event: {row["player"]: (row["before"], row["after"]) for row in rows}
        for event, rows in change["standings"].items()
    }


@pytest.mark.parametrize("seed", usual([1], range(34)))
def test_an_announcement_is_the_difference_of_two_computations(tourney: Tourney, seed: int) -> None:
    club, done = Club(tourney, seed), 0
    standings = club.standings()
    while done < times(3, 1):
        name = club.luck.choice(club.matches)
        values, plies = club.values(name), club.plies(name)
        change = club.correct(name)
        if change is None:
            continue
        done += 1
        now, later, moves = club.standings(), club.values(name), club.plies(name)
        rows = difference(standings, now)
        said = announced(change)
        assert {event: said.get(event, {}) for event in rows} == rows
        assert {each["what"]: (each["before"], each["after"]) for each in change["values"]} == {
            key: (values.get(key), later.get(key))
            for key in {*values, *later}
            if values.get(key) != later.get(key)
        }
        pairs = zip(plies, moves, strict=True)
        assert change["differing"] == sum(old != new for old, new in pairs)
        standings = now
    assert tourney("db", "integrity").code == 0


def test_event_points_are_those_of_the_table_of_places(tourney: Tourney) -> None:
    """4 points for the first place in equal steps to 0 for the last, summed by hand."""
    club = Club(tourney, 3)
    points: dict[str, dict[str, Fraction]] = {f"event {event}": {} for event in EVENTS}
    for row in club.read("match", "list"):
        if row["match"].startswith("bots"):
            continue
        shown = club.values(row["match"])
        players, places = row["players"].split(", "), list(map(int, row["places"].split(", ")))
        seats = len(players)
        for name, place in zip(players, places, strict=True):
            shared = places.count(place)
            worth = sum(Fraction(4 * (seats - p), seats - 1) for p in range(place, place + shared))
            event = points[f"event {shown['event']}"]
            event[name] = event.get(name, Fraction(0)) + worth / shared
    found = {table: rows for table, rows in club.standings().items() if table != "run bots"}
    assert {event: {name: Fraction(row["points"]) for name, row in rows.items()}
            for event, rows in found.items()} == points  # fmt: skip
