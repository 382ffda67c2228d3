//! Iteration spaces, and loops over one or several of them.

use std::collections::HashSet;

use tvmlike_define::Instance;
use tvmlike_ir::{Attribute, AttributeKind, Block, Context, Failure, Region, Type, Value};

use super::super::region_branch::{self, Edge};
use super::super::scf::{Carried, verify_carried};
use super::{Tensor, unsigned};

/// What `!sparse_tensor.iter_space` and `!sparse_tensor.iterator` say.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Space {
    encoding: Option<Attribute>,
    low: u64,
    high: u64,
}

impl Space {
    fn of(context: &Context, ty: Type) -> Self {
        let parameter = |name: &str| ty.parameter(context, context.identifier(name));
        let level = |name: &str| match parameter(name).map(|level| level.kind(context)) {
            Some(AttributeKind::Integer { value, .. }) => value.to_u64().unwrap_or_default(),
            _ => 0,
        };
        Self {
            encoding: parameter("encoding"),
            low: level("loLvl"),
            high: level("hiLvl"),
        }
    }
}

pub(super) fn extract_space(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let low = unsigned(instance, "loLvl").unwrap_or_default();
    let high = unsigned(instance, "hiLvl").unwrap_or_default();
    if low >= high {
        return instance.refuse("expected smaller level low than level high");
    }
    let parent = instance.optional_operand("parentIter");
    if parent.is_some() == (low == 0) {
        return instance.refuse("parent iterator should be specified iff level lower bound equals 0");
    }
    let Some(parent) = parent else {
        return Ok(());
    };
    let parent = Space::of(context, parent.ty(context));
    let space = Space::of(context, instance.result_type("extractedSpace"));
    if parent.encoding != space.encoding {
        return instance.refuse("mismatch in parent iterator encoding and iteration space encoding.");
    }
    match space.low == parent.high {
        true => Ok(()),
        false => instance
            .refuse("parent iterator should be used to extract an iteration space from a consecutive level."),
    }
}

pub(super) fn extract_value(instance: &Instance<'_>) -> Result<(), Failure> {
    let tensor = Tensor::operand(instance, "tensor");
    let iterator = Space::of(instance.context, instance.operand_type("iterator"));
    if tensor.encoding.as_ref().map(|encoding| encoding.attribute) != iterator.encoding {
        return instance.refuse("mismatch in tensor encoding and iterator encoding.");
    }
    match tensor.level_rank() as u64 == iterator.high {
        true => Ok(()),
        false => instance.refuse("must use last-level iterator to extract values. "),
    }
}

/// Checks the numbers of values that a loop over a space carries, and the coordinates that it uses.
fn verify_loop(instance: &Instance<'_>, space: Option<Type>) -> Result<(), Failure> {
    if instance.operands("initArgs").len() != instance.op.num_results(instance.context) {
        return instance.refuse("mismatch in number of loop-carried values and defined values");
    }
    let space = space.map(|space| Space::of(instance.context, space));
    let dims = space.map_or(0, |space| space.high.wrapping_sub(space.low));
    let used = unsigned(instance, "crdUsedLvls").unwrap_or_default();
    match u64::from(u64::BITS - used.leading_zeros()) > dims {
        true => instance.refuse("required out-of-bound coordinates"),
        false => Ok(()),
    }
}

pub(super) fn iterate(instance: &Instance<'_>) -> Result<(), Failure> {
    verify_loop(instance, Some(instance.operand_type("iterSpace")))
}

pub(super) fn coiterate(instance: &Instance<'_>) -> Result<(), Failure> {
    let first = instance.operands("iterSpaces").next();
    verify_loop(instance, first.map(|space| space.ty(instance.context)))
}

