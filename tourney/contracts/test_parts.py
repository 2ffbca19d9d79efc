"""What is smaller than a game: a bot, a format, a point system, a tie-break, an export.

The name of each claim has the kind that it is about.
"""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Final

import pytest

from engines.messages import LANGUAGES
from tourney.botlab.compliance import findings, subject
from tourney.botlab.trials import FAIL
from tourney.cli.export_commands import EXPORTS
from tourney.cli.root import main
from tourney.contracts.playing import every_name
from tourney.domain.errors import UsageFault
from tourney.domain.event_log import Draw, Met, Situation, Sizes
from tourney.domain.match_values import MatchResult
from tourney.formats.formats import FORMATS
from tourney.scoring.ledger import Ledger, PlayerTables
from tourney.scoring.order import standings
from tourney.scoring.points import UNIT, Finish, point_system
from tourney.scoring.tiebreaks import Need, tiebreak

ROUNDS: Final = 3
NAMES: Final = "?abcdefghi"
"""Of the entrants, by number from 1."""


@every_name
def test_a_bot_plays_without_faults(name: str) -> None:
    """As `tourney bot check --quick --only matches` tests it, in every game that it plays."""
    tested = subject(name, [], quick=True)
    tested.tell = lambda words: None
    found = list(findings(tested, ["matches"], lambda words: None))
    assert found
    assert [f"{one.about}: {one.seen}" for one in found if one.result == FAIL] == []


def drawn_rounds(name: str, count: int) -> Iterator[tuple[Situation, Draw]]:
    """The rounds of a small event with random results, as far as the format draws them."""
    everybody, luck = tuple(range(1, count + 1)), Random(f"{name} {count}")
    met: list[Met] = []
    points, byes = dict.fromkeys(everybody, Fraction(0)), dict.fromkeys(everybody, 0)
    bye_rounds: dict[int, tuple[int, ...]] = {}
    for number in range(1, ROUNDS + 1):
        here = Situation(
            everybody,
            everybody,
            number,
            Sizes((2, 3, 4), 2),
            seed=number,
            rounds=ROUNDS,
            points=dict(points),
            met=tuple(met),
            byes=dict(byes),
            bye_rounds=dict(bye_rounds),
        )
        try:
            draw = FORMATS[name].draw(here)
        except UsageFault:  # no such event, or its last round is played
            return
        yield here, draw
        for pod in draw.pods:
            places = luck.sample(range(1, len(pod) + 1), len(pod))
            met.append(Met(number, pod, tuple(places)))
            for one, place in zip(pod, places, strict=True):
                points[one] += len(pod) - place
        for one in draw.byes:
            byes[one] += 1
            bye_rounds[one] = (*bye_rounds.get(one, ()), number)


@every_name
def test_a_format_seats_everybody_at_most_once_and_draws_the_same_round_again(name: str) -> None:
    drawn = 0
    for count in (2, 3, 5, 8):
        for situation, draw in drawn_rounds(name, count):
            drawn += 1
            seated = [one for pod in draw.pods for one in pod] + [*draw.byes]
            assert len(seated) == len(set(seated))
            assert set(seated) <= set(situation.entrants)
            assert all(len(pod) >= 2 for pod in draw.pods)
            assert FORMATS[name].draw(situation) == draw
            for entrant in seated:
                for reason in FORMATS[name].reasons(situation, draw, entrant):
                    assert all(reason.text(lang, NAMES).strip() for lang in LANGUAGES)
    assert drawn


@every_name
def test_a_points_system_never_gives_more_for_a_worse_place(name: str) -> None:
    system = point_system(name)
    for sides in range(2, 9):
        places = range(1, 1 + sides)
        alone = [system(Finish(sides, place, place, sides - place)) for place in places]
        assert alone == sorted(alone, reverse=True)
        for first in places:
            for last in range(first, 1 + sides):
                shared = system(Finish(sides, first, last, 0))
                assert UNIT % shared.denominator == 0
                assert not system.by_place or alone[last - 1] <= shared <= alone[first - 1]


def small_event() -> Ledger[str]:
    """Five rounds of tables of two, of four players with close results."""
    ledger, luck = Ledger[str](keep=True), Random(5)
    for number in range(1, 6):
        order = luck.sample("abcd", 4)
        for pair in (order[:2], order[2:]):
            scores = luck.choice(((3, 1), (2, 2), (1, 3)))
            places = tuple(1 + sum(other > own for other in scores) for own in scores)
            ledger.add(MatchResult(number, tuple(pair), scores, places), round=number)
    return ledger


@every_name
def test_a_tiebreak_gives_everybody_a_value_that_hangs_on_no_order(name: str) -> None:
    found, ledger = tiebreak(name), small_event()
    tables = PlayerTables(ledger, point_system("wins"), dict.fromkeys("abcd", 1500))
    values = found.values(tables, "abcd")
    assert values == found.values(tables, "dbca")
    if values is not None:
        assert set(values) == set("abcd")
        assert all(isinstance(value, Fraction) for value in values.values())
        assert not found.whole or all(value.denominator == 1 for value in values.values())
    for told in (found.word, found.meaning()):
        assert all(told.text(lang).strip() for lang in LANGUAGES)
    assert found.need in Need
    rows = standings(ledger, "wins", [name], dict.fromkeys("abcd", 1500))
    assert sorted(row.player for row in rows) == list("abcd")


@every_name
def test_an_export_writes_the_same_file_twice(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    bots = ("--bot", "one=random", "--bot", "two=random")
    assert main(["run", "-g", "diamonds", *bots, "--deals", "2", "--name", "x", "-q"]) == 0
    ending = next(iter(EXPORTS[name].endings or (".csv",)))
    for file in ("first", "second"):
        assert main(["export", name, "x", "-o", f"{file}{ending}", "-q"]) == 0
    assert Path(f"first{ending}").read_bytes() == Path(f"second{ending}").read_bytes()
