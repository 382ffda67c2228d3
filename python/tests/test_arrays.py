"""NumPy arrays as arguments of many calls: cached data of one call must not affect another."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
import types
import weakref
from pathlib import Path

import pytest

import tvmlike

np = pytest.importorskip("numpy")

NUMPY = tuple(int(part) for part in np.__version__.split(".")[:2])


class Subclass(np.ndarray):
    """A subclass of NumPy's array, as libraries define them."""


class Memory:
    """The owner of an array's memory; supports weak references."""

    def __init__(self, count):
        self.values = np.arange(float(count))
        self.__array_interface__ = self.values.__array_interface__


def watched(count=4):
    """Returns an array and a weak reference to the owner of its memory."""
    owner = Memory(count)
    array = np.asarray(owner)
    assert type(array) is np.ndarray
    assert array.base is owner
    return array, weakref.ref(owner)


def test_layouts_of_all_kinds_in_turn(testing):
    base = np.arange(120.0).reshape(2, 3, 4, 5)
    views = [
        base,
        base.T,
        base[::-1, :, ::2],
        base[0],
        base[0, 1, 2],
        base[0, 1, 2, 3:],
        base[:, :0],
        base.astype("int16"),
        base.astype("complex64"),
        base > 3,
        np.array(7, "uint8"),
        np.broadcast_to(base, (2, 2, 3, 4, 5)).copy(),
    ]
    for _ in range(3):
        for view in views:
            tensor = testing.echo(view)
            assert (tensor.shape, tensor.dtype) == (view.shape, view.dtype.name)
            assert np.array_equal(tensor.numpy(), view)


def test_more_layouts_than_the_cache_holds(testing):
    for size in range(1500):
        array = np.zeros((size % 7, size), "int8")
        assert tvmlike.tensor.shape(array) == array.shape
    held = [testing.echo(np.full((1, size), size)) for size in range(1, 1500)]
    for size, tensor in enumerate(held, 1):
        assert tensor.shape == (1, size)
        assert tensor.numpy()[0, -1] == size


def test_an_array_that_changes_its_shape_between_calls(testing):
    array = np.arange(12, dtype="int32")
    for shape in ((12,), (3, 4), (2, 2, 3)):
        view = array.reshape(shape)
        assert testing.echo(view).shape == shape
    array.resize((2, 6), refcheck=False)
    assert testing.echo(array).shape == (2, 6)
    array.resize((100,), refcheck=False)
    tensor = testing.echo(array)
    assert tensor.shape == (100,)
    assert tensor.data_ptr == array.ctypes.data


def test_writability_is_checked_on_each_call(testing):
    array = np.zeros(3)
    for writeable in (True, False, True, False):
        array.flags.writeable = writeable
        assert testing.echo(array).read_only is not writeable


def test_the_same_array_twice_in_one_call(testing):
    array = np.arange(3.0)
    assert tvmlike.tensor.add(array, array).numpy().tolist() == [0, 2, 4]
    first, second = testing.call(lambda *both: both, array, array)
    assert first.data_ptr == second.data_ptr == array.ctypes.data


def test_calls_inside_calls(testing):
    def inner(depth, tensor):
        assert tensor.shape == (depth + 1,)
        if depth:
            testing.call(inner, depth - 1, np.zeros(depth))
        assert tensor.shape == (depth + 1,)

    testing.call(inner, 20, np.zeros(21))


def test_arrays_in_containers(testing):
    arrays = [np.full(3, number) for number in range(50)]
    tensors = testing.echo(arrays)
    named = testing.echo({"a": arrays[1], "b": [arrays[2]]})
    del arrays
    gc.collect()
    assert [tensor.numpy().tolist() for tensor in tensors] == [[number] * 3 for number in range(50)]
    assert named["a"].numpy().tolist() == [1, 1, 1]
    assert named["b"][0].numpy().tolist() == [2, 2, 2]


@pytest.mark.parametrize("order", ["array first", "tensor first", "held first"])
def test_memory_ends_with_its_last_user(testing, order):
    array, alive = watched()
    tensor = testing.echo(array)
    testing.hold(tensor)
    steps = {
        "array first": ("array", "tensor", "held"),
        "tensor first": ("tensor", "array", "held"),
        "held first": ("held", "array", "tensor"),
    }[order]
    for step in steps:
        gc.collect()
        assert alive() is not None
        assert alive().values.sum() == 6.0
        if step == "array":
            del array
        elif step == "tensor":
            del tensor
        else:
            testing.release()
    gc.collect()
    assert alive() is None


