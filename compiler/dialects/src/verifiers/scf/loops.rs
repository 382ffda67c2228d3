//! The checks of `scf.for` and `scf.while`.

use tvmlike_define::Instance;
use tvmlike_ir::{Block, Failure, Region, Value};

use super::super::region_branch::{self, Edge};

/// The first block of a region of the operation, which its constraints require.
fn body(instance: &Instance<'_>, index: usize) -> Option<(Region, Block)> {
    let region = instance.op.region(instance.context, index)?;
    Some((region, region.first_block(instance.context)?))
}

fn differ(instance: &Instance<'_>, what: &str, [one, other]: [String; 2]) -> Result<(), Failure> {
    instance.refuse(format!("{what}: {one} != {other}"))
}

/// Checks that two lists have one length.
fn counts(instance: &Instance<'_>, names: &str, lengths: [usize; 2]) -> Result<(), Failure> {
    if lengths[0] == lengths[1] {
        return Ok(());
    }
    let what = format!("different number of {names}");
    differ(instance, &what, lengths.map(|length| length.to_string()))
}

/// Checks that two lists of one length have the same types.
fn types(instance: &Instance<'_>, names: [&str; 2], lists: [&[Value]; 2]) -> Result<(), Failure> {
    for (index, (one, other)) in lists[0].iter().zip(lists[1]).enumerate() {
        let types = [one, other].map(|value| value.ty(instance.context));
        if types[0] != types[1] {
            let [one, other] = names;
            let what = format!("{index}-th {one} and {index}-th {other} have different type");
            return differ(instance, &what, types.map(|ty| instance.quote(ty)));
        }
    }
    Ok(())
}

pub(super) fn for_carried(instance: &Instance<'_>) -> Result<(), Failure> {
    carried(instance, "initArgs", true)
}

/// Checks what a loop carries from one turn to the next: the first values are the operands of a name, the last ones the
/// results if the operation declares so.
pub(in super::super) fn carried(
    instance: &Instance<'_>,
    inits: &str,
    has_results: bool,
) -> Result<(), Failure> {
    let context = instance.context;
    let Some((_, body)) = body(instance, 0) else {
        return Ok(());
    };
    let initial: Vec<Value> = instance.operands(inits).collect();
    let carried: Vec<Value> = body.arguments(context).skip(1).collect();
    let last = body.last_op(context);
    let yielded: Vec<Value> = last.into_iter().flat_map(|op| op.operands(context)).collect();
    let results: Vec<Value> = instance.op.results(context).collect();
    let values = Carried {
        initial: &initial,
        carried: &carried,
        yielded: &yielded,
        results: has_results.then_some(&results),
    };
    // As in MLIR, a body without arguments has one less than zero.
    verify_carried(instance, &values, body.num_arguments(context).wrapping_sub(1))
}

/// What a loop carries from one turn to the next.
pub(in super::super) struct Carried<'v> {
    /// The operands for the first turn.
    pub(in super::super) initial: &'v [Value],
    /// The arguments of the body.
    pub(in super::super) carried: &'v [Value],
    /// What the body yields.
    pub(in super::super) yielded: &'v [Value],
    /// The results, if the operation declares that they are those of the last turn.
    pub(in super::super) results: Option<&'v [Value]>,
}

/// Checks that what a loop carries has one number, which is that of the body's arguments, and the same types at all places.
pub(in super::super) fn verify_carried(
    instance: &Instance<'_>,
    values: &Carried<'_>,
    count: usize,
) -> Result<(), Failure> {
    let Carried {
        initial,
        carried,
        yielded,
        results,
    } = *values;
    counts(instance, "inits and region iter_args", [initial.len(), count])?;
    if !yielded.is_empty() {
        counts(
            instance,
            "region iter_args and yielded values",
            [count, yielded.len()],
        )?;
    }
    if let Some(results) = results {
        counts(
            instance,
            "loop results and region iter_args",
            [results.len(), count],
        )?;
    }
    types(instance, ["init", "region iter_arg"], [initial, carried])?;
    types(instance, ["region iter_arg", "yielded value"], [carried, yielded])?;
    match results {
        Some(results) => types(instance, ["region iter_arg", "loop result"], [carried, results]),
        None => Ok(()),
    }
}

pub(super) fn for_edges(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some((region, body)) = body(instance, 0) else {
        return Ok(());
    };
    let points = std::iter::once((None, instance.operands("initArgs").collect::<Vec<Value>>()));
    let returns = region_branch::returns(context, region).map(|(op, operands)| (Some(op), operands));
    let edges = points
        .chain(returns)
        .flat_map(|(from, operands)| region_branch::of_loop(instance, from, (region, body), operands));
    region_branch::verify(instance, edges)
}

pub(super) fn for_results(instance: &Instance<'_>) -> Result<(), Failure> {
    if instance.operands("initArgs").len() != instance.op.num_results(instance.context) {
        return instance.refuse("mismatch in number of loop-carried values and defined values");
    }
    Ok(())
}

pub(super) fn for_region(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let variable = body(instance, 0).and_then(|(_, body)| body.argument(context, 0));
    if variable.is_some_and(|variable| variable.ty(context) != instance.operand_type("lowerBound")) {
        return instance.refuse("expected induction variable to be same type as bounds and step");
    }
    Ok(())
}

pub(super) fn while_edges(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let (Some((before, first)), Some((after, second))) = (body(instance, 0), body(instance, 1)) else {
        return Ok(());
    };
    let arguments = |block: Block| block.arguments(context).collect::<Vec<Value>>();
    let mut edges = vec![Edge {
        from: None,
        to: Some(before),
        operands: instance.operands("inits").collect(),
        inputs: arguments(first),
    }];
    for (op, operands) in region_branch::returns(context, before) {
        edges.push(Edge {
            from: Some(op),
            to: None,
            operands: operands.clone(),
            inputs: instance.op.results(context).collect(),
        });
        edges.push(Edge {
            from: Some(op),
            to: Some(after),
            operands,
            inputs: arguments(second),
        });
    }
    for (op, operands) in region_branch::returns(context, after) {
        edges.push(Edge {
            from: Some(op),
            to: Some(before),
            operands,
            inputs: arguments(first),
        });
    }
    region_branch::verify(instance, edges)
}

pub(super) fn while_terminators(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    for (index, region, terminator) in [(0, "before", "scf.condition"), (1, "after", "scf.yield")] {
        let last = body(instance, index).and_then(|(_, body)| body.last_op(context));
        let Some(last) = last.filter(|last| !last.is_named(context, terminator)) else {
            continue;
        };
        let message = format!("expects the '{region}' region to terminate with '{terminator}'");
        let error = instance.op.emit_op_error(context, message);
        return Err(error.note(last.location(context), "terminator here").emit());
    }
    Ok(())
}
