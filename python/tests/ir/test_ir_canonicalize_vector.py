"""Folds of vector that keep what a program computes where those of MLIR 22 do not."""

from __future__ import annotations

import pytest

from tvmlike import ir
from tvmlike.passmanager import PassManager


def canonical(text: str) -> str:
    with ir.Context():
        module = ir.Module.parse(text)
        PassManager.parse("builtin.module(canonicalize)").run(module.operation)
        return str(module)


def test_a_vector_repeated_as_a_whole_is_not_repeated_by_elements():
    text = canonical(
        """
func.func @f(%a: vector<4x1xf32>) -> vector<4x3xf32> {
  %0 = vector.broadcast %a : vector<4x1xf32> to vector<3x4x1xf32>
  %1 = vector.shape_cast %0 : vector<3x4x1xf32> to vector<4x3xf32>
  return %1 : vector<4x3xf32>
}
"""
    )
    assert "vector.shape_cast" in text


def test_lanes_that_a_mask_does_not_set_keep_what_was_accumulated():
    text = canonical(
        """
func.func @f(%m: vector<2x1xi1>, %a: vector<2x1xf32>, %acc: vector<2xf32>) -> vector<2xf32> {
  %0 = vector.mask %m { vector.multi_reduction <add>, %a, %acc [1] : vector<2x1xf32> to vector<2xf32> }
    : vector<2x1xi1> -> vector<2xf32>
  return %0 : vector<2xf32>
}
"""
    )
    selected = text.split("arith.select", 1)[1].splitlines()[0]
    assert selected.split(" : ")[0].endswith("%arg2")


def test_a_reduction_of_no_dimension_combines():
    text = canonical(
        """
func.func @f(%a: vector<4xf32>, %b: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.multi_reduction <add>, %a, %b [] : vector<4xf32> to vector<4xf32>
  return %0 : vector<4xf32>
}
"""
    )
    assert "arith.addf %arg1, %arg0" in text


def test_only_sums_take_what_is_added_to_them():
    text = canonical(
        """
#v = affine_map<(d0) -> (d0)>
#s = affine_map<(d0) -> ()>
func.func @f(%a: vector<4xf32>, %b: vector<4xf32>, %d: f32) -> f32 {
  %z = arith.constant 0.0 : f32
  %0 = vector.contract {indexing_maps = [#v, #v, #s], iterator_types = ["reduction"],
    kind = #vector.kind<maxnumf>} %a, %b, %z : vector<4xf32>, vector<4xf32> into f32
  %1 = arith.addf %0, %d : f32
  return %1 : f32
}
"""
    )
    assert "arith.addf" in text


@pytest.mark.parametrize(
    ("index", "lanes"), [(0, "vector<[4]xf32>"), (-1, "vector<2xf32>")], ids=["scalable", "negative"]
)
def test_transfers_that_can_be_out_of_bounds_stay_so(index, lanes):
    text = canonical(
        f"""
func.func @f(%m: memref<4xf32>, %p: f32) -> {lanes} {{
  %i = arith.constant {index} : index
  %0 = vector.transfer_read %m[%i], %p : memref<4xf32>, {lanes}
  return %0 : {lanes}
}}
"""
    )
    assert "in_bounds" not in text


def test_numbers_of_lanes_of_a_scalable_vector_are_not_bounded():
    text = canonical(
        """
func.func @f() -> vector<[4]xi1> {
  %s = vector.step : vector<[4]xindex>
  %c = arith.constant dense<4> : vector<[4]xindex>
  %0 = arith.cmpi ult, %s, %c : vector<[4]xindex>
  return %0 : vector<[4]xi1>
}
"""
    )
    assert "arith.cmpi" in text


def test_a_slice_of_part_of_a_slice_that_was_put_in_stays():
    text = canonical(
        """
func.func @f(%a: vector<4x8xf32>, %b: vector<4x4xf32>) -> vector<1x8xf32> {
  %0 = vector.insert_strided_slice %b, %a {offsets = [0, 2], strides = [1, 1]}
    : vector<4x4xf32> into vector<4x8xf32>
  %1 = vector.extract_strided_slice %0 {offsets = [1], sizes = [1], strides = [1]}
    : vector<4x8xf32> to vector<1x8xf32>
  return %1 : vector<1x8xf32>
}
"""
    )
    assert "vector.insert_strided_slice" in text


def test_a_slice_that_begins_before_what_was_put_in_is_not_apart_from_it():
    text = canonical(
        """
func.func @f(%d: vector<8xf32>, %b: vector<4xf32>, %a: vector<2xf32>) -> vector<3xf32> {
  %0 = vector.insert_strided_slice %b, %d {offsets = [1], strides = [1]} : vector<4xf32> into vector<8xf32>
  %1 = vector.insert_strided_slice %a, %0 {offsets = [2], strides = [1]} : vector<2xf32> into vector<8xf32>
  %2 = vector.extract_strided_slice %1 {offsets = [1], sizes = [3], strides = [1]}
    : vector<8xf32> to vector<3xf32>
  return %2 : vector<3xf32>
}
"""
    )
    assert text.count("vector.insert_strided_slice") == 2


