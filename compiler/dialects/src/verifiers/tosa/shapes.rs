//! Ranks, axes and shapes of results.

use tvmlike_define::Instance;
use tvmlike_ir::{Context, DYNAMIC, Failure, Type, TypeKind, ValueOwner};

use super::super::types::{element_or_self, has_trait};
use super::{integers, is_static, listed, rank, same_elements, shape};

fn is_shape(context: &Context, ty: Type) -> bool {
    ty.is_symbol(context, "tosa", "shape")
}

/// Operands that are shapes must come from operations that make shapes.
pub(super) fn resolvable(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    for operand in instance.op.operands(context) {
        if !is_shape(context, operand.ty(context)) {
            continue;
        }
        let is_resolvable = match operand.owner(context) {
            ValueOwner::Result { op, .. } => has_trait(context, op, "TosaShapeOperator"),
            _ => false,
        };
        if !is_resolvable {
            return instance.refuse("shape operand is not compile time resolvable");
        }
    }
    Ok(())
}

pub(super) fn same_ranks(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let mut operands = instance.op.operands(context);
    let of = |value: tvmlike_ir::Value| rank(context, value.ty(context));
    let Some(first) = operands.next().map(of) else {
        return Ok(());
    };
    if !operands.all(|operand| of(operand) == first) {
        return instance.refuse("operands don't have matching ranks");
    }
    match instance.op.results(context).all(|result| of(result) == first) {
        true => Ok(()),
        false => instance.refuse("result shape has different rank than operands"),
    }
}

/// The shape of operands that are broadcast; `None` if they cannot be.
pub(super) fn broadcast(one: &[i64], other: &[i64]) -> Option<Vec<i64>> {
    let rank = one.len().max(other.len());
    let size = |shape: &[i64], index: usize| match (index + shape.len()).checked_sub(rank) {
        Some(index) => shape[index],
        None => 1,
    };
    let merge = |index: usize| match (size(one, index), size(other, index)) {
        (one, other) if one == other => Some(one),
        // A known size other than 1 is the size of the result.
        (one, other) if one > 1 && other > 1 => None,
        (one, other) if one > 1 => (other == 1 || other == DYNAMIC).then_some(one),
        (one, other) if other > 1 => (one == 1 || one == DYNAMIC).then_some(other),
        (1, other) => Some(other),
        (one, 1) => Some(one),
        _ => None,
    };
    (0..rank).map(merge).collect()
}

/// The shapes of the operands must be broadcast to those of the results.
pub(super) fn broadcastable(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let operands = instance.op.operands(context).map(|operand| operand.ty(context));
    let shapes: Vec<Vec<i64>> = operands
        .clone()
        .filter_map(|ty| Some(ty.shape(context)?.iter().collect()))
        .collect();
    let mut all = Vec::new();
    for next in &shapes {
        match broadcast(&all, next) {
            Some(merged) => all = merged,
            None => return instance.refuse("operands don't have broadcast-compatible shapes"),
        }
    }
    let has_all = shapes.len() == operands.len();
    for result in instance.op.results(context) {
        let Some(shape) = result.ty(context).shape(context) else {
            continue;
        };
        let shape: Vec<i64> = shape.iter().collect();
        let agrees = |(own, merged): (&i64, &i64)| own == merged || !is_static(*own) || !is_static(*merged);
        let fits = match has_all {
            // What a result has in front of them is the concern of the trait that compares ranks.
            true => shape.len() >= all.len() && shape.iter().rev().zip(all.iter().rev()).all(agrees),
            false => broadcast(&all, &shape)
                .is_some_and(|merged| merged.len() == shape.len() && shape.iter().zip(&merged).all(agrees)),
        };
        if !fits {
            let listed = |shape: &[i64]| {
                let sizes = shape.iter().map(|size| match is_static(*size) {
                    true => size.to_string(),
                    false => "?".to_owned(),
                });
                sizes.collect::<Vec<_>>().join("x")
            };
            return instance.refuse(format!(
                "result type '{}' not broadcast compatible with broadcasted operands's shapes '{}'",
                listed(&shape),
                listed(&all)
            ));
        }
    }
    Ok(())
}

