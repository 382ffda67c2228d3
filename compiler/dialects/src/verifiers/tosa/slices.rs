//! Operations that move elements: concatenation, padding, slices, tiles, gathering and scattering.

use tvmlike_define::Instance;
use tvmlike_ir::{DYNAMIC, Failure, Type};

use super::shapes::num_elements;
use super::{integers, is_static, rank, same_elements, shape, shape_values};

pub(super) fn concat(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let output = instance.result_type("output");
    let inputs: Vec<Type> = instance
        .operands("input1")
        .map(|input| input.ty(context))
        .collect();
    if inputs.is_empty() {
        return instance.refuse("expect at least one input");
    }
    inputs
        .iter()
        .try_for_each(|input| same_elements(instance, *input, output))?;
    let shapes: Vec<Option<Vec<i64>>> = inputs.iter().map(|input| shape(context, *input)).collect();
    let axis = instance.integer("axis").unwrap_or_default();
    let place = usize::try_from(axis).unwrap_or(usize::MAX);
    let Some(first) = shapes.iter().flatten().next() else {
        return Ok(());
    };
    if place >= first.len() {
        return instance.refuse(format!(
            "expect axis to be within range 0 < axis < rank(input1[firstRankedTensorIdx]), got {axis}"
        ));
    }
    let Some(shapes) = shapes.iter().cloned().collect::<Option<Vec<Vec<i64>>>>() else {
        return Ok(());
    };
    let mut sum = Some(0_i64);
    for (number, shape) in shapes.iter().enumerate() {
        if shape.len() != first.len() {
            return instance.refuse(format!(
                "expect all operands to have the same rank, but got {} vs {} on operands 0 and {number}",
                first.len(),
                shape.len()
            ));
        }
        for (index, (size, wanted)) in shape.iter().zip(first).enumerate() {
            if index != place && is_static(*size) && is_static(*wanted) && size != wanted {
                return instance.refuse(format!(
                    "expect all operand shapes to have the same sizes on non-axis dimensions, but got {size} vs \
                     {wanted} at index {index} on operands 0 and {number}"
                ));
            }
        }
        sum = sum
            .filter(|_| is_static(shape[place]))
            .map(|sum| sum.wrapping_add(shape[place]));
    }
    let output = shape(context, output);
    if let Some(output) = output.as_ref().filter(|output| output.len() != first.len()) {
        return instance.refuse(format!(
            "expect output rank to match inputs rank, got {} vs {}",
            output.len(),
            first.len()
        ));
    }
    let size = output.and_then(|output| output.get(place).copied());
    match (sum, size) {
        (Some(sum), Some(size)) if is_static(size) && sum != size => instance.refuse(format!(
            "requires sum of axis dimensions of input1 equal to output axis dimension, got {sum} and {size}"
        )),
        _ => Ok(()),
    }
}

pub(super) fn pad(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let output = instance.result_type("output");
    same_elements(instance, instance.operand_type("input1"), output)?;
    same_elements(instance, instance.operand_type("pad_const"), output)?;
    let (input, output) = (
        shape(context, instance.operand_type("input1")),
        shape(context, output),
    );
    let (Some(input), Some(output)) = (input, output) else {
        return Ok(());
    };
    if input.len() != output.len() {
        return instance.refuse(format!(
            "expect same input and output tensor rank, but got inputRank: {}, outputRank: {}",
            input.len(),
            output.len()
        ));
    }
    let Some(padding) = integers(context, instance.operand("padding")) else {
        return Ok(());
    };
    let rank = input.len();
    if padding.len() != 2 * rank {
        return instance.refuse(format!(
            "padding tensor must have {rank} * 2 = {} elements, but got {}",
            2 * rank,
            padding.len()
        ));
    }
    for (index, (from, to)) in input.iter().zip(&output).enumerate() {
        let (before, after) = (padding[2 * index], padding[2 * index + 1]);
        if before < -1 || after < -1 {
            return instance.refuse(format!(
                "invalid padding values at dimension {index}: values must be non-negative or -1 for dynamic padding, \
                 got [{before}, {after}]"
            ));
        }
        let wanted = from.wrapping_add(before).wrapping_add(after);
        if is_static(*from) && is_static(*to) && *to != wanted {
            return instance.refuse(format!(
                "mismatch in output shape at dimension {index}: expected {from} + {before} + {after} = {wanted}, but \
                 got {to}"
            ));
        }
    }
    Ok(())
}

pub(super) fn slice(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let (input, output) = (instance.operand_type("input1"), instance.result_type("output"));
    same_elements(instance, input, output)?;
    let Some(input) = shape(context, input) else {
        return Ok(());
    };
    if let Some(output) = shape(context, output).filter(|output| output.len() != input.len()) {
        return instance.refuse(format!(
            "expect input1 and output to have the same ranks, got {} and {}",
            input.len(),
            output.len()
        ));
    }
    for name in ["start", "size"] {
        if rank(context, instance.operand_type(name)) != input.len() as i64 {
            return instance.refuse(format!("length of {name} is not equal to rank of input shape"));
        }
    }
    Ok(())
}

