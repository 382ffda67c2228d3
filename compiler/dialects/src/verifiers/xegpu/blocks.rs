//! Loads, stores and prefetches of blocks.

use tvmlike_define::Instance;
use tvmlike_ir::{Failure, Type};

use super::{NO_LAYOUT, NOT_SCATTERED, READ, WRITE, bracketed, descriptor, hints, sizes};
use crate::xegpu::Descriptor;

/// The largest rank of a block that is loaded or stored.
const MAX_RANK: usize = 2;

/// Checks the number of offsets, if there are any.
fn offsets(instance: &Instance<'_>, descriptor: &Descriptor) -> Result<(), Failure> {
    let count = instance.integers("const_offsets").len();
    match count == 0 || count == descriptor.shape.len() {
        true => Ok(()),
        false => instance.refuse("Mismatched ranks between offsets and tensor descriptor"),
    }
}

pub(super) fn prefetch(instance: &Instance<'_>) -> Result<(), Failure> {
    let Some(descriptor) = descriptor(instance, "TensorDesc") else {
        return Ok(());
    };
    if descriptor.chunk.is_some() {
        return instance.refuse(format!("{NOT_SCATTERED}\n"));
    }
    hints(instance, READ)?;
    offsets(instance, &descriptor)
}

/// Checks what loads and stores of blocks have in common; whether a lane alone has its part of the block. `what` names the
/// vector.
fn block(
    instance: &Instance<'_>,
    descriptor: &Descriptor,
    vector: Type,
    what: &str,
) -> Result<bool, Failure> {
    let shape = sizes(instance.context, vector);
    let product = |sizes: &[i64]| {
        sizes
            .iter()
            .fold(1_i64, |product, size| product.wrapping_mul(*size))
    };
    let elements = product(&descriptor.shape).wrapping_mul(descriptor.array_length);
    let own = product(&shape);
    if shape.len() != 1 || own >= elements {
        return Ok(false);
    }
    if descriptor.has_layout {
        instance.refuse(NO_LAYOUT)?;
    }
    if elements % own.max(1) != 0 {
        let ty = instance.quote(instance.operand_type("TensorDesc"));
        instance.refuse(format!(
            "{what} shape {} is not a valid distribution for tensor descriptor {ty}",
            bracketed(&shape)
        ))?;
    }
    Ok(true)
}

fn refuse_shape(instance: &Instance<'_>, shape: &[i64], what: &str) -> Result<(), Failure> {
    let ty = instance.quote(instance.operand_type("TensorDesc"));
    instance.refuse(format!(
        "{what} shape {} is not consistent with tensor descriptor {ty}",
        bracketed(shape)
    ))
}

/// Checks that a descriptor is of a block that can be loaded or stored.
fn kind(instance: &Instance<'_>, descriptor: &Descriptor) -> Result<(), Failure> {
    if descriptor.chunk.is_some() {
        return instance.refuse(format!("{NOT_SCATTERED}\n"));
    }
    match descriptor.shape.len() > MAX_RANK {
        true => instance.refuse("Expects a 1D or 2D TensorDesc.\n"),
        false => Ok(()),
    }
}

fn warn(instance: &Instance<'_>, message: &str) {
    instance.op.emit_warning(instance.context, message).emit();
}

pub(super) fn load(instance: &Instance<'_>) -> Result<(), Failure> {
    let Some(descriptor) = descriptor(instance, "TensorDesc") else {
        return Ok(());
    };
    kind(instance, &descriptor)?;
    hints(instance, READ)?;
    let vector = instance.result_type("value");
    if block(instance, &descriptor, vector, "Result")? {
        return Ok(());
    }
    let shape = sizes(instance.context, vector);
    let mut expected = descriptor.shape.clone();
    if instance.has("transpose") {
        let order = instance.integers("transpose");
        let size = |index: &i64| expected.get(usize::try_from(*index).ok()?).copied();
        let permuted: Option<Vec<i64>> = order.iter().map(size).collect();
        match permuted.filter(|permuted| permuted.len() >= expected.len()) {
            // MLIR reads as many places as there are dimensions.
            Some(permuted) => expected.copy_from_slice(&permuted[..descriptor.shape.len()]),
            None => warn(instance, "Invalid transpose attr. It is ignored."),
        }
    }
    if instance.has("packed") {
        match (descriptor.shape.len(), shape.last(), expected.first_mut()) {
            (MAX_RANK, Some(factor), Some(rows)) => {
                *rows = rows.checked_div(*factor).unwrap_or(0);
                expected.push(*factor);
            }
            _ => warn(
                instance,
                "Invalid Packed Attr. It is ignored (available for 2D TensorDesc only).",
            ),
        }
    }
    if descriptor.array_length > 1 {
        expected.insert(0, descriptor.array_length);
    }
    match expected == shape {
        true => offsets(instance, &descriptor),
        false => refuse_shape(instance, &shape, "Result"),
    }
}

pub(super) fn store(instance: &Instance<'_>) -> Result<(), Failure> {
    let Some(descriptor) = descriptor(instance, "TensorDesc") else {
        return Ok(());
    };
    kind(instance, &descriptor)?;
    hints(instance, WRITE)?;
    if descriptor.array_length > 1 {
        return instance.refuse("array length is not supported by store_nd.\n");
    }
    let vector = instance.operand_type("value");
    if block(instance, &descriptor, vector, "Value")? {
        return Ok(());
    }
    let shape = sizes(instance.context, vector);
    match shape == descriptor.shape {
        true => offsets(instance, &descriptor),
        false => refuse_shape(instance, &shape, "Value"),
    }
}
