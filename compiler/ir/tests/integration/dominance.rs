//! Dominance and post-dominance of operations, blocks and values.

use crate::common;
use common::{Parts, add, make, region};
use tvmlike_ir::{Block, Context, Dialect, DominanceInfo, Exclusive, Op, OpInfo, PostDominanceInfo};

/// Blocks with these edges in an operation: a diamond 0 → 1, 2 → 3, a loop 3 → 3, and 4, which nothing reaches.
fn diamond(edit: &mut Exclusive<'_>) -> (Op, [Block; 5]) {
    let (body, blocks) = region::<5>(edit);
    for (from, to) in [(0, &[1, 2][..]), (1, &[3]), (2, &[3]), (3, &[3]), (4, &[3])] {
        let successors: Vec<Block> = to.iter().map(|to: &usize| blocks[*to]).collect();
        let parts = Parts {
            successors: &successors,
            ..Parts::default()
        };
        add(edit, blocks[from], "t.branch", &parts);
    }
    let op = make(
        edit,
        "t.outer",
        &Parts {
            regions: &[Some(body)],
            ..Parts::default()
        },
    );
    (op, blocks)
}

#[test]
fn blocks_dominate_what_only_they_lead_to() {
    let context = Context::new();
    let mut edit = context.exclusive().unwrap();
    let (_, blocks) = diamond(&mut edit);
    let mut info = DominanceInfo::new();
    let pairs: Vec<(usize, usize)> = (0..5)
        .flat_map(|a| (0..5).map(move |b| (a, b)))
        .filter(|(a, b)| info.block_properly_dominates(&context, blocks[*a], blocks[*b]))
        .collect();
    // Everything else dominates what is not reachable.
    assert_eq!(pairs, [(0, 1), (0, 2), (0, 3), (0, 4), (1, 4), (2, 4), (3, 4)]);
    assert!(!info.is_reachable_from_entry(&context, blocks[4]));
    assert_eq!(info.immediate_dominator(&context, blocks[3]), Some(blocks[0]));
    assert_eq!(info.immediate_dominator(&context, blocks[0]), None);
    assert_eq!(
        info.nearest_common_dominator(&context, blocks[1], blocks[2]),
        Some(blocks[0])
    );
}

#[test]
fn post_dominance_takes_an_endless_loop_as_an_exit() {
    let context = Context::new();
    let mut edit = context.exclusive().unwrap();
    let (_, blocks) = diamond(&mut edit);
    let mut info = PostDominanceInfo::new();
    assert!(info.block_properly_post_dominates(&context, blocks[3], blocks[0]));
    assert!(!info.block_properly_post_dominates(&context, blocks[1], blocks[0]));
    assert_eq!(
        info.immediate_post_dominator(&context, blocks[0]),
        Some(blocks[3])
    );
    let [first, last] = [blocks[0], blocks[3]].map(|block| block.first_op(&context).unwrap());
    assert!(info.op_properly_post_dominates(&context, last, first));
    assert!(!info.op_properly_post_dominates(&context, first, last));
}

#[test]
fn an_operation_dominates_what_follows_and_what_is_in_it() {
    let context = Context::new();
    context
        .register_dialect(Dialect::new(context.identifier("r")))
        .unwrap();
    context
        .register_operation(OpInfo::new(context.identifier("r.outer")))
        .unwrap();
    let mut edit = context.exclusive().unwrap();
    let i32 = context.i32();
    let (inner, [inner_block]) = region::<1>(&mut edit);
    let nested = add(
        &mut edit,
        inner_block,
        "t.nested",
        &Parts {
            results: &[i32],
            ..Parts::default()
        },
    );
    let (outer, [block]) = region::<1>(&mut edit);
    let first = add(
        &mut edit,
        block,
        "t.first",
        &Parts {
            results: &[i32],
            ..Parts::default()
        },
    );
    let holder = Parts {
        results: &[i32],
        regions: &[Some(inner)],
        ..Parts::default()
    };
    let holder = add(&mut edit, block, "r.outer", &holder);
    let last = add(&mut edit, block, "t.last", &Parts::default());
    make(
        &mut edit,
        "r.outer",
        &Parts {
            regions: &[Some(outer)],
            ..Parts::default()
        },
    );
    let mut info = DominanceInfo::new();
    assert!(info.op_properly_dominates(&context, first, nested));
    assert!(info.op_properly_dominates(&context, holder, nested));
    assert!(!info.op_properly_dominates(&context, nested, last));
    assert!(!info.op_properly_dominates(&context, last, first));
    assert!(info.op_dominates(&context, last, last));
    let value = |op: Op| op.result(&context, 0).unwrap();
    assert!(info.value_properly_dominates(&context, value(first), nested));
    assert!(!info.value_properly_dominates(&context, value(holder), nested));
    assert!(!info.value_properly_dominates(&context, value(nested), last));
    assert!(info.value_dominates(&context, value(holder), holder));
    assert!(info.block_properly_dominates(&context, block, nested.block(&context).unwrap()));
    let mut post = PostDominanceInfo::new();
    assert!(post.op_properly_post_dominates(&context, last, first));
    assert!(post.op_properly_post_dominates(&context, last, nested));
    assert!(!post.op_properly_post_dominates(&context, first, nested));
}

#[test]
fn in_a_graph_region_everything_dominates_everything() {
    let context = Context::new();
    let mut edit = context.exclusive().unwrap();
    for name in ["builtin.module", "t.unknown"] {
        let (body, [block]) = region::<1>(&mut edit);
        let [a, b] = ["t.a", "t.b"].map(|name| add(&mut edit, block, name, &Parts::default()));
        make(
            &mut edit,
            name,
            &Parts {
                regions: &[Some(body)],
                ..Parts::default()
            },
        );
        let mut info = DominanceInfo::new();
        assert!(!info.has_ssa_dominance(&context, block));
        assert!(info.op_properly_dominates(&context, b, a) && info.op_properly_dominates(&context, a, a));
    }
}

#[test]
fn a_change_is_seen_after_invalidation() {
    let context = Context::new();
    let mut edit = context.exclusive().unwrap();
    let (op, blocks) = diamond(&mut edit);
    let mut info = DominanceInfo::new();
    assert!(!info.block_dominates(&context, blocks[1], blocks[3]));
    let fork = blocks[0].first_op(&context).unwrap();
    fork.set_successor(&mut edit, 1, blocks[1]);
    info.invalidate_region(op.region(&context, 0).unwrap());
    assert!(info.block_dominates(&context, blocks[1], blocks[3]));
    assert!(!info.is_reachable_from_entry(&context, blocks[2]));
}
