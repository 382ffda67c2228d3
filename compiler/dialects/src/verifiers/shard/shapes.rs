//! The shapes of what devices exchange: an axis grows or shrinks by the number of devices of a group.

use tvmlike_define::Instance;
use tvmlike_ir::{DYNAMIC, Failure};

use super::{Grid, axes};

/// A size, which can be unknown.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Size(i64);

impl Size {
    fn known(self) -> Option<i64> {
        (self.0 != DYNAMIC).then_some(self.0)
    }

    fn with(self, other: Self, combine: impl FnOnce(i64, i64) -> Option<i64>) -> Self {
        let both = self.known().zip(other.known());
        Self(
            both.and_then(|(one, other)| combine(one, other))
                .unwrap_or(DYNAMIC),
        )
    }
}

/// The number of devices of a group.
fn group(instance: &Instance<'_>, grid: &Grid) -> Size {
    let axes = axes(instance, "grid_axes");
    let sizes = axes.iter().map(|axis| {
        usize::try_from(*axis)
            .ok()
            .and_then(|axis| grid.shape.get(axis).copied())
    });
    sizes.fold(Size(1), |all, size| {
        all.with(Size(size.unwrap_or(DYNAMIC)), |one, other| {
            Some(one.wrapping_mul(other))
        })
    })
}

fn shapes(instance: &Instance<'_>) -> (Vec<Size>, Vec<Size>) {
    let context = instance.context;
    let sizes = |ty: tvmlike_ir::Type| {
        ty.shape(context)
            .map_or_else(Vec::new, |shape| shape.iter().map(Size).collect())
    };
    (
        sizes(instance.operand_type("input")),
        sizes(instance.result_type("result")),
    )
}

fn refuse(instance: &Instance<'_>, message: String) -> Result<(), Failure> {
    let context = instance.context;
    Err(context.emit_error(instance.op.location(context), message).emit())
}

/// Checks a size of the result, if it is known and there.
fn compare(instance: &Instance<'_>, expected: Size, result: &[Size], axis: usize) -> Result<(), Failure> {
    let Some(size) = result.get(axis).and_then(|size| size.known()) else {
        return Ok(());
    };
    match expected == Size(size) {
        true => Ok(()),
        false => {
            let expected = expected
                .known()
                .map_or_else(|| "dynamic".to_owned(), |size| size.to_string());
            refuse(
                instance,
                format!(
                    "Dimension size mismatch for result axis {axis}. Expected {expected}, but got {size}."
                ),
            )
        }
    }
}

/// An axis of a tensor, in its rank.
fn axis(instance: &Instance<'_>, name: &str) -> i64 {
    instance.integer(name).unwrap_or_default()
}

/// Refuses an axis that an operand does not have, for which MLIR reads beyond its shape.
fn bounded(instance: &Instance<'_>, name: &str, rank: usize) -> Result<usize, Failure> {
    let value = axis(instance, name);
    match usize::try_from(value).ok().filter(|axis| *axis < rank) {
        Some(axis) => Ok(axis),
        None => {
            let what = name.replace('_', " ");
            let message = format!("{what} {value} is out of bounds [0, {rank})");
            refuse(instance, message).map(|()| 0)
        }
    }
}

pub(super) fn gather(instance: &Instance<'_>, grid: &Grid) -> Result<(), Failure> {
    let (input, result) = shapes(instance);
    let (wanted, rank) = (axis(instance, "gather_axis"), result.len());
    if !(0..rank as i64).contains(&wanted) {
        let message = format!("Gather axis {wanted} is out of bounds [0, {rank}).");
        return refuse(instance, message);
    }
    let devices = group(instance, grid);
    for (index, size) in input.iter().enumerate() {
        let expected = match index as i64 == wanted {
            true => devices.with(*size, |one, other| Some(one.wrapping_mul(other))),
            false => *size,
        };
        compare(instance, expected, &result, index)?;
    }
    Ok(())
}

pub(super) fn split(instance: &Instance<'_>, grid: &Grid, name: &str) -> Result<(), Failure> {
    let (input, result) = shapes(instance);
    let place = bounded(instance, name, input.len())?;
    for (index, size) in input.iter().enumerate().filter(|(index, _)| *index != place) {
        compare(instance, *size, &result, index)?;
    }
    let devices = group(instance, grid);
    if let (Some(size), Some(count)) = (input[place].known(), devices.known())
        && size.checked_rem(count) != Some(0)
    {
        return refuse(
            instance,
            format!(
                "Operand dimension size {size} is not divisible by collective device group size {count} for tensor \
                 axis {place}."
            ),
        );
    }
    let expected = input[place].with(devices, i64::checked_div);
    compare(instance, expected, &result, place)
}

pub(super) fn all_to_all(instance: &Instance<'_>, grid: &Grid) -> Result<(), Failure> {
    let (input, result) = shapes(instance);
    let from = bounded(instance, "split_axis", input.len())?;
    let to = bounded(instance, "concat_axis", input.len())?;
    for (index, size) in input.iter().enumerate() {
        if index != from && index != to || from == to {
            compare(instance, *size, &result, index)?;
        }
    }
    if from == to {
        return Ok(());
    }
    let devices = group(instance, grid);
    let grown = input[to].with(devices, |one, other| Some(one.wrapping_mul(other)));
    compare(instance, grown, &result, to)?;
    let shrunk = input[from].with(devices, |size, count| {
        (size.checked_rem(count) == Some(0)).then(|| size / count)
    });
    compare(instance, shrunk, &result, from)
}
