//! The check of `vector.contract`: which dimensions of the operands are combined, and which the result has.

use tvmlike_define::Instance;
use tvmlike_ir::{
    AffineExprKind, AffineMap, AttributeKind, Context, Failure, Op, Signedness, Type, TypeKind,
};

use super::Vector;
use super::reduce::{is_supported, kind};
use crate::verifiers::linalg::verify_shapes;

/// The maps of the operands.
pub(super) fn maps(context: &Context, op: Op) -> Option<Vec<AffineMap>> {
    let maps = op.property(context, context.identifier("indexing_maps"))?;
    let AttributeKind::Array(maps) = maps.kind(context) else {
        return None;
    };
    let map = |map: tvmlike_ir::Attribute| match map.kind(context) {
        AttributeKind::AffineMap(map) => Some(map),
        _ => None,
    };
    maps.iter().map(map).collect()
}

/// The dimension of the loops that each dimension of an operand is.
pub(super) fn dims(context: &Context, map: AffineMap) -> Vec<u32> {
    let dim = |kind| match kind {
        AffineExprKind::Dim(dim) => Some(dim),
        _ => None,
    };
    let results = map.results(context).iter();
    results.filter_map(|result| dim(result.kind(context))).collect()
}

/// The dimensions of both operands that are the same loop of a kind.
fn pairs(instance: &Instance<'_>, [lhs, rhs]: [&[u32]; 2], wanted: &str) -> Vec<(usize, usize)> {
    let position = |dims: &[u32], dim: usize| dims.iter().position(|each| *each as usize == dim);
    let loops = instance.elements("iterator_types").into_iter().enumerate();
    let is_wanted = |kind| tvmlike_text::quote_attribute(instance.context, kind).contains(wanted);
    loops
        .filter(|(_, kind)| is_wanted(*kind))
        .filter_map(|(dim, _)| Some((position(lhs, dim)?, position(rhs, dim)?)))
        .collect()
}

fn verify_maps(instance: &Instance<'_>, maps: &[AffineMap], loops: usize) -> Result<(), Failure> {
    let context = instance.context;
    for (index, (map, operand)) in maps.iter().zip(instance.op.operands(context)).enumerate() {
        let wrong = |what: String| instance.refuse(format!("expected indexing map {index} to {what}"));
        if map.num_symbols(context) != 0 {
            return wrong("have no symbols".to_owned());
        }
        let rank = Vector::of(context, operand.ty(context)).map_or(0, |vector| vector.rank());
        if map.num_dims(context) as usize != loops {
            return wrong(format!("have {loops} number of inputs"));
        }
        if map.results(context).len() != rank {
            return wrong(format!("have {rank} number of outputs"));
        }
        if !map.is_projected_permutation(context, false) {
            return wrong("be a projected permutation of its inputs".to_owned());
        }
    }
    Ok(())
}

pub(in crate::verifiers) fn contract(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let operands = super::both(
        context,
        instance.operand_type("lhs"),
        instance.operand_type("rhs"),
    );
    let (Some((lhs, rhs)), Some(result)) = (operands, op.result(context, 0)) else {
        return Ok(());
    };
    let (sum, result) = (instance.operand_type("acc"), result.ty(context));
    if let TypeKind::Integer { signedness, .. } = lhs.element.kind(context)
        && signedness != Signedness::Signless
    {
        return instance.refuse("only supports signless integer types");
    }
    let maps = maps(context, op).filter(|maps| maps.len() == 3);
    let Some(maps) = maps else {
        return instance.refuse("expected an indexing map for each vector operand");
    };
    verify_maps(instance, &maps, instance.elements("iterator_types").len())?;
    let [lhs_dims, rhs_dims] = [dims(context, maps[0]), dims(context, maps[1])];
    let contracted = pairs(instance, [&lhs_dims, &rhs_dims], "reduction");
    let batches = pairs(instance, [&lhs_dims, &rhs_dims], "parallel");
    if contracted.is_empty() {
        return instance.refuse("expected at least one contracting dimension pair");
    }
    for (pairs, what) in [(&contracted, "contracting"), (&batches, "batch")] {
        if pairs
            .iter()
            .any(|(one, other)| lhs.sizes[*one] != rhs.sizes[*other])
        {
            return instance.refuse(format!("invalid {what} dimension map"));
        }
    }
    let is_free = |at: &usize| {
        !contracted.iter().any(|(_, other)| other == at) && !batches.iter().any(|(_, other)| other == at)
    };
    let kept = (0..lhs.rank()).any(|at| !contracted.iter().any(|(one, _)| *one == at));
    let has_dims = kept || (0..rhs.rank()).any(|at| is_free(&at));
    verify_result(
        instance,
        [&lhs, &rhs],
        [&lhs_dims, &rhs_dims, &dims(context, maps[2])],
        [sum, result],
        has_dims,
    )?;
    let element = Vector::of(context, result).map_or(result, |vector| vector.element);
    if !is_supported(context, &kind(instance), element) {
        return instance.refuse("unsupported contraction type");
    }
    let shapes: Vec<Vec<i64>> = op
        .operands(context)
        .map(|value| Vector::of(context, value.ty(context)).map_or(Vec::new(), |vector| vector.sizes))
        .collect();
    verify_shapes(instance, &maps, &shapes)
}

/// Checks the types of the accumulator and the result.
fn verify_result(
    instance: &Instance<'_>,
    operands: [&Vector; 2],
    dims: [&[u32]; 3],
    [sum, result]: [Type; 2],
    has_dims: bool,
) -> Result<(), Failure> {
    const WRONG: &str = "invalid accumulator/result vector shape";
    let context = instance.context;
    let vectors = [sum, result].map(|ty| Vector::of(context, ty));
    if !has_dims {
        return match vectors {
            [None, None] => Ok(()),
            _ => instance.refuse(WRONG),
        };
    }
    let [Some(_), Some(given)] = &vectors else {
        return instance.refuse(WRONG);
    };
    let mut extents = vec![None; instance.elements("iterator_types").len()];
    for (vector, dims) in operands.iter().zip(dims) {
        for (size, dim) in vector.sizes.iter().zip(dims) {
            extents[*dim as usize].get_or_insert(*size);
        }
    }
    let extents: Option<Vec<i64>> = extents.into_iter().collect();
    let Some(extents) = extents else {
        return instance.refuse("expected all dimensions to be either a LHS or a RHS dimension");
    };
    let sizes: Vec<i64> = dims[2].iter().map(|dim| extents[*dim as usize]).collect();
    let flags: &[bool] = match given.scalable.len() == sizes.len() {
        true => &given.scalable,
        false => &[],
    };
    let expected = context.vector_type(&sizes, given.element, flags).ok();
    if expected == Some(sum) && expected == Some(result) {
        return Ok(());
    }
    let expected = expected.map_or_else(String::new, |expected| instance.quote(expected));
    instance.refuse(format!("{WRONG}, expected: {expected}"))
}
