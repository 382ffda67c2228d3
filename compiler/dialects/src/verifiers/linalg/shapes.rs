//! `linalg.map`, `linalg.reduce`, `linalg.transpose`, `linalg.broadcast`, `linalg.softmax`: shapes of inputs and outputs.

use tvmlike_define::Instance;
use tvmlike_ir::{Block, Context, DYNAMIC, Failure, Type, Value};

use super::super::types::{element_or_self, shapes_agree};

/// The shape of a value; none if it has no rank.
fn shape(context: &Context, ty: Type) -> Vec<i64> {
    ty.shape(context).map(|shape| shape.to_vec()).unwrap_or_default()
}

fn body(instance: &Instance<'_>, region: &str) -> Option<Block> {
    instance.regions(region).next()?.first_block(instance.context)
}

/// Numbers with commas.
fn list(numbers: &[i64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
    numbers.join(", ")
}

pub(super) fn map(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some(block) = body(instance, "mapper") else {
        return Ok(());
    };
    let (operands, arguments) = (instance.op.num_operands(context), block.num_arguments(context));
    if operands != arguments {
        return instance.refuse(format!(
            "expects number of operands to match the arity of mapper, but got: {operands} and {arguments}"
        ));
    }
    for (argument, input) in block.arguments(context).zip(instance.operands("inputs")) {
        let (argument, element) = (argument.ty(context), element_or_self(context, input.ty(context)));
        if argument != element {
            let [argument, element] = [argument, element].map(|ty| instance.quote(ty));
            return instance.refuse(format!(
                "expected element type of input {element} to match bbArg type {argument}"
            ));
        }
    }
    let output = shape(context, instance.operand_type("init"));
    for input in instance.operands("inputs") {
        let input = shape(context, input.ty(context));
        if input != output {
            return instance.refuse(format!(
                "expected shape of input ({}) to match shape of output ({})",
                list(&input),
                list(&output)
            ));
        }
    }
    Ok(())
}

/// Checks that values have one shape.
fn verify_same(instance: &Instance<'_>, values: &[Value], what: &str) -> Result<(), Failure> {
    let context = instance.context;
    let shapes: Vec<_> = values
        .iter()
        .map(|value| shape(context, value.ty(context)))
        .collect();
    match shapes.iter().position(|shape| *shape != shapes[0]) {
        None => Ok(()),
        Some(index) => instance.refuse(format!(
            "expects all {what}s to have the same shapes. Shape at {what}-index {index} is not equal to the shape at \
             {what}-index 0."
        )),
    }
}

pub(super) fn reduce(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let [inputs, inits] = ["inputs", "inits"].map(|name| instance.operands(name).collect::<Vec<Value>>());
    let (Some(input), Some(init)) = (inputs.first(), inits.first()) else {
        return instance.refuse("expected at least one input");
    };
    verify_same(instance, &inputs, "input")?;
    verify_same(instance, &inits, "output")?;
    let [input, init] = [input, init].map(|value| shape(context, value.ty(context)));
    let dimensions = instance.integers("dimensions");
    if !dimensions.iter().all(|dim| (0..input.len() as i64).contains(dim)) {
        let last = input.len() as i64 - 1;
        return instance.refuse(format!(
            "dimensions for reduction should be in the range [0, {last}]."
        ));
    }
    let kept: Vec<i64> = (0..)
        .zip(&input)
        .filter(|(dim, _)| !dimensions.contains(dim))
        .map(|(_, size)| *size)
        .collect();
    if kept.len() != init.len() {
        return instance.refuse(format!(
            "number of dimensions after reduction {} doesn't match the init rank {}",
            kept.len(),
            init.len()
        ));
    }
    if kept != init {
        return instance.refuse(format!(
            "init dimensions [{}] doesn't match input dimensions after reduction [{}]",
            list(&init),
            list(&kept)
        ));
    }
    let Some(block) = body(instance, "combiner") else {
        return Ok(());
    };
    if block.num_arguments(context) != inputs.len() + inits.len() {
        return instance.refuse("mismatching number of operands and block arguments");
    }
    let arguments = block.arguments(context);
    for (index, (value, argument)) in inputs.iter().chain(&inits).zip(arguments).enumerate() {
        let (element, argument) = (element_or_self(context, value.ty(context)), argument.ty(context));
        if element != argument {
            let what = if index < inputs.len() { "input" } else { "output" };
            let [element, argument] = [element, argument].map(|ty| instance.quote(ty));
            return instance.refuse(format!(
                "{what} element type {element} does not match corresponding block argument type {argument}"
            ));
        }
    }
    Ok(())
}

pub(super) fn transpose(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let permutation = instance.integers("permutation");
    let mut sorted = permutation.clone();
    sorted.sort_unstable();
    if !sorted.iter().copied().eq(0..permutation.len() as i64) {
        return instance.refuse("permutation is not valid");
    }
    let [input, init] = ["input", "init"].map(|name| shape(context, instance.operand_type(name)));
    if input.len() != init.len() {
        return instance.refuse(format!(
            "input rank {} does not match init rank {}",
            input.len(),
            init.len()
        ));
    }
    if input.len() != permutation.len() {
        return instance.refuse(format!(
            "size of permutation {} does not match the argument rank {}",
            permutation.len(),
            input.len()
        ));
    }
    for (index, (from, init)) in permutation.iter().zip(&init).enumerate() {
        let input = input[*from as usize];
        if input != *init {
            return instance.refuse(format!(
                "dim(result, {index}) = {init} doesn't match dim(input, permutation[{index}]) = {input}"
            ));
        }
    }
    Ok(())
}

pub(super) fn broadcast(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let [input, init] = ["input", "init"].map(|name| shape(context, instance.operand_type(name)));
    let dimensions = instance.integers("dimensions");
    if input.len() + dimensions.len() != init.len() {
        return instance.refuse(format!(
            "input rank plus added dimensions does not match init rank. input rank: {}, dimensions size: {}, init \
             rank: {}",
            input.len(),
            dimensions.len(),
            init.len()
        ));
    }
    for (index, dim) in dimensions.iter().enumerate() {
        if !(0..init.len() as i64).contains(dim) {
            return instance.refuse(format!(
                "dimension {index} is out of range. expected range: [0, {}], got: {dim}",
                init.len() as i64 - 1
            ));
        }
    }
    let kept = (0..).zip(&init).filter(|(dim, _)| !dimensions.contains(dim));
    for (index, (input, (dim, init))) in input.iter().zip(kept).enumerate() {
        if input != init {
            return instance.refuse(format!(
                "input dim {index} should match init dim {dim}. input: {input}, init: {init}"
            ));
        }
    }
    Ok(())
}

pub(super) fn softmax(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let [input, output] = ["input", "output"].map(|name| instance.operand_type(name).shape(context));
    if let (Some(input), Some(output)) = (input, output)
        && !shapes_agree(input, output)
    {
        return instance.refuse("incompatible output shape");
    }
    let dimension = instance.integer("dimension").unwrap_or(DYNAMIC);
    let rank = input.map_or(0, |shape| shape.len());
    if !(0..rank as i64).contains(&dimension) {
        return instance.refuse("incorrect dimension specified");
    }
    Ok(())
}
