//! Folds and patterns of single elements: `extract`, `insert`, `from_elements`, `splat`.

use tvmlike_ir::{Attribute, AttributeKind, Context, Folded, Folding, Mapping, Op, Rewriter, Type, Value};

use super::super::rewrite::{Make, defined_by, small_int};
use super::types::{Ranked, before_cast, replace, sizes};

/// The element that all elements of a constant are.
pub(in crate::fold) fn splat_element(context: &Context, constant: Option<Attribute>) -> Option<Attribute> {
    let constant = constant?;
    let AttributeKind::DenseElements(elements) = constant.kind(context) else {
        return None;
    };
    let element = constant.ty(context).element_type(context)?;
    let value = elements.is_splat().then(|| elements.stored(context).next())??;
    value.to_attribute(context, element).ok()
}

/// A constant whose elements are all the same, with another static shape.
pub(in crate::fold) fn resize_splat(
    context: &Context,
    constant: Option<Attribute>,
    ty: Type,
) -> Option<Attribute> {
    if !ty.has_static_shape(context) {
        return None;
    }
    let element = splat_element(context, constant)?;
    context.dense_elements_from_attributes(ty, &[element]).ok()
}

/// The elements of a constant with another shape.
pub(in crate::fold) fn reshape(
    context: &Context,
    constant: Option<Attribute>,
    ty: Type,
) -> Option<Attribute> {
    let constant = constant?;
    if let Some(resized) = resize_splat(context, Some(constant), ty) {
        return Some(resized);
    }
    let AttributeKind::DenseElements(elements) = constant.kind(context) else {
        return None;
    };
    let element = constant.ty(context).element_type(context)?;
    let value = |index: usize| elements.get(context, index)?.to_attribute(context, element).ok();
    let values = (0..elements.len()).map(value).collect::<Option<Vec<_>>>()?;
    context.dense_elements_from_attributes(ty, &values).ok()
}

/// `splat` of a constant, `gather` and others of a constant whose elements are all the same.
pub(super) fn of_splat(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let ty = folding.result_type();
    Some(resize_splat(folding.context(), folding.constant(0), ty)?.into())
}

/// `splat`: of an integer or a float.
pub(super) fn splat(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let (context, value, ty) = (folding.context(), folding.constant(0)?, folding.result_type());
    let is_number = matches!(
        value.kind(context),
        AttributeKind::Integer { .. } | AttributeKind::Float { .. }
    );
    if !is_number || !ty.has_static_shape(context) {
        return None;
    }
    Some(context.dense_elements_from_attributes(ty, &[value]).ok()?.into())
}

/// `from_elements`: of constants.
pub(super) fn from_elements(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let (context, ty) = (folding.context(), folding.result_type());
    let values = folding.constants().iter().copied().collect::<Option<Vec<_>>>()?;
    Some(context.dense_elements_from_attributes(ty, &values).ok()?.into())
}

/// `insert`: of what all elements are already.
pub(super) fn insert(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let (value, destination) = (folding.constant(0)?, folding.constant(1)?);
    let element = splat_element(folding.context(), Some(destination))?;
    (element == value).then(|| destination.into())
}

/// The position of an element in the order of all.
fn position(shape: &[i64], indices: &[i64]) -> Option<usize> {
    let mut position = 0_i64;
    for (size, index) in shape.iter().zip(indices) {
        position = position.checked_mul(*size)?.checked_add(*index)?;
    }
    usize::try_from(position).ok()
}

/// The element that was put in where an extraction of constant indices takes one.
fn inserted(folding: &Folding<'_, '_>, source: Value) -> Option<Value> {
    let context = folding.context();
    let made = defined_by(context, source, "tensor.insert")?;
    let indices = made
        .operands(context)
        .skip(2)
        .map(|index| index.constant_value(context));
    let is_same = indices.eq(folding.constants().iter().skip(1).copied());
    made.operand(context, 0).filter(|_| is_same)
}

/// `extract`: of what was put in, of equal elements, of `from_elements`, of a constant.
pub(super) fn extract(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    let constant = folding.constant(0);
    if let Some(element) = splat_element(context, constant) {
        return Some(element.into());
    }
    let index = |index: &Option<Attribute>| small_int(context, (*index)?);
    let indices: Vec<i64> = folding.constants()[1..]
        .iter()
        .map(index)
        .collect::<Option<_>>()?;
    let source = folding.operand(0);
    if let Some(value) = inserted(folding, source) {
        return Some(value.into());
    }
    let shape = sizes(context, source.ty(context))?;
    let position = position(&shape, &indices)?;
    if let Some(made) = defined_by(context, source, "tensor.from_elements") {
        return Some(made.operand(context, position)?.into());
    }
    let constant = constant?;
    let AttributeKind::DenseElements(elements) = constant.kind(context) else {
        return None;
    };
    let mut pairs = shape.iter().zip(&indices);
    if !pairs.all(|(size, index)| (0..*size).contains(index)) {
        return None;
    }
    let element = constant.ty(context).element_type(context)?;
    let value = elements.get(context, position)?;
    Some(value.to_attribute(context, element).ok()?.into())
}

/// `extract` of a cast, with the source of the cast.
pub(super) fn extract_of_cast(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let cast = defined_by(context, op.operand(context, 0)?, "tensor.cast")?;
    let source = cast.operand(context, 0)?;
    Ranked::of(context, source.ty(context))?;
    let mut operands: Vec<Value> = op.operands(context).collect();
    operands[0] = source;
    let ty = op.result(context, 0)?.ty(context);
    Make::new("tensor.extract", &operands, &[ty]).replace(rewriter, op)
}

/// `extract` of `arith.index_cast`: the element is cast.
pub(super) fn extract_of_index_cast(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let cast = defined_by(context, op.operand(context, 0)?, "arith.index_cast")?;
    let source = cast.operand(context, 0)?;
    let element = source.ty(context).element_type(context)?;
    let mut operands: Vec<Value> = op.operands(context).collect();
    operands[0] = source;
    let extracted = Make::new("tensor.extract", &operands, &[element]).value(rewriter, op)?;
    let ty = op.result(context, 0)?.ty(context);
    Make::new("arith.index_cast", &[extracted], &[ty]).replace(rewriter, op)
}

/// `extract` of `generate`: what the body does for the element.
pub(super) fn extract_of_generate(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let made = defined_by(context, op.operand(context, 0)?, "tensor.generate")?;
    if !made.would_be_trivially_dead(context) {
        return None;
    }
    let block = made.region(context, 0)?.first_block(context)?;
    let terminator = block.last_op(context)?;
    let mut mapping = Mapping::new();
    for (argument, index) in block.arguments(context).zip(op.operands(context).skip(1)) {
        mapping.map_value(context, argument, index);
    }
    let body: Vec<Op> = block.operations(context).filter(|op| *op != terminator).collect();
    for each in body {
        rewriter.clone_op(each, &mut mapping);
    }
    let value = terminator.operand(context, 0)?;
    let value = mapping.value(context, value).unwrap_or(value);
    rewriter.replace_op(op, &[value]);
    Some(())
}

/// `insert` into a cast, with the source of the cast.
pub(super) fn insert_into_cast(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let destination = before_cast(context, op.operand(context, 1)?)?;
    let mut operands: Vec<Value> = op.operands(context).collect();
    operands[1] = destination;
    let ty = destination.ty(context);
    let made = Make::new("tensor.insert", &operands, &[ty]).value(rewriter, op)?;
    replace(rewriter, op, made)
}
