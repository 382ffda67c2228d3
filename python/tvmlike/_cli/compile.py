"""The script `tvmlike-compile`: compiles a module of MLIR text to a file.

The ending of the output chooses what is written: a shared library, which carries the signatures of its
functions and is linked by the system's C compiler; an object file; or LLVM IR. Errors go to standard error,
never as a traceback. The exit status is 0 on success, 1 after an error, and 2 for a wrong command line.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from ..ir import Module

_MORE = """\
endings of OUTPUT:
  .so, .dylib, .dll   a shared library, which tvmlike.native.open loads with its functions
  .o, .obj            an object file
  .ll                 LLVM IR as text

  tvmlike-compile kernels.mlir -o libkernels.so
  python -c 'from tvmlike import native; print(native.open("./libkernels.so").functions)'

A function whose type the module does not tell, such as one of the llvm dialect that takes pointers, needs a
signature:

  tvmlike-compile lowered.mlir -o libkernels.so --signature 'saxpy=(f32, memref<?xf32>, memref<?xf32>) -> ()'
"""
_KINDS = {
    ".so": "library",
    ".dylib": "library",
    ".dll": "library",
    ".o": "object",
    ".obj": "object",
    ".ll": "llvm-ir",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Compiles one file and returns the exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    ending = os.path.splitext(options.output)[1]
    kind = _KINDS.get(ending)
    if kind is None:
        parser.error(
            f"argument -o: expected a name that ends with {', '.join(_KINDS)}; got {options.output!r}"
        )
    if kind == "llvm-ir" and options.bounds_checks:
        parser.error("argument --bounds-checks: LLVM IR needs --pipeline with generate-runtime-verification")
    if kind == "llvm-ir" and options.signatures:
        parser.error("argument --signature: LLVM IR has no signatures; libraries and object files have")
    try:
        _write(options, kind)
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        from . import show

        print(f"tvmlike-compile: {show.printable(str(error) or type(error).__name__)}", file=sys.stderr)
        return 1
    return 0


def _write(options: argparse.Namespace, kind: str) -> None:
    from .. import engine, ir

    with ir.Context():
        module = _read(options.input)
        if kind == "llvm-ir":
            made = engine.translate(module, options.pipeline, debug=options.debug).encode()
        else:
            made = engine.object(
                module,
                options.pipeline,
                signatures=dict(options.signatures),
                optimize=options.optimize,
                engine=options.engine,
                bounds_checks=options.bounds_checks,
                debug=options.debug,
            )
    if kind == "library":
        engine.link(made, options.output)
    else:
        with open(options.output, "wb") as file:
            file.write(made)


def _read(path: str) -> Module:
    from .. import ir

    if path == "-":
        return ir.Module.parse(sys.stdin.buffer.read().decode())
    return ir.Module.parseFile(path)


def _signature(text: str) -> tuple[str, str]:
    name, equals, signature = text.partition("=")
    if not (name and equals and signature):
        import argparse

        raise argparse.ArgumentTypeError(f"expected NAME=TYPE; got {text!r}")
    return name, signature


def _parser() -> argparse.ArgumentParser:
    import argparse

    import tvmlike

    parser = argparse.ArgumentParser(
        prog="tvmlike-compile",
        description="Compiles a module of MLIR text to a shared library, an object file or LLVM IR.",
        epilog=_MORE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"tvmlike-compile {tvmlike.__version__}")
    parser.add_argument("input", metavar="INPUT", help="the file with the module; - is the standard input")
    parser.add_argument("-o", dest="output", metavar="OUTPUT", required=True, help="the file to write")
    parser.add_argument(
        "--pipeline",
        metavar="PASSES",
        help="the passes that lower the module (default: those that lower it to the llvm dialect)",
    )
    parser.add_argument(
        "--engine", choices=("cranelift", "llvm"), default="cranelift", help="llvm needs clang"
    )
    parser.add_argument(
        "--signature",
        dest="signatures",
        action="append",
        default=[],
        type=_signature,
        metavar="NAME=TYPE",
        help="the MLIR function type of a function; repeatable",
    )
    parser.add_argument(
        "--bounds-checks", action="store_true", help="abort at an index or a view outside of a memref"
    )
    parser.add_argument(
        "-g",
        dest="debug",
        action="store_true",
        help="tell debuggers files and lines",
    )
    parser.add_argument(
        "--no-optimize", dest="optimize", action="store_false", help="compile faster, to slower code"
    )
    return parser
