"""Pages at several nodes: one match in two browsers, each at another node, while a third node is killed."""

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from signal import SIGKILL
from typing import Any, Final, Self, TypeVar
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as Missing

from tests.web.conftest import Invite
from tests.web.players import asked, match_over, uno_by_clicks, wanted
from tests.web.site import DEADLINE, SETTINGS, SharedSite, Site
from tools.cluster.servers import Node, Postgres, Valkey

T = TypeVar("T")


class NodeSite(Site):
    """One node."""

    def __init__(self, node: Node) -> None:
        self.node: Final = node
        self.url = f"http://127.0.0.1:{node.port}"


class Nodes:
    """PostgreSQL, Valkey and three nodes, started from a thread: a browser occupies the loop of the test."""

    def __init__(self) -> None:
        self._loop: Final = asyncio.new_event_loop()
        self._thread: Final = threading.Thread(target=self._loop.run_forever)
        self._postgres: Final = Postgres()
        self._valkey: Final = Valkey()
        settings = {**SETTINGS, "log_level": "warning"}
        self._nodes: Final = [Node(self._postgres.address, self._valkey.address, settings) for _ in range(3)]
        self.sites: list[NodeSite] = []

    def _do(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(3 * DEADLINE)

    async def _start(self) -> None:
        await asyncio.gather(*(node.start() for node in self._nodes))

    async def _end(self) -> None:
        await asyncio.gather(*(node.end(SIGKILL) for node in self._nodes if node.process is not None))

    def __enter__(self) -> Self:
        self._thread.start()
        self._do(self._start())
        self.sites = [NodeSite(node) for node in self._nodes]
        return self

    def __exit__(self, *_failure: object) -> None:
        self._do(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(DEADLINE)
        self._loop.close()
        self._valkey.close()
        self._postgres.close()

    def kill(self, site: NodeSite) -> None:
        """End a node at once, without a goodbye."""
        self._do(site.node.end(SIGKILL))


@pytest.fixture
def nodes() -> Iterator[Nodes]:
    """Three nodes for a test that kills one of them."""
    with Nodes() as running:
        yield running


def test_a_match_in_two_browsers_at_two_nodes_goes_on_when_a_third_node_is_killed(nodes: Nodes, invite: Invite) -> None:
    first, second, third = nodes.sites
    short = {"initialCards": 5, "targetScore": 1}
    wish = {"game": "uno", "name": "Ann", "seats": 3, "bots": ["easy"], "clock": 0, "options": short}
    ann = third.ask("/rooms", wish)  # the third node carries out what is due in this room: the turns of its bot
    ben = second.ask(f"/rooms/{ann['room']}/join", {"name": "Ben"})
    third.ask(f"/rooms/{ann['room']}/start", {}, ann["secret"])
    pages = [invite(first).sit(ann, "uno"), invite(second).sit(ben, "uno")]
    for page in pages:
        page.wait_for_selector("[data-hand] [role=option]")
    begun = third.ask(f"/rooms/{ann['room']}/view", secret=ann["secret"])["seq"]

    nodes.kill(third)
    play_to_the_end(pages)

    found = [site.ask(f"/rooms/{ann['room']}/events?since={begun}")["events"] for site in (first, second)]
    assert found[0] == found[1]
    assert {event["seat"] for event in found[0]} >= {0, 1, 2}  # the bot has played at another node


def play_to_the_end(pages: list[Page]) -> None:
    """Everybody plays when asked, until all screens show the end of the match."""
    looks = [asked(page) for page in pages]
    while not all(map(match_over, looks)):
        for place, page in enumerate(pages):
            try:
                looks[place] = asked(page)
                if wanted(looks[place]) and not match_over(looks[place]):
                    uno_by_clicks(page, looks[place])
            except Missing:
                continue  # what was to be clicked went away: look again


def test_the_address_of_a_socket_names_the_room_so_that_a_proxy_can_keep_it_together(
    invite: Invite, site: SharedSite
) -> None:
    guest = invite()
    addresses: list[str] = []
    guest.page.on("websocket", lambda socket: addresses.append(socket.url))
    seated = site.uno_turn()
    guest.sit(seated, "uno")
    assert [parse_qs(urlsplit(address).query).get("room") for address in addresses] == [[seated["room"]]]
