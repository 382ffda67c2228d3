//! Loads and stores of vectors.

use tvmlike_define::Instance;
use tvmlike_ir::{Failure, Type};

use super::Vector;
use crate::verifiers::memref::canonical_layout;
use crate::verifiers::types::{MemRef, element_or_self};

/// Checks the element type of memory, and the number of indices. `what` names the vector.
fn verify_access(instance: &Instance<'_>, vector: &Vector, what: &str, indices: &str) -> Result<(), Failure> {
    let context = instance.context;
    let base = instance.operand_type("base");
    if base.element_type(context) != Some(vector.element) {
        return instance.refuse(format!("base and {what} element type should match"));
    }
    verify_indices(instance, base, indices)
}

fn verify_indices(instance: &Instance<'_>, base: Type, indices: &str) -> Result<(), Failure> {
    let rank = base.rank(instance.context).unwrap_or_default();
    match instance.operands(indices).len() == rank {
        true => Ok(()),
        false => instance.refuse(format!("requires {rank} indices")),
    }
}

/// The sizes of an operand.
fn sizes(instance: &Instance<'_>, name: &str) -> Vec<i64> {
    let shape = instance.operand_type(name).shape(instance.context);
    shape.map(|shape| shape.to_vec()).unwrap_or_default()
}

fn verify_passed(instance: &Instance<'_>, result: &Vector) -> Result<(), Failure> {
    match instance.operand_type("pass_thru") == result.ty {
        true => Ok(()),
        false => instance.refuse("expected pass_thru of same type as result type"),
    }
}

fn result(instance: &Instance<'_>) -> Option<Vector> {
    Vector::of(instance.context, instance.result_type("result"))
}

fn stored(instance: &Instance<'_>) -> Option<Vector> {
    Vector::of(instance.context, instance.operand_type("valueToStore"))
}

pub(in crate::verifiers) fn compressstore(instance: &Instance<'_>) -> Result<(), Failure> {
    let Some(stored) = stored(instance) else {
        return Ok(());
    };
    verify_access(instance, &stored, "valueToStore", "indices")?;
    match sizes(instance, "mask").first() == stored.sizes.first() {
        true => Ok(()),
        false => instance.refuse("expected valueToStore dim to match mask dim"),
    }
}

pub(in crate::verifiers) fn expandload(instance: &Instance<'_>) -> Result<(), Failure> {
    let Some(result) = result(instance) else {
        return Ok(());
    };
    verify_access(instance, &result, "result", "indices")?;
    if sizes(instance, "mask").first() != result.sizes.first() {
        return instance.refuse("expected result dim to match mask dim");
    }
    verify_passed(instance, &result)
}

pub(in crate::verifiers) fn maskedload(instance: &Instance<'_>) -> Result<(), Failure> {
    let Some(result) = result(instance) else {
        return Ok(());
    };
    verify_access(instance, &result, "result", "indices")?;
    if sizes(instance, "mask") != result.sizes {
        return instance.refuse("expected result shape to match mask shape");
    }
    verify_passed(instance, &result)
}

pub(in crate::verifiers) fn maskedstore(instance: &Instance<'_>) -> Result<(), Failure> {
    let Some(stored) = stored(instance) else {
        return Ok(());
    };
    verify_access(instance, &stored, "valueToStore", "indices")?;
    match sizes(instance, "mask") == stored.sizes {
        true => Ok(()),
        false => instance.refuse("expected valueToStore shape to match mask shape"),
    }
}

pub(in crate::verifiers) fn gather(instance: &Instance<'_>) -> Result<(), Failure> {
    let Some(result) = result(instance) else {
        return Ok(());
    };
    verify_access(instance, &result, "result", "offsets")?;
    if sizes(instance, "indices") != result.sizes {
        return instance.refuse("expected result dim to match indices dim");
    }
    if sizes(instance, "mask") != result.sizes {
        return instance.refuse("expected result dim to match mask dim");
    }
    verify_passed(instance, &result)
}

