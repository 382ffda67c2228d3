//! The memrefs that tensors become.

use tvmlike_ir::{Attribute, Context, DYNAMIC, Failure, Op, Type, TypeKind, Value};

use super::analysis::State;
use super::kinds::{Kind, inputs};
use super::loops::shared_operand;
use super::options::LayoutMap;
use super::values::{argument, copy_of, is_tensor, owner, position, terminator};
use crate::make::property;
use crate::number;

/// A memref with the shape and element of a tensor or memref, a layout and a memory space.
fn memref(context: &Context, ty: Type, layout: Option<Attribute>, space: Option<Attribute>) -> Option<Type> {
    match ty.kind(context) {
        TypeKind::UnrankedTensor(element) => context.unranked_memref_type(element, space).ok(),
        _ => context
            .memref_type(
                &ty.shape(context)?.to_vec(),
                ty.element_type(context)?,
                layout,
                space,
            )
            .ok(),
    }
}

/// The memory space of a memref; none of a tensor.
pub(super) fn space(context: &Context, ty: Type) -> Option<Attribute> {
    match ty.kind(context) {
        TypeKind::MemRef { space, .. } | TypeKind::UnrankedMemRef { space, .. } => space,
        _ => None,
    }
}

/// The dense memref, of a memref in its memory space.
pub(super) fn dense(context: &Context, ty: Type) -> Option<Type> {
    dense_in(context, ty, space(context, ty))
}

