//! `memref`: effects, and slots of memory. Operations that make a view of memory have no effects.

mod parts;

use smallvec::{SmallVec, smallvec};
use tvmlike_ir::EffectKind::{Allocate, Free, Read, Write};
use tvmlike_ir::{Effect, MemorySlot, RegionBranch, SlotAccess, SlotAllocation, TypeKind};

use super::effects::At::{Operand, Result};
use super::effects::{row, row_on};
use super::{Interface, Table, slots};

pub(super) const TABLE: Table = Table {
    effects: &[
        ("memref.alloc", &[row(Allocate, Result("memref"))]),
        (
            "memref.alloca",
            &[row_on(Allocate, Result("memref"), Effect::AUTOMATIC)],
        ),
        (
            "memref.atomic_rmw",
            &[row(Read, Operand("memref")), row(Write, Operand("memref"))],
        ),
        (
            "memref.copy",
            &[row(Read, Operand("source")), row(Write, Operand("target"))],
        ),
        ("memref.dealloc", &[row(Free, Operand("memref"))]),
        (
            "memref.generic_atomic_rmw",
            &[row(Read, Operand("memref")), row(Write, Operand("memref"))],
        ),
        ("memref.load", &[row(Read, Operand("memref"))]),
        (
            "memref.realloc",
            &[row(Free, Operand("source")), row(Allocate, Result(""))],
        ),
        ("memref.store", &[row(Write, Operand("memref"))]),
    ],
    interfaces: &[
        ("memref.alloca", Interface::Aggregate(parts::ALLOCA)),
        ("memref.alloca", Interface::SlotAllocation(ALLOCA)),
        (
            "memref.alloca_scope",
            Interface::RegionBranch(RegionBranch::without_entry_operands(super::scf::once, false)),
        ),
        ("memref.load", Interface::PartAccess(parts::LOAD)),
        (
            "memref.load",
            Interface::SlotAccess(SlotAccess {
                use_of: |context, op, slot| slots::read(context, op, slot, 0),
            }),
        ),
        ("memref.store", Interface::PartAccess(parts::STORE)),
        (
            "memref.store",
            Interface::SlotAccess(SlotAccess {
                use_of: |context, op, slot| slots::written(context, op, slot, 1, 0),
            }),
        ),
    ],
};

/// Of an allocation of one element, that element.
const ALLOCA: SlotAllocation = SlotAllocation {
    slots: |context, op| {
        let slot = op.result(context, 0).and_then(|pointer| {
            let TypeKind::MemRef { shape, element, .. } = pointer.ty(context).kind(context) else {
                return None;
            };
            let is_one = shape.iter().all(|size| size == 1);
            is_one.then_some(MemorySlot { pointer, element })
        });
        slot.map_or_else(SmallVec::new, |slot| smallvec![slot])
    },
    unwritten: |rewriter, op, slot| slots::constant(rewriter, op, slot, "ub.poison"),
};
