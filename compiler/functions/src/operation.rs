//! `ir.Operation` and `ir.OpView`, and what both have in common.

use std::sync::{Arc, OnceLock};

use tvmlike::packed_func;
use tvmlike_ir as ir;

use crate::api::*;
use crate::block::Block;
use crate::context::{Context, Reading};
use crate::create::Parts;
use crate::insertion_point::{InsertionPoint, Place};
use crate::lists::{OpOperandList, OpOperands, OpResultList, OpSuccessors, RegionSequence, Values};
use crate::location::Location;
use crate::op_attributes::OpAttributeMap;
use crate::owner::{Owner, Ref};
use crate::types::Type;
use crate::value::Value;
use crate::{current, errors, text};

/// What `ir.Operation` and `ir.OpView` have in common.
#[derive(Object)]
#[object(key = "ir._OperationBase")]
pub(crate) struct OperationBase {
    part: Ref,
    /// The owner of the operation itself, since this handle detached it.
    own: OnceLock<Arc<Owner>>,
}

/// An operation.
#[derive(Object)]
#[object(key = "ir.Operation", parent = base: OperationBase)]
#[repr(C)]
pub(crate) struct Operation {
    base: OperationBase,
}

/// An operation, by the class of its name where there is one.
#[derive(Object)]
#[object(key = "ir.OpView", parent = base: OperationBase)]
#[repr(C)]
pub(crate) struct OpView {
    base: OperationBase,
}

/// A handle of an operation in what `near` is in.
pub(crate) fn operation(near: &Ref, op: ir::Op) -> ObjectPtr<Operation> {
    let base = OperationBase::new(Ref::of_op(&near.owner, op));
    ObjectPtr::new_in(&near.context().pools.operations, Operation { base })
}

/// A view of an operation in what `near` is in.
pub(crate) fn view(near: &Ref, op: ir::Op, _core: &Reading<'_>) -> ObjectPtr<OpView> {
    let base = OperationBase::new(Ref::of_op(&near.owner, op));
    ObjectPtr::new_in(&near.context().pools.views, OpView { base })
}

/// Moves an operation into a block, before another one or to the end.
pub(crate) fn move_to(
    edit: &mut ir::Exclusive<'_>,
    op: ir::Op,
    block: ir::Block,
    before: Option<ir::Op>,
) -> Result<()> {
    let moved = match before {
        Some(before) if before == op => return Ok(()),
        Some(before) => op.move_before(edit, before),
        None => match block.last_op(edit) {
            Some(last) if last == op => return Ok(()),
            Some(last) => op.move_after(edit, last),
            None => {
                let (from, next) = (op.block(edit), op.next(edit));
                op.detach(edit);
                block.append(edit, op).inspect_err(|_| {
                    if let Some(from) = from {
                        // It was there before, so it can be there again.
                        let _ = from.insert(edit, op, next);
                    }
                })
            }
        },
    };
    moved.map_err(errors::value_error)
}

impl PartialEq for OperationBase {
    fn eq(&self, other: &Self) -> bool {
        self.part == other.part
    }
}

impl Eq for OperationBase {}

impl std::hash::Hash for OperationBase {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.part.hash(state);
    }
}

impl OperationBase {
    fn new(part: Ref) -> Self {
        Self {
            part,
            own: OnceLock::new(),
        }
    }

    /// The operation, with the owner that keeps it alive now.
    pub(crate) fn part(&self) -> Ref {
        match self.own.get() {
            Some(owner) => Ref {
                owner: Arc::clone(owner),
                handle: self.part.handle,
            },
            None => self.part.clone(),
        }
    }

    pub(crate) fn context(&self) -> &ObjectPtr<Context> {
        self.part.context()
    }

