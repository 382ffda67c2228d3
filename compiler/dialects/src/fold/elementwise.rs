//! Folding element by element: of scalars, of splats by their one element, of other elements one by one.
//!
//! Poison makes the result poison.

use tvmlike_ir::{Attribute, AttributeKind, Context, DenseElements, Element, Folding, Type, TypeKind};

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

/// An attribute of a type with one number: of a scalar, or of all elements.
pub(super) fn uniform<N: Number>(context: &Context, ty: Type, value: &N) -> Option<Attribute> {
    match ty.is_shaped(context) {
        true => write_splat(context, ty, value),
        false => value.write(context, ty),
    }
}

/// The number 0 in a width, of a scalar or of all elements of a type of integers.
pub(super) fn zero(context: &Context, ty: Type) -> Option<Attribute> {
    uniform(context, ty, &Int::new(int_width(context, ty)?, 0))
}

/// The width of an integer type, of `index`, or of the elements of a type.
pub(super) fn int_width(context: &Context, ty: Type) -> Option<u32> {
    let element = ty.element_type(context).filter(|_| ty.is_shaped(context));
    match element.unwrap_or(ty).kind(context) {
        TypeKind::Integer { width, .. } => Some(width),
        TypeKind::Index => Some(INDEX_WIDTH),
        _ => None,
    }
}

/// The width of constants of type `index`.
pub(super) const INDEX_WIDTH: u32 = 64;

/// The elements of a constant as numbers, and whether they are one for all.
pub(super) struct Numbers<N> {
    values: Vec<N>,
    is_splat: bool,
}

impl<N: Number> Numbers<N> {
    /// The elements of a constant; `None`: it has none, or of another kind.
    pub(super) fn of(context: &Context, value: Attribute) -> Option<Self> {
        match value.kind(context) {
            AttributeKind::DenseElements(elements) if elements.is_splat() => {
                let value = N::read(elements.stored(context).next()?)?;
                Some(Self {
                    values: vec![value],
                    is_splat: true,
                })
            }
            AttributeKind::DenseElements(elements) => Some(Self {
                values: numbers(context, elements)?,
                is_splat: false,
            }),
            _ => None,
        }
    }

    /// The number of an element.
    pub(super) fn get(&self, index: usize) -> Option<&N> {
        self.values.get(if self.is_splat { 0 } else { index })
    }
}

/// Folds two constants to one of the type of the operands. One that is poison makes the result poison.
pub(super) fn binary<N: Number>(
    folding: &Folding<'_, '_>,
    calculate: impl FnMut(&N, &N) -> Option<N>,
) -> Option<Attribute> {
    let context = folding.context();
    let operands = [folding.constant(0), folding.constant(1)];
    let mut known = operands.into_iter().flatten();
    if let Some(poison) = known.find(|operand| is_poison(context, *operand)) {
        return Some(poison);
    }
    let [left, right] = operands;
    let left = left?;
    binary_to(context, [left, right?], left.ty(context), calculate)
}

/// Folds two constants, which are not poison, to one of a type.
pub(super) fn binary_to<N: Number, R: Number>(
    context: &Context,
    operands: [Attribute; 2],
    ty: Type,
    mut calculate: impl FnMut(&N, &N) -> Option<R>,
) -> Option<Attribute> {
    let [left, right] = operands;
    if left.ty(context) != right.ty(context) {
        return None;
    }
    let (AttributeKind::DenseElements(elements), AttributeKind::DenseElements(_)) =
        (left.kind(context), right.kind(context))
    else {
        return calculate(&N::of(left.kind(context))?, &N::of(right.kind(context))?)?.write(context, ty);
    };
    let (left, right) = (Numbers::of(context, left)?, Numbers::of(context, right)?);
    if left.is_splat && right.is_splat {
        return write_splat(context, ty, &calculate(left.get(0)?, right.get(0)?)?);
    }
    let values: Vec<R> = (0..elements.len())
        .map(|index| calculate(left.get(index)?, right.get(index)?))
        .collect::<Option<_>>()?;
    write_all(context, ty, &values)
}

/// Folds a constant to one of a type. Poison stays poison.
pub(super) fn unary_to<N: Number, R: Number>(
    context: &Context,
    operand: Attribute,
    ty: Type,
    mut calculate: impl FnMut(&N) -> Option<R>,
) -> Option<Attribute> {
    if is_poison(context, operand) {
        return Some(operand);
    }
    let AttributeKind::DenseElements(_) = operand.kind(context) else {
        return calculate(&N::of(operand.kind(context))?)?.write(context, ty);
    };
    let operand = Numbers::<N>::of(context, operand)?;
    if operand.is_splat {
        return write_splat(context, ty, &calculate(operand.get(0)?)?);
    }
    let values: Vec<R> = operand.values.iter().map(calculate).collect::<Option<_>>()?;
    write_all(context, ty, &values)
}
