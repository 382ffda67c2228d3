//! What the analysis finds, as attributes (`test-analysis-only`).
//!
//! Invariant: the attributes are those of MLIR.

use tvmlike_ir::{Attribute, Exclusive, NamedAttribute, Op, WalkOrder, WalkResult};

use super::analysis::{FunctionSummary, State};
use super::signatures::{returns, set_value_attributes, signature, value_attributes};
use super::values::is_tensor;
use crate::make::integer;

/// The attribute of an argument that says how the function accesses it.
pub(super) const ACCESS: &str = "bufferization.access";

/// Writes the decisions to operations.
pub(super) fn annotate(edit: &mut Exclusive<'_>, state: &State<'_>, root: Op) {
    let context = state.context;
    let mut all = Vec::new();
    root.walk(context, WalkOrder::PostOrder, |op| {
        if !state.tensor_operands(op).is_empty() {
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

/// Writes how a function accesses its arguments, and which of them it returns.
pub(super) fn annotate_function(edit: &mut Exclusive<'_>, function: Op, summary: &FunctionSummary) {
    let context = edit.context();
    let Some((inputs, _)) = signature(context, function) else {
        return;
    };
    let mut all = value_attributes(context, function, "arg_attrs", inputs.len());
    let access = context.identifier(ACCESS);
    for (index, (entries, ty)) in all.iter_mut().zip(&inputs).enumerate() {
        if !is_tensor(context, *ty) {
            continue;
        }
        let word = match (summary.read.contains(&index), summary.written.contains(&index)) {
            (true, true) => "read-write",
            (true, false) => "read",
            (false, true) => "write",
            (false, false) => "none",
        };
        entries.retain(|entry| entry.name != access);
        entries.push(NamedAttribute {
            name: access,
            value: context.string_attribute(word),
        });
    }
    set_value_attributes(edit, function, "arg_attrs", &all);
    if summary.equivalent.is_empty() {
        return;
    }
    for end in returns(context, function) {
        let numbers = (0..end.num_operands(context)).map(|index| {
            let number = summary.equivalent.get(&index).map_or(-1, |number| *number as i64);
            integer(context, context.i64(), number)
        });
        let numbers = context.array_attribute(&numbers.collect::<Vec<Attribute>>());
        let name = context.identifier("__equivalent_func_args__");
        end.set_discardable_attribute(edit, name, numbers);
    }
}
