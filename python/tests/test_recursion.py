"""At any recursion depth, a call returns its result or raises a RecursionError."""

from __future__ import annotations

import resource
import sys

import pytest

import tvmlike


class Own(Exception):
    pass


ERROR = Own()
MARKER = object()


def fails():
    raise ERROR


def python_error(testing):
    with pytest.raises(Own) as caught:
        testing.call(fails)
    return caught.value is ERROR


def native_error(testing):
    with pytest.raises(TypeError):
        testing.add3(1, 2, "x")
    return True


def array(testing):
    np = pytest.importorskip("numpy")
    return tvmlike.tensor.sum(np.ones(3)) == 3.0


def lent(testing):
    np = pytest.importorskip("numpy")
    shared = testing.echo(np.ones(3))
    for options in ({}, {"max_version": (1, 0)}, {"copy": True}):
        shared.__dlpack__(**options)
    return bool(np.from_dlpack(shared).sum() == 3.0)


def missing(testing):
    with pytest.raises(ValueError, match="close to it"):
        tvmlike.get_global_func("testing.no")
    return True


def registered(testing):
    tvmlike.register_func("pytest.recursion.f", lambda: None, override=True)
    return True


def removed(testing):
    tvmlike.register_func("pytest.recursion.g", lambda: None, override=True)
    tvmlike.remove_global_func("pytest.recursion.g")
    return True


def not_removed(testing):
    with pytest.raises(ValueError, match=r"recursion\.nothing"):
        tvmlike.remove_global_func("pytest.recursion.nothing")
    return True


OPERATIONS = {
    "ints": lambda testing: testing.add3(1, 2, 3) == 6,
    "text": lambda testing: testing.echo("a longer string") == "a longer string",
    "text with a NUL": lambda testing: testing.echo("a longer\0string") == "a longer\0string",
    "bytes": lambda testing: testing.bytes_len(b"x" * 50) == 50,
    "shape": lambda testing: testing.echo(tvmlike.Shape((1, 2))) == (1, 2),
    "list": lambda testing: testing.echo([[[[1]]]]) == [[[[1]]]],
    "dict": lambda testing: testing.echo({"a": {"b": [1]}}) == {"a": {"b": [1]}},
    "python object": lambda testing: testing.echo(MARKER) is MARKER,
    "object": lambda testing: testing.point_x(testing.make_point(1.0, 2.0)) == 1.0,
    "array": array,
    "callback": lambda testing: testing.call(lambda: True),
    "callback with text": lambda testing: testing.call(lambda x: x * 10, "x") == "x" * 10,
    "callback of a callback": lambda testing: testing.call(testing.call, testing.call, lambda: True),
    "callback on a thread": lambda testing: testing.call_in_thread(lambda x: x, 1) == 1,
    "python error": python_error,
    "native error": native_error,
    "look-up": lambda testing: tvmlike.get_global_func("testing.nop")() is None,
    "look-up of what is missing": missing,
    "listing": lambda testing: "testing.nop" in tvmlike.list_global_func_names("testing"),
    "registration": registered,
    "removal": removed,
    "removal of nothing": not_removed,
    "lent": lent,
    "attribute": lambda testing: tvmlike.testing.nop() is None,
}


@pytest.mark.parametrize("operation", OPERATIONS)
def test_at_every_depth(testing, operation, monkeypatch):
    unraisable = []
    monkeypatch.setattr(sys, "unraisablehook", unraisable.append)
    function = OPERATIONS[operation]

    def at_depth(depth):
        return function(testing) if depth == 0 else at_depth(depth - 1)

    limit = sys.getrecursionlimit()
    assert at_depth(10) is True
    outcomes = set()
    for depth in range(limit - 150, limit):
        try:
            outcomes.add(at_depth(depth))
        except RecursionError:
            outcomes.add(RecursionError)
    assert outcomes == {True, RecursionError}
    assert unraisable == []
    assert function(testing) is True
    for left in tvmlike.list_global_func_names("pytest.recursion"):
        tvmlike.remove_global_func(left)


def test_recursion_through_calls_on_small_stacks(run_python, testing):
    program = """
        import threading
        def deeper():
            return testing.call(deeper)
        def work():
            try:
                deeper()
            except RecursionError:
                print("RecursionError", testing.add3(1, 2, 3))
        for size in (256, 512, 1024, 1300):
            threading.stack_size(size << 10)
            thread = threading.Thread(target=work)
            thread.start()
            thread.join()
        threading.stack_size(0)
        sys.setrecursionlimit(1_000_000)
        work()
    """
    # The main thread of the new interpreter gets a small stack too: errors that leave many calls take long.
    soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
    resource.setrlimit(resource.RLIMIT_STACK, (2 << 20, hard))
    try:
        assert run_python(program) == (0, "RecursionError 6\n" * 5, "")
    finally:
        resource.setrlimit(resource.RLIMIT_STACK, (soft, hard))


def test_recursion_after_the_process_has_lowered_its_limit(run_python, testing):
    program = """
        import resource
        def deeper():
            return testing.call(deeper)
        assert testing.call(lambda: 1) == 1
        _, hard = resource.getrlimit(resource.RLIMIT_STACK)
        sys.setrecursionlimit(1_000_000)
        for limit in (1 << 20, 512 << 10, 2 << 20):
            resource.setrlimit(resource.RLIMIT_STACK, (limit, hard))
            try:
                deeper()
            except RecursionError:
                print("RecursionError", testing.add3(1, 2, 3))
    """
    assert run_python(program) == (0, "RecursionError 6\n" * 3, "")
