"""Analyses the matches of a run, an event or a player, and stores what is found.

A match that the same judge has analysed is not analysed again, so an interrupted command goes on
where it stopped. Workers get matches with their moves and need no database.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from engines.games import GAMES
from engines.messages import Message, say
from tourney.domain.errors import DataFault, NotFound, TourneyError, UsageFault, quoted
from tourney.domain.match_values import StoredMatch
from tourney.insight.account import Judge
from tourney.insight.match_analysis import MatchAnalysis, analyse, judge_name, packed
from tourney.insight.totals import Summary, SummaryMaker
from tourney.records.record_positions import readable
from tourney.work.chunks import spread
from tourney.work.executors import SpreadOptions, Workers
from tourney.work.worker_process import Job

if TYPE_CHECKING:
    from tourney.app.export_matches import Names
    from tourney.app.host import Host
    from tourney.render.text_tables import Table
    from tourney.store import Database
    from tourney.store.matches import MatchFilter

STORED_EVERY: Final = 1.0
"""Seconds after which what was found is stored."""
CHUNK_SECONDS: Final = 2.0
PLAYER: Final = "player:"
KINDS: Final = ("run:", "event:", PLAYER)
"""What stands before the name of a run, an event or a player."""


DealLuck: TypeAlias = dict[int, dict[str, float]]
"""The mean luck of each player by deal."""


class ManyMatches(NamedTuple):
    """The matches of a run, an event or a player, whose name this is."""

    name: str
    part: "MatchFilter"


def many_matches(host: "Host", name: str) -> ManyMatches:
    """The matches that `run:NAME`, `event:NAME` or `player:NAME` means; NotFound."""
    from tourney.app.choose import chosen_event
    from tourney.store.analyses import matches_of_player
    from tourney.store.matches import event_part, run_matches, run_part
    from tourney.store.runs import run_named

    store = host.store()
    if name.startswith(PLAYER):
        return ManyMatches(*matches_of_player(store, name.removeprefix(PLAYER)))
    if (event := chosen_event(store, name)) is not None:
        return ManyMatches(event, event_part(event))
    run = run_named(store, name.removeprefix("run:"))
    run_matches(store, run)  # refuses a run that stores no moves
    return ManyMatches(run.spec.name, run_part(run.id))


@dataclass(frozen=True, slots=True)
class AskedAnalysis:
    """How matches are analysed."""

    judge: Judge
    seed: str


class JudgedMatch(NamedTuple):
    """What was found about a match: its analysis, or why there is none."""

    match_id: int
    name: str
    judge: str
    content: bytes | None
    why: Message | str | None = None


class AnalysisWork:
    """Analyses matches one after the other; a job for worker processes."""

    def __init__(self, asked: AskedAnalysis) -> None:
        self._asked = asked

    def work(self, items: Sequence[StoredMatch]) -> list[JudgedMatch]:
        """What is found about each match."""
        judge, seed = self._asked.judge, self._asked.seed
        found = []
        for match in items:
            try:
                analysis = analyse(readable(match), judge, seed, match.name)
                if not analysis.ended:
                    raise DataFault(say("app.analysis-no-places", match=quoted(match.name)))
                found.append(JudgedMatch(match.id, match.name, analysis.judge, packed(analysis)))
            except TourneyError as error:
                found.append(JudgedMatch(match.id, match.name, "", None, error.message))
        return found

    def close(self) -> None:
        """Nothing is open."""


def _lost(match: StoredMatch) -> list[JudgedMatch]:
    return [JudgedMatch(match.id, match.name, "", None, say("app.analysis-lost"))]


@dataclass(slots=True)
class Progress:
    """How many matches are analysed, of how many; and those that could not be."""

    total: int
    done: int = 0
    failures: list[JudgedMatch] = field(default_factory=list)


def analyse_all(
    store: "Database",
    part: "MatchFilter",
    asked: AskedAnalysis,
    workers: Workers,
    show: Callable[[Progress], None],
) -> Progress:
    """Analyse and store those matches that this judge has not analysed yet.

    What was found before an interrupt is stored.
    """
    from tourney.store.analyses import (
        PackedAnalysis,
        games_of,
        judges,
        not_analysed,
        store_analyses,
    )

    games = [GAMES[name] for name in games_of(store, part) if name in GAMES]
    names = [judge_name(game, asked.judge, asked.seed) for game in games]
    known = judges(store, part)
    progress = Progress(sum(known.values()), sum(known.get(name, 0) for name in names))
    show(progress)
    matches = not_analysed(store, part, names)
    if workers.here:
        work = AnalysisWork(asked)
        results: Iterator[list[JudgedMatch]] = (work.work([match]) for match in matches)
    else:
        job: Job[StoredMatch, list[JudgedMatch]] = Job(AnalysisWork, asked)
        todo = progress.total - progress.done
        how: SpreadOptions[StoredMatch, list[JudgedMatch]] = SpreadOptions(
            workers, _lost, lambda: True, total=todo, seconds=CHUNK_SECONDS
        )
        results = spread(job, matches, how)
    waiting: list[PackedAnalysis] = []
    last = monotonic()
    try:
        for findings in results:
            for one in findings:
                if one.content is None:
                    progress.failures.append(one)
                else:
                    waiting.append(PackedAnalysis(one.match_id, one.judge, one.content))
                    progress.done += 1
            if monotonic() - last > STORED_EVERY:
                store_analyses(store, waiting)
                waiting, last = [], monotonic()
            show(progress)
    finally:
        if waiting:
            store_analyses(store, waiting)
    return progress


def summary(store: "Database", part: "MatchFilter", top: int) -> Summary:
    """The sums over all matches of a part that are analysed; NotFound if there are none.

    Of the moves and events only the `top` greatest are kept.
    """
    from tourney.exports.match_tables import cards_of
    from tourney.store.analyses import analysed_matches

    maker = SummaryMaker(top)
    for match, analysis in analysed_matches(store, part):
        maker.add(cards_of(match), match, analysis)
    found = maker.summary()
    if not found.totals:
        raise NotFound(say("app.analysis-none"))
    return found


def require_one_judge(host: "Host", many: ManyMatches, command: str) -> tuple[int, int]:
    """How many matches are analysed, of how many; UsageFault if none are, or by several judges."""
    from tourney.store.analyses import judges

    known = judges(host.store(), many.part)
    total = sum(known.values())
    known.pop(None, None)
    analyse_first = host.command("analyse", names=[command])
    if len(known) != 1:
        key = "app.analysis-mixed" if known else "app.analysis-missing"
        raise UsageFault(say(key, name=many.name, command=analyse_first))
    return sum(known.values()), total


def luck_of_deals(
    store: "Database", part: "MatchFilter", counts: Callable[[int], bool] | None = None
) -> DealLuck:
    """By deal of a run and player, the mean luck of the matches with line-ups that count."""
    from tourney.exports.match_tables import deal_of
    from tourney.store.analyses import analysed_matches

    sums: dict[int, dict[str, list[float]]] = {}
    for match, analysis in analysed_matches(store, part):
        deal, lineup = deal_of(match)
        if deal is None or (counts is not None and not counts(lineup or 0)):
            continue
        of_deal, book = sums.setdefault(deal, {}), analysis.account
        for seat, player in enumerate(match.players):
            of_deal.setdefault(player, []).append(book.deal[seat] + book.draws[seat])
    return {
        deal: {player: sum(luck) / len(luck) for player, luck in found.items()}
        for deal, found in sums.items()
    }


def exported_analyses(host: "Host", names: "Names") -> "Table":
    """A row for each decision and each event of chance of the matches that are analysed.

    Says how many are not.
    """
    from tourney.app.export_matches import chosen_matches
    from tourney.exports.account_tables import analysis_table
    from tourney.store.analyses import analysis_of

    store = host.store()
    matches = chosen_matches(host, store, names)

    def analysed() -> Iterator[tuple[StoredMatch, MatchAnalysis]]:
        missing = 0
        for match in matches:
            analysis = analysis_of(store, match.id)
            if analysis is None:
                missing += 1
            else:
                yield match, analysis
        if missing:
            command = host.command("analyse", "run:NAME")
            host.say(say("app.analysis-some", count=missing, command=command))

    return analysis_table(analysed())
