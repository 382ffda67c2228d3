//! `llvm`: effects, branches, of which no constants are known to decide, and slots of memory.

mod copies;
mod parts;

use smallvec::{SmallVec, smallvec};
use tvmlike_ir::EffectKind::{Allocate, Read, Write};
use tvmlike_ir::{AttributeKind, Branch, Context, Effect, MemorySlot, Op, SlotAccess, SlotAllocation};

use super::effects::At::{Operand, Result};
use super::effects::{row, row_if, row_on};
use super::{Interface, Table, cf, slots};

pub(super) const TABLE: Table = Table {
    effects: &[
        (
            "llvm.alloca",
            &[row_on(Allocate, Result("res"), Effect::AUTOMATIC)],
        ),
        (
            "llvm.load",
            &[
                row(Read, Operand("addr")),
                row_if(Read, is_ordered),
                row_if(Write, is_ordered),
            ],
        ),
        (
            "llvm.store",
            &[
                row(Write, Operand("addr")),
                row_if(Read, is_ordered),
                row_if(Write, is_ordered),
            ],
        ),
    ],
    interfaces: &[
        ("llvm.addrspacecast", Interface::Droppable(parts::SAME_POINTER)),
        ("llvm.alloca", Interface::SlotAllocation(ALLOCA)),
        ("llvm.alloca", Interface::Aggregate(parts::ALLOCA)),
        ("llvm.bitcast", Interface::Droppable(parts::SAME_POINTER)),
        (
            "llvm.br",
            Interface::Branch(Branch {
                taken: |_, _, _| None,
                ..cf::BR
            }),
        ),
        (
            "llvm.cond_br",
            Interface::Branch(Branch {
                taken: |_, _, _| None,
                ..cf::COND_BR
            }),
        ),
        (
            "llvm.getelementptr",
            Interface::BoundedAccess(parts::BOUNDED_ELEMENT_POINTER),
        ),
        (
            "llvm.getelementptr",
            Interface::Droppable(parts::DROPPABLE_ELEMENT_POINTER),
        ),
        (
            "llvm.getelementptr",
            Interface::PartAccess(parts::ELEMENT_POINTER),
        ),
        ("llvm.intr.dbg.declare", Interface::Droppable(parts::DECLARATION)),
        ("llvm.intr.dbg.value", Interface::Droppable(parts::DEBUG_VALUE)),
        ("llvm.intr.invariant.end", Interface::Droppable(parts::MARKER)),
        ("llvm.intr.invariant.start", Interface::Droppable(parts::MARKER)),
        (
            "llvm.intr.launder.invariant.group",
            Interface::Droppable(parts::SAME_POINTER),
        ),
        ("llvm.intr.lifetime.end", Interface::Droppable(parts::MARKER)),
        ("llvm.intr.lifetime.start", Interface::Droppable(parts::MARKER)),
        ("llvm.intr.memcpy", Interface::BoundedAccess(copies::BOUNDED)),
        ("llvm.intr.memcpy", Interface::PartAccess(copies::COPY)),
        (
            "llvm.intr.memcpy.inline",
            Interface::BoundedAccess(copies::BOUNDED),
        ),
        ("llvm.intr.memcpy.inline", Interface::PartAccess(copies::COPY)),
        ("llvm.intr.memmove", Interface::BoundedAccess(copies::BOUNDED)),
        ("llvm.intr.memmove", Interface::PartAccess(copies::COPY)),
        ("llvm.intr.memset", Interface::BoundedAccess(copies::BOUNDED)),
        ("llvm.intr.memset", Interface::PartAccess(copies::FILL)),
        (
            "llvm.intr.memset.inline",
            Interface::BoundedAccess(copies::BOUNDED),
        ),
        ("llvm.intr.memset.inline", Interface::PartAccess(copies::FILL)),
        (
            "llvm.intr.strip.invariant.group",
            Interface::Droppable(parts::SAME_POINTER),
        ),
        (
            "llvm.load",
            Interface::SlotAccess(SlotAccess {
                use_of: |context, op, slot| {
                    slots::read(context, op, slot, 0).filter(|_| !has(context, op, "volatile_"))
                },
            }),
        ),
        ("llvm.load", Interface::BoundedAccess(parts::BOUNDED_LOAD)),
        ("llvm.load", Interface::PartAccess(parts::LOAD)),
        (
            "llvm.store",
            Interface::SlotAccess(SlotAccess {
                use_of: |context, op, slot| {
                    slots::written(context, op, slot, 1, 0).filter(|_| !has(context, op, "volatile_"))
                },
            }),
        ),
        ("llvm.store", Interface::BoundedAccess(parts::BOUNDED_STORE)),
        ("llvm.store", Interface::PartAccess(parts::STORE)),
        (
            "llvm.switch",
            Interface::Branch(Branch {
                taken: |_, _, _| None,
                ..cf::SWITCH
            }),
        ),
    ],
};

/// Of an allocation that is made once for each call, its first element: reads and writes reach no other.
const ALLOCA: SlotAllocation = SlotAllocation {
    slots: |context, op| {
        let slot = op.result(context, 0).and_then(|pointer| {
            let element = op.property(context, context.identifier("elem_type"))?;
            let AttributeKind::Type(element) = element.kind(context) else {
                return None;
            };
            let is_once = op.block(context).is_some_and(|block| block.is_entry(context));
            (is_once && !has(context, op, "inalloca")).then_some(MemorySlot { pointer, element })
        });
        slot.map_or_else(SmallVec::new, |slot| smallvec![slot])
    },
    unwritten: |rewriter, op, slot| slots::constant(rewriter, op, slot, "llvm.mlir.undef"),
};

/// Whether an access also orders others, or does what only the target knows: it is volatile, or atomic and at least monotonic.
fn is_ordered(context: &Context, op: Op) -> bool {
    /// The number of `unordered`, behind that of `not_atomic`.
    const UNORDERED: i64 = 1;
    let ordering = op.property(context, context.identifier("ordering"));
    let ordering = ordering.and_then(|ordering| match ordering.kind(context) {
        AttributeKind::Integer { value, .. } => value.to_i64(),
        _ => None,
    });
    has(context, op, "volatile_") || ordering.is_some_and(|ordering| ordering > UNORDERED)
}

/// Whether a unit attribute is set.
fn has(context: &Context, op: Op, property: &str) -> bool {
    op.property(context, context.identifier(property)).is_some()
}
