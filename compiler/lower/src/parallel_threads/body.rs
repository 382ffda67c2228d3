//! The function of a loop's body, which runs a range of its iterations.
//!
//! Iterations are numbered with the last dimension running fastest. Of a loop with several dimensions, the function runs row
//! by row, so that only a row, not an iteration, divides numbers.

use std::collections::HashMap;

use tvmlike_define::OpBuilder;
use tvmlike_ir::{
    Block, Context, InsertionPoint, Location, Mapping, Op, Rewriter, Type, Value, WalkOrder, WalkResult,
};

use super::bounds::Bounds;
use super::captured::Captured;
use crate::make::{Make, build, compare, index_constant, make_for};
use crate::number;
use crate::types::pointer;

/// The predicate of `arith.cmpi`.
const EQUAL: i64 = 0;
/// The attribute with the name of the function around, which errors of compiled code name.
const PART_OF: &str = "part_of";

/// What the body knows of the bounds, as values of its function.
struct Inside {
    location: Location,
    replaced: Vec<(Value, Value)>,
}

impl Inside {
    /// What a value of the function around is here.
    fn value(&self, value: Value) -> Value {
        let found = self.replaced.iter().find(|(from, _)| *from == value);
        found.map_or(value, |(_, to)| *to)
    }

    /// An operation on two indices.
    fn index(&self, rewriter: &mut Rewriter<'_, '_>, name: &str, operands: [Value; 2]) -> Value {
        let ty = rewriter.context().index_type();
        Make::new(name, &operands, &[ty]).value(rewriter, self.location)
    }

    /// The number of a dimension in an iteration: `lower + at * step`.
    fn number(&self, rewriter: &mut Rewriter<'_, '_>, bounds: &Bounds, dim: usize, at: Value) -> Value {
        let step = self.value(bounds.step[dim]);
        let distance = self.index(rewriter, "arith.muli", [at, step]);
        self.index(rewriter, "arith.addi", [self.value(bounds.lower[dim]), distance])
    }

    /// `at == other ? yes : no`
    fn choice(&self, rewriter: &mut Rewriter<'_, '_>, at: [Value; 2], [yes, no]: [Value; 2]) -> Value {
        let context = rewriter.context();
        let equal = compare(rewriter, self.location, EQUAL, at);
        Make::new("arith.select", &[equal, yes, no], &[context.index_type()]).value(rewriter, self.location)
    }

    /// Makes a loop; new operations come into it. Its variable.
    fn open(&self, rewriter: &mut Rewriter<'_, '_>, bounds: [Value; 3]) -> Option<(Block, Value)> {
        let context = rewriter.context();
        let (_, block) = make_for(rewriter, self.location, bounds, &[])?;
        rewriter.set_insertion_point(Some(InsertionPoint::at_end(block)));
        Make::new("scf.yield", &[], &[]).at(rewriter, self.location);
        rewriter.set_insertion_point(Some(InsertionPoint::at_start(context, block)));
        Some((block, block.argument(context, 0)?))
    }

    /// Makes the loop over a range of the last dimension. Its block, and the number of the dimension. Where the step is not 1,
    /// the loop counts iterations, because the number behind the last one can be more than the greatest index.
    fn last(
        &self,
        rewriter: &mut Rewriter<'_, '_>,
        bounds: &Bounds,
        [from, to]: [Value; 2],
    ) -> Option<(Block, Value)> {
        let last = bounds.count.len() - 1;
        let one = index_constant(rewriter, self.location, 1);
        if number::constant(rewriter.context(), bounds.step[last]) == Some(1) {
            let range = [from, to].map(|at| self.number(rewriter, bounds, last, at));
            return self.open(rewriter, [range[0], range[1], one]);
        }
        let (block, at) = self.open(rewriter, [from, to, one])?;
        Some((block, self.number(rewriter, bounds, last, at)))
    }

