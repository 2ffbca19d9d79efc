"""Blue Border: what people see: drawings, sentences, sheets, the meaning of views."""

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Final

from engines import api
from engines.blue_border.cards import POINT_NAMES
from engines.blue_border.position import BlueBorderOptions
from engines.kit.sentences import field, player_of
from engines.messages import Message, Player, Sentence, say

# What is to be done, by phase.

TO_DO: Final[Mapping[str, Sentence]] = {
    "start": Sentence("kit.to-start"),
    "deal": Sentence("kit.to-deal"),
    "reshuffle": Sentence("blue-border.to-reshuffle"),
    "lots": Sentence("blue-border.to-lots"),
    "turn": Sentence("blue-border.to-turn"),
    "call": Sentence("blue-border.to-call"),
    "reward": Sentence("blue-border.choose-reward"),
}


# The drawing of a view: zones of tokens, each in the blue of its card.

RAMP: Final = ((214, 236, 255), (64, 140, 220), (6, 20, 80))  # lightest, in the middle, darkest

_DECK: Final = say("blue-border.deck")
_PILES: Final = tuple(say("blue-border.pile", n=number) for number in range(1, 5))
_DISCARDS: Final = say("blue-border.discards")
_LINE: Final = say("blue-border.line")
"""Messages of every drawing are made once: a replay draws thousands."""

Shade = tuple[int | None, int | None]
"""The band and the number of a card, None if unknown."""


def blue(card: float, cards: int) -> tuple[int, int, int]:
    """The colour of a card, on a smooth ramp from the lightest to the darkest (BB-Q23)."""
    at = 2 * (card - 1) / max(1, cards - 1)
    light, dark = RAMP[:2] if at < 1 else RAMP[1:]
    share = at if at < 1 else at - 1
    red, green, shade = (round(a + (b - a) * share) for a, b in zip(light, dark, strict=True))
    return red, green, shade


def scene(view: api.View) -> api.Scene:
    """The top of the deck, the four piles, the discards, and each diver's line from A on."""
    options, known = view["options"], view["field_numbers"]
    rounds = options["rounds"]
    swatch = partial(_swatch, int(options["cards"]), int(options["sight"]))
    top = (swatch((view["top"], view["top_number"])),) if view["top"] else ()
    zones = [api.Zone(_DECK, top, None, say("blue-border.cards-left", n=view["deck"]))]
    for pile, shades in enumerate(view["field"]):
        numbers = known[pile] if known else [None] * len(shades)
        shown = [swatch(shade) for shade in zip(shades, numbers, strict=True)]
        zones.append(api.Zone(_PILES[pile], tuple(shown)))
    discards = [swatch((card and 0, card)) for card in view["discards"]]
    zones.append(api.Zone(_DISCARDS, tuple(discards)))
    for seat, player in enumerate(view["players"]):
        line = zip(player["line"], POINT_NAMES, strict=False)
        tokens = tuple([swatch((card["band"], card["number"]), point) for card, point in line])
        note = say("blue-border.skips") if player["skip"] else None
        if rounds > 1:
            won = "blue-border.skips-won" if player["skip"] else "blue-border.won"
            note = Sentence(won)(n=player["wins"])
        zones.append(api.Zone(_LINE, tokens, seat, note))
    if not view["round"]:
        title = say("blue-border.before-deal")
    elif rounds > 1:
        number, now = view["round"], _now(view)
        title = say("blue-border.round-title", round=number, rounds=rounds, now=now)
    else:
        title = say("blue-border.title", now=_now(view))
    active = tuple(seat for seat in view["pending"] if seat >= 0)
    scores = tuple(one["wins"] if rounds > 1 else len(one["line"]) for one in view["players"])
    measures = say("blue-border.measures", bl=options["bl"], bt=options["bt"])
    return api.Scene(title, tuple(zones), active, (measures,), scores=scores)


def _now(view: api.View) -> Message:
    """The state of play, for the title."""
    if view["window"]:
        return say("blue-border.new-card", who=Player(view["window"]["diver"]))
    if view["phase"] == "reward":
        return say("blue-border.reward-for", who=Player(view["pending"][0]))
    if view["phase"] == "turn":
        return say("blue-border.turn-of", who=Player(view["turn"]))
    if view["phase"] == "reshuffle":
        return say("blue-border.deck-empty")
    return say("kit.over" if view["phase"] == "over" else "blue-border.round-over")


