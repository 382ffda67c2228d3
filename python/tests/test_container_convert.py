"""Containers as arguments and results: sizes, depth, random values, objects."""

from __future__ import annotations

import gc
import os
import random
import sys
import threading

import pytest
from hostile import fail

from tvmlike import Array, Map

LARGE = 1_000_000 if os.environ.get("TVMLIKE_TEST_ALL") else 100_000


@pytest.mark.parametrize("size", [0, 1, 2, 7, 8, 9, 1000, LARGE])
def test_sizes(testing, size):
    numbers = list(range(size))
    assert list(testing.echo(numbers)) == numbers
    assert testing.sum(numbers) == sum(numbers)
    assert testing.sum(tuple(numbers)) == sum(numbers)
    assert testing.ints(size) == numbers
    assert testing.sum_floats([float(number) for number in numbers]) == sum(numbers)
    assert testing.sum_floats(numbers) == sum(numbers)


def test_deep_nesting(testing):
    deep: object = ["the end"]
    for level in range(150):
        deep = [deep] if level % 2 else {"k": (deep, level)}
    got = testing.echo(deep)
    assert got == deep
    del got
    gc.collect()


def test_random_values(testing):
    source = random.Random(5)

    def value(depth):
        kind = source.randrange(10 if depth else 7)
        if kind >= 7:
            items = [value(depth - 1) for _ in range(source.randrange(12))]
            return [items, tuple(items), {f"k{i}": item for i, item in enumerate(items)}][kind - 7]
        return source.choice(
            [
                None,
                True,
                False,
                source.randrange(-(2**63), 2**63),
                source.random(),
                "t" * source.randrange(20),
                b"b" * 9,
            ]
        )

    def plain(read):
        if isinstance(read, Array):
            return [plain(item) for item in read]
        if isinstance(read, Map):
            return {key: plain(item) for key, item in read.items()}
        return read

    def listed(given):
        if isinstance(given, (list, tuple)):
            return [listed(item) for item in given]
        return {key: listed(item) for key, item in given.items()} if isinstance(given, dict) else given

    for _ in range(200):
        given = [value(3) for _ in range(5)]
        assert plain(testing.echo(given)) == listed(given)


def test_objects_in_and_out(testing):
    points = [testing.make_point(float(i), 0.0) for i in range(100)]
    assert testing.sum_points(points) == sum(range(100))
    assert testing.sum_points(tuple(points)) == sum(range(100))
    counts = [sys.getrefcount(point) for point in points]
    for _ in range(20):
        testing.sum_points(points)
        kept = testing.echo(points)
        assert all(a is b for a, b in zip(kept, points))
    del kept
    assert [sys.getrefcount(point) for point in points] == counts
    assert [point.x for point in testing.points(5)] == [0, 1, 2, 3, 4]
    with pytest.raises(TypeError, match=r"argument 1 `points`: item 1: expected testing.Point, got "):
        testing.sum_points([points[0], 1])
    points[3]._free()
    with pytest.raises(ValueError, match=r"item 3: this Point was freed"):
        testing.sum_points(points)


def test_objects_outlive_the_list_that_they_came_in(testing):
    def keep(given):
        kept.append(given)
        items.clear()
        gc.collect()
        return [point.x for point in given]

    kept: list[object] = []
    items = [testing.make_point(float(i), 0.0) for i in range(10)]
    assert testing.call(keep, items) == list(range(10))
    assert items == []
    assert [point.x for point in kept[0]] == list(range(10))


def test_a_class_that_takes_the_place_of_another(run_python):
    # Converting an item frees the class of the previous item; another class may get its memory.
    program = """
        import gc

        class Replaces:
            def __index__(self):
                global Class
                items[0], Class = None, None
                gc.collect()
                for _ in range(50):
                    other = type("Other", (bytes,), {"__slots__": ()})
                    others.append(other)
                    if id(other) == address:
                        items[2] = other(b"other" * 1000)
                        break
                return 1

        for _ in range(20):
            Class, others = type("Class", (testing.Point,), {"__slots__": ()}), []
            address = id(Class)
            items = [Class(1.0, 2.0), Replaces(), 2]
            got = testing.echo(items)
            assert got[2] == items[2], got
        print("done")
    """
    assert run_python(program) == (0, "done\n", "")


def test_values_of_dicts(testing):
    given = {f"key {i}": i for i in range(100)}
    assert testing.sum_values(given) == sum(range(100))
    assert testing.sum_values(Map(given)) == sum(range(100))
    assert testing.sum_values({}) == 0
    with pytest.raises(TypeError, match="argument 1 `items`: key "):
        testing.sum_values({"a": 1, "b": "x"})
    with pytest.raises(TypeError, match="argument 1 `items`: key "):
        testing.sum_values({1: 1})


