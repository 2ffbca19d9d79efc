"""Diam's: other spellings of cards and actions, as people type them at a table.

Kana and kanji are replaced wherever they stand. Then each part of a turn is read as a short form:
`m9=135` for `market 9 = 1+3+5`, `v555` for `vault 5x3`. A short form depends on no position, and a
text that is none stays as it is.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import groupby
from typing import Final

from engines.kit.spelling import Spellings, respelled, spellings

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
MOST: Final = 40
"""Characters of a turn without blanks or signs between its actions."""
KANJI: Final = "引公市金護破手強捨補札"
PART: Final = re.compile(rf"(\s*[~^]?\s*)([a-z]+|[{KANJI}])(.*)", re.I | re.S)
Wording = Callable[[re.Match[str]], str]


def typed(text: str) -> str:
    """A text in notation."""
    if '"' in text or text.startswith("--"):
        return respelled(text, TYPED)
    return ";".join(map(_part, respelled(text, TYPED).split(";")))


def _part(text: str) -> str:
    """A part of a turn, or cards alone, as in an answer: `25*10`, `25*10 out cv`."""
    if alone := re.fullmatch(rf"\s*(?P<cards>{DRAWN}(?:{CARD})+){OUT}\s*", text, re.I):
        return _laid(alone)
    plain = text.strip()
    return _action(text) or _glued(plain) or _cards_first(plain) or _shortened(text) or text


def _action(text: str) -> str:
    """An action in its short form; "" if it is none."""
    for mark, verb, more in _words(text):
        form, wording = FORMS[verb]
        if short := re.fullmatch(form, more, re.I):
            return f"{mark}{verb} {wording(short)}".rstrip()
    return ""


def _words(text: str) -> Iterator[tuple[str, str, str]]:
    """The actions that a text may begin, with what follows: `crb9` is the word `cr` and `b9`."""
    if found := PART.fullmatch(text):
        mark, word, rest = found.groups()
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
    if len(text) < MOST and not re.search(r"\s", text):
        for end in range(len(text) - 1, 0, -1):
            if text[end].isalpha() and (rest := _action(text[end:]) or _glued(text[end:])):
                first = _action(text[:end])
                if first and not (first.startswith(GROUPED) and rest.startswith("discard")):
                    return f"{first}; {rest}"
    return ""


def _cards_first(text: str) -> str:
    """A play after the cards that were drawn, one, or revealed, two: `43m5-`; "" if it is none."""
    if found := re.fullmatch(rf"({DRAWN}(?:{DRAWN})?(?:\+{SPECIAL})*)([a-z{KANJI}].*)", text, re.I):
        play = _action(found[2]) or _glued(found[2])
        if play and not play.startswith(("draw", "reveal", "discard", "refill", "hand")):
            verb = "draw" if re.fullmatch(DRAWN, found[1]) else "reveal"
            return f"{_action(verb + found[1])}; {play}"
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
    for quality, found in groupby(cards, lambda card: card.rstrip("*")):
        of_quality = list(found)
        stars = "".join(card.removeprefix(quality) for card in of_quality)
        words.append(f"{quality}x{len(of_quality)}{stars}")
    return " ".join(words)


def _drawn(found: re.Match[str]) -> str:
    return f"{'END ' if found['end'] else ''}{found['card'] or ''}"


def _revealed(found: re.Match[str]) -> str:
    end, cards, more = "END " if found["end"] else "", found["cards"], found["more"]
    return f"{end}{_cards(cards)} {' '.join(f'+{card}' for card in _cards(more).split())}".rstrip()


def _taken(found: re.Match[str]) -> str:
    taken = found["sum"] or found["glued"]
    words = f" = {_cards(taken, '+')}" if taken else " = -" if found["none"] else ""
    return found["card"] + words


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
        rf"{END}(?P<cards>{DIAMONDS}|(?:\s*\?)+|-)(?P<more>(?:\s*\+\s*{SPECIAL})*)",
        _revealed,
    ),
    "market": (
        rf"(?P<card>{CARD})(?:\s*=?\s*(?P<none>-)|\s*=(?P<sum>(?:[\s+]*{CARD})+)"
        rf"|(?P<glued>(?:{CARD})+))?",
        _taken,
    ),
    "vault": (rf"(?P<vault>{VAULT})(?:\s*h(?:and)?\s*(?P<hand>{CARDS}|-))?", _opened),
    "convoy": (VAULT, lambda found: _groups(found[0])),
    "crack": (
        rf"(?P<seat>[A-E])\s*(?P<card>{CARD})(?:\s*{TO}(?P<answer>{CARD}|[?-]))?",
        _answered,
    ),
    "magic": (CARD, _listed),
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