pub(super) fn argmax(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let (input, output) = (instance.operand_type("input"), instance.result_type("output"));
    let element = element_or_self(context, output);
    if !matches!(element.kind(context), TypeKind::Integer { .. } | TypeKind::Index) {
        return instance.refuse("result tensor is not of integer type");
    }
    let Some(mut input) = shape(context, input) else {
        return Ok(());
    };
    let axis = instance
        .integer("axis")
        .and_then(|axis| usize::try_from(axis).ok());
    let Some(axis) = axis.filter(|axis| *axis < input.len()) else {
        return instance.refuse("specified axis is outside the rank of the tensor");
    };
    let Some(output) = shape(context, output) else {
        return Ok(());
    };
    input.remove(axis);
    match agree(&input, &output) {
        true => Ok(()),
        false => instance.refuse(format!(
            "expected output shape '{}', got '{}'",
            listed(&input),
            listed(&output)
        )),
    }
}

/// Whether two shapes can be the same.
pub(super) fn agree(one: &[i64], other: &[i64]) -> bool {
    let same = |(one, other): (&i64, &i64)| one == other || !is_static(*one) || !is_static(*other);
    one.len() == other.len() && one.iter().zip(other).all(same)
}

/// Checks an axis of the input and of the output, which have one rank. Tensors of rank 0 have the axis 0.
fn axis(instance: &Instance<'_>, input: &str, what: &str) -> Result<(), Failure> {
    let context = instance.context;
    let axis = instance.integer("axis").unwrap_or_default();
    let input = shape(context, instance.operand_type(input));
    let output = shape(context, instance.result_type("output"));
    let is_beyond = |shape: &[i64]| axis >= shape.len() as i64 && !(axis == 0 && shape.is_empty());
    let refuse = |noun: &str, shape: &[i64]| {
        instance.refuse(format!(
            "expect {noun} tensor rank ({}) to be larger than {what} axis ({axis})",
            shape.len()
        ))
    };
    if let Some(input) = input.as_deref().filter(|shape| is_beyond(shape)) {
        return refuse("input", input);
    }
    let Some(output) = output else { return Ok(()) };
    if input.is_some_and(|input| input.len() != output.len()) {
        return instance.refuse("expect output tensor rank to be equal to input tensor rank");
    }
    match is_beyond(&output) {
        true => refuse("output", &output),
        false => Ok(()),
    }
}

pub(super) fn reduce(instance: &Instance<'_>) -> Result<(), Failure> {
    let index = instance.integer("axis").unwrap_or_default();
    if index < 0 {
        return instance.refuse("reduce axis must not be negative");
    }
    axis(instance, "input", "reduce")?;
    let output = shape(instance.context, instance.result_type("output")).unwrap_or_default();
    match output.get(usize::try_from(index).unwrap_or(usize::MAX)) {
        Some(size) if is_static(*size) && *size != 1 => {
            instance.refuse(format!("expect reduced dimension size to be 1, got {size}"))
        }
        _ => Ok(()),
    }
}

pub(super) fn reverse(instance: &Instance<'_>) -> Result<(), Failure> {
    same_elements(
        instance,
        instance.operand_type("input1"),
        instance.result_type("output"),
    )?;
    match instance.integer("axis") {
        Some(..=-1) => instance.refuse("expected non-negative reverse axis"),
        _ => axis(instance, "input1", "reverse"),
    }
}

pub(super) fn constant(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let values = instance.attribute("values");
    let Some(ty) = values.map(|values| values.ty(context)) else {
        return Ok(());
    };
    let sizes: Vec<i64> = ty
        .shape(context)
        .map_or_else(Vec::new, |shape| shape.iter().collect());
    if sizes.len() != 1 {
        return instance.refuse("expect elements in attribute values with rank 1");
    }
    let (count, rank) = (sizes[0], rank(context, instance.result_type("output")));
    match count == rank || count == 1 && rank == 0 {
        true => Ok(()),
        false => instance.refuse(format!(
            "expect number of elements in attribute values ({count}) to be equal to the rank ({rank}) for the result \
             shape type"
        )),
    }
}

pub(super) fn concat(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let inputs: Vec<i64> = instance
        .operands("input")
        .map(|input| rank(context, input.ty(context)))
        .collect();
    let sum: i64 = inputs.iter().sum();
    let output = rank(context, instance.result_type("output"));
    match sum == output {
        true => Ok(()),
        false => instance.refuse(format!(
            "requires output shape rank to be equal to the sum of the input shape ranks ({sum}), got {output}"
        )),
    }
}

