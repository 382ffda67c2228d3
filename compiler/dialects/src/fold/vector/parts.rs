//! Types of vectors, positions in them, and lists of numbers of their operations.
//!
//! Invariant: a position has at most as many indices as the vector has dimensions; the others are 0.

use tvmlike_ir::{Attribute, AttributeKind, Context, DYNAMIC, Element, FoldResult, Folding, Op, Type, Value};

use super::super::rewrite::{defined_by, small_int};
use crate::verifiers::Vector;

/// The index that stands for a part that is poison.
pub(super) const POISON: i64 = -1;

/// More elements than these are not written out. A constant or a list of operands as large does not come from a program.
const MOST_ELEMENTS: usize = 1 << 24;

impl Vector {
    /// The type of a value.
    pub(super) fn of_value(context: &Context, value: Value) -> Option<Self> {
        Self::of(context, value.ty(context))
    }

    pub(super) fn is_scalable(&self) -> bool {
        self.scalable.contains(&true)
    }

    /// Whether two vectors have as many elements, whatever the factor of those that are scalable.
    pub(super) fn has_as_many(&self, other: &Self) -> bool {
        let factors = |vector: &Self| vector.scalable.iter().filter(|scalable| **scalable).count();
        self.num_elements() == other.num_elements() && factors(self) == factors(other)
    }

    /// The number of elements of a vector that is not too large to be written out.
    pub(super) fn count(&self) -> Option<usize> {
        let count = self
            .sizes
            .iter()
            .try_fold(1_i64, |count, size| count.checked_mul(*size))?;
        usize::try_from(count)
            .ok()
            .filter(|count| *count <= MOST_ELEMENTS)
    }

    /// A vector type with the same elements.
    pub(super) fn with_shape(&self, context: &Context, sizes: &[i64], scalable: &[bool]) -> Option<Type> {
        context.vector_type(sizes, self.element, scalable).ok()
    }
}

/// The sizes of a type; a scalar has none.
pub(super) fn sizes(context: &Context, ty: Type) -> Vec<i64> {
    Vector::of(context, ty).map_or_else(Vec::new, |vector| vector.sizes)
}

/// The type of the first result.
pub(super) fn result_type(context: &Context, op: Op) -> Option<Type> {
    Some(op.result(context, 0)?.ty(context))
}

/// The type of the first result, a vector.
pub(super) fn result_vector(context: &Context, op: Op) -> Option<Vector> {
    Vector::of(context, result_type(context, op)?)
}

/// The numbers of a property: a dense array, or an array of integers.
pub(super) fn numbers(context: &Context, op: Op, name: &str) -> Option<Vec<i64>> {
    let list = op.property(context, context.identifier(name))?;
    match list.kind(context) {
        AttributeKind::DenseArray(list) => list
            .iter(context)
            .map(|element| match element {
                Element::Integer(number) => number.to_i64(),
                _ => None,
            })
            .collect(),
        AttributeKind::Array(list) => list.iter().map(|number| small_int(context, number)).collect(),
        _ => None,
    }
}

/// An array of integers of 64 bits.
pub(super) fn number_array(context: &Context, numbers: &[i64]) -> Attribute {
    let numbers: Vec<Attribute> = numbers
        .iter()
        .map(|number| context.i64_attribute(*number))
        .collect();
    context.array_attribute(&numbers)
}

/// The number of an element among all, in the order of rows.
pub(super) fn flat(sizes: &[i64], position: &[i64]) -> i64 {
    let indices = position.iter().chain(std::iter::repeat(&0));
    sizes.iter().zip(indices).fold(0_i64, |flat, (size, index)| {
        flat.wrapping_mul(*size).wrapping_add(*index)
    })
}

/// The inverse of [`flat`].
pub(super) fn unflat(sizes: &[i64], mut flat: i64) -> Vec<i64> {
    let mut position = vec![0; sizes.len()];
    for (index, size) in position.iter_mut().zip(sizes).rev() {
        (*index, flat) = (flat % size, flat / size);
    }
    position
}

/// The elements of a constant, one by one.
pub(super) fn elements(context: &Context, constant: Attribute) -> Option<Vec<Attribute>> {
    let AttributeKind::DenseElements(elements) = constant.kind(context) else {
        return None;
    };
    let element = constant.ty(context).element_type(context)?;
    if elements.len() > MOST_ELEMENTS {
        return None;
    }
    (0..elements.len())
        .map(|index| elements.get(context, index)?.to_attribute(context, element).ok())
        .collect()
}

/// A constant as one of the type of an element: what a constant of LLVM has can be of another integer type.
pub(super) fn as_element(context: &Context, value: Attribute, element: Type) -> Option<Attribute> {
    match value.kind(context) {
        AttributeKind::Integer { value: number, .. } if value.ty(context) != element => {
            context.integer_attribute(element, number.to_i64()?).ok()
        }
        _ => Some(value),
    }
}

/// `#ub.poison`.
pub(super) fn poison(context: &Context) -> Option<Attribute> {
    tvmlike_text::parse_defined_attribute(context, "#ub.poison").ok()
}

