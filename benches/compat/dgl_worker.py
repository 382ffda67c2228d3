"""One process of benches/compat/dgl.py: DGL's front end on one library.

It reads the name of a row from each line of stdin and answers with nanoseconds per call.

    DGL_FFI=cython DGL_LIBRARY_PATH=FOLDER dgl_worker.py WHEEL FUNCTIONS
"""

from __future__ import annotations

import ctypes
import gc
import os
import sys
import time
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

#: The duration of one measurement, in seconds of this thread's processor time. It is short, so that the two
#: measurements of a turn run at the same speed of the machine.
SPAN = 0.001


def front_end(wheel: Path) -> Any:
    """Imports `dgl._ffi` without the rest of the package."""
    package = types.ModuleType("dgl")
    package.__path__ = [os.fspath(wheel / "dgl")]
    sys.modules["dgl"] = package
    import dgl._api_internal
    import dgl._ffi.base
    import dgl._ffi.function
    import dgl._ffi.ndarray
    import dgl._ffi.object

    dgl._ffi.function._init_internal_api()
    dgl._ffi.ndarray._set_class_ndarray(dgl._ffi.ndarray.NDArrayBase)
    used, wanted = dgl._ffi.base._DIR_NAME, os.environ["DGL_LIBRARY_PATH"]
    if not Path(used).samefile(wanted):
        sys.exit(f"expected the library in {wanted}, got the one in {used}")
    return dgl


def rows(dgl: Any, functions: Path) -> dict[str, Callable[[int], None]]:
    """Returns the measured functions by row; each takes the number of calls."""
    library, compiled = dgl._ffi.base._LIB, ctypes.CDLL(os.fspath(functions))

    def function(name: str) -> Any:
        handle = ctypes.c_void_p()
        address = ctypes.cast(getattr(compiled, name), ctypes.c_void_p)
        made = library.DGLFuncCreateFromCFunc(address, None, None, ctypes.byref(handle))
        dgl._ffi.base.check_call(made)
        return dgl._ffi.function.Function(handle, False)

    nothing, add, length = function("bench_nothing"), function("bench_add"), function("bench_length")
    same, call, fail = function("bench_same"), function("bench_call"), function("bench_fail")
    python = dgl._ffi.function.convert_to_dgl_func
    called, fails = python(lambda x: x), python(lambda x: [][x])
    text, error = "x" * 100, dgl._ffi.base.DGLError
    boxed = dgl._api_internal._Value(5)
    array = dgl._ffi.ndarray.empty((8,))
    assert add(1, 2, 3) == 6
    assert length(text) == 100
    assert same(text) == text
    assert call(called, 10) == 45

    def plain(run: Callable[..., Any], *args: Any) -> Callable[[int], None]:
        def measured(times: int) -> None:
            for _ in range(times):
                run(*args)

        return measured

    def failing(run: Callable[..., Any], *args: Any) -> Callable[[int], None]:
        def measured(times: int) -> None:
            for _ in range(times):
                try:
                    run(*args)
                except error:
                    continue
                raise AssertionError

        return measured

    return {
        "no-op": plain(nothing),
        "three ints → int": plain(add, 1, 2, 3),
        "str (100) → length": plain(length, text),
        "str (100) → str": plain(same, text),
        "object in and out": plain(same, boxed),
        "array in": plain(nothing, array),
        "ten ints → int": plain(add, *range(10)),
        "callable made and called": plain(call, lambda x: x, 1),
        "1,000 callbacks into Python": plain(call, called, 1000),
        "raise in C and catch": failing(fail),
        "raise in Python and catch": failing(fails, 0),
    }


def main() -> None:
    wheel, functions = Path(sys.argv[1]), Path(sys.argv[2])
    measured = rows(front_end(wheel), functions)
    times: dict[str, int] = {}
    print("\n".join(measured), end="\n\n", flush=True)
    gc.disable()
    for name in sys.stdin:
        name = name.rstrip("\n")
        run = measured[name]
        if name not in times:
            count = 1
            while True:
                start = time.thread_time()
                run(count)
                if (took := time.thread_time() - start) > SPAN / 4:
                    break
                count *= 2
            times[name] = max(1, int(count * SPAN / took))
        start = time.thread_time()
        run(times[name])
        print((time.thread_time() - start) / times[name] * 1e9, flush=True)


if __name__ == "__main__":
    main()
