//! Folds of views that are what they are views of.

use tvmlike_define::{Definition, operand_range};
use tvmlike_ir::{AttributeKind, Context, DYNAMIC, Element, FoldResult, Folded, Folding, Op, Type, Value};

use super::super::rewrite::{defined_by, small_int};

/// `collapse_shape`: to the same type; of an expanded shape.
pub(super) fn collapse(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    reshape(folding, "memref.expand_shape")
}

/// `expand_shape`: to the same type; of a collapsed shape.
pub(super) fn expand(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    reshape(folding, "memref.collapse_shape")
}

/// The source of the inverse with the same type, if it has one dynamic size at most, or the same groups of dimensions.
fn reshape(folding: &mut Folding<'_, '_>, inverse: &str) -> Option<Folded> {
    let context = folding.context();
    let (source, ty) = (folding.operand(0), folding.result_type());
    if source.ty(context) == ty {
        return Some(source.into());
    }
    let made = defined_by(context, source, inverse)?;
    let first = made.operand(context, 0)?;
    let groups = |op: Op| op.property(context, context.identifier("reassociation"));
    let dynamic = ty.shape(context)?.iter().filter(|size| *size == DYNAMIC).count();
    let is_inverse = dynamic < 2 || groups(folding.op()) == groups(made);
    (first.ty(context) == ty && is_inverse).then(|| first.into())
}

/// The numbers of a list of a subview.
fn mixed(context: &Context, op: Op, name: &str) -> Option<Vec<FoldResult>> {
    let definition = op.info(context)?.extensions().get::<Definition>()?;
    let record = definition.record();
    let index = record.operands.iter().position(|each| *each.name == *name)?;
    let range = operand_range(context, op, record, index);
    let mut values = op.operands(context).skip(range.start).take(range.len());
    let known = op.property(context, context.identifier(format!("static_{name}")))?;
    let AttributeKind::DenseArray(known) = known.kind(context) else {
        return None;
    };
    known
        .iter(context)
        .map(|number| match number {
            Element::Integer(number) => match number.to_i64()? {
                DYNAMIC => values.next().map(FoldResult::Value),
                number => Some(FoldResult::Attribute(context.index_attribute(number))),
            },
            _ => None,
        })
        .collect()
}

/// Whether all numbers of a list are known to be one number.
fn are_all(context: &Context, numbers: &[FoldResult], wanted: i64) -> bool {
    let known = |number: &FoldResult| small_int(context, number.constant(context)?);
    numbers.iter().all(|number| known(number) == Some(wanted))
}

fn is_static(context: &Context, ty: Type) -> bool {
    let layout = ty.strides_and_offset(context);
    ty.has_static_shape(context)
        && layout.is_some_and(|(strides, offset)| offset != DYNAMIC && !strides.contains(&DYNAMIC))
}

/// `subview`: of all, with a static type; of a subview of the same size.
pub(super) fn subview(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    let (source, op): (Value, Op) = (folding.operand(0), folding.op());
    let ty = source.ty(context);
    if ty != folding.result_type() {
        return None;
    }
    if is_static(context, ty) {
        return Some(source.into());
    }
    let inner = defined_by(context, source, "memref.subview")?;
    let is_whole = are_all(context, &mixed(context, op, "offsets")?, 0)
        && are_all(context, &mixed(context, op, "strides")?, 1)
        && mixed(context, op, "sizes") == mixed(context, inner, "sizes");
    is_whole.then(|| source.into())
}
