//! `shard`: grids of devices, their axes, and the shapes of what devices exchange.

mod shapes;

use std::collections::HashSet;

use tvmlike_define::{Hook, Instance};
use tvmlike_ir::{Attribute, AttributeKind, Context, DYNAMIC, Element, Failure, SymbolTables};

pub(super) const CHECKS: super::Table = &[
    (
        "shard.all_gather",
        Hook::SymbolUses(|op, tables| shapes::gather(op, &grid_with_axes(op, tables)?)),
    ),
    ("shard.all_reduce", Hook::SymbolUses(with_axes)),
    (
        "shard.all_slice",
        Hook::SymbolUses(|op, tables| shapes::split(op, &grid_with_axes(op, tables)?, "slice_axis")),
    ),
    (
        "shard.all_to_all",
        Hook::SymbolUses(|op, tables| shapes::all_to_all(op, &grid_with_axes(op, tables)?)),
    ),
    (
        "shard.broadcast",
        Hook::SymbolUses(|op, tables| device(op, &grid_with_axes(op, tables)?, "root")),
    ),
    ("shard.gather", Hook::SymbolUses(gather)),
    ("shard.grid", Hook::Verify(verify_grid)),
    ("shard.grid_shape", Hook::SymbolUses(counted)),
    ("shard.neighbors_linear_indices", Hook::SymbolUses(with_grid)),
    ("shard.process_linear_index", Hook::SymbolUses(with_grid)),
    ("shard.process_multi_index", Hook::SymbolUses(counted)),
    ("shard.recv", Hook::SymbolUses(receive)),
    (
        "shard.reduce",
        Hook::SymbolUses(|op, tables| device(op, &grid_with_axes(op, tables)?, "root")),
    ),
    (
        "shard.reduce_scatter",
        Hook::SymbolUses(|op, tables| shapes::split(op, &grid_with_axes(op, tables)?, "scatter_axis")),
    ),
    ("shard.scatter", Hook::SymbolUses(scatter)),
    (
        "shard.send",
        Hook::SymbolUses(|op, tables| device(op, &grid_with_axes(op, tables)?, "destination")),
    ),
    ("shard.sharding", Hook::Verify(sharding)),
    ("shard.sharding", Hook::SymbolUses(offsets)),
    ("shard.shift", Hook::SymbolUses(shift)),
    // MLIR accepts memrefs with their result here, and equal types are what the record asks for.
    (
        "shard.update_halo",
        Hook::ImpliedInterface("DestinationStyleOpInterface"),
    ),
    ("shard.update_halo", Hook::SymbolUses(with_grid)),
];

/// A grid that an operation refers to.
struct Grid {
    name: String,
    shape: Vec<i64>,
}

/// The numbers of a dense array.
fn numbers(context: &Context, array: Option<Attribute>) -> Vec<i64> {
    let Some(AttributeKind::DenseArray(array)) = array.map(|array| array.kind(context)) else {
        return Vec::new();
    };
    let number = |element| match element {
        Element::Integer(value) => value.to_i64(),
        _ => None,
    };
    array.iter(context).filter_map(number).collect()
}

/// The axes of a grid in an attribute.
fn axes(instance: &Instance<'_>, name: &str) -> Vec<i64> {
    numbers(instance.context, instance.attribute(name))
}

/// The lists of axes in an attribute.
fn axis_lists(instance: &Instance<'_>) -> Vec<Vec<i64>> {
    let context = instance.context;
    let lists = instance.attribute("split_axes");
    let inner = lists.and_then(|lists| lists.symbol(context)?.1.get(0));
    match inner.or(lists).map(|lists| lists.kind(context)) {
        Some(AttributeKind::Array(lists)) => lists.iter().map(|list| numbers(context, Some(list))).collect(),
        _ => Vec::new(),
    }
}

fn grid(instance: &Instance<'_>, tables: &mut SymbolTables) -> Result<Grid, Failure> {
    let context = instance.context;
    let symbol = instance.attribute("grid");
    let found = symbol.and_then(|symbol| tables.lookup_nearest(context, instance.op, symbol));
    let name = match symbol.map(|symbol| symbol.kind(context)) {
        Some(AttributeKind::SymbolRef { root, .. }) => root.text(context).into_owned(),
        _ => String::new(),
    };
    match found.filter(|op| op.is_named(context, "shard.grid")) {
        Some(op) => Ok(Grid {
            name,
            shape: numbers(context, op.property(context, context.identifier("shape"))),
        }),
        None => {
            let message = format!("Undefined required grid symbol \"{name}\".");
            Err(instance.op.emit_error(context, message).emit())
        }
    }
}

fn verify_axes(instance: &Instance<'_>, axes: &[i64], grid: &Grid) -> Result<(), Failure> {
    let refuse = |message: String| {
        let context = instance.context;
        Err(context.emit_error(instance.op.location(context), message).emit())
    };
    let mut seen = HashSet::new();
    if !axes.iter().all(|axis| seen.insert(axis)) {
        return refuse("Grid axes contains duplicate elements.".to_owned());
    }
    let rank = grid.shape.len();
    let mut all = axes.iter();
    match all.find(|axis| !(0..rank as i64).contains(*axis)) {
        Some(axis) => refuse(format!(
            "0-based grid axis index {axis} is out of bounds. The referenced grid \"{}\" is of rank {rank}.",
            grid.name
        )),
        None => Ok(()),
    }
}

fn grid_with_axes(instance: &Instance<'_>, tables: &mut SymbolTables) -> Result<Grid, Failure> {
    let grid = grid(instance, tables)?;
    verify_axes(instance, &axes(instance, "grid_axes"), &grid)?;
    Ok(grid)
}

