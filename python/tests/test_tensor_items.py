"""Parts and elements of tensors: indices, iteration, `item`, `tolist`."""

from __future__ import annotations

import numpy as np
import pytest

import tvmlike
from tvmlike import Tensor


@pytest.fixture
def table():
    return Tensor(np.arange(12, dtype=np.float32).reshape(3, 4))


@pytest.mark.parametrize(
    "index",
    [
        0,
        -1,
        np.int64(2),
        slice(1, 3),
        slice(None, None, -1),
        ...,
        (..., 0),
        (1, slice(0, 2)),
        (None, 1),
        (),
        slice(3, 3),
    ],
    ids=str,
)
def test_a_part_shares_the_memory(table, index):
    part = table[index]
    expected = table.numpy()[index]
    assert isinstance(part, Tensor)
    assert tuple(part.shape) == expected.shape
    assert np.array_equal(part.numpy(), expected)
    if expected.size:
        assert part.data_ptr == expected.__array_interface__["data"][0]


def test_the_part_keeps_the_memory(table):
    row = table[1]
    expected = [4.0, 5.0, 6.0, 7.0]
    del table
    assert row.tolist() == expected
    row.numpy()[0] = 9
    assert row[0] == 9.0


def test_an_element_is_a_number_of_python():
    for dtype, value in (
        ("float32", 0.1),
        ("int8", -3),
        ("uint64", 2**64 - 1),
        ("bool", True),
        ("float64", 0.1),
    ):
        element = Tensor(np.array([[value]], dtype))[0, 0]
        assert type(element) in (float, int, bool)
        assert element == np.array(value, dtype).item()
    assert type(Tensor(np.array([[1]], "bool"))[0, 0]) is bool


def test_formats_of_ml_dtypes():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    halves = Tensor(np.array([1.5, 2.5], ml_dtypes.bfloat16))
    assert (halves[1], halves.tolist(), halves[1:].item()) == (2.5, [1.5, 2.5], 2.5)
    assert str(halves[1:].dtype) == "bfloat16"


def test_a_part_of_read_only_memory_is_read_only():
    array = np.zeros(3)
    array.setflags(write=False)
    assert Tensor(array)[1:].read_only


@pytest.mark.parametrize("index", [[0, 1], np.array([0]), True, np.True_, "a", 1.0, (0, [1])], ids=str)
def test_indices_that_would_copy_are_refused(table, index):
    with pytest.raises(TypeError, match=r"expected an index of ints, slices, None and \.\.\., got"):
        table[index]


def test_indices_out_of_range(table):
    with pytest.raises(IndexError):
        table[3]
    with pytest.raises(IndexError):
        table[0, 0, 0]
    with pytest.raises(TypeError, match="item assignment"):
        table[0] = 1


def test_iteration(table):
    assert [row.tolist() for row in table] == table.tolist()
    assert list(Tensor(np.arange(3))) == [0, 1, 2]
    with pytest.raises(TypeError, match="0-dimensional"):
        iter(Tensor(np.array(1.0)))


def test_item_and_tolist(table):
    assert (
        table.tolist()
        == table.to_py()
        == [[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]
    )
    assert Tensor(np.array(2.5)).tolist() == 2.5
    assert Tensor(np.array([[7]])).item() == 7
    assert tvmlike.zeros((0, 3)).tolist() == []
    with pytest.raises(ValueError, match=r"item: expected a tensor with one element, got the shape \(3, 4\)"):
        table.item()


def test_elements_with_lanes_are_refused():
    lanes = tvmlike.zeros((2,), "float32x4")
    with pytest.raises(TypeError, match="elements of float32x4 have lanes"):
        lanes[0]


def test_a_freed_tensor(table):
    table._free()
    for use in (lambda: table[0], lambda: list(table), table.tolist, table.item, table.to_json):
        with pytest.raises(ValueError, match="was freed"):
            use()
    assert "freed" in table._repr_html_() or "Tensor" in table._repr_html_()
