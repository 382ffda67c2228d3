//! Functions and calls: signatures of memrefs, and what callers have to know of a function.
//!
//! Invariant: a function is analyzed and rewritten before the functions that call it, except for calls in a circle.

use std::collections::{BTreeSet, HashMap};

use tvmlike_ir::{
    Attribute, AttributeKind, Context, Exclusive, Failure, NamedAttribute, Op, Rewriter, Type, Value,
    WalkOrder, WalkResult,
};

use super::analysis::{FunctionSummary, Functions, State};
use super::blocks;
use super::copies;
use super::driver::{self, has_tensors};
use super::kinds::Kind;
use super::options::{BufferizeOptions, LayoutMap};
use super::signatures::{returns, set_signature, signature};
use super::unsupported;
use super::values::{argument_attribute, is_tensor, terminator};

/// The functions of a module: callees before callers where that is possible.
fn ordered(context: &Context, module: Op, known: &Functions) -> Vec<Op> {
    let mut functions = Vec::new();
    let block = module
        .region(context, 0)
        .and_then(|region| region.first_block(context));
    for op in block.into_iter().flat_map(|block| block.operations(context)) {
        if op.is_named(context, "func.func") {
            functions.push(op);
        }
    }
    // For each function, how many calls of functions that are not taken it has, and which functions call it.
    let mut open = vec![0_usize; functions.len()];
    let mut callers: HashMap<Op, Vec<usize>> = HashMap::new();
    for (number, function) in functions.iter().enumerate() {
        function.walk(context, WalkOrder::PostOrder, |op| {
            if op.is_named(context, "func.call")
                && has_tensors(context, op)
                && let Some(called) = known.callee(context, op)
            {
                open[number] += 1;
                callers.entry(called).or_default().push(number);
            }
            WalkResult::Advance
        });
    }
    // A function is ready when those that it calls are taken: each turn takes the first one that is.
    let mut ready: BTreeSet<usize> = (0..functions.len()).filter(|number| open[*number] == 0).collect();
    let mut is_taken = vec![false; functions.len()];
    let mut order: Vec<Op> = Vec::new();
    while let Some(next) = ready.pop_first() {
        order.push(functions[next]);
        is_taken[next] = true;
        for caller in callers.remove(&functions[next]).unwrap_or_default() {
            open[caller] -= 1;
            if open[caller] == 0 {
                ready.insert(caller);
            }
        }
    }
    let rest = functions.iter().zip(is_taken).filter(|(_, is_taken)| !is_taken);
    order.extend(rest.map(|(function, _)| *function));
    order
}

/// Bufferizes a module.
///
/// # Errors
/// An operation cannot be bufferized; the error was emitted.
pub(crate) fn run_on_module(
    edit: &mut Exclusive<'_>,
    module: Op,
    options: &BufferizeOptions,
) -> Result<(), Failure> {
    let context = edit.context();
    let mut known = Functions::default();
    blocks::check(context, module, options)?;
    unsupported::check(context, module, options)?;
    if !options.function_boundaries {
        return run_on(edit, &[module], options, &mut known);
    }
    let functions = ordered(context, module, &known);
    run_on(edit, &functions, options, &mut known)?;
    if options.test_analysis_only {
        return Ok(());
    }
    for function in functions {
        forget_promises(edit, function);
    }
    let state = State::new(context, options, &known, true);
    let others: Vec<Op> = module
        .region(context, 0)
        .and_then(|region| region.first_block(context))
        .into_iter()
        .flat_map(|block| block.operations(context))
        // What nested modules contain is left as it is.
        .filter(|op| !op.is_named(context, "func.func") && !op.is_symbol_table(context))
        .collect();
    for op in others {
        driver::run(edit, &state, op)?;
    }
    Ok(())
}

