"""Turns the options of `tourney play` into a match: players, seats, seeds, bots.

Reports wrong options before the match begins.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple

from engines.api import Game, OptionError, seat_letter
from engines.messages import Sentence, say
from tourney.agents.isolation import Limits, hidden
from tourney.agents.loaded_bot import LoadedBot
from tourney.agents.loader import load
from tourney.app.choose import find_game
from tourney.app.similar import is_same
from tourney.cli.base import App
from tourney.cli.run_display import bot_output_to_stderr
from tourney.domain.errors import Conflict, NotFound, UsageFault, quoted
from tourney.domain.match_values import Fixture, OpenMatch, SeatHolder
from tourney.domain.run_spec import BotEntry, BotRules, RunSpec
from tourney.events.draws import card_seed, deal_number
from tourney.play.luck import base_order, derived_bot_seed, new_seed
from tourney.runs.run_plan import bot_name, checked_seed, milliseconds, player_name
from tourney.runs.run_schedule import Schedule
from tourney.store import Database
from tourney.store.connect import address
from tourney.store.events import stored_events
from tourney.store.players import lookalikes
from tourney.store.runs import run_named, unpack_options

if TYPE_CHECKING:
    from tourney.app.event_tables import EventTableRef

MOST_DIGITS = 18
"""Digits of the number of a match that a run can have."""


class AskedSeat(NamedTuple):
    """A person and the seat that was asked for, if any."""

    name: str
    seat: int | None


@dataclass(frozen=True)
class AskedMatch:
    """A new match as it was asked for on the command line."""

    game: str
    people: Sequence[AskedSeat]
    bots: Mapping[str, str]
    options: Mapping[str, str] = field(default_factory=dict)
    seed: str | None = None
    time_per_move: float | None = None


def asked_seat(text: str) -> AskedSeat:
    """A person given as `NAME` or `NAME@SEAT`."""
    name, sign, letter = text.rpartition("@")
    if not sign or len(letter) != 1 or not letter.isascii() or not letter.isalpha():
        return AskedSeat(player_name(text), None)
    return AskedSeat(player_name(name), "ABCDEFGHIJKLMNOPQRSTUVWXYZ".index(letter.upper()))


def new_match(asked: AskedMatch) -> OpenMatch:
    """A new match, with seats drawn by lot where none was asked for; bots are not loaded yet."""
    game = find_game(asked.game)
    holders = [SeatHolder(one.name) for one in asked.people]
    holders += [SeatHolder(bot_name(n), target) for n, target in asked.bots.items()]
    _check_players(game, holders)
    count = len(holders)
    seed = new_seed() if asked.seed is None else checked_seed(say("runs.seed"), asked.seed)
    wanted = {index: one.seat for index, one in enumerate(asked.people) if one.seat is not None}
    order = _seated(base_order(seed, 0, 0, range(count)), wanted)
    return OpenMatch(
        name=f"{game.name}-{date.today().isoformat()}",
        game=game.name,
        rules=game.version,
        options=unpack_options(game.options_text(game_options(game, asked.options, count))),
        holders=tuple(holders[index] for index in order),
        seed=seed,
        bot_seed=derived_bot_seed(seed),
        move_ms=milliseconds(say("runs.time-per-move"), asked.time_per_move),
        date=date.today().isoformat(),
    )


def match_of_deal(
    store: Database, text: str, people: Sequence[AskedSeat], time_per_move: float | None
) -> OpenMatch:
    """A new match on the deal of a match `RUN/NUMBER`, with its bots at the other seats."""
    spec, fixture = _played(store, text)
    game = find_game(spec.game)
    if game.version != spec.rules:
        old, new = (f"{game.name}/{version}" for version in (spec.rules, game.version))
        raise Conflict(say("cli.play-deal-rules", run=quoted(spec.name), old=old, new=new))
    if len(people) != 1:
        raise UsageFault(say("cli.play-deal-one") if people else say("cli.play-no-person"))
    seat = people[0].seat or 0
    bots = (spec.bots[index] for index in fixture.seats)
    holders = [SeatHolder(bot.name, bot.target, bot.version) for bot in bots]
    if seat >= len(holders):
        raise UsageFault(
            say("cli.play-no-seat", seat=_quoted_letter(seat), last=seat_letter(len(holders) - 1))
        )
    holders[seat] = SeatHolder(people[0].name)
    _check_players(game, holders)
    return OpenMatch(
        name=f"{game.name}-{date.today().isoformat()}",
        game=game.name,
        rules=game.version,
        options=spec.options,
        holders=tuple(holders),
        seed=spec.seed,
        bot_seed=spec.bot_seed or derived_bot_seed(spec.seed),
        deal=fixture.deal,
        origin=f"{spec.name}/{fixture.number}",
        move_ms=milliseconds(say("runs.time-per-move"), time_per_move),
        date=date.today().isoformat(),
    )


def match_at_table(at: "EventTableRef", time_per_move: float | None) -> OpenMatch:
    """The match at a table of an event: players, seats, bots and cards follow from the pairing."""
    game = find_game(at.round.game)
    pairs = zip(at.names, at.bots, strict=True)
    holders = tuple(
        SeatHolder(name) if bot is None else SeatHolder(name, *bot[1:]) for name, bot in pairs
    )
    if not any(holder.person for holder in holders):
        raise UsageFault(
            say("cli.event-play-only-bots", round=at.round.number, table=at.table.number)
        )
    state = at.session.state
    seed = card_seed(state, at.stage, at.round.number)
    given = game_options(game, dict(at.options), len(holders))
    return OpenMatch(
        name=f"{game.name}-{date.today().isoformat()}",
        game=game.name,
        rules=game.version,
        options=unpack_options(game.options_text(given)),
        holders=holders,
        seed=seed,
        bot_seed=derived_bot_seed(seed),
        deal=deal_number(state, at.table),
        move_ms=milliseconds(say("runs.time-per-move"), time_per_move),
        date=date.today().isoformat(),
    )


def require_entered_bots(app: App, match: OpenMatch, bots: Sequence[LoadedBot | None]) -> None:
    """Raise Conflict if a bot is not the one that entered the event of the match."""
    for holder, bot in zip(match.holders, bots, strict=True):
        entered = BotEntry(holder.name, holder.target, holder.version, holder.content)
        if bot is not None and entered.differs(bot.version, bot.content):
            command = app.command("event", "change-bot", names=(holder.name,))
            raise Conflict(
                say("cli.event-play-not-the-same", bot=quoted(holder.name), command=command)
            )


def _played(store: Database, text: str) -> tuple[RunSpec, Fixture]:
    """The run and the place in its schedule of a match `RUN/NUMBER`."""
    name, _, number = text.removeprefix("match:").rpartition("/")
    if not name or not number.isascii() or not number.isdecimal():
        raise UsageFault(say("cli.play-deal-form", text=quoted(text)))
    spec = run_named(store, name).spec
    schedule = Schedule(spec)
    if len(number) > MOST_DIGITS or not 1 <= int(number) <= schedule.total:
        raise NotFound(
            say("cli.play-not-in-run", run=quoted(name), number=number, last=schedule.total)
        )
    return spec, schedule.fixture(int(number))


def _quoted_letter(seat: int) -> str:
    return quoted(chr(ord("A") + seat))


def warn_of_other_versions(app: App, match: OpenMatch, bots: Sequence[LoadedBot | None]) -> None:
    """Name the bots whose versions are not those of the run whose deal is played."""
    for holder, bot in zip(match.holders, bots, strict=True):
        if bot is not None and holder.version not in ("", bot.version):
            words = say(
                "cli.play-other-version",
                bot=quoted(holder.name),
                old=holder.version,
                new=bot.version,
            )
            app.say(words.text(app.lang))


def _check_players(game: Game[Any], holders: Sequence[SeatHolder]) -> None:
    if not any(holder.person for holder in holders):
        raise UsageFault(say("cli.play-no-person"))
    names = [holder.name for holder in holders]
    for name in names:
        if names.count(name) > 1:
            raise UsageFault(say("cli.play-name-twice", name=quoted(name)))
    low, high = game.seats[0], game.seats[-1]
    if len(names) not in game.seats:
        sentence = (
            Sentence("cli.play-too-few") if len(names) < low else Sentence("cli.play-too-many")
        )
        raise UsageFault(sentence(game=game.name, low=low, high=high, count=len(names)))


def _seated(order: Sequence[int], wanted: Mapping[int, int]) -> list[int]:
    """The player of each seat: as asked for, the others in the order drawn by lot."""
    taken: dict[int, int] = {}
    for index, seat in wanted.items():
        if seat >= len(order):
            fault = say(
                "cli.play-no-seat", seat=_quoted_letter(seat), last=seat_letter(len(order) - 1)
            )
            raise UsageFault(fault)
        if seat in taken:
            raise UsageFault(say("cli.play-seat-twice", seat=seat_letter(seat)))
        taken[seat] = index
    rest = iter([index for index in order if index not in wanted])
    return [taken[seat] if seat in taken else next(rest) for seat in range(len(order))]


def game_options(game: Game[Any], given: Mapping[str, str], seats: int) -> Any:
    """The options of a game; UsageFault for a wrong one."""
    try:
        return game.options(given, seats)
    except OptionError as error:
        raise UsageFault(error.message) from None


def rules_of_bots(app: App, match: OpenMatch) -> BotRules:
    """What the bots of a stored match may do: as its event says, if it is at a table of one."""
    from tourney.app.event_session import EventSession

    store, name = app.store(), dict(match.headers).get("event")
    event = next((one for one in stored_events(store) if one.name == name), None)
    return EventSession(app, store, event).state.plan.bot_rules if event else BotRules()


@contextmanager
def loaded_bots(
    app: App, match: OpenMatch, rules: BotRules
) -> Iterator[tuple[LoadedBot | None, ...]]:
    """The bots by seat, None for a person; their processes end with the context."""
    with ExitStack() as stack:
        if file := address(app.db).path:
            stack.enter_context(hidden(str(file)))
        found: list[LoadedBot | None] = []
        for holder in match.holders:
            found.append(None if holder.person else _loaded(stack, match, holder, rules))
        for line in dict.fromkeys(line for bot in found if bot for line in bot.lacks):
            app.say(say("cli.warning", text=line))
        yield tuple(found)


def _loaded(stack: ExitStack, match: OpenMatch, holder: SeatHolder, rules: BotRules) -> LoadedBot:
    with bot_output_to_stderr():
        bot = load(holder.target, Limits(rules.memory_mb, rules.isolation))
    stack.callback(bot.close)
    if match.game not in bot.games:
        known = ", ".join(bot.games)
        raise UsageFault(
            say("cli.play-not-its-game", bot=quoted(holder.name), game=match.game, known=known)
        )
    return bot


def with_versions(match: OpenMatch, bots: Sequence[LoadedBot | None]) -> tuple[SeatHolder, ...]:
    """The players with the versions of the loaded bots."""
    pairs = zip(match.holders, bots, strict=True)
    return tuple(
        holder if bot is None else holder._replace(version=bot.version, content=bot.content)
        for holder, bot in pairs
    )


def with_known_people(app: App, store: Database, match: OpenMatch) -> OpenMatch:
    """The match with the known names of people who typed theirs differently, after asking."""
    people = {holder.name for holder in match.holders if holder.person}
    known = {
        one.name: one.person
        for one in lookalikes(store, people)
        if not {one.known, one.person} & people and is_same(app, one, "ask")
    }
    holders = tuple(
        one._replace(name=known.get(one.name, one.name)) if one.person else one
        for one in match.holders
    )
    _check_players(find_game(match.game), holders)
    return replace(match, holders=holders)


def require_same_bots(match: OpenMatch, bots: Sequence[LoadedBot | None]) -> None:
    """Raise Conflict if a bot differs from the one that began the match."""
    for old, new in zip(match.holders, with_versions(match, bots), strict=True):
        if old != new:
            raise Conflict(say("cli.play-other-bot", bot=quoted(old.name), name=match.name))


def require_same_rules(match: OpenMatch) -> None:
    """Raise Conflict if the rules of the game have another version now."""
    game = find_game(match.game)
    if game.version != match.rules:
        old, new = (f"{game.name}/{version}" for version in (match.rules, game.version))
        raise Conflict(say("cli.play-other-rules", name=quoted(match.name), old=old, new=new))
