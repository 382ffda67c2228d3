//! Handles: ids with a generation, which front ends keep while others may erase.

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::context::Context;
use crate::id::{Block, Identifier, Op, Region, Value};
use crate::record::{ERASED_BY, GENERATION, op, region, value};
use crate::value::ValueOwner;

/// A kept reference to an operation, a block, a region or a value. It does not keep the thing alive.
#[derive(Clone, Copy, Debug)]
pub struct Handle {
    kind: HandleKind,
    id: u32,
    generation: u32,
    index: u32,
    /// The name of the operation, for the error of a stale handle; 0 for none.
    name: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum HandleKind {
    Op,
    Block,
    Region,
    DetachedRegion,
    Result,
    Argument,
}

/// The error of a stale handle: its operation, block, region or value was erased. The message names it and, where known,
/// what erased it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stale {
    message: String,
}

impl fmt::Display for Stale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Stale {}

impl PartialEq for Handle {
    fn eq(&self, other: &Self) -> bool {
        (self.kind, self.id, self.generation, self.index)
            == (other.kind, other.id, other.generation, other.index)
    }
}

impl Eq for Handle {}

impl Hash for Handle {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.id, self.generation, self.index).hash(state);
    }
}

impl Handle {
    /// Whether it is a handle of an argument of a block.
    pub fn is_block_argument(self) -> bool {
        self.kind == HandleKind::Argument
    }
}

impl Op {
    /// A number that changes when the operation is erased: for lists of ids that are checked before they are used.
    #[inline]
    pub fn generation(self, context: &Context) -> u32 {
        context.space.get(self.raw() + GENERATION)
    }
}

impl Context {
    /// A handle of an operation.
    #[inline]
    pub fn op_handle(&self, op: Op) -> Handle {
        Handle {
            kind: HandleKind::Op,
            id: op.raw(),
            generation: self.space.get(op.raw() + GENERATION),
            index: 0,
            name: self.space.get(op.raw() + op::NAME),
        }
    }

    /// A handle of a block.
    pub fn block_handle(&self, block: Block) -> Handle {
        Handle {
            kind: HandleKind::Block,
            id: block.raw(),
            generation: self.space.get(block.raw() + GENERATION),
            index: 0,
            name: block.parent_op(self).map_or(0, |op| op.name(self).raw()),
        }
    }

    /// A handle of a region.
    pub fn region_handle(&self, region: Region) -> Handle {
        match region.parent_op(self) {
            Some(op) => Handle {
                kind: HandleKind::Region,
                index: region.index(self) as u32,
                ..self.op_handle(op)
            },
            None => Handle {
                kind: HandleKind::DetachedRegion,
                id: region.raw(),
                generation: self.space.get(region.raw() - 1 + GENERATION),
                index: 0,
                name: 0,
            },
        }
    }

    /// A handle of a value.
    pub fn value_handle(&self, value: Value) -> Handle {
        match value.owner(self) {
            ValueOwner::Result { op, index } => Handle {
                kind: HandleKind::Result,
                index: index as u32,
                ..self.op_handle(op)
            },
            ValueOwner::Argument { block, .. } => Handle {
                kind: HandleKind::Argument,
                id: value.raw(),
                generation: self.space.get(value.raw() - 1 + GENERATION),
                index: 0,
                name: block.parent_op(self).map_or(0, |op| op.name(self).raw()),
            },
        }
    }

    /// The operation of a handle that [`op_handle`](Self::op_handle) of this context made.
    ///
    /// # Errors
    /// The operation was erased; or the handle is one of a block, a region or a value.
    #[inline]
    pub fn resolve_op(&self, handle: Handle) -> Result<Op, Stale> {
        if handle.kind == HandleKind::Op && self.space.get(handle.id + GENERATION) == handle.generation {
            return Ok(Op::new(handle.id));
        }
        Err(self.stale(handle, "operation", handle.kind == HandleKind::Op))
    }

