//! `linalg.pack` and `linalg.unpack` of tiles of known sizes: an element is copied from where it is in the other layout.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{AffineExpr, AffineOp, Context, DYNAMIC, Op, Rewriter, Value};

use super::generic::{generic, is_tensor};
use crate::make::{Make, build, index_constant, operand_group, property};
use crate::number;
use crate::strided_metadata::{Number, apply};

/// The tiles of an operation.
pub(crate) struct Tiles {
    /// For each dimension of the plain tensor the size of its tiles, and which dimension of the packed tensor is in a tile.
    tiles: Vec<Option<(i64, usize)>>,
    /// For each dimension of the plain tensor that of the packed one which counts the tiles.
    outer: Vec<usize>,
}

impl Tiles {
    /// Reads them; `None`: a size is not known.
    pub(crate) fn of(context: &Context, op: Op, rank: usize) -> Option<Self> {
        let list = |name| number::list(context, property(context, op, name)?);
        let (dims, sizes) = (list("inner_dims_pos")?, list("static_inner_tiles")?);
        let mut tiles = vec![None; rank];
        for (number, (dim, size)) in dims.into_iter().zip(sizes).enumerate() {
            if size == DYNAMIC || size < 1 {
                return None;
            }
            *tiles.get_mut(usize::try_from(dim).ok()?)? = Some((size, rank + number));
        }
        let mut outer: Vec<usize> = (0..rank).collect();
        for (at, dim) in list("outer_dims_perm")
            .unwrap_or_default()
            .into_iter()
            .enumerate()
        {
            *outer.get_mut(usize::try_from(dim).ok()?)? = at;
        }
        Some(Self { tiles, outer })
    }

    /// For each dimension with tiles: the dimension, the size of a tile, the dimension of the packed tensor that counts them.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, i64, usize)> + '_ {
        let all = self.tiles.iter().zip(&self.outer).enumerate();
        all.filter_map(|(dim, (tile, outer))| tile.map(|(size, _)| (dim, size, *outer)))
    }
}

/// The size of a dimension of a tensor.
fn size(rewriter: &mut Rewriter<'_, '_>, op: Op, tensor: Value, dim: usize) -> Option<Number> {
    let context = rewriter.context();
    let location = op.location(context);
    let known = *tensor.ty(context).shape(context)?.to_vec().get(dim)?;
    Some(match known {
        DYNAMIC => {
            let dim = index_constant(rewriter, location, i64::try_from(dim).ok()?);
            let index = context.index_type();
            Number::Value(Make::new("tensor.dim", &[tensor, dim], &[index]).value(rewriter, location))
        }
        known => Number::Known(known),
    })
}

/// The source behind which whole tiles are filled.
fn padded(
    rewriter: &mut Rewriter<'_, '_>,
    op: Op,
    tiles: &Tiles,
    source: Value,
    target: Value,
    padding: Value,
) -> Option<Value> {
    let context = rewriter.context();
    let location = op.location(context);
    let shape = source.ty(context).shape(context)?.to_vec();
    let mut amounts = vec![Number::Known(0); shape.len()];
    let mut sizes = shape.clone();
    for (dim, tile, outer) in tiles.iter() {
        let (inner, count) = (
            size(rewriter, op, source, dim)?,
            size(rewriter, op, target, outer)?,
        );
        let whole = context
            .affine_binary(
                AffineOp::Mul,
                context.affine_symbol(0),
                context.affine_constant(tile),
            )
            .ok()?;
        let less = context
            .affine_binary(
                AffineOp::Mul,
                context.affine_symbol(1),
                context.affine_constant(-1),
            )
            .ok()?;
        let amount = context.affine_binary(AffineOp::Add, whole, less).ok()?;
        amounts[dim] = apply(rewriter, location, amount, &[count, inner])?;
        // As the operation infers it.
        sizes[dim] = match (shape[dim], amounts[dim]) {
            (DYNAMIC, _) | (_, Number::Value(_)) => DYNAMIC,
            (size, Number::Known(amount)) => size.checked_add(amount)?,
        };
    }
    if amounts.iter().all(|amount| *amount == Number::Known(0)) {
        return Some(source);
    }
    let element = source.ty(context).element_type(context)?;
    let known: Vec<i64> = amounts
        .iter()
        .map(|amount| match amount {
            Number::Known(known) => *known,
            Number::Value(_) => DYNAMIC,
        })
        .collect();
    let values = amounts.iter().filter_map(|amount| match amount {
        Number::Known(_) => None,
        Number::Value(value) => Some(*value),
    });
    let region = rewriter.edit().create_region();
    let made = OpBuilder::new("tensor.pad")
        .operand("source", [source])
        .operand("low", [])
        .operand("high", values)
        .attribute("static_low", context.dense_i64_array(&vec![0; shape.len()]))
        .attribute("static_high", context.dense_i64_array(&known))
        .result(
            "result",
            [context.ranked_tensor_type(&sizes, element, None).ok()?],
        )
        .region("region", [region]);
    let made = build(rewriter, made, location);
    let place = rewriter.insertion_point();
    let types = vec![(context.index_type(), location); shape.len()];
    rewriter.create_block(made.region(context, 0)?, None, &types);
    Make::new("tensor.yield", &[padding], &[]).at(rewriter, location);
    rewriter.set_insertion_point(place);
    made.result(context, 0)
}

