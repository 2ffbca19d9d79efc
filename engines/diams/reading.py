"""Diam's: words of an action text with their places, and the cards and seats they name."""

import re
from typing import ClassVar, Final

from engines.api import Seat
from engines.diams.cards import BELIEVED, END, KINDS, NUMBERS, UNKNOWN
from engines.kit.reading import Reading

GROUP: Final = re.compile(r"(10|[1-9]|\?)[xX]([1-9][0-9]?)(\*?)(\??)$")


class Words(Reading):
    """The words of one text, with the cards, groups and numbers that Diam's knows."""

    WORD: ClassVar[re.Pattern[str]] = re.compile(r"->|[=+]|[^\s=+]+")
    SEATS: ClassVar[str] = "ABCDE"

    def number(self, wanted: str = "a number") -> int:
        """A whole number."""
        word = self.next(wanted)
        if not (word.isascii() and word.isdigit() and len(word) < 10):
            raise self.fault(f"'{word}' is no number")
        return int(word)

    def card(self) -> int:
        """A card, known, believed or unknown; not the closing card."""
        word = self.next("a card")
        card = read_card(word.upper())
        if card is None or card == END:
            raise self.fault(f"'{word}' is no card: 1 to 10, 1* to 10*, CV, CR, MG")
        return card

    def diamond(self) -> int:
        """A card that is no special."""
        card = self.card()
        if KINDS <= card < END or card >= KINDS + BELIEVED:
            raise self.fault("a special card cannot stand here")
        return card

    def special(self) -> int:
        """A special card."""
        card = self.card()
        certain = card - BELIEVED if card >= BELIEVED else card
        if card != UNKNOWN and not KINDS <= certain < END:
            raise self.fault("a special card is wanted here: CV, CR or MG")
        return card

    def assertion(self) -> tuple[Seat, str]:
        """`A26`, or `A?`: a seat and its number."""
        word = self.next("a seat and its number such as A26").upper()
        number = word[1:]
        known = number.isascii() and number.isdigit() and len(number) < 10
        if word[0] not in "ABCDE" or not (number == "?" or known):
            raise self.fault(f"'{word}' is no seat with its number")
        return ord(word[0]) - ord("A"), number if number == "?" else str(int(number))

    def cards(self) -> list[int]:
        """All cards that come next, as written; `-` for none."""
        if self.skip("-"):
            return []
        found = [self.card()]
        while self.peek() and read_card(self.peek().upper()) is not None:
            found.append(self.card())
        return found

    def diamonds(self) -> list[int]:
        """All diamonds that come next, as written; `-` for none."""
        if self.skip("-"):
            return []
        found: list[int] = []
        while not found or (self.peek() and _is_diamond(self.peek())):
            found.append(self.diamond())
        return found

    def summands(self) -> list[int]:
        """`1+3+5`."""
        found = [self.diamond()]
        while self.skip("+"):
            found.append(self.diamond())
        return found

    def groups(self) -> tuple[int, ...]:
        """`1x3 5x2*` as sorted cards; `?x3` for unknown ones."""
        found: list[int] = []
        seen: set[str] = set()
        while not found or GROUP.match(self.peek()):
            found.extend(self._group(seen))
        return tuple(sorted(found, key=lambda c: c - BELIEVED if c >= BELIEVED else c))

    def _group(self, seen: set[str]) -> list[int]:
        word = self.next("a group such as 5x3")
        match = GROUP.match(word)
        if not match:
            raise self.fault(f"'{word}' is no group", remedy="write 5x3, or 5x3* with the star")
        quality, count, star, doubt = match.groups()
        if quality in seen:
            raise self.fault(f"quality {quality} is named twice")
        seen.add(quality)
        size = int(count)
        if quality == "?":
            if star or doubt:
                raise self.fault(f"'{word}' is no group")
            return [UNKNOWN] * size
        if size > 5 or (size == 5 and not star):
            star_words = "five of a quality hold the starred one: write " + f"{quality}x5*"
            raise self.fault("only five of a quality exist" if size > 5 else star_words)
        plain = 2 * int(quality) - 2
        shift = BELIEVED if doubt else 0
        plains = size - 1 if star else size
        return [plain + shift] * plains + [plain + 1 + shift] * (size - plains)


def _is_diamond(word: str) -> bool:
    card = read_card(word.upper())
    return card is not None and (card < KINDS or card == UNKNOWN or BELIEVED <= card < 52)


def read_card(word: str) -> int | None:
    """A card's number from its name, or None."""
    card = NUMBERS.get(word)
    if card is not None or not word.endswith("?"):
        return card
    card = NUMBERS.get(word[:-1])
    return None if card is None or card >= END else card + BELIEVED
