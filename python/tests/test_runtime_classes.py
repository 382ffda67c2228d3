"""Classes that are created at run time, from data."""

from __future__ import annotations

import gc
import inspect
import pydoc

import pytest

import tvmlike
from tvmlike import _classes, stubs


@pytest.fixture
def made(testing):
    """Creates classes; removes them afterwards in reverse order."""
    keys = []

    def make(function, key, *args, **keywords):
        function(key, *args, **keywords)
        if key not in keys:
            keys.append(key)
        return eval(f"tvmlike.{key}", {"tvmlike": tvmlike})

    yield make
    for key in reversed(keys):
        try:
            testing.remove_class(key)
        except ValueError as error:
            assert "no type is registered" in str(error)


def test_a_class_from_data(testing, made):
    before = testing.Operation.of("arith.addi", 2)
    assert type(before) is testing.Operation
    AddIOp = made(testing.make_operation_class, "testing.dialect.AddIOp", "arith.addi")
    # Objects from before are instances of the new class.
    assert isinstance(before, AddIOp)
    assert (before.doubled, before.scaled(10), before.scaled(by=3)) == (4, 20, 6)
    op = testing.Operation.of("arith.addi", 5)
    assert type(op) is AddIOp
    assert type(testing.Operation.of("arith.subi", 5)) is testing.Operation
    assert (AddIOp.OPERATION_NAME, AddIOp.__doc__) == ("arith.addi", "The operation arith.addi.")
    assert type(AddIOp.make(3)) is AddIOp
    assert issubclass(AddIOp, testing.Operation)
    assert str(inspect.signature(AddIOp.scaled)) == "(self, by: Any) -> Any"
    assert AddIOp(op) is op
    with pytest.raises(TypeError, match=r"expected testing\.dialect\.AddIOp, got testing\.Operation"):
        AddIOp(testing.Operation.of("arith.subi"))


def test_a_new_class_is_visible_at_once(testing, made):
    assert not hasattr(testing, "Fresh")
    assert "Fresh" not in dir(testing)
    first = made(testing.make_operation_class, "testing.Fresh", "fresh")
    assert testing.Fresh is first
    assert "Fresh" in dir(testing)
    assert "Fresh" in stubs.texts(["testing"])["testing.pyi"]
    assert (
        "class TVMLIKE_INTERNAL Fresh : public ::testing::Operation"
        in (stubs.texts(["testing"], "cpp")["testing.hpp"])
    )
    assert "The operation fresh." in pydoc.render_doc(testing.Fresh, renderer=pydoc.plaintext)
    op = testing.Operation.of("fresh", 4)
    testing.remove_class("testing.Fresh")
    assert not hasattr(testing, "Fresh")
    assert "Fresh" not in dir(testing)
    assert type(testing.Operation.of("fresh", 4)) is testing.Operation
    # Existing objects keep their class.
    assert type(op) is first
    assert op.doubled == 8


def test_it_is_replaced(testing, made):
    first = made(testing.make_operation_class, "testing.Swapped", "one")
    one = testing.Operation.of("one", 1)
    with pytest.raises(ValueError, match=r"type testing\.Swapped is already registered"):
        testing.make_operation_class("testing.Swapped", "two")
    assert testing.Swapped is first
    second = made(testing.make_operation_class, "testing.Swapped", "two", replace=True)
    assert testing.Swapped is second
    assert second is not first
    assert type(one) is first
    assert one.doubled == 2
    assert type(testing.Operation.of("one")) is testing.Operation
    assert type(testing.Operation.of("two")) is second


def test_classes_cause_events(testing, made):
    told = []
    subscription = tvmlike.registry.subscribe(
        "testing", lambda event, names: told.extend((event, name) for name in names)
    )
    try:
        made(testing.make_operation_class, "testing.Told", "told")
        testing.make_operation_class("testing.Told", "told", replace=True)
        testing.remove_class("testing.Told")
    finally:
        tvmlike.registry.unsubscribe(subscription)
    assert told == [(event, "testing.Told") for event in ("registered", "overridden", "removed")]


def test_a_class_with_objects_of_its_own(testing, made):
    Greeter = made(testing.make_class, "testing.Greeter")
    greeter = Greeter("me")
    assert (type(greeter), greeter.type_key) == (Greeter, "testing.Greeter")
    assert (greeter.name, greeter.greet("hello"), greeter.greet(name="hi")) == (
        "me",
        "hello from me",
        "hi from me",
    )
    assert isinstance(greeter, testing.Operation)
    assert str(inspect.signature(Greeter)) == "(name: str) -> None"
    made(testing.make_class, "testing.Greeter", replace=True)
    assert greeter.greet("still") == "still from me"
    assert type(testing.Greeter("new")) is testing.Greeter is not Greeter
    assert not isinstance(greeter, testing.Greeter)


