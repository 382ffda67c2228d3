//! The attributes and types inside attributes and types: visiting and replacing them.
//!
//! Invariant: each is visited once, however often it occurs, and nothing recurses, so shared and deep ones cost no more
//! than others.

use std::collections::{HashMap, HashSet};

use foldhash::fast::FixedState;

use crate::context::Context;
use crate::id::Attribute;
use crate::unique::Kind;
use crate::walk::WalkResult;

/// The places of the ids among the words of a node: from one to another, in steps.
fn places(kind: Kind, words: usize) -> std::iter::StepBy<std::ops::Range<usize>> {
    let (range, step) = match kind {
        Kind::TupleType | Kind::ArrayAttribute | Kind::FusedLocation => (0..words, 1),
        Kind::FunctionType | Kind::GraphType | Kind::DialectType | Kind::DialectAttribute => (1..words, 1),
        Kind::DictionaryAttribute => (1..words, 2),
        Kind::MemRefType | Kind::SparseElements => (0..3, 1),
        Kind::RankedTensorType | Kind::UnrankedMemRefType | Kind::CallSiteLocation => (0..2, 1),
        Kind::ComplexType
        | Kind::VectorType
        | Kind::UnrankedTensorType
        | Kind::IntegerAttribute
        | Kind::FloatAttribute
        | Kind::StringAttribute
        | Kind::TypeAttribute
        | Kind::DenseElements
        | Kind::DenseStrings
        | Kind::DenseArray => (0..1, 1),
        Kind::OpaqueAttribute | Kind::DistinctAttribute | Kind::NameLocation => (1..2, 1),
        Kind::DenseResource | Kind::OpaqueLocation => (2..3, 1),
        _ => (0..0, 1),
    };
    range.step_by(step)
}

impl Kind {
    /// Whether the node is an attribute, and no type, name or affine expression.
    fn is_attribute(self) -> bool {
        (Self::IntegerAttribute as u8..=Self::OpaqueLocation as u8).contains(&(self as u8))
    }
}

impl Attribute {
    fn at(context: &Context, id: u32) -> Option<Self> {
        context
            .uniquer
            .node(id)
            .kind()
            .is_attribute()
            .then(|| Self::new(id))
    }

    /// Visits the attribute and all attributes in it, before those in them. Returns whether no visit interrupted the walk.
    pub fn walk(self, context: &Context, mut visit: impl FnMut(Self) -> WalkResult) -> bool {
        let mut seen: HashSet<u32, FixedState> = HashSet::default();
        let mut pending = vec![self.raw()];
        while let Some(id) = pending.pop() {
            if !seen.insert(id) {
                continue;
            }
            match Self::at(context, id).map_or(WalkResult::Advance, &mut visit) {
                WalkResult::Advance => {}
                WalkResult::Skip => continue,
                WalkResult::Interrupt => return false,
            }
            let node = context.uniquer.node(id);
            let words = node.words();
            let inner = places(node.kind(), words.len()).rev().map(|at| words[at]);
            pending.extend(inner.filter(|id| *id != 0));
        }
        true
    }

    /// The attribute with those attributes in it replaced for which `replace` returns another one. What is in a replaced
    /// one stays as it is.
    pub fn replace(self, context: &Context, mut replace: impl FnMut(Self) -> Option<Self>) -> Self {
        let mut done: HashMap<u32, u32, FixedState> = HashMap::default();
        let mut pending = vec![(self.raw(), false)];
        while let Some((id, is_known)) = pending.pop() {
            if done.contains_key(&id) {
                continue;
            }
            let node = context.uniquer.node(id);
            let words = node.words();
            if is_known {
                let mut new = words.to_vec();
                for at in places(node.kind(), words.len()) {
                    new[at] = done.get(&words[at]).copied().unwrap_or(words[at]);
                }
                let new = match new == words {
                    true => id,
                    false => context.uniquer.intern(node.kind(), &new, node.bytes()),
                };
                done.insert(id, new);
            } else if let Some(new) = Self::at(context, id).and_then(&mut replace) {
                done.insert(id, new.raw());
            } else {
                pending.push((id, true));
                let inner = places(node.kind(), words.len()).map(|at| (words[at], false));
                pending.extend(inner.filter(|(id, _)| *id != 0));
            }
        }
        done.get(&self.raw()).map_or(self, |id| Self::new(*id))
    }
}
