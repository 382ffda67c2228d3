"""Builds the cffi peer in API mode: python build_cffi.py FOLDER makes FOLDER/bench_cffi.*.so."""

from __future__ import annotations

import sys
from pathlib import Path

import cffi

PLAIN = Path(__file__).resolve().parent.parent / "plain"


def main() -> None:
    declarations = (PLAIN / "plain.h").read_text(encoding="utf-8")
    # cffi's parser knows C, not the preprocessor, and the fixed-width types already.
    declarations = "\n".join(line for line in declarations.splitlines() if not line.startswith("#"))
    ffi = cffi.FFI()
    ffi.cdef(declarations + '\nextern "Python" int64_t python_callback(int64_t);')
    ffi.set_source(
        "bench_cffi",
        '#include "plain.h"',
        sources=[str(PLAIN / "plain.c")],
        include_dirs=[str(PLAIN)],
        extra_compile_args=["-O3"],
    )
    ffi.compile(tmpdir=sys.argv[1])


if __name__ == "__main__":
    main()
