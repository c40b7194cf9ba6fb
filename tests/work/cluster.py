"""A real Ray cluster of two nodes for tests; one node can be unplugged."""

import gc
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from enraya.work.ray_engine import import_ray
from tests.processes import children_of


def shut_down_ray() -> None:
    """Ends Ray and forgets its processes, which warns, now and not after the last test."""
    import_ray().shutdown()
    gc.collect()


@contextmanager
def two_node_cluster() -> Iterator[Any]:
    """Two machines with one core each, as far as Ray can tell; the second is ``.second``."""
    shut_down_ray()
    from ray.cluster_utils import Cluster

    cluster: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    cluster.second = cluster.add_node(num_cpus=1)
    try:
        yield cluster
    finally:
        import_ray().shutdown()
        cluster.shutdown()
        del cluster
        shut_down_ray()


def raylet_of(node: Any) -> int:
    """The process that is a node: the parent of its workers."""
    process: int = node.all_processes["raylet"][0].process.pid
    return process


def workers_of(node: Any) -> list[int]:
    """The processes in which a node does its jobs."""
    return children_of(raylet_of(node))


def is_busy(worker: int) -> bool:
    """Whether a worker is at a job, which Ray shows as its name."""
    try:
        return Path(f"/proc/{worker}/cmdline").read_text().startswith("ray::attempt")
    except OSError:
        return False


def unplug(cluster: Any, node: Any) -> None:
    """Removes a node as if its plug were pulled: nothing on it gets any further."""
    workers = workers_of(node)
    for worker in workers:
        os.kill(worker, signal.SIGSTOP)
    cluster.remove_node(node, allow_graceful=False)
    for worker in workers:
        with suppress(ProcessLookupError):
            os.kill(worker, signal.SIGKILL)
