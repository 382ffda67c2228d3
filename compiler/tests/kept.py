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
    # A pattern of what mlir-opt prints.
    out: str = ""

    def holds(self, text: str, wanted: Result, got: Result) -> bool:
        """Whether these are its results of its texts."""
        message, own = ("".join(each.messages()[:1]) for each in (wanted, got))
        patterns = [(self.text, text), (self.message, message), (self.own, own), (self.out, wanted.out)]
        return all(re.search(pattern, found) for pattern, found in patterns)


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
        'an unknown key among the properties of operations of xevm and xegpu, `<{… "to" = …}>`',
        "it is refused, as those of other dialects; MLIR drops it",
        text=r"(xevm|xegpu)\.\w+ [^\n]*<\{",
        own="unknown key",
    ),
    Kept(
        "`xevm.memfence` without its scope, not verified",
        "it is refused while it is read, as `llvm.intr.ubsantrap` without its kind; MLIR refuses it later",
        text=r"xevm\.memfence",
        own="expected key entry for scope",
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
    Kept(
        "`!xegpu.mem_desc<f32>`, without sizes",
        "it is printed so; MLIR prints `<xf32>`, but refuses it",
        text=r"!xegpu\.mem_desc<f\d+>",
    ),
    Kept(
        "`amdgpu.memory_counter_wait exp(i32)`, where an optional number is a type",
        "it is refused while it is read; MLIR keeps it until it is verified",
        text=r"amdgpu\.memory_counter_wait",
        own="invalid kind of attribute specified",
    ),
    Kept(
        "`wasmssa.local of type (i32) -> i32`, a type that no variable has",
        "it is refused while it is read; MLIR refuses it when it verifies",
        text=r"wasmssa\.local of type",
        own="a type that no variable has",
    ),
    Kept(
        "`wasmssa.global @g i32 : { }`, whose region is empty",
        "it is printed with its braces; MLIR prints none, and refuses that",
        text=r"wasmssa\.global [^{]*\{ *\}",
    ),
    Kept(
        "`spirv.FNegate` and `spirv.SNegate` with another number of operands than one, not verified",
        "they are printed in generic form, as other operations that do not fit their forms",
        text=r"spirv\.[FS]Negate *(:|%[\w#]+ *,)",
    ),
    Kept(
        "a scalable size that is an operand, `tile_sizes [[%size]]`",
        "it is read; MLIR prints it, but refuses it",
        text=r"\[\[%",
        message="expected integer value",
    ),
    Kept(
        "named operations of linalg in generic form",
        "they have the attributes that they were given; MLIR's verifier adds `linalg.memoized_indexing_maps`",
        text=r"linalg\.\w+",
        out=r"linalg\.memoized_indexing_maps",
    ),
]

# Texts that both refuse, with another first message.
MESSAGES = [
    Kept("what MLIR refuses without a message", "there is one", message=r"^$"),
    Kept(
        "names of C++ types in messages, `::mlir::LLVM::IntegerOverflowFlags`",
        "they are there without their namespaces",
        message=r"storage for ::mlir::",
    ),
    Kept(
        "`linalg.contract` without maps",
        "it is said to lack a dimension that is contracted; MLIR reads a number that is not there",
        text=r"linalg\.contract",
        message="iteration space dim at index",
    ),
    Kept(
        "`linalg.matmul` and `linalg.reduce` without operands",
        "they are said to lack them; MLIR reads maps and sizes that are not there",
        text=r"linalg\.(matmul|reduce)",
        own=r"expected op with 2 inputs and 1 output|expected at least one input",
    ),
    Kept(
        "`llvm.atomicrmw` with a type that is no vector, such as `none`",
        "it is said to have another type than the result; MLIR reads the type as a vector",
        text=r"llvm\.atomicrmw",
        own="failed to verify that result #0 and operand #1 have the same type",
    ),
    Kept(
        "`nvgpu.warpgroup.mma.store` to a memref of rank 1",
        "its second size is said to be 0; MLIR reads a number that is not there",
        text=r"nvgpu\.warpgroup\.mma\.store",
        message=r"destination memref\[\d+\]\[\d+\]",
    ),
    Kept(
        "`nvvm.mma.sp.sync` without operands",
        "it is said that the types of the sum and of the result differ, which comes later in MLIR",
        text=r"nvvm\.mma\.sp\.sync",
        own="ctype does not match dtype",
    ),
    Kept(
        "`nvvm.barrier` with an optional operand that is none",
        "its place is in the message; MLIR stops at the name of the result",
        text=r"nvvm\.barrier",
        own="invalid kind of attribute specified",
    ),
    Kept(
        "wrong indices of `spirv.PtrAccessChain` and `spirv.InBoundsPtrAccessChain`",
        "the message has the name of the operation; MLIR's has that of `spirv.AccessChain`",
        message=r"'spirv\.AccessChain' op",
    ),
    Kept(
        "`transform.structured.fuse` with too long an interchange",
        "the message ends with `found `, as in MLIR, which prints an operation behind it",
        text=r"transform\.structured\.fuse",
        message="interchange length exceeds iteration space dimensions",
    ),
    Kept(
        "a storage type of quant that is no integer",
        "it is said to be wrong; MLIR reads a width that is not there",
        message="illegal storage type size",
    ),
    Kept(
        'what MLIR prints of `wasmssa.if` with two regions, `"else "{ … }`',
        "the message is at these words; MLIR's is behind them",
        text=r'wasmssa\.if [\s\S]*"else "',
        message="expected '>'",
    ),
    Kept(
        "a scalable size without its second bracket, `tile_sizes [[1, 2]`",
        "the bracket is said to be missing; MLIR has only the second message, about the list",
        message="expected SSA value or integer",
        own=r"expected '[\])]'",
    ),
    Kept(
        "`#shard<axisarray[unit]>`",
        "a list is said to be missing in the list; MLIR says the attribute has a wrong kind",
        text=r"shard<axisarray",
        own=r"expected '\['",
    ),
    Kept(
        "levels of `!sparse_tensor.iterator` and its like in a wrong order",
        "the message is behind them; MLIR's is at the name of the type",
        message="expect larger level upper bound than lower bound",
    ),
    Kept(
        "`#llvm.framePointerKind` and `#llvm.overflow` with an unknown string",
        "the message lists the keywords as they are written",
        message="for LLVM FramePointerKind, got|expected keyword for LLVM integer overflow flags",
    ),
    Kept(
        '`#gpu.object<… fatbin "…">` without `=`',
        "the message is at the string; MLIR's is before it",
        text=r"#gpu\.object",
        message="expected '='",
    ),
]


def is_kept(text: str, wanted: Result, got: Result) -> bool:
    """Whether results differ on purpose."""
    first, ours = wanted.messages()[:1], got.messages()[:1]
    if wanted.accepted == got.accepted and first == ours and (not got.accepted or wanted.out == got.out):
        return False
    return any(each.holds(text, wanted, got) for each in KEPT)


def has_other_message(text: str, wanted: Result, got: Result) -> bool:
    """Whether the first messages of results that both refuse differ on purpose."""
    return any(each.holds(text, wanted, got) for each in MESSAGES)
