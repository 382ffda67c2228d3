"""Opens pages of `tvmlike-opt --report` in Chromium, and compares what they show with the texts.

usage: report_page.py TVMLIKE_OPT [--screenshot FILE]

Chromium can reach no network.
"""

from __future__ import annotations

import argparse
import difflib
import html.parser
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

MODULE = """\
func.func @sums(%a: i32, %b: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %0 = arith.addi %c1, %c2 : i32
  %1 = arith.addi %a, %0 : i32
  %2 = arith.addi %a, %0 : i32
  %3 = arith.muli %1, %2 : i32
  return %3 : i32
}
func.func @loop(%m: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = arith.constant 2.0 : f32
    %y = memref.load %m[%i] : memref<?xf32>
    %z = arith.mulf %x, %y : f32
    memref.store %z, %m[%i] : memref<?xf32>
  }
  return
}
"""
PIPELINE = "builtin.module(func.func(cse,loop-invariant-code-motion),canonicalize,symbol-dce)"


class Rows(html.parser.HTMLParser):
    """The rows of the table `#text`: the class and the text of each cell."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[tuple[str, str]]] = []
        self.inside = False
        self.cell: tuple[str, list[str]] | None = None
        self.lit = 0
        self.uses = 0
        self.titles: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if given.get("id") == "text":
            self.inside = True
        if tag == "script":
            self.inside = False
        if not self.inside:
            self.uses += tag == "a"
            return
        if tag == "tr" and "hidden" not in given:
            self.rows.append([])
        elif tag == "td":
            self.cell = (given.get("class") or "", [])
        elif "lit" in (given.get("class") or "").split():
            self.lit += 1

    def handle_endtag(self, tag: str) -> None:
        if tag == "td" and self.cell is not None:
            if self.rows:
                self.rows[-1].append((self.cell[0].strip(), "".join(self.cell[1])))
            self.cell = None

    def handle_data(self, data: str) -> None:
        if self.cell is not None:
            self.cell[1].append(data)


def opened(browser: str, page: Path, place: str, *more: str) -> Rows:
    """What the page shows at a place."""
    with tempfile.TemporaryDirectory() as profile:
        command = [
            browser,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--host-resolver-rules=MAP * ~NOTFOUND",
            f"--user-data-dir={profile}",
            "--virtual-time-budget=10000",
            *more,
            "--dump-dom",
            f"file://{page}#{place}",
        ]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    rows = Rows()
    rows.feed(done.stdout)
    return rows


def run(program: str, text: str, page: Path, pipeline: str) -> None:
    command = [program, f"--pass-pipeline={pipeline}", f"--report={page}"]
    subprocess.run(command, input=text, capture_output=True, text=True, check=True)


def passed(program: str, text: str, pipeline: str) -> str:
    command = [program, f"--pass-pipeline={pipeline}"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout.rstrip("\n")


def expect(what: str, got: object, expected: object) -> None:
    if got != expected:
        raise SystemExit(f"{what}: expected {expected!r}, got {got!r}")


def sides(rows: Rows) -> tuple[list[str], list[str], list[str], list[str]]:
    """Of a comparison: the left and right lines, and those that are marked."""
    left, right, gone, new = [], [], [], []
    for row in rows.rows:
        for cell, side, marked, kind in ((row[1], left, gone, "gone"), (row[3], right, new, "new")):
            if cell[0].startswith("code"):
                side.append(cell[1])
                if kind in cell[0].split():
                    marked.append(cell[1])
    return left, right, gone, new


def check(program: str, browser: str, page: Path) -> None:
    run(program, MODULE, page, PIPELINE)
    before = passed(program, MODULE, "builtin.module()").splitlines()
    # The pass in the middle ran on the whole module.
    first = passed(program, MODULE, "builtin.module(func.func(cse,loop-invariant-code-motion))").splitlines()
    after = passed(
        program, MODULE, "builtin.module(func.func(cse,loop-invariant-code-motion),canonicalize)"
    ).splitlines()
    left, right, gone, new = sides(opened(browser, page, "pass=2&view=whole"))
    expect("the lines before", left, first)
    expect("the lines after", right, after)
    expect("lines that are the same", len(left) - len(gone), len(right) - len(new))
    longest = difflib.SequenceMatcher(None, first, after, autojunk=False)
    same = sum(block.size for block in longest.get_matching_blocks())
    expect("as many equal lines as difflib finds", len(left) - len(gone) >= same, True)
    kept = [line for line in left if line not in gone]
    expect("the unmarked lines are equal", kept, [line for line in right if line not in new])
    shown = opened(browser, page, "pass=2&view=after")
    expect("the text after", [row[2][1] for row in shown.rows], after)
    shown = opened(browser, page, "pass=0&run=1&view=before&value=%25arg0")
    lines = [row[2][1] for row in shown.rows]
    expect("a function alone", [line.strip() for line in lines], [line.strip() for line in before[10:-1]])
    count = sum(line.count("%arg0") for line in lines)
    expect("the uses of a value are lit", shown.lit, count)
    expect("and listed", shown.uses, sum("%arg0" in line for line in lines))
    # Ten thousand operations.
    body = "".join(f"  %{i + 1} = arith.addi %{i}, %a : i32\n" for i in range(10_000))
    run(
        program,
        f"func.func @f(%a: i32, %0: i32) -> i32 {{\n{body}  return %10000 : i32\n}}\n",
        page,
        "builtin.module(cse)",
    )
    shown = opened(browser, page, "view=after")
    expect("the lines of a large module", len(shown.rows), 10_005)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--screenshot", type=Path)
    options = parser.parse_args()
    browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if browser is None:
        raise SystemExit("Chromium is not installed")
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "report.html"
        check(options.program, browser, page)
        if options.screenshot:
            run(options.program, MODULE, page, PIPELINE)
            opened(
                browser,
                page,
                "pass=2",
                f"--screenshot={options.screenshot.resolve()}",
                "--window-size=1280,720",
            )
    print("the pages show what the passes did")
    return 0


if __name__ == "__main__":
    sys.exit(main())
