//! Parts of vectors.

use tvmlike_define::Instance;
use tvmlike_ir::{AttributeKind, DYNAMIC, Failure, TypeKind};

use super::{Vector, both};

/// Checks that positions are within the first dimensions. -1 stands for a position that can be any.
fn verify_positions(
    instance: &Instance<'_>,
    positions: &[i64],
    vector: &Vector,
    end: &str,
) -> Result<(), Failure> {
    let is_wrong =
        |(position, size): (&i64, &i64)| *position != DYNAMIC && (*position < -1 || position >= size);
    match positions.iter().zip(&vector.sizes).position(is_wrong) {
        Some(at) => instance.refuse(format!(
            "expected position attribute #{} to be a non-negative integer smaller than the corresponding {end}",
            at + 1
        )),
        None => Ok(()),
    }
}

pub(in crate::verifiers) fn extract(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let result = instance.result_type("result");
    if result.rank(context) == Some(0) && matches!(result.kind(context), TypeKind::Vector { .. }) {
        return instance.refuse_plainly("expected a scalar instead of a 0-d vector as the result type");
    }
    let positions = instance.integers("static_position");
    let dynamic = positions.iter().filter(|position| **position == DYNAMIC).count();
    if dynamic != instance.operands("dynamic_position").len() {
        return instance.refuse(
            "mismatch between dynamic and static positions (kDynamic marker but no corresponding dynamic position) -- \
             this can only happen due to an incorrect fold/rewrite",
        );
    }
    let Some(source) = Vector::of(context, instance.operand_type("source")) else {
        return Ok(());
    };
    if positions.len() > source.rank() {
        return instance.refuse("expected position attribute of rank no greater than vector rank");
    }
    verify_positions(instance, &positions, &source, "vector dimension or poison (-1)")
}

pub(in crate::verifiers) fn insert(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let source = Vector::of(context, instance.operand_type("valueToStore"));
    if source.as_ref().is_some_and(|source| source.rank() == 0) {
        return instance.refuse_plainly("expected a scalar instead of a 0-d vector as the source operand");
    }
    let Some(target) = Vector::of(context, instance.operand_type("dest")) else {
        return Ok(());
    };
    let positions = instance.integers("static_position");
    if positions.len() > target.rank() {
        return instance.refuse("expected position attribute of rank no greater than dest vector rank");
    }
    match source {
        Some(source) if source.rank() + positions.len() != target.rank() => {
            return instance
                .refuse("expected position attribute rank + source rank to match dest vector rank");
        }
        None if positions.len() != target.rank() => {
            return instance.refuse("expected position attribute rank to match the dest vector rank");
        }
        _ => {}
    }
    verify_positions(instance, &positions, &target, "dest vector dimension")
}

/// The numbers of an attribute that is an array of integer attributes.
fn numbers(instance: &Instance<'_>, name: &str) -> Vec<i64> {
    let number = |value: tvmlike_ir::Attribute| match value.kind(instance.context) {
        AttributeKind::Integer { value, .. } => value.to_i64().unwrap_or_default(),
        _ => 0,
    };
    instance.elements(name).into_iter().map(number).collect()
}

/// Checks that numbers are below the sizes plus `least`, and not below `lower`, for which messages have `least`.
fn verify_confined(
    instance: &Instance<'_>,
    numbers: impl Iterator<Item = i64>,
    sizes: &[i64],
    name: &str,
    least: i64,
    lower: i64,
) -> Result<(), Failure> {
    for (at, (number, size)) in numbers.zip(sizes).enumerate() {
        let end = size + least;
        if number < lower || number >= end {
            return instance.refuse(format!(
                "expected {name} dimension {at} to be confined to [{least}, {end})"
            ));
        }
    }
    Ok(())
}

fn verify_strides(instance: &Instance<'_>, strides: &[i64]) -> Result<(), Failure> {
    match strides.iter().all(|stride| *stride == 1) {
        true => Ok(()),
        false => instance.refuse("expected strides to be confined to [1, 2)"),
    }
}

fn refuse_scalable_size(instance: &Instance<'_>, at: usize, size: i64, base: i64) -> Result<(), Failure> {
    instance.refuse(format!(
        "expected size at idx={at} to match the corresponding base size from the input vector ({size} vs {base})"
    ))
}

pub(in crate::verifiers) fn extract_strided_slice(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some(source) = Vector::of(context, instance.operand_type("source")) else {
        return Ok(());
    };
    let lists = ["offsets", "sizes", "strides"].map(|name| numbers(instance, name));
    let [offsets, sizes, strides] = &lists;
    if offsets.len() != sizes.len() || offsets.len() != strides.len() {
        return instance.refuse("expected offsets, sizes and strides attributes of same size");
    }
    if offsets.len() > source.rank() {
        return instance.refuse("expected offsets attribute of rank no greater than vector rank");
    }
    verify_confined(instance, offsets.iter().copied(), &source.sizes, "offsets", 0, 0)?;
    verify_confined(instance, sizes.iter().copied(), &source.sizes, "sizes", 1, 1)?;
    verify_strides(instance, strides)?;
    let sums = offsets.iter().zip(sizes).map(|(offset, size)| offset + size);
    verify_confined(instance, sums, &source.sizes, "sum(offsets, sizes)", 1, 0)?;
    let shape: Vec<i64> = sizes
        .iter()
        .chain(source.sizes.iter().skip(sizes.len()))
        .copied()
        .collect();
    let expected = context.vector_type(&shape, source.element, &source.scalable);
    let result = instance.op.result(context, 0).map(|result| result.ty(context));
    if let Ok(expected) = expected
        && result != Some(expected)
    {
        let expected = instance.quote(expected);
        return instance.refuse(format!("expected result type to be {expected}"));
    }
    for (at, size) in sizes.iter().enumerate() {
        if source.scalable[at] && *size != source.sizes[at] {
            return refuse_scalable_size(instance, at, *size, source.sizes[at]);
        }
    }
    Ok(())
}

pub(in crate::verifiers) fn insert_strided_slice(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let pair = both(
        context,
        instance.operand_type("valueToStore"),
        instance.operand_type("dest"),
    );
    let Some((source, target)) = pair else {
        return Ok(());
    };
    let (offsets, strides) = (numbers(instance, "offsets"), numbers(instance, "strides"));
    if offsets.len() != target.rank() {
        return instance.refuse("expected offsets of same size as destination vector rank");
    }
    if strides.len() != source.rank() {
        return instance.refuse("expected strides of same size as source vector rank");
    }
    let Some(lead) = target.rank().checked_sub(source.rank()) else {
        return instance.refuse("expected source rank to be no greater than destination rank");
    };
    verify_confined(instance, offsets.iter().copied(), &target.sizes, "offsets", 0, 0)?;
    verify_strides(instance, &strides)?;
    // MLIR counts the dimensions that the source lacks as of size 0.
    let sizes = std::iter::repeat_n(0, lead).chain(source.sizes.iter().copied());
    let sums = offsets.iter().zip(sizes).map(|(offset, size)| offset + size);
    verify_confined(
        instance,
        sums,
        &target.sizes,
        "sum(offsets, source vector shape)",
        1,
        0,
    )?;
    for (at, (size, is_scalable)) in source.sizes.iter().zip(&source.scalable).enumerate() {
        if *is_scalable != target.scalable[lead + at] {
            return instance.refuse(format!("mismatching scalable flags (at source vector idx={at})"));
        }
        if *is_scalable && *size != target.sizes[lead + at] {
            return refuse_scalable_size(instance, at, *size, target.sizes[lead + at]);
        }
    }
    Ok(())
}
