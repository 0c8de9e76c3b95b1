"""Random keys of this server, made once and kept in its store. Hashes made with them cannot be compared elsewhere."""

import secrets
from typing import Final

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from paiju.storage.database import Database
from paiju.storage.schema import SERVER_KEYS

_BYTES: Final = 32


async def server_key(database: Database, name: str) -> bytes:
    """The key of this name, 32 random bytes. It is made and stored when it is first asked for."""
    query = select(SERVER_KEYS.c.value).where(SERVER_KEYS.c.name == name)

    def find_or_make(connection: Connection) -> str:
        found: str | None = connection.execute(query).scalar_one_or_none()
        if found is None:
            found = secrets.token_hex(_BYTES)
            connection.execute(insert(SERVER_KEYS).values(name=name, value=found))
        return found

    try:
        return bytes.fromhex(await database.write(find_or_make))
    except IntegrityError:  # another node has made it at the same time
        return bytes.fromhex(await database.write(find_or_make))
