"""Compares the command line of a program with mlir-opt's: `python compiler/tests/command_line.py PROGRAM`.

Both programs run in the same folder with the same arguments. Exit code, stdout, the written file and the
messages with a place in a source must be equal, in any order; messages about options may differ.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import cases
from cases import Result

FILES = {
    "one.mlir": '"app.op"() : () -> ()\n',
    "two.mlir": '"app.a"() : () -> ()\n"app.b"() : () -> ()\n',
    "empty.mlir": "",
    "module.mlir": "module @m {\n}\n",
    "wrong.mlir": '"app.use"(%a) : (i32) -> ()\n',
    "invalid.mlir": "module attributes {a} {\n}\n",
    "parts.mlir": (
        '"app.a"() : () -> ()\n// -----\n\n  "app.b"() : () -> ()\n// ----- \nmodule {\n}\n//-----\n'
        '  // -----\n "app.c"() : () -> ()\n// -----\n'
    ),
    "wrong_part.mlir": '"app.a"() : () -> ()\n// -----\n"b"() : () -> (\n// -----\n"c"() : () -> ()\n',
    "other_marker.mlir": '"app.a"() : () -> ()\n// next\n"app.c"() : () -> ()\n',
    "expected.mlir": (
        "// expected-error@+1 {{use of undeclared SSA value name}}\n"
        '"app.use"(%a) : (i32) -> ()\n'
        "// -----\n"
        '"app.use"(%a) : (i32) -> () // expected-error {{undeclared}}\n'
        "// -----\n"
        '%a = "app.def"() : () -> i32\n'
        "// expected-note@above {{prior use here}}\n"
        "// expected-error-re@below {{use of value {{.*}} expects}}\n"
        '"app.use"(%a) : (f32) -> ()\n'
        "// -----\n"
        "// expected-error@+2 2 {{undeclared}}\n\n"
        '"app.use"(%a, %b) : (f32, i32) -> ()\n'
    ),
    "unexpected.mlir": (
        '// expected-error@below {{other text}}\n"app.use"(%a) : (i32) -> ()\n'
        '// -----\n// expected-error@below {{no error}}\n"app.use"() : () -> ()\n'
        '// -----\n"app.use"(%a) : (f32) -> ()\n// expected-warning@-1 {{another severity}}\n'
        '// -----\n// expected-error@+2 {{undeclared}}\n"app.use"(%a) : (f32) -> ()\n'
    ),
}
COMMANDS = [
    "one.mlir",
    "two.mlir",
    "empty.mlir",
    "module.mlir",
    "wrong.mlir",
    "invalid.mlir",
    "absent.mlir",
    "one.mlir -o out.txt",
    "one.mlir -o=out.txt",
    "one.mlir -o -",
    "one.mlir -o absent/out.txt",
    "wrong.mlir -o out.txt",
    "one.mlir --unknown-option",
    "one.mlir two.mlir",
    "one.mlir --no-implicit-module",
    "two.mlir --no-implicit-module",
    "empty.mlir --no-implicit-module",
    "module.mlir --no-implicit-module",
    "one.mlir -mlir-print-op-generic",
    "one.mlir --mlir-print-op-generic=true",
    "one.mlir --mlir-print-op-generic=false",
    "one.mlir --mlir-print-debuginfo --mlir-print-local-scope",
    "one.mlir --verify-each",
    "one.mlir --verify-each=0",
    "parts.mlir",
    "parts.mlir --split-input-file",
    "parts.mlir --split-input-file --mlir-print-debuginfo",
    "parts.mlir -split-input-file --output-split-marker=//~~~",
    "parts.mlir --split-input-file -o out.txt",
    "wrong_part.mlir --split-input-file",
    "other_marker.mlir --split-input-file=//\\ next",
    "expected.mlir --split-input-file --verify-diagnostics",
    "expected.mlir --verify-diagnostics",
    "unexpected.mlir --split-input-file --verify-diagnostics",
    "one.mlir --verify-diagnostics",
    "wrong.mlir --verify-diagnostics",
]


def run(program: str, folder: Path, arguments: list[str]) -> tuple[Result, str]:
    """Runs a program and returns the result and the text that it wrote to out.txt."""
    written = folder / "out.txt"
    written.unlink(missing_ok=True)
    command = [str(Path(program).resolve()) if "/" in program else program, cases.ALWAYS, *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=cases.SECONDS)
    out = written.read_text(encoding="utf-8") if written.exists() else "no file"
    return Result(done.returncode, done.stdout, done.stderr), out


def differences(wanted: tuple[Result, str], got: tuple[Result, str]) -> list[str]:
    (theirs, their_file), (ours, our_file) = wanted, got
    pairs = {
        "exit code": (theirs.status, ours.status),
        "stdout": (theirs.out, ours.out),
        "out.txt": (their_file, our_file),
        "messages": (sorted(theirs.messages()), sorted(ours.messages())),
    }
    return [
        f"  {what}:\n    - {left!r}\n    + {right!r}"
        for what, (left, right) in pairs.items()
        if left != right
    ]


def main() -> int:
    program, peer = shutil.which(sys.argv[1]) or sys.argv[1], cases.mlir_opt()
    if peer is None:
        print("mlir-opt of LLVM 22 is not installed", file=sys.stderr)
        return 2
    wrong = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, text in FILES.items():
            (folder / file).write_text(text, encoding="utf-8")
        for line in COMMANDS:
            # A backslash keeps a space inside an argument.
            arguments = [word.replace("\0", " ") for word in line.replace("\\ ", "\0").split()]
            found = differences(run(peer, folder, arguments), run(program, folder, arguments))
            if found:
                wrong += 1
                print("\n".join([line, *found]))
    print(f"{len(COMMANDS)} commands, {wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
