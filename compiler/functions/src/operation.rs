//! `ir.Operation` and `ir.OpView`, and what both have in common.

use smallvec::SmallVec;
use tvmlike::packed_func;
use tvmlike_ir as ir;

use crate::api::*;
use crate::create::{Attributes, Given, Parts};
use crate::current::{self, GivenLocation};
use crate::equivalence::{NOTHING, OperationEquivalenceFlags, equivalence};
use crate::handles::{Block, Context, Location, OpView, Operation, OperationBase, Type, Value};
use crate::insertion_point::{InsertionPoint, Place};
use crate::lists::{OpOperandList, OpOperands, OpResultList, OpSuccessors, RegionSequence, Values};
use crate::op_attributes::OpAttributeMap;
use crate::type_id::refinement_key;
use crate::{diagnostics, errors, parse, text};

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
    pub(crate) fn result(&self) -> Result<ObjectPtr<Value>> {
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
        let mut edit = self.edit_noted()?;
        let location = location.in_context(self.context())?;
        let op = self.op()?;
        self.context().note_modified(&mut edit, op)?;
        op.set_location(&mut edit, location);
        Ok(())
    }

    /// The operation that contains this one; None if it is a top-level operation that was not detached.
    #[getter]
    fn parent(&self) -> Result<Option<ObjectPtr<Operation>>> {
        let core = self.read()?;
        let op = self.op()?;
        match op.parent_op(&core) {
            Some(parent) => Ok(Some(Operation::make(&self.part(), parent))),
            None if op.is_named(&core, "builtin.module") => Ok(None),
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
            let mut edit = self.context().edit_to_create(place.is_some())?;
            let op = self.op()?;
            op.clone_op(&mut edit, &mut ir::Mapping::new())
        };
        let base = match place {
            Some(point) => point.take(self.context(), copy)?,
            None => Self::of_root(self.context(), copy),
        };
        Ok(base.into_operation(self.context()))
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
        Ok(this.detached(op).into_view(this.context()))
    }

    /// Erases the operation, whose results must not be used.
    fn erase(&self) -> Result<()> {
        self.context()
            .refuse_in_conversion("operations are erased by `rewriter.erase_op` only")?;
        let mut edit = self.edit()?;
        self.op()?.erase(&mut edit).map_err(errors::value_error)
    }

    /// Makes the operation use another value.
    fn replace_uses_of_with(&self, of: &Value, with_: &Value) -> Result<()> {
        let mut edit = self.edit_noted()?;
        let (from, to) = (of.in_context(self.context())?, with_.in_context(self.context())?);
        let op = self.op()?;
        self.context().note_modified(&mut edit, op)?;
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
                Err(diagnostics::error(
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
        text::operation_text(&core, self.op()?, &text::Options::default())
    }

    /// What notebooks show: the text, in which large constants are elided.
    #[name("_repr_html_")]
    fn html(&self) -> Result<String> {
        let core = self.read()?;
        text::html(&core, self.op()?)
    }
}

/// A view of an operation, for classes of a front end that inherit from `ir.OpView`.
#[packed_func("ir._view_of")]
fn view_of(operation: &OperationBase) -> OpView {
    OpView::of(operation)
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
    let info = context.core.load_op_info(context.core.identifier(name));
    Ok(info.is_some_and(|info| info.traits().contains(wanted)))
}

#[methods]
impl Operation {
    /// Makes an operation and inserts it: at `ip`, or at the current insertion point unless `ip` is False. With `infer_type`,
    /// the types of its results follow from the other parts, as its definition says.
    #[expect(clippy::too_many_arguments, reason = "these are MLIR's parameters")]
    fn create(
        name: &str,
        #[default(None)] results: Option<Objects<'_, Type>>,
        #[default(None)] operands: Option<Values<'_>>,
        #[default(None)] attributes: Option<&Map>,
        #[default(None)] successors: Option<Objects<'_, Block>>,
        #[default(0)] regions: i64,
        #[implicit] loc: GivenLocation,
        #[default(None)] ip: Option<Place>,
        #[default(false)] infer_type: bool,
    ) -> Result<ObjectPtr<Self>> {
        let types = |context: &ObjectPtr<Context>| {
            let types = results.iter().flat_map(Objects::iter);
            let items = types.map(|ty| ty.in_context(context)).collect::<Result<_>>()?;
            Ok(Given { items, sizes: None })
        };
        let values = |context: &ObjectPtr<Context>| {
            let items = match operands {
                Some(values) => values.in_context(context)?,
                None => SmallVec::new(),
            };
            Ok(Given { items, sizes: None })
        };
        let successors: SmallVec<[ObjectPtr<Block>; 4]> =
            successors.iter().flat_map(Objects::iter).cloned().collect();
        let parts = Parts {
            name,
            infers: infer_type,
            results: types,
            operands: values,
            attributes: Attributes::Of(attributes),
            successors: &successors,
            regions,
            loc,
            ip,
        };
        let (base, location) = parts.build()?;
        Ok(base.into_operation(&location.context))
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
        let op = parse::operation(&context, source.as_bytes(), source_name)?;
        let base = OperationBase::of_root(&context, op);
        Ok(base.into_view(&context))
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
    /// Views of operations with one name have one class.
    #[name("__refinement_key__")]
    fn refinement_key(&self) -> i64 {
        let Ok(core) = self.base.read() else { return 0 };
        let hash = |op: ir::Op| refinement_key(op.name(&core).bytes(&core));
        self.base.op().map_or(0, hash)
    }

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
