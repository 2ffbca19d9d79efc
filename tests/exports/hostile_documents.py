"""Documents of events that somebody made to do harm, each a change of an honest one.

Their digests fit, as those of anybody who can compute SHA-256 do: `sealed` is written after the
description of the format in docs/exports.md, not after the program.
"""

import copy
import json
from collections.abc import Callable, Iterator
from functools import partial
from hashlib import sha256
from typing import Any, Final, NamedTuple, TypeAlias

Path: TypeAlias = tuple[int | str, ...]

BOT: Final = """\
class Fragile:
    version = "1"
    asked = 0

    def choose(self, view, legal):
        self.asked += 1
        if self.asked > 3:
            raise ValueError("lost")
        return legal[0], "the first one"
"""
MADE: Final = (
    "event new Cup --players Aiko,Ben --bot frag=./bot.py --bot greedy=greedy --bot r=random "
    "--bot s=random --game diamonds --schedule swiss --rounds 3 --sizes 2 --never Aiko,Ben "
    "--fixed-seat Ben=A --dates 2026-12-01,2026-12-08 --seed 9 --final top3:diams "
    "--set meetings=3",
    "player edit Aiko --alias Kiko --reading あいこ",
    "event pair",
    "event unpair",
    "event pair",
    "event lock",
    "event lock --undo",
    "event play",
    "match result r1/t1 greedy=9 Aiko=12",
    "match result r1/t2 Ben=9 r=12",
    "match result r1/t2 Ben=10 --reason misread --yes",
    "event add-player Chie",
    "event dates --dates 2026-12-09 --round 2",
    "event restrict --never Aiko,Chie",
    "event pair",
    "event swap Aiko Chie",
    "event replace Ben by Dan",
    "event replace Dan by Ben",
    "event drop Chie",
    "event return Chie",
    "event add-bot t=random",
    "event change-bot t=greedy",
    "export event -o honest.json",
)
"""The commands that make an event with nearly every kind of row; bots play and fail in it."""
LISTS: Final = ("players", "bots", "entrants", "log", "matches")


HUGE: Final = "x" * 100_000
VALUES: Final[dict[str, Any]] = {
    "2**70": 2**70,
    "-5": -5,
    "-2**63": -(2**63),
    "0": 0,
    "10**12": 10**12,
    "half": 0.5,
    "null": None,
    "true": True,
    "text": "x",
    "empty text": "",
    "number as text": "1e999999999",
    "many digits as text": "9" * 5000,
    "long": HUGE,
    "NUL": "a\0b",
    "ESC": "a\x1b[31mb",
    "line break": "a\nb",
    "bidi": "a\u202eb\u2066",
    "surrogate": "a\ud800b",
    "no character": "a\uffffb",
    "list": [],
    "object": {},
    "full object": {"x": {"y": [1]}},
    "list of lists": [[], [[]]],
    "path": "../../etc/passwd",
    "markup": "<script>alert(1)</script>",
    "formula": "=1+1",
}
"""What a leaf is replaced by; the seals fit."""
TEXTS: Final = {
    "1e999999999": "1e999999999",
    "Infinity": "Infinity",
    "-Infinity": "-Infinity",
    "NaN": "NaN",
    "5000 digits": "9" * 5000,
    "-5000 digits": "-" + "9" * 5000,
    "half a surrogate": r'"\ud83d"',
    "bare word": "undefined",
    "deep list": "[" * 10_000 + "]" * 10_000,
    "deep object": '{"a":' * 10_000 + "1" + "}" * 10_000,
    "fairly deep": "[" * 500 + "]" * 500,
    "hexadecimal": "0x10",
    "leading zero": "007",
}
"""What a leaf is replaced by in the text."""
MARK: Final = "@@here@@"


class Hostile(NamedTuple):
    """A document with a name that says what was done; its bytes are made when they are needed."""

    name: str
    make: Callable[[], bytes]

    @property
    def data(self) -> bytes:
        """The document."""
        return self.make()


def text_of(document: Any) -> str:
    return json.dumps(document, ensure_ascii=False, indent=0)


