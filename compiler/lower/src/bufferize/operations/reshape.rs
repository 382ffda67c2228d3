//! Groups of dimensions that become one, and the reverse.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{Attribute, AttributeKind, Context, DYNAMIC, Failure, Op, Type};

use super::super::analysis::State;
use super::super::copies::{self, Contents};
use super::super::driver::Bufferizer;
use super::super::types::{dense, dense_in, space, times};
use super::super::values::is_tensor;
use crate::make::{Make, build, operand_group, property};
use crate::number;

/// The groups of dimensions of an operation.
fn groups(context: &Context, op: Op) -> Option<Vec<Vec<usize>>> {
    let AttributeKind::Array(groups) = property(context, op, "reassociation")?.kind(context) else {
        return None;
    };
    let group = |each: tvmlike_ir::Attribute| match each.kind(context) {
        AttributeKind::Array(numbers) => numbers
            .iter()
            .map(|each| usize::try_from(number::of(context, each)?).ok())
            .collect(),
        _ => None,
    };
    groups.iter().map(group).collect()
}

/// Whether a memref has no layout.
fn is_dense(context: &Context, ty: Type) -> bool {
    dense(context, ty) == Some(ty)
}

fn with_strides(
    context: &Context,
    ty: Type,
    offset: i64,
    strides: &[i64],
    space: Option<Attribute>,
) -> Option<Type> {
    let layout = context.strided_layout_attribute(offset, strides);
    let shape = ty.shape(context)?.to_vec();
    context
        .memref_type(&shape, ty.element_type(context)?, Some(layout), space)
        .ok()
}

/// The memref whose groups of dimensions are one dimension each; `None`: they are not known to be without gaps.
fn collapsed(context: &Context, op: Op, source: Type, result: Type) -> Option<Type> {
    if is_dense(context, source) {
        return dense_in(context, result, space(context, source));
    }
    let shape = source.shape(context)?.to_vec();
    let (strides, offset) = source.strides_and_offset(context)?;
    let mut kept = Vec::new();
    for group in groups(context, op)? {
        let mut last = group.len() - 1;
        while last > 0 && shape[group[last]] == 1 {
            last -= 1;
        }
        let stride = match shape[group[last]] == DYNAMIC && last > 0 {
            true => DYNAMIC,
            false => strides[group[last]],
        };
        kept.push(stride);
        let mut expected = stride;
        for pair in group.windows(2).rev() {
            expected = times(expected, shape[pair[1]]);
            if shape[pair[0]] != 1 && (expected == DYNAMIC || expected != strides[pair[0]]) {
                return None;
            }
        }
    }
    with_strides(context, result, offset, &kept, space(context, source))
}

impl State<'_> {
    /// The memref of a collapsed shape: dense if it needs a copy.
    pub(in super::super) fn collapsed(&self, op: Op, source: Type, result: Type) -> Option<Type> {
        let context = self.context;
        collapsed(context, op, source, result).or_else(|| dense_in(context, result, space(context, source)))
    }

    /// The memref of an expanded shape.
    pub(in super::super) fn expanded(&self, op: Op, source: Type, result: Type) -> Option<Type> {
        let context = self.context;
        if is_dense(context, source) {
            return dense_in(context, result, space(context, source));
        }
        let shape = result.shape(context)?.to_vec();
        let (strides, offset) = source.strides_and_offset(context)?;
        let mut all = vec![1; shape.len()];
        for (group, stride) in groups(context, op)?.iter().zip(strides) {
            let mut stride = stride;
            for dim in group.iter().rev() {
                all[*dim] = stride;
                stride = times(stride, shape[*dim]);
            }
        }
        with_strides(context, result, offset, &all, space(context, source))
    }
}

impl Bufferizer<'_, '_, '_> {
    pub(super) fn collapse_shape(&mut self, op: Op) -> Result<(), Failure> {
        let context = self.context();
        let location = op.location(context);
        let source = self.operand(op, 0)?;
        let mut buffer = self.buffer(source)?;
        let result = op.result(context, 0).ok_or_else(|| self.failed(op))?;
        let tensor = result.ty(context);
        debug_assert!(is_tensor(context, tensor));
        let mut ty = collapsed(context, op, buffer.ty(context), tensor);
        if ty.is_none() {
            let copy = copies::allocate(&mut self.rewriter, location, source, Contents::Copied);
            let around = space(context, buffer.ty(context));
            let plain = dense_in(context, source.ty(context), around).ok_or_else(|| self.failed(op))?;
            buffer =
                Make::new("bufferization.to_buffer", &[copy], &[plain]).value(&mut self.rewriter, location);
            ty = dense_in(context, tensor, around);
        }
        let ty = ty.ok_or_else(|| self.failed(op))?;
        let groups = property(context, op, "reassociation").ok_or_else(|| self.failed(op))?;
        let made = Make::new("memref.collapse_shape", &[buffer], &[ty])
            .with(&[("reassociation", groups)])
            .value(&mut self.rewriter, location);
        self.replace(op, &[made]);
        Ok(())
    }

    pub(super) fn reshape(&mut self, op: Op) -> Result<(), Failure> {
        let context = self.context();
        let location = op.location(context);
        let (source, shape) = (self.operand(op, 0)?, self.operand(op, 1)?);
        let mut buffer = self.buffer(source)?;
        let shape = self.buffer(shape)?;
        let ty = self.result_buffer_type(op)?;
        let from = buffer.ty(context);
        if from.rank(context).is_some() && !is_dense(context, from) {
            let copy = copies::allocate(&mut self.rewriter, location, source, Contents::Copied);
            let plain = dense(context, from).ok_or_else(|| self.failed(op))?;
            buffer =
                Make::new("bufferization.to_buffer", &[copy], &[plain]).value(&mut self.rewriter, location);
        }
        let made = Make::new("memref.reshape", &[buffer, shape], &[ty]).value(&mut self.rewriter, location);
        self.replace(op, &[made]);
        Ok(())
    }

    pub(super) fn expand_shape(&mut self, op: Op) -> Result<(), Failure> {
        let context = self.context();
        let source = self.operand(op, 0)?;
        let buffer = self.buffer(source)?;
        let ty = self.result_buffer_type(op)?;
        let sizes = operand_group(context, op, "output_shape").unwrap_or_default();
        let mut view = OpBuilder::new("memref.expand_shape")
            .operand("src", [buffer])
            .operand(
                "output_shape",
                sizes.filter_map(|index| op.operand(context, index)),
            )
            .result("result", [ty]);
        for name in ["reassociation", "static_output_shape"] {
            view = view.attribute(name, property(context, op, name).ok_or_else(|| self.failed(op))?);
        }
        let made = build(&mut self.rewriter, view, op.location(context));
        let value = made.result(context, 0).ok_or_else(|| self.failed(op))?;
        self.replace(op, &[value]);
        Ok(())
    }
}
