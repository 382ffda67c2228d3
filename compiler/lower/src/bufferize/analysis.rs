//! The analysis: for each operand whether it is in place, and which values are in the same memory.
//!
//! Invariant: operands are decided from the last operation to the first, each by the decisions made before.

use std::cell::{RefCell, RefMut};
use std::collections::{HashMap, HashSet};

use tvmlike_ir::{Context, DominanceInfo, Failure, Op, SymbolTables, Value, WalkOrder, WalkResult};

use super::alias_sets::AliasSets;
use super::kinds::Kind;
use super::memo::{Checked, Memo};
use super::notes::Notes;
use super::options::BufferizeOptions;
use super::values::{Use, callee, is_tensor};
use crate::make::property;

/// What callers have to know of a function.
#[derive(Default, Debug)]
pub(super) struct FunctionSummary {
    /// The arguments that are read, and those that are written.
    pub(super) read: HashSet<usize>,
    pub(super) written: HashSet<usize>,
    /// The argument that each result is, for results that are one.
    pub(super) equivalent: HashMap<usize, usize>,
    /// The results that can be in the memory of an argument.
    pub(super) aliasing: HashMap<usize, Vec<usize>>,
}

/// What is known of the functions of a module. Invariant: while a module is bufferized, no symbol is renamed or erased.
#[derive(Default)]
pub(super) struct Functions {
    pub(super) summaries: HashMap<Op, FunctionSummary>,
    tables: RefCell<SymbolTables>,
    /// What `print-conflicts` asks for.
    pub(super) notes: RefCell<Notes>,
}

impl Functions {
    /// The function that a call names.
    pub(super) fn callee(&self, context: &Context, call: Op) -> Option<Op> {
        callee(context, &mut self.tables.borrow_mut(), call)
    }
}

/// The state of the analysis of a function or module.
pub(super) struct State<'a> {
    pub(super) context: &'a Context,
    pub(super) options: &'a BufferizeOptions,
    pub(super) functions: &'a Functions,
    /// Whether nothing was analyzed: what is written is copied.
    pub(super) is_plain: bool,
    pub(super) in_place: HashSet<Use>,
    pub(super) aliases: AliasSets,
    equivalent: AliasSets,
    /// The operands whose contents are undefined.
    pub(super) undefined: HashSet<Use>,
    pub(super) memo: Memo,
    /// Why a value becomes no memref.
    pub(super) problem: RefCell<Option<(Op, &'static str)>>,
}

impl<'a> State<'a> {
    /// A state without decisions.
    pub(super) fn new(
        context: &'a Context,
        options: &'a BufferizeOptions,
        functions: &'a Functions,
        is_plain: bool,
    ) -> Self {
        Self {
            context,
            options,
            functions,
            is_plain,
            in_place: HashSet::new(),
            aliases: AliasSets::default(),
            equivalent: AliasSets::default(),
            undefined: HashSet::new(),
            memo: Memo::default(),
            problem: RefCell::new(None),
        }
    }

