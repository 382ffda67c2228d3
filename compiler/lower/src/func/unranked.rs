//! Descriptors of unranked memrefs that leave or enter a function: what they point to is copied, because it is on the stack.

use tvmlike_ir::{Location, Op, Type, TypeKind, Value};
use tvmlike_transform::ConversionRewriter;

use crate::descriptor::{Descriptor, index_constant};
use crate::functions::{self, Declaration};
use crate::make::Make;
use crate::memory::{copy, stack_memory};
use crate::options::{self, integer_type};
use crate::types::{pointer, void};

/// Copies the descriptors among values, to the heap or to the stack, where a descriptor on the heap is freed.
pub(super) fn copy_descriptors(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    types: &[Type],
    values: &mut [Value],
    to_heap: bool,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let index = integer_type(context, options::of(rewriter.converter()?.as_ref()).index_width);
    let places: Vec<usize> = types
        .iter()
        .enumerate()
        .filter(|(_, ty)| matches!(ty.kind(context), TypeKind::UnrankedMemRef { .. }))
        .map(|(place, _)| place)
        .collect();
    if places.is_empty() {
        return Some(());
    }
    let descriptors: Vec<Value> = places.iter().map(|place| values[*place]).collect();
    let sizes = sizes(rewriter, location, &descriptors, index);
    let module = op.parent_op(context)?.nearest_symbol_table(context)?;
    let ptr = pointer(context, 0);
    let malloc = Declaration {
        name: "malloc",
        arguments: &[index],
        result: ptr,
    };
    let free = Declaration {
        name: "free",
        arguments: &[ptr],
        result: void(context),
    };
    for ((place, descriptor), size) in places.into_iter().zip(descriptors).zip(sizes) {
        let old = Descriptor::new(descriptor, location);
        let memory = match to_heap {
            true => functions::call(rewriter, module, location, &malloc, &[size])??,
            false => stack_memory(rewriter, location, context.i8(), size, 0, None),
        };
        let source = old.get(rewriter, &[1]);
        copy(rewriter, location, memory, source, size);
        if !to_heap {
            functions::call(rewriter, module, location, &free, &[source])?;
        }
        let mut new = Descriptor::poison(rewriter, location, descriptor.ty(context));
        let rank = old.get(rewriter, &[0]);
        new.set(rewriter, &[0], rank);
        new.set(rewriter, &[1], memory);
        values[place] = new.value;
    }
    Some(())
}

/// The sizes in bytes of what unranked descriptors point to.
fn sizes(
    rewriter: &mut ConversionRewriter<'_, '_>,
    location: Location,
    descriptors: &[Value],
    index: Type,
) -> Vec<Value> {
    let width = index.bit_width(rewriter.context()).unwrap_or(64);
    let one = index_constant(rewriter, location, index, 1);
    let two = index_constant(rewriter, location, index, 2);
    let index_bytes = index_constant(rewriter, location, index, i64::from(width.div_ceil(8)));
    let mut sizes = Vec::new();
    for descriptor in descriptors {
        let pointer_bytes = index_constant(rewriter, location, index, 8);
        let mut binary = |name: &str, lhs: Value, rhs: Value| {
            Make::new(name, &[lhs, rhs], &[index]).value(rewriter, location)
        };
        let pointers = binary("llvm.mul", two, pointer_bytes);
        let rank = Descriptor::new(*descriptor, location).get(rewriter, &[0]);
        let mut binary = |name: &str, lhs: Value, rhs: Value| {
            Make::new(name, &[lhs, rhs], &[index]).value(rewriter, location)
        };
        let numbers = binary("llvm.mul", two, rank);
        let numbers = binary("llvm.add", numbers, one);
        let numbers = binary("llvm.mul", numbers, index_bytes);
        sizes.push(binary("llvm.add", pointers, numbers));
    }
    sizes
}
