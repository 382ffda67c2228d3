//! Side effects of operations: what they do to memory, and whether they can be executed speculatively.
//!
//! A dialect says it by traits ([`Traits::PURE`] and its parts) or by the extensions [`MemoryEffects`] and
//! [`Speculation`] of an operation's record. Invariant: an operation of which nothing is known has every effect.

use std::fmt;

use smallvec::SmallVec;

use crate::context::Context;
use crate::context::dialect::Traits;
use crate::id::{Attribute, Op, Region, Value};

/// What an operation does to memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EffectKind {
    /// Makes memory available.
    Allocate,
    /// Ends the life of memory.
    Free,
    /// Reads.
    Read,
    /// Writes.
    Write,
}

/// The memory that an effect is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EffectTarget {
    /// Any memory of the resource.
    Anything,
    /// The memory that an operand, a result or an argument of a block refers to.
    Value(Value),
    /// The memory that a symbol refers to.
    Symbol(Attribute),
}

/// One effect of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effect {
    /// What is done.
    pub kind: EffectKind,
    /// To what.
    pub target: EffectTarget,
    /// The resource: effects on different resources are independent of each other.
    pub resource: &'static str,
}

impl Effect {
    /// The resource of effects that name no other.
    pub const DEFAULT: &'static str = "<Default>";
    /// The memory of the innermost scope of automatic allocation.
    pub const AUTOMATIC: &'static str = "AutomaticAllocationScope";

    /// An effect on the memory of a value.
    pub const fn on(kind: EffectKind, value: Value) -> Self {
        Self {
            kind,
            target: EffectTarget::Value(value),
            resource: Self::DEFAULT,
        }
    }

    /// An effect on any memory.
    pub const fn anywhere(kind: EffectKind) -> Self {
        Self {
            kind,
            target: EffectTarget::Anything,
            resource: Self::DEFAULT,
        }
    }
}

/// The effects of an operation.
pub type Effects = SmallVec<[Effect; 2]>;

type FindEffects = Box<dyn Fn(&Context, Op) -> Effects + Send + Sync>;

/// Finds the effects of an operation: an extension of its record, for operations whose effects depend on more than traits.
pub struct MemoryEffects(FindEffects);

impl MemoryEffects {
    /// The effects that a function finds. Those of nested operations are not among them.
    pub fn new(find: impl Fn(&Context, Op) -> Effects + Send + Sync + 'static) -> Self {
        Self(Box::new(find))
    }
}

impl fmt::Debug for MemoryEffects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoryEffects").finish_non_exhaustive()
    }
}

/// Whether an operation can be executed where the program does not execute it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Speculatability {
    /// It cannot.
    No,
    /// It can.
    Yes,
    /// It can if all nested operations can.
    Recursive,
}

/// Finds whether an operation can be executed speculatively: an extension of its record, for operations for which this
/// depends on operands or attributes.
#[derive(Clone, Copy, Debug)]
pub struct Speculation(pub fn(&Context, Op) -> Speculatability);

/// The operations directly in the regions of an operation.
fn nested(context: &Context, op: Op) -> impl Iterator<Item = Op> + '_ {
    let blocks = op.regions(context).flat_map(|region| region.blocks(context));
    blocks.flat_map(|block| block.operations(context))
}

/// Whether a property holds of an operation and, where the first answer is `None`, of all operations in it. Does not recurse.
fn holds_inside(context: &Context, root: Op, holds: impl Fn(Op) -> Option<bool>) -> bool {
    counterexample(context, root, holds).is_none()
}

/// The first operation of which the property of [`holds_inside`] does not hold.
fn counterexample(context: &Context, root: Op, holds: impl Fn(Op) -> Option<bool>) -> Option<Op> {
    let mut pending: SmallVec<[Op; 8]> = SmallVec::from_slice(&[root]);
    while let Some(op) = pending.pop() {
        match holds(op) {
            Some(true) => {}
            Some(false) => return Some(op),
            None => pending.extend(nested(context, op)),
        }
    }
    None
}

impl Op {
    /// The effects of the operation without those of nested ones; `None` if they are not known.
    #[inline]
    pub fn memory_effects(self, context: &Context) -> Option<Effects> {
        let info = self.info(context)?;
        if info.traits().contains(Traits::NO_MEMORY_EFFECT) {
            return Some(Effects::new());
        }
        let found = info.extensions().get::<MemoryEffects>()?;
        info.withdrawn().is_none().then(|| (found.0)(context, self))
    }

