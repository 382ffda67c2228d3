//! `from_elements` and `to_elements`.

use smallvec::SmallVec;
use tvmlike_ir::{Attribute, FoldResult, Folded, Folding, Op, Rewriter, Value};

use super::super::elementwise::is_poison;
use super::super::rewrite::{Make, defined_by};
use super::parts::{as_element, flat, maker, result_type, sizes, static_position, unflat};
use crate::verifiers::Vector;

/// `to_elements`: of elements, of a scalar that is repeated.
pub(super) fn to_elements(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let (context, op) = (folding.context(), folding.op());
    let made = folding.operand(0).defining_op(context)?;
    if made.is_named(context, "vector.from_elements") {
        return Some(Folded::Results(
            made.operands(context).map(FoldResult::Value).collect(),
        ));
    }
    if !made.is_named(context, "vector.broadcast") {
        return None;
    }
    let source = made.operand(context, 0)?;
    let is_scalar = Vector::of_value(context, source).is_none();
    let all: SmallVec<[FoldResult; 1]> = op.results(context).map(|_| FoldResult::Value(source)).collect();
    is_scalar.then_some(Folded::Results(all))
}

/// The elements of a vector that is repeated: those of the vector.
pub(super) fn of_broadcast(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let source = maker(context, op, 0, "vector.broadcast")?.operand(context, 0)?;
    let from = Vector::of_value(context, source)?;
    let to = sizes(context, op.operand(context, 0)?.ty(context));
    let added = to.len().checked_sub(from.rank())?;
    let types = vec![from.element; from.count()?];
    let parts = Make::new("vector.to_elements", &[source], &types).before(rewriter, op)?;
    let all = (0..op.num_results(context)).map(|index| {
        let place = unflat(&to, index as i64);
        let pairs = place[added..].iter().zip(&from.sizes);
        let own: Vec<i64> = pairs
            .map(|(index, size)| if *size == 1 { 0 } else { *index })
            .collect();
        parts.result(context, usize::try_from(flat(&from.sizes, &own)).ok()?)
    });
    let all: Vec<Value> = all.collect::<Option<_>>()?;
    rewriter.replace_op(op, &all);
    Some(())
}

/// `from_elements`: of all elements of a vector, of constants.
pub(super) fn from_elements(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let (context, op, ty) = (folding.context(), folding.op(), folding.result_type());
    if let Some(taken) = maker(context, op, 0, "vector.to_elements") {
        let source = taken.operand(context, 0)?;
        let is_same = op.operands(context).eq(taken.results(context));
        if is_same && source.ty(context) == ty {
            return Some(source.into());
        }
    }
    let element = ty.element_type(context)?;
    let value = |known: &Option<Attribute>| {
        let known = known.filter(|known| !is_poison(context, *known))?;
        as_element(context, known, element)
    };
    let all = folding
        .constants()
        .iter()
        .map(value)
        .collect::<Option<Vec<_>>>()?;
    Some(context.dense_elements_from_attributes(ty, &all).ok()?.into())
}

/// Equal elements: a scalar that is repeated.
pub(super) fn to_broadcast(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let first = op.operand(context, 0)?;
    if op.operands(context).any(|other| other != first) {
        return None;
    }
    Make::new("vector.broadcast", &[first], &[result_type(context, op)?]).replace(rewriter, op)
}

/// Elements that follow each other in a vector and are all those of its last dimensions: that part of the vector.
pub(super) fn to_part(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let ty = result_type(context, op)?;
    let count = i64::try_from(op.num_operands(context)).ok()?;
    let first = maker(context, op, 0, "vector.extract")?;
    let source = first.operand(context, 0)?;
    let vector = Vector::of_value(context, source)?;
    let start = static_position(context, first, 1)?;
    if count == 1 || start.len() != vector.rank() {
        return None;
    }
    let (mut kept, mut covered) = (start.len(), 1_i64);
    while kept > 0 && start[kept - 1] == 0 && covered < count {
        kept -= 1;
        covered = covered.checked_mul(vector.sizes[kept])?;
    }
    if covered != count {
        return None;
    }
    let from = flat(&vector.sizes, &start);
    for (index, element) in (0_i64..).zip(op.operands(context)) {
        let taken = defined_by(context, element, "vector.extract")?;
        let at = static_position(context, taken, 1)?;
        let is_next = unflat(&vector.sizes, from + index) == at;
        if taken.operand(context, 0) != Some(source) || !is_next {
            return None;
        }
    }
    let part = match kept {
        0 => source,
        _ => {
            let (sizes, scalable) = (&vector.sizes[kept..], &vector.scalable[kept..]);
            let part = vector.with_shape(context, sizes, scalable)?;
            let at = context.dense_i64_array(&start[..kept]);
            Make::new("vector.extract", &[source], &[part])
                .with(&[("static_position", at)])
                .value(rewriter, op)?
        }
    };
    Make::new("vector.shape_cast", &[part], &[ty]).replace(rewriter, op)
}
