//! Checks of layouts of `xegpu`: `#xegpu.layout<sg_layout = [4, 4], lane_layout = [1, 16], …>`.

use tvmlike_ir::{Attribute, AttributeKind, Context, Element, Parameters};

use super::super::values::number;

/// The places of the parameters of a layout.
const SUBGROUP_LAYOUT: usize = 0;
const SUBGROUP_DATA: usize = 1;
const INSTRUCTION_DATA: usize = 2;
const LANE_LAYOUT: usize = 3;
const LANE_DATA: usize = 4;
const ORDER: usize = 5;

type Checked = Result<(), String>;

/// The integers of a dense array.
fn list(context: &Context, value: Option<Attribute>) -> Option<Vec<i64>> {
    let AttributeKind::DenseArray(array) = value?.kind(context) else {
        return None;
    };
    let item = |element: Element<'_>| match element {
        Element::Integer(value) => value.to_i64(),
        _ => None,
    };
    array.iter(context).map(item).collect()
}

/// The integers of a parameter.
pub(in super::super) fn list_at(
    context: &Context,
    parameters: Parameters<'_>,
    index: usize,
) -> Option<Vec<i64>> {
    list(context, parameters.get(index))
}

/// The integer of a parameter.
pub(in super::super) fn integer_at(
    context: &Context,
    parameters: Parameters<'_>,
    index: usize,
) -> Option<i64> {
    number(context, &[parameters.get(index)], 0)
}

/// Checks the ranks of the lists.
pub(super) fn layout(context: &Context, values: &[Option<Attribute>]) -> Checked {
    let rank = |index: usize| list(context, values[index]).map(|list| list.len());
    let both = |first: usize, second: usize| rank(first).zip(rank(second));
    let differ = |first: usize, second: usize| both(first, second).is_some_and(|(one, other)| one != other);
    let (groups, instructions, lanes) = (SUBGROUP_LAYOUT, INSTRUCTION_DATA, LANE_LAYOUT);
    if [groups, instructions, lanes]
        .iter()
        .all(|index| values[*index].is_none())
    {
        return Err("expected at least one of sg_layout, inst_data or lane_layout".to_owned());
    }
    if differ(groups, instructions) {
        return Err("expected sg_layout and inst_data to have the same rank".to_owned());
    }
    if differ(groups, lanes) {
        return Err("expected sg_layout and lane_layout to have the same rank".to_owned());
    }
    if let Some((data, layout)) = both(instructions, lanes).filter(|(data, layout)| data != layout) {
        return Err(format!(
            "expected inst_data and lane_layout to have the same rank, got inst_data {data}, lane_layout {layout}"
        ));
    }
    for (data, layout, name) in [(SUBGROUP_DATA, groups, "sg"), (LANE_DATA, lanes, "lane")] {
        if values[data].is_some() && values[layout].is_none() {
            return Err(format!("expected {name}_layout being used with {name}_data"));
        }
        if differ(data, layout) {
            return Err(format!(
                "expected {name}_data and {name}_layout to have the same rank"
            ));
        }
    }
    if values[ORDER].is_some() {
        if values[groups].is_none() && values[lanes].is_none() {
            return Err("expected sg_layout/lane_layout being used with order".to_owned());
        }
        for (layout, name) in [(groups, "sg"), (lanes, "lane")] {
            if differ(ORDER, layout) {
                return Err(format!("expected order and {name}_layout to have the same rank"));
            }
        }
    }
    Ok(())
}

/// The rank of a layout, or of a slice of one.
fn rank(context: &Context, layout: Attribute) -> Option<usize> {
    let (info, parameters) = layout.symbol(context)?;
    match info.is_named(context, "xegpu", "slice") {
        true => {
            let sliced = list_at(context, parameters, 1)?.len();
            rank(context, parameters.get(0)?)?.checked_sub(sliced)
        }
        false => (0..6).find_map(|index| Some(list_at(context, parameters, index)?.len())),
    }
}

/// Checks that the dimensions of a slice are different ones of its parent.
pub(super) fn slice(context: &Context, values: &[Option<Attribute>]) -> Checked {
    let (Some(parent), Some(dims)) = (values[0], list(context, values[1])) else {
        return Err("expected xegpu.slice with a layout and dims".to_owned());
    };
    let rank = rank(context, parent).unwrap_or_default() as i64;
    for (index, dim) in dims.iter().enumerate() {
        if !(0..rank).contains(dim) {
            return Err(format!("invalid dim ({dim}) in slice attribute."));
        }
        if dims[..index].contains(dim) {
            return Err(format!("repeated dim ({dim}) in slice attribute."));
        }
    }
    Ok(())
}

/// Checks that a range is not empty.
pub(super) fn range(context: &Context, values: &[Option<Attribute>]) -> Checked {
    match (number(context, values, 0), number(context, values, 1)) {
        (Some(start), Some(end)) if end <= start => {
            Err(format!("'end' : {end} must be greater than 'start' : {start}"))
        }
        _ => Ok(()),
    }
}

/// Checks the number of elements in a row.
pub(super) fn scatter(context: &Context, values: &[Option<Attribute>]) -> Checked {
    match number(context, values, 1) {
        Some(..=0) => Err("invalid chunk size".to_owned()),
        _ => Ok(()),
    }
}

/// The quotients of sizes; `None` if one does not divide the other.
fn ratio(shape: &[i64], parts: &[i64]) -> Option<Vec<i64>> {
    let one = |(size, part): (&i64, &i64)| match size.checked_rem(*part)? {
        0 => size.checked_div(*part),
        _ => None,
    };
    match shape.len() == parts.len() {
        true => shape.iter().zip(parts).map(one).collect(),
        false => None,
    }
}

/// The shape that is left for the next level; `None` if the parts do not divide it. `is_cyclic`: the parts can be larger
/// than the shape.
fn distribute(
    shape: &[i64],
    layout: Option<&[i64]>,
    data: Option<&[i64]>,
    is_cyclic: bool,
) -> Option<Vec<i64>> {
    let mut left = shape.to_vec();
    if let Some(layout) = layout {
        match ratio(shape, layout) {
            Some(quotients) => left = quotients,
            None if is_cyclic && ratio(layout, shape).is_some() => {}
            None => return None,
        }
    }
    if let Some(data) = data {
        if ratio(&left, data).is_none() && !(is_cyclic && ratio(data, &left).is_some()) {
            return None;
        }
        left = data.to_vec();
    }
    Some(left)
}

/// Whether subgroups, instructions and lanes can share a shape evenly.
pub(in super::super) fn is_distributable(context: &Context, shape: &[i64], layout: Parameters<'_>) -> bool {
    let list = |index: usize| list_at(context, layout, index).filter(|list| !list.is_empty());
    let lists: Vec<Option<Vec<i64>>> = (0..ORDER).map(list).collect();
    let at = |index: usize| lists[index].as_deref();
    let of_groups = distribute(shape, at(SUBGROUP_LAYOUT), at(SUBGROUP_DATA), true);
    let of_instructions = of_groups.and_then(|shape| distribute(&shape, None, at(INSTRUCTION_DATA), false));
    let of_lanes =
        of_instructions.and_then(|shape| distribute(&shape, at(LANE_LAYOUT), at(LANE_DATA), false));
    of_lanes.is_some()
}
