"""Diamonds: what people see: drawings, sentences, sheets, the meaning of views."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from engines import api
from engines.diamonds.cards import SUITS
from engines.diamonds.position import ROUNDS, DiamondsOptions, hand_size, trick_size
from engines.kit.sentences import HIDDEN, dealt, field, player_of
from engines.messages import Message, Player, Sentence, say

# What is to be done, by phase.

TO_DO: Final[Mapping[str, Sentence]] = {
    "start": Sentence("kit.to-start"),
    "deal": Sentence("kit.to-deal"),
    "announce": Sentence("diamonds.to-announce"),
    "pass": Sentence("diamonds.to-pass"),
    "play": Sentence("kit.to-play"),
}


PHASE_WORDS: Final = {
    "start": Sentence("diamonds.phase-start"),
    "deal": Sentence("diamonds.phase-deal"),
    "announce": Sentence("diamonds.phase-announce"),
    "pass": Sentence("diamonds.phase-pass"),
    "play": Sentence("diamonds.phase-play"),
    "over": Sentence("diamonds.phase-over"),
}


# The drawing of a view: zones of tokens, one colour for each suit.

TONES: Final = {"D": "diamonds", "H": "hearts", "S": "spades", "C": "clubs"}


def scene(view: api.View) -> api.Scene:
    """The current and the last trick, then hand and crystals of each seat."""
    zones = [api.Zone(say("diamonds.trick"), _played(view["trick"]))]
    if last := view["last_trick"]:
        winner = last["winner"]  # None if a record does not show it
        note = None if winner is None else say("diamonds.won-by", who=Player(winner))
        zones.append(api.Zone(say("diamonds.last-trick"), _played(last["cards"]), note=note))
    scores: list[int | None] = []
    for seat, player in enumerate(view["players"]):
        hidden = (api.Token("?", hidden=True),) * player["hand_count"]
        hand = hidden if player["hand"] is None else tuple(map(_token, player["hand"]))
        zones.append(api.Zone(say("diamonds.hand"), hand, seat))
        vault = "?" if player["vault"] is None else str(player["vault"])
        thief = view["thief"] == seat
        note = say("diamonds.vault-and-thief" if thief else "diamonds.vault", count=vault)
        shown = str(player["showroom"])
        crystals = api.Token(shown, face=api.Face("count", shown, "crystal"))
        zones.append(api.Zone(say("diamonds.showroom"), (crystals,), seat, note))
        taken = tuple(_taken(suit, n) for suit, n in player["taken"].items() if n)
        if player["tricks"] is not None:
            tricks = say("diamonds.tricks", count=player["tricks"])
            zones.append(api.Zone(say("diamonds.taken"), taken, seat, tricks))
        known = player["vault"] is not None
        scores.append(player["showroom"] + 2 * player["vault"] if known else None)
    notes = []
    if view["dealer"] is not None:
        notes.append(say("diamonds.dealer", who=Player(view["dealer"])))
    if view["pass"]:
        notes.append(say("diamonds.pass", count=view["pass"]))
    active = tuple(seat for seat in view["pending"] if seat >= 0)
    title = say("diamonds.title", round=view["round"], phase=PHASE_WORDS[view["phase"]]())
    return api.Scene(title, tuple(zones), active, tuple(notes), scores=tuple(scores))


def _played(cards: Sequence[api.View]) -> tuple[api.Token, ...]:
    return tuple(_token(played["card"], api.seat_letter(played["seat"])) for played in cards)


@cache
def _token(card: str, who: str = "") -> api.Token:
    """A card, in a trick with the seat that played it."""
    tone = TONES.get(card[0], "")
    face = api.Face("card", card[1:] if tone else card, tone, who)
    return api.Token(f"{who}:{card}" if who else card, tone, face=face)


@cache
def _taken(suit: str, count: int) -> api.Token:
    """How many cards of a suit were taken."""
    return api.Token(f"{suit}{count}", TONES[suit], face=api.Face("count", str(count), TONES[suit]))


# Action texts as sentences for people.


def narrate(seat: api.Seat, text: str) -> Message:
    """An action text of `seat` as a sentence."""
    verb, _, rest = text.partition(" ")
    if verb == "hand":
        return dealt(seat, rest)
    if verb == "pass":
        if HIDDEN in rest:
            return say("diamonds.n-gives-hidden", who=Player(seat), count=len(rest.split()))
        return say("diamonds.n-gives", who=Player(seat), cards=rest)
    if verb == "round":
        number, _, _, _, count = rest.split()  # `1 dealer A pass 3`
        return say("diamonds.n-announces", number=int(number), who=Player(seat), count=int(count))
    if verb[0] in "DHSC":
        if not rest:
            return say("diamonds.n-plays", who=Player(seat), card=verb)
        return say("diamonds.n-wins", who=Player(seat), card=verb, winner=player_of(rest[-1]))
    return say("engines.entry", who=Player(seat), text=text)


def changes(before: api.View, after: api.View) -> tuple[Message, ...]:
    """The crystals that seats won and lost, as far as the viewer sees them, and the thief."""
    messages = []
    for place, sentence in (
        ("showroom", Sentence("diamonds.n-showrooms")),
        ("vault", Sentence("diamonds.n-vaults")),
    ):
        counts = []
        for seat, player in enumerate(after["players"]):
            old, new = before["players"][seat][place], player[place]
            if old is not None and new not in (None, old):
                counts.append(say("diamonds.n-count", who=Player(seat), old=old, new=new))
        if counts:
            messages.append(sentence(counts=tuple(counts)))
    if after["thief"] not in (None, before["thief"]):
        messages.append(say("diamonds.n-thief", who=Player(after["thief"])))
    return tuple(messages)


# What its printed sheet shows: a block of tricks for every round.

EXAMPLE = ("C6", "C8", "C4", "D7", "C1", "H2")
"""A trick that the second player wins; its cards are in every deck."""


def paper(options: DiamondsOptions, seats: int) -> api.Paper:
    """The sheet for these options and this number of seats."""
    size = trick_size(seats)
    rounds = range(1, (options.rounds or ROUNDS[seats]) + 1)
    tricks = hand_size(seats, perfect=options.perfect) * seats // size
    start = (
        api.PaperBlank(say("diamonds.paper-dealer"), 2),
        api.PaperBlank(say("diamonds.paper-pass"), 2),
        api.PaperBlank(say("diamonds.paper-hand"), 8),
        api.PaperBlank(say("diamonds.paper-passed"), 4),
    )
    checks = (
        say("diamonds.paper-showroom"),
        say("diamonds.paper-vault"),
        say("diamonds.paper-thief"),
    )
    example = ("B", *EXAMPLE[:size], api.seat_letter(2 % seats))
    actions = (
        say("diamonds.paper-action-d"),
        say("diamonds.paper-action-h"),
        say("diamonds.paper-action-s"),
        say("diamonds.paper-action-c"),
    )
    return api.Paper(
        reminder=(say("diamonds.paper-reminder-1"), say("diamonds.paper-reminder-2")),
        result=(say("diamonds.paper-score"),),
        marks=(
            ("D H S C", say("diamonds.paper-cards")),
            ("D? ?12", say("diamonds.paper-unknown")),
            ("= C", say("diamonds.paper-won")),
            (
                say("diamonds.paper-card", number=1),
                say("diamonds.paper-alternate" if seats == 2 else "diamonds.paper-order"),
            ),
            (say("diamonds.paper-hand"), say("diamonds.paper-one-hand")),
        ),
        numbered=say("diamonds.paper-trick"),
        columns=(
            api.PaperColumn(say("diamonds.paper-leads"), 12),
            *(
                api.PaperColumn(say("diamonds.paper-card", number=number), 22)
                for number in range(1, size + 1)
            ),
            api.PaperColumn(say("diamonds.paper-winner"), 18),
        ),
        example=api.PaperExample(example, (f"B: {' '.join(EXAMPLE[:size])} = {example[-1]}",)),
        rounds=tuple(
            api.PaperRound(say("kit.paper-round", number=number), tricks, (start,), checks)
            for number in rounds
        ),
        tables=(api.PaperTable(say("diamonds.paper-actions"), (tuple(SUITS), actions)),),
    )


# What every field of a view means.

VIEW_FIELDS: Final = (
    *api.COMMON,
    field("options.perfect", "boolean", "diamonds.view-options-perfect"),
    field("options.teams", "boolean", "diamonds.view-options-teams"),
    field("options.show", "boolean", "diamonds.view-options-show"),
    field("options.rounds", "number", "kit.view-options-rounds"),
    field("round", "number", "kit.view-round"),
    field("dealer", "number or null", "diamonds.view-dealer"),
    field("pass", "number or null", "diamonds.view-pass"),
    field("leader", "number or null", "diamonds.view-leader"),
    field("thief", "number or null", "diamonds.view-thief"),
    field("trick", "list of object", "diamonds.view-trick", "diamonds.view-trick-order"),
    field("trick[].seat", "number", "kit.view-trick-seat"),
    field("trick[].card", "string", "diamonds.view-trick-card"),
    field("last_trick", "object or null", "diamonds.view-last_trick"),
    field("last_trick.winner", "number", "diamonds.view-last_trick-winner"),
    field(
        "last_trick.cards",
        "list of object",
        "diamonds.view-last_trick-cards",
        "kit.view-last_trick-cards-order",
    ),
    field("last_trick.cards[].seat", "number", "kit.view-trick-seat"),
    field("last_trick.cards[].card", "string", "kit.view-last_trick-cards-card"),
    field("players", "list of object", "kit.view-players", "kit.view-players-order"),
    field(
        "players[].hand",
        "list of string or null",
        "kit.view-players-hand",
        "diamonds.view-players-hand-order",
        api.ITS_SEAT,
    ),
    field("players[].hand_count", "number", "kit.view-players-hand_count"),
    field("players[].showroom", "number", "diamonds.view-players-showroom"),
    field(
        "players[].vault",
        "number or null",
        "diamonds.view-players-vault",
        seen_by=Sentence("diamonds.view-players-vault-seen-by"),
    ),
    field("players[].taken", "object", "diamonds.view-players-taken"),
    field("players[].taken.D", "number", "diamonds.view-players-taken-D"),
    field("players[].taken.H", "number", "diamonds.view-players-taken-H"),
    field("players[].taken.S", "number", "diamonds.view-players-taken-S"),
    field("players[].taken.C", "number", "diamonds.view-players-taken-C"),
    field("players[].tricks", "number", "diamonds.view-players-tricks"),
    field(
        "players[].passed",
        "list of string or null",
        "diamonds.view-players-passed",
        "diamonds.view-players-hand-order",
        Sentence("diamonds.view-players-passed-seen-by"),
    ),
    field("players[].chosen", "boolean", "diamonds.view-players-chosen"),
)
