//! Products of matrices, and changes of the layout of a vector.

use tvmlike_define::Instance;
use tvmlike_ir::Failure;

use super::sizes;
use crate::xegpu::Layout;

pub(super) fn convert_layout(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let layout = |name: &str| Layout::of(context, instance.attribute(name)?);
    let (Some(input), Some(target)) = (layout("input_layout"), layout("target_layout")) else {
        return Ok(());
    };
    if input.is_for_workgroup() != target.is_for_workgroup() {
        return instance
            .refuse("expected input layout and target layout be WgLayout or SgLayout at the same time.");
    }
    let shape = sizes(context, instance.operand_type("source"));
    for (layout, name) in [(input, "input"), (target, "target")] {
        if !layout.is_distributable(&shape) {
            return instance.refuse(format!(
                "invalid {name} layout, data cannot be evenly distributed."
            ));
        }
    }
    Ok(())
}

/// The bits of a register that a lane has of the second factor.
const REGISTER: u32 = 32;

pub(super) fn multiply(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let (other, result) = (instance.operand_type("rhs"), instance.result_type("result"));
    let sum = instance.optional_operand("acc");
    if sum.is_some_and(|sum| sum.ty(context) != result) {
        return instance.refuse("Expecting the acc type to be the same as result.");
    }
    let shapes = [instance.operand_type("lhs"), other, result].map(|ty| sizes(context, ty));
    let (rows, depth, columns) = match shapes.each_ref().map(Vec::as_slice) {
        [[_], [count], [_]] => {
            let width = other.element_type(context).and_then(|ty| ty.bit_width(context));
            let factor = i64::from(REGISTER / width.unwrap_or(REGISTER).clamp(1, REGISTER));
            return match count % factor {
                0 => Ok(()),
                _ => instance.refuse("Expecting B operand to be a multiple of 32 bits."),
            };
        }
        [[m, k], [depth, n], [rows, columns]] => ((m, rows), (*k, *depth), (n, columns)),
        [[m, k], [depth, n, packed], [rows, columns]] => ((m, rows), (*k, depth * packed), (n, columns)),
        _ => {
            return instance.refuse(
                "expecting lhs and result to be a 2D vector, and rhs to be either 2D or 3D (packed) vector.",
            );
        }
    };
    if depth.0 != depth.1 {
        return instance.refuse("K-dimension mismatch.");
    }
    if rows.0 != rows.1 {
        return instance.refuse("M-dimension mismatch.");
    }
    match columns.0 == columns.1 {
        true => Ok(()),
        false => instance.refuse("N-dimension mismatch."),
    }
}
