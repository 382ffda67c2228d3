"""Differences of dialects from mlir-opt 22 that stay on purpose, and why."""

from __future__ import annotations

import re
from dataclasses import dataclass

from cases import Result


@dataclass(frozen=True)
class Kept:
    """A difference: which texts have it, what it is, and why it stays."""

    # For the page: the text in code marks, and a clause.
    what: str
    reason: str
    # A pattern of the texts.
    text: str = ""
    # A pattern of mlir-opt's first message, and one of tvmlike-opt's.
    message: str = ""
    own: str = ""


KEPT = [
    Kept(
        "`cf.switch` that passes one of several results to its default block, `default: ^bb(%a#1 : i32)`",
        "it is read; MLIR prints it, but refuses it",
        text=r"default: *\^\w+ *\([^)]*#",
    ),
    Kept(
        "`llvm.switch` that passes one of several results to its default block, `^bb(%a#1 : i32) [`",
        "it is read; MLIR prints it, but refuses it",
        text=r"llvm\.switch [^\n]*\^\w+\([^)]*#",
        message="result number not allowed",
    ),
    Kept(
        "`pdl.range` of values whose types are not PDL's, `pdl.range %a, %a : i32, i32`",
        "it is refused while it is read; MLIR makes a result whose type it cannot print",
        text=r"pdl\.range %[^:]*: (?!!pdl)",
    ),
    Kept(
        "`transform.smt.constrain_params` without a terminator",
        "it gets `smt.yield`; MLIR adds it, too, but does not know it because nothing has loaded its dialect",
        text=r"transform\.smt\.constrain_params",
        message="expected 'smt.yield' as terminator",
    ),
    Kept(
        "`sparse_tensor.coiterate` of no space that uses coordinates",
        "it is refused; MLIR reads a space that is not there",
        text=r'"sparse_tensor\.coiterate"\(\) <\{crdUsedLvls = [1-9]',
    ),
    Kept(
        "`wasmssa.branch_if %c to level true`, whose level has a wrong type and is not verified",
        "it is printed in generic form; MLIR prints a level that is read with another type",
        text=r"wasmssa\.branch_if [^\n]* to level true",
    ),
    Kept(
        "`wasmssa.global @g i32 { … }`, without its colon",
        "it is refused; MLIR prints the error and accepts it",
        text=r"wasmssa\.global",
        own="expected ':'",
    ),
    Kept(
        'an unknown key among the properties of xevm\'s operations, `<{… "to" = …}>`',
        "it is refused, as those of other dialects; MLIR drops it",
        text=r"xevm\.\w+ [^\n]*<\{",
        own="unknown key",
    ),
    Kept(
        "`linalg.map { addf }`, whose operation has no dialect",
        "it is printed with its whole body; MLIR prints `{ .addf }`, but refuses it",
        text=r"linalg\.map \{ addf \}",
    ),
    Kept(
        "`module attributes {dlti.dl_spec = …, a.b = #dlti.dl_spec<>}`, with two data layouts",
        "it is refused; MLIR prints the error and accepts the module",
        text=r"dlti\.dl_spec = .*\w+\.\w+ = #dlti\.dl_spec",
    ),
    Kept(
        "`#dlti.map`, a list of entries without its brackets",
        "it is refused; MLIR prints the error and reads an empty list",
        message=r"expected '<'",
        text=r"#dlti\.\w+(?![\w<])",
    ),
]


def is_kept(text: str, wanted: Result, got: Result) -> bool:
    """Whether results differ on purpose."""
    first, ours = wanted.messages()[:1], got.messages()[:1]
    if wanted.accepted == got.accepted and first == ours and (not got.accepted or wanted.out == got.out):
        return False
    message, own = (messages[0] if messages else "" for messages in (first, ours))
    return any(
        re.search(each.text, text) and re.search(each.message, message) and re.search(each.own, own)
        for each in KEPT
    )
