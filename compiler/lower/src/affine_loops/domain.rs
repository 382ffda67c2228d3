//! The iterations in which an operation is executed, as constraints of the variables of the loops around it.
//!
//! Invariant: a variable of a loop is a dimension, another value is a symbol. A step of a loop whose first number is not known is
//! left out, so there can be more solutions than iterations.

use tvmlike_dialects::AppliedMap;
use tvmlike_ir::{AffineExpr, AffineOp, AttributeKind, Context, Op, Value};

use super::nest::{AffineFor, Side, compose};
use crate::constraints::{Bound, Constraints, Linear};
use crate::make::{has_trait, property};
use crate::number;

/// The loops and choices around an operation up to its function, the outermost first.
pub(super) fn enclosing(context: &Context, op: Op) -> Vec<Op> {
    let parents = std::iter::successors(op.parent_op(context), |op| op.parent_op(context));
    let names = ["affine.for", "affine.if", "affine.parallel"];
    let mut found: Vec<Op> = parents
        .take_while(|op| !has_trait(context, *op, "AffineScope"))
        .filter(|op| names.iter().any(|name| op.is_named(context, name)))
        .collect();
    found.reverse();
    found
}

/// The variables of loops, the outermost first.
pub(super) fn variables(context: &Context, around: &[Op]) -> Vec<Value> {
    let loops = around.iter().filter(|op| !op.is_named(context, "affine.if"));
    let bodies = loops.filter_map(|op| op.region(context, 0)?.first_block(context));
    bodies
        .flat_map(|body| {
            let is_for = body
                .parent_op(context)
                .is_some_and(|op| op.is_named(context, "affine.for"));
            body.arguments(context).take(if is_for { 1 } else { usize::MAX })
        })
        .collect()
}

/// Names of values in a system of constraints: variables of loops are dimensions from a position on.
pub(super) struct Names<'v> {
    pub(super) variables: &'v [Value],
    pub(super) first: usize,
}

impl Names<'_> {
    /// The results of a map as expressions of the system.
    pub(super) fn exprs(
        &self,
        context: &Context,
        constraints: &mut Constraints,
        map: &AppliedMap,
    ) -> Option<Vec<AffineExpr>> {
        let mut of = |value: &Value| match self.variables.iter().position(|other| other == value) {
            Some(position) => context.affine_dim((self.first + position) as u32),
            None => context.affine_symbol(constraints.symbol_of(*value) as u32),
        };
        let dims: Vec<AffineExpr> = map.dims.iter().map(&mut of).collect();
        let symbols: Vec<AffineExpr> = map.symbols.iter().map(&mut of).collect();
        let replaced = map
            .results
            .iter()
            .map(|result| result.replace_inputs(context, &dims, &symbols));
        replaced.collect::<Result<_, _>>().ok()
    }

    /// Adds something that holds. `None`: a number is too large.
    pub(super) fn add(&self, constraints: &mut Constraints, fact: &Fact) -> Option<()> {
        let exprs = constraints.place(&fact.exprs, self.first);
        match fact.kind {
            FactKind::Relation { is_equal } => constraints.add_placed_relation(&exprs, is_equal),
            FactKind::Bound { side, variable } => {
                constraints.add_placed_bound(side, self.first + variable, &exprs)
            }
        }
    }
}

/// How expressions relate to something.
#[derive(Clone, Copy)]
enum FactKind {
    /// They are 0, or at least 0.
    Relation { is_equal: bool },
    /// They bound the variable of a number.
    Bound { side: Bound, variable: usize },
}

/// What holds in the body of a loop or choice.
pub(super) struct Fact {
    kind: FactKind,
    exprs: Linear,
}

/// What holds in the body of each loop and choice, of their variables. `None`: something is not linear.
pub(super) fn facts(context: &Context, variables: &[Value], around: &[Op]) -> Option<Vec<Fact>> {
    let mut found = Facts {
        context,
        variables,
        all: Vec::new(),
    };
    for op in around {
        if let Some(at) = AffineFor::of(context, *op) {
            found.add_for(at)?;
        } else if op.is_named(context, "affine.if") {
            found.add_condition(*op)?;
        } else {
            found.add_parallel(*op)?;
        }
    }
    Some(found.all)
}

