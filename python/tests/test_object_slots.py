"""hash() and repr() of objects whose type defines them; replaced methods take effect."""

from __future__ import annotations

import gc

import pytest

import tvmlike


@pytest.fixture
def counter(testing):
    """The class; restored after the test."""
    cls = testing.Counter
    before = {name: vars(cls)[name] for name in ("__hash__", "__repr__")}
    yield cls
    for name, method in before.items():
        setattr(cls, name, method)


def test_equal_objects_have_equal_hashes(counter):
    one, other = counter(3), counter(3)
    assert one == other
    assert one is not other
    assert hash(one) == hash(other) == counter.__hash__(one)
    assert {one: "text"}[other] == "text"
    assert repr(one) == counter.__repr__(one) == repr(other)


def test_a_method_that_replaces_the_types_own_is_called(counter):
    one = counter(3)
    own_hash, own_repr = counter.__hash__, counter.__repr__
    counter.__hash__ = lambda self: 7
    counter.__repr__ = lambda self: "replaced"
    assert (hash(one), repr(one)) == (7, "replaced")
    counter.__hash__ = None
    with pytest.raises(TypeError, match="unhashable type: 'Counter'"):
        hash(one)
    del counter.__repr__
    assert repr(one).startswith("<testing.Counter object at")
    counter.__hash__, counter.__repr__ = own_hash, own_repr
    assert hash(one) == hash(counter(3))
    assert repr(one) == repr(counter(3))


def test_a_result_of_another_kind_is_refused_as_python_does(counter):
    one = counter(3)
    counter.__hash__ = lambda self: "text"
    with pytest.raises(TypeError, match="__hash__ method should return an integer"):
        hash(one)
    counter.__repr__ = lambda self: 1
    with pytest.raises(TypeError, match="__repr__ returned non-string"):
        repr(one)


def test_subclasses_override_and_inherit(counter):
    class Inherits(counter):
        pass

    class Overrides(counter):
        def __hash__(self):
            return super().__hash__() + 1

        def __repr__(self):
            return f"<{super().__repr__()}>"

    one = counter(3)
    assert hash(Inherits(3)) == hash(one)
    assert repr(Inherits(3)) == repr(one)
    assert hash(Overrides(3)) == hash(one) + 1
    assert repr(Overrides(3)) == f"<{one!r}>"


def test_a_freed_object_has_no_hash(counter):
    one = counter(3)
    one._free()
    for ask in (hash, repr):
        with pytest.raises(ValueError, match="was freed, or never had a native object"):
            ask(one)


def test_constructed_objects_support_weak_references_and_are_freed(counter):
    import weakref

    one = counter(3)
    gone = []
    watcher = weakref.ref(one, gone.append)
    assert watcher() is one
    gc.collect()
    del one
    assert gone == [watcher]
    assert tvmlike.Object not in map(type, gc.garbage)


def test_constructed_objects_are_collected_in_a_cycle(testing):
    """However the objects are allocated, a cycle through a subclass with a dict is collected."""
    import weakref

    class Holder(testing.Counter):
        pass

    holder = Holder(1)
    holder.itself_again = holder
    watcher = weakref.ref(holder)
    del holder
    gc.collect()
    assert watcher() is None


def test_items_of_a_class_whose_method_is_replaced(testing):
    cls = testing.Row
    words, own = cls(["a", "b"]), vars(cls)["__getitem__"]
    assert [words[0], words[-1], words[0:2]] == ["a", "b", ["a", "b"]]
    with pytest.raises(IndexError):
        words[2]
    with pytest.raises(TypeError, match="indices must be integers or slices, not str"):
        words["a"]

    class Overrides(cls):
        def __getitem__(self, index):
            return super().__getitem__(index) * 2

    assert Overrides(["a"])[0] == "aa"
    try:
        cls.__getitem__ = lambda self, index: ("replaced", index)
        assert words[7] == ("replaced", 7)
    finally:
        cls.__getitem__ = own
    assert words[1] == "b"
    words._free()
    with pytest.raises(ValueError, match="was freed"):
        words[0]


def test_bound_methods_are_those_of_python(testing):
    import types

    counter = testing.Counter(3)
    bound = counter.add
    assert type(bound) is types.MethodType
    assert bound.__self__ is counter
    assert bound.__func__ is testing.Counter.add
    assert bound == counter.add