    pub(crate) fn read(&self) -> Result<Reading<'_>> {
        self.part.read()
    }

    pub(crate) fn edit(&self) -> Result<ir::Exclusive<'_>> {
        self.part.edit()
    }

    pub(crate) fn op(&self) -> Result<ir::Op> {
        self.part.op()
    }

    /// The operation, if it belongs to a context.
    pub(crate) fn in_context(&self, context: &ObjectPtr<Context>) -> Result<ir::Op> {
        if self.context().same_as(context) {
            self.op()
        } else {
            Err(errors::value_error("the operation belongs to another context"))
        }
    }

    /// A new operation, which has no parent.
    pub(crate) fn of_root(context: &ObjectPtr<Context>, op: ir::Op) -> Self {
        let owner = Owner::of_root(context, op);
        Self::new(Ref::of_op(&owner, op))
    }

    /// An operation in what `near` is in.
    pub(crate) fn inside(near: &Ref, op: ir::Op) -> Self {
        Self::new(Ref::of_op(&near.owner, op))
    }

    /// Inserts or moves the operation into what `target` is in.
    pub(crate) fn insert(
        &self,
        target: &Ref,
        insert: impl FnOnce(&mut ir::Exclusive<'_>, ir::Op) -> Result<()>,
    ) -> Result<()> {
        let op = {
            let mut edit = target.edit()?;
            let op = self.in_context(target.context())?;
            insert(&mut edit, op)?;
            op
        };
        if !Arc::ptr_eq(&self.part.owner, &target.owner) {
            let owner = Owner::attached(target.context(), op, &target.owner);
            // A handle from another tree keeps the new one alive from now on.
            if !Arc::ptr_eq(&self.part.owner, &owner) {
                let _ = self.own.set(owner);
            }
        }
        Ok(())
    }

    pub(crate) fn name_of(&self, core: &ir::Context) -> Result<String> {
        Ok(self.op()?.name(core).text(core).into_owned())
    }

    pub(crate) fn operation_object(&self) -> ObjectPtr<Operation> {
        let base = Self::new(self.part());
        ObjectPtr::new_in(&self.context().pools.operations, Operation { base })
    }

    pub(crate) fn view_object(&self) -> ObjectPtr<OpView> {
        let base = Self::new(self.part());
        ObjectPtr::new_in(&self.context().pools.views, OpView { base })
    }
}

/// What two operations may differ in and be equivalent still.
#[derive(Enum, Clone, Copy)]
#[enum_type("ir.OperationEquivalenceFlags", flags)]
pub(crate) enum OperationEquivalenceFlags {
    /// Everything is compared.
    #[name("NONE")]
    Nothing = 0,
    /// Locations are not compared.
    #[name("IGNORE_LOCATIONS")]
    IgnoreLocations = 1,
    /// Discardable attributes are not compared.
    #[name("IGNORE_DISCARDABLE_ATTRS")]
    IgnoreDiscardableAttrs = 2,
    /// Properties are not compared.
    #[name("IGNORE_PROPERTIES")]
    IgnoreProperties = 4,
    /// Operands of commutative operations are compared in order.
    #[name("IGNORE_COMMUTATIVITY")]
    IgnoreCommutativity = 8,
}

/// Everything is compared.
const NOTHING: Flags<OperationEquivalenceFlags> = Flags::NONE;

fn equivalence(flags: Flags<OperationEquivalenceFlags>) -> ir::Equivalence {
    use OperationEquivalenceFlags as Flag;
    [
        (Flag::IgnoreLocations, ir::Equivalence::IGNORE_LOCATIONS),
        (
            Flag::IgnoreDiscardableAttrs,
            ir::Equivalence::IGNORE_DISCARDABLE_ATTRS,
        ),
        (Flag::IgnoreProperties, ir::Equivalence::IGNORE_PROPERTIES),
        (Flag::IgnoreCommutativity, ir::Equivalence::IGNORE_COMMUTATIVITY),
    ]
    .into_iter()
    .filter(|(flag, _)| flags.contains(*flag))
    .fold(ir::Equivalence::NONE, |all, (_, one)| all | one)
}

