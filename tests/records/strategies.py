"""Records for property tests: random matches, then random edits.

`played` gives matches of the engine; `canonical_files` writes them with every element that a
record can contain; `typed` is the same record in the style of a person typing it by hand.
"""

import random
import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
from hypothesis import strategies as st

from engines.api import CHANCE, Game, OptionError, Outcome, Ply, Seat
from engines.games import GAMES
from tests.engines.own import folder, own
from tourney.domain.match_values import StoredMatch
from tourney.records import engine_record

Edit = Callable[[Random, list[str]], None]
"""Changes the lines of one canonical record in place."""

NAMES = ("Aiko", "Ben", "千恵", "Émi", "?", "greedy", "d'Arc (2)", "ﾀﾞﾝ", "名 前")
TEXTS = ("late", "Club night 14 Nov", "第3回 例会", 'of "gold"', "a  b", "# 1", "Ａ１")
NAMED = tuple(name for name in GAMES if (folder(name) / "records.py").is_file())


class Kept(NamedTuple):
    """How to make records of a game, and how the game writes one of its cards."""

    record: Callable[[int], str]
    card: re.Pattern[str]
    unknown: Edit  # replaces a card by an unknown or uncertain one
    stated: tuple[str, ...] = ("-- check", "-- end")  # lines whose numbers are not cards
    short: Mapping[str, str] = MappingProxyType({})  # options for a short match


@cache
def kept(name: str) -> Kept:
    """The description of a game's records from its test folder; skips the test if there is none."""
    module = own(name, "records")
    found: Kept | None = None if module is None else module.RECORDS.get(name)
    if found is None:
        pytest.skip(f"no RECORDS[{name!r}] in {folder(name)}/records.py")
    return found


def chosen(game: Game[Any], rng: Random, seed: int) -> tuple[int, dict[str, str]]:
    """Number of seats and options of the match with this seed."""
    seats = rng.randint(game.seats[0], game.seats[-1])
    options = dict(rng.choice(game.variants if seed % 4 else (kept(game.name).short,)))
    try:
        game.options(options, seats)
    except OptionError:  # this number of seats cannot be divided into such teams
        return seats, {}
    return seats, options


@lru_cache(maxsize=256)
def played(seed: int, length: float = 1.0, name: str = "diams") -> StoredMatch:
    """A match of random moves determined by the seed; `length` below 1 cuts it off early."""
    rng = Random(seed)
    game = GAMES[name]
    seats, options = chosen(game, rng, seed)
    entries, outcome = play(game, rng, seats, options)
    complete = length >= 1
    if not complete:
        entries = entries[: max(1, int(length * len(entries)))]
    scores = outcome.scores if complete and outcome else (None,) * seats
    places = outcome.places if complete and outcome else (None,) * seats
    return StoredMatch(
        id=0,
        name=f"run {seed}".replace(" ", "/"),
        game=game.name,
        rules=game.version,
        options=tuple(sorted(options.items())),
        headers=(("event", rng.choice(TEXTS)), ("source", "engine"), ("deal", f"seed {seed}")),
        players=tuple(rng.choice(NAMES) for _ in range(seats)),
        versions=tuple(rng.choice((None, "1", "0.9-beta")) for _ in range(seats)),
        scores=scores,
        places=places,
        status="complete" if complete else "unfinished",
        entries=entries,
    )


def play(
    game: Game[Any], rng: Random, seats: int, options: dict[str, str]
) -> tuple[list[tuple[Seat, str]], Outcome | None]:
    """The entries and the outcome of a match of random moves."""
    state = game.start(game.options(options, seats), seats)
    log: list[Ply[Any]] = []
    while owing := state.pending():
        if owing == (CHANCE,):
            state.apply(CHANCE, game.shuffle(state, rng), log)
        else:
            state.apply(owing[0], state.sample(owing[0], rng), log)
    return [(ply.seat, game.text(ply)) for ply in log], state.outcome()


def matches(*, broken_off: bool = True) -> st.SearchStrategy[StoredMatch]:
    """Matches of the engine; some of them are cut off early."""
    lengths = st.sampled_from((1.0, 1.0, 0.05, 0.3, 0.7, 0.98)) if broken_off else st.just(1.0)
    return st.builds(played, st.integers(0, 199), lengths, st.sampled_from(NAMED))


# -- what a record may contain beside the moves; each edit keeps the text canonical


def body(lines: list[str]) -> range:
    """The indices of the lines between the two blank lines."""
    first = lines.index("") + 1 if "" in lines else len(lines)
    last = lines.index("", first) if "" in lines[first:] else len(lines)
    return range(first, last)


def turn_lines(lines: list[str]) -> list[int]:
    """Indices of lines with moves; lines of hands and passed cards are excluded."""
    told = [i for i in body(lines) if lines[i][1:3] == ": "]
    return [i for i in told if not lines[i][3:].startswith(("hand ", "pass "))]


def game_of(lines: list[str]) -> Game[Any]:
    return GAMES[next(line[6:] for line in lines if line.startswith("game: "))]


def comment_line(rng: Random, lines: list[str]) -> None:
    """Adds a comment line at a random place."""
    place = rng.choice([i for i, line in enumerate(lines) if line])
    lines.insert(place, f"# {rng.choice(TEXTS)}")


def comment_behind(rng: Random, lines: list[str]) -> None:
    """Adds a comment at the end of a turn or directive that has none."""
    free = [i for i in body(lines) if "#" not in lines[i] and '"' not in lines[i]]
    if free:
        lines[rng.choice(free)] += f"  # {rng.choice(TEXTS)}"


