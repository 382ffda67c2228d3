//! `linalg.pack` and `linalg.unpack`: tiles of a tensor as dimensions of their own.

use std::collections::HashSet;

use tvmlike_define::Instance;
use tvmlike_ir::{Context, DYNAMIC, Failure, Type};

use super::super::types::{element_or_self, sizes_agree};
use crate::constant::constant;

fn shape(context: &Context, ty: Type) -> Vec<i64> {
    ty.shape(context).map(|shape| shape.to_vec()).unwrap_or_default()
}

/// Whether numbers are no different dimensions of a shape.
fn are_wrong_dims(dims: &[i64], rank: usize) -> bool {
    let unique: HashSet<_> = dims.iter().collect();
    unique.len() != dims.len() || !dims.iter().all(|dim| (0..rank as i64).contains(dim))
}

/// The sizes of the tiles, as far as they are known.
fn known_tiles(instance: &Instance<'_>) -> Vec<Option<i64>> {
    let mut dynamic = instance.operands("inner_tiles");
    let mut known = |size| match size {
        DYNAMIC => dynamic.next().and_then(|value| constant(instance.context, value)),
        size => Some(size),
    };
    let sizes = instance.integers("static_inner_tiles").into_iter();
    sizes.map(&mut known).collect()
}

/// The checks of both operations, whose operands have these names.
fn verify(instance: &Instance<'_>, unpacked: &str, packed: &str) -> Result<(), Failure> {
    let context = instance.context;
    let [unpacked, packed] = [unpacked, packed].map(|name| instance.operand_type(name));
    let [unpacked_shape, packed_shape] = [unpacked, packed].map(|ty| shape(context, ty));
    let rank = unpacked_shape.len();
    let tiles = instance.integers("static_inner_tiles");
    let [inner, outer] = ["inner_dims_pos", "outer_dims_perm"].map(|name| instance.integers(name));
    if known_tiles(instance).contains(&Some(0)) {
        return instance.refuse_plainly("invalid zero tile factor");
    }
    if are_wrong_dims(&inner, rank) {
        return instance.refuse_plainly("invalid inner_dims_pos vector");
    }
    if are_wrong_dims(&outer, rank) {
        return instance.refuse_plainly("invalid outer_dims_perm vector");
    }
    if !outer.is_empty() && outer.len() != rank {
        return instance.refuse_plainly("outer_dims_perm must be a permutation or empty");
    }
    if tiles.len() > rank {
        return instance.refuse_plainly(
            "tiling factors must be less than or equal to the input rank for pack or output rank for unpack",
        );
    }
    if tiles.len() != inner.len() {
        return instance.refuse_plainly("tiling factors must equal the number of dimensions to tile");
    }
    if packed_shape.len() != rank + tiles.len() {
        return instance.refuse_plainly(format!(
            "packed rank != (unpacked rank + num tiling factors), got {} != {}",
            packed_shape.len(),
            rank + tiles.len()
        ));
    }
    if packed_shape[rank..] != tiles {
        return instance.refuse_plainly(
            "mismatch in inner tile sizes specified and shaped of tiled dimension in the packed type",
        );
    }
    let mut tiled = unpacked_shape;
    for (dim, tile) in inner.iter().zip(&tiles) {
        let size = &mut tiled[*dim as usize];
        *size = match (*size, *tile) {
            (DYNAMIC, _) | (_, DYNAMIC) => DYNAMIC,
            (size, tile) if tile > 0 => (size + tile - 1) / tile,
            (size, tile) => size / tile,
        };
    }
    let mut expected: Vec<i64> = match outer.is_empty() {
        true => tiled,
        false => outer.iter().map(|dim| tiled[*dim as usize]).collect(),
    };
    expected.extend(&tiles);
    if !expected
        .iter()
        .zip(&packed_shape)
        .all(|(one, other)| sizes_agree(*one, *other))
    {
        let element = element_or_self(context, unpacked);
        let expected = context.ranked_tensor_type(&expected, element, None);
        let expected = expected.map_or_else(|_| String::new(), |ty| instance.quote(ty));
        return instance.refuse_plainly(format!(
            "expected {expected} for the packed domain value, got {}",
            instance.quote(packed)
        ));
    }
    Ok(())
}

pub(super) fn unpack(instance: &Instance<'_>) -> Result<(), Failure> {
    verify(instance, "dest", "source")
}

pub(super) fn pack(instance: &Instance<'_>) -> Result<(), Failure> {
    verify(instance, "source", "dest")?;
    let context = instance.context;
    let source = instance.operand_type("source");
    let element = element_or_self(context, source);
    match instance.optional_operand("padding_value").map(|value| value.ty(context)) {
        Some(given) if given != element => {
            let [element, given] = [element, given].map(|ty| instance.quote(ty));
            instance.refuse(format!("expected padding_value has {element} but got: {given}"))
        }
        None if has_partial_tiles(instance, source) => instance.refuse(
            "invalid tile factor or output size provided. Only full tiles are supported when padding_value is not set",
        ),
        _ => Ok(()),
    }
}

/// Whether the last tile of a dimension is known to be partial.
fn has_partial_tiles(instance: &Instance<'_>, source: Type) -> bool {
    let context = instance.context;
    let [source, dest] = [source, instance.operand_type("dest")].map(|ty| shape(context, ty));
    let outer = instance.integers("outer_dims_perm");
    let dims = instance.integers("inner_dims_pos");
    dims.iter().zip(known_tiles(instance)).any(|(dim, tile)| {
        let size = source[*dim as usize];
        let place = outer.iter().position(|each| each == dim).unwrap_or(*dim as usize);
        let divisor = tile.unwrap_or(dest[place]);
        size != DYNAMIC && divisor != DYNAMIC && divisor != 0 && size % divisor != 0
    })
}