#[methods]
impl OperationBase {
    /// Whether another value is the same operation, by whatever handle.
    #[name("__eq__")]
    fn equals(&self, other: Any) -> Option<bool> {
        let other = other.view().downcast_ref::<Self>()?;
        Some(*self == **other)
    }

    #[name("__hash__")]
    fn hash_number(&self) -> i64 {
        let mut hasher = std::hash::DefaultHasher::new();
        std::hash::Hash::hash(self, &mut hasher);
        std::hash::Hasher::finish(&hasher) as i64
    }

    /// The name, with its dialect.
    #[getter]
    fn name(&self) -> Result<String> {
        let core = self.read()?;
        self.name_of(&core)
    }

    /// The context of the operation.
    #[getter]
    #[name("context")]
    fn context_object(&self) -> ObjectPtr<Context> {
        self.context().clone()
    }

    /// The attributes by name.
    #[getter]
    fn attributes(&self) -> Result<OpAttributeMap> {
        Ok(OpAttributeMap::new(&self.part()))
    }

    /// The operands.
    #[getter]
    fn operands(&self) -> OpOperandList {
        OpOperandList::new(&self.part())
    }

    /// The operands as uses.
    #[getter]
    fn op_operands(&self) -> OpOperands {
        OpOperands::new(&self.part())
    }

    /// The regions.
    #[getter]
    fn regions(&self) -> RegionSequence {
        RegionSequence::new(&self.part())
    }

    /// The results.
    #[getter]
    fn results(&self) -> OpResultList {
        OpResultList::new(&self.part())
    }

    /// The successors.
    #[getter]
    fn successors(&self) -> OpSuccessors {
        OpSuccessors::new(&self.part())
    }

    /// The only result.
    #[getter]
    fn result(&self) -> Result<ObjectPtr<Value>> {
        let core = self.read()?;
        let op = self.op()?;
        match (op.num_results(&core), op.result(&core, 0)) {
            (1, Some(result)) => Ok(Value::make(&self.part(), result)),
            (count, _) => Err(errors::value_error(format!(
                "Cannot call .result on operation {} which has {count} results (it is only valid for operations \
                 with a single result)",
                self.name_of(&core)?
            ))),
        }
    }

    /// Where the operation comes from.
    #[getter]
    fn location(&self) -> Result<ObjectPtr<Location>> {
        let core = self.read()?;
        Ok(Location::make(self.context(), self.op()?.location(&core)))
    }

    #[setter]
    fn set_location(&self, location: &Location) -> Result<()> {
        let mut edit = self.edit()?;
        let location = location.in_context(self.context())?;
        self.op()?.set_location(&mut edit, location);
        Ok(())
    }

    /// The operation that contains this one; None if it is a top-level operation that was not detached.
    #[getter]
    fn parent(&self) -> Result<Option<ObjectPtr<Operation>>> {
        let core = self.read()?;
        let op = self.op()?;
        match op.parent_op(&core) {
            Some(parent) => Ok(Some(operation(&self.part(), parent))),
            None if op.name(&core).bytes(&core) == b"builtin.module" => Ok(None),
            None => Err(errors::value_error("Detached operations have no parent")),
        }
    }

    /// The block that contains the operation.
    #[getter]
    fn block(&self) -> Result<ObjectPtr<Block>> {
        let core = self.read()?;
        let block = self.op()?.block(&core);
        let block = block.ok_or_else(|| errors::value_error("the operation is in no block"))?;
        Ok(Block::make(&self.part(), block))
    }

    /// Whether the operation is in a block.
    #[getter]
    fn attached(&self) -> Result<bool> {
        let core = self.read()?;
        Ok(self.op()?.block(&core).is_some())
    }

    /// Whether two operations are equal in what the flags do not ignore.
    fn is_structurally_equivalent(
        &self,
        other: &OperationBase,
        #[default(NOTHING)] flags: Flags<OperationEquivalenceFlags>,
    ) -> Result<bool> {
        let core = self.read()?;
        let other = other.in_context(self.context())?;
        Ok(self.op()?.is_structurally_equal(&core, other, equivalence(flags)))
    }

