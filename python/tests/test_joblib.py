"""Registered functions in joblib's workers: processes that import tvmlike and load the plugin themselves."""

from __future__ import annotations

import os

import numpy as np
import pytest

import tvmlike

joblib = pytest.importorskip("joblib")


@pytest.fixture(scope="module")
def parallel():
    # The workers import what this process imports, and not its fixtures.
    with joblib.parallel_config(backend="loky", n_jobs=2):
        yield joblib.Parallel()


def call(function, *args):
    return os.getpid(), function(*args)


def test_functions_run_in_other_processes(testing, parallel):
    called = parallel(joblib.delayed(call)(testing.add3, i, i, i) for i in range(4))
    assert [result for _, result in called] == [0, 3, 6, 9]
    assert os.getpid() not in {process for process, _ in called}
    assert parallel(joblib.delayed(testing.add3)(i, i, i) for i in range(3)) == [0, 3, 6]


def test_tensors_and_objects_travel(testing, parallel):
    parts = [tvmlike.from_dlpack(np.full(1000, i, "f4")) for i in range(3)]
    assert parallel(joblib.delayed(tvmlike.tensor.sum)(part) for part in parts) == [0, 1000, 2000]
    # Larger ones, too, which joblib would map into memory if they were NumPy arrays.
    (total,) = parallel([joblib.delayed(tvmlike.tensor.sum)(tvmlike.from_dlpack(np.ones(1 << 18)))])
    assert total == 1 << 18
    points = parallel(joblib.delayed(testing.make_point)(i, 2.0) for i in range(2))
    assert [(type(point), point.x) for point in points] == [(testing.Point, 0.0), (testing.Point, 1.0)]


def test_exceptions_come_back_as_themselves(testing, parallel):
    with pytest.raises(TypeError, match=r"testing\.add3: expected 3 arguments, got 1"):
        parallel([joblib.delayed(testing.add3)(1)])
    with pytest.raises(tvmlike.Error, match="what is wrong") as raised:
        parallel([joblib.delayed(getattr(testing, "raise"))("my.Kind", "what is wrong")])
    assert raised.value.kind == "my.Kind"
