"""Fair play: who plays better, or is given more, beside whom in a run or an event."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import cache, partial
from operator import attrgetter
from typing import Any, Final, NamedTuple

from engines.messages import Message, Sentence, say
from tourney.app.choose import choose_run, chosen_event, planned_event
from tourney.app.host import Host
from tourney.app.run_reports import command_line
from tourney.domain.errors import NotFound, quoted
from tourney.domain.match_values import StoredMatch
from tourney.domain.run_spec import RunSpec
from tourney.events.event_records import ReadEvent, counted_result
from tourney.insight.account import Shares
from tourney.ratings.pairs import (
    LEAST_DEALS,
    LEAST_PLAYERS,
    MatchGifts,
    PairEvidence,
    PairFinding,
    TableResults,
)
from tourney.render.text_tables import probability
from tourney.results.sums import contest
from tourney.runs.run_schedule import Schedule
from tourney.store import Database
from tourney.store.analyses import analysed_matches, judges
from tourney.store.matches import MatchFilter, event_part, run_matches, run_part

POINTS: Final = 4
"""Points `scaled` of a share of 1."""
LEAST_SEATS: Final = 3
ANCHORS: Final = ("greedy", "guide")
"""Who takes the place of a helper when the deals are played again; the second one for the first."""


class PairWitnesses(NamedTuple):
    """What both witnesses say of each pair, and what people are told about it."""

    results: list[PairFinding]
    gifts: list[PairFinding]
    said: list[Message]


def pair_witnesses(host: Host, name: str | None) -> PairWitnesses:
    """Hear both witnesses of a run or an event; NotFound if neither can say anything."""
    store = host.store()
    event, spec = chosen_event(store, name), None
    matches: Iterable[StoredMatch]
    deal_of: Callable[[StoredMatch], Any]
    if event is None:
        run = choose_run(store, name, host.say)
        spec, part = run.spec, run_part(run.id)
        name, matches = spec.name, run_matches(store, run, entries=False)
        deal_of = partial(_deal, Schedule(spec))
    else:
        read = ReadEvent(store, event, planned_event(store, event))
        name, part = event, event_part(event)
        duplicate = read.planned is not None and read.state.plan.duplicate
        # With duplicate deals a round has the same cards.
        deal_of = _round if duplicate else attrgetter("id")
        matches = sorted(read.matches, key=deal_of)
    # Judges differ in how much they find, so only matches of one of them are added up in a game.
    known = judges(store, part).values()
    by_game = [[(count, one) for one, count in counts.items() if one] for counts in known]
    chosen = {max(counts)[1] for counts in by_game if counts}
    given = _gifts(store, part, chosen)
    if event is not None:
        ids = {match.id for match in matches}
        given = sorted((one for one in given if one[0].id in ids), key=lambda one: deal_of(one[0]))
    results, gifts, teams = TableResults(), MatchGifts(), False
    for match in matches:
        counted = counted_result(match) if len(match.players) >= LEAST_SEATS else None
        if counted is not None and _in_teams(match):
            teams = True
        elif counted is not None:
            shares = [float(one) / POINTS for one in counted.points]
            results.add(deal_of(match), match.game, match.players, shares)
    for match, of_match in given:
        if len(match.players) >= LEAST_SEATS and counted_result(match) and not _in_teams(match):
            gifts.add(deal_of(match), match.game, match.players, of_match)
    found = PairWitnesses(results.findings(), gifts.findings(), [])
    silence = None if found.results else _silence(results, name, teams)
    said = found.said
    said += [silence] if silence else _verdicts(found.results, results)
    if not gifts.matches:
        if results.matches:
            target = f"{'run' if spec else 'event'}:{name}"
            analyse = host.command("analyse", names=[target])
            said.append(say("app.pairs-not-judged", command=analyse))
    else:
        numbers = {"judged": gifts.matches, "matches": results.matches}
        said.append(say("app.pairs-judged", judge="; ".join(sorted(chosen)), **numbers))
        said += _verdicts(found.gifts, gifts) if found.gifts else [_silence(gifts, name, teams)]
    if silence and not found.gifts:
        for message in said[1:]:
            if message != silence:  # both witnesses may be silent for the same reason
                host.say(message)
        raise NotFound(silence)
    if spec is not None:
        helpers = [one.helper for one in (*found.results, *found.gifts) if one.verdict > 0]
        said += [_confirmation(spec, helper, host) for helper in dict.fromkeys(helpers)]
    return found


def _gifts(
    store: Database, part: MatchFilter, chosen: Collection[str]
) -> Iterable[tuple[StoredMatch, Sequence[Shares]]]:
    """The gifts of each match by one of these judges, one by one: a run may have a million."""
    for match, found in analysed_matches(store, part):
        if found.judge in chosen:
            yield match, found.account.gifts


def _in_teams(match: StoredMatch) -> bool:
    return _teams(match.game, match.options, len(match.players))


@cache
def _teams(game: str, options: tuple[tuple[str, str], ...], seats: int) -> bool:
    return len(set(contest(game, dict(options), seats).sides)) < seats


def _deal(schedule: Schedule, match: StoredMatch) -> int:
    return schedule.deal(int(match.name.rpartition("/")[2]))


def _round(match: StoredMatch) -> tuple[str, str]:
    headers = dict(match.headers)
    return headers.get("stage", ""), headers.get("round", "")


def _silence(evidence: PairEvidence, name: str, teams: bool) -> Message:
    """Why a witness cannot say anything."""
    players = len(evidence.players)
    if not evidence.matches:
        return say("app.pairs-teams" if teams else "app.pairs-two", name=quoted(name))
    if players < LEAST_PLAYERS:
        return say("app.pairs-few-players", name=quoted(name), count=players, least=LEAST_PLAYERS)
    if evidence.deals < LEAST_DEALS:
        deals = evidence.deals
        return say("app.pairs-few-deals", name=quoted(name), count=deals, least=LEAST_DEALS)
    return say("app.pairs-one-table", name=quoted(name))


VERDICTS: Final = {
    (TableResults, 1): Sentence("app.pairs-better"),
    (TableResults, -1): Sentence("app.pairs-worse"),
    (TableResults, 0): Sentence("app.pairs-none-better"),
    (MatchGifts, 1): Sentence("app.pairs-given"),
    (MatchGifts, 0): Sentence("app.pairs-none-given"),
}
"""What each witness says of a pair that gets more or less, or of all pairs if there is none."""


def _verdicts(found: list[PairFinding], evidence: PairEvidence) -> list[Message]:
    """A line for each pair that is noted, and one if none gets more."""
    kind, lines = type(evidence), []
    for one in found:
        if one.verdict and (sentence := VERDICTS.get((kind, one.verdict))):
            points, half = POINTS * one.effect, POINTS * one.half
            figures = {"points": f"{points:.2f}", "half": f"{half:.2f}", "p": probability(one.p)}
            lines.append(sentence(player=one.player, helper=one.helper, **figures))
    if not any(one.verdict > 0 for one in found):
        lines.insert(0, VERDICTS[kind, 0](matches=evidence.matches, deals=evidence.deals))
    return lines


def _confirmation(spec: RunSpec, helper: str, host: Host) -> Message:
    """How to play the same deals with another bot in the place of a helper."""
    bots = {bot.name: bot for bot in spec.bots}
    anchor = ANCHORS[bots[helper].target == ANCHORS[0]]
    changed = [replace(bot, target=anchor) if bot.name == helper else bot for bot in spec.bots]
    name = f"{spec.name}-{anchor}"
    again = command_line(replace(spec, bots=tuple(changed), name=name))
    then = host.command("stats", "pairs", names=[name])
    return say("app.pairs-confirm", helper=helper, anchor=anchor, command=again, then=then)
