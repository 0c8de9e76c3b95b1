"""Random keys of this house, made once and kept in the store: what is hashed with them means nothing elsewhere."""

import secrets
from typing import Final

from sqlalchemy import Connection, insert, select

from paiju.storage.database import Database
from paiju.storage.schema import HOUSE_KEYS

_BYTES: Final = 32


async def house_key(database: Database, name: str) -> bytes:
    """The key of this name; whoever asks first makes it."""
    query = select(HOUSE_KEYS.c.value).where(HOUSE_KEYS.c.name == name)

    def find_or_make(connection: Connection) -> str:
        found: str | None = connection.execute(query).scalar_one_or_none()
        if found is None:
            found = secrets.token_hex(_BYTES)
            connection.execute(insert(HOUSE_KEYS).values(name=name, value=found))
        return found

    return bytes.fromhex(await database.write(find_or_make))