fn with_grid(instance: &Instance<'_>, tables: &mut SymbolTables) -> Result<(), Failure> {
    grid(instance, tables).map(|_| ())
}

fn with_axes(instance: &Instance<'_>, tables: &mut SymbolTables) -> Result<(), Failure> {
    grid_with_axes(instance, tables).map(|_| ())
}

/// Checks that there is a result for each axis, or for all of the grid.
fn counted(instance: &Instance<'_>, tables: &mut SymbolTables) -> Result<(), Failure> {
    let grid = grid(instance, tables)?;
    let axes = axes(instance, "axes");
    verify_axes(instance, &axes, &grid)?;
    let expected = match axes.len() {
        0 => grid.shape.len(),
        count => count,
    };
    let count = instance.op.num_results(instance.context);
    match count == expected {
        true => Ok(()),
        false => instance.refuse_plainly(format!(
            "Unexpected number of results {count}. Expected {expected}."
        )),
    }
}

fn verify_grid(instance: &Instance<'_>) -> Result<(), Failure> {
    let shape = axes(instance, "shape");
    if shape.is_empty() {
        return instance.refuse("rank of grid is expected to be a positive integer");
    }
    match shape.iter().any(|size| *size < 0 && *size != DYNAMIC) {
        true => instance.refuse("dimension size of a grid is expected to be non-negative or dynamic"),
        false => Ok(()),
    }
}

/// Checks the place of a device in its group.
fn device(instance: &Instance<'_>, grid: &Grid, name: &str) -> Result<(), Failure> {
    let context = instance.context;
    let (place, axes) = (axes(instance, name), axes(instance, "grid_axes"));
    let refuse = |message: String| Err(context.emit_error(instance.op.location(context), message).emit());
    if place.len() != axes.len() {
        return refuse(format!(
            "In-group device \"{name}\" has unexpected multi-index size {}. Expected {}.",
            place.len(),
            axes.len()
        ));
    }
    for (index, (place, axis)) in place.iter().zip(&axes).enumerate() {
        let size = usize::try_from(*axis).ok().and_then(|axis| grid.shape.get(axis));
        let size = size.copied().unwrap_or(DYNAMIC);
        if *place != DYNAMIC && size != DYNAMIC && size <= *place {
            return refuse(format!(
                "Out of bounds coordinate {index} for in-group device \"{name}\". Got {place}, but expected value in \
                 the range [0, {}].",
                size - 1
            ));
        }
    }
    Ok(())
}

fn gather(instance: &Instance<'_>, tables: &mut SymbolTables) -> Result<(), Failure> {
    let grid = grid_with_axes(instance, tables)?;
    device(instance, &grid, "root")?;
    shapes::gather(instance, &grid)
}

fn receive(instance: &Instance<'_>, tables: &mut SymbolTables) -> Result<(), Failure> {
    let grid = grid_with_axes(instance, tables)?;
    match instance.has("source") {
        true => device(instance, &grid, "source"),
        false => Ok(()),
    }
}

fn scatter(instance: &Instance<'_>, tables: &mut SymbolTables) -> Result<(), Failure> {
    let grid = grid_with_axes(instance, tables)?;
    device(instance, &grid, "root")?;
    shapes::split(instance, &grid, "scatter_axis")
}

fn shift(instance: &Instance<'_>, tables: &mut SymbolTables) -> Result<(), Failure> {
    grid_with_axes(instance, tables)?;
    let axis = instance.integer("shift_axis").unwrap_or_default();
    match axes(instance, "grid_axes").contains(&axis) {
        true => Ok(()),
        false => instance.refuse_plainly(format!(
            "Invalid shift axis {}. It must be one of the grouping grid axes.",
            axis.cast_unsigned()
        )),
    }
}

fn sharding(instance: &Instance<'_>) -> Result<(), Failure> {
    let lists = axis_lists(instance);
    let mut seen = HashSet::new();
    for axis in lists.iter().flatten() {
        if *axis < 0 {
            return instance.refuse_plainly("grid axis is expected to be non-negative");
        }
        if !seen.insert(axis) {
            return instance.refuse_plainly("grid axis duplicated");
        }
    }
    let halos = axes(instance, "static_halo_sizes").len();
    if halos > 0 && !axes(instance, "static_sharded_dims_offsets").is_empty() {
        return instance.refuse("halo sizes and shard offsets are mutually exclusive");
    }
    let split = lists.iter().filter(|list| !list.is_empty()).count();
    match halos > 0 && halos != 2 * split {
        true => instance.refuse_plainly("halo sizes must be specified for all split axes."),
        false => Ok(()),
    }
}

fn offsets(instance: &Instance<'_>, tables: &mut SymbolTables) -> Result<(), Failure> {
    let grid = grid(instance, tables)?;
    let offsets = axes(instance, "static_sharded_dims_offsets");
    if offsets.is_empty() {
        return Ok(());
    }
    if grid.shape.contains(&DYNAMIC) {
        return instance
            .refuse_plainly("sharded dims offsets are not allowed for device grids with dynamic shape.");
    }
    let mut rest = offsets.iter();
    for list in axis_lists(instance).iter().filter(|list| !list.is_empty()) {
        let size = |axis: &i64| usize::try_from(*axis).ok().and_then(|axis| grid.shape.get(axis));
        let shards: i64 = list.iter().filter_map(size).sum();
        let mut last = 0;
        for _ in 0..=shards {
            let Some(offset) = rest.next() else {
                return instance.refuse_plainly("sharded dims offsets has wrong size.");
            };
            if *offset != DYNAMIC {
                if *offset < last {
                    return instance.refuse_plainly("sharded dims offsets must be non-decreasing.");
                }
                last = *offset;
            }
        }
    }
    Ok(())
}
