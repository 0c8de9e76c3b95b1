"""schemathesis on the served OpenAPI document: every answer is one the document promises, and none is a 5xx."""

from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from anyio.from_thread import start_blocking_portal
from hypothesis import HealthCheck, Phase, given, settings

from paiju.protocol.rooms import SeatedAnswer
from tests.server.serving import Client, Running, seat_of, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Running, str, str]]:
    """A server in a thread of its own (schemathesis waits for its answers), a room in it, and the secret of a seat."""
    folder = tmp_path_factory.mktemp("schema")
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(serving(folder)) as running:

        async def sit() -> SeatedAnswer:
            async with Client(running.base) as client:
                return await seat_of(client)

        seated = portal.call(sit)
        yield running, seated.room, seated.secret


def check_operations(running: Running, room: str, secret: str, examples: int) -> int:
    """Generated requests for every operation; some of them name a real room and seat. Returns how many there are."""
    # Importing it takes a second, which only this test should pay. It is not installed beside the compiled wheel.
    schemathesis = pytest.importorskip("schemathesis")
    from schemathesis.core.result import Ok
    from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance

    schema = schemathesis.openapi.from_url(f"{running.base}/schema", headers={"accept": "application/json"})
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    for operation in operations:

        @given(case=operation.as_strategy())
        @settings(
            max_examples=examples,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        def probe(case: Any) -> None:
            if "room" in (case.path_parameters or {}):
                case.path_parameters["room"] = room
            case.headers = {**(case.headers or {}), "authorization": f"Bearer {secret}"}
            # An action is a free object in the document; whether it is one of the game's is no question of its schema.
            # `ignored_auth` takes the real secret put in above for a generated one; test_gate has the whole matrix.
            case.call_and_validate(excluded_checks=[positive_data_acceptance, ignored_auth])

        probe()
    return len(operations)


@pytest.mark.filterwarnings("ignore")
def test_no_generated_request_breaks_the_api(server: tuple[Running, str, str]) -> None:
    running, room, secret = server
    assert check_operations(running, room, secret, 6) >= 25
    assert running.service.metrics.incidents._value.get() == 0


def test_every_type_of_the_document_refuses_unknown_fields(server: tuple[Running, str, str]) -> None:
    document = httpx2.get(f"{server[0].base}/schema", trust_env=False).json()
    shapes = document["components"]["schemas"]
    assert "CreateRoom" in shapes
    open_shapes = [name for name, shape in shapes.items() if shape.get("properties") and shape["additionalProperties"]]
    assert open_shapes == []