    /// Whether the operation and all nested ones have no effect on memory.
    pub fn is_memory_effect_free(self, context: &Context) -> bool {
        holds_inside(context, self, |op| {
            let is_recursive = op.has_trait(context, Traits::RECURSIVE_MEMORY_EFFECTS);
            match op.memory_effects(context) {
                Some(effects) if !effects.is_empty() => Some(false),
                Some(_) if !is_recursive => Some(true),
                None if !is_recursive => Some(false),
                _ => None,
            }
        })
    }

    /// All effects of the operation and of what is nested in it; `None` if they are not known.
    pub fn memory_effects_recursively(self, context: &Context) -> Option<Effects> {
        let mut all = Effects::new();
        let mut pending: SmallVec<[Self; 8]> = SmallVec::from_slice(&[self]);
        while let Some(op) = pending.pop() {
            let is_recursive = op.has_trait(context, Traits::RECURSIVE_MEMORY_EFFECTS);
            match op.memory_effects(context) {
                Some(effects) => all.extend(effects),
                None if is_recursive => {}
                None => return None,
            }
            if is_recursive {
                pending.extend(nested(context, op));
            }
        }
        Some(all)
    }

    /// Whether the operation can be executed where the program does not execute it.
    pub fn is_speculatable(self, context: &Context) -> bool {
        holds_inside(context, self, |op| {
            let Some(info) = op.info(context) else {
                return Some(false);
            };
            let traits = info.traits();
            if traits.contains(Traits::ALWAYS_SPECULATABLE) {
                return Some(true);
            }
            if traits.contains(Traits::RECURSIVELY_SPECULATABLE) {
                return None;
            }
            let Some(found) = info.extensions().get::<Speculation>() else {
                return Some(false);
            };
            match (found.0)(context, op) {
                Speculatability::Yes => Some(true),
                Speculatability::No => Some(false),
                Speculatability::Recursive => None,
            }
        })
    }

    /// Whether the operation has no effect on memory and can be executed speculatively.
    pub fn is_pure(self, context: &Context) -> bool {
        self.has_trait(context, Traits::PURE)
            || (self.is_speculatable(context) && self.is_memory_effect_free(context))
    }

    /// Whether the operation could be erased if its results had no uses: it does nothing but read memory and allocate what
    /// only its results refer to.
    #[inline]
    pub fn would_be_trivially_dead(self, context: &Context) -> bool {
        self.keeper(context).is_none()
    }

    /// The operation, itself or a nested one, that keeps the operation from being erased if its results had no uses. `None`:
    /// it [would be trivially dead](Self::would_be_trivially_dead).
    pub fn keeper(self, context: &Context) -> Option<Self> {
        let Some(info) = self.info(context) else {
            return Some(self);
        };
        if info.traits().intersects(Traits::TERMINATOR | Traits::SYMBOL) {
            return Some(self);
        }
        let is_recursive = info.traits().contains(Traits::RECURSIVE_MEMORY_EFFECTS);
        if info.traits().contains(Traits::NO_MEMORY_EFFECT) && !is_recursive {
            return None;
        }
        counterexample(context, self, |op| op.can_be_dropped(context))
    }

    /// Whether the effects of an operation do not keep it, or one around it, from being erased. `None`: those of nested ones
    /// count.
    fn can_be_dropped(self, context: &Context) -> Option<bool> {
        let is_recursive = self.has_trait(context, Traits::RECURSIVE_MEMORY_EFFECTS);
        let Some(effects) = self.memory_effects(context) else {
            return if is_recursive { None } else { Some(false) };
        };
        match self.can_drop(context, &effects) {
            true if is_recursive => None,
            decided => Some(decided),
        }
    }

    /// Whether effects of the operation do not keep it from being erased if its results have no uses: they read memory, or are
    /// about what only its results refer to.
    pub fn can_drop(self, context: &Context, effects: &Effects) -> bool {
        let allocated = |value: Value| {
            let is_allocation = |effect: &Effect| {
                effect.kind == EffectKind::Allocate && effect.target == EffectTarget::Value(value)
            };
            value.defining_op(context) == Some(self) && effects.iter().any(is_allocation)
        };
        effects.iter().all(|effect| {
            effect.kind == EffectKind::Read
                || matches!(effect.target, EffectTarget::Value(value) if allocated(value))
        })
    }

    /// Whether the operation can be erased: it has no uses and does nothing.
    #[inline]
    pub fn is_trivially_dead(self, context: &Context) -> bool {
        self.results(context).all(|result| !result.has_uses(context)) && self.would_be_trivially_dead(context)
    }
}

impl Region {
    /// Whether all operations in the region have no effect on memory and can be executed speculatively.
    pub fn is_pure(self, context: &Context) -> bool {
        let mut ops = self.blocks(context).flat_map(|block| block.operations(context));
        ops.all(|op| op.is_pure(context))
    }
}
