//! From levels back to dimensions: the inverses of permutations and of maps to blocks, `(d0 floordiv 2, d0 mod 2)`.

use std::collections::HashMap;

use tvmlike_ir::{AffineExpr, AffineExprKind, AffineMap, AffineOp, Context};

/// The levels of a dimension.
struct Block {
    /// The size of the blocks; 0 if there are none.
    size: i64,
    /// The level of the dimension, or of the number of the block.
    outer: u32,
    /// The level of the place in the block.
    inner: Option<u32>,
}

/// The dimensions of a map to blocks; `None` if it is none, or has no block.
fn blocks(context: &Context, map: AffineMap) -> Option<HashMap<u32, Block>> {
    let mut all: HashMap<u32, Block> = HashMap::new();
    let mut has_block = false;
    for (outer, result) in (0..).zip(map.results(context)) {
        let (op, dim, size) = match result.kind(context) {
            AffineExprKind::Dim(dim) => (AffineOp::FloorDiv, dim, 0),
            AffineExprKind::Binary { op, lhs, rhs } => match (lhs.kind(context), rhs.constant(context)) {
                (AffineExprKind::Dim(dim), Some(size @ 1..)) => (op, dim, size),
                _ => return None,
            },
            _ => return None,
        };
        match op {
            AffineOp::FloorDiv => {
                let inner = None;
                if all.insert(dim, Block { size, outer, inner }).is_some() {
                    return None;
                }
            }
            AffineOp::Mod => {
                let block = all.get_mut(&dim).filter(|block| block.size == size)?;
                block.inner = Some(outer);
                has_block = true;
            }
            _ => return None,
        }
    }
    has_block.then_some(all)
}

/// The sizes of the blocks of a map, in the order of its results, without those of places in blocks; `None` if it is no map
/// to blocks.
pub(super) fn block_sizes(context: &Context, map: AffineMap) -> Option<Vec<i64>> {
    let blocks = blocks(context, map)?;
    let mut all: Vec<&Block> = blocks.values().collect();
    all.sort_by_key(|block| block.outer);
    Some(all.iter().map(|block| block.size).collect())
}

/// The inverse of a permutation or of a map to blocks.
pub(super) fn inverse(context: &Context, map: AffineMap) -> Option<AffineMap> {
    let dim = |level: u32| context.affine_dim(level);
    let mut results: Vec<Option<AffineExpr>> = vec![None; map.num_dims(context) as usize];
    if map.is_permutation(context) {
        for (level, result) in (0..).zip(map.results(context)) {
            if let AffineExprKind::Dim(position) = result.kind(context) {
                results[position as usize] = Some(dim(level));
            }
        }
    } else {
        for (position, block) in blocks(context, map)? {
            let outer = dim(block.outer);
            let expr = match (block.size, block.inner) {
                (0, _) => outer,
                (_, None) => return None,
                (size, Some(inner)) => {
                    let start = context.affine_binary(AffineOp::Mul, outer, context.affine_constant(size));
                    context
                        .affine_binary(AffineOp::Add, start.ok()?, dim(inner))
                        .ok()?
                }
            };
            results[position as usize] = Some(expr);
        }
    }
    let results: Vec<AffineExpr> = results.into_iter().collect::<Option<_>>()?;
    let levels = map.results(context).len() as u32;
    context.affine_map(levels, 0, &results).ok()
}
