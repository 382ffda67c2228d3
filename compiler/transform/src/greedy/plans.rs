//! What the driver does with the operations of a name, looked up once for each name of a run.
//!
//! Invariant: an operation of a plan that is idle is left as it is by every visit, whatever is around it.

use tvmlike_ir::{Context, Fold, Identifier, MemoryEffects, Op, OpInfo, SideTable, Traits};

use super::kept::Kept;
use crate::applicator::{Candidate, FrozenPatterns};

/// When an operation without uses can be erased.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Dead {
    /// Never.
    Never,
    /// Always.
    Unused,
    /// It depends on its effects and on those of what is nested in it.
    WithoutEffects,
}

/// What the driver does with operations of a name.
#[derive(Clone, Copy)]
pub(super) struct Plan<'a> {
    /// The record; `None`: the operations are not registered.
    pub(super) info: Option<&'a OpInfo>,
    /// How the record folds operations.
    pub(super) fold: Option<&'a Fold>,
    /// Whether an operation can be folded.
    pub(super) is_foldable: bool,
    /// The patterns, in the order in which they are tried.
    pub(super) patterns: &'a [Candidate],
    dead: Dead,
}

impl<'a> Plan<'a> {
    fn new(context: &'a Context, name: Identifier, patterns: &'a FrozenPatterns) -> Self {
        let info = context.op_info(name);
        let fold = info.and_then(|info| info.extensions().get::<Fold>());
        let traits = info.map_or(Traits::NONE, OpInfo::traits);
        let has_effects = || info.is_some_and(|info| info.extensions().get::<MemoryEffects>().is_some());
        let is_recursive = traits.contains(Traits::RECURSIVE_MEMORY_EFFECTS);
        Self {
            info,
            fold,
            is_foldable: !traits.contains(Traits::CONSTANT_LIKE)
                && (fold.is_some() || traits.intersects(Traits::FOLDED)),
            patterns: patterns.of(name),
            dead: match info.is_none() || traits.intersects(Traits::TERMINATOR | Traits::SYMBOL) {
                true => Dead::Never,
                false if is_recursive => Dead::WithoutEffects,
                false if traits.contains(Traits::NO_MEMORY_EFFECT) => Dead::Unused,
                false if has_effects() => Dead::WithoutEffects,
                false => Dead::Never,
            },
        }
    }

    /// Whether no visit changes an operation.
    #[inline]
    fn is_idle(&self) -> bool {
        self.dead == Dead::Never && !self.is_foldable && self.patterns.is_empty()
    }

    /// Whether an operation has no uses and does nothing, as [`Op::is_trivially_dead`].
    #[inline]
    pub(super) fn is_dead(&self, context: &Context, op: Op, kept: &mut Kept) -> bool {
        let is_unused = || op.results(context).all(|result| !result.has_uses(context));
        match self.dead {
            Dead::Never => false,
            Dead::Unused => is_unused(),
            Dead::WithoutEffects => is_unused() && !kept.has(context, op),
        }
    }
}

/// The plans of the names that a run has met.
pub(super) struct Plans<'a> {
    patterns: &'a FrozenPatterns,
    numbers: SideTable<Identifier, u32>,
    known: Vec<Plan<'a>>,
    /// Whether operations of idle plans are left out.
    skips_idle: bool,
}

impl<'a> Plans<'a> {
    pub(super) fn new(patterns: &'a FrozenPatterns, skips_idle: bool) -> Self {
        Self {
            patterns,
            numbers: SideTable::new(),
            known: Vec::new(),
            skips_idle,
        }
    }

    /// The plan for operations of a name.
    #[inline]
    pub(super) fn of(&mut self, context: &'a Context, name: Identifier) -> Plan<'a> {
        match self.numbers.get(name) {
            0 => self.make(context, name),
            number => self.known[number as usize - 1],
        }
    }

    #[cold]
    fn make(&mut self, context: &'a Context, name: Identifier) -> Plan<'a> {
        let plan = Plan::new(context, name, self.patterns);
        // A pattern of another language can load the dialect meanwhile.
        if plan.info.is_some() {
            self.known.push(plan);
            self.numbers.set(name, self.known.len() as u32);
        }
        plan
    }

    /// Whether an operation is not visited, since no visit changes it.
    #[inline]
    pub(super) fn is_skipped(&self, context: &Context, op: Op) -> bool {
        let number = self.numbers.get(op.name(context));
        self.skips_idle && number != 0 && self.known[number as usize - 1].is_idle()
    }
}
