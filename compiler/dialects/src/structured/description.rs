//! The lines that describe named operations.

use std::sync::{Arc, LazyLock};

use tvmlike_define::DialectRecord;

/// What the data say of a named operation.
#[derive(Debug)]
pub(crate) struct Named {
    /// The name without the dialect.
    pub(crate) name: &'static str,
    /// The number of operands, and of arguments of the body.
    pub(crate) arguments: usize,
    pub(crate) shape: Shape,
    /// What the body computes, in prefix notation.
    pub(crate) computation: &'static str,
}

/// The loops and maps of a named operation.
#[derive(Debug)]
pub(crate) enum Shape {
    /// A parallel loop for each dimension of the output, which every operand that is not a scalar has, too.
    Elementwise,
    /// Always the same loops.
    Loops {
        /// A letter for each loop: `p` for parallel, `r` for reduction.
        kinds: &'static str,
        /// The results of the map of each operand.
        maps: Vec<&'static str>,
    },
}

static ALL: LazyLock<Vec<Named>> = LazyLock::new(|| {
    let text = include_str!("../../data/structured/linalg.txt");
    let read = |line: &'static str| {
        read(line).unwrap_or_else(|| panic!("data/structured/linalg.txt: wrong line: {line}"))
    };
    text.lines().map(read).collect()
});

/// Reads `NAME LOOPS (MAP)… : COMPUTATION` or `NAME elementwise ARGUMENTS : COMPUTATION`.
fn read(line: &'static str) -> Option<Named> {
    let (head, computation) = line.split_once(" : ")?;
    let (name, head) = head.split_once(' ')?;
    let (kinds, rest) = head.split_once(' ')?;
    if kinds == "elementwise" {
        return Some(Named {
            name,
            arguments: rest.parse().ok()?,
            shape: Shape::Elementwise,
            computation,
        });
    }
    let maps: Vec<_> = rest.split_inclusive(')').map(str::trim).collect();
    Some(Named {
        name,
        arguments: maps.len(),
        shape: Shape::Loops { kinds, maps },
        computation,
    })
}

/// All named operations, sorted.
pub(super) fn all() -> &'static [Named] {
    &ALL
}

/// A named operation, by its name without the dialect.
pub(crate) fn find(name: &str) -> Option<&'static Named> {
    let index = ALL.binary_search_by(|each| each.name.cmp(name)).ok()?;
    Some(&ALL[index])
}

/// What is wrong with the lines: an order, or an operation without inputs and outputs.
pub(crate) fn faults(record: impl Fn(&str) -> Option<&'static Arc<DialectRecord>>) -> Vec<String> {
    let mut faults = Vec::new();
    if !ALL.is_sorted_by_key(|each| each.name) {
        faults.push("the lines are not sorted".to_owned());
    }
    let record = record("linalg");
    for named in ALL.iter() {
        let name = format!("linalg.{}", named.name);
        let op = record.and_then(|record| record.operations.iter().find(|op| *op.name == *name));
        let operands = op.map(|op| op.operands.iter().map(|each| &*each.name).collect::<Vec<_>>());
        if operands.as_deref() != Some(&["inputs", "outputs"]) {
            faults.push(format!("{name}: the operands of its record are {operands:?}"));
        }
    }
    faults
}
