"""Writes docs/mlir-parity.md: the members of MLIR's Python bindings, each with its test or why it is absent.

The classes and members are those of `python/tests/ir/mlir_members.json`. Run it with the package on the path:
`python docs/mlir_parity.py`; `--check` only compares.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TESTS = ROOT / "python" / "tests" / "ir"
DOC = ROOT / "docs" / "mlir-parity.md"

ABSENT = {
    "Context.transient_scope": "types and attributes live as long as their context",
    "Context.begin_transient_scope": "as `transient_scope`",
    "Context.end_transient_scope": "as `transient_scope`",
    "Context.is_in_transient_scope": "as `transient_scope`",
    "Context.enable_remarks": "remarks are optimization reports of LLVM's passes",
    "Context.finalize_remarks": "as `enable_remarks`",
    "Context.remarks_enabled": "as `enable_remarks`",
    "Context.set_thread_pool": "contexts have no thread pools",
    "Location.emit_remark": "as `Context.enable_remarks`",
    "InferShapedTypeOpInterface": "needs operations of dialects, which are not there yet",
    "InferTypeOpInterface": "needs operations of dialects, which are not there yet",
    "MemoryEffectsOpInterface": "needs operations of dialects, which are not there yet",
    "OpAdaptor": "needs operations of dialects, which are not there yet",
    "ShapedTypeComponents": "belongs to InferShapedTypeOpInterface",
}
"""Why a class, or a member of one, is absent."""

GENERAL = {
    "__init__": "test_ir_types.py",
    "__eq__": "test_ir_types.py",
    "typeid": "test_ir_types.py",
    "static_typeid": "test_ir_types.py",
    "type_name": "test_ir_types.py",
    "attr_name": "test_ir_attributes.py",
    "maybe_downcast": "test_ir_types.py",
}
"""Members of many classes, whose tests name them once."""


def has(cls: type, member: str) -> bool:
    """Whether a class has a member, its own or inherited; iteration counts as `__iter__`."""
    return any(member in vars(one) for one in cls.__mro__) or member == "__init__"


def tests_of(texts: dict[str, str], name: str, member: str) -> str | None:
    """The file with the test of a member: one that names the class and the member."""
    protocol = {
        "__getitem__": r"\[[^\]]+\]",
        "__setitem__": r"\] = ",
        "__delitem__": r"\bdel \w",
        "__len__": r"len\(",
        "__iter__": r" in |list\(",
        "__contains__": r'" in ',
        "__enter__": r"\bwith ",
        "__exit__": r"\bwith ",
    }
    wanted = protocol.get(member, rf"\b{re.escape(member)}\b")
    by_class = [file for file, text in texts.items() if re.search(rf"\b{name}\b", text)]
    for file in [*by_class, *(file for file in texts if file not in by_class)]:
        if re.search(wanted, texts[file]):
            return file
    return GENERAL.get(member)


def rows() -> tuple[list[str], list[str]]:
    """The rows of the table, and the members that are neither there nor explained."""
    from tvmlike import ir

    known = json.loads((TESTS / "mlir_members.json").read_text(encoding="utf-8"))
    texts = {path.name: path.read_text(encoding="utf-8") for path in sorted(TESTS.glob("test_ir_*.py"))}
    table, unexplained = [], []
    for name, described in known.items():
        cls = getattr(ir, name, None)
        if cls is None:
            reason = ABSENT.get(name)
            if reason is None:
                unexplained.append(name)
            table.append(f"| {name} | {' '.join(described['members'])} | absent: {reason} |")
            continue
        by_test: dict[str, list[str]] = {}
        for member in described["members"]:
            if not has(cls, member):
                reason = ABSENT.get(f"{name}.{member}")
                if reason is None:
                    unexplained.append(f"{name}.{member}")
                by_test.setdefault(f"absent: {reason}", []).append(member)
                continue
            test = tests_of(texts, name, member)
            if test is None:
                unexplained.append(f"{name}.{member} (no test)")
            by_test.setdefault(test or "no test", []).append(member)
        for test, members in by_test.items():
            table.append(f"| {name} | {' '.join(members)} | {test} |")
    return table, unexplained


def text() -> tuple[str, list[str]]:
    """The document, and what is unexplained."""
    table, unexplained = rows()
    head = (
        "# tvmlike.ir and MLIR's Python bindings\n\n"
        "Each class and member of MLIR's `ir` module that programs use, with the test in\n"
        "[python/tests/ir](../python/tests/ir) that covers it, or the reason for its absence. The tests run\n"
        "against upstream's bindings as well. `python docs/mlir_parity.py` writes this page. [ir.md](ir.md)\n"
        "is the guide.\n\n"
        "| class | members | test |\n|---|---|---|\n"
    )
    return head + "\n".join(table) + "\n", unexplained


if __name__ == "__main__":
    page, open_members = text()
    if "--check" in sys.argv:
        assert DOC.read_text(encoding="utf-8") == page, "run python docs/mlir_parity.py"
    else:
        DOC.write_text(page, encoding="utf-8")
    print("\n".join(open_members) or "every member has a test or a reason")
    sys.exit(bool(open_members))