    /// A hash that structurally equivalent operations share.
    fn structural_hash(&self, #[default(NOTHING)] flags: Flags<OperationEquivalenceFlags>) -> Result<i64> {
        let core = self.read()?;
        Ok((self.op()?.structural_hash(&core, equivalence(flags)) >> 1) as i64)
    }

    /// Moves the operation behind another one.
    fn move_after(&self, other: &OperationBase) -> Result<()> {
        self.insert(&other.part(), |edit, op| {
            let other = other.op()?;
            op.move_after(edit, other).map_err(errors::value_error)
        })
    }

    /// Moves the operation before another one.
    fn move_before(&self, other: &OperationBase) -> Result<()> {
        self.insert(&other.part(), |edit, op| {
            let other = other.op()?;
            op.move_before(edit, other).map_err(errors::value_error)
        })
    }

    /// Whether the operation comes before another one of its block.
    fn is_before_in_block(&self, other: &OperationBase) -> Result<bool> {
        let core = self.read()?;
        let (op, other) = (self.op()?, other.in_context(self.context())?);
        if op.block(&core).is_none() || op.block(&core) != other.block(&core) {
            return Err(errors::value_error("the operations are not in the same block"));
        }
        Ok(op.is_before_in_block(&core, other))
    }

    /// A copy of the operation with everything in it. It is inserted at an insertion point: the given one, or the current
    /// one unless `ip` is False.
    #[name("clone")]
    fn clone_op(&self, #[default(None)] ip: Option<Place>) -> Result<ObjectPtr<Operation>> {
        let place = InsertionPoint::choose(ip, self.context())?;
        let copy = {
            let mut edit = self.edit()?;
            let op = self.op()?;
            op.clone_op(&mut edit, &mut ir::Mapping::new())
        };
        let base = match place {
            Some(point) => point.take(self.context(), copy)?,
            None => Self::of_root(self.context(), copy),
        };
        Ok(ObjectPtr::new_in(
            &self.context().pools.operations,
            Operation { base },
        ))
    }

    /// Removes the operation from its block without erasing it.
    fn detach_from_parent(this: &ObjectPtr<Self>) -> Result<ObjectPtr<OpView>> {
        let op = {
            let mut edit = this.edit()?;
            let op = this.op()?;
            if op.block(&edit).is_none() {
                return Err(errors::value_error("Detached operation has no parent."));
            }
            op.detach(&mut edit);
            op
        };
        let owner = Owner::detached(this.context(), op);
        let made = OperationBase::new(Ref::of_op(&owner, op));
        if !Arc::ptr_eq(&this.part.owner, &owner) {
            let _ = this.own.set(owner);
        }
        Ok(ObjectPtr::new_in(
            &this.context().pools.views,
            OpView { base: made },
        ))
    }

    /// Erases the operation, whose results must not be used.
    fn erase(&self) -> Result<()> {
        let mut edit = self.edit()?;
        self.op()?.erase(&mut edit).map_err(errors::value_error)
    }

    /// Makes the operation use another value.
    fn replace_uses_of_with(&self, of: &Value, with_: &Value) -> Result<()> {
        let mut edit = self.edit()?;
        let (from, to) = (of.in_context(self.context())?, with_.in_context(self.context())?);
        let op = self.op()?;
        for index in 0..op.num_operands(&edit) {
            if op.operand(&edit, index) == Some(from) {
                op.set_operand(&mut edit, index, to);
            }
        }
        Ok(())
    }

    /// Checks the operation and everything in it.
    fn verify(&self) -> Result<bool> {
        let core = self.read()?;
        let op = self.op()?;
        let (verified, diagnostics) = core.context().capture_diagnostics(|| core.verify(op));
        match verified {
            Ok(()) => Ok(true),
            Err(_) => {
                drop(core);
                Err(errors::with_diagnostics(
                    self.context(),
                    "Verification failed",
                    diagnostics,
                ))
            }
        }
    }

