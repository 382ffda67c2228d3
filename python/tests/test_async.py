"""Coroutine functions, which native code cannot call, and native functions that coroutines await."""

from __future__ import annotations

import asyncio
import functools
import inspect
import threading
import types

import pytest

import tvmlike


async def fetch(x):
    return x


async def stream(x):
    yield x


@types.coroutine
def old_style(x):
    yield x


class Client:
    async def __call__(self, x):
        return x

    async def get(self, x):
        return x

    @classmethod
    async def of_class(cls, x):
        return x

    @staticmethod
    async def of_none(x):
        return x


COROUTINE_FUNCTIONS = {
    "fetch": fetch,
    "stream": stream,
    "old_style": old_style,
    "Client.get": Client().get,
    "Client.of_class": Client.of_class,
    "Client.of_none": Client.of_none,
    "Client": Client(),
    "partial": functools.partial(fetch, 1),
    "partial ": functools.partial(functools.partial(Client().get), 1),
}


EXPECTED = "expected a function, got the coroutine function"


@pytest.mark.parametrize("name", COROUTINE_FUNCTIONS)
def test_coroutine_functions_are_refused_by_name(testing, name):
    function = COROUTINE_FUNCTIONS[name]
    text = f"expected a function, got the coroutine function {name.strip()}, which native code cannot await"
    with pytest.raises(
        TypeError, match=f"testing.call: argument 1 `f`: {text}; pass a function that runs it"
    ):
        testing.call(function, 1)
    with pytest.raises(TypeError, match=f"testing.echo: argument 1 `x`: item 1: {text}"):
        testing.echo([1, function])
    with pytest.raises(TypeError, match=f"PackedFunc: argument 1 `function`: {text}"):
        tvmlike.PackedFunc(function)
    with pytest.raises(TypeError, match=f"convert: {text}"):
        tvmlike.convert(function)


def test_a_coroutine_function_is_not_registered(name):
    with pytest.raises(TypeError, match=f"register_func: argument 2 `f`: {EXPECTED} fetch"):
        tvmlike.register_func(name, fetch)
    with pytest.raises(TypeError, match=f"{EXPECTED} test_a_coroutine_function_is_not_registered.*g,"):

        @tvmlike.register_func(name)
        async def g(): ...

    assert tvmlike.get_global_func(name, allow_missing=True) is None


def test_a_coroutine_function_as_a_result_is_refused(testing):
    with pytest.raises(TypeError, match=f"<lambda>: the result: {EXPECTED} fetch"):
        testing.call(lambda: fetch)


def test_the_remedy_of_the_message(testing):
    assert testing.call(lambda *args: asyncio.run(fetch(*args)), 3) == 3


def test_generators_and_functions_that_return_them_are_accepted(testing):
    def numbers():
        yield 1

    assert inspect.isgenerator(testing.call(numbers))
    assert testing.call(functools.partial(max, 3), 2) == 3


def test_await_runs_the_function_on_another_thread(testing):
    async def main():
        release = asyncio.Event()
        loop = asyncio.get_running_loop()

        def wait(x):
            # The event loop runs meanwhile.
            asyncio.run_coroutine_threadsafe(set_it(), loop).result(10)
            return threading.current_thread() is threading.main_thread(), x

        async def set_it():
            release.set()

        return await tvmlike.aio(testing.call_in_thread)(wait, 7), release.is_set()

    result, released = asyncio.run(main())
    assert (list(result), released) == ([False, 7], True)


def test_several_at_a_time_and_errors(testing):
    sleep = tvmlike.aio(testing.wait_ms)
    assert inspect.iscoroutinefunction(sleep)
    assert inspect.signature(sleep) == inspect.signature(testing.wait_ms)
    assert (sleep.__name__, sleep.__doc__) == ("wait_ms", testing.wait_ms.__doc__)

    async def main():
        await asyncio.gather(*(sleep(20) for _ in range(4)))
        with pytest.raises(TypeError, match="wait_ms: argument 1"):
            await sleep("soon")
        with pytest.raises(TypeError, match="unexpected keyword argument"):
            await sleep(1, later=2)

    asyncio.run(main())


def test_stop_iteration_does_not_stop_the_event_loop(testing):
    def stop(x):
        raise StopIteration(x)

    async def main():
        with pytest.raises(RuntimeError, match="call_in_thread raised StopIteration") as caught:
            await asyncio.wait_for(tvmlike.aio(testing.call_in_thread)(stop, 1), 10)
        assert isinstance(caught.value.__cause__, StopIteration)

    asyncio.run(main())


def test_functions_without_a_registration_are_awaited(testing):
    total = testing.counter(1)
    assert asyncio.run(tvmlike.aio(total)()) == 1


def test_a_function_that_keeps_the_gil_is_refused(testing):
    with pytest.raises(TypeError, match="add3 keeps the GIL while it runs; call it directly"):
        tvmlike.aio(testing.add3)


@pytest.mark.parametrize("value", [len, None, fetch, 3])
def test_other_callables_are_refused(value):
    got = type(value).__name__
    with pytest.raises(TypeError, match=f"aio: argument 1 `function`: expected a PackedFunc, got {got}"):
        tvmlike.aio(value)
