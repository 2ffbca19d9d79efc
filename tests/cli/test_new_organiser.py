"""Three stories, typed as somebody would who runs events for the first time.

Such a person knows the names of the players, the results, and what the program prints: every
`next:` is executed as it is printed, and so is `undo:` after a slip.
"""

import json
import re
import shlex
from collections.abc import Sequence
from typing import Any

import pytest

from tests.conftest import Result, Tourney
from tests.examples import usual

NEXT = re.compile(r"(?:^|; |。)(?:next|次): (tourney .*)$", re.MULTILINE)
UNDO = re.compile(r"^(?:undo|取り消し): (tourney .*)$", re.MULTILINE)


class Organiser:
    """Types commands, remembers what was printed, and follows every suggestion."""

    def __init__(self, tourney: Tourney, *options: str) -> None:
        self._tourney = tourney
        self._options = options
        self.followed: list[str] = []
        self.undo = ""

    def types(self, line: str) -> Result:
        """A command that must work; what it suggests is executed, too."""
        told = self._run(line)
        assert told.code == 0, (line, told)
        self.undo = found[-1] if (found := UNDO.findall(told.err)) else ""
        for command in NEXT.findall(told.err):
            self.followed.append(command)
            told = self.types(command.removeprefix("tourney "))
        return told

    def is_refused(self, line: str, code: int, *words: str) -> None:
        """A slip: one line that says what is wrong."""
        told = self._run(line)
        assert told.code == code, (line, told)
        faults = [one for one in told.err.splitlines() if one.startswith("tourney: ")]
        assert len(faults) == 1, told.err
        assert all(word in faults[0] for word in words), faults

    def takes_back(self) -> None:
        """Execute the `undo:` that was printed last."""
        assert self.undo
        assert self._run(self.undo.removeprefix("tourney ")).code == 0

    def order(self, event: str) -> list[tuple[int, str]]:
        """The standings as places and names."""
        rows = json.loads(self._run(f"standings {event} --json").out)
        return [(row["place"], row["player"]) for row in rows]

    def tables(self, *words: str) -> list[dict[str, Any]]:
        """The tables of the only open event, or of the one named."""
        rows = json.loads(self._run(" ".join(("event show", *words, "--json"))).out)
        return [row for row in rows if row["table"]]

    def _run(self, line: str) -> Result:
        return self._tourney(*shlex.split(line), *self._options)


def test_an_evening_of_three_games(tourney: Tourney) -> None:
    organiser = Organiser(tourney)
    names = "Aiko, ben ,Chie,Dan,Emi,Finn,Gen,Hana,Ivo"
    new = f"event new 'Club night' --players '{names}' --game diams,diamonds,blue-border --rounds 3"
    organiser.types(f"{new} --sizes 2-4 --seed 1 --dates 2026-11-27,2026-11-27,2026-11-27")
    assert organiser.followed == ["tourney event pair 'Club night'"]
    organiser.is_refused(new, 6, "'Club night' exists already")
    seats = {row["table"]: row["players"] for row in organiser.tables()}
    assert [len(seats[at]) for at in (1, 2, 3)] == [3, 3, 3]
    missing = seats[3][2]
    organiser.types(f"event no-show {missing}")
    organiser.takes_back()
    organiser.types(f"event no-show {missing.lower()}")

    organiser.is_refused("match result r1/t1 12 9", 2, "2 scores for 3 players")
    organiser.is_refused("match result r1/t1 90 9 6", 3, "90", "at most 12")
    organiser.is_refused("match result r1/t9 12 9 6", 5, "tables 1 to 3")
    first, second, third = seats[1]
    organiser.types(f"match result r1/t1 '{first[:2].lower()} = 12' {second}:9 c=6")
    organiser.types("match result r1/t2 '１２，9;6'")
    organiser.types("match result r1/t3 8 6")
    assert organiser.followed[-1] == "tourney event pair 'Club night'"
    organiser.types("match result r1/t1 9 12 6 --reason 'read wrongly' --yes")
    first, second = second, first
    assert {name for place, name in organiser.order("Club") if place == 1} >= {first}

    organiser.types("event unpair")
    organiser.types("event add-player Jun")
    organiser.types("event drop " + third)
    organiser.types("event pair")
    for game, scores in (("diamonds", (25, 20, 15, 10)), ("blue-border", (7, 3, 1, 0))):
        number = 2 if game == "diamonds" else 3
        drawn = organiser.tables(f"--round {number}")
        assert {name for row in drawn for name in row["players"]} == (
            {"Aiko", "ben", "Chie", "Dan", "Emi", "Finn", "Gen", "Hana", "Ivo", "Jun"}
            - {missing, third}
        )
        for row in drawn:
            typed = " ".join(map(str, scores[: len(row["players"])]))
            organiser.types(f"match result r{number}/t{row['table']} {typed}")
    assert organiser.followed[-1] == "tourney event close 'Club night'"
    order = organiser.order("'Club night'")
    assert len(order) == 10
    assert [place for place, _ in order] == sorted(place for place, _ in order)
    assert "Jun" in organiser.types("report event 'Club night'").out
    organiser.is_refused("event pair 'Club night'", 6, "closed")


