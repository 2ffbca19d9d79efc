"""Diam's: what people see: drawings, sentences, sheets, the meaning of views."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final

from engines import api
from engines.diams import scoring
from engines.diams.cards import DECK, NUMBERS, VALUE
from engines.diams.dealing import HAND, LAID
from engines.diams.position import DiamsOptions
from engines.kit.sentences import HIDDEN, dealt, field, passes, player_of
from engines.messages import Message, Player, Sentence, say

# What is to be done, by phase.

TO_DO: Final[Mapping[str, Sentence]] = {
    "start": Sentence("kit.to-start"),
    "deal": Sentence("kit.to-deal"),
    "draw": Sentence("diams.to-draw"),
    "play": Sentence("kit.to-play"),
    "give": Sentence("diams.to-give"),
    "discard": Sentence("diams.to-discard"),
}


# The drawing of a view: zones of tokens, one colour for each quality.

RGB: Final[Mapping[str, tuple[int, int, int]]] = {
    "quality 1": (222, 222, 222),
    "quality 2": (176, 137, 94),
    "quality 3": (232, 132, 66),
    "quality 4": (244, 204, 88),
    "quality 5": (132, 188, 90),
    "quality 6": (44, 168, 150),
    "quality 7": (96, 184, 236),
    "quality 8": (70, 96, 220),
    "quality 9": (150, 90, 214),
    "quality 10": (220, 66, 110),
    "special": (64, 64, 72),
}
SIGNS: Final[Mapping[str, str]] = {"CV": "cart", "CR": "safe", "MG": "wand"}
"""What is drawn on special cards."""
BACK: Final = api.Token("?", hidden=True)
PHASES: Final[Mapping[str, Sentence]] = {
    "deal": Sentence("diams.counted"),
    "draw": Sentence("diams.drawing"),
    "play": Sentence("diams.playing"),
    "give": Sentence("diams.giving"),
    "discard": Sentence("diams.discarding"),
    "over": Sentence("diams.counted-over"),
}
BETWEEN_ROUNDS: Final = ("deal", "over")
"""The phases in which the round of the view is finished."""


def scene(view: api.View) -> api.Scene:
    """Market, deck and discard pile, then hand and vault of each seat."""
    zones = [
        api.Zone(say("diams.market"), tuple(map(_token, view["market"]))),
        api.Zone(say("diams.deck"), (BACK,) * view["deck"]),
        api.Zone(say("diams.discards"), tuple(map(_token, view["discards"]))),
    ]
    for seat, player in enumerate(view["players"]):
        # `6 chips = 4+2, points 26+11`; a quick match has no chips.
        chips, points = player["chips"], player["points"]
        total, each = sum(chips), "+".join(map(str, points))
        note = None
        if points and view["options"]["length"] == "quick":
            note = say("diams.points", points=points[0])
        elif points and len(chips) == 1:
            note = say("diams.chips", total=total, points=each)
        elif points:
            rounds = "+".join(map(str, chips))
            note = say("diams.chips-added", total=total, chips=rounds, points=each)
        for part, label in (("hand", say("diams.hand")), ("vault", say("diams.vault"))):
            hidden = (BACK,) * player[f"{part}_count"]
            tokens = hidden if player[part] is None else tuple(map(_token, player[part]))
            zones.append(api.Zone(label, tokens, seat, note if part == "vault" else None))
    notes = []
    if view["closing"] and view["turn"] is not None:
        who, left = Player(view["closing"]["by"]), view["closing"]["turns_left"]
        notes.append(
            say("diams.closes", who=who, left=left) if left else say("diams.closes-now", who=who)
        )
    if view["asked"]:
        notes.append(say("diams.asks", who=Player(view["asked"]["by"]), card=view["asked"]["kind"]))
    title = say("diams.before-deal")
    if view["round"]:
        title = say("diams.title", round=view["round"], phase=PHASES[view["phase"]]())
    active = tuple(seat for seat in view["pending"] if seat >= 0)
    return api.Scene(title, tuple(zones), active, tuple(notes), scores=tuple(_scores(view)))


@cache
def _token(card: str) -> api.Token:
    if not card[0].isdigit():
        face = api.Face("special", card, SIGNS[card]) if card in SIGNS else api.Face(label=card)
        return api.Token(card, "special", RGB["special"], face=face)
    quality = card.rstrip("*")
    face = api.Face("gem", quality, "star" if card != quality else "")
    return api.Token(card, f"quality {quality}", RGB[f"quality {quality}"], face=face)


def _scores(view: api.View) -> Sequence[int | None]:
    """Chips, in a quick match points; the round in progress counts if all its cards are known.

    None if those of a finished round are unknown, as in a record with gaps.
    """
    players = view["players"]
    quick = view["options"]["length"] == "quick"
    counted = [player["points" if quick else "chips"] for player in players]
    finished = view["round"] - (view["phase"] not in BETWEEN_ROUNDS)
    if len(counted[0]) < finished:
        return [None] * len(players)
    cards = [(player["vault"], player["hand"]) for player in players]
    unknown = any(known is None or "?" in known for pair in cards for known in pair)
    if unknown or len(counted[0]) == view["round"]:
        return [sum(row) if row or not quick else None for row in counted]
    vaults = [[NUMBERS[card] for card in vault] for vault, _ in cards]
    hands = [[NUMBERS[card] for card in hand] for _, hand in cards]
    now = scoring.score_round(vaults, hands).points
    added = now if quick else scoring.chips(now)
    return [sum(row) + more for row, more in zip(counted, added, strict=True)]


# Action texts as sentences for people.


def narrate(seat: api.Seat, text: str) -> Message:
    """An action text of `seat` as a sentence."""
    action, _, refill = text.partition("; refill ")
    verb, _, rest = action.partition(" ")
    narrator = (DEALER if seat == api.CHANCE else PLAYERS).get(verb)
    if narrator is None:
        told = say("engines.entry", who=Player(seat), text=action)
    else:
        told = narrator(seat, rest)
    if not refill:
        return told
    cards, ended = _after_end(refill)
    told = say("diams.n-refilled", what=told, cards=_or_nothing(cards))
    return say("diams.n-closing", what=told) if ended else told


def changes(before: api.View, after: api.View) -> tuple[Message, ...]:
    """Points and chips of the rounds that have been counted."""
    messages = []
    for at in range(len(before["players"][0]["chips"]), len(after["players"][0]["chips"])):
        counts = tuple(
            say("diams.n-count", who=Player(seat), points=one["points"][at], chips=one["chips"][at])
            for seat, one in enumerate(after["players"])
        )
        messages.append(say("diams.n-counted", number=at + 1, counts=counts))
    return tuple(messages)


def _after_end(text: str) -> tuple[str, bool]:
    """The cards that came up, and whether the closing card was among them."""
    return text.removeprefix("END "), text.startswith("END ")


def _or_nothing(cards: str) -> Message | str:
    return say("diams.n-nothing") if cards == "-" else cards


def _round(seat: api.Seat, rest: str) -> Message:
    number, _, first = rest.partition(" first ")
    return say("diams.n-round", number=int(number), who=player_of(first))


def _laid(seat: api.Seat, rest: str) -> Message:
    cards, _, out = rest.partition(" out ")
    return (
        say("diams.n-laid-out", cards=cards, out=out) if out else say("diams.n-laid", cards=cards)
    )


def _draws(seat: api.Seat, rest: str) -> Message:
    card, ended = _after_end(rest)
    who = Player(seat)
    if card == "-":
        told = say("diams.n-draws-nothing", who=who)
    else:
        told = (
            say("diams.n-draws-hidden", who=who)
            if card == HIDDEN
            else say("diams.n-draws", who=who, card=card)
        )
    return say("diams.n-closing", what=told) if ended else told


def _reveals(seat: api.Seat, rest: str) -> Message:
    shown, ended = _after_end(rest)
    cards, *special = shown.split(" +")
    who, laid = Player(seat), _or_nothing(cards)
    if special:
        told = say("diams.n-reveals-special", who=who, cards=laid, special=" ".join(special))
    else:
        told = say("diams.n-reveals", who=who, cards=laid)
    return say("diams.n-closing", what=told) if ended else told


def _market(seat: api.Seat, rest: str) -> Message:
    card, summed, taken = rest.partition(" = ")
    if not summed:
        return say("diams.n-market-same", who=Player(seat), card=card)
    if taken == "-":
        return say("diams.n-market-none", who=Player(seat), card=card)
    return say("diams.n-market-sum", who=Player(seat), card=card, cards=taken)


def _vault(seat: api.Seat, rest: str) -> Message:
    if rest.startswith("?x"):
        return say("diams.n-stores-hidden", who=Player(seat), count=int(rest[2:]))
    return say("diams.n-stores", who=Player(seat), cards=rest)


def _convoy(seat: api.Seat, rest: str) -> Message:
    if rest.startswith("?x"):
        return say("diams.n-convoy-hidden", who=Player(seat), count=int(rest[2:]))
    return say("diams.n-convoy", who=Player(seat), cards=rest)


def _crack(seat: api.Seat, rest: str) -> Message:
    asked, missed, _ = rest.partition(" -> ")
    victim, card = asked.split()
    sentence = Sentence("diams.n-cracks-in-vain" if missed else "diams.n-cracks")
    return sentence(who=Player(seat), victim=player_of(victim), card=card)


def _gives(seat: api.Seat, rest: str) -> Message:
    if rest == HIDDEN:
        return say("diams.n-gives-hidden", who=Player(seat))
    return say("diams.n-gives", who=Player(seat), card=rest)


def _force(seat: api.Seat, rest: str) -> Message:
    named, _, shown = rest.partition(" -> ")
    victim, card, _, special = named.split()
    who, whom = Player(seat), player_of(victim)
    if shown == "-":
        return say("diams.n-forces-in-vain", who=who, victim=whom, card=card, special=special)
    return say("diams.n-forces", who=who, victim=whom, card=card, special=special, cards=shown)


Narrator = Callable[[api.Seat, str], Message]
DEALER: Final[Mapping[str, Narrator]] = {
    "round": _round,
    "end": lambda seat, rest: say("diams.n-round-ends", number=int(rest.split()[1])),
    "market": _laid,
}
PLAYERS: Final[Mapping[str, Narrator]] = {
    "hand": dealt,
    "draw": _draws,
    "reveal": _reveals,
    "market": _market,
    "vault": _vault,
    "convoy": _convoy,
    "crack": _crack,
    "give": _gives,
    "magic": lambda seat, rest: say("diams.n-magic", who=Player(seat), card=rest),
    "force": _force,
    "discard": lambda seat, rest: say("diams.n-discards", who=Player(seat), cards=rest),
    "pass": passes,
}


# What its printed sheet shows: a grid of turns and the counts of every round.

COLUMNS = (
    api.PaperColumn(say("kit.paper-seat"), 10),
    api.PaperColumn(say("diams.paper-draw"), 16),
    api.PaperColumn(say("diams.paper-reveal"), 30),
    api.PaperColumn(say("diams.paper-play"), 76),
    api.PaperColumn(say("diams.paper-rest"), 44),
)
EXAMPLE = api.PaperExample(
    ("A", "", "2 9", "crack B 6* -> 6*", "discard 4"),
    ("A: reveal 2 9; crack B 6* -> 6*; discard 4",),
)
MARKS: tuple[tuple[api.PaperText, Message], ...] = (
    ("7 7*", say("diams.paper-cards")),
    ("CV CR MG", say("diams.paper-specials")),
    ("7 4 +CV", say("diams.paper-special")),
    ("END 4* 8", say("diams.paper-end")),
    ("market 7", say("diams.paper-same")),
    ("market 9 = 1+3+5", say("diams.paper-sum")),
    ("market 8 = -", say("diams.paper-nothing")),
    ("vault 1x3 5x2", say("diams.paper-vault")),
    ("convoy 5x1", say("diams.paper-convoy")),
    ("crack B 9 -> 9*", say("diams.paper-crack")),
    ("force A 1 using CV -> 1x2", say("diams.paper-force")),
    ("discard 2", say("diams.paper-discard")),
    ("refill 4 4 9", say("diams.paper-refill")),
)
CHECKS = (
    say("diams.paper-collections"),
    say("diams.paper-purity"),
    say("diams.paper-hand-sum"),
    say("diams.paper-points"),
    say("diams.paper-chips-of-round"),
)


def paper(options: DiamsOptions, seats: int) -> api.Paper:
    """The sheet for these options and this number of seats."""
    quick = options.length == "quick"
    # The longest round: each turn draws one card, the closing card is last, then one turn each.
    turns = len(DECK) - LAID - HAND * seats + seats
    first = api.PaperBlank(say("diams.paper-first"), 1)
    hands = [say("kit.paper-hand-of", seat=api.seat_letter(seat)) for seat in range(seats)]
    start = (
        (first, api.PaperBlank(say("diams.paper-market"), 3)),
        tuple(map(api.PaperBlank, hands)),
    )
    checks = CHECKS[:-1] if quick else CHECKS
    rounds = (
        api.PaperRound(say("kit.paper-round", number=number), turns, start, checks)
        for number in ((1,) if quick else (1, 2, 3))
    )
    qualities = range(1, 11)
    values: list[tuple[api.PaperText, ...]] = [(say("diams.paper-quality"), *map(str, qualities))]
    for count in (3, 4, 5):
        points = (str(VALUE[quality][count]) for quality in qualities)
        values.append((say("diams.paper-of-them", count=count), *points))
    earned: list[tuple[api.PaperText, ...]] = [
        (say("diams.paper-place"), *map(str, range(1, seats + 1))),
        (say("diams.paper-chips-each"), *map(str, scoring.chips(range(seats, 0, -1)))),
    ]
    tables = (
        api.PaperTable(say("diams.paper-values"), tuple(values)),
        api.PaperTable(say("diams.paper-chips"), tuple(earned)),
    )
    return api.Paper(
        reminder=(say("diams.paper-reminder-1"), say("diams.paper-reminder-2")),
        result=(say("diams.paper-points-won") if quick else say("diams.paper-chips-each"),),
        marks=MARKS,
        numbered=say("kit.paper-number"),
        columns=COLUMNS,
        example=EXAMPLE,
        rounds=tuple(rounds),
        tables=tables[:1] if quick else tables,
    )


# What every field of a view means.

VIEW_FIELDS: Final = (
    *api.COMMON,
    field("options.length", "string", "diams.view-options-length"),
    field("options.closing", "string", "diams.view-options-closing"),
    field("round", "number", "kit.view-round"),
    field("first", "number or null", "diams.view-first"),
    field("turn", "number or null", "diams.view-turn"),
    field("market", "list of string", "diams.view-market", "diams.view-market-order"),
    field("deck", "number", "diams.view-deck"),
    field("discards", "list of string", "diams.view-discards", "diams.view-discards-order"),
    field("closing", "object or null", "diams.view-closing"),
    field("closing.by", "number", "diams.view-closing-by"),
    field("closing.turns_left", "number", "diams.view-closing-turns_left"),
    field("asked", "object or null", "diams.view-asked"),
    field("asked.by", "number", "diams.view-asked-by"),
    field("asked.kind", "string", "diams.view-asked-kind"),
    field("players", "list of object", "kit.view-players", "kit.view-players-order"),
    field(
        "players[].hand",
        "list of string or null",
        "kit.view-players-hand",
        "diams.view-players-hand-order",
        api.ITS_SEAT,
    ),
    field("players[].hand_count", "number", "kit.view-players-hand_count"),
    field(
        "players[].vault",
        "list of string or null",
        "diams.view-players-vault",
        "diams.view-players-vault-order",
        api.ITS_SEAT,
    ),
    field("players[].vault_count", "number", "diams.view-players-vault_count"),
    field(
        "players[].chips",
        "list of number",
        "diams.view-players-chips",
        "diams.view-players-chips-order",
    ),
    field(
        "players[].points",
        "list of number",
        "diams.view-players-points",
        "diams.view-players-chips-order",
    ),
)
