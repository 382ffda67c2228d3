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

    /// Whether dimensions are divided into tiles, which MLIR normalizes also if their sizes are not known.
    fn has_tiles(&self, context: &Context) -> bool {
        self.results.iter().any(|result| {
            matches!(result.kind(context), AffineExprKind::Binary { op: AffineOp::FloorDiv, rhs, .. }
                if rhs.constant(context).is_some())
        })
    }

    /// The sizes of the normal form. `None`: it has none.
    fn sizes(&self, context: &Context) -> Option<Vec<i64>> {
        let mut constraints = Constraints::default();
        for size in &self.shape {
            let dim = constraints.add_dim(None);
            constraints.add_inequality(&[(dim, 1)], &[], 0);
            constraints.add_inequality(&[(dim, -1)], &[], i128::from(*size) - 1);
        }
        for _ in 0..self.symbols {
            constraints.add_symbol(None);
        }
        let sizes = self.results.iter().map(|result| {
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

/// The normal form of a type that is another one.
///
/// # Errors
/// MLIR has a normal form that this one does not know yet.
pub(super) fn normal_type(context: &Context, ty: Type) -> Result<Option<Type>, &'static str> {
    let Some(layout) = Layout::of(context, ty).filter(|layout| !layout.shape.is_empty()) else {
        return Ok(None);
    };
    if layout.shape.iter().any(|size| *size <= 0) {
        return match layout.has_tiles(context) {
            true => Err("a memref with tiles of which a size is dynamic or 0 is not normalized yet"),
            false => Ok(None),
        };
    }
    let TypeKind::MemRef { element, space, .. } = ty.kind(context) else {
        return Ok(None);
    };
    let sizes = layout.sizes(context);
    Ok(sizes.and_then(|sizes| context.memref_type(&sizes, element, None, space).ok()))
}
