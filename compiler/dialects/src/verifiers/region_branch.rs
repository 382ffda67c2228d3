//! The check of operations with the interface `RegionBranchOpInterface`: along every edge of control flow between an
//! operation and its regions, the values that leave one end are what the other end takes.

use tvmlike_define::Instance;
use tvmlike_ir::{Block, Context, Failure, Op, Region, Traits, Type, Value};

/// An edge from the operation or a terminator in it, to the operation or a region of it.
pub(super) struct Edge {
    /// The terminator at which the edge begins; `None`: the operation.
    pub(super) from: Option<Op>,
    /// The region that the edge enters; `None`: it leaves the operation.
    pub(super) to: Option<Region>,
    /// The values that are passed.
    pub(super) operands: Vec<Value>,
    /// What becomes of them: arguments of the region, or results of the operation.
    pub(super) inputs: Vec<Value>,
}

/// The operations that end the blocks of a region and return to the operation around it, with the values that they return.
pub(super) fn returns(context: &Context, region: Region) -> impl Iterator<Item = (Op, Vec<Value>)> + '_ {
    let last = region.blocks(context).filter_map(|block| block.last_op(context));
    last.filter_map(|op| {
        let operands = op.operands(context);
        match op.name(context).bytes(context) {
            b"scf.condition" => Some((op, operands.skip(1).collect())),
            _ if op.has_trait(context, Traits::RETURN_LIKE) => Some((op, operands.collect())),
            _ => None,
        }
    })
}

/// The edges from the ends of a region to the results of the operation.
pub(super) fn to_results<'a>(instance: &'a Instance<'_>, region: Region) -> impl Iterator<Item = Edge> + 'a {
    let context = instance.context;
    returns(context, region).map(|(op, operands)| Edge {
        from: Some(op),
        to: None,
        operands,
        inputs: instance.op.results(context).collect(),
    })
}

/// The edges from the operation or a terminator in the body of a loop: into the body, whose first argument is the variable
/// of the loop, and to the results.
pub(super) fn of_loop(
    instance: &Instance<'_>,
    from: Option<Op>,
    (region, body): (Region, Block),
    operands: Vec<Value>,
) -> [Edge; 2] {
    let context = instance.context;
    let again = Edge {
        from,
        to: Some(region),
        operands: operands.clone(),
        inputs: body.arguments(context).skip(1).collect(),
    };
    let leave = Edge {
        from,
        to: None,
        operands,
        inputs: instance.op.results(context).collect(),
    };
    [again, leave]
}

/// Checks edges in this order.
pub(super) fn verify(instance: &Instance<'_>, edges: impl IntoIterator<Item = Edge>) -> Result<(), Failure> {
    verify_with(instance, edges, |operand, input| operand == input)
}

/// Checks edges in this order; `agree` compares the types of an operand and of what becomes of it.
pub(super) fn verify_with(
    instance: &Instance<'_>,
    edges: impl IntoIterator<Item = Edge>,
    agree: impl Fn(Type, Type) -> bool,
) -> Result<(), Failure> {
    edges
        .into_iter()
        .try_for_each(|edge| verify_edge(instance, &edge, &agree))
}

fn verify_edge(
    instance: &Instance<'_>,
    edge: &Edge,
    agree: &impl Fn(Type, Type) -> bool,
) -> Result<(), Failure> {
    let context = instance.context;
    let (operands, inputs) = (&edge.operands, &edge.inputs);
    if operands.len() != inputs.len() {
        let (given, needed) = (operands.len(), inputs.len());
        let message =
            format!("region branch point has {given} operands, but region successor needs {needed} inputs");
        return refuse(instance, edge, &message);
    }
    for (index, (operand, input)) in operands.iter().zip(inputs).enumerate() {
        let (operand, input) = (operand.ty(context), input.ty(context));
        if !agree(operand, input) {
            let (operand, input) = (instance.quote(operand), instance.quote(input));
            let message = format!(
                "successor operand type #{index} {operand} should match successor input type #{index} {input}"
            );
            return refuse(instance, edge, &message);
        }
    }
    Ok(())
}

#[cold]
fn refuse(instance: &Instance<'_>, edge: &Edge, message: &str) -> Result<(), Failure> {
    let context = instance.context;
    let from = match edge.from {
        Some(op) => format!("Operation {}", op.name(context).text(context)),
        None => "parent".to_owned(),
    };
    let to = match edge.to {
        Some(region) => format!("Region #{}", region.index(context)),
        None => "parent".to_owned(),
    };
    let message = format!("along control flow edge from {from} to {to}: {message}");
    let error = instance.op.emit_op_error(context, message);
    let place = edge.from.unwrap_or(instance.op).location(context);
    Err(error.note(place, "region branch point").emit())
}
