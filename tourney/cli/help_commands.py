"""`tourney help`: explain topics, commands, rules and error codes."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from random import Random
from textwrap import wrap
from typing import Any, Final

import click

from engines.api import ALL, CHANCE, Game, OptionError, Seat, State, View
from engines.games import GAMES
from engines.messages import Sentence, catalogue, say
from tourney.app.choose import find_game
from tourney.cli.base import App, command
from tourney.cli.help_texts import text
from tourney.cli.output import PLAIN_ENDINGS
from tourney.cli.settings import FORMATS, SETTINGS
from tourney.cli.usage import OneWordOf
from tourney.domain.errors import NotFound, UsageFault, quoted
from tourney.render.text import hanging, wrapped


@command("help", endings=PLAIN_ENDINGS)
@click.argument("words", nargs=-1, metavar="[TOPIC]")
@click.pass_context
def help_(ctx: click.Context, app: App, words: tuple[str, ...]) -> None:
    """Explain TOPIC; without TOPIC, list the topics."""
    from tourney.cli.root import COMMANDS

    lang, topic = app.lang, " ".join(words)
    # A command, perhaps of a group: `help event new`.
    explained: click.Context | None = ctx.find_root()
    for word in words:
        group = explained.command if explained else None
        inner = group.get_command(ctx, word) if isinstance(group, click.Group) else None
        explained = click.Context(inner, explained, word) if inner else None
    if not words:
        names = [*TOPICS, "rule:ID", "error:CODE", "view:GAME"]
        lines = [f"  {name:14}{text(lang, 'topic', name)}" for name in names]
        app.write("\n".join([text(lang, "topics"), "", *lines, ""]))
    elif topic.startswith("rule:"):
        from tourney.domain.rulebook import rule

        app.write(prose(lang, rule(topic.removeprefix("rule:"), lang)) + "\n")
    elif topic.startswith("error:"):
        from tourney.domain.rulebook import rule
        from tourney.records.problems import CODES, KINDS, meaning, remedy

        code = topic.removeprefix("error:")
        if code.startswith("R-"):  # a broken rule, whose text says all
            app.write(prose(lang, rule(code, lang)) + "\n")
            return
        if code not in CODES:
            known = ", ".join(CODES)
            raise NotFound(say("cli.help-unknown-code", code=quoted(code), known=known))
        # The first letter of a code is its kind.
        told = (KINDS[code[0]], meaning(code), remedy(code))
        kind, *rest = (sentence.template(lang) for sentence in told)
        lines = [line for text in rest for line in wrapped(text, WIDTH)]
        app.write("\n".join([f"{code}: {kind}", "", *lines, ""]))
    elif topic.startswith("view:"):
        app.write(view_help(topic.removeprefix("view:"), lang))
    # Topics go before commands and these before faults, should a word ever mean two of them.
    elif topic in TOPICS:
        app.write(TOPICS[topic](lang) + "\n")
    elif explained:
        app.write(explained.get_help() + "\n")
    elif topic in FAULTS:
        said, causes = text(lang, "fault", topic), text(lang, "fault", topic, "text")
        whole = f"{topic}: {said}\n\n{causes}\n\n{text(lang, 'after-fault')}"
        app.write(prose(lang, whole) + "\n")
    else:
        # Commands and faults are suggested, too, but are too many to list.
        known = ", ".join(TOPICS)
        near = [one for one in TOPICS if topic in one.split("-")]  # `help exit`
        near += get_close_matches(topic, [*TOPICS, *FAULTS, *COMMANDS], 1, 0.7)
        if topic in FORMATS:
            near = ["formats"]
        elif topic in GAMES:
            raise UsageFault(say("cli.help-topic-is-game", game=topic))
        if near:
            meant = {"name": quoted(topic), "near": quoted(near[0])}
            raise UsageFault(say("cli.help-meant-topic", **meant, known=known))
        raise UsageFault(say("cli.help-unknown-topic", name=quoted(topic), known=known))


WIDTH: Final = 80
NAMES: Final = 20
"""Columns of a text, and those of the names in a list of tie-breaks."""

EXIT_CODES: Final = (0, 1, 2, 3, 4, 5, 6, 130)
VARIABLES: Final = (
    "TOURNEY_PROJECT", "TOURNEY_PURE", "TOURNEY_REQUIRE_COMPILED", "NO_COLOR", "XDG_CONFIG_HOME",
)  # fmt: skip
"""Variables besides those of single settings."""
FAULTS: Final = (
    "illegal", "timeout", "crash", "protocol", "startup", "oom", "flood", "resigned", "runner",
)  # fmt: skip
"""Codes of faults of bots, as records, the database and the protocol write them."""


def _columns(rows: Iterable[tuple[str, str]], lang: str, width: int = 22) -> str:
    """Names and texts in two columns; English texts are as long as their columns are wide."""
    lines = []
    for left, right in rows:
        parts = [right] if lang == "en" else wrapped(right, WIDTH - width - 2)
        lines += [f"  {left:{width}}{parts[0]}".rstrip()]
        lines += [" " * (width + 2) + part for part in parts[1:]]
    return "\n".join(lines)


def prose(lang: str, words: str) -> str:
    """A text with its own lines; Japanese paragraphs are one line each and are wrapped here."""
    if lang == "en":
        return words
    lines: list[str] = []
    for line in words.split("\n"):
        plain = line.lstrip()
        indent = line[: len(line) - len(plain)]
        row = plain.startswith("|")  # of a table
        parts = [plain] if row else hanging(plain, WIDTH - len(indent), "")
        lines += [indent + part for part in parts]
    return "\n".join(lines)


def notation(lang: str) -> str:
    """The notation of moves, game by game."""
    return "\n\n".join(
        f"{game.title[lang]} ({game.name})\n\n{game.notation.template(lang).strip()}"
        for game in GAMES.values()
    )


def tie_breaks(lang: str) -> str:
    """All tie-breaks with one sentence each."""
    from tourney.scoring.tiebreaks import NOTES, TIEBREAKS, lots

    blank = " " * NAMES
    parts = ["\n".join(wrapped(note.template(lang), WIDTH)) for note in NOTES]
    for tiebreak in (*TIEBREAKS.values(), lots("SEED")):
        first, *rest = wrapped(tiebreak.meaning.template(lang), WIDTH - NAMES)
        lines = [f"  {tiebreak.name:{NAMES - 2}}{first}", *(blank + line for line in rest)]
        if tiebreak.head:  # the first of its kind
            head = wrapped(Sentence(f"scoring.heading-{tiebreak.head}").template(lang), WIDTH)
            parts.append("\n".join([*head, *lines]))
        else:
            parts[-1] += "\n" + "\n".join(lines)
    return "\n\n".join(parts)


def run_file(lang: str) -> str:
    """The keys of a file of `tourney run`."""
    head, example = Sentence("runs.keys-head"), Sentence("runs.keys-example")
    return "\n\n".join(
        [_head(head, lang), _keys("runs.key-", lang), example.template(lang), RUN_FILE]
    )


def plan_file(lang: str) -> str:
    """The keys of a plan file of `tourney event new`."""
    stages, example = Sentence("events.stage-keys-head"), Sentence("events.keys-example")
    parts = [_head(Sentence("events.keys-head"), lang), _keys("events.key-", lang)]
    parts += [_head(stages, lang), _keys("events.stage-key-", lang)]
    return "\n\n".join([*parts, example.template(lang), PLAN_FILE])


def _head(sentence: Sentence, lang: str) -> str:
    return "\n".join(wrapped(sentence.template(lang), WIDTH))


def _keys(begin: str, lang: str) -> str:
    """What a catalogue says of the keys of a file, whose codes begin so."""
    room, _, start = begin.partition(".")
    codes = (f"{room}.{key}" for key in catalogue(room) if key.startswith(start))
    rows = ((code.removeprefix(begin), Sentence(code).template(lang)) for code in codes)
    return _columns(rows, lang, 16)


RUN_FILE: Final = """\
  game = "diams"
  deals = 200
  until = "ci<0.1"

  [options]
  length = "quick"

  [bots]
  mine = "./mybot.py"
  greedy = "greedy\"\
"""
PLAN_FILE: Final = """\
  name = "Spring cup"
  players = ["Aiko", "Ben", "Chie", "Dan", "Emi", "Fumi"]
  never = [["Aiko", "Ben"]]

  [[stage]]
  games = ["diams"]
  rounds = 3
  sizes = "3"

  [[stage]]
  name = "final"
  games = ["diams"]
  from = ["top 3 of main"]

  [fixed]
  Aiko = "A\"\
"""


