//! Loops of scf in each other as one loop.
//!
//! Invariant: the variables of the loops are indices.

use tvmlike_define::OpBuilder;
use tvmlike_dialects::AppliedMap;
use tvmlike_ir::{AffineExprKind, AffineOp, Block, Context, InsertionPoint, Location, Op, Rewriter, Value};

use super::coalesce::{bands, is_above};
use crate::make::build;
use crate::strided_metadata::{Number, apply, split};

/// An `scf.for`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct For(Op);

impl For {
    fn body(self, context: &Context) -> Option<Block> {
        self.0.region(context, 0)?.first_block(context)
    }

    fn variable(self, context: &Context) -> Option<Value> {
        self.body(context)?.argument(context, 0)
    }

    /// The lower bound, the upper bound and the step.
    fn bounds(self, context: &Context) -> Vec<Value> {
        self.0.operands(context).take(3).collect()
    }

    fn inits(self, context: &Context) -> Vec<Value> {
        self.0.operands(context).skip(3).collect()
    }

    fn iteration_arguments(self, context: &Context) -> Vec<Value> {
        let arguments = self.body(context).map(|body| body.arguments(context).skip(1));
        arguments.into_iter().flatten().collect()
    }

    fn yielded(self, context: &Context) -> Vec<Value> {
        let end = self.body(context).and_then(|body| body.last_op(context));
        end.into_iter().flat_map(|end| end.operands(context)).collect()
    }

    fn nest(self, context: &Context) -> Vec<Self> {
        let mut nest = vec![self];
        let mut last = self;
        while let Some(body) = last.body(context)
            && let Some(only) = body.first_op(context)
            && only
                .next(context)
                .is_some_and(|next| next.next(context).is_none())
            && only.is_named(context, "scf.for")
        {
            last = Self(only);
            nest.push(last);
        }
        nest
    }
}

/// Whether a loop inside of another one, alone, only goes on with what that passes on.
fn is_chained(context: &Context, outer: For, inner: For) -> bool {
    let results: Vec<Value> = inner.0.results(context).collect();
    outer.iteration_arguments(context) == inner.inits(context) && outer.yielded(context) == results
}

/// Makes one loop of each band of perfectly nested loops whose bounds are known before the first of them. The loops that are gone.
///
/// # Errors
/// The variable of a loop of a band is no index; that loop.
pub(crate) fn coalesce_scf_nest(rewriter: &mut Rewriter<'_, '_>, outermost: Op) -> Result<Vec<Op>, Op> {
    let context = rewriter.context();
    let nest = For(outermost).nest(context);
    let known_above = |index: usize| {
        let is_known = |outer: &usize| {
            let region = nest[*outer].0.region(context, 0);
            let mut bounds = nest[index].bounds(context).into_iter();
            region.is_some_and(|region| bounds.all(|value| is_above(context, value, region)))
        };
        (0..index).find(is_known).unwrap_or(index)
    };
    let depths: Vec<usize> = (0..nest.len()).map(known_above).collect();
    let mut chains = vec![0];
    for index in 1..nest.len() {
        chains.push(match is_chained(context, nest[index - 1], nest[index]) {
            true => chains[index - 1],
            false => index,
        });
    }
    let mut gone = Vec::new();
    for (start, end) in bands(&depths, |start, end| chains[end - 1] <= start) {
        let band = &nest[start..end];
        let is_index = |at: &&For| {
            let variable = at.variable(context);
            variable.is_some_and(|variable| variable.ty(context).is_index(context))
        };
        if let Some(other) = band.iter().find(|at| !is_index(at)) {
            return Err(other.0);
        }
        if coalesce(rewriter, band).is_some() {
            gone.extend(band[1..].iter().map(|at| at.0));
        }
    }
    Ok(gone)
}

/// Makes a loop run from 0 by steps of 1. The number of iterations.
fn normalize(rewriter: &mut Rewriter<'_, '_>, at: For, outermost: For, innermost: For) -> Option<Number> {
    let context = rewriter.context();
    let location = at.0.location(context);
    let numbers: Vec<Number> = at
        .bounds(context)
        .into_iter()
        .map(|value| Number::of(context, value))
        .collect();
    let symbol = |number| context.affine_symbol(number);
    let binary = |op, lhs, rhs| context.affine_binary(op, lhs, rhs).ok();
    let negated = binary(AffineOp::Mul, symbol(0), context.affine_constant(-1))?;
    let span = binary(AffineOp::Add, symbol(1), negated)?;
    rewriter.set_before(outermost.0);
    let size = apply(
        rewriter,
        location,
        binary(AffineOp::CeilDiv, span, symbol(2))?,
        &numbers,
    )?;
    let first = Number::Known(0).value(rewriter, location);
    let end = size.value(rewriter, location);
    let step = Number::Known(1).value(rewriter, location);
    let operands = [vec![first, end, step], at.inits(context)].concat();
    rewriter.modify(at.0, |edit| at.0.set_operands(edit, &operands));
    let variable = at.variable(context)?;
    rewriter.set_insertion_point(Some(InsertionPoint::at_start(context, innermost.body(context)?)));
    let value = original(rewriter, location, variable, numbers[0], numbers[2])?;
    if value != variable {
        replace_elsewhere(rewriter, variable, value);
    }
    Some(size)
}

