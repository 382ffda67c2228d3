//! memref to the llvm dialect.

pub(crate) mod access;
mod allocation;
mod allocator;
mod atomic;
mod casts;
mod copies;
mod globals;
mod metadata;
mod reshape;
mod scopes;
mod views;

use std::rc::Rc;

use tvmlike_ir::{AttributeKind, Context, Op, Type, TypeKind};
use tvmlike_transform::{ConversionFn, ConversionPatterns, ConversionRewriter, TypeConverter};

use crate::options::{self, LlvmOptions, integer_type};

const PATTERNS: [ConversionFn; 24] = [
    ConversionFn::new("memref.alloc", allocation::alloc),
    ConversionFn::new("memref.alloca", allocation::alloca),
    ConversionFn::new("memref.alloca_scope", scopes::convert),
    ConversionFn::new("memref.assume_alignment", access::assume_alignment),
    ConversionFn::new("memref.atomic_rmw", access::atomic),
    ConversionFn::new("memref.cast", casts::cast),
    ConversionFn::new("memref.copy", copies::copy),
    ConversionFn::new("memref.dealloc", allocation::dealloc),
    ConversionFn::new("memref.dim", metadata::dim),
    ConversionFn::new("memref.distinct_objects", access::distinct_objects),
    ConversionFn::new(
        "memref.extract_aligned_pointer_as_index",
        metadata::aligned_pointer,
    ),
    ConversionFn::new("memref.extract_strided_metadata", metadata::strided_metadata),
    ConversionFn::new("memref.generic_atomic_rmw", atomic::convert),
    ConversionFn::new("memref.get_global", globals::get_global),
    ConversionFn::new("memref.global", globals::global),
    ConversionFn::new("memref.load", access::load_element),
    ConversionFn::new("memref.memory_space_cast", casts::memory_space_cast),
    ConversionFn::new("memref.prefetch", access::prefetch),
    ConversionFn::new("memref.rank", metadata::rank),
    ConversionFn::new("memref.reinterpret_cast", views::reinterpret_cast),
    ConversionFn::new("memref.reshape", reshape::convert),
    ConversionFn::new("memref.store", access::store_element),
    ConversionFn::new("memref.transpose", views::transpose),
    ConversionFn::new("memref.view", views::view),
];

/// Adds the patterns.
pub(crate) fn add_patterns(patterns: &mut ConversionPatterns, converter: &Rc<TypeConverter>) {
    patterns.add_table(&PATTERNS, Some(converter));
}

/// The options of the converter of the pattern that runs.
fn options(rewriter: &ConversionRewriter<'_, '_>) -> LlvmOptions {
    rewriter
        .converter()
        .map_or_else(LlvmOptions::default, |converter| options::of(&converter))
}

/// The type that `index` becomes.
fn index(rewriter: &ConversionRewriter<'_, '_>) -> Type {
    integer_type(rewriter.context(), options(rewriter).index_width)
}

/// The converted type of the elements of a memref.
fn element(rewriter: &ConversionRewriter<'_, '_>, ty: Type) -> Option<Type> {
    let context = rewriter.context();
    rewriter
        .converter()?
        .convert_one(context, ty.element_type(context)?)
}

/// The number of the memory space of a memref.
fn space(context: &Context, ty: Type) -> Option<u32> {
    match ty.kind(context) {
        TypeKind::MemRef { space, .. } | TypeKind::UnrankedMemRef { space, .. } => {
            options::address_space(context, space)
        }
        _ => None,
    }
}

/// The type of an operand.
fn operand_type(context: &Context, op: Op, index: usize) -> Option<Type> {
    Some(op.operand(context, index)?.ty(context))
}

/// Whether the elements of a memref are in row-major order, by its layout alone.
pub(crate) fn is_identity(context: &Context, ty: Type) -> bool {
    let TypeKind::MemRef { layout, .. } = ty.kind(context) else {
        return false;
    };
    match layout.kind(context) {
        AttributeKind::AffineMap(map) => map.is_identity(context),
        // As a map, a layout of more dimensions has one result only.
        AttributeKind::StridedLayout { offset, strides } => offset == 0 && strides.to_vec() == [1],
        _ => false,
    }
}