struct Facts<'f> {
    context: &'f Context,
    variables: &'f [Value],
    all: Vec<Fact>,
}

impl Facts<'_> {
    fn number(&self, value: Value) -> Option<usize> {
        self.variables.iter().position(|other| *other == value)
    }

    fn add(&mut self, kind: FactKind, map: &AppliedMap) -> Option<()> {
        let exprs = Linear::of(self.context, map, self.variables)?;
        self.all.push(Fact { kind, exprs });
        Some(())
    }

    fn bound(&mut self, side: Bound, variable: Value, mut map: AppliedMap) -> Option<()> {
        compose(self.context, &mut map)?;
        map.simplify(self.context)?;
        map.canonicalize(self.context)?;
        let variable = self.number(variable)?;
        self.add(FactKind::Bound { side, variable }, &map)
    }

    fn add_for(&mut self, at: AffineFor) -> Option<()> {
        let context = self.context;
        let variable = at.variable(context);
        let step = at.step(context);
        if let Some(first) = at.constant_bound(context, Side::Lower).filter(|_| step != 1) {
            let binary =
                |op, lhs, rhs: i64| context.affine_binary(op, lhs, context.affine_constant(rhs)).ok();
            let distance = binary(AffineOp::Add, context.affine_dim(0), first.wrapping_neg())?;
            let rest = AppliedMap {
                results: vec![binary(AffineOp::Mod, distance, step)?],
                dims: vec![variable],
                symbols: Vec::new(),
            };
            self.add(FactKind::Relation { is_equal: true }, &rest)?;
        }
        self.bound(Bound::Lower, variable, at.bound(context, Side::Lower))?;
        self.bound(Bound::Upper, variable, at.bound(context, Side::Upper))
    }

    fn add_condition(&mut self, op: Op) -> Option<()> {
        let context = self.context;
        let AttributeKind::IntegerSet(set) = property(context, op, "condition")?.kind(context) else {
            return None;
        };
        let operands: Vec<Value> = op.operands(context).collect();
        let mut map = AppliedMap::of_set(context, set, &operands)?;
        compose(context, &mut map)?;
        for (number, expr) in map.results.iter().enumerate() {
            let is_equal = set.is_equality(context, number);
            let one = AppliedMap {
                results: vec![*expr],
                ..map.clone()
            };
            self.add(FactKind::Relation { is_equal }, &one)?;
        }
        Some(())
    }

    fn add_parallel(&mut self, op: Op) -> Option<()> {
        for (side, variable, bound) in parallel_bounds(self.context, op)? {
            self.bound(side, variable, bound)?;
        }
        Some(())
    }
}

/// The bounds of the variables of an `affine.parallel`: the lower ones, then the upper ones.
pub(super) fn parallel_bounds(context: &Context, op: Op) -> Option<Vec<(Bound, Value, AppliedMap)>> {
    let operands: Vec<Value> = op.operands(context).collect();
    let body = op.region(context, 0)?.first_block(context)?;
    let mut start = 0;
    let mut found = Vec::new();
    for (side, map, groups) in [
        (Bound::Lower, "lowerBoundsMap", "lowerBoundsGroups"),
        (Bound::Upper, "upperBoundsMap", "upperBoundsGroups"),
    ] {
        let AttributeKind::AffineMap(map) = property(context, op, map)?.kind(context) else {
            return None;
        };
        let own = operands.get(start..start + map.num_inputs(context))?;
        start += own.len();
        let (dims, symbols) = own.split_at_checked(map.num_dims(context) as usize)?;
        let mut results = map.results(context).iter();
        let sizes = number::elements(context, property(context, op, groups)?)?;
        for (variable, size) in body.arguments(context).zip(sizes) {
            let bound = AppliedMap {
                results: results.by_ref().take(usize::try_from(size).ok()?).collect(),
                dims: dims.to_vec(),
                symbols: symbols.to_vec(),
            };
            found.push((side, variable, bound));
        }
    }
    Some(found)
}