pub(super) fn tile(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let (input, output) = (instance.operand_type("input1"), instance.result_type("output"));
    same_elements(instance, input, output)?;
    let count = rank(context, instance.operand_type("multiples"));
    let (input, output) = (shape(context, input), shape(context, output));
    match (input, output) {
        (Some(input), _) if input.len() as i64 != count => {
            let wanted = input.len();
            return instance.refuse(format!(
                "expect 'multiples' to have rank {wanted} but got {count}."
            ));
        }
        (Some(input), Some(output)) if input.len() != output.len() => {
            return instance.refuse("expect same input and output tensor rank.");
        }
        (None, Some(output)) if output.len() as i64 != count => {
            let wanted = output.len();
            return instance.refuse(format!(
                "expect 'multiples' array to have length {wanted} but got {count}."
            ));
        }
        _ => {}
    }
    let multiples = integers(context, instance.operand("multiples")).unwrap_or_default();
    match multiples.iter().any(|multiple| *multiple <= 0 && *multiple != -1) {
        true => instance.refuse("expect element of 'multiples' to be positive integer or -1."),
        false => Ok(()),
    }
}

pub(super) fn reshape(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let (input, output) = (instance.operand_type("input1"), instance.result_type("output"));
    same_elements(instance, input, output)?;
    let Some(sizes) = shape_values(context, instance.operand("shape")) else {
        return Ok(());
    };
    if sizes.iter().filter(|size| **size == -1).count() > 1 {
        return instance.refuse("expected at most one target dimension to be -1");
    }
    let Some(output) = shape(context, output) else {
        return Ok(());
    };
    if sizes.len() != output.len() {
        return instance.refuse("new shape does not match result rank");
    }
    for (size, result) in sizes.iter().zip(&output) {
        if *size != -1 && is_static(*size) && is_static(*result) && size != result {
            return instance.refuse("new shape is inconsistent with result shape");
        }
        if is_static(*size) && *size < -1 {
            return instance.refuse(format!("new shape has invalid tensor dimension size {size}"));
        }
    }
    let Some(count) = shape(context, input).and_then(|input| num_elements(&input)) else {
        return Ok(());
    };
    let refuse = |to: i64| instance.refuse(format!("cannot reshape {count} elements into {to}"));
    if let Some(to) = num_elements(&output).filter(|to| *to != count) {
        return refuse(to);
    }
    let known = sizes.iter().filter(|size| **size > 0);
    let to = known.fold(1_i64, |all, size| all.wrapping_mul(*size));
    let is_whole = sizes.iter().all(|size| *size > 0);
    match is_whole && to != count || !is_whole && to > count {
        true => refuse(to),
        false => Ok(()),
    }
}

/// A size that several tensors share, from those where it is known.
struct Size(i64);

impl Size {
    /// Sets the size if it is not known, and compares it else.
    fn meet(
        &mut self,
        instance: &Instance<'_>,
        size: i64,
        of: &str,
        dimension: usize,
    ) -> Result<(), Failure> {
        if !is_static(self.0) {
            self.0 = size;
        }
        self.compare(instance, size, of, dimension)
    }

    fn compare(&self, instance: &Instance<'_>, size: i64, of: &str, dimension: usize) -> Result<(), Failure> {
        match is_static(self.0) && is_static(size) && self.0 != size {
            true => instance.refuse(format!(
                "requires {of} dimension {dimension} to have size {}, got {size}",
                self.0
            )),
            false => Ok(()),
        }
    }
}

pub(super) fn gather(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let output = instance.result_type("output");
    same_elements(instance, instance.operand_type("values"), output)?;
    let (mut batch, mut width, mut channels) = (Size(DYNAMIC), Size(DYNAMIC), Size(DYNAMIC));
    if let Some(values) = shape(context, instance.operand_type("values")) {
        (batch.0, channels.0) = (values[0], values[2]);
    }
    if let Some(indices) = shape(context, instance.operand_type("indices")) {
        width.0 = indices[1];
        batch.meet(instance, indices[0], "indices", 0)?;
    }
    if let Some(output) = shape(context, output) {
        for (index, size) in [batch, width, channels].iter().enumerate() {
            size.compare(instance, output[index], "output", index)?;
        }
    }
    Ok(())
}

pub(super) fn scatter(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let output = instance.result_type("values_out");
    same_elements(instance, instance.operand_type("values_in"), output)?;
    same_elements(instance, instance.operand_type("input"), output)?;
    let [mut batch, mut count, mut width, mut channels] = [(); 4].map(|()| Size(DYNAMIC));
    if let Some(values) = shape(context, instance.operand_type("values_in")) {
        (batch.0, count.0, channels.0) = (values[0], values[1], values[2]);
    }
    if let Some(indices) = shape(context, instance.operand_type("indices")) {
        width.0 = indices[1];
        batch.meet(instance, indices[0], "indices", 0)?;
    }
    if let Some(input) = shape(context, instance.operand_type("input")) {
        for (index, size) in [&mut batch, &mut width, &mut channels].into_iter().enumerate() {
            size.meet(instance, input[index], "input", index)?;
        }
    }
    if let Some(output) = shape(context, output) {
        batch.compare(instance, output[0], "values_out", 0)?;
        count.meet(instance, output[1], "values_out", 1)?;
        channels.compare(instance, output[2], "values_out", 2)?;
    }
    match is_static(count.0) && is_static(width.0) && count.0 < width.0 {
        true => instance.refuse(format!(
            "requires dimensions K >= W, got K={} and W={}",
            count.0, width.0
        )),
        false => Ok(()),
    }
}
