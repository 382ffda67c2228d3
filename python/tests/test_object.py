"""Objects: classes for type keys, identity, and Python objects that native code passes on."""

from __future__ import annotations

import copy
import gc
import pickle
import sys
import weakref

import pytest

import tvmlike
from tvmlike import Object


@pytest.fixture
def registered():
    """Registers classes for the test only."""
    from tvmlike import object as module

    before = dict(module._class_of_key)
    yield tvmlike.register_object
    module._class_of_key.clear()
    module._class_of_key.update(before)
    module._class_of_index.clear()


def test_an_object_of_no_class(testing):
    point = testing.make_point(1.5, 2.5)
    assert type(point) is Object
    assert point.type_key == "testing.Point"
    assert point.type_index >= 128
    assert testing.point_x(point) == 1.5
    assert repr(point).startswith("<testing.Point object at 0x")


def test_the_class_of_a_key_and_of_its_descendants(testing, registered):
    @registered("testing.Point")
    class Point(Object):
        @property
        def x(self):
            return testing.point_x(self)

    point = testing.make_point(1.5, 2.5)
    assert type(point) is Point
    assert point.x == 1.5
    derived = testing.make_point3(3.5, 0.0, 0.0)
    assert type(derived) is Point
    assert derived.type_key == "testing.Point3"
    assert derived.x == 3.5
    assert type(testing.echo([point])[0]) is Point
    assert testing.call(lambda p: type(p) is Point, point) is True

    @registered("testing.Point3")
    class Point3(Point):
        pass

    assert type(testing.make_point3(1.0, 2.0, 3.0)) is Point3
    assert type(testing.make_point(1.0, 2.0)) is Point
    assert testing.echo(derived).same_as(derived)


def test_a_class_by_its_own_name(registered):
    @registered
    class SomeName(Object):
        pass

    from tvmlike import object as module

    assert module._class_of_key["SomeName"] is SomeName


def test_what_is_no_class_for_objects(registered):
    with pytest.raises(TypeError, match="inherits from"):
        registered("testing.Point")(int)
    with pytest.raises(TypeError, match="inherits from"):
        registered("testing.Point")(3)


def test_identity(testing):
    point = testing.make_point(1.0, 2.0)
    again = testing.echo(point)
    other = testing.make_point(1.0, 2.0)
    # The same native object is the same Python object while one is alive.
    assert again is point
    assert again.same_as(point)
    assert hash(again) == hash(point)
    assert len({point, again, other}) == 2
    assert point != other
    assert not point.same_as(other)
    assert not point.same_as(3)
    assert point != 3


def test_freed_once(testing):
    point = testing.make_point(1.0, 2.0)
    testing.hold(point)
    point._free()
    again = testing.held()
    testing.release()
    with pytest.raises(ValueError, match="freed"):
        point._free()
    for use in (
        lambda: point.type_key,
        lambda: hash(point),
        lambda: point.same_as(again),
        lambda: testing.echo(point),
    ):
        with pytest.raises(ValueError, match="freed"):
            use()
    assert point != again
    assert point == point
    assert repr(point) == "<freed Object>"
    assert testing.point_x(again) == 1.0


def test_an_object_that_never_was(testing):
    class Mine(Object):
        pass

    for made in (Object(), Mine(), Mine(1, x=2)):
        with pytest.raises(ValueError, match="never had a native object"):
            testing.echo(made)


def test_neither_pickled_nor_copied(testing):
    point = testing.make_point(1.0, 2.0)
    for attempt in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="cannot pickle or copy"):
            attempt(point)


def test_can_be_watched(testing):
    point = testing.make_point(1.0, 2.0)
    alive = weakref.ref(point)
    del point
    assert alive() is None


class Plain:
    pass


@pytest.mark.parametrize(
    "value", [Plain(), Plain, object(), {1, 2}, frozenset((1,)), 1 + 2j, ..., NotImplemented, sys]
)
def test_python_objects_come_back_as_themselves(testing, value):
    assert testing.echo(value) is value
    assert testing.echo([value])[0] is value
    assert testing.echo({"k": value})["k"] is value
    assert testing.call(lambda x: x, value) is value


def test_python_objects_are_kept_and_let_go(testing):
    value = Plain()
    alive = weakref.ref(value)
    before = sys.getrefcount(value)
    for _ in range(10):
        testing.echo(value)
        testing.echo([value, value])
    assert sys.getrefcount(value) == before
    testing.hold(value)
    assert sys.getrefcount(value) == before + 1
    del value
    gc.collect()
    assert testing.held() is alive()
    testing.release()
    assert alive() is None
    assert testing.type_key(Plain()) == "runtime.OpaquePyObject"
