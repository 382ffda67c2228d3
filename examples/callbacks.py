"""Python functions in native hands: a callback is an argument like any other.

    python examples/callbacks.py

Every native function here is one of tvmlike's own: `array.map` calls a function on each item.
"""

from __future__ import annotations

import gc
import threading
import traceback
import weakref
from typing import Any

import tvmlike


def main() -> None:
    any_callable_will_do()
    an_exception_comes_through_as_itself()
    a_callable_comes_back_as_itself()
    native_code_keeps_it_as_long_as_it_likes()
    calls_nest()
    many_threads_may_call()


def any_callable_will_do() -> None:
    words = ["one", "two", "three"]
    lengths = tvmlike.array.map(len, words)
    shouted = tvmlike.array.map(str.upper, words)
    offset = 100
    shifted = tvmlike.array.map(lambda x: x + offset, lengths)
    print("callables:", *lengths, *shouted, *shifted)
    assert shifted == [103, 103, 105]


class OutOfStock(Exception):
    """An exception with an attribute, as programs have them."""

    def __init__(self, item: str) -> None:
        super().__init__(f"no {item} left")
        self.item = item


def an_exception_comes_through_as_itself() -> None:
    problem = OutOfStock("tea")

    def serve(order: str) -> str:
        if order == problem.item:
            raise problem
        return f"{order} is served"

    caught: OutOfStock | None = None
    try:
        tvmlike.array.map(serve, ["coffee", "tea", "milk"])
    except OutOfStock as error:
        caught = error
    # The same object: its class, its attributes and its traceback are what they were.
    assert caught is problem
    frames = [frame.name for frame in traceback.extract_tb(caught.__traceback__)]
    print(f"exception: {caught}, item {caught.item!r}, raised in {frames[-1]}, called by {frames[-2]}")
    assert frames[-2:] == ["array.map", "serve"]


def a_callable_comes_back_as_itself() -> None:
    def square(x: int) -> int:
        return x * x

    # Through native memory and back: no wrapper stays around it.
    (returned,) = tvmlike.array.map(lambda function: function, [square])
    print("identity: the callable that comes back is the one that went in:", returned is square)
    assert returned is square

    # A native function for it can be made on the spot, and called like any other.
    native = tvmlike.PackedFunc(square)
    assert native(7) == 49
    assert list(tvmlike.array.map(native, [1, 2])) == [1, 4]


class Counter:
    """A callable with a state of its own."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, x: Any) -> int:
        self.calls += 1
        return self.calls


def native_code_keeps_it_as_long_as_it_likes() -> None:
    counter = Counter()
    alive = weakref.ref(counter)
    tvmlike.register_func("callbacks.count", counter)
    del counter
    # The registry holds it now, for every language in the process.
    assert tvmlike.callbacks.count("a") == 1
    assert list(tvmlike.array.map(tvmlike.callbacks.count, ["b", "c"])) == [2, 3]
    tvmlike.remove_global_func("callbacks.count")
    gc.collect()
    print("lifetime: the registry kept the callable, and let it go with the name:", alive() is None)
    assert alive() is None


def calls_nest() -> None:
    def total(tree: Any) -> int:
        return tree if isinstance(tree, int) else sum(tvmlike.array.map(total, tree))

    print("nesting: Python calls Rust calls Python, the total is", total([1, [2, [3, [4]]], 5]))
    assert total([1, [2, [3, [4]]], 5]) == 15


def many_threads_may_call() -> None:
    results: dict[int, list[int]] = {}

    def work(number: int) -> None:
        # A list or a tuple is an array of items; a range is an opaque object for native code.
        results[number] = list(tvmlike.array.map(lambda x: x * number, list(range(100))))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == {number: [x * number for x in range(100)] for number in range(4)}
    print(f"threads: {len(results)} of them called back {len(results) * 100} times, nothing got mixed up")


if __name__ == "__main__":
    main()
