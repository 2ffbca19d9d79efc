"""What must be stored: the record of a match that the engine played, with what happens at a table.

Comments, pauses, notes, cards taken back, rulings, a player who leaves, an end before the end. All
of it is put into the lines of the engine; the expected text is written here, not by the program.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple

from engines.api import OptionError, Outcome
from engines.games import GAMES
from tests.desk.typist import Played
from tourney.desk import TableSetup

ASIDES = (
    "-- pause 20:10",
    "-- resume 20:25",
    '-- note "new deck, お茶"',
    "# somebody spilled tea",
)
Table = tuple[str, int, tuple[tuple[str, str], ...]]
CODES = ("left", "resigned", "no-show", "disqualified")


class Truth(NamedTuple):
    """A match to type: its lines, how it ends, and who left."""

    setup: TableSetup
    lines: list[str]
    outcome: Outcome
    left: tuple[int, str] | None = None
    abandoned: bool = False

    def texts(self) -> Sequence[str]:
        """The records that may be stored: a result that depends on unknown cards is left out."""
        if self.abandoned:
            return [self._text([])]
        scores = ", ".join(f"{'ABCDEF'[s]} {n}" for s, n in enumerate(self.outcome.scores))
        result, rank = f"result: {scores}", f"rank: {order(self._places())}"
        whole = [self._text([result, rank])]
        if self.setup.hands == "all":
            return whole
        return [*whole, self._text([result]), self._text([])]

    def _text(self, result: list[str]) -> str:
        setup = self.setup
        options = " ".join(f"{key}={value}" for key, value in sorted(setup.options))
        seats = [f"seat {'ABCDEF'[seat]}: {name}" for seat, name in enumerate(setup.players)]
        head = [f"match: {setup.match}", f"game: {setup.game}"]
        head += [f"options: {options}"] if options else []
        head += [f"{key}: {value}" for key, value in setup.headers]
        first = next(n for n, line in enumerate(self.lines) if not line.startswith("#"))
        status = "abandoned" if self.abandoned else "forfeit" if self.left else "complete"
        end = [*result, f"status: {status}"]
        if self.left:
            end.append(f"forfeit: {'ABCDEF'[self.left[0]]} {self.left[1]}")
        body = self.lines[first:]
        return "\n".join([*self.lines[:first], *head, *seats, "", *body, "", *end, ""])

    def _places(self) -> Sequence[int]:
        """The places; a player who left is last."""
        places = list(self.outcome.places)
        if self.left:
            places[self.left[0]] = 99
        return [1 + sum(other < place for other in places) for place in places]


def order(places: Sequence[int]) -> str:
    """An order of finish, as `A > B = C`."""
    seats = sorted(range(len(places)), key=lambda seat: (places[seat], seat))
    text = "ABCDEF"[seats[0]]
    for before, seat in pairwise(seats):
        text += f" {'=' if places[before] == places[seat] else '>'} {'ABCDEF'[seat]}"
    return text


def tables() -> Iterator[Table]:
    """Every game with every number of seats and every set of options."""
    for name, game in GAMES.items():
        for seats in game.seats:
            for options in game.variants:
                try:
                    game.options(options, seats)
                except OptionError:
                    continue
                yield name, seats, tuple(options.items())


def plain(match: Played) -> Truth:
    """A match in which nothing happens but its moves."""
    return Truth(match.setup, match.lines, match.outcome)


def with_incidents(match: Played, rng: Random) -> Truth:
    """The same match with incidents at random places."""
    lines, left = list(match.lines), None
    for _ in range(rng.randint(0, 3)):
        lines.insert(_between(lines, rng), rng.choice(ASIDES))
    if rng.random() < 0.3:
        lines.insert(0, "# typed the next morning")
    for _ in range(rng.randint(0, 2)):
        _comment(lines, rng)
        _take_back(match.setup, lines, rng)
    if match.setup.game == "diamonds" and rng.random() < 0.4:
        _ruling(lines, rng)
    if rng.random() < 0.2 and not dict(match.setup.options).get("teams"):
        left = rng.randrange(len(match.setup.players)), rng.choice(CODES)
        at = _between(lines, rng)
        lines.insert(at, f"-- forfeit {'ABCDEF'[left[0]]} {left[1]}")
    return Truth(match.setup, lines, match.outcome, left)


def broken_off(truth: Truth, rng: Random) -> Truth:
    """The same evening, ended before its end; nobody has left."""
    lines = [line for line in truth.lines if not line.startswith("-- forfeit")]
    turns = [at for at, line in enumerate(lines[:-1]) if line[1] == lines[at + 1][1] == ":"]
    end = rng.choice(turns[len(turns) // 4 :])
    return truth._replace(lines=lines[: end + 1], left=None, abandoned=True)


def _between(lines: list[str], rng: Random) -> int:
    """A place between two turns, else before the first one."""
    is_turn = [line[1] == ":" and line[3:].split()[0] not in ("hand", "pass") for line in lines]
    places = [at for at in range(1, len(lines)) if is_turn[at - 1] and is_turn[at]]
    return rng.choice(places or [is_turn.index(True)])


def _comment(lines: list[str], rng: Random) -> None:
    """Add a comment to a turn."""
    at = rng.randrange(len(lines))
    if lines[at][1] == ":" and "#" not in lines[at]:
        lines[at] += rng.choice(("  # slow", "  # 負けました"))


def _take_back(setup: TableSetup, lines: list[str], rng: Random) -> None:
    """Put an action that was taken back before another one."""
    game, at = GAMES[setup.game], rng.randrange(len(lines))
    line, sign, comment = lines[at].partition("  #")
    if line[1] != ":" or line[3:].split()[0] in ("hand", "pass") or "~" in line:
        return
    body = line[3:]
    parts = [body[start:end].strip() for start, end in game.split(body)]
    parts.insert(0, f"~{parts[0]}")
    lines[at] = f"{line[:3]}{game.joint.join(parts)}{sign}{comment}"


def _ruling(lines: list[str], rng: Random) -> None:
    """A ruling, and the one that takes it back."""
    at = _between(lines, rng)
    for by in ("-1", "+1"):
        lines.insert(at, f'-- ruling adjust A vault {by} reason "裁定"')
