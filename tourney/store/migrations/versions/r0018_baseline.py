"""The baseline: every table as in the first release. Later changes are migrations of their own."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = None

PLAIN: dict[str, bool] = {}
COMPACT = {"sqlite_with_rowid": False}
LASTING = {"sqlite_autoincrement": True}
TYPES: dict[str, sa.types.TypeEngine[Any]] = {
    "text": sa.Text(),
    "number": sa.Integer(),
    "small": sa.SmallInteger(),
    "wide": sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
    "flag": sa.Boolean(),
    "bytes": sa.LargeBinary(),
    "time": sa.DateTime(timezone=True),
}

# A column is its name, its type and words: key (a part of the primary key), given (the key is not
# numbered by the database), null, >table (refers to the id of a row there).
TABLES = {
    "player": (LASTING, """
        id number key, name text, reading text, nick text, shown text
    """),
    "merged_player": (PLAIN, """
        player_id number key given >player, into_id number >player, person_id number >player
    """),
    "bot": (LASTING, """
        id number key, name text, target text, version text
    """),
    "run": (LASTING, """
        id number key, name text, game text, rules number, options text, seats number, deals
        number, schedule text, block text, seed text, event text, date text, on_fault text,
        reproducible flag, created time, move_ms number, bank_ms number, memory_mb number,
        isolation text, log text, until text, bot_seed text, uid text
    """),
    "run_bot": (COMPACT, """
        run_id number key >run, number number key, bot_id number >bot, content text
    """),
    "run_state": (PLAIN, """
        run_id number key given >run, seen time, snapshot text
    """),
    "tally": (PLAIN, """
        run_id number key given >run, upto number, sums text
    """),
    "run_digest": (PLAIN, """
        run_id number key given >run, number number key given, first number, entries bytes,
        hash text
    """),
    "bot_log": (LASTING, """
        id number key, run_id number >run, bot_id number >bot, said time, text text
    """),
    "match": (LASTING, """
        id wide key, run_id number null >run, number number null, deal number null, lineup
        number null, rotation number null, status text
    """),
    "record_text": (PLAIN, """
        match_id wide key >match, name text, game text, rules number, options text, headers
        text, text text
    """),
    "seat": (COMPACT, """
        match_id wide key >match, seat small key, bot_id number null >bot, player_id number
        null >player, score number null, place small null
    """),
    "fault": (COMPACT, """
        match_id wide key >match, number number key, seat small, code text, ply number,
        evidence text, detail text
    """),
    "move_info": (COMPACT, """
        match_id wide key >match, number number key, ply number, seat small, text text, us
        number null
    """),
    "ply": (COMPACT, """
        match_id wide key, number number key, seat small, text text
    """),
    "packed_log": (PLAIN, """
        match_id wide key given, entries bytes
    """),
    "actor": (LASTING, """
        id number key, name text
    """),
    "log": (PLAIN, """
        number number key given, at text, actor_id number >actor, what text, ids text,
        details text, previous text, hash text
    """),
    "log_end": (PLAIN, """
        id number key given, count number, hash text
    """),
    "record_digest": (COMPACT, """
        match_id wide key given, log_number number key given, salt text, digest text
    """),
    "revision": (PLAIN, """
        match_id wide key >match, number number key, at text, actor_id number null >actor,
        log_number number null, what text, reason text, status text, text text null
    """),
    "open_match": (LASTING, """
        id number key, name text, game text, rules number, options text, holders text, seed
        text, bot_seed text, deal number, origin text, move_ms number, practice flag, date
        text, headers text
    """),
    "decision": (COMPACT, """
        match_id number key >open_match, number number key, seat small, move text, fault
        text, evidence text
    """),
    "recording": (LASTING, """
        id number key, name text, setup text, holder text, created time
    """),
    "recording_change": (COMPACT, """
        recording_id number key >recording, number number key, line number, lines text
    """),
    "event": (LASTING, """
        id number key, name text, runner text
    """),
    "event_log": (COMPACT, """
        event_id number key >event, log_number number key
    """),
    "event_bot_log": (LASTING, """
        id number key, event_id number >event, bot_id number >bot, said time, text text
    """),
    "entrant": (COMPACT, """
        event_id number key >event, number number key, player_id number null >player, bot_id
        number null >bot
    """),
}  # fmt: skip
ONCE = (
    ("player", "name"), ("bot", "name", "target", "version"), ("run", "name"), ("run", "uid"),
    ("match", "run_id", "number"), ("record_text", "name"), ("open_match", "name"),
    ("actor", "name"), ("recording", "name"), ("event", "name"),
)  # fmt: skip
"""Columns whose values occur once in their table."""
WHO = {
    "seat": "bot_id IS NULL OR player_id IS NULL",
    "entrant": "(bot_id IS NULL) <> (player_id IS NULL)",
}
"""What is true of who sits there."""


def upgrade() -> None:
    """Make every table in an empty database."""
    for table, (style, columns) in TABLES.items():
        given: dict[str, Any] = dict(style)
        if table == "ply":
            given["postgresql_partition_by"] = "RANGE (match_id)"
        made = [_column(words.split()) for words in columns.split(",")]
        op.create_table(table, *made, *_constraints(table, columns), **given)
    if op.get_bind().dialect.name == "postgresql":
        op.execute(
            "CREATE TABLE ply_first PARTITION OF ply FOR VALUES FROM (MINVALUE) TO (2147483648)"
        )


def _column(words: list[str]) -> sa.Column[object]:
    name, kind, *rest = words
    made = sa.Column[object](name, TYPES[kind], nullable="null" in rest)
    if "given" in rest:
        made.autoincrement = False
    return made


def _constraints(table: str, columns: str) -> list[sa.Constraint]:
    listed = [words.split() for words in columns.split(",")]
    keys = [name for name, _, *rest in listed if "key" in rest]
    made: list[sa.Constraint] = [sa.PrimaryKeyConstraint(*keys, name=op.f(f"pk_{table}"))]
    for name, *rest in listed:
        for other in (word[1:] for word in rest if word.startswith(">")):
            key = op.f(f"fk_{table}_{name}_{other}")
            made.append(sa.ForeignKeyConstraint([name], [f"{other}.id"], key))
    for where, *names in ONCE:
        if where == table:
            made.append(sa.UniqueConstraint(*names, name=op.f(f"uq_{table}_{'_'.join(names)}")))
    if table in WHO:
        made.append(sa.CheckConstraint(WHO[table], op.f(f"ck_{table}_who")))
    return made