/// Analyzes operations, makes copies, and then rewrites them.
fn run_on(
    edit: &mut Exclusive<'_>,
    roots: &[Op],
    options: &BufferizeOptions,
    known: &mut Functions,
) -> Result<(), Failure> {
    let context = edit.context();
    let plain_options = BufferizeOptions {
        copy_before_write: true,
        ..options.clone()
    };
    let is_unanalyzed = |root: Op| {
        let name = root.symbol_name(context).unwrap_or_default();
        options.copy_before_write
            || options
                .unanalyzed_functions
                .iter()
                .any(|each| each.as_bytes() == name)
    };
    for root in roots {
        let options = if is_unanalyzed(*root) {
            &plain_options
        } else {
            options
        };
        let mut state = State::new(context, options, known, false);
        if !options.copy_before_write {
            state.analyze(*root)?;
            check_after(&state, *root)?;
        }
        if options.test_analysis_only {
            annotate(edit, &state, *root);
        } else {
            copies::insert(&mut Rewriter::new(edit), &state, *root)?;
        }
        let summary = match options.copy_before_write || !root.is_named(context, "func.func") {
            true => None,
            false => summarize(&state, *root),
        };
        known.summaries.extend(summary.map(|summary| (*root, summary)));
    }
    if options.test_analysis_only {
        return Ok(());
    }
    for root in roots {
        let state = State::new(context, options, known, true);
        driver::run(edit, &state, *root)?;
        if options.function_boundaries && options.function_layout == LayoutMap::Infer {
            fold_returned_casts(edit, *root);
        }
    }
    Ok(())
}

/// Refuses loops that would pass on new memory in each iteration.
fn check_after(state: &State<'_>, root: Op) -> Result<(), Failure> {
    let context = state.context;
    if state.options.allow_return_allocs_from_loops {
        return Ok(());
    }
    let mut all = Vec::new();
    root.walk(context, WalkOrder::PostOrder, |op| {
        all.extend(new_memory(state, op));
        WalkResult::Advance
    });
    let mut outcome = Ok(());
    for (end, what, number) in all {
        let message = format!("{what} #{number} is not equivalent to the corresponding iter bbArg");
        outcome = Err(end.emit_error(context, message).emit());
    }
    outcome
}

/// The terminator of a loop that passes on other memory than the loop gets, with the number of the value.
fn new_memory(state: &State<'_>, op: Op) -> Option<(Op, &'static str, usize)> {
    let context = state.context;
    // A region, and the numbers of the first values of its terminator and of its first argument.
    let regions: &[(usize, usize, usize, &str)] = match state.kind(op)? {
        Kind::For => &[(0, 0, 1, "Yield operand")],
        Kind::While => &[(0, 1, 0, "Condition arg"), (1, 0, 0, "Yield operand")],
        _ => return None,
    };
    regions.iter().find_map(|(region, value, argument, what)| {
        let end = terminator(context, op, *region)?;
        let number = (0..end.num_operands(context) - value).find(|index| {
            let passed = state.value((end, index + value));
            let got = super::values::argument(context, op, *region, index + argument);
            is_tensor(context, passed.ty(context))
                && !got.is_some_and(|got| state.are_equivalent(got, passed))
        })?;
        Some((end, *what, number))
    })
}

/// Writes the decisions to operations.
fn annotate(edit: &mut Exclusive<'_>, state: &State<'_>, root: Op) {
    let context = state.context;
    let mut all = Vec::new();
    root.walk(context, WalkOrder::PostOrder, |op| {
        if state.kind(op).is_some() && !state.tensor_operands(op).is_empty() {
            all.push(op);
        }
        WalkResult::Advance
    });
    let name = context.identifier("__inplace_operands_attr__");
    for op in all {
        let words: Vec<Attribute> = op
            .operands(context)
            .enumerate()
            .map(|(index, value)| {
                let word = match (
                    is_tensor(context, value.ty(context)),
                    state.is_in_place((op, index)),
                ) {
                    (false, _) => "none",
                    (true, true) => "true",
                    (true, false) => "false",
                };
                context.string_attribute(word)
            })
            .collect();
        let words = context.array_attribute(&words);
        op.set_discardable_attribute(edit, name, words);
    }
}

