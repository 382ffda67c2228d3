"""Classes of object types that declare members: fields, methods, constructors, comparisons."""

from __future__ import annotations

import gc
import inspect
import pydoc
import sys
import weakref
from abc import ABC, abstractmethod

import pytest

import tvmlike


def test_a_class_is_an_attribute_of_its_namespace(testing):
    assert testing.Counter is tvmlike.testing.Counter
    assert isinstance(testing.Counter, type)
    assert issubclass(testing.Counter, tvmlike.Object)
    assert {"Counter", "Node", "Point", "Point3"} <= set(dir(testing))
    assert "Seal" not in dir(testing)
    assert (testing.Counter.__module__, testing.Counter.__qualname__) == ("tvmlike.testing", "Counter")
    with pytest.raises(AttributeError, match=r"no function or class 'testing\.Countre'"):
        testing.Countre


def test_a_class_before_any_object(run_python):
    status, out, err = run_python("""
        from tvmlike.testing import Counter
        print(Counter(step=2).add())
        import types
        sys.modules["mine"] = types.ModuleType("mine")
        tvmlike._init_api("testing", "mine")
        import mine
        print(mine.Counter is Counter, "Counter" in dir(mine))
    """)
    assert (status, out.split(), err) == (0, ["2", "True", "True"], "")


def test_objects_have_the_class_of_their_type(testing):
    assert type(testing.make_point(1, 2)) is testing.Point
    assert type(testing.make_point3(1, 2, 3)) is testing.Point3
    assert testing.Point3.__bases__ == (testing.Point,)
    assert isinstance(testing.make_point3(1, 2, 3), testing.Point)
    assert not isinstance(testing.make_point(1, 2), testing.Point3)
    # A type without members has its parent's class.
    corner = testing.make_corner(1, 2)
    assert type(corner) is testing.Point
    assert corner.type_key == "testing.Corner"


def test_fields(testing):
    counter = testing.Counter(2)
    assert (counter.step, counter.value, counter.label, counter.weight) == (2, 0, "counter", None)
    counter.value = 10
    counter.label = "ten"
    counter.weight = 0.5
    counter.steps = 7
    assert (counter.value, counter.label, counter.weight, counter.steps) == (14, "ten", 0.5, 7)
    counter.weight = None
    assert counter.weight is None
    with pytest.raises(AttributeError):
        counter.step = 3
    with pytest.raises(AttributeError):
        del counter.value
    with pytest.raises(AttributeError, match="vlaue"):
        counter.vlaue = 3
    with pytest.raises(TypeError, match=r"^Counter\.value: expected i64, got str$"):
        counter.value = "x"
    with pytest.raises(OverflowError, match=r"^Counter\.value: argument 1 `value`: .* 64-bit"):
        counter.value = 2**64
    with pytest.raises(OverflowError, match=r"Counter\.steps: too far"):
        counter.steps = 2**62
    assert counter.value == 14


def test_fields_of_a_parent(testing):
    point = testing.Point3(1, 2, 3)
    assert (point.x, point.y, point.z) == (1.0, 2.0, 3.0)
    assert point.moved(1, dy=2) == testing.Point(2, 4)
    assert type(point.shadow) is testing.Point


def test_methods(testing):
    counter = testing.Counter(step=3)
    assert counter.add() == 3
    assert counter.add(2) == 9
    assert counter.add(by=1) == 12
    assert counter.add_all(1, 1, 1) == 21
    assert counter.add_later(1) == 24
    assert counter.call(lambda c: c is counter) is True
    assert counter.itself() is counter
    bound = counter.add
    assert bound(1) == 27
    assert bound.__self__ is counter
    assert testing.Counter.add(counter, 1) == 30
    assert list(map(testing.Counter.add, [counter, counter])) == [33, 36]
    # A child's object is one of the parent's.
    assert testing.Point.distance(testing.Point3(3, 4, 5), other=testing.Point()) == 5.0


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda c: c.add("x"), TypeError, r"^Counter\.add: argument 1 `by`: expected i64, got str$"),
        (
            lambda c: c.add(2**64),
            OverflowError,
            r"^Counter\.add: argument 1 `by`: 18446744073709551616 is out",
        ),
        (lambda c: c.add(1, 2), TypeError, r"^Counter\.add: expected 0 to 1 arguments, got 2$"),
        (lambda c: c.add(1, by=2), TypeError, r"^Counter\.add\(\) got multiple values for argument 'by'$"),
        (lambda c: c.add(bye=2), TypeError, r"unexpected keyword argument 'bye'. Did you mean 'by'\?$"),
        (lambda c: c.call(), TypeError, r"^Counter\.call: expected 1 argument, got 0"),
        (
            lambda c: c.add_all(1, 2**64),
            OverflowError,
            r"^Counter\.add_all: argument 2: 18446744073709551616",
        ),
        (lambda c: type(c).add(3), TypeError, r"^Counter\.add: argument `self`: expected"),
        (
            lambda c: type(c).add(2**64),
            OverflowError,
            r"^Counter\.add: argument `self`: 1844",
        ),
        (lambda c: type(c)("x"), TypeError, r"^Counter\.__init__: argument 1 `step`: expected i64, got str$"),
        (lambda c: type(c)(step=0), ValueError, r"^Counter: a step of 0 goes nowhere$"),
        (lambda c: type(c)(1, stepp=2), TypeError, r"Did you mean 'step'\?$"),
        (lambda c: c.__init__(), TypeError, r"^this Counter is already initialized$"),
        (lambda c: type(c).__init__(3), TypeError, r"expected an Object to initialize, got 3$"),
        (lambda c: c.panic(), tvmlike.Error, r"a counter panics"),
    ],
)
def test_invalid_calls_are_errors(testing, call, error, text):
    with pytest.raises(error, match=text):
        call(testing.Counter())


