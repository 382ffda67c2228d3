//! Short ways to make operations.

use tvmlike_ir::{Block, Exclusive, Op, OpState, Region, Type, Value};

/// The parts of an operation; its location is unknown.
#[derive(Default)]
pub(crate) struct Parts<'a> {
    pub(crate) results: &'a [Type],
    pub(crate) operands: &'a [Value],
    pub(crate) successors: &'a [Block],
    pub(crate) regions: &'a [Option<Region>],
}

/// Makes a detached operation.
pub(crate) fn make(edit: &mut Exclusive<'_>, name: &str, parts: &Parts<'_>) -> Op {
    let state = OpState {
        results: parts.results,
        operands: parts.operands,
        successors: parts.successors,
        regions: parts.regions,
        ..OpState::new(edit.identifier(name), edit.unknown_location())
    };
    edit.create(&state)
}

/// Makes an operation at the end of a block.
pub(crate) fn add(edit: &mut Exclusive<'_>, block: Block, name: &str, parts: &Parts<'_>) -> Op {
    let op = make(edit, name, parts);
    block.append(edit, op).unwrap();
    op
}

/// Makes a region with empty blocks.
pub(crate) fn region<const N: usize>(edit: &mut Exclusive<'_>) -> (Region, [Block; N]) {
    let region = edit.create_region();
    let blocks = [(); N].map(|()| {
        let block = edit.create_block(&[]);
        region.append(edit, block).unwrap();
        block
    });
    (region, blocks)
}