def test_invalid_classes_are_errors(testing, made):
    with pytest.raises(ValueError, match=r"type testing\.Counter was not made at run time"):
        testing.remove_class("testing.Counter")
    with pytest.raises(ValueError, match=r"type testing\.Counter was not made at run time"):
        testing.make_operation_class("testing.Counter", "x", replace=True)
    with pytest.raises(ValueError, match=r'no type is registered as "testing\.Nothing"'):
        testing.remove_class("testing.Nothing")
    with pytest.raises(ValueError, match=r"its parent testing\.Nothing is not registered"):
        testing.make_bad_class("testing.Bad", "testing.Nothing", False)
    with pytest.raises(ValueError, match="duplicate member `f`"):
        testing.make_bad_class("testing.Bad", "testing.Operation", True)
    assert not hasattr(testing, "Bad")
    made(testing.make_operation_class, "testing.Upper", "upper")
    with pytest.raises(ValueError, match=r"its parent testing\.Upper is a refinement"):
        testing.make_bad_class("testing.Bad", "testing.Upper", False)
    made(testing.refine, "testing.Lower", "testing.Upper", lambda op: op.operands > 1)
    with pytest.raises(
        ValueError, match=r"testing\.Upper is the parent of testing\.Lower; remove testing\.Lower first"
    ):
        testing.remove_class("testing.Upper")
    assert type(testing.Operation.of("upper", 2)) is testing.Lower
    assert type(testing.Operation.of("upper", 1)) is testing.Upper


def test_a_predicate_in_python(testing, made):
    met = []

    def predicate(op):
        met.append(op)
        if op.operands == 13:
            raise ZeroDivisionError("unlucky")
        return op.operands % 2 == 0 if op.operands != 14 else "yes"

    made(testing.refine, "testing.EvenOp", "testing.Operation", predicate)
    even = testing.Operation.of("a", 2)
    # The predicate's argument is the object's Python object.
    assert type(even) is testing.EvenOp
    assert met[-1] is even
    assert type(testing.Operation.of("a", 3)) is testing.Operation
    met.clear()
    assert type(testing.Operation.of("a", 4)) is testing.EvenOp
    with pytest.raises(ZeroDivisionError, match="unlucky"):
        testing.Operation.of("a", 13)
    with pytest.raises(
        TypeError, match=r"testing\.EvenOp\.__refines__: expected a result of type bool, got str"
    ):
        testing.Operation.of("a", 14)
    met.clear()
    gc.collect()
    assert type(testing.Operation.of("a", 6)) is testing.EvenOp


def test_a_base_that_was_used_before(testing, made):
    """Objects become instances of the refinement even if its class was never looked up by name."""
    assert type(testing.Operation.of("used", 1)) is testing.Operation
    testing.make_operation_class("testing.Used", "used")
    try:
        op = testing.Operation.of("used", 1)
        assert type(op).__name__ == "Used"
        assert op.doubled == 2
    finally:
        testing.remove_class("testing.Used")


def test_members_can_be_python_functions(testing, made, capfd):
    def refine(key, member):
        testing.refine(key, "testing.Operation", lambda op: op.operands > 2, member)

    seen = []

    def ask(*args):
        seen.append(args)
        return len(args)

    Asked = made(refine, "testing.Asked", ask)
    op = testing.Operation.of("a", 3)
    assert type(op) is Asked
    assert (op.ask(), op.ask(1, 2), Asked.ask_any(1, 2), op.asked) == (1, 3, 2, 1)
    op.asked = 7
    assert seen == [(op,), (op, 1, 2), (1, 2), (op,), (op, 7)]
    with pytest.raises(
        TypeError, match=r"^Asked\.__init__\(\) missing 1 required positional argument: 'value'"
    ):
        Asked()
    testing.remove_class("testing.Asked")
    assert type(testing.Operation.of("a", 3)) is testing.Operation
    # The failing subscription is not reported.
    assert capfd.readouterr().err == ""


def test_objects_with_keys_follow_new_refinements(testing, made):
    """The classes that are kept by key are those of the present refinements."""
    assert [type(testing.Keyed.of(number)) for number in (0, 1, 2)] == [
        testing.KeyedZero,
        testing.Keyed,
        testing.Keyed,
    ]
    first = testing.Keyed.of(1)
    Two = made(
        testing.refine, "testing.KeyedTwo", "testing.Keyed", lambda one: not isinstance(one, tvmlike.Array)
    )
    assert type(testing.Keyed.of(1)) is type(testing.Keyed.of(2)) is Two
    assert type(testing.Keyed.of(3)) is testing.KeyedZero
    assert isinstance(first, Two)
    testing.remove_class("testing.KeyedTwo")
    assert type(testing.Keyed.of(1)) is type(testing.Keyed.of(2)) is testing.Keyed


def test_a_change_of_functions_looks_at_no_class(testing, monkeypatch):
    looked = []
    current = _classes.is_current
    monkeypatch.setattr(_classes, "is_current", lambda index: looked.append(index) or current(index))
    for _ in range(3):
        tvmlike.register_func("pytest.no_class.f", lambda: 1)
        tvmlike.register_func("pytest.no_class.f", lambda: 2, override=True)
        tvmlike.remove_global_func("pytest.no_class.f")
    # The first change after types have left, in an earlier test, looks for those.
    del looked[:]
    tvmlike.register_func("pytest.no_class.f", lambda: 1)
    tvmlike.remove_global_func("pytest.no_class.f")
    assert looked == []
