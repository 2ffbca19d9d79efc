"""What bots write about their moves: shortened, and numbered by the entry of the move."""

import json
from dataclasses import replace

import pytest

from tests.examples import usual
from tests.play.tables import match, mine, table
from tourney.agents.wrappers import traced
from tourney.domain.match_values import MoveInfo, PlayedMatch
from tourney.play.referee import PER_MOVE, PER_SEAT, InfoLog
from tourney.runs.run_plan import Plan, prepare


def played(game: str, *targets: str, seats: int = 4) -> PlayedMatch:
    bots = {f"b{number}": target for number, target in enumerate(targets)}
    return match(prepare(Plan(game=game, bots=bots, seats=seats, seed="3", deals=1)))


def test_a_text_becomes_one_line_and_a_long_one_is_cut() -> None:
    infos = InfoLog()
    infos.add(0, 0, "draw", " two\n\tlines ")
    infos.add(0, 0, "draw", "\n")
    infos.add(1, 0, "draw", "x" * PER_MOVE)
    infos.add(1, 0, "draw", "y" * (PER_MOVE + 1))
    texts = [info.text for info in infos.numbered([(0, "draw 7"), (1, "draw 3")])]
    assert texts == ["two lines", "x" * PER_MOVE, "y" * (PER_MOVE - 1) + "…"]


def test_the_texts_of_one_seat_in_one_match_are_limited() -> None:
    infos = InfoLog()
    for number in range(1000):
        infos.add(0, number, "draw", "x" * 130)
    infos.add(1, 1000, "draw", "mine")
    *chatty, cut, end, other = infos.numbered([])
    assert {info.text for info in chatty} == {"x" * 130}
    assert sum(len(info.text) for info in (*chatty, cut)) == PER_SEAT
    assert cut.text.strip("x") == end.text == "…"
    assert (other.seat, other.text) == (1, "mine")


@pytest.mark.parametrize("game", ["diams", "diamonds", "diamond-boxes-2", "blue-border"])
@pytest.mark.parametrize("bot", usual(["Foresees"], ["Explains", "Foresees"]))
def test_a_text_has_the_number_of_the_entry_of_its_move(game: str, bot: str) -> None:
    """Sealed moves too; a call that is declined or loses the lot is not written."""
    found = played(game, *[mine(bot)] * 4)
    decisions = [(seat, text) for seat, text in found.entries if seat >= 0]
    named = 0
    for info in found.infos:
        move = info.text.removeprefix("plays ")
        seat, text = found.entries[info.ply - 1]
        if move not in ("no", "call"):
            announced = move.startswith("announce") and text.startswith("round")
            assert announced or text.startswith(move)
            assert seat == info.seat
            named += 1
    written = [text for _, text in decisions if not text.startswith(("hand", "call"))]
    assert named >= len(written) > 20


def test_the_text_of_an_illegal_move_stands_at_the_forfeit() -> None:
    found = match(table(mine("ExplainsNonsense"), mine("Explains"), "random"))
    (fault,) = found.faults
    assert fault.code == "illegal"
    assert found.entries[fault.ply - 1][1].startswith("forfeit ")
    assert [info.ply for info in found.infos if info.text == "eleven"] == [fault.ply]
    others = [info for info in found.infos if info.text != "eleven"]
    assert {info.ply > fault.ply for info in others} == {True, False}
    for one in others:
        seat, text = found.entries[one.ply - 1]
        assert seat == one.seat
        assert text.startswith(one.text.removeprefix("plays "))


def test_a_stopped_match_keeps_the_texts_of_its_moves() -> None:
    found = match(table(mine("ExplainsNonsense"), "random", "random", on_fault="abort"))
    assert found.status == "abandoned"
    assert found.infos[-1] == MoveInfo(len(found.entries), found.faults[0].seat, "eleven")
    assert len(found.infos) == 8


def test_built_in_bots_write_nothing() -> None:
    assert match(table("random", "greedy", "random")).infos == ()


def test_a_trace_has_the_texts_and_changes_none() -> None:
    lines: list[str] = []
    prepared = table(mine("Explains"), "random")
    bot, other = prepared.loaded_bots
    watched = replace(bot, sit=lambda deal: traced(bot.sit(deal), 0, "b0", lines.append))
    found = match(replace(prepared, loaded_bots=(watched, other)))
    assert found.infos == match(prepared).infos
    answers = [move for move in map(json.loads, lines) if move["t"] == "move"]
    assert [move["info"] for move in answers] == [f"plays\n {move['move']}" for move in answers]
    assert len(answers) == len(found.infos)
