"""Objects that are native sequences and mappings behave like Python's."""

from __future__ import annotations

import gc
import operator
import random
import sys
import weakref
from collections.abc import Mapping, MutableMapping, Sequence

import pytest

import tvmlike


@pytest.fixture
def row(testing):
    return testing.Row(list(range(10)))


def test_length_index_and_negative_index(testing, row):
    assert len(row) == 10
    assert len(testing.Row()) == 0
    assert not testing.Row()
    assert row
    assert [row[at] for at in range(-10, 10)] == [list(range(10))[at] for at in range(-10, 10)]
    assert row[True] == 1

    class Three:
        def __index__(self):
            return 3

    assert row[Three()] == 3


@pytest.mark.parametrize("index", [10, -11, 2**62, -(2**63), 2**63 - 1])
def test_out_of_range(row, index):
    with pytest.raises(IndexError, match=rf"^Row: index {index} is out of range for length 10$"):
        row[index]


@pytest.mark.parametrize("index", [2**63, -(10**30)])
def test_beyond_64_bits(row, index):
    with pytest.raises(IndexError, match="cannot fit 'int' into an index-sized integer"):
        row[index]


@pytest.mark.parametrize("key", ["1", 1.0, None, (1, 2), [1]])
def test_invalid_indices_are_errors(row, key):
    expected = f"^Row indices must be integers or slices, not {type(key).__name__}$"
    with pytest.raises(TypeError, match=expected):
        row[key]


def test_an_index_that_raises(row):
    class Bad:
        def __index__(self):
            raise ZeroDivisionError("from index")

    with pytest.raises(ZeroDivisionError, match="from index"):
        row[Bad()]
    with pytest.raises(ZeroDivisionError, match="from index"):
        row[Bad() :]


def test_slices_are_lists_like_pythons(row):
    plain = list(range(10))
    chosen = [None, *range(-12, 13), 2**70, -(2**70)]
    draw = random.Random(7).choice
    for _ in range(300):
        step = draw([None, 1, 2, 3, -1, -2, -3, 20, -(2**70)])
        cut = slice(draw(chosen), draw(chosen), step)
        assert row[cut] == plain[cut], cut
        assert type(row[cut]) is list
    with pytest.raises(ValueError, match="slice step cannot be zero"):
        row[::0]
    with pytest.raises(TypeError, match="slice indices must be integers"):
        row["a":]


def test_iteration_contains_index_count(testing, row):
    assert list(row) == list(range(10)) == [*iter(row)]
    assert list(reversed(row)) == list(range(10))[::-1]
    first, *_, last = row
    assert (first, last) == (0, 9)
    assert 7 in row
    assert 10 not in row
    assert "x" not in row
    assert row.index(7) == 7
    assert row.index(7, 3) == 7
    assert row.index(7, -5, -1) == 7
    twice = testing.Row([1, 2, 1, None])
    assert (twice.count(1), twice.count(None), twice.count("x")) == (2, 1, 0)
    for args in [(11,), (7, 8), (7, 0, 7)]:
        with pytest.raises(ValueError, match="not in"):
            row.index(*args)
    assert list(zip(row, row))[3] == (3, 3)
    assert sum(row) == 45
    assert max(row) == 9
    assert sorted(row, reverse=True)[0] == 9


def test_it_is_a_sequence(testing, row):
    assert isinstance(row, Sequence)
    assert issubclass(testing.Row, Sequence)
    assert not isinstance(row, Mapping)
    assert not isinstance(testing.Box(1), Sequence)
    assert operator.length_hint(row) == 10


@pytest.mark.skipif(sys.version_info < (3, 10), reason="match statements")
def test_patterns(testing, row):
    table = testing.Table()
    table["kind"] = "row"
    space = {"row": row, "table": table}
    exec(
        "match row:\n"
        "    case [first, second, *_]: found = (first, second)\n"
        "match table:\n"
        "    case {'kind': kind}: pass\n",
        space,
    )
    assert (space["found"], space["kind"]) == ((0, 1), "row")


def test_items_are_set_and_deleted(row):
    row[-1] = "last"
    del row[0]
    assert list(row) == [*range(1, 9), "last"]
    for change in (lambda: row.__setitem__(9, 1), lambda: row.__delitem__(-10)):
        with pytest.raises(IndexError, match=r"is out of range for length 9$"):
            change()
    with pytest.raises(TypeError):
        row[0:2] = [1]


def test_objects_keep_their_identity(testing):
    boxes = [testing.Box(at) for at in range(3)]
    row = testing.Row(boxes)
    assert all(one is other for one, other in zip(row, boxes))
    assert boxes[1] in row
    assert row.index(boxes[2]) == 2
    assert row[1:] == boxes[1:]


def test_changes_during_iteration_are_visible_as_in_a_list(testing):
    for change in ("grow", "shrink", "shrink far", "clear"):
        ours, plain = testing.Row([0, 1, 2, 3]), [0, 1, 2, 3]
        seen = []
        for kind, items in (("ours", ours), ("list", plain)):
            for at, item in enumerate(items):
                seen.append((kind, item))
                if at == 1 and change == "grow":
                    items.append(4)
                elif at == 1 and change.startswith("shrink"):
                    keep = 3 if change == "shrink" else 1
                    items.truncate(keep) if items is ours else items.__delitem__(slice(keep, None))
                elif at == 1:
                    items.truncate(0) if items is ours else items.clear()
        half = len(seen) // 2
        assert [item for _, item in seen[:half]] == [item for _, item in seen[half:]], change


