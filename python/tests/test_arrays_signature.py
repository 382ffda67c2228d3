"""Parameters that require an element type, contiguity or writable memory, and their errors."""

from __future__ import annotations

import array
import re

import pytest

import tvmlike

np = pytest.importorskip("numpy")


@pytest.fixture
def typed(testing):
    """The testing plugin's functions; skips if the plugin has none with typed tensors."""
    if tvmlike.get_global_func("testing.scale_contiguous", allow_missing=True) is None:
        pytest.skip("the testing plugin has no functions with typed tensors")
    return testing


def told(error, call, *arguments):
    with pytest.raises(error) as caught:
        call(*arguments)
    return str(caught.value)


def read_only(values):
    values.flags.writeable = False
    return values


def test_matching_arrays_are_not_copied(typed):
    values = np.arange(6, dtype="float32")
    typed.scale_contiguous(values, 2.0)
    assert values.tolist() == [0, 2, 4, 6, 8, 10]
    typed.scale_contiguous(tvmlike.from_dlpack(values), 0.5)
    assert values.tolist() == [0, 1, 2, 3, 4, 5]
    numbers = array.array("f", [1, 2])
    typed.scale_contiguous(tvmlike.from_dlpack(numbers), 3.0)
    assert numbers.tolist() == [3, 6]


@pytest.mark.parametrize(
    "make",
    [
        lambda a: a,
        lambda a: a.T,
        lambda a: a[::-1, ::2],
        lambda a: a[:0],
        lambda a: a[1, 1, ...],
        lambda a: read_only(a.copy()),
        lambda a: np.broadcast_to(a, (2, 3, 4)),
    ],
    ids=["plain", "transposed", "strided", "empty", "0-d", "read-only", "broadcast"],
)
def test_any_strides_are_accepted_without_a_requirement(typed, make):
    values = make(np.arange(12, dtype="float32").reshape(3, 4))
    assert typed.sum_f32(values) == values.sum()
    assert typed.shape_of(values) == values.shape


@pytest.mark.parametrize("name", ["float64", "float16", "int32", "bool", "complex64"])
def test_another_element_type(typed, name):
    text = told(TypeError, typed.sum_f32, np.zeros(3, name))
    assert text.startswith("testing.sum_f32: argument 1 `x`: expected ")
    assert "float32" in text
    assert f"got Tensor of {name}" in text
    assert "x.astype(np.float32)" in text


@pytest.mark.parametrize("view", [np.s_[::2], np.s_[::-1], np.s_[1:, :2]], ids=str)
def test_gaps_are_errors_if_contiguity_is_required(typed, view):
    values = np.zeros((4, 4), "float32")[view]
    text = told(ValueError, typed.scale_contiguous, values, 2.0)
    assert text.startswith("testing.scale_contiguous: argument 1 `x`: expected ")
    assert "contiguous" in text
    assert re.search(r"strides \[-?\d+, 1\]", text)
    assert "np.ascontiguousarray(x)" in text
    typed.scale_contiguous(np.ascontiguousarray(values), 2.0)


def test_the_advice_names_the_parameter(typed):
    assert "np.ascontiguousarray(b)" in told(ValueError, typed.dot_f64, np.ones(3), np.ones(6)[::2])
    assert "b.astype(np.float64)" in told(TypeError, typed.dot_f64, np.ones(3), np.ones(3, "int64"))
    assert typed.dot_f64(np.ones(3), np.ones(3)) == 3.0


def test_sizes_of_one_and_none_have_no_gaps(typed):
    typed.scale_contiguous(np.zeros((4, 1, 4), "float32")[:, :, :1][:1], 2.0)
    typed.scale_contiguous(np.zeros((4, 4), "float32")[::2][:0], 2.0)


def test_read_only_memory_is_not_written_to(typed):
    values = read_only(np.ones(3, "float32"))
    text = told(ValueError, typed.scale_contiguous, values, 2.0)
    assert text.startswith("testing.scale_contiguous: argument 1 `x`: expected writable ")
    assert "got a read-only tensor" in text
    assert "x.copy()" in text
    assert values.tolist() == [1, 1, 1]
    numbers = read_only(np.zeros(3, "int32"))
    assert "read-only" in told(ValueError, typed.fill_i32, numbers, 7)


def test_misaligned_memory(typed):
    values = np.frombuffer(bytearray(9), "float32", 2, offset=1)
    text = told(ValueError, typed.sum_f32, values)
    assert text.startswith("testing.sum_f32: argument 1 `x`: expected ")
    assert "aligned" in text
    assert "x.copy()" in text
    assert typed.sum_f32(values.copy()) == 0.0


def test_writing_through_strides(typed):
    table = np.zeros((4, 4), "int32")
    typed.fill_i32(table[::2, 1:].T, 7)
    assert table[::2, 1:].tolist() == [[7, 7, 7]] * 2
    assert table.sum() == 42


def test_other_values_are_errors(typed):
    for value, kind in (("text", "str"), (3, "int"), (None, "None")):
        text = told(TypeError, typed.sum_f32, value)
        assert text == f"testing.sum_f32: argument 1 `x`: expected Tensor of float32, got {kind}"
