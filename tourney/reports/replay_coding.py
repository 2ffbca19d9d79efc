"""How a page says what its views show: the frames and the texts of all views, each thing once.

A strand is what one slot shows from frame to frame. Most views show the same in most slots, so a
strand is in the page once, and a view names the strands that it shows. The same holds for lines of
the record. What stands for a number is one character; frequent numbers are small.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain, count
from typing import Any, Final

DIGITS: Final = "".join(map(chr, (*range(35, 60), *range(61, 92), *range(93, 127))))
"""The characters with one byte that JSON in a script element writes as they are, but the blank."""
SEPARATORS: Final = "|~^`@"
NEXT_DIGIT: Final = 161

Change = tuple[int, str]
"""A slot and the fragment that it shows next."""
Strand = tuple[int, tuple[Change, ...]]
"""A slot, and what it shows from which frame on."""


def digit(number: int) -> str:
    """The character that stands for a number."""
    return DIGITS[number] if number < len(DIGITS) else chr(NEXT_DIGIT + number - len(DIGITS))


def digits(numbers: Iterable[int]) -> str:
    """A character for each number."""
    return "".join(map(digit, numbers))


def coded_frames(views: Sequence[Sequence[Sequence[Change]]]) -> Mapping[str, Any]:
    """What the script reads of the frames of each view, given as changes from frame to frame.

    `frames` has a strand and a fragment for each change, `bits` the fragments, each after the same
    character, `slots` the slot of each strand, `known` how many frames each view has, `shown` its
    strands.
    """
    mine = list(map(_strands, views))
    found = dict.fromkeys(strand for view in mine for strand in view)
    strands = sorted(found, key=lambda strand: -len(strand[1]))
    numbers = {strand: number for number, strand in enumerate(strands)}
    uses = Counter(bit for _, changes in strands for _, bit in changes)
    bits = {bit: number for number, (bit, _) in enumerate(uses.most_common())}
    frames = [""] * max(map(len, views))
    for number, (_, changes) in enumerate(strands):
        for at, bit in changes:
            frames[at] += digits((number, bits[bit]))
    return {
        "frames": " ".join(frames),
        "bits": _joined(bits),
        "slots": digits(slot for slot, _ in strands),
        "known": list(map(len, views)),
        "shown": [digits(sorted(numbers[strand] for strand in view)) for view in mine],
    }


def _strands(view: Sequence[Sequence[Change]]) -> list[Strand]:
    """Each slot of a view, with the frames at which it changes and the fragments."""
    columns: dict[int, list[Change]] = {}
    for at, changes in enumerate(view):
        for slot, bit in changes:
            columns.setdefault(slot, []).append((at, bit))
    return [(slot, tuple(changes)) for slot, changes in columns.items()]


def _joined(texts: Collection[str]) -> str:
    """Each text after a character that none of them has."""
    every = set("".join(texts))
    free = (sign for sign in chain(SEPARATORS, map(chr, count(NEXT_DIGIT))) if sign not in every)
    mark = next(free)
    return "".join(f"{mark}{text}" for text in texts)


def coded_texts(views: Sequence[Mapping[int, str]]) -> Mapping[str, Any]:
    """What the script reads of lines that differ from the page: each once, and those of a view."""
    every = dict.fromkeys(line for texts in views for line in texts.items())
    numbers = {line: number for number, line in enumerate(every)}
    lines = [digits(numbers[line] for line in texts.items()) for texts in views]
    return {"texts": list(every), "lines": lines}
