//! Analyses: what passes find out about an operation, kept until a pass changes the operation.
//!
//! Invariant: an analysis in a cache was built after the last pass that did not preserve it.

use std::any::{Any, TypeId};
use std::collections::HashMap;

use tvmlike_ir::{Context, DominanceInfo, Op, PostDominanceInfo};

/// What can be found out about an operation and everything in it.
pub trait Analysis: Any + Send + Sized {
    /// Finds it out.
    fn build(context: &Context, op: Op) -> Self;
}

impl Analysis for DominanceInfo {
    /// Dominance is computed when it is asked for.
    fn build(_context: &Context, _op: Op) -> Self {
        Self::new()
    }
}

impl Analysis for PostDominanceInfo {
    /// Post-dominance is computed when it is asked for.
    fn build(_context: &Context, _op: Op) -> Self {
        Self::new()
    }
}

/// The analyses that a pass preserves.
#[derive(Clone, Default, Debug)]
pub struct Preserved {
    all: bool,
    types: Vec<TypeId>,
}

impl Preserved {
    /// Preserves everything: the pass has changed nothing.
    pub fn all(&mut self) {
        self.all = true;
    }

    /// Preserves an analysis.
    pub fn one<A: Analysis>(&mut self) {
        self.types.push(TypeId::of::<A>());
    }

    /// Whether everything is preserved.
    pub fn is_all(&self) -> bool {
        self.all
    }
}

/// The analyses of an operation, and of those in it that pass managers visited.
#[derive(Default)]
pub struct Analyses {
    own: Vec<(TypeId, Box<dyn Any + Send>)>,
    nested: HashMap<Op, Analyses>,
}

impl Analyses {
    /// An analysis, which is built if it is not known.
    pub fn get<A: Analysis>(&mut self, context: &Context, op: Op) -> &mut A {
        let id = TypeId::of::<A>();
        let index = match self.own.iter().position(|(each, _)| *each == id) {
            Some(index) => index,
            None => {
                self.own.push((id, Box::new(A::build(context, op))));
                self.own.len() - 1
            }
        };
        let found = self.own[index].1.downcast_mut();
        found.expect("an analysis is stored by its type")
    }

    /// An analysis that is known.
    pub fn cached<A: Analysis>(&mut self) -> Option<&mut A> {
        let id = TypeId::of::<A>();
        let (_, found) = self.own.iter_mut().find(|(each, _)| *each == id)?;
        found.downcast_mut()
    }

    /// Forgets what is not preserved.
    pub fn invalidate(&mut self, preserved: &Preserved) {
        if preserved.all {
            return;
        }
        self.own.retain(|(id, _)| preserved.types.contains(id));
        if preserved.types.is_empty() {
            self.nested.clear();
        } else {
            self.nested
                .values_mut()
                .for_each(|nested| nested.invalidate(preserved));
        }
    }

    /// Takes the analyses of a nested operation.
    pub fn take_nested(&mut self, op: Op) -> Self {
        self.nested.remove(&op).unwrap_or_default()
    }

    /// Keeps the analyses of a nested operation.
    pub fn put_nested(&mut self, op: Op, analyses: Self) {
        if !analyses.own.is_empty() || !analyses.nested.is_empty() {
            self.nested.insert(op, analyses);
        }
    }
}

impl std::fmt::Debug for Analyses {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Analyses")
            .field("own", &self.own.len())
            .finish_non_exhaustive()
    }
}