def digest(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def sealed(document: dict[str, Any]) -> dict[str, Any]:
    """The document with digests that fit, as far as its shape allows."""
    found: list[Any] = [document.get("event")]
    for name in LISTS:
        items = document.get(name)
        for item in items if isinstance(items, list) else ():
            if isinstance(item, dict):
                bare = {key: value for key, value in item.items() if key != "digest"}
                item["digest"] = digest(bare)
                found.append(item["digest"])
    document["digest"] = digest(found)
    return document


def encoded(document: Any) -> bytes:
    return text_of(document).encode("utf-8", "surrogatepass")


def leaves(value: Any, path: Path = ()) -> Iterator[Path]:
    """The ways to all values that hold no others, without digests."""
    inside: Any = ()
    if isinstance(value, dict):
        inside = [(key, one) for key, one in value.items() if key != "digest"]
    elif isinstance(value, list):
        inside = enumerate(value)
    for key, one in inside:
        if isinstance(one, dict | list) and one:
            yield from leaves(one, (*path, key))
        else:
            yield (*path, key)


def nodes(value: Any, path: Path = ()) -> Iterator[Path]:
    """The ways to all lists and objects."""
    yield path
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    for key, one in inside:
        if isinstance(one, dict | list):
            yield from nodes(one, (*path, key))


def at(document: Any, path: Path) -> Any:
    for key in path:
        document = document[key]
    return document


def changed(document: Any, path: Path, value: Any) -> dict[str, Any]:
    """A copy with another value at a path; a copy in which it is missing for `...`."""
    found = copy.deepcopy(document)
    holder = at(found, path[:-1])
    if value is ...:
        del holder[path[-1]]
    else:
        holder[path[-1]] = value
    return found


def shown(path: Path) -> str:
    return ".".join(map(str, path)) or "document"


def replaced(document: Any) -> Iterator[Hostile]:
    """Every leaf replaced by every value, missing, or another text."""
    for path in leaves(document):
        for name, value in (*VALUES.items(), ("missing", ...)):
            yield Hostile(f"{shown(path)} = {name}", partial(_with, document, path, value))


def _with(document: Any, path: Path, value: Any) -> bytes:
    return encoded(sealed(changed(document, path, value)))


def spelled(document: Any) -> Iterator[Hostile]:
    """Leaves replaced by what is no JSON value, or a dangerous one."""
    for path in leaves(document):
        for name, words in TEXTS.items():
            yield Hostile(f"{shown(path)} = {name}", partial(_spelled, document, path, words))


def _spelled(document: Any, path: Path, words: str) -> bytes:
    return text_of(sealed(changed(document, path, MARK))).replace(f'"{MARK}"', words).encode()


def enlarged(document: Any) -> Iterator[Hostile]:
    """Objects with a further key or a key twice, lists with an item twice or in another order."""
    for path in nodes(document):
        value = at(document, path)
        if isinstance(value, dict):
            more = {**value, "further": 1}
            yield Hostile(f"{shown(path)} further key", partial(_put, document, path, more))
            odd, key = {**value, MARK: 1}, next(iter(value), MARK)
            yield Hostile(f"{shown(path)} key twice", partial(_put, document, path, odd, key))
        elif value:
            for name, items in (
                ("twice", [*value, value[-1]]),
                ("reversed", value[::-1]),
                ("empty", []),
                ("without the first", value[1:]),
                ("without the last", value[:-1]),
                ("a thousand", [value[0]] * 1000),
            ):
                if items != value:
                    yield Hostile(f"{shown(path)} {name}", partial(_put, document, path, items))


def _put(document: Any, path: Path, value: Any, key: str = MARK) -> bytes:
    """The document with another list or object, in which MARK is written as `key`."""
    return encoded(sealed(put(document, path, value))).replace(MARK.encode(), key.encode())


def put(document: Any, path: Path, value: Any) -> dict[str, Any]:
    found: dict[str, Any] = (
        changed(document, path, copy.deepcopy(value)) if path else copy.deepcopy(value)
    )
    return found


def files(document: Any) -> Iterator[Hostile]:
    """Files that were cut off, stand in another encoding, or are something else."""
    text = text_of(document)
    data = text.encode()
    found = {f"{part}/20 of the file": data[: len(data) * part // 20] for part in range(1, 20)}
    for encoding in ("utf-16", "utf-16-be", "utf-32", "cp932"):
        found[encoding] = text.encode(encoding, "replace")
    found["latin-1 byte"] = data.replace(b"Aiko", b"A\xefko")
    found["nothing"] = b""
    found["blanks"] = b" \n" * 1000
    found["NUL bytes"] = b"\0" * 1000
    found["two documents"] = data + data
    found["brackets"] = b"[" * 100_000
    found["quotes"] = b'"' * 9_999
    found["backslashes"] = b'"' + b"\\" * 9_999
    found["a list"] = b"[1, 2]"
    found["a number"] = b"9" * 5000
    found["null"] = b"null"
    found["comment"] = b"// x\n" + data
    for name, broken in found.items():
        yield Hostile(name, partial(bytes, broken))


def all_hostile(document: dict[str, Any]) -> Iterator[Hostile]:
    """All documents, each with a name."""
    for make in (replaced, spelled, enlarged, files):
        yield from make(document)
