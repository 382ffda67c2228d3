//! Calls in an operation with `transform.with_named_sequence`: no function in it may call itself, not even through others.

use std::collections::HashMap;

use tvmlike_ir::{Context, Failure, Op, SymbolTables, WalkOrder, WalkResult};

use crate::common::has_trait;

/// The functions of an operation and which of them each one calls, by their numbers.
#[derive(Default)]
struct Calls {
    functions: Vec<Op>,
    callees: Vec<Vec<usize>>,
}

impl Calls {
    fn of(context: &Context, op: Op) -> Self {
        let (mut calls, mut numbers) = (Self::default(), HashMap::new());
        let mut tables = SymbolTables::new();
        let mut all = Vec::new();
        op.walk(context, WalkOrder::PreOrder, |op| {
            let has_body = |op: Op| op.region(context, 0)?.first_block(context);
            if has_trait(context, op, "FunctionOpInterface") && has_body(op).is_some() {
                numbers.insert(op, calls.functions.len());
                calls.functions.push(op);
            } else if has_trait(context, op, "CallOpInterface") {
                all.push(op);
            }
            WalkResult::Advance
        });
        calls.callees.resize(calls.functions.len(), Vec::new());
        for call in all {
            let name = ["callee", "target"].map(|name| context.identifier(name));
            let name = name.into_iter().find_map(|name| call.property(context, name));
            let callee = name.and_then(|name| tables.lookup_nearest(context, call, name));
            let mut caller = call.parent_op(context);
            while let Some(parent) = caller.filter(|parent| !numbers.contains_key(parent)) {
                caller = parent.parent_op(context);
            }
            let number = |op: Option<Op>| op.and_then(|op| numbers.get(&op)).copied();
            if let (Some(caller), Some(callee)) = (number(caller), number(callee)) {
                calls.callees[caller].push(callee);
            }
        }
        calls
    }

    /// The first functions that call each other in a circle, those that are reached last first: Tarjan's algorithm.
    fn circle(&self) -> Option<Vec<usize>> {
        let count = self.functions.len();
        // When a function was reached, and the first one on the stack that is reached from it.
        let (mut reached, mut first) = (vec![usize::MAX; count], vec![usize::MAX; count]);
        let (mut stack, mut is_on_stack, mut time) = (Vec::new(), vec![false; count], 0);
        for root in 0..count {
            let mut path: Vec<(usize, usize)> = Vec::new();
            if reached[root] == usize::MAX {
                path.push((root, 0));
            }
            while let Some((at, next)) = path.pop() {
                if next == 0 {
                    (reached[at], first[at]) = (time, time);
                    time += 1;
                    stack.push(at);
                    is_on_stack[at] = true;
                }
                if let Some(callee) = self.callees[at].get(next).copied() {
                    path.push((at, next + 1));
                    if reached[callee] == usize::MAX {
                        path.push((callee, 0));
                    } else if is_on_stack[callee] {
                        first[at] = first[at].min(reached[callee]);
                    }
                    continue;
                }
                if let Some((caller, _)) = path.last() {
                    first[*caller] = first[*caller].min(first[at]);
                }
                if first[at] == reached[at] {
                    let start = stack.iter().rposition(|other| *other == at).unwrap_or(0);
                    let mut members = stack.split_off(start);
                    for member in &members {
                        is_on_stack[*member] = false;
                    }
                    if members.len() > 1 || self.callees[at].contains(&at) {
                        members.reverse();
                        return Some(members);
                    }
                }
            }
        }
        None
    }
}

/// Checks the calls in an operation.
pub(super) fn verify(context: &Context, op: Op) -> Result<(), Failure> {
    let calls = Calls::of(context, op);
    let Some(circle) = calls.circle() else {
        return Ok(());
    };
    let mut members = circle.into_iter().map(|number| calls.functions[number]);
    let Some(first) = members.next() else {
        return Ok(());
    };
    let error = first.emit_error(context, "recursion not allowed in named sequences");
    let note = "operation on recursion stack";
    Err(members
        .fold(error, |error, member| error.note(member.location(context), note))
        .emit())
}
