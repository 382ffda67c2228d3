"""Inputs that break parsers: `python compiler/tests/hostile.py PROGRAM`.

For every input, the program must end with 0 or 1 within a minute, without a signal or a panic. There are
bytes that text files do not have, numbers and names of a megabyte, deep nesting, and truncated files. If
mlir-opt 22 does not crash, the verdict is the same.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import cases
import expected
import random_ir

ACCEPTED, REFUSED = 0, 1
EITHER = None
"""mlir-opt crashes or does not end, or accepts what cannot be printed."""

Input = tuple[str, bytes, "int | None"]
MEGABYTE = 1_000_000
# mlir-opt survives the smaller depth in all forms but regions, and crashes at the larger one.
SMALL, LARGE = 1_000, 100_000


def odd_bytes() -> Iterator[Input]:
    yield "NUL in a comment", b'// a\0b\n"app.op"() : () -> ()', ACCEPTED
    yield "NUL in a string", b'"app.op"() {a = "x\0y"} : () -> ()', ACCEPTED
    yield "NUL between tokens", b'"app.op"() \0 : () -> ()', ACCEPTED
    yield "NUL in a name", b'"app.op"() {a\0b} : () -> ()', REFUSED
    yield "NUL at the end", b'"app.op"() : () -> ()\0', ACCEPTED
    yield "NUL in the text of a type", b'"app.op"() : () -> (!app.a<x\0y>)', REFUSED
    yield "invalid UTF-8 in a string", b'"app.op"() {a = "\xff\xfe\xc3"} : () -> ()', ACCEPTED
    yield "invalid UTF-8 in a comment", b'// \xff\xc3\n"app.op"() : () -> ()', ACCEPTED
    yield "invalid UTF-8 between tokens", b'"app.op"() {\xff} : () -> ()', REFUSED
    yield "invalid UTF-8 in the text of a type", b'"app.op"() : () -> (!app.a<\xff\xc3>)', ACCEPTED
    yield "byte order mark", b'\xef\xbb\xbf"app.op"() : () -> ()', REFUSED
    yield "CR LF", b'"app.op"() :\r\n () -> ()\r\n"app.op"() : () -> ()\r\n', ACCEPTED
    yield "CR LF in a string", b'"app.op"() {a = "x\r\ny"} : () -> ()', REFUSED
    yield "CR alone", b'"app.op"() : () -> ()\r// c\r"app.op"() : () -> ()', ACCEPTED
    yield "vertical tab", b'"app.op"()\x0b: () -> ()', REFUSED
    yield "form feed in a string", b'"app.op"() {a = "x\x0cy"} : () -> ()', REFUSED
    yield "nothing", b"", ACCEPTED
    yield "a separator alone", b"// -----\n", ACCEPTED


def long_tokens() -> Iterator[Input]:
    nines, fs, name = b"9" * MEGABYTE, b"F" * MEGABYTE, b"a" * MEGABYTE
    yield "megabyte integer", b'"app.op"() {a = ' + nines + b"} : () -> ()", REFUSED
    yield "megabyte hexadecimal integer", b'"app.op"() {a = 0x' + fs + b" : i4000000} : () -> ()", ACCEPTED
    yield "megabyte width", b'"app.op"() : () -> (i' + nines + b")", REFUSED
    yield "megabyte dimension", b'"app.op"() : () -> (tensor<' + nines + b"xi1>)", REFUSED
    yield "megabyte fraction", b'"app.op"() {a = 1.' + nines + b"} : () -> ()", EITHER
    yield "huge exponent", b'"app.op"() {a = 1.0e999999999999} : () -> ()', ACCEPTED
    yield "tiny exponent", b'"app.op"() {a = 1.0e-999999999999} : () -> ()', ACCEPTED
    yield "megabyte value name", b"%" + name + b' = "app.op"() : () -> (i1)', ACCEPTED
    yield "megabyte block name", b'"app.op"() ({\n^' + name + b":\n}) : () -> ()", ACCEPTED
    yield "megabyte string", b'"app.op"() {a = "' + name + b'"} : () -> ()', ACCEPTED
    yield "error after a megabyte", b'"app.op"() {a = "' + name + b'", b = } : () -> ()', REFUSED
    yield "results beyond 32 bits", b'%a:4294967297 = "app.op"() : () -> (i1)', REFUSED
    yield "result number beyond 32 bits", b'%a = "b"() : () -> i1\n"c"(%a#4294967296) : (i1) -> ()', REFUSED
    yield "line beyond 32 bits", b'"app.op"() : () -> () loc("f":4294967296:1)', REFUSED
    yield "column beyond 24 bits", b'"app.op"() : () -> () loc("f":1:16777216)', ACCEPTED


def nesting(depth: int) -> Iterator[tuple[str, bytes, bool]]:
    """Deep texts, and whether they are valid."""

    def attribute(text: bytes) -> bytes:
        return b'"app.op"() {a = ' + text + b"} : () -> ()"

    yield "arrays", attribute(b"[" * depth + b"]" * depth), True
    yield "dictionaries", attribute(b"{a=" * depth + b"1" + b"}" * depth), True
    yield "tuples", b'"app.op"() : () -> (' + b"tuple<" * depth + b">" * depth + b")", True
    yield "function types", attribute(b"(" * depth + b") -> ()" * depth), True
    yield "locations", b'"app.op"() : () -> () loc(' + b'"a"(' * depth + b'"b"' + b")" * depth + b")", True
    yield "text of a type", b'"app.op"() : () -> (!app.a<' + b"<" * depth + b">" * depth + b">)", True
    yield "elements", attribute(b"dense<" + b"[" * depth + b"1" + b"]" * depth + b"> : tensor<1xi1>"), False
    yield "parentheses", attribute(b"affine_map<(d) -> (" + b"(" * depth + b"d" + b")" * depth + b")>"), True
    yield "minus signs", attribute(b"affine_map<(d) -> (" + b"- " * depth + b"d)>"), True
    yield "sums", attribute(b"affine_map<(d, e) -> (d" + b" + e mod 2" * depth + b")>"), True
    yield "arrays without an end", b'"app.op"() {a = ' + b"[" * depth, False
    yield "regions without an end", b'"app.op"() ({' * depth, False


def deep() -> Iterator[Input]:
    for what, text, valid in nesting(SMALL):
        yield f"{SMALL} {what}", text, ACCEPTED if valid else REFUSED
    for what, text, valid in nesting(LARGE):
        yield f"{LARGE} {what}", text, EITHER if valid else REFUSED
    yield f"{SMALL} regions", b'"app.op"() ({' * SMALL + b"}) : () -> ()" * SMALL, ACCEPTED


def broken(text: str) -> Iterator[Input]:
    """A text that ends early, or has a NUL inside, at many places."""
    data = text.encode()
    for at in range(0, len(data), max(1, len(data) // 400)):
        yield f"first {at} bytes", data[:at], EITHER
        yield f"NUL at {at}", data[:at] + b"\0" + data[at:], EITHER


def problem(program: str, item: Input) -> str | None:
    name, text, verdict = item
    # Regions print with an indentation each, so what they contain is not printed.
    command = [program, cases.ALWAYS, "--mlir-print-skip-regions"]
    try:
        done = subprocess.run(command, input=text, capture_output=True, timeout=cases.SECONDS)
    except subprocess.TimeoutExpired:
        return f"{name}: no end within {cases.SECONDS} seconds"
    if done.returncode not in (ACCEPTED, REFUSED):
        return f"{name}: ends with {done.returncode}: {done.stderr[-300:].decode(errors='replace')}"
    if verdict not in (EITHER, done.returncode):
        outcome = "refused" if done.returncode else "accepted"
        return f"{name}: {outcome}: {done.stderr[:200].decode(errors='replace')}"
    if done.returncode == REFUSED and not done.stderr.strip():
        return f"{name}: refused without a message"
    return None


def main() -> int:
    program = sys.argv[1]
    inputs = [
        *odd_bytes(),
        *long_tokens(),
        *deep(),
        *broken(random_ir.module(15)),
        *broken(random_ir.module(43)),
    ]
    with ThreadPoolExecutor(expected.JOBS) as pool:
        found = [text for text in pool.map(lambda item: problem(program, item), inputs) if text]
    for text in found:
        print(text)
    print(f"{len(inputs)} inputs, {len(found)} problems")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
