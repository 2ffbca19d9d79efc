"""What a replay says about a match: checks, result, rank and status against the engine.

Says what was verified and what could not be; never corrects anything.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from engines.api import Game, Outcome, Seat, seat_letter
from engines.kit.messages import OVER
from engines.messages import Message, Player
from tourney.domain.matches import places_with_forfeits
from tourney.records import values
from tourney.records.directives import GENERIC
from tourney.records.entries import Script, decisions, script, without_belief
from tourney.records.lines import SourceLine
from tourney.records.messages import (
    ABOVE_WITH_LESS,
    ABOVE_WITH_MORE,
    CHECK_IN,
    CHECKS,
    COUNTED,
    CUT_OFF,
    FIRST_OF_TEAM,
    FROM_THERE,
    HAS_PART,
    LINE_SHOULD_BE,
    NO_FORFEIT_LINE,
    NO_STATUS,
    NOBODY_FORFEITS,
    NOBODY_HAS,
    NOT_ALL_KNOWN,
    NOT_OVER,
    NOTHING_FOLLOWS,
    ONE_LINE,
    OVER_STATUS,
    PARTNERS_PLACE,
    PARTNERS_SCORE,
    PLACE_FOUND,
    RANK,
    RANK_FOUND,
    RANK_ONLY,
    RESULT,
    RESULT_AND_RANK,
    RESULT_FOUND,
    RULING_IN,
    STATUS_IS,
    STATUS_OPEN,
    WRITE_REST,
)
from tourney.records.model import Directive, MatchRecord
from tourney.records.partial_replay import PartialReplay
from tourney.records.problems import Problem, Spot, spot
from tourney.records.reading_messages import WRITE
from tourney.records.statements import line_of, parts, stated, where, whole, written
from tourney.records.strict_replay import Stop, StrictReplay
from tourney.records.tentative import tentative

PLAYED_OUT: Final = ("complete", "forfeit")
BROKEN_OFF: Final = ("unfinished", "abandoned")


@dataclass(frozen=True, slots=True)
class Report:
    """A checked match. Counts are of decisions; `unverified` says why some were not verified."""

    match: MatchRecord
    plies: int = 0
    verified: int = 0
    consistent: int = 0
    irregular: int = 0
    unchecked: int = 0
    confirmed: tuple[Message, ...] = ()
    unverified: tuple[Message, ...] = ()
    outcome: Outcome | None = None
    places: tuple[int, ...] = ()
    """The places as replayed, forfeits counted, else as written."""
    problems: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether nothing contradicts the rules."""
        return not self.problems


def check(match: MatchRecord, *, strict: bool = False) -> Report:
    """Compare everything a match states with the rules; `strict` lets nothing irregular stand.

    It is replayed where all is written down, else followed at a table, if the game has one.
    """
    if match.problems or match.game is None:
        return Report(match, problems=match.problems)
    entries = script(match)
    table = match.game.tracker(match.options, len(match.players))
    if table is None or not _open(match, entries):
        replay = StrictReplay(match.game, match.options, len(match.players), entries)
        report = _Check(match, match.game, replay, strict).report()
        if table is None or not (replay.lacking or replay.differs or report.warnings):
            return report
        if not replay.lacking and not report.warnings:
            followed = _followed(match, match.game, entries, strict)
            return followed if followed.problems else report
    return _followed(match, match.game, entries, strict)


def _followed(match: MatchRecord, game: Game[Any], entries: Script, strict: bool) -> Report:
    """What a table finds; a card that was only believed and fits nowhere is taken as unknown."""
    seats = len(match.players)

    def follow(entries: Script) -> Report:
        table = game.tracker(match.options, seats)
        assert table is not None, "asked before"
        return _Check(match, game, PartialReplay(table, entries), strict).report()

    report = follow(entries)
    if report.problems or not report.warnings:
        return report
    doubted = follow(without_belief(entries, game, seats))
    again = (*doubted.problems, *doubted.warnings)
    sure = {(problem.code, problem.spot) for problem in again}
    doubts = [problem for problem in report.warnings if (problem.code, problem.spot) not in sure]
    return replace(doubted, warnings=(*doubts, *doubted.warnings))


def _open(match: MatchRecord, entries: Script) -> bool:
    """Whether a record says itself that it cannot be replayed to the letter."""
    if entries.gap:
        return True
    for item in match.body:
        if isinstance(item, Directive):
            if item.word == "ruling":
                return True
        elif any(action.mark == "^" or "^" in action.text for action in item.actions):
            return True
    return False


