//! vector to the llvm dialect: vectors of one dimension are vectors of LLVM, others arrays of vectors.
//!
//! Operations on several dimensions become ones on the innermost vectors first, and transfers become loads and stores, by
//! rewrites within the dialect (`progressive`, `transfers`). What no pattern takes stays as it is.

mod accesses;
mod combine;
mod contract;
mod elements;
mod interleave;
mod lanes;
mod masked;
mod masks;
mod memory;
mod multi_reduction;
mod outer_product;
mod prepared;
mod print;
mod progressive;
mod reduction;
mod shape_cast;
mod slices;
mod transfers;

use std::rc::Rc;

use tvmlike_ir::{Attribute, CreateOps, Location, PatternSet, Type, Value};
use tvmlike_transform::{ConversionFn, ConversionPatterns, ConversionRewriter, TypeConverter};

use crate::elementwise::OneToOne;
use crate::make::{Make, build_value, integer};
use crate::vector_positions::{Position, part_at, vector_parts, with_part_at};

pub(crate) use contract::Contractions;
pub(crate) use lanes::add_patterns as add_lanes;
pub(crate) use masked::add_mask_patterns;
pub(crate) use multi_reduction::{Strategy, add_patterns as add_multi_reductions};
pub(crate) use prepared::add_patterns as add_prepared;
pub(crate) use reduction::Reductions;

/// Adds the rewrites within the dialect.
pub(crate) fn add_rewrites(patterns: &mut PatternSet, contractions: Contractions) {
    contract::add_patterns(patterns, contractions);
    outer_product::add_patterns(patterns);
    interleave::add_patterns(patterns);
    progressive::add_patterns(patterns);
    slices::add_patterns(patterns);
    masks::add_patterns(patterns);
    shape_cast::add_patterns(patterns);
    transfers::add_patterns(patterns);
}

/// Adds the patterns of the conversion.
pub(crate) fn add_patterns(
    patterns: &mut ConversionPatterns,
    converter: &Rc<TypeConverter>,
    reductions: Reductions,
) {
    patterns.add_table(&PATTERNS, Some(converter));
    patterns.add_table(&interleave::PATTERNS, Some(converter));
    patterns.add(reductions, Some(converter));
    let fma = OneToOne {
        splits_arrays: false,
        ..OneToOne::new("vector.fma", "llvm.intr.fmuladd")
    };
    patterns.add(elements::OneDimension(fma), Some(converter));
    let bitcast = OneToOne {
        splits_arrays: false,
        needs_floats: false,
        ..OneToOne::new("vector.bitcast", "llvm.bitcast")
    };
    patterns.add(elements::OneDimension(bitcast), Some(converter));
}

const PATTERNS: [ConversionFn; 17] = [
    ConversionFn::new("vector.broadcast", elements::broadcast),
    ConversionFn::new("vector.compressstore", memory::compress_store),
    ConversionFn::new("vector.expandload", memory::expand_load),
    ConversionFn::new("vector.extract", elements::extract_part),
    ConversionFn::new("vector.from_elements", elements::from_elements),
    ConversionFn::new("vector.gather", memory::gather),
    ConversionFn::new("vector.insert", elements::insert_part),
    ConversionFn::new("vector.load", memory::load),
    ConversionFn::new("vector.maskedload", memory::masked_load),
    ConversionFn::new("vector.maskedstore", memory::masked_store),
    ConversionFn::new("vector.print", print::print),
    ConversionFn::new("vector.scatter", memory::scatter),
    ConversionFn::new("vector.shuffle", elements::shuffle),
    ConversionFn::new("vector.store", memory::store),
    ConversionFn::new("vector.to_elements", elements::to_elements),
    ConversionFn::new("vector.type_cast", memory::type_cast),
    ConversionFn::new("vector.vscale", elements::vscale),
];

/// Makes `llvm.mlir.constant` with an integer.
fn constant<'c>(rewriter: &mut impl CreateOps<'c>, location: Location, ty: Type, value: i64) -> Value {
    let value = integer(rewriter.context(), ty, value);
    Make::new("llvm.mlir.constant", &[], &[ty])
        .with(&[("value", value)])
        .value(rewriter, location)
}

/// Takes a lane of a vector of LLVM.
fn lane(
    rewriter: &mut ConversionRewriter<'_, '_>,
    location: Location,
    vector: Value,
    index: Value,
) -> Option<Value> {
    let context = rewriter.context();
    let (_, element) = vector_parts(context, vector.ty(context))?;
    Some(Make::new("llvm.extractelement", &[vector, index], &[element]).value(rewriter, location))
}

/// Sets a lane of a vector of LLVM.
fn with_lane(
    rewriter: &mut ConversionRewriter<'_, '_>,
    location: Location,
    vector: Value,
    value: Value,
    index: Value,
) -> Value {
    let ty = vector.ty(rewriter.context());
    Make::new("llvm.insertelement", &[vector, value, index], &[ty]).value(rewriter, location)
}

/// Makes `llvm.shufflevector`.
fn shuffled(
    rewriter: &mut ConversionRewriter<'_, '_>,
    location: Location,
    [first, second]: [Value; 2],
    mask: &[i64],
) -> Option<Value> {
    let context = rewriter.context();
    let (_, element) = vector_parts(context, first.ty(context))?;
    let ty = context.vector_type(&[mask.len() as i64], element, &[]).ok()?;
    let lanes: Vec<i32> = mask.iter().map(|lane| *lane as i32).collect();
    let mask: Attribute = context.dense_i32_array(&lanes);
    let made = Make::new("llvm.shufflevector", &[first, second], &[ty])
        .with(&[("mask", mask)])
        .value(rewriter, location);
    Some(made)
}
