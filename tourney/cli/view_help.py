"""Explains the views of a game: its fields, and an example for each kind of decision.

The fields are those that the game describes; the examples are from random matches, always the same.
"""

import json
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from random import Random
from textwrap import wrap
from typing import Any, Final

from engines.api import ALL, CHANCE, Game, OptionError, Seat, State, View, ViewField
from engines.games import GAMES
from engines.messages import Sentence, say
from tourney.domain.errors import NotFound, quoted
from tourney.render.text import wrapped

WIDTH: Final = 96
NARROW: Final = 80
"""Columns of English texts and of JSON, and of Japanese texts."""
MATCHES: Final = 60
"""Number of matches searched, for each set of options, until each phase was met."""

INTRODUCTION: Final = Sentence("cli.help-view-introduction")


def view_help(name: str, lang: str) -> str:
    """The fields and examples of a game's views; NotFound for an unknown game."""
    if name not in GAMES:
        near = get_close_matches(name, GAMES, 1)
        if near:
            raise NotFound(say("cli.help-meant-game", name=quoted(name), near=quoted(near[0])))
        raise NotFound(say("cli.help-no-game", name=quoted(name), known=", ".join(GAMES)))
    game = GAMES[name]
    introduction = INTRODUCTION.template(lang).replace("`", "")
    parts = [say("cli.help-views", title=game.title[lang], name=name).text(lang)]
    parts += [introduction if lang == "en" else "\n".join(wrapped(introduction, NARROW))]
    parts += [_field(field, lang) for field in game.view_fields]
    for phase, shown in examples(game).items():
        parts.append(f"{say('cli.help-in-phase', phase=phase).text(lang)}\n\n{shown}")
    return "\n\n".join(parts) + "\n"


def _field(field: ViewField, lang: str) -> str:
    """A field as a block of lines."""
    notes = [field.meaning.template(lang)]
    if field.order:
        order = field.order.template(lang)
        notes.append(say("cli.help-view-order", order=order).text(lang))
    if field.seen_by != ALL:
        seen_by = field.seen_by.template(lang)
        notes.append(say("cli.help-view-seen-by", who=seen_by).text(lang))
    texts = (note.replace("`", "") for note in notes)
    lines = [
        line for text in texts for line in wrapped(text, (WIDTH if lang == "en" else NARROW) - 4)
    ]
    return "\n    ".join([f"{field.path}  ({field.kind})", *lines])


def examples(game: Game[Any]) -> dict[str, str]:
    """By phase: a view of a seat that owes this decision, as text."""
    found: dict[str, str] = {}
    met: set[str] = set()
    for options, seats, seed in _matches(game):
        decisions: dict[str, list[tuple[State[Any], Seat]]] = {}
        for state in _positions(game, options, seats, seed):
            met.add(state.phase())
            seat = state.pending()[0]
            if seat != CHANCE and state.phase() not in found:
                decisions.setdefault(state.phase(), []).append((state.clone(), seat))
        for phase, seen in decisions.items():
            state, seat = seen[len(seen) // 2]
            found[phase] = view_text(state.view(seat))
        if met >= game.phases.keys():
            break
    return {phase: found[phase] for phase in game.phases if phase in found}


def _matches(game: Game[Any]) -> Iterator[tuple[Any, int, int]]:
    """Options, seats and seeds of matches to search; the options without any setting first."""
    settings: list[Mapping[str, str]] = [{}, *game.variants]
    for setting in settings:
        for seats in game.seats:
            try:
                options = game.options(setting, seats)
            except OptionError:  # teams need an even number of seats
                continue
            yield from ((options, seats, seed) for seed in range(MATCHES // len(game.seats)))


def _positions(game: Game[Any], options: Any, seats: int, seed: int) -> Iterator[State[Any]]:
    """Every position of a random match in which somebody has to decide."""
    state, rng = game.start(options, seats), Random(seed)
    while owing := state.pending():
        yield state
        seat = owing[0]
        dealt = seat == CHANCE
        state.apply(seat, game.shuffle(state, rng) if dealt else state.sample(seat, rng))


def view_text(view: View) -> str:
    """A view as JSON with one field on each line; long lines are broken."""
    return "{\n" + ",\n".join(_line(key, value) for key, value in view.items()) + "\n}"


def _line(key: str, value: Any) -> str:
    begun = f"  {json.dumps(key)}: "
    if isinstance(value, list) and value and isinstance(value[0], dict):
        rows = ",\n".join(_broken("    ", row) for row in value)
        return f"{begun}[\n{rows}\n  ]"
    return _broken(begun, value)


def _broken(begun: str, value: Any) -> str:
    """A value on lines of limited width; no text in a view contains a blank."""
    text = begun.lstrip() + json.dumps(value, ensure_ascii=False)
    indent = begun[: len(begun) - len(begun.lstrip())]
    return "\n".join(wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent + "    "))
