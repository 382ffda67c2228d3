//! Changes on several threads, and many contexts at once.

use crate::common;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use common::{Parts, add, make, region};
use tvmlike_ir::{Context, Exclusive, Mapping, Op, Value};

/// Functions with `size` operations, each of which uses the one before.
fn functions(edit: &mut Exclusive<'_>, count: usize, size: usize) -> Vec<Op> {
    let i32 = edit.i32();
    (0..count)
        .map(|_| {
            let (body, [block]) = region::<1>(edit);
            let mut last: Vec<Value> = Vec::new();
            for _ in 0..size {
                let op = add(
                    edit,
                    block,
                    "t.step",
                    &Parts {
                        results: &[i32],
                        operands: &last,
                        ..Parts::default()
                    },
                );
                last = op.results(edit).collect();
            }
            make(
                edit,
                "t.func",
                &Parts {
                    regions: &[Some(body)],
                    ..Parts::default()
                },
            )
        })
        .collect()
}

/// Clones a function's operations, renames the copies, and erases every other original.
fn rewrite(edit: &mut Exclusive<'_>, _index: usize, function: Op) -> usize {
    let block = function.region(edit, 0).unwrap().first_block(edit).unwrap();
    let ops: Vec<Op> = block.operations(edit).collect();
    let done = edit.identifier("t.done");
    for op in &ops {
        let copy = op.clone_op(edit, &mut Mapping::new());
        copy.set_name(edit, done);
        block.append(edit, copy).unwrap();
    }
    for op in ops.iter().step_by(2).rev() {
        let uses = op.result(edit, 0).unwrap();
        let other = block.last_op(edit).unwrap().result(edit, 0).unwrap();
        uses.replace_all_uses_with(edit, other);
        op.erase(edit).unwrap();
    }
    block.operations(edit).count()
}

#[test]
fn threads_change_their_operations_independently() {
    let context = Context::new();
    let mut edit = context.exclusive().unwrap();
    let ops = functions(&mut edit, 50, 40);
    for threads in [1, 2, 3, 7, 100] {
        let expected = edit.par_isolated(&ops, 1, |edit, _, op| {
            op.region(edit, 0)
                .unwrap()
                .first_block(edit)
                .unwrap()
                .operations(edit)
                .count()
        });
        let before = expected.unwrap();
        let counts = edit.par_isolated(&ops, threads, rewrite).unwrap();
        for (before, after) in before.iter().zip(&counts) {
            assert_eq!(*after, 2 * before - before.div_ceil(2));
        }
    }
    context.allow_unregistered_dialects(true);
    for op in ops {
        assert!(context.verify(op).is_ok());
        op.erase(&mut edit).unwrap();
    }
    assert_eq!(edit.par_isolated(&[], 4, |_, _, _| ()), Ok(Vec::new()));
}

#[test]
fn operations_that_are_not_apart_are_refused() {
    let context = Context::new();
    let mut edit = context.exclusive().unwrap();
    let ops = functions(&mut edit, 3, 3);
    let refused = |edit: &mut Exclusive<'_>, ops: &[Op]| {
        edit.par_isolated(ops, 2, |_, _, _| panic!("must not be called"))
            .map(|_: Vec<()>| ())
            .unwrap_err()
            .to_string()
    };
    assert!(refused(&mut edit, &[ops[0], ops[1], ops[0]]).contains("`t.func` is listed twice"));
    let (body, [block]) = region::<1>(&mut edit);
    block.append(&mut edit, ops[0]).unwrap();
    let outer = make(
        &mut edit,
        "t.outer",
        &Parts {
            regions: &[Some(body)],
            ..Parts::default()
        },
    );
    assert!(refused(&mut edit, &[outer, ops[1], ops[0]]).contains("`t.func` is nested in `t.outer`"));
    let nested = edit.par_isolated(&[ops[1]], 1, |edit, _, op| {
        edit.par_isolated(&[op], 2, |_, _, _| ()).is_err()
    });
    assert_eq!(nested, Ok(vec![true]));
}

/// Adds an operation at the end of a function's body that uses a value of another one.
fn use_across(edit: &mut Exclusive<'_>, user: Op, used: Op) -> Op {
    let block = |op: Op| op.region(edit, 0).unwrap().first_block(edit).unwrap();
    let value = block(used).first_op(edit).unwrap().result(edit, 0).unwrap();
    let parts = Parts {
        operands: &[value],
        ..Parts::default()
    };
    add(edit, block(user), "t.user", &parts)
}

