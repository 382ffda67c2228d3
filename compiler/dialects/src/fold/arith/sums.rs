//! Patterns that join constants of sums, differences and products, and that leave out unused halves of results.

use tvmlike_define::{enum_number, enum_set};
use tvmlike_ir::{Attribute, Context, Op, Rewriter, Type, Value};

use super::super::elementwise::{splat, zero};
use super::super::rewrite::{Make, constant, defined_by, int_constant, operand, scalar};
use crate::number::Int;

/// The flags of an operation that promises no overflow where both others do.
fn common_flags(context: &Context, first: Op, second: Op) -> Option<Attribute> {
    let name = context.identifier("overflowFlags");
    let (first, second) = (first.property(context, name)?, second.property(context, name)?);
    if first == second {
        return Some(first);
    }
    let flags = |flags: Attribute| enum_number(context, flags);
    enum_set(context, "arith", "overflow", flags(first)? & flags(second)?)
}

fn result_type(context: &Context, op: Op) -> Option<Type> {
    Some(op.result(context, 0)?.ty(context))
}

/// An operation of a value and a constant, one operand of which an operation of a value and a constant defines.
struct Nested {
    inner: Op,
    value: Value,
    inner_constant: Int,
    outer_constant: Int,
    ty: Type,
}

impl Nested {
    /// Matches an operation with a constant as operand `outer`, whose other operand an operation of a name defines that has a
    /// constant as operand `inner`.
    fn of(context: &Context, op: Op, outer: usize, inner_name: &str, inner: usize) -> Option<Self> {
        let constant = operand(context, op, outer)?;
        // The cheapest test that most operations fail.
        if constant.defining_op(context)?.num_operands(context) > 0 {
            return None;
        }
        let defined = defined_by(context, operand(context, op, 1 - outer)?, inner_name)?;
        Some(Self {
            inner: defined,
            value: operand(context, defined, 1 - inner)?,
            inner_constant: scalar(context, operand(context, defined, inner)?)?,
            outer_constant: scalar(context, constant)?,
            ty: result_type(context, op)?,
        })
    }

    /// Replaces the operation by one of the value and a constant, which is operand `index`.
    fn replace(
        &self,
        rewriter: &mut Rewriter<'_, '_>,
        op: Op,
        name: &str,
        index: usize,
        value: &Int,
        flags: Option<Attribute>,
    ) -> Option<()> {
        let constant = int_constant(rewriter, op, value, self.ty)?;
        let operands = match index {
            0 => [constant, self.value],
            _ => [self.value, constant],
        };
        let flags = flags.map(|flags| ("overflowFlags", flags));
        Make::new(name, &operands, &[self.ty])
            .with(flags.as_slice())
            .replace(rewriter, op)
    }

    fn flags(&self, context: &Context, op: Op) -> Option<Attribute> {
        common_flags(context, self.inner, op)
    }
}

