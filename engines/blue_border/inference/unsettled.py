"""Blue Border: entries of a record that are consistent but not verified yet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import is_not

from engines.blue_border.inference.branches import BlueBorderWorld, known
from engines.blue_border.inference.numbers import Numbers


class Unsettled:
    """Entries with unknown cards, by entry number."""

    def __init__(self) -> None:
        self.entries: dict[int, tuple[int, ...]] = {}
        self._by_card: dict[int, list[int]] = {}
        self._before: list[Numbers] = []  # those of the worlds at the last `settled`

    def add(self, entry: int, cards: tuple[int, ...]) -> None:
        """Add an entry; `cards` are all cards that it shows."""
        self.entries[entry] = cards
        for card in cards:
            self._by_card.setdefault(card, []).append(entry)

    def drop(self, entries: Iterable[int]) -> None:
        """Forget entries about which nothing more can become known."""
        gone = set(entries)
        kept = {entry: cards for entry, cards in self.entries.items() if entry not in gone}
        self.entries, self._by_card = {}, {}
        for entry, cards in kept.items():
            self.add(entry, cards)

    def settled(self, worlds: Sequence[BlueBorderWorld]) -> tuple[int, ...]:
        """Remove and return the entries whose cards are all known by now."""
        found = [
            entry
            for entry in self._changed(worlds)
            if all(known(worlds, card) for card in self.entries[entry])
        ]
        for entry in found:
            del self.entries[entry]
        return tuple(found)

    def _changed(self, worlds: Sequence[BlueBorderWorld]) -> list[int]:
        """Entries with a changed card; all entries if the worlds have been replaced."""
        before, self._before = self._before, [world.numbers for world in worlds]
        changed = {card for numbers in self._before for card in numbers.changed}
        for numbers in self._before:
            numbers.changed = set()
        if len(before) != len(self._before) or any(map(is_not, before, self._before)):
            return list(self.entries)
        entries = {entry for card in changed for entry in self._by_card.get(card, ())}
        return sorted(entries & self.entries.keys())
