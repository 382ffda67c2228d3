//! Folding: what an operation gives without being executed.
//!
//! A dialect attaches [`Fold`] to the record of an operation. A fold looks at the operation and at those operands that are
//! constants; it makes no operation. Where a constant is needed, a driver makes it by the [`Materializer`] of the dialect.
//! Invariant: a fold that returns `None` has changed nothing.

use std::fmt;

use smallvec::SmallVec;

use crate::access::Exclusive;
use crate::context::Context;
use crate::context::dialect::{Dialect, OpInfo, Traits};
use crate::id::{Attribute, Identifier, Location, Op, Region, Type, Value};
use crate::rewriter::Rewriter;

/// A value that exists, or one that is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FoldResult {
    /// A constant.
    Attribute(Attribute),
    /// An existing value.
    Value(Value),
}

impl FoldResult {
    /// The constant that this is: the attribute, or that of the operation that defines the value.
    pub fn constant(self, context: &Context) -> Option<Attribute> {
        match self {
            Self::Attribute(attribute) => Some(attribute),
            Self::Value(value) => value.constant_value(context),
        }
    }
}

/// What became of an operation that was folded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Folded {
    /// Its operands or attributes changed; it stays.
    InPlace,
    /// It is not needed: each of its results is one of these.
    Results(SmallVec<[FoldResult; 1]>),
}

impl From<Attribute> for Folded {
    fn from(attribute: Attribute) -> Self {
        Self::Results(SmallVec::from_slice(&[FoldResult::Attribute(attribute)]))
    }
}

impl From<Value> for Folded {
    fn from(value: Value) -> Self {
        Self::Results(SmallVec::from_slice(&[FoldResult::Value(value)]))
    }
}

impl From<FoldResult> for Folded {
    fn from(result: FoldResult) -> Self {
        Self::Results(SmallVec::from_slice(&[result]))
    }
}

/// An operation that is being folded, with the constants among its operands.
pub struct Folding<'e, 'c> {
    edit: &'e mut Exclusive<'c>,
    op: Op,
    constants: &'e [Option<Attribute>],
}

impl<'c> Folding<'_, 'c> {
    /// The context.
    #[inline]
    pub fn context(&self) -> &'c Context {
        self.edit.context()
    }

    /// The operation.
    #[inline]
    pub fn op(&self) -> Op {
        self.op
    }

    /// The value of an operand.
    ///
    /// # Panics
    /// The operation has no operand with this number.
    #[inline]
    pub fn operand(&self, index: usize) -> Value {
        let operand = self.op.operand(self.edit, index);
        operand.unwrap_or_else(|| panic!("a fold needs operand {index}, which the operation does not have"))
    }

    /// The constant that an operand is.
    #[inline]
    pub fn constant(&self, index: usize) -> Option<Attribute> {
        self.constants.get(index).copied().flatten()
    }

    /// The constants that the operands are.
    #[inline]
    pub fn constants(&self) -> &[Option<Attribute>] {
        self.constants
    }

    /// The type of the first result.
    ///
    /// # Panics
    /// The operation has no result.
    #[inline]
    pub fn result_type(&self) -> Type {
        let result = self.op.result(self.edit, 0);
        result
            .expect("a fold needs the type of a result, which the operation does not have")
            .ty(self.edit)
    }

    /// The property or discardable attribute of a name.
    pub fn attribute(&self, name: &str) -> Option<Attribute> {
        self.op.attribute(self.edit, self.edit.identifier(name))
    }

    /// Replaces the value of an operand. The fold must return [`Folded::InPlace`].
    ///
    /// # Panics
    /// The operation has no operand with this number.
    pub fn set_operand(&mut self, index: usize, value: Value) {
        self.op.set_operand(self.edit, index, value);
    }

    /// The right to change the operation's operands and attributes, and nothing else. A fold that does must return
    /// [`Folded::InPlace`].
    pub fn edit(&mut self) -> &mut Exclusive<'c> {
        self.edit
    }
}

type FoldFn = Box<dyn Fn(&mut Folding<'_, '_>) -> Option<Folded> + Send + Sync>;

/// Folds an operation: an extension of its record.
pub struct Fold(FoldFn);

impl Fold {
    /// A fold by a function. `None`: the operation cannot be folded.
    pub fn new(fold: impl Fn(&mut Folding<'_, '_>) -> Option<Folded> + Send + Sync + 'static) -> Self {
        Self(Box::new(fold))
    }
}

impl fmt::Debug for Fold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fold").finish_non_exhaustive()
    }
}

/// The name of the property with the value of a constant, an extension of the records of operations with
/// [`Traits::CONSTANT_LIKE`]. Without it, the name is `value`.
#[derive(Clone, Copy, Debug)]
pub struct ConstantProperty(pub Identifier);

/// The value of an operation with [`Traits::CONSTANT_LIKE`] in which no property is it: an extension of its record.
#[derive(Clone, Copy, Debug)]
pub struct ConstantValue(pub fn(&Context, Op) -> Option<Attribute>);

/// Makes a constant at the place of the rewriter: an extension of a dialect. `None` if the dialect has no such constant.
pub struct Materializer(pub fn(&mut Rewriter<'_, '_>, Attribute, Type, Location) -> Option<Op>);

