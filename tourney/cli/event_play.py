"""Plays the tables of a round at which only bots sit, and stores their matches one by one."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from datetime import date
from functools import partial
from typing import Any

from engines.api import CHANCE
from engines.messages import say
from tourney.agents.isolation import hidden
from tourney.app.choose import find_game
from tourney.app.event_session import EventSession
from tourney.app.event_tables import EventTableRef
from tourney.app.event_views import tables_table
from tourney.cli.base import App
from tourney.cli.failures import INTERRUPTED
from tourney.cli.run_display import bot_output_to_stderr
from tourney.cli.terminal.signals import interruptible, limited_patience
from tourney.domain.errors import Conflict, DataFault, NotFound, UsageFault, quoted
from tourney.domain.event_log import EnteredBot, EventChange, EventView
from tourney.domain.match_values import (
    PLACE_IN_EVENT,
    Entries,
    Fault,
    Fixture,
    KeptMatch,
    StoredMatch,
)
from tourney.domain.run_spec import BotEntry, RunSpec
from tourney.events import decisions
from tourney.events.decisions import check_results
from tourney.events.draws import bots_at, card_seed, deal_number, due_for_bots
from tourney.events.event_plan import game_options
from tourney.events.event_state import EventState, RoundState, StageState, TableState
from tourney.records.stored import as_record
from tourney.runs.batches import require_playable
from tourney.runs.event_tables import (
    NOT_STARTED,
    PreparedTables,
    RoundSetting,
    TableSeats,
    table_runs,
)
from tourney.runs.heartbeat import TableClaim, claimed
from tourney.runs.missing_matches import STDERR_KEPT
from tourney.runs.run_plan import guessable
from tourney.store.bots import keep_event_saying
from tourney.store.connect import address
from tourney.store.imports import add_match
from tourney.work.executors import Workers


class RoundPlayer:
    """Plays the open tables of one round of an event at which only bots sit."""

    def __init__(
        self, app: App, session: EventSession, number: int | None, workers: Workers
    ) -> None:
        """Find the round; Conflict if the event is closed, NotFound if the round is not drawn."""
        self.session = session
        self.app = app
        self.workers = workers
        with session.naming():
            decisions.require_open(session.state)
        self.stage, self.round = _drawn(session, number)
        self.failed = False
        self.played = 0
        self._stderr: dict[int, str] = {}

    def play(self, *, changed: bool) -> int:
        """Play, show the tables of the round and say what is open; the exit code."""
        with claimed(self.session.store, self.session.event) as claim:
            self.session.load()
            self.stage, self.round = _drawn(self.session, self.round.number)
            alone, _ = due_for_bots(self.session.state, self.round)
            interrupted = self._play(alone, claim, changed) if alone else False
        self.session.load()
        self.stage, self.round = _drawn(self.session, self.round.number)
        return self._end(bool(alone), interrupted)

    def _play(self, tables: Sequence[TableState], claim: TableClaim, changed: bool) -> bool:
        """Play tables; whether this was interrupted."""
        runs = table_runs(self._setting(), [self._seats(table) for table in tables])
        with ExitStack() as stack:
            if file := address(self.app.db).path:
                stack.enter_context(hidden(str(file)))
            stack.enter_context(bot_output_to_stderr())
            prepared = stack.enter_context(PreparedTables(runs, other_bots=True))
            for each in prepared.prepared:
                require_playable(each, self.workers)
            self._accept(prepared, changed)
            self._warn(prepared)
            self._leave_absent(prepared)
            return self._watch(prepared, claim)

    def _watch(self, prepared: PreparedTables, claim: TableClaim) -> bool:
        with (
            limited_patience(self.session.store) as hurry,
            interruptible(self.app.say, hurry) as interruption,
        ):

            def go_on() -> bool:
                claim.beat()
                return not interruption.asked

            with closing(prepared.play(self.workers, go_on)) as batches:
                for batch in batches:
                    for line in batch.complaints:
                        self.app.say(say("cli.warning", text=line))
                    for match in batch.matches:
                        self._take(prepared, match)
                    self._hear(batch.stderr)
            self._hear(prepared.stderr())
            self._keep_stderr(prepared)
            return interruption.asked

    def _hear(self, texts: Mapping[int, str]) -> None:
        """Note what the bots' processes wrote to stderr."""
        for bot, text in texts.items():
            self._stderr[bot] = (self._stderr.get(bot, "") + text)[-STDERR_KEPT:]

    def _keep_stderr(self, prepared: PreparedTables) -> None:
        """Store the end of what the bots' processes wrote to stderr."""
        for bot, text in sorted(self._stderr.items()):
            keep_event_saying(self.session.store, self.session.event, prepared.bots[bot], text)

    def _setting(self) -> RoundSetting:
        state = self.session.state
        return RoundSetting(
            name=self.session.event.name,
            game=self.round.game,
            rules=find_game(self.round.game).version,
            options_at=partial(game_options, self.stage.plan, self.round.game),
            seed=card_seed(state, self.stage, self.round.number),
            bot_rules=state.plan.bot_rules,
        )

    def _seats(self, table: TableState) -> TableSeats:
        bots = bots_at(self.session.state, table)
        found = tuple(BotEntry(self.session.names[one], *bot[1:]) for one, bot in bots.items())
        return TableSeats(table.number, deal_number(self.session.state, table), found)

    # Bots.

    def _accept(self, prepared: PreparedTables, changed: bool) -> None:
        """Note the bots that have changed since they entered; Conflict unless that is allowed."""
        others = prepared.changed()
        if not others:
            return
        words: dict[str, Any] = {"bots": ", ".join(map(quoted, others)), "count": len(others)}
        if not changed:
            raise Conflict(say("cli.event-play-changed", **words))
        for name, bot in others.items():
            self._change(self.session.entrant(name), bot)
        prepared.accept()
        self.app.say(say("cli.event-play-is-changed", **words))

    def _change(self, entrant: int, bot: BotEntry) -> None:
        def decide(state: EventState, view: EventView) -> list[EventChange]:
            assert view.player is not None
            new = EnteredBot(view.player, bot.target, bot.version, bot.content)
            return [decisions.changed_bot(state, entrant, new)]

        self.session.change(decide, bot)

    def _warn(self, prepared: PreparedTables) -> None:
        from tourney.agents.loader import is_built_in

        for line in dict.fromkeys(line for each in prepared.prepared for line in each.lacks):
            self.app.say(say("cli.warning", text=line))
        targets = {bot.target for each in prepared.prepared for bot in each.spec.bots}
        seed = self.session.state.seed
        if guessable(seed) and not all(map(is_built_in, targets)):
            self.app.say(say("cli.event-play-guessable", seed=quoted(seed)))

    def _leave_absent(self, prepared: PreparedTables) -> None:
        """Leave out the tables of programs that do not start."""
        for number in prepared.numbers():
            found, fixture = prepared.find(number)
            for bot in fixture.seats:
                absent = found.loaded_bots[bot].absent
                if absent is not None:
                    self._not_started(number, found.spec.bots[bot].name, absent.evidence)
                    prepared.leave(number)
                    break

    def _not_started(self, table: int, bot: str, why: str) -> None:
        self.failed = True
        command = self.app.command(
            "event", "no-show", "--event", self.session.event.name, names=(bot,)
        )
        self.app.say(
            say(
                "cli.event-play-not-started", table=table, bot=quoted(bot), why=why, command=command
            )
        )

    # Matches.

    def _take(self, prepared: PreparedTables, match: KeptMatch) -> None:
        """Store a played match and say its result."""
        number = match.fixture.number
        found, fixture = prepared.find(number)
        spec = found.spec
        lost = next((one for one in match.faults if one.seat == CHANCE), None)
        absent = next((one for one in match.faults if one.code == NOT_STARTED), None)
        if absent is not None:
            self._not_started(number, _bot(spec, fixture, absent), absent.evidence)
        elif lost is not None or not match.outcome.places:
            self.failed = True
            self.app.say(
                say(
                    "cli.event-play-lost", table=number, why=lost.evidence if lost else match.status
                )
            )
        else:
            self._store(spec, match)

    def _store(self, spec: RunSpec, match: KeptMatch) -> None:
        number = match.fixture.number
        table = self.round.table(number)
        assert table is not None
        at = EventTableRef(self.session, self.stage, self.round, table)
        try:
            add_match(
                self.session.store, self._record(at, spec, match), "event play", check=check_results
            )
        except (Conflict, DataFault, NotFound, UsageFault) as fault:
            self.failed = True
            self.app.say(say("cli.event-play-not-stored", table=number, why=fault.message))
            return
        self.played += 1
        places = sorted(zip(match.outcome.places, range(len(spec.bots)), strict=False))
        words = (f"{_name(spec, match, s)} {match.outcome.scores[s]}" for _, s in places)
        self.app.say(say("cli.event-play-played", table=number, result="  ".join(words)))
        for one in match.faults:
            bot = _bot(spec, match.fixture, one)
            self.app.say(
                say("cli.event-play-fault", table=number, bot=bot, code=one.code, why=one.evidence)
            )

    def _record(self, at: EventTableRef, spec: RunSpec, match: KeptMatch) -> StoredMatch:
        bots = [spec.bots[bot] for bot in match.fixture.seats]
        made = StoredMatch(
            id=0,
            name=at.new_match_name(),
            game=spec.game,
            rules=spec.rules,
            options=spec.options,
            headers=tuple(self._headers(at, spec, match)),
            players=tuple(bot.name for bot in bots),
            versions=tuple(bot.version for bot in bots),
            scores=match.outcome.scores,
            places=match.outcome.places,
            status=match.status,
            entries=match.log.listed() if isinstance(match.log, Entries) else [],
            faults=match.faults,
            infos=match.infos,
        )
        return as_record(made)

    def _headers(
        self, at: EventTableRef, spec: RunSpec, match: KeptMatch
    ) -> Iterator[tuple[str, str]]:
        place = at.headers()
        yield from ((key, place[key]) for key in PLACE_IN_EVENT if key in place)
        yield "date", date.today().isoformat()
        yield "source", "engine"
        yield "deal", f"seed {spec.seed} deal {match.fixture.deal}"

    # The end.

    def _end(self, any_due: bool, interrupted: bool) -> int:
        place: dict[str, Any] = {"round": self.round.number, "stage": self.stage.plan.name}
        if not any_due:
            self.app.say(say("cli.event-play-nothing", **place))
        left, people = due_for_bots(self.session.state, self.round)
        words: dict[str, Any] = {"open": len(left) + len(people), "tables": len(self.round.tables)}
        if any_due:
            self.app.say(
                say("cli.event-play-summary", round=self.round.number, count=self.played, **words)
            )
        self.app.show(tables_table(self.session, [self.round.number]))
        for table in people:
            self._say_people(table)
        if interrupted and left:
            command = self.app.command("event", "play", names=(self.session.event.name,))
            self.app.say(say("cli.event-play-interrupted", command=command))
            return INTERRUPTED
        if not left and not people:
            command = self.session.next_step()
            self.app.say(say("cli.event-play-go-on", round=self.round.number, command=command))
        return 1 if self.failed else 0

    def _say_people(self, table: TableState) -> None:
        """Say how a table with people is played or its result entered."""
        at = EventTableRef(self.session, self.stage, self.round, table)
        place = ("--event", self.session.event.name, "--round", str(self.round.number))
        play = self.app.command("play", *place, "--table", str(table.number))
        name = f"{self.session.event.name}/r{self.round.number}/t{table.number}"
        result = self.app.command("match", "result", name)
        words: dict[str, Any] = {"table": table.number, "players": ", ".join(at.names)}
        self.app.say(say("cli.event-play-people", **words, play=play, result=result))


def _drawn(session: EventSession, number: int | None) -> tuple[StageState, RoundState]:
    """The stage that is played and its round of this number, by default the last one; NotFound."""
    stage = session.state.open_stage
    round_ = stage.round(len(stage.rounds) if number is None else number)
    if round_ is None:
        words: dict[str, Any] = {"round": number or 1, "stage": stage.plan.name}
        command = session.host.command("event", "pair", names=(session.event.name,))
        raise NotFound(
            say("cli.event-play-no-round", **words, count=len(stage.rounds), command=command)
        )
    return stage, round_


def _bot(spec: RunSpec, fixture: Fixture, fault: Fault) -> str:
    return spec.bots[fixture.seats[fault.seat]].name if fault.seat >= 0 else "tourney"


def _name(spec: RunSpec, match: KeptMatch, seat: int) -> str:
    return spec.bots[match.fixture.seats[seat]].name
