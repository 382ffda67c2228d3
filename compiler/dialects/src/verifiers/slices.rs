//! Slices: offsets, sizes and strides that are constants or operands, and the types that they lead to.

use tvmlike_define::Instance;
use tvmlike_ir::{DYNAMIC, Dims, Failure};

/// The constants of a slice; [`DYNAMIC`] stands for an operand.
pub(crate) struct Slice {
    pub(crate) offsets: Vec<i64>,
    pub(crate) sizes: Vec<i64>,
    pub(crate) strides: Vec<i64>,
}

impl Slice {
    /// The constants of an operation.
    pub(super) fn of(instance: &Instance<'_>) -> Self {
        Self {
            offsets: instance.integers("static_offsets"),
            sizes: instance.integers("static_sizes"),
            strides: instance.integers("static_strides"),
        }
    }
}

/// Checks the lists of an operation with the interface `OffsetSizeAndStrideOpInterface`. `ranks` are the lengths that the
/// lists of offsets, sizes and strides have to have.
pub(super) fn verify_lists(instance: &Instance<'_>, ranks: [usize; 3]) -> Result<(), Failure> {
    let Slice {
        offsets,
        sizes,
        strides,
    } = Slice::of(instance);
    for (name, constants) in [("sizes", &sizes), ("strides", &strides), ("offsets", &offsets)] {
        let given = instance.operands(name).len();
        let expected = constants.iter().filter(|value| **value == DYNAMIC).count();
        if given != expected {
            return instance.refuse_plainly(format!(
                "expected the number of '{name}' to match the number of dynamic entries in 'static_{name}' ({given} vs \
                 {expected})"
            ));
        }
    }
    let single = offsets.len() == 1 && ranks[0] == 1;
    if !single && offsets.len() != sizes.len() {
        return refuse_ranks(instance, "offsets", "sizes", offsets.len(), sizes.len());
    }
    if sizes.len() != strides.len() {
        return refuse_ranks(instance, "sizes", "strides", sizes.len(), strides.len());
    }
    let lists = [("offset", &offsets), ("size", &sizes), ("stride", &strides)];
    for ((name, constants), rank) in lists.into_iter().zip(ranks) {
        if constants.len() != rank {
            return instance
                .refuse_plainly(format!("expected {rank} {name} values, got {}", constants.len()));
        }
    }
    for (name, constants) in [("offsets", &offsets), ("sizes", &sizes)] {
        if let Some(value) = constants.iter().find(|value| **value < 0 && **value != DYNAMIC) {
            return instance.refuse_plainly(format!("expected {name} to be non-negative, but got {value}"));
        }
    }
    Ok(())
}

fn refuse_ranks(
    instance: &Instance<'_>,
    one: &str,
    other: &str,
    lengths: usize,
    others: usize,
) -> Result<(), Failure> {
    instance.refuse_plainly(format!(
        "expected mixed {one} rank to match mixed {other} rank ({lengths} vs {others}) so the rank of the result type is \
         well-formed."
    ))
}

/// Checks that a slice is within a shape as far as the numbers are known.
pub(super) fn verify_bounds(instance: &Instance<'_>, shape: Dims<'_>, slice: &Slice) -> Result<(), Failure> {
    match out_of_bounds(shape, slice) {
        Some(message) => instance.refuse_plainly(message),
        None => Ok(()),
    }
}

/// Why a slice is not within a shape, as far as the numbers are known. `None`: it can be.
pub(crate) fn out_of_bounds(shape: Dims<'_>, slice: &Slice) -> Option<String> {
    let numbers = slice.offsets.iter().zip(&slice.sizes).zip(&slice.strides);
    for (index, (length, ((offset, size), stride))) in shape.iter().zip(numbers).enumerate() {
        if length == DYNAMIC || *offset == DYNAMIC {
            continue;
        }
        if *offset >= length {
            return Some(format!("offset {index} is out-of-bounds: {offset} >= {length}"));
        }
        if *size == DYNAMIC || *stride == DYNAMIC {
            continue;
        }
        let last = size.wrapping_sub(1).wrapping_mul(*stride).wrapping_add(*offset);
        if last >= length {
            return Some(format!(
                "slice along dimension {index} runs out-of-bounds: {last} >= {length}"
            ));
        }
    }
    None
}

/// Which dimensions of a shape another shape leaves out, if all that it leaves out have the size 1.
pub(super) fn dropped(shape: &[i64], reduced: &[i64]) -> Option<Vec<bool>> {
    let mut rest = reduced.iter().peekable();
    let mut dropped = Vec::with_capacity(shape.len());
    for size in shape {
        let is_kept = rest.next_if_eq(&size).is_some();
        if !is_kept && *size != 1 {
            return None;
        }
        dropped.push(!is_kept);
    }
    rest.next().is_none().then_some(dropped)
}