LEAGUE = (
    "event new Liga --players Aiko,Ben,Chie,Dan,Emi,Finn --game blue-border --sizes 2 "
    "--schedule roundrobin --rounds 4 --seed 1 --dates 2026-11-02,2026-11-09,2026-11-16,2026-11-23"
)
STRENGTH = ("Aiko", "Ben", "Chie", "Dan", "Emi", "Finn")


def scores(players: Sequence[str]) -> str:
    """The result by strength: the earlier name of the list wins."""
    return "7 3" if STRENGTH.index(players[0]) < STRENGTH.index(players[1]) else "3 7"


@pytest.mark.full
def test_a_league_with_a_postponed_match(tourney: Tourney) -> None:
    organiser = Organiser(tourney)
    organiser.types(LEAGUE)
    organiser.takes_back()  # the week that `next:` has drawn
    organiser.types("event pair --all")
    assert organiser.types("export ics Liga").out.count("BEGIN:VEVENT") == 4
    organiser.types("event sheet --all -o sheets.html")
    tables = organiser.tables()
    postponed, *others = tables
    assert "12 of 12 tables of rounds 1 to 4" in organiser.types("standings Liga").err
    for row in reversed(others):
        organiser.types(f"match result r{row['round']}/t{row['table']} {scores(row['players'])}")
    organiser.is_refused("event close", 6, "round 1", "table")
    told = organiser.types("standings Liga")
    assert "1 of 3 tables of round 1" in told.err
    assert organiser.types("watch Liga --public --once").out
    late = f"match result r1/t1 {scores(postponed['players'])}"
    organiser.is_refused(f"{late} --date 25.11.2026", 2, "'25.11.2026' is not a date", "YYYY-MM-DD")
    organiser.is_refused("match result r1/t1 7-3", 2, "'7-3' is no score")
    newspaper = scores(postponed["players"]).replace(" ", ":")
    organiser.types(f"match result r1/t1 {newspaper} --date 2026-11-25")
    assert organiser.followed[-1] == "tourney event close Liga"

    dates = {row["match"]: row["date"] for row in json.loads(
        tourney("export", "matches", "Liga", "--json").out
    )}  # fmt: skip
    assert dates["liga/r1/t1"] == "2026-11-25"
    assert sorted(dates.values()) == sorted(
        ["2026-11-25", *("2026-11-02",) * 2]
        + [day for day in ("2026-11-09", "2026-11-16", "2026-11-23") for _ in range(3)]
    )
    wins = dict.fromkeys(STRENGTH, 0)
    for row in tables:
        wins[min(row["players"], key=STRENGTH.index)] += 1
    order = [name for _, name in organiser.order("Liga")]
    assert [wins[name] for name in order] == sorted(wins.values(), reverse=True)


CUP = (
    "event new Pokal --players Aiko,Ben,Chie,Dan,Emi,Finn,Gen,Hana,Ivo,Jun,Kei --game blue-border "
    "--schedule knockout --set third=yes --seed 1"
)
ENTERED = ["Aiko", "Ben", "Chie", "Dan", "Emi", "Finn", "Gen", "Hana", "Ivo", "Jun", "Kei"]


@pytest.mark.parametrize("language", usual(["en"], ["en", "ja"]))
@pytest.mark.full
def test_a_knockout_of_eleven(tourney: Tourney, language: str) -> None:
    organiser = Organiser(tourney, "--lang", language)
    organiser.types(CUP)
    played = 0
    absent = organiser.tables()[2]["players"][1]
    organiser.types(f"event no-show {absent}")
    for number, count in ((1, 3), (2, 4), (3, 2), (4, 2)):
        drawn = organiser.tables(f"--round {number}")
        assert len(drawn) == count
        for row in drawn:
            if absent in row["players"] or f"({absent})" in row["players"]:
                continue
            one, other = row["players"]
            typed = "7 3" if ENTERED.index(one) < ENTERED.index(other) else "3 7"
            organiser.types(f"match result r{number}/t{row['table']} {typed}")
            played += 1
    assert played == 10  # a match puts one out; one is absent, and there is a third place
    assert organiser.followed[-1] == "tourney event close Pokal"
    assert organiser.order("Pokal")[0] == (1, "Aiko")
    assert organiser.order("") == organiser.order("Pokal")  # nothing else can be meant
    assert [place for place, _ in organiser.order("Pokal")] == [1, 2, 3, 4, *[5] * 4, *[9] * 3]
    shown = organiser.types("watch Pokal --public --once").out
    assert all(name in shown for name in ENTERED)
    champion = json.loads(tourney("standings", "Pokal", "--json").out)[0]
    assert float(champion["points"]) == 4 * champion["matches"]  # tables for two are all alike
    assert ("player" in shown) == (language == "en")
