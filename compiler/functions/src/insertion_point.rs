//! `ir.InsertionPoint`: where operations are inserted.

use tvmlike_ir as ir;
use tvmlike_runtime::current::with_three;

use crate::api::*;
use crate::current::{self, GivenLocation};
use crate::errors;
use crate::handles::{Block, Context, Location, Operation, OperationBase, Owner, Ref};

/// A place in a block: before an operation, or at the end.
#[derive(Object)]
#[object(key = "ir.InsertionPoint")]
pub(crate) struct InsertionPoint {
    block: Ref,
    before: Option<ir::Handle>,
}

/// An insertion point, or False for none.
#[derive(Union)]
pub(crate) enum Place {
    Nowhere(bool),
    Point(ObjectPtr<InsertionPoint>),
}

/// The terminator of a block: its last operation, if that is registered as one.
fn terminator(core: &ir::Context, block: ir::Block) -> Option<ir::Op> {
    block
        .last_op(core)
        .filter(|op| op.has_trait(core, ir::Traits::TERMINATOR))
}

/// The location for a new operation, and the insertion point: the given ones or the current ones; the latter is `None` if
/// there is none, or `ip` is False.
pub(crate) fn location_and_place(
    loc: GivenLocation,
    ip: Option<Place>,
) -> Result<(ObjectPtr<Location>, Option<ObjectPtr<InsertionPoint>>)> {
    if loc.0.is_some() || ip.is_some() {
        let location = current::location(loc)?;
        let place = InsertionPoint::choose(ip, &location.context)?;
        return Ok((location, place));
    }
    let found = with_three(
        |location: Option<&ObjectPtr<Location>>,
         context: Option<&ObjectPtr<Context>>,
         point: Option<&ObjectPtr<InsertionPoint>>| {
            let (location, context) = (location?, context?);
            if !location.context.same_as(context) {
                return None;
            }
            let point = point.filter(|point| point.context().same_as(context));
            Some((location.clone(), point.cloned()))
        },
    );
    found.ok_or_else(current::no_location)
}

impl InsertionPoint {
    fn new(block: Ref, before: Option<ir::Handle>) -> Self {
        Self { block, before }
    }

    /// Before an operation; `None` if it is in no block.
    pub(crate) fn before_part(part: &Ref) -> Option<Self> {
        let core = &part.context().core;
        let block = part.op().ok()?.block(core)?;
        Some(Self::new(Ref::of_block(&part.owner, block), Some(part.handle)))
    }

    /// The block, as it keeps the IR alive.
    pub(crate) fn block_part(&self) -> &Ref {
        &self.block
    }

    pub(crate) fn context(&self) -> &ObjectPtr<Context> {
        self.block.context()
    }

    /// The current insertion point, if it belongs to the current context.
    fn innermost() -> Option<ObjectPtr<Self>> {
        let point: ObjectPtr<Self> = current::object()?;
        let context: ObjectPtr<Context> = current::object()?;
        point.context().same_as(&context).then_some(point)
    }

    /// The insertion point for a new operation of a context: the given one, the current one, or none.
    pub(crate) fn choose(
        given: Option<Place>,
        context: &ObjectPtr<Context>,
    ) -> Result<Option<ObjectPtr<Self>>> {
        match given {
            Some(Place::Nowhere(false)) => Ok(None),
            Some(Place::Nowhere(true)) => Err(Error::type_error(
                "`ip`: expected ir.InsertionPoint, None or False, got True",
            )),
            Some(Place::Point(point)) => Ok(Some(point)),
            None => Ok(Self::innermost().filter(|point| point.context().same_as(context))),
        }
    }

    /// Inserts a detached operation.
    pub(crate) fn place(&self, edit: &mut ir::Exclusive<'_>, op: ir::Op) -> Result<()> {
        let block = self.block.block()?;
        let before = match self.before {
            Some(before) => {
                let before = edit.resolve_op(before)?;
                if before.block(edit) != Some(block) {
                    return Err(errors::value_error(
                        "the reference operation of the insertion point has left its block",
                    ));
                }
                Some(before)
            }
            None => {
                if terminator(edit, block).is_some() {
                    return Err(Error::index_error(
                        "Cannot insert operation at the end of a block that already has a terminator. Did you mean \
                         to use 'InsertionPoint.at_block_terminator(block)' versus 'InsertionPoint(block)'?",
                    ));
                }
                None
            }
        };
        block.insert(edit, op, before).map_err(errors::value_error)
    }