def test_static_functions(testing):
    a, b = testing.Counter(1), testing.Counter(1)
    b.add()
    assert testing.Counter.further(a, b) is b
    assert a.further(b=a, a=b) is b
    assert testing.Point.middle([testing.Point(0, 0), testing.Point3(2, 4, 6)]) == testing.Point(1, 2)
    assert testing.Node.alive() >= 0


def test_an_abstract_class_has_no_objects(testing):
    class Abstract(testing.Point, ABC):
        @abstractmethod
        def area(self): ...

    class Whole(Abstract):
        def area(self):
            return self.x * self.y

    class Plain(ABC):
        @abstractmethod
        def area(self): ...

    with pytest.raises(TypeError) as expected:
        Plain()
    for make in (Abstract, lambda: Abstract(1.0, 2.0), lambda: Abstract.__new__(Abstract)):
        with pytest.raises(TypeError) as caught:
            make()
        assert str(caught.value) == str(expected.value).replace("Plain", "Abstract")
    assert Whole(2.0, 3.0).area() == 6


def test_a_type_without_a_constructor(testing):
    ticket = testing.make_ticket(7)
    assert ticket.number == 7
    with pytest.raises(TypeError, match=r"^testing\.Ticket has no constructor; call a function that"):
        testing.Ticket(7)


def test_a_constructor_is_not_inherited(testing, registered):
    # The parent's constructor would create an object of the parent.
    @registered("testing.Corner")
    class Corner(testing.Point):
        pass

    corner = testing.make_corner(1, 2)
    assert type(corner) is Corner
    assert corner.moved(1).x == 2.0


def test_a_constructor_that_returns_an_existing_object(testing):
    one = testing.Single()
    again = testing.Single()
    assert one == again
    assert one.same_as(again)
    assert testing.echo(again) is one
    del again
    assert testing.echo([one])[0] is one


def test_text(testing):
    counter = testing.Counter(label="c")
    assert repr(counter) == 'Counter(step=1, value=0, label="c")'
    assert str(counter) == f"{counter}" == "c at 0"
    assert repr(testing.Point(1, 2)) == str(testing.Point(1, 2)) == "Point { x: 1.0, y: 2.0 }"
    assert repr(testing.Node("n")).startswith("<testing.Node object at 0x")


@pytest.mark.parametrize("other", [3, "x", None, 2**80, "\ud800", object(), [1], len, b"b", 1.5])
def test_equality_with_other_values(testing, other):
    point = testing.Point(1, 2)
    assert (point == other) is False
    assert (other == point) is False
    assert point != other
    with pytest.raises(TypeError, match="not supported between instances"):
        testing.Counter() < other  # noqa: B015


def test_equality_and_hashing(testing):
    a, b, c = testing.Counter(2, "a"), testing.Counter(2, "b"), testing.Counter(3)
    assert a == b
    assert a is not b
    assert hash(a) == hash(b)
    assert a != c
    assert {a: 1}[b] == 1
    assert (a != b) is False
    point = testing.Point(1, 2)
    assert point == testing.Point(1.0, 2.0) != testing.Point(1.0, 2.5)
    assert point != testing.Counter()
    # A type with equality has no hash unless it defines one.
    with pytest.raises(TypeError, match="unhashable type: 'Point'"):
        hash(point)
    # A type without both compares by identity.
    node = testing.Node("n")
    assert node != testing.Node("n")
    assert {node: 1}[testing.echo(node)] == 1


def test_ordering(testing):
    low, high = testing.Counter(1), testing.Counter(1)
    high.value = 5
    assert low < high
    assert low <= high
    assert high > low
    assert high >= high
    assert sorted([high, low])[0] is low
    assert max(low, high) is high
    with pytest.raises(TypeError, match="'<' not supported"):
        low < testing.Point()  # noqa: B015
    with pytest.raises(TypeError, match="'<' not supported"):
        testing.Point() < testing.Point()  # noqa: B015


