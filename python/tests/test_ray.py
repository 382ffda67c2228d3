"""Registered functions on a Ray cluster of this machine, whose workers load the plugin."""

from __future__ import annotations

import os

import numpy as np
import pytest
from conftest import ROOT, plugin_path

import tvmlike

ray = pytest.importorskip("ray")


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """Two workers whose environment lists the folder of the plugin; its name says the namespace."""
    folder = tmp_path_factory.mktemp("plugins")
    (folder / "libtesting.so").symlink_to(plugin_path().resolve())
    variables = {
        "PYTHONPATH": os.pathsep.join(
            [os.fspath(ROOT / "python" / "tests"), os.environ.get("PYTHONPATH", "")]
        ),
        "TVMLIKE_PLUGIN_PATH": os.fspath(folder),
    }
    ray.init(
        num_cpus=2,
        include_dashboard=False,
        object_store_memory=100_000_000,
        runtime_env={"env_vars": variables},
        log_to_driver=False,
    )
    yield folder
    ray.shutdown()


@pytest.fixture(scope="module")
def call(cluster):
    @ray.remote
    def call(function, *args):
        return function(*args)

    return call.remote


def test_functions_bring_their_plugin(testing, call):
    assert ray.get([call(testing.add3, i, i, i) for i in range(3)]) == [0, 3, 6]


def test_the_environment_lists_plugins(cluster, testing):
    @ray.remote
    def by_name():
        import tvmlike

        return tvmlike.testing.add3(1, 2, 3), [str(plugin["path"]) for plugin in tvmlike.list_plugins()]

    total, paths = ray.get(by_name.remote())
    assert total == 6
    assert os.path.realpath(plugin_path()) in map(os.path.realpath, paths)


def test_tensors_stay_in_the_object_store(testing, call):
    added = call(tvmlike.tensor.add, tvmlike.from_dlpack(np.full(1000, 1.0)), np.full(1000, 2.0))
    assert ray.get(call(tvmlike.tensor.sum, added)) == 3000
    tensor = ray.get(added)
    assert isinstance(tensor, tvmlike.Tensor)
    assert tensor.numpy()[:2].tolist() == [3, 3]
    tensor.numpy()[0] = 7  # a copy: the store's memory is read-only
    assert ray.get(added).numpy()[0] == 3


def test_exceptions_are_those_of_the_function(testing, call):
    with pytest.raises(ValueError, match=r"tensor\.add: ") as raised:
        ray.get(call(tvmlike.tensor.add, tvmlike.zeros((2,)), np.zeros(3, "f4")))
    assert isinstance(raised.value, ray.exceptions.RayTaskError)
    with pytest.raises(tvmlike.Error, match="what is wrong") as raised:
        ray.get(call(getattr(testing, "raise"), "my.Kind", "what is wrong"))
    assert raised.value.cause.kind == "my.Kind"