pub(in crate::verifiers) fn scatter(instance: &Instance<'_>) -> Result<(), Failure> {
    let Some(stored) = stored(instance) else {
        return Ok(());
    };
    verify_access(instance, &stored, "valueToStore", "offsets")?;
    if sizes(instance, "indices") != stored.sizes {
        return instance.refuse("expected valueToStore dim to match indices dim");
    }
    match sizes(instance, "mask") == stored.sizes {
        true => Ok(()),
        false => instance.refuse("expected valueToStore dim to match mask dim"),
    }
}

/// The words of a load or a store in messages.
struct Words {
    lower_rank: &'static str,
    vector: &'static str,
    element: &'static str,
}

/// Checks a load or a store of a vector without a mask.
fn verify_whole(instance: &Instance<'_>, vector: &Vector, words: &Words) -> Result<(), Failure> {
    let context = instance.context;
    let base = instance.operand_type("base");
    let Some(memref) = MemRef::of(context, base) else {
        return Ok(());
    };
    let is_single = vector.num_elements() == 1 && !vector.scalable.contains(&true);
    let strides = base.strides_and_offset(context);
    let has_unit_stride =
        strides.is_some_and(|(strides, _)| strides.last().is_none_or(|stride| *stride == 1));
    if !is_single && !has_unit_stride {
        return instance.refuse("most minor memref dim must have unit stride");
    }
    if memref.shape.len() < vector.rank() {
        return instance.refuse(words.lower_rank);
    }
    match Vector::of(context, memref.element) {
        Some(_) if memref.element != vector.ty => return instance.refuse(words.vector),
        None if memref.element != vector.element => return instance.refuse(words.element),
        _ => {}
    }
    verify_indices(instance, base, "indices")
}

pub(in crate::verifiers) fn load(instance: &Instance<'_>) -> Result<(), Failure> {
    let Some(result) = result(instance) else {
        return Ok(());
    };
    let words = Words {
        lower_rank: "destination memref has lower rank than the result vector",
        vector: "base memref and result vector types should match",
        element: "base and result element types should match",
    };
    verify_whole(instance, &result, &words)
}

pub(in crate::verifiers) fn store(instance: &Instance<'_>) -> Result<(), Failure> {
    let Some(stored) = stored(instance) else {
        return Ok(());
    };
    let words = Words {
        lower_rank: "source memref has lower rank than the vector to store",
        vector: "base memref and valueToStore vector types should match",
        element: "base and valueToStore element type should match",
    };
    verify_whole(instance, &stored, &words)
}

pub(in crate::verifiers) fn type_cast(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let source = MemRef::of(context, instance.operand_type("memref"));
    let (Some(source), Some(result)) = (source, MemRef::of(context, instance.result_type("result"))) else {
        return Ok(());
    };
    let canonical = canonical_layout(context, &source);
    let canonical = canonical.and_then(|canonical| MemRef::of(context, canonical));
    if !canonical.is_some_and(|canonical| canonical.is_identity(context)) {
        return instance.refuse("expects operand to be a memref with identity layout");
    }
    if !result.is_identity(context) {
        return instance.refuse("expects result to be a memref with identity layout");
    }
    if source.space != result.space {
        return instance.refuse("expects result in same memory space");
    }
    if element_or_self(context, source.element) != element_or_self(context, result.element) {
        let result = instance.quote(result.ty);
        return instance.refuse(format!(
            "expects result and operand with same underlying scalar type: {result}"
        ));
    }
    let sizes = |memref: &MemRef<'_>| -> Vec<i64> {
        let inner = memref.element.shape(context).map(|shape| shape.to_vec());
        memref.shape.iter().chain(inner.unwrap_or_default()).collect()
    };
    if sizes(&source) == sizes(&result) {
        return Ok(());
    }
    let result = instance.quote(result.ty);
    instance.refuse(format!(
        "expects concatenated result and operand shapes to be equal: {result}"
    ))
}
