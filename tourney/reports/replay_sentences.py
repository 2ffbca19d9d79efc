"""What happened in a match as sentences, for the page of a match.

The face of a game narrates each entry as a viewer may see it. Most words of a sentence are in the
notation of the entry too, which the page has anyway, so the page holds patterns: few for a match,
each with places where the words of the notation and the names of players go. The script fills in
patterns; nothing here or there knows a rule.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from engines.api import CHANCE, Game, Ply, Who, seat_letter
from tourney.render.frames import MatchReplay
from tourney.reports.replay_frames import digit, digits

WORD: Final = re.compile(r"[^ @/;^!=]+")
"""A word of a notation; the script splits it alike."""
PLACE: Final = 0xE000
"""The first of the characters that stand for names while a sentence is taken apart."""
NAMES: Final = tuple(chr(PLACE + seat) for seat in range(8))
SAME: Final = " "
"""Stands for the pattern that the first view has for an entry."""


class SentenceTable:
    """The patterns of a match: `%a` is who acts, `%A` the player in seat A, `%na` the player whose
    letter is word 0, `%wa` word 0, `%rab` what is written from word 0 to word 1, `%%` the sign.
    """

    def __init__(self, game: Game[Any], replay: MatchReplay, lang: str) -> None:
        self._game = game
        self._plies = {entry.number: entry.ply for entry in replay.entries if entry.number}
        self._lang = lang
        self._told: list[dict[int, str]] = []

    def tell(self, written: Mapping[int, str], who: Who) -> None:
        """Take what a view shows: the notation of its entries, by their numbers."""
        self._told.append({
            number: self._pattern(ply, text, who)
            for number, text in written.items()
            if (ply := self._plies.get(number)) is not None
        })  # fmt: skip

    def coded(self) -> Mapping[str, Any]:
        """What the script reads: the patterns, and which one each entry has in each view."""
        uses = Counter(pattern for told in self._told for pattern in told.values())
        # Without a pattern an entry is shown as it is written.
        numbers = {"": 0} | {one: at for at, (one, _) in enumerate(uses.most_common(), 1)}
        first, *others = self._told
        views = [digits(numbers[first.get(ply, "")] for ply in range(1, max(self._plies) + 1))]
        for told in others:
            signs = (
                SAME if told.get(ply) == first.get(ply) else digit(numbers[told.get(ply, "")])
                for ply in range(1, max(self._plies) + 1)
            )
            views.append("".join(signs).rstrip(SAME))
        return {"patterns": list(numbers), "told": views}

    def _pattern(self, ply: Ply[Any], text: str, who: Who) -> str:
        try:
            message = self._game.narrate(ply.seat, self._game.text(ply, who))
        except (ValueError, IndexError):  # a record may write `?` where an engine has a number
            return ""
        sentence = message.text(self._lang, NAMES)
        words = [found.span() for found in WORD.finditer(text)]
        return "".join(_pieces(sentence, text, words, ply.seat))


def _pieces(
    sentence: str, text: str, words: Sequence[tuple[int, int]], actor: int
) -> Iterator[str]:
    """The parts of a pattern, from the first character of a sentence to the last one."""
    letters = {text[first:last]: at for at, (first, last) in enumerate(words)}
    runs = [
        (text[words[first][0] : words[last][1]], first, last)
        for first in range(len(words))
        for last in range(first, len(words))
    ]
    runs.sort(key=lambda run: -len(run[0]))
    beginning: dict[str, list[tuple[str, int, int]]] = {}
    for run in runs:
        beginning.setdefault(run[0][0], []).append(run)
    at = 0
    while at < len(sentence):
        seat = ord(sentence[at]) - PLACE
        if 0 <= seat < len(NAMES):
            letter = seat_letter(seat)
            named = f"%n{digit(letters[letter])}" if letter in letters else f"%{letter}"
            yield "%a" if seat == actor != CHANCE else named
            at += 1
            continue
        for written, first, last in beginning.get(sentence[at], ()):
            if not sentence.startswith(written, at):
                continue
            # No word is looked for within a longer one.
            end = at + len(written)
            around = sentence[at - 1 : at] if at else "", sentence[end : end + 1]
            if not any(sign.isascii() and sign.isalnum() for sign in around):
                yield f"%r{digits((first, last))}" if last > first else f"%w{digit(first)}"
                at = end
                break
        else:
            yield "%%" if sentence[at] == "%" else sentence[at]
            at += 1
