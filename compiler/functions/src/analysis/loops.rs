//! `analysis.natural_loops` and `analysis.NaturalLoop`.

use tvmlike::packed_func;
use tvmlike_ir as ir;
use tvmlike_transform::{NaturalLoop as Found, natural_loops as find};

use crate::api::*;
use crate::handles::{Block, Ref, Region};

/// Blocks that branches repeat, entered through one of them.
#[derive(Object)]
#[object(key = "analysis.NaturalLoop")]
pub(crate) struct NaturalLoop {
    near: Ref,
    header: ObjectPtr<Block>,
    blocks: Vec<ObjectPtr<Block>>,
    latches: Vec<ObjectPtr<Block>>,
    exiting: Vec<ObjectPtr<Block>>,
    exits: Vec<ObjectPtr<Block>>,
    parent: Option<ObjectPtr<NaturalLoop>>,
    depth: i64,
}

#[methods]
impl NaturalLoop {
    /// The block through which the loop is entered.
    #[getter]
    fn header(&self) -> ObjectPtr<Block> {
        self.header.clone()
    }

    /// The blocks of the loop, the header first, with those of loops in it.
    #[getter]
    fn blocks(&self) -> Vec<ObjectPtr<Block>> {
        self.blocks.clone()
    }

    /// The blocks that branch back to the header.
    #[getter]
    fn latches(&self) -> Vec<ObjectPtr<Block>> {
        self.latches.clone()
    }

    /// The blocks that branch out of the loop.
    #[getter]
    fn exiting_blocks(&self) -> Vec<ObjectPtr<Block>> {
        self.exiting.clone()
    }

    /// The blocks behind the loop.
    #[getter]
    fn exit_blocks(&self) -> Vec<ObjectPtr<Block>> {
        self.exits.clone()
    }

    /// The loop around this one.
    #[getter]
    fn parent_loop(&self) -> Option<ObjectPtr<NaturalLoop>> {
        self.parent.clone()
    }

    /// 1 for a loop that is in no other one.
    #[getter]
    fn depth(&self) -> i64 {
        self.depth
    }

    /// Whether a block is in the loop.
    fn contains(&self, block: &Block) -> Result<bool> {
        let wanted = block.in_context(self.near.context())?;
        for one in &self.blocks {
            if one.part.block()? == wanted {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The natural loops of a region: each behind the loops around it.
#[packed_func("analysis.natural_loops")]
fn natural_loops(region: &Region) -> Result<Vec<ObjectPtr<NaturalLoop>>> {
    let near = &region.part;
    let core = near.read()?;
    let found = find(&core, near.region()?, &mut ir::DominanceInfo::new());
    let mut made: Vec<ObjectPtr<NaturalLoop>> = Vec::new();
    for one in &found {
        let parent = one.parent.map(|number| made[number].clone());
        made.push(ObjectPtr::new(make(&core, near, one, parent)));
    }
    Ok(made)
}

fn make(
    core: &ir::Context,
    near: &Ref,
    found: &Found,
    parent: Option<ObjectPtr<NaturalLoop>>,
) -> NaturalLoop {
    let list = |blocks: Vec<ir::Block>| blocks.into_iter().map(|block| Block::make(near, block)).collect();
    NaturalLoop {
        near: near.clone(),
        header: Block::make(near, found.header()),
        blocks: list(found.blocks.clone()),
        latches: list(found.latches(core)),
        exiting: list(found.exiting(core)),
        exits: list(found.exits(core)),
        depth: parent.as_ref().map_or(1, |parent| parent.depth + 1),
        parent,
    }
}
