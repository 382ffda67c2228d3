//! Checks of layouts of `xegpu`: `#xegpu.layout<sg_layout = [4, 4], lane_layout = [1, 16], …>`.

use tvmlike_ir::{Attribute, Context};

use super::super::values::number;
use crate::xegpu::{INSTRUCTION_DATA, LANE_DATA, LANE_LAYOUT, Layout, ORDER, SUBGROUP_DATA, SUBGROUP_LAYOUT};

type Checked = Result<(), String>;

/// The integers of a parameter.
fn list(context: &Context, value: Option<Attribute>) -> Option<Vec<i64>> {
    crate::xegpu::list(context, value?)
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

/// Checks that the dimensions of a slice are different ones of its parent.
pub(super) fn slice(context: &Context, values: &[Option<Attribute>]) -> Checked {
    let (Some(parent), Some(dims)) = (values[0], list(context, values[1])) else {
        return Err("expected xegpu.slice with a layout and dims".to_owned());
    };
    let rank = Layout::of(context, parent).and_then(|layout| layout.rank());
    let rank = rank.unwrap_or_default() as i64;
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
