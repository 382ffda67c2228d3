//! What the body of a loop uses of the function around it.

use std::collections::HashSet;

use tvmlike_ir::{Context, Location, Op, Rewriter, Type, Value, WalkOrder, WalkResult};
use tvmlike_transform::TypeConverter;

use super::bounds::Bounds;
use crate::converter::llvm_converter;
use crate::make::{Make, has_trait};
use crate::memory::{self, Index, NO_FLAGS, element_pointer};
use crate::options::LlvmOptions;
use crate::types;

/// Values that a body uses, in the order of their first uses.
pub(super) struct Captured {
    /// Values with the types that they have in memory.
    values: Vec<(Value, Type)>,
    /// Constants, which the body makes again.
    pub(super) constants: Vec<Op>,
}

/// The constant that a value is, if it is one without operands.
fn constant(context: &Context, value: Value) -> Option<Op> {
    let op = value.defining_op(context)?;
    let is_constant = has_trait(context, op, "ConstantLike") && op.num_operands(context) == 0;
    is_constant.then_some(op)
}

fn converter() -> TypeConverter {
    llvm_converter(LlvmOptions::default())
}

impl Captured {
    /// What a loop uses. `None`: something of it cannot be in memory.
    pub(super) fn of(context: &Context, op: Op) -> Option<Self> {
        let region = op.region(context, 0)?;
        let mut all = Vec::new();
        op.walk(context, WalkOrder::PreOrder, |inner| {
            if inner != op {
                all.extend(inner.operands(context));
            }
            WalkResult::Advance
        });
        all.retain(|value| {
            let around = value
                .parent_block(context)
                .and_then(|block| block.region(context));
            !around.is_some_and(|around| around == region || around.is_inside(context, region))
        });
        Self::keep(context, all)
    }

    fn keep(context: &Context, all: Vec<Value>) -> Option<Self> {
        let converter = converter();
        let mut made = Self {
            values: Vec::new(),
            constants: Vec::new(),
        };
        let mut seen = HashSet::new();
        for value in all {
            if !seen.insert(value) {
                continue;
            }
            match constant(context, value) {
                Some(op) if made.constants.contains(&op) => {}
                Some(op) => made.constants.push(op),
                None => {
                    let ty = converter.convert_one(context, value.ty(context))?;
                    made.values.push((value, ty));
                }
            }
        }
        Some(made)
    }

    /// The same with the bounds of the loop.
    pub(super) fn with_bounds(self, context: &Context, bounds: &Bounds) -> Self {
        let own = self.constants.iter().filter_map(|op| op.result(context, 0));
        let own = self.values.iter().map(|(value, _)| *value).chain(own);
        let numbers = [&bounds.lower, &bounds.step, &bounds.count];
        let all = own.chain(numbers.into_iter().flatten().copied()).collect();
        Self::keep(context, all).unwrap_or(self)
    }

    /// The type of the structure that has the values.
    pub(super) fn structure(&self, context: &Context) -> Type {
        let fields: Vec<Type> = self.values.iter().map(|(_, ty)| *ty).collect();
        types::structure(context, &fields)
    }

    /// Writes the values to a structure. Each field is written alone: as one value, it has as many scalars as all fields.
    pub(super) fn store(&self, rewriter: &mut Rewriter<'_, '_>, location: Location, address: Value) {
        let whole = self.structure(rewriter.context());
        for (index, (value, ty)) in self.values.iter().enumerate() {
            let value = cast(rewriter, location, *value, *ty);
            let place = field(rewriter, location, address, whole, index);
            memory::store(rewriter, location, value, place);
        }
    }

    /// Reads the values from a structure: pairs of a value and what it is read as.
    pub(super) fn load(
        &self,
        rewriter: &mut Rewriter<'_, '_>,
        location: Location,
        address: Value,
    ) -> Vec<(Value, Value)> {
        let context = rewriter.context();
        let whole = self.structure(context);
        let mut read = Vec::new();
        for (index, (value, ty)) in self.values.iter().enumerate() {
            let place = field(rewriter, location, address, whole, index);
            let loaded = memory::load(rewriter, location, *ty, place);
            read.push((*value, cast(rewriter, location, loaded, value.ty(context))));
        }
        read
    }
}

/// The address of a field of a structure.
fn field(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    address: Value,
    whole: Type,
    index: usize,
) -> Value {
    let indices = [Index::Known(0), Index::Known(index as i32)];
    element_pointer(rewriter, location, address, whole, &indices, NO_FLAGS)
}

/// A value as one of another type, until both are of the llvm dialect.
pub(super) fn cast(rewriter: &mut Rewriter<'_, '_>, location: Location, value: Value, ty: Type) -> Value {
    if value.ty(rewriter.context()) == ty {
        return value;
    }
    Make::new("builtin.unrealized_conversion_cast", &[value], &[ty]).value(rewriter, location)
}
