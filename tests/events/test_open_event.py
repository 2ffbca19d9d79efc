"""Where the next match of an event of today belongs, by what its matches say."""

import pytest

from tourney.domain.match_values import PairedMatch
from tourney.events.open_event import next_place, open_events


def at(text: str, *players: str) -> PairedMatch:
    """A match from a text such as `Cup/final/2/1`: event, stage, round and table."""
    return PairedMatch(text, *text.split("/"), players=players)  # type: ignore[misc]


CLUB = (at("Club//1/1", "Aiko", "Ben"), at("Club//1/2", "Chie", "Dan"))


@pytest.mark.parametrize(
    ("matches", "given", "players", "place"),
    [
        (CLUB, {}, ("Emi", "Fay"), "event Club, round 1, table 3"),
        (CLUB, {}, ("Aiko", "Chie"), "event Club, round 2, table 1"),
        (CLUB, {"round": "1"}, ("Aiko", "Chie"), "event Club, round 1, table 3"),
        (CLUB, {"table": "7"}, ("Aiko", "Chie"), "event Club, round 2, table 7"),
        ((at("Club///", "Aiko"),), {}, ("Aiko",), "event Club"),
        ((at("Club//3/", "Aiko"),), {}, ("Ben",), "event Club, round 3"),
        ((at("Club///window", "Aiko"),), {}, ("Aiko",), "event Club"),
        ((*CLUB, at("Club/final/1/1")), {}, ("Aiko",), "event Club, stage final, round 1, table 2"),
        (CLUB, {"stage": "final"}, ("Aiko",), "event Club, stage final"),
    ],
)
def test_the_next_match_is_in_the_last_round_or_the_next_one(
    matches: tuple[PairedMatch, ...], given: dict[str, str], players: tuple[str, ...], place: str
) -> None:
    found = next_place(matches, given, players)
    order = ("event", "stage", "round", "table")
    assert ", ".join(f"{key} {found[key]}" for key in order if key in found) == place


def test_an_event_is_named_once() -> None:
    assert open_events([*CLUB, at("Cup///"), CLUB[0]]) == ["Club", "Cup"]
