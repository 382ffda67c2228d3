//! Copies of operations, blocks and regions.

use tvmlike_ir::{Block, Context, Exclusive, Mapping, Op, OpState, Region, Type, Value};

fn make(
    edit: &mut Exclusive<'_>,
    results: &[Type],
    operands: &[Value],
    successors: &[Block],
    regions: &[Option<Region>],
) -> Op {
    let state = OpState {
        results,
        operands,
        successors,
        regions,
        ..OpState::new(edit.identifier("t.op"), edit.unknown_location())
    };
    edit.create(&state)
}

/// `t.op ({ ^a(%x): %u = t.op(%late, %outside)  t.op [^b]  ^b: %late = t.op(%x)  t.op [^a] })`
fn graph(edit: &mut Exclusive<'_>, outside: Value) -> Op {
    let i32 = edit.i32();
    let location = edit.unknown_location();
    let region = edit.create_region();
    let [a, b] = [edit.create_block(&[(i32, location)]), edit.create_block(&[])];
    region.append(edit, a).unwrap();
    region.append(edit, b).unwrap();
    let x = a.argument(edit, 0).unwrap();
    let late = make(edit, &[i32], &[x], &[], &[]);
    let first = make(edit, &[i32], &[late.result(edit, 0).unwrap(), outside], &[], &[]);
    for (block, op) in [(a, first), (b, late)] {
        block.append(edit, op).unwrap();
    }
    for (block, to) in [(a, b), (b, a)] {
        let branch = make(edit, &[], &[], &[to], &[]);
        block.append(edit, branch).unwrap();
    }
    make(edit, &[], &[], &[], &[Some(region)])
}

fn check_copy(context: &Context, copy: Op, outside: Value) {
    let blocks: Vec<Block> = copy.region(context, 0).unwrap().blocks(context).collect();
    let [a, b] = blocks.as_slice() else {
        panic!("two blocks")
    };
    let first = a.first_op(context).unwrap();
    let late = b.first_op(context).unwrap();
    let operands: Vec<Value> = first.operands(context).collect();
    assert_eq!(operands, [late.result(context, 0).unwrap(), outside]);
    assert_eq!(late.operand(context, 0), a.argument(context, 0));
    assert_eq!(a.successors(context).collect::<Vec<_>>(), [*b]);
    assert_eq!(b.successors(context).collect::<Vec<_>>(), [*a]);
    assert_eq!(a.predecessors(context).collect::<Vec<_>>(), [*b]);
}

#[test]
fn a_copy_refers_to_itself_also_where_it_refers_forward() {
    let context = Context::new();
    let i32 = context.i32();
    let mut edit = context.exclusive().unwrap();
    let outside = make(&mut edit, &[i32, i32], &[], &[], &[]);
    let [kept, replaced] = [0, 1].map(|n| outside.result(&context, n).unwrap());
    let original = graph(&mut edit, kept);
    let plain = original.clone_op(&mut edit, &mut Mapping::new());
    check_copy(&context, plain, kept);
    let mut mapping = Mapping::new();
    mapping.map_value(&context, kept, replaced);
    let mapped = original.clone_op(&mut edit, &mut mapping);
    check_copy(&context, mapped, replaced);
    let late = original
        .region(&context, 0)
        .unwrap()
        .last_block(&context)
        .unwrap()
        .first_op(&context)
        .unwrap();
    let copied = mapping
        .value(&context, late.result(&context, 0).unwrap())
        .unwrap();
    assert!(copied.defining_op(&context).unwrap().is_inside(&context, mapped));
    check_copy(&context, original, kept);
    for op in [plain, mapped, original, outside] {
        op.erase(&mut edit).unwrap();
    }
}

#[test]
fn a_mapping_serves_for_several_clones() {
    let context = Context::new();
    let i32 = context.i32();
    let mut edit = context.exclusive().unwrap();
    let outside = make(&mut edit, &[i32], &[], &[], &[])
        .result(&context, 0)
        .unwrap();
    let region = edit.create_region();
    let block = edit.create_block(&[]);
    region.append(&mut edit, block).unwrap();
    let late = make(&mut edit, &[i32], &[], &[], &[]);
    let early = make(
        &mut edit,
        &[],
        &[late.result(&context, 0).unwrap(), outside],
        &[],
        &[],
    );
    block.append(&mut edit, early).unwrap();
    block.append(&mut edit, late).unwrap();
    let original = make(&mut edit, &[], &[], &[], &[Some(region)]);
    let mut mapping = Mapping::new();
    for _ in 0..3 {
        let copy = original.clone_op(&mut edit, &mut mapping);
        let ops: Vec<Op> = copy
            .region(&context, 0)
            .unwrap()
            .first_block(&context)
            .unwrap()
            .operations(&context)
            .collect();
        assert_eq!(ops[0].operand(&context, 0), ops[1].result(&context, 0));
        assert_eq!(ops[0].operand(&context, 1), Some(outside));
    }
}

#[test]
fn blocks_and_regions_can_be_copied_into_themselves() {
    let context = Context::new();
    let i32 = context.i32();
    let mut edit = context.exclusive().unwrap();
    let outside = make(&mut edit, &[i32], &[], &[], &[])
        .result(&context, 0)
        .unwrap();
    let original = graph(&mut edit, outside);
    let region = original.region(&context, 0).unwrap();
    let second = region.last_block(&context);
    region
        .clone_into(&mut edit, region, second, &mut Mapping::new())
        .unwrap();
    assert_eq!(region.blocks(&context).count(), 4);
    let block = region.first_block(&context).unwrap();
    let copy = block.clone_block(&mut edit, &mut Mapping::new());
    assert_eq!(copy.operations(&context).count(), 2);
    assert_eq!(copy.num_arguments(&context), 1);
    let shell = original.clone_without_regions(&mut edit, &mut Mapping::new());
    assert!(shell.region(&context, 0).unwrap().is_empty(&context));
    let nested = shell.region(&context, 0).unwrap();
    block.append(&mut edit, shell).unwrap();
    let refused = region.clone_into(&mut edit, nested, None, &mut Mapping::new());
    assert!(refused.unwrap_err().to_string().contains("nested in it"));
}

#[test]
fn a_deep_tree_is_copied_without_recursion() {
    let context = Context::new();
    let mut edit = context.exclusive().unwrap();
    let mut root = make(&mut edit, &[], &[], &[], &[]);
    for _ in 0..100_000 {
        let region = edit.create_region();
        let block = edit.create_block(&[]);
        region.append(&mut edit, block).unwrap();
        block.append(&mut edit, root).unwrap();
        root = make(&mut edit, &[], &[], &[], &[Some(region)]);
    }
    let copy = root.clone_op(&mut edit, &mut Mapping::new());
    let mut count = 0;
    copy.walk(&context, tvmlike_ir::WalkOrder::PreOrder, |_| {
        count += 1;
        tvmlike_ir::WalkResult::Advance
    });
    assert_eq!(count, 100_001);
}
