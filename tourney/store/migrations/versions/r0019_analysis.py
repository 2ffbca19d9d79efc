"""The analysis of a match: where its points came from."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Create the table of analyses."""
    wide = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "analysis",
        sa.Column("match_id", wide, autoincrement=False, nullable=False),
        sa.Column("judge", sa.Text(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_analysis")),
        sa.ForeignKeyConstraint(
            ["match_id"], ["match.id"], name=op.f("fk_analysis_match_id_match")
        ),
    )
