"""The description of a view and the views say the same: fields, types, and who sees a value."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from engines.api import ALL, EVERYTHING, ITS_SEAT, REPLAYS, Game, ViewField, Who
from engines.games import GAMES
from tourney.contracts.playing import Case, every_name, positions, times, tried

ATOMS = {"string": str, "number": int, "boolean": bool, "object": dict, "null": type(None)}


def kinds(kind: str) -> list[str]:
    """The alternatives of a type: `list of string or null` is a list of strings, or null."""
    return kind.split(" or ")


def fits(kind: str, value: Any) -> bool:
    """Whether a value has a type as a description writes it."""
    if kind.startswith("list of "):
        inner = kind.removeprefix("list of ")
        return isinstance(value, list) and all(fits(inner, one) for one in value)
    if kind.startswith("["):
        parts = kind[1:-1].split(", ")
        return isinstance(value, list) and len(value) == len(parts) and all(map(fits, parts, value))
    return type(value) is ATOMS[kind]


def fields(value: Any, path: str = "", seat: int | None = None) -> Iterator[tuple[str, Any, Any]]:
    """The path of every field, the player whose entry it is in, and its value."""
    if isinstance(value, dict):
        for key, inner in value.items():
            here = f"{path}.{key}" if path else key
            yield here, seat, inner
            yield from fields(inner, here, seat)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            if isinstance(inner, dict):
                yield from fields(inner, f"{path}[]", number if path == "players" else seat)


def hidden(field: ViewField, owner: int | None, who: Who) -> bool:
    """Whether the description says that the value is null for `who`."""
    if who == EVERYTHING:
        return False
    return field.seen_by == REPLAYS or (field.seen_by == ITS_SEAT and who != owner)


def faults(
    described: Sequence[ViewField], view: dict[str, Any], who: Who, met: dict[str, set[str]]
) -> list[str]:
    """The fields of a view that are not described, of another type, or seen by the wrong one."""
    known = {field.path: field for field in described}
    found = []
    for path, owner, value in fields(view):
        field = known.get(path)
        if field is None:
            found.append(f"{path} is not described")
            continue
        fitting = [kind for kind in kinds(field.kind) if fits(kind, value)]
        met[path].update(fitting)
        if not fitting:
            found.append(f"{path} is not {field.kind}: {value!r}")
        if value is not None and hidden(field, owner, who):
            found.append(f"{path} is shown to {who}")
    return found


def public(described: Sequence[ViewField], view: dict[str, Any]) -> list[tuple[str, Any, Any]]:
    """What a view has of the fields that all see, without what is inside of an object."""
    everybody = {field.path for field in described if field.seen_by == ALL}
    return [
        (path, owner, value)
        for path, owner, value in fields(view)
        if path in everybody and not isinstance(value, dict | list)
    ]


def looked_at(game: Game[Any], cases: Sequence[Case]) -> tuple[set[str], dict[str, set[str]]]:
    """The faults in the views of a match of each case, and which types of each field were met."""
    wrong: set[str] = set()
    met: dict[str, set[str]] = defaultdict(set)
    for case in cases:
        for seed in (7, 6)[: times(2, 1)]:
            for at in positions(case, seed):
                views = {who: at.state.view(who) for who in case.everybody()}
                for who, view in views.items():
                    wrong.update(faults(game.view_fields, view, who, met))
                seen = [public(game.view_fields, views[who]) for who in views if who != EVERYTHING]
                if any(one != seen[0] for one in seen):
                    wrong.add("a field that all see differs between observers")
    return wrong, met


@every_name
def test_views_are_as_they_are_described(name: str) -> None:
    game = GAMES[name]
    wrong, met = looked_at(game, tried(name))
    assert sorted(wrong) == []
    described = {field.path: set(kinds(field.kind)) for field in game.view_fields}
    assert {path: never for path, kind in described.items() if (never := kind - met[path])} == {}


@every_name
def test_each_field_is_described_once_and_each_list_says_its_order(name: str) -> None:
    described = GAMES[name].view_fields
    assert len({field.path for field in described}) == len(described)
    lists = {field.path for field in described if field.kind.startswith("list of")}
    assert {field.path for field in described if field.order} == lists
