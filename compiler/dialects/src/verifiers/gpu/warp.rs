//! `gpu.warp_execute_on_lane_0`: how vectors are distributed over the lanes of a warp.

use tvmlike_define::Instance;
use tvmlike_ir::{Failure, Type, TypeKind};

/// Checks that the part of a value that one lane has is a part of the whole value.
fn verify_distributed(instance: &Instance<'_>, whole: Type, part: Type) -> Result<(), Failure> {
    let context = instance.context;
    if whole == part {
        return Ok(());
    }
    let (
        TypeKind::Vector {
            shape: sizes,
            element,
            ..
        },
        TypeKind::Vector {
            shape: part_sizes,
            element: part_element,
            ..
        },
    ) = (whole.kind(context), part.kind(context))
    else {
        return instance.refuse("expected vector type for distributed operands.");
    };
    if sizes.len() != part_sizes.len() || element != part_element {
        return instance.refuse("expected distributed vectors to have same rank and element type.");
    }
    let mut lanes: i64 = 1;
    for (index, (size, part_size)) in sizes.iter().zip(part_sizes.iter()).enumerate() {
        if size == part_size {
            continue;
        }
        if size.checked_rem(part_size) != Some(0) {
            return instance.refuse(format!(
                "expected expanded vector dimension #{index} ({size}) to be a multipler of the distributed vector \
                 dimension ({part_size})"
            ));
        }
        lanes = lanes.saturating_mul(size / part_size);
    }
    let size = instance.integer("warp_size").unwrap_or_default();
    match lanes == size {
        true => Ok(()),
        false => instance.refuse(format!(
            "incompatible distribution dimensions from {} to {} with warp size = {size}",
            instance.quote(whole),
            instance.quote(part)
        )),
    }
}

pub(super) fn execute(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let body = instance.regions("warpRegion").next();
    let Some(block) = body.and_then(|body| body.first_block(context)) else {
        return Ok(());
    };
    let parts = instance.operands("args");
    if parts.len() != block.num_arguments(context) {
        return instance.refuse("expected same number op arguments and block arguments.");
    }
    let last = block.last_op(context);
    let yielded: Vec<_> = last.into_iter().flat_map(|last| last.operands(context)).collect();
    let results = instance.results("results");
    if yielded.len() != results.len() {
        return instance.refuse("expected same number of yield operands and return values.");
    }
    let arguments = block.arguments(context).zip(parts);
    for (whole, part) in arguments.chain(yielded.into_iter().zip(results)) {
        verify_distributed(instance, whole.ty(context), part.ty(context))?;
    }
    Ok(())
}