#[test]
fn operations_that_share_values_follow_when_the_others_are_done() {
    let context = Context::new();
    let mut edit = context.exclusive().unwrap();
    let ops = functions(&mut edit, 6, 3);
    let shared = use_across(&mut edit, ops[4], ops[1]);
    assert_eq!(follow(&mut edit, &ops), [ops[1], ops[4]]);
    // The other one need not be listed.
    assert_eq!(follow(&mut edit, &ops[2..]), [ops[4]]);
    assert_eq!(follow(&mut edit, &ops[..4]), [ops[1]]);
    shared.erase(&mut edit).unwrap();
    assert_eq!(follow(&mut edit, &ops), []);
    // What a block of the operation's was before counts no more.
    let block = ops[0].region(&edit, 0).unwrap().first_block(&edit).unwrap();
    let tail = block
        .split_before(&mut edit, block.last_op(&context).unwrap())
        .unwrap();
    assert_eq!(follow(&mut edit, &ops), []);
    block.detach(&mut edit);
    let region = ops[5].region(&edit, 0).unwrap();
    region.append(&mut edit, block).unwrap();
    assert_eq!(follow(&mut edit, &ops), [ops[0], ops[5]]);
    tail.detach(&mut edit);
    region.append(&mut edit, tail).unwrap();
    assert_eq!(follow(&mut edit, &ops), []);
}

#[test]
fn a_use_from_outside_is_found_anywhere_in_a_list_of_uses() {
    let context = Context::new();
    let mut edit = context.exclusive().unwrap();
    let ops = functions(&mut edit, 2, 1);
    let own = |edit: &mut Exclusive<'_>| use_across(edit, ops[0], ops[0]);
    for before in 0..3 {
        let mut users: Vec<Op> = (0..before).map(|_| own(&mut edit)).collect();
        let across = use_across(&mut edit, ops[1], ops[0]);
        for _ in 0..3 {
            assert_eq!(follow(&mut edit, &ops), ops);
            users.push(own(&mut edit));
        }
        across.erase(&mut edit).unwrap();
        assert_eq!(follow(&mut edit, &ops), []);
        users.iter().for_each(|user| user.erase(&mut edit).unwrap());
    }
}

#[test]
fn a_use_in_a_region_that_is_older_than_one_before_it_is_not_one_from_outside() {
    let context = Context::new();
    let mut edit = context.exclusive().unwrap();
    let ops = functions(&mut edit, 2, 1);
    let block = ops[0].region(&edit, 0).unwrap().first_block(&edit).unwrap();
    let region = edit.create_region();
    let inner = edit.create_block(&[]);
    region.append(&mut edit, inner).unwrap();
    let value = block.first_op(&edit).unwrap().result(&edit, 0).unwrap();
    let uses = Parts {
        operands: &[value],
        ..Parts::default()
    };
    add(&mut edit, inner, "t.older", &uses);
    let newer = add(&mut edit, block, "t.newer", &uses);
    let nest = Parts {
        regions: &[Some(region)],
        ..Parts::default()
    };
    add(&mut edit, block, "t.nest", &nest);
    assert!(newer.is_before_in_block(&edit, block.last_op(&edit).unwrap()));
    assert_eq!(follow(&mut edit, &ops), []);
}

/// The operations that are changed by the editor of everything, after all others.
fn follow(edit: &mut Exclusive<'_>, ops: &[Op]) -> Vec<Op> {
    let done = Mutex::new(Vec::new());
    let record = |edit: &mut Exclusive<'_>, _, op: Op| {
        // An editor that is limited to an operation cannot change its operands.
        let limited = catch_unwind(AssertUnwindSafe(|| op.set_operands(edit, &[]))).is_err();
        done.lock().unwrap().push((limited, op));
        op
    };
    assert_eq!(edit.par_isolated(ops, 3, record).unwrap(), ops);
    let done = done.into_inner().unwrap();
    assert!(done.is_sorted_by_key(|(limited, _)| !limited));
    let follow = done.iter().filter(|(limited, _)| !limited);
    follow.map(|(_, op)| *op).collect()
}

