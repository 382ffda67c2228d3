//! Affine expressions as operations of arith.

use tvmlike_ir::{AffineExpr, AffineExprKind, AffineOp, Attribute, AttributeKind, Context, Location, Value};
use tvmlike_transform::ConversionRewriter;

use crate::make::{Make, compare, index_constant};

const LESS: i64 = 2;
const LESS_OR_EQUAL: i64 = 3;

/// Makes the operations of expressions at one location.
pub(super) struct Expander<'r, 'e, 'c> {
    rewriter: &'r mut ConversionRewriter<'e, 'c>,
    location: Location,
    dims: Vec<Value>,
    symbols: Vec<Value>,
    /// Whether divisions by powers of two are shifts.
    by_shifts: bool,
}

/// `#arith.overflow<nsw>`.
fn no_signed_wrap(context: &Context) -> Option<Attribute> {
    tvmlike_define::enum_set(context, "arith", "overflow", 1)
}

impl<'r, 'e, 'c> Expander<'r, 'e, 'c> {
    /// Expands expressions of dimensions and symbols that have these values.
    pub(super) fn new(
        rewriter: &'r mut ConversionRewriter<'e, 'c>,
        location: Location,
        dims: &[Value],
        symbols: &[Value],
    ) -> Self {
        Self {
            rewriter,
            location,
            dims: dims.to_vec(),
            symbols: symbols.to_vec(),
            by_shifts: false,
        }
    }

    fn constant(&mut self, value: i64) -> Value {
        index_constant(self.rewriter, self.location, value)
    }

    fn binary(&mut self, name: &str, lhs: Value, rhs: Value) -> Value {
        let ty = self.rewriter.context().index_type();
        Make::new(name, &[lhs, rhs], &[ty]).value(self.rewriter, self.location)
    }

    fn compare(&mut self, predicate: i64, lhs: Value, rhs: Value) -> Value {
        compare(self.rewriter, self.location, predicate, [lhs, rhs])
    }

    fn select(&mut self, condition: Value, yes: Value, no: Value) -> Value {
        let ty = self.rewriter.context().index_type();
        Make::new("arith.select", &[condition, yes, no], &[ty]).value(self.rewriter, self.location)
    }

    /// The value of an expression; `None`: it divides by what is not a positive constant.
    pub(super) fn expand(&mut self, expr: AffineExpr) -> Option<Value> {
        let context = self.rewriter.context();
        Some(match expr.kind(context) {
            AffineExprKind::Dim(index) => *self.dims.get(index as usize)?,
            AffineExprKind::Symbol(index) => *self.symbols.get(index as usize)?,
            AffineExprKind::Constant(value) => self.constant(value),
            AffineExprKind::Binary { op, lhs, rhs } => {
                if let (AffineOp::Mod | AffineOp::FloorDiv | AffineOp::CeilDiv, Some(..=0)) =
                    (op, rhs.constant(context))
                {
                    return None;
                }
                let power = rhs
                    .constant(context)
                    .filter(|by| self.by_shifts && by.count_ones() == 1);
                if let (Some(power), AffineOp::Mod | AffineOp::FloorDiv | AffineOp::CeilDiv) = (power, op) {
                    let lhs = self.expand(lhs)?;
                    return Some(self.divide_by_power(op, lhs, power));
                }
                let (lhs, rhs) = (self.expand(lhs)?, self.expand(rhs)?);
                match op {
                    AffineOp::Add => self.binary("arith.addi", lhs, rhs),
                    AffineOp::Mul => self.product(lhs, rhs),
                    AffineOp::Mod => self.modulo(lhs, rhs),
                    AffineOp::FloorDiv => self.floor_divide(lhs, rhs),
                    AffineOp::CeilDiv => self.ceil_divide(lhs, rhs),
                }
            }
        })
    }

    /// The remainder or the quotient by a power of two: as arithmetic shifts round down, whatever the sign.
    fn divide_by_power(&mut self, op: AffineOp, lhs: Value, power: i64) -> Value {
        if op == AffineOp::Mod {
            let mask = self.constant(power - 1);
            return self.binary("arith.andi", lhs, mask);
        }
        let bits = self.constant(i64::from(power.trailing_zeros()));
        if op == AffineOp::FloorDiv {
            return self.binary("arith.shrsi", lhs, bits);
        }
        let zero = self.constant(0);
        let opposite = self.binary("arith.subi", zero, lhs);
        let quotient = self.binary("arith.shrsi", opposite, bits);
        self.binary("arith.subi", zero, quotient)
    }

    fn product(&mut self, lhs: Value, rhs: Value) -> Value {
        let context = self.rewriter.context();
        let flags = no_signed_wrap(context);
        let properties: Vec<(&str, Attribute)> =
            flags.into_iter().map(|flags| ("overflowFlags", flags)).collect();
        Make::new("arith.muli", &[lhs, rhs], &[context.index_type()])
            .with(&properties)
            .value(self.rewriter, self.location)
    }

    /// The remainder that is not negative.
    fn modulo(&mut self, lhs: Value, rhs: Value) -> Value {
        let rest = self.binary("arith.remsi", lhs, rhs);
        let zero = self.constant(0);
        let is_negative = self.compare(LESS, rest, zero);
        let corrected = self.binary("arith.addi", rest, rhs);
        self.select(is_negative, corrected, rest)
    }

    fn floor_divide(&mut self, lhs: Value, rhs: Value) -> Value {
        let zero = self.constant(0);
        let minus_one = self.constant(-1);
        let is_negative = self.compare(LESS, lhs, zero);
        let opposite = self.binary("arith.subi", minus_one, lhs);
        let dividend = self.select(is_negative, opposite, lhs);
        let quotient = self.binary("arith.divsi", dividend, rhs);
        let corrected = self.binary("arith.subi", minus_one, quotient);
        self.select(is_negative, corrected, quotient)
    }

    fn ceil_divide(&mut self, lhs: Value, rhs: Value) -> Value {
        let zero = self.constant(0);
        let one = self.constant(1);
        let is_negative = self.compare(LESS_OR_EQUAL, lhs, zero);
        let opposite = self.binary("arith.subi", zero, lhs);
        let less = self.binary("arith.subi", lhs, one);
        let dividend = self.select(is_negative, opposite, less);
        let quotient = self.binary("arith.divsi", dividend, rhs);
        let negated = self.binary("arith.subi", zero, quotient);
        let more = self.binary("arith.addi", quotient, one);
        self.select(is_negative, negated, more)
    }
}

/// The values of the results of a map.
pub(super) fn expand_map(
    rewriter: &mut ConversionRewriter<'_, '_>,
    location: Location,
    map: Attribute,
    operands: &[Value],
) -> Option<Vec<Value>> {
    expand_results(rewriter, location, map, operands, false)
}

/// The same, with shifts and masks for divisions by powers of two, if asked.
pub(super) fn expand_results(
    rewriter: &mut ConversionRewriter<'_, '_>,
    location: Location,
    map: Attribute,
    operands: &[Value],
    by_shifts: bool,
) -> Option<Vec<Value>> {
    let context = rewriter.context();
    let AttributeKind::AffineMap(map) = map.kind(context) else {
        return None;
    };
    let (dims, symbols) = operands.split_at_checked(map.num_dims(context) as usize)?;
    let mut expander = Expander {
        by_shifts,
        ..Expander::new(rewriter, location, dims, symbols)
    };
    map.results(context)
        .iter()
        .map(|expr| expander.expand(expr))
        .collect()
}
