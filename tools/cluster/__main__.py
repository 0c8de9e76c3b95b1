"""`make cluster`: PostgreSQL, Valkey, three nodes and a proxy on this machine, until Ctrl-C. Its data are thrown away.

python -m tools.cluster [--nodes 3] [--port 8000]
"""

import argparse
import asyncio
import contextlib
import signal
from signal import SIGTERM

from tools.cluster.proxy import Proxy
from tools.cluster.servers import Node, Postgres, Valkey


async def _run(nodes: int, port: int) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    print("Starting PostgreSQL and Valkey …", flush=True)
    postgres, valkey = await asyncio.to_thread(Postgres, synced=True), await asyncio.to_thread(Valkey)
    settings = {"trust_proxy": 1, "log_level": "warning"}
    members = [Node(postgres.address, valkey.address, settings) for _ in range(nodes)]
    proxy: Proxy | None = None
    try:
        print(f"Starting {nodes} nodes …", flush=True)
        await asyncio.gather(*(member.start() for member in members))
        proxy = Proxy([member.port for member in members])
        await proxy.start(port=port)
        for member in members:
            assert member.process is not None
            print(f"  node http://127.0.0.1:{member.port}  (kill -9 {member.process.pid} and see)")
        print(f"open http://127.0.0.1:{proxy.port}", flush=True)
        await stop.wait()
    finally:
        if proxy is not None:
            await proxy.close()
        with contextlib.suppress(OSError, TimeoutError):
            await asyncio.gather(*(member.end(SIGTERM) for member in members if member.process is not None))
        await asyncio.to_thread(valkey.close)
        await asyncio.to_thread(postgres.close)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.cluster")
    parser.add_argument("--nodes", type=int, default=3)
    parser.add_argument("--port", type=int, default=8000)
    chosen = parser.parse_args()
    asyncio.run(_run(chosen.nodes, chosen.port))


if __name__ == "__main__":
    main()