    /// Where conflicts are noted.
    pub(super) fn notes(&self) -> RefMut<'_, Notes> {
        self.functions.notes.borrow_mut()
    }

    /// What is known of the function that is called.
    pub(super) fn callee(&self, call: Op) -> Option<&'a FunctionSummary> {
        let function = self.functions.callee(self.context, call)?;
        self.functions.summaries.get(&function)
    }

    /// Whether two values are the same memory with the same layout.
    pub(super) fn are_equivalent(&self, a: Value, b: Value) -> bool {
        self.equivalent.are_united(a, b)
    }

    /// The operands of an operation that are tensors.
    pub(super) fn tensor_operands(&self, op: Op) -> Vec<Use> {
        let context = self.context;
        let is_tensor = |(_, value): &(usize, Value)| is_tensor(context, value.ty(context));
        op.operands(context)
            .enumerate()
            .filter(is_tensor)
            .map(|(index, _)| (op, index))
            .collect()
    }

    /// The results of an operation that are tensors; none if it is not bufferized.
    fn tensor_results(&self, op: Op) -> Vec<Value> {
        let context = self.context;
        let results = op.results(context).filter(|_| self.kind(op).is_some());
        results
            .filter(|value| is_tensor(context, value.ty(context)))
            .collect()
    }

    fn keep_in_place(&mut self, at: Use) {
        if self.in_place.insert(at) {
            let value = self.value(at);
            for alias in self.values_of(at).iter() {
                self.aliases.unite(alias.of, value);
            }
        }
    }

    /// Refuses an operation of which nothing can be decided, because operands have to be in place.
    fn check_constraints(
        &self,
        op: Op,
        checked: &mut Checked,
        dominance: &mut DominanceInfo,
    ) -> Result<(), Failure> {
        let context = self.context;
        let refuse = |message: &str| Err(op.emit_op_error(context, message).emit());
        match self.kind(op) {
            None => return Ok(()),
            Some(Kind::ToTensor) if property(context, op, "restrict").is_none() => {
                return refuse("to_tensor ops without `restrict` are not supported by One-Shot Analysis");
            }
            Some(_) => {}
        }
        for at in self.tensor_operands(op) {
            if self.would_conflict(at, Some(checked), dominance) {
                return refuse("not bufferizable under the given constraints: cannot avoid RaW conflict");
            }
            if self.is_in_place(at) && self.writes_read_only(at, true) {
                return refuse(
                    "not bufferizable under the given constraints: would write to read-only buffer",
                );
            }
        }
        Ok(())
    }

    /// Decides all operands of what is in an operation.
    ///
    /// # Errors
    /// Operands that have to be in place cannot be; the error was emitted.
    pub(super) fn analyze(&mut self, root: Op) -> Result<(), Failure> {
        let context = self.context;
        let mut all = Vec::new();
        root.walk(context, WalkOrder::PostOrder, |op| {
            all.push(op);
            WalkResult::Advance
        });
        self.memo.is_fixed = true;
        self.answer_inner_first(&all);
        for op in &all {
            for at in self.tensor_operands(*op) {
                if self.must_be_in_place(at) {
                    self.keep_in_place(at);
                }
            }
        }
        let mut dominance = DominanceInfo::new();
        let mut checked = Checked::default();
        for op in &all {
            self.check_constraints(*op, &mut checked, &mut dominance)?;
        }
        for op in all.iter().rev() {
            // Of operations without a bufferization as well: one in place is a write that others see.
            for at in self.tensor_operands(*op) {
                let is_known = self.in_place.contains(&at);
                if !is_known
                    && !self.writes_read_only(at, false)
                    && !self.would_conflict(at, None, &mut dominance)
                {
                    self.keep_in_place(at);
                }
            }
        }
        self.memo.forget_equivalence();
        for op in &all {
            for result in self.tensor_results(*op) {
                self.unite_equivalent(*op, result);
                // What is equivalent in the body of a loop tells what the loop is.
                self.memo.forget_equivalence();
            }
        }
        for op in &all {
            self.find_undefined(*op);
        }
        self.memo = Memo::default();
        Ok(())
    }

    /// Finds what depends on the same of inner operations, for those first: the recursion stays flat.
    fn answer_inner_first(&self, all: &[Op]) {
        for op in all {
            for at in self.tensor_operands(*op) {
                self.reads(at);
            }
            for result in self.tensor_results(*op) {
                self.is_written_where_defined(result);
            }
        }
    }

    /// Unites a result with the operand that it is.
    fn unite_equivalent(&mut self, op: Op, result: Value) {
        let operands = self.operands_of(result);
        let Some(first) = operands.first().map(|alias| self.value(alias.of)) else {
            return;
        };
        let is_same = |alias: &super::values::Alias<Use>| alias.is_equivalent && self.is_in_place(alias.of);
        let definite = operands.iter().find(|alias| is_same(alias) && alias.is_definite);
        if let Some(alias) = definite {
            let operand = self.value(alias.of);
            self.equivalent.unite(result, operand);
            return;
        }
        let all = operands
            .iter()
            .all(|alias| is_same(alias) && self.are_equivalent(self.value(alias.of), first));
        if all && !self.allocates(op) {
            self.equivalent.unite(result, first);
        }
    }

    fn find_undefined(&mut self, op: Op) {
        for result in self.tensor_results(op) {
            let uses = self.uses(result);
            if uses.first().is_some_and(|at| self.definitions(*at).is_empty()) {
                self.undefined.extend(uses);
            }
        }
    }

    /// Whether a value is written where it is in place.
    pub(super) fn is_written(&self, value: Value) -> bool {
        self.aliases
            .members(&value)
            .iter()
            .any(|alias| self.uses(*alias).into_iter().any(|at| self.writes_in_place(at)))
    }

    /// Whether an operand is written where it lies.
    pub(super) fn writes_in_place(&self, at: Use) -> bool {
        self.writes(at) && self.is_in_place(at)
    }
}
