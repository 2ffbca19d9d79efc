"""Manual: a schedule that the organiser has written, or pods given round by round."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from engines.messages import Message, say
from tourney.domain.errors import UsageFault, quoted
from tourney.domain.event_log import Draw, EntrantId, Pod, Situation
from tourney.formats.format_settings import numbered, require_round, text_setting
from tourney.formats.seating import playable, with_fixed_seats

# `schedule` has the rounds, such as `1,2,3;4,5,6/1,4;2,5,3,6`: numbers of entrants in the order of
# their seats, `;` between tables, `/` between rounds. Without it the organiser gives the pods.
SETTINGS: Final = {"schedule": ""}


def rounds(situation: Situation) -> int | None:
    """The rounds of the schedule."""
    return len(_schedule(situation)) or situation.rounds


def draw(situation: Situation) -> Draw:
    """The pods of the schedule with those who are there; the others have a bye."""
    schedule = _schedule(situation)
    if not schedule:
        raise UsageFault(say("formats.give-pods", round=situation.round))
    require_round(situation, len(schedule))
    pods = schedule[situation.round - 1]
    for pod in pods:
        if len(pod) not in situation.sizes.allowed:
            sizes = tuple(map(str, situation.sizes.allowed))
            raise UsageFault(
                say("formats.pod-size", round=situation.round, size=len(pod), sizes=sizes)
            )
    here = set(situation.entrants)
    present = [tuple(entrant for entrant in pod if entrant in here) for pod in pods]
    whole = [pod for pod in present if pod]
    seated = playable(whole, situation.sizes, situation.byes).pods
    playing = {entrant for pod in seated for entrant in pod}
    return Draw(
        tuple(with_fixed_seats(pod, situation.fixed) for pod in seated),
        tuple(entrant for entrant in situation.entrants if entrant not in playing),
    )


def reasons(situation: Situation, draw: Draw, entrant: EntrantId) -> Sequence[Message]:
    """The organiser decides."""
    return [say("formats.by-organiser", round=situation.round)]


def _schedule(situation: Situation) -> list[list[Pod]]:
    """The written rounds; UsageFault for what is no entrant, or for one who sits twice."""
    text = text_setting(situation, SETTINGS, "schedule").strip()
    known = numbered(situation)
    schedule = []
    for round_ in text.split("/") if text else ():
        pods: list[Pod] = []
        for pod in round_.split(";"):
            words = [word.strip() for word in pod.split(",")]
            if wrong := [word for word in words if word not in known]:
                raise UsageFault(
                    say("formats.not-a-pod", word=quoted(wrong[0]), pod=quoted(pod.strip()))
                )
            pods.append(tuple(known[word] for word in words))
        schedule.append(pods)
    for number, pods in enumerate(schedule, 1):
        [(entrant, times)] = Counter(who for pod in pods for who in pod).most_common(1)
        if times > 1:
            raise UsageFault(say("formats.seated-twice", entrant=entrant, round=number))
    return schedule
