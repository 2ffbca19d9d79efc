"""Plays the tables of a round at which only bots sit, and stores their matches one by one."""

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, redirect_stdout
from datetime import date
from functools import partial
from typing import Any, NamedTuple

from engines.api import CHANCE
from engines.messages import say
from tourney.agents.isolation import hidden
from tourney.agents.loader import is_built_in
from tourney.app.choose import find_game
from tourney.app.enter_players import change_bot
from tourney.app.event_session import EventSession
from tourney.app.event_tables import EventTableRef
from tourney.app.event_views import tables_table
from tourney.app.host import StopRequest
from tourney.domain.errors import Conflict, DataFault, NotFound, UsageFault, quoted
from tourney.domain.match_values import PLACE_IN_EVENT, Entries, KeptMatch, StoredMatch
from tourney.domain.run_spec import BotEntry, RunSpec
from tourney.events import decisions
from tourney.events.decisions import check_results
from tourney.events.draws import bots_at, card_seed, deal_number, due_for_bots
from tourney.events.event_plan import game_options
from tourney.events.event_state import RoundState, StageState, TableState
from tourney.records.stored import as_record
from tourney.runs.batches import CODE, require_playable
from tourney.runs.bot_tables import PreparedTables, RoundSetting, TableSeats, table_runs
from tourney.runs.heartbeat import TableClaim
from tourney.runs.missing_matches import STDERR_KEPT
from tourney.runs.run_plan import guessable
from tourney.store.bots import keep_event_saying
from tourney.store.imports import add_match
from tourney.work.executors import Workers


class RoundPlayed(NamedTuple):
    """How the playing of a round ended: with a table that was not stored, or before its end."""

    failed: bool
    interrupted: bool


