//! The operations on matrices that the threads of a subgroup share.

use tvmlike_define::Instance;
use tvmlike_ir::{AttributeKind, Failure, Type};

/// The sizes of a matrix, and what it is used as: `AOp`, `BOp` or `COp`.
fn matrix<'a>(instance: &Instance<'a>, ty: Type) -> Option<(Vec<i64>, &'a [u8])> {
    let context = instance.context;
    let parameter = |name: &str| Some(ty.parameter(context, context.identifier(name))?.kind(context));
    let AttributeKind::Array(sizes) = parameter("shape")? else {
        return None;
    };
    let AttributeKind::String { bytes, .. } = parameter("operand")? else {
        return None;
    };
    let sizes = sizes.iter().filter_map(|size| match size.kind(context) {
        AttributeKind::Integer { value, .. } => value.to_i64(),
        _ => None,
    });
    Some((sizes.collect(), bytes))
}

pub(super) fn compute(instance: &Instance<'_>) -> Result<(), Failure> {
    let [a, b, c] = ["opA", "opB", "opC"].map(|name| matrix(instance, instance.operand_type(name)));
    let (Some((a, of_a)), Some((b, of_b)), Some((c, of_c))) = (a, b, c) else {
        return Ok(());
    };
    if [of_a, of_b, of_c] != [b"AOp", b"BOp", b"COp"] {
        return instance.refuse_plainly("operands must be in the order AOp, BOp, COp");
    }
    match (&a[..], &b[..], &c[..]) {
        ([rows, inner], [other, columns], [c0, c1]) if inner == other && rows == c0 && columns == c1 => {
            Ok(())
        }
        _ => instance.refuse_plainly("operand shapes do not satisfy matmul constraints"),
    }
}

/// Whether the last dimension of a memref has the stride 1.
fn has_unit_stride(instance: &Instance<'_>, memref: Type) -> bool {
    let strides = memref.strides_and_offset(instance.context);
    strides.is_some_and(|(strides, _)| strides.last().is_none_or(|stride| *stride == 1))
}

pub(super) fn load(instance: &Instance<'_>) -> Result<(), Failure> {
    if !has_unit_stride(instance, instance.operand_type("srcMemref")) {
        return instance.refuse_plainly("expected source memref most minor dim must have unit stride");
    }
    match matrix(instance, instance.result_type("res")) {
        Some((_, b"AOp" | b"BOp" | b"COp")) | None => Ok(()),
        Some(_) => instance.refuse_plainly("only AOp, BOp and COp can be loaded"),
    }
}

pub(super) fn store(instance: &Instance<'_>) -> Result<(), Failure> {
    if !has_unit_stride(instance, instance.operand_type("dstMemref")) {
        return instance.refuse_plainly("expected destination memref most minor dim must have unit stride");
    }
    match matrix(instance, instance.operand_type("src")) {
        Some((_, b"COp")) | None => Ok(()),
        Some(_) => {
            instance.refuse_plainly("expected the operand matrix being stored to have 'COp' operand type")
        }
    }
}
