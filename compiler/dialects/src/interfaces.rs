//! What MLIR's interfaces tell passes about operations: effects, branches, structured control flow, loops, calls.
//!
//! Effects are data, rows by operation; the other interfaces are functions, a file per dialect. Invariant: tables are sorted by
//! operation, and name operations of the dialect's record (checked by a test).

mod affine;
mod bufferization;
mod cf;
mod effects;
mod func;
mod groups;
mod inlining;
mod linalg;
mod llvm;
mod loops;
mod memref;
mod scf;
mod slots;
mod speculation;
mod vector;

use std::sync::Arc;

use tvmlike_define::{DialectRecord, OpRecord};
use tvmlike_ir::{
    AggregateAllocation, BoundedAccess, Branch, Call, Callable, ConstantProperty, Context, Dialect,
    DroppableUse, LoopLike, MemoryEffects, OpInfo, PartAccess, RegionBranch, RegionTerminator, SlotAccess,
    SlotAllocation,
};

use effects::Row;

/// An interface of an operation.
enum Interface {
    Aggregate(AggregateAllocation),
    BoundedAccess(BoundedAccess),
    Branch(Branch),
    Call(Call),
    Callable(Callable),
    Droppable(DroppableUse),
    Loop(LoopLike),
    PartAccess(PartAccess),
    RegionBranch(RegionBranch),
    RegionTerminator(RegionTerminator),
    SlotAccess(SlotAccess),
    SlotAllocation(SlotAllocation),
}

/// The interfaces of a dialect.
struct Table {
    /// Effects by operation. One without a row has those of its traits.
    effects: &'static [(&'static str, &'static [Row])],
    /// Interfaces by operation; an operation can have several.
    interfaces: &'static [(&'static str, Interface)],
}

/// The tables by dialect.
const DIALECTS: &[(&str, &Table)] = &[
    ("affine", &affine::TABLE),
    ("bufferization", &bufferization::TABLE),
    ("cf", &cf::TABLE),
    ("func", &func::TABLE),
    ("llvm", &llvm::TABLE),
    ("memref", &memref::TABLE),
    ("scf", &scf::TABLE),
    ("vector", &vector::TABLE),
];

/// The properties with the values of constants that are not called `value`.
const CONSTANTS: &[(&str, &str)] = &[
    ("llvm.blockaddress", "block_addr"),
    ("llvm.mlir.addressof", "global_name"),
    ("shape.const_shape", "shape"),
    ("tosa.const", "values"),
    ("tosa.const_shape", "values"),
];

/// Attaches the interfaces to the operations of a dialect, which are in the order of the record.
pub(crate) fn attach(context: &Context, record: &DialectRecord, infos: &[OpInfo]) {
    let table = DIALECTS
        .iter()
        .find(|(name, _)| *name == &*record.name)
        .map(|(_, table)| table);
    for (info, op) in infos.iter().zip(&record.operations) {
        let extensions = info.extensions();
        if let Some((_, property)) = CONSTANTS.iter().find(|(name, _)| *name == &*op.name) {
            extensions.get_or_insert_with(|| ConstantProperty(context.identifier(*property)));
        }
        if let Some(effects) = linalg::effects(&op.name) {
            extensions.get_or_insert_with(|| effects);
        }
        if let Some(rule) = speculation::of(op) {
            extensions.get_or_insert_with(|| rule);
        }
        let Some(table) = table else {
            continue;
        };
        if let Ok(index) = table.effects.binary_search_by_key(&&*op.name, |(name, _)| name) {
            let rows = effects::compile(op, table.effects[index].1);
            extensions.get_or_insert_with(|| {
                MemoryEffects::new(move |context, op| effects::of(context, op, &rows))
            });
        }
        let start = table.interfaces.partition_point(|(name, _)| *name < &*op.name);
        for (_, interface) in table.interfaces[start..]
            .iter()
            .take_while(|(name, _)| *name == &*op.name)
        {
            match interface {
                Interface::Aggregate(it) => drop(extensions.get_or_insert_with(|| *it)),
                Interface::BoundedAccess(it) => drop(extensions.get_or_insert_with(|| *it)),
                Interface::Branch(it) => drop(extensions.get_or_insert_with(|| *it)),
                Interface::Call(it) => drop(extensions.get_or_insert_with(|| *it)),
                Interface::Callable(it) => drop(extensions.get_or_insert_with(|| *it)),
                Interface::Droppable(it) => drop(extensions.get_or_insert_with(|| *it)),
                Interface::Loop(it) => drop(extensions.get_or_insert_with(|| *it)),
                Interface::PartAccess(it) => drop(extensions.get_or_insert_with(|| *it)),
                Interface::RegionBranch(it) => drop(extensions.get_or_insert_with(|| *it)),
                Interface::RegionTerminator(it) => drop(extensions.get_or_insert_with(|| *it)),
                Interface::SlotAccess(it) => drop(extensions.get_or_insert_with(|| *it)),
                Interface::SlotAllocation(it) => drop(extensions.get_or_insert_with(|| *it)),
            }
        }
    }
}

/// Attaches what belongs to the dialect as a whole.
pub(crate) fn attach_to_dialect(dialect: &Dialect, name: &str) {
    inlining::attach(dialect, name);
}

/// What is wrong with the tables: an order, or an entry that does not fit an operation of the data.
pub(crate) fn faults(
    names: impl Iterator<Item = &'static str>,
    record: impl Fn(&str) -> Option<&'static Arc<DialectRecord>>,
) -> Vec<String> {
    let mut faults = Vec::new();
    let find = |name: &str| {
        let record = record(name.split('.').next()?)?;
        record.operations.iter().find(|op| *op.name == *name)
    };
    let mut expect = |name: &str, fits: fn(&OpRecord, &Row) -> bool, rows: &[Row]| {
        if find(name).is_none_or(|op| rows.iter().any(|row| !fits(op, row))) {
            faults.push(format!("{name} of the interfaces does not fit its record"));
        }
    };
    for (_, table) in DIALECTS {
        for (name, rows) in table.effects {
            expect(
                name,
                |op, row| effects::compile(op, std::slice::from_ref(row)).len() == 1,
                rows,
            );
        }
        for (name, _) in table.interfaces {
            expect(name, |_, _| true, &[]);
        }
    }
    for (name, property) in CONSTANTS {
        if find(name).is_none_or(|op| op.attributes.iter().all(|each| *each.name != **property)) {
            faults.push(format!("{name} has no property {property}"));
        }
    }
    let records = names.filter_map(&record);
    faults.extend(speculation::faults(records.flat_map(|record| &record.operations)));
    if !inlining::is_sorted() {
        faults.push("the dialects whose operations can be inlined are not sorted".to_owned());
    }
    for (dialect, table) in DIALECTS {
        let sorted = table.effects.is_sorted_by(|(a, _), (b, _)| a < b)
            && table.interfaces.is_sorted_by_key(|(name, _)| *name);
        if !sorted {
            faults.push(format!("the interfaces of {dialect} are not sorted"));
        }
    }
    faults
}
