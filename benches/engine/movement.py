"""Operations that move elements, and softmax, beside MLIR with clang, and NumPy.

Gathers, arrays that are copied for a call because they are strided, concatenations, tiles.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from timing import ratio_of

import tvmlike

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "compiler" / "tests"))

import engine_mlir

M = "memref<?xf32>"
T = "tensor<256x256xf32>"
TILES = "tensor<32x64x8x4xf32>"
# Where the indices are: 4 lanes at a time, and as the body of an operation of linalg.
MEMREFS = f"""
func.func @gather(%x: {M}, %i: memref<?xi32>, %r: {M}) attributes {{llvm.emit_c_interface}} {{
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %all = arith.constant dense<true> : vector<4xi1>
  %zeros = arith.constant dense<0.0> : vector<4xf32>
  %n = memref.dim %r, %c0 : {M}
  scf.for %k = %c0 to %n step %c4 {{
    %places = vector.load %i[%k] : memref<?xi32>, vector<4xi32>
    %found = vector.gather %x[%c0][%places], %all, %zeros
      : {M}, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    vector.store %found, %r[%k] : {M}, vector<4xf32>
  }}
  return
}}
func.func @indirect(%x: {M}, %i: memref<?xi32>, %r: {M}) attributes {{llvm.emit_c_interface}} {{
  linalg.map ins(%i : memref<?xi32>) outs(%r : {M})
    (%place: i32, %old: f32) {{
      %k = arith.index_cast %place : i32 to index
      %found = memref.load %x[%k] : {M}
      linalg.yield %found : f32
    }}
  return
}}
"""
TENSORS = f"""
func.func @concat(%a: {T}, %b: {T}) -> tensor<256x512xf32> {{
  %0 = tensor.concat dim(1) %a, %b : ({T}, {T}) -> tensor<256x512xf32>
  return %0 : tensor<256x512xf32>
}}
func.func @softmax(%a: {T}) -> {T} {{
  %e = tensor.empty() : {T}
  %0 = linalg.softmax dimension(1) ins(%a : {T}) outs(%e : {T}) -> {T}
  return %0 : {T}
}}
func.func @pack(%a: {T}) -> {TILES} {{
  %e = tensor.empty() : {TILES}
  %0 = linalg.pack %a inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %e : {T} -> {TILES}
  return %0 : {TILES}
}}
func.func @unpack(%a: {TILES}) -> {T} {{
  %e = tensor.empty() : {T}
  %0 = linalg.unpack %a inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %e : {TILES} -> {T}
  return %0 : {T}
}}
func.func @twice(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {{
  %0 = arith.addf %a, %a : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}}
"""
TYPES = {
    "gather": f"(%x: {M}, %i: memref<?xi32>, %r: {M}) -> ()",
    "indirect": f"(%x: {M}, %i: memref<?xi32>, %r: {M}) -> ()",
    "concat": f"(%a: {T}, %b: {T}) -> tensor<256x512xf32>",
    "softmax": f"(%a: {T}) -> {T}",
    "pack": f"(%a: {T}) -> {TILES}",
    "unpack": f"(%a: {TILES}) -> {T}",
    "twice": "(%a: tensor<?x?xf32>) -> tensor<?x?xf32>",
}


def by_numpy(name: str, *given: Any) -> Any:
    """The same by NumPy."""
    if name in ("gather", "indirect"):
        return np.take(given[0], given[1], out=given[2])
    if name == "concat":
        return np.concatenate(given, axis=1)
    if name == "softmax":
        powers = np.exp(given[0] - given[0].max(axis=1, keepdims=True))
        return powers / powers.sum(axis=1, keepdims=True)
    if name == "pack":
        return np.ascontiguousarray(given[0].reshape(32, 8, 64, 4).transpose(0, 2, 1, 3))
    if name == "unpack":
        return np.ascontiguousarray(given[0].transpose(0, 2, 1, 3)).reshape(256, 256)
    return given[0] + given[0]


def result(function: Any, given: list[Any]) -> Any:
    """What a function returns or writes into its last argument."""
    made = function(*given)
    return given[-1] if made is None else np.from_dlpack(made) if hasattr(made, "__dlpack__") else made


def run_movement(turns: int, folder: Path) -> list[str]:
    """The operations by both engines, by MLIR and clang, and by NumPy."""
    text = {"memrefs": MEMREFS, "tensors": TENSORS}
    ours = {kind: tvmlike.compile(text[kind]) for kind in text}
    by_llvm = {kind: tvmlike.compile(text[kind], engine="llvm") for kind in text}
    signatures = {name: ty.replace("tensor<", "memref<") for name, ty in TYPES.items()}
    of_memrefs = {name: signatures.pop(name) for name in ("gather", "indirect")}
    kept = TENSORS.replace(f": {T}, %b: {T})", f": {T} KEPT, %b: {T} KEPT)")
    kept = kept.replace(") -> ", " KEPT) -> ").replace("KEPT KEPT", "KEPT")
    heads = [line for line in kept.split("\n") if line.startswith("func.func")]
    for head in heads:
        new = head.replace("KEPT", "{bufferization.writable = false}")
        kept = kept.replace(head, new.removesuffix("{") + "attributes {llvm.emit_c_interface} {")
    kept = kept.replace(" KEPT", "")
    for name in ("memrefs", "tensors"):
        (folder / name).mkdir()
    clang = {
        "memrefs": engine_mlir.by_mlir(
            MEMREFS, of_memrefs, folder / "memrefs", engine_mlir.MEMREF_PASSES, "-O2"
        ),
        "tensors": engine_mlir.by_mlir_of_tensors(kept, signatures, folder / "tensors", "-O2"),
    }
    rng = np.random.default_rng(0)
    x, places = rng.random(65536, np.float32), rng.integers(0, 65536, 65536, np.int32)
    a, b, tiles = rng.random((256, 256), np.float32), rng.random((256, 256), np.float32), None
    tiles = by_numpy("pack", a)
    wide = rng.random((512, 512), np.float32)
    rows: list[tuple[str, str, str, list[Any]]] = [
        ("vector.gather, 65,536 of 65,536", "gather", "memrefs", [x, places, np.zeros_like(x)]),
        ("linalg.map with indices, 65,536 of 65,536", "indirect", "memrefs", [x, places, np.zeros_like(x)]),
        ("tensor.concat, 256 by 512", "concat", "tensors", [a, b]),
        ("linalg.softmax, 256 by 256", "softmax", "tensors", [a]),
        ("linalg.pack, 256 by 256 to 8 by 4", "pack", "tensors", [a]),
        ("linalg.unpack, the same", "unpack", "tensors", [tiles]),
        ("a + a, 256 by 256, dense", "twice", "tensors", [a]),
        ("a + a, copied from every second element", "twice", "tensors", [wide[::2, ::2]]),
        ("a + a, copied from the transposition", "twice", "tensors", [a.T]),
    ]
    lines = [
        "| µs | cranelift | engine llvm | MLIR's loops by clang -O2 | NumPy |",
        "|---|---:|---:|---:|---:|",
    ]
    for label, name, kind, given in rows:
        sides = [ours[kind][name], by_llvm[kind][name], clang[kind][name], partial(by_numpy, name)]
        if not all(each.flags.c_contiguous for each in given):
            # Entries of MLIR take dense arrays only: the caller copies.
            theirs = clang[kind][name]
            sides[2] = lambda array, theirs=theirs: theirs(np.ascontiguousarray(array))
        wanted = np.array(result(partial(by_numpy, name), given))
        times = []
        for side in sides:
            np.testing.assert_allclose(result(side, given), wanted, rtol=1e-5)
            time, _, _ = ratio_of(turns, partial(side, *given), partial(ours[kind][name], *given))
            times.append(f"{time * 1e6:.2f}")
        lines.append(f"| {label} | {' | '.join(times)} |")
        print(lines[-1])
    return lines
