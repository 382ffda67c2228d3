//! The memrefs that tensors become.

use tvmlike_ir::{Attribute, Context, DYNAMIC, Op, Type, TypeKind, Value};

use super::analysis::State;
use super::kinds::{Kind, inputs};
use super::loops::shared_operand;
use super::options::LayoutMap;
use super::values::{argument, is_tensor, owner, position, terminator};
use crate::make::property;
use crate::number;

/// A memref with the shape and element of a tensor or memref, and a layout.
fn memref(context: &Context, ty: Type, layout: Option<Attribute>) -> Option<Type> {
    match ty.kind(context) {
        TypeKind::UnrankedTensor(element) => context.unranked_memref_type(element, None).ok(),
        _ => context
            .memref_type(
                &ty.shape(context)?.to_vec(),
                ty.element_type(context)?,
                layout,
                None,
            )
            .ok(),
    }
}

/// The dense memref.
pub(super) fn dense(context: &Context, ty: Type) -> Option<Type> {
    memref(context, ty, None)
}

/// The memref of the same shape, element and memory space without a layout; `None` for other types.
pub(crate) fn without_layout(context: &Context, ty: Type) -> Option<Type> {
    let TypeKind::MemRef {
        shape,
        element,
        space,
        ..
    } = ty.kind(context)
    else {
        return None;
    };
    let shape: Vec<i64> = shape.iter().collect();
    context.memref_type(&shape, element, None, space).ok()
}

/// The memref whose strides and offset are dynamic.
pub(super) fn dynamic(context: &Context, ty: Type) -> Option<Type> {
    let rank = ty.rank(context).unwrap_or_default();
    memref(
        context,
        ty,
        Some(context.strided_layout_attribute(DYNAMIC, &vec![DYNAMIC; rank])),
    )
}

/// The memref of which nothing is known but an option.
pub(super) fn by_layout(context: &Context, ty: Type, layout: LayoutMap) -> Option<Type> {
    match layout {
        LayoutMap::Identity => dense(context, ty),
        LayoutMap::Infer | LayoutMap::FullyDynamic => dynamic(context, ty),
    }
}

/// The product of two sizes or strides, one of which can be dynamic.
pub(super) fn times(a: i64, b: i64) -> i64 {
    match a == DYNAMIC || b == DYNAMIC {
        true => DYNAMIC,
        false => a.saturating_mul(b),
    }
}

/// The view of a memref at offsets with sizes and strides, whose result has a shape that can leave out sizes of 1.
pub(super) fn view_type(
    context: &Context,
    source: Type,
    [offsets, sizes, strides]: [&[i64]; 3],
    shape: &[i64],
) -> Option<Type> {
    let (source_strides, mut offset) = source.strides_and_offset(context)?;
    for (at, stride) in offsets.iter().zip(&source_strides) {
        let part = match *at {
            0 => 0,
            at => times(at, *stride),
        };
        offset = match offset == DYNAMIC || part == DYNAMIC {
            true => DYNAMIC,
            false => offset + part,
        };
    }
    let all: Vec<i64> = strides
        .iter()
        .zip(&source_strides)
        .map(|(a, b)| times(*a, *b))
        .collect();
    let (mut kept, mut wanted) = (Vec::new(), shape.iter().peekable());
    for (size, stride) in sizes.iter().zip(&all) {
        if wanted.peek() == Some(&size) {
            wanted.next();
            kept.push(*stride);
        } else if *size != 1 {
            return None;
        }
    }
    let layout = context.strided_layout_attribute(offset, &kept);
    context
        .memref_type(shape, source.element_type(context)?, Some(layout), None)
        .ok()
}

/// Whether a memref can be cast to another one, whatever its values at run time.
pub(crate) fn can_cast(context: &Context, from: Type, to: Type) -> bool {
    let (Some((from_strides, from_offset)), Some((to_strides, to_offset))) =
        (from.strides_and_offset(context), to.strides_and_offset(context))
    else {
        return false;
    };
    let fits = |from: i64, to: i64| to == DYNAMIC || from == to;
    let (Some(a), Some(b)) = (from.shape(context), to.shape(context)) else {
        return false;
    };
    let (a, b) = (a.to_vec(), b.to_vec());
    a.len() == b.len()
        && fits(from_offset, to_offset)
        && from_strides
            .iter()
            .zip(&to_strides)
            .all(|(from, to)| fits(*from, *to))
        && a.iter()
            .zip(&b)
            .all(|(from, to)| from == to || *to == DYNAMIC || *from == DYNAMIC)
}

