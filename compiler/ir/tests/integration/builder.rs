//! Builders and insertion points.

use crate::common;
use common::{Parts, add, region};
use tvmlike_ir::{Builder, Context, InsertionPoint};

#[test]
fn operations_are_made_one_behind_another_at_the_place() {
    let context = Context::new();
    let mut edit = context.exclusive().unwrap();
    let (body, [block]) = region::<1>(&mut edit);
    assert!(InsertionPoint::at_terminator(&context, block).is_err());
    let last = add(&mut edit, block, "t.last", &Parts::default());
    assert_eq!(
        InsertionPoint::before(&context, last).unwrap().next_op(),
        Some(last)
    );
    assert_eq!(
        InsertionPoint::after(&context, last).unwrap(),
        InsertionPoint::at_end(block)
    );
    let place = context.file_line_col_location(context.identifier("a"), 1, 2);
    let mut builder = Builder::new(&mut edit);
    let mut create = |at: Option<InsertionPoint>, name: &str| {
        builder.set_insertion_point(at);
        builder.set_location(place);
        builder
            .create_op(context.identifier(name), &[], &[context.i32()], None, &[])
            .unwrap()
    };
    let detached = create(None, "t.detached");
    assert_eq!(
        (detached.block(&context), detached.location(&context)),
        (None, place)
    );
    let second = create(InsertionPoint::at_terminator(&context, block).ok(), "t.second");
    let first = create(Some(InsertionPoint::at_start(&context, block)), "t.first");
    let end = create(Some(InsertionPoint::at_end(block)), "t.end");
    assert_eq!(
        block.operations(&context).collect::<Vec<_>>(),
        [first, second, last, end]
    );
    let new = builder.create_block(body, &[(context.i32(), place)]).unwrap();
    let inside = builder
        .create_op(context.identifier("t.in"), &[], &[], None, &[])
        .unwrap();
    assert_eq!(inside.block(&context), Some(new));
    assert_eq!(new.argument(&context, 0).unwrap().location(&context), place);
}
