"""Python classes that inherit from the classes of object types, registered for a key or not."""

from __future__ import annotations

import gc
import weakref

import pytest

import tvmlike


def test_an_object_is_of_the_class_that_was_called(testing):
    class Mine(testing.Counter):
        def double(self):
            return 2 * self.value

    mine = Mine(step=3)
    assert type(mine) is Mine
    assert mine.add() == 3
    assert mine.double() == 6
    # While it is alive, native code returns the same object.
    assert mine.itself() is mine
    assert testing.echo([mine])[0] is mine
    assert mine.call(lambda same: same is mine) is True
    assert testing.Counter.further(mine, testing.Counter()) is mine
    assert mine.type_key == "testing.Counter"
    assert mine == testing.Counter.further(mine, mine)


def test_a_constructor_of_its_own(testing):
    class Named(testing.Counter):
        def __init__(self, note, **keywords):
            super().__init__(2, **keywords)
            self.note = note

    named = Named("n", label="l")
    assert (named.step, named.label, named.note) == (2, "l", "n")
    assert testing.echo(named).note == "n"

    class Never(testing.Counter):
        def __init__(self):
            pass

    never = Never()
    for use in (never.add, lambda: never.value, lambda: testing.echo(never), lambda: hash(never)):
        with pytest.raises(ValueError, match="this Never was freed, or never had a native object"):
            use()


def test_methods_that_are_overridden(testing):
    class Mine(testing.Counter):
        def add(self, by=1):
            return -super().add(by)

        @property
        def label(self):
            return super().label.upper()

        def __repr__(self):
            return f"Mine({self.value})"

        def __eq__(self, other):
            return self is other

    mine = Mine(label="x")
    assert mine.add(3) == -3
    assert mine.label == "X"
    assert repr(mine) == "Mine(3)"
    assert mine != testing.Counter()
    with pytest.raises(TypeError, match="unhashable"):
        hash(mine)


def test_attributes_stay_while_the_object_lives(testing):
    class Mine(testing.Node):
        pass

    class Slotted(testing.Node):
        __slots__ = ("note",)

    for cls in (Mine, Slotted):
        node = cls("n")
        node.note = ["kept"]
        note = weakref.ref(node)
        parent = testing.Node("p", [node])
        assert parent.children[0] is node
        assert parent.children[0].note == ["kept"]
        del node
        gc.collect()
        assert note() is None
        assert type(parent.children[0]) is testing.Node
    with pytest.raises(AttributeError):
        Slotted("n").other = 3


def test_a_registered_class_has_what_its_type_declares(testing, registered):
    automatic = testing.Counter
    before = automatic()

    @registered("testing.Counter")
    class Counter(tvmlike.Object):
        """Counts."""

        def add(self, by=1):
            return ("mine", super().add(by))

        def twice(self):
            return self.add(), self.add()

    assert testing.Counter is Counter
    counter = Counter(step=5)
    assert type(counter) is Counter
    assert counter.add() == ("mine", 5)
    assert counter.twice() == (("mine", 10), ("mine", 15))
    assert (counter.step, counter.label, len(counter)) == (5, "counter", 15)
    assert repr(counter) == 'Counter(step=5, value=15, label="counter")'
    assert Counter.__doc__ == "Counts."
    counter.extra = 3
    assert counter.itself().extra == 3
    testing.hold(counter)
    del counter
    assert type(testing.held()) is Counter
    testing.release()
    # Existing objects keep their class.
    assert type(testing.echo(before)) is automatic
    assert isinstance(Counter(), automatic)


def test_a_registered_class_with_a_constructor_of_its_own(testing, registered):
    @registered("testing.Counter")
    class Counter(tvmlike.Object):
        def __init__(self, note):
            super().__init__(step=4)
            self.note = note

    assert Counter("x").step == 4
    assert Counter("x").note == "x"


def test_a_registered_class_among_others(testing, registered):
    class Base(tvmlike.Object):
        def shout(self):
            return f"{self}!"

    class Mixin:
        def add(self, by=1):
            return ("mixed in", super().add(by))

    @registered("testing.Counter")
    class Counter(Mixin, Base):
        pass

    counter = Counter(label="c")
    assert counter.add(2) == ("mixed in", 2)
    assert counter.shout() == "c at 2!"


def test_a_registered_class_that_inherits_from_the_automatic_one(testing, registered):
    automatic = testing.Counter

    @registered("testing.Counter")
    class Counter(automatic):
        pass

    assert Counter.__bases__ == (automatic,)
    assert type(Counter().itself()) is Counter

    @registered("testing.Counter")
    class Another(automatic):
        pass

    counter = Counter()
    testing.hold(counter)
    del counter
    assert type(testing.held()) is Another
    testing.release()


def test_a_parent_that_is_registered_later(testing, registered):
    plain = testing.Point3

    @registered("testing.Point")
    class Point(tvmlike.Object):
        def norm(self):
            return self.distance(testing.Point())

    assert testing.Point3 is not plain
    assert issubclass(testing.Point3, Point)
    assert testing.make_point3(3, 4, 5).norm() == 5.0

    @registered("testing.Point3")
    class Point3(Point):
        pass

    made = testing.make_point3(3, 4, 5)
    assert type(made) is Point3
    assert (made.norm(), made.z) == (5.0, 5.0)


def test_a_class_for_a_type_that_is_not_known_yet(run_python):
    from conftest import plugin_path

    status, out, err = run_python(f"""
        import subprocess
        program = '''
        import tvmlike
        @tvmlike.register_object("testing.Counter")
        class Counter(tvmlike.Object):
            def twice(self):
                return self.add() + self.add()
        tvmlike.load_plugin({str(plugin_path())!r})
        print(tvmlike.testing.Counter is Counter, Counter(step=2).twice())
        '''
        import textwrap
        sys.exit(subprocess.run([sys.executable, "-c", textwrap.dedent(program)]).returncode)
    """)
    assert (status, out.split(), err) == (0, ["True", "6"], "")


def test_invalid_classes_are_errors(testing, registered):
    # Its methods would read memory with another layout.
    for key in ("testing.Counter", "testing.Seal"):
        with pytest.raises(TypeError, match=f"Odd inherits from Array, .* but {key} does not inherit from"):

            @registered(key)
            class Odd(tvmlike.Array):
                pass

    assert testing.Counter.__name__ == "Counter"
    assert type(testing.make_seal()) is tvmlike.Object
