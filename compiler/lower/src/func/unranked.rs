//! Descriptors of unranked memrefs that leave or enter a function: what they point to is copied, because it is on the stack.

use tvmlike_ir::{Op, Type, TypeKind, Value};
use tvmlike_transform::ConversionRewriter;

use crate::descriptor::{Descriptor, unranked_size};
use crate::functions::{self, Declaration};
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
    for place in places {
        let descriptor = values[place];
        let size = unranked_size(rewriter, location, descriptor, index);
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
