//! Patterns of one context by the operations that they match, in the order in which they are tried.
//!
//! Invariant: a list is sorted by benefit, and patterns for one operation come before those for any.

use std::collections::HashMap;
use std::sync::Arc;

use tvmlike_ir::{Context, Identifier, Op, Pattern, PatternSet, SideTable};

/// A pattern, with what is compared before it is tried.
#[derive(Clone)]
pub struct Candidate {
    pattern: Arc<dyn Pattern>,
    /// What defines an operand of an operation that matches.
    definition: Option<(usize, Identifier)>,
}

impl Candidate {
    fn new(context: &Context, pattern: Arc<dyn Pattern>) -> Self {
        let definition = pattern
            .definition()
            .map(|(operand, name)| (operand, context.identifier(name)));
        Self { pattern, definition }
    }

    /// The pattern.
    pub fn pattern(&self) -> &dyn Pattern {
        &*self.pattern
    }

    /// The pattern, unless an operand shows that the operation does not match.
    #[inline]
    pub fn for_op(&self, context: &Context, op: Op) -> Option<&dyn Pattern> {
        if let Some((operand, name)) = self.definition {
            let definition = op.operand(context, operand)?.defining_op(context)?;
            if definition.name(context) != name {
                return None;
            }
        }
        Some(&*self.pattern)
    }
}

/// Patterns that drivers apply. It can be used by several threads.
#[derive(Clone)]
pub struct FrozenPatterns {
    /// Numbers of lists by name; 0 stands for that of patterns for any operation.
    numbers: SideTable<Identifier, u32>,
    lists: Vec<Box<[Candidate]>>,
}

impl FrozenPatterns {
    /// The patterns of a set for operations of a context.
    pub fn new(context: &Context, patterns: &PatternSet) -> Self {
        let by_benefit = |mut list: Vec<Arc<dyn Pattern>>| -> Box<[Candidate]> {
            list.sort_by_key(|pattern| std::cmp::Reverse(pattern.benefit()));
            let candidates = list.into_iter().map(|pattern| Candidate::new(context, pattern));
            candidates.collect()
        };
        let mut any = Vec::new();
        let mut by_root: HashMap<&str, Vec<Arc<dyn Pattern>>> = HashMap::new();
        let mut order = Vec::new();
        for pattern in patterns.iter() {
            match pattern.root() {
                Some(root) => {
                    let list = by_root.entry(root).or_insert_with(|| {
                        order.push(root);
                        Vec::new()
                    });
                    list.push(Arc::clone(pattern));
                }
                None => any.push(Arc::clone(pattern)),
            }
        }
        let mut numbers = SideTable::new();
        let mut lists = Vec::new();
        lists.push(by_benefit(any.clone()));
        for root in order {
            let mut list = by_root.remove(root).unwrap_or_default();
            list.extend_from_slice(&any);
            numbers.set(context.identifier(root), lists.len() as u32);
            lists.push(by_benefit(list));
        }
        Self { numbers, lists }
    }

    /// The patterns whose names are not among those that are disabled and, if some are enabled, are among these.
    pub fn filtered(
        context: &Context,
        patterns: &PatternSet,
        disabled: &[String],
        enabled: &[String],
    ) -> Self {
        if disabled.is_empty() && enabled.is_empty() {
            return Self::new(context, patterns);
        }
        let mut left = PatternSet::new();
        for pattern in patterns.iter() {
            let named = |names: &[String]| names.iter().any(|name| name == pattern.name());
            if !named(disabled) && (enabled.is_empty() || named(enabled)) {
                left.add_shared(Arc::clone(pattern));
            }
        }
        Self::new(context, &left)
    }

    /// The patterns that an operation of a name can match, in the order in which they are tried.
    #[inline]
    pub fn of(&self, name: Identifier) -> &[Candidate] {
        &self.lists[self.numbers.get(name) as usize]
    }
}

impl std::fmt::Debug for FrozenPatterns {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FrozenPatterns")
            .field("roots", &self.lists.len())
            .finish_non_exhaustive()
    }
}
