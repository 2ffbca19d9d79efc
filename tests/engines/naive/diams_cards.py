"""The cards of the naive Diam's as strings, and texts for groups of cards."""

SPECIALS = ["CV", "CR", "MG"]
CLOSING = "END"
KINDS = [str(q) + star for q in range(1, 11) for star in ("", "*")]
QUALITIES = {kind: int(kind.rstrip("*")) for kind in KINDS}
HAND_ORDER = KINDS + SPECIALS
FULL_DECK = (
    [str(q) for q in range(1, 11) for _ in range(4)]
    + [str(q) + "*" for q in range(1, 11)]
    + SPECIALS
    + [CLOSING]
)
LETTERS = "ABCDE"
DEALER = -1


def is_diamond(card: str) -> bool:
    return card in QUALITIES


def quality(card: str) -> int:
    return QUALITIES[card]


def is_pure(card: str) -> bool:
    return card.endswith("*")


def in_order(cards: list[str]) -> list[str]:
    """Cards in the order of a hand: by quality, plain before starred, then CV CR MG."""
    return sorted(cards, key=HAND_ORDER.index)


def diamonds_of(cards: list[str]) -> list[str]:
    return [card for card in cards if is_diamond(card)]


def count_quality(cards: list[str], wanted: int) -> int:
    return len([card for card in diamonds_of(cards) if quality(card) == wanted])


def groups_text(cards: list[str]) -> str:
    """Cards as groups, e.g. "1x3 7x1*"."""
    parts = []
    for q in range(1, 11):
        same = [card for card in cards if quality(card) == q]
        if same:
            star = "*" if any(is_pure(card) for card in same) else ""
            parts.append(f"{q}x{len(same)}{star}")
    return " ".join(parts)


def groups_cards(text: str) -> list[str]:
    """The cards of a text such as "1x3 7x1*"."""
    cards: list[str] = []
    for part in text.split():
        star = part.endswith("*")
        q, number = part.rstrip("*").split("x")
        plain = int(number) - (1 if star else 0)
        cards += [q] * plain + ([q + "*"] if star else [])
    return cards
