"""C functions by name: the C library's, and one that is compiled here, without a line of binding code.

    python examples/native.py

Needed are NumPy, Linux or macOS, and for the last part a C compiler.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

import tvmlike
from tvmlike import native

LIBM = "libSystem.dylib" if sys.platform == "darwin" else "libm.so.6"


def main() -> None:
    numbers()
    sorting_with_a_python_comparator()
    errors_of_the_system()
    any_number_of_arguments()
    structs()
    a_library_that_says_what_it_has()


def numbers() -> None:
    libm = native.open(LIBM)
    cos = libm.bind("cos", "f64(x: f64)")
    assert cos(0.0) == cos(x=0.0) == 1.0
    # What was bound is an attribute, too.
    libm.bind("ldexp", native.signature("f64", "f64", exponent="i32"))
    print("numbers: cos(0) is", cos(0.0), "and ldexp(1.5, 4) is", libm.ldexp(1.5, exponent=4))
    try:
        libm.ldexp(1.5, 2**40)
    except (OverflowError, ValueError) as error:
        print("numbers:", error)


def sorting_with_a_python_comparator() -> None:
    libc = native.open()  # the process: its C library is loaded already
    qsort = libc.bind("qsort", "void(ptr, size, size, ptr)")

    @native.closure("i32(*const i32, *const i32)")
    def descending(a: int, b: int) -> int:
        return b - a

    array = np.array([3, 1, 4, 1, 5, 9, 2, 6], np.int32)
    qsort(array, array.size, array.itemsize, descending)
    print("qsort: in the array's own memory:", array.tolist())
    assert array.tolist() == [9, 6, 5, 4, 3, 2, 1, 1]

    @native.closure("i32(*const i32, *const i32)")
    def undecided(a: int, b: int) -> int:
        raise LookupError(f"is {a} less than {b}?")

    try:
        qsort(array, array.size, array.itemsize, undecided)
    except LookupError as error:
        print("qsort: the comparator's exception comes through C as itself:", error)


def errors_of_the_system() -> None:
    libc = native.open()
    # "raise": a negative result with errno set is an OSError, as Python's own functions have it.
    chdir = libc.bind("chdir", "i32(cstr) errno raise")
    try:
        chdir("/no/such/folder")
    except OSError as error:
        print("errno:", error)
    # "errno" alone keeps it for this thread.
    access = libc.bind("access", "i32(cstr, i32) errno")
    if access("/no/such/folder", 0) < 0:
        print("errno:", os.strerror(native.errno()))


def any_number_of_arguments() -> None:
    libc = native.open()
    snprintf = libc.bind("snprintf", "i32(ptr, size, cstr, ...)")
    text = np.zeros(64, np.uint8)
    length = snprintf(text, text.size, "%s is %d, nearly %.2f", "pi", 3, 3.14159)
    print("variadic:", text[:length].tobytes().decode())


def structs() -> None:
    libc = native.open()
    # A struct by value: a dict or a tuple going in, a dict coming out where its fields have names.
    div = libc.bind("div", "{quot: i32, rem: i32}(i32, i32)")
    print("struct:", dict(div(17, 5)))
    assert div(17, 5) == {"quot": 3, "rem": 2}


SOURCE = """
double mean(const double *values, unsigned long count) {
    double sum = 0;
    for (unsigned long i = 0; i < count; i++) sum += values[i];
    return count ? sum / count : 0;
}
const char tvmlike_signatures[] = %s;
"""

SIGNATURES: dict[str, Any] = {
    "namespace": "statistics_in_c",
    "functions": [
        {
            "name": "mean",
            "signature": "f64(values: *const f64, count: size)",
            "doc": "The mean of some numbers.",
        }
    ],
}


def a_library_that_says_what_it_has() -> None:
    compiler = shutil.which(os.environ.get("CC", "cc"))
    if compiler is None:
        print("metadata: skipped, there is no C compiler")
        return
    with tempfile.TemporaryDirectory() as folder:
        source, library = Path(folder, "statistics.c"), Path(folder, "libstatistics_in_c.so")
        source.write_text(SOURCE % json.dumps(json.dumps(SIGNATURES)), encoding="utf-8")
        subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", library, source], check=True)
        with native.open(library):
            # In the registry, for every language in the process.
            mean = tvmlike.statistics_in_c.mean
            values = np.arange(10.0)
            print(f"metadata: {mean.__name__}: {mean.__doc__} It is {mean(values, values.size)}")
            assert mean(values=values, count=values.size) == 4.5


if __name__ == "__main__":
    main()
