"""Analyses the matches of a run, an event or a player, and stores what is found.

A match that the same judge has analysed is not analysed again, so an interrupted command goes on
where it stopped. Workers get matches with their moves and need no database.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from engines.games import GAMES
from engines.messages import Message, say
from tourney.bots.values import FEATURES, WEIGHTS, TrainedOn, WeightsFault, origin, read_value
from tourney.domain.errors import DataFault, NotFound, TourneyError, UsageFault, quoted
from tourney.domain.match_values import StoredMatch
from tourney.insight.account import Judge
from tourney.insight.match_analysis import MatchAnalysis, analyse, judge_name, packed
from tourney.insight.totals import Summary, SummaryMaker
from tourney.play.referee import evidence_of
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
    """How matches are analysed.

    `weights` is a file with another value function; it judges the matches of its game.
    """

    judge: Judge
    seed: str
    weights: str | None = None

    def by_game(self, games: Collection[str]) -> dict[str, Judge]:
        """The judge of each of some games.

        UsageFault if the weights are of none of them; NotFound or DataFault for other files.
        """
        found = dict.fromkeys(games, self.judge)
        if self.weights is not None:
            about = _origin(self.weights)
            if games and about.game not in games:
                words = {"file": quoted(self.weights), "game": about.game}
                raise UsageFault(say("app.analysis-other-game", games=", ".join(games), **words))
            if about.features or about.game not in FEATURES:
                from tourney.training.self_play import features_of

                features = features_of(about.game, about.features)
            else:
                features = FEATURES[about.game]
            try:
                value = read_value(self.weights, features)
            except WeightsFault as fault:
                raise DataFault(fault.args[0]) from None
            found[about.game] = replace(self.judge, value=value)
        return found


def require_judge(judges: Mapping[str, Judge]) -> None:
    """UsageFault if none of these games has a value function, as one of another package.

    Random play to the end would stand in for it, and costs of moves by that are misleading.
    """
    if judges and all(game not in FEATURES and one.value is None for game, one in judges.items()):
        raise UsageFault(say("app.analysis-no-judge", game=next(iter(judges))))


def _origin(file: str) -> TrainedOn:
    try:
        return origin(file)
    except FileNotFoundError:
        raise NotFound(say("app.analysis-no-file", file=quoted(file))) from None
    except OSError as error:
        why = error.strerror or str(error)
        raise DataFault(say("app.analysis-unread", file=quoted(file), why=why)) from None
    except WeightsFault as fault:
        raise DataFault(fault.args[0]) from None


def refuse_own_deals(store: "Database", part: "MatchFilter", weights: str | None) -> None:
    """UsageFault for matches of a run on whose deals the judge was trained.

    It knows how these ended, so what it says of them is no judgement.
    """
    from tourney.store.analyses import run_seeds

    known = {game: str(WEIGHTS / f"{game}.json") for game in FEATURES}
    if weights is not None:
        known[_origin(weights).game] = weights
    for run, game, seed in run_seeds(store, part):
        if game in known and _origin(known[game]).deals == seed:
            words = {"run": quoted(run), "file": quoted(known[game]), "seed": quoted(seed)}
            raise UsageFault(say("app.analysis-own-deals", **words))


@contextmanager
def judging(judges: Mapping[str, Judge]) -> Iterator[None]:
    """While these judges are asked: UsageFault if the features of a user fail."""
    try:
        yield
    except TourneyError:
        raise
    except Exception as error:
        if all(judge.value is None for judge in judges.values()):
            raise
        raise UsageFault(say("training.features-fail", why=evidence_of(error))) from None


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
        self._seed, self._judges = asked.seed, asked.by_game([*GAMES])

    def work(self, items: Sequence[StoredMatch]) -> list[JudgedMatch]:
        """What is found about each match."""
        with judging(self._judges):
            return [self._found(match) for match in items]

    def _found(self, match: StoredMatch) -> JudgedMatch:
        try:
            judge = self._judges[match.game]
            require_judge({match.game: judge})
            analysis = analyse(readable(match), judge, self._seed, match.name)
            if not analysis.ended:
                raise DataFault(say("app.analysis-no-places", match=quoted(match.name)))
            return JudgedMatch(match.id, match.name, analysis.judge, packed(analysis))
        except TourneyError as error:
            return JudgedMatch(match.id, match.name, "", None, error.message)

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
    from tourney.store.analyses import PackedAnalysis, judges, not_analysed, store_analyses

    if asked.weights is not None and workers.cluster is not None:
        # They may come with a class, and workers of a cluster run no code that is not trusted.
        raise UsageFault(say("app.analysis-value-here"))
    known = judges(store, part)
    by_game = asked.by_game([game for game in known if game in GAMES])
    require_judge(by_game)  # of several games, those that have one are analysed
    refuse_own_deals(store, part, asked.weights)
    names = [judge_name(GAMES[game], judge, asked.seed) for game, judge in by_game.items()]
    total = sum(sum(counts.values()) for counts in known.values())
    done = sum(counts.get(name, 0) for counts in known.values() for name in names)
    progress = Progress(total, done)
    show(progress)
    matches = not_analysed(store, part, names)
    if workers.here:
        work = AnalysisWork(asked)
        results: Iterator[list[JudgedMatch]] = (work.work([match]) for match in matches)
    else:
        job: Job[StoredMatch, list[JudgedMatch]] = Job(AnalysisWork, asked)
        todo = progress.total - progress.done
        how: SpreadOptions[StoredMatch, list[JudgedMatch]] = SpreadOptions(
            workers, _lost, lambda: True, total=todo, seconds=CHUNK_SECONDS, games=(*by_game,)
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


def require_one_judge(
    host: "Host", many: ManyMatches, target: str
) -> dict[str, dict[str | None, int]]:
    """By game, how many matches the judge has analysed, and how many none (None).

    UsageFault if no match is analysed, or those of one game by several judges. Each game has its
    own value function, so several games have several judges.
    """
    from tourney.store.analyses import judges

    known = judges(host.store(), many.part)
    words = {"name": many.name, "command": host.command("analyse", names=[target])}
    for game, counts in known.items():
        if (found := len(counts.keys() - {None})) > 1:
            raise UsageFault(say("app.analysis-mixed", game=game, count=found, **words))
    if all(counts.keys() <= {None} for counts in known.values()):
        raise UsageFault(say("app.analysis-missing", **words))
    return known


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
