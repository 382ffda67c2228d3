"""Pickling and copying of tensors, containers and functions; programs that send them to other processes."""

from __future__ import annotations

import copy
import os
import pickle
import shutil
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest
from conftest import plugin_path

import tvmlike
from tvmlike import Array, Map, Tensor

PROTOCOLS = range(2, pickle.HIGHEST_PROTOCOL + 1)


def copies(value):
    for protocol in PROTOCOLS:
        yield pickle.loads(pickle.dumps(value, protocol))
    yield copy.copy(value)
    yield copy.deepcopy(value)


class Tagged(Array):
    """A class with an attribute."""


ARRAYS = {
    "float32": np.arange(6, dtype="f4").reshape(2, 3),
    "transposed": np.arange(6, dtype="i8").reshape(2, 3).T,
    "every other": np.arange(10, dtype="u2")[::2],
    "backwards": np.arange(4, dtype="f8")[::-1],
    "scalar": np.array(7, dtype="c16"),
    "bool": np.array([True, False]),
    "empty": np.zeros((3, 0), dtype="f4"),
    "empty, transposed": np.zeros((2, 0, 3), dtype="f4").T,
    "part": np.arange(6, dtype="i4")[2:5],
}


@pytest.mark.parametrize("array", ARRAYS.values(), ids=ARRAYS)
def test_a_tensor_is_copied_with_its_elements(array):
    tensor = tvmlike.from_dlpack(array)
    for same in copies(tensor):
        assert type(same) is Tensor
        assert (same.shape, same.dtype, str(same.device)) == (tensor.shape, tensor.dtype, "cpu:0")
        np.testing.assert_array_equal(same.numpy(), array)
        assert not same.read_only
        if array.size:
            same.numpy()[...] = 0
            np.testing.assert_array_equal(tensor.numpy(), array)
            assert array.any()


def test_element_types_that_numpy_lacks():
    for dtype in ("bfloat16", "float8_e4m3fn", "float32x4", "int4"):
        tensor = tvmlike.zeros((2, 3), dtype)
        for same in copies(tensor):
            assert (same.shape, same.dtype) == ((2, 3), dtype)


def test_a_copy_of_a_read_only_tensor_is_writable():
    array = np.arange(3.0)
    array.flags.writeable = False
    for same in copies(tvmlike.from_dlpack(array)):
        assert not same.read_only
        assert same.numpy().tolist() == [0, 1, 2]


def test_buffers_are_not_copied():
    tensor = tvmlike.from_dlpack(np.arange(1000.0))
    buffers = []
    data = pickle.dumps(tensor, 5, buffer_callback=buffers.append)
    assert len(data) < 500
    (buffer,) = buffers
    assert np.frombuffer(buffer.raw(), np.uint8).ctypes.data == tensor.data_ptr
    # Where the buffer arrives as writable memory, the tensor is around it; it keeps the memory.
    arrived = bytearray(buffer.raw())
    there = pickle.loads(data, buffers=[arrived])
    arrived[:8] = np.float64(5).tobytes()
    del arrived
    assert there.numpy()[:2].tolist() == [5, 1]
    # Read-only and misaligned memory is copied.
    read_only = pickle.loads(data, buffers=[buffer.raw().tobytes()])
    assert not read_only.read_only
    misaligned = memoryview(bytearray(8001))[1:]
    misaligned[:] = buffer.raw()
    assert pickle.loads(data, buffers=[misaligned]).numpy().tolist() == tensor.numpy().tolist()


def test_a_buffer_keeps_the_memory_of_a_freed_tensor():
    tensor = tvmlike.zeros((1000,), "float64")
    buffers = []
    pickle.dumps(tensor, 5, buffer_callback=buffers.append)
    tensor._free()
    assert bytes(buffers[0].raw()) == bytes(8000)
    with pytest.raises(ValueError, match="this Tensor was freed"):
        pickle.dumps(tensor)


def test_wrong_pickles_are_refused():
    restore, (cls, shape, dtype, data) = tvmlike.zeros((2, 3)).__reduce_ex__(4)[:2]
    for wrong in ((2, 4), (2**62, 2**62), (-2, -3), (6, 1, -1)):
        with pytest.raises(ValueError, match=r"cannot unpickle Tensor: 24 bytes are not the elements"):
            restore(cls, wrong, dtype, data)
    with pytest.raises(ValueError, match=r"shape \(2, 3\) and dtype float64"):
        restore(cls, shape, "float64", data)


def test_subclasses_keep_their_attributes():
    array = Tagged([1, 2])
    array.note = ["a"]
    for same in copies(array):
        assert type(same) is Tagged
        assert same == array
        assert same.note == ["a"]


def test_containers(testing):
    point = testing.Point(1.0, 2.0)
    array = Array([1, 2.5, "a", b"b", None, True, Array([point]), tvmlike.cpu(), testing.add3])
    for same in copies(array):
        assert type(same) is Array
        assert same == array
        assert type(same[6]) is Array
        assert same[8] is testing.add3
    mapping = Map({"a": Array([1]), 2: Map({"x": tvmlike.zeros((2,))})})
    for same in copies(mapping):
        assert type(same) is Map
        assert list(same) == ["a", 2]
        assert same["a"] == [1]
        assert same[2]["x"].numpy().tolist() == [0, 0]
    assert [list(same) for same in copies(Array())] == [[]] * len(list(copies(Array())))


def test_an_item_that_cannot_be_pickled_is_named(testing):
    with pytest.raises(TypeError, match="cannot pickle or copy Ticket: it refers to a native object"):
        pickle.dumps(Array([testing.make_ticket(1)]))


