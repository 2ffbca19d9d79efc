"""Reads the matches that have not ended: recordings at a table and plays at the terminal."""

import json
from collections.abc import Iterator

from sqlalchemy import Connection, select

from tourney.domain.match_values import UnfinishedMatch
from tourney.store.connect import Database
from tourney.store.models import OPEN_MATCH, RECORDING
from tourney.store.reads import unpack_headers


def unfinished_matches(database: Database) -> list[UnfinishedMatch]:
    """Recordings in progress, then plays that have not ended; each oldest first."""
    with database.reading() as connection:
        return list(unfinished(connection))


def unfinished(connection: Connection) -> Iterator[UnfinishedMatch]:
    """Every recording, then every play that has not ended; each oldest first."""
    recordings = select(*RECORDING.c["name", "setup"]).order_by(RECORDING.c.id)
    for name, setup in connection.execute(recordings):
        values = json.loads(setup)
        yield UnfinishedMatch(
            name=name,
            kind="recording",
            game=values.get("game", ""),
            players=tuple(values.get("players", ())),
            headers=dict(values.get("headers", ())),
        )
    columns = OPEN_MATCH.c["name", "game", "holders", "headers", "date", "practice"]
    for name, game, holders, headers, date, practice in connection.execute(
        select(*columns).order_by(OPEN_MATCH.c.id)
    ):
        yield UnfinishedMatch(
            name=name,
            kind="play",
            game=game,
            players=tuple(str(each[0]) for each in json.loads(holders)),
            headers={**dict(unpack_headers(headers)), "date": date},
            practice=practice,
        )


def kind_of(connection: Connection, name: str) -> str | None:
    """Whether an unfinished match of this name is a recording or a play; None if there is none."""
    return next((one.kind for one in unfinished(connection) if one.name == name), None)