/// The body of a loop over one space, and those of its arguments that the loop carries: all but the coordinates and the
/// iterator behind them.
fn body<'a>(instance: &Instance<'a>) -> Option<(Region, Block, Vec<Value>)> {
    let context = instance.context;
    let region = instance.regions("region").next()?;
    let block = region.first_block(context)?;
    let used = unsigned(instance, "crdUsedLvls").unwrap_or_default().count_ones() as usize;
    // As in MLIR, a body that lacks arguments for the coordinates carries all that it has.
    let carried = block.num_arguments(context).wrapping_sub(1 + used);
    Some((region, block, block.arguments(context).take(carried).collect()))
}

/// The values with which a block ends.
fn yielded(context: &Context, block: Block) -> Vec<Value> {
    let last = block.last_op(context);
    last.into_iter().flat_map(|last| last.operands(context)).collect()
}

pub(super) fn carried(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some((_, block, carried)) = body(instance) else {
        return Ok(());
    };
    let initial: Vec<Value> = instance.operands("initArgs").collect();
    let results: Vec<Value> = instance.op.results(context).collect();
    let values = Carried {
        initial: &initial,
        carried: &carried,
        yielded: &yielded(context, block),
        results: Some(&results),
    };
    verify_carried(instance, &values, carried.len())
}

pub(super) fn edges(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some((region, _, carried)) = body(instance) else {
        return Ok(());
    };
    let operands: Vec<Value> = instance.operands("initArgs").collect();
    let enter = Edge {
        from: None,
        to: Some(region),
        operands: operands.clone(),
        inputs: carried,
    };
    let leave = Edge {
        from: None,
        to: None,
        operands,
        inputs: instance.op.results(context).collect(),
    };
    region_branch::verify(instance, [enter, leave])
}

/// Checks that values which a loop carries have one number and the same types at all places. `place` is behind the messages.
fn verify_types(
    instance: &Instance<'_>,
    carried: &[Value],
    yielded: &[Value],
    (numbers, place): (&str, &str),
) -> Result<(), Failure> {
    let context = instance.context;
    let initial: Vec<Value> = instance.operands("initArgs").collect();
    let results: Vec<Value> = instance.op.results(context).collect();
    if [initial.len(), carried.len(), yielded.len()] != [results.len(); 3] {
        return instance.refuse(format!("number mismatch between iter args and results{numbers}"));
    }
    for (index, result) in results.iter().enumerate() {
        for (values, what) in [
            (&*initial, "iter operand"),
            (carried, "iter region arg"),
            (yielded, "yield value"),
        ] {
            if values[index].ty(context) != result.ty(context) {
                return instance.refuse(format!(
                    "types mismatch between {index}th {what} and defined value{place}"
                ));
            }
        }
    }
    Ok(())
}

pub(super) fn iterate_region(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some((_, block, carried)) = body(instance) else {
        return Ok(());
    };
    let iterator = block.arguments(context).last().map(|value| value.ty(context));
    let expected = Space::of(context, instance.operand_type("iterSpace"));
    let is_iterator = |ty: &Type| ty.is_symbol(context, "sparse_tensor", "iterator");
    if iterator.filter(is_iterator).map(|ty| Space::of(context, ty)) != Some(expected) {
        return instance.refuse("mismatch in iterator and iteration space type");
    }
    if carried.len() != instance.op.num_results(context) {
        return instance.refuse("mismatch in number of basic block args and defined values");
    }
    verify_types(instance, &carried, &yielded(context, block), (".", ""))
}

pub(super) fn coiterate_regions(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let count = instance.operands("initArgs").len();
    for (index, region) in instance.regions("caseRegions").enumerate() {
        if count != instance.op.num_results(context) {
            return instance.refuse("mismatch in number of basic block args and defined values");
        }
        let Some(block) = region.first_block(context) else {
            continue;
        };
        let carried: Vec<Value> = block.arguments(context).take(count).collect();
        let place = format!(" on {index}th region");
        verify_types(instance, &carried, &yielded(context, block), (&place, &place))?;
    }
    let cases: HashSet<Attribute> = instance.elements("cases").into_iter().collect();
    match cases.len() == instance.op.num_regions(context) {
        true => Ok(()),
        false => instance.refuse("contains duplicated cases."),
    }
}
