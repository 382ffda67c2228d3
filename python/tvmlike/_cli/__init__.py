"""The command line: lists, describes and calls what is registered.

Results go to standard output, as text or, with `--json`, as one JSON value. Errors go to standard error,
never as a traceback. The exit status is 0 on success, 1 after an error, and 2 for a wrong command line.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

_FAILED = 1
_INTERRUPTED = 130
_BROKEN_PIPE = 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns the exit status."""
    options = _parser().parse_args(arguments)
    try:
        from .._discovery import load_file

        for path in [*(options.plugins_before or []), *(options.plugins or [])]:
            load_file(path)
        status: int = options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader closed the pipe. The interpreter flushes once more when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _BROKEN_PIPE
    except KeyboardInterrupt:
        return _INTERRUPTED
    except Exception as error:
        from . import show

        print(f"tvmlike: {show.printable(_line(error))}", file=sys.stderr)
        return _FAILED
    return status


def _line(error: Exception) -> str:
    kind = getattr(error, "kind", None)
    name = kind if isinstance(kind, str) else type(error).__name__
    return f"{name}: {error}" if str(error) else name


def _parser() -> argparse.ArgumentParser:
    import argparse

    import tvmlike

    from . import bind, call, config, doctor, env, inspect, ir, stubs, top

    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print JSON")
    common.add_argument(
        "--plugin", dest="plugins", action="append", metavar="PATH", help="load a plugin first; repeatable"
    )
    parser = argparse.ArgumentParser(
        prog="tvmlike", description="Lists, describes and calls packed functions."
    )
    parser.add_argument("--version", action="version", version=f"tvmlike {tvmlike.__version__}")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument(
        "--plugin",
        dest="plugins_before",
        action="append",
        metavar="PATH",
        help="load a plugin first; repeatable",
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    def command(name: str, run: object, text: str, more: str = "") -> argparse.ArgumentParser:
        made = commands.add_parser(
            name,
            parents=[common],
            help=text,
            description=f"{text[0].upper()}{text[1:]}.",
            epilog=more,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        made.set_defaults(run=run)
        return made

    one = command("list", inspect.list_names, "list the functions that are registered")
    one.add_argument("prefix", nargs="?", default="", metavar="PREFIX", help="only those under a namespace")
    one.add_argument("-l", "--long", action="store_true", help="with signatures and docs")
    one = command("info", inspect.info, "describe a function or a type of objects")
    one.add_argument("name", metavar="NAME")
    one = command("call", call.run, "call a function and print its result", call.HOW)
    one.add_argument("name", metavar="NAME")
    one.add_argument("arguments", nargs="*", metavar="ARG")
    one.add_argument("-o", "--output", metavar="FILE.npy", help="save the array that is the result")
    one = command("stubs", stubs.stubs, "write type stubs for namespaces: .pyi files, or C++ headers")
    one.add_argument("namespaces", nargs="+", metavar="NAMESPACE")
    one.add_argument(
        "--lang",
        choices=("python", "cpp"),
        default="python",
        help="the language of the stubs (default: python)",
    )
    one.add_argument("-o", "--output", metavar="DIR", required=True, help="the folder to write to")
    one = command("bind", bind.run, "check the signatures of a library's functions", bind.HOW)
    one.add_argument("library", metavar="LIBRARY")
    one.add_argument(
        "signatures",
        nargs="?",
        metavar="SIGS.json",
        help="the signatures, or a .mlir file (default: those that it contains)",
    )
    one.add_argument(
        "--namespace", metavar="NAMESPACE", help="the namespace (default: the one that they name)"
    )
    one.add_argument(
        "--stubs",
        nargs="?",
        const=".",
        metavar="DIR",
        help="also write type stubs, to DIR (default: the current folder)",
    )
    one = command("plugins", inspect.plugins, "list the plugins that are loaded or installed")
    one.add_argument("--load", action="store_true", help="load those that are installed first")
    one = command("ir", ir.run, "show an overview of an MLIR file: operations by dialect, symbols, size")
    one.add_argument("file", metavar="FILE.mlir", help="the file, or - for the standard input")
    top.add_arguments(command("top", top.run, "show live which functions a process calls", top.HOW))
    one = command(
        "env", env.run, "print the variables that make TVM's or DGL's front end use this library", env.HOW
    )
    one.add_argument("front_end", choices=env.FRONT_ENDS, metavar="tvm|dgl")
    config.add_arguments(
        command("config", config.run, "print what compilers need: the folder of the headers")
    )
    command("doctor", doctor.run, "check the installation and report its problems")
    return parser