impl State<'_> {
    /// The memref that a value becomes. `None`: there is none.
    pub(super) fn buffer_type(&self, value: Value) -> Option<Type> {
        self.buffer_type_within(value, &mut Vec::new())
    }

    fn buffer_type_within(&self, value: Value, stack: &mut Vec<Value>) -> Option<Type> {
        let context = self.context;
        let ty = value.ty(context);
        if !is_tensor(context, ty) {
            return Some(ty);
        }
        stack.push(value);
        let found = self.find_buffer_type(value, ty, stack);
        stack.pop();
        found
    }

    fn find_buffer_type(&self, value: Value, ty: Type, stack: &mut Vec<Value>) -> Option<Type> {
        let context = self.context;
        let unknown = || by_layout(context, ty, self.options.unknown_layout);
        let Some(op) = self.known_owner(value) else {
            return unknown();
        };
        let (is_result, index) = position(context, value);
        let operand = |number: usize, stack: &mut Vec<Value>| {
            self.buffer_type_within(op.operand(context, number)?, stack)
        };
        match self.kind(op)? {
            Kind::Func => by_layout(context, ty, self.options.function_layout),
            Kind::Call => self.call_result_type(op, index),
            Kind::ToTensor => Some(op.operand(context, 0)?.ty(context)),
            Kind::Cast => {
                let source = operand(0, stack)?;
                match (source.kind(context), ty.kind(context)) {
                    (TypeKind::MemRef { layout, .. }, TypeKind::RankedTensor { .. }) => {
                        memref(context, ty, Some(layout))
                    }
                    _ => dynamic(context, ty),
                }
            }
            Kind::ExtractSlice => {
                let source = operand(0, stack)?;
                let list = |name| number::list(context, property(context, op, name)?);
                let (offsets, sizes) = (list("static_offsets")?, list("static_sizes")?);
                let strides = list("static_strides")?;
                view_type(
                    context,
                    source,
                    [&offsets, &sizes, &strides],
                    &ty.shape(context)?.to_vec(),
                )
            }
            Kind::CollapseShape => self.collapsed(op, operand(0, stack)?, ty),
            Kind::ExpandShape => self.expanded(op, operand(0, stack)?, ty),
            Kind::If | Kind::Switch => self.choice_type(op, index, stack),
            Kind::ExecuteRegion | Kind::Mask => {
                let end = terminator(context, op, 0)?.operand(context, index)?;
                self.buffer_type_within(end, stack)
            }
            Kind::Reshape => dense(context, ty),
            Kind::Select => common(context, operand(1, stack)?, operand(2, stack)?),
            Kind::For => {
                let number = index - usize::from(!is_result);
                if is_result {
                    return self.buffer_type_within(argument(context, op, 0, number + 1)?, stack);
                }
                let init = operand(number + 3, stack)?;
                let yielded = terminator(context, op, 0)?.operand(context, number)?;
                self.loop_type(value, init, yielded, stack)
            }
            Kind::While => {
                let is_before =
                    !is_result && value.parent_block(context)?.region(context) == op.region(context, 0);
                if is_before {
                    let init = operand(index, stack)?;
                    let yielded = terminator(context, op, 1)?.operand(context, index)?;
                    return self.loop_type(value, init, yielded, stack);
                }
                let passed = terminator(context, op, 0)?.operand(context, index + 1)?;
                self.buffer_type_within(passed, stack)
            }
            Kind::Destination if is_result => {
                let init = inputs(context, op)? + index;
                operand(init, stack)
            }
            Kind::Insert | Kind::InsertSlice | Kind::Materialize => operand(1, stack),
            Kind::VectorWrite => {
                let written = op
                    .operands(context)
                    .position(|value| is_tensor(context, value.ty(context)));
                operand(written?, stack)
            }
            Kind::Forall => operand(shared_operand(context, op, value)?, stack),
            Kind::AllocTensor | Kind::Concat | Kind::Pad => dense(context, ty),
            _ => unknown(),
        }
    }

    /// The type of a result of a choice: that of what all regions yield.
    fn choice_type(&self, op: Op, index: usize, stack: &mut Vec<Value>) -> Option<Type> {
        let context = self.context;
        let mut found = None;
        for region in 0..op.num_regions(context) {
            let yielded = terminator(context, op, region)?.operand(context, index)?;
            let ty = self.buffer_type_within(yielded, stack)?;
            found = match found {
                Some(found) => common(context, found, ty),
                None => Some(ty),
            };
        }
        found
    }

    /// The type of what iterations pass on: that of the first value, unless another one is yielded.
    fn loop_type(&self, argument: Value, init: Type, yielded: Value, stack: &mut Vec<Value>) -> Option<Type> {
        if stack.iter().filter(|each| **each == argument).count() >= 2 {
            return Some(init);
        }
        let yielded = self.buffer_type_within(yielded, stack)?;
        common(self.context, init, yielded)
    }

    /// The owner of a value for messages.
    pub(super) fn place(&self, value: Value) -> Option<tvmlike_ir::Op> {
        owner(self.context, value)
    }
}

/// The type that two memrefs can be cast to: either, or the one whose layout is dynamic.
fn common(context: &Context, a: Type, b: Type) -> Option<Type> {
    match a == b {
        true => Some(a),
        false => dynamic(context, a),
    }
}
