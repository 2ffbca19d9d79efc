"""The messages of the runner in the line protocol `tmbp/1`, each as one line of JSON.

Knows neither processes nor answers.
"""

import json
from collections.abc import Collection, Sequence
from functools import cache
from typing import Any, Final

from msgspec import UNSET, Raw, Struct, UnsetType
from msgspec.json import Encoder

from engines.api import Game, Outcome, Seat, View
from engines.games import GAMES
from tourney import __version__
from tourney.domain.observation import Changes, Observation
from tourney.play.agent import Seating
from tourney.play.clock import Timer

PROTOCOL: Final = "tmbp/1"
LINE: Final = 65_536
"""Maximum length of a line in bytes, with its newline."""
WANTS: Final = ("events", "view", "legal", "delta")
"""What a bot may want to receive; a class in this process has no use for the last."""
LISTED: Final = 500
"""With more legal moves than this, a request contains only their number."""
CACHED_MOVES: Final = 20_000
"""Most moves of a game whose texts are cached."""


class MoveTexts(dict[Any, str]):
    """The text of each move, made when first needed, and the moves of these texts."""

    def __init__(self, game: Game[Any]) -> None:
        super().__init__()
        self._game = game
        self._moves: dict[str, Any] = {}
        self.known = self._moves.get
        """The move of a text that has been made, else None."""

    def __missing__(self, move: Any) -> str:
        # Some games have millions of moves. To forget all costs less than to keep the order of use.
        if len(self) >= CACHED_MOVES:
            self.clear()
            self._moves.clear()
        text = self[move] = self._game.move_text(move)
        self._moves[text] = move
        return text

    def move(self, text: str) -> Any:
        """The move with a text; NotationError for any other text."""
        move = self.known(text)
        return self._game.parse_move(text) if move is None else move


@cache
def move_texts(game: Game[Any]) -> MoveTexts:
    """The texts of the moves of a game: one cache for all matches of this process."""
    return MoveTexts(game)


_encoded_lines = Encoder().encode_lines


def line(value: object) -> bytes:
    """JSON in UTF-8 without blanks, and a line feed; a lone surrogate becomes an escape."""
    # What a bot wrote is sent back to it as evidence, and msgspec refuses lone surrogates.
    try:
        return _encoded_lines((value,))
    except UnicodeEncodeError:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        return text.encode("utf-8", "backslashreplace") + b"\n"


def message(kind: str, **fields: Any) -> bytes:
    """A message of any kind."""
    return line({"t": kind, **fields})


def hello() -> bytes:
    """The greeting of the runner."""
    games = [f"{game.name}/{game.version}" for game in GAMES.values()]
    runner, limits = f"tourney {__version__}", {"line": LINE}
    return message("hello", proto=PROTOCOL, runner=runner, games=games, limits=limits)


def option_object(game: Game[Any], options: Any) -> dict[str, str]:
    """The options that differ from the default, by key."""
    pairs = (pair.partition("=") for pair in game.options_text(options).split())
    return {key: value for key, _, value in pairs}


def match(seating: Seating) -> bytes:
    """The start of a match."""
    game, clock = seating.game, seating.clock
    limits = {"move_ms": clock.move_ms, "bank_ms": clock.bank_ms}
    return message(
        "match",
        m=seating.luck.match,
        rules=f"{game.name}/{game.version}",
        options=option_object(game, seating.options),
        seat=seating.seat,
        seats=seating.seats,
        names=seating.names,
        rng=seating.luck.digits,
        **({"clock": limits} if clock.limited else {}),
    )


def event(match: str, number: int, seat: Seat, text: str) -> bytes:
    """An entry of the log."""
    return line({"t": "event", "m": match, "n": number, "seat": seat, "text": text})


# Made for every decision and never part of a cycle, so the collector need not look at it.
class Act(Struct, tag_field="t", tag="act", gc=False):
    """A request for a move; fields that are not set are left out of its line."""

    m: str
    id: int
    n: int
    phase: str
    view: View | UnsetType = UNSET
    delta: View | UnsetType = UNSET
    legal: list[str] | Raw | UnsetType = UNSET
    legal_count: int | UnsetType = UNSET
    move_ms: int | UnsetType = UNSET
    bank_ms: int | UnsetType = UNSET


class Requests:
    """The requests of one match to a bot, with the parts that it wants.

    A request is encoded at once, with view and list: that is faster than joining encoded parts.
    """

    def __init__(self, seating: Seating, want: Collection[str]) -> None:
        self._match = seating.luck.match
        self._text = move_texts(seating.game).__getitem__
        self._view, self._legal = "view" in want, "legal" in want
        self._teller = seating.game.teller(seating.seat)
        self._lister = self._teller.lister
        self._changes = Changes() if "delta" in want else None
        self._clock = seating.clock if seating.clock.limited else None
        self._moves: Sequence[Any] = ()

    def act(self, number: int, last: int, observation: Observation[Any], timer: Timer) -> bytes:
        """Request `number`; `last` is the number of the last event before it."""
        view: View | UnsetType = UNSET
        delta: View | UnsetType = UNSET
        legal: list[str] | Raw | UnsetType = UNSET
        count: int | UnsetType = UNSET
        move_ms: int | UnsetType = UNSET
        bank_ms: int | UnsetType = UNSET
        if self._view:
            told = observation.told(self._teller)
            phase: str = told["phase"]
            if self._changes is None or (changes := self._changes.since(told)) is None:
                view = told
            else:
                delta = changes
        else:
            phase = observation.phase()
        if self._legal:
            count = self._count(observation)
            if count <= LISTED:
                legal, count = self._list(), UNSET
        if self._clock is not None:
            move_ms, bank_ms = self._clock.move_ms, int(timer.bank_ms)
        request = Act(self._match, number, last, phase, view, delta, legal, count, move_ms, bank_ms)
        return _encoded_lines((request,))  # it contains no text of a bot

    def _count(self, observation: Observation[Any]) -> int:
        """The number of legal moves, which are kept to be listed."""
        if self._lister is not None:
            return observation.counted(self._lister)
        self._moves = observation.legal()
        return len(self._moves)

    def _list(self) -> list[str] | Raw:
        """The moves counted last."""
        if self._lister is None:
            return list(map(self._text, self._moves))
        return Raw(f"[{self._lister.moves()}]".encode())

    def legal(self, number: int, observation: Observation[Any]) -> bytes:
        """The list of legal moves, for a bot that asked for it after request `number`."""
        if not self._legal:
            self._count(observation)
        return message("legal", m=self._match, id=number, legal=self._list())


def result_fields(outcome: Outcome) -> dict[str, Any]:
    """The result of a match, as bots of every kind get it."""
    places, scores = list(outcome.places), list(outcome.scores)
    return {"places": places, "scores": scores, "reason": outcome.reason}


def end(match: str, outcome: Outcome) -> bytes:
    """The end of a match."""
    return message("end", m=match, **result_fields(outcome))