def test_length(testing):
    counter = testing.Counter()
    assert len(counter) == 0
    assert not counter
    counter.add(4)
    assert len(counter) == 4
    with pytest.raises(TypeError, match=r"has no len\(\)"):
        len(testing.Point())


def test_signatures(testing):
    counter_class = testing.Counter
    assert str(inspect.signature(counter_class.add)) == "(self, by: int = 1) -> int"
    assert str(inspect.signature(counter_class().add)) == "(by: int = 1) -> int"
    assert str(inspect.signature(counter_class.add_all)) == "(self, *args) -> int"
    made = "(step: int = 1, label: str = 'counter') -> None"
    assert str(inspect.signature(counter_class)) == made
    assert str(inspect.signature(counter_class.__init__)) == f"(self, {made[1:]}"
    further = "(a: testing.Counter, b: testing.Counter) -> testing.Counter"
    assert str(inspect.signature(counter_class.further)) == further
    assert str(inspect.signature(testing.Point.__eq__)) == "(self, other, /)"

    class Mine(counter_class):
        def __init__(self, note):
            super().__init__()

    assert str(inspect.signature(Mine)) == "(note)"


def test_names_and_docs(testing):
    add = testing.Counter.add
    assert (add.__name__, add.__qualname__, add.__module__) == ("add", "Counter.add", "tvmlike.testing")
    assert add.__doc__ == "Advances by some steps and returns the new count."
    assert testing.Counter.__doc__.startswith("A number that goes up in steps.")
    assert testing.Counter.step.__doc__ == "The amount of one step."
    assert testing.Counter.__init__.__doc__ == "Creates a counter at 0."
    assert testing.Counter.further.__doc__ == "The counter that is further."
    assert inspect.isroutine(add)


def test_names_of_classes_in_the_interpreters_messages(testing):
    tensor, method = tvmlike.zeros([1]), testing.Counter.add
    planned = testing.shade
    attached = tvmlike.get_global_func("registry.info")
    for one, name in (
        (tensor, "Tensor"),
        (planned, "PackedFunc"),
        (attached, "PackedFunc"),
        (method, "Method"),
        (testing.Point(), "Point"),
        (tvmlike.Array([1]), "Array"),
        (tvmlike.Map({}), "Map"),
    ):
        cls = type(one)
        assert cls.__name__ == cls.__qualname__ == name
        assert cls.__module__.startswith("tvmlike.")
        with pytest.raises(TypeError) as caught:
            one + 1
        assert str(caught.value) == f"unsupported operand type(s) for +: '{name}' and 'int'"


def test_help(testing):
    text = pydoc.plain(pydoc.render_doc(testing.Counter))
    for line in (
        "class Counter(tvmlike.object.Object)",
        "Counter(step: int = 1, label: str = 'counter')",
        "A number that goes up in steps.",
        "add(self, by: int = 1) -> int",
        "Advances by some steps and returns the new count.",
        "further(a: testing.Counter, b: testing.Counter) -> testing.Counter",
        "The amount of one step.",
    ):
        assert line in text
    assert "Static methods defined here" in text
    assert "Readonly properties defined here" in text
    assert "add(self, by: int = 1) -> int" in pydoc.plain(pydoc.render_doc(testing.Counter.add))


def test_identity_and_weak_references(testing):
    counter = testing.Counter()
    alive = weakref.ref(counter)
    testing.hold(counter)
    assert testing.held() is counter
    del counter
    gc.collect()
    assert alive() is None
    assert type(testing.held()) is testing.Counter
    testing.release()


def test_no_reference_or_file_leaks(testing):
    before = testing.Node.alive()
    node = testing.Node("n", [testing.Node("a"), testing.Node(name="b")])
    assert testing.Node.alive() == before + 3
    assert [child.name for child in node.children] == ["a", "b"]
    count = sys.getrefcount(node)
    for _ in range(10):
        node.name, node.touch(), node.tag
        node.tag = [node.name]
        with pytest.raises(TypeError):
            node.add(3)
        with pytest.raises(TypeError):
            node.add(other=3)
    assert sys.getrefcount(node) == count
    del node
    with pytest.raises(TypeError):
        testing.Node(3)
    with pytest.raises(TypeError):
        testing.Node("n", [3])
    gc.collect()
    assert testing.Node.alive() == before


def test_threads_get_the_same_class(run_python):
    status, out, err = run_python("""
        import threading
        start = threading.Barrier(8)
        classes = []

        def ask():
            start.wait()
            classes.append(testing.Point3)

        threads = [threading.Thread(target=ask) for _ in range(8)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        print(len(classes), len(set(classes)))
    """)
    assert (status, out.split(), err) == (0, ["8", "1"], "")
