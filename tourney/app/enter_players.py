"""Players and bots who enter, leave, come back or do not appear, and how to undo it."""

import sys
from collections.abc import Mapping
from contextlib import ExitStack, redirect_stdout
from pathlib import Path
from typing import Any, Final

from engines.messages import Argument, Player, say
from tourney.agents.isolation import Limits, hidden
from tourney.agents.loaded_bot import LoadedBot
from tourney.agents.loader import load
from tourney.app.draw_rounds import draw_again
from tourney.app.event_session import EventSession
from tourney.app.similar import known_players
from tourney.domain.bounds import TARGET
from tourney.domain.errors import TourneyError, UsageFault, quoted
from tourney.domain.event_log import EnteredBot, EntrantId, EventView
from tourney.domain.run_spec import BotEntry, BotRules
from tourney.events import decisions
from tourney.events.draws import AUTO
from tourney.events.event_plan import EventPlan, lost_options
from tourney.events.player_lists import require_different
from tourney.formats.seating import sizes_text, split
from tourney.render.text_tables import fixed
from tourney.runs.run_plan import bot_name, bot_pairs, bot_rules, plan_of, player_name
from tourney.store.players import name_in_use

RULE_KEYS: Final = ("on_fault", "time_per_move", "time_per_match", "memory", "isolation")
"""The keys of a plan that say what bots may do, as in the spec of a run."""
NOT_IN_EVENTS: Final = "abort"
"""The policy after a fault that leaves a match without a result."""


def enter(
    session: EventSession, name: str, on_similar: str, *, signed_up: bool = False
) -> EntrantId:
    """A player enters, late if rounds are drawn; the number."""
    known = _new_name(session, name, on_similar)

    (row,) = session.change(
        lambda state, view: [
            decisions.added(state, _entering(view), view.entered, signed_up=signed_up)
        ],
        known,
    )
    number: EntrantId = row.details["entrant"]
    # `joined` is the number of rounds that were drawn before: so many were missed.
    state, missed = session.state, session.state.stage.joined[row.details["entrant"]]
    words: dict[str, Any] = {"who": Player(number), "number": number}
    if missed:
        worth = fixed(state.plan.missed, 2)
        session.say(
            say("app.event-enters-late", **words, round=missed + 1, points=worth, missed=missed)
        )
    else:
        session.say(say("app.event-enters", **words, count=_count(session)))
    session.undo("drop", names=(session.names[number],))
    # Rounds of a schedule that are drawn do not wait for a late entrant; those that have not begun
    # can be drawn again.
    stage = state.stage
    length = session.rules.length(state, stage)
    if not stage.rounds or length is None or len(stage.rounds) < length:
        return number
    # Rounds up to the last one with a match cannot be taken back.
    begun = [one.number for one in stage.rounds if any(table.match for table in one.tables)]
    first = max(begun, default=0) + 1
    if decisions.is_schedule(stage) and first <= len(stage.rounds):
        unpair = ("event", "unpair", "--round", str(first))
        command = session.host.command(*unpair, names=(session.event.name,))
        session.say(say("app.event-no-round-left", who=Player(number), command=command))
    return number


def enter_bot(session: EventSession, text: str) -> None:
    """A bot enters, late if rounds are drawn."""
    ((name, target),) = bot_pairs([text]).items()
    plain = bot_name(name)
    require_different([*session.names.values(), plain])
    (bot,) = entered_bots(session.store.place.path, session.state.plan, {plain: target})

    (row,) = session.change(
        lambda state, view: [decisions.added_bot(state, as_entered(bot, _entering(view)))], bot
    )
    number = row.details["entrant"]
    words: dict[str, Any] = {"who": Player(number), "number": number, "target": target}
    session.say(say("app.event-play-bot-enters", **words, count=_count(session)))
    session.undo("drop", names=(plain,))


def renew_bot(session: EventSession, text: str) -> None:
    """A bot plays as it is now, or with another target."""
    name, _, target = text.partition("=")
    number = session.entrant(name)
    old = session.state.entrants[number].bot
    if old is None:
        raise UsageFault(session.text(say("app.event-play-no-bot", who=Player(number))))
    known = session.names[number]
    (bot,) = entered_bots(
        session.store.place.path, session.state.plan, {known: target or old.target}
    )
    change_bot(session, number, bot)
    words: dict[str, Any] = {"target": bot.target, "version": bot.version, "before": old.target}
    session.say(say("app.event-play-bot-changes", who=Player(number), **words))
    session.undo("change-bot", names=(f"{known}={old.target}",))


