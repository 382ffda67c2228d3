//! Tensor memory: what is copied to it, loaded and stored, and products in it.

use tvmlike_define::Instance;
use tvmlike_ir::{Failure, Type};

use super::keyword;

pub(super) fn copy(instance: &Instance<'_>) -> Result<(), Failure> {
    let multicast = keyword(instance, "multicast", "none");
    match (keyword(instance, "shape", ""), multicast) {
        ("shape_64x128b", "warpx2_01_23" | "warpx2_02_13") | ("shape_32x128b", "warpx4") => Ok(()),
        ("shape_64x128b", _) => instance.refuse_plainly(
            "Shape 64x128b requires multicast warpx2_01_23 or warpx2_02_13 for tcgen05.cp Op",
        ),
        ("shape_32x128b", _) => {
            instance.refuse_plainly("Shape 32x128b requires multicast warpx4 for tcgen05.cp Op")
        }
        (_, "none") => Ok(()),
        _ => instance.refuse_plainly("Invalid multicast type for tcgen05.cp Op"),
    }
}

/// The shape of what is loaded and stored with an offset.
const WITH_OFFSET: &str = "shape_16x32bx2";

/// Checks the registers that a thread has of a shape.
fn registers(instance: &Instance<'_>, ty: Type, what: &str, op: &str) -> Result<(), Failure> {
    let shape = keyword(instance, "shape", "");
    let count = ty.num_elements(instance.context).unwrap_or(1);
    let least = match shape {
        "shape_16x128b" => 2,
        "shape_16x256b" => 4,
        _ => 1,
    };
    match count < least {
        true => instance.refuse_plainly(format!(
            "invalid {what} length {count} for shape {shape} in {op} Op"
        )),
        false => Ok(()),
    }
}

pub(super) fn load(instance: &Instance<'_>) -> Result<(), Failure> {
    let takes_offset = keyword(instance, "shape", "") == WITH_OFFSET;
    let has_offset = instance.optional_operand("offset").is_some();
    match (takes_offset, has_offset) {
        (true, false) => instance.refuse_plainly("shape 16x32bx2 requires offset argument"),
        (false, true) => instance.refuse_plainly("offset argument is only supported for shape 16x32bx2"),
        _ => registers(instance, instance.result_type("res"), "result type", "tcgen05.ld"),
    }
}

pub(super) fn store(instance: &Instance<'_>) -> Result<(), Failure> {
    let takes_offset = keyword(instance, "shape", "") == WITH_OFFSET;
    match takes_offset && instance.optional_operand("offset").is_none() {
        true => instance.refuse_plainly("shape 16x32bx2 requires offset argument"),
        false => registers(instance, instance.operand_type("val"), "input", "tcgen05.st"),
    }
}

pub(super) fn multiply(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    if let Some(lanes) = instance.optional_operand("disableOutputLane") {
        let count = lanes.ty(context).num_elements(context).unwrap_or_default();
        let expected = match keyword(instance, "ctaGroup", "") {
            "cta_1" => 4,
            _ => 8,
        };
        if count != expected {
            return instance.refuse_plainly(format!(
                "Disable Output Lane of length {count} is incompatible with CtaGroupAttr"
            ));
        }
    }
    if !instance.has("aShift") {
        return Ok(());
    }
    if !instance.operand_type("matrixA").is_symbol(context, "llvm", "ptr") {
        return instance.refuse_plainly("A-shift can be applied only when matrix A is in tensor memory");
    }
    match keyword(instance, "collectorOp", "discard") {
        "fill" | "use" => {
            instance.refuse_plainly("Cannot use collector buffer operation fill or use with ashift")
        }
        _ => Ok(()),
    }
}

pub(super) fn scaled(instance: &Instance<'_>) -> Result<(), Failure> {
    let kind = keyword(instance, "kind", "");
    match (keyword(instance, "blockScale", "default"), kind) {
        ("default", "mxf4nvf4") => instance.refuse_plainly("mxf4nvf4 requires block scale attribute"),
        ("default", _) | ("block16", "mxf4nvf4") => Ok(()),
        ("block16", _) => instance.refuse_plainly(format!("{kind} kind does not support block16 attribute")),
        _ => Ok(()),
    }
}
