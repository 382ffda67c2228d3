//! Making, reading, changing and erasing operations through the public API.

use tvmlike_ir::{Context, Exclusive, Location, Op, OpState, Type, WalkOrder, WalkResult};

fn op(edit: &mut Exclusive<'_>, name: &str, results: &[Type], operands: &[tvmlike_ir::Value]) -> Op {
    let state = OpState {
        operands,
        results,
        ..OpState::new(edit.identifier(name), edit.unknown_location())
    };
    edit.create(&state)
}

fn unknown(context: &Context) -> Location {
    context.unknown_location()
}

#[test]
fn operands_can_grow_and_shrink_and_keep_use_lists() {
    let context = Context::new();
    let i32 = context.i32();
    let mut edit = context.exclusive().unwrap();
    let a = op(&mut edit, "t.a", &[i32, i32], &[]);
    let (x, y) = (a.result(&context, 0).unwrap(), a.result(&context, 1).unwrap());
    let user = op(&mut edit, "t.use", &[], &[x]);
    let handle = context.op_handle(user);
    for count in [1, 5, 2, 40, 0, 3] {
        let values: Vec<_> = (0..count).map(|n| if n % 2 == 0 { x } else { y }).collect();
        user.set_operands(&mut edit, &values);
        assert_eq!(user.operands(&context).collect::<Vec<_>>(), values);
        assert_eq!(x.uses(&context).count() + y.uses(&context).count(), count);
        for (index, at) in user.op_operands(&context).enumerate() {
            assert_eq!((at.owner(&context), at.index(&context)), (user, index));
        }
    }
    assert_eq!(context.resolve_op(handle), Ok(user));
    assert!(
        a.erase(&mut edit)
            .unwrap_err()
            .to_string()
            .contains("`t.a` still has uses, in `t.use`")
    );
    user.erase(&mut edit).unwrap();
    assert!(
        context
            .resolve_op(handle)
            .unwrap_err()
            .to_string()
            .contains("`t.use`")
    );
    a.erase(&mut edit).unwrap();
}

#[test]
fn a_deep_tree_is_walked_and_erased_without_recursion() {
    let context = Context::new();
    let mut edit = context.exclusive().unwrap();
    let location = unknown(&context);
    let name = context.identifier("t.nest");
    let mut inner = None;
    for _ in 0..100_000 {
        let region = edit.create_region();
        let block = edit.create_block(&[]);
        region.append(&mut edit, block).unwrap();
        if let Some(inner) = inner {
            block.append(&mut edit, inner).unwrap();
        }
        let regions = [Some(region)];
        inner = Some(edit.create(&OpState {
            regions: &regions,
            ..OpState::new(name, location)
        }));
    }
    let root = inner.unwrap();
    let mut count = 0;
    for order in [WalkOrder::PreOrder, WalkOrder::PostOrder] {
        assert!(root.walk(&context, order, |_| {
            count += 1;
            WalkResult::Advance
        }));
    }
    assert_eq!(count, 200_000);
    root.erase(&mut edit).unwrap();
}

#[test]
fn a_walk_visits_each_operation_once_when_visits_move_them() {
    let context = Context::new();
    let mut edit = context.exclusive().unwrap();
    let region = edit.create_region();
    let block = edit.create_block(&[]);
    region.append(&mut edit, block).unwrap();
    let ops: Vec<Op> = (0..10).map(|_| op(&mut edit, "t.a", &[], &[])).collect();
    for op in &ops {
        block.append(&mut edit, *op).unwrap();
    }
    let regions = [Some(region)];
    let root = edit.create(&OpState {
        regions: &regions,
        ..OpState::new(context.identifier("t.root"), unknown(&context))
    });
    let mut visited = Vec::new();
    root.walk_mut(&mut edit, WalkOrder::PreOrder, |edit, op| {
        visited.push(op);
        if op != root {
            let first = block.first_op(edit).unwrap();
            op.move_before(edit, first).unwrap();
        }
        WalkResult::Advance
    });
    assert_eq!(visited[1..], ops);
    root.erase(&mut edit).unwrap();
}

#[test]
fn a_freed_operation_names_what_erased_it() {
    let context = Context::new();
    let mut edit = context.exclusive().unwrap();
    let made = op(&mut edit, "t.a", &[], &[]);
    let handle = context.op_handle(made);
    let cause = context.identifier("the pass `canonicalize`");
    edit.set_cause(Some(cause));
    made.erase(&mut edit).unwrap();
    assert_eq!(
        context.resolve_op(handle).unwrap_err().to_string(),
        "the operation `t.a` was erased by the pass `canonicalize`"
    );
}

