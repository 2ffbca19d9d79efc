"""On a server: plies in partitions by run, and 64-bit match ids. A SQLite file does not change."""

from alembic import op

revision = "0013"
down_revision = "0012"

REFERRING = ("record_text", "seat", "fault", "move_info", "packed_log", "revision")


def upgrade() -> None:
    """Widen the ids, and make the table of plies the first partition of a new one."""
    if op.get_bind().dialect.name != "postgresql":
        return
    op.execute("ALTER TABLE match ALTER COLUMN id TYPE BIGINT")
    for table in REFERRING:
        op.execute(f"ALTER TABLE {table} ALTER COLUMN match_id TYPE BIGINT")
    op.execute("ALTER TABLE ply RENAME TO ply_first")
    op.execute("ALTER TABLE ply_first ALTER COLUMN match_id TYPE BIGINT")
    op.execute("ALTER TABLE ply_first RENAME CONSTRAINT pk_ply TO ply_first_pkey")
    op.execute(
        "CREATE TABLE ply (match_id BIGINT NOT NULL, number INTEGER NOT NULL, "
        "seat SMALLINT NOT NULL, text TEXT NOT NULL, "
        "CONSTRAINT pk_ply PRIMARY KEY (match_id, number)) PARTITION BY RANGE (match_id)"
    )
    op.execute(
        "ALTER TABLE ply ATTACH PARTITION ply_first FOR VALUES FROM (MINVALUE) TO (2147483648)"
    )
