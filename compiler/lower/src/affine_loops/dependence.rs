//! Whether two accesses are of the same element, one in an earlier iteration than the other.
//!
//! Invariant: a [`Dependences`] lives while the IR is fixed. The loops around an operation and its accesses become linear constraints
//! once, however often they are compared.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use foldhash::fast::FixedState;
use tvmlike_ir::{AffineExpr, AffineOp, Block, Context, Op, Value};

use super::access::Access;
use super::domain::{Fact, Names, enclosing, facts, variables};
use crate::constraints::{Constraints, Linear};
use crate::make::has_trait;

/// The most loops around an access. MLIR's methods take time and memory that grow with powers of their number.
pub(crate) const MOST_LOOPS: usize = 64;

/// What is known of two accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dependence {
    /// They are never of the same element in this order.
    Never,
    /// They can be.
    Found,
    /// Nothing: something is not linear, they are not in one function, or there are more loops than [`MOST_LOOPS`].
    Unknown,
}

/// The operation in which affine values that are symbols are defined: a function, mostly.
pub(super) fn scope(context: &Context, op: Op) -> Option<Op> {
    let mut parents = std::iter::successors(op.parent_op(context), |op| op.parent_op(context));
    parents.find(|op| has_trait(context, *op, "AffineScope"))
}

/// What is around the operations of a block.
struct Around {
    scope: Option<Op>,
    /// The block of the scope.
    outermost: Option<Block>,
    variables: Vec<Value>,
    /// What holds where the operations are executed. `None`: something is not linear, or there are too many loops.
    facts: Option<Vec<Fact>>,
}

impl Around {
    fn of(context: &Context, op: Op) -> Self {
        let ops = enclosing(context, op);
        let variables = variables(context, &ops);
        let scope = scope(context, op);
        let mut parents = std::iter::successors(Some(op), |op| op.parent_op(context));
        let outermost = parents
            .find(|op| op.parent_op(context) == scope)
            .and_then(|op| op.block(context));
        let is_small = variables.len() <= MOST_LOOPS;
        Self {
            scope,
            outermost,
            facts: is_small.then(|| facts(context, &variables, &ops)).flatten(),
            variables,
        }
    }
}

/// The innermost block around two operations, and those of its operations that they are in.
fn common_block(context: &Context, first: Op, second: Op) -> Option<[Op; 2]> {
    let around = |op: Op| std::iter::successors(Some(op), |op| op.parent_op(context));
    let others: HashMap<Block, Op, FixedState> = around(second)
        .filter_map(|op| Some((op.block(context)?, op)))
        .collect();
    around(first).find_map(|op| Some([op, *others.get(&op.block(context)?)?]))
}

fn is_before(context: &Context, first: Op, second: Op) -> bool {
    common_block(context, first, second)
        .is_some_and(|[first, second]| first != second && first.is_before_in_block(context, second))
}

/// How many values at the start are the same.
fn num_common(first: &[Value], second: &[Value]) -> usize {
    first
        .iter()
        .zip(second)
        .take_while(|(one, other)| one == other)
        .count()
}

/// What is known of the accesses in a function.
pub(crate) struct Dependences<'c> {
    context: &'c Context,
    /// By the block of the operations.
    around: RefCell<HashMap<Option<Block>, Rc<Around>, FixedState>>,
    accesses: RefCell<HashMap<Op, Option<Rc<Access>>, FixedState>>,
    /// The indices of accesses.
    indices: RefCell<HashMap<Op, Option<Rc<Linear>>, FixedState>>,
}

/// Two accesses of one memref, of which one is a write, mostly.
pub(super) struct Pair<'c> {
    context: &'c Context,
    ops: [Op; 2],
    /// Whether they are in any order.
    are_reads: bool,
    /// How many loops are around the first one, and around both.
    own: usize,
    common: usize,
    /// The iterations in which they are of the same element.
    relation: Constraints,
}

impl<'c> Dependences<'c> {
    /// Knows nothing yet.
    pub(crate) fn new(context: &'c Context) -> Self {
        Self {
            context,
            around: RefCell::default(),
            accesses: RefCell::default(),
            indices: RefCell::default(),
        }
    }

