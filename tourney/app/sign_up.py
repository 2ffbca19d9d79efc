"""People say by themselves that they want to play, before the first round is drawn.

The organiser accepts them, or declines: a name that anybody has typed is not entered by itself.
"""

from collections.abc import Collection
from typing import NamedTuple

from engines.messages import Player, say
from tourney.app.enter_players import enter
from tourney.app.event_session import EventSession
from tourney.domain.errors import Conflict, NotFound
from tourney.domain.event_log import EntrantId
from tourney.domain.names import name_key
from tourney.events import decisions
from tourney.events.event_state import CLOSED, EventState
from tourney.runs.run_plan import player_name
from tourney.store.players import lookalikes
from tourney.store.sign_ups import SignUp, add_sign_up, remove_sign_ups, sign_ups


class EnteredPlayers(NamedTuple):
    """How many have entered, and how many wait as their names look like known players."""

    entered: int
    unsure: int


def takes_sign_ups(state: EventState) -> bool:
    """Whether people can sign up: nothing is drawn yet."""
    return state.phase != CLOSED and not any(stage.rounds for stage in state.stages)


def sign_up(session: EventSession, typed: str) -> str:
    """Somebody says "I am here" and is checked in, or waits for the organiser; the name."""
    name = player_name(" ".join(typed.split()))
    if not takes_sign_ups(session.state):
        raise Conflict(say("app.sign-up-too-late"))
    same = (one for one, known in session.names.items() if name_key(known) == name_key(name))
    entrant = next(same, None)
    if entrant is None:
        add_sign_up(session.store, session.event, name)
        return name
    if session.state.entrants[entrant].away:
        raise Conflict(say("app.sign-up-left", who=Player(entrant)))
    check_in(session, entrant, "here")
    return session.names[entrant]


def check_in(session: EventSession, entrant: EntrantId, status: str) -> None:
    """Note that somebody is `here`, or comes `late`; said twice it is noted once."""
    if session.state.entrants[entrant].checked_in != status:
        session.change(lambda state, _: [decisions.checked_in(state, entrant, status)])


def waiting(session: EventSession) -> list[SignUp]:
    """Who waits for the organiser, and has not been entered in another way."""
    entered = set(map(name_key, session.names.values()))
    return [
        one for one in sign_ups(session.store, session.event) if name_key(one.name) not in entered
    ]


def accept(session: EventSession, ids: Collection[int], on_similar: str) -> EnteredPlayers:
    """Enter people who wait, and check them in.

    Of several, those whose names look like known players are left: each needs an answer.
    """
    chosen, entered, unsure = [one for one in waiting(session) if one.id in ids], 0, set()
    if not chosen:
        raise NotFound(say("app.sign-up-gone"))
    if len(ids) > 1:
        unsure = {one.name for one in lookalikes(session.store, [one.name for one in chosen])}
    for one in chosen:
        if one.name in unsure:
            continue
        try:
            number = enter(session, one.name, on_similar, signed_up=True)
            check_in(session, number, "here")
        except Conflict:
            # Another desk may have entered this one since the list was read.
            session.load()
            if len(ids) == 1 or one in waiting(session):
                raise
        else:
            entered += 1
        remove_sign_ups(session.store, session.event, [one.id])
    return EnteredPlayers(entered, len(unsure))
