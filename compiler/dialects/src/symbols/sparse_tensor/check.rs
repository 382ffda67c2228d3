//! Checks of slices and encodings, and of the tensors that have encodings.

use tvmlike_ir::{AffineMap, Attribute, AttributeKind, Context, DYNAMIC, Type};
use tvmlike_text::quote_type;

use super::super::values::word_value;
use super::inverse::{block_sizes, inverse};
use super::levels::{BATCH, COMPRESSED, DENSE, LOOSE_COMPRESSED, SINGLETON, SOA, STRUCTURED, block, format};
use super::{
    COORDINATE_WIDTH, EXPLICIT, IMPLICIT, LEVELS, POSITION_WIDTH, SLICES, TO_DIM, TO_LEVEL, affine_map,
    elements, integers, number,
};

type Checked = Result<(), String>;

fn refuse(message: impl Into<String>) -> Checked {
    Err(message.into())
}

/// Checks the offset, the size and the stride of a slice.
pub(super) fn slice(context: &Context, values: &[Option<Attribute>]) -> Checked {
    let is_valid = |index: usize, least: i64| {
        number(context, values, index).is_some_and(|value| value >= least || value == DYNAMIC)
    };
    for (index, (what, least)) in [("offset", 0), ("size", 1), ("stride", 1)]
        .into_iter()
        .enumerate()
    {
        if !is_valid(index, least) {
            return refuse(format!("expect positive value or ? for slice {what}"));
        }
    }
    Ok(())
}

/// Checks an encoding.
pub(super) fn encoding(context: &Context, values: &[Option<Attribute>]) -> Checked {
    for (index, what) in [(POSITION_WIDTH, "position"), (COORDINATE_WIDTH, "coordinate")] {
        let width = word_value(context, values[index]);
        if ![0, 8, 16, 32, 64].contains(&width) {
            return refuse(format!("unexpected {what} bitwidth: {width}"));
        }
    }
    let levels = integers(context, values, LEVELS);
    let map = affine_map(context, values, TO_LEVEL);
    check_singletons(&levels)?;
    check_batches(&levels)?;
    if levels
        .iter()
        .any(|level| level & SOA != 0 && format(*level) != SINGLETON)
    {
        return refuse("SoA is only applicable to singleton lvlTypes.");
    }
    check_structured(context, &levels, map)?;
    if levels.is_empty() {
        return refuse("expected a non-empty array for lvlTypes");
    }
    let slices = elements(context, values, SLICES).len();
    let dims = map.map_or(levels.len(), |map| map.num_dims(context) as usize);
    if let Some(map) = map {
        check_map(context, map, affine_map(context, values, TO_DIM), levels.len())?;
    }
    if slices != 0 && slices != dims {
        return refuse(format!(
            "dimension-rank mismatch between dimSlices and dimToLvl: {slices} != {dims}"
        ));
    }
    if slices != 0 && dims != levels.len() {
        return refuse(format!(
            "dimSlices expected dimension-rank to match level-rank: {dims} != {}",
            levels.len()
        ));
    }
    Ok(())
}

/// Checks that singletons follow a compressed level, and are stored alike.
fn check_singletons(levels: &[i64]) -> Checked {
    let is_singleton = |level: &i64| format(*level) == SINGLETON;
    let mut start = 0;
    while let Some(offset) = levels[start..].iter().position(is_singleton) {
        let first = start + offset;
        let before = first.checked_sub(1).map(|before| format(levels[before]));
        if !matches!(before, Some(COMPRESSED | LOOSE_COMPRESSED)) {
            return refuse("expected compressed or loose_compressed level before singleton level");
        }
        let length = levels[first..]
            .iter()
            .take_while(|level| is_singleton(level))
            .count();
        let run = &levels[first..first + length];
        if run.iter().any(|level| (level ^ run[0]) & SOA != 0) {
            return refuse("expected all singleton lvlTypes stored in the same memory layout (SoA vs AoS).");
        }
        start = first + length;
    }
    Ok(())
}

fn check_batches(levels: &[i64]) -> Checked {
    let leading = levels.iter().take_while(|level| format(**level) == BATCH).count();
    match levels[leading..].iter().any(|level| format(*level) == BATCH) {
        true => refuse("Batch lvlType can only be leading levels."),
        false => Ok(()),
    }
}

