"""Python callables that native code calls."""

from __future__ import annotations

import functools
import gc
import sys
import threading
import weakref

import pytest

import tvmlike


class Callable:
    def __call__(self, x):
        return x + 1

    def method(self, x):
        return x + 2

    @classmethod
    def of_class(cls, x):
        return x + 3

    @staticmethod
    def of_none(x):
        return x + 4


KINDS = {
    "lambda": lambda x: x + 1,
    "instance": Callable(),
    "method": Callable().method,
    "class method": Callable.of_class,
    "static method": Callable.of_none,
    "partial": functools.partial(max, 10),
    "built-in": abs,
    "class": str,
}


@pytest.mark.parametrize("kind", KINDS)
def test_callables_of_every_kind(testing, kind):
    function = KINDS[kind]
    assert testing.call(function, 3) == function(3)
    assert testing.echo(function) is function
    assert testing.echo([function])[0] is function
    assert testing.type_key(function) == "runtime.PackedFunc"


def test_a_native_function_is_passed_as_it_is(testing):
    assert testing.echo(testing.add3) == testing.add3
    assert testing.call(testing.add3, 1, 2, 3) == 6


def test_arguments_and_results_of_every_type(testing):
    values = [None, True, 2**62, -1, 0.5, "s", "a longer string\0 with a NUL", b"", b"longer than seven"]
    values += [
        (1, 2),
        {"a": [1]},
        tvmlike.cpu(),
        tvmlike.DataType("int8"),
        tvmlike.Shape((1, 2)),
        object(),
        len,
    ]
    for value in values:
        assert testing.call(lambda x: x, value) == value
        seen = testing.call(lambda x, value=value: [x == value, value], value)
        assert list(seen) == [True, value]


def test_a_result_that_has_no_native_form_is_an_error_of_the_call(testing):
    def too_large():
        return 2**63

    def surrogate():
        return "\ud800"

    with pytest.raises(OverflowError, match=r"too_large: the result: 9223372036854775808"):
        testing.call(too_large)
    with pytest.raises(ValueError, match=r"surrogate: the result: .*surrogate"):
        testing.call(surrogate)


def test_called_many_times(testing):
    seen: list[int] = []
    assert testing.call_n(seen.append, 1000) is None
    assert seen == list(range(1000))
    assert testing.call_n(lambda x: x * 2, 10) == 18


def test_a_wrong_signature_is_a_type_error(testing):
    with pytest.raises(TypeError, match="positional argument"):
        testing.call(lambda: 1, 2)


def test_calls_nest(testing):
    def down(depth):
        return 0 if depth == 0 else 1 + testing.call(down, depth - 1)

    assert testing.call(down, 50) == 50


def test_the_same_function_is_entered_again_while_it_runs(testing):
    def outer(x):
        return testing.call(lambda y: testing.add3(x, y, testing.call(lambda z: z, 1)), 10)

    assert testing.call(outer, 100) == 111


def test_endless_recursion_is_a_recursion_error(testing):
    def endless(x):
        return testing.call(endless, x + 1)

    for _ in range(3):
        with pytest.raises(RecursionError):
            testing.call(endless, 0)
    assert testing.add3(1, 2, 3) == 6


def test_endless_recursion_by_name(testing, name):
    @tvmlike.register_func(name)
    def endless(x):
        return tvmlike.get_global_func(name)(x + 1)

    with pytest.raises(RecursionError):
        endless(0)


def test_callbacks_on_a_native_thread(testing):
    here = threading.get_ident()

    def other(x):
        assert threading.get_ident() != here
        return x + 1

    assert testing.call_in_thread(other, 1) == 2
    with pytest.raises(ZeroDivisionError):
        testing.call_in_thread(lambda x: 1 // x, 0)


def test_calls_from_many_python_threads(testing):
    failed: list[object] = []

    def work(seed):
        for position in range(300):
            got = testing.call(lambda x, y: [x, str(y)], seed, position)
            if got != [seed, str(position)] or testing.add3(seed, position, 1) != seed + position + 1:
                failed.append((seed, position, got))

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []


def test_other_threads_run_during_a_native_call(testing):
    # The native thread needs the GIL while this thread waits in native code.
    assert [testing.call_in_thread(lambda x: x * x, number) for number in range(20)][-1] == 361


def test_a_callable_is_released_with_its_last_native_reference(testing):
    function = Callable()
    alive = weakref.ref(function)
    before = sys.getrefcount(function)
    for _ in range(10):
        testing.call(function, 1)
        testing.echo(function)
        testing.echo([function, {"f": function}])
    assert sys.getrefcount(function) == before
    testing.hold(function)
    held = sys.getrefcount(function)
    assert held > before
    del function
    gc.collect()
    assert testing.held() is alive()
    testing.release()
    gc.collect()
    assert alive() is None


def test_a_registered_function_is_released_when_its_name_is_removed(name):
    function = Callable()
    alive = weakref.ref(function)
    tvmlike.register_func(name, function)
    del function
    gc.collect()
    assert alive() is not None
    tvmlike.remove_global_func(name)
    gc.collect()
    assert alive() is None


def test_a_callback_may_drop_what_is_calling_it(testing, name):
    def last():
        tvmlike.remove_global_func(name)
        gc.collect()
        return "done"

    tvmlike.register_func(name, last)
    assert tvmlike.get_global_func(name)() == "done"
