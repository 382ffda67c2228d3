//! `memref.collapse_shape`, `memref.expand_shape`, `memref.reshape`: the same memory with another shape.

use tvmlike_define::Instance;
use tvmlike_ir::{Context, DYNAMIC, Failure, Type};

use crate::verifiers::reassociation;
use crate::verifiers::types::{MemRef, memref_parts, multiply};

pub(in crate::verifiers) fn collapse_shape(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let source = MemRef::of(context, instance.operand_type("src"));
    let (Some(source), Some(result)) = (source, MemRef::of(context, instance.result_type("result"))) else {
        return Ok(());
    };
    let (from, to) = (source.shape.len(), result.shape.len());
    if from < to {
        return instance.refuse(format!(
            "has source rank {from} and result rank {to}. This is not a collapse ({from} < {to})."
        ));
    }
    let groups = reassociation::groups(instance);
    reassociation::verify(instance, result.shape, source.shape, &groups, "memrefs")?;
    let Some(expected) = collapsed_type(context, source.ty, &result.shape.to_vec(), &groups) else {
        return instance.refuse("invalid source layout map or collapsing non-contiguous dims");
    };
    verify_type(instance, "collapsed", expected, result.ty)
}

/// The type with a shape of a memref whose dimensions of each group became one. `None`: those of a group are not adjacent in
/// memory.
pub(crate) fn collapsed_type(
    context: &Context,
    source: Type,
    shape: &[i64],
    groups: &[Vec<i64>],
) -> Option<Type> {
    let source = MemRef::of(context, source)?;
    match source.is_identity(context) {
        true => context
            .memref_type(shape, source.element, None, source.space)
            .ok(),
        false => {
            let (offset, strides) = collapsed_strides(context, &source, groups)?;
            with_strides(context, &source, shape, offset, &strides)
        }
    }
}

/// The type with a shape of a memref each of whose dimensions became those of a group. `None`: its layout is not strided.
pub(crate) fn expanded_type(
    context: &Context,
    source: Type,
    shape: &[i64],
    groups: &[Vec<i64>],
) -> Option<Type> {
    let source = MemRef::of(context, source)?;
    if source.is_identity(context) {
        return context
            .memref_type(shape, source.element, None, source.space)
            .ok();
    }
    let (strides, offset) = source.ty.strides_and_offset(context)?;
    let mut expanded = vec![1; shape.len()];
    for (group, stride) in groups.iter().zip(strides) {
        let mut running = stride;
        for each in group.iter().rev().filter_map(|each| usize::try_from(*each).ok()) {
            *expanded.get_mut(each)? = running;
            running = multiply(running, shape[each]);
        }
    }
    with_strides(context, &source, shape, offset, &expanded)
}

fn with_strides(
    context: &Context,
    memref: &MemRef<'_>,
    shape: &[i64],
    offset: i64,
    strides: &[i64],
) -> Option<Type> {
    let layout = context.strided_layout_attribute(offset, strides);
    let ty = context.memref_type(shape, memref.element, Some(layout), memref.space);
    ty.ok()
}

fn verify_type(instance: &Instance<'_>, what: &str, expected: Type, given: Type) -> Result<(), Failure> {
    if expected == given {
        return Ok(());
    }
    let (expected, given) = (instance.quote(expected), instance.quote(given));
    instance.refuse(format!("expected {what} type to be {expected} but found {given}"))
}

/// The offset and the strides after the dimensions of each group became one; `None` if those of a group are not adjacent in
/// memory.
fn collapsed_strides(context: &Context, source: &MemRef<'_>, groups: &[Vec<i64>]) -> Option<(i64, Vec<i64>)> {
    let (strides, offset) = source.ty.strides_and_offset(context)?;
    let shape = source.shape.to_vec();
    let mut collapsed = Vec::with_capacity(groups.len());
    for group in groups {
        let group: Vec<usize> = group
            .iter()
            .filter_map(|each| usize::try_from(*each).ok())
            .collect();
        // Sizes of 1 have no stride that matters.
        let last = group.iter().rposition(|each| shape[*each] != 1).unwrap_or(0);
        // If the size is not known, it can be 1, too, and then the stride is another one.
        let stride = match group.get(last) {
            Some(each) if shape[*each] != DYNAMIC || last == 0 => strides[*each],
            Some(_) => DYNAMIC,
            None => return None,
        };
        collapsed.push(stride);
        let mut running = stride;
        for pair in group.windows(2).rev() {
            running = multiply(running, shape[pair[1]]);
            let (size, given) = (shape[pair[0]], strides[pair[0]]);
            if size != 1 && running != DYNAMIC && given != DYNAMIC && running != given {
                return None;
            }
        }
    }
    Some((offset, collapsed))
}

pub(in crate::verifiers) fn expand_shape(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let source = MemRef::of(context, instance.operand_type("src"));
    let (Some(source), Some(result)) = (source, MemRef::of(context, instance.result_type("result"))) else {
        return Ok(());
    };
    let (from, to) = (source.shape.len(), result.shape.len());
    if from > to {
        return instance.refuse(format!(
            "has source rank {from} and result rank {to}. This is not an expansion ({from} > {to})."
        ));
    }
    let groups = reassociation::groups(instance);
    reassociation::verify(instance, source.shape, result.shape, &groups, "memrefs")?;
    let shape = result.shape.to_vec();
    let Some(expected) = expanded_type(context, source.ty, &shape, &groups) else {
        return instance.refuse("invalid source layout map");
    };
    verify_type(instance, "expanded", expected, result.ty)?;
    verify_output_shape(instance, &shape)
}

/// Checks the sizes that the operation is given for its result.
fn verify_output_shape(instance: &Instance<'_>, shape: &[i64]) -> Result<(), Failure> {
    let given = instance.integers("static_output_shape");
    if given.len() != shape.len() {
        return instance.refuse(format!(
            "expected number of static shape bounds to be equal to the output rank ({}) but found {} inputs instead",
            shape.len(),
            given.len()
        ));
    }
    reassociation::verify_dynamic_sizes(instance, &given)?;
    let wrong = given
        .iter()
        .zip(shape)
        .position(|(given, size)| *size != DYNAMIC && given != size);
    match wrong {
        Some(position) => instance.refuse(format!("invalid output shape provided at pos {position}")),
        None => Ok(()),
    }
}

pub(in crate::verifiers) fn reshape(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let (source, result) = (instance.operand_type("source"), instance.result_type("result"));
    let element = |ty: Type| memref_parts(context, ty).map(|(element, _)| element);
    if element(source) != element(result) {
        return instance.refuse("element types of source and destination memref types should be the same");
    }
    if MemRef::of(context, source).is_some_and(|source| !source.is_identity(context)) {
        return instance.refuse("source memref type should have identity affine map");
    }
    let Some(result) = MemRef::of(context, result) else {
        return Ok(());
    };
    if !result.is_identity(context) {
        return instance.refuse("result memref type should have identity affine map");
    }
    let length = instance
        .operand_type("shape")
        .shape(context)
        .and_then(|shape| shape.get(0));
    match length {
        Some(DYNAMIC) => instance.refuse(
            "cannot use shape operand with dynamic length to reshape to statically-ranked memref type",
        ),
        Some(length) if length != result.shape.len() as i64 => {
            instance.refuse("length of shape operand differs from the result's memref rank")
        }
        _ => Ok(()),
    }
}
