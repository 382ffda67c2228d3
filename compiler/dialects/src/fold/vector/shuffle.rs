//! `shuffle`, and `step` that is compared.

use tvmlike_ir::{Attribute, AttributeKind, Context, Folded, Folding, Op, Rewriter};

use super::super::elementwise::is_poison;
use super::super::elementwise::splat;
use super::super::rewrite::{Make, constant, small_int};
use super::parts::{POISON, elements, numbers, result_type, result_vector, sizes, splat_source};
use crate::number::Int;
use crate::verifiers::Vector;

/// `shuffle`: that takes one vector as it is, and of constants.
pub(super) fn fold(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let (context, op) = (folding.context(), folding.op());
    let (first, second) = (folding.operand(0), folding.operand(1));
    let [own, other] = [first, second].map(|value| sizes(context, value.ty(context)));
    let (length, other_length) = (*own.first()?, *other.first()?);
    let mask = numbers(context, op, "mask")?;
    if mask.iter().copied().eq(0..length) {
        return Some(first.into());
    }
    if mask.iter().copied().eq(length..length + other_length) {
        return Some(second.into());
    }
    let known = [folding.constant(0)?, folding.constant(1)?];
    if known.iter().all(|known| is_poison(context, *known)) {
        return Some(known[0].into());
    }
    let is_vector = own.len() == 1;
    Some(
        of_constants(context, folding, known, &mask)
            .filter(|_| is_vector)?
            .into(),
    )
}

/// The lanes of constants. For a lane that is poison, the first one of what is not.
fn of_constants(
    context: &Context,
    folding: &Folding<'_, '_>,
    known: [Attribute; 2],
    mask: &[i64],
) -> Option<Attribute> {
    let mut lanes: [Option<Vec<Attribute>>; 2] = [None, None];
    for (lanes, known) in lanes.iter_mut().zip(known) {
        if !is_poison(context, known) {
            *lanes = Some(elements(context, known)?);
        }
    }
    let any = *lanes.iter().flatten().next()?.first()?;
    let length = *sizes(context, folding.operand(0).ty(context)).first()?;
    let lane = |index: &i64| match *index {
        POISON => Some(any),
        index => {
            let (source, index) = match index - length {
                rest @ 0.. => (&lanes[1], rest),
                _ => (&lanes[0], index),
            };
            match source {
                Some(lanes) => lanes.get(usize::try_from(index).ok()?).copied(),
                None => Some(any),
            }
        }
    };
    let taken = mask.iter().map(lane).collect::<Option<Vec<_>>>()?;
    context
        .dense_elements_from_attributes(folding.result_type(), &taken)
        .ok()
}

/// Lanes of vectors whose lanes are all the same.
pub(super) fn of_splat(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let source = splat_source(context, op.operand(context, 0)?)?;
    if splat_source(context, op.operand(context, 1)?)? != source {
        return None;
    }
    Make::new("vector.broadcast", &[source], &[result_type(context, op)?]).replace(rewriter, op)
}

/// Lanes of two vectors in turn.
pub(super) fn to_interleave(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let (first, second) = (op.operand(context, 0)?, op.operand(context, 1)?);
    let result = result_vector(context, op)?;
    let own = Vector::of_value(context, first)?;
    let is_double = own.num_elements().checked_mul(2) == Some(result.num_elements());
    if result.rank() != 1 || result.is_scalable() || first.ty(context) != second.ty(context) || !is_double {
        return None;
    }
    let half = own.num_elements();
    let turns = (0..half).flat_map(|lane| [lane, half + lane]);
    if !numbers(context, op, "mask")?.into_iter().eq(turns) {
        return None;
    }
    Make::new(
        "vector.interleave",
        &[first, second],
        &[result_type(context, op)?],
    )
    .replace(rewriter, op)
}

/// The lane of a vector without dimensions.
pub(super) fn of_scalars(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let rank = op.operand(context, 0)?.ty(context).rank(context)?;
    let mask = numbers(context, op, "mask")?;
    let [index] = mask[..] else { return None };
    if rank > 0 {
        return None;
    }
    let source = op.operand(context, usize::from(index != 0))?;
    Make::new("vector.broadcast", &[source], &[result_type(context, op)?]).replace(rewriter, op)
}

