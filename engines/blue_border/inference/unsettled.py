"""Blue Border: entries of a record that are consistent but not verified yet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engines.blue_border.inference.branches import BlueBorderWorld, known


class Unsettled:
    """Entries with unknown cards, by entry number."""

    def __init__(self) -> None:
        self.entries: dict[int, tuple[int, ...]] = {}
        self._by_card: dict[int, list[int]] = {}
        self._known: set[int] = set()  # cards with the same certain number in all worlds

    def add(self, entry: int, cards: tuple[int, ...]) -> None:
        """Add an entry; `cards` are all cards that it shows."""
        self.entries[entry] = cards
        for card in cards:
            self._by_card.setdefault(card, []).append(entry)

    def drop(self, entries: Iterable[int]) -> None:
        """Forget entries about which nothing more can become known."""
        for entry in entries:
            self.entries.pop(entry, None)

    def settled(self, worlds: Sequence[BlueBorderWorld]) -> tuple[int, ...]:
        """Remove and return the entries whose cards are all known by now."""
        fresh = {card for card in worlds[0].numbers.sure - self._known if known(worlds, card)}
        self._known |= fresh
        entries = {entry for card in fresh for entry in self._by_card.pop(card, ())}
        found = [
            entry
            for entry in sorted(entries & self.entries.keys())
            if self._known.issuperset(self.entries[entry])
        ]
        self.drop(found)
        return tuple(found)
