//! Folding element by element: of scalars, of splats by their one element, of other elements one by one.
//!
//! Poison makes the result poison.

use tvmlike_ir::{Attribute, AttributeKind, Context, DenseElements, Element, Folding, Type};

use crate::number::{Float, Int};

/// Whether an attribute is `#ub.poison`.
pub(super) fn is_poison(context: &Context, value: Attribute) -> bool {
    value.is_symbol(context, "ub", "poison")
}

/// A number that elements of constants are: an integer or a float.
pub(super) trait Number: Sized {
    /// The number that an element is.
    fn read(element: Element<'_>) -> Option<Self>;

    /// The number that an attribute is.
    fn of(kind: AttributeKind<'_>) -> Option<Self>;

    /// The attribute of a type with the number.
    fn write(&self, context: &Context, ty: Type) -> Option<Attribute>;
}

impl Number for Int {
    fn read(element: Element<'_>) -> Option<Self> {
        match element {
            Element::Integer(value) => Some(Self::of(value)),
            _ => None,
        }
    }

    fn of(kind: AttributeKind<'_>) -> Option<Self> {
        match kind {
            AttributeKind::Integer { value, .. } => Some(Self::of(value)),
            _ => None,
        }
    }

    fn write(&self, context: &Context, ty: Type) -> Option<Attribute> {
        self.to_attribute(context, ty)
    }
}

impl Number for Float {
    fn read(element: Element<'_>) -> Option<Self> {
        match element {
            Element::Float(value) => Some(Self::of(value)),
            _ => None,
        }
    }

    fn of(kind: AttributeKind<'_>) -> Option<Self> {
        match kind {
            AttributeKind::Float { value, .. } => Some(Self::of(value)),
            _ => None,
        }
    }

    fn write(&self, context: &Context, ty: Type) -> Option<Attribute> {
        self.to_attribute(context, ty)
    }
}

/// The number that a constant is, or that all its elements are.
pub(super) fn splat<N: Number>(context: &Context, value: Option<Attribute>) -> Option<N> {
    match value?.kind(context) {
        AttributeKind::DenseElements(elements) if elements.is_splat() => {
            N::read(elements.stored(context).next()?)
        }
        kind => N::of(kind),
    }
}

/// The numbers of elements.
fn numbers<N: Number>(context: &Context, elements: DenseElements<'_>) -> Option<Vec<N>> {
    (0..elements.len())
        .map(|index| N::read(elements.get(context, index)?))
        .collect()
}

/// Elements of a type with one number for all.
fn write_splat<N: Number>(context: &Context, ty: Type, value: &N) -> Option<Attribute> {
    let element = value.write(context, ty.element_type(context)?)?;
    context.dense_elements_from_attributes(ty, &[element]).ok()
}

/// Elements of a type.
fn write_all<N: Number>(context: &Context, ty: Type, values: &[N]) -> Option<Attribute> {
    let element = ty.element_type(context)?;
    let values: Vec<Attribute> = values
        .iter()
        .map(|value| value.write(context, element))
        .collect::<Option<_>>()?;
    context.dense_elements_from_attributes(ty, &values).ok()
}

/// Folds two constants to one of the type of the operands.
pub(super) fn binary<N: Number>(
    folding: &Folding<'_, '_>,
    calculate: impl Fn(&N, &N) -> Option<N>,
) -> Option<Attribute> {
    let context = folding.context();
    let (left, right) = (folding.constant(0)?, folding.constant(1)?);
    binary_to(context, [left, right], left.ty(context), calculate)
}

/// Folds two constants to one of a type.
pub(super) fn binary_to<N: Number, R: Number>(
    context: &Context,
    operands: [Attribute; 2],
    ty: Type,
    calculate: impl Fn(&N, &N) -> Option<R>,
) -> Option<Attribute> {
    if let Some(poison) = operands.into_iter().find(|operand| is_poison(context, *operand)) {
        return Some(poison);
    }
    let [left, right] = operands;
    if left.ty(context) != right.ty(context) {
        return None;
    }
    match (left.kind(context), right.kind(context)) {
        (AttributeKind::DenseElements(left), AttributeKind::DenseElements(right)) => {
            if left.is_splat() && right.is_splat() {
                let read = |elements: DenseElements<'_>| N::read(elements.stored(context).next()?);
                return write_splat(context, ty, &calculate(&read(left)?, &read(right)?)?);
            }
            let (left, right) = (numbers::<N>(context, left)?, numbers::<N>(context, right)?);
            let pairs = left.iter().zip(&right);
            let values: Vec<R> = pairs
                .map(|(left, right)| calculate(left, right))
                .collect::<Option<_>>()?;
            write_all(context, ty, &values)
        }
        (left, right) => calculate(&N::of(left)?, &N::of(right)?)?.write(context, ty),
    }
}

/// Folds a constant to one of a type.
pub(super) fn unary_to<N: Number, R: Number>(
    context: &Context,
    operand: Attribute,
    ty: Type,
    calculate: impl Fn(&N) -> Option<R>,
) -> Option<Attribute> {
    if is_poison(context, operand) {
        return Some(operand);
    }
    match operand.kind(context) {
        AttributeKind::DenseElements(elements) if elements.is_splat() => {
            let value = N::read(elements.stored(context).next()?)?;
            write_splat(context, ty, &calculate(&value)?)
        }
        AttributeKind::DenseElements(elements) => {
            let values = numbers::<N>(context, elements)?;
            let values: Vec<R> = values.iter().map(calculate).collect::<Option<_>>()?;
            write_all(context, ty, &values)
        }
        kind => calculate(&N::of(kind)?)?.write(context, ty),
    }
}