    /// Makes the loops over the iterations of a range. The block of the innermost one, and the numbers of all dimensions.
    fn loops(
        &self,
        rewriter: &mut Rewriter<'_, '_>,
        bounds: &Bounds,
        [from, to]: [Value; 2],
    ) -> Option<(Block, Vec<Value>)> {
        let last = bounds.count.len() - 1;
        if last == 0 {
            let (block, variable) = self.last(rewriter, bounds, [from, to])?;
            return Some((block, vec![variable]));
        }
        let (zero, one) = (
            index_constant(rewriter, self.location, 0),
            index_constant(rewriter, self.location, 1),
        );
        let width = self.value(bounds.count[last]);
        let end = self.index(rewriter, "arith.subi", [to, one]);
        let first_row = self.index(rewriter, "arith.divui", [from, width]);
        let last_row = self.index(rewriter, "arith.divui", [end, width]);
        let rows = self.index(rewriter, "arith.addi", [last_row, one]);
        let (_, row) = self.open(rewriter, [first_row, rows, one])?;
        // Where the row begins and ends in the range.
        let start = self.index(rewriter, "arith.muli", [row, width]);
        let inside = [from, to].map(|at| self.index(rewriter, "arith.subi", [at, start]));
        let first = self.choice(rewriter, [row, first_row], [inside[0], zero]);
        let behind = self.choice(rewriter, [row, last_row], [inside[1], width]);
        let mut numbers = Vec::new();
        let mut rest = row;
        for dim in (0..last).rev() {
            let at = match dim {
                0 => rest,
                _ => {
                    let count = self.value(bounds.count[dim]);
                    let at = self.index(rewriter, "arith.remui", [rest, count]);
                    rest = self.index(rewriter, "arith.divui", [rest, count]);
                    at
                }
            };
            numbers.insert(0, self.number(rewriter, bounds, dim, at));
        }
        let (block, variable) = self.last(rewriter, bounds, [first, behind])?;
        numbers.push(variable);
        Some((block, numbers))
    }
}

/// The arguments of the function: the address of what the body uses, and a range of iterations.
pub(super) fn types(context: &Context) -> [Type; 3] {
    [pointer(context, 0), context.index_type(), context.index_type()]
}

/// Makes the function of a loop, detached, and moves the body there. The range that it
/// takes is not empty.
pub(super) fn make(
    rewriter: &mut Rewriter<'_, '_>,
    around: &[u8],
    op: Op,
    bounds: &Bounds,
    captured: &Captured,
) -> Op {
    let context = rewriter.context();
    let location = op.location(context);
    let inputs = types(context);
    let name = [around, b"_parallel"].concat();
    let region = rewriter.edit().create_region();
    let function = OpBuilder::new("func.func")
        .attribute("sym_name", context.string_attribute(name))
        .attribute(
            "function_type",
            context.type_attribute(context.function_type(&inputs, &[])),
        )
        .attribute("sym_visibility", context.string_attribute("private"))
        .region("body", [region]);
    let function = rewriter.at(None, |rewriter| build(rewriter, function, location));
    let part_of = context.identifier(PART_OF);
    function.set_discardable_attribute(rewriter.edit(), part_of, context.string_attribute(around));
    let arguments: Vec<(Type, Location)> = inputs.iter().map(|ty| (*ty, location)).collect();
    let made = function
        .region(context, 0)
        .map(|region| rewriter.create_block(region, None, &arguments));
    let block = made.expect("a function has a region");
    let arguments: Vec<Value> = block.arguments(context).collect();
    rewriter.set_insertion_point(Some(InsertionPoint::at_end(block)));
    Make::new("func.return", &[], &[]).at(rewriter, location);
    rewriter.set_insertion_point(Some(InsertionPoint::at_start(context, block)));
    let mut replaced = captured.load(rewriter, location, arguments[0]);
    for constant in &captured.constants {
        let again = rewriter.clone_op(*constant, &mut Mapping::new());
        replaced.extend(constant.results(context).zip(again.results(context)));
    }
    let inside = Inside { location, replaced };
    let loops = inside.loops(rewriter, bounds, [arguments[1], arguments[2]]);
    let (inner, numbers) = loops.expect("a loop has a body with a variable");
    move_body(rewriter, op, inner, &numbers);
    use_instead(rewriter, function, inside.replaced);
    function
}

/// Replaces values in a function. Their uses around it are not looked at: a value can have some in each of many loops.
fn use_instead(rewriter: &mut Rewriter<'_, '_>, function: Op, replaced: Vec<(Value, Value)>) {
    let context = rewriter.context();
    let replaced: HashMap<Value, Value> = replaced.into_iter().collect();
    let mut found = Vec::new();
    function.walk(context, WalkOrder::PreOrder, |op| {
        for (index, operand) in op.operands(context).enumerate() {
            found.extend(replaced.get(&operand).map(|to| (op, index, *to)));
        }
        WalkResult::Advance
    });
    for (op, index, to) in found {
        rewriter.set_operand(op, index, to);
    }
}

/// Moves the body of a parallel loop before the end of a block, and erases its terminator.
fn move_body(rewriter: &mut Rewriter<'_, '_>, op: Op, to: Block, numbers: &[Value]) {
    let context = rewriter.context();
    let body = op
        .region(context, 0)
        .and_then(|region| region.first_block(context))
        .expect("a parallel loop has a body");
    if let Some(end) = body.last_op(context) {
        rewriter.erase_op(end);
    }
    let place = to
        .last_op(context)
        .and_then(|end| InsertionPoint::before(context, end))
        .expect("a loop that was made has an end");
    rewriter.inline_block(body, place, numbers);
}
