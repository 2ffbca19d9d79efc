"""Reading the options of a game from text, with the same error messages in every game."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple
from typing import Any

from mypy_extensions import mypyc_attr

from engines.api import OptionError
from engines.messages import Argument, Message, say


@mypyc_attr(allow_interpreted_subclasses=True)
class Pickled:
    """Base class that lets a frozen dataclass of options be pickled and copied.

    Both go through the constructor, because compiled frozen fields cannot be set one by one.
    """

    def __reduce__(self) -> tuple[type[Any], tuple[Any, ...]]:
        return type(self), astuple(self)  # type: ignore[call-overload]  # subclasses are dataclasses


def check_given(
    game: str, seats: int, allowed: range, given: Iterable[str], known: Iterable[str] = ()
) -> None:
    """Raise OptionError if a game has not so many seats, or does not have one of these options."""
    if seats not in allowed:
        message = say("kit.seats", game=game, low=allowed[0], high=allowed[-1], seats=seats)
        raise OptionError(message)
    names = list(known)
    has: Argument = ", ".join(names) if names else say("kit.none")
    for key in given:
        if key not in names:
            raise OptionError(say("kit.no-option", game=game, key=key, known=has), key)


def choice(given: Mapping[str, str], key: str, words: Sequence[str]) -> str:
    """The value of an option that is one of a few words; the first one is the default."""
    value = given.get(key, words[0])
    if value not in words:
        *first, last = words
        known = say("kit.or", one=", ".join(first), other=last)
        raise OptionError(say("kit.no-choice", value=value, key=key, known=known), key)
    return value


def number(key: str, text: str, limits: range, where: Message | None = None) -> int:
    """A number within limits, in ASCII digits; `where` is what the limits depend on."""
    low, high = limits[0], limits[-1]
    if not (text.isascii() and text.isdigit() and len(text) < 10 and low <= int(text) <= high):
        where = where or say("kit.nowhere")
        message = say("kit.no-number", value=text, key=key, where=where, low=low, high=high)
        raise OptionError(message, key)
    return int(text)


def numbers(key: str, text: str, limits: range) -> tuple[int, ...]:
    """Comma-separated numbers within limits."""
    parts = text.split(",")
    where = say("kit.in-list", text=text) if len(parts) > 1 else None
    return tuple(number(key, part.strip(), limits, where) for part in parts)