def directive(rng: Random, lines: list[str]) -> None:
    """Adds a directive that carries information for people only."""
    said = ("note", "ruling", "pause", "resume")
    text = rng.choice(("late", "第3回 例会", "a  b", "# 1"))
    word = rng.choice(said)
    value = {"note": f'"{text}"', "ruling": f'reason "{text}"'}.get(word, "20:10")
    lines.insert(rng.choice([*body(lines)] or [len(lines)]), f"-- {word} {value}")


def taken_back(rng: Random, lines: list[str]) -> None:
    """Marks an action as put down and taken back."""
    turns = [i for i in turn_lines(lines) if "#" not in lines[i]]
    if turns:
        place = rng.choice(turns)
        code = rng.choice(("", "!otetsuki"))
        seat, _, rest = lines[place].partition(": ")
        joint = game_of(lines).joint
        back = rest.partition(joint)[0].lstrip("~^").partition("!")[0]
        lines[place] = f"{seat}: ~{back}{code}{joint}{rest}"


def let_stand(rng: Random, lines: list[str]) -> None:
    """Marks an action as irregular but let stand."""
    turns = [i for i in turn_lines(lines) if "#" not in lines[i] and "~" not in lines[i]]
    if turns:
        place = rng.choice(turns)
        seat, _, rest = lines[place].partition(": ")
        first, semicolon, more = rest.partition(game_of(lines).joint)
        code = rng.choice(("", "!turn", "!other"))
        bare = first.removeprefix("^").partition("!")[0]
        lines[place] = f"{seat}: ^{bare}{code}{semicolon}{more}"


def private_key(rng: Random, lines: list[str]) -> None:
    """Adds a private header before the seats."""
    place = next(i for i, line in enumerate(lines) if line.startswith("seat A:"))
    lines.insert(place, f"x-{rng.choice(('club', 'a.b', 'z_1'))}: {rng.choice(TEXTS)}")


def after_trailer(rng: Random, lines: list[str]) -> None:
    """Adds a line that an organiser may write after the trailer."""
    if any(line.startswith("status:") for line in lines):
        lines.append(rng.choice(('-- adjust score A -2 reason "late"', '-- note "the end"')))


def unknown_card(rng: Random, lines: list[str]) -> None:
    """Replaces a card by an unknown or uncertain one."""
    kept(game_of(lines).name).unknown(rng, lines)


def missing_turns(rng: Random, lines: list[str]) -> None:
    """Adds a gap; only people leave out turns."""
    lines[:] = [line.replace("source: engine", "source: notes") for line in lines]
    lines.insert(rng.choice([*body(lines)] or [len(lines)]), rng.choice(("-- gap", "-- gap 3")))


HARMLESS: tuple[Edit, ...] = (comment_line, comment_behind, directive, private_key, after_trailer)
EDITS: tuple[Edit, ...] = (*HARMLESS, taken_back, let_stand, unknown_card, missing_turns)


def edited(match: StoredMatch, edits: tuple[Edit, ...], seed: int) -> str:
    """The record of a match after these edits."""
    rng = Random(seed)
    lines = engine_record(match).split("\n")[:-1]
    for edit in edits:
        edit(rng, lines)
    return "".join(f"{line}\n" for line in lines)


@st.composite
def records(draw: st.DrawFn, edits: tuple[Edit, ...] = EDITS) -> str:
    """The text of one match with some edits; readable, hands sorted or not."""
    chosen = draw(st.lists(st.sampled_from(edits), max_size=6))
    return edited(draw(matches()), tuple(chosen), draw(st.integers(0, 1 << 16)))


@st.composite
def files(draw: st.DrawFn) -> str:
    """Several matches in one file, each with its own id."""
    texts = draw(st.lists(records(), min_size=1, max_size=3))
    renamed = [text.replace("match: run/", f"match: {n}/", 1) for n, text in enumerate(texts)]
    tail = draw(st.sampled_from(("", "# the end\n")))
    return draw(st.sampled_from(("", "#!tmr 1\n"))) + "\n".join(renamed) + tail


# -- the same record as a person might type it

WIDE = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}
STRUCTURE = ("game:", "options:", "result:", "rank:", "status:", "source:", "rules:", "match:")


def typed(text: str, seed: int) -> str:
    """The same record with other blanks, letter case, widths, line ends and header order."""
    rng = random.Random(seed)
    lines = [_typed_line(rng, line) for line in _shuffled(rng, text.split("\n"))]
    for _ in range(rng.randint(0, 3)):
        lines.insert(rng.randrange(1, len(lines)), rng.choice(("", "  ")))
    end = rng.choice(("\n", "\n", "\r\n"))
    return rng.choice(("", "\ufeff")) + end.join(lines)


def _shuffled(rng: Random, lines: list[str]) -> list[str]:
    """The headers shuffled, unless one of them follows a comment or is private."""
    first = next(i for i, line in enumerate(lines) if line.startswith("match:")) + 1
    last = next(i for i, line in enumerate(lines) if not line)
    headers = lines[first:last]
    if not any(line.startswith(("#", "x-", "match:")) for line in headers):
        rng.shuffle(headers)
    return [*lines[:first], *headers, *lines[last:]]


def _typed_line(rng: Random, line: str) -> str:
    turn = line[1:3] == ": " or line.startswith(("-- market", "-- round", "-- end"))
    if '"' in line or "#" in line or not (turn or line.startswith(STRUCTURE)):
        return line + rng.choice(("", " "))
    if turn and rng.random() < 0.3:
        line = line.lower()
    if turn and rng.random() < 0.3:
        line = line.replace("; ", rng.choice((";", " ;  "))).replace(" ", "  ")
    if rng.random() < 0.2:
        line = line.translate(WIDE).replace(" ", rng.choice((" ", "\u3000")))
    return rng.choice(("", " ")) + line + rng.choice(("", " \t"))
