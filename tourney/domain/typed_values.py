"""Plain values of JSON or TOML as the types that the program expects, checked on the way.

What a type allows is written as msgspec constraints; its errors become a path and a message.
"""

import re
from typing import Any, Final, TypeVar

import msgspec

from engines.messages import Argument, Message, Sentence, say
from tourney.domain.errors import quoted

T = TypeVar("T")

CLEAN: Final = r"^[^\x00-\x1f\x7f-\x9f\ud800-\udfff]*\Z"
"""A line of text without control characters; halves of characters are none either."""
BLOCK: Final = r"^[^\x00\ud800-\udfff]*\Z"
"""Any text that a database can hold."""

KINDS: Final = {
    "int": Sentence("domain.values-int"),
    "float": Sentence("domain.values-float"),
    "str": Sentence("domain.values-str"),
    "bool": Sentence("domain.values-bool"),
    "array": Sentence("domain.values-array"),
    "object": Sentence("domain.values-object"),
    "null": Sentence("domain.values-null"),
}
"""What msgspec calls a kind of value, in words."""

_ERROR: Final = re.compile(r"(?P<words>.*?)(?: - at (?P<key>`key` in )?`\$(?P<path>.*)`)?", re.S)
_STEP: Final = re.compile(r"\.(?P<key>[^.\[\]]+)|\[(?P<at>\d+)\]|(?P<any>\[\.\.\.\])")
_QUOTED: Final = re.compile(r"`([^`]*)`")


class WrongValue(Exception):
    """A value that does not fit its type: where it is, and what is wrong with it."""

    def __init__(self, path: tuple[int | str, ...], fault: Message) -> None:
        super().__init__(path, fault)
        self.path = path
        self.fault = fault


def typed(value: Any, kind: type[T]) -> T:
    """The value as a type with constraints; WrongValue."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise _wrong(value, str(error)) from None


def _wrong(value: Any, text: str) -> WrongValue:
    found = _ERROR.fullmatch(text)
    assert found is not None
    path: list[int | str] = []
    for step in _STEP.finditer(found["path"] or ""):
        told = int(step["at"]) if step["at"] else step["key"]
        path.append(_culprit(found["words"], value) if step["any"] else told)
        value = value[path[-1]]
    if found["key"]:
        value = _culprit(found["words"], {key: key for key in value})
    return WrongValue((*path,), _fault(found["words"], value))


def _culprit(words: str, mapping: dict[str, Any]) -> str:
    """The first key whose text does not fit: msgspec does not tell it."""
    most = re.search(r"length <= (\d+)", words)
    for key, text in mapping.items():
        if not isinstance(text, str):
            return key
        if len(text) > int(most[1]) if most else "regex" in words and not re.search(CLEAN, text):
            return key
    return next(iter(mapping))


def _fault(words: str, value: Any) -> Message:
    """What is wrong, in the words of this program."""
    shown = quoted(value) if isinstance(value, str) else quoted(_short(value))
    names = _QUOTED.findall(words)
    number = re.search(r"(?:length|<=|>=|<|>) (?:[<>]=? )?(-?\d+)", words)
    if words.startswith("Object missing"):
        return say("domain.values-missing", key=quoted(names[0]))
    if words.startswith("Object contains unknown"):
        return say("domain.values-unknown", key=quoted(names[0]))
    if words.startswith("Invalid enum"):
        return say("domain.values-not-one-of", value=shown)
    if ", got `" in words and names[1:] and names[0] != names[-1]:
        kinds = tuple(KINDS[kind]() for kind in names[0].split(" | ") if kind != "null")
        kind: Argument = kinds[0] if len(kinds) == 1 else kinds
        return say("domain.values-other-kind", kind=kind, value=shown)
    if "regex" in words:
        controls = repr(CLEAN) in words or repr(BLOCK) in words
        return (
            Sentence("domain.values-controls") if controls else Sentence("domain.values-wrong-form")
        )(value=shown)
    if "`array`" in words and number:
        wanted = ("≥ " if ">=" in words else "≤ " if "<=" in words else "") + number[1]
        return say("domain.values-wrong-count", count=len(value), wanted=wanted)
    if "`str` of length" in words and number:
        if ">=" in words:
            return say("domain.values-too-short")
        return say(
            "domain.values-too-long", value=shown, count=len(value or ""), most=int(number[1])
        )
    if number and "<" in words:
        return say("domain.values-too-large", value=shown, most=int(number[1]))
    if number:
        return say("domain.values-too-small", value=shown, least=int(number[1]))
    return say("domain.values-unfit")


def _short(value: Any) -> str:
    """A value that is no text, as JSON begins it."""
    text = msgspec.json.encode(value, enc_hook=str).decode("utf-8", "replace")
    return text if len(text) <= 60 else f"{text[:60]}…"
