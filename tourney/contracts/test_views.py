"""A view is JSON, exists for every seat at any time, and depends only on the position."""

import json
import re
from collections.abc import Iterator
from typing import Any

from engines.api import EVERYTHING, Grid, Scene
from tourney.contracts.playing import Case, every_case, every_game, positions, times
from tourney.contracts.secrets import secrets_of


@every_case
def test_views_are_json_and_name_their_schema(case: Case) -> None:
    for at in positions(case, 1):
        for who in case.everybody():
            view = at.state.view(who)
            assert json.loads(json.dumps(view)) == view
            assert view["game"] == case.game.name
            assert isinstance(view["schema"], int)
            assert view["pending"] == list(at.state.pending())


@every_game
def test_equal_positions_have_equal_views(case: Case) -> None:
    for at in positions(case, 2):
        twin = at.state.clone()
        assert twin.key() == at.state.key()
        for who in case.everybody():
            assert json.dumps(twin.view(who)) == json.dumps(at.state.view(who))


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every value of a view with its path."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    else:
        yield path, value


@every_case
def test_who_sees_less_sees_null_and_nothing_else_differs(case: Case) -> None:
    for number, at in enumerate(positions(case, 3)):
        if number % times(1, 3):
            continue
        whole = at.state.view(EVERYTHING)
        for who in (None, *range(case.seats)):
            for one, all_of_it in zip(_flat(at.state.view(who)), _flat(whole), strict=True):
                assert one[0] == all_of_it[0]
                less = secrets_of(case.game.name).less
                key = one[0][-1]
                assert key == "you" or less(key, one[1], all_of_it[1], whole["options"])


def _flat(view: dict[str, Any]) -> list[tuple[tuple[Any, ...], Any]]:
    found = []
    for key, value in view.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            for number, row in enumerate(value):
                found += [((key, number, *path), leaf) for path, leaf in leaves(row)]
        else:
            found.append(((key,), value))
    return found


@every_game
def test_a_view_that_is_changed_changes_no_position(case: Case) -> None:
    for at in positions(case, 4):
        before = json.dumps(at.state.view(EVERYTHING))
        _spoil(at.state.view(EVERYTHING))
        assert json.dumps(at.state.view(EVERYTHING)) == before


def _spoil(value: Any) -> None:
    if isinstance(value, dict):
        for inner in value.values():
            _spoil(inner)
        value.clear()
    elif isinstance(value, list):
        for inner in value:
            _spoil(inner)
        value.append("spoilt")


WORD = re.compile("[a-z]{2}")


@every_game
def test_every_view_can_be_drawn(case: Case) -> None:
    """Words are messages, so a token is a card or a count as records write it."""
    for at in positions(case, 5):
        for who in case.everybody():
            drawn = case.game.scene(at.state.view(who))
            assert isinstance(drawn, Scene)
            assert drawn.title
            assert drawn.zones
            tokens = [token for zone in drawn.zones for token in zone.tokens]
            tokens += [token for row in (drawn.grid or Grid(())).rows for token in row if token]
            assert [token for token in tokens if WORD.search(token.text)] == []
