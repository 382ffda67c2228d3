//! The part of a memref that an access is of.
//!
//! Invariant: the dimensions of a region are those of the memref; variables of loops that it is not a union over are symbols.

use tvmlike_dialects::is_affine_symbol;
use tvmlike_ir::{AffineExpr, Context, DYNAMIC, Op, Type, TypeKind, Value, WalkOrder, WalkResult};

use super::super::access::{Access, memref};
use super::super::domain::{enclosing, variables};
use super::super::nest::AffineFor;
use super::super::space::{add_loop, add_parallel, add_value, loop_of, parallel_of, space};
use super::slice::Slice;
use crate::constraints::Constraints;
use crate::memref::is_identity;
use crate::number;

/// The elements of a memref that an access is of.
#[derive(Clone)]
pub(in super::super) struct Region {
    pub(in super::super) memref: Value,
    space: Constraints,
}

/// A box around a region: its sizes, and where it begins.
pub(in super::super) struct Extents {
    pub(in super::super) shape: Vec<i64>,
    pub(in super::super) first: Vec<AffineExpr>,
}

fn shape(context: &Context, ty: Type) -> Option<Vec<i64>> {
    match ty.kind(context) {
        TypeKind::MemRef { shape, .. } => Some(shape.to_vec()),
        _ => None,
    }
}

/// The size of an element of a memref in bytes, if it is a number or a vector of numbers.
pub(in super::super) fn element_size(context: &Context, ty: Type) -> Option<i64> {
    let element = ty.element_type(context)?;
    let bits = match element.kind(context) {
        TypeKind::Vector { shape, element, .. } => {
            let count = shape.iter().try_fold(1_i64, |all, size| all.checked_mul(size))?;
            i64::from(element.bit_width(context)?).checked_mul(count)?
        }
        _ => i64::from(element.bit_width(context)?),
    };
    Some(bits.div_euclid(8) + i64::from(bits.rem_euclid(8) != 0))
}

impl Region {
    /// The region of an access in all iterations but of the outermost loops up to a depth; of those of a slice, if there is one.
    /// `None`: it is not known.
    pub(super) fn of(
        context: &Context,
        op: Op,
        depth: usize,
        slice: Option<&Slice>,
        keeps_locals: bool,
    ) -> Option<Self> {
        let mut region = Self::without_sizes(context, op, depth, slice, keeps_locals)?;
        let sizes = shape(context, region.memref.ty(context))?;
        bound_by_sizes(&mut region.space, &sizes);
        region.space.tidy();
        Some(region)
    }

    /// The region of an access in all iterations but of the outermost loops, also where it is not in the memref.
    pub(in super::super) fn unbounded(context: &Context, op: Op, depth: usize) -> Option<Self> {
        Self::without_sizes(context, op, depth, None, false)
    }

    fn without_sizes(
        context: &Context,
        op: Op,
        depth: usize,
        slice: Option<&Slice>,
        keeps_locals: bool,
    ) -> Option<Self> {
        let access = Access::of(context, op)?;
        let sizes = shape(context, access.memref.ty(context))?;
        let around = variables(context, &enclosing(context, op));
        let outer = around.get(..depth)?;
        if sizes.is_empty() {
            return Some(Self {
                memref: access.memref,
                space: space(&[], outer),
            });
        }
        let dims: Vec<Option<Value>> = access.map.dims.iter().map(|value| Some(*value)).collect();
        let mut symbols = access.map.symbols.clone();
        for operand in slice.into_iter().flat_map(Slice::operands) {
            if !access.map.dims.contains(&operand) && !symbols.contains(&operand) {
                symbols.push(operand);
            }
        }
        let mut space = space(&dims, &symbols);
        for value in access.map.dims.iter().chain(&symbols) {
            if let Some(at) = loop_of(context, *value) {
                add_loop(context, &mut space, at)?;
            } else if let Some(op) = parallel_of(context, *value) {
                add_parallel(context, &mut space, op)?;
            } else if is_affine_symbol(context, *value) {
                if let Some(number) = number::constant(context, *value) {
                    space.set_column(space.column_of(*value)?, number);
                }
            } else {
                return None;
            }
        }
        if let Some(slice) = slice {
            for operand in slice.operands() {
                add_value(context, &mut space, operand)?;
            }
            slice.add_bounds(context, &mut space)?;
        }
        let exprs = super::super::space::exprs(context, &space, &access.map)?;
        space.prepend_results(context, &exprs)?;
        space.keep_dims(sizes.len());
        let others: Vec<Value> = space.values().skip(sizes.len()).flatten().collect();
        for value in others {
            let is_variable = loop_of(context, value).is_some() || parallel_of(context, value).is_some();
            if is_variable && !outer.contains(&value) {
                space.project_out_value(space.column_of(value)?)?;
            }
        }
        if !keeps_locals {
            space.project_out_locals()?;
        }
        space.fold_symbols()?;
        space.tidy();
        Some(Self {
            memref: access.memref,
            space,
        })
    }

