"""What a person is shown: lists of moves, a placement before it is made, nothing hidden."""

import io
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from engines.games import GAMES
from tests.bots.positions import DIAMS, begin, met
from tourney.app.play_moves import MoveList, plain, preview, read_move
from tourney.bots import BOTS
from tourney.cli.play_table import PersonTurn, PlayTable
from tourney.cli.terminal.dialogue import LineEditor, PlayConsole
from tourney.domain.observation import Observation
from tourney.play.clock import NO_CLOCK
from tourney.render.scenes import Theme

NAMES = ("Aiko", "Ben", "Chie", "Dan", "Emi", "Fay")


def decisions(name: str, seats: int, share: float) -> Iterator[tuple[Observation[Any], Random]]:
    """The first decision of a match and a sample of the others."""
    rng = Random(f"{name} {seats}")
    game, state = begin(name, seats, 0)
    for number, observation in enumerate(met(game, state, rng, BOTS["greedy"]())):
        if not number or rng.random() < share:
            yield observation, rng


def shown(observation: Observation[Any], news: list[tuple[int, str]]) -> str:
    """The screen of a decision."""
    text = io.StringIO()
    with redirect_stdout(text):
        table = PlayTable(
            game=observation.game,
            names=NAMES,
            people=frozenset((observation.seat,)),
            console=PlayConsole(),
            theme=lambda: Theme(80),
            practice=lambda: None,
            is_practice=lambda: False,
            decided=lambda seat: False,
            take_back=lambda seat: None,
        )
        PersonTurn(observation, table, Random(1), NO_CLOCK).show(news)
    return text.getvalue()


@pytest.mark.parametrize("name", GAMES)
def test_a_screen_is_the_same_in_worlds_that_the_seat_cannot_tell_apart(name: str) -> None:
    for observation, rng in decisions(name, GAMES[name].seats[0], 0.1):
        twin = Observation(observation.game, observation.resample(rng), observation.seat)
        assert shown(twin, []) == shown(observation, [])


def test_market_sums_are_listed_by_the_card_played() -> None:
    texts = (
        *("market 5 = -", "market 5 = 1+4", "market 5 = 2+3", "market 9* = -", "market 9* = 1+8"),
        *("market 5", "vault 5x3", "crack B 9", "crack B 9*", "pass"),
    )
    listed = MoveList(DIAMS, [DIAMS.parse_move(text) for text in texts], "en")
    assert listed.lines("", 80) == [
        "  market 5: 1) = -   2) = 1+4   3) = 2+3   6) market 5",
        "  market 9*: 4) = -   5) = 1+8",
        "  vault: 7) 5x3",
        "  crack B: 8) 9   9) 9*",
        "  10) pass",
    ]
    assert listed.lines("market 9*", 80) == ["  market 9*: 4) = -   5) = 1+8"]
    assert listed.lines("8", 80) == ["  market 9*: 5) = 1+8"]
    assert listed.lines("crack", 80) == ["  crack B: 8) 9   9) 9*"]
    assert listed.lines("MARKET 9*", 24) == ["  market 9*: 4) = -", "             5) = 1+8"]
    assert listed.lines("magic", 80) == ["no legal move with magic"]


SPELLINGS = [
    ("diams", ("market 5 = 1+4", "reveal"), "MARKET5=4+1", "market 5 = 1+4"),
    ("diams", ("draw", "reveal"), "re", "reveal"),
    ("diams", ("crack B 9", "crack A 9"), "crack ben 9", "crack B 9"),
    ("diamonds", ("D12", "H3"), "ダ12", "D12"),
    ("diamonds", ("pass C11 C15", "pass D2 C11"), "c15 c11", "pass C11 C15"),
    ("diamonds", ("pass C11 C15", "pass D2 C11"), "ク11ク15", "pass C11 C15"),
    ("diamonds", ("pass C11 C15", "pass D2 C11"), "aiko: Ｃ11 c15", "pass C11 C15"),
    ("diams", ("discard 2 8", "discard 2 9*"), "9* 2", "discard 2 9*"),
    ("diams", ("give 9", "give 9*"), "9★", "give 9*"),
    ("diamond-boxes-2", ("colour r", "colour b"), "青", "colour b"),
    ("blue-border", ("take 2", "pass -> 3"), "pass 3", "pass -> 3"),
    ("diamonds", ("D12", "H3"), "d 12", "D12"),
    ("blue-border", ("take 2", "pass -> 3"), "PASS->3", "pass -> 3"),
    ("diamond-boxes-2", ("colour r", "colour b"), "Colour  R", "colour r"),
]


@pytest.mark.parametrize(("name", "legal", "typed", "meant"), SPELLINGS)
def test_a_move_is_read_in_many_spellings(
    name: str, legal: tuple[str, ...], typed: str, meant: str
) -> None:
    game = GAMES[name]
    moves = [game.parse_move(text) for text in legal]

    observation = SimpleNamespace(game=game, seat=0, legal=lambda: moves)
    found = read_move(observation, NAMES, plain(typed))
    assert game.move_text(found) == meant


def test_many_placements_are_listed_by_card_then_by_place() -> None:
    game, state = begin("diamond-boxes", 2, 0)
    observation = next(met(game, state, Random(3)))
    listed = MoveList(game, observation.legal(), "en")
    cards = observation.view()["players"][observation.seat]["hand"]
    summary = listed.lines("", 80)
    assert [line.split(":")[0].strip() for line in summary] == cards
    number = sum(int(line.split()[1]) for line in summary)
    assert number == len(observation.legal())
    for line in listed.lines(f"{cards[0]} 0,", 80):
        heading, _, places = line.partition(": ")
        assert heading.startswith(f"  {cards[0]} 0,")
        for item in places.split("   "):
            place, turn = item.split(") ")
            text = game.move_text(observation.legal()[int(place) - 1])
            assert text == f"{cards[0]}@{heading.split()[1]}{turn}"


def test_a_placement_is_drawn_in_brackets_on_the_board() -> None:
    game, state = begin("diamond-boxes-2", 3, 0)
    rng = Random(4)
    for observation in met(game, state, rng):
        move = observation.sample(rng)
        scene = preview(observation, move, game.scene(observation.view()).title, rng)
        if "@" not in game.move_text(move):
            assert scene is None
            continue
        assert scene is not None
        assert scene.grid is not None
        marked = [
            (scene.grid.left + x, scene.grid.top + y)
            for y, row in enumerate(scene.grid.rows)
            for x, token in enumerate(row)
            if token and token.text.startswith("[")
        ]
        assert len(marked) == 6
        left, top = game.move_text(move).partition("@")[2][:-1].split(",")
        assert min(x for x, _ in marked) == int(left)
        assert min(y for _, y in marked) == int(top)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("re", ["reveal", "resign"]),
        ("Market5=", ["market 5 = 1+4", "market 5 = 2+3"]),
        ("ＭＡＲＫＥＴ 9", ["market 9* = -"]),
        ("", []),
        ("x", []),
    ],
)
def test_tab_completes_moves_and_commands(typed: str, found: list[str]) -> None:
    words = ("reveal", "market 5 = 1+4", "market 5 = 2+3", "market 9* = -", "resign")
    editor = LineEditor(sys.stdout, lambda: words, whole=True)
    assert editor.completions(typed) == [(word, len(typed)) for word in found]
    assert LineEditor(sys.stdout, lambda: ["Aiko"]).completions("crack ai") == [("Aiko", 2)]
