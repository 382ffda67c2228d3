//! Allocations and addresses.

use tvmlike_define::Instance;
use tvmlike_ir::{AttributeKind, Context, Failure, Type, TypeKind};

use crate::llvm::{keywords, string, type_in};

/// The address space of a pointer; `None` for other types.
pub(super) fn address_space(context: &Context, ty: Type) -> Option<u64> {
    let (_, parameters) = ty
        .symbol(context)
        .filter(|(info, _)| info.is_named(context, "llvm", "ptr"))?;
    let space = parameters
        .get(0)
        .and_then(|space| keywords::integer(context, space));
    Some(space.unwrap_or(0))
}

/// The name of a target's own type.
pub(super) fn target_type(context: &Context, ty: Type) -> Option<&[u8]> {
    let (_, parameters) = ty
        .symbol(context)
        .filter(|(info, _)| info.is_named(context, "llvm", "target"))?;
    string(context, parameters.get(0))
}

/// Whether a target's own type can be in memory.
fn is_in_memory(name: &[u8]) -> bool {
    name.starts_with(b"spirv.") || name == b"aarch64.svcount"
}

pub(super) fn alloca(instance: &Instance<'_>) -> Result<(), Failure> {
    let element = instance.type_in("elem_type");
    let target = element.and_then(|ty| target_type(instance.context, ty));
    match target.is_some_and(|name| !is_in_memory(name)) {
        true => instance.refuse("this target extension type cannot be used in alloca"),
        false => Ok(()),
    }
}

pub(super) fn dereferenceable(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let is_pointer = |ty: Type| ty.is_symbol(context, "llvm", "ptr");
    let mut results = instance.op.results(context);
    match instance.has("dereferenceable") && !results.all(|result| is_pointer(result.ty(context))) {
        true => instance.refuse("expected op to return a single LLVM pointer type"),
        false => Ok(()),
    }
}

/// What is no constant among the indices of an address.
const DYNAMIC: i64 = i32::MIN as i64;
/// `inbounds` without the flag that it implies.
const ONLY_IN_BOUNDS: i64 = 1;

pub(super) fn element_address(instance: &Instance<'_>) -> Result<(), Failure> {
    let indices = instance.integers("rawConstantIndices");
    let dynamic = indices.iter().filter(|index| **index == DYNAMIC).count();
    if dynamic != instance.operands("dynamicIndices").len() {
        return instance.refuse("expected as many dynamic indices as specified in 'rawConstantIndices'");
    }
    if instance.integer("noWrapFlags") == Some(ONLY_IN_BOUNDS) {
        return instance.refuse("'inbounds_flag' cannot be used directly.");
    }
    let Some(mut ty) = instance.type_in("elem_type") else {
        return Ok(());
    };
    for (position, index) in indices.iter().enumerate().skip(1) {
        ty = match indexed(instance.context, ty, *index) {
            Ok(ty) => ty,
            Err(Wrong::Dynamic) => {
                return instance.refuse(format!(
                    "expected index {position} indexing a struct to be constant"
                ));
            }
            Err(Wrong::OutOfBounds) => {
                return instance.refuse(format!("index {position} indexing a struct is out of bounds"));
            }
            Err(Wrong::Other) => {
                let ty = instance.quote(ty);
                return instance.refuse(format!("type {ty} cannot be indexed (index #{position})"));
            }
        };
    }
    Ok(())
}

/// What is wrong with an index.
enum Wrong {
    Dynamic,
    OutOfBounds,
    Other,
}

/// The type of an element of a type.
fn indexed(context: &Context, ty: Type, index: i64) -> Result<Type, Wrong> {
    if let TypeKind::Vector { element, .. } = ty.kind(context) {
        return Ok(element);
    }
    let (info, parameters) = ty.symbol(context).ok_or(Wrong::Other)?;
    if info.is_named(context, "llvm", "array") {
        return type_in(context, parameters.get(0)).ok_or(Wrong::Other);
    }
    if !info.is_named(context, "llvm", "struct") {
        return Err(Wrong::Other);
    }
    if index == DYNAMIC {
        return Err(Wrong::Dynamic);
    }
    let element = match parameters.get(1).map(|body| body.kind(context)) {
        Some(AttributeKind::Array(body)) => usize::try_from(index).ok().and_then(|index| body.get(index)),
        _ => None,
    };
    type_in(context, element).ok_or(Wrong::OutOfBounds)
}