def change_bot(session: EventSession, number: EntrantId, bot: BotEntry) -> None:
    """Let an entrant play as this bot from the next match on."""
    session.change(
        lambda state, view: [
            decisions.changed_bot(state, number, as_entered(bot, _entering(view)))
        ],
        bot,
    )


def withdraw(session: EventSession, number: EntrantId) -> None:
    """Take back an entry: the player or bot was never there."""
    who = session.names[number]
    session.change(lambda state, _: [decisions.withdrawn(state, number)])
    session.host.say(say("app.event-withdrawn", who=who, count=_count(session)))


def _entering(view: EventView) -> int:
    """The id of the player or bot that a change is about, which is stored with the change."""
    assert view.player is not None, "the change names who enters"
    return view.player


def _new_name(session: EventSession, name: str, on_similar: str) -> str:
    """The name of a player who enters, checked and compared with known players."""
    plain = player_name(" ".join(name.split()))
    (known,) = known_players(session.host, session.store, [plain], on_similar)
    # Of somebody who has entered, the decision says more: away, here, or replaced.
    if name_in_use(session.store, known) not in session.names.values():
        require_different([*session.names.values(), known])
    return known


def _count(session: EventSession) -> int:
    return len(session.state.playing(session.state.stage))


def _next_round(session: EventSession) -> int:
    return len(session.state.stage.rounds) + 1


def leave(session: EventSession, name: str) -> None:
    """A player leaves from the next round on."""
    number = session.entrant(name)
    session.change(lambda state, _: [decisions.dropped(state, number)])
    _say_leaves(session, number)
    # The tables at which the player sits, and which have no result.
    here = [
        (round_, table)
        for round_ in session.state.stage.rounds
        for table in round_.missing()
        if number in table.present()
    ]
    who = Player(number)
    command = session.host.command("event", "no-show", names=(session.names[number],))
    if len(here) > 1:
        rounds = ", ".join(str(round_.number) for round_, _ in here)
        session.say(say("app.event-stays-at", who=who, rounds=rounds, command=command))
    for round_, table in here if len(here) == 1 else ():
        session.say(
            say(
                "app.event-stays", who=who, table=table.number, round=round_.number, command=command
            )
        )
    session.undo("return", names=(session.names[number],))
    _end_without(session, number)


def _say_leaves(session: EventSession, number: EntrantId) -> None:
    """Say from which round on somebody is gone, and how many play on."""
    words: dict[str, Any] = {"round": _next_round(session), "count": _count(session)}
    session.say(say("app.event-leaves", who=Player(number), **words))


def come_back(
    session: EventSession, name: str, *, undo: bool = False, number: int | None = None
) -> None:
    """A player comes back; with `undo` a no-show was a mistake, with a number only in a round."""
    who = session.entrant(name)
    (row,) = session.change(
        lambda state, _: [decisions.came_back(state, who, undo=undo, number=number)]
    )
    for _, round_, table in row.details["tables"]:
        session.say(say("app.event-back-at-table", who=Player(who), round=round_, table=table))
    if not row.details["tables"]:
        session.say(say("app.event-back", who=Player(who), round=_next_round(session)))
    only = () if number is None else ("--round", str(number))
    # What the return undid says what undoes it.
    word = "no-show" if row.details["tables"] else "drop"
    session.undo(word, *only, names=(session.names[who],))


def be_absent(session: EventSession, name: str, only: int | None = None) -> None:
    """A player does not appear and leaves; with the number of a round, only there."""
    number = session.entrant(name)
    (row,) = session.change(lambda state, _: [decisions.no_show(state, number, only)])
    for stage_name, round_number, table_number in row.details["tables"]:
        stage = session.state.stage_named(stage_name)
        assert stage is not None
        round_ = stage.rounds[round_number - 1]
        table = round_.tables[table_number - 1]
        words: dict[str, Any] = {
            "who": Player(number), "round": round_number, "table": table_number,
        }  # fmt: skip
        if table.playable:
            count = len(table.present())
            # A smaller table plays without the options that need more players.
            lost = lost_options(stage.plan, round_.game, count)
            without: Argument = say("app.event-without", options=", ".join(lost)) if lost else ""
            session.say(say("app.event-absent", **words, count=count, without=without))
        else:
            session.say(say("app.event-absent-alone", **words))
    if not row.details["tables"]:
        session.say(say("app.event-no-table-to-miss", who=Player(number)))
    if only is not None:
        undo = ("no-show", "--undo", "--round", str(only))
        session.undo(*undo, names=(session.names[number],))
        return
    _say_leaves(session, number)
    session.undo("no-show", "--undo", names=(session.names[number],))
    _end_without(session, number)


