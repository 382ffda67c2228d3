//! `tensor`: making, casting and changing tensors.

mod gather;
mod pad;
mod reshape;
mod slice;

use tvmlike_define::{Hook, Instance};
use tvmlike_ir::{DYNAMIC, Failure, Type, TypeKind};

use super::types::{bit_width, is_compatible};
use super::{cast, destination, in_parallel};

pub(super) const CHECKS: super::Table = &[
    ("tensor.bitcast", Hook::Interface("CastOpInterface", bitcast)),
    ("tensor.cast", Hook::Interface("CastOpInterface", cast)),
    ("tensor.collapse_shape", Hook::Verify(reshape::collapse_shape)),
    ("tensor.concat", Hook::Verify(concat)),
    ("tensor.empty", Hook::Verify(empty)),
    ("tensor.expand_shape", Hook::Verify(reshape::expand_shape)),
    ("tensor.extract", Hook::Verify(extract)),
    (
        "tensor.extract_slice",
        Hook::Interface("OffsetSizeAndStrideOpInterface", slice::extract_lists),
    ),
    ("tensor.extract_slice", Hook::Verify(slice::extract)),
    ("tensor.from_elements", Hook::Interface("Unknown", from_elements)),
    ("tensor.gather", Hook::Verify(gather::gather)),
    ("tensor.generate", Hook::Verify(generate)),
    ("tensor.generate", Hook::VerifyRegions(generate_region)),
    (
        "tensor.insert",
        Hook::InterfaceRegions("DestinationStyleOpInterface", destination::dest),
    ),
    ("tensor.insert", Hook::Verify(insert)),
    (
        "tensor.insert_slice",
        Hook::InterfaceRegions("DestinationStyleOpInterface", destination::dest),
    ),
    (
        "tensor.insert_slice",
        Hook::Interface("OffsetSizeAndStrideOpInterface", slice::insert_lists),
    ),
    ("tensor.insert_slice", Hook::Verify(slice::insert)),
    ("tensor.pad", Hook::Verify(pad::pad)),
    ("tensor.pad", Hook::VerifyRegions(pad::pad_region)),
    (
        "tensor.parallel_insert_slice",
        Hook::Interface("OffsetSizeAndStrideOpInterface", slice::insert_lists),
    ),
    (
        "tensor.parallel_insert_slice",
        Hook::Verify(parallel_insert_slice),
    ),
    ("tensor.reshape", Hook::Verify(reshape::reshape)),
    ("tensor.scatter", Hook::Verify(gather::scatter)),
    ("tensor.splat", Hook::Verify(splat)),
];

fn bitcast(instance: &Instance<'_>) -> Result<(), Failure> {
    cast::verify(instance, |context, from, to| {
        let width = |ty: Type| {
            ty.element_type(context)
                .and_then(|element| bit_width(context, element))
        };
        width(from) == width(to) && is_compatible(context, from, to)
    })
}

fn cast(instance: &Instance<'_>) -> Result<(), Failure> {
    cast::verify(instance, |context, from, to| {
        from.element_type(context) == to.element_type(context) && is_compatible(context, from, to)
    })
}

/// Checks that there are as many operands for sizes as a type has sizes that are not known.
fn verify_dynamic_sizes(instance: &Instance<'_>, ty: Type, given: usize) -> Result<(), Failure> {
    let shape = ty.shape(instance.context);
    let expected = shape
        .into_iter()
        .flatten()
        .filter(|size| *size == DYNAMIC)
        .count();
    match given == expected {
        true => Ok(()),
        false => instance.refuse(format!(
            "incorrect number of dynamic sizes, has {given}, expected {expected}"
        )),
    }
}

fn empty(instance: &Instance<'_>) -> Result<(), Failure> {
    let given = instance.operands("dynamicSizes").len();
    verify_dynamic_sizes(instance, instance.result_type("result"), given)
}

fn splat(instance: &Instance<'_>) -> Result<(), Failure> {
    let given = instance.operands("dynamicSizes").len();
    verify_dynamic_sizes(instance, instance.result_type("aggregate"), given)
}

fn extract(instance: &Instance<'_>) -> Result<(), Failure> {
    let rank = instance.operand_type("tensor").rank(instance.context);
    match rank == Some(instance.operands("indices").len()) {
        true => Ok(()),
        false => instance.refuse("incorrect number of indices for extract_element"),
    }
}

