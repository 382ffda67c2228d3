//! Patterns of one context by the operations that they match, in the order in which they are tried.
//!
//! Invariant: a list is sorted by benefit, and patterns for one operation come before those for any.

use std::collections::HashMap;
use std::sync::Arc;

use tvmlike_ir::{Context, Identifier, Pattern, PatternSet, SideTable};

/// Patterns that drivers apply. It can be used by several threads.
#[derive(Clone)]
pub struct FrozenPatterns {
    /// Numbers of lists by name; 0 stands for that of patterns for any operation.
    numbers: SideTable<Identifier, u32>,
    lists: Vec<Box<[Arc<dyn Pattern>]>>,
}

impl FrozenPatterns {
    /// The patterns of a set for operations of a context.
    pub fn new(context: &Context, patterns: &PatternSet) -> Self {
        let by_benefit = |list: &mut Vec<Arc<dyn Pattern>>| {
            list.sort_by_key(|pattern| std::cmp::Reverse(pattern.benefit()));
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
        let mut all = any.clone();
        by_benefit(&mut all);
        lists.push(all.into_boxed_slice());
        for root in order {
            let mut list = by_root.remove(root).unwrap_or_default();
            list.extend_from_slice(&any);
            by_benefit(&mut list);
            numbers.set(context.identifier(root), lists.len() as u32);
            lists.push(list.into_boxed_slice());
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
    pub fn of(&self, name: Identifier) -> &[Arc<dyn Pattern>] {
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
