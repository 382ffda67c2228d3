"""Runs registered functions on a Dask cluster: two worker processes on the loopback address.

    pip install distributed
    python examples/dask_map.py [PLUGIN FUNCTION]

With a plugin and the name of one of its functions of three ints, the workers load the plugin and call it.
"""

import sys

import numpy as np
from distributed import Client, LocalCluster, WorkerPlugin

import tvmlike


class LoadPlugin(WorkerPlugin):
    """Loads a plugin when a worker starts, instead of at the first function of it."""

    def __init__(self, path):
        self.path = path
        self.name = f"tvmlike {path}"  # Dask sets up plugins of one name once

    def setup(self, worker):
        tvmlike.load_plugin(self.path)


def main(plugin=None, function=None):
    cluster = LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None)
    with cluster, Client(cluster) as client:
        parts = [tvmlike.from_dlpack(np.full(1000, i, "f4")) for i in range(4)]
        # Tensors travel as buffers that are not copied into the message.
        sums = client.map(tvmlike.tensor.sum, parts)
        print("sums:", client.gather(sums))
        # A result stays on its worker until it is needed.
        added = client.submit(tvmlike.tensor.add, parts[1], parts[2])
        print("sum of 1 + 2:", client.submit(tvmlike.tensor.sum, added).result())
        try:
            client.submit(tvmlike.tensor.add, parts[0], np.zeros(3, "f4")).result()
        except ValueError as error:
            print("ValueError:", error)
        if plugin:
            tvmlike.load_plugin(plugin)
            client.register_plugin(LoadPlugin(plugin))
            called = client.map(tvmlike.get_global_func(function), range(3), range(3), range(3))
            print(f"{function}:", client.gather(called))
            loaded = client.run(lambda: [str(one["path"]) for one in tvmlike.list_plugins()])
            print("workers with the plugin:", sum(plugin in paths for paths in loaded.values()))


if __name__ == "__main__":
    main(*sys.argv[1:])