fn insert(instance: &Instance<'_>) -> Result<(), Failure> {
    let rank = instance.operand_type("dest").rank(instance.context);
    match rank == Some(instance.operands("indices").len()) {
        true => Ok(()),
        false => instance.refuse("incorrect number of indices"),
    }
}

fn from_elements(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let result = instance.result_type("result");
    let elements = instance.operands("elements");
    let has_all = result.num_elements(context) == Some(elements.len() as i64);
    let element = result.element_type(context);
    match has_all && elements.clone().all(|value| Some(value.ty(context)) == element) {
        true => Ok(()),
        false => instance.refuse("failed to verify that operand types match result element type"),
    }
}

fn parallel_insert_slice(instance: &Instance<'_>) -> Result<(), Failure> {
    in_parallel::verify_parent(instance)?;
    slice::insert(instance)
}

fn generate(instance: &Instance<'_>) -> Result<(), Failure> {
    let given = instance.operands("dynamicExtents").len();
    verify_dynamic_sizes(instance, instance.result_type("result"), given)
}

fn generate_region(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let result = instance.result_type("result");
    let block = instance
        .op
        .region(context, 0)
        .and_then(|region| region.first_block(context));
    let Some(block) = block else {
        return Ok(());
    };
    if block
        .arguments(context)
        .any(|argument| !argument.ty(context).is_index(context))
    {
        return instance.refuse_plainly("all body arguments must be index");
    }
    if Some(block.num_arguments(context)) != result.rank(context) {
        return instance.refuse_plainly("must have one body argument per input dimension");
    }
    let yielded = block.last_op(context).and_then(|last| last.operand(context, 0));
    match yielded.map(|value| value.ty(context)) == result.element_type(context) {
        true => Ok(()),
        false => {
            instance.refuse("body must be terminated with a `yield` operation of the tensor element type")
        }
    }
}

fn concat(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let inputs: Vec<Type> = instance
        .operands("inputs")
        .map(|input| input.ty(context))
        .collect();
    if inputs.is_empty() {
        return instance.refuse("requires at least one input");
    }
    let result = instance.result_type("result");
    let TypeKind::RankedTensor {
        shape,
        element,
        encoding,
    } = result.kind(context)
    else {
        return Ok(());
    };
    if inputs
        .iter()
        .any(|input| input.rank(context) != Some(shape.len()))
    {
        return instance.refuse("rank of concatenated inputs must match result rank");
    }
    if inputs
        .iter()
        .any(|input| input.element_type(context) != Some(element))
    {
        return instance.refuse("inputs and result element type must match");
    }
    let dim = instance.integer("dim").unwrap_or_default();
    if dim >= shape.len() as i64 {
        return instance.refuse("concatenation dim must be less than the tensor rank");
    }
    let sizes = |at: usize| {
        inputs
            .iter()
            .filter_map(move |input| input.shape(context)?.get(at))
    };
    let mut inferred = Vec::with_capacity(shape.len());
    for at in 0..shape.len() {
        if at as i64 == dim {
            inferred.push(match sizes(at).any(|size| size == DYNAMIC) {
                true => DYNAMIC,
                // As in MLIR, it wraps.
                false => sizes(at).fold(0, i64::wrapping_add),
            });
            continue;
        }
        let mut known = sizes(at).filter(|size| *size != DYNAMIC);
        let first = known.next();
        if known.any(|size| Some(size) != first) {
            return instance.refuse(format!(
                "static concatenation size mismatch along non-concatenated dimension {at}"
            ));
        }
        inferred.push(first.unwrap_or(DYNAMIC));
    }
    let agrees =
        |(given, inferred): (i64, &i64)| given == DYNAMIC || *inferred == DYNAMIC || given == *inferred;
    if shape.iter().zip(&inferred).all(agrees) {
        return Ok(());
    }
    let inferred = context.ranked_tensor_type(&inferred, element, encoding);
    let inferred = inferred
        .map(|inferred| instance.quote(inferred))
        .unwrap_or_default();
    // MLIR has no space there.
    let result = instance.quote(result);
    instance.refuse(format!(
        "result type {result}does not match inferred shape {inferred} static sizes"
    ))
}
