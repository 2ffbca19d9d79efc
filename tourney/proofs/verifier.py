"""Verifies the proof of a run, without a database: does everything in it follow from its head?

A difference is told once, where it stands, and not again by what follows from it: if a match is not
right, neither root nor standings are compared.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from engines.messages import Message, say
from tourney import __version__
from tourney.agents.loaded_bot import LoadedBot
from tourney.agents.loader import is_built_in
from tourney.domain.bounds import BEACON
from tourney.domain.errors import Conflict, DataFault, TourneyError, UsageFault, quoted
from tourney.domain.match_values import (
    StoredMatch,
)
from tourney.domain.run_spec import BotEntry, RunSpec
from tourney.domain.safe_text import in_one_form, one_form
from tourney.insight.match_analysis import unpacked
from tourney.insight.totals import AccountTotals
from tourney.proofs.commitment import Commitment, seeds, usual_judge
from tourney.proofs.match_checker import (
    NOTHING,
    CheckOrder,
    Difference,
    MatchChecker,
    MatchFinding,
    loaded,
    no_end,
    unfit,
)
from tourney.proofs.proof_file import (
    MerkleTree,
    ProofLine,
    Unfit,
    account_rows,
    opened_proof,
    own_hash,
    read_line,
    standings_rows,
)
from tourney.results.sums import Endings, ResultSums, design
from tourney.runs.run_plan import settings_of, setup_of
from tourney.runs.run_schedule import Schedule
from tourney.work.chunks import spread
from tourney.work.executors import SpreadOptions, Workers
from tourney.work.worker_process import Job

if TYPE_CHECKING:
    from tourney.runs.until import Until

SAME: Final = 2e-9
"""Two sums of accounts that differ by no more are equal: they have nine digits."""
SHOWN: Final = 10
"""Numbers of matches in one sentence."""
DECIMALS: Final = re.compile(r"-?[0-9]{1,6}\.[0-9]{9}")


class _AllButLast:
    """The lines before the last one, which is `last` at the end."""

    def __init__(self, lines: Iterator[ProofLine]) -> None:
        self._lines = lines
        self.last = next(lines, None)

    def __iter__(self) -> Iterator[ProofLine]:
        for line in self._lines:
            before, self.last = self.last, line
            assert before is not None
            yield before


class _Sums:
    """What follows from all matches together, as far as every one of them is right (`clean`).

    The judge is that whose accounts are summed, empty for none.
    """

    def __init__(self, sealed: Commitment, spec: RunSpec, judge: str) -> None:
        self.judge, self.clean, self.tree, self.totals = judge, True, MerkleTree(), AccountTotals()
        about = design(spec)
        self.results = ResultSums(by=sealed.points, tiebreaks=sealed.tiebreaks, design=about)
        self.rule = _rule(spec)
        self._spec, self._endings, self._last = spec, Endings(spec), 0

    def take(self, checked: MatchFinding) -> Iterator[Difference]:
        """Add a match; the differences in its line, and whether it comes when it is due."""
        differences, number, match = list(checked.differences), checked.number, checked.match
        due = self._last + 1
        if number is None or number == due:
            self._last = due
        else:
            # A number that fits nothing else in its line was changed; else lines are missing.
            self._last = due if differences else max(self._last, number)
            what = say("proofs.d-order")
            differences = [Difference(checked.line, what, str(due), str(number), number)]
        if self.rule is not None and self.rule.ended:
            what = say("proofs.d-rule")
            differences.append(Difference(checked.line, what, NOTHING, self._spec.until, number))
        yield from differences
        self.tree.add(checked.leaf)
        self.clean = self.clean and not differences and match is not None
        if not self.clean or match is None:
            return
        ending = self._endings.of(match)
        self.results.take(ending)
        if self.rule is not None:
            self.rule.take(ending)
        if checked.analysis:
            spec, nobody = self._spec, (None,) * self._spec.seats
            # Of a match the sums need its players alone.
            names = tuple(spec.bots[bot].name for bot in match.fixture.seats)
            about = ("", spec.game, spec.rules, spec.options, ())
            bare = StoredMatch(0, *about, names, nobody, nobody, nobody, match.status, [])
            self.totals.add(None, bare, unpacked(self.judge, checked.analysis))


def _rule(spec: RunSpec) -> "Until | None":
    """The stopping rule of a run, if it has one."""
    if not spec.until:
        return None
    from tourney.runs.until import Until  # with the database, which only such a run needs

    return Until(spec, Schedule(spec))


def _unasked(bot: BotEntry, found: LoadedBot, given: bool) -> Message | None:
    """Why a bot cannot be asked again; Conflict if another one is given."""
    if bot.differs(found.version, found.content):
        words = {"bot": bot.name, "version": bot.version, "here": found.version}
        if given:
            raise Conflict(say("proofs.other-bot", **words))
        return say("proofs.o-other-version", **words)
    return None if found.reproducible else say("proofs.o-not-reproducible", bot=bot.name)


def _rows_differ(
    line: int, table: str, rights: Sequence[Mapping[str, Any]], founds: Sequence[Mapping[str, Any]]
) -> Iterator[Difference]:
    """Differences between two tables: values by row and key, then the number of rows."""
    for number, (right, found) in enumerate(zip(rights, founds, strict=False), 1):
        for key, value in right.items():
            if str(value) != str(found[key]) and not _same(str(value), str(found[key])):
                what = say("proofs.d-row", table=table, row=number, key=key)
                yield Difference(line, what, str(value), str(found[key]))
    if len(rights) != len(founds):
        what = say("proofs.d-rows", table=table)
        yield Difference(line, what, str(len(rights)), str(len(founds)))


def _same(one: str, other: str) -> bool:
    """Whether two figures of accounts differ by rounding alone."""
    if DECIMALS.fullmatch(one) and DECIMALS.fullmatch(other):
        return abs(float(one) - float(other)) <= SAME
    return False


@dataclass(frozen=True, slots=True)
class AskedProof:
    """What whoever verifies knows: the published commitment, the drawn beacon, programs of bots.

    `bots` are targets by name.
    """

    commitment: str | None = None
    beacon: str | None = None
    bots: Mapping[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Verified:
    """The end of a verification: how many differences there were, and what was checked.

    `planned` are the matches that there should be. `checked` says what follows, `open` what could
    not be checked here.
    """

    differences: int = 0
    matches: int = 0
    planned: int = 0
    commitment: str = ""
    checked: list[Message] = field(default_factory=list)
    open: list[Message] = field(default_factory=list)


class Verification:
    """Verifies one proof; every difference is told as soon as it is found."""

    def __init__(self, asked: AskedProof, workers: Workers) -> None:
        self._asked, self._workers = asked, workers
        self.result = Verified()
        self._found: list[Difference] = []

    def differences(self, path: str, show: Callable[[int, int], None]) -> Iterator[Difference]:
        """The differences in a file, in the order of its lines; `show` sees the matches done."""
        with opened_proof(path) as lines:
            for found in self._all(path, lines, show):
                self.result.differences += 1
                yield found

    def _all(
        self, path: str, lines: Iterator[ProofLine], show: Callable[[int, int], None]
    ) -> Iterator[Difference]:
        head = next(lines, None)
        second = next(lines, None)
        # Another file altogether has neither of the first lines.
        begun = head is not None and head.content.startswith(b'{"tourney-proof":')
        opened = second is not None and second.content.startswith(b'{"commitment":')
        if head is None or not (begun or opened):
            raise DataFault(say("proofs.not-a-proof", file=quoted(path)))
        try:
            sealed = Commitment.read(head.content.decode())
        except (UnicodeDecodeError, DataFault):
            yield Difference(1, say("proofs.d-sealed"), NOTHING, NOTHING)
            return
        self.result.commitment = digest = sealed.digest
        if second is None:
            yield Difference(2, say("proofs.d-missing"), NOTHING, NOTHING)
            return
        try:
            opening = read_line(second.content, "opening")
        except Unfit as fault:
            yield unfit(second, fault)
            return
        # A head that is not the sealed one would make everything below it look wrong.
        wanted = {"proofs.d-commitment": opening["commitment"]}
        if self._asked.commitment is not None:
            wanted["proofs.d-published"] = self._asked.commitment
        wrong = [
            Difference(1, say(key), right, digest)
            for key, right in wanted.items()
            if right != digest
        ]
        yield from wrong
        if wrong:
            return
        yield from self._of_opening(sealed, opening)
        # With the seeds that are stated: whether they are right has been told.
        spec = replace(sealed.spec, seed=opening["seed"], bot_seed=opening["bot_seed"])
        try:
            settings_of(spec)
            schedule = Schedule(spec)
            accounts = bool(opening["judge"]) and opening["judge"] == usual_judge(spec.game)
            sums = _Sums(sealed, spec, opening["judge"] if accounts else "")
        except TourneyError as error:
            yield Difference(1, say("proofs.d-unplayable"), NOTHING, str(error.message))
            return
        if setup_of(spec).game.version != spec.rules:
            rules = f"{spec.game}/{setup_of(spec).game.version}"
            raise Conflict(say("proofs.other-rules", rules=f"{spec.game}/{spec.rules}", here=rules))
        if not 0 <= opening["matches"] <= schedule.total:
            key = say("proofs.d-opening", key="matches")
            yield Difference(2, key, f"0-{schedule.total}", str(opening["matches"]))
        yield from self._matches(sealed, spec, opening, sums, lines, show)

    def _of_opening(self, sealed: Commitment, opening: Mapping[str, Any]) -> Iterator[Difference]:
        """Differences in what follows from the sealed text and the beacon."""
        beacon = opening["beacon"]
        if self._asked.beacon is not None and one_form(self._asked.beacon) != beacon:
            right = one_form(self._asked.beacon)
            yield Difference(2, say("proofs.d-drawn"), right, beacon or NOTHING)
        for at, text, key in ((1, sealed.source, "source"), (2, beacon, "beacon")):
            if not in_one_form(text) or len(text) > BEACON:
                yield Difference(at, say("proofs.d-form", key=key), one_form(text)[:BEACON], text)
        if bool(beacon) != bool(sealed.source):
            right = sealed.source or NOTHING
            yield Difference(2, say("proofs.d-opening", key="beacon"), right, beacon or NOTHING)
        for key, right in zip(("seed", "bot_seed"), seeds(sealed.secret, beacon), strict=True):
            if opening[key] != right:
                yield Difference(2, say("proofs.d-opening", key=key), right, opening[key])
        if opening["judge"] not in ("", sealed.judge):
            what = say("proofs.d-opening", key="judge")
            yield Difference(2, what, sealed.judge, opening["judge"])
        result = self.result
        result.checked.append(say("proofs.c-commitment", digest=sealed.digest))
        if self._asked.commitment is None:
            result.open.append(say("proofs.o-commitment"))
        if not sealed.source:
            result.open.append(say("proofs.o-no-beacon"))
        elif self._asked.beacon is None:
            words = {"source": quoted(sealed.source), "beacon": quoted(beacon)}
            result.open.append(say("proofs.o-beacon", **words))

    def _matches(
        self,
        sealed: Commitment,
        spec: RunSpec,
        opening: Mapping[str, Any],
        sums: _Sums,
        lines: Iterator[ProofLine],
        show: Callable[[int, int], None],
    ) -> Iterator[Difference]:
        """Differences in matches and foot."""
        result, count, total = self.result, opening["matches"], Schedule(spec).total
        result.planned = total
        order = CheckOrder(spec, self._witnesses(sealed, spec), bool(sums.judge))
        held, failed = _AllButLast(lines), list[int]()
        believed: Counter[str] = Counter()
        for checked in self._checked(order, held, count):
            result.matches += 1
            show(result.matches, count)
            believed.update(checked.believed)
            failed += [checked.number] if checked.failed and checked.number else []
            yield from sums.take(checked)
        if result.matches != count:
            what = say("proofs.d-opening", key="matches")
            yield Difference(2, what, str(count), str(result.matches))
            sums.clean = False
        yield from self._of_foot(held.last, opening, sums)
        result.checked.append(say("proofs.c-matches", count=result.matches))
        for bot, times in sorted(believed.items()):
            result.open.append(say("proofs.o-faults", bot=bot, count=times))
        if failed:
            numbers = ", ".join(map(str, failed[:SHOWN])) + (", …" if failed[SHOWN:] else "")
            result.open.append(say("proofs.o-skipped", count=len(failed), numbers=numbers))
        if sums.rule is not None and sums.rule.ended:
            result.planned = count
        elif count < total:
            result.open.append(say("proofs.o-stopped", count=count, total=total))
        if sealed.tests:
            tests = "; ".join(map(quoted, sealed.tests))
            result.open.append(say("proofs.o-tests", tests=tests))

    def _of_foot(
        self, line: ProofLine | None, opening: Mapping[str, Any], sums: "_Sums"
    ) -> Iterator[Difference]:
        """Differences in the last line; what follows from all matches only if all are right."""
        if line is None:
            yield Difference(3, say("proofs.d-missing"), NOTHING, NOTHING)
            return
        try:
            found = read_line(line.content, "foot")
        except Unfit as fault:
            yield unfit(line, fault)
            return
        wrong = [] if line.whole else [no_end(line)]
        result, root = self.result, sums.tree.root().hex()
        if not sums.clean:
            result.open.append(say("proofs.o-foot"))
        else:
            if found["root"] != root:
                what = say("proofs.d-root")
                wrong.append(Difference(line.number, what, root, found["root"]))
            rows = standings_rows(sums.results.standings())
            wrong += _rows_differ(line.number, "standings", rows, found["standings"])
            result.checked.append(say("proofs.c-standings"))
            if sums.judge:
                rows = account_rows(sums.totals)
                wrong += _rows_differ(line.number, "account", rows, found["account"])
                result.checked.append(say("proofs.c-account", judge=opening["judge"]))
        if not opening["judge"] and found["account"]:
            what = say("proofs.d-account")
            wrong.append(Difference(line.number, what, NOTHING, str(len(found["account"]))))
        if opening["judge"] and not sums.judge:
            result.open.append(say("proofs.o-judge", judge=opening["judge"]))
        own = own_hash(line.content).hex()
        if not wrong and found["hash"] != own:
            wrong.append(Difference(line.number, say("proofs.d-hash"), own, found["hash"]))
        yield from wrong

    def _witnesses(self, sealed: Commitment, spec: RunSpec) -> dict[str, str]:
        """The bots that can be asked again: built-in ones, and those that are given."""
        names = [bot.name for bot in spec.bots]
        for name in self._asked.bots:
            if name not in names:
                known = ", ".join(names)
                raise UsageFault(say("proofs.no-such-bot", bot=quoted(name), known=known))
        found: dict[str, str] = {}
        for bot in spec.bots:
            given = self._asked.bots.get(bot.name)
            target = given or (bot.target if is_built_in(bot.target) else None)
            why = say("proofs.o-not-given", bot=bot.name) if target is None else None
            if target is not None:
                try:
                    with_bot = loaded(spec, target)
                except UsageFault:
                    if given is not None:
                        raise
                    # A built-in bot with settings that it does not have here.
                    self.result.open.append(say("proofs.o-not-given", bot=bot.name))
                    continue
                with_bot.close()
                why = _unasked(bot, with_bot, given is not None)
            if why is None and target is not None:
                found[bot.name] = target
            elif why is not None:
                self.result.open.append(why)
        if found:
            self.result.checked.append(say("proofs.c-bots", bots=", ".join(found)))
        if sealed.program != __version__:
            words = {"program": sealed.program, "here": __version__}
            self.result.open.append(say("proofs.o-program", **words))
        return found

    def _checked(
        self, order: CheckOrder, lines: Iterable[ProofLine], count: int
    ) -> Iterator[MatchFinding]:
        if self._workers.here:
            checker = MatchChecker(order)
            try:
                yield from map(checker.checked, lines)
            finally:
                checker.close()
            return

        def lost(line: ProofLine) -> list[MatchFinding]:
            died = Difference(line.number, say("proofs.d-died"), NOTHING, NOTHING)
            return [MatchFinding(line.number, (died,))]

        job: Job[ProofLine, list[MatchFinding]] = Job(MatchChecker, order)
        how: SpreadOptions[ProofLine, list[MatchFinding]] = SpreadOptions(
            self._workers, lost, lambda: True, total=count
        )
        for found in spread(job, lines, how):
            yield from found
