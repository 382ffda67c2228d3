//! Systems of constraints of values, with what is known of the loops whose variables they are.
//!
//! Invariant: the order of variables and constraints is MLIR's, so that bounds that are found agree. In difference to `domain`, the
//! variable of a loop can be a symbol.

use tvmlike_dialects::{AppliedMap, is_affine_symbol};
use tvmlike_ir::{AffineExpr, Context, Op, Value};

use super::domain::parallel_bounds;
use super::nest::{AffineFor, Side, compose};
use crate::constraints::{Bound, Constraints};
use crate::number;

/// The loop whose variable a value is.
pub(super) fn loop_of(context: &Context, value: Value) -> Option<AffineFor> {
    let at = AffineFor::of(context, value.parent_block(context)?.parent_op(context)?)?;
    let is_argument = value.defining_op(context).is_none();
    (is_argument && at.variable(context) == value).then_some(at)
}

/// The `affine.parallel` that a value is a variable of.
pub(super) fn parallel_of(context: &Context, value: Value) -> Option<Op> {
    let op = value.parent_block(context)?.parent_op(context)?;
    let is_argument = value.defining_op(context).is_none();
    (is_argument && op.is_named(context, "affine.parallel")).then_some(op)
}

/// Adds in which iterations the body of an `affine.parallel` is executed.
pub(super) fn add_parallel(context: &Context, space: &mut Constraints, op: Op) -> Option<()> {
    for (side, variable, bound) in parallel_bounds(context, op)? {
        if space.column_of(variable).is_some() {
            add_bound(context, space, side, variable, bound)?;
        }
    }
    Some(())
}

/// A system with values as dimensions and as symbols.
pub(super) fn space(dims: &[Option<Value>], symbols: &[Value]) -> Constraints {
    let mut space = Constraints::default();
    for dim in dims {
        space.add_dim(*dim);
    }
    for symbol in symbols {
        space.add_symbol(Some(*symbol));
    }
    space
}

/// Adds in which iterations the body of a loop is executed. `None`: a bound is not linear, or its values are not known.
pub(super) fn add_loop(context: &Context, space: &mut Constraints, at: AffineFor) -> Option<()> {
    let column = space.column_of(at.variable(context))?;
    let step = at.step(context);
    let first = at.constant_bound(context, Side::Lower);
    if let Some(first) = first.filter(|_| step != 1) {
        space.add_stride(column, first, step);
    }
    match first {
        Some(first) => space.add_number(column, 1, first),
        None => add_bound(
            context,
            space,
            Bound::Lower,
            at.variable(context),
            at.bound(context, Side::Lower),
        )?,
    }
    match at.constant_bound(context, Side::Upper) {
        Some(end) => space.add_number(column, -1, end.checked_sub(1)?),
        None => add_bound(
            context,
            space,
            Bound::Upper,
            at.variable(context),
            at.bound(context, Side::Upper),
        )?,
    }
    Some(())
}

/// Adds a value with what is known of it, unless the system has it. `None`: it is no variable of a loop and no symbol.
pub(super) fn add_value(context: &Context, space: &mut Constraints, value: Value) -> Option<()> {
    if space.column_of(value).is_some() {
        return Some(());
    }
    if let Some(at) = loop_of(context, value) {
        space.add_dim(Some(value));
        return add_loop(context, space, at);
    }
    if let Some(op) = parallel_of(context, value) {
        let block = value.parent_block(context)?;
        for variable in block.arguments(context) {
            space.add_dim(Some(variable));
        }
        return add_parallel(context, space, op);
    }
    if !is_affine_symbol(context, value) {
        return None;
    }
    let symbol = space.add_symbol(Some(value));
    if let Some(number) = number::constant(context, value) {
        space.set_symbol(symbol, number);
    }
    Some(())
}

/// Adds a bound of a value. `None`: it is not linear.
pub(super) fn add_bound(
    context: &Context,
    space: &mut Constraints,
    side: Bound,
    of: Value,
    mut map: AppliedMap,
) -> Option<()> {
    compose(context, &mut map)?;
    map.simplify(context)?;
    map.canonicalize(context)?;
    for value in map.operands() {
        add_value(context, space, value)?;
    }
    let exprs = exprs(context, space, &map)?;
    let column = space.column_of(of)?;
    space.add_bound(context, side, column, &exprs)
}

/// The results of a map as expressions of the dimensions and symbols of a system.
pub(super) fn exprs(context: &Context, space: &Constraints, map: &AppliedMap) -> Option<Vec<AffineExpr>> {
    let name = |value: &Value| {
        let column = space.column_of(*value)?;
        Some(match column.checked_sub(space.num_dims()) {
            None => context.affine_dim(column as u32),
            Some(symbol) => context.affine_symbol(symbol as u32),
        })
    };
    let dims: Vec<AffineExpr> = map.dims.iter().map(name).collect::<Option<_>>()?;
    let symbols: Vec<AffineExpr> = map.symbols.iter().map(name).collect::<Option<_>>()?;
    let results = map.results.iter();
    results
        .map(|result| result.replace_inputs(context, &dims, &symbols).ok())
        .collect()
}

/// Adds that a symbol of the system is a number, or in which iterations the loop of a variable runs.
pub(super) fn add_facts(context: &Context, space: &mut Constraints, value: Value) -> Option<()> {
    if is_affine_symbol(context, value) {
        if let (Some(number), Some(column)) = (number::constant(context, value), space.column_of(value)) {
            space.set_column(column, number);
        }
        return Some(());
    }
    match loop_of(context, value) {
        Some(at) => add_loop(context, space, at),
        None => Some(()),
    }
}
