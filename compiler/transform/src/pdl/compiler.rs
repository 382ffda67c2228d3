//! Compiling what a pattern matches: its operations become steps, from the root to what defines its operands, then to the users
//! of values for the other operations.
//!
//! Invariant: `bound` has the slots that the steps so far bind.

use std::collections::{HashMap, HashSet};

use tvmlike_ir::{Block, Context, Op, Value};

use super::functions::FunctionKind;
use super::plan::{Call, Slot, Source, Step, Which};
use super::reader;

/// A pattern that is compiled.
pub(super) struct Compiler<'c> {
    pub(super) context: &'c Context,
    pub(super) slots: HashMap<Value, Slot>,
    bound: HashSet<Slot>,
    pub(super) steps: Vec<Step>,
    /// The operations that are matched before the root is left, with their depths, and those after.
    pub(super) definitions: Vec<(usize, Slot)>,
    pub(super) users: Vec<Slot>,
    pub(super) functions: Vec<(FunctionKind, String)>,
}

impl<'c> Compiler<'c> {
    /// A compiler of a pattern.
    pub(super) fn new(context: &'c Context) -> Self {
        Self {
            context,
            slots: HashMap::new(),
            bound: HashSet::new(),
            steps: Vec::new(),
            definitions: Vec::new(),
            users: Vec::new(),
            functions: Vec::new(),
        }
    }

    /// The slot of a value.
    pub(super) fn slot(&mut self, value: Value) -> Slot {
        let next = self.slots.len() as Slot;
        *self.slots.entry(value).or_insert(next)
    }

    /// The slots of values.
    pub(super) fn slots(&mut self, values: impl IntoIterator<Item = Value>) -> Box<[Slot]> {
        values.into_iter().map(|value| self.slot(value)).collect()
    }

    /// The number of a function.
    pub(super) fn function(&mut self, kind: FunctionKind, name: String) -> usize {
        let wanted = (kind, name);
        let known = self.functions.iter().position(|known| *known == wanted);
        known.unwrap_or_else(|| {
            self.functions.push(wanted);
            self.functions.len() - 1
        })
    }

    /// Compiles the matcher. The slot of the root.
    pub(super) fn match_all(&mut self, body: Block, root: Op) -> Slot {
        let context = self.context;
        let of = |op: Op| op.result(context, 0);
        let root_slot = of(root).map_or(0, |handle| self.slot(handle));
        self.bound.insert(root_slot);
        self.operation(root, root_slot, 0);
        self.definitions.retain(|(_, slot)| *slot != root_slot);
        let operations: Vec<Op> = body.operations(context).collect();
        loop {
            for op in operations
                .iter()
                .filter(|op| !reader::is(context, **op, "apply_native_constraint"))
            {
                self.remaining(*op);
            }
            let Some((value, op)) = self.next_user(&operations) else {
                break;
            };
            let slot = of(op).map_or(0, |handle| self.slot(handle));
            self.steps.push(Step::User(value, slot));
            self.bound.insert(slot);
            let before = self.definitions.len();
            self.operation(op, slot, 0);
            let found = self.definitions.split_off(before);
            self.users.push(slot);
            self.users.extend(
                found
                    .into_iter()
                    .map(|(_, slot)| slot)
                    .filter(|each| *each != slot),
            );
        }
        for op in operations {
            match reader::is(context, op, "apply_native_constraint") {
                true => self.constraint(op),
                false => self.remaining(op),
            }
        }
        root_slot
    }

    /// A bound value and an operation that uses it and is not bound.
    fn next_user(&mut self, operations: &[Op]) -> Option<(Slot, Op)> {
        let context = self.context;
        for op in operations
            .iter()
            .filter(|op| reader::is(context, **op, "operation"))
        {
            let slot = op.result(context, 0).map(|handle| self.slot(handle))?;
            if self.bound.contains(&slot) {
                continue;
            }
            for operand in reader::group(context, *op, 0) {
                let operand = self.slot(operand);
                if self.bound.contains(&operand) {
                    return Some((operand, *op));
                }
            }
        }
        None
    }

    /// Binds constants, and results of operations that are bound, which no operation of the pattern uses.
    fn remaining(&mut self, op: Op) {
        let context = self.context;
        let Some(value) = op.result(context, 0) else {
            return;
        };
        let slot = self.slot(value);
        if self.bound.contains(&slot) {
            return;
        }
        if let Some(constant) = reader::constant(context, op) {
            self.bound.insert(slot);
            self.steps.push(Step::Bind(slot, Source::Constant(constant)));
        } else if let Some((parent, which)) = self.result(op)
            && self.bound.contains(&parent)
        {
            self.bound.insert(slot);
            self.steps.push(Step::Bind(slot, Source::Result(parent, which)));
        }
    }

