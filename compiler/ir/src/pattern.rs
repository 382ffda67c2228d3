//! Patterns: rewrites of operations that match.
//!
//! A driver (`tvmlike-transform`) applies a set of patterns. Invariant: a pattern that returns `None` has changed nothing.

use std::fmt;
use std::sync::Arc;

use crate::context::Context;
use crate::context::dialect::OpInfo;
use crate::id::Op;
use crate::rewriter::Rewriter;

/// Rewrites operations that match.
pub trait Pattern: Send + Sync {
    /// The name in messages and in the options that select patterns.
    fn name(&self) -> &str;

    /// The name of the operations that can match: `arith.addi`; `None`: any.
    fn root(&self) -> Option<&str>;

    /// How much the rewrite improves the program: of several patterns for an operation, the one with the greatest benefit
    /// is tried first.
    fn benefit(&self) -> u16 {
        1
    }

    /// What defines an operand of every operation that matches: the index of the operand, and the name of an operation. A
    /// driver finds out at once that most operations do not match. `None`: anything.
    fn definition(&self) -> Option<(usize, &str)> {
        None
    }

    /// Rewrites an operation if it matches. New operations come before it. `None`: it does not match.
    fn rewrite(&self, rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()>;
}

/// A pattern that is a function.
#[derive(Clone, Copy)]
pub struct RewriteFn {
    /// The name of the pattern.
    pub name: &'static str,
    /// The name of the operations that can match; `None`: any.
    pub root: Option<&'static str>,
    /// The benefit.
    pub benefit: u16,
    /// What defines an operand of every operation that matches.
    pub definition: Option<(usize, &'static str)>,
    /// Rewrites an operation if it matches.
    pub rewrite: fn(&mut Rewriter<'_, '_>, Op) -> Option<()>,
}

impl RewriteFn {
    /// A pattern with the benefit 1 for operations of a name.
    pub const fn new(
        name: &'static str,
        root: &'static str,
        rewrite: fn(&mut Rewriter<'_, '_>, Op) -> Option<()>,
    ) -> Self {
        Self {
            name,
            root: Some(root),
            benefit: 1,
            definition: None,
            rewrite,
        }
    }

    /// The pattern with another benefit.
    pub const fn with_benefit(mut self, benefit: u16) -> Self {
        self.benefit = benefit;
        self
    }

    /// The pattern, for operations of which an operation of a name defines an operand.
    pub const fn with_definition(mut self, operand: usize, name: &'static str) -> Self {
        self.definition = Some((operand, name));
        self
    }
}

impl fmt::Debug for RewriteFn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RewriteFn")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

impl Pattern for RewriteFn {
    fn name(&self) -> &str {
        self.name
    }

    fn root(&self) -> Option<&str> {
        self.root
    }

    fn benefit(&self) -> u16 {
        self.benefit
    }

    fn definition(&self) -> Option<(usize, &str)> {
        self.definition
    }

    fn rewrite(&self, rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
        (self.rewrite)(rewriter, op)
    }
}

/// Patterns in the order in which those of one benefit are tried.
#[derive(Clone, Default)]
pub struct PatternSet {
    patterns: Vec<Arc<dyn Pattern>>,
}

impl fmt::Debug for PatternSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.iter().map(|pattern| pattern.name()))
            .finish()
    }
}

impl PatternSet {
    /// A set without patterns.
    pub const fn new() -> Self {
        Self { patterns: Vec::new() }
    }

    /// Adds a pattern behind the others.
    pub fn add(&mut self, pattern: impl Pattern + 'static) {
        self.patterns.push(Arc::new(pattern));
    }

    /// Adds a pattern that is shared.
    pub fn add_shared(&mut self, pattern: Arc<dyn Pattern>) {
        self.patterns.push(pattern);
    }

    /// Adds the patterns of a table.
    pub fn add_table(&mut self, table: &[RewriteFn]) {
        for pattern in table {
            self.add(*pattern);
        }
    }

    /// Adds the patterns of another set behind the others.
    pub fn extend(&mut self, other: &Self) {
        self.patterns.extend_from_slice(&other.patterns);
    }

    /// The patterns.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Arc<dyn Pattern>> {
        self.patterns.iter()
    }

    /// The number of patterns.
    pub fn len(&self) -> usize {
        self.patterns.len()
    }

    /// Whether there is no pattern.
    pub fn is_empty(&self) -> bool {
        self.patterns.is_empty()
    }
}

/// The canonicalization patterns of an operation or of a dialect: an extension of its record.
#[derive(Clone, Default, Debug)]
pub struct Canonicalization(pub PatternSet);

impl Context {
    /// The canonicalization patterns of all dialects and operations that the context knows, in MLIR's order: those of
    /// dialects, then those of operations by name.
    pub fn canonicalization_patterns(&self) -> PatternSet {
        let mut all = PatternSet::new();
        for dialect in self.dialects().filter(|dialect| dialect.withdrawn().is_none()) {
            if let Some(Canonicalization(patterns)) = dialect.extensions().get() {
                all.extend(patterns);
            }
        }
        let with_patterns = |info: &&OpInfo| {
            info.extensions().get::<Canonicalization>().is_some() && info.withdrawn().is_none()
        };
        let mut infos: Vec<&OpInfo> = self.registered_operations().filter(with_patterns).collect();
        infos.sort_by_key(|info| info.name().bytes(self));
        for info in infos {
            if let Some(Canonicalization(patterns)) = info.extensions().get() {
                all.extend(patterns);
            }
        }
        all
    }
}
