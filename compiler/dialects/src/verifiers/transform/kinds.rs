//! The three kinds of types of `transform`: handles of operations, handles of values, and parameters.

use tvmlike_ir::{Context, Type};

/// An interface of types of `transform`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// `TransformHandleTypeInterface`: operations.
    Handle,
    /// `TransformValueHandleTypeInterface`: values.
    Value,
    /// `TransformParamTypeInterface`: attributes.
    Param,
}

/// The interface of a type; `None`: it has none of them.
pub(super) fn kind(context: &Context, ty: Type) -> Option<Kind> {
    let (info, _) = ty.symbol(context)?;
    if info.dialect().bytes(context) != b"transform" {
        return None;
    }
    match info.name().bytes(context) {
        b"any_op" | b"op" => Some(Kind::Handle),
        b"any_value" => Some(Kind::Value),
        b"affine_map" | b"any_param" | b"param" | b"type" => Some(Kind::Param),
        _ => None,
    }
}

/// Whether a type is a handle of operations.
pub(super) fn is_handle(context: &Context, ty: Type) -> bool {
    kind(context, ty) == Some(Kind::Handle)
}

/// Whether two types have the same of these interfaces.
pub(super) fn agree(context: &Context, one: Type, other: Type) -> bool {
    let kind_of_one = kind(context, one);
    kind_of_one.is_some() && kind_of_one == kind(context, other)
}
