//! The check of `linalg.contract`, and that of the interface `ContractionOpInterface`.

use tvmlike_define::Instance;
use tvmlike_ir::{AffineExprKind, Block, Context, Failure, Value};

use super::super::types::has_trait;
use crate::structured::{self, Loop};

/// Products and the sums that fit them.
const PAIRS: &[(&str, &str)] = &[
    ("arith.mulf", "arith.addf"),
    ("arith.muli", "arith.addi"),
    ("complex.mul", "complex.add"),
    ("arith.andi", "arith.ori"),
];

pub(super) fn verify(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    if structured::inputs(context, op) != Some(2) || op.num_operands(context) != 3 {
        return instance.refuse_plainly("expected op with 2 inputs and 1 output");
    }
    let maps = structured::indexing_maps(context, op);
    let (Some(maps), Some(loops)) = (maps, structured::loops(context, op)) else {
        return Ok(());
    };
    if !loops.contains(&Loop::Reduction) {
        return instance.refuse_plainly("expected at least 1 reduction");
    }
    if !maps
        .iter()
        .all(|map| map.is_projected_permutation(context, false))
    {
        return instance.refuse_plainly("expected indexing maps to be projected permutations");
    }
    let block = op
        .region(context, 0)
        .and_then(|region| region.first_block(context));
    match block.and_then(|block| is_contraction(context, block)) {
        Some(true) => Ok(()),
        _ => instance.refuse_plainly("expected add/mul op in the body"),
    }
}

/// The value that operations with one operand and without effects were applied to.
fn source(context: &Context, mut value: Value) -> Value {
    while let Some(op) = value.defining_op(context)
        && op.num_operands(context) == 1
        && (has_trait(context, op, "NoMemoryEffect") || has_trait(context, op, "Pure"))
        && let Some(operand) = op.operand(context, 0)
    {
        value = operand;
    }
    value
}

/// Whether a body yields the sum of its last argument and a product of the others. `None`: it has other parts.
fn is_contraction(context: &Context, block: Block) -> Option<bool> {
    let mut arguments = block.arguments(context);
    let (left, right, sum) = (arguments.next()?, arguments.next()?, arguments.next()?);
    let last = block.last_op(context)?;
    if arguments.next().is_some() || last.num_operands(context) != 1 {
        return None;
    }
    let binary = |value: Value| {
        let op = value.defining_op(context)?;
        let is_binary = op.num_operands(context) == 2 && op.num_results(context) == 1;
        let operands = || Some((op.operand(context, 0)?, op.operand(context, 1)?));
        let (first, second) = operands().filter(|_| is_binary)?;
        Some((op, source(context, first), source(context, second)))
    };
    let (addition, first, second) = binary(source(context, last.operand(context, 0)?))?;
    if first != sum && second != sum {
        return None;
    }
    let product = if first.defining_op(context).is_none() {
        second
    } else {
        first
    };
    let (product, first, second) = binary(product)?;
    let names = (
        product.name(context).text(context),
        addition.name(context).text(context),
    );
    let fits = PAIRS.contains(&(&*names.0, &*names.1));
    Some(fits && ((first, second) == (left, right) || (first, second) == (right, left)))
}

/// The own check of `linalg.contract`.
pub(super) fn contract(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let Some(maps) = structured::indexing_maps(context, op) else {
        return Ok(());
    };
    let mut used: Option<Vec<[usize; 2]>> = None;
    for (number, (map, operand)) in maps.iter().zip(op.operands(context)).take(3).enumerate() {
        let ty = operand.ty(context);
        let results = map.results(context);
        if !map.is_projected_permutation(context, false) {
            return instance.refuse_plainly("provided affine_map is not a projected permutation");
        }
        if ty.is_shaped(context) {
            if ty.rank(context) != Some(results.len()) {
                return instance.refuse_plainly(
                    "ranks of shaped operand and results of corresponding affine_map differ",
                );
            }
        } else if !results.is_empty() {
            return instance
                .refuse_plainly("affine_map specifies shaped access while operand has non-shaped type");
        }
        let dims = map.num_dims(context) as usize;
        let used = used.get_or_insert_with(|| vec![[0; 2]; dims]);
        if used.len() != dims {
            return instance.refuse_plainly("iteration spaces of provided affine_maps differ");
        }
        for result in results.iter() {
            if let AffineExprKind::Dim(dim) = result.kind(context) {
                used[dim as usize][usize::from(number == 2)] += 1;
            }
        }
    }
    let mut contracts = false;
    for (dim, counts) in used.unwrap_or_default().into_iter().enumerate() {
        let what = match counts {
            [0, 0] => "not used to access any operand",
            [1, 0] => "is neither a contracting dim nor of parallel iteration type",
            _ => {
                contracts |= counts == [2, 0];
                continue;
            }
        };
        return instance.refuse_plainly(format!("iteration space dim at index {dim} {what}"));
    }
    match contracts {
        true => Ok(()),
        false => instance.refuse_plainly("'indexing_maps' do not specify a contracting dimension"),
    }
}
