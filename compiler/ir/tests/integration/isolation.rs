//! Which operations share something with what is outside of them, in random IR, against a plain definition.

use std::collections::HashSet;
use std::sync::Mutex;

use crate::common::{Parts, make};
use tvmlike_ir::{Block, Context, Exclusive, Op, Value, WalkOrder, WalkResult};

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % limit
    }
}

/// The values that are visible at the end of a block.
fn visible(context: &Context, block: Block) -> Vec<Value> {
    let mut values = Vec::new();
    let mut at = Some(block);
    while let Some(block) = at {
        values.extend(block.arguments(context));
        values.extend(block.operations(context).flat_map(|op| op.results(context)));
        at = block.parent_op(context).and_then(|op| op.block(context));
    }
    values
}

/// An operation with up to two regions of up to three blocks, which contain such operations.
fn tree(edit: &mut Exclusive<'_>, random: &mut Random, depth: usize, blocks: &mut Vec<Block>) -> Op {
    let i32 = edit.i32();
    let argument = (i32, edit.unknown_location());
    let mut regions = Vec::new();
    for _ in 0..if depth == 0 {
        1
    } else {
        random.below(3 - depth.min(2))
    } {
        let region = edit.create_region();
        for _ in 0..=random.below(3) {
            let block = edit.create_block(&vec![argument; random.below(3)]);
            region.append(edit, block).unwrap();
            blocks.push(block);
            for _ in 0..random.below(3) {
                let op = tree(edit, random, depth + 1, blocks);
                block.append(edit, op).unwrap();
            }
        }
        regions.push(Some(region));
    }
    let parts = Parts {
        results: &vec![i32; random.below(3)],
        regions: &regions,
        ..Parts::default()
    };
    make(edit, "t.tree", &parts)
}

/// The outermost operation around a block.
fn top(context: &Context, block: Option<Block>) -> Option<Op> {
    let mut op = block?.parent_op(context)?;
    while let Some(parent) = op.parent_op(context) {
        op = parent;
    }
    Some(op)
}

/// Adds an operation to a block that uses values which are visible there, a block beside it, and now and then a value of
/// another tree.
fn add_user(edit: &mut Exclusive<'_>, random: &mut Random, block: Block, all: &[Value]) {
    let mut values = visible(edit, block);
    if random.below(40) == 0 {
        let other = |value: &&Value| top(edit, value.parent_block(edit)) != top(edit, Some(block));
        values = all.iter().filter(other).copied().collect();
    }
    let operands: Vec<Value> = (0..random.below(4))
        .filter(|_| !values.is_empty())
        .map(|_| values[random.below(values.len())])
        .collect();
    let siblings: Vec<Block> = block.region(edit).unwrap().blocks(edit).collect();
    let successors: Vec<Block> = (0..random.below(2))
        .map(|_| siblings[random.below(siblings.len())])
        .collect();
    let parts = Parts {
        results: &[edit.i32()],
        operands: &operands,
        successors: &successors,
        ..Parts::default()
    };
    let user = make(edit, "t.user", &parts);
    block.append(edit, user).unwrap();
}

/// Whether nothing in an operation uses anything outside, and nothing outside uses anything in it.
fn is_isolated(context: &Context, root: Op) -> bool {
    let inside = |block: Option<Block>| {
        let op = block.and_then(|block| block.parent_op(context));
        op.is_some_and(|op| op.is_inside(context, root))
    };
    let mut is_isolated = true;
    root.walk(context, WalkOrder::PreOrder, |op| {
        let own = (op != root).then_some(op);
        let blocks: Vec<Block> = op
            .regions(context)
            .flat_map(|region| region.blocks(context))
            .collect();
        let values = own.into_iter().flat_map(|op| op.results(context));
        let values = values.chain(blocks.iter().flat_map(|block| block.arguments(context)));
        is_isolated &= own.into_iter().all(|op| {
            op.operands(context)
                .all(|value| inside(value.parent_block(context)))
                && op.successors(context).all(|block| inside(Some(block)))
        });
        is_isolated &= values
            .flat_map(|value| value.uses(context))
            .chain(blocks.iter().flat_map(|block| block.uses(context)))
            .all(|at| inside(at.owner(context).block(context)));
        WalkResult::Advance
    });
    is_isolated
}

#[test]
fn operations_are_changed_at_once_if_and_only_if_nothing_is_used_across_their_borders() {
    let (mut at_once, mut later) = (0, 0);
    for seed in 0..300 {
        let mut random = Random(seed);
        let context = Context::new();
        let mut edit = context.exclusive().unwrap();
        let mut blocks = Vec::new();
        let ops: Vec<Op> = (0..4)
            .map(|_| tree(&mut edit, &mut random, 0, &mut blocks))
            .collect();
        for _ in 0..4 * blocks.len() {
            let roots = ops.iter().flat_map(|op| op.results(&context));
            let all: Vec<Value> = blocks
                .iter()
                .flat_map(|block| visible(&context, *block))
                .chain(roots)
                .collect();
            let block = blocks[random.below(blocks.len())];
            add_user(&mut edit, &mut random, block, &all);
        }
        let done = Mutex::new(HashSet::new());
        let expected: HashSet<Op> = ops
            .iter()
            .copied()
            .filter(|op| is_isolated(&context, *op))
            .collect();
        edit.par_isolated(&ops[..3], 2, |edit, _, op| {
            // An editor of one operation cannot divide it.
            if edit.par_isolated(&[], 1, |_, _, _| ()).is_err() {
                done.lock().unwrap().insert(op);
            }
        })
        .unwrap();
        let done = done.into_inner().unwrap();
        for op in &ops[..3] {
            assert_eq!(done.contains(op), expected.contains(op), "seed {seed}");
        }
        at_once += done.len();
        later += 3 - done.len();
    }
    assert!(at_once > 100 && later > 100, "{at_once} {later}");
}
