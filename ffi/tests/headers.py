"""Compiles the headers in every way they may be included: each alone and again behind itself, all in either
order, in C99, C11, C++17 and C++20, in two translation units of one library, and together with DLPack's own
header. Every warning is an error.

python3 headers.py --include DIR [--dlpack DIR] [--all]

Each standard is compiled by one compiler, and the headers of C++ by one after the other; with --all everything by
every one.
DIR is the folder that holds tvmlike/; --dlpack one that holds dlpack/dlpack.h of version 1.0 or newer.
Without it a header with the same names, guard and version stands in for DLPack's.
"""

import argparse
import itertools
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

WARNINGS = ["-Wall", "-Wextra", "-Werror", "-Wpedantic", "-Wconversion", "-Wshadow"]
C = [("c99", "c", "gcc"), ("c11", "c", "clang")]
CPP = [("c++17", "c++", "g++"), ("c++20", "c++", "clang++")]
MORE_C = [("c11", "c", "gcc"), ("c99", "c", "clang")]
MORE_CPP = [("c++20", "c++", "g++"), ("c++17", "c++", "clang++")]

# plugin.hpp makes the other headers reach the library by another way: a unit has one or the other.
PLUGIN = "plugin.hpp"


class Checker:
    def __init__(self, include, folder):
        self.include, self.folder = include, folder
        self.count = itertools.count()
        self.done = 0
        self.missing = set()

    def compile(self, text, standard, language, compiler, *extra, output=None):
        """Compiles a source text; returns the compiler's output, or None if there is none."""
        if shutil.which(compiler) is None:
            self.missing.add(compiler)
            return None
        source = self.folder / f"unit{next(self.count)}.{'c' if language == 'c' else 'cpp'}"
        source.write_text(text, encoding="utf-8")
        command = [compiler, f"-std={standard}", *WARNINGS, *extra, "-I", str(self.include), str(source)]
        command += ["-c", "-o", str(output)] if output else ["-fsyntax-only"]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        self.done += 1
        return (
            None
            if run.returncode == 0 and not run.stderr
            else f"{' '.join(command)}\n{text}\n{run.stderr[:3000]}"
        )

    def must(self, *arguments, **options):
        said = self.compile(*arguments, **options)
        if said is not None:
            sys.exit(f"FAILED: {said}")

    def must_all(self, cases):
        """As `must` for each case, a list of its arguments; as many at once as there are processors."""
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for said in pool.map(lambda case: self.compile(*case), cases):
                if said is not None:
                    sys.exit(f"FAILED: {said}")

    def must_not(self, part, *arguments):
        """The compiler must refuse, and name the reason."""
        said = self.compile(*arguments)
        if arguments[3] not in self.missing and (said is None or part not in said):
            sys.exit(f"FAILED: expected a compiler error with {part!r}, got {said}")


def lines(*headers):
    return "".join(f"#include <{header}>\n" for header in headers)


def check_each(checker, headers, by_all):
    cases = []
    for at, header in enumerate(headers):
        name = f"tvmlike/{header.name}"
        of_cpp = CPP if by_all else [CPP[at % len(CPP)]]
        for way in of_cpp if header.suffix == ".hpp" else C + CPP:
            # The first inclusion shows that it includes what it needs, the second that it can be repeated.
            cases.append([lines(name) + "int unit;\n" + lines(name), *way])
    checker.must_all(cases)
    print("each header alone and twice, in every language it is for")


def check_together(checker, headers, by_all):
    names = [f"tvmlike/{header.name}" for header in headers if header.name != PLUGIN]
    for way in CPP:
        checker.must_all([[lines(*names), *way], [lines(*reversed(names)), *way]])
    checker.must(lines("tvmlike/plugin.hpp", "tvmlike/tvmlike.hpp"), *CPP[0])
    wrong_order = lines("tvmlike/tvmlike.hpp", "tvmlike/plugin.hpp")
    checker.must_not("include plugin.hpp before", wrong_order, *CPP[0])
    # What a callable writes through such a reference would be lost.
    lost = ("int&", "std::string&", "bool&", "std::vector<int>&")
    for at, parameter in enumerate(lost if by_all else lost[:2]):
        loses = lines("tvmlike/tvmlike.hpp") + f"tvmlike::Function f([]({parameter}) {{}});\n"
        checker.must_not("non-const reference", loses, *CPP[at % len(CPP)])
    checker.must_not("C++17", lines("tvmlike/tvmlike.hpp"), "c++14", "c++", "g++")
    print("all headers in either order; what cannot work says so")


