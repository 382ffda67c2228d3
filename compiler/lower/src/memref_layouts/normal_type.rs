//! The normal forms of types of memrefs.

use tvmlike_ir::{AffineExpr, AffineExprKind, AffineOp, AttributeKind, Context, DYNAMIC, Type, TypeKind};

use crate::constraints::{Bound, Constraints};

/// A type with a layout that is not rows one after the other.
pub(super) struct Layout {
    pub(super) shape: Vec<i64>,
    /// The place of an element, of its indices and of symbols.
    pub(super) results: Vec<AffineExpr>,
    pub(super) symbols: u32,
}

/// Two results of a layout, of which one divides what the other takes the remainder of.
struct Tile {
    outer: usize,
    inner: usize,
}

impl Layout {
    /// The layout of a type, unless it is rows one after the other.
    pub(super) fn of(context: &Context, ty: Type) -> Option<Self> {
        let TypeKind::MemRef { shape, layout, .. } = ty.kind(context) else {
            return None;
        };
        let shape = shape.to_vec();
        let (results, symbols) = match layout.kind(context) {
            AttributeKind::AffineMap(map) => {
                (map.results(context).iter().collect(), map.num_symbols(context))
            }
            AttributeKind::StridedLayout { offset, strides } => strided(context, offset, &strides.to_vec())?,
            _ => return None,
        };
        let layout = Self {
            shape,
            results,
            symbols,
        };
        let map = context
            .affine_map(layout.shape.len() as u32, symbols, &layout.results)
            .ok()?;
        (!map.is_identity(context)).then_some(layout)
    }

    /// The tiles; none if one of the dimensions that are divided is used in another way, too.
    fn tiles(&self, context: &Context) -> Vec<Tile> {
        let mut tiles = Vec::new();
        for (outer, result) in self.results.iter().enumerate() {
            let AffineExprKind::Binary {
                op: AffineOp::FloorDiv,
                lhs: divided,
                rhs: size,
            } = result.kind(context)
            else {
                continue;
            };
            if size.constant(context).is_none() {
                continue;
            }
            let is_inner = |expr: &AffineExpr| {
                matches!(expr.kind(context), AffineExprKind::Binary { op: AffineOp::Mod, lhs, rhs }
                    if lhs == divided && rhs == size)
            };
            let others = self.results.iter().enumerate().filter(|(at, _)| *at != outer);
            let uses: Vec<usize> = others
                .filter(|(_, expr)| contains(context, **expr, divided))
                .map(|(at, _)| at)
                .collect();
            match *uses {
                [] => {}
                [inner] if is_inner(&self.results[inner]) => tiles.push(Tile { outer, inner }),
                _ => return Vec::new(),
            }
        }
        tiles
    }

    /// The size of each dimension that is not known of a normal form, of the sizes of the memref.
    pub(super) fn dynamic_sizes(&self, context: &Context) -> Option<Vec<AffineExpr>> {
        let tiles = self.tiles(context);
        let mut sizes = Vec::new();
        for (at, expr) in self.results.iter().enumerate() {
            if !self.is_dynamic(context, *expr) {
                continue;
            }
            sizes.push(match expr.kind(context) {
                AffineExprKind::Binary { rhs, .. } if tiles.iter().any(|tile| tile.inner == at) => rhs,
                AffineExprKind::Binary { lhs, rhs, .. } if tiles.iter().any(|tile| tile.outer == at) => {
                    context.affine_binary(AffineOp::CeilDiv, lhs, rhs).ok()?
                }
                _ => *expr,
            });
        }
        Some(sizes)
    }

    /// Whether an expression uses a dimension whose size is not known.
    fn is_dynamic(&self, context: &Context, expr: AffineExpr) -> bool {
        let mut sizes = (0..).zip(&self.shape);
        sizes.any(|(dim, size)| *size <= 0 && expr.uses_dim(context, dim))
    }

    /// The sizes of the normal form. `None`: it has none.
    fn sizes(&self, context: &Context) -> Option<Vec<i64>> {
        let mut constraints = Constraints::default();
        for size in &self.shape {
            let dim = constraints.add_dim(None);
            if *size <= 0 {
                continue;
            }
            constraints.add_inequality(&[(dim, 1)], &[], 0);
            constraints.add_inequality(&[(dim, -1)], &[], i128::from(*size) - 1);
        }
        for _ in 0..self.symbols {
            constraints.add_symbol(None);
        }
        let sizes = self.results.iter().map(|result| {
            if self.is_dynamic(context, *result) {
                return Some(DYNAMIC);
            }
            let mut own = constraints.clone();
            let dim = own.add_dim(None);
            own.add_bound(context, Bound::Equal, dim, &[*result])?;
            let last = i64::try_from(own.greatest(dim)?).ok()?;
            last.checked_add(1).filter(|_| last >= 0)
        });
        sizes.collect()
    }
}

/// The place of an element by strides, and the number of symbols: an offset or a stride that is not known is one.
fn strided(context: &Context, offset: i64, strides: &[i64]) -> Option<(Vec<AffineExpr>, u32)> {
    let mut symbols = 0;
    let mut number = |number: i64| match number {
        DYNAMIC => {
            symbols += 1;
            context.affine_symbol(symbols - 1)
        }
        number => context.affine_constant(number),
    };
    let mut sum = number(offset);
    for (dim, stride) in strides.iter().enumerate() {
        let dim = context.affine_dim(dim as u32);
        let term = context.affine_binary(AffineOp::Mul, dim, number(*stride)).ok()?;
        sum = context.affine_binary(AffineOp::Add, sum, term).ok()?;
    }
    Some((vec![sum], symbols))
}

/// Whether an expression is, or contains, another one.
fn contains(context: &Context, expr: AffineExpr, part: AffineExpr) -> bool {
    let mut pending = vec![expr];
    while let Some(at) = pending.pop() {
        if at == part {
            return true;
        }
        if let AffineExprKind::Binary { lhs, rhs, .. } = at.kind(context) {
            pending.extend([lhs, rhs]);
        }
    }
    false
}

/// The normal form of a type that is another one. As in MLIR, of a type with sizes that are not known only if it has tiles.
pub(super) fn normal_type(context: &Context, ty: Type) -> Option<Type> {
    let layout = Layout::of(context, ty).filter(|layout| !layout.shape.is_empty())?;
    if layout.shape.iter().any(|size| *size <= 0) && layout.tiles(context).is_empty() {
        return None;
    }
    let TypeKind::MemRef { element, space, .. } = ty.kind(context) else {
        return None;
    };
    let sizes = layout.sizes(context)?;
    context.memref_type(&sizes, element, None, space).ok()
}