/// What a comparison of all of the first natural numbers with one that is no less gives.
fn compared(predicate: i64, count: i64, bound: i64) -> Option<bool> {
    match predicate {
        // ult, uge
        6 | 9 if count <= bound => Some(predicate == 6),
        // ule, ugt
        7 | 8 if count - 1 <= bound => Some(predicate == 7),
        // eq, ne
        0 | 1 if count <= bound => Some(predicate == 1),
        _ => None,
    }
}

/// `step` that is compared with a constant that is larger than all numbers.
pub(super) fn compare_step(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let step = op.result(context, 0)?;
    let vector = result_vector(context, op)?;
    let count = vector.num_elements();
    let found = step.uses(context).find_map(|used| {
        let user = used.owner(context);
        if !user.is_named(context, "arith.cmpi") || used.index(context) != 0 {
            return None;
        }
        let bound = user.operand(context, 1)?.constant_value(context);
        let bound = splat::<Int>(context, bound)?.to_i64()?;
        let predicate = user.property(context, context.identifier("predicate"))?;
        let result = compared(small_int(context, predicate)?, count, bound)?;
        Some((user, result))
    });
    let (user, result) = found.filter(|_| !vector.is_scalable())?;
    let ty = result_type(context, user)?;
    let all = context.dense_elements_from_attributes(ty, &[context.bool_attribute(result)]);
    rewriter.set_after(user);
    let all = constant(rewriter, user, all.ok()?, ty)?;
    rewriter.replace_op(user, &[all]);
    Some(())
}

/// `bitcast`: to the same type, of a bitcast, of equal constants that become wider.
pub(super) fn bitcast(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let (context, ty) = (folding.context(), folding.result_type());
    let source = folding.operand(0);
    if source.ty(context) == ty {
        return Some(source.into());
    }
    if let Some(inner) = super::parts::maker(context, folding.op(), 0, "vector.bitcast") {
        let first = inner.operand(context, 0)?;
        if first.ty(context) == ty {
            return Some(first.into());
        }
        folding.set_operand(0, first);
        return Some(Folded::InPlace);
    }
    let known = folding.constant(0)?;
    let (from, to) = (
        source.ty(context).element_type(context)?,
        ty.element_type(context)?,
    );
    let (narrow, wide) = (from.bit_width(context)?, to.bit_width(context)?);
    if wide <= narrow || wide % narrow != 0 {
        return None;
    }
    let AttributeKind::DenseElements(all) = known.kind(context) else {
        return None;
    };
    let (is_half, is_single) = (float_of(context, from, 16), float_of(context, to, 32));
    let bits = match all.is_splat() {
        true if to.is_integer(context) && from.is_integer(context) => splat::<Int>(context, Some(known))?,
        true if is_half && is_single => {
            let half = splat::<crate::number::Float>(context, Some(known))?;
            Int::from_bits(16, half.bits())
        }
        _ => return None,
    };
    let mut twice = bits.resize_unsigned(wide);
    let distance = Int::new(wide, i64::from(narrow));
    for _ in 1..wide / narrow {
        twice = twice.shl(&distance)?.or(&twice);
    }
    let element = match is_single {
        true => crate::number::Float::from_bits(tvmlike_ir::FloatKind::F32, twice.to_u128()?)
            .to_attribute(context, to)?,
        false => twice.to_attribute(context, to)?,
    };
    Some(
        context
            .dense_elements_from_attributes(ty, &[element])
            .ok()?
            .into(),
    )
}

/// Whether a type is the IEEE float of a width.
fn float_of(context: &Context, ty: tvmlike_ir::Type, width: u32) -> bool {
    use tvmlike_ir::FloatKind;
    let wanted = if width == 16 {
        FloatKind::F16
    } else {
        FloatKind::F32
    };
    ty.float_kind(context) == Some(wanted)
}
