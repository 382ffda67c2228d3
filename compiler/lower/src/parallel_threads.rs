//! Parallel loops whose iterations threads run.
//!
//! The body of a loop becomes a function over a range of iterations. The loop becomes a call of [`RUN`] with its address and
//! that of a structure on the stack, which has what the body uses of the function around it.
//!
//! Invariant: a loop is left as it is if something that its body uses cannot be in memory.

mod body;
mod bounds;
mod captured;

use tvmlike_define::OpBuilder;
use tvmlike_ir::{
    Attribute, Block, Context, Error, Exclusive, Failure, InsertionPoint, Location, Op, Rewriter,
    SymbolTable, Traits, Type, Value, WalkOrder, WalkResult,
};

use crate::functions::call_builder;
use crate::make::{Make, build, integer};
use crate::{memory, types};
use bounds::bounds;
use captured::{Captured, cast};

/// The function that runs the iterations: it takes their number, the number of threads, the function, and what the function
/// gets beside its range. The result is not 0 if one failed.
pub const RUN: &str = "tvmlike_run_parallel";
/// What is said if an iteration failed for a reason that is not known.
const FAILED: &str = "an iteration of a parallel loop failed";

/// Lets threads run the parallel loops of a module that are in no other one, and have no results.
pub(crate) fn run_on_threads(edit: &mut Exclusive<'_>, module: Op, threads: i64) -> Result<(), Failure> {
    let context = edit.context();
    let mut loops = Vec::new();
    module.walk(context, WalkOrder::PreOrder, |op| {
        // Operations inside of nested modules belong to them.
        if op != module && op.is_symbol_table(context) {
            return WalkResult::Skip;
        }
        if op.is_named(context, "scf.parallel") && has_known_form(context, op) {
            loops.push(op);
            return WalkResult::Skip;
        }
        WalkResult::Advance
    });
    if loops.is_empty() {
        return Ok(());
    }
    let failed = |error: Error| module.emit_error(context, error.to_string()).emit();
    let mut symbols = SymbolTable::new(context, module).map_err(failed)?;
    declare(edit, module, &mut symbols)?;
    for op in loops {
        outline(edit, op, threads, &mut symbols).map_err(failed)?;
    }
    Ok(())
}

/// Whether a loop has no results, three bounds for each dimension, and a body with their variables, which IR that was not
/// verified can lack.
fn has_known_form(context: &Context, op: Op) -> bool {
    let body = op
        .region(context, 0)
        .and_then(|region| region.first_block(context));
    let variables = body.map_or(0, |body| body.num_arguments(context));
    let end = body.and_then(|body| body.last_op(context));
    let has_end = end.is_some_and(|end| end.is_named(context, "scf.reduce"));
    op.num_results(context) == 0 && has_end && variables > 0 && op.num_operands(context) == 3 * variables
}

/// The types of [`RUN`].
fn run_type(context: &Context) -> Attribute {
    let pointer = types::pointer(context, 0);
    let arguments = [context.i64(), context.i64(), pointer, pointer];
    context.type_attribute(types::function(context, context.i32(), &arguments))
}

/// Declares [`RUN`].
fn declare(edit: &mut Exclusive<'_>, module: Op, symbols: &mut SymbolTable) -> Result<(), Failure> {
    let context = edit.context();
    let ty = run_type(context);
    if let Some(known) = symbols.lookup(context.identifier(RUN)) {
        let declared = known.property(context, context.identifier("function_type"));
        if known.is_named(context, "llvm.func") && declared == Some(ty) {
            return Ok(());
        }
        let message = format!("the symbol '{RUN}' is that of the function that runs parallel loops");
        return Err(known.emit_error(context, message).emit());
    }
    let op = OpBuilder::new("llvm.func")
        .attribute("sym_name", context.string_attribute(RUN))
        .attribute("function_type", ty);
    let mut rewriter = Rewriter::new(edit);
    let block = module
        .region(context, 0)
        .and_then(|region| region.first_block(context));
    rewriter.set_insertion_point(block.map(|block| InsertionPoint::at_start(context, block)));
    let made = build(&mut rewriter, op, module.location(context));
    symbols
        .insert(edit, made, None)
        .map_err(|error| module.emit_error(context, error.to_string()).emit())
}

