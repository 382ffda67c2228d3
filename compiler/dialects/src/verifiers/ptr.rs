//! `ptr`: alignments, atomic accesses, memory spaces, and what pointers are cast to.

use tvmlike_define::{Hook, Instance, is_llvm_loadable};
use tvmlike_ir::{Attribute, AttributeKind, Context, Failure, Type, TypeKind};

use super::llvm::is_atomic;
use super::types::element_or_self;

pub(super) const CHECKS: super::Table = &[
    ("ptr.from_ptr", Hook::Verify(from_ptr)),
    (
        "ptr.gather",
        Hook::Interface("Unknown", |op| same_kind(op, "result")),
    ),
    (
        "ptr.gather",
        Hook::Verify(|op| access(op, "ptrs", op.result_type("result"))),
    ),
    ("ptr.load", Hook::Verify(load)),
    (
        "ptr.masked_load",
        Hook::Verify(|op| access(op, "ptr", op.result_type("result"))),
    ),
    (
        "ptr.masked_store",
        Hook::Verify(|op| access(op, "ptr", op.operand_type("value"))),
    ),
    ("ptr.ptr_diff", Hook::Verify(difference)),
    (
        "ptr.scatter",
        Hook::Interface("Unknown", |op| same_kind(op, "value")),
    ),
    (
        "ptr.scatter",
        Hook::Verify(|op| access(op, "ptrs", op.operand_type("value"))),
    ),
    ("ptr.store", Hook::Verify(store)),
    ("ptr.to_ptr", Hook::Verify(to_ptr)),
];

/// The memory space of a pointer or of a buffer.
fn memory_space(context: &Context, ty: Type) -> Option<Attribute> {
    match ty.kind(context) {
        TypeKind::MemRef { space, .. } | TypeKind::UnrankedMemRef { space, .. } => space,
        _ => ty.parameter(context, context.identifier("memorySpace")),
    }
}

/// Whether a type is a pointer.
fn is_pointer(context: &Context, ty: Type) -> bool {
    ty.is_symbol(context, "ptr", "ptr")
}

/// Whether two types are of one kind: both vectors, both tensors with a rank.
fn are_alike(context: &Context, one: Type, other: Type) -> bool {
    std::mem::discriminant(&one.kind(context)) == std::mem::discriminant(&other.kind(context))
}

/// Checks what the memory space of a pointer asks of values there, and the alignment.
fn access(instance: &Instance<'_>, pointer: &str, ty: Type) -> Result<(), Failure> {
    let context = instance.context;
    let pointer = element_or_self(context, instance.operand_type(pointer));
    let space = memory_space(context, pointer);
    if space.is_some_and(|space| !space.is_symbol(context, "ptr", "generic_space")) {
        let is_list = matches!(ty.kind(context), TypeKind::Vector { shape, .. } if shape.len() == 1);
        if !is_list && !is_llvm_loadable(context, ty) {
            let ty = instance.quote(ty);
            return instance.refuse_plainly(format!("type must be LLVM type with size, but got {ty}"));
        }
        if ordering(instance) != 0 && !is_atomic(context, ty) {
            let ty = instance.quote(ty);
            return instance.refuse_plainly(format!("unsupported type {ty} for atomic access"));
        }
    }
    match alignment(instance) {
        Some(..=0) => instance.refuse_plainly("alignment must be positive"),
        Some(value) if value & (value - 1) != 0 => instance.refuse_plainly("alignment must be a power of 2"),
        _ => Ok(()),
    }
}

/// The alignment, which is an array of a number or of none.
fn alignment(instance: &Instance<'_>) -> Option<i64> {
    match instance.elements("alignment").first()?.kind(instance.context) {
        AttributeKind::Integer { value, .. } => value.to_i64(),
        _ => None,
    }
}

/// The ordering of an atomic access; 0 for another one.
fn ordering(instance: &Instance<'_>) -> i64 {
    let has_one = instance
        .record()
        .attributes
        .iter()
        .any(|each| &*each.name == "ordering");
    match has_one {
        true => instance.integer("ordering").unwrap_or(0),
        false => 0,
    }
}

/// Checks an access that can be atomic, but not with these orderings.
fn atomic(instance: &Instance<'_>, refused: [(i64, &str); 2]) -> Result<(), Failure> {
    let ordering = ordering(instance);
    if ordering == 0 {
        return match instance.has("syncscope") {
            true => instance.refuse("expected syncscope to be null for non-atomic access"),
            false => Ok(()),
        };
    }
    if let Some((_, name)) = refused.iter().find(|(value, _)| *value == ordering) {
        return instance.refuse(format!("unsupported ordering '{name}'"));
    }
    match alignment(instance) {
        Some(_) => Ok(()),
        None => instance.refuse("expected alignment for atomic access"),
    }
}

fn load(instance: &Instance<'_>) -> Result<(), Failure> {
    access(instance, "ptr", instance.result_type("value"))?;
    atomic(instance, [(4, "release"), (5, "acq_rel")])
}

fn store(instance: &Instance<'_>) -> Result<(), Failure> {
    access(instance, "ptr", instance.operand_type("value"))?;
    atomic(instance, [(3, "acquire"), (5, "acq_rel")])
}

/// Checks that the pointers and the values of an access are in containers of one kind.
fn same_kind(instance: &Instance<'_>, values: &str) -> Result<(), Failure> {
    let values_type = match values {
        "result" => instance.result_type(values),
        _ => instance.operand_type(values),
    };
    match are_alike(instance.context, values_type, instance.operand_type("ptrs")) {
        true => Ok(()),
        false => instance.refuse(format!(
            "failed to verify that all of {{{values}, ptrs}} have same type IDs"
        )),
    }
}

fn difference(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let (operand, result) = (instance.operand_type("lhs"), instance.result_type("result"));
    match !operand.is_shaped(context) || are_alike(context, operand, result) {
        true => Ok(()),
        false => instance.refuse_plainly(
            "expected the result to have the same container type as the operands when operands are shaped",
        ),
    }
}

/// Checks that both sides of a cast are in one memory space.
fn same_space(instance: &Instance<'_>, one: Type, other: Type) -> Result<(), Failure> {
    let space = |ty| memory_space(instance.context, ty);
    match space(one) == space(other) {
        true => Ok(()),
        false => instance.refuse_plainly("expected the input and output to have the same memory space"),
    }
}

fn from_ptr(instance: &Instance<'_>) -> Result<(), Failure> {
    let result = instance.result_type("result");
    match is_pointer(instance.context, result) {
        true => instance.refuse_plainly("the result type cannot be `!ptr.ptr`"),
        false => same_space(instance, instance.operand_type("ptr"), result),
    }
}

fn to_ptr(instance: &Instance<'_>) -> Result<(), Failure> {
    let input = instance.operand_type("ptr");
    match is_pointer(instance.context, input) {
        true => instance.refuse_plainly("the input value cannot be of type `!ptr.ptr`"),
        false => same_space(instance, input, instance.result_type("result")),
    }
}