NEW_PROCESS = "import pathlib, pickle; print(pickle.loads(pathlib.Path({!r}).read_bytes())(1, 2, 3))"


def bare_python(run_python, program):
    """Runs a program in a process without the plugin."""
    return run_python(
        f"import subprocess; sys.exit(subprocess.run([sys.executable, '-c', {program!r}]).returncode)"
    )


def test_a_function_brings_its_plugin(testing, run_python, tmp_path):
    path = tmp_path / "pickled"
    path.write_bytes(pickle.dumps(testing.add3))
    status, out, err = bare_python(run_python, NEW_PROCESS.format(str(path)))
    assert (status, out.strip(), err) == (0, "6", "")


def test_a_plugin_that_is_not_there_is_named(run_python, tmp_path):
    gone = tmp_path / "gone.so"
    shutil.copy(plugin_path(), gone)
    path = tmp_path / "pickled"
    program = f"""
        import pickle, subprocess, pathlib
        program = "import tvmlike, pickle, pathlib; tvmlike.load_plugin({os.fspath(gone)!r});"
        program += "pathlib.Path({os.fspath(path)!r}).write_bytes(pickle.dumps(tvmlike.testing.add3))"
        subprocess.run([sys.executable, "-c", program], check=True)
    """
    status, _, err = run_python(program)
    assert (status, err) == (0, "")
    gone.unlink()
    status, _, err = bare_python(run_python, NEW_PROCESS.format(str(path)))
    assert status == 1
    assert "no function 'testing.add3' is registered" in err
    assert f"it is of plugin 'testing', and there is no {gone} here; load the plugin first" in err


def test_an_unloaded_plugin_is_not_loaded_again(run_python):
    status, out, err = run_python(
        """
        import pickle
        data = pickle.dumps(testing.add3)
        tvmlike.unload_plugin("testing")
        try:
            pickle.loads(data)
        except ValueError as error:
            print(error)
        print(len(tvmlike.list_plugins()))
        """
    )
    assert (status, err) == (0, "")
    assert out.splitlines()[0].startswith("no function 'testing.add3' is registered")


def test_objects_and_members_bring_their_plugin(testing, run_python, tmp_path):
    path = tmp_path / "pickled"
    kept = testing.make_point(1.0, 2.0), testing.Color.GREEN, testing.Access(3)
    path.write_bytes(pickle.dumps(kept))
    program = f"""
import pickle, pathlib
point, color, access = pickle.loads(pathlib.Path({str(path)!r}).read_bytes())
import tvmlike
assert type(point) is tvmlike.testing.Point
assert color is tvmlike.testing.Color.GREEN
print(point, repr(color), int(access), type(access).__name__)
"""
    status, out, err = bare_python(run_python, program)
    assert (status, err) == (0, "")
    assert out.strip() == f"{kept[0]} {kept[1]!r} 3 Access"
    for value in kept:
        path.write_bytes(pickle.dumps(value))
        program = f"import pickle, pathlib; print(pickle.loads(pathlib.Path({str(path)!r}).read_bytes()))"
        assert bare_python(run_python, program) == (0, f"{value}\n", "")


def test_a_type_whose_plugin_is_gone_is_named(testing, run_python, tmp_path):
    gone = tmp_path / "gone.so"
    path = tmp_path / "pickled"
    restore, (key, cls, state, _, _) = testing.make_point(1.0, 2.0).__reduce__()
    for file, what in (
        (gone, f"it is of plugin 'testing', and there is no {gone} here"),
        ("", "load its plugin first"),
    ):
        path.write_bytes(pickle.dumps((restore, (key, cls, state, "testing", str(file)))))
        program = (
            f"import pickle, pathlib; f, a = pickle.loads(pathlib.Path({str(path)!r}).read_bytes()); f(*a)"
        )
        status, _, err = bare_python(run_python, program)
        assert status == 1
        assert "ValueError: cannot unpickle testing.Point: the type is not registered; " in err
        assert what in err


def test_exceptions_stay_themselves(testing):
    for error in (tvmlike.Error("m", kind="some.Kind"), ValueError("v")):
        same = pickle.loads(pickle.dumps(error))
        assert (type(same), str(same), vars(same)) == (type(error), str(error), vars(error))


def test_threads_that_load_one_plugin(testing, run_python, tmp_path):
    path = tmp_path / "pickled"
    path.write_bytes(pickle.dumps(testing.add3))
    status, out, err = bare_python(
        run_python,
        f"""
import pickle, pathlib, tvmlike
from concurrent.futures import ThreadPoolExecutor
data = pathlib.Path({str(path)!r}).read_bytes()
with ThreadPoolExecutor(8) as pool:
    found = list(pool.map(lambda _: pickle.loads(data)(1, 2, 3), range(64)))
print(set(found), len(tvmlike.list_plugins()))
""",
    )
    assert (status, out.strip(), err) == (0, "{6} 1", "")


def test_a_pool_of_processes_runs_registered_functions(testing):
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        assert list(pool.map(testing.add3, [1, 2], [3, 4], [5, 6])) == [9, 12]
        total = pool.submit(tvmlike.get_global_func("tensor.sum"), tvmlike.from_dlpack(np.arange(5.0)))
        assert total.result() == 10
        added = pool.submit(tvmlike.tensor.add, tvmlike.zeros((3,)), np.ones(3, "f4"))
        assert added.result().numpy().tolist() == [1, 1, 1]
        with pytest.raises(TypeError, match=r"testing\.add3: expected 3 arguments, got 1"):
            pool.submit(testing.add3, 1).result()


def test_a_pool_of_threads(testing):
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(testing.add3, [1, 2], [3, 4], [5, 6])) == [9, 12]
