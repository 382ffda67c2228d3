//! Lists of parts of the IR, as pseudo-containers: they read what the IR has when they are asked, and slices of them are
//! lists of the same class.
//!
//! Invariant: a list of something that was erased raises the error of its stale handle.

use smallvec::SmallVec;
use tvmlike_ir as ir;
use tvmlike_runtime::convert::Mismatch;
use tvmlike_runtime::signature::TypeRecord;
use tvmlike_runtime::{AnyView, FromArg, TypeIndex};

use crate::api::*;
use crate::handles::{Block, Context, OpView, Ref, Region, Type, Value};
use crate::iterators::OperationIterator;
use crate::op_operand::OpOperand;
use crate::slices::{Part, checked_index, position};

macro_rules! lists {
    ($(
        $(#[$doc:meta])*
        $name:ident = $key:tt, $item:ty, |$of:ident, $core:ident| $len:expr, |$index:ident| $get:expr;
        { $($more:tt)* }
    )*) => {$(
        $(#[$doc])*
        #[derive(Object)]
        #[object(key = $key)]
        pub(crate) struct $name {
            of: Ref,
            part: Part,
        }

        impl $name {
            pub(crate) fn new(of: &Ref) -> Self {
                Self { of: of.clone(), part: Part::ALL }
            }

            fn item(&self, index: usize) -> Result<Option<$item>> {
                let $core = self.of.read()?;
                let ($of, $index) = (&self.of, index);
                Ok($get)
            }

            pub(crate) fn all(&self) -> Result<Vec<$item>> {
                let mut all = Vec::new();
                for index in 0..self.len()? {
                    all.extend(self.item(self.part.index(index))?);
                }
                Ok(all)
            }
        }

        #[methods(sequence)]
        impl $name {
            fn len(&self) -> Result<usize> {
                let $core = self.of.read()?;
                let $of = &self.of;
                Ok(self.part.len($len))
            }

            fn get(&self, index: usize) -> Result<$item> {
                self.item(self.part.index(index))?.ok_or_else(|| {
                    Error::index_error(format!("index {index} is out of range: the list became shorter"))
                })
            }

            /// The items from `start`, so many, at a distance.
            #[name("__slice__")]
            fn slice(&self, start: i64, count: usize, step: i64) -> Self {
                Self { of: self.of.clone(), part: self.part.slice(position(start), count, step) }
            }

            /// The items of both, as a list.
            #[name("__add__")]
            fn add(&self, other: &Self) -> Result<List<$item>> {
                let mut all = self.all()?;
                all.extend(other.all()?);
                Ok(all.into())
            }

            $($more)*
        }
    )*};
}

lists! {
    /// The operands of an operation.
    OpOperandList = "ir.OpOperandList", ObjectPtr<Value>,
        |of, core| of.op()?.num_operands(&core),
        |index| of.op()?.operand(&core, index).map(|value| Value::make(of, value));
    {
        #[name("__setitem__")]
        fn set(&self, index: i64, value: &Value) -> Result<()> {
            let index = checked_index(index, self.len()?, "operand")?;
            let mut edit = self.of.edit_noted()?;
            let (op, value) = (self.of.op()?, value.in_context(self.of.context())?);
            self.of.context().note_modified(&mut edit, op)?;
            op.set_operand(&mut edit, self.part.index(index), value);
            Ok(())
        }
    }

    /// The operands of an operation, as uses.
    OpOperands = "ir.OpOperands", ObjectPtr<OpOperand>,
        |of, core| of.op()?.num_operands(&core),
        |index| (index < of.op()?.num_operands(&core)).then(|| ObjectPtr::new(OpOperand::new(of, index)));
    {}

    /// The results of an operation.
    OpResultList = "ir.OpResultList", ObjectPtr<Value>,
        |of, core| of.op()?.num_results(&core),
        |index| of.op()?.result(&core, index).map(|value| Value::make(of, value));
    {
        /// The types of the results.
        #[getter]
        fn types(&self) -> Result<List<ObjectPtr<Type>>> {
            self.all()?.iter().map(|value| value.ty()).collect::<Result<Vec<_>>>().map(List)
        }

        /// The operation.
        #[getter]
        fn owner(&self) -> Result<ObjectPtr<OpView>> {
            let _core = self.of.read()?;
            Ok(OpView::make(&self.of, self.of.op()?))
        }
    }

    /// The successors of an operation.
    OpSuccessors = "ir.OpSuccessors", ObjectPtr<Block>,
        |of, core| of.op()?.num_successors(&core),
        |index| of.op()?.successor(&core, index).map(|block| Block::make(of, block));
    {
        #[name("__setitem__")]
        fn set(&self, index: i64, block: &Block) -> Result<()> {
            let index = checked_index(index, self.len()?, "successor")?;
            let mut edit = self.of.edit_noted()?;
            let (op, block) = (self.of.op()?, block.in_context(self.of.context())?);
            self.of.context().note_modified(&mut edit, op)?;
            op.set_successor(&mut edit, self.part.index(index), block);
            Ok(())
        }
    }

    /// The regions of an operation.
    RegionSequence = "ir.RegionSequence", ObjectPtr<Region>,
        |of, core| of.op()?.num_regions(&core),
        |index| of.op()?.region(&core, index).map(|region| Region::make(of, region));
    {}

    /// The successors of a block.
    BlockSuccessors = "ir.BlockSuccessors", ObjectPtr<Block>,
        |of, core| of.block()?.successors(&core).count(),
        |index| of.block()?.successors(&core).nth(index).map(|block| Block::make(of, block));
    {}

    /// The predecessors of a block, one for each use.
    BlockPredecessors = "ir.BlockPredecessors", ObjectPtr<Block>,
        |of, core| of.block()?.predecessors(&core).count(),
        |index| of.block()?.predecessors(&core).nth(index).map(|block| Block::make(of, block));
    {}

    /// The arguments of a block.
    BlockArgumentList = "ir.BlockArgumentList", ObjectPtr<Value>,
        |of, core| of.block()?.num_arguments(&core),
        |index| of.block()?.argument(&core, index).map(|value| Value::make(of, value));
    {
        /// The types of the arguments.
        #[getter]
        fn types(&self) -> Result<List<ObjectPtr<Type>>> {
            self.all()?.iter().map(|value| value.ty()).collect::<Result<Vec<_>>>().map(List)
        }
    }
}

/// Values as front ends pass them: any of the lists that have some.
pub(crate) enum Values<'a> {
    Many(Objects<'a, Value>),
    Results(&'a OpResultList),
    Arguments(&'a BlockArgumentList),
    Operands(&'a OpOperandList),
}

impl Values<'_> {
    /// The values, if all belong to a context.
    pub(crate) fn in_context(&self, context: &ObjectPtr<Context>) -> Result<SmallVec<[ir::Value; 8]>> {
        let items = match self {
            Self::Many(values) => {
                let mut found = SmallVec::new();
                for value in values.iter() {
                    found.push(value.in_context(context)?);
                }
                return Ok(found);
            }
            Self::Results(list) => list.all()?,
            Self::Arguments(list) => list.all()?,
            Self::Operands(list) => list.all()?,
        };
        items.iter().map(|value| value.in_context(context)).collect()
    }
}

impl<'a> FromArg<'a> for Values<'a> {
    const TYPE: TypeRecord = TypeRecord::Union(&[
        <Objects<'_, Value> as FromArg<'_>>::TYPE,
        <&OpResultList as FromArg<'_>>::TYPE,
        <&BlockArgumentList as FromArg<'_>>::TYPE,
        <&OpOperandList as FromArg<'_>>::TYPE,
    ]);

    fn from_arg(value: &'a AnyView<'a>) -> std::result::Result<Self, Mismatch> {
        if matches!(value.kind(), TypeIndex::ARRAY | TypeIndex::LIST) {
            return Objects::from_arg(value).map(Self::Many);
        }
        if let Some(list) = value.downcast_ref::<OpResultList>() {
            return Ok(Self::Results(list));
        }
        if let Some(list) = value.downcast_ref::<BlockArgumentList>() {
            return Ok(Self::Arguments(list));
        }
        match value.downcast_ref::<OpOperandList>() {
            Some(list) => Ok(Self::Operands(list)),
            None => Err(Mismatch::wrong_type(Self::TYPE, value)),
        }
    }
}

/// The operations of a block.
#[derive(Object)]
#[object(key = "ir.OperationList")]
pub(crate) struct OperationList {
    block: Ref,
}

impl OperationList {
    pub(crate) fn new(block: &Ref) -> Self {
        Self { block: block.clone() }
    }
}

#[methods]
impl OperationList {
    #[name("__len__")]
    fn len(&self) -> Result<usize> {
        let core = self.block.read()?;
        Ok(self.block.block()?.operations(&core).count())
    }

    /// The operation at an index, which can count from the end.
    #[name("__getitem__")]
    fn item(&self, index: i64) -> Result<ObjectPtr<OpView>> {
        let core = self.block.read()?;
        let mut operations = self.block.block()?.operations(&core);
        let found = match usize::try_from(index) {
            Ok(index) => operations.nth(index),
            Err(_) => operations.nth_back((index.unsigned_abs() - 1) as usize),
        };
        let found = found.ok_or_else(|| {
            Error::index_error(format!(
                "attempt to access out of bounds operation: index {index}"
            ))
        })?;
        Ok(OpView::make(&self.block, found))
    }

    #[name("__iter__")]
    fn iter(&self) -> Result<OperationIterator> {
        OperationIterator::new(&self.block)
    }
}
