//! A conversion in progress: changes with a log.
//!
//! Invariant: the log has every change, in order.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use foldhash::fast::FixedState;
use smallvec::SmallVec;
use tvmlike_ir::{
    Block, Context, Exclusive, InsertionPoint, Location, Op, OpOperand, OpState, Region, Type, Value,
    ValueOwner,
};

use super::log::Change;
use super::symbols::Symbols;
use super::types::{Becomes, BlockSignature, TypeConverter};
use super::values::{Replacements, Values};

/// Which way a cast converts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CastKind {
    /// To the type that a value has had.
    Source,
    /// To the types that a pattern expects.
    Target,
}

/// A cast that stands for a materialization of a converter.
#[derive(Clone)]
pub(super) struct Cast {
    pub(super) kind: CastKind,
    pub(super) original: Option<Type>,
    pub(super) converter: Option<Rc<TypeConverter>>,
}

/// A cast that is to be made.
pub(super) struct CastRequest<'a> {
    pub(super) kind: CastKind,
    pub(super) place: InsertionPoint,
    pub(super) location: Location,
    /// The values that the results stand for.
    pub(super) key: &'a [Value],
    pub(super) inputs: &'a [Value],
    pub(super) results: &'a [Type],
    pub(super) original: Option<Type>,
    /// Whether the results are their inputs with other types.
    pub(super) is_pure: bool,
}

/// Makes and changes operations so that it can be undone. Patterns of a conversion get one.
///
/// An operation that is replaced or erased stays in the IR, with its uses, until the conversion as a whole has succeeded: so
/// operations that are visited later have the operands that they had at the start, and the converted ones beside them.
pub struct ConversionRewriter<'e, 'c> {
    pub(super) edit: &'e mut Exclusive<'c>,
    pub(super) place: Option<InsertionPoint>,
    /// The converter of the pattern that runs.
    pub(super) converter: Option<Rc<TypeConverter>>,
    pub(super) log: Vec<Change>,
    pub(super) replacements: Replacements,
    /// Operations that are replaced or erased, and those in their regions.
    pub(super) replaced: HashSet<Op, FixedState>,
    /// Operations in the regions of legal ones that make them legal.
    pub(super) ignored: HashSet<Op, FixedState>,
    pub(super) casts: HashMap<Op, Cast, FixedState>,
    pub(super) region_converters: HashMap<Region, Rc<TypeConverter>, FixedState>,
    /// The symbols of the table that was asked for last.
    pub(super) symbols: Option<Symbols>,
}

/// The place behind the definition of a value.
pub(super) fn place_after(context: &Context, value: Value) -> Option<InsertionPoint> {
    match value.owner(context) {
        ValueOwner::Result { op, .. } => InsertionPoint::after(context, op),
        ValueOwner::Argument { block, .. } => Some(InsertionPoint::at_start(context, block)),
    }
}

/// Whether a place of one block is behind another one of it.
fn is_later(context: &Context, place: InsertionPoint, other: InsertionPoint) -> bool {
    match (place.next_op(), other.next_op()) {
        (None, other) => other.is_some(),
        (Some(_), None) => false,
        (Some(place), Some(other)) => place != other && other.is_before_in_block(context, place),
    }
}

/// Whether a block is nested in the region of another, at any depth.
fn is_nested(context: &Context, block: Block, outer: Block) -> bool {
    let mut at = Some(block);
    while let Some(block) = at {
        if block == outer {
            return true;
        }
        at = block.parent_op(context).and_then(|op| op.block(context));
    }
    false
}

/// The first place at which all values are defined.
pub(super) fn place_after_all(context: &Context, values: &[Value]) -> Option<InsertionPoint> {
    let mut dominance = tvmlike_ir::DominanceInfo::new();
    let mut places = values.iter().filter_map(|value| place_after(context, *value));
    let mut latest = places.next()?;
    for place in places {
        let later = if place.block() == latest.block() {
            is_later(context, place, latest)
        } else if place.block().region(context) == latest.block().region(context) {
            dominance.block_properly_dominates(context, latest.block(), place.block())
        } else {
            is_nested(context, place.block(), latest.block())
        };
        if later {
            latest = place;
        }
    }
    Some(latest)
}

impl<'e, 'c> ConversionRewriter<'e, 'c> {
    pub(super) fn new(edit: &'e mut Exclusive<'c>) -> Self {
        Self {
            edit,
            place: None,
            converter: None,
            log: Vec::new(),
            replacements: Replacements::default(),
            replaced: HashSet::default(),
            ignored: HashSet::default(),
            casts: HashMap::default(),
            region_converters: HashMap::default(),
            symbols: None,
        }
    }

