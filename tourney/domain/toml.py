"""Reads TOML as plain values; an error is one line with its place."""

import re
from typing import Any, Final

from engines.messages import Message, say
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
        raise DataFault(say("domain.toml-not-utf8", file=name, line=line)) from None
    except tomllib.TOMLDecodeError as error:
        raise DataFault(_located(name, str(error))) from None
    except RecursionError:
        raise _malformed(name, say("domain.toml-too-deep")) from None
    except ValueError:
        raise _malformed(name, say("domain.toml-long-number")) from None
    _check_numbers(found, name)
    return found


def _check_keys(text: str, name: str) -> None:
    if long := _DOTTED.search(text):
        line = text.count("\n", 0, long.start()) + 1
        raise DataFault(say("domain.toml-many-parts", file=name, line=line, most=PARTS))


def _check_numbers(found: dict[str, Any], name: str) -> None:
    """DataFault for a number with more digits than Python can write."""
    rest: list[Any] = [found]
    while rest:
        value = rest.pop()
        if isinstance(value, dict | list):
            rest += value.values() if isinstance(value, dict) else value
        elif isinstance(value, int) and not -WHOLE <= value <= WHOLE:
            raise _malformed(name, say("domain.toml-long-number"))


def _malformed(where: str, fault: Message | str) -> DataFault:
    return DataFault(say("domain.toml-malformed", where=where, fault=fault))


def _located(name: str, words: str) -> Message:
    # What Python's reader of TOML says is English; where the fault is stands before it.
    place = re.search(r" \(at line (\d+), column (\d+)\)", words)
    fault = re.sub(r" \(at .*\)", "", words)
    fault = f"{fault[:1].lower()}{fault[1:]}"
    if not place:
        return say("domain.toml-at-end", where=name, fault=fault)
    return say("domain.toml-malformed", where=f"{name}:{place[1]}:{place[2]}", fault=fault)
