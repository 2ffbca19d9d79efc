"""`tourney analyse`: the account of a match for people and as data."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Once, Tourney
from tourney.insight.account import METHOD

pytestmark = pytest.mark.slow

RECORDS = Path(__file__).parents[2] / "data" / "records"
SPRING = str(RECORDS / "spring-diams.tmr")


def rows(tourney: Tourney, *args: str) -> list[dict[str, Any]]:
    return json.loads(tourney("analyse", *args, "--json").out)


RUN = ("run", "-g", "blue-border", "--bot", "a=greedy", "--bot", "b=random", "--deals", "1", "-q")


@pytest.fixture
def duel(tourney: Tourney, once: Once) -> None:
    def played() -> None:
        tourney(*RUN, "--seed", "1", "--name", "duel")

    once(played)


def test_the_lines_of_a_stored_match_add_up(tourney: Tourney, duel: None) -> None:
    seats = rows(tourney, "match:duel/1", "--budget", "4")
    assert {seat["player"] for seat in seats} == {"a", "b"}
    for seat in seats:
        parts = ("start", "deal", "draws", "errors", "gifts", "unexplained", "unknown")
        assert sum(seat[part] for part in parts) == pytest.approx(seat["result"])
        assert seat["adjusted"] == pytest.approx(seat["result"] - seat["deal"] - seat["draws"])
    assert {seat["result"] for seat in seats} == {0, 1}


def test_decisions_and_chances_are_the_entries_of_the_sums(tourney: Tourney, duel: None) -> None:
    match = ("match:duel/1", "--budget", "4")
    chances = rows(tourney, *match, "--rows", "chances")
    assert chances[0]["player"] == "dealer"
    assert all(chance["luck"] >= 0 for chance in chances)
    decisions = rows(tourney, *match, "--rows", "decisions")
    counted = {seat["player"]: seat["counted"] for seat in rows(tourney, *match)}
    for player, count in counted.items():
        assert count == sum(one["player"] == player for one in decisions)
    assert [one["ply"] for one in decisions] == sorted(one["ply"] for one in decisions)


def test_a_random_player_errs_more_than_a_greedy_one(tourney: Tourney) -> None:
    tourney(*RUN, "--seed", "5", "--name", "duel")
    found = rows(tourney, "match:duel/1", "--budget", "8")
    errors = {seat["player"]: seat["errors"] for seat in found}
    assert errors["b"] < 2 * errors["a"] < 0


LEAVES = """
class Bot:
    version = "1"
    want = ("legal",)
    left = 3

    def choose(self, view, legal):
        self.left -= 1
        return legal[0] if self.left else "nonsense"
