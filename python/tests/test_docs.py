"""The code in the guides runs and prints the output that they show.

Every block of `python` is a doctest; a guide's blocks share one namespace, in order. Words after `python`
are the requirements of a block: packages, the call path, or a wheel. A block of `python program` is a
program, and the following block of `text traceback` is its expected traceback.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest
from conftest import ROOT, plugin_path

GUIDES = (
    "python.md",
    "ir.md",
    "dialects.md",
    "passes.md",
    "errors.md",
    "observing.md",
    "calling-conventions.md",
    "compile.md",
    "compat.md",
    "distributed.md",
)

SESSIONS = """
import doctest, importlib.util, os, sys
import tvmlike

def is_there(need):
    if need in ("native", "ctypes"):
        return tvmlike.ffi_path() == need
    if need == "wheel":
        return os.path.isdir(os.path.join(os.path.dirname(tvmlike.__file__), "lib", "plugins"))
    return importlib.util.find_spec(need) is not None

guide = sys.argv[1]
parser, names, ran = doctest.DocTestParser(), {"__name__": "__main__"}, 0
runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
for line, needs, text in BLOCKS:
    if not all(map(is_there, needs)):
        continue
    block = parser.get_doctest(text, {}, f"{guide}, the block at line {line}", guide, line)
    if not block.examples:
        sys.exit(f"{guide}:{line}: the block has no sessions: nothing of it was run")
    block.globs = names
    ran += 1
    runner.run(block, clear_globs=False)
sys.exit(1 if runner.failures else 0 if ran > 3 else "the guide has hardly a block that runs")
"""


def blocks(guide):
    """Returns the fenced blocks of a guide: line, words of the fence, text."""
    path = ROOT / "docs" / guide
    if not path.exists():
        pytest.skip("the guides are not here")
    text = path.read_text(encoding="utf-8")
    for found in re.finditer(r"^```(\w.*)\n((?:.*\n)*?)```$", text, re.MULTILINE):
        yield text.count("\n", 0, found.start()) + 1, found[1].split(), found[2]


@pytest.fixture
def python(testing, tmp_path):
    """Runs a Python file in the folder of the plugin, as readers of the guides would."""
    (tmp_path / "libtvmlike_testing.so").symlink_to(plugin_path().resolve())

    def run(name, program, *arguments):
        (tmp_path / name).write_text(program, encoding="utf-8")
        return subprocess.run(
            [sys.executable, name, *arguments],
            cwd=tmp_path,
            capture_output=True,
            encoding="utf-8",
            timeout=300,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "TVMLIKE_BACKTRACE": "1"},
        )

    return run


@pytest.mark.parametrize("guide", GUIDES)
def test_sessions(python, guide):
    pytest.importorskip("numpy")
    found = [
        (line, words[1:], text)
        for line, words, text in blocks(guide)
        if words[0] == "python" and words[1:] != ["program"]
    ]
    done = python("sessions.py", f"BLOCKS = {found!r}\n{SESSIONS}", guide)
    assert done.returncode == 0, done.stdout + done.stderr


def story(text):
    """Removes the variable parts of a traceback: line numbers, Rust code, marks, frames of the package."""
    kept, place = [], ""
    for line in text.strip().splitlines():
        place = line if line.startswith("  File ") else place
        of_a_frame = line.startswith(("  File ", "    "))
        if of_a_frame and ("_call.py" in place or re.fullmatch(r"[\s~^]*", line)):
            continue
        if of_a_frame and line is not place and '.rs"' in place:
            continue
        kept.append(re.sub(r'File ".*?([^/"]+/src/\w+\.rs|[^/"]+)", line \d+', r'File "\1"', line))
    return kept


@pytest.mark.parametrize("guide", GUIDES)
def test_programs_end_as_shown(python, guide):
    program = None
    for line, words, text in blocks(guide):
        if words == ["python", "program"]:
            program = line, text
        elif words == ["text", "traceback"]:
            assert program is not None, f"{guide}:{line}: no program comes before the traceback"
            done = python("report.py", program[1])
            assert done.returncode == 1
            assert story(done.stderr) == story(text)
            program = None
    assert program is None, f"{guide}: no traceback follows the program at line {program[0]}"


@pytest.mark.parametrize(("header", "prefix"), [("tvm_runtime.h", "TVM"), ("dgl.h", "DGL")])
def test_compat_docs_mention_every_function(header, prefix):
    page = (ROOT / "docs" / "compat.md").read_text(encoding="utf-8")
    text = (ROOT / "ffi" / "include" / "tvmlike" / header).read_text(encoding="utf-8")
    functions = re.findall(rf"^(?!typedef)\w.*?\b({prefix}\w+)\(", text, re.MULTILINE)
    assert len(functions) > 30
    assert [name for name in functions if f"`{name}`" not in page] == []


def test_compat_docs_mention_every_packed_function():
    page = (ROOT / "docs" / "compat.md").read_text(encoding="utf-8")
    sources = [
        path for name in ("tvm_runtime", "dgl") for path in (ROOT / "ffi" / "compat" / name).rglob("*.rs")
    ]
    names = [
        name
        for path in sources
        if "tests" not in path.parts
        for name in re.findall(r'#\[packed_func\(\s*"([^"]+)"', path.read_text(encoding="utf-8"))
    ]
    assert len(names) > 50
    # Later names in a table row omit the namespace.
    said = [name for name in names if f"`{name}`" in page or f"`{name.partition('.')[2]}`" in page]
    missing = set(names) - set(said)
    assert {name for name in missing if not name.startswith("runtime.Module")} == set()


PAGES = sorted(page.relative_to(ROOT) for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_links_resolve(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if target.startswith("http"):
            continue
        name, _, anchor = target.partition("#")
        path = (ROOT / page).parent / name if name else ROOT / page
        assert path.exists(), target
        if anchor:
            titles = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
            slugs = [re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles]
            assert anchor in slugs, target