def event_formats(lang: str) -> str:
    """The formats of events and their settings."""
    from tourney.formats.formats import FORMATS as FORMATS_OF_EVENTS

    parts = [prose(lang, text(lang, "topic event-formats text"))]
    for name, form in FORMATS_OF_EVENTS.items():
        meaning = text(lang, "event-format", name)
        rows = {f"{key}={usual}": key for key, usual in form.settings.items()}
        settings = ((shown, text(lang, "event-setting", key)) for shown, key in rows.items())
        parts.append(f"{name}: {meaning}\n{_columns(settings, lang, 18)}".rstrip())
    return "\n\n".join(parts)


def exit_codes(lang: str) -> str:
    """The exit codes and their causes."""
    rows = ((str(code), text(lang, "exit-code", str(code))) for code in EXIT_CODES)
    return _columns(rows, lang, 6)


def environment(lang: str) -> str:
    """The variables and files from which settings are read."""
    rows = [(f"TOURNEY_{name.upper()}", text(lang, "setting", name)) for name in SETTINGS]
    rows += [(name, text(lang, "setting", name)) for name in VARIABLES]
    return f"{prose(lang, text(lang, 'topic environment text'))}\n\n{_columns(rows, lang)}"


def formats(lang: str) -> str:
    """The output formats of --format."""
    rows = ((name, text(lang, "format", name)) for name in FORMATS)
    return f"{_columns(rows, lang, 12)}\n\n{prose(lang, text(lang, 'topic formats text'))}"