#[test]
fn a_freed_block_argument_and_region_name_what_erased_them() {
    let context = Context::new();
    let one = (context.i32(), unknown(&context));
    let mut edit = context.exclusive().unwrap();
    let (region, block) = (edit.create_region(), edit.create_block(&[one, one]));
    region.append(&mut edit, block).unwrap();
    let outer = edit.create(&OpState {
        regions: &[Some(region)],
        ..OpState::new(context.identifier("t.outer"), unknown(&context))
    });
    let own = edit.create_region();
    let inner = outer.region(&context, 0).unwrap();
    let arguments = [0, 1].map(|index| context.value_handle(block.argument(&context, index).unwrap()));
    let (of_block, of_region) = (context.block_handle(block), context.region_handle(inner));
    let of_own = context.region_handle(own);
    let cause = |name: &str| Some(context.identifier(name));
    edit.set_cause(cause("first"));
    block.erase_argument(&mut edit, 1).unwrap();
    edit.set_cause(cause("second"));
    outer.erase(&mut edit).unwrap();
    edit.erase_region(own).unwrap();
    edit.set_cause(cause("third"));
    let of_value = |handle| context.resolve_value(handle).unwrap_err().to_string();
    let argument = "an argument of a block of `t.outer` was erased by";
    assert_eq!(of_value(arguments[1]), format!("{argument} first"));
    assert_eq!(of_value(arguments[0]), format!("{argument} second"));
    assert_eq!(
        context.resolve_block(of_block).unwrap_err().to_string(),
        "a block of `t.outer` was erased by second"
    );
    assert_eq!(
        context.resolve_region(of_region).unwrap_err().to_string(),
        "region 0 of `t.outer` was erased by second"
    );
    assert_eq!(
        context.resolve_region(of_own).unwrap_err().to_string(),
        "a region was erased by second"
    );
    // Memory that is in use again names no cause.
    edit.create_block(&[one, one]);
    assert_eq!(
        context.resolve_block(of_block).unwrap_err().to_string(),
        "a block of `t.outer` no longer exists: it was erased"
    );
    assert_eq!(
        of_value(arguments[1]),
        "an argument of a block of `t.outer` no longer exists: it was erased"
    );
}

#[test]
fn nesting_into_itself_is_refused() {
    let context = Context::new();
    let mut edit = context.exclusive().unwrap();
    let region = edit.create_region();
    let block = edit.create_block(&[]);
    region.append(&mut edit, block).unwrap();
    let name = context.identifier("t.outer");
    let regions = [Some(region)];
    let outer = edit.create(&OpState {
        regions: &regions,
        ..OpState::new(name, unknown(&context))
    });
    assert!(block.append(&mut edit, outer).is_err());
    let region = outer.region(&context, 0).unwrap();
    block.detach(&mut edit);
    region.append(&mut edit, block).unwrap();
    assert!(region.append(&mut edit, block).is_err());
}

#[test]
fn access_is_exclusive() {
    let context = Context::new();
    let edit = context.exclusive().unwrap();
    assert!(context.exclusive().is_err());
    assert!(context.shared().is_ok(), "the editor's own thread may read");
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let error = context.shared().err().unwrap().to_string();
            assert!(error.contains("while"), "{error}");
        });
    });
    drop(edit);
    let read = context.shared().unwrap();
    assert!(context.exclusive().is_err());
    drop(read);
    assert!(context.exclusive().is_ok());
}

#[test]
fn the_order_in_a_block_follows_insertions_and_moves() {
    let context = Context::new();
    let mut edit = context.exclusive().unwrap();
    let block = edit.create_block(&[]);
    let mut expected = Vec::new();
    let mut state = 1_u64;
    for step in 0..600 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let at = (state >> 33) as usize % (expected.len() + 1);
        if step % 5 == 4 {
            let moved = expected.remove(at % expected.len());
            let to = expected[at % expected.len()];
            Op::move_before(moved, &mut edit, to).unwrap();
            expected.insert(at % expected.len(), moved);
        } else {
            let made = op(&mut edit, "t.a", &[], &[]);
            block.insert(&mut edit, made, expected.get(at).copied()).unwrap();
            expected.insert(at, made);
        }
        let (a, b) = (at % expected.len(), (state >> 50) as usize % expected.len());
        assert_eq!(expected[a].is_before_in_block(&context, expected[b]), a < b);
    }
    assert_eq!(block.operations(&context).collect::<Vec<_>>(), expected);
    for pair in expected.windows(2) {
        assert!(pair[0].is_before_in_block(&context, pair[1]));
        assert!(!pair[1].is_before_in_block(&context, pair[0]));
    }
}

#[test]
fn memory_of_erased_operations_is_used_again() {
    let context = Context::new();
    let mut edit = context.exclusive().unwrap();
    let i32 = context.i32();
    let mut bytes = Vec::new();
    for _ in 0..20 {
        let region = edit.create_region();
        let block = edit.create_block(&[(i32, unknown(&context)); 5]);
        region.append(&mut edit, block).unwrap();
        for count in 0..200 {
            let arguments: Vec<_> = block.arguments(&context).cycle().take(count).collect();
            let made = op(&mut edit, "t.a", &[i32], &[]);
            made.set_operands(&mut edit, &arguments);
            block.append(&mut edit, made).unwrap();
        }
        let regions = [Some(region)];
        let name = context.identifier("t.outer");
        let outer = edit.create(&OpState {
            regions: &regions,
            ..OpState::new(name, unknown(&context))
        });
        outer.erase(&mut edit).unwrap();
        bytes.push(context.operation_bytes());
    }
    assert_eq!(bytes[1], bytes[19]);
}

#[test]
fn things_that_are_listed_twice_are_erased_once() {
    let context = Context::new();
    let mut edit = context.exclusive().unwrap();
    let (block, region) = (edit.create_block(&[]), edit.create_region());
    let inner = edit.create_block(&[]);
    region.append(&mut edit, inner).unwrap();
    let handles = (context.block_handle(block), context.region_handle(region));
    edit.erase_unused(&[block, block], &[region, region]).unwrap();
    assert!(context.resolve_block(handles.0).is_err());
    assert!(context.resolve_region(handles.1).is_err());
    let (a, b, c) = (
        edit.create_block(&[]),
        edit.create_block(&[]),
        edit.create_block(&[]),
    );
    assert!(a != b && b != c && a != c);
}
