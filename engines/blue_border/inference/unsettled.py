"""Blue Border: entries of a record that are believed, as some of their cards are not known yet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import is_not

from engines.blue_border.inference.branches import BlueBorderWorld, known
from engines.blue_border.inference.numbers import Numbers


class Unsettled:
    """Entries with unknown cards, by their place in the record."""

    def __init__(self) -> None:
        self.entries: dict[int, tuple[int, ...]] = {}
        self._by_card: dict[int, list[int]] = {}
        self._before: list[Numbers] = []  # of the worlds when they were last looked through

    def add(self, entry: int, cards: tuple[int, ...]) -> None:
        """One more; `cards` are all that it shows."""
        self.entries[entry] = cards
        for card in cards:
            self._by_card.setdefault(card, []).append(entry)

    def drop(self, entries: Iterable[int]) -> None:
        """Forget entries of which nobody will ever know more."""
        gone = set(entries)
        kept = {entry: cards for entry, cards in self.entries.items() if entry not in gone}
        self.entries, self._by_card = {}, {}
        for entry, cards in kept.items():
            self.add(entry, cards)

    def settled(self, worlds: Sequence[BlueBorderWorld]) -> tuple[int, ...]:
        """Take out the entries all of whose cards are known by now."""
        found = [
            entry
            for entry in self._changed(worlds)
            if all(known(worlds, card) for card in self.entries[entry])
        ]
        for entry in found:
            del self.entries[entry]
        return tuple(found)

    def _changed(self, worlds: Sequence[BlueBorderWorld]) -> list[int]:
        """Entries with a card of which something has become known; all in other worlds."""
        before, self._before = self._before, [world.numbers for world in worlds]
        news = {card for numbers in self._before for card in numbers.news}
        for numbers in self._before:
            numbers.news = set()
        if len(before) != len(self._before) or any(map(is_not, before, self._before)):
            return list(self.entries)
        entries = {entry for card in news for entry in self._by_card.get(card, ())}
        return sorted(entries & self.entries.keys())
