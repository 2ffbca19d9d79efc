"""The messages of the runner in the line protocol `tmbp/1`, each as one line of JSON.

Knows neither processes nor answers.
"""

import json
from collections.abc import Callable, Collection, Sequence
from typing import Any, Final, NamedTuple

from msgspec.json import Encoder

from engines.api import Game, Outcome, Seat
from engines.games import GAMES
from tourney import __version__
from tourney.agents.channel import LINE
from tourney.domain.observation import Observation
from tourney.play.agent import Seating
from tourney.play.clock import Timer

PROTOCOL: Final = "tmbp/1"
WANTS: Final = ("events", "view", "legal")
LISTED: Final = 500
"""With more legal moves than this, a request contains only their number."""


_encode = Encoder().encode


def encode(value: object) -> bytes:
    """JSON in UTF-8 without blanks; a lone surrogate that a bot sent is written as an escape."""
    try:
        return _encode(value)
    except UnicodeEncodeError:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        return text.encode("utf-8", "backslashreplace")


class RequestParts(NamedTuple):
    """The parts of a request that a bot wants; the texts of legal moves are made on demand."""

    want: Collection[str]
    legal: Callable[[], Sequence[str]]


def message(kind: str, **fields: Any) -> bytes:
    """A message of any kind."""
    return encode({"t": kind, **fields}) + b"\n"


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
    head = f'{{"t":"event","m":"{match}","n":{number},"seat":{seat},"text":'
    return b"%b%b}\n" % (head.encode(), encode(text))


def request(match: str) -> str:
    """The beginning of every request of a match, up to its id."""
    return f'{{"t":"act","m":"{match}","id":'


def act(begun: str, observation: Observation[Any], timer: Timer, asked: RequestParts) -> bytes:
    """A request for a move; `begun` is its text up to the number of the last event sent before."""
    line = f'{begun},"phase":"{observation.phase()}"'.encode()
    if "view" in asked.want:
        line += b',"view":' + encode(observation.view())
    if "legal" in asked.want:
        texts = asked.legal()
        many = len(texts) > LISTED
        line += b',"legal_count":%d' % len(texts) if many else b',"legal":' + encode(texts)
    if timer.clock.limited:
        line += b',"move_ms":%d,"bank_ms":%d' % (timer.clock.move_ms, timer.bank_ms)
    return line + b"}\n"


def legal(match: str, number: int, texts: Sequence[str]) -> bytes:
    """The list of legal moves that a bot asked for."""
    return message("legal", m=match, id=number, legal=list(texts))


def end(match: str, outcome: Outcome) -> bytes:
    """The end of a match."""
    places, scores = list(outcome.places), list(outcome.scores)
    return message("end", m=match, places=places, scores=scores, reason=outcome.reason)
