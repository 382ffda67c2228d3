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