@lru_cache(maxsize=1 << 12)
def _swatch(cards: int, sight: int, shade: Shade, point: str = "") -> api.Token:
    """`13` for a number, `~9-12` for a band, `C:13` for a card in a line."""
    band, number = shade
    before = f"{point}:" if point else ""
    if band is None:
        return api.Token(f"{before}?", hidden=True, face=api.Face("swatch", "?", caption=point))
    low = (band - 1) * sight + 1
    high = min(band * sight, cards)
    words = str(number) if number else f"~{low}-{high}" if high > low else str(low)
    value = number or (low + high) / 2
    rgb = blue(value, cards)
    depth = str(round(100 * (value - 1) / max(1, cards - 1)))
    return api.Token(
        f"{before}{words}", f"{rgb}", rgb, face=api.Face("swatch", words, depth, point)
    )


# Action texts as sentences for people.


def narrate(seat: api.Seat, text: str) -> Message:
    """An action text of `seat` as a sentence."""
    verb, _, rest = text.partition(" ")
    narrator = NARRATORS.get(verb)
    return narrator(seat, rest) if narrator else say("engines.entry", who=Player(seat), text=text)


def _takes(seat: api.Seat, rest: str) -> Message:
    sentence = Sentence("blue-border.n-takes-last" if "refill" in rest else "blue-border.n-takes")
    return sentence(who=Player(seat), pile=int(rest[0]))


def _call(seat: api.Seat, rest: str) -> Message:
    """`C = 18,28 hit`, `C = 10,11 miss; lose 14`, `C = 5 miss; skip`; nothing if undecided."""
    if not rest:
        return say("blue-border.n-calls", who=Player(seat))
    judged, _, penalty = rest.partition("; ")
    owner, _, shown = judged.partition(" ")
    *opened, verdict = shown.removeprefix("= ").split()
    who, whom, cards = Player(seat), player_of(owner), " ".join(opened)
    if verdict == "hit":
        return say("blue-border.n-hit", who=who, owner=whom, cards=cards)
    if penalty == "skip":
        return say("blue-border.n-miss-skip", who=who, owner=whom, cards=cards)
    lost = penalty.removeprefix("lose").strip() or say("blue-border.n-a-card")
    return say("blue-border.n-miss", who=who, owner=whom, cards=cards, lost=lost)


def _reward(seat: api.Seat, rest: str) -> Message:
    kind, _, what = rest.partition(" ")
    who = Player(seat)
    if kind == "take":
        return say("blue-border.n-reward-take", who=who, pile=int(what[0]))
    if kind == "discard":
        return say("blue-border.n-reward-discard", who=who, card=what)
    if kind == "deck":
        return say("blue-border.n-reward-deck", who=who)
    return say("blue-border.n-reward-none", who=who)


NARRATORS: Final[Mapping[str, Callable[[api.Seat, str], Message]]] = {
    "start": lambda seat, rest: say("blue-border.n-starts", who=player_of(rest[0])),
    "reshuffle": lambda seat, rest: say("blue-border.n-reshuffled"),
    "skip": lambda seat, rest: say("blue-border.n-skips", who=player_of(rest[0])),
    "draw": lambda seat, rest: say(
        "blue-border.n-drawn", reason=rest.removeprefix("reason ").strip('"')
    ),
    "take": _takes,
    "deck": lambda seat, rest: say("blue-border.n-deck", who=Player(seat)),
    "pass": lambda seat, rest: say(
        "blue-border.n-covers", who=Player(seat), pile=int(rest.split()[1])
    ),
    "call": _call,
    "no": lambda seat, rest: say("blue-border.n-no-call", who=Player(seat)),
    "reward": _reward,
}


# What its printed sheet shows: a grid of turns with calls, and the opened lines.

COLUMNS: Final = (
    api.PaperColumn(say("kit.paper-seat"), 12),
    api.PaperColumn(say("blue-border.paper-taken"), 44, "1 2 3 4 deck"),
    api.PaperColumn(say("blue-border.paper-passed"), 28, "1 2 3 4"),
    api.PaperColumn(say("blue-border.paper-caller"), 14),
    api.PaperColumn(say("blue-border.paper-opened"), 24),
    api.PaperColumn(say("blue-border.paper-verdict"), 24, "hit miss"),
    api.PaperColumn(say("blue-border.paper-after"), 42),
)
EXAMPLE: Final = api.PaperExample(
    ("A", "1", "", "B", "18,28", "hit", "reward discard 10"),
    ("A: take 1", "B: call A = 18,28 hit; reward discard 10"),
)
MARKS: Final[tuple[tuple[api.PaperText, Message], ...]] = (
    ("take 2", say("blue-border.paper-take")),
    ("deck", say("blue-border.paper-deck")),
    ("pass -> 3", say("blue-border.paper-pass")),
    ("B: call A = 18,28 hit", say("blue-border.paper-call")),
    ("reward discard 10", say("blue-border.paper-reward")),
    ("miss; lose", say("blue-border.paper-lose")),
    (say("blue-border.paper-second-call"), say("blue-border.paper-chain")),
    ("-- reshuffle", say("blue-border.paper-reshuffle")),
)
USUAL_TURNS: Final = 70
"""More turns than 95 of 100 rounds between built-in bots have; the rules do not limit them."""
CHECKS: Final = (
    *(say("blue-border.paper-at-point", point=point) for point in POINT_NAMES),
    say("blue-border.paper-in-line"),
)


