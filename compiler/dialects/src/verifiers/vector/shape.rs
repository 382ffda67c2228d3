//! Casts, broadcasts, masks and permutations.

use tvmlike_define::Instance;
use tvmlike_ir::{Context, Failure, Type, TypeKind};

use super::{Vector, both};

/// The number of bits of an element. An index has 64.
fn bits(context: &Context, ty: Type) -> Option<i64> {
    match ty.kind(context) {
        TypeKind::Index => Some(64),
        _ => ty.bit_width(context).map(i64::from),
    }
}

pub(in crate::verifiers) fn bitcast(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let pair = both(
        context,
        instance.operand_type("source"),
        instance.result_type("result"),
    );
    let Some((source, result)) = pair else {
        return Ok(());
    };
    let outer = source.rank().saturating_sub(1);
    let differs = |at: &usize| source.sizes.get(*at) != result.sizes.get(*at);
    if let Some(at) = (0..outer).find(differs) {
        return instance.refuse(format!("dimension size mismatch at: {at}"));
    }
    let (Some(from), Some(to)) = (bits(context, source.element), bits(context, result.element)) else {
        return Ok(());
    };
    match (source.sizes.last(), result.sizes.last()) {
        (Some(one), Some(other)) if from * one != to * other => {
            instance.refuse("source/result bitwidth of the minor 1-D vectors must be equal")
        }
        (None, None) if from != to => {
            instance.refuse("source/result bitwidth of the 0-D vector element types must be equal")
        }
        _ => Ok(()),
    }
}

pub(in crate::verifiers) fn broadcast(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let source = instance.operand_type("source");
    if matches!(
        source.kind(context),
        TypeKind::Integer { .. } | TypeKind::Float(_) | TypeKind::Index
    ) {
        return Ok(());
    }
    let Some(source) = Vector::of(context, source) else {
        return instance.refuse("source type is not a vector");
    };
    let Some(result) = Vector::of(context, instance.result_type("vector")) else {
        return Ok(());
    };
    let Some(lead) = result.rank().checked_sub(source.rank()) else {
        return instance.refuse("source rank higher than destination rank");
    };
    for (at, (size, is_scalable)) in source.sizes.iter().zip(&source.scalable).enumerate() {
        let (wanted, flag) = (&result.sizes[lead + at], &result.scalable[lead + at]);
        let is_one = *size == 1 && !is_scalable;
        if !is_one && (size, is_scalable) != (wanted, flag) {
            let text = |size: &i64, is_scalable: &bool| match is_scalable {
                true => format!("[{size}]"),
                false => size.to_string(),
            };
            let (from, to) = (text(size, is_scalable), text(wanted, flag));
            return instance.refuse(format!("dimension mismatch ({from} vs. {to})"));
        }
    }
    Ok(())
}

fn first_result(instance: &Instance<'_>) -> Option<Vector> {
    let result = instance.op.result(instance.context, 0)?;
    Vector::of(instance.context, result.ty(instance.context))
}

pub(in crate::verifiers) fn constant_mask(instance: &Instance<'_>) -> Result<(), Failure> {
    let Some(mask) = first_result(instance) else {
        return Ok(());
    };
    let sizes = instance.integers("mask_dim_sizes");
    if mask.rank() == 0 {
        return match sizes[..] {
            [0 | 1] => Ok(()),
            [_] => instance.refuse_plainly("mask dim size must be either 0 or 1 for 0-D vectors"),
            _ => instance.refuse_plainly("array attr must have length 1 for 0-D vectors"),
        };
    }
    if sizes.len() != mask.rank() {
        return instance.refuse("must specify array attr of size equal vector result rank");
    }
    for ((size, length), is_scalable) in sizes.iter().zip(&mask.sizes).zip(&mask.scalable) {
        if *size < 0 || size > length {
            return instance.refuse("array attr of size out of bounds of vector result dimension size");
        }
        if *is_scalable && *size != 0 && size != length {
            return instance.refuse("only supports 'none set' or 'all set' scalable dimensions");
        }
    }
    match sizes.contains(&0) && sizes.iter().any(|size| *size != 0) {
        true => instance
            .refuse("expected all mask dim sizes to be zeros, as a result of conjunction with zero mask dim"),
        false => Ok(()),
    }
}

