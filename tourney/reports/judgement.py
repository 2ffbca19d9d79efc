"""What a judge says about a match, beside its replay: the account, the river, costly decisions.

It is knowledge of all hands, so a page has it only together with the open view. Positions and moves
come from the engine; sentences about moves from the face of the game.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from engines.api import CHANCE, Game, Seat, State
from engines.messages import Sentence, say
from tourney.insight.account import ONLY_MOVE, WIDTH, Account, JudgedMove, KnownMove
from tourney.insight.match_analysis import MatchAnalysis, known_moves
from tourney.insight.possible_matches import UNSURE
from tourney.insight.reasons import told
from tourney.records.body_lines import script
from tourney.records.model import MatchRecord
from tourney.render.frames import MatchReplay
from tourney.reports.content import embedded

THOUSAND: Final = 1000
"""Error rates are told in thousandths of a share."""
ROOM: Final = 3200
"""Bytes of a page for remarks, the costliest decisions first: a page of a match stays small."""
APIECE: Final = 40
"""Bytes of a remark without its sentences."""
TALL: Final = 200
"""The height of the river in units of its drawing."""
STILL: Final = 1
"""Units by which an edge of the river moves unseen: its outline is shorter."""


class AccountRow(NamedTuple):
    """A line of the account: its name, what it means, and a text for each seat."""

    name: Sentence
    cells: Sequence[str]
    sums: bool = False


class RiverSign(NamedTuple):
    """A mark on the river: its place in per cent, the sign."""

    x: str
    y: str
    sign: str


class Costliest(NamedTuple):
    """The decision that cost most, as sentences with the notation beside them."""

    ply: int
    played: str
    better: str
    cost: str
    to: str
    why: str


class Remark(NamedTuple):
    """What is shown at a decision: its moves as sentences, and how it might have gone on."""

    decision: JudgedMove
    played: str
    better: str
    why: str
    line: Sequence[str]


# The key that a button stands for, its sign and what it does.
BUTTONS: Final = (
    ("p", "◂?", Sentence("reports.judged-previous")),
    ("n", "?▸", Sentence("reports.judged-next")),
    ("b", "⚑", Sentence("reports.judged-bookmark")),
    ("g", "⚑▸", Sentence("reports.judged-to-bookmark")),
)


class Judgement:
    """The analysis of a match as its page shows it; `names` are those of the seats."""

    def __init__(
        self,
        document: MatchRecord,
        analysis: MatchAnalysis,
        replay: MatchReplay,
        moves: Sequence[KnownMove],
        names: Sequence[str],
        lang: str,
    ) -> None:
        assert document.game is not None
        self._game: Game[Any] = document.game
        self._document = document
        self._replay = replay
        self._lang = lang
        self._names = names
        self._book: Account = analysis.account
        self.buttons, self.tall = BUTTONS, TALL
        self.judge = analysis.judge
        # In how many possible deals the match was judged: 1 if all cards are known.
        self.deals = analysis.deals
        # The last move that was judged, 0 if all were.
        self.known = analysis.known if any(analysis.account.unknown) else 0
        self.seats = names
        self._moves = moves
        different = [
            one
            for one in self._book.decisions
            if one.mark or (one.counted and one.best != one.played)
        ]
        told = self._told(different) if self.deals == 1 else self._as_written(different)
        self._remarks = self._fitting(told)
        # The sign of each entry with a remark, "" for a difference without a mark.
        self.signs: dict[int, str] = {}
        for one in self._remarks:
            ply = one.decision.ply
            # Several seats may decide before one entry, as all who might call in Blue Border.
            self.signs[ply] = self.signs.get(ply) or one.decision.mark
        self.costliest = self._costliest()
        self.rows = list(self._rows())
        # The lines that add up to the result; the others are for those who want to know more.
        self.sums = self.rows[: 1 + next(at for at, row in enumerate(self.rows) if row.sums)]
        self._shares = self._by_frame()

    # -- moves as sentences

    def _told(self, chosen: Sequence[JudgedMove]) -> list[Remark]:
        """The remarks on decisions, in the order of the match."""
        game, document = self._game, self._document
        wanted: dict[tuple[int, Seat, str], list[JudgedMove]] = {}
        for one in chosen:
            wanted.setdefault((one.ply, one.seat, one.played), []).append(one)
        found = []
        state = game.start(document.options, len(self._names))
        for seat, move, ply, _ in self._moves:
            mine = () if seat == CHANCE else wanted.pop((ply, seat, game.move_text(move)), ())
            for one in mine:
                ((played, _),) = self._sentences(state, [(seat, one.played)])
                (better, _), *line = self._sentences(state, one.line or [(seat, one.best)])
                why = told(one.facts)
                facts = "" if why is None else why.text(self._lang, self._names)
                after = [] if one.mark == ONLY_MOVE else [move for _, move in line]
                found.append(Remark(one, played, better, facts, after))
            state.apply(seat, move)
        return found

    def _as_written(self, chosen: Sequence[JudgedMove]) -> list[Remark]:
        """The remarks on decisions of a match with unknown cards, in the words of its record.

        What a player held is not known, so nothing is told that depends on one of the deals.
        """
        written = {
            (entry.index + 1, entry.ply.seat, text.partition(" ")[0]): text
            for entry in script(self._document).entries
            if entry.ply.seat != CHANCE and entry.ply.move is not None
            if (text := self._game.move_text(entry.ply.move))
        }
        unsure = say("reports.judged-unsure").text(self._lang)
        found = []
        for one in chosen:
            name, same = f"{self._names[one.seat]}: ", one.best == one.played
            # Cards that nobody wrote down are not told where all possible deals agree on them.
            word, _, cards = one.played.partition(" ")
            played = name + written.get((one.ply, one.seat, word), f"{word} ?" if cards else word)
            better = played if same else unsure if one.best == UNSURE else name + one.best
            why = told(one.facts)
            facts = "" if why is None else why.text(self._lang, self._names)
            found.append(Remark(one, played, better, facts, ()))
        return found

    def _fitting(self, remarks: Sequence[Remark]) -> list[Remark]:
        """All remarks with a mark, and their lines and other remarks as far as there is room."""
        texts: set[str] = set()
        room = ROOM

        def fits(*more: str) -> bool:
            nonlocal room
            new = set(more) - texts
            room -= APIECE + sum(len(text.encode()) + 3 for text in new)
            texts.update(new)
            return room >= 0

        costliest = sorted(remarks, key=lambda one: -one.decision.loss)
        # The costliest of all is told above the account, even if chance might explain it.
        always = [one for one in costliest if one.decision.mark or one is costliest[0]]
        for one in always:
            fits(one.played, one.better, one.why)
        kept = [one if fits(*one.line) else one._replace(line=()) for one in always]
        others = (one._replace(line=()) for one in costliest if one not in always)
        kept += takewhile(lambda one: fits(one.played, one.better, one.why), others)
        place = {id(one.decision): at for at, one in enumerate(remarks)}
        return sorted(kept, key=lambda one: place[id(one.decision)])

    def _sentences(
        self, start: State[Any], moves: Sequence[tuple[Seat, str]]
    ) -> Iterator[tuple[str, str]]:
        """Moves one after the other, each as a sentence with its notation and without it."""
        game, state = self._game, start.clone()
        for seat, text in moves:
            move = game.parse_move(text)
            log: list[Any] = []
            state.apply(seat, move, log)
            # A sealed decision is not in the log before all have decided.
            entry = next((game.text(p) for p in log if (p.seat, p.move) == (seat, move)), text)
            told = game.narrate(seat, entry).text(self._lang, self._names)
            yield say("reports.judged-move", told=told, notation=text).text(self._lang), told

    # -- the account

    def _costliest(self) -> Costliest | None:
        """The decision that cost most, if chance does not explain it."""
        if not self._remarks:
            return None
        decision, played, better, why, _ = max(self._remarks, key=lambda one: one.decision.loss)
        error = WIDTH * decision.error
        if decision.loss <= error:
            return None
        cost = f"{decision.loss:.2f} ± {error:.2f}"
        return Costliest(decision.ply, played, better, cost, self._most_to(decision), why)

    def _most_to(self, decision: JudgedMove) -> str:
        """Who got most of what a decision cost; "" if nobody gained."""
        gains = [
            (gain, -seat)
            for seat, gain in enumerate(decision.effect)
            if seat != decision.seat and gain > 0
        ]
        return self._names[-max(gains)[1]] if gains else ""

    def _rows(self) -> Iterator[AccountRow]:
        book, seats = self._book, range(len(self._names))

        def line(name: str, values: Sequence[float], sign: str = "+") -> AccountRow:
            # Differences have a sign, levels have none.
            cells = [f"{value:{sign}.3f}".replace("-", "\u2212") for value in values]
            return AccountRow(Sentence(name), cells)

        yield line("reports.judged-start", book.start, "")
        yield line("reports.judged-deal", book.deal)
        yield line("reports.judged-draws", book.draws)
        yield line("reports.judged-errors", [-one for one in book.errors])
        yield line("reports.judged-gifts", [book.received(seat) for seat in seats])
        yield line("reports.judged-unexplained", book.unexplained)
        if any(book.unknown):
            yield line("reports.judged-unknown", book.unknown)
        yield line("reports.judged-result", book.result, "")._replace(sums=True)
        yield line("reports.judged-adjusted", [book.adjusted(seat) for seat in seats], "")
        errors = [f"± {book.luck_error(seat):.2f}" for seat in seats]
        yield AccountRow(Sentence("reports.judged-luck-error"), errors)
        rates = []
        for seat in seats:
            rate = book.rate(seat)
            if rate is None:
                rates.append(say("reports.judged-too-few").text(self._lang))
            else:
                rates.append(f"{rate[0] * THOUSAND:.1f} ± {rate[1] * THOUSAND:.1f}")
        yield AccountRow(Sentence("reports.judged-rate"), rates)
        counts = [str(len(book.counted(seat))) for seat in seats]
        yield AccountRow(Sentence("reports.judged-counted"), counts)

    # -- the river

    def _by_frame(self) -> list[Sequence[float]]:
        """The expected shares after each frame, as far as the match was followed."""
        replay = self._replay
        found: list[Sequence[float]] = []
        river, at, shares = self._book.river, 0, self._book.start
        for frame in range(len(replay.frames)):
            last = replay.numbers(frame)[1]
            while at < len(river) and river[at][0] <= last:
                shares = river[at][1]
                at += 1
            found.append(shares)
            if at == len(river):
                break
        return found

    def _edges(self, shares: Sequence[float]) -> list[float]:
        """Where the bands end, from the top, as parts of the height; the last one at the bottom."""
        parts = [max(0.0, share) for share in shares]
        whole, edges, total = sum(parts) or 1.0, [], 0.0
        for part in parts:
            total += part
            edges.append(total / whole)
        return edges

    @property
    def last(self) -> int:
        """The last frame of the replay, which is at the right end of the river."""
        return max(1, len(self._replay.frames) - 1)

    @property
    def bands(self) -> Iterator[str]:
        """The outline of each band, that of the last seat first: each lies upon those before it.

        The script reads the shares of the frames from it.
        """
        edges = [[round(TALL * edge) for edge in self._edges(one)] for one in self._shares]
        for seat in reversed(range(len(self._names))):
            steps, at, still = [], edges[0][seat], 0
            for column in edges[1:]:
                if abs(column[seat] - at) <= STILL and column is not edges[-1]:
                    still += 1
                    continue
                if still:
                    steps.append(f"h{still}")
                steps.append(f"l1 {column[seat] - at}")
                at, still = column[seat], 0
            if still:
                steps.append(f"h{still}")
            path = "".join(steps).replace(" -", "-")
            yield f"M0 0V{edges[0][seat]}{path}V0z"

    @property
    def river_signs(self) -> Iterator[RiverSign]:
        """The marks, each on the band of the seat that erred."""
        for one in self._remarks:
            decision, sign = one.decision, one.decision.mark
            frame = self._replay.at_ply(decision.ply)
            if sign:
                # Where the band was before the move.
                edges = [0.0, *self._edges(self._shares[min(frame, len(self._shares)) - 1])]
                middle = 50 * (edges[decision.seat] + edges[decision.seat + 1])
                y = min(93.0, max(7.0, middle))
                x = min(97.0, max(3.0, 100 * frame / self.last))
                yield RiverSign(f"{x:.3g}%", f"{y:.3g}%", sign)

    # -- what the script reads

    @property
    def data(self) -> Markup:
        """The remarks, each sentence once."""
        texts: dict[str, int] = {}

        def number(text: str) -> int:
            return texts.setdefault(text, len(texts))

        remarks = []
        for decision, played, better, why, line in self._remarks:
            error = WIDTH * decision.error
            remarks.append((
                *(self._replay.at_ply(decision.ply), decision.mark),
                *(number(played), number(better)),
                "" if decision.mark == ONLY_MOVE else f"{decision.loss:.2f} ± {error:.2f}",
                self._most_to(decision),
                *map(number, (why, *line)),
            ))  # fmt: skip
        said: Mapping[str, Any] = {
            "remarks": remarks,
            "texts": list(texts),
        }
        return embedded(said, short=True)


def judgement(
    document: MatchRecord,
    analysis: MatchAnalysis,
    replay: MatchReplay,
    names: Sequence[str],
    lang: str,
) -> Judgement | None:
    """What a judge said about a match; None if the match was changed since."""
    assert document.game is not None
    known, move_text = known_moves(document), document.game.move_text
    made = {(ply, seat, move_text(move)) for seat, move, ply, _ in known.moves if seat != CHANCE}
    judged = {(one.ply, one.seat, one.played) for one in analysis.account.decisions}
    # With unknown cards moves were drawn; the record that says more has no analysis any more.
    if known.entries != analysis.entries or not (analysis.deals > 1 or judged <= made):
        return None
    return Judgement(document, analysis, replay, known.moves, names, lang)