/// Checks that a structured level is the last one, behind dense ones, and that its blocks are those of the map.
fn check_structured(context: &Context, levels: &[i64], map: Option<AffineMap>) -> Checked {
    let Some(place) = levels.iter().position(|level| format(*level) == STRUCTURED) else {
        return Ok(());
    };
    if place + 1 != levels.len() {
        return refuse("expected n_out_of_m to be the last level type");
    }
    if levels[..place].iter().any(|level| format(*level) != DENSE) {
        return refuse("expected all dense lvlTypes before a n_out_of_m level");
    }
    let Some(map) = map.filter(|map| map.num_dims(context) as usize != map.results(context).len()) else {
        return Ok(());
    };
    let Some(sizes) = block_sizes(context, map) else {
        return refuse("expected 1xm block structure for n_out_of_m level");
    };
    let mut sizes = sizes.into_iter().filter(|size| *size != 0);
    let size = sizes.next().unwrap_or_default();
    if sizes.any(|other| other != size) {
        return refuse("expected only one blocked level with the same coefficients");
    }
    match size == block(levels[place]) {
        true => Ok(()),
        // MLIR's words.
        false => refuse("expected coeffiencts of Affine expressions to be equal to m of n_out_of_m level"),
    }
}

/// Checks the maps between dimensions and levels.
fn check_map(context: &Context, map: AffineMap, to_dim: Option<AffineMap>, levels: usize) -> Checked {
    let results = map.results(context).len();
    if results != levels {
        return refuse(format!(
            "level-rank mismatch between dimToLvl and lvlTypes: {results} != {levels}"
        ));
    }
    let inferred = inverse(context, map);
    if inferred.is_none() && map.num_symbols(context) == 0 {
        return refuse("failed to infer lvlToDim from dimToLvl");
    }
    if to_dim.is_some() && to_dim != inferred {
        return refuse("expected lvlToDim to be an inverse of dimToLvl");
    }
    match map.num_dims(context) as usize {
        dims if dims > levels => refuse(format!("unexpected dimToLvl mapping from {dims} to {levels}")),
        _ => Ok(()),
    }
}

/// Checks a tensor with an encoding.
pub(super) fn tensor(context: &Context, encoding: Attribute, shape: &[i64], element: Type) -> Checked {
    let Some((_, parameters)) = encoding.symbol(context) else {
        return Ok(());
    };
    let values = parameters.to_vec();
    if shape.is_empty() {
        return refuse("expected non-scalar sparse tensor");
    }
    let dims = match affine_map(context, &values, TO_LEVEL) {
        Some(map) => map.num_dims(context) as usize,
        None => integers(context, &values, LEVELS).len(),
    };
    if dims != shape.len() {
        return refuse(format!(
            "dimension-rank mismatch between encoding and tensor shape: {dims} != {}",
            shape.len()
        ));
    }
    for (index, what) in [(EXPLICIT, "explicit"), (IMPLICIT, "implicit")] {
        let Some(ty) = values[index]
            .map(|value| value.ty(context))
            .filter(|ty| *ty != element)
        else {
            continue;
        };
        let (ty, element) = (quote_type(context, ty), quote_type(context, element));
        return refuse(format!(
            "{what} value type mismatch between encoding and tensor element type: '{ty}' != '{element}'"
        ));
    }
    match values[IMPLICIT].is_none_or(|value| is_zero(context, value)) {
        true => Ok(()),
        false => refuse("implicit value must be zero"),
    }
}

/// Whether a number is 0.
fn is_zero(context: &Context, value: Attribute) -> bool {
    match value.kind(context) {
        AttributeKind::Integer { value, .. } => value.to_i64() == Some(0),
        AttributeKind::Float { value, .. } => value.to_f64() == 0.0,
        AttributeKind::Dialect { parameters, .. } => {
            let mut parts = parameters.iter().flatten();
            parts.all(|part| {
                !matches!(part.kind(context), AttributeKind::Float { .. }) || is_zero(context, part)
            })
        }
        _ => false,
    }
}