pub(super) fn pack(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let (mut source, target) = (op.operand(context, 0)?, op.operand(context, 1)?);
    if !is_tensor(context, source) || !is_tensor(context, target) {
        return None;
    }
    let tiles = Tiles::of(context, op, source.ty(context).rank(context)?)?;
    let padding = operand_group(context, op, "padding_value")?.next();
    if let Some(padding) = padding.and_then(|index| op.operand(context, index)) {
        source = padded(rewriter, op, &tiles, source, target, padding)?;
    }
    let dims = u32::try_from(target.ty(context).rank(context)?).ok()?;
    let places: Option<Vec<AffineExpr>> = tiles
        .tiles
        .iter()
        .zip(&tiles.outer)
        .map(|(tile, outer)| {
            let outer = context.affine_dim(*outer as u32);
            let Some((size, inner)) = tile else {
                return Some(outer);
            };
            let size = context.affine_constant(*size);
            let begin = context.affine_binary(AffineOp::Mul, outer, size).ok()?;
            let inner = context.affine_dim(*inner as u32);
            context.affine_binary(AffineOp::Add, begin, inner).ok()
        })
        .collect();
    let maps = [
        context.affine_map(dims, 0, &places?).ok()?,
        context.affine_identity_map(dims),
    ];
    let location = op.location(context);
    let result = generic(rewriter, location, &[source, target], &maps, None, |_, each| {
        each[0]
    })?;
    rewriter.replace_op(op, &[result]);
    Some(())
}

pub(super) fn unpack(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let (source, target) = (op.operand(context, 0)?, op.operand(context, 1)?);
    if !is_tensor(context, source) || !is_tensor(context, target) {
        return None;
    }
    let rank = target.ty(context).rank(context)?;
    let tiles = Tiles::of(context, op, rank)?;
    let mut places = vec![None; source.ty(context).rank(context)?];
    for (dim, (tile, outer)) in tiles.tiles.iter().zip(&tiles.outer).enumerate() {
        let at = context.affine_dim(dim as u32);
        let Some((size, inner)) = tile else {
            *places.get_mut(*outer)? = Some(at);
            continue;
        };
        let size = context.affine_constant(*size);
        *places.get_mut(*outer)? = Some(context.affine_binary(AffineOp::FloorDiv, at, size).ok()?);
        *places.get_mut(*inner)? = Some(context.affine_binary(AffineOp::Mod, at, size).ok()?);
    }
    let places: Vec<AffineExpr> = places.into_iter().collect::<Option<_>>()?;
    let dims = u32::try_from(rank).ok()?;
    let maps = [
        context.affine_map(dims, 0, &places).ok()?,
        context.affine_identity_map(dims),
    ];
    let location = op.location(context);
    let result = generic(rewriter, location, &[source, target], &maps, None, |_, each| {
        each[0]
    })?;
    rewriter.replace_op(op, &[result]);
    Some(())
}
