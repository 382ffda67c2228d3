"""Compares what a built library exports with the functions that its header declares: neither more nor fewer.

python3 exported_symbols.py LIBRARY [HEADER]

For c_api.h, a program in ffi/tests/c must call each function.
"""

import re
import subprocess
import sys
from pathlib import Path

FFI = Path(__file__).resolve().parents[1]
DEFAULT_HEADER = FFI / "include" / "tvmlike" / "c_api.h"


def declared(header):
    """The names of the functions that the header declares inside its extern "C" block.

    A header without such a block has them in the headers that it includes.
    """
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", header.read_text(encoding="utf-8"), flags=re.DOTALL)
    _, *block = text.split('extern "C" {', 1)
    if not block:
        included = re.findall(r'^#include "tvmlike/(\w+\.h)"', text, flags=re.MULTILINE)
        return set().union(*(declared(header.with_name(name)) for name in included))
    # A declaration begins its line, unlike the members of structs, and is not a typedef.
    pattern = r"^(?!typedef)[A-Za-z][\w \t*]*?[ *]((?:TVM|DGL)\w+)\s*\("
    return set(re.findall(pattern, block[0], flags=re.MULTILINE))


def called():
    """The names in the test programs in C."""
    tests = FFI / "tests"
    programs = [*(tests / "c").glob("*.c"), *tests.glob("*.h")]
    return {word for program in programs for word in re.findall(r"\w+", program.read_text(encoding="utf-8"))}


def exported(library):
    """The names of the symbols that the library shows to the loader."""
    listing = subprocess.run(
        ["nm", "-D", "--defined-only", "--format=posix", str(library)],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return {line.split()[0].split("@")[0] for line in listing.splitlines() if line}


def main(arguments):
    if len(arguments) not in (1, 2):
        sys.exit(__doc__)
    header = Path(arguments[1]) if len(arguments) == 2 else DEFAULT_HEADER
    in_header, in_library = declared(header), exported(Path(arguments[0]))
    if not in_header:
        sys.exit(f"FAILED: no function is declared in {header}")
    wrong = [f"declared, not exported: {name}" for name in sorted(in_header - in_library)]
    wrong += [f"exported, not declared: {name}" for name in sorted(in_library - in_header)]
    if header.name == DEFAULT_HEADER.name:
        wrong += [f"no test: no program in ffi/tests/c calls {name}" for name in sorted(in_header - called())]
    if wrong:
        sys.exit("FAILED:\n  " + "\n  ".join(wrong))
    print(f"{len(in_header)} functions are declared and exported, nothing else is")


if __name__ == "__main__":
    main(sys.argv[1:])
