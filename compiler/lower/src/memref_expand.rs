//! Operations of memref by other ones of it.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{Context, DYNAMIC, Op, Value};
use tvmlike_transform::{ConversionFn, ConversionPatterns, ConversionRewriter, ConvertedOperands};

use crate::make::{Make, build, index_constant, property};
use crate::number;

/// Kinds of `memref.atomic_rmw`.
const MULF: i64 = 12;
const MULI: i64 = 13;

/// Adds the patterns.
pub(crate) fn add_patterns(patterns: &mut ConversionPatterns) {
    patterns.add(ConversionFn::new("memref.reshape", reshape), None);
}

/// Adds the pattern of products, for which machines and LLVM have no atomic operation.
pub(crate) fn add_product_pattern(patterns: &mut ConversionPatterns) {
    patterns.add(ConversionFn::new("memref.atomic_rmw", product), None);
}

/// The product of an element and a value, computed until nothing else has written the element meanwhile.
fn product(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, _: &ConvertedOperands) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let name = multiplication(context, op)?;
    let mut operands = op.operands(context);
    let (value, memref) = (operands.next()?, operands.next()?);
    let ty = value.ty(context);
    let region = rewriter.edit().create_region();
    let body = rewriter.edit().create_block(&[(ty, location)]);
    region.append(rewriter.edit(), body).ok()?;
    let made = OpBuilder::new("memref.generic_atomic_rmw")
        .operand("memref", [memref])
        .operand("indices", operands)
        .result("result", [ty])
        .region("atomic_body", [region]);
    let made = build(rewriter, made, location);
    rewriter.set_to_end(body);
    let current = body.argument(context, 0)?;
    let result = Make::new(name, &[current, value], &[ty]).value(rewriter, location);
    Make::new("memref.atomic_yield", &[result], &[]).at(rewriter, location);
    rewriter.replace_op_with(op, made);
    Some(())
}

/// The operation that multiplies, if an atomic update does.
pub(crate) fn multiplication(context: &Context, op: Op) -> Option<&'static str> {
    match number::of(context, property(context, op, "kind")?)? {
        MULF => Some("arith.mulf"),
        MULI => Some("arith.muli"),
        _ => None,
    }
}

/// A memref with the sizes that another one holds, in row-major order.
fn reshape(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, _: &ConvertedOperands) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let ty = op.result(context, 0)?.ty(context);
    let shape = ty.shape(context)?.to_vec();
    let index = context.index_type();
    let sizes_memref = op.operand(context, 1)?;
    let element = sizes_memref.ty(context).element_type(context)?;
    let mut strides = vec![1; shape.len()];
    let (mut size_values, mut stride_values) = (Vec::new(), Vec::new());
    let (mut running, mut known): (Option<Value>, i64) = (None, 1);
    for dim in (0..shape.len()).rev() {
        let size = if shape[dim] == DYNAMIC {
            let place = index_constant(rewriter, location, dim as i64);
            let mut size =
                Make::new("memref.load", &[sizes_memref, place], &[element]).value(rewriter, location);
            if element != index {
                size = Make::new("arith.index_cast", &[size], &[index]).value(rewriter, location);
            }
            size_values.insert(0, size);
            size
        } else {
            index_constant(rewriter, location, shape[dim])
        };
        strides[dim] = match running {
            Some(value) => {
                stride_values.insert(0, value);
                DYNAMIC
            }
            None => known,
        };
        if dim == 0 {
            break;
        }
        if let Some(value) = running {
            running = Some(Make::new("arith.muli", &[value, size], &[index]).value(rewriter, location));
        } else if shape[dim] == DYNAMIC {
            let value = index_constant(rewriter, location, known);
            running = Some(Make::new("arith.muli", &[value, size], &[index]).value(rewriter, location));
        } else {
            known = known.checked_mul(shape[dim])?;
        }
    }
    let new = OpBuilder::new("memref.reinterpret_cast")
        .operand("source", [op.operand(context, 0)?])
        .operand("offsets", [])
        .operand("sizes", size_values)
        .operand("strides", stride_values)
        .attribute("static_offsets", context.dense_i64_array(&[0]))
        .attribute("static_sizes", context.dense_i64_array(&shape))
        .attribute("static_strides", context.dense_i64_array(&strides))
        .result("result", [ty]);
    let new = build(rewriter, new, location);
    rewriter.replace_op_with(op, new);
    Some(())
}
