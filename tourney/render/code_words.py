"""What readers see for codes and headings: words of the catalogue."""

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Final

from engines.games import GAMES
from engines.messages import LANGUAGES, Argument, Message, Player, Sentence, Words, catalogue, say

# Words for the codes that records, runs and plans write: statuses, faults, formats, point
# systems.
#
# In English a code is its own word, so data and records keep it.


def _words(kind: str) -> Mapping[str, Sentence]:
    """The sentences of the catalogue whose keys begin with this word, by the rest of the key."""
    found = (key for key in catalogue("render") if key.startswith(kind))
    return {key.removeprefix(kind): Sentence(f"render.{key}") for key in found}


CODES: Final = _words("code-")  # the sentence of every code that has a word
STAGES: Final = _words("stage-")  # the names of stages that have a word
_SOURCES: Final = _words("source-")


def stage_word(name: str) -> Message | str:
    """The name of a stage for readers: a word for one of the program, or a usual one, as heat-1."""
    kind, _, number = name.rpartition("-")
    if kind in STAGES and number.isdecimal():
        return say("render.numbered-stage", stage=STAGES[kind](), number=number)
    return STAGES[name]() if name in STAGES else name


def stage_code(word: str) -> str:
    """The name of a stage by its word in any language; the word itself of another stage."""
    words = {one.template(lang): code for code, one in STAGES.items() for lang in LANGUAGES}
    kind = word.rstrip("0123456789")
    if kind in words and kind != word:
        return f"{words[kind]}-{word.removeprefix(kind)}"
    return words.get(word, word)


def game_word(name: str) -> Message | str:
    """The title of a game by the name that is typed; the name itself of an unknown one."""
    if (game := GAMES.get(name)) is None:
        return name
    return say("engines.as-is", text=Words(name, game.title["ja"]))


def source_word(code: str) -> Message | str:
    """How a record came about; the code itself of an unknown way."""
    return _SOURCES[code]() if code in _SOURCES else code


def word_of(code: str) -> Message | str:
    """The word of a code; the code itself without one."""
    return CODES[code]() if code in CODES else code


def typed_word(code: str) -> Message | str:
    """A code that the reader may type, with its word."""
    if code not in CODES:
        return code
    japanese = CODES[code].template("ja")
    return say("engines.as-is", text=Words(code, f"{japanese}({code})"))


def listed(words: Sequence[Message | str]) -> Message | str:
    """Words one after the other, separated as the language does it."""
    return reduce(lambda first, one: say("render.next", first=first, one=one), words)


# How readers see the codes in a column of a table, by its key.
COLUMNS: Final[Mapping[str, Callable[[str], Message | str]]] = {
    "stage": stage_word,
    "game": game_word,
    "status": word_of,
    "fault": word_of,
    "source": source_word,
}
_ARGUMENTS: Final = {
    "stage": stage_word,
    "following": stage_word,
    "source": stage_word,
    "game": game_word,
    "format": word_of,
}


def worded(message: Message, lang: str, names: Sequence[str] = ()) -> str:
    """The text of a message, with words for the codes among its arguments, found by their names."""
    return _in_words(message).text(lang, names)


def _in_words(message: Message) -> Message:
    return Message(message.sentence, tuple((k, _said(k, v)) for k, v in message.arguments))


def _said(name: str, value: Argument) -> Argument:
    if isinstance(value, Message):
        return _in_words(value)
    if isinstance(value, str) and name in _ARGUMENTS:
        return _ARGUMENTS[name](value)
    if isinstance(value, tuple) and not isinstance(value, Player | Words):
        return tuple(_said(name, one) for one in value)
    return value


# Headings of columns by their keys, and of facts and headers by their codes.

# The sentence of every heading, by the code of what stands below it.
HEADINGS: Final[Mapping[str, Sentence]] = {
    key.removeprefix("heading-"): Sentence(f"render.{key}")
    for key in catalogue("render")
    if key.startswith("heading-")
}


# Texts on the screen of a replay and on printed sheets: headings, labels, keys.
#
# The labels of cards and zones are messages of the games.

# The same on one line, from the longest to the shortest text.

HINTS: Final = (
    Sentence("render.hints-1"),
    Sentence("render.hints-2"),
    Sentence("render.hints-3"),
    Sentence("render.hints-4"),
    Sentence("render.hints-5"),
    Sentence("render.hints-6"),
)


# Marks that all games share, with their meaning.
PAPER_MARKS: Final = {
    "?": Sentence("render.paper-unknown"),
    "7?": Sentence("render.paper-tentative"),
    "~7": Sentence("render.paper-taken-back"),
    "^7": Sentence("render.paper-stands"),
    "A > B = C": Sentence("render.paper-shared"),
    "!": Sentence("render.paper-incident"),
}
