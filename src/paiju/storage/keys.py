"""Random keys of this house, made once and kept in the store: what is hashed with them means nothing elsewhere."""

import secrets
from typing import Final

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from paiju.storage.database import Database
from paiju.storage.schema import HOUSE_KEYS

_BYTES: Final = 32


async def house_key(database: Database, name: str) -> bytes:
    """The key of this name; whoever asks first makes it."""
    query = select(HOUSE_KEYS.c.value).where(HOUSE_KEYS.c.name == name)
    async with database.engine.connect() as connection:
        found = (await connection.execute(query)).scalar_one_or_none()
    if found is None:
        try:
            async with database.engine.begin() as connection:
                await connection.execute(insert(HOUSE_KEYS).values(name=name, value=secrets.token_hex(_BYTES)))
        except IntegrityError:
            pass  # somebody was quicker
        async with database.engine.connect() as connection:
            found = (await connection.execute(query)).scalar_one()
    return bytes.fromhex(found)
