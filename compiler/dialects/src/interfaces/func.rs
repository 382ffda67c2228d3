//! `func`.

use tvmlike_ir::{Call, Callable, Callee};

use super::{Interface, Table};

pub(super) const TABLE: Table = Table {
    effects: &[],
    interfaces: &[
        (
            "func.call",
            Interface::Call(Call {
                callee: |context, op| {
                    op.property(context, context.identifier("callee"))
                        .map(Callee::Symbol)
                },
                arguments: |context, op| 0..op.num_operands(context),
            }),
        ),
        (
            "func.call_indirect",
            Interface::Call(Call {
                callee: |context, op| op.operand(context, 0).map(Callee::Value),
                arguments: |context, op| 1..op.num_operands(context),
            }),
        ),
        (
            "func.func",
            Interface::Callable(Callable {
                body: |context, op| op.region(context, 0).filter(|body| !body.is_empty(context)),
            }),
        ),
    ],
};
