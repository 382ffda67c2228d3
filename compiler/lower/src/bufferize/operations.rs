//! The rewriting of each operation.

mod concat;
mod control;
mod forall;
mod linalg;
mod memory;
mod pad;
mod reshape;
mod tensor;
mod vector;

use tvmlike_ir::{Failure, Op};

use super::driver::Bufferizer;
use super::kinds::Kind;

impl Bufferizer<'_, '_, '_> {
    /// Rewrites an operation at whose place new ones are made.
    ///
    /// # Errors
    /// It cannot be rewritten; the error was emitted.
    pub(super) fn bufferize(&mut self, op: Op, kind: Kind) -> Result<(), Failure> {
        match kind {
            Kind::AllocTensor => self.alloc_tensor(op),
            Kind::Call => self.call(op),
            Kind::Cast => self.tensor_cast(op),
            Kind::CollapseShape => self.collapse_shape(op),
            Kind::Concat => self.concat(op),
            Kind::Condition => self.condition(op),
            Kind::Constant => self.constant(op),
            Kind::DeallocTensor => self.dealloc_tensor(op),
            Kind::Destination => self.destination(op),
            Kind::Dim | Kind::Rank => self.dimension(op),
            Kind::Empty => self.empty(op),
            Kind::ExecuteRegion => self.execute_region(op),
            Kind::ExpandShape => self.expand_shape(op),
            Kind::Extract => self.extract(op),
            Kind::ExtractSlice => self.extract_slice(op),
            Kind::For => self.for_loop(op),
            Kind::Forall => self.forall(op),
            Kind::FromElements => self.list_of_elements(op),
            Kind::Func => self.function(op),
            Kind::Generate => self.generate(op),
            Kind::If | Kind::Switch => self.choice(op),
            Kind::Insert => self.insert(op),
            Kind::InsertSlice => self.insert_slice(op),
            Kind::Mask => self.mask(op),
            Kind::MaskYield => self.mask_yield(op),
            Kind::Materialize => self.materialize(op),
            Kind::Pad => self.pad(op),
            Kind::ParallelInsertSlice => self.parallel_insert_slice(op),
            Kind::Reshape => self.reshape(op),
            Kind::Select => self.select(op),
            Kind::Splat => self.splat(op),
            Kind::VectorRead | Kind::VectorWrite => self.vector_access(op, kind),
            Kind::While => self.while_loop(op),
            Kind::Yield => self.yield_values(op),
            // A function rewrites its own end; conversions stay.
            Kind::Return | Kind::ToBuffer | Kind::ToTensor => Ok(()),
        }
    }

    /// The failure of an operation whose parts are not as they have to be.
    fn failed(&self, op: Op) -> Failure {
        op.emit_error(self.context(), "failed to bufferize op").emit()
    }
}
