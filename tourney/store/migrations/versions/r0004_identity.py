"""Ids that are never given twice, a unique id for every run, seeds of any text.

Older runs have no seed for their bots: they can be read but not continued.
"""

from typing import Literal

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

NUMBERED = ("player", "bot", "match", "bot_log")
EMPTY = ("until", "bot_seed")
"""Columns of runs whose default, an empty text, would be read back as an expression."""


def empty(names: tuple[str, ...]) -> tuple[sa.Column[str], ...]:
    """Text columns with an empty default."""
    return tuple(sa.Column(name, sa.Text(), nullable=False, server_default="") for name in names)


def upgrade() -> None:
    """Rebuild SQLite's tables, because only SQLite reuses ids; add the columns."""
    server = op.get_bind().dialect.name == "postgresql"
    lasting = {} if server else {"sqlite_autoincrement": True}
    way: Literal["never", "always"] = "never" if server else "always"
    for name in () if server else NUMBERED:
        with op.batch_alter_table(name, recreate="always", table_kwargs=lasting):
            pass
    with op.batch_alter_table(
        "run", recreate=way, table_kwargs=lasting, reflect_args=empty(EMPTY[:1])
    ) as run:
        run.alter_column("seed", type_=sa.Text(), postgresql_using="seed::text")
        run.add_column(sa.Column("bot_seed", sa.Text(), nullable=False, server_default=""))
        run.add_column(sa.Column("uid", sa.Text(), nullable=True))
    fresh = "replace(gen_random_uuid()::text, '-', '')" if server else "lower(hex(randomblob(16)))"
    op.execute(f"UPDATE run SET uid = {fresh}")
    with op.batch_alter_table(
        "run", recreate=way, table_kwargs=lasting, reflect_args=empty(EMPTY)
    ) as run:
        run.alter_column("uid", nullable=False)
        run.create_unique_constraint(op.f("uq_run_uid"), ["uid"])
