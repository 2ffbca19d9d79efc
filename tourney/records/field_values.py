"""Values of header, seat and trailer lines: their canonical form, and which results are possible.

Functions that parse take the text read and raise `LineFault` with offsets into it. Whether a match
of its game can end with a result is asked where turns are not recorded or cannot be verified.
"""

import re
from collections.abc import Sequence
from datetime import date
from difflib import get_close_matches
from itertools import combinations, pairwise
from typing import Any, Final, NamedTuple

from engines.api import Game, Refusal, Seat, seat_letter
from engines.messages import Message, Player, Sentence, say
from tourney.records.lines import NAME, LineFault

# Header keys in canonical order; private `x-` keys follow, then the seats.
HEADERS: Final = (
    "match",
    "game",
    "rules",
    "options",
    "event",
    "stage",
    "round",
    "table",
    "date",
    "venue",
    "recorder",
    "source",
    "deal",
)

TRAILER: Final = ("result", "rank", "status", "forfeit")
SOURCES: Final = ("engine", "table", "notes", "import")
STATUSES: Final = ("complete", "forfeit", "abandoned", "adjudicated", "unfinished", "void")
FORFEITS: Final = (
    *("no-show", "left", "resigned", "disqualified"),
    *("crash", "timeout", "illegal", "protocol", "startup", "oom", "flood"),
)
# Headers whose value is free text.
FREE: Final = frozenset(("event", "stage", "round", "table", "venue", "recorder", "deal"))

_DIGITS = "[0-9?]"
_DATE = re.compile(
    rf"(?P<year>{_DIGITS}{{4}})(-(?P<month>{_DIGITS}{{2}})(-(?P<day>{_DIGITS}{{2}})"
    rf"(T(?P<hour>{_DIGITS}{{2}}):(?P<minute>{_DIGITS}{{2}})(:(?P<second>{_DIGITS}{{2}}))?"
    r"(Z|[+-][0-9]{2}:[0-9]{2})?)?)?)?"
)
_LIMITS = {"month": (1, 12), "day": (1, 31), "hour": (0, 23), "minute": (0, 59), "second": (0, 60)}
# Possessive quantifiers avoid quadratic backtracking over blanks.
_SCORE = re.compile(r"\s*+,?+\s*+([A-Za-z])\s*+[:=]?+\s*+(-?[0-9]{1,9}|\?)(?=[\s,]|$)")
_RANKED = re.compile(r"\s*+([A-Za-z])\s*+([>=]|$)")
TOKEN: Final = re.compile(r"\S+")


def suggestion(word: str, words: Sequence[str]) -> Message:
    """A remedy with the most similar word, or with all words if none is similar."""
    close = get_close_matches(word, words, 1)
    return (
        say("records.did-you-mean", word=close[0])
        if close
        else say("records.one-of", words=", ".join(words))
    )


def one_of(code: str, fault: Sentence, words: Sequence[str], text: str) -> str:
    """A word of a fixed list, in lower case; `fault` is the message for an unknown word."""
    word = text.strip().lower()
    if word not in words:
        raise LineFault(code, fault(word=word), filled(text), suggestion(word, words))
    return word


def match_id(text: str) -> str:
    """A match id: one word."""
    if not text.strip() or len(text.split()) != 1:
        fault = say("records.not-an-id", text=text.strip())
        raise LineFault("T-id", fault, filled(text), say("records.one-word"))
    return check_name(say("records.the-id"), text.strip(), filled(text))


def check_name(what: Message, name: str, span: tuple[int, int]) -> str:
    """The name; LineFault if it is too long."""
    if len(name) > NAME:
        fault = say("records.name-too-long", what=what, count=len(name), most=NAME)
        raise LineFault("T-long", fault, span, say("kit.shorten"))
    return name


def date_text(text: str) -> str:
    """An ISO 8601 date, partial or with unknown digits, or `?`."""
    value = text.strip()
    found = _DATE.fullmatch(value)
    if value != "?" and (found is None or not _possible(found)):
        fault = say("records.not-a-date", text=value)
        raise LineFault("T-date", fault, filled(text), say("records.date-form"))
    return value


def _possible(found: re.Match[str]) -> bool:
    for part, (low, high) in _LIMITS.items():
        digits = found[part]
        if digits and "?" not in digits and not low <= int(digits) <= high:
            return False
    # A date with an unknown digit cannot be checked as a whole; 60 is a leap second.
    if found["day"] is None or "?" in found["year"] + found["month"] + found["day"]:
        return True
    try:
        date(int(found["year"]), int(found["month"]), int(found["day"]))
    except ValueError:
        return False
    return True


def option_pairs(text: str) -> dict[str, str]:
    """`key=value` pairs as written."""
    pairs: dict[str, str] = {}
    for found in TOKEN.finditer(text):
        key, equals, value = found[0].partition("=")
        if not (key and equals and value):
            fault = say("records.not-an-option", text=found[0])
            raise LineFault("T-option", fault, found.span(), say("records.write", form="key=value"))
        if key in pairs:
            fault = say("records.option-twice", key=key)
            raise LineFault("T-option", fault, found.span(), say("records.keep-one"))
        pairs[key] = value
    return pairs


