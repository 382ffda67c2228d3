//! The maps of `linalg.matmul` and its batch variants, which can transpose and broadcast the inputs.

use tvmlike_define::Instance;
use tvmlike_ir::{AffineMap, Context, Failure};

use crate::structured;

/// The maps of an operation and the usual ones, if they differ.
fn unusual(instance: &Instance<'_>) -> Option<(Vec<AffineMap>, Vec<AffineMap>)> {
    let context = instance.context;
    let name = instance.op.name(context).text(context);
    let usual = structured::default_maps(context, structured::find(name.strip_prefix("linalg.")?)?)?;
    let given = structured::indexing_maps(context, instance.op)?;
    (given != usual).then_some((given, usual))
}

/// Whether a map has no result that another lacks.
fn is_subset(context: &Context, map: AffineMap, of: AffineMap) -> bool {
    let all = of.results(context);
    map.results(context)
        .iter()
        .all(|result| all.iter().any(|other| other == result))
}

/// Whether a result of a map depends on a loop.
fn uses(context: &Context, map: AffineMap, result: usize, dim: u32) -> bool {
    let result = map.results(context).get(result);
    result.is_some_and(|result| result.uses_dim(context, dim))
}

pub(super) fn matmul(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some((given, usual)) = unusual(instance) else {
        return Ok(());
    };
    for (map, usual) in given.iter().zip(&usual).take(2) {
        if !is_subset(context, *map, *usual) {
            return instance.refuse("Unexpected dim expression in map result.");
        }
        if map.results(context).len() < 2 && !uses(context, *map, 0, map.num_dims(context).saturating_sub(1))
        {
            return instance.refuse("Invalid broadcast requested, should be (d2).");
        }
    }
    Ok(())
}

pub(super) fn batch(instance: &Instance<'_>) -> Result<(), Failure> {
    verify_batch(instance, &[0, 1, 2])
}

pub(super) fn batch_reduce(instance: &Instance<'_>) -> Result<(), Failure> {
    verify_batch(instance, &[1, 2])
}

/// Checks the maps of a variant, whose output has these loops.
fn verify_batch(instance: &Instance<'_>, output: &[u32]) -> Result<(), Failure> {
    let context = instance.context;
    let Some((given, usual)) = unusual(instance) else {
        return Ok(());
    };
    let [left, right, sum] = given[..] else {
        return instance.refuse("Indexing_map attribute must have 3 affine maps.");
    };
    for (is_left, map, usual) in [(true, left, usual[0]), (false, right, usual[1])] {
        if !is_subset(context, map, usual) {
            let message = "Unexpected result dim expression (outside the set of default result dims).";
            return instance.refuse(message);
        }
        let results = map.results(context).len();
        if results > 3 {
            return instance.refuse("no. of result dim expressions exceeds 3.");
        }
        if results == 3 {
            if !uses(context, map, 0, 0) {
                return instance.refuse("Invalid batch dimension expression.");
            }
        } else if !is_broadcast(context, map, is_left) {
            return instance.refuse("Invalid broadcast requested.");
        }
    }
    let results = sum.results(context).len();
    if results != output.len() {
        return instance.refuse(format!("expects {} dims, but got ({results}).", output.len()));
    }
    if !output
        .iter()
        .enumerate()
        .all(|(index, dim)| uses(context, sum, index, *dim))
    {
        return instance.refuse("Invalid output map result dimension.");
    }
    Ok(())
}

/// Whether the map of an input lacks loops in a way that is allowed: of batch, rows, columns and what is summed up.
fn is_broadcast(context: &Context, map: AffineMap, is_left: bool) -> bool {
    let [batch, row, column, summed] = [0, 1, 2, 3];
    let uses = |result, dim| uses(context, map, result, dim);
    match (map.results(context).len(), is_left) {
        (1, _) => uses(0, summed),
        (2, true) => (uses(0, batch) || uses(0, row)) && uses(1, summed),
        (2, false) => uses(0, batch) && uses(1, summed) || uses(0, summed) && uses(1, column),
        _ => false,
    }
}
