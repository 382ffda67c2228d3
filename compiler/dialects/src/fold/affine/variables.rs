//! Maps that are simpler because of what the bounds of loops tell of their variables.
//!
//! Invariant: as in MLIR 22, only constant bounds of `affine.for` count, and numbers that overflow tell nothing.

use tvmlike_ir::{AffineExpr, AffineExprKind, AffineOp, AttributeKind, Context, Op, Value};

use crate::applied_map::AppliedMap;

/// The loop whose variable a value is.
fn loop_of(context: &Context, value: Value) -> Option<Op> {
    let body = value
        .parent_block(context)
        .filter(|_| value.defining_op(context).is_none())?;
    let op = body.parent_op(context)?;
    (op.is_named(context, "affine.for") && body.argument(context, 0) == Some(value)).then_some(op)
}

/// The expressions of a bound of a loop.
fn bound(context: &Context, op: Op, name: &str) -> Option<Vec<AffineExpr>> {
    match op.property(context, context.identifier(name))?.kind(context) {
        AttributeKind::AffineMap(map) => Some(map.results(context).iter().collect()),
        _ => None,
    }
}

/// The number that a bound of a loop is.
fn constant_bound(context: &Context, op: Op, name: &str) -> Option<i64> {
    match bound(context, op, name)?[..] {
        [only] => only.constant(context),
        _ => None,
    }
}

fn step(context: &Context, op: Op) -> Option<i64> {
    match op.property(context, context.identifier("step"))?.kind(context) {
        AttributeKind::Integer { value, .. } => value.to_i64(),
        _ => None,
    }
}

/// The least and the greatest number that each input can be: dimensions, then symbols.
struct Inputs<'m> {
    map: &'m AppliedMap,
    dims: usize,
    ranges: Vec<[Option<i64>; 2]>,
}

/// The least and the greatest number that a value can be.
fn range(context: &Context, value: Value) -> [Option<i64>; 2] {
    let Some(op) = loop_of(context, value) else {
        return [None; 2];
    };
    let lower = constant_bound(context, op, "lowerBoundMap");
    let last = constant_bound(context, op, "upperBoundMap").and_then(|upper| upper.checked_sub(1));
    let greatest = match (lower, last, step(context, op)) {
        (Some(lower), Some(last), Some(step)) => last
            .checked_sub(lower)
            .and_then(|span| last.checked_sub(span.checked_rem(step)?)),
        _ => last,
    };
    [lower, greatest]
}

/// Coefficients of the inputs, and the constant behind them.
type Terms = Vec<i64>;

impl<'m> Inputs<'m> {
    fn of(context: &Context, map: &'m AppliedMap) -> Self {
        let values = map.dims.iter().chain(&map.symbols);
        Self {
            map,
            dims: map.dims.len(),
            ranges: values.map(|value| range(context, *value)).collect(),
        }
    }

    /// An expression as a sum of its inputs. `None`: it is none.
    fn terms(&self, context: &Context, expr: AffineExpr) -> Option<Terms> {
        let mut terms = vec![0_i64; self.ranges.len() + 1];
        match expr.kind(context) {
            AffineExprKind::Constant(number) => *terms.last_mut()? = number,
            AffineExprKind::Dim(dim) => *terms.get_mut(dim as usize)? = 1,
            AffineExprKind::Symbol(symbol) => *terms.get_mut(self.dims + symbol as usize)? = 1,
            AffineExprKind::Binary { op, lhs, rhs } => {
                let (lhs, rhs) = (self.terms(context, lhs)?, self.terms(context, rhs)?);
                if op == AffineOp::Add {
                    return lhs.iter().zip(rhs).map(|(a, b)| a.checked_add(b)).collect();
                }
                let (by, coefficients) = rhs.split_last()?;
                if coefficients.iter().any(|number| *number != 0) {
                    return None;
                }
                let are_multiples = lhs.iter().all(|number| number.checked_rem(*by) == Some(0));
                return match op {
                    AffineOp::Mul => lhs.iter().map(|number| number.checked_mul(*by)).collect(),
                    AffineOp::Mod => are_multiples.then_some(terms),
                    _ if are_multiples => lhs.iter().map(|number| number.checked_div(*by)).collect(),
                    _ => None,
                };
            }
        }
        Some(terms)
    }