/// The first block of the function around an operation, if it is of func.
fn entry(context: &Context, op: Op) -> Option<(Op, Block)> {
    let mut function = op.parent_op(context)?;
    while !function.is_named(context, "func.func") {
        if function.has_trait(context, Traits::ISOLATED_FROM_ABOVE) {
            return None;
        }
        function = function.parent_op(context)?;
    }
    Some((function, function.region(context, 0)?.first_block(context)?))
}

/// Moves the body of a loop into a function, and calls it from all threads.
fn outline(edit: &mut Exclusive<'_>, op: Op, threads: i64, symbols: &mut SymbolTable) -> Result<(), Error> {
    let context = edit.context();
    let Some((function, start)) = entry(context, op) else {
        return Ok(());
    };
    let location = op.location(context);
    let Some(captured) = Captured::of(context, op) else {
        return Ok(());
    };
    let mut rewriter = Rewriter::new(edit);
    rewriter.set_before(op);
    let bounds = bounds(&mut rewriter, op);
    let all = captured.with_bounds(context, &bounds);
    let total = bounds.count.iter().copied().reduce(|total, count| {
        Make::new("arith.muli", &[total, count], &[context.index_type()]).value(&mut rewriter, location)
    });
    let Some(total) = total else { return Ok(()) };
    let name = function.symbol_name(context).unwrap_or(b"function").to_vec();
    let outlined = body::make(&mut rewriter, &name, op, &bounds, &all);
    symbols.insert(rewriter.edit(), outlined, None)?;
    let place = InsertionPoint::at_start(context, start);
    let memory = rewriter.at(Some(place), |rewriter| {
        let one = Make::new("llvm.mlir.constant", &[], &[context.i64()])
            .with(&[("value", integer(context, context.i64(), 1))])
            .value(rewriter, location);
        memory::stack_memory(rewriter, location, all.structure(context), one, 0, None)
    });
    rewriter.set_before(op);
    all.store(&mut rewriter, location, memory);
    call(&mut rewriter, location, outlined, [total, memory], threads);
    rewriter.erase_op(op);
    Ok(())
}

/// Calls [`RUN`], and ends the function around if an iteration failed.
fn call(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    function: Op,
    [total, memory]: [Value; 2],
    threads: i64,
) {
    let context = rewriter.context();
    let number = |rewriter: &mut Rewriter<'_, '_>, ty: Type, value: i64| {
        Make::new("arith.constant", &[], &[ty])
            .with(&[("value", integer(context, ty, value))])
            .value(rewriter, location)
    };
    let total = Make::new("arith.index_cast", &[total], &[context.i64()]).value(rewriter, location);
    let threads = number(rewriter, context.i64(), threads);
    let name = context.identifier(function.symbol_name(context).unwrap_or_default());
    let ty = body::types(context);
    let value = Make::new("func.constant", &[], &[context.function_type(&ty, &[])])
        .with(&[("value", context.symbol_ref_attribute(name, &[]))])
        .value(rewriter, location);
    let address = cast(rewriter, location, value, types::pointer(context, 0));
    let callee = context.symbol_ref_attribute(context.identifier(RUN), &[]);
    let op = call_builder(context, &[total, threads, address, memory], Some(context.i32()))
        .attribute("callee", callee);
    let called = build(rewriter, op, location);
    let Some(outcome) = called.result(context, 0) else {
        return;
    };
    let zero = number(rewriter, context.i32(), 0);
    let succeeded = Make::new("arith.cmpi", &[outcome, zero], &[context.i1()])
        .with(&[("predicate", integer(context, context.i64(), 0))])
        .value(rewriter, location);
    Make::new("cf.assert", &[succeeded], &[])
        .with(&[("msg", context.string_attribute(FAILED))])
        .at(rewriter, location);
}