    pub(super) fn context(&self) -> &'c Context {
        self.context
    }

    /// Whether more loops are around an operation than dependences are found of.
    pub(super) fn is_too_deep(&self, op: Op) -> bool {
        self.around(op).variables.len() > MOST_LOOPS
    }

    /// What an operation accesses.
    pub(super) fn access(&self, op: Op) -> Option<Rc<Access>> {
        let known = self.accesses.borrow().get(&op).cloned();
        known.unwrap_or_else(|| {
            let found = Access::of(self.context, op).map(Rc::new);
            self.accesses.borrow_mut().insert(op, found.clone());
            found
        })
    }

    fn around(&self, op: Op) -> Rc<Around> {
        let block = op.block(self.context);
        let known = self.around.borrow().get(&block).cloned();
        known.unwrap_or_else(|| {
            let found = Rc::new(Around::of(self.context, op));
            self.around.borrow_mut().insert(block, Rc::clone(&found));
            found
        })
    }

    fn indices(&self, access: &Access, around: &Around) -> Option<Rc<Linear>> {
        let known = self.indices.borrow().get(&access.op).cloned();
        known.unwrap_or_else(|| {
            let found = Linear::of(self.context, &access.map, &around.variables).map(Rc::new);
            self.indices.borrow_mut().insert(access.op, found.clone());
            found
        })
    }

    /// How many loops are around two operations.
    pub(super) fn num_common_loops(&self, first: Op, second: Op) -> usize {
        let [own, others] = [first, second].map(|op| self.around(op));
        num_common(&own.variables, &others.variables)
    }

    /// What has to be known to compare two accesses at any depth.
    ///
    /// # Errors
    /// It is known already how they depend on each other at each depth.
    pub(super) fn pair(&self, first: &Access, second: &Access) -> Result<Pair<'c>, Dependence> {
        match first.is_write || second.is_write {
            true => self.any_pair(first, second),
            false => Err(Dependence::Never),
        }
    }

    /// The same of two accesses that can both be reads.
    fn any_pair(&self, first: &Access, second: &Access) -> Result<Pair<'c>, Dependence> {
        if first.memref != second.memref {
            return Err(Dependence::Never);
        }
        let around = [first, second].map(|access| self.around(access.op));
        let [own, others] = [&around[0], &around[1]];
        if own.scope != others.scope || own.outermost.is_none() || own.outermost != others.outermost {
            return Err(Dependence::Unknown);
        }
        Ok(Pair {
            context: self.context,
            ops: [first.op, second.op],
            are_reads: !(first.is_write || second.is_write),
            own: own.variables.len(),
            common: num_common(&own.variables, &others.variables),
            relation: self
                .relation([first, second], [own, others])
                .ok_or(Dependence::Unknown)?,
        })
    }

    /// The iterations of two accesses that are of the same element. `None`: something is not linear.
    fn relation(&self, accesses: [&Access; 2], around: [&Around; 2]) -> Option<Constraints> {
        let mut constraints = Constraints::default();
        for value in around.into_iter().flat_map(|around| &around.variables) {
            constraints.add_dim(Some(*value));
        }
        let names = [(0, 0), (1, around[0].variables.len())].map(|(index, first)| Names {
            variables: &around[index].variables,
            first,
        });
        for (names, around) in names.iter().zip(around) {
            for fact in around.facts.as_ref()? {
                names.add(&mut constraints, fact)?;
            }
        }
        let rows = |index: usize| self.indices(accesses[index], around[index]);
        if let (Some(one), Some(other)) = (rows(0), rows(1))
            && !one.has_quotients()
            && !other.has_quotients()
        {
            let [one, other] = [(&names[0], &one), (&names[1], &other)]
                .map(|(names, linear)| constraints.place(linear, names.first));
            constraints.add_differences(&one, &other)?;
            return Some(constraints);
        }
        let context = self.context;
        let mut exprs = |index: usize| {
            let names: &Names<'_> = &names[index];
            names.exprs(context, &mut constraints, &accesses[index].map)
        };
        let (one, other): (Vec<AffineExpr>, Vec<AffineExpr>) = (exprs(0)?, exprs(1)?);
        let difference = |(one, other): (AffineExpr, AffineExpr)| {
            let negated = context
                .affine_binary(AffineOp::Mul, other, context.affine_constant(-1))
                .ok()?;
            context.affine_binary(AffineOp::Add, one, negated).ok()
        };
        let differences: Option<Vec<AffineExpr>> = one.into_iter().zip(other).map(difference).collect();
        constraints.add_relations(context, &differences?, true)?;
        constraints.use_locals()?;
        Some(constraints)
    }

    /// The iterations in which two accesses, which can both be reads, are of the same element at a depth.
    ///
    /// # Errors
    /// There are none, or they are not known.
    pub(super) fn constraints(
        &self,
        first: &Access,
        second: &Access,
        depth: usize,
    ) -> Result<Constraints, Dependence> {
        let pair = self.any_pair(first, second)?;
        pair.ordered(depth).ok_or(Dependence::Never)
    }

    /// Whether the second access is of an element of the first one, in a later iteration of the loop at a depth (from 1) and the
    /// same one of the loops around that; at a depth behind the last common loop, in the same iteration of all.
    pub(super) fn check(&self, first: &Access, second: &Access, depth: usize) -> Dependence {
        match self.pair(first, second) {
            Ok(pair) => pair.check(depth),
            Err(known) => known,
        }
    }
}

impl Pair<'_> {
    /// The iterations in which the accesses are in this order.
    fn ordered(&self, depth: usize) -> Option<Constraints> {
        let [first, second] = self.ops;
        if depth > self.common && !self.are_reads && !is_before(self.context, first, second) {
            return None;
        }
        let mut constraints = self.relation.clone();
        for dim in 0..self.common.min(depth) {
            let dims = [(dim, -1), (self.own + dim, 1)];
            if dim + 1 == depth {
                constraints.add_inequality(&dims, &[], -1);
            } else {
                constraints.add_equality(&dims, 0);
            }
        }
        (!constraints.has_no_solution()).then_some(constraints)
    }

    /// As [`Dependences::check`].
    pub(super) fn check(&self, depth: usize) -> Dependence {
        match self.ordered(depth) {
            Some(_) => Dependence::Found,
            None => Dependence::Never,
        }
    }

    /// For each loop around both accesses, from the depth on, how far behind the second iteration is, at least and at most; nothing if
    /// they do not depend on each other. In the loops before those it is 0, or at least 1.
    pub(super) fn distances(&self, depth: usize) -> Vec<[Option<i128>; 2]> {
        self.distances_from(depth, depth)
    }

    /// The same for the loops from a number on.
    pub(super) fn distances_from(&self, depth: usize, start: usize) -> Vec<[Option<i128>; 2]> {
        let Some(constraints) = self.ordered(depth) else {
            return Vec::new();
        };
        let differences: Vec<[usize; 2]> = (0..self.common).map(|dim| [self.own + dim, dim]).collect();
        constraints.ranges(&differences, start)
    }
}
