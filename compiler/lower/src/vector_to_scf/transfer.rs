//! The parts of a transfer, and making one of them.

use tvmlike_define::OpBuilder;
use tvmlike_dialects::AppliedMap;
use tvmlike_ir::{
    AffineExprKind, AffineOp, AttributeKind, Context, Location, Op, Rewriter, Type, TypeKind, Value,
};

use crate::make::{Make, build, operand_group, property};
use crate::vector_positions::{Position, part_at, vector_parts};

/// A `vector.transfer_read` or `vector.transfer_write`.
#[derive(Clone)]
pub(super) struct Transfer {
    pub(super) location: Location,
    /// What is read, or written to.
    pub(super) base: Value,
    pub(super) indices: Vec<Value>,
    /// The vector that is written; `None`: it is a read.
    pub(super) value: Option<Value>,
    /// What a read has of elements that are not there.
    pub(super) padding: Option<Value>,
    pub(super) mask: Option<Value>,
    pub(super) sizes: Vec<i64>,
    pub(super) element: Type,
    /// For each dimension of the vector, that of the base; `None`: all parts are the same.
    pub(super) dims: Vec<Option<usize>>,
    pub(super) in_bounds: Vec<bool>,
    pub(super) is_tensor: bool,
}

impl Transfer {
    /// The parts of an operation.
    pub(super) fn of(context: &Context, op: Op) -> Option<Self> {
        let group = |name: &str| -> Option<Vec<Value>> {
            let range = operand_group(context, op, name)?;
            Some(op.operands(context).skip(range.start).take(range.len()).collect())
        };
        let base = *group("base")?.first()?;
        let value = match op.is_named(context, "vector.transfer_write") {
            true => Some(*group("valueToStore")?.first()?),
            false => None,
        };
        let padding = match value {
            Some(_) => None,
            None => Some(*group("padding")?.first()?),
        };
        let ty = match value {
            Some(value) => value.ty(context),
            None => op.result(context, 0)?.ty(context),
        };
        let (sizes, element) = vector_parts(context, ty)?;
        let AttributeKind::AffineMap(map) = property(context, op, "permutation_map")?.kind(context) else {
            return None;
        };
        let dims: Option<Vec<Option<usize>>> = map
            .results(context)
            .iter()
            .map(|expr| match expr.kind(context) {
                AffineExprKind::Dim(dim) => Some(Some(dim as usize)),
                AffineExprKind::Constant(0) => Some(None),
                _ => None,
            })
            .collect();
        let AttributeKind::Array(bounds) = property(context, op, "in_bounds")?.kind(context) else {
            return None;
        };
        let yes = context.bool_attribute(true);
        Some(Self {
            location: op.location(context),
            indices: group("indices")?,
            mask: group("mask")?.first().copied(),
            is_tensor: !matches!(base.ty(context).kind(context), TypeKind::MemRef { .. }),
            in_bounds: bounds.iter().map(|bound| bound == yes).collect(),
            base,
            value,
            padding,
            sizes,
            element,
            dims: dims?,
        })
    }

    /// The type of the vector.
    pub(super) fn vector(&self, context: &Context) -> Option<Type> {
        context.vector_type(&self.sizes, self.element, &[]).ok()
    }

    /// The result type of a write to a tensor.
    pub(super) fn state(&self, context: &Context) -> Option<Type> {
        (self.is_tensor && self.value.is_some()).then(|| self.base.ty(context))
    }

    /// Makes the operation.
    pub(super) fn make(&self, rewriter: &mut Rewriter<'_, '_>) -> Option<Op> {
        let context = rewriter.context();
        let exprs: Vec<_> = self
            .dims
            .iter()
            .map(|dim| match dim {
                Some(dim) => context.affine_dim(*dim as u32),
                None => context.affine_constant(0),
            })
            .collect();
        let map = context.affine_map(self.indices.len() as u32, 0, &exprs).ok()?;
        let bounds: Vec<_> = self
            .in_bounds
            .iter()
            .map(|bound| context.bool_attribute(*bound))
            .collect();
        let op = match self.value {
            Some(value) => OpBuilder::new("vector.transfer_write")
                .operand("valueToStore", [value])
                .result("result", self.state(context)),
            None => OpBuilder::new("vector.transfer_read")
                .operand("padding", self.padding)
                .result("vector", [self.vector(context)?]),
        };
        let op = op
            .operand("base", [self.base])
            .operand("indices", self.indices.iter().copied())
            .operand("mask", self.mask)
            .attribute("permutation_map", context.affine_map_attribute(map))
            .attribute("in_bounds", context.array_attribute(&bounds));
        Some(build(rewriter, op, self.location))
    }

