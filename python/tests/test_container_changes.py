"""Containers that are freed or changed while they are in use."""

from __future__ import annotations

import gc
import operator
import sys

import pytest
from hostile import Equal, Runs

import tvmlike
from tvmlike import Array, Map


def test_freed_while_it_is_iterated_over():
    for array in (Array([1, 2, 3]), Array(["a text of some length"] * 3)):
        for iterator in (iter(array), reversed(array)) if len(array) == 3 else ():
            next(iterator)
        iterator = iter(array)
        next(iterator)
        array._free()
        with pytest.raises(ValueError, match="this Array was freed"):
            next(iterator)
    mapping = Map({"a": 1, "b": 2})
    iterators = [iter(view) for view in (mapping, mapping.values(), mapping.items())]
    for iterator in iterators:
        next(iterator)
    mapping._free()
    for iterator in iterators:
        with pytest.raises(ValueError, match="this Map was freed"):
            next(iterator)


@pytest.mark.parametrize(
    ("result", "use"),
    [
        (True, lambda array, other: array == [other] * 3),
        (True, lambda array, other: array == (other,) * 3),
        (True, lambda array, other: array != [other] * 3),
        (False, lambda array, other: other in array),
        (False, lambda array, other: array.index(other)),
        (True, lambda array, other: array.count(other)),
    ],
)
def test_freed_while_it_is_compared(result, use):
    array = Array(["a text of some length", "another text", "and one more"])
    with pytest.raises(ValueError, match="this Array was freed"):
        use(array, Equal(array._free, result))


def test_freed_while_a_key_is_looked_up():
    mapping = Map({(1, 2): "x", (3, 4): "y"})
    with pytest.raises(ValueError, match="this Map was freed"):
        mapping[[Runs(mapping._free)]]
    mapping = Map({(1, 2): "x", (3, 4): "y"})
    key = Equal(mapping._free)
    with pytest.raises(ValueError, match="this Map was freed"):
        mapping.__contains__(key)


def test_freed_while_it_is_sliced_and_indexed():
    array = Array([1, 2, 3])
    with pytest.raises(ValueError, match="this Array was freed"):
        array[Runs(array._free)]
    array = Array([1, 2, 3])
    with pytest.raises(ValueError, match="this Array was freed"):
        array[Runs(array._free) :]


def test_a_list_that_changes_while_it_is_converted(testing):
    for size, change in [
        (8, list.clear),
        (8, list.pop),
        (3, lambda items: items.append(1)),
        (1, list.clear),
        (1000, lambda items: items.extend(range(10_000))),
    ]:
        for at in {0, size // 2, size - 1}:
            items: list[object] = ["a text of some length"] * size
            items[at] = Runs(lambda items=items, change=change: change(items))
            with pytest.raises(RuntimeError, match="list changed during conversion"):
                testing.echo(items)
            items = ["a text of some length"] * size
            items[at] = Runs(lambda items=items, change=change: change(items))
            with pytest.raises(RuntimeError, match="list changed during conversion"):
                testing.echo({"k": (items,)})


class ShrinksAndIsRefused:
    """Removes items from its container, and is refused the first time."""

    def __init__(self, shrink):
        self.shrink = shrink

    def __index__(self):
        shrink, self.shrink = self.shrink, None
        if shrink is None:
            return 1
        shrink()
        return 2**70


def test_a_container_that_shrinks_and_is_refused_is_not_converted_again(testing):
    items: list[object] = [1] * 8
    items[2] = ShrinksAndIsRefused(lambda: operator.delitem(items, slice(3, 8)))
    with pytest.raises((RuntimeError, OverflowError), match=r"list changed|out of range"):
        testing.echo(items)
    for first in ("a", 1):
        given: dict[object, object] = {first: 1, "b": 2, "c": 3}
        given["b"] = ShrinksAndIsRefused(lambda given=given: operator.delitem(given, "c"))
        with pytest.raises((RuntimeError, OverflowError), match=r"dictionary changed|out of range"):
            testing.echo(given)


def test_a_dict_that_changes_while_it_is_converted(testing):
    for change in (dict.clear, lambda given: given.update(new=1)):
        given: dict[str, object] = {"a text of some length": 1, "b": 2, "c": 3}
        given["b"] = Runs(lambda given=given, change=change: change(given))
        with pytest.raises(RuntimeError, match="dictionary changed during conversion"):
            testing.echo(given)


def test_an_item_that_is_replaced_while_it_is_converted(testing):
    items = [None, "a text of some length"]
    items[0] = Runs(lambda: operator.setitem(items, 0, "something else"))
    assert testing.echo(items) == [1, "a text of some length"]


def raises(error, container, key):
    with pytest.raises(error):
        container[key]


@pytest.mark.parametrize(
    "use",
    [
        lambda array, mapping: list(array),
        lambda array, mapping: array[1:3],
        lambda array, mapping: [item for item in reversed(array)],
        lambda array, mapping: array == list(array),
        lambda array, mapping: object() in array,
        lambda array, mapping: array.index(array[3]),
        lambda array, mapping: hash(array[:3]),
        lambda array, mapping: next(iter(array)),
        lambda array, mapping: mapping["point"],
        lambda array, mapping: mapping.get((1, 2)),
        lambda array, mapping: (3, 4) in mapping,
        lambda array, mapping: list(mapping.items()),
        lambda array, mapping: mapping == dict(mapping),
        lambda array, mapping: raises(KeyError, mapping, "a text of some length"),
        lambda array, mapping: raises(IndexError, array, 99),
    ],
)
def test_nothing_leaks(testing, use):
    point = testing.counter(0)
    array = Array([point, "a text of some length", 10**15, (point,), {"k": point}])
    mapping = Map({"point": point, (1, 2): point})

    def counts():
        gc.collect()
        native = tvmlike._backend.native
        return sys.getrefcount(point), len(gc.get_objects()), native.alive() if native is not None else 0

    for _ in range(3):
        use(array, mapping)
    before = counts()
    for _ in range(50):
        use(array, mapping)
    after = counts()
    assert (after[0], after[2]) == (before[0], before[2])
    assert abs(after[1] - before[1]) < 25
