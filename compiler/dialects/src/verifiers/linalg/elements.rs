//! The types of elements, and the check of `linalg.fill`.

use tvmlike_define::Instance;
use tvmlike_ir::{Context, Failure, Type, TypeKind};

use crate::structured;

/// The element type of a ranked tensor or memref, another type itself.
pub(super) fn of(context: &Context, ty: Type) -> Type {
    match ty.kind(context) {
        TypeKind::RankedTensor { element, .. } | TypeKind::MemRef { element, .. } => element,
        _ => ty,
    }
}

pub(super) fn fill(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let mut types = op.operands(context).map(|value| value.ty(context));
    let (1, Some(value), Some(output), None) = (
        structured::inputs(context, op).unwrap_or(0),
        types.next(),
        types.next(),
        types.next(),
    ) else {
        return instance.refuse_plainly("expected op with 1 input and 1 output");
    };
    if value.is_shaped(context) && !matches!(value.kind(context), TypeKind::Vector { .. }) {
        return instance.refuse_plainly("expected op with scalar input");
    }
    let element = super::super::types::element_or_self(context, output);
    if value != element {
        let [value, element] = [value, element].map(|ty| instance.quote(ty));
        return instance.refuse(format!(
            "expected fill value type ({value}) to match output element type ({element})"
        ));
    }
    Ok(())
}
