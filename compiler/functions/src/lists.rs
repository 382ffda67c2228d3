//! Lists of parts of the IR, as pseudo-containers: they read what the IR has when they are asked, and slices of them are
//! lists of the same class. Iterators of MLIR's classes are here, too.
//!
//! Invariant: a list of something that was erased raises the error of its stale handle.

use std::sync::Mutex;

use tvmlike_ir as ir;

use crate::affine::AffineExpr;
use crate::api::*;
use crate::attributes::Attribute;
use crate::block::{Block, append_block};
use crate::context::Context;
use crate::location::Location;
use crate::operation::{OpView, view};
use crate::owner::Ref;
use crate::region::Region;
use crate::types::{Same, Type};
use crate::value::{OpOperand, Value};

/// Which items of a list a slice of it has.
#[derive(Clone, Copy)]
struct Part {
    start: usize,
    /// `None` for all items, however many there are.
    count: Option<usize>,
    step: isize,
}

impl Part {
    const ALL: Self = Self {
        start: 0,
        count: None,
        step: 1,
    };

    fn len(self, all: usize) -> usize {
        self.count.unwrap_or(all)
    }

    /// The index in the whole list.
    fn index(self, index: usize) -> usize {
        self.start.wrapping_add_signed(index as isize * self.step)
    }

    /// A part of this part.
    fn slice(self, start: usize, count: usize, step: i64) -> Self {
        Self {
            start: self.index(start),
            count: Some(count),
            step: self.step * step as isize,
        }
    }
}

fn position(index: i64) -> usize {
    usize::try_from(index).unwrap_or(0)
}

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
            let mut edit = self.of.edit()?;
            let (op, value) = (self.of.op()?, value.in_context(self.of.context())?);
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
            let core = self.of.read()?;
            Ok(view(&self.of, self.of.op()?, &core))
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
            let mut edit = self.of.edit()?;
            let (op, block) = (self.of.op()?, block.in_context(self.of.context())?);
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

/// An index into a list, which can count from the end.
pub(crate) fn checked_index(index: i64, len: usize, what: &str) -> Result<usize> {
    let at = if index < 0 { index + len as i64 } else { index };
    usize::try_from(at).ok().filter(|at| *at < len).ok_or_else(|| {
        Error::index_error(format!(
            "attempt to access out of bounds {what}: {index} of {len}"
        ))
    })
}

/// The results of an affine map.
#[derive(Object)]
#[object(key = "ir.AffineExprList")]
pub(crate) struct AffineExprList {
    context: Same<Context>,
    exprs: Vec<ir::AffineExpr>,
}

impl AffineExprList {
    pub(crate) fn new(context: &ObjectPtr<Context>, exprs: Vec<ir::AffineExpr>) -> Self {
        Self {
            context: Same(context.clone()),
            exprs,
        }
    }

    fn all(&self) -> impl Iterator<Item = ObjectPtr<AffineExpr>> + '_ {
        self.exprs
            .iter()
            .map(|expr| AffineExpr::make(&self.context, *expr))
    }
}

#[methods(sequence)]
impl AffineExprList {
    fn len(&self) -> usize {
        self.exprs.len()
    }

    fn get(&self, index: usize) -> Option<ObjectPtr<AffineExpr>> {
        Some(AffineExpr::make(&self.context, *self.exprs.get(index)?))
    }

    /// The items from `start`, so many, at a distance.
    #[name("__slice__")]
    fn slice(&self, start: i64, count: usize, step: i64) -> Self {
        let part = Part::ALL.slice(position(start), count, step);
        let exprs = (0..count).filter_map(|index| self.exprs.get(part.index(index)).copied());
        Self::new(&self.context, exprs.collect())
    }

    /// The items of both, as a list.
    #[name("__add__")]
    fn add(&self, other: &Self) -> List<ObjectPtr<AffineExpr>> {
        self.all().chain(other.all()).collect()
    }
}

/// Values as front ends pass them: any of the lists that have some.
#[derive(Union)]
pub(crate) enum Values {
    Many(Vec<ObjectPtr<Value>>),
    Results(ObjectPtr<OpResultList>),
    Arguments(ObjectPtr<BlockArgumentList>),
    Operands(ObjectPtr<OpOperandList>),
}

impl Values {
    /// The values.
    pub(crate) fn into_vec(self) -> Result<Vec<ObjectPtr<Value>>> {
        match self {
            Self::Many(values) => Ok(values),
            Self::Results(list) => list.all(),
            Self::Arguments(list) => list.all(),
            Self::Operands(list) => list.all(),
        }
    }
}

/// Expressions as front ends pass them.
#[derive(Union)]
pub(crate) enum Exprs {
    Many(Vec<ObjectPtr<AffineExpr>>),
    List(ObjectPtr<AffineExprList>),
}

impl Exprs {
    /// The expressions.
    pub(crate) fn into_vec(self) -> Vec<ObjectPtr<AffineExpr>> {
        match self {
            Self::Many(exprs) => exprs,
            Self::List(list) => list.all().collect(),
        }
    }
}

fn stop() -> Error {
    Error::new("StopIteration", "")
}

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
                items.next().ok_or_else(stop)
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
        let found = rest.next().ok_or_else(stop)?;
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
        let handle = next.ok_or_else(stop)?;
        let core = self.block.read()?;
        let op = core.resolve_op(handle)?;
        *next = op.next(&core).map(|op| core.op_handle(op));
        Ok(view(&self.block, op, &core))
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
        Ok(view(&self.block, found, &core))
    }

    #[name("__iter__")]
    fn iter(&self) -> Result<OperationIterator> {
        OperationIterator::new(&self.block)
    }
}

/// The blocks of a region.
#[derive(Object)]
#[object(key = "ir.BlockList")]
pub(crate) struct BlockList {
    region: Ref,
}

impl BlockList {
    pub(crate) fn new(region: &Ref) -> Self {
        Self {
            region: region.clone(),
        }
    }
}

#[methods]
impl BlockList {
    #[name("__len__")]
    fn len(&self) -> Result<usize> {
        let core = self.region.read()?;
        Ok(self.region.region()?.blocks(&core).count())
    }

    /// Makes a block at the end of the region.
    #[name("_append")]
    fn append(
        &self,
        arg_types: Vec<ObjectPtr<Type>>,
        arg_locs: Option<Vec<ObjectPtr<Location>>>,
    ) -> Result<ObjectPtr<Block>> {
        append_block(&self.region, &arg_types, arg_locs)
    }

    /// The block at an index, which can count from the end.
    #[name("__getitem__")]
    fn item(&self, index: i64) -> Result<ObjectPtr<Block>> {
        let core = self.region.read()?;
        let mut blocks = self.region.region()?.blocks(&core);
        let found = match usize::try_from(index) {
            Ok(index) => blocks.nth(index),
            Err(_) => blocks.nth_back((index.unsigned_abs() - 1) as usize),
        };
        let found = found.ok_or_else(|| {
            Error::index_error(format!("attempt to access out of bounds block: index {index}"))
        })?;
        Ok(Block::make(&self.region, found))
    }

    #[name("__iter__")]
    fn iter(&self) -> Result<BlockIterator> {
        Region::blocks_of(&self.region).map(BlockIterator::new)
    }
}
