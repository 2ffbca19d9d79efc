"""Charts of an event of people: of one with a plan, or of records that name it."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engines.messages import Message, say
from tourney.domain.draws import EntrantId
from tourney.domain.errors import NotFound, UsageFault, quoted
from tourney.domain.match_values import MatchResult, StoredMatch
from tourney.events.counting import (
    EventStandings,
    ReadEvent,
    adjusted,
    adjustments,
    event_standings,
    round_of,
)
from tourney.events.draws import rules
from tourney.events.event_state import StageState
from tourney.events.final_standings import places_of
from tourney.events.stage_standings import points
from tourney.exports.standings_fields import crosstable, event_table
from tourney.pictures.bars import Amount, AmountChart
from tourney.pictures.charts import Chart
from tourney.pictures.curves import CurveChart, CurvePoint, CurveSeries
from tourney.pictures.look import ChartWords
from tourney.pictures.rating_charts import crosstable_chart, rows_of
from tourney.pictures.run_charts import SCALED, scores_chart
from tourney.render.code_words import word_of
from tourney.results.sums import ending_of


@dataclass(frozen=True)
class EventSource:
    """What is drawn of an event.

    `by` is the point system, None for the planned one; `stage` the name of a stage, None for the
    newest one that has begun; `game` is needed for the scores of an event with several games.
    """

    event: ReadEvent
    by: str | None = None
    stage: str | None = None
    game: str | None = None

    def sums(self) -> EventStandings:
        """The standings over all records of the event."""
        return event_standings(self.event.matches, self.by or SCALED)

    def chosen_stage(self) -> StageState | None:
        """The stage to draw, with the point system that is asked for; NotFound for a wrong name."""
        if self.event.state is None:
            return None
        stages = self.event.state.stages
        found = next((one for one in reversed(stages) if one.rounds), stages[0])
        if self.stage is not None:
            named = [one for one in stages if one.plan.name == self.stage]
            if not named:
                known = ", ".join(one.plan.name for one in stages)
                raise NotFound(say("pictures.no-stage", name=quoted(self.stage), known=known))
            found = named[0]
        return replace(found, plan=replace(found.plan, points=self.by)) if self.by else found

    def title(self, stage: StageState | None) -> Message:
        """The event as titles name it; with the stage if there are several."""
        name, state = self.event.name, self.event.state
        if stage is None or state is None or len(state.plan.stages) < 2:
            return say("pictures.event", name=name)
        return say("pictures.stage", name=name, stage=stage.plan.name)


def event_chart(source: EventSource, what: str) -> Chart:
    """A chart of an event: `what` is a key of EVENT_CHARTS; NotFound without a result."""
    return EVENT_CHARTS[what](source)


def _standings(source: EventSource) -> Chart:
    stage = source.chosen_stage()
    of = source.title(stage)
    if stage is None or source.event.state is None:
        rows = rows_of(event_table(_known(source).sums))
        bars = [Amount(row["player"], row["points_mean"]) for row in rows]
        by = say("pictures.per-match", by=word_of(source.by or SCALED))
        return AmountChart(ChartWords(say("pictures.standings", of=of)), bars, by)
    bars = [
        Amount(source.event.names.get(row.entrant, f"#{row.entrant}"), row.points)
        for row in rules().standings(source.event.state, stage)
    ]
    label = say("pictures.points", by=word_of(stage.plan.points))
    return AmountChart(ChartWords(say("pictures.totals", of=of)), bars, label)


def _known(source: EventSource) -> EventStandings:
    """The standings over the records; NotFound if none has a result."""
    found = source.sums()
    if not found.sums.ledger.records:
        raise NotFound(
            say("pictures.no-result", of=say("pictures.event", name=quoted(source.event.name)))
        )
    return found


def _courses(source: EventSource) -> Chart:
    """All points after each round; the last ones are those of the standings."""
    stage = source.chosen_stage()
    of = source.title(stage)
    if stage is None or source.event.state is None:
        return _courses_of_records(source, of)
    found: dict[EntrantId, list[CurvePoint]] = defaultdict(list)
    for number in range(1, len(stage.rounds) + 1):
        so_far = points(source.event.state, replace(stage, rounds=stage.rounds[:number]))
        for entrant, worth in so_far.items():
            found[entrant].append(CurvePoint(number, worth))
    order = [row.entrant for row in rules().standings(source.event.state, stage)]
    curves = [
        CurveSeries(source.event.names.get(one, f"#{one}"), found[one])
        for one in order
        if one in found
    ]
    return _course_chart(_words(of), curves, stage.plan.points)


def _courses_of_records(source: EventSource, of: Message) -> Chart:
    whole, found = _known(source), defaultdict[str, list[CurvePoint]](list)
    rounds = [round_of(match) for match in source.event.matches]
    for number, matches in _so_far(source.event.matches, rounds):
        rows = event_standings(matches, source.by or SCALED).sums.standings()
        for row in rows:
            found[row.player].append(CurvePoint(number, row.points))
    curves = [CurveSeries(row.player, found[row.player]) for row in whole.sums.standings()]
    words = (
        _words(of)
        if all(rounds)
        else (say("pictures.courses-by-match", of=of), say("pictures.matches"))
    )
    return _course_chart(words, curves, source.by or SCALED)


def _words(of: Message) -> tuple[Message, Message]:
    """The title of points by round, and what is counted below."""
    return say("pictures.courses", of=of), say("pictures.rounds")


def _so_far(
    matches: Sequence[StoredMatch], rounds: Sequence[int | None]
) -> Iterator[tuple[int, Sequence[StoredMatch]]]:
    """The matches up to each round, or up to each match if not all rounds are known."""
    known = [number for number in rounds if number is not None]
    numbers = known if len(known) == len(matches) else range(1, len(matches) + 1)
    for last in sorted(set(numbers)):
        yield last, [one for one, at in zip(matches, numbers, strict=True) if at <= last]


def _course_chart(
    words: tuple[Message, Message], curves: Sequence[CurveSeries], by: str
) -> CurveChart:
    title, unit = words
    return CurveChart(
        ChartWords(title), curves, say("pictures.points", by=word_of(by)), unit, include=(0.0,)
    )


def _crosstable(source: EventSource) -> Chart:
    found = _known(source).sums
    places = None
    if source.event.state is not None and source.by is None:
        places = places_of(source.event.state, rules(), source.event.names)
    return crosstable_chart(
        crosstable(found, places), say("pictures.event", name=source.event.name)
    )


def _scores(source: EventSource) -> Chart:
    results = _results(source)
    if not results:
        raise NotFound(
            say("pictures.no-result", of=say("pictures.event", name=quoted(source.event.name)))
        )
    games = ", ".join(results)
    if source.game is not None and source.game not in results:
        raise NotFound(say("pictures.unknown-game", game=quoted(source.game), games=games))
    if source.game is None and len(results) > 1:
        raise UsageFault(say("pictures.several-games", games=games))
    found = results[source.game or next(iter(results))]
    counts: dict[str, Counter[int]] = defaultdict(Counter)
    for result in found:
        for player, score in zip(result.players, result.scores, strict=True):
            counts[player][score] += 1
    order = [row.player for row in source.sums().sums.standings() if row.player in counts]
    ordered = {player: counts[player] for player in order}
    return scores_chart(
        ordered, say("pictures.event", name=source.event.name), fewer=found[0].fewer_wins
    )


def _results(source: EventSource) -> dict[str, list[MatchResult]]:
    """The results of the event that count, by game, with corrected scores."""
    found: dict[str, list[MatchResult]] = defaultdict(list)
    for match in source.event.matches:
        ending = ending_of(match) if match.status != "void" else None
        if ending is not None and ending.result is not None:
            changes = adjustments(match)
            result = adjusted(ending.result, changes) if changes else ending.result
            found[match.game].append(result)
    return found


EVENT_CHARTS: Final[Mapping[str, Callable[[EventSource], Chart]]] = {
    "standings": _standings,
    "curves": _courses,
    "crosstable": _crosstable,
    "scores": _scores,
}
"""What can be drawn of an event, in the order of a page."""