def test_an_iterator_that_has_ended_stays_at_its_end(row):
    iterator = iter(row)
    assert iter(iterator) is iterator
    list(iterator)
    row.append(10)
    assert list(iterator) == []
    assert next(iterator, "end") == "end"


def test_an_item_that_fails_or_panics_half_way(row):
    row.fails_at = 3
    seen = []
    with pytest.raises(ValueError, match="this item cannot be read"):
        seen.extend(row)
    assert seen == [0, 1, 2]
    for use in (list, lambda r: r[1:5], lambda r: 9 in r, lambda r: r.index(9), lambda r: r.count(1)):
        with pytest.raises(ValueError, match="this item cannot be read"):
            use(row)
    assert row[4:] == [4, 5, 6, 7, 8, 9]
    iterator = iter(row)
    assert [next(iterator) for _ in range(3)] == [0, 1, 2]
    for _ in range(2):
        with pytest.raises(ValueError, match="cannot be read"):
            next(iterator)
    row.fails_at = -1
    assert next(iterator) == 3
    row.panics_at = 5
    with pytest.raises(RuntimeError, match="this item panics"):
        list(row)
    assert row[:5] == [0, 1, 2, 3, 4]


def test_a_missing_item_is_an_error_and_does_not_end_iteration(testing):
    evens = testing.Evens(40)
    assert evens[12] == 24
    seen = []
    with pytest.raises(IndexError, match=r"^Evens: there is no item at this index$"):
        seen.extend(evens)
    assert len(seen) == 13
    assert list(testing.Evens(20)) == list(range(0, 20, 2))


def test_every_item_is_read_once(row):
    before = row.reads
    list(row)
    assert row.reads == before + 10
    assert 4 in row
    assert row.reads == before + 15


def test_subclasses_override(testing):
    class Twice(testing.Row):
        def __getitem__(self, at):
            item = super().__getitem__(at)
            return [2 * one for one in item] if isinstance(at, slice) else 2 * item

    twice = Twice([1, 2, 3])
    assert list(twice) == [2, 4, 6]
    assert twice[1:] == [4, 6]
    assert 6 in twice
    assert isinstance(twice, Sequence)

    class Longer(testing.Row):
        def __len__(self):
            return super().__len__() + 1

    with pytest.raises(IndexError):
        list(Longer([1]))


def test_iterators_keep_and_release_the_sequence(testing):
    row = testing.Row([1, 2])
    iterator, held = iter(row), weakref.ref(row)
    del row
    gc.collect()
    assert held() is not None
    assert list(iterator) == [1, 2]
    gc.collect()
    assert held() is None
    if hasattr(gc, "is_tracked"):
        assert gc.is_tracked(iter(testing.Row([1])))


def test_mappings(testing):
    table = testing.Table()
    assert len(table) == 0
    assert not table
    assert list(table) == []
    table["b"], table["a"] = 2, [1]
    assert table["b"] == 2
    assert table["a"] == [1]
    assert list(table) == ["a", "b"]
    assert "a" in table
    assert "z" not in table
    assert list(table.keys()) == ["a", "b"]
    assert 2 in table.values()
    assert dict(table.items())["b"] == 2
    assert table.get("z", 9) == 9
    assert table.get("b") == 2
    assert dict(table)["b"] == {**table}["b"] == 2
    with pytest.raises(KeyError) as caught:
        table["z"]
    assert caught.value.args == ('Table: there is no key "z"',)
    del table["a"]
    assert list(table) == ["b"]
    with pytest.raises(KeyError, match="there is no key"):
        del table["a"]
    table.update(c=3, d=4)
    assert table.pop("c") == 3
    assert table.setdefault("e", 5) == 5
    assert table.pop("zzz", None) is None
    assert isinstance(table, MutableMapping)
    assert issubclass(testing.Table, Mapping)
    table.clear()
    assert len(table) == 0


def test_iteration_uses_the_initial_keys(testing):
    table = testing.Table()
    table.update(a=1, b=2)
    for key in table:
        del table[key]
    assert len(table) == 0


def test_a_mapping_with_its_own_keys_method(testing):
    squares = testing.Squares()
    assert squares[5] == 25
    assert 5 not in squares
    assert 3 in squares
    assert dict(squares) == {1: 1, 2: 4, 3: 9}
    with pytest.raises(OverflowError, match="too large"):
        squares[2**40]
    with pytest.raises(TypeError, match=r"Squares\.__getitem__: argument 1 `key`: expected"):
        squares["x"]
    assert isinstance(squares, Mapping)
    assert not isinstance(squares, MutableMapping)


def test_native_code_passes_them_as_objects(testing, row):
    assert testing.echo(row) is row
    assert tvmlike.get_global_func("testing.echo")([row])[0] is row
