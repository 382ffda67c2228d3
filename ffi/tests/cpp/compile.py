"""What the C++ headers say to wrong use, with which options they compile, what a plugin exports, and whether
what the guide shows compiles.

python3 compile.py --include DIR [--all]

DIR is the folder that holds tvmlike/. One compiler after the other compiles a case, with --all each. Wrong use must be
refused with a sentence of ours; a plugin, also one
that is compiled with the compiler's default visibility, must export its entry point and nothing else of
tvmlike: what two copies of it exported by one name, the loader would make one.
"""

import argparse
import itertools
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
WAYS = [("g++", "c++17"), ("clang++", "c++20")]
WARNINGS = ["-Wall", "-Wextra", "-Werror", "-Wpedantic", "-Wconversion", "-Wshadow"]

# The source text, and a part of the expected error message.
REFUSED = [
    ("tvmlike::TypedFunction<int> f;", "needs a function type"),
    ("tvmlike::TypedFunction<void(int&)> f;", "would not see the change"),
    ("tvmlike::TypedFunction<std::string_view()> f;", "must own it"),
    ("tvmlike::TypedFunction<const std::string&()> f;", "no reference"),
    ("tvmlike::TypedFunction<Plain()> f;", "must convert to the result type"),
    ("tvmlike::TypedFunction<void(Plain)> f;", "does not convert to a value"),
    (
        "tvmlike::TypedFunction<int(int)> f; tvmlike::TypedFunction<int()> g(f);",
        "have different signatures",
    ),
    ("tvmlike::Function f; auto r = f(Plain());", "unregistered classes"),
    ("tvmlike::Function f([](Plain) {});", "take a registered class as"),
    ("tvmlike::Function f([] { return Plain(); });", "return a registered class as"),
    ("tvmlike::Function f([t = Throws()] {});", "this callable must be noexcept"),
    ("auto r = tvmlike::make<Throws>();", "an object class must be noexcept"),
    ("tvmlike::Ref<const Plain> r;", "without const or volatile"),
    ("tvmlike::Ref<int> r;", "an object must hold a class"),
    ('tvmlike::Class<Plain> c("k"); c.method("m", [] {});', "a method needs a parameter for its object"),
    (
        'tvmlike::Class<Plain> c("k"); c.method("m", [](int) {});',
        "the first parameter of a method must be its object",
    ),
    ('tvmlike::Class<Plain> c("k"); c.method("m", [](auto&) {});', "wrap it in a lambda"),
    ('tvmlike::Class<Plain> c("k"); c.field("f", &Plain::raw);', "the type of this field does not convert"),
    (
        'tvmlike::Class<Plain> c("k"); c.field("f", &Plain::fixed, tvmlike::writable);',
        "a const field cannot be writable",
    ),
    ('tvmlike::Class<Plain> c("k"); c.inherits<std::string>();', "must be a base class of the class"),
    ('tvmlike::Class<Virtual> c("k"); c.inherits<Plain>();', "must not be a virtual base class"),
    (
        'tvmlike::Class<Plain> c("k"); c.init([] { return 5; });',
        "a constructor must return a T or a tvmlike",
    ),
    ('auto v = tvmlike::ObjectRef().get<std::string_view>("f");', "borrows from the value"),
    ("auto v = tvmlike::Any(5).cast<Plain>();", "convert to this type"),
]
CLASSES = """
struct Plain { int number = 0; const int fixed = 0; int** raw = nullptr; };
struct Virtual : virtual Plain {};
struct Throws { ~Throws() noexcept(false) {} };
"""

USE = """
#include <tvmlike/tvmlike.hpp>
struct Vec { double x = 0; double norm() const { return x; } };
double use(const tvmlike::Function& f) {
  auto vec = tvmlike::Class<Vec>("use.Vec");
  tvmlike::register_class(vec.init<>().field("x", &Vec::x).method("norm", &Vec::norm));
  tvmlike::TypedFunction<double(double)> typed = f;
  try {
    return typed(tvmlike::make<Vec>()->norm());
  } catch (const tvmlike::Error& error) {
    return error.cause() ? 1 : 0;
  }
}
"""

PLUGIN = """
#include <tvmlike/plugin.hpp>
struct Vec { double x = 0; double norm() const { return x; } };
int counted() { static int count = 0; return ++count; }
static void set_up(tvmlike::Plugin& plugin) {
  plugin.add("p.f", [](std::vector<tvmlike::Ref<Vec>> all, tvmlike::TypedFunction<double(double)> f) {
    return f(all.at(0)->norm());
  });
  plugin.add("p.g", [](tvmlike::AnyView x) { return tvmlike::to_string(x) + std::to_string(counted()); });
  plugin.add("p.h", [](const tvmlike::ObjectRef& x) { return x.call("method", 1); });
  plugin.add(tvmlike::Class<Vec>("p.Vec").init<>().field("x", &Vec::x).method("norm", &Vec::norm));
  plugin.on_finish([] {});
}
TVMLIKE_CPP_PLUGIN("p", "1", set_up)
"""


