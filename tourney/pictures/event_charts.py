"""Charts of an event of people: of one with a plan, or of records that name it."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engines.messages import Message, say
from tourney.domain.errors import NotFound, UsageFault, quoted
from tourney.domain.event_log import EntrantId
from tourney.domain.match_values import MatchResult
from tourney.events.draws import RULES
from tourney.events.event_records import (
    ReadEvent,
    adjusted,
    adjustments,
    event_standings,
)
from tourney.events.event_state import StageState
from tourney.events.final_standings import places_of
from tourney.events.stage_standings import StageRow, points
from tourney.exports.standings_fields import crosstable
from tourney.pictures.bars import Amount, AmountChart
from tourney.pictures.charts import Chart
from tourney.pictures.curves import CurveChart, CurvePoint, CurveSeries
from tourney.pictures.look import ChartWords
from tourney.pictures.rating_charts import crosstable_chart
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

    def chosen_stage(self) -> StageState:
        """The stage to draw, with the point system that is asked for; NotFound for a wrong name."""
        stages = self.event.state.stages
        chosen = next((stage for stage in reversed(stages) if stage.rounds), stages[0])
        if self.stage is not None:
            named = [stage for stage in stages if stage.plan.name == self.stage]
            if not named:
                known = ", ".join(stage.plan.name for stage in stages)
                raise NotFound(say("pictures.no-stage", name=quoted(self.stage), known=known))
            chosen = named[0]
        return replace(chosen, plan=replace(chosen.plan, points=self.by)) if self.by else chosen

    def title(self, stage: StageState) -> Message:
        """The event as titles name it; with the stage if there are several."""
        if len(self.event.state.plan.stages) < 2:
            return self.name
        return say("pictures.stage", name=self.event.name, stage=stage.plan.name)

    @property
    def name(self) -> Message:
        """The event as titles name it."""
        return say("pictures.event", name=self.event.name)


def _standings(source: EventSource) -> Chart:
    stage = source.chosen_stage()
    rows, by = _rows(source, stage), word_of(stage.plan.points)
    names, of = source.event.names, source.title(stage)
    if stage.plan.per_match:
        words, label = say("pictures.standings", of=of), say("pictures.per-match", by=by)
    else:
        words, label = say("pictures.totals", of=of), say("pictures.points", by=by)
    bars = [
        Amount(
            names.get(row.entrant, f"#{row.entrant}"),
            row.points / row.matches if stage.plan.per_match else row.points,
        )
        for row in rows
    ]
    return AmountChart(ChartWords(words), bars, label)


def _rows(source: EventSource, stage: StageState) -> Sequence[StageRow]:
    """The standings of a stage; NotFound if there are only records, and none has a result."""
    rows = RULES.standings(source.event.state, stage)
    if not rows and stage.plan.per_match:
        raise _no_result(source)
    return rows


def _no_result(source: EventSource) -> NotFound:
    of = say("pictures.event", name=quoted(source.event.name))
    return NotFound(say("pictures.no-result", of=of))


def _courses(source: EventSource) -> Chart:
    """All points after each round; the last ones are those of the standings.

    They are points after each match if records do not say in which round all matches were.
    """
    stage, state = source.chosen_stage(), source.event.state
    rounds, of = stage.rounds, source.title(stage)
    words = say("pictures.courses", of=of), say("pictures.rounds")
    if any(not round_.number for round_ in rounds):
        played = sorted(stage.tables(), key=lambda at: at[1].match or 0)
        rounds = [
            replace(round_, number=number, tables=[table])
            for number, (round_, table) in enumerate(played, start=1)
        ]
        words = say("pictures.courses-by-match", of=of), say("pictures.matches")
    curves: dict[EntrantId, list[CurvePoint]] = defaultdict(list)
    seen: set[EntrantId] = set() if stage.plan.per_match else set(stage.seeding)
    for at, round_ in enumerate(rounds, start=1):
        seen.update(*(table.result.entrants for table in round_.tables if table.result))
        for entrant, worth in points(state, replace(stage, rounds=rounds[:at])).items():
            if entrant in seen:
                curves[entrant].append(CurvePoint(round_.number, worth))
    names = source.event.names
    series = [
        CurveSeries(names.get(row.entrant, f"#{row.entrant}"), curves[row.entrant])
        for row in _rows(source, stage)
        if row.entrant in curves
    ]
    title, unit = words
    by = say("pictures.points", by=word_of(stage.plan.points))
    return CurveChart(ChartWords(title), series, by, unit, include=(0.0,))


def _crosstable(source: EventSource) -> Chart:
    sums = event_standings(source.event.matches, source.by or SCALED).sums
    if not sums.ledger.records:
        raise _no_result(source)
    places = None
    if source.by is None:
        places = places_of(source.event.state, RULES, source.event.names)
    return crosstable_chart(crosstable(sums, places), source.name)


def _scores(source: EventSource) -> Chart:
    # The results that count, by game; rulings may have changed their scores.
    results: dict[str, list[MatchResult]] = defaultdict(list)
    for match in source.event.matches:
        ending = ending_of(match) if match.status != "void" else None
        if ending is not None and ending.result is not None:
            changes = adjustments(match)
            result = adjusted(ending.result, changes) if changes else ending.result
            results[match.game].append(result)
    if not results:
        raise _no_result(source)
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
    order = [
        row.player
        for row in event_standings(source.event.matches, source.by or SCALED).sums.standings()
        if row.player in counts
    ]
    ordered = {player: counts[player] for player in order}
    return scores_chart(ordered, source.name, fewer=found[0].fewer_wins)


# What can be drawn of an event; NotFound without a result.
EVENT_CHARTS: Final[Mapping[str, Callable[[EventSource], Chart]]] = {
    "standings": _standings,
    "curves": _courses,
    "crosstable": _crosstable,
    "scores": _scores,
}