@pytest.mark.parametrize("stride", ["1", "?", "2"])
def test_lanes_follow_each_other_only_in_memory_without_gaps(stride):
    text = canonical(
        f"""
func.func @f(%m: memref<?xf32, strided<[{stride}], offset: ?>>, %k: vector<4xi1>, %v: vector<4xf32>)
    -> vector<4xf32> {{
  %c0 = arith.constant 0 : index
  %i = arith.constant dense<[0, 1, 2, 3]> : vector<4xindex>
  vector.scatter %m[%c0] [%i], %k, %v : memref<?xf32, strided<[{stride}], offset: ?>>,
    vector<4xindex>, vector<4xi1>, vector<4xf32>
  %0 = vector.gather %m[%c0] [%i], %k, %v : memref<?xf32, strided<[{stride}], offset: ?>>,
    vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %0 : vector<4xf32>
}}
"""
    )
    is_row = stride == "1"
    assert ("vector.maskedload" in text, "vector.maskedstore" in text) == (is_row, is_row)


@pytest.mark.parametrize(
    ("tensor", "vector", "dims", "places"),
    [
        ("tensor<8x8xf32>", "vector<4xf32>", "(d0)", ("0, %c0", "1, %c0")),
        ("tensor<8x8xf32>", "vector<2x4xf32>", "(d1, d0)", ("0, %c0", "2, %c0")),
        ("tensor<?xf32>", "vector<[4]xf32>", None, ("0", "4")),
    ],
    ids=["first dimension", "exchanged dimensions", "scalable"],
)
def test_a_read_gets_what_was_written_last(tensor, vector, dims, places):
    rank = "d0, d1" if dims else "d0"
    bounds = ", ".join(["true"] * vector.count("x")) if "[" not in vector else "true"
    options = f"{{in_bounds = [{bounds}], permutation_map = affine_map<({rank}) -> {dims or '(d0)'}>}}"
    first, second = places
    text = canonical(
        f"""
func.func @f(%t: {tensor}, %v: {vector}, %w: {vector}, %p: f32) -> {vector} {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %0 = vector.transfer_write %v, %t[%c{first}] {options} : {vector}, {tensor}
  %1 = vector.transfer_write %w, %0[%c{second}] {options} : {vector}, {tensor}
  %2 = vector.transfer_read %1[%c{first}], %p {options} : {tensor}, {vector}
  return %2 : {vector}
}}
"""
    )
    assert "vector.transfer_read" in text


def test_a_masked_reduction_of_one_lane_keeps_its_mask():
    text = canonical(
        """
func.func @f(%m: vector<1xi1>, %v: vector<1xf32>) -> f32 {
  %0 = vector.mask %m { vector.reduction <add>, %v : vector<1xf32> into f32 } : vector<1xi1> -> f32
  return %0 : f32
}
"""
    )
    assert "vector.mask" in text


@pytest.mark.parametrize(
    ("operation", "kept"),
    [
        (
            "%r = vector.multi_reduction <add>, %v, %a [0] : vector<[1]x4xf32> to vector<4xf32>",
            "vector.multi_reduction",
        ),
        (
            "%s = vector.insert %a, %v[0] : vector<4xf32> into vector<[1]x4xf32>"
            " %r = vector.extract %s[%i] : vector<4xf32> from vector<[1]x4xf32>",
            "vector.insert",
        ),
        (
            "%s = vector.shape_cast %v : vector<[1]x4xf32> to vector<1x[1]x4xf32>"
            " %r = vector.extract %s[0, %i] : vector<4xf32> from vector<1x[1]x4xf32>",
            "vector.extract",
        ),
    ],
    ids=["reduction", "insert", "extract"],
)
def test_a_scalable_dimension_of_1_can_have_more_lanes(operation, kept):
    text = canonical(
        f"""
func.func @f(%v: vector<[1]x4xf32>, %a: vector<4xf32>, %i: index) -> vector<4xf32> {{
  {operation}
  return %r : vector<4xf32>
}}
"""
    )
    assert kept in text


def test_a_constant_of_another_width_than_its_type_is_not_extended():
    text = canonical(
        """
func.func @f() -> i64 {
  %0 = llvm.mlir.constant(-1 : i64) : i32
  %1 = llvm.zext %0 : i32 to i64
  return %1 : i64
}
"""
    )
    assert "llvm.zext" in text


@pytest.mark.parametrize("writes", [False, True])
def test_a_buffer_is_read_as_its_tensor_unless_it_is_written_to(writes):
    store = "memref.store %f, %b[%i] : memref<4xf32>" if writes else ""
    text = canonical(
        f"""
func.func @f(%t: tensor<4xf32>, %f: f32, %i: index) -> f32 {{
  %b = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32>
  {store}
  %0 = memref.load %b[%i] : memref<4xf32>
  return %0 : f32
}}
"""
    )
    assert ("memref.load" in text, "tensor.extract" in text) == (writes, not writes)