class Compiler:
    def __init__(self, include, folder):
        self.include, self.folder = include, folder
        self.numbers = itertools.count()
        self.precompiled = {}

    def precompile(self, ways):
        """Compiles the headers once per compiler, for the many units that only differ in a few lines."""
        for name, standard in ways:
            header = self.folder / name / "precompiled.hpp"
            header.parent.mkdir()
            header.write_text("#include <tvmlike/tvmlike.hpp>\n", encoding="utf-8")
            command = [name, f"-std={standard}", *WARNINGS, "-I", str(self.include), "-x", "c++-header"]
            command += [str(header), "-o", f"{header}.gch"]
            if subprocess.run(command, check=False).returncode != 0:
                sys.exit(f"FAILED: {' '.join(command)}")
            self.precompiled[name, standard] = ["-include", str(header)]

    def run(self, name, standard, text, *options, to=None, precompiled=False):
        source = self.folder / f"unit{next(self.numbers)}.cpp"
        source.write_text(text, encoding="utf-8")
        if precompiled:
            options += tuple(self.precompiled[name, standard])
        command = [name, f"-std={standard}", *WARNINGS, *options, "-I", str(self.include), str(source)]
        command += ["-o", str(to)] if to else ["-fsyntax-only"]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        return run.returncode, run.stderr, " ".join(command)


def refuse(compiler, ways, by_all):
    cases = [
        (way, *case)
        for at, case in enumerate(REFUSED)
        for way in (ways if by_all else [ways[at % len(ways)]])
    ]

    def one(case):
        (name, standard), body, part = case
        text = f"#include <tvmlike/tvmlike.hpp>\n{CLASSES}\nvoid wrong() {{ {body} }}\n"
        status, said, command = compiler.run(name, standard, text, precompiled=True)
        if status == 0 or part not in said:
            return f"expected {part!r} of\n{body}\n{command}\n{said[:2000]}"
        return None

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for problem in pool.map(one, cases):
            if problem:
                sys.exit(f"FAILED: {problem}")
    print(f"{len(REFUSED)} kinds of wrong use are refused with a sentence")


def options(compiler, ways, by_all):
    accepted = ([], ["-fno-rtti"], ["-O2", "-flto"], ["-fvisibility=hidden"])
    for at, extra in enumerate(accepted):
        for name, standard in ways if by_all else [ways[at % len(ways)]]:
            status, said, command = compiler.run(name, standard, USE, *extra)
            if status or said:
                sys.exit(f"FAILED: {command}\n{said[:2000]}")
    for name, standard in ways:
        status, said, command = compiler.run(name, standard, USE, "-fno-exceptions")
        if status == 0 or "need exceptions" not in said:
            sys.exit(f"FAILED: {command} must say that it needs exceptions\n{said[:2000]}")
    print("without run-time type information; never without exceptions")


def exports(compiler, ways, by_all):
    nm = shutil.which("nm")
    if nm is None or sys.platform != "linux":
        print("what a plugin exports is looked at on Linux with nm only")
        return
    texts = {"written here": PLUGIN, "life.cpp": (HERE / "life" / "life.cpp").read_text(encoding="utf-8")}
    levels = ("-O2", "-O0")
    cases = itertools.product(ways, texts.items(), levels)
    if not by_all:
        # Each compiler and each level once.
        cases = zip(ways, texts.items(), levels)
    for (name, standard), (title, text), level in cases:
        to = compiler.folder / "plugin.so"
        extra = [level, "-shared", "-fPIC", "-Wl,-z,defs"]
        status, said, command = compiler.run(name, standard, text, *extra, to=to)
        if status:
            sys.exit(f"FAILED: {command}\n{said[:2000]}")
        listed = subprocess.run([nm, "-D", "--defined-only", to], capture_output=True, text=True, check=True)
        symbols = [line.split()[1:] for line in listed.stdout.splitlines()]
        own = [[kind, name] for kind, name in symbols if OURS.search(name) or shares_data(kind, name)]
        if own != [["T", "tvmlike_plugin_init_v1"]]:
            sys.exit(f"FAILED: the plugin {title} ({command}) exports\n{own}")
    print("a plugin exports its entry point and nothing else of tvmlike")


# What is declared in our namespace, with its tables and statics; and our C functions. (Templates of the
# standard library that are made for our types are its own.)
OURS = re.compile("^_Z[A-Z]*N?K?7tvmlike|^tvmlike", re.IGNORECASE)


def shares_data(kind, symbol):
    return kind in "uVBDGRS" and "tvmlike" in symbol.lower()


def guide(compiler, ways, by_all):
    """What docs/cpp.md shows: whole files, and bodies of functions."""
    text = (HERE.parents[2] / "docs" / "cpp.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```cpp( body)?\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    if len(blocks) < 5:
        sys.exit(f"FAILED: docs/cpp.md shows {len(blocks)} pieces of C++")
    for at, (body, shown) in enumerate(blocks):
        unit = (
            f"#include <tvmlike/tvmlike.hpp>\nvoid shown();\nvoid shown() {{\n{shown}}}\n" if body else shown
        )
        for name, standard in ways if by_all else [ways[at % len(ways)]]:
            # A guide shows what there is, not what is then done with it.
            unused = ["-Wno-unused-variable", "-Wno-unused-but-set-variable"]
            # plugin.hpp must be included before all other headers.
            of_host = "plugin.hpp" not in unit
            status, said, command = compiler.run(name, standard, unit, *unused, precompiled=of_host)
            if status:
                sys.exit(f"FAILED: {command}\n{unit}\n{said[:2000]}")
    print(f"{len(blocks)} pieces of the guide compile")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--include", type=Path, required=True)
    parser.add_argument("--all", action="store_true")
    arguments = parser.parse_args()
    include = arguments.include.resolve()
    ways = [way for way in WAYS if shutil.which(way[0])]
    if not ways:
        sys.exit("FAILED: neither g++ nor clang++ is installed")
    with tempfile.TemporaryDirectory() as folder:
        compiler = Compiler(include, Path(folder))
        compiler.precompile(ways)
        refuse(compiler, ways, arguments.all)
        options(compiler, ways, arguments.all)
        exports(compiler, ways, arguments.all)
        guide(compiler, ways, arguments.all)


if __name__ == "__main__":
    main()