    /// A box around the region. `None`: its sizes are not known.
    pub(in super::super) fn extents(&self, context: &Context) -> Option<Extents> {
        let sizes = shape(context, self.memref.ty(context))?;
        let mut space = self.space.clone();
        bound_by_sizes(&mut space, &sizes);
        let mut extents = Extents {
            shape: Vec::new(),
            first: Vec::new(),
        };
        for (dim, size) in sizes.iter().enumerate() {
            match space.extent(context, dim) {
                Some(extent) => {
                    extents.shape.push(extent.count);
                    extents.first.push(extent.first);
                }
                None if *size == DYNAMIC => return None,
                None => {
                    extents.shape.push(*size);
                    extents.first.push(context.affine_constant(0));
                }
            }
        }
        Some(extents)
    }

    /// All of a memref. `None`: a size is not static.
    pub(in super::super) fn whole(context: &Context, memref: Value, outer: &[Value]) -> Option<Self> {
        let sizes = shape(context, memref.ty(context))?;
        let dims = vec![None; sizes.len()];
        let mut region = Self {
            memref,
            space: space(&dims, outer),
        };
        bound_by_sizes(&mut region.space, &sizes);
        (!sizes.contains(&DYNAMIC)).then_some(region)
    }

    /// The lower and upper bounds of each dimension, as expressions of dimensions that are the parameters; the upper ones are not in
    /// the region. `None`: a dimension has none.
    pub(in super::super) fn sides(&self, context: &Context) -> Option<Vec<[Vec<AffineExpr>; 2]>> {
        let count = self.parameters()?.len() as u32;
        let names: Vec<AffineExpr> = (0..count).map(|dim| context.affine_dim(dim)).collect();
        let sides = (0..self.space.num_dims()).map(|dim| {
            let sides = self.space.sides(context, dim)?;
            let named = sides.map(|exprs| {
                let exprs = exprs.into_iter();
                exprs
                    .map(|expr| expr.replace_inputs(context, &[], &names).ok())
                    .collect::<Option<Vec<_>>>()
            });
            let [Some(lower), Some(upper)] = named else {
                return None;
            };
            (!lower.is_empty() && !upper.is_empty()).then_some([lower, upper])
        });
        sides.collect()
    }

    /// The values that the box depends on.
    pub(in super::super) fn parameters(&self) -> Option<Vec<Value>> {
        self.space.values().skip(self.space.num_dims()).collect()
    }

    /// How many bytes a box around the region has. `None`: that is not known.
    pub(in super::super) fn bytes(&self, context: &Context) -> Option<i64> {
        let ty = self.memref.ty(context);
        if !is_identity(context, ty) {
            // As MLIR, which takes them for nothing.
            return Some(0);
        }
        let elements = self.extents(context)?.elements();
        Some(element_size(context, ty)?.wrapping_mul(elements))
    }
}

impl Extents {
    /// The number of elements.
    pub(in super::super) fn elements(&self) -> i64 {
        self.shape.iter().fold(1, |all, size| all.wrapping_mul(*size))
    }
}

fn bound_by_sizes(space: &mut Constraints, sizes: &[i64]) {
    for (dim, size) in sizes.iter().enumerate() {
        space.add_number(dim, 1, 0);
        if *size != DYNAMIC {
            space.add_number(dim, -1, size - 1);
        }
    }
}

/// How many bytes a loop reads and writes. `None`: that is not known.
pub(in super::super) fn footprint(context: &Context, at: AffineFor) -> Option<i64> {
    let depth = variables(context, &enclosing(context, at.0)).len();
    let mut regions: Vec<Region> = Vec::new();
    let mut is_known = true;
    at.0.walk(context, WalkOrder::PostOrder, |op| {
        if memref(context, op).is_none() {
            return WalkResult::Advance;
        }
        let Some(region) = Region::of(context, op, depth, None, false) else {
            op.emit_error(context, "error obtaining memory region").emit();
            is_known = false;
            return WalkResult::Interrupt;
        };
        let Some(other) = regions.iter_mut().find(|other| other.memref == region.memref) else {
            regions.push(region);
            return WalkResult::Advance;
        };
        if other.unite(region).is_none() {
            let message = "getMemoryFootprintBytes: unable to perform a union on a memory region";
            op.emit_warning(context, message).emit();
            is_known = false;
            return WalkResult::Interrupt;
        }
        WalkResult::Advance
    });
    if !is_known {
        return None;
    }
    regions.iter().try_fold(0_i64, |all, region| {
        Some(all.wrapping_add(region.bytes(context)?))
    })
}

impl Region {
    /// The least box around two regions. `None`: a side is not known.
    pub(in super::super) fn unite(&mut self, mut other: Self) -> Option<()> {
        let dims = self.space.num_dims();
        if !self.space.values().eq(other.space.values()) {
            self.space.align(&mut other.space, dims);
        }
        self.space.unite(&other.space)
    }
}
