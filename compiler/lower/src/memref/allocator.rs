//! The functions that allocate and free memory.

use tvmlike_ir::{Location, Op, Type, Value};
use tvmlike_transform::ConversionRewriter;

use super::{index, options};
use crate::functions::{self, Declaration};
use crate::types::{pointer, void};

/// The module, or another table of symbols, around an operation.
fn module(rewriter: &ConversionRewriter<'_, '_>, op: Op) -> Option<Op> {
    let context = rewriter.context();
    let mut at = op.parent_op(context)?.nearest_symbol_table(context)?;
    while !at.is_named(context, "builtin.module") {
        match at
            .parent_op(context)
            .and_then(|parent| parent.nearest_symbol_table(context))
        {
            Some(outer) => at = outer,
            None => break,
        }
    }
    Some(at)
}

fn call(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    location: Location,
    declaration: &Declaration<'_>,
    operands: &[Value],
) -> Option<Option<Value>> {
    let module = module(rewriter, op)?;
    functions::call(rewriter, module, location, declaration, operands)
}

/// Allocates memory of a size in bytes.
pub(super) fn allocate(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    location: Location,
    bytes: Value,
) -> Option<Value> {
    let name = match options(rewriter).generic_functions {
        true => "_mlir_memref_to_llvm_alloc",
        false => "malloc",
    };
    let declaration = Declaration {
        name,
        arguments: &[index(rewriter)],
        result: pointer(rewriter.context(), 0),
    };
    call(rewriter, op, location, &declaration, &[bytes])?
}

/// Allocates memory of a size and an alignment in bytes.
pub(super) fn allocate_aligned(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    location: Location,
    alignment: Value,
    bytes: Value,
) -> Option<Value> {
    let name = match options(rewriter).generic_functions {
        true => "_mlir_memref_to_llvm_aligned_alloc",
        false => "aligned_alloc",
    };
    let index: Type = index(rewriter);
    let declaration = Declaration {
        name,
        arguments: &[index, index],
        result: pointer(rewriter.context(), 0),
    };
    call(rewriter, op, location, &declaration, &[alignment, bytes])?
}

/// Frees memory.
pub(super) fn free(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    location: Location,
    memory: Value,
) -> Option<()> {
    let name = match options(rewriter).generic_functions {
        true => "_mlir_memref_to_llvm_free",
        false => "free",
    };
    let context = rewriter.context();
    let declaration = Declaration {
        name,
        arguments: &[pointer(context, 0)],
        result: void(context),
    };
    call(rewriter, op, location, &declaration, &[memory])?;
    Some(())
}

/// Copies between memrefs with strides.
pub(super) fn copy_strided(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    location: Location,
    operands: [Value; 3],
) -> Option<()> {
    let context = rewriter.context();
    let pointer = pointer(context, 0);
    let declaration = Declaration {
        name: "memrefCopy",
        arguments: &[index(rewriter), pointer, pointer],
        result: void(context),
    };
    call(rewriter, op, location, &declaration, &operands)?;
    Some(())
}
