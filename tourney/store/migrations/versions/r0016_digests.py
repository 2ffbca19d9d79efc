"""Digests of matches and records; those that are stored already have none."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"

WIDE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the tables, and the id of the last match without a digest."""
    op.create_table(
        "run_digest",
        sa.Column("run_id", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("number", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("entries", sa.LargeBinary(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("run_id", "number", name=op.f("pk_run_digest")),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"], op.f("fk_run_digest_run_id_run")),
    )
    op.create_table(
        "record_digest",
        sa.Column("match_id", WIDE, nullable=False, autoincrement=False),
        sa.Column("log_number", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("salt", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("match_id", "log_number", name=op.f("pk_record_digest")),
        sqlite_with_rowid=False,
    )
    op.add_column("log_end", sa.Column("undigested", WIDE, nullable=False, server_default="0"))
    op.execute("UPDATE log_end SET undigested = (SELECT COALESCE(MAX(id), 0) FROM match)")
