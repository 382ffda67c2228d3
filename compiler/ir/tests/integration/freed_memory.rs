//! Memory that one thread frees while others need some.

use crate::common::{Parts, add, make, region};
use tvmlike_ir::{Context, Exclusive, Op, Value};

/// An operation with a chain of operations, the later half of which use the earlier half.
fn chain(edit: &mut Exclusive<'_>) -> Op {
    const DISTANCE: usize = 600;
    let i32 = edit.i32();
    let (body, [block]) = region::<1>(edit);
    let mut values: Vec<Value> = Vec::new();
    for index in 0..2 * DISTANCE {
        let used: Vec<Value> = index
            .checked_sub(DISTANCE)
            .map(|at| values[at])
            .into_iter()
            .collect();
        let parts = Parts {
            results: &[i32],
            operands: &used,
            ..Parts::default()
        };
        let op = add(edit, block, "t.step", &parts);
        values.push(op.result(edit, 0).unwrap());
    }
    let parts = Parts {
        regions: &[Some(body)],
        ..Parts::default()
    };
    make(edit, "t.chain", &parts)
}

/// While a thread erases a tree, it writes to operations that it has freed already: others must not have them yet.
#[test]
fn memory_that_one_thread_frees_serves_others_only_when_it_is_done() {
    let context = Context::new();
    let mut edit = context.exclusive().unwrap();
    let whole = edit.par_create(&[0, 1, 2, 3], |edit, _| {
        let count = |edit: &Exclusive<'_>, op: Op| {
            let block = op.region(edit, 0).unwrap().first_block(edit).unwrap();
            let values = block.operations(edit).map(|op| op.result(edit, 0).unwrap());
            values.map(|value| value.uses(edit).count()).sum::<usize>()
        };
        (0..100).all(|_| {
            let (first, second) = (chain(edit), chain(edit));
            first.erase(edit).unwrap();
            let third = chain(edit);
            let found = [count(edit, second), count(edit, third)];
            second.erase(edit).unwrap();
            third.erase(edit).unwrap();
            found == [600, 600]
        })
    });
    assert_eq!(whole, [true; 4]);
}
