"""Reads TOML as plain values; an error is one line with its place."""

import re
from typing import Any, Final

from tourney.domain.bounds import WHOLE
from tourney.domain.errors import DataFault

PARTS: Final = 32
"""Greatest number of parts of a dotted key; reading one takes quadratic time."""
_PART = r"""(?:[\w-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')[ \t]*+"""
_DOTTED = re.compile(rf"(?<![\w-])(?:{_PART}\.[ \t]*+){{{PARTS}}}")


def read_toml(content: bytes, name: str) -> dict[str, Any]:
    """The values of a TOML file called `name`; DataFault with the place if it is malformed."""
    import tomllib

    try:
        text = content.decode("utf-8-sig")
        _check_keys(text, name)
        found = tomllib.loads(text)
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise DataFault(f"{name}:{line}: not UTF-8 text; save the file as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise DataFault(_located(name, str(error))) from None
    except RecursionError:
        raise DataFault(f"{name}: malformed TOML: nested too deeply") from None
    except ValueError:
        raise DataFault(_too_large(name)) from None
    _check_numbers(found, name)
    return found


def _check_keys(text: str, name: str) -> None:
    if long := _DOTTED.search(text):
        line = text.count("\n", 0, long.start()) + 1
        raise DataFault(f"{name}:{line}: a key with more than {PARTS} parts; remove dots")


def _check_numbers(found: dict[str, Any], name: str) -> None:
    """DataFault for a number with more digits than Python can write."""
    rest: list[Any] = [found]
    while rest:
        value = rest.pop()
        if isinstance(value, dict | list):
            rest += value.values() if isinstance(value, dict) else value
        elif isinstance(value, int) and not -WHOLE <= value <= WHOLE:
            raise DataFault(_too_large(name))


def _too_large(name: str) -> str:
    return f"{name}: malformed TOML: a number with too many digits"


def _located(name: str, words: str) -> str:
    place = re.search(r" \(at line (\d+), column (\d+)\)", words)
    fault = re.sub(r" \(at .*\)", "", words)
    where = f":{place[1]}:{place[2]}" if place else ""
    if not place:
        fault += " at the end of the file"
    return f"{name}{where}: malformed TOML: {fault[:1].lower()}{fault[1:]}"