/// What callers have to know of a function that was analyzed.
fn summarize(state: &State<'_>, function: Op) -> Option<FunctionSummary> {
    let context = state.context;
    let (inputs, results) = signature(context, function)?;
    let tensors = |types: &[Type]| -> Vec<usize> {
        (0..types.len())
            .filter(|index| is_tensor(context, types[*index]))
            .collect()
    };
    let (inputs, results) = (tensors(&inputs), tensors(&results));
    let mut summary = FunctionSummary::default();
    let Some(block) = function.region(context, 0)?.first_block(context) else {
        for input in inputs {
            let access = argument_attribute(context, function, input, "bufferization.access");
            let word = match access.map(|access| access.kind(context)) {
                Some(AttributeKind::String { bytes, .. }) => bytes,
                _ => b"read-write",
            };
            if matches!(word, b"read" | b"read-write") {
                summary.read.insert(input);
            }
            if matches!(word, b"write" | b"read-write") {
                summary.written.insert(input);
            }
            summary.aliasing.insert(input, results.clone());
        }
        return Some(summary);
    };
    for input in inputs {
        let argument = block.argument(context, input)?;
        if state.is_read(argument) {
            summary.read.insert(input);
        }
        if state.is_written(argument) {
            summary.written.insert(input);
        }
        for result in &results {
            let values: Vec<Value> = returns(context, function)
                .into_iter()
                .filter_map(|end| end.operand(context, *result))
                .collect();
            if !values.is_empty() && values.iter().all(|value| state.are_equivalent(*value, argument)) {
                summary.equivalent.insert(*result, input);
            }
            if values
                .iter()
                .any(|value| state.aliases.are_united(*value, argument))
            {
                summary.aliasing.entry(input).or_default().push(*result);
            }
        }
    }
    Some(summary)
}

/// Removes the attributes of arguments that only tensors have.
fn forget_promises(edit: &mut Exclusive<'_>, function: Op) {
    let context = edit.context();
    let name = context.identifier("arg_attrs");
    let Some(AttributeKind::Array(all)) = function.property(context, name).map(|all| all.kind(context))
    else {
        return;
    };
    let is_promise = |entry: &NamedAttribute| {
        let name = entry.name.bytes(context);
        name == b"bufferization.writable" || name == b"bufferization.buffer_layout"
    };
    let mut kept = Vec::new();
    for each in all.iter() {
        let mut entries = crate::make::entries(context, Some(each));
        entries.retain(|entry| !is_promise(entry));
        kept.extend(context.dictionary_attribute(&entries).ok());
    }
    let is_empty = |each: &Attribute| crate::make::entries(context, Some(*each)).is_empty();
    if kept.iter().all(is_empty) {
        function.remove_attribute(edit, name);
    } else {
        let kept = context.array_attribute(&kept);
        function.set_attribute(edit, name, kept);
    }
}

/// What a cast is of; another value itself.
fn before_cast(context: &Context, value: Value) -> Value {
    let cast = value
        .defining_op(context)
        .filter(|op| op.is_named(context, "memref.cast"));
    cast.and_then(|op| op.operand(context, 0)).unwrap_or(value)
}

/// Makes a function return what it casts for its ends, if all of them return one type then.
fn fold_returned_casts(edit: &mut Exclusive<'_>, function: Op) {
    let context = edit.context();
    let ends = returns(context, function);
    let Some((inputs, mut results)) = signature(context, function).filter(|_| !ends.is_empty()) else {
        return;
    };
    for (index, ty) in results.iter_mut().enumerate() {
        let values = ends.iter().map(|end| end.operand(context, index));
        let Some(sources) = values
            .map(|value| Some(before_cast(context, value?)))
            .collect::<Option<Vec<Value>>>()
        else {
            return;
        };
        let first = sources[0].ty(context);
        if sources.iter().all(|source| source.ty(context) == first) {
            for (end, source) in ends.iter().zip(sources) {
                end.set_operand(edit, index, source);
            }
            *ty = first;
        }
    }
    set_signature(edit, function, &inputs, &results);
}
