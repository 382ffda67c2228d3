//! The checks of `vector.transfer_read` and `vector.transfer_write`.

use tvmlike_define::Instance;
use tvmlike_ir::{AffineExprKind, AffineMap, AttributeKind, Context, Failure, Type, TypeKind};

use super::Vector;
use crate::transfer::mask_type;
use crate::verifiers::types::is_vector;

/// The number of bits of a type in memory, if it does not depend on a layout that is not known here.
fn bits(context: &Context, ty: Type) -> Option<i64> {
    Some(match ty.kind(context) {
        TypeKind::Index => 64,
        TypeKind::Complex(part) => {
            let size = bits(context, part)?;
            let alignment = 8 * i64::try_from(size.unsigned_abs().div_ceil(8).next_power_of_two()).ok()?;
            // The second part is aligned.
            (size + alignment - 1) / alignment * alignment + size
        }
        _ => i64::from(ty.bit_width(context)?),
    })
}

/// The number of bits of the last dimension of a vector.
fn minor_bits(context: &Context, vector: &Vector) -> Option<i64> {
    bits(context, vector.element)?.checked_mul(vector.sizes.last().copied().unwrap_or(1))
}

fn map(instance: &Instance<'_>) -> Option<AffineMap> {
    match instance.attribute("permutation_map")?.kind(instance.context) {
        AttributeKind::AffineMap(map) => Some(map),
        _ => None,
    }
}

fn verify_indices(instance: &Instance<'_>, base: Type) -> Result<(), Failure> {
    // Without a rank there are no indices; that a rank is missing comes later, in MLIR's order.
    let rank = base.rank(instance.context).unwrap_or(0);
    match rank == instance.operands("indices").len() {
        true => Ok(()),
        false => instance.refuse(format!("requires {rank} indices")),
    }
}

/// Whether a number of bits is no multiple of another one.
fn is_no_multiple(bits: Option<i64>, of: Option<i64>) -> bool {
    let rest = bits.zip(of).and_then(|(bits, of)| bits.checked_rem(of));
    rest.is_some_and(|rest| rest != 0)
}

/// Checks the sizes of elements, and that the map fits the vector.
fn verify_elements(
    instance: &Instance<'_>,
    element: Type,
    vector: &Vector,
    map: AffineMap,
) -> Result<(), Failure> {
    const RANK: &str = "requires a permutation_map with result dims of the same rank as the vector type";
    let context = instance.context;
    let results = map.results(context).len();
    let bits_of_vector = minor_bits(context, vector);
    let Some(inner) = Vector::of(context, element) else {
        if is_no_multiple(bits_of_vector, bits(context, element)) {
            return instance.refuse(
                "requires the bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth of the source \
                 element type",
            );
        }
        return match results == vector.rank() {
            true => Ok(()),
            false => instance.refuse(RANK),
        };
    };
    if is_no_multiple(bits_of_vector, minor_bits(context, &inner)) {
        return instance.refuse(
            "requires the bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth of the minor 1-D \
             vector of the source",
        );
    }
    if inner.rank() > vector.rank() {
        return instance.refuse("requires source vector element and vector result ranks to match.");
    }
    if results != vector.rank() - inner.rank() {
        return instance.refuse(RANK);
    }
    match instance.optional_operand("mask") {
        Some(_) => instance.refuse("does not support masks with vector element type"),
        None => Ok(()),
    }
}

/// Checks what reads and writes have in common, but for the results of the map.
fn verify_transfer(
    instance: &Instance<'_>,
    base: Type,
    vector: &Vector,
    map: AffineMap,
) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let masked = context.identifier("masked");
    if op.attribute(context, masked).is_some() {
        return instance.refuse("masked attribute has been removed. Use in_bounds instead.");
    }
    let (TypeKind::MemRef { shape, element, .. } | TypeKind::RankedTensor { shape, element, .. }) =
        base.kind(context)
    else {
        return instance.refuse("requires source to be a memref or ranked tensor type");
    };
    verify_elements(instance, element, vector, map)?;
    if map.num_symbols(context) != 0 {
        return instance.refuse("requires permutation_map without symbols");
    }
    if map.num_inputs(context) != shape.len() {
        return instance
            .refuse("requires a permutation_map with input dims of the same rank as the source type");
    }
    if let Some(mask) = instance.optional_operand("mask") {
        let given = mask.ty(context);
        let inferred = mask_type(context, vector.ty, map);
        if let Some(inferred) = inferred.filter(|inferred| *inferred != given) {
            let (inferred, given) = (instance.quote(inferred), instance.quote(given));
            return instance.refuse(format!(
                "inferred mask type ({inferred}) and mask operand type ({given}) don't match"
            ));
        }
    }
    let (results, bounds) = (map.results(context).len(), instance.elements("in_bounds").len());
    if results != bounds {
        let map = tvmlike_text::quote_attribute(context, context.affine_map_attribute(map));
        return instance.refuse(format!(
            "expects the in_bounds attr of same rank as permutation_map results: {map} vs inBounds of size: {bounds}"
        ));
    }
    Ok(())
}

/// Checks that each result of the map is another dimension, or 0.
fn verify_map(instance: &Instance<'_>, map: AffineMap) -> Result<(), Failure> {
    let context = instance.context;
    let mut seen = Vec::new();
    for result in map.results(context).iter() {
        match result.kind(context) {
            AffineExprKind::Constant(0) => {}
            AffineExprKind::Dim(dim) if seen.contains(&dim) => {
                return instance.refuse(
                    "requires a permutation_map that is a permutation (found one dim used more than once)",
                );
            }
            AffineExprKind::Dim(dim) => seen.push(dim),
            _ => {
                return instance.refuse(
                    "requires a projected permutation_map (at most one dim or the zero constant can appear in each \
                     result)",
                );
            }
        }
    }
    Ok(())
}

pub(in crate::verifiers) fn read(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let base = instance.operand_type("base");
    let vector = Vector::of(context, instance.result_type("vector"));
    let (Some(vector), Some(map)) = (vector, map(instance)) else {
        return Ok(());
    };
    verify_indices(instance, base)?;
    verify_transfer(instance, base, &vector, map)?;
    let padding = instance.operand_type("padding");
    let element = base.element_type(context);
    if element.is_some_and(|element| is_vector(context, element)) {
        if element != Some(padding) {
            return instance.refuse("requires source element type and padding type to match.");
        }
    } else if context.vector_type(&[1], padding, &[]).is_err() {
        return instance.refuse("requires valid padding vector elemental type");
    } else if element != Some(padding) {
        return instance.refuse("requires formal padding and source of the same elemental type");
    }
    verify_map(instance, map)
}

pub(in crate::verifiers) fn write(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let base = instance.operand_type("base");
    let vector = Vector::of(context, instance.operand_type("valueToStore"));
    let (Some(vector), Some(map)) = (vector, map(instance)) else {
        return Ok(());
    };
    verify_indices(instance, base)?;
    let mut results = map.results(context).iter();
    if results.any(|result| result.constant(context) == Some(0)) {
        return instance.refuse("should not have broadcast dimensions");
    }
    verify_transfer(instance, base, &vector, map)?;
    verify_map(instance, map)
}
