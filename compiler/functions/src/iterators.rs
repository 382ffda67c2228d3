//! Iterators of MLIR's classes.

use std::sync::Mutex;

use tvmlike_ir as ir;

use crate::api::*;
use crate::errors::stop_iteration;
use crate::handles::{Attribute, Block, Context, OpView, Ref, Same};
use crate::op_operand::OpOperand;

macro_rules! iterators {
    ($($name:ident = $key:tt, $item:ty;)*) => {$(
        /// An iterator over the items that there were when it was made.
        #[derive(Object)]
        #[object(key = $key)]
        pub(crate) struct $name(Mutex<std::vec::IntoIter<$item>>);

        impl $name {
            pub(crate) fn new(items: Vec<$item>) -> Self {
                Self(Mutex::new(items.into_iter()))
            }
        }

        #[methods]
        impl $name {
            #[name("__iter__")]
            fn iter(this: &ObjectPtr<Self>) -> ObjectPtr<Self> {
                this.clone()
            }

            #[name("__next__")]
            fn next(&self) -> Result<$item> {
                let mut items = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                items.next().ok_or_else(stop_iteration)
            }
        }
    )*};
}

iterators! {
    DenseBoolArrayIterator = "ir.DenseBoolArrayIterator", bool;
    DenseI8ArrayIterator = "ir.DenseI8ArrayIterator", i64;
    DenseI16ArrayIterator = "ir.DenseI16ArrayIterator", i64;
    DenseI32ArrayIterator = "ir.DenseI32ArrayIterator", i64;
    DenseI64ArrayIterator = "ir.DenseI64ArrayIterator", i64;
    DenseF32ArrayIterator = "ir.DenseF32ArrayIterator", f64;
    DenseF64ArrayIterator = "ir.DenseF64ArrayIterator", f64;
    BlockIterator = "ir.BlockIterator", ObjectPtr<Block>;
    OpOperandIterator = "ir.OpOperandIterator", ObjectPtr<OpOperand>;
}

/// An iterator over an array of attributes.
#[derive(Object)]
#[object(key = "ir.ArrayAttributeIterator")]
pub(crate) struct AttributeIterator {
    context: Same<Context>,
    rest: Mutex<std::vec::IntoIter<ir::Attribute>>,
}

impl AttributeIterator {
    pub(crate) fn new(context: &ObjectPtr<Context>, elements: Vec<ir::Attribute>) -> Self {
        Self {
            context: Same(context.clone()),
            rest: Mutex::new(elements.into_iter()),
        }
    }
}

#[methods]
impl AttributeIterator {
    #[name("__iter__")]
    fn iter(this: &ObjectPtr<Self>) -> ObjectPtr<Self> {
        this.clone()
    }

    #[name("__next__")]
    fn next(&self) -> Result<ObjectPtr<Attribute>> {
        let mut rest = self
            .rest
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        let found = rest.next().ok_or_else(stop_iteration)?;
        Ok(Attribute::make(&self.context, found))
    }
}

/// An iterator over the operations of a block. It follows the block: operations can be erased, inserted and moved while
/// it runs, except the one that comes next, which must not be erased.
#[derive(Object)]
#[object(key = "ir.OperationIterator")]
pub(crate) struct OperationIterator {
    block: Ref,
    next: Mutex<Option<ir::Handle>>,
}

impl OperationIterator {
    pub(crate) fn new(block: &Ref) -> Result<Self> {
        let core = block.read()?;
        let first = block.block()?.first_op(&core);
        Ok(Self {
            block: block.clone(),
            next: Mutex::new(first.map(|op| core.op_handle(op))),
        })
    }
}

#[methods]
impl OperationIterator {
    #[name("__iter__")]
    fn iter(this: &ObjectPtr<Self>) -> ObjectPtr<Self> {
        this.clone()
    }

    #[name("__next__")]
    fn next(&self) -> Result<ObjectPtr<OpView>> {
        let mut next = self
            .next
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        let handle = next.ok_or_else(stop_iteration)?;
        let core = self.block.read()?;
        let op = core.resolve_op(handle)?;
        *next = op.next(&core).map(|op| core.op_handle(op));
        Ok(OpView::make(&self.block, op))
    }
}
