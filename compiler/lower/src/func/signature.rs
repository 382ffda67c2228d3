//! The types of functions under MLIR's calling convention.

use tvmlike_ir::{Context, DYNAMIC, Op, Type, TypeKind};
use tvmlike_transform::{BlockSignature, TypeConverter};

use crate::descriptor::flat_fields;
use crate::make::property;
use crate::options::{self, integer_type};
use crate::types::{function, pointer, structure, void};

/// Whether a function takes memrefs as single pointers.
pub(super) fn uses_bare_pointers(context: &Context, converter: &TypeConverter, op: Option<Op>) -> bool {
    let name = context.identifier("llvm.bareptr");
    options::of(converter).bare_pointers
        || op.is_some_and(|op| op.discardable_attribute(context, name).is_some())
}

/// Whether a type is a memref of one kind or the other.
pub(super) fn is_memref(context: &Context, ty: Type) -> bool {
    matches!(
        ty.kind(context),
        TypeKind::MemRef { .. } | TypeKind::UnrankedMemRef { .. }
    )
}

/// Whether one pointer is all there is to know about a memref.
pub(super) fn fits_bare_pointer(context: &Context, ty: Type) -> bool {
    let Some((strides, offset)) = ty.strides_and_offset(context) else {
        return false;
    };
    ty.has_static_shape(context) && !strides.contains(&DYNAMIC) && offset != DYNAMIC
}

/// The types that an argument becomes; `None`: it cannot be converted.
fn argument_types(
    context: &Context,
    converter: &TypeConverter,
    ty: Type,
    is_bare: bool,
) -> Option<Vec<Type>> {
    if !is_memref(context, ty) {
        return Some(vec![converter.convert_one(context, ty)?]);
    }
    if is_bare {
        return Some(vec![calling_type(context, converter, ty, true)?]);
    }
    // A memref that has no descriptor cannot be an argument.
    converter.convert_one(context, ty)?;
    let index = integer_type(context, options::of(converter).index_width);
    flat_fields(context, ty, index)
}

/// The type of a value that is passed as it is; `None`: it cannot be converted.
fn calling_type(context: &Context, converter: &TypeConverter, ty: Type, is_bare: bool) -> Option<Type> {
    if !is_bare || !is_memref(context, ty) {
        return converter.convert_one(context, ty);
    }
    let TypeKind::MemRef { space, .. } = ty.kind(context) else {
        return None;
    };
    let space = options::address_space(context, space)?;
    let element = ty.element_type(context)?;
    let is_converted = converter.convert_one(context, element).is_some();
    (is_converted && fits_bare_pointer(context, ty)).then(|| pointer(context, space))
}

/// The one type for all results of a function; `None`: one cannot be converted.
pub(super) fn packed_results(
    context: &Context,
    converter: &TypeConverter,
    results: &[Type],
    is_bare: bool,
) -> Option<Type> {
    let types: Option<Vec<Type>> = results
        .iter()
        .map(|ty| calling_type(context, converter, *ty, is_bare))
        .collect();
    match types?.as_slice() {
        [] => Some(void(context)),
        [ty] => Some(*ty),
        types => Some(structure(context, types)),
    }
}

/// The types of the arguments and of the results of a function.
pub(super) fn function_parts(context: &Context, op: Op) -> Option<(Vec<Type>, Vec<Type>)> {
    let ty = property(context, op, "function_type")?;
    let tvmlike_ir::AttributeKind::Type(ty) = ty.kind(context) else {
        return None;
    };
    match ty.kind(context) {
        TypeKind::Function { inputs, results } => Some((inputs.iter().collect(), results.iter().collect())),
        _ => None,
    }
}

/// The type of a function, and what becomes of its arguments.
pub(super) fn converted(
    context: &Context,
    converter: &TypeConverter,
    op: Op,
) -> Option<(Type, BlockSignature)> {
    let (inputs, results) = function_parts(context, op)?;
    let is_bare = uses_bare_pointers(context, converter, Some(op));
    let mut signature = BlockSignature::new(inputs.len());
    for (index, input) in inputs.into_iter().enumerate() {
        signature.add(index, &argument_types(context, converter, input, is_bare)?);
    }
    let result = packed_results(context, converter, &results, is_bare)?;
    Some((function(context, result, signature.types()), signature))
}

/// The type of the function that C calls, and the struct for which its first argument is a pointer.
pub(super) fn for_c(context: &Context, converter: &TypeConverter, op: Op) -> Option<(Type, Option<Type>)> {
    let (inputs, results) = function_parts(context, op)?;
    let mut result = packed_results(context, converter, &results, false)?;
    let mut arguments = Vec::new();
    let mut passed = None;
    if crate::types::fields(context, result).is_some() {
        passed = Some(result);
        arguments.push(pointer(context, 0));
        result = void(context);
    }
    for input in inputs {
        let ty = converter.convert_one(context, input)?;
        arguments.push(match is_memref(context, input) {
            true => pointer(context, 0),
            false => ty,
        });
    }
    Some((function(context, result, &arguments), passed))
}

/// The types in the type of an `llvm.func`: of its result, and of its arguments.
fn llvm_parts(context: &Context, op: Op) -> Option<(Type, Vec<Type>)> {
    let ty = property(context, op, "function_type")?;
    let tvmlike_ir::AttributeKind::Type(ty) = ty.kind(context) else {
        return None;
    };
    crate::types::function_parts(context, ty)
}

/// The types of the arguments of an `llvm.func`.
pub(super) fn llvm_arguments(context: &Context, op: Op) -> Option<Vec<Type>> {
    Some(llvm_parts(context, op)?.1)
}

/// The type of the result of an `llvm.func`; `Some(None)`: it has none.
pub(super) fn llvm_result(context: &Context, op: Op) -> Option<Option<Type>> {
    let (result, _) = llvm_parts(context, op)?;
    Some((result != void(context)).then_some(result))
}