/// The position of `extract` or `insert`, whose values follow some other operands.
pub(super) fn position(context: &Context, op: Op, others: usize) -> Option<Vec<FoldResult>> {
    let mut values = op.operands(context).skip(others);
    let indices = numbers(context, op, "static_position")?;
    indices
        .into_iter()
        .map(|index| match index {
            DYNAMIC => values.next().map(FoldResult::Value),
            index => Some(FoldResult::Attribute(context.i64_attribute(index))),
        })
        .collect()
}

/// The position of `extract` or `insert`, if it has no values.
pub(super) fn static_position(context: &Context, op: Op, others: usize) -> Option<Vec<i64>> {
    let is_static = op.num_operands(context) == others;
    numbers(context, op, "static_position").filter(|_| is_static)
}

/// Gives `extract` or `insert` other operands and another position in place.
pub(super) fn set_position(folding: &mut Folding<'_, '_>, operands: &[Value], position: &[i64]) {
    let (context, op) = (folding.context(), folding.op());
    let name = context.identifier("static_position");
    let position = context.dense_i64_array(position);
    let edit = folding.edit();
    op.set_operands(edit, operands);
    op.set_property(edit, name, position);
}

/// The operation with a name that defines an operand.
pub(super) fn maker(context: &Context, op: Op, operand: usize, name: &str) -> Option<Op> {
    defined_by(context, op.operand(context, operand)?, name)
}

/// The scalar that all elements of a value are.
pub(super) fn splat_source(context: &Context, value: Value) -> Option<Value> {
    let source = defined_by(context, value, "vector.broadcast")?.operand(context, 0)?;
    Vector::of_value(context, source).is_none().then_some(source)
}

/// Whether a value of a type can be repeated to a vector type.
pub(super) fn is_broadcastable(context: &Context, from: Type, to: &Vector) -> bool {
    let Some(from) = Vector::of(context, from) else {
        return from == to.element;
    };
    let Some(lead) = to.rank().checked_sub(from.rank()) else {
        return false;
    };
    (0..from.rank()).all(|dim| {
        let (size, is_scalable) = (from.sizes[dim], from.scalable[dim]);
        let (wanted, is_wanted_scalable) = (to.sizes[lead + dim], to.scalable[lead + dim]);
        let is_one = size == 1 && !is_scalable;
        is_one || (size == wanted && is_scalable == is_wanted_scalable)
    })
}

/// What a mask lets through.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Lanes {
    All,
    None,
    Some,
}

/// What a mask lets through, as far as the operation that makes it tells.
pub(super) fn lanes(context: &Context, mask: Value) -> Lanes {
    let Some(op) = mask.defining_op(context) else {
        return Lanes::Some;
    };
    let found = match () {
        () if op.is_named(context, "arith.constant") => constant_lanes(context, op),
        () if op.is_named(context, "vector.constant_mask") => set_lanes(context, op),
        () if op.is_named(context, "vector.create_mask") => created_lanes(context, op),
        () => None,
    };
    found.unwrap_or(Lanes::Some)
}

fn constant_lanes(context: &Context, op: Op) -> Option<Lanes> {
    let AttributeKind::DenseElements(elements) = op.constant_value(context)?.kind(context) else {
        return None;
    };
    let mut stored = elements.stored(context).map(|element| match element {
        Element::Integer(bit) => !bit.is_zero(),
        _ => false,
    });
    let first = stored.next()?;
    let is_uniform = stored.all(|bit| bit == first);
    let lanes = if first { Lanes::All } else { Lanes::None };
    is_uniform.then_some(lanes)
}

/// By sizes of which those that are whole let all through.
fn by_sizes(pairs: impl Iterator<Item = (i64, i64)>) -> Lanes {
    let (mut all, mut none) = (true, true);
    for (set, size) in pairs {
        all &= set >= size;
        none &= set <= 0;
    }
    match () {
        () if all => Lanes::All,
        () if none => Lanes::None,
        () => Lanes::Some,
    }
}

fn set_lanes(context: &Context, op: Op) -> Option<Lanes> {
    let set = numbers(context, op, "mask_dim_sizes")?;
    let mask = result_vector(context, op)?;
    // A mask without dimensions has one size.
    let sizes = if mask.rank() == 0 { vec![1] } else { mask.sizes };
    Some(by_sizes(set.into_iter().zip(sizes)))
}

/// A mask one of whose sizes is 0 or less has no lane. One of constants that let all through becomes another operation.
fn created_lanes(context: &Context, op: Op) -> Option<Lanes> {
    let is_empty = |value: Value| {
        let constant = defined_by(context, value, "arith.constant");
        let number = constant.and_then(|op| small_int(context, op.constant_value(context)?));
        number.is_some_and(|number| number <= 0)
    };
    op.operands(context).any(is_empty).then_some(Lanes::None)
}

/// Whether a value has exactly one use.
pub(super) fn has_one_use(context: &Context, value: Value) -> bool {
    let mut uses = value.uses(context);
    uses.next().is_some() && uses.next().is_none()
}
