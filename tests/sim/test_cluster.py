"""The same tournament on a Dask cluster gives the same result."""

import json
import warnings

import pytest

from paiju.sim import BadPlan, Plan, run

PLAN = Plan("uno", ("colour", "random"), 2, games=8, seed=3)


def test_a_cluster_gives_the_result_of_one_process() -> None:
    distributed = pytest.importorskip("distributed")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        cluster = distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
        )
        try:
            there = run(PLAN, cluster=cluster.scheduler_address)
        finally:
            cluster.close()
    assert json.dumps(there.to_json()["result"]) == json.dumps(run(PLAN).to_json()["result"])


def test_no_cluster_is_one_sentence() -> None:
    pytest.importorskip("distributed")
    with pytest.raises(BadPlan, match="no Dask scheduler"):
        run(PLAN, cluster="tcp://127.0.0.1:1")
