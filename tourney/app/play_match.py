"""Begins or continues a match of people and bots: players, seats, seeds, bots, place in an event.

Wrong wishes are refused before the match begins.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, redirect_stdout
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from engines.api import Game, seat_letter
from engines.games import GAMES
from engines.messages import Sentence, say
from tourney.agents.isolation import Limits, hidden
from tourney.agents.loaded_bot import LoadedBot
from tourney.agents.loader import load
from tourney.app.choose import find_game
from tourney.app.event_session import EventSession
from tourney.app.event_tables import (
    AskedPlace,
    EventTableRef,
    asked_table,
    place_headers,
    require_same,
)
from tourney.app.host import Host
from tourney.app.play_session import PlaySession, checked_options
from tourney.app.similar import is_same
from tourney.domain.errors import Conflict, NotFound, UsageFault, quoted
from tourney.domain.match_values import OpenMatch, SeatHolder, unpack_options
from tourney.domain.run_spec import BotEntry, BotRules
from tourney.events.draws import card_seed, deal_number
from tourney.play.luck import base_order, derived_bot_seed, new_seed
from tourney.runs.run_plan import (
    bot_name,
    bot_pairs,
    checked_seed,
    milliseconds,
    option_pairs,
    player_name,
)
from tourney.runs.run_schedule import Schedule
from tourney.store import Database
from tourney.store.events import stored_events
from tourney.store.open_matches import add_open_match
from tourney.store.players import lookalikes
from tourney.store.runs import run_named

MOST_DIGITS = 18
"""Digits of the number of a match that a run can have."""


NOWHERE = AskedPlace()


@dataclass(frozen=True, slots=True)
class AskedMatch:
    """A new match as somebody asks for it, in the words of `tourney play`.

    `people` are NAME or NAME@SEAT, `bots` NAME=TARGET or a target, `options` K=V. With `deal_of`,
    RUN/NUMBER, the bots, the options and the cards are those of a match of a run.
    """

    game: str | None
    people: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    place: AskedPlace = NOWHERE
    practice: bool = False
    seed: str | None = None
    time_per_move: float | None = None
    deal_of: str | None = None


class AskedSeat(NamedTuple):
    """A person and the seat that was asked for, if any."""

    name: str
    seat: int | None


@contextmanager
def new_match(host: Host, asked: AskedMatch, database: Path | None) -> Iterator[PlaySession]:
    """Store a new match with its bots loaded; their processes end with the context.

    No bot sees the file of the `database`.
    """
    people = [_asked_seat(text) for text in asked.people]
    at = None
    # Practice and the deal of a run are at no table of an event.
    if asked.deal_of is None and not asked.practice:
        at = _asked_table(host, asked, [one.name for one in people])
    if at is not None:
        match, rules = _match_at_table(at), at.session.state.plan.bot_rules
        found = at.headers()
        place = AskedPlace(found["event"], found.get("stage"), found["round"], found["table"])
    else:
        rules, place = BotRules(), asked.place
        deal = asked.deal_of
        match = _fresh_match(asked, people) if deal is None else _on_deal(host, deal, people)
    move_ms = milliseconds(say("runs.time-per-move"), asked.time_per_move)
    match = replace(match, move_ms=move_ms)
    with _loaded_bots(host, match, rules, database) as bots:
        store = host.store(create=True)
        for holder, bot in zip(match.holders, bots, strict=True):
            if bot is None:
                continue
            entered = BotEntry(holder.name, holder.target, holder.version, holder.content)
            # An event knows each bot as it entered, and another program is another player. The
            # deal of a run can be played against the bots of today.
            if at and entered.differs(bot.version, bot.content):
                command = host.command("event", "change-bot", names=(holder.name,))
                name = quoted(holder.name)
                raise Conflict(say("app.event-play-not-the-same", bot=name, command=command))
            if not at and holder.version not in ("", bot.version):
                old, new = holder.version, bot.version
                name = quoted(holder.name)
                host.say(say("app.play-other-version", bot=name, old=old, new=new))
        if not at:
            match = _with_known_people(host, store, match)
        match = replace(match, holders=_with_versions(match, bots))
        headers = {} if asked.practice else place_headers(host, place, match.names, match.date)
        match = replace(match, headers=tuple(headers.items()), practice=asked.practice)
        yield PlaySession(store, add_open_match(store, match), bots, rules)


@contextmanager
def stored_match(host: Host, match: OpenMatch, database: Path | None) -> Iterator[PlaySession]:
    """Continue a match that was left; Conflict if its rules or its bots are others now."""
    store, game = host.store(), find_game(match.game)
    # Stored decisions mean nothing under other rules, and bots would see another game.
    if game.version != match.rules:
        old, new = (f"{game.name}/{version}" for version in (match.rules, game.version))
        raise Conflict(say("app.play-other-rules", name=quoted(match.name), old=old, new=new))
    name = dict(match.headers).get("event")
    event = next((event for event in stored_events(store) if event.name == name), None)
    rules = EventSession(host, store, event).state.plan.bot_rules if event else BotRules()
    with _loaded_bots(host, match, rules, database) as bots:
        for old_bot, new_bot in zip(match.holders, _with_versions(match, bots), strict=True):
            if old_bot != new_bot:
                bot = quoted(old_bot.name)
                raise Conflict(say("app.play-other-bot", bot=bot, name=match.name))
        yield PlaySession(store, match, bots, rules)


def _asked_seat(text: str) -> AskedSeat:
    name, sign, letter = text.rpartition("@")
    if not sign or len(letter) != 1 or not letter.isascii() or not letter.isalpha():
        return AskedSeat(player_name(text), None)
    return AskedSeat(player_name(name), "ABCDEFGHIJKLMNOPQRSTUVWXYZ".index(letter.upper()))


def _asked_table(host: Host, asked: AskedMatch, people: Sequence[str]) -> EventTableRef | None:
    """The table of an event, if one is meant: game, players and cards follow from it."""
    if asked.game is None and not asked.place.words:
        return None
    at = asked_table(host, asked.place, people)
    if at is None:
        return None
    # The pairing says who plays, with which cards: nobody may choose better ones.
    for option, given in (("bot", asked.bots), ("seed", asked.seed), ("option", asked.options)):
        if given:
            raise UsageFault(say("app.event-play-from-pairing", option=f"--{option}"))
    require_same(at, asked.game, people)
    host.say(say("app.event-at-table", **at.place()))
    return at


def _fresh_match(asked: AskedMatch, people: Sequence[AskedSeat]) -> OpenMatch:
    """A match on new cards, with seats drawn by lot where none was asked for."""
    if asked.game is None:
        raise UsageFault(say("app.play-no-game", known=", ".join(GAMES)))
    bots, options = bot_pairs(asked.bots), option_pairs(asked.options)
    game = find_game(asked.game)
    holders = [SeatHolder(one.name) for one in people]
    holders += [SeatHolder(bot_name(name), target) for name, target in bots.items()]
    _check_players(game, holders)
    seed = new_seed() if asked.seed is None else checked_seed(say("runs.seed"), asked.seed)
    # Seat by seat the index of the person who asked for it.
    taken: dict[int, int] = {}
    for index, one in enumerate(people):
        if one.seat is None:
            continue
        _check_seat(one.seat, len(holders))
        if one.seat in taken:
            raise UsageFault(say("app.play-seat-twice", seat=seat_letter(one.seat)))
        taken[one.seat] = index
    # The lot for seats follows from the seed, like the cards: a seed gives the same match again.
    drawn = base_order(seed, 0, 0, range(len(holders)))
    rest = iter([index for index in drawn if index not in taken.values()])
    order = [taken[seat] if seat in taken else next(rest) for seat in range(len(holders))]
    return _open_match(
        game,
        tuple(holders[index] for index in order),
        options=_options_text(game, options, len(holders)),
        seed=seed,
    )


def _on_deal(host: Host, text: str, people: Sequence[AskedSeat]) -> OpenMatch:
    """A match on the deal of a match `RUN/NUMBER`, with its bots at the other seats."""
    name, _, number = text.removeprefix("match:").rpartition("/")
    if not name or not number.isascii() or not number.isdecimal():
        raise UsageFault(say("app.play-deal-form", text=quoted(text)))
    spec = run_named(host.store(), name).spec
    schedule = Schedule(spec)
    if len(number) > MOST_DIGITS or not 1 <= int(number) <= schedule.total:
        last = schedule.total
        raise NotFound(say("app.play-not-in-run", run=quoted(name), number=number, last=last))
    # What was played needs no record: schedule, seeds and deal follow from the settings.
    fixture = schedule.fixture(int(number))
    game = find_game(spec.game)
    if game.version != spec.rules:
        old, new = (f"{game.name}/{version}" for version in (spec.rules, game.version))
        raise Conflict(say("app.play-deal-rules", run=quoted(spec.name), old=old, new=new))
    if len(people) != 1:
        raise UsageFault(say("app.play-deal-one") if people else say("app.play-no-person"))
    seat = people[0].seat or 0
    bots = (spec.bots[index] for index in fixture.seats)
    holders = [SeatHolder(bot.name, bot.target, bot.version) for bot in bots]
    _check_seat(seat, len(holders))
    holders[seat] = SeatHolder(people[0].name)
    _check_players(game, holders)
    match = _open_match(game, tuple(holders), options=spec.options, seed=spec.seed)
    # With the seed of the run for its bots, too, they play as they did there.
    return replace(
        match,
        bot_seed=spec.bot_seed or match.bot_seed,
        deal=fixture.deal,
        origin=f"{spec.name}/{fixture.number}",
    )


def _match_at_table(at: EventTableRef) -> OpenMatch:
    """The match at a table of an event: players, seats, bots and cards follow from the pairing."""
    game, state = find_game(at.round.game), at.session.state
    holders = tuple(
        SeatHolder(name) if bot is None else SeatHolder(name, *bot[1:]) for name, bot in at.players
    )
    if not any(holder.person for holder in holders):
        place = {"round": at.round.number, "table": at.table.number}
        raise UsageFault(say("app.event-play-only-bots", **place))
    match = _open_match(
        game,
        holders,
        options=_options_text(game, dict(at.options), len(holders)),
        seed=card_seed(state, at.stage, at.round.number),
    )
    return replace(match, deal=deal_number(state, at.table))


def _open_match(
    game: Game[Any],
    holders: tuple[SeatHolder, ...],
    *,
    options: tuple[tuple[str, str], ...],
    seed: str,
) -> OpenMatch:
    today = date.today().isoformat()
    return OpenMatch(
        name=f"{game.name}-{today}",
        game=game.name,
        rules=game.version,
        options=options,
        holders=holders,
        seed=seed,
        bot_seed=derived_bot_seed(seed),
        date=today,
    )


def _options_text(
    game: Game[Any], given: Mapping[str, str], seats: int
) -> tuple[tuple[str, str], ...]:
    """The options of a game as a record has them; UsageFault for a wrong one."""
    return unpack_options(game.options_text(checked_options(game, given, seats)))


def _check_players(game: Game[Any], holders: Sequence[SeatHolder]) -> None:
    """UsageFault without a person, for two players of one name, or for too few or too many."""
    if not any(holder.person for holder in holders):
        raise UsageFault(say("app.play-no-person"))
    names = [holder.name for holder in holders]
    for name in names:
        if names.count(name) > 1:
            raise UsageFault(say("app.play-name-twice", name=quoted(name)))
    low, high = game.seats[0], game.seats[-1]
    if len(names) not in game.seats:
        few = len(names) < low
        sentence = Sentence("app.play-too-few") if few else Sentence("app.play-too-many")
        raise UsageFault(sentence(game=game.name, low=low, high=high, count=len(names)))


def _check_seat(seat: int, seats: int) -> None:
    if seat >= seats:
        letter = quoted(chr(ord("A") + seat))
        raise UsageFault(say("app.play-no-seat", seat=letter, last=seat_letter(seats - 1)))


@contextmanager
def _loaded_bots(
    host: Host, match: OpenMatch, rules: BotRules, database: Path | None
) -> Iterator[tuple[LoadedBot | None, ...]]:
    """The bots by seat, None for a person; their processes end with the context."""
    with ExitStack() as stack:
        if database:
            stack.enter_context(hidden(str(database)))
        bots: list[LoadedBot | None] = []
        for holder in match.holders:
            if holder.person:
                bots.append(None)
                continue
            with redirect_stdout(sys.stderr):  # what a bot prints is no data
                bot = load(holder.target, Limits(rules.memory_mb, rules.isolation))
            # Also if a later bot does not load.
            stack.callback(bot.close)
            if match.game not in bot.games:
                words = {"game": match.game, "known": ", ".join(bot.games)}
                raise UsageFault(say("app.play-not-its-game", bot=quoted(holder.name), **words))
            bots.append(bot)
        for line in dict.fromkeys(line for bot in bots if bot for line in bot.lacks):
            host.say(say("app.warning", text=line))
        yield tuple(bots)


def _with_versions(match: OpenMatch, bots: Sequence[LoadedBot | None]) -> tuple[SeatHolder, ...]:
    """The players with the versions of the loaded bots."""
    return tuple(
        holder if bot is None else holder._replace(version=bot.version, content=bot.content)
        for holder, bot in zip(match.holders, bots, strict=True)
    )


def _with_known_people(host: Host, store: Database, match: OpenMatch) -> OpenMatch:
    """The match with the known names of people who typed theirs differently, after asking."""
    people = {holder.name for holder in match.holders if holder.person}
    known = {
        one.name: one.person
        for one in lookalikes(store, people)
        if not {one.known, one.person} & people and is_same(host, one, "ask")
    }
    holders = tuple(
        one._replace(name=known.get(one.name, one.name)) if one.person else one
        for one in match.holders
    )
    _check_players(find_game(match.game), holders)
    return replace(match, holders=holders)
