"""The secret of a database, from which the links of its tables and players are made."""

from secrets import token_hex

from sqlalchemy import select

from tourney.store.connect import Database, insert_row
from tourney.store.models import SERVER_KEY


def server_key(database: Database) -> bytes:
    """The secret, which is drawn when it is asked for the first time."""
    value = select(SERVER_KEY.c.value)
    with database.reading() as connection:
        found = connection.execute(value).scalar()
    if found is None:
        with database.writing() as connection:
            found = connection.execute(value).scalar()  # another server may have been quicker
            if found is None:
                found = token_hex(32)
                insert_row(connection, SERVER_KEY, value=found)
    return bytes.fromhex(str(found))
