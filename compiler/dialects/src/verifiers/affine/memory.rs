//! The checks of accesses to memory.

use tvmlike_define::Instance;
use tvmlike_ir::{Failure, Type};

use super::super::types::MemRef;
use super::{map_of, values, verify_inputs};

/// The memref and its rank.
fn memref<'a>(instance: &Instance<'a>) -> Option<MemRef<'a>> {
    MemRef::of(instance.context, instance.operand_type("memref"))
}

/// Checks that the map gives an index for each dimension of the memref.
fn verify_subscripts(instance: &Instance<'_>, rank: usize) -> Result<(), Failure> {
    let context = instance.context;
    let Some(map) = map_of(instance, "map") else {
        return Ok(());
    };
    let indices = instance.operands("indices");
    if map.results(context).len() != rank {
        return instance.refuse("affine map num results must equal memref rank");
    }
    if map.num_inputs(context) != indices.len() {
        return instance.refuse("expects as many subscripts as affine map inputs");
    }
    let scope = values::scope(context, instance.op);
    verify_inputs(instance, scope, indices, map.num_dims(context))
}

/// Checks an access to one element.
fn verify_element(instance: &Instance<'_>, ty: Type, message: &str) -> Result<(), Failure> {
    let Some(memref) = memref(instance) else {
        return Ok(());
    };
    if ty != memref.element {
        return instance.refuse(message);
    }
    verify_subscripts(instance, memref.shape.len())
}

/// Checks an access to a vector.
fn verify_vector(instance: &Instance<'_>, ty: Type) -> Result<(), Failure> {
    let Some(memref) = memref(instance) else {
        return Ok(());
    };
    verify_subscripts(instance, memref.shape.len())?;
    match ty.element_type(instance.context) == Some(memref.element) {
        true => Ok(()),
        false => instance.refuse("requires memref and vector types of the same elemental type"),
    }
}

pub(super) fn load(instance: &Instance<'_>) -> Result<(), Failure> {
    let ty = instance.result_type("result");
    verify_element(instance, ty, "result type must match element type of memref")
}

pub(super) fn store(instance: &Instance<'_>) -> Result<(), Failure> {
    let ty = instance.operand_type("value");
    verify_element(
        instance,
        ty,
        "value to store must have the same type as memref element type",
    )
}

pub(super) fn vector_load(instance: &Instance<'_>) -> Result<(), Failure> {
    verify_vector(instance, instance.result_type("result"))
}

pub(super) fn vector_store(instance: &Instance<'_>) -> Result<(), Failure> {
    verify_vector(instance, instance.operand_type("value"))
}

pub(super) fn prefetch(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let (Some(memref), Some(map)) = (memref(instance), map_of(instance, "map")) else {
        return Ok(());
    };
    let mut indices = instance.operands("indices");
    if map.results(context).len() != memref.shape.len() {
        return instance.refuse("affine.prefetch affine map num results must equal memref rank");
    }
    if map.num_inputs(context) != indices.len() {
        return instance.refuse("too few operands");
    }
    let scope = values::scope(context, instance.op);
    match indices.all(|index| values::is_valid_dim(context, index, scope)) {
        true => Ok(()),
        false => instance.refuse("index must be a valid dimension or symbol identifier"),
    }
}
