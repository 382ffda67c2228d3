//! What MLIR's interfaces tell passes about operations: effects, branches, structured control flow, loops, calls.
//!
//! Effects are data, rows by operation; the other interfaces are functions, a file per dialect. Invariant: tables are sorted by
//! operation, and name operations of the dialect's record (checked by a test).

mod cf;
mod effects;
mod func;
mod groups;
mod memref;
mod scf;

use tvmlike_define::DialectRecord;
use tvmlike_ir::{
    Branch, Call, Callable, ConstantProperty, Context, LoopLike, MemoryEffects, OpInfo, RegionBranch,
    RegionTerminator, Speculation,
};

use effects::Row;

/// An interface of an operation.
enum Interface {
    Branch(Branch),
    Call(Call),
    Callable(Callable),
    Loop(LoopLike),
    RegionBranch(RegionBranch),
    RegionTerminator(RegionTerminator),
    Speculation(Speculation),
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
    ("cf", &cf::TABLE),
    ("func", &func::TABLE),
    ("memref", &memref::TABLE),
    ("scf", &scf::TABLE),
];

/// The properties with the values of constants that are not called `value`.
const CONSTANTS: &[(&str, &str)] = &[
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
                Interface::Branch(it) => drop(extensions.get_or_insert_with(|| *it)),
                Interface::Call(it) => drop(extensions.get_or_insert_with(|| *it)),
                Interface::Callable(it) => drop(extensions.get_or_insert_with(|| *it)),
                Interface::Loop(it) => drop(extensions.get_or_insert_with(|| *it)),
                Interface::RegionBranch(it) => drop(extensions.get_or_insert_with(|| *it)),
                Interface::RegionTerminator(it) => drop(extensions.get_or_insert_with(|| *it)),
                Interface::Speculation(it) => drop(extensions.get_or_insert_with(|| *it)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted_and_name_operations_of_the_record() {
        for (dialect, table) in DIALECTS {
            let record = crate::record(dialect).expect("a dialect of the library");
            assert!(table.effects.is_sorted_by(|(a, _), (b, _)| a < b), "{dialect}");
            assert!(table.interfaces.is_sorted_by_key(|(name, _)| *name), "{dialect}");
            let names = table.effects.iter().map(|(name, _)| *name);
            for name in names.chain(table.interfaces.iter().map(|(name, _)| *name)) {
                assert!(
                    record.operations.iter().any(|op| *op.name == *name),
                    "'{name}' is not in the data"
                );
            }
            for (name, rows) in table.effects {
                let op = record.operations.iter().find(|op| *op.name == **name);
                assert_eq!(
                    op.map(|op| effects::compile(op, rows).len()),
                    Some(rows.len()),
                    "{name}"
                );
            }
        }
    }

    #[test]
    fn every_constant_has_its_value_in_a_property() {
        for dialect in crate::names() {
            let record = crate::record(dialect).expect("a dialect of the library");
            for (name, property) in CONSTANTS
                .iter()
                .filter(|(name, _)| name.split('.').next() == Some(dialect))
            {
                let op = record
                    .operations
                    .iter()
                    .find(|op| *op.name == **name)
                    .expect("in the data");
                assert!(
                    op.attributes.iter().any(|each| *each.name == **property),
                    "{name}"
                );
            }
        }
    }
}
