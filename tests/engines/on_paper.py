"""Writes the lines of a match into the rows of a printed sheet, and types the rows in again.

What a person does with pencil and keyboard, game by game. Most directives, hands and passed cards
are not in the grid.
"""

import re
from collections.abc import Callable, Iterable, Iterator

Row = tuple[str, ...]

PLACED = re.compile(r"(\w): (\S+)@(-?\d+,-?\d+)([nesw])/(\d)(?:; (?:penalty|draw) (.*))?")
CALLED = re.compile(r"(\w): call (\w)(?: = (\S+))? (hit|miss)(?:; (.*))?")
UNSEEN = re.compile(r" = \d+|; refill \d+")


def turns(lines: Iterable[str]) -> list[str]:
    """The lines of a round that are written into the grid."""
    return [line for line in lines if re.match(r"[A-H]: (?!hand |pass [DHSC?])|-- reshuffle", line)]


def unopened(lines: Iterable[str]) -> Iterator[str]:
    """Lines of Blue Border as they are known at a table: only opened cards have numbers."""
    for line in lines:
        head, sign, rest = line.partition("; reward" if " call " in line else ": ")
        yield re.sub(r" field .*", "", head) + sign + UNSEEN.sub("", rest)


def _diams(lines: list[str]) -> Iterator[Row]:
    for line in lines:
        draw, play, *rest = line[3:].split("; ")
        verb, _, cards = draw.partition(" ")
        drawn = (cards, "") if verb == "draw" else ("", cards)
        yield (line[0], *drawn, play, "; ".join(rest))


def _typed_diams(row: Row) -> Iterator[str]:
    seat, drawn, revealed, play, rest = row
    draw = f"draw {drawn}" if drawn else f"reveal {revealed}"
    yield f"{seat}: " + "; ".join(filter(None, (draw, play, rest)))


def _diamonds(lines: list[str]) -> Iterator[Row]:
    for line in lines:
        cards, _, winner = line[3:].partition(" = ")
        yield (line[0], *cards.split(), winner)


def _typed_diamonds(row: Row) -> Iterator[str]:
    yield f"{row[0]}: {' '.join(row[1:-1])} = {row[-1]}"


def _boxes(lines: list[str]) -> Iterator[Row]:
    for line in lines:
        found = PLACED.fullmatch(line)
        assert found, line
        yield (*found.groups()[:5], found[6] or "")


def _typed_boxes(row: Row) -> Iterator[str]:
    seat, card, place, turn, covered, penalty = row
    yield f"{seat}: {card}@{place}{turn}/{covered}{f'; penalty {penalty}' if penalty else ''}"


def _boxes_2(lines: list[str]) -> Iterator[Row]:
    """One row for each placement; the first line is the first colour, above the grid."""
    before: list[str] = []
    row: list[str] = []
    for line in lines[1:]:
        found = PLACED.fullmatch(line)
        if found:
            if row:
                yield tuple(row)
            row, before = [" ".join(before), *found.groups()[:5], found[6] or "", ""], []
        elif " colour " in line and row and not before:
            row[-1] = f"{line[0]} {line[-1]}"
        else:
            before.append(line[0] if line.endswith("pass") else f"{line[0]}:{line[-1]}")
    yield tuple(row)
    if before:
        yield (" ".join(before), *[""] * 7)


def _typed_boxes_2(row: Row) -> Iterator[str]:
    before, seat, card, place, turn, covered, drawn, colour = row
    for word in before.split():
        yield f"{word[0]}: colour {word[2]}" if ":" in word else f"{word}: pass"
    if seat:
        yield f"{seat}: {card}@{place}{turn}/{covered}{f'; draw {drawn}' if drawn else ''}"
    if colour:
        yield f"{colour[0]}: colour {colour[2]}"


def _blue_border(lines: list[str]) -> Iterator[Row]:
    """A call stands in the row of the card that it is about; a further one has its own row.

    `reshuffle` is written behind what emptied the deck.
    """
    row: list[str] = []
    for line in lines:
        found = CALLED.fullmatch(line)
        if line == "-- reshuffle":
            row[6 if row[3] else 2] += "; reshuffle"
            continue
        if row and not (found and not row[3]):
            yield tuple(row)
            row = []
        if found:
            row = row or [found[2], "", ""]
            row = [*row[:3], found[1], found[3] or "", found[4], found[5] or ""]
        else:
            words = line[3:].removeprefix("take ").partition("pass -> ")
            row = [line[0], words[0], words[2], "", "", "", ""]
    yield tuple(row)


def _typed_blue_border(row: Row) -> Iterator[str]:
    seat, taken, passed, caller, opened, verdict, after = row
    passed, _, emptied = passed.partition("; ")
    if taken or passed:
        take = "deck" if taken == "deck" else f"take {taken}"
        yield f"{seat}: {take if taken else f'pass -> {passed}'}"
    yield from ["-- reshuffle"] * bool(emptied)
    if caller:
        after, again, _ = after.partition("; reshuffle")
        numbers = f" = {opened}" if opened else ""
        yield f"{caller}: call {seat}{numbers} {verdict}{f'; {after}' if after else ''}"
        yield from ["-- reshuffle"] * bool(again)


ROWS: dict[str, Callable[[list[str]], Iterator[Row]]] = {
    "diams": _diams,
    "diamonds": _diamonds,
    "diamond-boxes": _boxes,
    "diamond-boxes-2": _boxes_2,
    "blue-border": _blue_border,
}
TYPED: dict[str, Callable[[Row], Iterator[str]]] = {
    "diams": _typed_diams,
    "diamonds": _typed_diamonds,
    "diamond-boxes": _typed_boxes,
    "diamond-boxes-2": _typed_boxes_2,
    "blue-border": _typed_blue_border,
}


def rounds(lines: Iterable[str]) -> list[list[str]]:
    """The lines of each round."""
    found: list[list[str]] = []
    for line in lines:
        if re.match(r"-- (round|start) ", line):
            found.append([])
        found[-1].append(line)
    return found


def written(name: str, lines: Iterable[str]) -> list[list[str]]:
    """The lines of a record of a game, round by round, as far as they are known at a table."""
    return rounds(unopened(lines) if name == "blue-border" else lines)