def test_a_kept_tensor_is_not_reused_for_the_next_call(testing):
    kept = []
    for number in range(100):
        kept.append(testing.echo(np.full(4, number)))
        tvmlike.tensor.sum(np.full(4, -1.0))
    assert [tensor.numpy()[0] for tensor in kept] == list(range(100))
    del kept[::2]
    for _ in range(100):
        tvmlike.tensor.sum(np.full(4, -1.0))
    assert [tensor.numpy()[3] for tensor in kept] == list(range(1, 100, 2))


def test_kept_by_a_callback(testing):
    kept = []
    for number in range(20):
        testing.call(kept.append, np.full(2, number))
    assert [tensor.numpy().tolist() for tensor in kept] == [[number] * 2 for number in range(20)]


def test_the_last_reference_is_released_on_another_thread(testing):
    array, alive = watched()
    box = [testing.echo(array)]
    del array
    thread = threading.Thread(target=box.clear)
    thread.start()
    thread.join()
    gc.collect()
    assert alive() is None


def test_many_threads(testing):
    wrong = []

    def work(number):
        for size in range(1, 200):
            array = np.full((number, size), size)
            tensor = testing.echo(array)
            if tensor.shape != (number, size) or tensor.numpy()[-1, -1] != size:
                wrong.append((number, size))
            if tvmlike.tensor.shape(array) != (number, size):
                wrong.append((number, size))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(1, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def kinds():
    fixed = np.zeros(3)
    fixed.flags.writeable = False
    found = {
        "plain": np.zeros(3),
        "transposed": np.zeros((2, 3)).T,
        "read-only": fixed,
        "subclass": np.zeros(3).view(Subclass),
        "no dimensions": np.array(1.0),
        "empty": np.zeros((0, 2)),
        "byte order": np.zeros(3, ">f8"),
        "object": np.array([None]),
        "text": np.array(["text"]),
        "record": np.zeros(2, [("a", "i4")]),
        "mask": np.ma.masked_array([1, 2], [0, 1]),
    }
    try:
        import ml_dtypes
    except ImportError:
        return found
    return {**found, "bfloat16": np.zeros(3, ml_dtypes.bfloat16), "int4": np.zeros(3, ml_dtypes.int4)}


@pytest.mark.parametrize("kind", kinds())
@pytest.mark.parametrize("failing", [False, True])
def test_no_reference_leaks(testing, kind, failing):
    array = kinds()[kind]

    def raising(*args):
        raise KeyError("own")

    def call():
        try:
            if failing:
                testing.call(raising, array, [array], {"key": array})
            else:
                testing.call(lambda *args: None, array, [array], {"key": array})
        except (KeyError, TypeError, ValueError):
            pass

    call()
    gc.collect()
    before = sys.getrefcount(array), sys.getrefcount(array.dtype)
    for _ in range(20):
        call()
    gc.collect()
    assert (sys.getrefcount(array), sys.getrefcount(array.dtype)) == before


class Column:
    """What has `__array__` alone, as columns and tables of pandas, polars and pyarrow."""

    def __init__(self, shares, says_so, null_count=0):
        self.values = np.arange(3.0)
        self.shares, self.says_so, self.null_count = shares, says_so, null_count

    def __array__(self, dtype=None, copy=None):
        if copy is False and not self.says_so:
            raise ValueError("a copy is needed")
        return self.values if self.shares else np.stack([self.values, self.values])[0]


class OldColumn(Column):
    def __array__(self, dtype=None):
        return super().__array__(dtype)


def test_what_array_returns_is_read_only_unless_it_is_shared(testing):
    shared = Column(True, True)
    tvmlike.tensor.fill(shared, 2.0)
    assert shared.values.tolist() == [2.0] * 3
    for column in (Column(False, True), Column(True, False), Column(False, False), OldColumn(True, True)):
        with pytest.raises(
            ValueError, match=r"got a read-only tensor; .*pass y, which the function writes to"
        ):
            tvmlike.tensor.fill(column, 2.0)
        assert column.values.tolist() == [0, 1, 2]
        assert tvmlike.tensor.sum(column) == tvmlike.from_dlpack(column).numpy().sum() == 3.0
        assert testing.echo([column])[0].read_only


def test_an_index_of_pandas_is_not_written_to(monkeypatch):
    # A RangeIndex returns the array that it computes with, each time the same one.
    monkeypatch.setitem(sys.modules, "pandas", types.SimpleNamespace(Index=Column))
    index = Column(True, True)
    with pytest.raises(ValueError, match="got a read-only tensor"):
        tvmlike.tensor.fill(index, 2.0)
    assert index.values.tolist() == [0, 1, 2]
    assert tvmlike.tensor.sum(index) == 3.0


def test_nulls_do_not_become_nan():
    class PolarsColumn(Column):
        def __init__(self, count):
            super().__init__(False, False)
            self.null_count = lambda: count

    class Row:
        def row(self, at):
            return (1, 0, 2)

    for column, said in ((Column(False, False, 1), "a null"), (PolarsColumn(Row()), "3 nulls")):
        with pytest.raises(
            ValueError, match=rf"tensor\.sum: .*Column has {said}, which a tensor .*x\.to_numpy"
        ):
            tvmlike.tensor.sum(column)
    assert tvmlike.tensor.sum(PolarsColumn(0)) == 3.0


def test_misaligned_memory_is_named():
    array = np.frombuffer(bytearray(33), "float64", 4, offset=1)
    assert not array.flags.aligned
    assert tvmlike.from_dlpack(array).data_ptr == array.ctypes.data
    with pytest.raises(ValueError, match=r"tensor\.sum: .*(aligned|alignment)"):
        tvmlike.tensor.sum(array)


def test_data_types_with_metadata(testing):
    array = np.zeros(3, np.dtype("float32", metadata={"unit": "m"}))
    assert testing.echo(array).dtype == "float32"


@pytest.mark.skipif(NUMPY < (2, 0), reason="this NumPy has no StringDType")
def test_variable_text_is_refused(testing):
    for dtype in (np.dtypes.StringDType(), np.dtypes.StringDType(na_object=np.nan)):
        for _ in range(2):
            with pytest.raises(TypeError, match=r"testing\.echo: argument 1 `x`: .*StringDType"):
                testing.echo(np.array(["text"], dtype))


@pytest.mark.parametrize("name", ["int2", "int4", "uint2", "uint4", "float4_e2m1fn", "float6_e2m3fn"])
def test_elements_of_less_than_a_byte_are_refused(testing, name):
    ml_dtypes = pytest.importorskip("ml_dtypes")
    if not hasattr(ml_dtypes, name):
        pytest.skip(f"this ml_dtypes has no {name}")
    array = np.zeros(4, getattr(ml_dtypes, name))
    for _ in range(2):
        with pytest.raises(TypeError, match=rf"argument 1 `x`: .*{name}"):
            testing.echo(array)


def test_numpy_functions_take_tensors():
    array = np.arange(6.0).reshape(2, 3)
    tensor = tvmlike.from_dlpack(array)
    assert np.asarray(tensor).ctypes.data == array.ctypes.data
    assert np.sum(tensor) == 15.0
    assert np.array_equal(tensor, array)
    assert np.concatenate([tensor, array]).shape == (4, 3)
    del tensor
    copied = np.array(tvmlike.from_dlpack(array))
    assert copied.ctypes.data != array.ctypes.data
    assert np.array_equal(copied, array)


def test_numpy_asks_for_another_type():
    array = np.arange(3.0)
    tensor = tvmlike.from_dlpack(array)
    assert np.asarray(tensor, "float32").tolist() == [0, 1, 2]
    assert np.asarray(tensor, "float64").ctypes.data == array.ctypes.data
    if NUMPY >= (2, 0):
        assert np.asarray(tensor, copy=False).ctypes.data == array.ctypes.data
        with pytest.raises(ValueError, match="copy"):
            np.asarray(tensor, "float32", copy=False)


def test_numpy_shares_the_memory():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    array = np.arange(4).astype(ml_dtypes.bfloat16)
    array.flags.writeable = False
    taken = np.asarray(tvmlike.from_dlpack(array))
    assert taken.dtype == array.dtype
    assert taken.ctypes.data == array.ctypes.data
    assert not taken.flags.writeable


def test_numpys_array_outlives_the_tensor():
    array, alive = watched()
    taken = np.asarray(tvmlike.from_dlpack(array))[1:]
    del array
    gc.collect()
    assert taken.tolist() == [1, 2, 3]
    del taken
    gc.collect()
    assert alive() is None


def test_arrays_held_when_the_interpreter_ends(run_python):
    program = """
        import numpy as np
        testing.hold(testing.echo(np.zeros(3)))
        kept = testing.echo(np.ones(3))
        lent = kept.__dlpack__()
        shared = np.asarray(testing.echo(np.ones(3)))
        tvmlike.keeps_for_ever = [testing.echo([np.zeros(2)]), kept]
        print("done")
    """
    assert run_python(program) == (0, "done\n", "")


def test_the_example():
    script = Path(__file__).resolve().parents[2] / "examples" / "arrays.py"
    if not script.exists():
        pytest.skip("the examples are not here")
    done = subprocess.run(
        [sys.executable, script],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "filled by Rust" in done.stdout
