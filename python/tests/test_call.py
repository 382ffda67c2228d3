"""Calls of a PackedFunc, and its attributes."""

from __future__ import annotations

import copy
import inspect
import pickle
import pydoc

import pytest

import tvmlike


def test_results_of_calls_are_independent(testing):
    assert [testing.add3(a, 1, 1) for a in range(5)] == [2, 3, 4, 5, 6]
    assert testing.nop() is None
    # Calls reuse a frame: nothing of the previous call may be left in it.
    for value in (1, "text", 1.5, None, b"x", True, [1]):
        assert testing.echo(value) == value
        assert testing.nop() is None
        assert testing.add3(1, 2, 3) == 6


def test_arguments_of_mixed_types_in_one_call(testing):
    seen = []
    mixed = (1, 2.5, "s", "a longer string", None, True, b"x", 3)
    testing.call(lambda *args: seen.append(args), *mixed)
    assert seen == [mixed]
    assert [type(value) for value in seen[0]] == [type(value) for value in mixed]


@pytest.mark.parametrize("count", [0, 1, 7, 8, 9, 100, 1000])
def test_any_number_of_arguments(testing, count):
    assert testing.call(lambda *args: len(args), *range(count)) == count
    assert testing.call(lambda *args: args == tuple(map(str, range(count))), *map(str, range(count))) is True


@pytest.mark.parametrize("args", [(), (1,), (1, 2), (1, 2, 3, 4)])
def test_a_wrong_count_is_a_type_error(testing, args):
    with pytest.raises(TypeError, match=rf"testing\.add3: expected 3 arguments, got {len(args)}"):
        testing.add3(*args)


def test_a_missing_argument_is_named(testing):
    with pytest.raises(TypeError, match="argument 3 `c` is missing"):
        testing.add3(1, 2)


def test_a_wrong_type_is_named(testing):
    with pytest.raises(TypeError, match=r"testing\.add3: argument 2 `b`: expected i64, got str"):
        testing.add3(1, "x", 3)
    with pytest.raises(TypeError, match=r"argument 1 `a`: expected i64, got float"):
        testing.add3(1.0, 2, 3)


def test_defaults_and_optionals(testing):
    assert testing.default(1) == 12
    assert testing.default(1, 5) == 15
    assert (testing.optional(), testing.optional(None), testing.optional(7)) == (-1, -1, 7)


def test_keywords(testing):
    assert testing.add3(1, 2, c=3) == 6
    with pytest.raises(TypeError, match="unexpected keyword argument 'd'"):
        testing.add3(1, 2, d=3)


def test_repr_and_attributes(testing):
    add3 = testing.add3
    assert add3.__qualname__ == "testing.add3"
    assert repr(add3) == "<PackedFunc testing.add3>"
    assert add3.__doc__
    signature = inspect.signature(add3)
    assert list(signature.parameters) == ["a", "b", "c"]
    assert inspect.signature(testing.default).parameters["b"].default == 2
    assert str(inspect.signature(tvmlike.tensor.add)) == "(a: Tensor, b: Tensor) -> Tensor"
    assert str(inspect.signature(testing.optional)) == "(x: int | None = None) -> int"
    assert str(inspect.signature(testing.call)).endswith("*args) -> Any")
    assert "tvmlike.tensor" in pydoc.render_doc(tvmlike.tensor.add)
    assert "function of the runtime" in tvmlike.PackedFunc.__doc__


def test_a_function_without_a_record(testing):
    counter = testing.counter(0)
    assert counter.__name__ == "PackedFunc"
    assert repr(counter).startswith("<PackedFunc at 0x")
    assert counter.__doc__ is None
    assert list(inspect.signature(counter).parameters) == ["args"]


def test_a_replaced_function_does_not_describe_its_successor(name):
    def first():
        """First."""

    def second():
        """Second."""

    tvmlike.register_func(name, first)
    held = tvmlike.get_global_func(name)
    assert held.__doc__ == "First."
    tvmlike.register_func(name, second, override=True)
    assert held.__doc__ is None
    assert tvmlike.get_global_func(name).__doc__ == "Second."


def test_equal_functions(testing):
    assert testing.add3 == testing.add3
    assert hash(testing.add3) == hash(testing.add3)
    assert testing.add3 != testing.nop
    assert testing.add3 != 3


def test_copies(testing):
    add3 = testing.add3
    assert copy.copy(add3) is add3
    assert copy.deepcopy([add3])[0] is add3


def test_freed_once(testing):
    counter = testing.counter(0)
    assert counter() == 0
    counter._free()
    assert repr(counter) == "<freed PackedFunc>"
    with pytest.raises(ValueError, match="freed"):
        counter._free()
    with pytest.raises(ValueError, match="freed"):
        counter()
    with pytest.raises(ValueError, match=r"testing\.echo: argument 1 `x`: .*freed"):
        testing.echo(counter)
    with pytest.raises(ValueError, match="freed"):
        hash(counter)
    # The error of the failed call does not affect the next one.
    assert testing.add3(1, 2, 3) == 6


def test_made_from_a_callable():
    double = tvmlike.PackedFunc(lambda x: 2 * x)
    assert double(21) == 42
    with pytest.raises(TypeError, match="expected a callable, got"):
        tvmlike.PackedFunc(3)


def test_the_type_key(testing):
    assert testing.add3.type_key == "runtime.PackedFunc"
    assert testing.add3.type_index == 68


def test_a_registered_function_is_pickled_as_its_name(testing, name):
    assert pickle.loads(pickle.dumps(testing.add3)) is testing.add3
    with pytest.raises(TypeError, match="cannot pickle or copy PackedFunc"):
        pickle.dumps(testing.counter(1))
    tvmlike.register_func(name, testing.counter(1))
    registered = tvmlike.get_global_func(name)
    data = pickle.dumps(registered)
    tvmlike.remove_global_func(name)
    with pytest.raises(TypeError, match="cannot pickle or copy PackedFunc"):
        pickle.dumps(registered)
    with pytest.raises(ValueError, match="no function"):
        pickle.loads(data)
