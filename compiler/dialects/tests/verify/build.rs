//! Making operations by the names in their records.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{Builder, Context, Op, OpState};
use tvmlike_text::{PrintOptions, print_op};

/// The generic text of an operation, or why it was not made. Values `%0` (i32), `%1` (index) and `%2` (memref<?xi32>) exist.
fn make(build: impl FnOnce(&Context, &[tvmlike_ir::Value]) -> OpBuilder<'static>) -> Result<String, String> {
    let context = Context::new();
    context.allow_unregistered_dialects(true);
    tvmlike_dialects::make_available(&context);
    let mut edit = context.exclusive().unwrap();
    let memref = context
        .memref_type(&[tvmlike_ir::DYNAMIC], context.i32(), None, None)
        .unwrap();
    let types = [context.i32(), context.index_type(), memref];
    let name = context.identifier("app.values");
    let source = edit.create(&OpState {
        results: &types,
        ..OpState::new(name, context.unknown_location())
    });
    let values: Vec<_> = source.results(&context).collect();
    let mut builder = Builder::new(&mut edit);
    let made: Op = build(&context, &values)
        .create(&mut builder)
        .map_err(|error| error.to_string())?;
    let mut text = Vec::new();
    let options = PrintOptions {
        generic: true,
        assume_verified: true,
        ..PrintOptions::default()
    };
    print_op(&context, made, &options, &mut text).unwrap();
    Ok(String::from_utf8(text).unwrap().trim_end().to_owned())
}

#[test]
fn parts_are_put_in_the_order_of_the_record() {
    let text = make(|_, values| {
        OpBuilder::new("memref.load")
            .operand("indices", [values[1]])
            .operand("memref", [values[2]])
    });
    assert!(
        text.as_ref()
            .unwrap()
            .ends_with(": (memref<?xi32>, index) -> i32"),
        "{text:?}"
    );
    let text = make(|context, values| {
        let ty = values[2].ty(context);
        OpBuilder::new("memref.alloc")
            .operand("dynamicSizes", [values[1]])
            .result("memref", [ty])
    });
    assert!(
        text.as_ref()
            .unwrap()
            .contains("operandSegmentSizes = array<i32: 1, 0>"),
        "{text:?}"
    );
    let text = make(|context, values| {
        let predicate = context.integer_attribute(context.i64(), 2);
        let compare = OpBuilder::new("arith.cmpi")
            .operand("lhs", [values[0]])
            .operand("rhs", [values[0]]);
        compare
            .attribute("predicate", predicate.unwrap())
            .attribute("app.note", context.unit_attribute())
    });
    let text = text.unwrap();
    assert!(
        text.contains("<{predicate = 2 : i64}> {app.note}") && text.ends_with("-> i1"),
        "{text}"
    );
}

#[test]
fn wrong_parts_are_refused() {
    let add = |values: &[tvmlike_ir::Value]| OpBuilder::new("arith.addi").operand("lhs", [values[0]]);
    let cases = [
        (
            make(|_, _| OpBuilder::new("app.unknown")),
            "'app.unknown': the operation is not registered with a record",
        ),
        (
            make(|_, values| add(values)),
            "'arith.addi': operand 'rhs': expected one, got 0",
        ),
        (
            make(|_, values| add(values).operand("lhs", [values[0]])),
            "'arith.addi': operand 'lhs' is given twice",
        ),
        (
            make(|_, values| add(values).operand("rhs", [values[0]]).operand("other", [])),
            "'arith.addi': unknown operand among 'lhs', 'rhs', 'other'",
        ),
        (
            make(|context, values| add(values).attribute("none", context.unit_attribute())),
            "'arith.addi': no attribute 'none'",
        ),
        (
            make(|_, _| OpBuilder::new("arith.constant")),
            "'arith.constant': attribute 'value' is missing",
        ),
        (
            make(|_, values| OpBuilder::new("arith.extsi").operand("in", [values[0]])),
            "'arith.extsi': type inference was requested for the operation arith.extsi, but the operation does not support \
             type inference; result types must be specified explicitly",
        ),
    ];
    for (found, expected) in cases {
        assert_eq!(found.unwrap_err(), expected);
    }
}
