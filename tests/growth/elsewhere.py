"""Other inputs and outputs: JSON, TOML, options, moves, lines of bots, tables, differences."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, partial
from random import Random
from typing import Any, Final

from engines.api import CHANCE, NotationError, OptionError, Scene, State, Zone
from engines.games import GAMES
from engines.messages import say
from tests.growth.measure import Shape
from tourney.agents.loaded_bot import LONGEST_TARGET
from tourney.agents.programs import absent_files
from tourney.agents.wire import Channel, TooLong
from tourney.cli.failures import failure
from tourney.cli.settings import read_value
from tourney.domain.documents import read_toml
from tourney.domain.errors import TourneyError, UsageFault, quoted
from tourney.records import from_json, read, to_json
from tourney.render.scenes import Theme, draw, plain
from tourney.render.text import unified
from tourney.render.text_tables import FORMATS, Column, Table, write
from tourney.runs.run_plan import bot_pairs, fault_limit, option_pairs
from tourney.stats import rule


def tried(call: Callable[..., object], *given: Any) -> None:
    """Calls a function; formats the error if it is one that a user can cause."""
    try:
        call(*given)
    except (TourneyError, NotationError, OptionError) as error:
        failure(error)


def _repeated(before: str, what: str, after: str, number: int) -> str:
    return before + "".join(what.replace("%", str(n)) for n in range(number)) + after


def _texts(
    parts: dict[str, tuple[str, str, str]], read: Callable[[str], object], most: int = 1 << 20
) -> Iterator[Shape]:
    """A shape for each text that is repeated between two others.

    Different names exceed the processor's caches, so texts with `%` have a smaller limit.
    """
    for name, (before, what, after) in parts.items():
        make = partial(_repeated, before, what, after)
        yield Shape(name, make, partial(tried, read), most=1 << 14 if "%" in what else most)


# -- JSON and TOML

MATCH: Final = (
    '{"headers":[{"key":"match","value":"x%"},{"key":"game","value":"diams"}],"seats":[]}'
)
JSON: Final = {
    "JSON, matches": ('{"tmr":1,"matches":[', MATCH + ",", MATCH + "]}"),
    "JSON, comments": ('{"tmr":1,"matches":[],"tail":[', '"# c",', '"#"]}'),
    "JSON, escapes": ('{"tmr":1,"matches":[],"tail":["#', "\\u00e9", '"]}'),
    "JSON, keys": ("{", '"a%":1,', '"tmr":1}'),
    "JSON, brackets": ("", "[", ""),
    "JSON, digits": ('{"tmr":', "1", "}"),
    "JSON, blanks": ("", " ", "{"),
    "JSON, line breaks": ("{", "\n", "?"),
}
TOML: Final = {
    "TOML, keys": ("", "a% = 1\n", ""),
    "TOML, parts of a key": ("", "a.", "a = 1"),
    "TOML, quoted parts of a key": ("", '"\\"" . ', "a = 1"),
    "TOML, parts of a table": ("[", "a.", "a]"),
    "TOML, parts of a key in a table": ("a = {", "a.", "a = 1}"),
    "TOML, keys of two parts": ("", "a.b% = 1\n", ""),
    "TOML, tables": ("", "[a%]\n", ""),
    "TOML, tables in tables": ("[[a]]\n", "[a.b%]\n", ""),
    "TOML, arrays of tables": ("", "[[a]]\n", ""),
    "TOML, brackets": ("a = ", "[", ""),
    "TOML, an array": ("a = [", "1,", "]"),
    "TOML, an inline table": ("a = {", "b% = 1,", "c = 1}"),
    "TOML, digits": ("a = ", "1", ""),
    "TOML, hexadecimal digits": ("a = 0x", "f", ""),
    "TOML, a text": ('a = "', "x", '"'),
    "TOML, escapes": ('a = "', "\\n", '"'),
    "TOML, quotes": ("a = ", '"', ""),
    "TOML, lines of a text": ('a = """', "x\n", '"""'),
    "TOML, comments": ("", "# x\n", ""),
    "TOML, blanks": ("a", " ", ""),
}


def _toml(text: str) -> object:
    return read_toml(text.encode(), "x.toml")


def _written(number: int) -> Any:
    return read("".join(f"match: x{n}\ngame: diams\nseat A: a\nseat B: b\n" for n in range(number)))


# -- texts on a command line

RULES: Final = {
    "a rule, digits": ("ci<", "1", "x"),
    "a rule, blanks": ("ci", " ", "x"),
    "a rule, digits of four numbers": ("sprt(0,", "1", ",1,1x"),
    "a rule, points": ("ci<1", ".", ""),
}
LIMITS: Final = {"a limit, digits": ("", "1", "x"), "a limit, a fraction": ("1.", "1", "%x")}
TARGETS: Final = {
    "a command, words": ("cmd:true ", "a ", ""),
    "a command, slashes": ("cmd:true 'x", "/", "\n'"),
    "a command, points": ("cmd:true x", ".a", "-"),
    "a command, quotes": ("cmd:true ", "''", ""),
    "a command, an open quote": ("cmd:true '", 'x" ', ""),
}
SETTINGS: Final = {"a setting, digits": ("", "1", ""), "a setting, a word": ("", "x", "")}
OPTIONS: Final = {"options in one text": ("", "a%=b ", "")}


def _settings(text: str) -> None:
    tried(read_value, "jobs", text, "x")
    tried(read_value, "format", text, "x")


def _list(what: str, number: int) -> list[str]:
    return [what.replace("%", str(n)) for n in range(number)]


def _numbers(number: int) -> dict[str, str]:
    return {"rounds": "9", "bl": "8," * number + "8"}


def _options(given: dict[str, str]) -> None:
    for game in GAMES.values():
        tried(game.options, given, 2)


# -- moves of bots

WORDS: Final = {
    "diams": ("discard 1", "market 9 = 1+3", "vault 1x3", "reveal"),
    "diamonds": ("pass H2", "C12", "announce 0"),
    "blue-border": ("take 2", "reward discard 0", "pass ->"),
    "diamond-boxes": ("y8@0,-1", "y8 @ 0 ,"),
    "diamond-boxes-2": ("colour r", "r5@1,0e"),
}
MORE: Final = (" 1", "+1", " ", "0", " 1x3", " H2", "?", "e", "@", " -1")


@cache
def _state(name: str) -> State[Any]:
    """The first position in which a seat has to decide."""
    game, rng = GAMES[name], Random(1)
    state = game.start(game.options({}, 2), 2)
    while state.pending() == (CHANCE,):
        state.apply(CHANCE, game.shuffle(state, rng))
    return state


def answered(name: str, text: str) -> None:
    """Reads a bot's answer; formats the refusal if it is no legal move."""
    state = _state(name)
    seat = state.pending()[0]
    with suppress(NotationError):
        move = GAMES[name].parse_move(text)
        if not state.is_legal(seat, move):
            state.refusal(seat, move)