pub(in crate::verifiers) fn create_mask(instance: &Instance<'_>) -> Result<(), Failure> {
    let Some(mask) = first_result(instance) else {
        return Ok(());
    };
    let given = instance.operands("operands").len();
    match mask.rank() {
        0 if given != 1 => instance.refuse("must specify exactly one operand for 0-D create_mask"),
        rank if rank != 0 && given != rank => {
            instance.refuse("must specify an operand for each result vector dimension")
        }
        _ => Ok(()),
    }
}

pub(in crate::verifiers) fn shape_cast(instance: &Instance<'_>) -> Result<(), Failure> {
    let pair = both(
        instance.context,
        instance.operand_type("source"),
        instance.result_type("result"),
    );
    let Some((source, result)) = pair else {
        return Ok(());
    };
    if source.element != result.element {
        return instance.refuse("has different source and result element types");
    }
    let (from, to) = (source.num_elements(), result.num_elements());
    if from != to {
        return instance.refuse(format!(
            "has different number of elements at source ({from}) and result ({to})"
        ));
    }
    let scalable = |vector: &Vector| vector.scalable.iter().filter(|flag| **flag).count();
    let (from, to) = (scalable(&source), scalable(&result));
    match from == to {
        true => Ok(()),
        false => instance.refuse(format!(
            "has different number of scalable dims at source ({from}) and result ({to})"
        )),
    }
}

pub(in crate::verifiers) fn shuffle(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let pair = both(context, instance.operand_type("v1"), instance.operand_type("v2"));
    let (Some((first, second)), Some(result)) = (pair, Vector::of(context, instance.result_type("vector")))
    else {
        return Ok(());
    };
    match (first.rank(), second.rank(), result.rank()) {
        (0, 0, 1) => {}
        (one, two, three) if one == three && two == three => {}
        _ => return instance.refuse("rank mismatch"),
    }
    for at in 1..first.rank() {
        if first.sizes[at] != second.sizes[at] || first.sizes[at] != result.sizes[at] {
            return instance.refuse("dimension mismatch");
        }
    }
    let mask = instance.integers("mask");
    if mask.is_empty() {
        return instance.refuse("invalid mask length");
    }
    if result.sizes.first() != Some(&(mask.len() as i64)) {
        return instance.refuse("mask length mismatch");
    }
    let rows = |vector: &Vector| vector.sizes.first().copied().unwrap_or(1);
    let count = rows(&first) + rows(&second);
    // -1 stands for a row that can be anything.
    match mask.iter().position(|row| *row < -1 || *row >= count) {
        Some(at) => instance.refuse(format!("mask index #{} out of range", at + 1)),
        None => Ok(()),
    }
}

pub(in crate::verifiers) fn transpose(instance: &Instance<'_>) -> Result<(), Failure> {
    let pair = both(
        instance.context,
        instance.operand_type("vector"),
        instance.result_type("result"),
    );
    let Some((source, result)) = pair else {
        return Ok(());
    };
    let rank = result.rank();
    if source.rank() != rank {
        return instance.refuse(format!("vector result rank mismatch: {rank}"));
    }
    let permutation = instance.integers("permutation");
    if permutation.len() != rank {
        return instance.refuse(format!("transposition length mismatch: {}", permutation.len()));
    }
    for (at, from) in permutation.iter().enumerate() {
        let Some(size) = usize::try_from(*from)
            .ok()
            .and_then(|from| source.sizes.get(from))
        else {
            return instance.refuse(format!("transposition index out of range: {from}"));
        };
        if permutation[..at].contains(from) {
            return instance.refuse(format!("duplicate position index: {from}"));
        }
        if result.sizes[at] != *size {
            return instance.refuse(format!("dimension size mismatch at: {from}"));
        }
    }
    Ok(())
}