    /// Makes an operation and inserts it at the place.
    pub(super) fn make(&mut self, state: &OpState<'_>) -> Result<Op, tvmlike_ir::Error> {
        let op = self.edit.create(state);
        if let Some(place) = self.place {
            place.insert(self.edit, op)?;
        }
        self.log.push(Change::Created(op));
        Ok(op)
    }

    /// Moves an operation before another one, or to the end of a block. The place before it goes along.
    pub(super) fn relocate(&mut self, op: Op, place: InsertionPoint) {
        let from = InsertionPoint::after(self.edit, op);
        self.log.push(Change::Moved(op, from));
        op.detach(self.edit);
        let moved = place.insert(self.edit, op);
        moved.unwrap_or_else(|error| panic!("a conversion cannot move an operation: {error}"));
        if self.place.is_some_and(|place| place.next_op() == Some(op)) {
            self.place = InsertionPoint::before(self.edit, op);
        }
    }

    /// Moves the operations from one on to the end of a new block. The place before one of them goes along.
    pub(super) fn relocate_tail(&mut self, block: Block, first: Op, rest: Block) {
        self.log.push(Change::Split(block, rest));
        let moved = rest.append_tail(self.edit, first);
        moved.unwrap_or_else(|error| panic!("a conversion cannot split a block: {error}"));
        if let Some(place) = self.place
            && let Some(next) = place.next_op()
            && place.block() == block
            && next.block(self.edit) == Some(rest)
        {
            self.place = InsertionPoint::before(self.edit, next);
        }
    }

    /// Moves a block to a region, or to none.
    pub(super) fn relocate_block(&mut self, block: Block, to: Option<(Region, Option<Block>)>) {
        let context = self.edit.context();
        let change = Change::BlockMoved(block, block.region(context), block.next(context));
        self.log.push(change);
        block.detach(self.edit);
        if let Some((region, before)) = to {
            let moved = region.insert(self.edit, block, before);
            moved.unwrap_or_else(|error| panic!("a conversion cannot move a block: {error}"));
        }
    }

    /// Replaces the value of an operand.
    pub(super) fn set_use(&mut self, at: OpOperand, value: Value) {
        let context = self.edit.context();
        let (owner, index) = (at.owner(context), at.index(context));
        self.log
            .push(Change::Operand(owner, index as u32, at.value(context)));
        at.set(self.edit, value);
    }

    /// Makes all uses of a value, in operations that stay and in others, uses of another one.
    pub(super) fn set_uses(&mut self, from: Value, to: Value) {
        if from != to {
            while let Some(at) = from.uses(self.edit).next() {
                self.set_use(at, to);
            }
        }
    }

    /// Makes branches to a block branches to another one.
    pub(super) fn set_branches(&mut self, from: Block, to: Block) {
        let context = self.edit.context();
        loop {
            let Some(at) = from.uses(context).next() else {
                return;
            };
            let owner = at.owner(context);
            let Some(index) = owner.successors(context).position(|block| block == from) else {
                return;
            };
            self.log.push(Change::Successor(owner, index as u32, from));
            owner.set_successor(self.edit, index, to);
        }
    }

    /// Notes the replacement of values.
    pub(super) fn map(&mut self, from: &[Value], to: &[Value]) {
        let old = self.replacements.set(from, to);
        self.log.push(Change::Mapped(from.into(), old));
    }

    /// Notes that an operation is replaced, and with it those in its regions.
    pub(super) fn mark_replaced(&mut self, op: Op) {
        let context = self.edit.context();
        let mut marked = Vec::new();
        op.walk(context, tvmlike_ir::WalkOrder::PreOrder, |op| {
            if self.replaced.insert(op) {
                marked.push(op);
            }
            tvmlike_ir::WalkResult::Advance
        });
        let converter = self.converter.clone();
        self.log.push(Change::Replaced(op, converter, marked));
    }

    /// Makes a cast, unless the types are those of the inputs already.
    pub(super) fn cast(&mut self, request: &CastRequest<'_>, converter: Option<Rc<TypeConverter>>) -> Values {
        let context = self.edit.context();
        let same = request.inputs.len() == request.results.len()
            && request
                .inputs
                .iter()
                .zip(request.results)
                .all(|(value, ty)| value.ty(context) == *ty);
        if same && !request.inputs.is_empty() {
            return request.inputs.into();
        }
        let name = context.identifier("builtin.unrealized_conversion_cast");
        let place = self.place.replace(request.place);
        let made = self.make(&OpState {
            operands: request.inputs,
            results: request.results,
            ..OpState::new(name, request.location)
        });
        self.place = place;
        let op = made.unwrap_or_else(|error| panic!("a conversion cannot insert a cast: {error}"));
        let cast = Cast {
            kind: request.kind,
            original: request.original,
            converter,
        };
        self.casts.insert(op, cast);
        if request.is_pure {
            self.replacements.pure_casts.insert(op);
        }
        self.log.push(Change::Cast(op));
        let results: Values = op.results(context).collect();
        if !request.key.is_empty() {
            self.map(request.key, &results);
        }
        results
    }