    /// Inserts a new operation, which is erased if that fails.
    pub(crate) fn take(&self, context: &ObjectPtr<Context>, op: ir::Op) -> Result<OperationBase> {
        let placed = if self.context().same_as(context) {
            let mut edit = self.block.edit_noted()?;
            let placed = self.place(&mut edit, op);
            placed.and_then(|()| {
                let noted = context.note_inserted(&mut edit, op);
                noted.inspect_err(|_| op.detach(&mut edit))
            })
        } else {
            Err(errors::value_error(
                "the insertion point belongs to another context",
            ))
        };
        match placed {
            Ok(()) => Ok(OperationBase::inside(&self.block, op)),
            Err(error) => {
                drop(Owner::of_root(context, op));
                Err(error)
            }
        }
    }
}

#[methods]
impl InsertionPoint {
    /// The end of a block.
    #[init]
    #[overload]
    fn at_end(block: &Block) -> Self {
        Self::new(block.part.clone(), None)
    }

    /// Before an operation.
    #[init]
    #[overload]
    #[expect(non_snake_case, reason = "MLIR's name")]
    fn before(beforeOperation: &OperationBase) -> Result<Self> {
        let part = beforeOperation.part();
        let core = part.read()?;
        let block = part.op()?.block(&core);
        let block = block.ok_or_else(|| errors::value_error("Detached operations have no parent"))?;
        Ok(Self::new(Ref::of_block(&part.owner, block), Some(part.handle)))
    }

    /// After an operation.
    fn after(operation: &OperationBase) -> Result<Self> {
        let part = operation.part();
        let core = part.read()?;
        let op = part.op()?;
        let block = op.block(&core);
        let block = block.ok_or_else(|| errors::value_error("Detached operations have no parent"))?;
        let next = op.next(&core).map(|op| core.op_handle(op));
        Ok(Self::new(Ref::of_block(&part.owner, block), next))
    }

    /// The begin of a block.
    fn at_block_begin(block: &Block) -> Result<Self> {
        let core = block.part.read()?;
        let first = block.part.block()?.first_op(&core);
        Ok(Self::new(block.part.clone(), first.map(|op| core.op_handle(op))))
    }

    /// Before the terminator of a block.
    fn at_block_terminator(block: &Block) -> Result<Self> {
        let core = block.part.read()?;
        let terminator = terminator(&core, block.part.block()?);
        let terminator = terminator.ok_or_else(|| errors::value_error("Block has no terminator"))?;
        Ok(Self::new(block.part.clone(), Some(core.op_handle(terminator))))
    }

    /// Makes the insertion point, and its context, the current one of this thread.
    #[name("__enter__")]
    fn enter(this: &ObjectPtr<Self>) -> Result<ObjectPtr<Self>> {
        current::push(&[&this.context().clone().into_object(), &this.clone().into_object()])?;
        Ok(this.clone())
    }

    /// Ends the scope that `__enter__` began.
    #[name("__exit__")]
    fn exit(this: &ObjectPtr<Self>, _how: TVMArgs<'_>) -> Result<()> {
        current::pop(&[&this.context().clone().into_object(), &this.clone().into_object()])
    }

    /// The current insertion point of this thread.
    #[getter]
    fn current() -> Result<ObjectPtr<Self>> {
        Self::innermost().ok_or_else(|| errors::value_error("No current InsertionPoint"))
    }

    /// Inserts an operation, which is in no block.
    fn insert(&self, operation: &OperationBase) -> Result<()> {
        operation.insert(&self.block, |edit, op| {
            if op.block(edit).is_some() {
                return Err(errors::value_error(
                    "Attempt to insert operation that is already attached",
                ));
            }
            self.place(edit, op)
        })
    }

    /// The block.
    #[getter]
    fn block(&self) -> Result<ObjectPtr<Block>> {
        let _core = self.block.read()?;
        Ok(Block::make(&self.block, self.block.block()?))
    }

    /// The operation before which operations are inserted; None at the end of the block.
    #[getter]
    fn ref_operation(&self) -> Result<Option<ObjectPtr<Operation>>> {
        let core = self.block.read()?;
        match self.before {
            Some(before) => Ok(Some(Operation::make(&self.block, core.resolve_op(before)?))),
            None => Ok(None),
        }
    }
}