def attributes(text: str) -> tuple[str, ...]:
    """The attributes in brackets after a name: `bot VERSION`, `id ID`, `new`."""
    kinds: list[str] = []
    for part in text.split(","):
        kind, _, value = part.strip().partition(" ")
        value = value.strip()
        if kind not in ("bot", "id", "new") or (kind == "new") == bool(value) or kind in kinds:
            fault = say("records.not-an-attribute", text=part.strip())
            raise LineFault("T-seat", fault, (0, len(text)), say("records.attribute-form"))
        check_name(say("kit.word", word=kind), value, (0, len(text)))
        kinds.append(kind)
    return tuple(" ".join(part.split()) for part in text.split(","))


def scores(text: str, seats: int) -> tuple[int | None, ...]:
    """The value of `result`: a score or `?` for every seat."""
    # Item by item, so that the fault is where the first one cannot be read.
    found: dict[Seat, int | None] = {}
    position, end = 0, len(text.rstrip())
    while position < end:
        item = _SCORE.match(text, position)
        if item is None:
            span = (position, len(text))
            fault = say("records.result-unreadable")
            raise LineFault("T-result", fault, span, say("records.result-form"))
        _place(found, item, None if item[2] == "?" else int(item[2]), seats)
        position = item.end()
    _complete("T-result", found, seats, text)
    return tuple(found[seat] for seat in range(seats))


def rank(text: str, seats: int) -> tuple[int, ...]:
    """The value of `rank` as the place of every seat, shared places equal."""
    found: dict[Seat, int | None] = {}
    position, place, between, end = 0, 1, ">", len(text.rstrip())
    while position < end:
        item = _RANKED.match(text, position)
        if item is None:
            fault = say("records.rank-unreadable")
            raise LineFault("T-rank", fault, (position, len(text)), say("records.rank-form"))
        # Behind `>` a place counts all seats before it, also those that share one: 1, 1, 3.
        place = place if between == "=" else len(found) + 1
        _place(found, item, place, seats)
        position, between = item.end(), item[2]
    if between != "" or not found:
        raise LineFault("T-rank", say("records.rank-cut"), filled(text), say("records.rank-form"))
    _complete("T-rank", found, seats, text)
    return tuple(found[seat] or 0 for seat in range(seats))


def by_side(places: Sequence[int], sides: Sequence[int]) -> tuple[int, ...]:
    """Places with teams: one more than the number of sides that are ahead."""
    ahead = [
        {sides[other] for other, better in enumerate(places) if better < place} for place in places
    ]
    return tuple(1 + len(others) for others in ahead)


def _place(
    found: dict[Seat, int | None], item: re.Match[str], value: int | None, seats: int
) -> None:
    seat = seat_number(item[1], seats, item.span(1))
    if seat in found:
        fault = say("records.seat-repeated", seat=seat_letter(seat))
        raise LineFault("T-seats", fault, item.span(1), say("records.name-once"))
    found[seat] = value


def _complete(code: str, found: dict[Seat, int | None], seats: int, text: str) -> None:
    missing = [seat_letter(seat) for seat in range(seats) if seat not in found]
    if missing:
        fault = say("records.seat-missing", seat=missing[0])
        raise LineFault(code, fault, filled(text), say("records.name-once"))


def seat_number(letter: str, seats: int, span: tuple[int, int]) -> Seat:
    """The seat of a letter; LineFault if the match has no such seat."""
    seat = ord(letter.upper()) - ord("A")
    if not 0 <= seat < seats:
        last = seat_letter(seats - 1)
        fault = say("kit.nobody", seat=letter.upper())
        raise LineFault("T-seats", fault, span, say("records.seats-to", last=last))
    return seat


def forfeit(text: str, seats: int) -> tuple[Seat, str]:
    """The value of `forfeit`: a seat and the reason."""
    found = re.fullmatch(r"\s*([A-Za-z])\s+(\S+)\s*", text)
    if found is None:
        fault = say("records.forfeit-unreadable")
        raise LineFault("T-forfeit", fault, filled(text), say("records.forfeit-form"))
    seat = seat_number(found[1], seats, found.span(1))
    if found[2].lower() not in FORFEITS:
        fault = say("records.unknown-forfeit", reason=found[2])
        raise LineFault("T-forfeit", fault, found.span(2), suggestion(found[2].lower(), FORFEITS))
    return seat, found[2].lower()


def scores_text(values: Sequence[int | None]) -> str:
    """The canonical `result` value."""
    shown = ("?" if value is None else value for value in values)
    return ", ".join(f"{seat_letter(seat)} {value}" for seat, value in enumerate(shown))


def rank_text(places: Sequence[int]) -> str:
    """The canonical `rank` value: better places first, `=` between seats that share one."""
    order = sorted(range(len(places)), key=lambda seat: (places[seat], seat))
    text = seat_letter(order[0])
    for before, seat in pairwise(order):
        text += f" {'=' if places[before] == places[seat] else '>'} {seat_letter(seat)}"
    return text


