"""Diam's: reading the words of an action text: cards, groups, numbers and seats."""

import re
from typing import ClassVar, Final

from engines.api import Seat
from engines.diams.cards import END, KINDS, NUMBERS, TENTATIVE, UNKNOWN
from engines.kit.reading import Reading
from engines.messages import Message, say

GROUP: Final = re.compile(r"(10|[1-9]|\?)[xX]([1-9][0-9]?)(\*?)(\??)$")


class DiamsWords(Reading):
    """The words of one text, with the cards, groups and numbers of Diam's."""

    WORD: ClassVar[re.Pattern[str]] = re.compile(r"->|[=+]|[^\s=+]+")
    SEATS: ClassVar[str] = "ABCDE"

    def number(self, wanted: Message | None = None) -> int:
        """A whole number."""
        word = self.next(wanted or say("diams.a-number"))
        if not (word.isascii() and word.isdigit() and len(word) < 10):
            raise self.fault(say("diams.no-number", word=word))
        return int(word)

    def card(self) -> int:
        """A card, known, tentative or unknown; not the closing card."""
        word = self.next(say("kit.a-card"))
        card = read_card(word.upper())
        if card is None or card == END:
            raise self.fault(say("diams.no-card", word=word))
        return card

    def diamond(self) -> int:
        """A card that is not special."""
        card = self.card()
        if KINDS <= card < END or card >= KINDS + TENTATIVE:
            raise self.fault(say("diams.not-special"))
        return card

    def special(self) -> int:
        """A special card."""
        card = self.card()
        certain = card - TENTATIVE if card >= TENTATIVE else card
        if card != UNKNOWN and not KINDS <= certain < END:
            raise self.fault(say("diams.special-wanted"))
        return card

    def assertion(self) -> tuple[Seat, str]:
        """A seat and its number: `A26`, or `A?` if the number is unknown."""
        word = self.next(say("diams.a-count")).upper()
        number = word[1:]
        known = number.isascii() and number.isdigit() and len(number) < 10
        if word[0] not in "ABCDE" or not (number == "?" or known):
            raise self.fault(say("diams.no-count", word=word))
        return ord(word[0]) - ord("A"), number if number == "?" else str(int(number))

    def cards(self) -> list[int]:
        """All cards that follow, in the order written; `-` for none."""
        if self.skip("-"):
            return []
        found = [self.card()]
        while self.peek() and read_card(self.peek().upper()) is not None:
            found.append(self.card())
        return found

    def diamonds(self) -> list[int]:
        """All diamonds that follow, in the order written; `-` for none."""
        if self.skip("-"):
            return []
        found: list[int] = []
        while not found or (self.peek() and _is_diamond(self.peek())):
            found.append(self.diamond())
        return found

    def summands(self) -> list[int]:
        """The cards of a sum such as `1+3+5`."""
        found = [self.diamond()]
        while self.skip("+"):
            found.append(self.diamond())
        return found

    def groups(self) -> tuple[int, ...]:
        """Groups such as `1x3 5x2*` as sorted cards; `?x3` for unknown cards."""
        found: list[int] = []
        seen: dict[str, re.Match[str]] = {}
        while not found or GROUP.match(self.peek()):
            found.extend(self._group(seen))
        return tuple(sorted(found, key=lambda c: c - TENTATIVE if c >= TENTATIVE else c))

    def _group(self, seen: dict[str, re.Match[str]]) -> list[int]:
        word = self.next(say("diams.a-group"))
        match = GROUP.match(word)
        if not match:
            raise self.fault(say("diams.no-group", word=word), say("diams.write-group"))
        quality, count, star, mark = match.groups()
        if quality in seen:
            raise self.fault(
                say("diams.quality-twice", quality=quality), _as_one(seen[quality], match)
            )
        seen[quality] = match
        size = int(count)
        if quality == "?":
            if star or mark:
                raise self.fault(say("diams.no-group", word=word))
            return [UNKNOWN] * size
        if size > 5 or (size == 5 and not star):
            all_five = say("diams.five-with-star", text=f"{quality}x5*")
            raise self.fault(say("diams.five-exist") if size > 5 else all_five)
        plain = 2 * int(quality) - 2
        shift = TENTATIVE if mark else 0
        plains = size - 1 if star else size
        return [plain + shift] * plains + [plain + 1 + shift] * (size - plains)


def _as_one(one: re.Match[str], other: re.Match[str]) -> Message | None:
    """The remedy to write two groups of a quality as one; None if there are not so many."""
    size = int(one[2]) + int(other[2])
    if one[1] == "?":
        return say("kit.write", text=f"?x{size}")
    star = "*" if one[3] or other[3] or size == 5 else ""
    return (
        say("kit.write", text=f"{one[1]}x{size}{star}{one[4] or other[4]}") if size <= 5 else None
    )


def _is_diamond(word: str) -> bool:
    card = read_card(word.upper())
    return card is not None and (card < KINDS or card == UNKNOWN or TENTATIVE <= card < 52)


def read_card(word: str) -> int | None:
    """A card's number from its name; None if there is no such card."""
    card = NUMBERS.get(word)
    if card is not None or not word.endswith("?"):
        return card
    card = NUMBERS.get(word[:-1])
    return None if card is None or card >= END else card + TENTATIVE
