//! vector to the llvm dialect: vectors of one dimension are vectors of LLVM, others arrays of vectors.
//!
//! Operations on several dimensions become ones on the innermost vectors first, and transfers become loads and stores, by
//! rewrites within the dialect (`progressive`, `transfers`). What no pattern takes stays as it is.

mod combine;
mod contract;
mod elements;
mod folds;
mod interleave;
mod masked;
mod masks;
mod memory;
mod multi_reduction;
mod outer_product;
mod print;
mod progressive;
mod reduction;
mod shape_cast;
mod transfers;

use std::rc::Rc;

use tvmlike_define::OpBuilder;
use tvmlike_ir::{
    Attribute, Context, CreateOps, DYNAMIC, Location, PatternSet, Rewriter, Type, TypeKind, Value,
};
use tvmlike_transform::{ConversionFn, ConversionPatterns, ConversionRewriter, TypeConverter};

use crate::elementwise::OneToOne;
use crate::make::build_value;
use crate::make::{Make, integer};

pub(crate) use contract::Contractions;
pub(crate) use folds::PART_OF_PART;
pub(crate) use masked::add_mask_patterns;
pub(crate) use multi_reduction::{Strategy, add_patterns as add_multi_reductions};
pub(crate) use reduction::Reductions;

/// Adds the rewrites within the dialect.
pub(crate) fn add_rewrites(patterns: &mut PatternSet, contractions: Contractions) {
    contract::add_patterns(patterns, contractions);
    outer_product::add_patterns(patterns);
    interleave::add_patterns(patterns);
    folds::add_part_patterns(patterns);
    progressive::add_patterns(patterns);
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

/// The sizes and the element type of a vector without scalable dimensions.
pub(crate) fn vector_parts(context: &Context, ty: Type) -> Option<(Vec<i64>, Type)> {
    match ty.kind(context) {
        TypeKind::Vector {
            shape,
            element,
            scalable,
        } if scalable.count() == 0 => Some((shape.to_vec(), element)),
        _ => None,
    }
}

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

/// A position in a vector, which can be of values.
#[derive(Clone, Default)]
pub(crate) struct Position {
    pub(crate) dynamic: Vec<Value>,
    /// The known indices; the least number where there is a value.
    pub(crate) fixed: Vec<i64>,
}

impl Position {
    /// The position of a part of what is there.
    pub(crate) fn and(&self, index: i64) -> Self {
        let mut inner = self.clone();
        inner.fixed.push(index);
        inner
    }

    /// A known position.
    pub(crate) fn fixed(indices: &[i64]) -> Self {
        Self {
            dynamic: Vec::new(),
            fixed: indices.to_vec(),
        }
    }

    /// The position that a value tells.
    pub(crate) fn of(value: Value) -> Self {
        Self {
            dynamic: vec![value],
            fixed: vec![DYNAMIC],
        }
    }
}

/// The part of a vector at a position.
pub(crate) fn part_at(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    vector: Value,
    position: &Position,
) -> Option<Value> {
    let context = rewriter.context();
    let (sizes, element) = vector_parts(context, vector.ty(context))?;
    let ty = match sizes.get(position.fixed.len()..)? {
        [] => element,
        rest => context.vector_type(rest, element, &[]).ok()?,
    };
    let op = OpBuilder::new("vector.extract")
        .operand("source", [vector])
        .operand("dynamic_position", position.dynamic.iter().copied())
        .attribute("static_position", context.dense_i64_array(&position.fixed))
        .result("result", [ty]);
    Some(build_value(rewriter, op, location))
}

/// A vector with another part at a position.
pub(crate) fn with_part_at(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    vector: Value,
    part: Value,
    position: &Position,
) -> Value {
    let context = rewriter.context();
    let op = OpBuilder::new("vector.insert")
        .operand("valueToStore", [part])
        .operand("dest", [vector])
        .operand("dynamic_position", position.dynamic.iter().copied())
        .attribute("static_position", context.dense_i64_array(&position.fixed))
        .result("result", [vector.ty(context)]);
    build_value(rewriter, op, location)
}

/// The position of a lane: a known one, if the index is a constant.
fn lane_position(context: &Context, index: Value) -> Position {
    match crate::number::constant(context, index) {
        Some(known) => Position::default().and(known),
        None => Position::of(index),
    }
}

/// The lane of a vector at an index.
pub(crate) fn lane_at(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    vector: Value,
    index: Value,
) -> Option<Value> {
    let position = lane_position(rewriter.context(), index);
    part_at(rewriter, location, vector, &position)
}

/// A vector with another lane at an index.
pub(crate) fn with_lane_at(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    vector: Value,
    lane: Value,
    index: Value,
) -> Value {
    let position = lane_position(rewriter.context(), index);
    with_part_at(rewriter, location, vector, lane, &position)
}
