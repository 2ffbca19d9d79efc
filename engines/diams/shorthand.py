"""Diam's: other spellings of cards and actions, as people type them at a table.

Kana and kanji are replaced wherever they stand. Then each part of a turn is read as a short form:
`m9=135` for `market 9 = 1+3+5`, `v555` for `vault 5x3`, `t` for a 10. A short form depends on no
position, and a text that is none stays as it is.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final

from engines.kit.tokens import Spellings, respelled, spellings

JAPANESE: Final[Mapping[str, str]] = {
    "draw": "引く",
    "reveal": "公開",
    "market": "市場",
    "vault": "金庫",
    "convoy": "護送",
    "crack": "破る",
    "magic": "手品",
    "force": "強制販売",
    "using": "使って",
    "discard": "捨てる",
    "pass": "パス",
    "give": "渡す",
}
"""The words of moves in lists for Japanese readers; `TYPED` reads them."""
TYPED: Final[Spellings] = spellings(
    (
        # The name of a special card begins an action; elsewhere it is the card.
        (r"(?:^|(?<=[;:]))\s*護送(?:列車)?", "convoy "),
        (r"(?:^|(?<=[;:]))\s*(?:金庫破り|破る)", "crack "),
        (r"(?:^|(?<=[;:]))\s*手品", "magic "),
        (r"護送列車|護送", "CV "),
        (r"金庫破り", "CR "),
        (r"手品", "MG "),
        (r"なし", "-"),
        (r"手札|てふだ", "hand "),
        (r"ドロー|引く", "draw "),
        (r"公開|めくる", "reveal "),
        (r"市場", "market "),
        (r"金庫", "vault "),
        (r"強制販売", "force "),
        (r"使って", " using "),
        (r"渡す", "give "),
        (r"捨てる|捨て", "discard "),
        (r"補充", "refill "),
        (r"閉鎖カード|閉鎖", "END "),
        (r"パス", "pass"),
        (r"十", "10"),
        (r"\b(draw|reveal|market|vault|convoy|magic|discard|refill)(?=\d)", r"\1 "),  # `draw7`
    )
)
VERBS: Final[Mapping[str, str]] = {
    "d": "draw", "r": "reveal", "m": "market", "v": "vault", "cv": "convoy", "cr": "crack",
    "mg": "magic", "f": "force", "x": "discard", "rf": "refill", "h": "hand", "p": "pass",
    "引": "draw", "公": "reveal", "市": "market", "金": "vault", "護": "convoy", "破": "crack",
    "手": "magic", "強": "force", "捨": "discard", "補": "refill", "札": "hand",
}  # fmt: skip
"""The short word of each action; its first three letters or more will do as well."""
BEGINNINGS: Final[Mapping[str, str]] = {
    word[:length]: word for word in VERBS.values() for length in range(3, len(word) + 1)
}
DRAWN: Final = r"(?:10|[1-9])\*?"
SPECIAL: Final = "(?:CV|CR|MG)"
CARD: Final = rf"(?:{DRAWN}|{SPECIAL})"  # a 0 stands only in 10: `110` is 1 and 10
DIAMONDS: Final = rf"(?:\s*{DRAWN})+"
OUT: Final = rf"(?:\s*out\s*(?P<out>(?:\s*{SPECIAL})+))?"  # specials met on the way
CARDS: Final = rf"(?:\s*{CARD})+|(?:\s*\?)+"
VAULT: Final = rf"{DIAMONDS}|(?:\s*\?)+|\?\s*x?\d\d?|(?:\s*(?:10|[1-9])x[1-9]\*?)+"
GROUPED: Final = ("vault", "convoy", "force")
TEN: Final = re.compile(r"(?<!marke)(?<!vaul)(?<!ou)t", re.I)
"""The short name of a 10; not the `t` of a word."""
MAX_GLUED: Final = 40
"""Characters of a turn without blanks or signs between its actions."""
KANJI: Final = "引公市金護破手強捨補札"
ALONE: Final = re.compile(
    rf"(?!.*({SPECIAL}).*\1)\s*(?P<cards>{DRAWN}(?:\s*{CARD})+){OUT}\s*", re.I | re.S
)
"""Cards alone; none of the special cards is there twice."""
FIRST: Final = re.compile(
    rf"(?P<end>e(?:nd)?)?(?P<cards>{DRAWN}(?:{DRAWN})?(?:\+?{SPECIAL})*|{SPECIAL})?", re.I
)
"""Cards from the deck, with the closing card before them."""
PART: Final = re.compile(rf"(\s*[~^]?\s*)([a-z]+|[{KANJI}])(.*)", re.I | re.S)
Wording = Callable[[re.Match[str]], str]


def typed(text: str) -> str:
    """A text in notation."""
    if '"' in text or text.startswith("--"):
        return respelled(text, TYPED)
    parts = []
    for part in respelled(text, TYPED).split(";"):
        tens = TEN.sub("10", part)
        plain = tens.strip()
        if alone := ALONE.fullmatch(tens):  # as in an answer: `25*10`, `25*t`, `25*10 out cv`
            written = _laid(alone)
        else:
            written = _action(tens) or _glued(plain) or _cards_first(plain) or _shortened(tens)
        parts.append(written or part)
    return ";".join(parts)


def _action(text: str) -> str:
    """An action in its short form; "" if it is none."""
    for mark, verb, more in _words(text):
        form, wording = FORMS[verb]
        if short := re.fullmatch(form, more, re.I):
            return f"{mark}{verb} {wording(short)}".rstrip()
    return ""


def _words(text: str) -> Iterator[tuple[str, str, str]]:
    """The actions that a text may begin, with what follows: `crb9` is the word `cr` and `b9`."""
    if part := PART.fullmatch(text):
        mark, word, rest = part.groups()
        for length in range(len(word), 0, -1):
            begun = word[:length].lower()
            if verb := VERBS.get(begun) or BEGINNINGS.get(begun):
                yield mark, verb, f"{word[length:]}{rest}".strip()


@lru_cache(maxsize=1 << 10)  # each end of a text is looked at many times
def _glued(text: str) -> str:
    """Actions without a sign between them, `m6x28` for `market 6; discard 2 8`; "" for others.

    There is no blank, since a letter before a blank may be a player. After groups of cards an `x`
    may also be the sign of a group.
    """
    if len(text) < MAX_GLUED and not re.search(r"\s", text):
        for end in range(len(text) - 1, 0, -1):
            if text[end].isalpha() and (rest := _action(text[end:]) or _glued(text[end:])):
                first = _action(text[:end])
                if first and not (first.startswith(GROUPED) and rest.startswith("discard")):
                    return f"{first}; {rest}"
    return ""


def _cards_first(text: str) -> str:
    """A play after the cards that were drawn, one, or revealed, two: `43m5-`; "" if it is none.

    `e` before them is the closing card. `9m` plays the card that was drawn: `9m9`.
    """
    for length in range(len(text), 0, -1):
        if (drawn := FIRST.fullmatch(text[:length])) and (drawn["end"] or length < len(text)):
            end, cards, play = drawn["end"] or "", drawn["cards"] or "", text[length:]
            verb = "draw" if re.fullmatch(rf"(?:{CARD})?", cards, re.I) else "reveal"
            if verb == "draw" and re.match("(?:m|市)(?=$|[-=x捨補]|rf)", play, re.I):
                play = f"m{cards}{play[1:]}"
            played = _action(play) or _glued(play)
            opens = played.startswith(("draw", "reveal", "discard", "refill", "hand"))
            first = _action(f"{verb}{end}{cards}")
            if first and not play:
                return first
            if first and played and not opens and not play[0].isspace():
                return f"{first}; {played}"
    return ""


def _shortened(text: str) -> str:
    """A short word before the notation: `rf4 out cv`; "" if there is none."""
    for mark, verb, more in _words(text):
        if more[:1].isdigit() or more[:1] == "?":
            return f"{mark}{verb} {more}"
    return ""


def _cards(text: str, joint: str = " ") -> str:
    """Cards that may stand without blanks."""
    return joint.join(re.findall(rf"{CARD}|\?", text, re.I)) or text.strip()


def _groups(text: str) -> str:
    """Cards of a vault as groups, `555*` as `5x3*`; of hidden ones the number, `?3` or `???`."""
    if text.strip().startswith("?"):
        count = re.search(r"\d+", text)
        return f"?x{count[0] if count else text.count('?')}"
    if "x" in text.lower():
        return " ".join(text.lower().split())
    cards = sorted(_cards(text).split(), key=lambda card: int(card.rstrip("*")))
    words = []
    for quality, alike in groupby(cards, lambda card: card.rstrip("*")):
        of_quality = list(alike)
        stars = "".join(card.removeprefix(quality) for card in of_quality)
        words.append(f"{quality}x{len(of_quality)}{stars}")
    return " ".join(words)


def _drawn(found: re.Match[str]) -> str:
    return f"{'END ' if found['end'] else ''}{found['card'] or ''}"


def _revealed(found: re.Match[str]) -> str:
    end, cards, more = "END " if found["end"] else "", found["cards"], found["more"]
    return f"{end}{_cards(cards)} {' '.join(f'+{card}' for card in _cards(more).split())}".rstrip()


def _taken(found: re.Match[str]) -> str:
    card = found["card"]
    taken: Sequence[str] = _cards(found["sum"] or "").split()
    given_up: Sequence[str] = _cards(found["more"] or "").split()
    if found["glued"]:
        taken, given_up = _sum_first(card, _cards(found["glued"]).split())
    words = f" = {'+'.join(taken)}" if taken else " = -" if found["none"] else ""
    return card + words + _given_up(given_up)


def _given_up(cards: Sequence[str]) -> str:
    return f"; discard {' '.join(cards)}" if cards else ""


def _sum_first(card: str, cards: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """The cards of a sum and those given up after it, typed without a sign between them.

    A sum ends where it adds up. With a card that no sum can have, all are given up. Otherwise all
    are a sum, which does not add up and is refused with this reason.
    """
    if not card[0].isdigit():  # a special card, which is refused
        return cards, ()
    wanted, total = int(card.rstrip("*")), 0
    worth = [int(one.rstrip("*")) if one[0].isdigit() else wanted for one in cards]
    for count, one in enumerate(worth, 1):
        total += one
        if total == wanted and count > 1:
            return cards[:count], cards[count:]
    return ((), cards) if max(worth) >= wanted else (cards, ())


def _answered(found: re.Match[str]) -> str:
    answer = found["answer"]
    return f"{found['seat']} {found['card']}" + (f" -> {answer}" if answer else "")


def _forced(found: re.Match[str]) -> str:
    answer = found["answer"]
    shown = answer if not answer or answer == "-" else _groups(answer)
    forced = f"{found['seat']} {found['card']} using {found['special']}"
    return forced + (f" -> {shown}" if shown else "")


def _opened(found: re.Match[str]) -> str:
    hand = found["hand"]
    return _groups(found["vault"]) + (f" hand {_cards(hand)}" if hand else "")


def _laid(found: re.Match[str]) -> str:
    out = found["out"]
    return _cards(found["cards"]) + (f" out {_cards(out)}" if out else "")


def _listed(found: re.Match[str]) -> str:
    return _cards(found[0])


END: Final = r"(?P<end>e(?:nd)?)?\s*"
TO: Final = r"(?:->|[=>])?\s*"
FORMS: Final[Mapping[str, tuple[str, Wording]]] = {
    "draw": (rf"{END}(?P<card>{CARD}|[?-])?", _drawn),
    "reveal": (
        rf"{END}(?P<cards>{DIAMONDS}|(?:\s*\?)+|-)(?P<more>(?:\s*\+?\s*{SPECIAL})*)",
        _revealed,
    ),
    "market": (
        rf"(?P<card>{CARD})(?:\s*=?\s*(?P<none>-)(?P<more>(?:{CARD})*)"
        rf"|\s*=(?P<sum>(?:[\s+]*{CARD})+)"
        rf"|(?P<glued>(?:{CARD})+))?",
        _taken,
    ),
    "vault": (rf"(?P<vault>{VAULT})(?:\s*h(?:and)?\s*(?P<hand>{CARDS}|-))?", _opened),
    "convoy": (VAULT, lambda found: _groups(found[0])),
    "crack": (
        rf"(?P<seat>[A-E])\s*(?P<card>{CARD})(?:\s*{TO}(?P<answer>{CARD}|[?-]))?",
        _answered,
    ),
    "magic": (
        rf"(?P<card>{CARD})(?P<more>(?:{CARD})*)",
        lambda found: found["card"] + _given_up(_cards(found["more"]).split()),
    ),
    "force": (
        rf"(?P<seat>[A-E])\s*(?P<card>{CARD})\s*(?:using\s*)?(?P<special>{SPECIAL}|\?)"
        rf"(?:\s*{TO}(?P<answer>{VAULT}|-))?",
        _forced,
    ),
    "discard": (CARDS, _listed),
    "refill": (rf"(?P<cards>{CARDS}|-){OUT}", _laid),
    "hand": (CARDS, _listed),
    "pass": ("", lambda found: ""),
}
"""What follows each short word, and how the notation writes it."""
