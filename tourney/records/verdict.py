"""Compares a match with its replay: -- check lines, result, rank and status.

Reports what was verified and what could not be verified; never corrects anything.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Any, Final

from engines.api import Game, Outcome, Seat, seat_letter
from engines.messages import Message, Player, say
from tourney.domain.match_values import places_with_forfeits
from tourney.records import field_values
from tourney.records.body_lines import (
    GENERIC,
    Script,
    decisions,
    disagreement,
    line_of,
    script,
    stated,
    where,
    whole,
    without_tentative,
    written,
)
from tourney.records.field_values import ImpossibleOutcome, impossible_outcomes, limit_fault
from tourney.records.lines import SourceLine
from tourney.records.model import Directive, Document, MatchRecord
from tourney.records.problems import Problem, Spot, in_line_order, spot
from tourney.records.record_replay import PartialReplay, Stop, StrictReplay

PLAYED_OUT: Final = ("complete", "forfeit")
BROKEN_OFF: Final = ("unfinished", "abandoned")


@dataclass(frozen=True, slots=True)
class Report:
    """A checked match; counts are of decisions, `unverified` lists what could not be verified."""

    match: MatchRecord
    plies: int = 0
    verified: int = 0
    consistent: int = 0
    irregular: int = 0
    gaps: int = 0
    unchecked: int = 0
    # The first thing missing in a record of the engine, which should have everything.
    incomplete: Message | None = None
    assumed: str = ""  # the status that is assumed because the record has none; empty if it has one
    confirmed: tuple[Message, ...] = ()
    unverified: tuple[Message, ...] = ()
    outcome: Outcome | None = None
    places: tuple[int, ...] = ()  # the places by the replay with forfeits; else as written
    problems: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether nothing contradicts the rules."""
        return not self.problems


def problems_of(document: Document) -> Sequence[Problem]:
    """What is wrong with a text, else with the matches in it."""
    return document.faults() or [one for match in document.matches for one in check(match).problems]


def check(match: MatchRecord, *, strict: bool = False) -> Report:
    """Check a match against the rules; with `strict`, irregular actions are problems.

    A complete record is replayed strictly; one with gaps is followed by the game's tracker, if any.
    """
    if match.problems or match.game is None:
        return Report(match, problems=match.problems)
    report = _checked(match, match.game, strict)
    if match.header("source") == "engine" and not (match.result.status or report.incomplete):
        return replace(report, incomplete=say("records.no-status"))
    return report


def _checked(match: MatchRecord, game: Game[Any], strict: bool) -> Report:
    # A record that shows everything is replayed on the engine. Where it has gaps, or the replay
    # finds that something is missing, the tracker of the game follows it instead: it accepts what
    # some choice of the unknown cards makes legal.
    entries = script(match)
    lacks = entries.gap
    tracker = game.tracker(match.options, len(match.players))
    if tracker is None or not _has_gaps(match, entries):
        replay = StrictReplay(game, match.options, len(match.players), entries)
        report = _Check(match, game, replay, strict).report()
        if tracker is None:
            return report
        if not (replay.lacking or replay.differs or report.warnings):
            return _with_rows(report, game, entries, strict)
        if not replay.lacking and not report.warnings:
            # An entry differs from the rules. The tracker may know an earlier cause; if it finds
            # nothing, the problem of the replay stands.
            followed = _followed(match, game, entries, strict)
            return followed if followed.problems else report
        # What the record lacks for a replay.
        lacks = replay.gap
        if not lacks and replay.lacking and report.problems:
            problem = report.problems[0]
            owed = replay.owed() if problem.code.startswith("R-") else None
            what = owed or problem.message
            lacks = say("records.in-line", line=problem.line, what=what)
    followed = _followed(match, game, entries, strict)
    return replace(followed, incomplete=lacks) if match.header("source") == "engine" else followed


def _with_rows(report: Report, game: Game[Any], entries: Script, strict: bool) -> Report:
    """The report of a replay with the rows of `-- reveal` compared by the tracker as well."""
    if not any(item.word == "reveal" for _, item in entries.asides):
        return report
    followed = _followed(report.match, game, entries, strict)
    if followed.problems:
        # The report of the first problem; that of the replay if both are in one line.
        return min(
            (report, followed), key=lambda one: min((p.line for p in one.problems), default=inf)
        )
    if report.problems:
        return report
    confirmed, unverified = followed.confirmed, followed.unverified
    return replace(report, confirmed=confirmed, unverified=unverified, warnings=followed.warnings)


