"""`tourney match`: list, show and correct stored matches."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

import click

from engines.api import Who, seat_letter
from engines.messages import Message, Sentence, say
from tourney.cli.base import App, group
from tourney.cli.commands import match_correct
from tourney.cli.output import TEXT_ENDINGS
from tourney.cli.usage import WholeNumber
from tourney.domain.match_values import Fault, StoredMatch, UnfinishedMatch
from tourney.render.frames import MatchReplay
from tourney.render.text import json_text

if TYPE_CHECKING:
    from tourney.store import Database

SHOWN = 50
NAMED = 5
"""How many other seatings of a deal are named."""
STATUS = {"recording": "recording", "play": "playing"}
"""The status that is shown for an unfinished match, by kind."""
LABEL = 8
"""Columns of the English labels of a match."""


@group("match")
def match() -> None:
    """List, show and correct stored matches."""


@match.command("list")
@click.argument("run", required=False)
@click.option("--limit", type=WholeNumber(min=0), metavar="N", default=SHOWN, show_default=True)
def list_(app: App, run: str | None, limit: int) -> None:
    """List the matches of RUN, or all matches: runs by age, then records."""
    from tourney.render.tables import Column, Table
    from tourney.store.reads import run_matches, stored_matches
    from tourney.store.runs import run_named
    from tourney.store.unfinished import unfinished_matches

    store = app.store()
    if run:
        found = run_matches(store, run_named(store, run), entries=False)
    else:
        found = stored_matches(store, entries=False)
    columns = (
        Column("match"),
        Column("id", align="right", importance=3),
        Column("game"),
        Column("players", importance=9),
        Column("scores", importance=8),
        Column("places", importance=7),
        Column("status", importance=6),
        Column("revision", align="right", only="data"),
    )
    shown = islice(found, limit) if limit else found
    begun = () if run else unfinished_matches(store)
    app.show(Table(columns, chain(map(_row, shown), map(_begun_row, begun))))
    if limit and next(found, None) is not None:
        app.say(say("cli.match-first-listed", limit=limit))


def _begun_row(one: UnfinishedMatch) -> tuple[str | int | None, ...]:
    """The row of a match without number, scores and places."""
    unknown = ", ".join("?" for _ in one.players)
    players = ", ".join(one.players)
    return (one.name, None, one.game, players, unknown, unknown, STATUS[one.kind], None)


def _row(one: StoredMatch) -> tuple[str | int, ...]:
    """Players, scores and places in seat order."""
    return (
        one.name,
        one.id,
        one.game,
        ", ".join(one.players),
        ", ".join(map(_or_unknown, one.scores)),
        ", ".join(map(_or_unknown, one.places)),
        one.status,
        one.revision,
    )


def _or_unknown(number: int | None) -> str:
    return "?" if number is None else str(number)


@match.command("show", endings=TEXT_ENDINGS)
@click.argument("match_id", metavar="ID")
@click.option("--as", "seat", metavar="SEAT")
@click.option("--revision", "number", type=WholeNumber(min=1), metavar="N")
def show(app: App, match_id: str, seat: str | None, number: int | None) -> None:
    """Show a stored match: its settings, every turn and the final position."""
    from tourney.app.event_tables import match_id as known_id
    from tourney.cli.replays import STORED, eyes
    from tourney.records.record_positions import replay_of_stored
    from tourney.runs.deals import other_seatings
    from tourney.store.incoming import match_named

    store = app.store()
    stored = match_named(store, known_id(app, match_id.removeprefix(STORED)))
    if number is not None:
        stored = _earlier(store, stored, number)
    replay = replay_of_stored(stored)
    who = eyes(seat, len(stored.players))
    if app.format in ("json", "jsonl"):
        facts = _facts(stored, replay, who) | {"same_deal": other_seatings(store, stored)}
        app.draw(json_text(facts, indent=2) + "\n")
    else:
        for piece in _page(app, stored, replay, who):
            app.draw(piece)


def _earlier(store: "Database", match: StoredMatch, number: int) -> StoredMatch:
    """A revision of a match; the moves of a match of a run are the same in all of them."""
    from tourney.app.corrections import revision_of
    from tourney.records import read
    from tourney.records import stored as from_record

    found = revision_of(store, match, number)
    if found.text is None:
        return replace(match, status=found.status, revision=number)
    earlier = from_record(read(found.text).matches[0])
    return replace(earlier, id=match.id, revision=number)


def _page(app: App, stored: StoredMatch, replay: MatchReplay, who: Who) -> Iterator[str]:
    from tourney.render.code_words import HEADINGS
    from tourney.render.replay_screen import MatchHeading, ScreenState, position
    from tourney.render.scenes import Theme, plain
    from tourney.render.text import cell_width, indented, pad, visible
    from tourney.runs.deals import other_seatings

    theme = Theme(app.width() or 80, app.ascii, app.color, app.lang, app.wide_signs)
    facts = [*_heading(app, stored, other_seatings(app.store(), stored))]
    facts += [("fault", app.text(_fault_words(fault))) for fault in stored.faults]
    names = [app.text(HEADINGS[key]()) if key in HEADINGS else key for key, _ in facts]
    widest = LABEL if app.lang == "en" else max(map(cell_width, names)) + 1
    details = iter(stored.faults)
    for name, (key, value) in zip(names, facts, strict=True):
        yield visible(f"{pad(f'{name}:', widest)} {value}") + "\n"
        if key == "fault" and (detail := next(details).detail):
            yield indented(detail) + "\n"
    yield "\n"
    for line in replay.record(who, infos=True):
        yield visible(line) + "\n"
    if replay.frames:
        screen = ScreenState(len(replay.frames) - 1, who)
        yield "\n" + plain(
            position(replay, MatchHeading(stored.name, stored.players), screen, theme), theme
        )


def _heading(app: App, stored: StoredMatch, others: Sequence[str]) -> Iterator[tuple[str, str]]:
    from tourney.render.code_words import COLUMNS, word_of

    yield "match", app.text(say("cli.match-name-and-id", name=stored.name, id=stored.id))
    rules = f"{stored.game}/{stored.rules}"
    yield "game", app.text(say("cli.match-game-and-rules", game=stored.game, rules=rules))
    if stored.options:
        yield "options", " ".join(f"{key}={value}" for key, value in stored.options)
    for key, value in stored.headers:
        yield key, app.text(COLUMNS[key](value) if key in COLUMNS else value)
    if others:
        names = ", ".join(others[:NAMED])
        more = len(others) - NAMED
        listed = (
            app.text(say("cli.match-and-more", matches=names, count=more)) if more > 0 else names
        )
        yield "others", app.text(say("cli.match-other-seats", matches=listed))
    for seat, player in enumerate(stored.players):
        version = stored.versions[seat]
        score, place = stored.scores[seat], stored.places[seat]
        bot = app.text(say("cli.match-bot", version=version)) if version is not None else ""
        ended = say(
            "cli.match-place-and-score",
            player=f"{player}{bot}",
            place=_or_unknown(place),
            score=_or_unknown(score),
        )
        yield app.text(say("cli.match-seat", seat=seat_letter(seat))), app.text(ended)
    yield "status", app.text(word_of(stored.status))
    if stored.revision > 1:
        yield "changed", app.text(say("cli.match-see-log", number=stored.revision))


def _fault_words(fault: Fault) -> Message:
    from tourney.render.code_words import word_of

    told = Sentence("cli.match-fault-at") if fault.ply else Sentence("cli.match-fault")
    seat = "" if fault.seat < 0 else f"{seat_letter(fault.seat)} "
    return told(seat=seat, fault=word_of(fault.code), ply=fault.ply, evidence=fault.evidence)


def _facts(stored: StoredMatch, replay: MatchReplay, who: Who) -> dict[str, Any]:
    """A match as JSON values; `position` is the final view, None if it is unknown."""
    from tourney.render.replay_screen import whose

    state = replay.frames[-1].state if replay.frames else None
    return {
        "match": stored.name,
        "id": stored.id,
        "game": stored.game,
        "rules": f"{stored.game}/{stored.rules}",
        "options": dict(stored.options),
        "headers": dict(stored.headers),
        "status": stored.status,
        "revision": stored.revision,
        "seats": [_seat(stored, seat) for seat in range(len(stored.players))],
        "faults": [
            {
                "seat": None if fault.seat < 0 else seat_letter(fault.seat),
                "code": fault.code,
                "ply": fault.ply,
                "evidence": fault.evidence,
                "detail": fault.detail,
            }
            for fault in stored.faults
        ],
        "view": str(whose(who)),
        "lines": list(replay.record(who)),
        "infos": [
            {"ply": info.ply, "seat": seat_letter(info.seat), "text": info.text}
            for info in replay.infos(who)
        ],
        "position": state.view(who) if state else None,
    }


def _seat(stored: StoredMatch, seat: int) -> dict[str, Any]:
    return {
        "seat": seat_letter(seat),
        "player": stored.players[seat],
        "bot": stored.versions[seat],
        "score": stored.scores[seat],
        "place": stored.places[seat],
    }


for _command in (
    match_correct.edit,
    match_correct.result,
    match_correct.void,
    match_correct.restore,
    match_correct.log,
):
    match.add_command(_command)