def _end_without(session: EventSession, number: EntrantId) -> None:
    """Say what it means that somebody has left, and offer to draw the last round again.

    It is offered if the round is not played and its tables are not good any more. Where nobody
    answers, only the commands are said.
    """
    stage = session.state.stage
    if number in session.rules.needed(session.state, stage):  # such as the champion of a gauntlet
        session.say(say("app.event-ends-without", stage=stage.plan.name, who=Player(number)))
    round_ = stage.rounds[-1] if stage.rounds else None
    if round_ is None or round_.locked or any(one.match is not None for one in round_.tables):
        return
    if any(one.missing() for one in stage.rounds[:-1]):  # a schedule of which more is drawn
        return
    gone = {
        one for table in round_.tables for one in table.seats if session.state.entrants[one].away
    }
    if not gone:
        return
    # Tables of the organiser are not drawn anew by the program.
    given, format_ = round_.details["how"] != AUTO, session.rules.formats.get(stage.plan.format)
    host = session.host
    if given or format_ is None or not host.answers:
        unpair = host.command("event", "unpair", names=(session.event.name,))
        pair = host.command("event", "pair", names=(session.event.name,))
        session.say(say("app.event-can-redraw", round=round_.number, command=f"{unpair} && {pair}"))
        return
    sizes, count = stage.plan.sizes, _count(session)
    tables = sizes_text(split(count, sizes).tables) if count >= sizes.allowed[0] else "0"
    words: dict[str, Any] = {"round": round_.number, "tables": tables}
    if host.confirm(session.text(say("app.event-draw-again", **words)), default=True):
        draw_again(session)


def substitute(session: EventSession, name: str, other: str, on_similar: str) -> None:
    """A player takes the place of another."""
    old, known = session.entrant(name), _new_name(session, other, on_similar)
    (row,) = session.change(
        lambda state, view: [decisions.replaced(state, old, _entering(view), view.entered)], known
    )
    new = row.details["by"]
    # Seats of drawn rounds are taken over; without one the substitute comes to the next.
    first = min((place[1] for place in row.details["tables"]), default=_next_round(session))
    who, by = Player(old), Player(new)
    session.say(say("app.event-replaces", new=by, who=who, number=new, round=first))
    session.undo("replace", names=(session.names[new], "by", session.names[old]))


def rules_of_bots(file: str, values: Mapping[str, Any]) -> BotRules:
    """What bots may do, from the values of a plan; DataFault or UsageFault."""
    rules = bot_rules(plan_of(file, {key: values[key] for key in RULE_KEYS if key in values}))
    if rules.on_fault == NOT_IN_EVENTS:
        raise UsageFault(say("app.event-play-no-abort"))
    return rules


def entered_bots(database: Path | None, plan: EventPlan, bots: Mapping[str, str]) -> list[BotEntry]:
    """The bots with their versions; an error for one that does not start or play the games.

    They do not see the file of the `database`.
    """
    games = dict.fromkeys(game for stage in plan.stages for game in stage.games)
    # The limits of its matches: a bot that needs more memory must not enter.
    limits = Limits(plan.bot_rules.memory_mb, plan.bot_rules.isolation)
    loaded: dict[str, LoadedBot] = {}
    with ExitStack() as stack:  # their processes end with it
        if database:
            stack.enter_context(hidden(str(database)))
        for name, target in bots.items():
            if len(target) > TARGET or not target.isprintable():
                raise UsageFault(say("app.bad-target", target=quoted(target[:TARGET]), most=TARGET))
            with redirect_stdout(sys.stderr):  # stdout is for data
                loaded[name] = load(target, limits)
            stack.callback(loaded[name].close)
        # After all are started: what is wrong with one is said before any version is noted.
        for name, bot in loaded.items():
            if bot.absent is not None:
                raise TourneyError(
                    say("app.event-play-does-not-start", bot=quoted(name), why=bot.absent.evidence)
                )
            for game in games:
                if game not in bot.games:
                    known = ", ".join(bot.games)
                    raise UsageFault(
                        say("app.event-play-not-its-game", bot=quoted(name), game=game, known=known)
                    )
        return [
            BotEntry(name, bot.target, bot.version, bot.content) for name, bot in loaded.items()
        ]


def as_entered(bot: BotEntry, number: int) -> EnteredBot:
    """A bot with its id in the database."""
    return EnteredBot(number, bot.target, bot.version, bot.content)
