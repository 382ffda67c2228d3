//! The names of canonical loops in text: `canonloop_s0_d1` and the like.
//!
//! A name has a part for each choice on the way from the closest isolated operation to the loop: `_r1` for the second
//! region of an operation, `_s1` for the second operation with regions in its region, and `_d1` for a loop that is the
//! only such operation within another loop. Parts that no other loop could have otherwise are left out.

use std::fmt::Write;

use tvmlike_ir::{Context, Op, Region, Traits};

use super::super::lists;

/// A choice on the way to a loop.
struct Part {
    is_region: bool,
    /// Of the region, or of the operation among those with regions.
    index: usize,
    /// Whether there is no other choice.
    is_only: bool,
    is_loop: bool,
    /// How many loops are around it without another choice.
    depth: usize,
    is_left_out: bool,
}

/// The name of a canonical loop after a prefix.
pub(super) fn of_loop(context: &Context, op: Op, prefix: &str) -> String {
    let mut parts = way(context, op);
    let mut depth = 0;
    for part in &mut parts {
        if part.is_region || !part.is_only {
            depth = 0;
        }
        part.depth = depth;
        depth += usize::from(part.is_loop);
    }
    // Of a nest, the innermost loop shows the depth.
    let mut in_nest = false;
    for part in parts.iter_mut().rev().filter(|part| !part.is_region) {
        if in_nest {
            part.is_left_out = part.is_only;
            in_nest = part.depth > 0;
        } else {
            in_nest = part.depth > 0;
        }
    }
    let mut name = prefix.to_owned();
    let mut is_new_region = true;
    for part in &parts {
        let is_plain = !part.is_region && !part.is_loop;
        let is_left_out = part.is_left_out || part.is_only && (is_plain || is_new_region);
        is_new_region = part.is_region;
        if !is_left_out {
            let (letter, index) = match (part.is_region, part.depth) {
                (true, _) => ('r', part.index),
                (false, 0) => ('s', part.index),
                (false, depth) => ('d', depth),
            };
            let _ = write!(name, "_{letter}{index}");
        }
    }
    name
}

/// The choices from the outermost one.
fn way(context: &Context, op: Op) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut op = op;
    while let Some(region) = op.parent_region(context) {
        let (index, count) = position(context, region, op);
        parts.push(Part {
            is_region: false,
            index,
            is_only: count <= 1,
            is_loop: op.is_named(context, "omp.canonical_loop"),
            depth: 0,
            is_left_out: false,
        });
        let Some(parent) = op.parent_op(context) else {
            break;
        };
        if parent.has_trait(context, Traits::ISOLATED_FROM_ABOVE) {
            break;
        }
        if parent.num_regions(context) > 1 {
            let index = parent.regions(context).position(|other| other == region);
            parts.push(Part {
                is_region: true,
                index: index.unwrap_or_default(),
                is_only: false,
                is_loop: false,
                depth: 0,
                is_left_out: false,
            });
        }
        op = parent;
    }
    parts.reverse();
    parts
}

/// How many operations with regions are before an operation in a region, and how many there are.
fn position(context: &Context, region: Region, op: Op) -> (usize, usize) {
    let (mut before, mut count) = (0, 0);
    for other in region.blocks(context).flat_map(|block| block.operations(context)) {
        if other == op {
            before = count;
        }
        count += usize::from(other.num_regions(context) > 0);
    }
    (before, count)
}

/// The name of the result of `omp.new_cli`: that of the loop which it refers to.
pub(super) fn of_loop_value(context: &Context, op: Op) -> Option<Vec<u8>> {
    let value = op.result(context, 0)?;
    let name = value.uses(context).find_map(|operand| {
        let (user, index) = (operand.owner(context), operand.index(context));
        match (user.name(context).bytes(context), index) {
            (b"omp.canonical_loop", 1) => Some(of_loop(context, user, "canonloop")),
            (b"omp.tile", _) => {
                let [generated, _, _] = lists::segments::<3>(context, user)?;
                let half = generated / 2;
                match index {
                    _ if index < half => Some(format!("grid{}", index + 1)),
                    _ if index < generated => Some(format!("intratile{}", index - half + 1)),
                    _ => None,
                }
            }
            _ => None,
        }
    });
    Some(name.unwrap_or_else(|| "cli".to_owned()).into_bytes())
}
