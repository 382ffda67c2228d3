//! `tensor.pad`.

use tvmlike_define::Instance;
use tvmlike_ir::{DYNAMIC, Failure, TypeKind};

pub(in crate::verifiers) fn pad(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let (source, result) = (instance.operand_type("source"), instance.result_type("result"));
    let TypeKind::RankedTensor { shape, element, .. } = source.kind(context) else {
        return Ok(());
    };
    let (low, high) = (instance.integers("static_low"), instance.integers("static_high"));
    if low.len() != shape.len() || high.len() != shape.len() {
        let (source, result) = (instance.quote(source), instance.quote(result));
        return instance.refuse_plainly(format!(
            "failed to infer expectedType from sourceType {source}, specified resultType is {result}"
        ));
    }
    let size = |((size, low), high): ((i64, &i64), &i64)| match [size, *low, *high].contains(&DYNAMIC) {
        true => DYNAMIC,
        false => size.wrapping_add(*low).wrapping_add(*high),
    };
    let expected: Vec<i64> = shape.iter().zip(&low).zip(&high).map(size).collect();
    let given = result
        .shape(context)
        .map(|shape| shape.to_vec())
        .unwrap_or_default();
    let fits = |(expected, given): (&i64, &i64)| expected == given || *expected == DYNAMIC;
    if given.len() == expected.len() && expected.iter().zip(&given).all(fits) {
        return Ok(());
    }
    let expected = context.ranked_tensor_type(&expected, element, None);
    let expected = expected
        .map(|expected| instance.quote(expected))
        .unwrap_or_default();
    let result = instance.quote(result);
    instance.refuse_plainly(format!(
        "specified type {result} does not match the inferred type {expected}"
    ))
}

pub(in crate::verifiers) fn pad_region(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let result = instance.result_type("result");
    let block = instance
        .op
        .region(context, 0)
        .and_then(|region| region.first_block(context));
    let Some(block) = block else {
        return Ok(());
    };
    let rank = result.rank(context).unwrap_or_default();
    if block.num_arguments(context) != rank {
        return instance.refuse_plainly(format!("expected the block to have {rank} arguments"));
    }
    for (index, argument) in block.arguments(context).enumerate() {
        if !argument.ty(context).is_index(context) {
            let message = format!("expected block argument {} to be an index", index + 1);
            return instance.refuse(message);
        }
    }
    let yielded = block.last_op(context).and_then(|last| last.operand(context, 0));
    match yielded.map(|value| value.ty(context)) == result.element_type(context) {
        true => Ok(()),
        false => instance.refuse("expected yield type to match shape element type"),
    }
}
