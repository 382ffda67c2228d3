"""`bind`: whether the signatures of a library's functions are right, and stubs for them."""

from __future__ import annotations

import json
import os
import sys

from .. import native
from .._mlir_signatures import is_mlir, signatures_of_file
from ..stubs import write
from .show import print_json, print_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

HOW = """\
The signatures are those of the JSON file, those of the functions of a .mlir file, or those that the library
carries:

  {"namespace": "kernels",
   "functions": [{"name": "add", "signature": "f64(a: f64, b: f64)", "doc": "Adds."}]}

Looks up each symbol and parses each signature. A wrong signature cannot be detected. A library contains its
signatures in a section, or in a string that it exports as tvmlike_signatures:

  objcopy --add-section .tvmlike.signatures=SIGS.json LIBRARY
"""


def run(options: argparse.Namespace) -> int:
    """Checks all functions and prints the outcome. The status is 1 if one cannot be bound."""
    is_file = os.sep in options.library or os.path.exists(options.library)
    library = os.path.abspath(options.library) if is_file else options.library
    text = _text(options, library)
    opened = native.open(library, signatures={"functions": []})
    rows, whole = _rows(library, text)
    namespace = options.namespace
    if namespace is None and isinstance(whole.get("namespace"), str):
        namespace = whole["namespace"]
    problems = [row["problem"] for row in rows if row["problem"]]
    written: list[str] = []
    if not problems:
        # What holds for all of them together: the keys, names that stand there twice, names that are taken.
        native.open(library, namespace, signatures=text)
        if options.stubs is not None:
            if not namespace:
                raise ValueError("bind: --stubs needs a namespace; pass --namespace")
            written = write([namespace], options.stubs)
    bound = {row["symbol"] for row in rows if isinstance(row["symbol"], str)}
    others = [symbol for symbol in _symbols(opened) if symbol not in bound and not _belongs_to(symbol, bound)]
    if options.json:
        print_json(
            {
                "library": library,
                "namespace": namespace,
                "functions": rows,
                "without_signature": others,
                "stubs": written,
            }
        )
    else:
        _print(rows, namespace, others, written)
        for problem in problems:
            print(f"tvmlike: {problem}", file=sys.stderr)
        if options.signatures and not problems and not is_mlir(options.signatures):
            print_text("\nto have the library carry them:")
            print_text(f"  objcopy --add-section .tvmlike.signatures={options.signatures} {options.library}")
    return 1 if problems else 0


def _text(options: argparse.Namespace, library: str) -> str:
    if options.signatures is not None:
        if is_mlir(options.signatures):
            return json.dumps(signatures_of_file(options.signatures))
        try:
            with open(options.signatures, encoding="utf-8") as file:
                return file.read()
        except UnicodeDecodeError as error:
            raise ValueError(f"bind: {options.signatures} is not UTF-8 text: {error}") from None
    carried = native.signatures_of(library) if os.path.exists(library) else None
    if carried is None:
        raise ValueError(f"bind: {options.library} contains no signatures; pass a JSON file with them")
    return carried


def _rows(library: str, text: str) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Each function with its problem, if any, and the whole as it was read."""
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"bind: invalid JSON: {error}") from None
    entries = whole.get("functions") if isinstance(whole, dict) else None
    if not isinstance(entries, list):
        raise ValueError('bind: expected a JSON object with a list "functions"')
    return [_row(library, entry) for entry in entries], whole


def _row(library: str, entry: Any) -> dict[str, Any]:
    known = entry if isinstance(entry, dict) else {}
    problem = None
    try:
        native.open(library, signatures={"functions": [entry]})
    except Exception as error:  # the other functions are checked all the same
        kind = getattr(error, "kind", None)
        problem = f"{kind if isinstance(kind, str) else type(error).__name__}: {error}"
    return {
        "name": known.get("name", known.get("symbol")),
        "symbol": known.get("symbol", known.get("name")),
        "signature": known.get("signature"),
        "problem": problem,
    }


def _symbols(opened: native.Library) -> list[str]:
    try:
        return [*opened.symbols()]
    except NotImplementedError:
        return []


def _belongs_to(symbol: str, bound: set[str]) -> bool:
    """Whether it is the C form of an MLIR function that is bound."""
    return symbol.startswith("_mlir_ciface_") and symbol[len("_mlir_ciface_") :] in bound


def _print(rows: list[dict[str, Any]], namespace: str | None, others: list[str], written: list[str]) -> None:
    start = f"{namespace}." if namespace else ""
    cells = [
        (
            f"{start}{row['name']}",
            str(row["symbol"]),
            "wrong" if row["problem"] else "ok",
            str(row["signature"]),
        )
        for row in rows
    ]
    widths = [max((len(row[column]) for row in cells), default=0) for column in range(3)]
    for row in cells:
        print_text("  ".join([*(f"{cell:{width}}" for cell, width in zip(row, widths)), row[3]]))
    if others:
        shown = ", ".join(others[:8]) + (f" and {len(others) - 8} others" if len(others) > 8 else "")
        print_text(f"\nexported, without a signature: {shown}")
    if written:
        print_text("\n".join(["", *written]))
