"""Plays deals on a Dask cluster. The results equal those of a single process."""

from collections.abc import Generator

from paiju.extras import need
from paiju.sim.plan import BadPlan, Plan
from paiju.sim.workers import DealResult, chunks, play_deals


def on_cluster(plan: Plan, address: str) -> Generator[list[DealResult]]:
    """Send the deals to the scheduler at `address`. Dask repeats what a lost worker had not finished."""
    need("distributed", "cluster")
    from distributed import Client, as_completed

    try:
        client = Client(address, timeout="10s")  # type: ignore[no-untyped-call]  # Dask is not typed
    except (OSError, ValueError) as error:
        detail = f"There is no Dask scheduler at {address}: {error}"
        raise BadPlan("no_scheduler", detail, {"address": address, "reason": str(error)}) from error
    with client:
        workers = max(1, len(client.scheduler_info()["workers"]))
        tasks = client.map(lambda chunk: play_deals(plan, chunk), chunks(plan.deals, workers), pure=False, retries=3)
        for _, results in as_completed(tasks, with_results=True):  # type: ignore[no-untyped-call]
            yield results
