//! How facts flow into what is called, and back.
//!
//! Invariant: of a callee that is not open, all callers are calls that name it.

use tvmlike_ir::{
    Call, Callable, Callee as CalleeName, Context, Op, SymbolTables, Traits, Visibility, WalkOrder,
    WalkResult,
};

use super::{Sparse, SparseAnalysis};

/// What is known of an operation that can be called.
#[derive(Default)]
pub(super) struct Callee {
    /// Whether there can be callers that are not known.
    is_open: bool,
    /// Whether it returns in a way that is not known.
    returns_anything: bool,
    callers: Vec<Op>,
    returns: Vec<Op>,
}

/// The operations in `root` that can be called and can have callers that are not known.
pub(crate) fn find_open_callees(context: &Context, root: Op, tables: &mut SymbolTables) -> Vec<Op> {
    let mut open = Vec::new();
    let mut is_hopeless = false;
    let mut named = Vec::new();
    root.walk_symbol_tables(context, root.block(context).is_none(), |table, all_visible| {
        let entry = table
            .region(context, 0)
            .and_then(|region| region.first_block(context));
        let mut has_callees = false;
        for op in entry.into_iter().flat_map(|entry| entry.operations(context)) {
            let body = op.interface::<Callable>(context).map(|it| (it.body)(context, op));
            if body.flatten().is_none() || op.symbol_name(context).is_none() {
                continue;
            }
            has_callees = true;
            let visibility = op.symbol_visibility(context);
            if visibility == Visibility::Public || (!all_visible && visibility == Visibility::Nested) {
                open.push(op);
            }
        }
        if !has_callees {
            return;
        }
        match table.nested_symbol_uses(context) {
            None => is_hopeless = true,
            Some(uses) => named.extend(
                uses.into_iter()
                    .filter(|each| each.user.interface::<Call>(context).is_none())
                    .map(|each| each.reference),
            ),
        }
    });
    for reference in named {
        open.extend(tables.lookup_in(context, root, reference));
    }
    if is_hopeless {
        root.walk(context, WalkOrder::PreOrder, |op| {
            if op.interface::<Callable>(context).is_some() {
                open.push(op);
            }
            WalkResult::Advance
        });
    }
    open
}

/// What a call calls, if it is in `root`, is not `root` itself, and its body is known.
pub(crate) fn resolve_call(
    context: &Context,
    tables: &mut SymbolTables,
    root: Op,
    op: Op,
    call: &Call,
) -> Option<Op> {
    let callee = match (call.callee)(context, op)? {
        CalleeName::Symbol(symbol) => tables.lookup_nearest(context, op, symbol)?,
        CalleeName::Value(value) => value.defining_op(context)?,
    };
    let callable = callee.interface::<Callable>(context)?;
    (callable.body)(context, callee)?;
    (callee != root && callee.is_inside(context, root)).then_some(callee)
}

impl<A: SparseAnalysis> Sparse<A> {
    /// Finds what can have callers that are not known.
    pub(super) fn find_open_callees(&mut self, context: &Context) {
        for op in find_open_callees(context, self.root, &mut self.tables) {
            self.callees.entry(op).or_default().is_open = true;
        }
    }

    /// Enters the body of an operation that is called.
    pub(super) fn enter_callee(&mut self, context: &Context, op: Op) {
        let callee = self.callees.entry(op).or_default();
        let is_open = callee.is_open;
        if !is_open && callee.callers.is_empty() {
            return;
        }
        for region in op.regions(context) {
            match region.first_block(context) {
                Some(entry) if is_open => self.enter_with_anything(context, entry),
                Some(entry) => self.enter(context, entry),
                None => {}
            }
        }
    }

    pub(super) fn visit_call(&mut self, context: &Context, op: Op, call: &Call) {
        let Some(callee) = resolve_call(context, &mut self.tables, self.root, op, call) else {
            op.results(context)
                .for_each(|result| self.add_anything(context, result));
            return;
        };
        let known = self.callees.entry(callee).or_default();
        if !known.callers.contains(&op) {
            known.callers.push(op);
            self.schedule(callee);
        }
        let body = callee
            .interface::<Callable>(context)
            .and_then(|it| (it.body)(context, callee));
        let entry = body.and_then(|body| body.first_block(context));
        let arguments = entry.into_iter().flat_map(|entry| entry.arguments(context));
        for (argument, index) in arguments.zip((call.arguments)(context, op)) {
            match op.operand(context, index) {
                Some(operand) => {
                    let fact = self.facts.get(operand);
                    self.add(context, argument, &fact);
                }
                None => self.add_anything(context, argument),
            }
        }
        let known = &self.callees[&callee];
        let (returns, is_anything) = (known.returns.clone(), known.returns_anything);
        if is_anything {
            op.results(context)
                .for_each(|result| self.add_anything(context, result));
        }
        for end in returns {
            self.give_back(context, end, op);
        }
    }

    /// A terminator returns from a callee.
    pub(super) fn visit_return(&mut self, context: &Context, op: Op, callee: Op) {
        let known = self.callees.entry(callee).or_default();
        let callers = known.callers.clone();
        if !op.has_trait(context, Traits::RETURN_LIKE) {
            known.returns_anything = true;
            callers.into_iter().for_each(|call| self.schedule(call));
            return;
        }
        if !known.returns.contains(&op) {
            known.returns.push(op);
        }
        for call in callers {
            self.give_back(context, op, call);
        }
    }

    /// The operands of a return become the results of a call.
    fn give_back(&mut self, context: &Context, end: Op, call: Op) {
        if end.num_operands(context) != call.num_results(context) {
            call.results(context)
                .for_each(|result| self.add_anything(context, result));
            return;
        }
        for (operand, result) in end.operands(context).zip(call.results(context)) {
            let fact = self.facts.get(operand);
            self.add(context, result, &fact);
        }
    }
}
