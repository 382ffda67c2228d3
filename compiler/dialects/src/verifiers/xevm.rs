//! `xevm`: blocks of memory that a subgroup reads and writes, and products of matrices.

use tvmlike_define::{Hook, Instance};
use tvmlike_ir::{AttributeKind, Failure, TypeKind, ValueOwner};

use super::types::{element_or_self, has_trait};

pub(super) const CHECKS: super::Table = &[
    (
        "xevm.blockload",
        Hook::Verify(|op| line(op, op.result_type("res"))),
    ),
    ("xevm.blockload2d", Hook::Verify(load)),
    ("xevm.blockprefetch2d", Hook::Verify(prefetch)),
    (
        "xevm.blockstore",
        Hook::Verify(|op| line(op, op.operand_type("val"))),
    ),
    ("xevm.blockstore2d", Hook::Verify(store)),
    ("xevm.mma", Hook::Verify(multiply)),
];

/// The lanes of a subgroup.
const LANES: i64 = 16;

/// What describes a block.
#[derive(Clone, Copy)]
struct Tile {
    bits: i64,
    width: i64,
    height: i64,
    blocks: i64,
}

impl Tile {
    fn of(instance: &Instance<'_>) -> Self {
        let number = |name: &str| instance.integer(name).unwrap_or_default();
        let has_blocks = instance
            .record()
            .attributes
            .iter()
            .any(|each| *each.name == *"v_blocks");
        Self {
            bits: number("elem_size_in_bits"),
            width: number("tile_width"),
            height: number("tile_height"),
            // Blocks that are written have no number of them.
            blocks: if has_blocks { number("v_blocks") } else { 1 },
        }
    }
}

fn is_set(instance: &Instance<'_>, name: &str) -> bool {
    let value = instance.attribute(name).map(|value| value.kind(instance.context));
    matches!(value, Some(AttributeKind::Integer { value, .. }) if !value.is_zero())
}

/// Checks that a number is in a range.
fn between(instance: &Instance<'_>, value: i64, name: &str, [least, most]: [i64; 2]) -> Result<(), Failure> {
    match (least..=most).contains(&value) {
        true => Ok(()),
        false => instance.refuse(format!("expecting {name} to be between {least} and {most}")),
    }
}

/// Checks that a number is one of some, which the message lists.
fn one_of(instance: &Instance<'_>, value: i64, allowed: &[i64], message: &str) -> Result<(), Failure> {
    match allowed.contains(&value) {
        true => Ok(()),
        false => instance.refuse(message),
    }
}

/// The integer that a constant operation makes.
fn constant(instance: &Instance<'_>, operand: &str) -> Option<i64> {
    let context = instance.context;
    let ValueOwner::Result { op, .. } = instance.operand(operand).owner(context) else {
        return None;
    };
    if !has_trait(context, op, "ConstantLike") {
        return None;
    }
    match op.property(context, context.identifier("value"))?.kind(context) {
        AttributeKind::Integer { value, .. } => value.to_i64(),
        _ => None,
    }
}

fn verify_matrix(instance: &Instance<'_>, tile: Tile) -> Result<(), Failure> {
    if let (Some(pitch), Some(width)) = (constant(instance, "base_pitch"), constant(instance, "base_width"))
        && pitch < width
    {
        return instance.refuse("4th operand (base pitch) should be >= 2nd operand (base width)");
    }
    one_of(
        instance,
        tile.bits,
        &[8, 16, 32],
        "expecting 'elem_size_in_bits' to be 8, 16, or 32",
    )?;
    one_of(
        instance,
        tile.height,
        &[1, 2, 4, 8, 16, 32],
        "expecting tile_height to be 1, 2, 4, 8, 16, or 32",
    )?;
    one_of(
        instance,
        tile.blocks,
        &[1, 2, 4, 8],
        "expecting v_blocks to be 1, 2, 4, or 8",
    )
}

const UNSUPPORTED: &str = "expecting elem_size_in_bits to be 8, 16, 32, or 64";
const ONE_BLOCK: &str = "expecting v_blocks to be 1";
const FEW_BLOCKS: &str = "expecting v_blocks to be 1, 2, or 4";

/// Checks a block that is read as it is.
fn verify_plain(instance: &Instance<'_>, tile: Tile) -> Result<(), Failure> {
    between(instance, tile.height, "tile_height", [1, 32])?;
    let (range, blocks, message): ([i64; 2], &[i64], &str) = match tile.bits {
        8 => ([4, 64], &[1, 2, 4], FEW_BLOCKS),
        16 => ([2, 32], &[1, 2, 4], FEW_BLOCKS),
        32 => ([1, 16], &[1, 2], "expecting v_blocks to be 1 or 2"),
        64 => ([1, 8], &[1], ONE_BLOCK),
        _ => return instance.refuse(UNSUPPORTED),
    };
    between(instance, tile.width, "tile_width", range)?;
    one_of(instance, tile.blocks, blocks, message)?;
    match tile.bits < 64 && tile.width * tile.blocks > range[1] {
        true => instance.refuse(format!(
            "tile_width * v_blocks should be less than or equal to {} for {} bit elements",
            range[1], tile.bits
        )),
        false => Ok(()),
    }
}