def _followed(match: MatchRecord, game: Game[Any], entries: Script, strict: bool) -> Report:
    """Check by the tracker; tentative cards that do not fit are then taken as unknown."""
    seats = len(match.players)

    def follow(entries: Script) -> Report:
        tracker = game.tracker(match.options, seats)
        assert tracker is not None, "checked by the caller"
        return _Check(match, game, PartialReplay(tracker, entries), strict).report()

    report = follow(entries)
    if report.problems or not report.warnings:
        return report
    # The tentative cards do not fit. Whatever is wrong without them, too, is an error; the rest
    # stays a warning.
    doubted = follow(without_tentative(entries, game, seats))
    again = (*doubted.problems, *doubted.warnings)
    sure = {(problem.code, problem.spot) for problem in again}
    doubts = [problem for problem in report.warnings if (problem.code, problem.spot) not in sure]
    return replace(doubted, warnings=(*doubts, *doubted.warnings))


def _has_gaps(match: MatchRecord, entries: Script) -> bool:
    """Whether a record has unknown cards, rulings or irregular actions."""
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
    """The check of one match."""

    def __init__(
        self,
        match: MatchRecord,
        game: Game[Any],
        replay: StrictReplay | PartialReplay,
        strict: bool,
    ) -> None:
        self.match = match
        self.game = game
        self.strict = strict
        self.sides = game.sides(match.options, len(match.players))
        # The status as written; at the end, the assumed one if there is none.
        self.status = match.result.status
        self.script: Script = replay.script
        self.replay = replay
        self.problems: list[Problem] = []
        self.confirmed: list[Message] = []
        self.unverified: list[Message] = []
        self.asides = deque(self.script.asides)
        self.left: dict[Seat, int] = {}
        self.patched: Message | None = None
        self.ruled = False
        self.missing: list[Directive] = []
        self.checks = 0

    def report(self) -> Report:
        """Check the match and report all findings."""
        replay = self.replay
        try:
            # Replay to the end with each -- check at its line, then check the trailer.
            while True:
                self._take_asides()
                if not self.replay.step():
                    break
            if self.status in (*PLAYED_OUT, ""):
                self.replay.close()
            self._end()
            self._turns()
            self._trailer()
        except Stop as stop:
            self.problems.append(stop.problem)
        # After an error the decisions below it were not looked at.
        plies = sum(1 for _ in decisions(self.script.entries))
        left = sum(1 for _ in decisions(self.script.entries[replay.at + 1 :]))
        failed = any(problem.ply is not None and problem.sure for problem in self.problems)
        if self.strict:
            self.problems += replay.notes
        outcome, counts = replay.outcome(), replay.counts()
        ranked = outcome is not None and all(outcome.places) and not self.problems
        return Report(
            match=self.match,
            plies=plies,
            verified=counts["verified"],
            consistent=counts["consistent"],
            irregular=counts["irregular"],
            gaps=len(self.missing),
            assumed="" if self.match.result.status else self.status,
            unchecked=left if failed else 0,
            confirmed=tuple(self.confirmed),
            unverified=tuple(self.unverified),
            outcome=outcome,
            places=self._places(outcome) if outcome and ranked else self.match.result.places,
            problems=in_line_order(problem for problem in self.problems if problem.sure),
            warnings=in_line_order(problem for problem in self.problems if not problem.sure),
        )

    def _take_asides(self) -> None:
        while self.asides and self.asides[0][0] <= self.replay.at:
            _, item = self.asides.popleft()
            if item.word == "check":
                self._assert(item)
            elif item.word == "ruling":
                self.ruled = True
                if isinstance(self.replay, PartialReplay):
                    self.replay.ruled(item)
                else:
                    self.patched = say("records.ruling-in", line=line_of(item).number)
            elif item.word == "gap":
                self.missing.append(item)
                if isinstance(self.replay, PartialReplay):
                    self.replay.hidden(item)
            elif item.word == "forfeit":
                self.left[ord(item.text.split()[1]) - ord("A")] = self.replay.at
            else:
                if item.word == "reveal":
                    self.replay.close()
                self._opened(item)

    # -- the end of the record

    def _end(self) -> None:
        """Find entries after the end of the match, and a status that contradicts the entries."""
        replay, owed = self.replay, self.replay.owed()
        self.status = self.status or self._assumed(owed)
        if replay.gap:
            self.unverified.append(say("records.from-there", why=replay.gap))
            return
        over, status = owed == say("kit.over"), self.status
        if over and replay.at < len(self.script.entries):
            entry = self.script.entries[replay.at]
            fault, number = say("records.nothing-follows"), entry.number
            raise Stop(_problem(self.match, "K-over", fault, entry.spot(), ply=number))
        if status == "complete" and self.script.entries and owed and not over:
            fault, remedy = say("records.not-over", owed=owed), say("records.write-rest")
            raise Stop(self._trailer_problem("K-status", fault, "status", remedy))
        if status in BROKEN_OFF and over:
            fault = say("records.over-status", status=status)
            remedy = say("records.write", form="status: complete")
            raise Stop(self._trailer_problem("K-status", fault, "status", remedy))

    def _assumed(self, owed: Message | None) -> str:
        """The status of a record without one; none if a seat has left the match."""
        result = self.match.result
        if self.left or result.forfeits:
            return ""
        if not self.script.entries:
            return "complete" if result.scores or result.places else "unfinished"
        over = owed in (say("kit.over"), None) and not self.replay.gap
        if self.missing and owed is None:  # the end may be missing too
            over = bool(result.scores or result.places)
        return "complete" if over else "unfinished"

    def _turns(self) -> None:
        """Check that each turn is on one line, as the game lays it out."""
        replay = self.replay
        # The layout needs every entry, as the engine logged it.
        if isinstance(replay, PartialReplay) or replay.waived or replay.gap or replay.terse:
            return
        texts = [(entry.ply.seat, self.game.text(entry.ply)) for entry in self.script.entries]
        for (item, text), line in zip(written(self.match), self.game.layout(texts), strict=False):
            if text != line:
                fault, remedy = say("records.line-should-be", line=line), say("records.one-line")
                raise Stop(_problem(self.match, "K-turn", fault, whole(item), remedy))

    # -- statements in the record

    def _assert(self, item: Directive) -> None:
        tally = None if self.patched else self.replay.tally(item.text.split()[1])
        wrong = disagreement(item, tally, self.sides)
        if wrong is None:
            claimed = stated(item.text)
            compared = tally is not None and "?" not in map(tally.get, claimed)
            self._confirm(item, compared)
            if not compared and isinstance(self.replay, PartialReplay):
                why = self.replay.learnt(item)
                if why is not None:
                    self.problems.append(_problem(self.match, "K-check", why, whole(item)))
            return
        place = where(line_of(item), wrong.stated)
        self.problems.append(_problem(self.match, "K-check", wrong.message, place))

    def _confirm(self, item: Directive, compared: bool) -> None:
        """Count a statement that could be compared; report one that could not."""
        self.checks += compared
        if not compared:
            words = " ".join(item.text.split()[:2])
            self.unverified.append(say("records.check-in", text=words, line=line_of(item).number))

    def _opened(self, item: Directive) -> None:
        """Compare revealed cards; only a tracker does, see `_with_rows`."""
        if not isinstance(self.replay, PartialReplay) or item.word in GENERIC:
            return
        try:
            self._confirm(item, self.replay.shown(item))
        except Stop as stop:
            if stop.problem.code != "K-check":
                raise
            self.problems.append(stop.problem)

    def _trailer(self) -> None:
        if self.checks:
            self.confirmed.append(say("records.checks", count=self.checks))
        result, outcome = self.match.result, self.replay.outcome()
        claimed = {seat for seat, _ in result.forfeits}
        missing = [seat for seat in self.left if seat not in claimed]
        fault, letter = say("records.nobody-forfeits"), "SEAT"
        if missing:
            fault, letter = (
                say("records.no-forfeit-line", who=Player(missing[0])),
                seat_letter(missing[0]),
            )
        if (missing and result.status) or (result.status == "forfeit" and not claimed):
            remedy = say("records.write", form=f"forfeit: {letter} REASON")
            self.problems.append(self._trailer_problem("K-forfeit", fault, "status", remedy))
        if not self.script.entries and self.status in PLAYED_OUT:
            self._compare_result_and_rank()
        elif self.status in PLAYED_OUT and outcome and not (self._claimed() or self.patched):
            self._compare(outcome)
        elif result.scores or result.places:
            why = self.patched or self._claimed() or self._why()
            self.unverified.append(say("records.result-and-rank", why=why))
            self._compare_result_and_rank()
        elif not self.status:
            self.unverified.append(say("records.status-open"))

    def _claimed(self) -> Message | None:
        """Why the result is only claimed: an entry cannot be replayed, or turns are missing."""
        if self.replay.gap or not self.missing:
            return self.replay.gap
        return say("records.turns-missing", line=line_of(self.missing[0]).number)

    def _why(self) -> Message:
        if self.status in PLAYED_OUT and isinstance(self.replay, PartialReplay):
            return say("records.not-all-known")
        if self.status:
            written = self.match.result.status
            return say("records.status-is" if written else "records.assumed", status=self.status)
        return say("records.status-open")

    def _compare(self, outcome: Outcome) -> None:
        result = self.match.result
        places = self._places(outcome)
        scores = enumerate(zip(result.scores, outcome.scores, strict=False))
        wrong = [(seat_letter(seat), *two) for seat, two in scores if two[0] not in (None, two[1])]
        if wrong:
            fault = say(
                "records.result-found", found=", ".join(f"{a} {new}" for a, _, new in wrong)
            )
            claimed = [f"{letter} {old}" for letter, old, _ in wrong]
            self.problems.append(
                self._trailer_problem("K-result", fault, "result", claimed=claimed)
            )
        elif result.scores:
            self.confirmed.append(say("records.result"))
        if result.places and not all(outcome.places):
            self._known_places(outcome)
        elif result.places and result.places != places:
            fault = say("records.rank-found", found=field_values.rank_text(places))
            self.problems.append(self._trailer_problem("K-rank", fault, "rank"))
        elif result.places:
            self.confirmed.append(say("records.rank"))

    def _known_places(self, outcome: Outcome) -> None:
        """Compare the known places if others depend on unknown cards."""
        self.unverified.append(say("records.rank-only", why=say("records.not-all-known")))
        if self.match.result.status == "forfeit":
            return
        for seat, (place, claimed) in enumerate(
            zip(outcome.places, self.match.result.places, strict=True)
        ):
            if place and claimed != place:
                fault = say("records.place-found", who=Player(seat), place=place)
                self.problems.append(self._trailer_problem("K-rank", fault, "rank"))
                return
        self._compare_result_and_rank()

    def _places(self, outcome: Outcome) -> tuple[int, ...]:
        result, end = self.match.result, len(self.script.entries)
        if result.status != "forfeit":
            return outcome.places
        # When each one left: after so many entries; -1 is a no-show, the end without a directive.
        given = {seat: -1 if code == "no-show" else end for seat, code in result.forfeits}
        left = {seat: self.left.get(seat, at) for seat, at in given.items()}
        return places_with_forfeits(outcome.places, left, self.sides)

    def _compare_result_and_rank(self) -> None:
        """Compare result and rank with the limits of the game and with each other.

        For a match whose turns are not recorded, or not all of them are known. What the table or
        the organiser decided may lie outside of the limits.
        """
        result = self.match.result
        if self.status not in PLAYED_OUT:
            return
        over, options = self.status == "complete", self.match.options
        bound = bool(result.scores) and not (self.ruled or self.replay.counts()["irregular"])
        found: Sequence[ImpossibleOutcome] = ()
        if over:
            compared = not self.problems
            found = impossible_outcomes(
                self.game, options, result.scores, result.places, bound=bound, compared=compared
            )
        elif bound and (high := limit_fault(self.game, options, result.scores, over=False)):
            found = (ImpossibleOutcome("result", high),)
        for key, wrong in found:
            problem = self._trailer_problem(f"K-{key}", wrong.message, key)
            self.problems.append(replace(problem, rule=wrong.rule))

    def _trailer_problem(
        self,
        code: str,
        message: Message,
        key: str,
        remedy: Message | None = None,
        claimed: Sequence[str] = (),
    ) -> Problem:
        lines = {line.key: line for line in self.match.headers}
        lines |= {line.key: line for line in self.match.trailer if not isinstance(line, Directive)}
        line = lines.get(key) or self.match.headers[0]
        at = line.at or SourceLine(0, "", "")
        place = where(at, claimed) if claimed else spot(at, (0, len(at.text)))
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
