"""Options of a game in their written form: what is wrong with one, in the same words everywhere."""

from collections.abc import Iterable, Mapping, Sequence

from engines.api import OptionError


def check_seats(game: str, seats: int, allowed: range) -> None:
    """OptionError for a number of seats that the game does not have."""
    if seats not in allowed:
        raise OptionError(f"{game} is for {allowed[0]} to {allowed[-1]} seats, not {seats}")


def check_keys(game: str, given: Iterable[str], known: Iterable[str]) -> None:
    """OptionError for a key that the game does not have."""
    names = list(known)
    for key in given:
        if key not in names:
            has = ", ".join(names) or "none"
            raise OptionError(f"{game} has no option '{key}'; it has {has}", key)


def choice(given: Mapping[str, str], key: str, words: Sequence[str]) -> str:
    """One of a few words, the first where nothing is said."""
    value = given.get(key, words[0])
    if value not in words:
        use = " or ".join(words)
        raise OptionError(f"'{value}' is no value of option {key}; use {use}", key)
    return value


def number(key: str, text: str, limits: range, where: str = "") -> int:
    """A number within limits, in ASCII digits; `where` says what the limits depend on."""
    low, high = limits[0], limits[-1]
    if not (text.isascii() and text.isdigit() and len(text) < 10 and low <= int(text) <= high):
        raise OptionError(f"'{text}' is no value of option {key}{where}; use {low} to {high}", key)
    return int(text)


def numbers(key: str, text: str, limits: range) -> tuple[int, ...]:
    """Numbers within limits with commas between."""
    parts = text.split(",")
    where = f" in '{text}'" if len(parts) > 1 else ""
    return tuple(number(key, part.strip(), limits, where) for part in parts)