class RoundPlayer:
    """Plays the open tables of one round of an event at which only bots sit."""

    def __init__(self, session: EventSession, number: int | None, workers: Workers) -> None:
        """Find the round; Conflict if the event is closed, NotFound if the round is not drawn."""
        self.session = session
        self.host = session.host
        self.workers = workers
        # Before any bot is started.
        with session.naming():
            decisions.require_open(session.state)
        self.stage, self.round = drawn_round(session, number)
        self.failed = False
        self.played = 0
        self._stderr: dict[int, str] = {}

    def play(
        self, interruptible: Callable[[], AbstractContextManager[StopRequest]], *, changed: bool
    ) -> RoundPlayed:
        """Play, show the tables of the round and say what is open.

        Matches that have begun are played to their end after an interruption.
        """
        session = self.session
        interrupted = False
        # Of two processes that play the same tables one would play in vain.
        with TableClaim(session.store, session.event) as claim:
            self._load()
            alone, _ = due_for_bots(session.state, self.round)
            if alone:
                with ExitStack() as stack:
                    if file := session.store.place.path:
                        stack.enter_context(hidden(str(file)))
                    stack.enter_context(redirect_stdout(sys.stderr))  # stdout is for data
                    prepared = stack.enter_context(self._prepared(alone))
                    self._accept(prepared, changed)
                    self._leave_absent(prepared)
                    interruption = stack.enter_context(interruptible())
                    self._play(prepared, claim, interruption)
                    interrupted = interruption.asked
        self._load()
        return self._ended(bool(alone), interrupted)

    def _load(self) -> None:
        """Read the newest state; the round may be another one now."""
        self.session.load()
        self.stage, self.round = drawn_round(self.session, self.round.number)

    def _prepared(self, tables: Sequence[TableState]) -> PreparedTables:
        """The tables with their bots, which start with the context."""
        session, state = self.session, self.session.state
        setting = RoundSetting(
            name=session.event.name,
            game=self.round.game,
            rules=find_game(self.round.game).version,
            options_at=partial(game_options, self.stage.plan, self.round.game),
            seed=card_seed(state, self.stage, self.round.number),
            bot_rules=state.plan.bot_rules,
        )
        seats = []
        for table in tables:
            bots = bots_at(state, table).items()
            entered = tuple(BotEntry(session.names[one], *bot[1:]) for one, bot in bots)
            seats.append(TableSeats(table.number, deal_number(state, table), entered))
        return PreparedTables(table_runs(setting, seats), other_bots=True)

    def _accept(self, prepared: PreparedTables, changed: bool) -> None:
        """Note the bots that have changed since they entered; Conflict unless that is allowed."""
        session = self.session
        for each in prepared.prepared:
            require_playable(each, self.workers)
        if others := prepared.changed():
            words: dict[str, Any] = {"bots": ", ".join(map(quoted, others)), "count": len(others)}
            if not changed:
                raise Conflict(say("app.event-play-changed", **words))
            for name, bot in others.items():
                change_bot(session, session.entrant(name), bot)
            prepared.accept()
            self.host.say(say("app.event-play-is-changed", **words))
        for line in dict.fromkeys(line for each in prepared.prepared for line in each.lacks):
            self.host.say(say("app.warning", text=line))
        targets = {bot.target for each in prepared.prepared for bot in each.spec.bots}
        seed = session.state.seed
        # The cards follow from the seed: a program that guesses it sees all hands.
        if guessable(seed) and not all(map(is_built_in, targets)):
            self.host.say(say("app.event-play-guessable", seed=quoted(seed)))

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
        where = ("--event", self.session.event.name)
        command = self.host.command("event", "no-show", *where, names=(bot,))
        words: dict[str, Any] = {"table": table, "bot": quoted(bot), "why": why, "command": command}
        self.host.say(say("app.event-play-not-started", **words))

    def _play(self, prepared: PreparedTables, claim: TableClaim, interruption: StopRequest) -> None:
        """Play and store the matches, and the end of what the bots' processes wrote to stderr."""

        def go_on() -> bool:
            claim.beat()
            return not interruption.asked

        with closing(prepared.play(self.workers, go_on)) as batches:
            for batch in batches:
                for line in batch.complaints:
                    self.host.say(say("app.warning", text=line))
                for match in batch.matches:
                    self._take(prepared, match)
                self._hear(batch.stderr)
        self._hear(prepared.stderr())
        for bot, text in sorted(self._stderr.items()):
            keep_event_saying(self.session.store, self.session.event, prepared.bots[bot], text)

    def _hear(self, texts: Mapping[int, str]) -> None:
        for bot, text in texts.items():
            self._stderr[bot] = (self._stderr.get(bot, "") + text)[-STDERR_KEPT:]

    def _take(self, prepared: PreparedTables, match: KeptMatch) -> None:
        """Store a played match and say its result, or why there is none."""
        number = match.fixture.number
        found, fixture = prepared.find(number)
        bots = found.spec.bots
        # A fault of nobody's seat: the match itself was lost, such as with a worker that died.
        lost = next((one for one in match.faults if one.seat == CHANCE), None)
        absent = next((one for one in match.faults if one.code == CODE), None)
        if absent is not None:
            bot = bots[fixture.seats[absent.seat]].name if absent.seat >= 0 else "tourney"
            self._not_started(number, bot, absent.evidence)
            return
        if lost is not None or not match.outcome.places:
            self.failed = True
            why = lost.evidence if lost else match.status
            self.host.say(say("app.event-play-lost", table=number, why=why))
            return
        seated = [bots[bot] for bot in match.fixture.seats]
        try:
            record = self._record(found.spec, seated, match)
            add_match(self.session.store, record, "event play", check=check_results)
        # Somebody has changed the round meanwhile: the other tables are still played.
        except (Conflict, DataFault, NotFound, UsageFault) as fault:
            self.failed = True
            self.host.say(say("app.event-play-not-stored", table=number, why=fault.message))
            return
        self.played += 1
        places = sorted(zip(match.outcome.places, range(len(bots)), strict=False))
        result = "  ".join(f"{seated[at].name} {match.outcome.scores[at]}" for _, at in places)
        self.host.say(say("app.event-play-played", table=number, result=result))
        for one in match.faults:
            bot = seated[one.seat].name if one.seat >= 0 else "tourney"
            about: dict[str, Any] = {
                "table": number,
                "bot": bot,
                "code": one.code,
                "why": one.evidence,
            }
            self.host.say(say("app.event-play-fault", **about))

    def _record(self, spec: RunSpec, bots: Sequence[BotEntry], match: KeptMatch) -> StoredMatch:
        """A played match as the record of a table."""
        table = self.round.tables[match.fixture.number - 1]
        at = EventTableRef(self.session, self.stage, self.round, table)
        # The headers of the table, in the order in which records have them.
        headers = at.headers()
        place = [(key, headers[key]) for key in PLACE_IN_EVENT if key in headers]
        made = StoredMatch(
            id=0,
            name=at.match_ids()[-1],
            game=self.round.game,
            rules=find_game(self.round.game).version,
            options=spec.options,
            headers=(*place, ("date", date.today().isoformat()), ("source", "engine"),
                     ("deal", f"seed {spec.seed} deal {match.fixture.deal}")),
            players=tuple(bot.name for bot in bots),
            versions=tuple(bot.version for bot in bots),
            scores=match.outcome.scores,
            places=match.outcome.places,
            status=match.status,
            entries=match.log.listed() if isinstance(match.log, Entries) else [],
            faults=match.faults,
            infos=match.infos,
        )  # fmt: skip
        return as_record(made)

    def _ended(self, any_due: bool, interrupted: bool) -> RoundPlayed:
        """Show the round, and say what is open at its tables and how it goes on."""
        session, host, number = self.session, self.host, self.round.number
        if not any_due:
            host.say(say("app.event-play-nothing", round=number, stage=self.stage.plan.name))
        left, people = due_for_bots(session.state, self.round)
        if any_due:
            counts = {"open": len(left) + len(people), "tables": len(self.round.tables)}
            host.say(say("app.event-play-summary", round=number, count=self.played, **counts))
        host.show(tables_table(session, [number]))
        event = session.event.name
        for table in people:
            place = ("--event", event, "--round", str(number), "--table", str(table.number))
            names = EventTableRef(session, self.stage, self.round, table).names
            words: dict[str, Any] = {
                "table": table.number,
                "players": ", ".join(names),
                "play": host.command("play", *place),
                "result": host.command("match", "result", f"{event}/r{number}/t{table.number}"),
            }
            host.say(say("app.event-play-people", **words))
        if interrupted and left:
            command = host.command("event", "play", names=(event,))
            host.say(say("app.event-play-interrupted", command=command))
        elif not left and not people:
            host.say(say("app.event-play-go-on", round=number, command=session.next_step()))
        return RoundPlayed(self.failed, interrupted and bool(left))


def drawn_round(session: EventSession, number: int | None) -> tuple[StageState, RoundState]:
    """The stage that is played and its round of this number, by default the last one; NotFound."""
    stage = session.state.open_stage
    round_ = stage.round(len(stage.rounds) if number is None else number)
    if round_ is None:
        words: dict[str, Any] = {"round": number or 1, "stage": stage.plan.name}
        command = session.host.command("event", "pair", names=(session.event.name,))
        raise NotFound(
            say("app.event-play-no-round", **words, count=len(stage.rounds), command=command)
        )
    return stage, round_
