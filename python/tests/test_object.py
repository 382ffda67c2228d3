"""Objects: classes for type keys, identity, and Python objects that native code passes through."""

from __future__ import annotations

import copy
import gc
import pickle
import sys
import weakref

import pytest

from tvmlike import Object


def test_an_object_of_a_type_that_declares_nothing(testing):
    seal = testing.make_seal()
    assert type(seal) is Object
    assert seal.type_key == "testing.Seal"
    assert seal.type_index >= 128
    assert testing.type_key(seal) == "testing.Seal"
    assert repr(seal).startswith("<testing.Seal object at 0x")
    assert not hasattr(testing, "Seal")


def test_the_class_of_a_key_and_of_its_descendants(testing, registered):
    @registered("testing.Point")
    class Point(Object):
        @property
        def double(self):
            return 2 * self.x

    point = testing.make_point(1.5, 2.5)
    assert type(point) is Point
    assert point.double == 3.0
    # A type without own members has its parent's class; a type with members has its own.
    corner = testing.make_corner(3.5, 0.0)
    assert type(corner) is Point
    assert corner.type_key == "testing.Corner"
    derived = testing.make_point3(3.5, 0.0, 0.0)
    assert type(derived) is testing.Point3
    assert isinstance(derived, Point)
    assert derived.double == 7.0
    assert type(testing.echo([point])[0]) is Point
    assert testing.call(lambda p: type(p) is Point, point) is True

    @registered("testing.Corner")
    class Corner(Point):
        pass

    assert type(testing.make_corner(1.0, 2.0)) is Corner
    assert type(testing.make_point(1.0, 2.0)) is Point
    # An existing object keeps its class.
    assert testing.echo(corner) is corner
    assert type(corner) is Point


def test_a_class_by_its_own_name(registered):
    @registered
    class SomeName(Object):
        pass

    from tvmlike import object as module

    assert module._class_of_key["SomeName"] is SomeName


def test_invalid_classes_are_errors(registered):
    with pytest.raises(TypeError, match=r"expected a subclass of tvmlike\.Object"):
        registered("testing.Point")(int)
    with pytest.raises(TypeError, match=r"expected a subclass of tvmlike\.Object"):
        registered("testing.Point")(3)


def test_identity(testing):
    point = testing.make_ticket(1)
    again = testing.echo(point)
    other = testing.make_ticket(1)
    # While its Python object is alive, a native object always becomes that object.
    assert again is point
    assert again.same_as(point)
    assert hash(again) == hash(point)
    assert len({point, again, other}) == 2
    assert point != other
    assert not point.same_as(other)
    assert not point.same_as(3)
    assert point != 3


def test_freed_once(testing):
    point = testing.make_ticket(1)
    testing.hold(point)
    point._free()
    again = testing.held()
    testing.release()
    with pytest.raises(ValueError, match="freed"):
        point._free()
    for use in (
        lambda: point.type_key,
        lambda: hash(point),
        lambda: point.number,
        lambda: point.same_as(again),
        lambda: testing.echo(point),
    ):
        with pytest.raises(ValueError, match="freed"):
            use()
    assert point != again
    assert point == point
    assert repr(point) == "<freed Ticket>"
    assert again.number == 1


def test_an_uninitialized_object_is_an_error(testing):
    class Mine(Object):
        pass

    for made in (Object(), Mine(), Mine(1, x=2)):
        with pytest.raises(ValueError, match="never had a native object"):
            testing.echo(made)


def test_a_native_object_for_a_python_object(testing):
    class Mine(Object):
        def __init__(self, x):
            self.__init_handle_by_constructor__(testing.make_point, x, y=2.0)

    mine = Mine(1.0)
    assert type(mine) is Mine
    assert testing.echo(mine) is mine
    assert testing.point_x(mine) == 1.0
    with pytest.raises(TypeError, match="this Mine is already initialized"):
        mine.__init__(2.0)
    assert testing.point_x(mine) == 1.0
    with pytest.raises(TypeError, match="must return an object, got 3"):
        Object().__init_handle_by_constructor__(len, [1, 2, 3])
    with pytest.raises(ValueError, match="refused"):
        Object().__init_handle_by_constructor__(getattr(testing, "raise"), "ValueError", "refused")


def test_neither_pickled_nor_copied(testing):
    point = testing.make_ticket(1)
    for attempt in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="cannot pickle or copy"):
            attempt(point)


def test_weak_references(testing):
    point = testing.make_point(1.0, 2.0)
    alive = weakref.ref(point)
    del point
    assert alive() is None


class Plain:
    pass


@pytest.mark.parametrize(
    "value", [Plain(), Plain, object(), {1, 2}, frozenset((1,)), 1 + 2j, ..., NotImplemented, sys]
)
def test_python_objects_keep_their_identity(testing, value):
    assert testing.echo(value) is value
    assert testing.echo([value])[0] is value
    assert testing.echo({"k": value})["k"] is value
    assert testing.call(lambda x: x, value) is value


def test_python_objects_are_kept_and_released(testing):
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