/// Whether constants for operations in a region are put into that region, and not further out: an extension of the dialect
/// of the operation with the region.
#[derive(Clone, Copy, Debug)]
pub struct FoldScope(pub fn(&Context, Region) -> bool);

impl OpInfo {
    /// The value of a constant of this record.
    #[inline]
    fn constant_value(&self, context: &Context, op: Op) -> Option<Attribute> {
        if let Some(value) = op.property(context, context.registry.names.value) {
            return Some(value);
        }
        self.other_constant_value(context, op)
    }

    #[cold]
    fn other_constant_value(&self, context: &Context, op: Op) -> Option<Attribute> {
        if let Some(ConstantProperty(name)) = self.extensions().get() {
            return op.property(context, *name);
        }
        let ConstantValue(find) = self.extensions().get()?;
        find(context, op)
    }
}

impl Op {
    /// The value of an operation that is a constant.
    #[inline]
    pub fn constant_value(self, context: &Context) -> Option<Attribute> {
        // Most operations have operands, and constants have none: the record need not be read.
        if self.num_operands(context) > 0 {
            return None;
        }
        let info = self.info(context)?;
        match info.traits().contains(Traits::CONSTANT_LIKE) {
            true => info.constant_value(context, self),
            false => None,
        }
    }

    /// The dialect of the operation, if it is registered.
    pub fn dialect(self, context: &Context) -> Option<&Dialect> {
        match self.info(context) {
            Some(info) => Some(context.dialect_of(info)),
            None => context.dialect(self.name(context).dialect_namespace(context)?),
        }
    }

    /// The constants that the operands are.
    #[inline]
    pub fn constant_operands(self, context: &Context) -> SmallVec<[Option<Attribute>; 4]> {
        let mut constants = SmallVec::new();
        // `collect` reserves first, which takes longer than to push a few.
        for operand in self.operands(context) {
            constants.push(operand.constant_value(context));
        }
        constants
    }

    /// Folds the operation. `None`: it cannot be folded.
    pub fn fold(self, edit: &mut Exclusive<'_>) -> Option<Folded> {
        let constants = self.constant_operands(edit);
        self.fold_with(edit, &constants)
    }

    /// Folds the operation as if its operands had these constant values.
    pub fn fold_with(self, edit: &mut Exclusive<'_>, constants: &[Option<Attribute>]) -> Option<Folded> {
        let info = self.info(edit.context())?;
        self.fold_by(edit, constants, info, info.extensions().get())
    }

    /// As [`fold_with`](Self::fold_with), for a caller that has looked up the record of the operation and its fold.
    pub fn fold_by(
        self,
        edit: &mut Exclusive<'_>,
        constants: &[Option<Attribute>],
        info: &OpInfo,
        own: Option<&Fold>,
    ) -> Option<Folded> {
        if info.withdrawn().is_some() {
            return None;
        }
        let folded = own.and_then(|Fold(fold)| {
            fold(&mut Folding {
                edit,
                op: self,
                constants,
            })
        });
        // Traits fold what the operation leaves in place.
        match folded {
            Some(Folded::Results(_)) => folded,
            in_place => fold_traits(edit, self, info.traits(), constants).or(in_place),
        }
    }
}

impl Value {
    /// The value, if an operation that is a constant defines it.
    #[inline]
    pub fn constant_value(self, context: &Context) -> Option<Attribute> {
        self.defining_op(context)?.constant_value(context)
    }
}

/// The folds that follow from traits.
fn fold_traits(
    edit: &mut Exclusive<'_>,
    op: Op,
    traits: Traits,
    constants: &[Option<Attribute>],
) -> Option<Folded> {
    if !traits.intersects(Traits::FOLDED) {
        return None;
    }
    if traits.contains(Traits::COMMUTATIVE)
        && let Some(folded) = move_constants_last(edit, op, constants)
    {
        return Some(folded);
    }
    let first = op.operand(edit, 0)?;
    if traits.contains(Traits::IDEMPOTENT) && op.num_operands(edit) > 1 {
        let is_same = op.operand(edit, 1) == Some(first);
        return is_same.then(|| first.into());
    }
    let inner = first.defining_op(edit)?;
    if inner.name(edit) != op.name(edit) {
        return None;
    }
    if traits.contains(Traits::IDEMPOTENT) {
        return Some(first.into());
    }
    match traits.contains(Traits::INVOLUTION) {
        true => inner.operand(edit, 0).map(Folded::from),
        false => None,
    }
}

/// Moves the constants of a commutative operation behind its other operands.
fn move_constants_last(edit: &mut Exclusive<'_>, op: Op, constants: &[Option<Attribute>]) -> Option<Folded> {
    let first = constants.iter().position(Option::is_some)?;
    if constants[first..].iter().all(Option::is_some) {
        return None;
    }
    let operands: SmallVec<[Value; 4]> = op.operands(edit).collect();
    let pick = |wanted: bool| {
        let pairs = operands.iter().zip(constants);
        pairs
            .filter(move |(_, constant)| constant.is_some() == wanted)
            .map(|(operand, _)| *operand)
    };
    let sorted: SmallVec<[Value; 4]> = pick(false).chain(pick(true)).collect();
    // Each operand of its own keeps the order of the uses of its value.
    for (index, (old, new)) in operands.iter().zip(&sorted).enumerate() {
        if old != new {
            op.set_operand(edit, index, *new);
        }
    }
    Some(Folded::InPlace)
}