fn verify_transposed(instance: &Instance<'_>, tile: Tile) -> Result<(), Failure> {
    one_of(instance, tile.blocks, &[1], ONE_BLOCK)?;
    match tile.bits {
        32 => {
            between(instance, tile.height, "tile_height", [1, 32])?;
            between(instance, tile.width, "tile_width", [1, 8])
        }
        64 => {
            let message = "expecting tile_height to be 8 for 64 bit elements";
            one_of(instance, tile.height, &[8], message)?;
            let message = "expecting tile_width to be 1, 2, or 4";
            one_of(instance, tile.width, &[1, 2, 4], message)
        }
        _ => instance.refuse("transpose is only supported for 32 and 64 bit elements"),
    }
}

fn verify_packed(instance: &Instance<'_>, tile: Tile) -> Result<(), Failure> {
    one_of(instance, tile.blocks, &[1, 2, 4], FEW_BLOCKS)?;
    let least = match tile.bits {
        8 => 4,
        16 => 2,
        _ => return instance.refuse("pack_register is only supported for 8 and 16 bit elements"),
    };
    between(instance, tile.height, "tile_height", [least, 32])?;
    between(instance, tile.width, "tile_width", [least, 16])?;
    match tile.bits == 16 && tile.width * tile.blocks > 32 {
        true => {
            instance.refuse("tile_width * v_blocks should be less than or equal to 32 for 16 bit elements")
        }
        false => Ok(()),
    }
}

fn load(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let tile = Tile::of(instance);
    let result = instance.result_type("res");
    let width = element_or_self(context, result).bit_width(context).map(i64::from);
    let Some(width) = width else {
        return instance.refuse("expecting result element type to be int or float");
    };
    // MLIR counts in 32 bits.
    let size = |value: i64| i64::from(value as u32);
    let found = size(
        result
            .num_elements(context)
            .unwrap_or_default()
            .wrapping_mul(width),
    );
    let product = [tile.height, tile.width, tile.blocks]
        .iter()
        .fold(tile.bits, |all, factor| all.wrapping_mul(*factor));
    let expected = size(product) / LANES;
    if found != expected {
        return instance.refuse(format!(
            "result size of {found} bits does not match the expected size of {expected} bits"
        ));
    }
    let (transposes, packs) = (is_set(instance, "transpose"), is_set(instance, "pack_register"));
    match (transposes, packs) {
        (true, true) => {
            return instance.refuse("transpose and pack_register are mutually exclusive");
        }
        (false, false) => verify_plain(instance, tile)?,
        (true, false) => verify_transposed(instance, tile)?,
        (false, true) => verify_packed(instance, tile)?,
    }
    verify_matrix(instance, tile)?;
    if (tile.bits == 32 || packs) && width != 32 {
        return instance.refuse("expecting result element type to be 32 bits");
    }
    match packs && tile.width != LANES {
        true => instance
            .refuse("tile_width when pack_register is true should be equal to subgroup size (16 elements)"),
        false => Ok(()),
    }
}

fn store(instance: &Instance<'_>) -> Result<(), Failure> {
    let tile = Tile::of(instance);
    between(instance, tile.height, "tile_height", [1, 8])?;
    let range = match tile.bits {
        8 => [4, 64],
        16 => [2, 32],
        32 => [1, 16],
        64 => [1, 8],
        _ => return instance.refuse(UNSUPPORTED),
    };
    between(instance, tile.width, "tile_width", range)?;
    one_of(instance, tile.blocks, &[1], ONE_BLOCK)?;
    verify_matrix(instance, tile)?;
    let (allowed, words): (&[i64], &str) = match tile.bits {
        8 => (&[16, 32], "16 or 32"),
        _ => (&[16], "16"),
    };
    verify_width(instance, tile, allowed, words)
}

fn prefetch(instance: &Instance<'_>) -> Result<(), Failure> {
    let tile = Tile::of(instance);
    verify_matrix(instance, tile)?;
    let (allowed, words): (&[i64], &str) = match tile.bits {
        8 => (&[16, 32], "16 or 32"),
        32 => (&[8, 16], "8 or 16"),
        _ => (&[16], "16"),
    };
    verify_width(instance, tile, allowed, words)
}

fn verify_width(instance: &Instance<'_>, tile: Tile, allowed: &[i64], words: &str) -> Result<(), Failure> {
    let message = format!(
        "tile_width for {} bit elements should be equal to {words}",
        tile.bits
    );
    one_of(instance, tile.width, allowed, &message)
}

/// Checks the size of a vector that is read or written as a line.
fn line(instance: &Instance<'_>, ty: tvmlike_ir::Type) -> Result<(), Failure> {
    let context = instance.context;
    let TypeKind::Vector { shape, element, .. } = ty.kind(context) else {
        return Ok(());
    };
    let count: i64 = shape.iter().product();
    match element.bit_width(context).unwrap_or_default() / 8 {
        1 => one_of(
            instance,
            count,
            &[2, 4, 8, 16],
            "vector size must be 2, 4, 8 or 16 for 8-bit element type",
        ),
        _ => one_of(
            instance,
            count,
            &[2, 4, 8],
            "vector size must be 2, 4 or 8 for element type > 8 bits",
        ),
    }
}

fn multiply(instance: &Instance<'_>) -> Result<(), Failure> {
    let sum = instance.optional_operand("c").map(|sum| sum.ty(instance.context));
    match sum.is_some_and(|sum| sum != instance.result_type("d")) {
        true => instance.refuse("type of C operand must match result type"),
        false => Ok(()),
    }
}
