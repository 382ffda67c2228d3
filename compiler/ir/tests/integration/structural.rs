//! Structural equality and hashes.

use tvmlike_ir::{
    Block, Context, Dialect, Equivalence, Exclusive, Mapping, NamedAttribute, Op, OpInfo, OpState, Region,
    Traits, Type, Value,
};

fn make(
    edit: &mut Exclusive<'_>,
    name: &str,
    results: &[Type],
    operands: &[Value],
    regions: &[Option<Region>],
) -> Op {
    let state = OpState {
        results,
        operands,
        regions,
        ..OpState::new(edit.identifier(name), edit.unknown_location())
    };
    edit.create(&state)
}

/// An operation with one block, which contains the operations that `fill` makes.
fn nest(edit: &mut Exclusive<'_>, fill: impl FnOnce(&mut Exclusive<'_>, Block)) -> Op {
    let region = edit.create_region();
    let block = edit.create_block(&[]);
    region.append(edit, block).unwrap();
    fill(edit, block);
    make(edit, "t.nest", &[], &[], &[Some(region)])
}

fn equal(context: &Context, left: Op, right: Op, flags: Equivalence) -> bool {
    let equal = left.is_structurally_equal(context, right, flags);
    assert_eq!(equal, right.is_structurally_equal(context, left, flags));
    let hashes = left.structural_hash(context, flags) == right.structural_hash(context, flags);
    assert_eq!(equal, hashes, "these inputs have no hash collision");
    equal
}

/// `%a = t.a  %b = t.a  t.use(%a or %b, outside)`, or the use first.
fn body(edit: &mut Exclusive<'_>, first: bool, forward: bool, outside: Value) -> Op {
    let i32 = edit.i32();
    nest(edit, |edit, block| {
        let ops = [
            make(edit, "t.a", &[i32], &[], &[]),
            make(edit, "t.a", &[i32], &[], &[]),
        ];
        let value = ops[usize::from(!first)].result(edit, 0).unwrap();
        let user = make(edit, "t.use", &[], &[value, outside], &[]);
        let order = if forward {
            [user, ops[0], ops[1]]
        } else {
            [ops[0], ops[1], user]
        };
        for op in order {
            block.append(edit, op).unwrap();
        }
    })
}

#[test]
fn operands_are_compared_by_what_defines_them() {
    let context = Context::new();
    let mut edit = context.exclusive().unwrap();
    let i32 = context.i32();
    let outside = make(&mut edit, "t.out", &[i32, i32], &[], &[]);
    let [x, y] = [0, 1].map(|n| outside.result(&context, n).unwrap());
    for forward in [false, true] {
        let [one, same, other, outer] = [(true, x), (true, x), (false, x), (true, y)]
            .map(|(first, outside)| body(&mut edit, first, forward, outside));
        assert!(equal(&context, one, same, Equivalence::NONE));
        assert!(!one.is_structurally_equal(&context, other, Equivalence::NONE));
        assert!(!equal(&context, one, outer, Equivalence::NONE));
        let copy = one.clone_op(&mut edit, &mut Mapping::new());
        assert!(equal(&context, one, copy, Equivalence::NONE));
    }
}

#[test]
fn flags_leave_things_out() {
    let context = Context::new();
    let mut edit = context.exclusive().unwrap();
    let name = context.identifier("t.x");
    let entry = NamedAttribute {
        name,
        value: context.unit_attribute(),
    };
    let dictionary = context.dictionary_attribute(&[entry]).unwrap();
    let mut make = |change: fn(&mut OpState<'_>, tvmlike_ir::Attribute, tvmlike_ir::Location)| {
        let mut state = OpState::new(context.identifier("t.a"), context.unknown_location());
        change(&mut state, dictionary, context.file_line_col_location(name, 1, 1));
        edit.create(&state)
    };
    let plain = make(|_, _, _| {});
    let cases: [(Equivalence, Op); 3] = [
        (
            Equivalence::IGNORE_LOCATIONS,
            make(|state, _, at| state.location = at),
        ),
        (
            Equivalence::IGNORE_DISCARDABLE_ATTRS,
            make(|state, all, _| state.attributes = Some(all)),
        ),
        (
            Equivalence::IGNORE_PROPERTIES,
            make(|state, all, _| state.properties = Some(all)),
        ),
    ];
    for (flag, op) in cases {
        assert!(!equal(&context, plain, op, Equivalence::NONE));
        assert!(equal(&context, plain, op, flag));
    }
}

#[test]
fn lazy_locations_equal_the_places_that_they_stand_for() {
    let context = Context::new();
    let mut edit = context.exclusive().unwrap();
    let file = context.identifier("a.mlir");
    let name = context.identifier("t.a");
    let lazy = context.add_source(file, b"\n  x").location(&context, 3);
    let [left, right] = [lazy, context.file_line_col_location(file, 2, 3)]
        .map(|location| edit.create(&OpState::new(name, location)));
    assert!(equal(&context, left, right, Equivalence::NONE));
}

#[test]
fn operands_of_commutative_operations_have_no_order() {
    let context = Context::new();
    context
        .register_dialect(Dialect::new(context.identifier("t")))
        .unwrap();
    let add = OpInfo::new(context.identifier("t.add")).with_traits(Traits::COMMUTATIVE);
    context.register_operation(add).unwrap();
    let mut edit = context.exclusive().unwrap();
    let i32 = context.i32();
    let [left, right] = [false, true].map(|swap| {
        nest(&mut edit, |edit, block| {
            let [a, b] = ["t.a", "t.b"].map(|name| make(edit, name, &[i32], &[], &[]));
            let mut values = [a.result(edit, 0).unwrap(), b.result(edit, 0).unwrap()];
            if swap {
                values.reverse();
            }
            let add = make(edit, "t.add", &[], &values, &[]);
            for op in [a, b, add] {
                block.append(edit, op).unwrap();
            }
        })
    });
    assert!(equal(&context, left, right, Equivalence::NONE));
    assert!(!equal(&context, left, right, Equivalence::IGNORE_COMMUTATIVITY));
}

#[test]
fn the_shape_of_blocks_counts() {
    let context = Context::new();
    let mut edit = context.exclusive().unwrap();
    // Two operations, distributed over two blocks.
    let shapes: Vec<Op> = [[2, 0], [1, 1], [0, 2]]
        .into_iter()
        .map(|counts: [usize; 2]| {
            let region = edit.create_region();
            for count in counts {
                let block = edit.create_block(&[]);
                region.append(&mut edit, block).unwrap();
                for _ in 0..count {
                    let op = make(&mut edit, "t.a", &[], &[], &[]);
                    block.append(&mut edit, op).unwrap();
                }
            }
            make(&mut edit, "t.two", &[], &[], &[Some(region)])
        })
        .collect();
    for (m, left) in shapes.iter().enumerate() {
        for (n, right) in shapes.iter().enumerate() {
            assert_eq!(equal(&context, *left, *right, Equivalence::NONE), m == n);
        }
    }
}