    /// The block of a handle.
    ///
    /// # Errors
    /// The block was erased; or the handle is not one of a block.
    pub fn resolve_block(&self, handle: Handle) -> Result<Block, Stale> {
        if handle.kind == HandleKind::Block && self.space.get(handle.id + GENERATION) == handle.generation {
            return Ok(Block::new(handle.id));
        }
        Err(self.stale(handle, "block", handle.kind == HandleKind::Block))
    }

    /// The region of a handle.
    ///
    /// # Errors
    /// The region was erased, or moved into an operation; or the handle is not one of a region.
    pub fn resolve_region(&self, handle: Handle) -> Result<Region, Stale> {
        let (slot, right) = match handle.kind {
            HandleKind::Region => (handle.id, true),
            HandleKind::DetachedRegion => (handle.id.wrapping_sub(1), true),
            _ => (handle.id, false),
        };
        if right && self.space.get(slot + GENERATION) == handle.generation {
            let op = Op::new(handle.id);
            return Ok(match handle.kind {
                HandleKind::Region => Region::new(self.parts(op).regions + handle.index * region::SIZE),
                _ => Region::new(handle.id),
            });
        }
        Err(self.stale(handle, "region", right))
    }

    /// The value of a handle.
    ///
    /// # Errors
    /// What defines the value was erased; or the handle is not one of a value.
    #[inline]
    pub fn resolve_value(&self, handle: Handle) -> Result<Value, Stale> {
        let (slot, right) = match handle.kind {
            HandleKind::Result => (handle.id, true),
            HandleKind::Argument => (handle.id.wrapping_sub(1), true),
            _ => (handle.id, false),
        };
        if right && self.space.get(slot + GENERATION) == handle.generation {
            return Ok(match handle.kind {
                HandleKind::Result => Value::new(handle.id + op::HEADER + handle.index * value::RESULT),
                _ => Value::new(handle.id),
            });
        }
        Err(self.stale(handle, "value", right))
    }

    #[cold]
    fn stale(&self, handle: Handle, wanted: &str, right_kind: bool) -> Stale {
        if !right_kind {
            return Stale {
                message: format!("expected a handle of a {wanted}, got one of another kind"),
            };
        }
        let name = Identifier::from_raw(handle.name)
            .map_or_else(|| "?".to_owned(), |name| name.text(self).into_owned());
        let what = match handle.kind {
            HandleKind::Op => format!("the operation `{name}`"),
            HandleKind::Block => format!("a block of `{name}`"),
            HandleKind::Region => format!("region {} of `{name}`", handle.index),
            HandleKind::DetachedRegion => "a region".to_owned(),
            HandleKind::Result => format!("result {} of `{name}`", handle.index),
            HandleKind::Argument => format!("an argument of a block of `{name}`"),
        };
        let message = match self.cause_of(handle) {
            Some(cause) => format!("{what} was erased by {}", cause.text(self)),
            None => format!("{what} no longer exists: it was erased"),
        };
        Stale { message }
    }

    /// What erased a thing, as long as its memory is not used again.
    fn cause_of(&self, handle: Handle) -> Option<Identifier> {
        let (slot, erased_by) = match handle.kind {
            HandleKind::Op | HandleKind::Region | HandleKind::Result => (handle.id, op::ERASED_BY),
            HandleKind::Block => (handle.id, ERASED_BY),
            HandleKind::DetachedRegion => (handle.id - 1, ERASED_BY),
            HandleKind::Argument => (handle.id - 1, value::ERASED_BY),
        };
        let freed = self.space.get(slot + GENERATION) == handle.generation.wrapping_add(1);
        let cause = self.space.get(slot + erased_by);
        // The words of a slot that is in use again could be anything.
        let is_kept = match handle.kind {
            HandleKind::Op | HandleKind::Region | HandleKind::Result => {
                self.space.get(slot + op::ERASED_NAME) == handle.name
            }
            _ => self.space.get(slot + erased_by + 1) == !cause,
        };
        (freed && is_kept)
            .then(|| Identifier::from_raw(cause))
            .flatten()
            .filter(|cause| self.is_identifier(*cause))
    }
}