    /// The least or greatest number that an expression can be.
    fn bound(&self, context: &Context, expr: AffineExpr, is_upper: bool) -> Option<i64> {
        if let AffineExprKind::Binary { op, lhs, rhs } = expr.kind(context)
            && !matches!(op, AffineOp::Add | AffineOp::Mul)
        {
            let by = rhs.constant(context).filter(|by| *by >= 1)?;
            if op != AffineOp::Mod {
                return divide(op, self.bound(context, lhs, is_upper)?, by);
            }
            let ends = [false, true].map(|is_upper| self.bound(context, lhs, is_upper));
            if let [Some(least), Some(greatest)] = ends
                && least.div_euclid(by) == greatest.div_euclid(by)
            {
                let end = if is_upper { greatest } else { least };
                return Some(end.rem_euclid(by));
            }
            return Some(if is_upper { by - 1 } else { 0 });
        }
        let terms = self.terms(context, expr)?;
        let (constant, coefficients) = terms.split_last()?;
        let mut all = *constant;
        for (factor, range) in coefficients.iter().zip(&self.ranges) {
            if *factor != 0 {
                let end = range[usize::from(is_upper == (*factor > 0))]?;
                all = all.checked_add(factor.checked_mul(end)?)?;
            }
        }
        Some(all)
    }

    /// The loop whose variable an expression is.
    fn loop_of(&self, context: &Context, expr: AffineExpr) -> Option<Op> {
        match expr.kind(context) {
            AffineExprKind::Dim(dim) => loop_of(context, *self.map.dims.get(dim as usize)?),
            _ => None,
        }
    }

    /// Whether an expression, a constant or a variable, is at least 0 and below a number.
    fn is_below(&self, context: &Context, expr: AffineExpr, end: i64) -> bool {
        if let Some(number) = expr.constant(context) {
            return (0..end).contains(&number);
        }
        self.loop_of(context, expr).is_some_and(|op| {
            constant_bound(context, op, "lowerBoundMap").is_some_and(|lower| lower >= 0)
                && constant_bound(context, op, "upperBoundMap").is_some_and(|upper| upper <= end)
        })
    }

    /// A number that divides an expression.
    fn divisor(&self, context: &Context, expr: AffineExpr) -> i64 {
        let AffineExprKind::Dim(_) = expr.kind(context) else {
            return expr.largest_known_divisor(context);
        };
        let of_loop = self.loop_of(context, expr).and_then(|op| {
            let step = step(context, op)?;
            let first = bound(context, op, "lowerBoundMap")?
                .into_iter()
                .map(|expr| expr.largest_known_divisor(context))
                .fold(0, gcd);
            Some(gcd(first, step))
        });
        of_loop.unwrap_or(1)
    }

    /// A sum as what a number divides, the rest, which is less, and that number.
    fn split(&self, context: &Context, expr: AffineExpr) -> Option<(AffineExpr, AffineExpr, i64)> {
        let AffineExprKind::Binary {
            op: AffineOp::Add,
            lhs,
            rhs,
        } = expr.kind(context)
        else {
            return None;
        };
        [(lhs, rhs), (rhs, lhs)].into_iter().find_map(|(whole, rest)| {
            let divisor = self.divisor(context, whole);
            let is_split = divisor != 0 && self.is_below(context, rest, divisor);
            is_split.then_some((whole, rest, divisor))
        })
    }

    /// A simpler expression with the same value. `None`: it becomes too deep.
    fn simplify(&self, context: &Context, expr: AffineExpr) -> Option<AffineExpr> {
        let AffineExprKind::Binary { op, lhs, rhs } = expr.kind(context) else {
            return Some(expr);
        };
        let [lhs, rhs] = [self.simplify(context, lhs)?, self.simplify(context, rhs)?];
        let expr = context.affine_binary(op, lhs, rhs).ok()?;
        match expr.kind(context) {
            AffineExprKind::Binary { op, lhs, rhs } if !matches!(op, AffineOp::Add | AffineOp::Mul) => {
                let by = rhs.constant(context).filter(|by| *by > 0);
                let new = by.and_then(|by| self.divided(context, op, lhs, by));
                Some(new.unwrap_or(expr))
            }
            _ => Some(expr),
        }
    }