def faults(lang: str) -> str:
    """All codes of faults and their meanings."""
    rows = ((code, text(lang, "fault", code)) for code in FAULTS)
    head, after = text(lang, "faults"), prose(lang, text(lang, "after-fault"))
    return f"{head}\n\n{_columns(rows, lang, 10)}\n\n{after}"


TOPICS: Final[dict[str, Callable[[str], str]]] = {
    "notation": notation,
    "records": lambda lang: prose(lang, text(lang, "topic records text")),
    "run-file": run_file,
    "plan-file": plan_file,
    "protocol": lambda lang: prose(lang, text(lang, "topic protocol text")),
    "faults": faults,
    "exit-codes": exit_codes,
    "environment": environment,
    "formats": formats,
    "event-formats": event_formats,
    "tie-breaks": tie_breaks,
}


VIEW_WIDTH: Final = 96
"""Columns of English texts about views, and of JSON."""
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
    parts += [introduction if lang == "en" else "\n".join(wrapped(introduction, WIDTH))]
    for field in game.view_fields:
        notes = [field.meaning.template(lang)]
        if field.order:
            order = field.order.template(lang)
            notes.append(say("cli.help-view-order", order=order).text(lang))
        if field.seen_by != ALL:
            seen_by = field.seen_by.template(lang)
            notes.append(say("cli.help-view-seen-by", who=seen_by).text(lang))
        width = (VIEW_WIDTH if lang == "en" else WIDTH) - 4
        lines = [line for note in notes for line in wrapped(note.replace("`", ""), width)]
        parts.append("\n    ".join([f"{field.path}  ({field.kind})", *lines]))
    for phase, shown in examples(game).items():
        parts.append(f"{say('cli.help-in-phase', phase=phase).text(lang)}\n\n{shown}")
    return "\n\n".join(parts) + "\n"


