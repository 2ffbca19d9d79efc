"""TOML into plain values; what is wrong with it told in one line. Knows no key."""

import re
from typing import Any

from tourney.domain.errors import DataFault


def read_toml(content: bytes, name: str) -> dict[str, Any]:
    """The values of a TOML file called `name`; DataFault says where it is malformed."""
    import tomllib

    try:
        return tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise DataFault(f"{name}:{line}: not UTF-8 text; save the file as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise DataFault(_located(name, str(error))) from None
    except RecursionError:
        raise DataFault(f"{name}: malformed TOML: nested too deeply") from None
    except ValueError:
        raise DataFault(f"{name}: malformed TOML: a number with too many digits") from None


def _located(name: str, words: str) -> str:
    place = re.search(r" \(at line (\d+), column (\d+)\)", words)
    fault = re.sub(r" \(at .*\)", "", words)
    where = f":{place[1]}:{place[2]}" if place else ""
    if not place:
        fault += " at the end of the file"
    return f"{name}{where}: malformed TOML: {fault[:1].lower()}{fault[1:]}"
