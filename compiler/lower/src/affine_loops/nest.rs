//! A loop of affine: its bounds, its step, and the loops in it.
//!
//! Invariant: an [`AffineFor`] is a valid `affine.for`.

use std::ops::Range;

use tvmlike_define::OpBuilder;
use tvmlike_dialects::AppliedMap;
use tvmlike_ir::{
    AffineExpr, AffineMap, AffineOp, AttributeKind, Block, Context, InsertionPoint, Location, Op, Rewriter,
    Type, Value, WalkOrder, WalkResult,
};

use crate::make::{Make, build, integer, operand_group, property};
use crate::number;

/// One of the two bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    /// The greatest of the results is the first number.
    Lower,
    /// The least of the results is behind the last number.
    Upper,
}

impl Side {
    const fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Lower => ("lowerBoundMap", "lowerBoundOperands"),
            Self::Upper => ("upperBoundMap", "upperBoundOperands"),
        }
    }
}

/// An `affine.for`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct AffineFor(pub(crate) Op);

/// The loops in an operation, those inside of others first.
pub(crate) fn loops_in(context: &Context, root: Op) -> Vec<AffineFor> {
    let mut found = Vec::new();
    root.walk(context, WalkOrder::PostOrder, |op| {
        found.extend(AffineFor::of(context, op));
        WalkResult::Advance
    });
    found
}

impl AffineFor {
    /// The loop that an operation is.
    pub(crate) fn of(context: &Context, op: Op) -> Option<Self> {
        op.is_named(context, "affine.for").then_some(Self(op))
    }

    fn valid<T>(value: Option<T>) -> T {
        value.expect("a valid 'affine.for' has bounds, a step and a body with a terminator")
    }

    pub(crate) fn body(self, context: &Context) -> Block {
        let region = self.0.region(context, 0);
        Self::valid(region.and_then(|region| region.first_block(context)))
    }

    pub(crate) fn variable(self, context: &Context) -> Value {
        Self::valid(self.body(context).argument(context, 0))
    }

    pub(crate) fn terminator(self, context: &Context) -> Op {
        Self::valid(self.body(context).last_op(context))
    }

    /// The operations of the body without the terminator.
    pub(crate) fn body_ops(self, context: &Context) -> Vec<Op> {
        let mut ops: Vec<Op> = self.body(context).operations(context).collect();
        ops.pop();
        ops
    }

    /// What iterations pass on to each other.
    pub(crate) fn iteration_arguments(self, context: &Context) -> Vec<Value> {
        self.body(context).arguments(context).skip(1).collect()
    }

    /// The numbers of the operands that the first iteration gets.
    pub(crate) fn inits(self, context: &Context) -> Range<usize> {
        Self::valid(operand_group(context, self.0, "inits"))
    }

    pub(crate) fn step(self, context: &Context) -> i64 {
        Self::valid(property(context, self.0, "step").and_then(|step| number::of(context, step)))
    }

    pub(crate) fn set_step(self, rewriter: &mut Rewriter<'_, '_>, step: i64) {
        let context = rewriter.context();
        let step = integer(context, context.index_type(), step);
        rewriter.set_attribute(self.0, context.identifier("step"), step);
    }

    pub(crate) fn bound(self, context: &Context, side: Side) -> AppliedMap {
        let (_, operands) = side.names();
        let map = self.map_of(context, side);
        let operands = match map.num_inputs(context) {
            0 => Vec::new(),
            _ => self.operands_of(context, operands),
        };
        Self::valid(AppliedMap::new(context, map, &operands))
    }

    fn map_of(self, context: &Context, side: Side) -> AffineMap {
        let (map, _) = side.names();
        Self::valid(match Self::valid(property(context, self.0, map)).kind(context) {
            AttributeKind::AffineMap(map) => Some(map),
            _ => None,
        })
    }

    /// The operands of a group.
    fn operands_of(self, context: &Context, group: &str) -> Vec<Value> {
        let group = Self::valid(operand_group(context, self.0, group));
        let operands = self.0.operands(context).skip(group.start);
        operands.take(group.len()).collect()
    }

    /// The number that a bound is.
    pub(crate) fn constant_bound(self, context: &Context, side: Side) -> Option<i64> {
        let mut results = self.map_of(context, side).results(context).iter();
        let first = results.next().filter(|_| results.next().is_none());
        first.and_then(|only| only.constant(context))
    }

    /// Replaces a bound. `None`: a result uses what has no value.
    pub(crate) fn set_bound(
        self,
        rewriter: &mut Rewriter<'_, '_>,
        side: Side,
        bound: &AppliedMap,
    ) -> Option<()> {
        let context = rewriter.context();
        let map = context.affine_map_attribute(bound.map(context)?);
        let (name, _) = side.names();
        let mut groups = ["lowerBoundOperands", "upperBoundOperands", "inits"]
            .map(|group| self.operands_of(context, group));
        groups[usize::from(side == Side::Upper)] = bound.operands();
        let sizes: Vec<i32> = groups.iter().map(|group| group.len() as i32).collect();
        rewriter.modify(self.0, |edit| {
            self.0.set_property(edit, context.identifier(name), map);
            let sizes = context.dense_i32_array(&sizes);
            self.0
                .set_property(edit, context.identifier("operandSegmentSizes"), sizes);
            self.0.set_operands(edit, &groups.concat());
        });
        Some(())
    }