    /// The operation of `pdl.result` or `pdl.results`, and which results they are.
    pub(super) fn result(&mut self, op: Op) -> Option<(Slot, Which)> {
        let context = self.context;
        let index = reader::number(context, op, "index");
        let is_range = op
            .result(context, 0)
            .is_some_and(|value| reader::is_range(context, value));
        let which = match (reader::kind(context, op), index) {
            ("result", Some(index)) => Which::One(index),
            ("results", None) => Which::All,
            ("results", Some(index)) if is_range => Which::Group(index),
            ("results", Some(index)) => Which::OneOf(index),
            _ => return None,
        };
        let parent = op.operand(context, 0)?;
        Some((self.slot(parent), which))
    }

    /// Binds a value, or compares it, and compiles what the pattern requires of it.
    fn bind(&mut self, value: Value, source: Source, depth: usize) {
        let context = self.context;
        let slot = self.slot(value);
        if !self.bound.insert(slot) {
            self.steps.push(Step::Equal(slot, source));
            return;
        }
        self.steps.push(Step::Bind(slot, source));
        let Some(definition) = value.defining_op(context) else {
            return;
        };
        if let Some(constant) = reader::constant(context, definition) {
            self.steps.push(Step::Equal(slot, Source::Constant(constant)));
        }
        match reader::kind(context, definition) {
            "operation" => self.operation(definition, slot, depth),
            "attribute" | "operand" | "operands" => {
                if let Some(ty) = definition.operand(context, 0) {
                    self.bind(ty, Source::Type(slot), depth);
                }
            }
            "result" | "results" => {
                if let (Some(parent), Some((parent_slot, which))) =
                    (definition.operand(context, 0), self.result(definition))
                {
                    self.bind(parent, Source::Definition(slot), depth + 1);
                    self.steps
                        .push(Step::Equal(slot, Source::Result(parent_slot, which)));
                }
            }
            _ => {}
        }
    }

    /// Compiles what the pattern requires of an operation that is bound.
    fn operation(&mut self, op: Op, slot: Slot, depth: usize) {
        let context = self.context;
        self.definitions.push((depth, slot));
        if let Some(name) = reader::text(context, op, "opName") {
            self.steps.push(Step::Name(slot, context.identifier(name)));
        }
        let (operands, types) = (reader::group(context, op, 0), reader::group(context, op, 2));
        let count = |values: &[Value]| {
            let single = values
                .iter()
                .filter(|value| !reader::is_range(context, **value))
                .count();
            (single as u32, single != values.len())
        };
        let (least, has_more) = count(&operands);
        self.steps.push(Step::Operands(slot, least, has_more));
        let (least, has_more) = count(&types);
        self.steps.push(Step::Results(slot, least, has_more));
        for (name, value) in reader::attributes(context, op) {
            self.bind(value, Source::Attribute(slot, name), depth);
        }
        for (which, operand) in self.numbered(&operands) {
            self.bind(operand, Source::Operand(slot, which), depth);
        }
        for (which, ty) in self.numbered(&types) {
            self.bind(ty, Source::ResultType(slot, which), depth);
        }
    }

    /// The declared operands or results with their numbers.
    fn numbered(&self, values: &[Value]) -> Vec<(Which, Value)> {
        let context = self.context;
        if let [only] = values
            && reader::is_range(context, *only)
        {
            return vec![(Which::All, *only)];
        }
        let mut has_range = false;
        let number = |(index, value): (usize, &Value)| {
            let (index, is_range) = (index as u32, reader::is_range(context, *value));
            has_range |= is_range;
            let which = match (has_range, is_range) {
                (false, _) => Which::One(index),
                (true, true) => Which::Group(index),
                (true, false) => Which::OneOf(index),
            };
            (which, *value)
        };
        values.iter().enumerate().map(number).collect()
    }

    fn constraint(&mut self, op: Op) {
        let context = self.context;
        let name = reader::text(context, op, "name").unwrap_or_default();
        let arguments = self.slots(op.operands(context));
        let results: Vec<Slot> = op.results(context).map(|result| self.slot(result)).collect();
        let results = results
            .into_iter()
            .map(|slot| (slot, !self.bound.insert(slot)))
            .collect();
        let function = self.function(FunctionKind::Constraint, name);
        let call = Call {
            function,
            arguments,
            results,
        };
        let is_negated = reader::flag(context, op, "isNegated");
        self.steps.push(Step::Constraint(call, is_negated));
    }
}