def test_a_list_of_objects_is_borrowed_for_the_call_alone(testing):
    """Every kind of reference to the array keeps the objects alive."""
    kept: list[object] = []
    points = testing.points(3)
    expected = [point.x for point in points]
    # As a result, in a callback, in a dict, in nested lists, and before other values.
    assert [point.x for point in testing.echo(list(points))] == expected
    testing.call(kept.append, list(points))
    testing.call(kept.append, {"k": list(points)})
    testing.call(kept.append, [list(points), list(points)])
    testing.call(kept.append, [*points, 1, "a text of some length"])
    testing.call(kept.append, [1, *points])
    testing.call(kept.append, (*points, None, *points))
    del points
    gc.collect()
    for found in (
        kept[0],
        kept[1]["k"],
        kept[2][0],
        kept[2][1],
        kept[3][:3],
        kept[4][1:],
        kept[5][:3],
        kept[5][4:],
    ):
        assert [point.x for point in found] == expected
    # An unsupported value after objects, and a failing callback.
    points = list(testing.points(3))
    counts = [sys.getrefcount(point) for point in points]
    for _ in range(20):
        with pytest.raises(OverflowError, match="item 3: "):
            testing.echo([*points, 2**64])
        with pytest.raises(ZeroDivisionError):
            testing.call(fail, points)
        with pytest.raises(TypeError):
            testing.add3(points, 1, 2)
    gc.collect()  # on the ctypes path, tracebacks keep references
    assert [sys.getrefcount(point) for point in points] == counts


def test_objects_that_are_freed_during_the_call(testing):
    def free(given):
        for point in points:
            point._free()
        points.clear()
        gc.collect()
        return [x.x for x in testing.echo(given)]

    points = list(testing.points(3))
    kept: list[object] = []

    def keep_and_free(given):
        kept.append(given)
        return free(given)

    assert testing.call(keep_and_free, points) == [0, 1, 2]
    assert [point.x for point in kept[0]] == [0, 1, 2]


def test_objects_that_end_with_the_call(testing):
    class Ends(type(testing.points(1)[0])):
        def __del__(self):
            ended.append(testing.sum_points(list(testing.points(3))))

    ended: list[float] = []

    def run(given):
        items.clear()
        gc.collect()
        return [point.x for point in given]

    items = [Ends(float(i), 0.0) for i in range(2)]
    assert testing.call(run, items) == [0, 1]
    gc.collect()
    assert ended == [3.0, 3.0]


@pytest.mark.parametrize("size", [0, 1, 8, 9, 100])
def test_dicts_with_text_keys_are_looked_up_however_large(testing, size):
    given = {f"key {at} é" if at % 2 else f"k{at}": at for at in range(size)}

    def look(mapping):
        assert len(mapping) == size
        assert list(mapping) == list(given)
        assert dict(mapping.items()) == given
        for key, value in given.items():
            assert mapping[key] == value
            assert key in mapping
        for missing in ("", "key", "k-1", b"k0", 0, 1.5, None, True, (1,), "k0\0"):
            assert missing not in mapping
            with pytest.raises(KeyError):
                mapping[missing]
        return mapping

    kept = testing.call(look, given)
    # The map outlives the call and the dict.
    expected = dict(given)
    given = None
    assert kept == expected
    assert Map(kept.items()) == expected


def test_a_late_key_that_is_not_text(testing):
    given = {"a": 1, "b": [1, {"c": "d"}], 3: "three", "e": None}
    assert testing.call(lambda mapping: mapping[3], given) == "three"
    assert testing.call(lambda mapping: mapping["b"][1]["c"], given) == "d"


def test_a_refused_value_among_text_keys_is_named(testing):
    with pytest.raises(OverflowError, match=r"value of key 'b': 1\d+ is out of range"):
        testing.call(len, {"a": 1, "b": 10**30})
    with pytest.raises(ValueError, match="lone surrogate"):
        testing.call(len, {"a": 1, "\ud800": 1})


def test_subclasses_with_their_own_items(testing):
    class Sorted(dict):
        def items(self):
            return [(key, -value) for key, value in sorted(super().items())]

    class Reversed(list):
        def __iter__(self):
            return reversed(list(super().__iter__()))

    got = testing.echo(Sorted(b=2, a=1))
    assert [*got.items()] == [("a", -1), ("b", -2)]
    assert testing.echo([Sorted(b=2)])[0]["b"] == -2
    assert testing.echo(Reversed([1, 2, 3])) == [3, 2, 1]


def test_a_dict_that_changes_meanwhile_is_refused(testing):
    class Changes:
        def __init__(self, mapping):
            self.mapping = mapping

        def __index__(self):
            self.mapping["more"] = 1
            return 3

    given = {"a": 1}
    given["b"] = Changes(given)
    with pytest.raises(RuntimeError, match="dictionary changed during conversion"):
        testing.call(len, given)


def test_a_large_map_is_looked_up_on_several_threads_at_once(testing):
    given = {f"key {at}": at for at in range(1000)}
    kept = testing.call(lambda mapping: mapping, given)
    start, wrong = threading.Barrier(4), []

    def look():
        start.wait()
        wrong.extend(key for key, value in given.items() if kept[key] != value)

    threads = [threading.Thread(target=look) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


@pytest.mark.parametrize("others", [0, 20])
def test_nans_are_keys_of_their_own(testing, others):
    first, second, third = float("nan"), float("nan"), float("nan")
    given = {first: 1, second: 2, **{float(at): at for at in range(others)}, third: 3}
    for made in (Map(given), testing.call(lambda mapping: mapping, given)):
        assert len(made) == len(given) == 3 + others
        assert [*made.values()] == [*given.values()]
        assert [str(key) for key in made] == [str(key) for key in given]
        # Native code cannot distinguish them: the first one is found.
        assert made[third] == 1
        for at in range(others):
            assert made[float(at)] == at
