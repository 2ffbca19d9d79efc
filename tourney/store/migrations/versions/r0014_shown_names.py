"""How a person wants to be named on pages: the nickname, and the style of the name."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Add the columns."""
    for name in ("nick", "shown"):
        op.add_column("player", sa.Column(name, sa.Text(), nullable=False, server_default=""))
