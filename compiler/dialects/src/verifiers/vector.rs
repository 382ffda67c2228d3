//! `vector`: shapes of vectors, and their access to memory.

mod contract;
mod mask;
mod memory;
mod reduce;
mod shape;
mod slice;
mod transfer;

use tvmlike_define::{Hook, Instance};
use tvmlike_ir::{Context, Failure, Type, TypeKind};

pub(super) const CHECKS: super::Table = &[
    ("vector.bitcast", Hook::Verify(shape::bitcast)),
    ("vector.broadcast", Hook::Verify(shape::broadcast)),
    ("vector.compressstore", Hook::Verify(memory::compressstore)),
    ("vector.constant_mask", Hook::Verify(shape::constant_mask)),
    ("vector.contract", Hook::Verify(contract::contract)),
    ("vector.create_mask", Hook::Verify(shape::create_mask)),
    (
        "vector.deinterleave",
        Hook::Interface("Unknown", even_trailing_size),
    ),
    ("vector.expandload", Hook::Verify(memory::expandload)),
    ("vector.extract", Hook::Verify(slice::extract)),
    (
        "vector.extract_strided_slice",
        Hook::Verify(slice::extract_strided_slice),
    ),
    ("vector.from_elements", Hook::Interface("Unknown", from_elements)),
    ("vector.gather", Hook::Verify(memory::gather)),
    ("vector.insert", Hook::Verify(slice::insert)),
    (
        "vector.insert_strided_slice",
        Hook::Verify(slice::insert_strided_slice),
    ),
    ("vector.load", Hook::Verify(memory::load)),
    ("vector.mask", Hook::Verify(mask::mask)),
    ("vector.maskedload", Hook::Verify(memory::maskedload)),
    ("vector.maskedstore", Hook::Verify(memory::maskedstore)),
    ("vector.multi_reduction", Hook::Verify(reduce::multi_reduction)),
    (
        "vector.multi_reduction",
        Hook::ImpliedInterface("InferTypeOpInterface"),
    ),
    ("vector.outerproduct", Hook::Verify(reduce::outerproduct)),
    ("vector.print", Hook::Interface("Unknown", print)),
    ("vector.reduction", Hook::Verify(reduce::reduction)),
    (
        "vector.scalable.extract",
        Hook::Interface("Unknown", scalable_extract),
    ),
    (
        "vector.scalable.insert",
        Hook::Interface("Unknown", scalable_insert),
    ),
    ("vector.scan", Hook::Verify(reduce::scan)),
    ("vector.scatter", Hook::Verify(memory::scatter)),
    ("vector.shape_cast", Hook::Verify(shape::shape_cast)),
    ("vector.shuffle", Hook::Verify(shape::shuffle)),
    ("vector.store", Hook::Verify(memory::store)),
    ("vector.to_elements", Hook::Interface("Unknown", to_elements)),
    (
        "vector.transfer_read",
        Hook::ImpliedInterface("DestinationStyleOpInterface"),
    ),
    ("vector.transfer_read", Hook::Verify(transfer::read)),
    (
        "vector.transfer_write",
        Hook::InterfaceRegions("DestinationStyleOpInterface", super::destination::base),
    ),
    ("vector.transfer_write", Hook::Verify(transfer::write)),
    ("vector.transpose", Hook::Verify(shape::transpose)),
    ("vector.type_cast", Hook::Verify(memory::type_cast)),
];

/// What a vector type is.
pub(crate) struct Vector {
    ty: Type,
    pub(crate) sizes: Vec<i64>,
    pub(crate) scalable: Vec<bool>,
    pub(crate) element: Type,
}

impl Vector {
    /// The parts of a vector type.
    pub(crate) fn of(context: &Context, ty: Type) -> Option<Self> {
        let TypeKind::Vector {
            shape,
            scalable,
            element,
        } = ty.kind(context)
        else {
            return None;
        };
        Some(Self {
            ty,
            sizes: shape.to_vec(),
            scalable: (0..shape.len()).map(|index| scalable.get(index)).collect(),
            element,
        })
    }

    pub(crate) fn rank(&self) -> usize {
        self.sizes.len()
    }

    /// The number of elements, of which there is a multiple in a scalable vector. As in MLIR, it wraps.
    pub(crate) fn num_elements(&self) -> i64 {
        self.sizes
            .iter()
            .fold(1, |product: i64, size| product.wrapping_mul(*size))
    }
}

/// The vector types of two operands or results; `None` if one of them is no vector.
fn both(context: &Context, one: Type, other: Type) -> Option<(Vector, Vector)> {
    Some((Vector::of(context, one)?, Vector::of(context, other)?))
}

fn even_trailing_size(instance: &Instance<'_>) -> Result<(), Failure> {
    let source = Vector::of(instance.context, instance.operand_type("source"));
    match source.and_then(|source| source.sizes.last().copied()) {
        Some(size) if size % 2 != 0 => instance.refuse(
            "failed to verify that the trailing dimension of the source vector has an even number of elements",
        ),
        _ => Ok(()),
    }
}

fn from_elements(instance: &Instance<'_>) -> Result<(), Failure> {
    let types: Vec<Type> = instance
        .operands("elements")
        .map(|value| value.ty(instance.context))
        .collect();
    verify_elements(instance, "dest", instance.result_type("dest"), &types)
}

fn to_elements(instance: &Instance<'_>) -> Result<(), Failure> {
    let types: Vec<Type> = instance
        .results("elements")
        .map(|value| value.ty(instance.context))
        .collect();
    verify_elements(instance, "source", instance.operand_type("source"), &types)
}

fn verify_elements(instance: &Instance<'_>, name: &str, ty: Type, types: &[Type]) -> Result<(), Failure> {
    let context = instance.context;
    let has_all = ty.num_elements(context) == Some(types.len() as i64);
    match has_all && types.iter().all(|each| Some(*each) == ty.element_type(context)) {
        true => Ok(()),
        false => instance.refuse(format!(
            "failed to verify that shaped type '{name}' matches 'elements' element count and types"
        )),
    }
}

fn print(instance: &Instance<'_>) -> Result<(), Failure> {
    if !instance.has("stringLiteral") {
        return Ok(());
    }
    let punctuation = instance.attribute("punctuation");
    let is_newline = punctuation.is_none_or(|punctuation| {
        tvmlike_text::quote_attribute(instance.context, punctuation).contains("newline")
    });
    match is_newline && instance.optional_operand("source").is_none() {
        true => Ok(()),
        false => instance
            .refuse("failed to verify that `source` or `punctuation` are not set when printing strings"),
    }
}

fn scalable_extract(instance: &Instance<'_>) -> Result<(), Failure> {
    verify_position(instance, instance.result_type("result"), "result")
}

fn scalable_insert(instance: &Instance<'_>) -> Result<(), Failure> {
    verify_position(instance, instance.operand_type("valueToStore"), "source")
}

fn verify_position(instance: &Instance<'_>, part: Type, name: &str) -> Result<(), Failure> {
    let length = part.num_elements(instance.context);
    let position = instance.integer("pos");
    let rest = position
        .zip(length)
        .and_then(|(position, length)| position.checked_rem(length));
    match rest {
        Some(0) => Ok(()),
        _ => instance.refuse(format!(
            "failed to verify that position is a multiple of the {name} length."
        )),
    }
}
