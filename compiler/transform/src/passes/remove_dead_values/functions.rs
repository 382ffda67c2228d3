//! Arguments and results of functions that nothing needs.
//!
//! Invariant: all callers of the function are known, and change with it.

use tvmlike_ir::{
    Attribute, AttributeKind, Call, Context, Exclusive, InsertionPoint, Op, OpState, Rewriter, Type,
    TypeKind, Value, ValueOwner,
};

use super::liveness::{Liveness, returns};

/// What is removed from a function and its callers.
pub(super) struct Signature {
    function: Op,
    callers: Vec<Op>,
    /// Whether each argument is removed.
    arguments: Vec<bool>,
    /// Whether each result is removed.
    results: Vec<bool>,
}

impl Signature {
    /// What can be removed from an operation; `None` if it is no function, or has callers that are not known.
    pub(super) fn of(context: &Context, op: Op, live: &Liveness) -> Option<Self> {
        let callee = live.callee(op).filter(|callee| !callee.is_open)?;
        let callers = &callee.callers;
        let entry = op.region(context, 0)?.first_block(context)?;
        let (_, results) = types(context, op)?;
        if callers
            .iter()
            .any(|call| call.num_results(context) != results.len())
        {
            return None;
        }
        let arguments: Vec<bool> = entry
            .arguments(context)
            .map(|argument| !live.is_live(argument))
            .collect();
        let is_unused = |index| {
            let mut values = callers.iter().filter_map(|call| call.result(context, index));
            values.all(|value| !live.is_live(value))
        };
        let results: Vec<bool> = (0..results.len()).map(is_unused).collect();
        Some(Self {
            function: op,
            callers: callers.clone(),
            arguments,
            results,
        })
    }

    /// Forgets callers that are erased. Whether the function stays.
    pub(super) fn forget(&mut self, is_erased: impl Fn(Op) -> bool) -> bool {
        self.callers.retain(|call| !is_erased(*call));
        !is_erased(self.function)
    }

    /// Whether a value is an argument or a result of a call that is removed.
    pub(super) fn removes(&self, context: &Context, value: Value) -> bool {
        match value.owner(context) {
            ValueOwner::Argument { block, index } => {
                let entry = self.function.region(context, 0);
                entry.and_then(|body| body.first_block(context)) == Some(block) && self.arguments[index]
            }
            ValueOwner::Result { op, index } => self.callers.contains(&op) && self.results[index],
        }
    }

    /// The operands of calls and returns that are not executed, where the argument or the result stays.
    pub(super) fn unneeded(&self, context: &Context, live: &Liveness) -> Vec<(Op, usize)> {
        let mut found = Vec::new();
        let mut add = |op: Op, index: usize, is_removed: bool| {
            let value = op.operand(context, index);
            if !is_removed && value.is_some_and(|value| !live.is_live(value)) {
                found.push((op, index));
            }
        };
        for op in &self.callers {
            let passed = op
                .interface::<Call>(context)
                .map(|call| (call.arguments)(context, *op));
            for (index, is_removed) in passed.into_iter().flatten().zip(&self.arguments) {
                add(*op, index, *is_removed);
            }
        }
        for end in returns(context, self.function) {
            for (index, is_removed) in self.results.iter().enumerate() {
                add(end, index, *is_removed);
            }
        }
        found
    }

    /// Removes the operands of calls and returns.
    pub(super) fn drop_operands(&self, edit: &mut Exclusive<'_>) {
        let context = edit.context();
        for op in &self.callers {
            let Some(call) = op.interface::<Call>(context) else {
                continue;
            };
            let passed = (call.arguments)(context, *op);
            let is_removed = |index: &usize| {
                passed.contains(index) && self.arguments.get(index - passed.start).is_some_and(|it| *it)
            };
            let operands = op.operands(context).enumerate();
            let kept: Vec<Value> = operands
                .filter(|(index, _)| !is_removed(index))
                .map(|(_, value)| value)
                .collect();
            op.set_operands(edit, &kept);
        }
        for end in returns(context, self.function) {
            if end.num_operands(context) == self.results.len() {
                let kept = kept(end.operands(context), &self.results);
                end.set_operands(edit, &kept);
            }
        }
    }

    /// Removes arguments and results, which have no uses any more.
    pub(super) fn drop_values(&self, edit: &mut Exclusive<'_>) {
        if !self.arguments.iter().chain(&self.results).any(|removed| *removed) {
            return;
        }
        let context = edit.context();
        let body = self.function.region(context, 0);
        if let Some(entry) = body.and_then(|body| body.first_block(context)) {
            Rewriter::new(edit).erase_arguments(entry, |index| self.arguments[index]);
        }
        if let Some((inputs, results)) = types(context, self.function) {
            let ty = context.function_type(&kept(inputs, &self.arguments), &kept(results, &self.results));
            let ty = context.type_attribute(ty);
            self.function
                .set_attribute(edit, context.identifier("function_type"), ty);
        }
        for op in std::iter::once(&self.function).chain(&self.callers) {
            filter_attributes(edit, *op, "arg_attrs", &self.arguments);
            filter_attributes(edit, *op, "res_attrs", &self.results);
        }
        if self.results.iter().any(|removed| *removed) {
            for call in &self.callers {
                drop_results(edit, *call, &self.results);
            }
        }
    }
}

/// What is not removed.
fn kept<T>(all: impl IntoIterator<Item = T>, removed: &[bool]) -> Vec<T> {
    let pairs = all.into_iter().zip(removed);
    pairs
        .filter(|(_, removed)| !**removed)
        .map(|(each, _)| each)
        .collect()
}

/// The types of the inputs and results of a function.
fn types(context: &Context, function: Op) -> Option<(Vec<Type>, Vec<Type>)> {
    let ty = function.property(context, context.identifier("function_type"))?;
    let AttributeKind::Type(ty) = ty.kind(context) else {
        return None;
    };
    match ty.kind(context) {
        TypeKind::Function { inputs, results } => Some((inputs.iter().collect(), results.iter().collect())),
        _ => None,
    }
}

/// Removes elements of a list of dictionaries, which goes if no entry is left.
fn filter_attributes(edit: &mut Exclusive<'_>, op: Op, name: &str, removed: &[bool]) {
    let context = edit.context();
    let name = context.identifier(name);
    let Some(AttributeKind::Array(all)) = op.property(context, name).map(|list| list.kind(context)) else {
        return;
    };
    let kept: Vec<Attribute> = kept(all.iter(), removed);
    let is_empty = |each: &Attribute| {
        each.entries(context)
            .is_none_or(|entries| entries.iter().next().is_none())
    };
    if kept.iter().all(is_empty) {
        op.remove_attribute(edit, name);
    } else {
        let list = context.array_attribute(&kept);
        op.set_property(edit, name, list);
    }
}

/// Replaces a call by one with fewer results.
fn drop_results(edit: &mut Exclusive<'_>, call: Op, removed: &[bool]) {
    let context = edit.context();
    let left = kept(call.results(context), removed);
    let types: Vec<Type> = left.iter().map(|value| value.ty(context)).collect();
    let operands: Vec<Value> = call.operands(context).collect();
    let mut rewriter = Rewriter::new(edit);
    rewriter.set_insertion_point(InsertionPoint::before(context, call));
    let new = rewriter.create(&OpState {
        operands: &operands,
        results: &types,
        properties: call.properties(context),
        attributes: call.attributes(context),
        ..OpState::new(call.name(context), call.location(context))
    });
    for (old, new) in left.into_iter().zip(new.results(context)) {
        rewriter.replace_all_uses(old, new);
    }
    rewriter.erase_op(call);
}
