"""The positions of a match for a page: each view as changes from frame to frame.

A position is a number of slots: the title, each zone of cards, each cell of a grid, the score of
each seat. A slot shows a text, or pieces of tokens, one character for each. A frame holds only the
slots that change, each with a fragment: the new content, or for pieces `-XY` if some go and `+XY`
if some come at the end. Positions and scores come from the engine; nothing here knows a rule.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, count
from string import ascii_letters
from typing import Any, Final, NamedTuple

from engines.api import Face, Scene, Seat, Token, View, Who, Zone
from engines.messages import Message, Sentence, say
from tourney.pictures.scene_pieces import Piece, pieces, pile, token_runs
from tourney.render.frames import MatchReplay

# Other characters with one byte are left to `embedded`, which may put them in place of phrases.
DIGITS: Final = ascii_letters
SEPARATORS: Final = "|~^`@"
NEXT_DIGIT: Final = 161

Change = tuple[int, str]  # a slot and the fragment that it shows next
Strand = tuple[int, tuple[Change, ...]]  # a slot, and what it shows from which frame on


def digit(number: int) -> str:
    """The character that stands for a number."""
    return DIGITS[number] if number < len(DIGITS) else chr(NEXT_DIGIT + number - len(DIGITS))


def digits(numbers: Iterable[int]) -> str:
    """A character for each number."""
    return "".join(map(digit, numbers))


def coded_frames(views: Sequence[Sequence[Sequence[Change]]]) -> Mapping[str, Any]:
    """What the script reads of the frames of each view, given as changes from frame to frame.

    `frames` has a strand and a fragment for each change, `bits` the fragments, each after the same
    character, `slots` the slot of each strand, `known` how many frames each view has, `shown` its
    strands.
    """
    mine = list(map(_strands, views))
    found = dict.fromkeys(strand for view in mine for strand in view)
    strands = sorted(found, key=lambda strand: -len(strand[1]))
    numbers = {strand: number for number, strand in enumerate(strands)}
    uses = Counter(bit for _, changes in strands for _, bit in changes)
    bits = {bit: number for number, (bit, _) in enumerate(uses.most_common())}
    frames = [""] * max(map(len, views))
    for number, (_, changes) in enumerate(strands):
        for at, bit in changes:
            frames[at] += digits((number, bits[bit]))
    return {
        "frames": " ".join(frames),
        "bits": _joined(bits),
        "slots": digits(slot for slot, _ in strands),
        "known": list(map(len, views)),
        "shown": [digits(sorted(numbers[strand] for strand in view)) for view in mine],
    }


def _strands(view: Sequence[Sequence[Change]]) -> list[Strand]:
    """Each slot of a view, with the frames at which it changes and the fragments."""
    columns: dict[int, list[Change]] = {}
    for at, changes in enumerate(view):
        for slot, bit in changes:
            columns.setdefault(slot, []).append((at, bit))
    return [(slot, tuple(changes)) for slot, changes in columns.items()]


def _joined(texts: Collection[str]) -> str:
    """Each text after a character that none of them has."""
    every = set("".join(texts))
    free = (sign for sign in chain(SEPARATORS, map(chr, count(NEXT_DIGIT))) if sign not in every)
    mark = next(free)
    return "".join(f"{mark}{text}" for text in texts)


def coded_texts(views: Sequence[Mapping[int, str]]) -> Mapping[str, Any]:
    """What the script reads of lines that differ from the page: each once, and those of a view."""
    every = dict.fromkeys(line for texts in views for line in texts.items())
    numbers = {line: number for number, line in enumerate(every)}
    lines = [digits(numbers[line] for line in texts.items()) for texts in views]
    return {"texts": list(every), "lines": lines}


# Names of pieces, one character each; those with one byte come first.
LETTERS: Final = "".join(
    char
    for char in map(chr, (*range(65, 91), *range(97, 123), *range(48, 58), *range(192, 1600)))
    if char.isalnum()
)

FEW: Final = 2  # pieces that come one by one

INFO_LENGTH: Final = 300  # most characters shown of what a bot wrote about a move

# What a kind of token means that not everybody knows from elsewhere.
SIGNS: Final = {
    "gem": Sentence("reports.sign-gem"),
    "star": Sentence("reports.sign-star"),
    "special": Sentence("reports.sign-special"),
    "tile": Sentence("reports.sign-tile"),
    "swatch": Sentence("reports.sign-swatch"),
    "crystal": Sentence("reports.sign-crystal"),
    "count": Sentence("reports.sign-count"),
    "cell": Sentence("reports.sign-cell"),
    "caption": Sentence("reports.sign-caption"),
    "hidden": Sentence("reports.sign-hidden"),
    "pile": Sentence("reports.sign-pile"),
}

_TO_MOVE: Final = say("reports.to-move")

Slot = tuple[str | int, ...]  # what a slot is: its kind, then its seat, label or place

Position = dict[int, str]  # what each slot shows that is not empty


class Place(NamedTuple):
    """The final place and score of a seat, None if unknown."""

    place: int | None
    score: int | None


@dataclass(slots=True)
class FrameTable:
    """The fragments, slots and pieces of all views of one match."""

    lang: str
    names: Sequence[str]
    fewer_wins: bool = False
    slots: dict[Slot, int] = field(default_factory=dict)
    # Zone -> the most pieces that it shows at a time.
    longest: dict[Slot, str] = field(default_factory=dict)
    letters: dict[Piece, str] = field(default_factory=dict)
    drawn_slots: set[int] = field(default_factory=set)  # those that show pieces
    _kinds: dict[str, str] = field(default_factory=dict)
    _said: dict[Message, str] = field(default_factory=dict)
    _tokens_of: dict[Token, str] = field(default_factory=dict)
    _zones: dict[tuple[Seat | None, Message], tuple[int, Slot]] = field(default_factory=dict)
    # Place in a scene -> the zone that was there last and what its slots showed.
    _shown_zones: dict[int, tuple[Zone, Position]] = field(default_factory=dict)

    def positions(
        self, replay: MatchReplay, who: Who, final: Sequence[Place]
    ) -> Iterator[Position]:
        """What the slots show after each frame whose position is known."""
        last = len(replay.frames) - 1
        before: View | None = None
        for at, frame in enumerate(replay.frames):
            if frame.state is None:
                return
            view = frame.state.view(who)
            shown = self.position(replay.game.scene(view), final if at == last else ())
            # What no action text says, such as the chips that a round brought. Most views share
            # some of it, so each kind has a slot.
            told = replay.game.changes(before, view) if before is not None else ()
            for one in told:
                shown[self._slot("told", one.code)] = self._text(one)
            before = view
            # What bots wrote about the moves of a frame, cut if it is long.
            infos = [
                text for entry in replay.entries_of(at) for text in replay.infos_of(entry, who)
            ]
            if infos:
                text = "\n".join(infos)
                cut = text if len(text) <= INFO_LENGTH else f"{text[:INFO_LENGTH]}…"
                shown[self._slot("info")] = cut
            yield shown

    def pieces(self) -> dict[str, Piece]:
        """The pieces by their names."""
        return {letter: piece for piece, letter in self.letters.items()}

    def signs(self) -> list[tuple[str, Sentence]]:
        """An example of each kind of token that needs a word, and what it means."""
        found: dict[str, str] = {}
        for token, text in self._tokens_of.items():
            shape, _, sign, caption, _ = token.face or Face()
            kinds = ("hidden" if token.hidden else shape, sign, "caption" if caption else "")
            found = dict.fromkeys(kinds, text) | found
        if (backs := pile(2)[0]) in self.letters:
            found["pile"] = self.letters[backs]
        return [(found[kind], words) for kind, words in SIGNS.items() if kind in found]

    def kind(self, letter: str) -> str:
        """The kind of a piece."""
        return self._kinds[letter]

    def changes(self, before: Position, after: Position) -> Iterator[Change]:
        """The slots that differ, each with its fragment."""
        for slot, text in after.items():
            old = before.get(slot, "")
            if old != text and slot in self.drawn_slots:
                for part in difference(old, text):
                    yield slot, part
            elif old != text:
                yield slot, text
        for slot, old in before.items():
            if old and slot not in after:
                yield slot, ""

    def _slot(self, *slot: str | int) -> int:
        return self.slots.setdefault(slot, len(self.slots))

    def position(self, scene: Scene, final: Sequence[Place] = ()) -> Position:
        """What the slots show of a scene, with the final result if it is given."""
        shown = {self._slot("title"): self._text(scene.title)}
        shown[self._slot("notes")] = " · ".join(map(self._text, scene.notes))
        for at, zone in enumerate(scene.zones):
            latest = self._shown_zones.get(at)
            if latest is None or latest[0] != zone:
                latest = self._shown_zones[at] = zone, self._zone(zone)
            shown |= latest[1]
        if scene.grid is not None:
            for y, row in enumerate(scene.grid.rows, scene.grid.top):
                for x, token in enumerate(row, scene.grid.left):
                    if token is not None:
                        slot = self._slot("cell", x, y)
                        self.drawn_slots.add(slot)
                        shown[slot] = self._tokens((token,))
        for seat in scene.active:
            shown[self._slot("active", seat)] = self._text(_TO_MOVE)
        self._scores(shown, scene.scores, final)
        return shown

    def _zone(self, zone: Zone) -> Position:
        """What the slots of a zone show."""
        found = self._zones.get((zone.owner, zone.label))
        slot, place = found or self._new_zone(zone)
        text = self._tokens(zone.tokens)
        if len(text) > len(self.longest[place]):
            self.longest[place] = text
        if zone.note is None:
            return {slot: text}
        return {slot: text, self._slot("note", *place[1:]): self._text(zone.note)}

    def _new_zone(self, zone: Zone) -> tuple[int, Slot]:
        """The slot of a zone that was not seen before, and its place in the layout."""
        owner: Seat = -1 if zone.owner is None else zone.owner
        place: Slot = ("zone", owner, self._text(zone.label))
        slot = self._slot(*place)
        self.drawn_slots.add(slot)
        self.longest.setdefault(place, "")
        self._zones[zone.owner, zone.label] = slot, place
        return slot, place

    def _scores(
        self, shown: Position, scores: Sequence[int | None], final: Sequence[Place]
    ) -> None:
        rows = final or map(Place, self._places(scores), scores)
        for seat, row in enumerate(rows):
            if row.score is not None:
                shown[self._slot("score", seat)] = _score(row.score, self.lang)
            if row.place is not None:
                shown[self._slot("place", seat)] = _place(row.place, self.lang)

    def _places(self, scores: Sequence[int | None]) -> Sequence[int | None]:
        """Places by scores, shared if equal; unknown if a score is."""
        known = [score for score in scores if score is not None]
        if len(known) < len(scores):
            return [None] * len(scores)
        sign = -1 if self.fewer_wins else 1
        return [1 + sum(sign * other > sign * score for other in known) for score in known]

    def _text(self, message: Message) -> str:
        found = self._said.get(message)
        if found is None:
            found = self._said[message] = message.text(self.lang, self.names)
        return found

    def _tokens(self, tokens: tuple[Token, ...]) -> str:
        return "".join([self._run(token, count) for token, count in token_runs(tokens)])

    def _run(self, token: Token, count: int) -> str:
        """The pieces of a token, or of several hidden cards that nobody tells apart."""
        if count > 1:
            return "".join(map(self._letter, pile(count)))
        found = self._tokens_of.get(token)
        if found is None:
            found = self._tokens_of[token] = "".join(map(self._letter, pieces(token)))
        return found

    def _letter(self, piece: Piece) -> str:
        found = self.letters.get(piece)
        if found is None:
            found = self.letters[piece] = LETTERS[len(self.letters)]
            self._kinds[found] = piece.kind
        return found


@lru_cache(maxsize=1 << 12)
def difference(old: str, new: str) -> Sequence[str]:
    """The fragments that turn the pieces `old` into `new`, in the shortest of three forms."""
    if new.startswith(old) and new != old:
        come = new[len(old) :]
        # A card and the sign of who played it: each occurs often, both together seldom.
        if len(come) <= FEW:
            return [f"+{piece}" for piece in come]
        if old:
            return [f"+{come}"]
    gone = _gone(old, new)
    return [f"-{gone}" if gone and len(gone) + 1 < len(new) else new]


def _gone(old: str, new: str) -> str:
    """The pieces that `new` lacks, if removing the first of each gives it; else nothing."""
    rest, gone = iter(new), []
    wanted = next(rest, "")
    for letter in old:
        if letter == wanted:
            wanted = next(rest, "")
        else:
            gone.append(letter)
    left = old
    for letter in gone:
        left = left.replace(letter, "", 1)
    return "".join(gone) if left == new else ""


@lru_cache(maxsize=1 << 8)
def _score(score: int, lang: str) -> str:
    return say("reports.score", score=score).text(lang)


@lru_cache(maxsize=1 << 6)
def _place(place: int, lang: str) -> str:
    return say("reports.place", place=place).text(lang)