/// The variable of a loop, from the number of an iteration.
fn original(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    iteration: Value,
    first: Number,
    step: Number,
) -> Option<Value> {
    let context = rewriter.context();
    let mut symbols = Vec::new();
    let mut expr = |number: Number| match number {
        Number::Known(known) => context.affine_constant(known),
        Number::Value(value) => {
            symbols.push(value);
            context.affine_symbol(symbols.len() as u32 - 1)
        }
    };
    let (first, step) = (expr(first), expr(step));
    let scaled = context
        .affine_binary(AffineOp::Mul, context.affine_dim(0), step)
        .ok()?;
    let mut map = AppliedMap {
        results: vec![context.affine_binary(AffineOp::Add, scaled, first).ok()?],
        dims: vec![iteration],
        symbols,
    };
    map.compose(context)?;
    map.simplify(context)?;
    match map.results[0].kind(context) {
        AffineExprKind::Dim(dim) => map.dims.get(dim as usize).copied(),
        AffineExprKind::Symbol(symbol) => map.symbols.get(symbol as usize).copied(),
        AffineExprKind::Constant(known) => Some(Number::Known(known).value(rewriter, location)),
        AffineExprKind::Binary { .. } => super::nest::apply(rewriter, location, &map),
    }
}

/// Replaces a value, but not where the other one is made.
fn replace_elsewhere(rewriter: &mut Rewriter<'_, '_>, from: Value, to: Value) {
    let made = to.defining_op(rewriter.context());
    rewriter.replace_uses_if(from, to, |context, at| Some(at.owner(context)) != made);
}

/// The product of numbers of iterations.
fn product(rewriter: &mut Rewriter<'_, '_>, location: Location, sizes: &[Number]) -> Option<Value> {
    let context = rewriter.context();
    let mut total = Number::Known(1);
    let expr = context
        .affine_binary(AffineOp::Mul, context.affine_symbol(0), context.affine_symbol(1))
        .ok()?;
    for size in sizes {
        total = apply(rewriter, location, expr, &[total, *size])?;
    }
    Some(total.value(rewriter, location))
}

fn coalesce(rewriter: &mut Rewriter<'_, '_>, band: &[For]) -> Option<()> {
    let context = rewriter.context();
    let [outermost, .., innermost] = *band else {
        return None;
    };
    let mut sizes = Vec::new();
    for at in band {
        sizes.push(normalize(rewriter, *at, outermost, innermost)?);
    }
    let location = outermost.0.location(context);
    rewriter.set_before(outermost.0);
    let total = product(rewriter, location, &sizes)?;
    rewriter.set_operand(outermost.0, 1, total);
    rewriter.set_insertion_point(Some(InsertionPoint::at_start(context, innermost.body(context)?)));
    let variable = outermost.variable(context)?;
    let (values, known) = split(&sizes);
    let op = OpBuilder::new("affine.delinearize_index")
        .operand("linear_index", [variable])
        .operand("dynamic_basis", values)
        .attribute("static_basis", context.dense_i64_array(&known))
        .result("multi_index", vec![context.index_type(); sizes.len()]);
    let indices: Vec<Value> = build(rewriter, op, location).results(context).collect();
    replace_elsewhere(rewriter, variable, indices[0]);
    for (number, inner) in band.iter().enumerate().skip(1).rev() {
        let outer = band[number - 1];
        let body = inner.body(context)?;
        let terminator = body.last_op(context)?;
        let arguments = [vec![indices[number]], outer.iteration_arguments(context)].concat();
        rewriter.inline_block(body, InsertionPoint::before(context, inner.0)?, &arguments);
        let yielded: Vec<Value> = terminator.operands(context).collect();
        rewriter.replace_op(inner.0, &yielded);
        rewriter.erase_op(terminator);
    }
    rewriter.set_insertion_point(None);
    Some(())
}
