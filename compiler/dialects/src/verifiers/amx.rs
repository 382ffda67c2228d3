//! `amx`: the sizes of tiles, and products of them.

use tvmlike_define::{Hook, Instance};
use tvmlike_ir::{AttributeKind, Context, Failure, FloatKind, Type, TypeKind};

pub(super) const CHECKS: super::Table = &[
    (
        "amx.tile_load",
        Hook::Verify(|op| transfer(op, op.result_type("res"))),
    ),
    ("amx.tile_mulf", Hook::Verify(floats)),
    ("amx.tile_muli", Hook::Verify(integers)),
    (
        "amx.tile_store",
        Hook::Verify(|op| transfer(op, op.operand_type("val"))),
    ),
    (
        "amx.tile_zero",
        Hook::Verify(|op| size(op, op.result_type("res"))),
    ),
];

const MAX_ROWS: i64 = 16;
const BITS_PER_ROW: i64 = 64 * 8;

/// The rows, the columns and the element type of a tile.
fn parts(context: &Context, tile: Type) -> Option<(i64, i64, Type)> {
    let parameter = |name: &str| Some(tile.parameter(context, context.identifier(name))?.kind(context));
    let number = |value: tvmlike_ir::Attribute| match value.kind(context) {
        AttributeKind::Integer { value, .. } => value.to_i64(),
        _ => None,
    };
    let (Some(AttributeKind::Array(shape)), Some(AttributeKind::Type(element))) =
        (parameter("shape"), parameter("elementType"))
    else {
        return None;
    };
    let sizes: Vec<i64> = shape.iter().filter_map(number).collect();
    match sizes[..] {
        [rows, columns] => Some((rows, columns, element)),
        _ => None,
    }
}

fn size(instance: &Instance<'_>, tile: Type) -> Result<(), Failure> {
    let context = instance.context;
    let Some((rows, columns, element)) = parts(context, tile) else {
        return Ok(());
    };
    let bits = columns.wrapping_mul(i64::from(element.bit_width(context).unwrap_or_default()));
    if rows > MAX_ROWS {
        return instance.refuse(format!("bad row height: {rows}"));
    }
    match bits > BITS_PER_ROW || bits % 32 != 0 {
        true => instance.refuse(format!("bad column width: {}", bits >> 3)),
        false => Ok(()),
    }
}

fn transfer(instance: &Instance<'_>, tile: Type) -> Result<(), Failure> {
    let context = instance.context;
    let memref = instance.operand_type("base");
    let rank = memref.rank(context).unwrap_or_default();
    if instance.operands("indices").len() != rank {
        return instance.refuse(format!("requires {rank} indices"));
    }
    size(instance, tile)?;
    if instance.optional_operand("stride").is_some() {
        return Ok(());
    }
    if rank < 2 {
        return instance.refuse("requires at least 2D memref");
    }
    let strides = memref.strides_and_offset(context);
    let is_unit = strides.is_some_and(|(strides, _)| strides.last() == Some(&1));
    match is_unit {
        true => Ok(()),
        false => instance.refuse("requires memref with unit innermost stride"),
    }
}

/// Checks the tiles of a product whose columns hold `1 << scale` elements each. Returns the element types.
fn product(instance: &Instance<'_>, scale: u32) -> Result<Option<[Type; 3]>, Failure> {
    let context = instance.context;
    let tiles = [
        instance.operand_type("lhs"),
        instance.operand_type("rhs"),
        instance.result_type("res"),
    ];
    tiles.iter().try_for_each(|tile| size(instance, *tile))?;
    let [Some(a), Some(b), Some(c)] = tiles.map(|tile| parts(context, tile)) else {
        return Ok(None);
    };
    let inner = a.1 >> scale;
    if c.0 != a.0 || c.1 != b.1 >> scale || inner != b.0 {
        instance.refuse(format!("bad mult shape: {} x {} x {inner}", c.0, c.1))?;
    }
    Ok(Some([a.2, b.2, c.2]))
}

fn floats(instance: &Instance<'_>) -> Result<(), Failure> {
    let Some(elements) = product(instance, 1)? else {
        return Ok(());
    };
    let kind = |ty: Type| match ty.kind(instance.context) {
        TypeKind::Float(kind) => Some(kind),
        _ => None,
    };
    match elements.map(kind) {
        [
            Some(one @ (FloatKind::BF16 | FloatKind::F16)),
            Some(other),
            Some(FloatKind::F32),
        ] if one == other => Ok(()),
        _ => instance.refuse("unsupported type combination"),
    }
}

fn integers(instance: &Instance<'_>) -> Result<(), Failure> {
    let Some(elements) = product(instance, 2)? else {
        return Ok(());
    };
    let width = |ty: Type| match ty.kind(instance.context) {
        TypeKind::Integer { width, .. } => Some(width),
        _ => None,
    };
    match elements.map(width) {
        [Some(8), Some(8), Some(32)] => Ok(()),
        _ => instance.refuse("unsupported type combination"),
    }
}
