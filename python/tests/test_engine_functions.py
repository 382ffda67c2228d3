"""Each operation on memory, tensors and control flow, in functions over arrays, three ways.

The default engine, with and without optimizations and on threads, the engine llvm, and what mlir-opt,
mlir-translate and clang of LLVM 22 make of the same functions give the same to the bit: all of them add in
the order of the loops. The functions are those of `compiler/tests/engine/*_operations.txt`. Every operation
of the dialects is in one of them, or is in `LEFT_OUT` with the reason.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

import tvmlike
from tvmlike import ir

np = pytest.importorskip("numpy")

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "compiler" / "tests"))

import engine_cases  # noqa: E402
import engine_mlir  # noqa: E402
from test_engine_operations import LEFT_OUT as LEFT_OUT_OF_VALUES  # noqa: E402

pytestmark = [
    pytest.mark.skipif(
        tvmlike.get_global_func("engine.compile", True) is None, reason="the library has no engine"
    ),
    pytest.mark.skipif(tvmlike.ffi_path() == "ctypes", reason="it does not depend on the call path"),
]

DIALECTS = ["affine", "bufferization", "cf", "func", "linalg", "memref", "scf", "tensor", "ub"]
TRANSFORM = "MLIR has it in the dialect transform only"
ONE_MEMORY = "there is one kind of memory"
UNKNOWN = "MLIR's one-shot-bufferize does not know it"
# Operations without a lowering, each with why, and a function that is refused for it: parameters and body.
LEFT_OUT = {
    "affine.dma_start": (
        ONE_MEMORY,
        "%a: memref<8xf32>, %b: memref<8xf32, 1>, %t: memref<1xi32>, %n: index",
        "affine.dma_start %a[%n], %b[%n], %t[0], %n : memref<8xf32>, memref<8xf32, 1>, memref<1xi32>",
    ),
    "affine.dma_wait": (
        ONE_MEMORY,
        "%t: memref<1xi32>, %n: index",
        "affine.dma_wait %t[0], %n : memref<1xi32>",
    ),
    "bufferization.dealloc_tensor": (
        "buffer-deallocation-pipeline refuses it, as MLIR's",
        "%n: index",
        "%e = bufferization.alloc_tensor(%n) : tensor<?xf32> %d = tensor.dim %e, %n : tensor<?xf32>"
        " bufferization.dealloc_tensor %e : tensor<?xf32> call @g(%d) : (index) -> ()",
    ),
    "linalg.winograd_filter_transform": (
        TRANSFORM,
        "%a: tensor<2x3x3x5xf32>, %b: tensor<6x6x5x2xf32>",
        "%r = linalg.winograd_filter_transform fmr(F_4_3) ins(%a : tensor<2x3x3x5xf32>)"
        " outs(%b : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>",
    ),
    "linalg.winograd_input_transform": (
        TRANSFORM,
        "%a: tensor<2x10x10x5xf32>, %b: tensor<6x6x2x2x2x5xf32>",
        "%r = linalg.winograd_input_transform fmr(F_4_3) ins(%a : tensor<2x10x10x5xf32>)"
        " outs(%b : tensor<6x6x2x2x2x5xf32>) -> tensor<6x6x2x2x2x5xf32>",
    ),
    "linalg.winograd_output_transform": (
        TRANSFORM,
        "%a: tensor<6x6x2x2x2x2xf32>, %b: tensor<2x8x8x2xf32>",
        "%r = linalg.winograd_output_transform fmr(F_4_3) ins(%a : tensor<6x6x2x2x2x2xf32>)"
        " outs(%b : tensor<2x8x8x2xf32>) -> tensor<2x8x8x2xf32>",
    ),
    "memref.dma_start": (
        ONE_MEMORY,
        "%a: memref<8xf32>, %b: memref<8xf32, 1>, %t: memref<1xi32>, %n: index",
        "memref.dma_start %a[%n], %b[%n], %n, %t[%n] : memref<8xf32>, memref<8xf32, 1>, memref<1xi32>",
    ),
    "memref.dma_wait": (
        ONE_MEMORY,
        "%t: memref<1xi32>, %n: index",
        "memref.dma_wait %t[%n], %n : memref<1xi32>",
    ),
    "tensor.bitcast": (
        UNKNOWN,
        "%a: tensor<4xi32>, %m: memref<4xf32>",
        "%r = tensor.bitcast %a : tensor<4xi32> to tensor<4xf32>"
        " bufferization.materialize_in_destination %r in restrict writable %m :"
        " (tensor<4xf32>, memref<4xf32>) -> ()",
    ),
    "tensor.gather": (
        UNKNOWN,
        "%a: tensor<4x4xf32>, %i: tensor<3x1xindex>, %m: memref<3x1x4xf32>",
        "%r = tensor.gather %a[%i] gather_dims([0])"
        " : (tensor<4x4xf32>, tensor<3x1xindex>) -> tensor<3x1x4xf32>"
        " bufferization.materialize_in_destination %r in restrict writable %m :"
        " (tensor<3x1x4xf32>, memref<3x1x4xf32>) -> ()",
    ),
    "tensor.scatter": (
        UNKNOWN,
        "%s: tensor<3x1x4xf32>, %a: tensor<4x4xf32>, %i: tensor<3x1xindex>, %m: memref<4x4xf32>",
        "%r = tensor.scatter %s into %a[%i] scatter_dims([0]) unique"
        " : (tensor<3x1x4xf32>, tensor<4x4xf32>, tensor<3x1xindex>) -> tensor<4x4xf32>"
        " bufferization.materialize_in_destination %r in restrict writable %m :"
        " (tensor<4x4xf32>, memref<4x4xf32>) -> ()",
    ),
}
# What we compile beside the default.
WAYS = {
    "no optimizations": {"optimize": False},
    "threads": {"threads": 2, "optimize": False},
    "llvm": {"engine": "llvm", "optimize": False},
}


def reference(cases, folder):
    """The functions by MLIR: all of them are over tensors, or none."""
    cases = [case for case in cases if not case.not_by_mlir]
    text = "\n".join(case.for_mlir for case in cases)
    signatures = {case.name: case.signature for case in cases}
    if cases[0].has_tensors:
        return engine_mlir.by_mlir_of_tensors(text, signatures, folder, "-O0")
    return engine_mlir.by_mlir(text, signatures, folder, engine_mlir.MEMREF_PASSES, "-O0")


def outcomes(cases, library):
    """What the calls of all functions of a library give, by case, call, and whether elements are at edges."""
    return {
        (case.name, " ".join(call), edges): engine_mlir.outcome(
            library[case.name], engine_cases.arguments(case, call, 0, edges)
        )
        for case in cases
        for call in case.calls
        for edges in (False, True)
    }


@pytest.fixture(scope="module", params=["memrefs", "tensors"])
def cases(request):
    """Functions that are one module: over tensors or not."""
    found = [case for dialect in DIALECTS for case in engine_cases.read(dialect)]
    return [case for case in found if case.has_tensors == (request.param == "tensors")]


@pytest.fixture(scope="module")
def by_default(cases):
    return outcomes(cases, tvmlike.compile("\n".join(case.text for case in cases)))


def check(cases, one, other, names):
    """Both have the same outcomes, where the other one has any."""
    texts = {case.name: case.text for case in cases}
    wrong = [
        f"{texts[call[0]]}\nof {call[1]}{', edges' * call[2]}:\n  {names[0]} {one[call]!r}\n"
        f"  {names[1]} {other[call]!r}"
        for call in other
        if one[call] != other[call]
    ]
    assert other
    assert not wrong, "\n".join([f"{len(wrong)} of {len(other)} calls differ", *wrong[:10]])


def operations(dialect):
    """The names of all operations of a dialect."""
    module = importlib.import_module(f"tvmlike.dialects.{dialect}")
    classes = [getattr(module, name) for name in dir(module) if name.endswith("Op")]
    return {each.OPERATION_NAME for each in classes if hasattr(each, "OPERATION_NAME")}


def test_the_documentation_tells_what_is_lowered():
    """The table of docs/compile.md is that of the comparisons."""
    refused = {name for name, reason in LEFT_OUT_OF_VALUES.items() if "no lowering" in reason}
    refused |= set(LEFT_OUT)
    rows = []
    for dialect in sorted([*DIALECTS, "arith", "complex", "index", "math", "vector"]):
        names = operations(dialect)
        without = sorted(names & refused)
        shown = ", ".join(f"`{name.partition('.')[2]}`" for name in without)
        rows.append(f"| {dialect} | {len(names) - len(without)} | {shown} |")
    text = (Path(__file__).resolve().parents[2] / "docs" / "compile.md").read_text()
    assert "\n".join(rows) in text, "docs/compile.md should have:\n" + "\n".join(rows)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_operation_is_here(dialect):
    known, compared = operations(dialect), set()

    def note(operation):
        compared.add(operation.name)
        return ir.WalkResult.ADVANCE

    with ir.Context():
        for case in engine_cases.read(dialect):
            ir.Module.parse(case.text).operation.walk(note)
    compared = {name for name in compared if name.startswith(f"{dialect}.")}
    left_out = {name for name in LEFT_OUT if name.startswith(f"{dialect}.")}
    assert not compared & left_out
    assert compared | left_out == known


@pytest.mark.parametrize("operation", LEFT_OUT)
def test_what_is_left_out_has_no_lowering(operation):
    _, params, body = LEFT_OUT[operation]
    text = f"func.func private @g(index)\nfunc.func @f({params}) {{\n{body}\nreturn\n}}"
    with ir.Context():
        assert ir.Module.parse(text).operation.verify()
    with pytest.raises(tvmlike.ir.MLIRError, match='"-":3:') as caught:
        tvmlike.compile(text)
    # An operation of affine becomes one of memref first.
    assert operation.partition(".")[2] in str(caught.value)


@pytest.mark.parametrize("way", WAYS)
def test_ways_agree(cases, by_default, way):
    if way == "threads":
        # Of each function the one for its first type: threads cost much, and do not depend on it.
        cases = [case for case in cases if case.is_first]
    try:
        library = tvmlike.compile("\n".join(case.text for case in cases), **WAYS[way])
    except tvmlike.ir.MLIRError as error:
        if way != "llvm" or "clang" not in str(error) or "refused" in str(error):
            raise
        pytest.skip(str(error))
    check(cases, by_default, outcomes(cases, library), ["default", way])


def test_mlir_agrees(cases, by_default, tmp_path):
    try:
        library = reference(cases, tmp_path)
    except FileNotFoundError as error:
        pytest.skip(str(error))
    compared = [case for case in cases if not case.not_by_mlir]
    check(cases, by_default, outcomes(compared, library), ["tvmlike", "MLIR"])
