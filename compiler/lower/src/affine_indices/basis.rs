//! The sizes of an operation, without an outer one.

use tvmlike_ir::{Context, Op};

use crate::make::property;
use crate::number;
use crate::strided_metadata::{Number, mixed};

/// The sizes behind the outer one.
pub(crate) fn inner_sizes(context: &Context, op: Op) -> Option<Vec<Number>> {
    let mut sizes = mixed(context, op, "dynamic_basis", "static_basis")?;
    if sizes.len() == count(context, op)? {
        sizes.remove(0);
    }
    Some(sizes)
}

/// The number of indices.
fn count(context: &Context, op: Op) -> Option<usize> {
    match property(context, op, "operandSegmentSizes") {
        Some(sizes) => usize::try_from(*number::list(context, sizes)?.first()?).ok(),
        None => Some(op.num_results(context)),
    }
}
