//! Why an operation cannot be compiled, and what to do about it.

use tvmlike_ir::{AttributeKind, Context, FloatKind, Op, Type, TypeKind};
use tvmlike_text::quote_type;

/// The types of the operands and results of an operation, and of the arguments and results of a function.
fn types(context: &Context, op: Op) -> Vec<Type> {
    let operands = op.operands(context).map(|operand| operand.ty(context));
    let results = op.results(context).map(|result| result.ty(context));
    let mut types: Vec<Type> = operands.chain(results).collect();
    let function = op.property(context, context.identifier("function_type"));
    if let Some(AttributeKind::Type(ty)) = function.map(|function| function.kind(context))
        && let TypeKind::Function { inputs, results } = ty.kind(context)
    {
        types.extend(inputs.iter().chain(results.iter()));
    }
    types
}

/// The first tensor among the types of an operation.
pub(crate) fn tensor_of(context: &Context, op: Op) -> Option<Type> {
    let is_tensor = |ty: &Type| {
        matches!(
            ty.kind(context),
            TypeKind::RankedTensor { .. } | TypeKind::UnrankedTensor { .. }
        )
    };
    types(context, op).into_iter().find(is_tensor)
}

/// Whether no pass converts a type to one of llvm.
fn has_no_lowering(context: &Context, ty: Type) -> bool {
    match ty.kind(context) {
        TypeKind::Tuple(_) | TypeKind::None | TypeKind::Float(FloatKind::TF32) | TypeKind::Graph { .. } => {
            true
        }
        TypeKind::MemRef { layout, space, .. } => {
            let is_map = match layout.kind(context) {
                AttributeKind::AffineMap(map) => !map.is_identity(context),
                _ => false,
            };
            is_map || space.is_some_and(|space| !matches!(space.kind(context), AttributeKind::Integer { .. }))
        }
        TypeKind::Opaque { .. } | TypeKind::Dialect { .. } => !quote_type(context, ty).starts_with("!llvm."),
        _ => false,
    }
}

/// Why an operation of another dialect than llvm cannot be compiled.
pub(crate) fn reason(context: &Context, op: Op) -> String {
    if let Some(tensor) = tensor_of(context, op) {
        let tensor = quote_type(context, tensor);
        return format!("the type '{tensor}' has no lowering: one-shot-bufferize makes memrefs of tensors");
    }
    if let Some(ty) = types(context, op)
        .into_iter()
        .find(|ty| has_no_lowering(context, *ty))
    {
        return format!(
            "the type '{}' has no lowering: replace it by numbers, vectors, and memrefs with strided layouts and integer \
             memory spaces",
            quote_type(context, ty)
        );
    }
    let name = op.name(context);
    if name.bytes(context) == b"linalg.softmax" {
        return "has no lowering on memrefs: use it on tensors, or write its loops".to_owned();
    }
    match name.dialect_namespace(context) {
        Some(b"func" | b"builtin") => {
            "is not an operation of the llvm dialect; lower the module before it is compiled".to_owned()
        }
        _ => "no pass of the pipeline lowers this operation: replace it by operations that have a lowering, \
              or pass a pipeline that lowers it"
            .to_owned(),
    }
}