    /// Makes a loop with an empty body from 0 to 0.
    pub(crate) fn make(rewriter: &mut Rewriter<'_, '_>, location: Location) -> Self {
        let context = rewriter.context();
        let edit = rewriter.edit();
        let region = edit.create_region();
        let body = edit.create_block(&[(context.index_type(), location)]);
        region.append(edit, body).expect("the region is new");
        rewriter.at(Some(InsertionPoint::at_end(body)), |rewriter| {
            Make::new("affine.yield", &[], &[]).at(rewriter, location)
        });
        let zero = context.affine_map_attribute(context.affine_constant_map(0));
        let made = OpBuilder::new("affine.for")
            .attribute("lowerBoundMap", zero)
            .attribute("upperBoundMap", zero)
            .attribute("step", integer(context, context.index_type(), 1))
            .result("results", [])
            .region("region", [region]);
        Self(build(rewriter, made, location))
    }

    /// Makes a loop with the body of this one and with other first values, for which the body has no arguments yet.
    pub(crate) fn with_inits(self, rewriter: &mut Rewriter<'_, '_>, inits: &[Value]) -> Option<Self> {
        let context = rewriter.context();
        let types: Vec<Type> = inits.iter().map(|value| value.ty(context)).collect();
        let old = self.0.region(context, 0)?;
        let edit = rewriter.edit();
        let region = edit.create_region();
        region.take_body(edit, old).ok()?;
        let [lower, upper] = [Side::Lower, Side::Upper].map(|side| self.bound(context, side));
        let made = OpBuilder::new("affine.for")
            .operand("lowerBoundOperands", lower.operands())
            .operand("upperBoundOperands", upper.operands())
            .operand("inits", inits.iter().copied())
            .attribute("lowerBoundMap", context.affine_map_attribute(lower.map(context)?))
            .attribute("upperBoundMap", context.affine_map_attribute(upper.map(context)?))
            .attribute("step", integer(context, context.index_type(), self.step(context)))
            .result("results", types)
            .region("region", [region]);
        Some(Self(build(rewriter, made, self.0.location(context))))
    }

    /// The loops of which each but the first is all that is in the one before it.
    pub(crate) fn perfect_nest(self, context: &Context) -> Vec<Self> {
        let mut nest = vec![self];
        let mut last = self;
        while let [only] = last.body_ops(context)[..]
            && let Some(inner) = Self::of(context, only)
        {
            nest.push(inner);
            last = inner;
        }
        nest
    }
}

/// The operation of a block that another one is, or is in.
pub(super) fn ancestor_in(context: &Context, op: Op, block: Block) -> Option<Op> {
    let mut around = std::iter::successors(Some(op), |op| op.parent_op(context));
    around.find(|op| op.block(context) == Some(block))
}

/// A map without operands whose result is a number.
pub(super) fn constant_map(context: &Context, number: i64) -> AppliedMap {
    AppliedMap {
        results: vec![context.affine_constant(number)],
        dims: Vec::new(),
        symbols: Vec::new(),
    }
}

/// A value plus a number.
pub(super) fn shifted(context: &Context, value: Value, by: i64) -> Option<AppliedMap> {
    let dim = context.affine_dim(0);
    let sum = context
        .affine_binary(AffineOp::Add, dim, context.affine_constant(by))
        .ok()?;
    Some(AppliedMap {
        results: vec![sum],
        dims: vec![value],
        symbols: Vec::new(),
    })
}

/// Makes `affine.apply`.
pub(super) fn apply(rewriter: &mut Rewriter<'_, '_>, location: Location, map: &AppliedMap) -> Option<Value> {
    let context = rewriter.context();
    let attribute = context.affine_map_attribute(map.map(context)?);
    let value = Make::new("affine.apply", &map.operands(), &[context.index_type()])
        .with(&[("map", attribute)])
        .value(rewriter, location);
    Some(value)
}

/// Composes a map with those that compute its values, as MLIR does: what is composed is simplified. `None`: an expression becomes too
/// deep.
pub(super) fn compose(context: &Context, map: &mut AppliedMap) -> Option<()> {
    let is_applied = |value: &Value| {
        let op = value.defining_op(context);
        op.is_some_and(|op| op.is_named(context, "affine.apply"))
    };
    let is_composed = map.dims.iter().chain(&map.symbols).any(is_applied);
    map.compose(context)?;
    match is_composed {
        true => map.simplify(context),
        false => Some(()),
    }
}

/// The results of a map minus those of another one, of the values that both need. `None`: an expression becomes too deep.
pub(super) fn difference(context: &Context, from: &AppliedMap, other: &AppliedMap) -> Option<AppliedMap> {
    let [dims, symbols] = [&from.dims, &from.symbols].map(|values| values.len() as u32);
    let shift = |expr: AffineExpr| {
        expr.shift_dims(context, other.dims.len() as u32, dims, 0)
            .and_then(|expr| expr.shift_symbols(context, other.symbols.len() as u32, symbols, 0))
            .ok()
    };
    let subtract = |lhs: AffineExpr, rhs: AffineExpr| {
        let negated = context
            .affine_binary(AffineOp::Mul, shift(rhs)?, context.affine_constant(-1))
            .ok()?;
        context.affine_binary(AffineOp::Add, lhs, negated).ok()
    };
    let results: Option<Vec<AffineExpr>> = from
        .results
        .iter()
        .zip(&other.results)
        .map(|(lhs, rhs)| subtract(*lhs, *rhs))
        .collect();
    let mut map = AppliedMap {
        results: results?,
        dims: [&from.dims[..], &other.dims].concat(),
        symbols: [&from.symbols[..], &other.symbols].concat(),
    };
    compose(context, &mut map)?;
    map.simplify(context)?;
    Some(map)
}
