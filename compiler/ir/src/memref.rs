//! Memref types: their layouts and memory spaces are attributes; strides and offsets.

use crate::affine::{AffineExprKind, AffineOp};
use crate::attributes::AttributeKind;
use crate::context::Context;
use crate::error::Error;
use crate::id::{AffineExpr, Attribute, Type, raw};
use crate::list::{DYNAMIC, Dims, Words};
use crate::types::TypeKind;
use crate::unique::Kind;

impl Context {
    /// A memref type. The layout is an affine map or a strided layout, by default the identity; an identity map is
    /// the default whatever its symbols, and the memory space `0` is the default one.
    ///
    /// # Errors
    /// If a size is negative and not [`DYNAMIC`], the element type cannot be in memory, the layout has another rank or
    /// is none, or the attribute cannot be a memory space.
    pub fn memref_type(
        &self,
        shape: &[i64],
        element: Type,
        layout: Option<Attribute>,
        space: Option<Attribute>,
    ) -> Result<Type, Error> {
        if !element.is_valid_memref_element(self) {
            return Err(Error::new("invalid memref element type"));
        }
        if shape.iter().any(|size| *size < 0 && *size != DYNAMIC) {
            return Err(Error::new("invalid memref size"));
        }
        let layout = self.memref_layout(shape.len(), layout)?;
        let space = self.memory_space(space)?;
        let words = Words::new()
            .word(element.raw())
            .word(layout.raw())
            .word(raw(space))
            .ints(shape.iter().copied());
        Ok(self.make_type(Kind::MemRefType, words.as_slice(), &[]))
    }

    fn memref_layout(&self, rank: usize, layout: Option<Attribute>) -> Result<Attribute, Error> {
        let dims = u32::try_from(rank).map_err(|_| Error::new("invalid memref size"))?;
        let identity = || self.affine_map_attribute(self.affine_identity_map(dims));
        let Some(layout) = layout else {
            return Ok(identity());
        };
        match layout.kind(self) {
            AttributeKind::AffineMap(map) if map.num_dims(self) != dims => Err(Error::new(format!(
                "memref layout mismatch between rank and affine map: {rank} != {}",
                map.num_dims(self)
            ))),
            AttributeKind::AffineMap(map) if map.is_identity(self) => Ok(identity()),
            AttributeKind::AffineMap(_) => Ok(layout),
            AttributeKind::StridedLayout { strides, .. } if strides.len() != rank => {
                Err(Error::new("expected the number of strides to match the rank"))
            }
            AttributeKind::StridedLayout { .. } => Ok(layout),
            _ => Err(Error::new(
                "memref layout: expected an affine map or a strided layout",
            )),
        }
    }

    /// `memref<*xelement, space>`.
    ///
    /// # Errors
    /// If the element type cannot be in memory, or the attribute cannot be a memory space.
    pub fn unranked_memref_type(&self, element: Type, space: Option<Attribute>) -> Result<Type, Error> {
        if !element.is_valid_memref_element(self) {
            return Err(Error::new("invalid memref element type"));
        }
        let space = self.memory_space(space)?;
        Ok(self.make_type(Kind::UnrankedMemRefType, &[element.raw(), raw(space)], &[]))
    }

    fn memory_space(&self, space: Option<Attribute>) -> Result<Option<Attribute>, Error> {
        let Some(space) = space else { return Ok(None) };
        match space.kind(self) {
            AttributeKind::Integer { value, .. } => Ok((!value.is_zero()).then_some(space)),
            AttributeKind::String { .. } | AttributeKind::Dictionary(_) | AttributeKind::Dialect { .. } => {
                Ok(Some(space))
            }
            // A registered dialect keeps it as text.
            AttributeKind::Opaque { dialect, .. } if self.dialect(dialect.bytes(self)).is_some() => {
                Ok(Some(space))
            }
            _ => Err(Error::new("unsupported memory space Attribute")),
        }
    }
}

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
