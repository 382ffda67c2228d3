//! Constraints and rewrites that are functions of the program.

use std::collections::HashMap;
use std::sync::Arc;

use smallvec::SmallVec;
use tvmlike_ir::{Attribute, Context, InsertionPoint, Op, OpState, Rewriter, Type, Value};

use crate::conversion::ConversionRewriter;

/// What a function of the program does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FunctionKind {
    Constraint,
    Rewrite,
}

/// What a value of a pattern stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PdlValue {
    /// An attribute.
    Attribute(Attribute),
    /// A type.
    Type(Type),
    /// An operation.
    Op(Op),
    /// A value.
    Value(Value),
    /// A range of types.
    Types(SmallVec<[Type; 4]>),
    /// A range of values.
    Values(SmallVec<[Value; 4]>),
}

/// The rewriter of the driver that applies a pattern.
pub enum DriverRewriter<'a, 'e, 'c> {
    /// That of the greedy driver.
    Greedy(&'a mut Rewriter<'e, 'c>),
    /// That of a conversion.
    Conversion(&'a mut ConversionRewriter<'e, 'c>),
}

/// Changes the IR for a pattern. New operations come before the root, or to where it was.
pub struct PdlRewriter<'a, 'e, 'c> {
    driver: DriverRewriter<'a, 'e, 'c>,
    /// `None`: it was erased.
    root: Option<Op>,
    place: Option<InsertionPoint>,
}

impl<'a, 'e, 'c> PdlRewriter<'a, 'e, 'c> {
    pub(super) fn new(driver: DriverRewriter<'a, 'e, 'c>, root: Op) -> Self {
        let context = match &driver {
            DriverRewriter::Greedy(rewriter) => rewriter.context(),
            DriverRewriter::Conversion(rewriter) => rewriter.context(),
        };
        Self {
            place: InsertionPoint::before(context, root),
            driver,
            root: Some(root),
        }
    }

    /// The context.
    pub fn context(&self) -> &'c Context {
        match &self.driver {
            DriverRewriter::Greedy(rewriter) => rewriter.context(),
            DriverRewriter::Conversion(rewriter) => rewriter.context(),
        }
    }

    /// The rewriter of the driver.
    pub fn driver(&mut self) -> &mut DriverRewriter<'a, 'e, 'c> {
        &mut self.driver
    }

    /// The operation from which the pattern is matched; `None`: the rewrite has erased it.
    pub fn root(&self) -> Option<Op> {
        self.root
    }

    /// Whether it belongs to a conversion, where an operation whose results have uses can be erased.
    pub fn is_conversion(&self) -> bool {
        matches!(self.driver, DriverRewriter::Conversion(_))
    }

    /// Makes an operation.
    ///
    /// # Panics
    /// As [`Rewriter::create`].
    pub fn create(&mut self, state: &OpState<'_>) -> Op {
        match &mut self.driver {
            DriverRewriter::Greedy(rewriter) => rewriter.at(self.place, |rewriter| rewriter.create(state)),
            DriverRewriter::Conversion(rewriter) => {
                rewriter.at(self.place, |rewriter| rewriter.create(state))
            }
        }
    }

    /// Keeps the place when an operation is erased. A conversion erases it later.
    fn leave(&mut self, op: Op) {
        if self.is_conversion() {
            return;
        }
        if self.root == Some(op) {
            self.root = None;
        }
        if self.place.is_some_and(|place| place.next_op() == Some(op)) {
            self.place = InsertionPoint::after(self.context(), op);
        }
    }

    /// Calls a function of the program, which can erase the root and what is around it.
    pub(super) fn call<R>(&mut self, function: impl FnOnce(&mut Self) -> R) -> R {
        let context = self.context();
        let handle = |op: Option<Op>| op.map(|op| context.op_handle(op));
        let next = self.place.and_then(InsertionPoint::next_op);
        let around = [next, next.and_then(|next| next.previous(context)), self.root].map(handle);
        let result = function(self);
        let [next, previous, root] = around.map(|handle| context.resolve_op(handle?).ok());
        self.root = root;
        self.place = self.place.map(|place| match (next, previous) {
            _ if place.next_op() == next => place,
            (_, Some(previous)) => InsertionPoint::after(context, previous).unwrap_or(place),
            (_, None) => InsertionPoint::at_start(context, place.block()),
        });
        result
    }

    /// Replaces an operation by one value for each result.
    ///
    /// # Panics
    /// As [`Rewriter::replace_op`].
    pub fn replace_op(&mut self, op: Op, values: &[Value]) {
        self.leave(op);
        match &mut self.driver {
            DriverRewriter::Greedy(rewriter) => rewriter.replace_op(op, values),
            DriverRewriter::Conversion(rewriter) => rewriter.replace_op(op, values),
        }
    }

    /// Erases an operation. Outside of a conversion its results must have no uses.
    ///
    /// # Panics
    /// As [`Rewriter::erase_op`].
    pub fn erase_op(&mut self, op: Op) {
        self.leave(op);
        match &mut self.driver {
            DriverRewriter::Greedy(rewriter) => rewriter.erase_op(op),
            DriverRewriter::Conversion(rewriter) => rewriter.erase_op(op),
        }
    }
}

impl std::fmt::Debug for PdlRewriter<'_, '_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PdlRewriter")
            .field("is_conversion", &self.is_conversion())
            .finish_non_exhaustive()
    }
}

/// A constraint or a rewrite: a function of values of the pattern, which returns its results, or
/// `None`: the constraint does not hold, or the rewrite has failed. A constraint must not change the IR.
///
/// # Errors
/// The function failed for a reason with which the driver ends.
pub type PdlFunction = Arc<
    dyn Fn(&mut PdlRewriter<'_, '_, '_>, &[PdlValue]) -> Result<Option<Vec<PdlValue>>, String> + Send + Sync,
>;

/// Functions of the program by name.
#[derive(Clone, Default)]
pub struct PdlFunctions {
    constraints: HashMap<String, PdlFunction>,
    rewrites: HashMap<String, PdlFunction>,
}

impl PdlFunctions {
    /// No functions.
    pub fn new() -> Self {
        Self::default()
    }

    /// Registers a constraint. A name keeps its first function; whether this is it.
    pub fn add_constraint(&mut self, name: &str, function: PdlFunction) -> bool {
        add(&mut self.constraints, name, function)
    }

    /// Registers a rewrite. A name keeps its first function; whether this is it.
    pub fn add_rewrite(&mut self, name: &str, function: PdlFunction) -> bool {
        add(&mut self.rewrites, name, function)
    }

    pub(super) fn find(&self, kind: FunctionKind, name: &str) -> Option<PdlFunction> {
        let functions = match kind {
            FunctionKind::Constraint => &self.constraints,
            FunctionKind::Rewrite => &self.rewrites,
        };
        functions.get(name).cloned()
    }
}

fn add(functions: &mut HashMap<String, PdlFunction>, name: &str, function: PdlFunction) -> bool {
    let is_new = !functions.contains_key(name);
    if is_new {
        functions.insert(name.to_owned(), function);
    }
    is_new
}

impl std::fmt::Debug for PdlFunctions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PdlFunctions")
            .field("constraints", &self.constraints.keys())
            .field("rewrites", &self.rewrites.keys())
            .finish()
    }
}