/// A pattern that joins the constants of two operations: which operations they are, where the constants are, what is made,
/// where its constant is, and its value by the inner and the outer constant.
macro_rules! join {
    ($($(#[$doc:meta])* $name:ident: $outer:literal of $inner_name:literal $inner:literal
        => $made:literal $index:literal |$a:ident, $b:ident| $value:expr;)*) => {$(
        $(#[$doc])*
        pub(super) fn $name(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
            let context = rewriter.context();
            let nested = Nested::of(context, op, $outer, $inner_name, $inner)?;
            let ($a, $b) = (&nested.inner_constant, &nested.outer_constant);
            let flags = nested.flags(context, op)?;
            nested.replace(rewriter, op, $made, $index, &$value, Some(flags))
        }
    )*};
}

join! {
    /// `(x + c0) + c1` is `x + (c0 + c1)`.
    add_to_sum: 1 of "arith.addi" 1 => "arith.addi" 1 |a, b| a.add(b);
    /// `(x - c0) + c1` is `x + (c1 - c0)`.
    add_to_difference: 1 of "arith.subi" 1 => "arith.addi" 1 |a, b| b.sub(a);
    /// `(c0 - x) + c1` is `(c0 + c1) - x`.
    add_to_reverse_difference: 1 of "arith.subi" 0 => "arith.subi" 0 |a, b| a.add(b);
    /// `c1 - (x + c0)` is `(c1 - c0) - x`.
    subtract_sum: 0 of "arith.addi" 1 => "arith.subi" 0 |a, b| b.sub(a);
    /// `(x - c0) - c1` is `x - (c0 + c1)`.
    subtract_from_difference: 1 of "arith.subi" 1 => "arith.subi" 1 |a, b| a.add(b);
    /// `(c0 - x) - c1` is `(c0 - c1) - x`.
    subtract_from_reverse_difference: 1 of "arith.subi" 0 => "arith.subi" 0 |a, b| a.sub(b);
    /// `c1 - (x - c0)` is `(c0 + c1) - x`.
    subtract_difference: 0 of "arith.subi" 1 => "arith.subi" 0 |a, b| a.add(b);
    /// `c1 - (c0 - x)` is `x + (c1 - c0)`.
    subtract_reverse_difference: 0 of "arith.subi" 0 => "arith.addi" 1 |a, b| b.sub(a);
    /// `(x * c0) * c1` is `x * (c0 * c1)`.
    multiply_product: 1 of "arith.muli" 1 => "arith.muli" 1 |a, b| a.mul(b);
}

/// `(x + c0) - c1` is `x + (c0 - c1)`, which can overflow where the two do not.
pub(super) fn subtract_from_sum(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let nested = Nested::of(rewriter.context(), op, 1, "arith.addi", 1)?;
    let value = nested.inner_constant.sub(&nested.outer_constant);
    nested.replace(rewriter, op, "arith.addi", 1, &value, None)
}

/// `(x - y) - x` is `0 - y`.
pub(super) fn subtract_from_own_difference(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let inner = defined_by(context, operand(context, op, 0)?, "arith.subi")?;
    if operand(context, inner, 0) != operand(context, op, 1) {
        return None;
    }
    let ty = result_type(context, op)?;
    let flags = common_flags(context, inner, op)?;
    let none = constant(rewriter, op, zero(context, ty)?, ty)?;
    let operands = [none, operand(context, inner, 1)?];
    Make::new("arith.subi", &operands, &[ty])
        .with(&[("overflowFlags", flags)])
        .replace(rewriter, op)
}

/// `x + y * -1` is `x - y`, which can overflow where the two do not. The product is an operand.
fn add_negative(rewriter: &mut Rewriter<'_, '_>, op: Op, product: usize) -> Option<()> {
    let context = rewriter.context();
    let inner = defined_by(context, operand(context, op, product)?, "arith.muli")?;
    let factor = operand(context, inner, 1)?.constant_value(context);
    if !splat::<Int>(context, factor)?.is_all_ones() {
        return None;
    }
    let operands = [operand(context, op, 1 - product)?, operand(context, inner, 0)?];
    Make::new("arith.subi", &operands, &[result_type(context, op)?]).replace(rewriter, op)
}

/// `x + y * -1` is `x - y`.
pub(super) fn add_negative_right(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    add_negative(rewriter, op, 1)
}

/// `x * -1 + y` is `y - x`.
pub(super) fn add_negative_left(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    add_negative(rewriter, op, 0)
}

/// Replaces an operation whose second result is not used by one that has only the first.
fn drop_second_result(rewriter: &mut Rewriter<'_, '_>, op: Op, name: &str) -> Option<()> {
    let context = rewriter.context();
    if op.result(context, 1)?.has_uses(context) {
        return None;
    }
    let operands = [operand(context, op, 0)?, operand(context, op, 1)?];
    let value = Make::new(name, &operands, &[result_type(context, op)?]).value(rewriter, op)?;
    // The other result has no uses, so that any value does.
    let unused = op.result(context, 1)?;
    let second = match unused.ty(context) == value.ty(context) {
        true => value,
        false => unused,
    };
    rewriter.replace_op(op, &[value, second]);
    Some(())
}

/// A sum whose carry is not used.
pub(super) fn addui_extended_to_addi(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    drop_second_result(rewriter, op, "arith.addi")
}

/// A product whose high half is not used.
pub(super) fn extended_product_to_muli(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    drop_second_result(rewriter, op, "arith.muli")
}

/// The product of a signed number and 1: its high half has copies of the sign. The 1 of `i1` is -1.
pub(super) fn mulsi_extended_by_one(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let (value, factor) = (operand(context, op, 0)?, operand(context, op, 1)?);
    if !splat::<Int>(context, factor.constant_value(context))?.is_one() {
        return None;
    }
    let ty = value.ty(context);
    let bits = super::bits_like(context, ty)?;
    if ty == bits {
        return None;
    }
    let none = constant(rewriter, op, zero(context, ty)?, ty)?;
    let less = context.i64_attribute(2);
    let sign = Make::new("arith.cmpi", &[value, none], &[bits])
        .with(&[("predicate", less)])
        .value(rewriter, op)?;
    let high = Make::new("arith.extsi", &[sign], &[ty]).value(rewriter, op)?;
    rewriter.replace_op(op, &[value, high]);
    Some(())
}
