//! Who owns a memref, by block.
//!
//! Invariant: a value that is in the list of a block's memory to free has one indicator there.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use tvmlike_ir::{AttributeKind, Block, Context, Op, Type, TypeKind, Value};
use tvmlike_transform::{Analysis, Liveness};

use super::order;

/// Whether a type is a memref, with a rank or without.
pub(super) fn is_memref_type(context: &Context, ty: Type) -> bool {
    matches!(
        ty.kind(context),
        TypeKind::MemRef { .. } | TypeKind::UnrankedMemRef { .. }
    )
}

/// Whether a value is a memref.
pub(super) fn is_memref(context: &Context, value: Value) -> bool {
    is_memref_type(context, value.ty(context))
}

/// Whether a block must free a memref.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Ownership {
    /// Nothing is known yet.
    #[default]
    Unset,
    /// If this `i1` is true.
    If(Value),
    /// There is no such value.
    Unknown,
}

/// The value of a constant `i1`.
pub(super) fn constant_bool(context: &Context, value: Value) -> Option<bool> {
    match value.constant_value(context)?.kind(context) {
        AttributeKind::Integer { value, .. } => Some(!value.is_zero()),
        _ => None,
    }
}

impl Ownership {
    /// Of a value that can be one of two.
    fn joined(self, context: &Context, other: Self) -> Self {
        match (self, other) {
            (known, Self::Unset) | (Self::Unset, known) => known,
            (Self::If(first), Self::If(second)) => {
                let constants = [first, second].map(|value| constant_bool(context, value));
                let are_same = first == second || (constants[0].is_some() && constants[0] == constants[1]);
                if are_same { self } else { Self::Unknown }
            }
            _ => Self::Unknown,
        }
    }
}

/// What is known of owners while a function is changed.
pub(super) struct State {
    liveness: Liveness,
    /// The values that replaced results, for what the liveness says of these.
    renamed: HashMap<Value, Value, FixedState>,
    owners: HashMap<(Value, Block), Ownership, FixedState>,
    /// What the end of a block frees or passes on.
    to_free: HashMap<Block, Vec<Value>, FixedState>,
}

impl State {
    pub(super) fn new(context: &Context, function: Op) -> Self {
        Self {
            liveness: Liveness::build(context, function),
            renamed: HashMap::default(),
            owners: HashMap::default(),
            to_free: HashMap::default(),
        }
    }

    /// Notes that a value is another one from now on.
    pub(super) fn rename(&mut self, from: Value, to: Value) {
        self.renamed.insert(from, to);
    }

    /// Adds what is known of a value in a block.
    pub(super) fn join(&mut self, context: &Context, value: Value, block: Block, ownership: Ownership) {
        let known = self.owners.entry((value, block)).or_default();
        *known = known.joined(context, ownership);
    }

    /// Sets the owner of a value in a block.
    pub(super) fn set(&mut self, value: Value, block: Block, ownership: Ownership) {
        self.owners.insert((value, block), ownership);
    }

    pub(super) fn owner(&self, value: Value, block: Block) -> Ownership {
        self.owners.get(&(value, block)).copied().unwrap_or_default()
    }

    /// Makes the end of a block free a value, if it owns it.
    pub(super) fn free_at_end(&mut self, value: Value, block: Block) {
        self.to_free.entry(block).or_default().push(value);
    }

    pub(super) fn freed_at_end(&self, block: Block) -> Vec<Value> {
        self.to_free.get(&block).cloned().unwrap_or_default()
    }

    fn current<'s>(&'s self, context: &'s Context, values: &'s [Value]) -> impl Iterator<Item = Value> + 's {
        values
            .iter()
            .map(|value| {
                let mut value = *value;
                while let Some(new) = self.renamed.get(&value) {
                    value = *new;
                }
                value
            })
            .filter(|value| is_memref(context, *value))
    }

    /// The memrefs that a block needs from outside.
    pub(super) fn live_in(&self, context: &Context, block: Block) -> Vec<Value> {
        let mut all: Vec<Value> = self.current(context, self.liveness.live_in(block)).collect();
        order::sort(context, &mut all);
        all
    }

    /// The memrefs of a list, then those that are needed behind a block, in the block where control goes, if that is known.
    pub(super) fn retained(
        &self,
        context: &Context,
        block: Block,
        target: Option<Block>,
        passed: &[Value],
    ) -> Vec<Value> {
        let mut needed: Vec<Value> = self.current(context, self.liveness.live_out(block)).collect();
        if let Some(target) = target {
            let coming: Vec<Value> = self.current(context, self.liveness.live_in(target)).collect();
            needed.retain(|value| coming.contains(value));
        }
        order::sort(context, &mut needed);
        let passed = passed.iter().copied().filter(|value| is_memref(context, *value));
        passed.chain(needed).collect()
    }
}
