//! Strides and offsets of memrefs.

use crate::affine::{AffineExprKind, AffineOp};
use crate::attributes::AttributeKind;
use crate::context::Context;
use crate::id::{AffineExpr, Type};
use crate::list::{DYNAMIC, Dims};
use crate::types::TypeKind;

impl Type {
    /// The strides and the offset of a memref, in elements, each [`DYNAMIC`] if it is not known.
    ///
    /// `None` if the type is not a memref, or its layout is not a sum of multiples of the dimensions.
    pub fn strides_and_offset(self, context: &Context) -> Option<(Vec<i64>, i64)> {
        let TypeKind::MemRef { shape, layout, .. } = self.kind(context) else {
            return None;
        };
        match layout.kind(context) {
            AttributeKind::StridedLayout { offset, strides } => Some((strides.to_vec(), offset)),
            AttributeKind::AffineMap(map) if map.is_identity(context) => Some((row_major(shape), 0)),
            AttributeKind::AffineMap(map) => {
                let results = map.results(context);
                let result = results.get(0).filter(|_| results.len() == 1)?;
                let zero = context.affine_constant(0);
                let mut sum = Sum {
                    context,
                    strides: vec![zero; shape.len()],
                    offset: zero,
                };
                sum.add(result, context.affine_constant(1))?;
                let known = |expr: AffineExpr| {
                    let expr = expr.simplify(context).unwrap_or(expr);
                    expr.constant(context).unwrap_or(DYNAMIC)
                };
                Some((
                    sum.strides.iter().map(|stride| known(*stride)).collect(),
                    known(sum.offset),
                ))
            }
            _ => None,
        }
    }
}

/// The strides of the identity layout. From a dynamic or empty dimension on they are not known, as in MLIR.
fn row_major(shape: Dims<'_>) -> Vec<i64> {
    let mut strides: Vec<i64> = shape
        .iter()
        .rev()
        .scan(Some(1i64), |running, size| {
            let stride = running.unwrap_or(DYNAMIC);
            let next = running.filter(|_| size != DYNAMIC && size != 0);
            *running = next.and_then(|stride| stride.checked_mul(size));
            Some(stride)
        })
        .collect();
    strides.reverse();
    strides
}

/// A layout as a sum: strides times dimensions, and an offset.
struct Sum<'c> {
    context: &'c Context,
    strides: Vec<AffineExpr>,
    offset: AffineExpr,
}

impl Sum<'_> {
    /// Adds `expr * factor`; `None` if that is not linear in the dimensions.
    fn add(&mut self, expr: AffineExpr, factor: AffineExpr) -> Option<()> {
        let context = self.context;
        let binary = |op, lhs, rhs| context.affine_binary(op, lhs, rhs).ok();
        match expr.kind(context) {
            AffineExprKind::Dim(dim) => {
                let stride = self.strides.get_mut(dim as usize)?;
                *stride = binary(AffineOp::Add, *stride, factor)?;
            }
            AffineExprKind::Symbol(_) | AffineExprKind::Constant(_) => {
                self.offset = binary(AffineOp::Add, self.offset, binary(AffineOp::Mul, expr, factor)?)?;
            }
            AffineExprKind::Binary { op, lhs, rhs } => match op {
                AffineOp::Add => {
                    self.add(lhs, factor)?;
                    self.add(rhs, factor)?;
                }
                AffineOp::Mul if rhs.is_symbolic_or_constant(context) => {
                    self.add(lhs, binary(AffineOp::Mul, rhs, factor)?)?;
                }
                AffineOp::Mul if lhs.is_symbolic_or_constant(context) => {
                    self.add(rhs, binary(AffineOp::Mul, lhs, factor)?)?;
                }
                _ => return None,
            },
        }
        Some(())
    }
}