def paper(options: BlueBorderOptions, seats: int) -> api.Paper:
    """The sheet for these options and this number of seats."""
    single = options.rounds == 1
    titles = [say("kit.paper-round", number=n + 1) for n in range(options.rounds)]
    if single:
        titles = [say("kit.paper-match")]
    blanks = ((api.PaperBlank(say("blue-border.paper-start")),),)
    rows = min(USUAL_TURNS, options.limit)
    # What may be placed at each point, for every round if the rounds differ.
    pairs = list(zip(options.borderlines, options.bottoms, strict=True))
    allowed: list[tuple[api.PaperText, ...]] = [
        (
            say("blue-border.paper-at-a", bl=bl),
            say("blue-border.paper-deeper", bl=bl),
            say("blue-border.paper-bottom", bl=bl, bt=bt),
            say("blue-border.paper-lighter", bl=bl),
            say("blue-border.paper-last", bl=bl),
        )
        for bl, bt in pairs
    ]
    heads: tuple[api.PaperText, ...] = ("A", "B, C", "D", "E, F", "G")
    if len(set(pairs)) == 1:
        table = [heads, allowed[0]]
    else:
        numbered = ((str(number), *row) for number, row in enumerate(allowed, 1))
        table = [(say("blue-border.paper-of-round"), *heads), *numbered]
    return api.Paper(
        reminder=(say("blue-border.paper-reminder-1"), say("blue-border.paper-reminder-2")),
        result=(say("blue-border.paper-length" if single else "blue-border.paper-won"),),
        marks=MARKS,
        numbered=say("kit.paper-number"),
        columns=COLUMNS,
        example=EXAMPLE,
        rounds=tuple(api.PaperRound(title, rows, blanks, CHECKS) for title in titles),
        tables=(api.PaperTable(say("blue-border.paper-points"), tuple(table)),),
        note=say("blue-border.paper-note") if rows < options.limit else None,
    )


# What every field of a view means.

VIEW_FIELDS: Final = (
    *api.COMMON,
    field("options.bl", "number", "blue-border.view-options-bl"),
    field("options.bt", "number", "blue-border.view-options-bt"),
    field("options.cards", "number", "blue-border.view-options-cards"),
    field("options.rounds", "number", "kit.view-options-rounds"),
    field("options.sight", "number", "blue-border.view-options-sight"),
    field("options.limit", "number", "blue-border.view-options-limit"),
    field("round", "number", "kit.view-round"),
    field("start", "number or null", "blue-border.view-start"),
    field("turn", "number or null", "kit.view-turn"),
    field("deck", "number", "blue-border.view-deck"),
    field("top", "number or null", "blue-border.view-top"),
    field("top_number", "number or null", "blue-border.view-top_number", seen_by=api.REPLAYS),
    field(
        "field", "list of list of number", "blue-border.view-field", "blue-border.view-field-order"
    ),
    field(
        "field_numbers",
        "list of list of number or null",
        "blue-border.view-field_numbers",
        "blue-border.view-field_numbers-order",
        api.REPLAYS,
    ),
    field(
        "discards", "list of number", "blue-border.view-discards", "blue-border.view-discards-order"
    ),
    field("moves", "number", "blue-border.view-moves"),
    field("window", "object or null", "blue-border.view-window"),
    field("window.diver", "number", "blue-border.view-window-diver"),
    field("window.reward", "boolean", "blue-border.view-window-reward"),
    field("players", "list of object", "kit.view-players", "kit.view-players-order"),
    field(
        "players[].line",
        "list of object",
        "blue-border.view-players-line",
        "blue-border.view-players-line-order",
    ),
    field("players[].line[].band", "number", "blue-border.view-players-line-band"),
    field(
        "players[].line[].number",
        "number or null",
        "blue-border.view-players-line-number",
        seen_by=Sentence("blue-border.view-players-line-number-seen-by"),
    ),
    field("players[].skip", "boolean", "blue-border.view-players-skip"),
    field("players[].wins", "number", "blue-border.view-players-wins"),
)
