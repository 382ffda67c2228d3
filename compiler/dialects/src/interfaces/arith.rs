//! `arith`: which divisions can be executed speculatively.

use tvmlike_ir::{AttributeKind, Context, Element, IntegerValue, Op, Speculatability, Speculation};

use super::{Interface, Table};

pub(super) const TABLE: Table = Table {
    effects: &[],
    interfaces: &[
        ("arith.ceildivsi", Interface::Speculation(Speculation(signed))),
        ("arith.ceildivui", Interface::Speculation(Speculation(unsigned))),
        ("arith.divsi", Interface::Speculation(Speculation(signed))),
        ("arith.divui", Interface::Speculation(Speculation(unsigned))),
        ("arith.floordivsi", Interface::Speculation(Speculation(signed))),
    ],
};

/// Whether all elements of a constant divisor have a property.
fn divisor_is(context: &Context, op: Op, holds: impl Fn(&IntegerValue<'_>) -> bool) -> Speculatability {
    let divisor = op
        .operand(context, 1)
        .and_then(|value| value.constant_value(context));
    let found = match divisor.map(|divisor| divisor.kind(context)) {
        Some(AttributeKind::Integer { value, .. }) => holds(&value),
        Some(AttributeKind::DenseElements(elements)) => (0..elements.len()).all(
            |index| matches!(elements.get(context, index), Some(Element::Integer(value)) if holds(&value)),
        ),
        _ => false,
    };
    match found {
        true => Speculatability::Yes,
        false => Speculatability::No,
    }
}

/// A division by something that is not zero.
fn unsigned(context: &Context, op: Op) -> Speculatability {
    divisor_is(context, op, |value| !value.is_zero())
}

/// A division by something that is neither zero nor minus one, by which the quotient of the least number overflows.
fn signed(context: &Context, op: Op) -> Speculatability {
    divisor_is(context, op, |value| {
        !value.is_zero() && value.to_i64() != Some(-1)
    })
}