def _answers(name: str, number: int) -> list[str]:
    return [word + more * (number // len(more)) for word in WORDS[name] for more in MORE]


def _all_answered(name: str, texts: list[str]) -> None:
    for text in texts:
        answered(name, text)


@contextmanager
def _channel() -> Iterator[Channel]:
    ends = os.pipe()
    try:
        yield Channel(ends[1], ends[0], ends[0])
    finally:
        for end in ends:
            os.close(end)


def _in_pieces(data: bytes) -> None:
    """Takes a line of a bot byte by byte."""
    with _channel() as channel, suppress(TooLong):
        for at in range(len(data)):
            channel._split_lines(data[at : at + 1])


# -- output

COLUMNS: Final = (Column("a"), Column("b", "b", "right"))


def _one_long(what: str, number: int) -> Table:
    """A table in which one cell is very long."""
    long = what * (number // len(what))
    return Table(COLUMNS, [(f"a{long}b", 1), *((str(n), n) for n in range(number // 20))])


def _all_long(number: int) -> Table:
    return Table(COLUMNS, [("ab " * 50, n) for n in range(number // 100)])


def _tables() -> Iterator[Shape]:
    for format in FORMATS:
        shown = partial(_shown, format)
        for name, what in (("a long word", "x"), ("blanks", " ")):
            yield Shape(f"{format}, {name}", partial(_one_long, what), shown, 400)
        yield Shape(f"{format}, many rows", _all_long, shown, 400)
    for name, what in (("controls", "\x1b"), ("wide letters", "名"), ("markup", "[_*|")):
        yield Shape(f"markdown, {name}", partial(_one_long, what), partial(_shown, "markdown"), 400)


def _shown(format: str, table: Table) -> None:
    write(table, format)
    if format == "table":
        write(table, format, width=80, color=True)


def _selected(number: int) -> tuple[Table, list[str]]:
    return Table(COLUMNS, [("x", 1)]), ["a", "b"] * number


def _lines(line: Callable[[int], str], number: int) -> tuple[list[str], list[str]]:
    """A text and a changed copy in which every other line differs."""
    old = [line(n) for n in range(number)]
    return old, [text if n % 2 else f"{text} " for n, text in enumerate(old)]


def _moved(number: int) -> tuple[list[str], list[str]]:
    old = [f"{n}\n" for n in range(number)]
    return old, old[::-1]


def _compared(texts: tuple[list[str], list[str]]) -> None:
    for _ in unified(*texts, ("a", "b")):
        pass


def _drawn(name: str) -> None:
    words = say("said.text", text=name)
    scene = Scene(words, (Zone(say("said.text", text="hand"), (), 0, words),), notes=(words,))
    plain(draw(scene, [name], Theme()), Theme())


ELSEWHERE: Final = [
    *_texts(JSON, from_json),
    Shape("JSON, written", _written, to_json, 20),
    *_texts(TOML, _toml),
    *_texts(RULES, rule),
    *_texts(LIMITS, fault_limit),
    *_texts(TARGETS, absent_files, LONGEST_TARGET // 3),
    *_texts(SETTINGS, _settings),
    *_texts(OPTIONS, lambda text: option_pairs([text])),
    Shape("options in texts of their own", partial(_list, "a%=b"), option_pairs),
    Shape("bots", partial(_list, "a%=random"), bot_pairs),
    Shape("options of games", _numbers, _options),
    *(
        Shape(f"moves, {name}", partial(_answers, name), partial(_all_answered, name), 200, 1 << 16)
        for name in WORDS
    ),
    Shape("a line in pieces", lambda number: b"x" * number, _in_pieces, 100, (1 << 16) - 1),
    *_tables(),
    Shape("columns", _selected, lambda given: write(given[0].select(given[1]), "csv")),
    Shape("differences", partial(_lines, lambda n: f"{n}\n"), _compared),
    Shape("differences of lines that are alike", partial(_lines, lambda n: "a\n"), _compared),
    Shape("differences of lines that moved", _moved, _compared),
    Shape("a name on a screen", lambda number: "ab " * number, _drawn),
    Shape(
        "a fault", lambda number: "a\x1b'" * number, lambda text: failure(UsageFault(quoted(text)))
    ),
]