    /// A simpler expression for a quotient or remainder by a positive number, if there is one.
    fn divided(&self, context: &Context, op: AffineOp, lhs: AffineExpr, by: i64) -> Option<AffineExpr> {
        let ends = [false, true].map(|is_upper| self.bound(context, lhs, is_upper));
        if let [Some(least), Some(greatest)] = ends {
            let quotients = [least, greatest].map(|end| divide(op, end, by));
            if op != AffineOp::Mod && quotients[0] == quotients[1] {
                return quotients[0].map(|number| context.affine_constant(number));
            }
            if op == AffineOp::Mod && (0..by).contains(&least) && greatest < by {
                return Some(lhs);
            }
        }
        if let Some((whole, rest, divisor)) = self.split(context, lhs) {
            let fits = match op {
                AffineOp::FloorDiv => by % divisor == 0,
                AffineOp::Mod => divisor % by == 0,
                _ => false,
            };
            let part = if op == AffineOp::Mod { rest } else { whole };
            let by = context.affine_constant(by);
            return fits.then(|| context.affine_binary(op, part, by).ok()).flatten();
        }
        let is_zero = match op {
            AffineOp::FloorDiv => self.is_below(context, lhs, by),
            AffineOp::Mod => self.divisor(context, lhs) % by == 0,
            _ => false,
        };
        is_zero.then(|| context.affine_constant(0))
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    match b {
        0 => a.wrapping_abs(),
        _ => gcd(b, a.wrapping_rem(b)),
    }
}

/// A quotient that is rounded down, or up.
fn divide(op: AffineOp, number: i64, by: i64) -> Option<i64> {
    let down = number.checked_div_euclid(by)?;
    match op {
        AffineOp::CeilDiv => Some(down + i64::from(number.checked_rem_euclid(by)? != 0)),
        _ => Some(down),
    }
}

/// Simplifies the quotients and remainders of a map. `None`: an expression becomes too deep.
pub(super) fn simplify(context: &Context, map: &mut AppliedMap) -> Option<()> {
    let inputs = Inputs::of(context, map);
    let results = map.results.iter().map(|result| inputs.simplify(context, *result));
    map.results = results.collect::<Option<_>>()?;
    Some(())
}

/// Drops results of a least or greatest result that another one is always below or above, and makes numbers of those that are.
pub(super) fn drop_redundant(context: &Context, map: &mut AppliedMap, is_max: bool) {
    let inputs = Inputs::of(context, map);
    if inputs.ranges.is_empty() {
        return;
    }
    // Of a greatest result, with the opposite sign, so that one rule is enough.
    let ends: Vec<[Option<i64>; 2]> = map
        .results
        .iter()
        .map(|result| {
            let mut ends = [false, true].map(|is_upper| inputs.bound(context, *result, is_upper));
            if is_max {
                ends.reverse();
                return ends.map(|end| end.and_then(i64::checked_neg));
            }
            ends
        })
        .collect();
    let is_redundant = |number: usize| {
        let [Some(least), greatest] = ends[number] else {
            return false;
        };
        let is_constant = greatest == Some(least);
        ends.iter().enumerate().any(|(other, [lower, upper])| {
            upper.filter(|_| other != number).is_some_and(|upper| {
                let are_equal = is_constant && *lower == Some(upper) && number < other;
                upper < least || upper == least && !are_equal
            })
        })
    };
    let kept = map
        .results
        .iter()
        .enumerate()
        .filter(|(number, _)| !is_redundant(*number));
    let kept = kept.map(|(number, result)| match ends[number] {
        [Some(least), Some(greatest)] if least == greatest => {
            context.affine_constant(if is_max { least.wrapping_neg() } else { least })
        }
        _ => *result,
    });
    map.results = kept.collect();
}