    /// The transfer of a part at a place of the outermost dimension, without a mask; a write gets its vector afterwards.
    pub(super) fn at(&self, rewriter: &mut Rewriter<'_, '_>, place: Value) -> Option<Self> {
        Some(Self {
            indices: self.indices_at(rewriter, place)?,
            mask: None,
            sizes: self.sizes[1..].to_vec(),
            dims: self.dims[1..].to_vec(),
            in_bounds: self.in_bounds[1..].to_vec(),
            ..self.clone()
        })
    }

    /// The indices of a part at a place of the outermost dimension.
    pub(super) fn indices_at(&self, rewriter: &mut Rewriter<'_, '_>, place: Value) -> Option<Vec<Value>> {
        let mut indices = self.indices.clone();
        if let Some(dim) = self.dims[0] {
            indices[dim] = sum(rewriter, self.location, indices[dim], place)?;
        }
        Some(indices)
    }

    /// The number of dimensions of the mask.
    fn mask_rank(&self, context: &Context) -> usize {
        let sizes = self.mask.and_then(|mask| vector_parts(context, mask.ty(context)));
        sizes.map_or(0, |(sizes, _)| sizes.len())
    }

    /// The order of the mask's dimensions, which is that of the memory, in that of the vector's: the outermost one first, then the
    /// others as they are, or all of them. `None`: it is the same.
    ///
    /// MLIR 22 takes the mask to be in the order of the vector.
    fn mask_order(&self, all: bool) -> Option<Vec<i64>> {
        let used: Vec<usize> = self.dims.iter().flatten().copied().collect();
        let place = |dim: &usize| used.iter().filter(|other| *other < dim).count() as i64;
        let mut order: Vec<i64> = used.iter().map(place).collect();
        if !all && let Some((first, rest)) = order.split_first_mut() {
            rest.sort_unstable();
            debug_assert!(!rest.contains(first));
        }
        (self.mask.is_some() && self.dims.first()?.is_some() | all && !order.is_sorted()).then_some(order)
    }

    /// Brings the dimension of the mask that parts are taken of to the front, or all in the order of the vector.
    pub(super) fn arrange_mask(&mut self, rewriter: &mut Rewriter<'_, '_>, all: bool) -> Option<()> {
        let context = rewriter.context();
        if let (Some(mask), Some(order)) = (self.mask, self.mask_order(all)) {
            let (sizes, bit) = vector_parts(context, mask.ty(context))?;
            let sizes: Option<Vec<i64>> = order
                .iter()
                .map(|dim| sizes.get(*dim as usize).copied())
                .collect();
            let ty = context.vector_type(&sizes?, bit, &[]).ok()?;
            let moved = Make::new("vector.transpose", &[mask], &[ty])
                .with(&[("permutation", context.dense_i64_array(&order))])
                .value(rewriter, self.location);
            self.mask = Some(moved);
        }
        Some(())
    }

    /// Whether a part has a mask of its own: that of the whole if all parts are the same, or a part of it.
    pub(super) fn passes_mask(&self, context: &Context) -> Option<bool> {
        self.mask?;
        match self.dims[0] {
            None => Some(false),
            Some(_) => (self.mask_rank(context) > 1).then_some(true),
        }
    }

    /// Whether the mask tells alone if there is a part.
    pub(super) fn checks_mask(&self, context: &Context) -> bool {
        self.mask.is_some() && self.dims[0].is_some() && self.mask_rank(context) == 1
    }

    /// The mask of a part at a known place.
    pub(super) fn mask_at(&self, rewriter: &mut Rewriter<'_, '_>, place: i64) -> Option<Value> {
        let mask = self.mask?;
        match self.passes_mask(rewriter.context())? {
            true => part_at(rewriter, self.location, mask, &Position::fixed(&[place])),
            false => Some(mask),
        }
    }
}

/// An index and a number.
pub(super) fn sum(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    index: Value,
    number: Value,
) -> Option<Value> {
    let context = rewriter.context();
    let (a, b) = (context.affine_dim(0), context.affine_dim(1));
    let map = AppliedMap {
        results: vec![context.affine_binary(AffineOp::Add, a, b).ok()?],
        dims: vec![index, number],
        symbols: Vec::new(),
    };
    let mut map = map.composed(context)?;
    map.canonicalize(context)?;
    let attribute = context.affine_map_attribute(map.map(context)?);
    let made = Make::new("affine.apply", &map.operands(), &[context.index_type()])
        .with(&[("map", attribute)])
        .value(rewriter, location);
    Some(made)
}