    /// The value of the same type that replaces one, made if need be; `None`: it has no uses that stay.
    pub(super) fn replacement(
        &mut self,
        value: Value,
        converter: Option<Rc<TypeConverter>>,
    ) -> Option<Value> {
        let context = self.edit.context();
        let ty = value.ty(context);
        if let Some(found) = self.replacements.find(context, value, Some(&[ty])) {
            return found.first().copied();
        }
        let is_dead = value
            .uses(context)
            .all(|at| self.replaced.contains(&at.owner(context)));
        if is_dead && !self.replacements.is_replacement(value) {
            return None;
        }
        let latest = self.replacements.find(context, value, None).unwrap_or_default();
        let place = match latest.is_empty() {
            true => place_after(context, value),
            false => place_after_all(context, &latest),
        };
        let request = CastRequest {
            kind: CastKind::Source,
            place: place?,
            location: value.location(context),
            key: &latest,
            inputs: &latest,
            results: &[ty],
            original: None,
            is_pure: !latest.is_empty(),
        };
        self.cast(&request, converter).first().copied()
    }

    /// Gives a block new arguments: a new block takes its place and its operations.
    pub(super) fn change_signature(
        &mut self,
        block: Block,
        signature: &BlockSignature,
        converter: Option<&Rc<TypeConverter>>,
    ) -> Block {
        let context = self.edit.context();
        let is_same = signature.types.len() == signature.old.len()
            && block
                .arguments(context)
                .zip(&signature.types)
                .zip(signature.old.iter().enumerate())
                .all(|((argument, ty), (index, old))| {
                    argument.ty(context) == *ty && *old == Becomes::Arguments(index..index + 1)
                });
        let Some(region) = block.region(context).filter(|_| !is_same) else {
            return block;
        };
        let mut arguments: Vec<(Type, Location)> = signature
            .types
            .iter()
            .map(|ty| (*ty, context.unknown_location()))
            .collect();
        for (argument, old) in block.arguments(context).zip(&signature.old) {
            if let Becomes::Arguments(range) = old {
                for place in &mut arguments[range.clone()] {
                    place.1 = argument.location(context);
                }
            }
        }
        let new = self.edit.create_block(&arguments);
        let inserted = region.insert(self.edit, new, Some(block));
        inserted.unwrap_or_else(|error| panic!("a conversion cannot insert a block: {error}"));
        self.log.push(Change::BlockConverted(new));
        if self.place == Some(InsertionPoint::at_end(block)) {
            self.place = Some(InsertionPoint::at_end(new));
        }
        while let Some(op) = block.first_op(context) {
            self.relocate(op, InsertionPoint::at_end(new));
        }
        self.set_branches(block, new);
        let old: Vec<Value> = block.arguments(context).collect();
        for (argument, becomes) in old.into_iter().zip(&signature.old) {
            self.replace_old_argument(argument, becomes, new, converter);
        }
        self.relocate_block(block, None);
        new
    }

    fn replace_old_argument(
        &mut self,
        argument: Value,
        becomes: &Becomes,
        new: Block,
        converter: Option<&Rc<TypeConverter>>,
    ) {
        let context = self.edit.context();
        let values: Values = match becomes {
            Becomes::Value(value) => SmallVec::from_slice(&[*value]),
            Becomes::Arguments(range) => new
                .arguments(context)
                .skip(range.start)
                .take(range.len())
                .collect(),
            Becomes::Nothing if !argument.has_uses(context) => return,
            Becomes::Nothing => {
                let request = CastRequest {
                    kind: CastKind::Source,
                    place: InsertionPoint::at_start(context, new),
                    location: argument.location(context),
                    key: &[],
                    inputs: &[],
                    results: &[argument.ty(context)],
                    original: None,
                    is_pure: false,
                };
                self.cast(&request, converter.cloned())
            }
        };
        self.replace_argument_by(argument, &values, converter);
    }

    /// Notes the replacement of an argument of a block.
    pub(super) fn replace_argument_by(
        &mut self,
        argument: Value,
        values: &[Value],
        converter: Option<&Rc<TypeConverter>>,
    ) {
        self.map(&[argument], values);
        self.log
            .push(Change::ArgumentReplaced(argument, converter.cloned()));
    }
}
