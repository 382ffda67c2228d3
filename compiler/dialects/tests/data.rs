//! All data files can be read and loaded, and records say what MLIR's definitions say.

use tvmlike_define::{Arity, Body, Default};
use tvmlike_ir::{Context, Traits};

#[test]
fn every_dialect_loads_once() {
    let context = Context::new();
    for name in tvmlike_dialects::names() {
        tvmlike_dialects::load(&context, name).unwrap();
        tvmlike_dialects::load(&context, name).unwrap();
    }
    assert_eq!(context.dialects().count(), tvmlike_dialects::names().count());
    let records = tvmlike_dialects::names().filter_map(tvmlike_dialects::record);
    let operations: usize = records.map(|record| record.operations.len()).sum();
    assert_eq!(context.registered_operations().count(), operations);
}

#[test]
fn an_unknown_dialect_is_refused_by_name() {
    let error = tvmlike_dialects::load(&Context::new(), "arithm").unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("Dialect 'arithm' not found; the library has: acc, affine,")
    );
}

#[test]
fn records_say_what_an_operation_is() {
    let arith = tvmlike_dialects::record("arith").unwrap();
    let addi = arith
        .operations
        .iter()
        .find(|op| &*op.name == "arith.addi")
        .unwrap();
    assert_eq!(addi.operands.len(), 2);
    let constraint = &arith.constraints[addi.operands[0].constraint.0 as usize];
    assert_eq!(&*constraint.summary, "signless-integer-like");
    assert_eq!(
        addi.attributes[0].default,
        Default::Text("#arith.overflow<none>".into())
    );
    assert!(matches!(&addi.body, Body::Format(format) if format.starts_with("$lhs `,` $rhs")));
    let cf = tvmlike_dialects::record("cf").unwrap();
    let switch = cf.operations.iter().find(|op| &*op.name == "cf.switch").unwrap();
    assert!(matches!(switch.operands[2].arity, Arity::Groups(number)
        if &*switch.attributes[number as usize].name == "case_operand_segments"));
    assert!(switch.verified_by_hand);
}

#[test]
fn a_loaded_operation_has_traits_and_numbers() {
    let context = Context::new();
    tvmlike_dialects::load(&context, "scf").unwrap();
    let info = |name: &str| context.op_info(context.identifier(name)).unwrap();
    assert!(
        info("scf.yield")
            .traits()
            .contains(Traits::TERMINATOR | Traits::PURE)
    );
    let terminator = info("scf.for").implicit_terminator().unwrap();
    assert_eq!(terminator.text(&context), "scf.yield");
}

#[test]
fn tables_are_sorted_and_each_check_is_one_that_the_record_names() {
    assert_eq!(tvmlike_dialects::table_faults(), Vec::<String>::new());
}