#[test]
fn a_change_of_another_threads_operation_panics_when_all_have_ended() {
    let context = Context::new();
    let mut edit = context.exclusive().unwrap();
    let ops = functions(&mut edit, 4, 3);
    let block = |op: Op| op.region(&context, 0).unwrap().first_block(&context).unwrap();
    let value = |op: Op| block(op).first_op(&context).unwrap().result(&context, 0).unwrap();
    type Change<'a> = Box<dyn Fn(&mut Exclusive<'_>, Op, Op) + Sync + 'a>;
    let changes: Vec<Change<'_>> = vec![
        Box::new(|edit, _, other| {
            block(other)
                .first_op(edit)
                .unwrap()
                .set_name(edit, edit.context().identifier("t.x"))
        }),
        Box::new(|edit, _, other| block(other).last_op(edit).unwrap().erase(edit).unwrap()),
        Box::new(|edit, _, other| {
            let op = make(edit, "t.x", &Parts::default());
            block(other).append(edit, op).unwrap();
        }),
        Box::new(|edit, own, other| {
            block(own)
                .last_op(edit)
                .unwrap()
                .set_operands(edit, &[value(other)])
        }),
        Box::new(|edit, own, other| value(other).replace_all_uses_with(edit, value(own))),
        Box::new(|edit, own, _| own.erase(edit).unwrap()),
        Box::new(|edit, own, _| own.detach(edit)),
        Box::new(|edit, own, _| own.set_operands(edit, &[])),
    ];
    for change in changes {
        let ended = AtomicUsize::new(0);
        let result = catch_unwind(AssertUnwindSafe(|| {
            edit.par_isolated(&ops, 4, |edit, _, op| {
                if op == ops[0] {
                    change(edit, op, ops[3]);
                }
                ended.fetch_add(1, Ordering::Relaxed);
            })
        }));
        let panic = result.unwrap_err();
        assert!(
            panic
                .downcast_ref::<&str>()
                .unwrap()
                .contains("an editor of one isolated operation")
        );
        assert_eq!(ended.load(Ordering::Relaxed), 3);
    }
    context.allow_unregistered_dialects(true);
    assert!(
        ops.iter().all(|op| context.verify(*op).is_ok()),
        "nothing was changed"
    );
}

#[test]
fn thousands_of_contexts_live_at_once() {
    let contexts: Vec<Context> = (0..2_000).map(|_| Context::new()).collect();
    let names: Vec<_> = contexts
        .iter()
        .map(|context| {
            let mut edit = context.exclusive().unwrap();
            make(&mut edit, "t.a", &Parts::default())
        })
        .collect();
    for (context, op) in contexts.iter().zip(names) {
        assert_eq!(op.name(context).text(context), "t.a");
    }
}

#[test]
fn readers_on_other_threads_see_a_consistent_order() {
    let context = Context::new();
    let mut edit = context.exclusive().unwrap();
    let op = functions(&mut edit, 1, 2_000)[0];
    let block = op.region(&context, 0).unwrap().first_block(&context).unwrap();
    let ops: Vec<Op> = block.operations(&context).collect();
    std::thread::scope(|scope| {
        for start in 0..4 {
            let (ops, context) = (&ops, &context);
            scope.spawn(move || {
                for step in 0..ops.len() - 1 {
                    let at = (start * 499 + step) % (ops.len() - 1);
                    assert!(ops[at].is_before_in_block(context, ops[at + 1]));
                }
            });
        }
    });
}

#[test]
fn what_threads_made_and_one_editor_erased_is_made_again_in_the_same_memory() {
    let context = Context::new();
    context.allow_unregistered_dialects(true);
    let mut edit = context.exclusive().unwrap();
    let mut bytes = Vec::new();
    for _ in 0..6 {
        let made = edit.par_create(&[0, 1], |edit, _| functions(edit, 40, 200));
        for op in made.into_iter().flatten() {
            op.erase(&mut edit).unwrap();
        }
        bytes.push(edit.operation_bytes());
    }
    // The arenas keep a few slots each: a thread can begin with one that has none.
    assert!(bytes[5] < bytes[0] + bytes[0] / 4, "{bytes:?}");

    // A tree that is erased at once serves several threads.
    let mut bytes = Vec::new();
    for _ in 0..6 {
        let made = edit.par_create(&[0, 1], |edit, _| functions(edit, 40, 200));
        let (body, [block]) = region::<1>(&mut edit);
        for op in made.into_iter().flatten() {
            block.append(&mut edit, op).unwrap();
        }
        edit.erase_region(body).unwrap();
        bytes.push(edit.operation_bytes());
    }
    assert!(bytes[5] < bytes[0] + bytes[0] / 4, "{bytes:?}");

    // What threads erase serves the editor of everything.
    let mut bytes = Vec::new();
    for _ in 0..6 {
        let ops = functions(&mut edit, 40, 200);
        let emptied = edit.par_isolated(&ops, 2, |edit, _, function| {
            let block = function.region(edit, 0).unwrap().first_block(edit).unwrap();
            let ops: Vec<Op> = block.operations(edit).collect();
            ops.iter().rev().for_each(|op| op.erase(edit).unwrap());
        });
        emptied.unwrap();
        ops.iter().for_each(|op| op.erase(&mut edit).unwrap());
        bytes.push(edit.operation_bytes());
    }
    assert!(bytes[5] < bytes[0] + bytes[0] / 4, "{bytes:?}");
}
