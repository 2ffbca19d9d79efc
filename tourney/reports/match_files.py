"""Which pages of matches must be made again: those whose source has another digest."""

from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable

from tourney import __version__
from tourney.domain.match_values import StoredMatch
from tourney.reports.source import PageSource
from tourney.store.matches import NumberRange

ROOMS = ("tourney.reports", "tourney.pictures", "engines")
"""What a page of a match is made by: if it changes, all pages are made again."""
SUFFIXES = (".py", ".html", ".css", ".js", ".md")
DIGITS = 24


@cache
def program_digest() -> str:
    """A digest of the program that makes pages."""
    total = sha256(__version__.encode())
    for room in ROOMS:
        for file in _files(files(room)):
            total.update(file.read_bytes())
    return total.hexdigest()


def _files(folder: Traversable) -> Iterator[Traversable]:
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.is_dir():
            yield from _files(item)
        elif item.name.endswith(SUFFIXES):
            yield item


class MatchDigests:
    """Digests of what the page of a match is made from, without its moves.

    The moves of a match of a run never change under the id of the match; those of a record are in
    its text.
    """

    def __init__(self, source: PageSource, frame: str) -> None:
        self._names = source.names
        self._start = sha256(f"{program_digest()}\n{frame}\n".encode())

    def of(self, match: StoredMatch, *where: str) -> str:
        """The digest of a match; `where` are the addresses of what its page names."""
        shown = self._names.match(match)
        total = self._start.copy()
        values = (
            match.id, match.revision, match.status, match.game, match.rules, match.options,
            shown.name, shown.headers, shown.players, match.versions, match.scores, match.places,
            shown.faults, shown.text, where,
        )  # fmt: skip
        total.update(repr(values).encode("utf-8", "backslashreplace"))
        return total.hexdigest()[:DIGITS]


def stretches(numbers: Sequence[int]) -> Iterator[NumberRange]:
    """Numbers of matches as ranges without gaps."""
    first = before = None
    for number in numbers:
        if before is None or number != before + 1:
            if first is not None:
                yield NumberRange(first - 1, before)
            first = number
        before = number
    if first is not None:
        yield NumberRange(first - 1, before)