    #[name("__str__")]
    fn text(&self) -> Result<String> {
        let core = self.read()?;
        Ok(text::operation_text(&core, self.op()?, &text::Options::default()))
    }
}

/// A view of an operation, for classes of a front end that inherit from `ir.OpView`.
#[packed_func("ir._view_of")]
fn view_of(operation: &OperationBase) -> OpView {
    OpView {
        base: OperationBase::new(operation.part()),
    }
}

/// Whether an operation is registered with a trait.
#[packed_func("ir._has_trait")]
fn has_trait(name: &str, r#trait: &str, #[implicit] context: Option<ObjectPtr<Context>>) -> Result<bool> {
    let context = current::context(context)?;
    let wanted = match r#trait {
        "IsTerminator" => ir::Traits::TERMINATOR,
        "NoTerminator" => ir::Traits::NO_TERMINATOR,
        "IsIsolatedFromAbove" => ir::Traits::ISOLATED_FROM_ABOVE,
        "RecursiveMemoryEffects" => ir::Traits::RECURSIVE_MEMORY_EFFECTS,
        other => return Err(errors::value_error(format!("unknown trait {other}"))),
    };
    let info = context.core.op_info(context.core.identifier(name));
    Ok(info.is_some_and(|info| info.traits().contains(wanted)))
}

#[methods]
impl Operation {
    /// Makes an operation and inserts it: at `ip`, or at the current insertion point unless `ip` is False.
    #[expect(clippy::too_many_arguments, reason = "these are MLIR's parameters")]
    fn create(
        name: &str,
        #[default(None)] results: Option<Vec<ObjectPtr<Type>>>,
        #[default(None)] operands: Option<Values>,
        #[default(None)] attributes: Option<Map>,
        #[default(None)] successors: Option<Vec<ObjectPtr<Block>>>,
        #[default(0)] regions: i64,
        #[implicit] loc: Option<ObjectPtr<Location>>,
        #[default(None)] ip: Option<Place>,
        #[default(false)] infer_type: bool,
    ) -> Result<ObjectPtr<Self>> {
        if infer_type {
            return Err(Error::not_implemented(
                "Operation.create: operations cannot infer their types yet; pass `results`",
            ));
        }
        let base = Parts {
            name,
            results: results.as_deref().unwrap_or_default(),
            operands: &operands.map_or_else(|| Ok(Vec::new()), Values::into_vec)?,
            attributes,
            successors: successors.as_deref().unwrap_or_default(),
            regions,
            loc,
            ip,
        }
        .build()?;
        let context = base.context().clone();
        Ok(ObjectPtr::new_in(&context.pools.operations, Self { base }))
    }

    /// Parses an operation.
    fn parse(
        source: &str,
        #[keyword_only]
        #[default("")]
        source_name: &str,
        #[keyword_only]
        #[implicit]
        context: Option<ObjectPtr<Context>>,
    ) -> Result<ObjectPtr<OpView>> {
        let context = current::context(context)?;
        let op = text::parse_operation(&context, source.as_bytes(), source_name)?;
        let base = OperationBase::of_root(&context, op);
        Ok(ObjectPtr::new_in(&context.pools.views, OpView { base }))
    }

    /// The operation itself.
    #[getter]
    #[name("operation")]
    fn itself(this: &ObjectPtr<Self>) -> ObjectPtr<Self> {
        this.clone()
    }

    /// The operation as a view.
    #[getter]
    fn opview(&self) -> ObjectPtr<OpView> {
        self.base.view_object()
    }
}

#[methods]
impl OpView {
    /// The operation of the view.
    #[getter]
    fn operation(&self) -> ObjectPtr<Operation> {
        self.base.operation_object()
    }

    /// The view itself.
    #[getter]
    #[name("opview")]
    fn itself(this: &ObjectPtr<Self>) -> ObjectPtr<Self> {
        this.clone()
    }
}