"""


def test_moves_in_the_place_of_who_left_are_nobody_s_errors(
    tourney: Tourney, tmp_path: Path
) -> None:
    (tmp_path / "leaves.py").write_text(LEAVES)
    bots = ("--bot", "a=greedy", "--bot", "b=leaves.py", "--bot", "c=greedy")
    game = ("-g", "diamonds", "-O", "rounds=1", "--deals", "1", "--seed", "3")
    tourney("run", *game, *bots, "--name", "f", "-q")
    seats = {row["player"]: row for row in rows(tourney, "match:f/1", "--budget", "4")}
    for seat in seats.values():
        parts = ("start", "deal", "draws", "errors", "gifts", "unexplained", "unknown")
        assert sum(seat[part] for part in parts) == pytest.approx(seat["result"])
    assert any(seat["unknown"] for seat in seats.values())
    judged = json.loads(tourney("export", "analysis", "f/1", "--json").out)
    made = json.loads(tourney("export", "moves", "f/1", "--json").out)
    (left,) = [one["ply"] for one in made if "forfeit" in one["text"]]
    decisions = [one for one in judged if one["kind"] == "decision"]
    assert {one["ply"] > left for one in decisions if one["player"] == "b"} <= {False}
    # The numbers are those of the moves, which count the forfeit.
    texts = {one["ply"]: one["text"] for one in made}
    late = [one for one in decisions if one["ply"] > left]
    assert late
    assert all(texts[one["ply"]].startswith(one["played"]) for one in late)


def test_the_same_command_gives_the_same_figures(tourney: Tourney, duel: None) -> None:
    first = tourney("analyse", "match:duel/1", "--budget", "5").out
    assert tourney("analyse", "match:duel/1", "--budget", "5").out == first
    assert tourney("analyse", "match:duel/1", "--budget", "5", "--seed", "2").out != first


def test_a_record_is_judged_up_to_the_first_entry_that_cannot_be_followed(
    tourney: Tourney,
) -> None:
    whole = tourney("analyse", SPRING, "--budget", "4", "--top", "1")
    assert "unknown" not in whole.out
    wrong = tourney("analyse", SPRING.replace(".tmr", "-wrong.tmr"), "--budget", "4", "--top", "1")
    assert "unknown" in wrong.out
    assert "entries 1 to 40 of 42 are judged, the rest is unknown: no 7 in hand" in wrong.err


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ("entries 1 to 19 of 33 are judged", "in 5 possible deals", "has no result")),
        pytest.param(
            *("ja", ("可能な5通りの配札で判定しました", "結果がありません")), marks=pytest.mark.full
        ),
    ],
)
def test_a_record_with_unknown_cards_is_judged_in_possible_deals(
    tourney: Tourney, lang: str, words: tuple[str, ...]
) -> None:
    notes = str(RECORDS / "notebook-diamonds.tmr")
    told = tourney("analyse", notes, "--budget", "4", "--top", "1", "--lang", lang)
    assert told.code == 0
    assert "pass ?" in told.out
    for word in words:
        assert word in told.err


@pytest.mark.full
@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.tmr")), ids=lambda path: path.stem)
def test_every_sample_record_has_an_account(tourney: Tourney, path: Path) -> None:
    told = tourney("analyse", str(path), "--budget", "4", "--format", "jsonl")
    assert told.code == 0
    for row in map(json.loads, told.out.splitlines()):
        lines = ("start", "deal", "draws", "errors", "gifts", "unexplained", "unknown")
        assert sum(row[line] for line in lines) == pytest.approx(row["result"])


def test_people_see_three_tables_in_their_language(tourney: Tourney, duel: None) -> None:
    shown = tourney("analyse", "match:duel/1", "--budget", "4", "--lang", "ja")
    for word in ("自分のミス", "より良い手", "運(千分率)"):
        assert word in shown.out
    assert f"判定: guide-{METHOD} (blue-border-" in shown.err
    only = tourney("analyse", "match:duel/1", "--budget", "4", "--top", "0").out
    assert "better" not in only


def test_what_cannot_be_analysed_is_named_and_the_rest_is_analysed(tourney: Tourney) -> None:
    for record in ("spring-diams", "table-diamond-boxes", "notebook-diamonds"):
        tourney("import", str(RECORDS / f"{record}.tmr"), "-q")
    for name in ("run:none", "event:none", "player:nobody"):
        assert tourney("analyse", name).code == 5
    # Of two matches of Aiko one has no result.
    found = tourney("analyse", "player:Aiko", "--budget", "4", "--json")
    assert {one["player"] for one in json.loads(found.out)} == {"Aiko", "Ben", "Chie"}
    assert "club-2026-11-14/1" in found.err
    assert "no match of the game diamonds is analysed, of 1" in found.err
    refused = tourney("analyse", "match:spring-diams/r3-t1", "--rows", "kinds")
    assert (refused.code, "run:NAME" in refused.err) == (2, True)
    assert tourney("analyse", "run:x", "--match", "y").code == 2


def test_what_cannot_be_analysed_is_refused(tourney: Tourney, duel: None) -> None:
    assert "no match 'nope'" in tourney("analyse", "match:nope").err
    assert "from 4 to 100000" in tourney("analyse", SPRING, "--budget", "1").err
    # The seed stands in the name of the judge, on one line.
    for seed in ("\udcff", "1\n2", "", "1" * 1000):
        refused = tourney("analyse", SPRING, "--seed", seed)
        assert (refused.code, "invalid seed" in refused.err) == (2, True)


def test_costly_decisions_have_their_reasons(tourney: Tourney, duel: None) -> None:
    match = ("match:duel/1", "--budget", "4")
    told = {}
    for lang, words in (("en", "the move played "), ("ja", "選んだ手は")):
        decisions = rows(tourney, *match, "--rows", "decisions", "--lang", lang)
        told[lang] = {one["ply"]: one["why"] for one in decisions if one["why"]}
        assert any(words in why for why in told[lang].values())
        assert all(one["cost"] >= 20 for one in decisions if one["why"])
    assert set(told["en"]) == set(told["ja"])
    shown = tourney("analyse", *match, "--top", "40").out
    assert all(why in shown for why in told["en"].values())