pub(super) fn dim(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let output = rank(context, instance.result_type("output"));
    if output != 1 {
        return instance.refuse(format!(
            "expect output shape type to contain one element, got {}",
            instance.quote(instance.result_type("output"))
        ));
    }
    let Some(input) = shape(context, instance.operand_type("input1")) else {
        return Ok(());
    };
    let (axis, rank) = (instance.integer("axis").unwrap_or_default(), input.len() as i64);
    match (0..rank).contains(&axis) {
        true => Ok(()),
        false => instance.refuse(format!("expect axis to be in the range [0, {rank}), got {axis}")),
    }
}

pub(super) fn slice(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let value = |name: &str| {
        let values = integers(context, instance.operand(name))?;
        values.first().copied()
    };
    let start = value("start");
    if let Some(start @ ..=-1) = start {
        return instance.refuse(format!("expected non-negative start index, got {start}"));
    }
    let size = value("size");
    let Some(size) = size else { return Ok(()) };
    if size <= 0 {
        return instance.refuse(format!("expected positive size, got {size}"));
    }
    let output = rank(context, instance.result_type("output"));
    if output != size {
        return instance.refuse(format!(
            "expected output type size to be equal to size attribute, got {output} vs {size}"
        ));
    }
    let Some(start) = start else { return Ok(()) };
    let input = rank(context, instance.operand_type("input"));
    match start.saturating_add(size) <= input {
        true => Ok(()),
        false => instance.refuse(format!(
            "expected start + size to be less than or equal to input shape rank ({input}), got {}",
            start.saturating_add(size)
        )),
    }
}

pub(super) fn table(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let input = shape(context, instance.operand_type("input1"));
    let output = shape(context, instance.result_type("output"));
    let (Some(input), Some(output)) = (input, output) else {
        return Ok(());
    };
    if input.len() != output.len() {
        return instance.refuse("expected input tensor rank to equal result tensor rank");
    }
    let mut pairs = input.iter().zip(&output).enumerate();
    match pairs.find(|(_, (input, output))| is_static(**output) && output != input) {
        Some((dim, (input, output))) => instance.refuse(format!(
            "dim(result, {dim}) = {output} doesn't match dim(input, {dim}) = {input}"
        )),
        None => Ok(()),
    }
}

/// The number of elements of a static shape.
pub(super) fn num_elements(shape: &[i64]) -> Option<i64> {
    let all_static = shape.iter().all(|size| is_static(*size));
    let all = || shape.iter().fold(1_i64, |all, size| all.wrapping_mul(*size));
    all_static.then(all)
}

pub(super) fn transpose(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let (input, output) = (instance.operand_type("input1"), instance.result_type("output"));
    same_elements(instance, input, output)?;
    let (input, output) = (shape(context, input), shape(context, output));
    let perms = instance.integers("perms");
    let wrong_size = |rank: usize, which: &str| {
        instance.refuse(format!(
            "expected perms attribute to have size {rank} ({which} rank) but got size {}",
            perms.len()
        ))
    };
    if let Some(input) = input.as_ref().filter(|shape| shape.len() != perms.len()) {
        return wrong_size(input.len(), "input");
    }
    if let (Some(input), Some(output)) = (&input, &output)
        && input.len() != output.len()
    {
        return instance.refuse("expected input tensor rank to equal result tensor rank");
    }
    if let Some(output) = output.as_ref().filter(|shape| shape.len() != perms.len()) {
        return wrong_size(output.len(), "output");
    }
    let mut sorted = perms.clone();
    sorted.sort_unstable();
    if !sorted.iter().copied().eq(0..perms.len() as i64) {
        return instance.refuse("expected valid permutation indices");
    }
    let (Some(input), Some(output)) = (input, output) else {
        return Ok(());
    };
    if let (Some(from), Some(to)) = (num_elements(&input), num_elements(&output))
        && from != to
    {
        return instance.refuse(format!(
            "expected input1 and output to have same numbers of elements, got {from} and {to}"
        ));
    }
    for (index, (size, from)) in output.iter().zip(&perms).enumerate() {
        let source = input[usize::try_from(*from).unwrap_or_default()];
        if is_static(source) && is_static(*size) && source != *size {
            return instance.refuse(format!(
                "expected output tensor dim {index} to match input dim {from} with value of {source}"
            ));
        }
    }
    Ok(())
}