/// The dense memref in a memory space.
pub(super) fn dense_in(context: &Context, ty: Type, space: Option<Attribute>) -> Option<Type> {
    memref(context, ty, None, space)
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

/// The memref whose strides and offset are dynamic, in a memory space.
fn dynamic(context: &Context, ty: Type, space: Option<Attribute>) -> Option<Type> {
    let rank = ty.rank(context).unwrap_or_default();
    let layout = context.strided_layout_attribute(DYNAMIC, &vec![DYNAMIC; rank]);
    memref(context, ty, Some(layout), space)
}

/// The memref of which nothing is known but an option.
pub(super) fn by_layout(context: &Context, ty: Type, layout: LayoutMap) -> Option<Type> {
    match layout {
        LayoutMap::Identity => dense(context, ty),
        LayoutMap::Infer | LayoutMap::FullyDynamic => dynamic(context, ty, None),
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
        .memref_type(
            shape,
            source.element_type(context)?,
            Some(layout),
            space(context, source),
        )
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
        && space(context, from) == space(context, to)
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
        let in_default_space = |found: &dyn Fn() -> Option<Type>| match self.options.must_infer_space {
            true => self.reject(owner(context, value)?, "could not infer memory space"),
            false => found(),
        };
        let unknown = || in_default_space(&|| by_layout(context, ty, self.options.unknown_layout));
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
            Kind::Cast => self.cast_type(operand(0, stack)?, ty),
            Kind::ExtractSlice => self.slice_type(op, operand(0, stack)?, ty),
            Kind::CollapseShape => self.collapsed(op, operand(0, stack)?, ty),
            Kind::ExpandShape => self.expanded(op, operand(0, stack)?, ty),
            Kind::If | Kind::Switch => self.choice_type(op, index, stack),
            Kind::ExecuteRegion | Kind::Mask => {
                let end = terminator(context, op, 0)?.operand(context, index)?;
                self.buffer_type_within(end, stack)
            }
            Kind::Reshape | Kind::Pad => dense_in(context, ty, space(context, operand(0, stack)?)),
            Kind::Select => {
                let (yes, no) = (operand(1, stack)?, operand(2, stack)?);
                self.common(op, "inconsistent memory space on true/false operands", yes, no)
            }
            Kind::For => {
                let number = index - usize::from(!is_result);
                if is_result {
                    return self.buffer_type_within(argument(context, op, 0, number + 1)?, stack);
                }
                let init = operand(number + 3, stack)?;
                let yielded = terminator(context, op, 0)?.operand(context, number)?;
                self.loop_type(value, init, yielded, stack)
            }
            Kind::While => self.while_type(op, value, stack),
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
            Kind::AllocTensor => match (property(context, op, "memory_space"), copy_of(context, op)) {
                (None, None) => in_default_space(&|| dense(context, ty)),
                (Some(space), _) => dense_in(context, ty, Some(space)),
                (None, Some(source)) => {
                    let source = self.buffer_type_within(source, stack)?;
                    dense_in(context, ty, space(context, source))
                }
            },
            Kind::Concat => in_default_space(&|| dense(context, ty)),
            _ => unknown(),
        }
    }

    /// The type of a cast.
    fn cast_type(&self, source: Type, ty: Type) -> Option<Type> {
        let context = self.context;
        match (source.kind(context), ty.kind(context)) {
            (TypeKind::MemRef { layout, space, .. }, TypeKind::RankedTensor { .. }) => {
                memref(context, ty, Some(layout), space)
            }
            _ => dynamic(context, ty, space(context, source)),
        }
    }

    /// The type of a part of a memref.
    fn slice_type(&self, op: Op, source: Type, ty: Type) -> Option<Type> {
        let context = self.context;
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

    /// The type of a result or an argument of `scf.while`.
    fn while_type(&self, op: Op, value: Value, stack: &mut Vec<Value>) -> Option<Type> {
        let context = self.context;
        let (is_result, index) = position(context, value);
        let is_before = !is_result && value.parent_block(context)?.region(context) == op.region(context, 0);
        if is_before {
            let init = self.buffer_type_within(op.operand(context, index)?, stack)?;
            let yielded = terminator(context, op, 1)?.operand(context, index)?;
            return self.loop_type(value, init, yielded, stack);
        }
        let passed = terminator(context, op, 0)?.operand(context, index + 1)?;
        self.buffer_type_within(passed, stack)
    }

    /// The type of a result of a choice: that of what all regions yield.
    fn choice_type(&self, op: Op, index: usize, stack: &mut Vec<Value>) -> Option<Type> {
        let context = self.context;
        let mut found = None;
        for region in 0..op.num_regions(context) {
            let yielded = terminator(context, op, region)?.operand(context, index)?;
            let ty = self.buffer_type_within(yielded, stack)?;
            found = match found {
                Some(found) => {
                    let message = match self.kind(op) {
                        Some(Kind::If) => "inconsistent memory space on then/else branches",
                        _ => "inconsistent memory space on switch cases",
                    };
                    Some(self.common(op, message, found, ty)?)
                }
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
        let message = "init_arg and yielded value bufferize to inconsistent memory spaces";
        self.common(self.place(argument)?, message, init, yielded)
    }

    /// The type that two memrefs can be cast to: either, or the one whose layout is dynamic. A message for two memory spaces.
    fn common(&self, op: Op, message: &'static str, a: Type, b: Type) -> Option<Type> {
        let context = self.context;
        let both = space(context, a);
        if both != space(context, b) {
            return self.reject(op, message);
        }
        match a == b {
            true => Some(a),
            false => dynamic(context, a, both),
        }
    }

    /// Records why there is no memref.
    fn reject(&self, op: Op, message: &'static str) -> Option<Type> {
        self.problem.borrow_mut().get_or_insert((op, message));
        None
    }

    /// The failure of a type that there is not: the error that was recorded is emitted.
    pub(super) fn rejected(&self) -> Option<Failure> {
        let (op, message) = self.problem.take()?;
        let context = self.context;
        Some(match message.starts_with("init_arg") {
            true => op.emit_op_error(context, message).emit(),
            false => op.emit_error(context, message).emit(),
        })
    }

    /// The owner of a value for messages.
    pub(super) fn place(&self, value: Value) -> Option<tvmlike_ir::Op> {
        owner(self.context, value)
    }
}
