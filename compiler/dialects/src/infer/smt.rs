//! Types of bit vectors of `smt`: the bits of two together, and those of a constant.

use super::{Inferred, Parts, Table};
use crate::common::{bit_vector, bit_vector_width};

pub(super) const TABLE: Table = &[
    ("smt.bv.concat", concat, None),
    ("smt.bv.constant", constant, None),
];

fn concat(parts: &Parts<'_>) -> Inferred {
    let (context, mut total) = (parts.context, 0i64);
    for index in 0..2 {
        let ty = parts.operand(index)?;
        let sum = bit_vector_width(context, ty).and_then(|width| total.checked_add(width));
        let Some(sum) = sum else {
            return parts.wrong(ty);
        };
        total = sum;
    }
    match bit_vector(context, total) {
        Some(ty) => Ok([ty].into_iter().collect()),
        None => parts.wrong(parts.operand(0)?),
    }
}

fn constant(parts: &Parts<'_>) -> Inferred {
    Ok([parts.attribute("value")?.ty(parts.context)]
        .into_iter()
        .collect())
}