def check_two_units(checker, by_all):
    """Two translation units in one shared object that refers to nothing but the library."""
    body = (
        "tvmlike::Any {name}(const tvmlike::Function& f) {{\n"
        '  return f(1, 2.0, "x", [](std::string s) {{ return s; }});\n}}\n'
    )
    plugin = (
        'static void set_up(tvmlike::Plugin& plugin) { plugin.add("a.b", [](int x) { return x; }); }\n'
        'TVMLIKE_CPP_PLUGIN("units", "1", set_up)\n'
    )
    for at, (header, more) in enumerate((("tvmlike/tvmlike.hpp", ""), ("tvmlike/plugin.hpp", plugin))):
        for standard, language, compiler in CPP if by_all else [CPP[at]]:
            if shutil.which(compiler) is None:
                continue
            objects = []
            for name in ("first", "second"):
                declared = f"tvmlike::Any {name}(const tvmlike::Function& f);\n"
                text = lines(header) + declared + body.format(name=name) + (more if name == "first" else "")
                objects.append(checker.folder / f"{name}.o")
                checker.must(text, standard, language, compiler, "-fPIC", output=objects[-1])
            # A plugin must link with nothing; the other kind leaves the library's symbols open.
            strict = ["-Wl,-z,defs"] if more and sys.platform == "linux" else []
            command = [compiler, "-shared", *map(str, objects), *strict, "-o", str(checker.folder / "two.so")]
            run = subprocess.run(command, capture_output=True, text=True, check=False)
            if run.returncode != 0:
                sys.exit(f"FAILED: {' '.join(command)}\n{run.stderr[:3000]}")
    print("two translation units link; a plugin links with nothing of the library")


def check_dlpack(checker, real):
    ours, theirs = "tvmlike/dlpack.h", "dlpack/dlpack.h"
    use = "DLTensor one; DLManagedTensorVersioned two; int code = kDLFloat;\n"
    bundled = "#define TVMLIKE_BUNDLED_DLPACK\n"
    found = ["-isystem", str(real)]
    # The real one by a path of its own, where ours cannot find it.
    by_path = f'#include "{real / "dlpack" / "dlpack.h"}"\n'
    cases = []
    for way in C + CPP:
        for order in ((ours, theirs), (theirs, ours), (theirs, "tvmlike/c_api.h")):
            cases.append([lines(*order) + use, *way, *found])
        for text in (lines(ours) + by_path, by_path + lines(ours)):
            cases.append([text + use, *way, "-Wno-pedantic"])
        cases.append([bundled + lines(ours, theirs) + use, *way, *found])
    checker.must_all(cases)
    old = checker.folder / "old" / "dlpack"
    old.mkdir(parents=True)
    (old / "dlpack.h").write_text(
        "#ifndef DLPACK_DLPACK_H_\n#define DLPACK_DLPACK_H_\n#define DLPACK_VERSION 70\n#endif\n",
        encoding="utf-8",
    )
    for way in (C[0], CPP[0]):
        checker.must_not("DLPack 1.0 or newer", lines(theirs, ours), *way, "-I", str(old.parent))
        checker.must_not("DLPack 1.0 or newer", lines(ours), *way, "-I", str(old.parent))
        checker.must(bundled + lines(ours) + use, *way, "-I", str(old.parent))
    print("DLPack's own header before and after ours; an old one is refused")


def stand_in(checker):
    """Our own declarations under DLPack's name: the guard and the version are what matters here."""
    text = (checker.include / "tvmlike" / "dlpack.h").read_text(encoding="utf-8")
    body = text.split("#define DLPACK_DLPACK_H_\n", 1)[1].split("#endif /* DLPACK_DLPACK_H_ */", 1)[0]
    folder = checker.folder / "real" / "dlpack"
    folder.mkdir(parents=True)
    guarded = f"#ifndef DLPACK_DLPACK_H_\n#define DLPACK_DLPACK_H_\n{body}\n#endif\n"
    (folder / "dlpack.h").write_text(guarded, encoding="utf-8")
    return folder.parent


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--include", type=Path, required=True)
    parser.add_argument("--dlpack", type=Path)
    parser.add_argument("--all", action="store_true")
    arguments = parser.parse_args()
    if arguments.all:
        C.extend(MORE_C)
        CPP.extend(MORE_CPP)
    include = arguments.include.resolve()
    headers = sorted((include / "tvmlike").glob("*.h*"))
    if not headers:
        sys.exit(f"FAILED: there are no headers in {include}/tvmlike")
    with tempfile.TemporaryDirectory() as folder:
        checker = Checker(include, Path(folder))
        check_each(checker, headers, arguments.all)
        check_together(checker, headers, arguments.all)
        check_two_units(checker, arguments.all)
        check_dlpack(checker, arguments.dlpack.resolve() if arguments.dlpack else stand_in(checker))
        if checker.done == 0:
            sys.exit("FAILED: none of gcc, clang, g++ and clang++ is installed")
    missing = f" (not installed: {', '.join(sorted(checker.missing))})" if checker.missing else ""
    print(f"{checker.done} compilations of {len(headers)} headers{missing}")


if __name__ == "__main__":
    main()
