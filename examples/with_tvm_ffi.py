"""tvm-ffi in the same process: joined registries, objects that cross without a copy, errors as they were.

    pip install apache-tvm-ffi numpy
    python examples/with_tvm_ffi.py

Nothing of tvm-ffi is linked: its library is found in the process when `join` is called.
"""

from __future__ import annotations

import importlib.util
from typing import Any

import tvmlike
from tvmlike.tvm_ffi import from_tvm_ffi, join, to_tvm_ffi


def main() -> None:
    if any(importlib.util.find_spec(name) is None for name in ("tvm_ffi", "numpy")):
        print("apache-tvm-ffi or numpy is not installed: there is nothing to join")
        return
    each_finds_the_functions_of_the_other()
    a_tensor_is_one_object_on_both_sides()
    a_function_comes_back_as_itself()
    errors_keep_what_they_are()
    what_comes_later_is_found_too()


def each_finds_the_functions_of_the_other() -> None:
    import tvm_ffi

    done = join()
    print(f"joined with tvm-ffi {done['version']}: {len(done['imported'])} functions here, ", end="")
    print(f"{len(done['exported'])} there, {len(done['skipped'])} names that both have")
    pair = tvmlike.get_global_func("ffi.Array")("one", 2)
    print("a function of tvm-ffi, called here:", list(pair))
    add = tvm_ffi.get_global_func("tensor.add")
    print("a function of ours, called there:", add.__class__.__module__, add)


def a_tensor_is_one_object_on_both_sides() -> None:
    import numpy as np
    import tvm_ffi

    array = np.zeros(3, dtype="float32")
    theirs = tvm_ffi.from_dlpack(array)
    tvmlike.tensor.fill(theirs, 1.5)  # the memory is NumPy's all the while
    ours = from_tvm_ffi(theirs)
    print("one tensor:", array, theirs.shape, ours.shape, hex(theirs.__chandle__()) == hex(ours._handle))
    assert to_tvm_ffi(ours).same_as(theirs)


def a_function_comes_back_as_itself() -> None:
    import tvm_ffi

    def triple(x: int) -> int:
        return 3 * x

    theirs = tvm_ffi.convert(triple)
    ours = from_tvm_ffi(theirs)
    print("a function of theirs, called here:", ours(14))
    assert to_tvm_ffi(ours).same_as(theirs)
    assert from_tvm_ffi(to_tvm_ffi(tvmlike.tensor.sum)) is tvmlike.tensor.sum


class OutOfStock(Exception):
    """An exception of this program."""


def errors_keep_what_they_are() -> None:
    import tvm_ffi

    problem = OutOfStock("no tea left")

    def serve() -> Any:
        raise problem

    call = from_tvm_ffi(tvm_ffi.convert(lambda function: function()))
    try:
        call(serve)  # from here to tvm-ffi, to here again, and back
    except OutOfStock as caught:
        print("an exception that went through both:", caught, "- the same object:", caught is problem)
    try:
        tvm_ffi.get_global_func("tensor.sum")("not a tensor")
    except TypeError as caught:
        print("an error of ours, there:", caught)


def what_comes_later_is_found_too() -> None:
    import tvm_ffi

    tvmlike.register_func("example.half", lambda x: x / 2)
    print("registered later:", tvm_ffi.get_global_func("example.half")(9))
    tvmlike.remove_global_func("example.half")
    assert tvm_ffi.get_global_func("example.half", allow_missing=True) is None


if __name__ == "__main__":
    main()