def filled(text: str) -> tuple[int, int]:
    """Offsets of a text without outer blanks, at least one character long."""
    start = len(text) - len(text.lstrip())
    return start, max(start + 1, len(text.rstrip()))


class ScorePlaces(NamedTuple):
    """The places that scores alone give; none where equal scores never share a place.

    `open` if equal scores share a place in it although something else may separate them.
    """

    places: tuple[int, ...]
    open: bool = False


def places_of_scores(game: Game[Any], options: Any, scores: Sequence[int]) -> ScorePlaces:
    """The places that follow from the scores of all seats."""
    # One score a side: partners have the same.
    sides = game.sides(options, len(scores))
    worth = [score if game.fewer_wins else -score for score in scores]
    best = {side: worth[seat] for seat, side in enumerate(sides)}
    tied = len(set(best.values())) < len(best)
    equal = game.ties(options, scores).equal
    if tied and equal == "never share":
        return ScorePlaces(())
    places = tuple(1 + sum(other < best[side] for other in best.values()) for side in sides)
    return ScorePlaces(places, tied and equal != "share")


class ImpossibleOutcome(NamedTuple):
    """Which line of a record no match of its game ends with, `result` or `rank`, and why."""

    key: str
    why: Refusal


def impossible_outcomes(
    game: Game[Any],
    options: Any,
    scores: Sequence[int | None],
    places: Sequence[int],
    *,
    bound: bool = True,
    compared: bool = True,
) -> Sequence[ImpossibleOutcome]:
    """Why no complete match of a game ends with these scores and places; either may be empty.

    Scores that are not `bound` may lie outside of the limits, because the table decided so. Scores
    and places are `compared` with each other unless something else is wrong already.
    """
    bound = bound and bool(scores)
    if bound and (wrong := limit_fault(game, options, scores)):
        return [ImpossibleOutcome("result", wrong)]
    apart: list[ImpossibleOutcome] = []
    sides = game.sides(options, len(scores or places))
    for key, claimed in (("result", scores), ("rank", places)):
        first: dict[int, int] = {}
        for seat, side in enumerate(sides if claimed else ()):
            with_whom = first.setdefault(side, seat)
            if claimed[seat] != claimed[with_whom]:  # partners have the same (DM-R15)
                sentence = Sentence(
                    "records.partners-score" if key == "result" else "records.partners-place"
                )
                pair = (Player(with_whom), Player(seat))
                apart.append(ImpossibleOutcome(key, Refusal("", sentence(pair=pair))))
                break
    if apart or not compared:
        return apart
    known = scores or (None,) * len(places)
    if places and (wrong := rank_fault(game, options, known, places)):
        return [ImpossibleOutcome("rank", wrong)]
    if bound and (wrong := game.result_fault(options, scores, places)):
        return [ImpossibleOutcome("result", wrong)]
    return []


def rank_fault(
    game: Game[Any], options: Any, scores: Sequence[int | None], places: Sequence[int]
) -> Refusal | None:
    """Why these places are impossible with these scores; partners are compared elsewhere."""
    ties = game.ties(options, scores)
    if ties.draw and set(places) == {1}:
        return None
    sides = game.sides(options, len(places))
    for one, other in combinations(range(len(places)), 2):
        if sides[one] == sides[other]:
            continue
        above, below = sorted((one, other), key=lambda seat: places[seat])
        better, worse = scores[above], scores[below]
        known = better is not None and worse is not None
        message: Message | None = None
        if places[one] == places[other] and ties.equal == "never share":
            message = say("records.never-shared", who=Player(one), other=Player(other))
        elif places[one] == places[other]:
            if known and better != worse:
                message = say("records.shared-place", who=Player(one), other=Player(other))
        elif known and better == worse:
            if ties.equal == "share":
                message = say("records.equal-scores", who=Player(above), other=Player(below))
        elif better is not None and worse is not None and (better > worse) == game.fewer_wins:
            wrong = "records.above-with-more" if game.fewer_wins else "records.above-with-less"
            message = say(wrong, who=Player(above), other=Player(below))
        if message is not None:
            return Refusal(ties.rule, message)
    return None


def limit_fault(
    game: Game[Any], options: Any, scores: Sequence[int | None], *, over: bool = True
) -> Refusal | None:
    """Why one of these scores is outside of what the game allows.

    If somebody forfeits and the match is not over, only 0 and the highest score are limits.
    """
    # A game without limits allows every score.
    limits = game.score_limits(options, len(scores))
    for seat, score in enumerate(scores):
        if score is None or limits is None:
            continue
        who, match, least = Player(seat), limits.match, limits.low if over else min(0, limits.low)
        if score > limits.high:
            most = say("kit.score-at-most", who=who, score=score, most=limits.high, match=match)
            return Refusal(limits.rule, most)
        if score < least:
            message = say("kit.score-at-least", who=who, score=score, least=least, match=match)
            return Refusal(limits.rule, message)
    return None
