"""Reads TOML as plain values; an error is one line with its place."""

import re
from typing import Any, Final

from engines.messages import say
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
        if long := _DOTTED.search(text):
            line = text.count("\n", 0, long.start()) + 1
            raise DataFault(say("domain.toml-many-parts", file=name, line=line, most=PARTS))
        found = tomllib.loads(text)
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise DataFault(say("domain.toml-not-utf8", file=name, line=line)) from None
    except tomllib.TOMLDecodeError as error:
        # What Python's reader of TOML says is English; where the fault is stands at its end.
        place = re.search(r" \(at line (\d+), column (\d+)\)", str(error))
        fault = re.sub(r" \(at .*\)", "", str(error))
        fault = f"{fault[:1].lower()}{fault[1:]}"
        if not place:
            raise DataFault(say("domain.toml-at-end", where=name, fault=fault)) from None
        where = f"{name}:{place[1]}:{place[2]}"
        raise DataFault(say("domain.toml-malformed", where=where, fault=fault)) from None
    except RecursionError:
        deep = say("domain.toml-too-deep")
        raise DataFault(say("domain.toml-malformed", where=name, fault=deep)) from None
    except ValueError:
        raise _long_number(name) from None
    # Numbers with more digits than Python can write.
    rest: list[Any] = [found]
    while rest:
        value = rest.pop()
        if isinstance(value, dict | list):
            rest += value.values() if isinstance(value, dict) else value
        elif isinstance(value, int) and not -WHOLE <= value <= WHOLE:
            raise _long_number(name)
    return found


def _long_number(name: str) -> DataFault:
    fault = say("domain.toml-long-number")
    return DataFault(say("domain.toml-malformed", where=name, fault=fault))