class _Check:
    """One match while it is checked."""

    def __init__(
        self,
        match: MatchRecord,
        game: Game[Any],
        course: StrictReplay | PartialReplay,
        strict: bool,
    ) -> None:
        self.match = match
        self.game = game
        self.strict = strict
        self.script: Script = course.script
        self.course = course
        self.problems: list[Problem] = []
        self.confirmed: list[Message] = []
        self.unverified: list[Message] = []
        self.asides = deque(self.script.asides)
        self.left: dict[Seat, int] = {}
        self.patched: Message | None = None
        self.checks = 0

    def report(self) -> Report:
        """Everything that was found."""
        course = self.course
        try:
            self._follow()
        except Stop as stop:
            self.problems.append(stop.problem)
        plies = sum(1 for _ in decisions(self.script.entries))
        left = sum(1 for _ in decisions(self.script.entries[course.at + 1 :]))
        failed = any(problem.ply is not None and problem.sure for problem in self.problems)
        if self.strict:
            self.problems += course.notes
        outcome = course.outcome()
        ranked = outcome is not None and all(outcome.places) and not self.problems
        return Report(
            match=self.match,
            plies=plies,
            verified=course.verified(),
            consistent=course.consistent(),
            irregular=course.irregular(),
            unchecked=left if failed else 0,
            confirmed=tuple(self.confirmed),
            unverified=tuple(self.unverified),
            outcome=outcome,
            places=self._places(outcome) if outcome and ranked else self.match.result.places,
            problems=tuple(problem for problem in self.problems if problem.sure),
            warnings=tuple(problem for problem in self.problems if not problem.sure),
        )

    def _follow(self) -> None:
        """Replay to the end, every check at its line, then what the trailer says."""
        while True:
            self._look_aside()
            if not self.course.step():
                break
        if self.match.result.status in PLAYED_OUT:
            self.course.close()
        self._end()
        self._turns()
        self._trailer()

    def _look_aside(self) -> None:
        while self.asides and self.asides[0][0] <= self.course.at:
            _, item = self.asides.popleft()
            if item.word == "check":
                self._assert(item)
            elif item.word == "ruling":
                self._ruled(item)
            elif item.word == "forfeit":
                self.left[ord(item.text.split()[1]) - ord("A")] = self.course.at
            elif item.word == "reveal" or isinstance(self.course, PartialReplay):
                if item.word == "reveal":
                    self.course.close()
                self._opened(item)

    def _ruled(self, item: Directive) -> None:
        if isinstance(self.course, PartialReplay):
            self.course.ruled(item)
        else:
            self.patched = RULING_IN(line=line_of(item).number)

    # -- the end of the record

    def _end(self) -> None:
        """Entries after the end, or a record that breaks off though it calls itself complete."""
        if self.match.header("source") == "engine" and not self.match.result.status:
            raise Stop(self._trailer_problem("K-status", NO_STATUS(), "status", CUT_OFF()))
        course, owed = self.course, self.course.owed()
        if course.gap:
            self.unverified.append(FROM_THERE(why=course.gap))
            return
        over, status = owed == OVER(), self.match.result.status
        if over and course.at < len(self.script.entries):
            entry = self.script.entries[course.at]
            fault, number = NOTHING_FOLLOWS(), entry.number
            raise Stop(_problem(self.match, "K-over", fault, entry.spot(), ply=number))
        if status == "complete" and self.script.entries and owed and not over:
            fault = NOT_OVER(owed=owed)
            raise Stop(self._trailer_problem("K-status", fault, "status", WRITE_REST()))
        if status in BROKEN_OFF and over:
            fault, remedy = OVER_STATUS(status=status), WRITE(form="status: complete")
            raise Stop(self._trailer_problem("K-status", fault, "status", remedy))

    def _turns(self) -> None:
        """A turn is one line: the lines must be cut as the game cuts them."""
        replay = self.course
        if isinstance(replay, PartialReplay) or replay.irregular() or replay.gap or replay.terse:
            return
        texts = [(entry.ply.seat, self.game.text(entry.ply)) for entry in self.script.entries]
        for (item, text), line in zip(written(self.match), self.game.layout(texts), strict=False):
            if text != line:
                fault = LINE_SHOULD_BE(line=line)
                raise Stop(_problem(self.match, "K-turn", fault, whole(item), ONE_LINE()))

    # -- what is stated

    def _assert(self, item: Directive) -> None:
        name, told = item.text.split()[1], stated(item.text)
        tally = None if self.patched else self.course.tally(name)
        wrong = [key for key, value in told.items() if tally and _differ(value, tally.get(key, ""))]
        if not wrong:
            self._confirm(item, tally is not None and "?" not in map(tally.get, told))
            return
        assert tally is not None
        unknown = [key for key in wrong if key not in tally]
        partners = [key for key in unknown if self._has_partner(key)]
        place = where(line_of(item), [_stated(key, told[key]) for key in partners or wrong])
        if partners:
            fault = FIRST_OF_TEAM(seats=tuple(key for key in tally if len(key) == 1))
        elif unknown:
            fault = NOBODY_HAS(name=name, key=unknown[0])
        else:
            fault = COUNTED(name=name, found=", ".join(_stated(key, tally[key]) for key in wrong))
        self.problems.append(_problem(self.match, "K-check", fault, place))

    def _has_partner(self, letter: str) -> bool:
        """Whether the seat of this letter is one of a team."""
        sides = self.game.sides(self.match.options, len(self.match.players))
        own = [side for seat, side in enumerate(sides) if seat_letter(seat) == letter]
        return bool(own) and sides.count(own[0]) > 1

    def _confirm(self, item: Directive, compared: bool) -> None:
        """Count a statement that could be compared, name one that could not."""
        self.checks += compared
        if not compared:
            told = " ".join(item.text.split()[:2])
            self.unverified.append(CHECK_IN(text=told, line=line_of(item).number))

    def _opened(self, item: Directive) -> None:
        """What somebody showed for counting, part by part."""
        if isinstance(self.course, PartialReplay):
            if item.word not in GENERIC:
                self._confirm(item, self.course.shown(item))
            return
        _, letter, shown = item.text.split(" ", 2)
        tally = self.course.tally("reveal") or {}
        there = parts(tally.get(letter, ""))
        for part, cards in parts(shown).items():
            if part not in there or "?" in cards:
                self._confirm(item, compared=False)
                return
            if there[part] != tentative(cards):
                who = Player(ord(letter) - ord("A"))
                fault = HAS_PART(who=who, part=part, cards=there[part])
                self.problems.append(_problem(self.match, "K-check", fault, whole(item)))
                return
        self._confirm(item, compared=True)

    def _trailer(self) -> None:
        if self.checks:
            self.confirmed.append(CHECKS(count=self.checks))
        result, outcome = self.match.result, self.course.outcome()
        self._forfeits()
        if not self.script.entries and result.status in PLAYED_OUT:
            self._agree()
        elif result.status in PLAYED_OUT and outcome and not self.course.gap and not self.patched:
            self._compare(outcome)
        elif result.scores or result.places:
            why = self.patched or self.course.gap or self._why()
            self.unverified.append(RESULT_AND_RANK(why=why))
            if result.status == "complete":
                self._agree()

    def _why(self) -> Message:
        status = self.match.result.status
        if status in PLAYED_OUT and isinstance(self.course, PartialReplay):
            return NOT_ALL_KNOWN()
        return STATUS_IS(status=status) if status else STATUS_OPEN()

    def _compare(self, outcome: Outcome) -> None:
        result = self.match.result
        places = self._places(outcome)
        scores = dict(enumerate(result.scores))
        wrong = [
            seat for seat, score in scores.items() if score not in (None, outcome.scores[seat])
        ]
        if wrong:
            found = ", ".join(f"{seat_letter(seat)} {outcome.scores[seat]}" for seat in wrong)
            fault = RESULT_FOUND(found=found)
            told = [f"{seat_letter(seat)} {scores[seat]}" for seat in wrong]
            self.problems.append(self._trailer_problem("K-result", fault, "result", told=told))
        elif result.scores:
            self.confirmed.append(RESULT())
        if result.places and not all(outcome.places):
            self._known_places(outcome)
        elif result.places and result.places != places:
            fault = RANK_FOUND(found=values.rank_text(places))
            self.problems.append(self._trailer_problem("K-rank", fault, "rank"))
        elif result.places:
            self.confirmed.append(RANK())

    def _known_places(self, outcome: Outcome) -> None:
        """The rank where it hangs on cards that nobody knows: those places that do not."""
        self.unverified.append(RANK_ONLY(why=NOT_ALL_KNOWN()))
        if self.match.result.status == "forfeit":
            return
        for seat, (place, told) in enumerate(
            zip(outcome.places, self.match.result.places, strict=True)
        ):
            if place and told != place:
                fault = PLACE_FOUND(who=Player(seat), place=place)
                self.problems.append(self._trailer_problem("K-rank", fault, "rank"))
                return
        self._agree()

    def _places(self, outcome: Outcome) -> tuple[int, ...]:
        forfeit = self.match.result.status == "forfeit"
        if not forfeit:
            return outcome.places
        return places_with_forfeits(outcome.places, self._quit(), self._sides())

    def _sides(self) -> tuple[int, ...]:
        """The side every seat plays for."""
        match = self.match
        return match.game.sides(match.options, len(match.players)) if match.game else ()

    def _agree(self) -> None:
        """Result and rank of a match whose course nobody wrote down, against each other."""
        result = self.match.result
        if result.status != "complete":
            return
        for key, told in (("result", result.scores), ("rank", result.places)):
            self._partners(key, told)
        if not result.places or self.problems:
            return
        fewer = self.match.game is not None and self.match.game.fewer_wins
        pairs = list(enumerate(zip(result.scores, result.places, strict=False)))
        for seat, (score, place) in pairs:
            for other, (less, lower) in pairs:
                if score is None or less is None or place >= lower or score == less:
                    continue
                if (score > less) == fewer:
                    above = ABOVE_WITH_MORE if fewer else ABOVE_WITH_LESS
                    fault = above(who=Player(seat), other=Player(other))
                    self.problems.append(self._trailer_problem("K-rank", fault, "rank"))
                    return

    def _partners(self, key: str, told: Sequence[int | None]) -> None:
        """Partners have one score and one place (DM-R15)."""
        first: dict[int, int] = {}
        for seat, side in enumerate(self._sides() if told else ()):
            with_whom = first.setdefault(side, seat)
            if told[seat] != told[with_whom]:
                sentence = PARTNERS_SCORE if key == "result" else PARTNERS_PLACE
                fault = sentence(pair=(Player(with_whom), Player(seat)))
                self.problems.append(self._trailer_problem(f"K-{key}", fault, key))
                return

    def _forfeits(self) -> None:
        result = self.match.result
        told = {seat for seat, _ in result.forfeits}
        missing = [seat for seat in self.left if seat not in told]
        if missing and result.status:
            fault = NO_FORFEIT_LINE(who=Player(missing[0]))
            self._forfeit_problem(fault, seat_letter(missing[0]))
        elif result.status == "forfeit" and not told:
            self._forfeit_problem(NOBODY_FORFEITS(), "SEAT")

    def _forfeit_problem(self, fault: Message, letter: str) -> None:
        remedy = WRITE(form=f"forfeit: {letter} REASON")
        self.problems.append(self._trailer_problem("K-forfeit", fault, "status", remedy))

    def _quit(self) -> Mapping[Seat, int]:
        """Where each forfeiting seat stopped: at its directive, else before or after the match."""
        end = len(self.script.entries)
        before = {
            seat: -1 if code == "no-show" else end for seat, code in self.match.result.forfeits
        }
        return {seat: self.left.get(seat, at) for seat, at in before.items()}

    def _trailer_problem(
        self,
        code: str,
        message: Message,
        key: str,
        remedy: Message | None = None,
        told: Sequence[str] = (),
    ) -> Problem:
        lines = {line.key: line for line in self.match.headers}
        lines |= {line.key: line for line in self.match.trailer if not isinstance(line, Directive)}
        line = lines.get(key) or self.match.headers[0]
        at = line.at or SourceLine(0, "", "")
        place = where(at, told) if told else spot(at, (0, len(at.text)))
        return _problem(self.match, code, message, place, remedy)


def _problem(
    match: MatchRecord,
    code: str,
    message: Message,
    place: Spot,
    remedy: Message | None = None,
    ply: int | None = None,
) -> Problem:
    return Problem(code, message, place, remedy, match=match.name, ply=ply, names=match.names)


def _stated(key: str, value: str) -> str:
    """A statement as a check writes it: `A2`, `thief C`, `12`."""
    return f"{key} {value}" if len(key) > 1 else key + value


def _differ(told: str, found: str) -> bool:
    """Whether two values contradict each other; what is unknown contradicts nothing."""
    return told != found and "?" not in (told, found)