def examples(game: Game[Any]) -> dict[str, str]:
    """By phase: a view of a seat that owes this decision, as text."""
    found: dict[str, str] = {}
    met: set[str] = set()
    # Random matches, always the same ones as their seeds are fixed: the help never changes.
    for options, seats, seed in _matches(game):
        decisions: dict[str, list[tuple[State[Any], Seat]]] = {}
        state, rng = game.start(options, seats), Random(seed)
        while owing := state.pending():
            seat, phase = owing[0], state.phase()
            met.add(phase)
            if seat != CHANCE and phase not in found:
                decisions.setdefault(phase, []).append((state.clone(), seat))
            dealt = seat == CHANCE
            state.apply(seat, game.shuffle(state, rng) if dealt else state.sample(seat, rng))
        for phase, seen in decisions.items():
            # The middle of a match shows more than its bare beginning.
            state, seat = seen[len(seen) // 2]
            found[phase] = view_text(state.view(seat))
        # A phase in which only chance decides is met, too, and has no view.
        if met >= game.phases.keys():
            break
    return {phase: found[phase] for phase in game.phases if phase in found}


def _matches(game: Game[Any]) -> Iterator[tuple[Any, int, int]]:
    """Options, seats and seeds of matches to search; the options without any setting first."""
    # Some phases occur only with certain options, and some rarely: hence many matches.
    settings: list[Mapping[str, str]] = [{}, *game.variants]
    for setting in settings:
        for seats in game.seats:
            try:
                options = game.options(setting, seats)
            except OptionError:  # teams need an even number of seats
                continue
            yield from ((options, seats, seed) for seed in range(MATCHES // len(game.seats)))


def view_text(view: View) -> str:
    """A view as JSON with one field on each line; long lines are broken."""
    fields = []
    for key, value in view.items():
        begun = f"  {json.dumps(key)}: "
        # A list of objects, such as one for each player, has one object on each line.
        if isinstance(value, list) and value and isinstance(value[0], dict):
            rows = ",\n".join(_broken("    ", row) for row in value)
            fields.append(f"{begun}[\n{rows}\n  ]")
        else:
            fields.append(_broken(begun, value))
    return "{\n" + ",\n".join(fields) + "\n}"


def _broken(begun: str, value: Any) -> str:
    """A value on lines of limited width; no text in a view contains a blank."""
    text = begun.lstrip() + json.dumps(value, ensure_ascii=False)
    indent = begun[: len(begun) - len(begun.lstrip())]
    return "\n".join(
        wrap(text, VIEW_WIDTH, initial_indent=indent, subsequent_indent=indent + "    ")
    )


INDENT = 6


@command("games")
@click.argument("game", required=False)
def games(app: App, game: str | None) -> None:
    """List the games, or show the seats, options and notation of GAME."""
    from tourney.render.text_tables import Column, Table

    if game is None:
        heads = {
            "game": Sentence("cli.game"),
            "title": Sentence("cli.title"),
            "seats": Sentence("cli.seats"),
            "rules": Sentence("cli.rules"),
            "options": Sentence("cli.options"),
        }
        columns = [
            Column(key, head().text(app.lang), typed=key == "game") for key, head in heads.items()
        ]
        rows = []
        for listed in GAMES.values():
            title = listed.title.get(app.lang, listed.title["en"])
            preset = " ".join(f"{key}={value}" for key, value, _ in _options(listed, "en"))
            rows.append((listed.name, title, _seats(listed), _rules(listed), preset))
        app.show(Table(columns, rows))
        return
    chosen = find_game(game)
    if app.json:
        defaults = chosen.option_defaults
        facts = {
            "game": chosen.name,
            "title": dict(chosen.title),
            "seats": [chosen.seats[0], chosen.seats[-1]],
            "rules": _rules(chosen),
            "options": [
                {"key": key, "default": defaults.get(key, ""), "help": words}
                for key, _, words in _options(chosen, "en")
            ],
            "notation": str(chosen.notation),
        }
        app.write(json.dumps(facts, ensure_ascii=False) + "\n")
        return
    names = {"title": chosen.title.get(app.lang, chosen.title["en"]), "name": chosen.name}
    head = say("cli.game-head", **names, seats=_seats(chosen), rules=_rules(chosen))
    lines = [app.text(head)]
    if chosen.option_help:
        lines += ["", app.text(say("cli.options-head")), ""]
    for key, value, words in _options(chosen, app.lang):
        lines.append(f"  {key}={value}")
        lines += [" " * INDENT + line for line in wrapped(words, WIDTH - INDENT)]
    notation = chosen.notation.template(app.lang).strip()
    lines += ["", app.text(say("cli.notation-head")), "", notation, ""]
    app.write("\n".join(lines))


def _options(game: Game[Any], lang: str) -> Iterator[tuple[str, str, str]]:
    """The key of each option, its default, `…` for none, and its text."""
    for key, words in game.option_help.items():
        yield key, game.option_defaults.get(key, "") or "…", words.template(lang)


def _seats(game: Game[Any]) -> str:
    low, high = game.seats[0], game.seats[-1]
    return str(low) if low == high else f"{low}-{high}"


def _rules(game: Game[Any]) -> str:
    return f"{game.name}/{game.version}"


@command("completion", endings=None)
@click.argument("shell", type=OneWordOf(["bash", "zsh", "fish"]))
def completion(app: App, shell: str) -> None:
    """Print the completion script of SHELL."""
    # The script calls `tourney` again for each Tab, so it need not know any command.
    app.write((Path(__file__).parent / "shells" / f"tourney.{shell}").read_text("utf-8"))
