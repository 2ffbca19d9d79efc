"""Plays a match with people: asks agents through the referee, saves every decision, stores the end.

A match that was left continues from its stored decisions; a move that was taken back is deleted,
and the match is repeated up to there.
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import replace
from operator import itemgetter
from typing import Any

from engines.api import CHANCE, Seat, seat_letter
from engines.messages import say
from tourney.agents.loaded_bot import LoadedBot
from tourney.agents.wrappers import Journal, JournalAgent, ThroughReferee
from tourney.app.choose import find_game
from tourney.cli.base import App
from tourney.cli.event_scores import say_table
from tourney.cli.play_person import Person
from tourney.cli.play_setup import game_options
from tourney.cli.play_table import MatchLeft, PlayTable
from tourney.cli.play_turn import TakeBack
from tourney.cli.terminal.dialogue import PlayConsole
from tourney.domain.errors import NotFound
from tourney.domain.match_values import (
    PLACE_IN_EVENT,
    PRACTICE,
    Fixture,
    MatchResult,
    OpenMatch,
    PlayedMatch,
    StoredMatch,
)
from tourney.domain.run_spec import BotRules
from tourney.events.decisions import check_results
from tourney.play.clock import Clock
from tourney.play.referee import MatchSetup, Referee
from tourney.play.text_caches import Texts
from tourney.records.record_positions import replay_of_stored
from tourney.records.stored import as_record
from tourney.render.replay_screen import MatchHeading, ScreenState, position
from tourney.render.scenes import Theme, plain
from tourney.render.tables import Column, Table
from tourney.runs.run_schedule import Schedule
from tourney.store import Database
from tourney.store.matches import NumberRange, run_endings
from tourney.store.open_matches import add_decision, decisions_of, finish_open_match, make_practice
from tourney.store.runs import StoredRun, run_named

INTERRUPTED = 130


class PlaySession:
    """One session of a match with people, from its stored decisions to its end or until left."""

    def __init__(
        self,
        app: App,
        store: Database,
        match: OpenMatch,
        bots: Sequence[LoadedBot | None],
        rules: BotRules,
    ) -> None:
        """`rules` say what happens after a fault of a bot, and how long bots may think."""
        self._app = app
        self._store = store
        self._match = match
        self._bots = bots
        self._game = find_game(match.game)
        seats = len(match.holders)
        self._setup = MatchSetup(
            game=self._game,
            options=game_options(self._game, dict(match.options), seats),
            seats=seats,
            seed=match.seed,
            bot_seed=match.bot_seed,
            on_fault=rules.on_fault,
            texts=Texts(self._game),
            clock=Clock(match.move_ms),
            people=frozenset(seat for seat, one in enumerate(match.holders) if one.person),
            entries=tuple(one.name for one in match.holders),
        )
        self._bot_clock = Clock(rules.move_ms, rules.bank_ms)
        self._journal = self._read_journal()
        self._table = PlayTable(
            game=self._game,
            names=match.names,
            people=self._setup.people,
            console=PlayConsole(),
            theme=lambda: Theme(app.width() or 80, app.ascii, app.color, app.lang, app.wide_signs),
            practice=self._practice,
            is_practice=lambda: self._match.practice,
            decided=lambda seat: self._journal.last_of(seat) is not None,
        )

        self._people: list[Person] = []

    def play(self) -> int:
        """Play until the match ends or is left; the exit code."""
        if self._match.move_ms:
            self._app.say(self._text(say("cli.play-clocked", clock=str(self._setup.clock))))
        try:
            played = self._to_the_end()
        except MatchLeft:
            self._say_saved()
            return 0
        except (KeyboardInterrupt, EOFError):
            self._say_saved()
            return INTERRUPTED
        self._end(played)
        return 0

    def _to_the_end(self) -> PlayedMatch:
        """The match, repeated from its beginning whenever a move is taken back."""
        while True:
            try:
                referee = self._referee()
                with redirect_stdout(sys.stderr):  # what bots print is not part of the dialogue
                    played = referee.play()
            except ThroughReferee as passed:
                if not isinstance(passed.error, TakeBack):
                    raise passed.error from None
                self._take_back(passed.error.seat)
            else:
                for line in referee.complaints:
                    self._app.say(say("cli.warning", text=line))
                return played

    def _referee(self) -> Referee:
        self._people = []
        fixture = Fixture(1, self._match.deal, 0, 0, tuple(range(self._setup.seats)))
        agents = [self._agent(bot) for bot in self._bots]
        return Referee(self._setup, fixture, agents)

    def _agent(self, bot: LoadedBot | None) -> JournalAgent:
        if bot is None:
            person = Person(self._table)
            self._people.append(person)
            return JournalAgent(person, self._journal, person.repeated)
        # One key for all attempts: no process sees a deal twice.
        agent = bot.sit((self._match.name, self._match.deal))
        return JournalAgent(agent, self._journal, clock=self._bot_clock)

    def _read_journal(self) -> Journal:
        known = decisions_of(self._store, self._match)
        return Journal(
            self._game, known, lambda n, one: add_decision(self._store, self._match, n, one)
        )

    def _take_back(self, seat: Seat) -> None:
        keep = self._journal.last_of(seat)
        assert keep is not None, "the person has made a decision"
        make_practice(self._store, self._match, keep)
        self._say_practice()
        self._journal = self._read_journal()

    def _practice(self) -> None:
        make_practice(self._store, self._match)
        self._say_practice()

    def _say_practice(self) -> None:
        if not self._match.practice:
            self._match = replace(self._match, practice=True)
            self._table.say(say("cli.play-practice"))

    # The end.

    def _say_saved(self) -> None:
        command = self._app.command("play", "--resume", self._match.name)
        self._app.say("\n" + self._text(say("cli.play-saved", command=command)))

    def _end(self, played: PlayedMatch) -> None:
        record = record_of(self._match, played)
        finish_open_match(self._store, self._match, record, check=check_results)
        self._show_end(record)
        for fault in played.faults:
            name = self._match.names[fault.seat] if fault.seat != CHANCE else "tourney"
            why = f": {fault.evidence}" if fault.evidence else ""
            self._app.say(f"{name}: {fault.code}{why}")
        self._heading("\n")
        self._app.show(self._result(played))
        if self._match.origin:
            self._show_same_cards(played)
        if self._match.practice:
            self._app.say(self._text(say("cli.play-stored-practice")))
        say_table(self._app, self._match.name)
        command = self._app.command("replay", f"match:{self._match.name}")
        self._app.say(self._text(say("cli.play-stored", name=self._match.name, command=command)))
        void = ("match", "void", "--reason", "TEXT")
        undo = self._app.command(*void, names=(self._match.name,))
        self._app.say(say("app.undo", command=undo))

    def _show_end(self, record: StoredMatch) -> None:
        """Show what happened since the last decision of a person, and the table with open cards."""
        self._table.write("")
        self._table.tell(say("cli.play-happened"), min((one.news for one in self._people), key=len))
        replay = replay_of_stored(record)
        screen = ScreenState(len(replay.frames) - 1)
        theme = self._table.theme()
        lines = position(replay, MatchHeading(record.name, record.players), screen, theme)
        self._table.console.write(plain(lines, theme))

    def _show_same_cards(self, played: PlayedMatch) -> None:
        """Show how bots did with the cards of this person in the run that the deal is from."""
        name, _, _ = self._match.origin.rpartition("/")
        try:
            run = run_named(self._store, name)
        except NotFound:
            return  # the run has been removed since the match began
        seat = min(self._table.people)
        rows = [
            (result.places[seat], result.players[seat], result.scores[seat], f"{name}/{number}")
            for number, result in _on_deal(self._store, run, self._match.deal)
        ]
        outcome = played.outcome
        own = (outcome.places[seat], self._match.names[seat], outcome.scores[seat])
        rows.append((*own, self._match.name))
        words = say("cli.play-same-cards", seat=seat_letter(seat), run=name)
        self._heading(f"\n{self._text(words)}\n\n")
        columns = (*self._columns(), Column("match"))
        self._app.show(Table(columns, tuple(sorted(rows, key=itemgetter(0)))))

    def _text(self, message: Any) -> str:
        return self._table.text(message)

    def _heading(self, text: str) -> None:
        """Write text between tables; on stderr if the tables are for programs."""
        readers = self._app.format in ("table", "plain", "markdown")
        (self._app.draw if readers else self._app.say)(text)

    def _result(self, played: PlayedMatch) -> Table:
        """Place, player and score, the first place first."""
        places, scores = played.outcome.places, played.outcome.scores
        rows = sorted(zip(places, self._match.names, scores, strict=True), key=itemgetter(0))
        return Table(self._columns(), tuple(rows))

    def _columns(self) -> tuple[Column, ...]:
        return (
            Column("place", align="right"),
            Column("player"),
            Column("score", align="right"),
        )


def _on_deal(store: Database, run: StoredRun, deal: int) -> Iterator[tuple[int, MatchResult]]:
    """The results of the matches of a run on one deal, with their numbers."""
    size = Schedule(run.spec).deal_size
    for ending in run_endings(store, run, NumberRange(deal * size, (deal + 1) * size)):
        if ending.result is not None:
            yield ending.number, ending.result


def record_of(match: OpenMatch, played: PlayedMatch) -> StoredMatch:
    """The record of a match that has ended, as `tourney import` would store it."""
    return as_record(
        StoredMatch(
            id=0,
            name=match.name,
            game=match.game,
            rules=match.rules,
            options=match.options,
            headers=tuple(_headers(match)),
            players=match.names,
            versions=tuple(None if one.person else one.version for one in match.holders),
            scores=played.outcome.scores,
            places=played.outcome.places,
            status=played.status,
            entries=played.entries,
            faults=played.faults,
            infos=played.infos,
        )
    )


def _headers(match: OpenMatch) -> Iterator[tuple[str, str]]:
    place = dict(match.headers) | dict([PRACTICE] if match.practice else [])
    yield from ((key, place[key]) for key in PLACE_IN_EVENT if key in place)
    yield "date", match.date
    yield "source", "engine"
    origin = f" of {match.origin}" if match.origin else ""
    yield "deal", f"seed {match.seed} deal {match.deal}{origin}"


def player_list(match: OpenMatch) -> str:
    """The players with their seats: `A Aiko, B rei`."""
    return ", ".join(f"{seat_letter(seat)} {name}" for seat, name in enumerate(match.names))
