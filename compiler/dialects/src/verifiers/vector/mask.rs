//! The check of `vector.mask`: one operation that can be masked, and a mask of its type.

use tvmlike_define::Instance;
use tvmlike_ir::{AttributeKind, Context, Failure, Op, Type, Value};

use super::Vector;
use super::contract::{dims, maps};
use crate::transfer::mask_type;
use crate::verifiers::types::{has_trait, is_vector};

/// The type of the mask that an operation needs, if it can be computed.
fn expected_mask(context: &Context, op: Op) -> Option<Type> {
    let operand = |index| op.operand(context, index).map(|value: Value| value.ty(context));
    let result = || op.result(context, 0).map(|value| value.ty(context));
    let (sizes, flags) = match op.name(context).bytes(context) {
        b"vector.contract" => contracted(context, op)?,
        name @ (b"vector.transfer_read" | b"vector.transfer_write") => {
            let map = op.property(context, context.identifier("permutation_map"))?;
            let AttributeKind::AffineMap(map) = map.kind(context) else {
                return None;
            };
            let vector = if name == b"vector.transfer_read" {
                result()
            } else {
                operand(0)
            };
            return mask_type(context, vector?, map);
        }
        name => {
            let ty = match name {
                b"vector.outerproduct" => result(),
                b"vector.gather" => index_vector(context, op),
                _ => operand(0),
            };
            let vector = Vector::of(context, ty?)?;
            (vector.sizes, vector.scalable)
        }
    };
    context.vector_type(&sizes, context.i1(), &flags).ok()
}

/// The vector of indices of a gather, which the base and the offsets precede.
fn index_vector(context: &Context, op: Op) -> Option<Type> {
    let types = op.operands(context).skip(1).map(|value| value.ty(context));
    types.into_iter().find(|ty| is_vector(context, *ty))
}

/// The sizes of the loops of a contraction, and which of them are scalable.
fn contracted(context: &Context, op: Op) -> Option<(Vec<i64>, Vec<bool>)> {
    let maps = maps(context, op).filter(|maps| maps.len() == 3)?;
    let mut loops = vec![None; maps[0].num_dims(context) as usize];
    for (map, operand) in maps.iter().zip(op.operands(context)).take(2) {
        let vector = Vector::of(context, operand.ty(context))?;
        for (at, dim) in dims(context, *map).into_iter().enumerate() {
            *loops.get_mut(dim as usize)? = Some((*vector.sizes.get(at)?, vector.scalable[at]));
        }
    }
    let loops: Option<Vec<(i64, bool)>> = loops.into_iter().collect();
    Some(loops?.into_iter().unzip())
}

pub(in crate::verifiers) fn mask(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let mut regions = instance.regions("maskRegion");
    let block = regions.next().and_then(|region| region.first_block(context));
    let operations: Vec<Op> = block
        .into_iter()
        .flat_map(|block| block.operations(context).take(3))
        .collect();
    if operations.len() > 2 {
        return instance.refuse("expects only one operation to mask");
    }
    let is_end = |op: &&Op| op.is_named(context, "vector.yield");
    let Some(end) = operations.last().filter(is_end) else {
        return instance.refuse("expects a terminator within the mask region");
    };
    let results: Vec<Type> = op.results(context).map(|result| result.ty(context)).collect();
    if end.num_operands(context) != results.len() {
        return instance.refuse("expects number of results to match mask region yielded values");
    }
    let [masked, _] = operations.as_slice() else {
        return Ok(());
    };
    if !has_trait(context, *masked, "MaskableOpInterface") {
        return instance.refuse("expects a MaskableOpInterface within the mask region");
    }
    let values: Vec<Value> = masked.results(context).collect();
    if values.len() != results.len() {
        return instance.refuse("expects number of results to match maskable operation number of results");
    }
    if !end.operands(context).eq(values.iter().copied()) {
        return instance.refuse(
            "expects all the results from the MaskableOpInterface to match all the values returned by the terminator",
        );
    }
    let types: Vec<Type> = values.iter().map(|value| value.ty(context)).collect();
    if types != results {
        return instance.refuse("expects result type to match maskable operation result type");
    }
    verify_mask(instance, *masked, &types)
}

/// Checks the types of the mask and of what is passed through.
fn verify_mask(instance: &Instance<'_>, masked: Op, types: &[Type]) -> Result<(), Failure> {
    let context = instance.context;
    let expected = expected_mask(context, masked);
    if expected != Some(instance.operand_type("mask")) {
        let expected = expected.map_or_else(|| "known".to_owned(), |ty| instance.quote(ty));
        return instance.refuse(format!("expects a {expected} mask for the maskable operation"));
    }
    let Some(passed) = instance.optional_operand("passthru") else {
        return Ok(());
    };
    if !masked.is_named(context, "vector.transfer_read") {
        return instance.refuse("doesn't expect a passthru argument for this maskable operation");
    }
    match types {
        [ty] if *ty == passed.ty(context) => Ok(()),
        [_] => instance.refuse("expects passthru type to match result type"),
        _ => instance.refuse("expects result when passthru argument is provided"),
    }
}
