//! Patterns of conversions.

use std::collections::HashMap;
use std::rc::Rc;

use foldhash::fast::FixedState;
use tvmlike_ir::{Context, Identifier, Op};

use super::operands::ConvertedOperands;
use super::rewriter::ConversionRewriter;
use super::types::TypeConverter;

/// Replaces operations by legal ones, or by ones that other patterns make legal.
pub trait ConversionPattern {
    /// The name in messages.
    fn name(&self) -> &str;

    /// The name of the operations that can match; `None`: any.
    fn root(&self) -> Option<&str>;

    /// Of several patterns for an operation, the one with the greatest benefit is tried first.
    fn benefit(&self) -> u16 {
        1
    }

    /// Whether the pattern can be applied to what it makes; then it has to end by itself.
    fn is_recursive(&self) -> bool {
        false
    }

    /// Replaces, erases or changes an operation. New operations come before it. `None`: it does not match; then whatever the
    /// pattern has changed is undone.
    fn rewrite(
        &self,
        rewriter: &mut ConversionRewriter<'_, '_>,
        op: Op,
        operands: &ConvertedOperands,
    ) -> Option<()>;
}

/// The function of a [`ConversionFn`].
type Convert = fn(&mut ConversionRewriter<'_, '_>, Op, &ConvertedOperands) -> Option<()>;

/// A pattern that is a function.
#[derive(Clone, Copy)]
pub struct ConversionFn {
    /// The name of the operations that can match.
    pub root: &'static str,
    /// The benefit.
    pub benefit: u16,
    /// Whether it can be applied to what it makes.
    pub is_recursive: bool,
    /// Converts an operation.
    pub convert: Convert,
}

impl ConversionFn {
    /// A pattern with the benefit 1.
    pub const fn new(root: &'static str, convert: Convert) -> Self {
        Self {
            root,
            benefit: 1,
            is_recursive: false,
            convert,
        }
    }

    /// The pattern with another benefit.
    pub const fn with_benefit(self, benefit: u16) -> Self {
        Self { benefit, ..self }
    }

    /// The pattern as one that can be applied to what it makes.
    pub const fn recursive(self) -> Self {
        Self {
            is_recursive: true,
            ..self
        }
    }
}

impl std::fmt::Debug for ConversionFn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ConversionFn")
            .field("root", &self.root)
            .finish_non_exhaustive()
    }
}

impl ConversionPattern for ConversionFn {
    fn name(&self) -> &str {
        self.root
    }

    fn root(&self) -> Option<&str> {
        Some(self.root)
    }

    fn benefit(&self) -> u16 {
        self.benefit
    }

    fn is_recursive(&self) -> bool {
        self.is_recursive
    }

    fn rewrite(
        &self,
        rewriter: &mut ConversionRewriter<'_, '_>,
        op: Op,
        operands: &ConvertedOperands,
    ) -> Option<()> {
        (self.convert)(rewriter, op, operands)
    }
}

/// A pattern with the converter of its operands.
#[derive(Clone)]
pub(super) struct Entry {
    pub(super) pattern: Rc<dyn ConversionPattern>,
    pub(super) converter: Option<Rc<TypeConverter>>,
}

/// The patterns of a conversion.
#[derive(Clone, Default)]
pub struct ConversionPatterns {
    entries: Vec<Entry>,
}

impl std::fmt::Debug for ConversionPatterns {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list()
            .entries(self.entries.iter().map(|entry| entry.pattern.name()))
            .finish()
    }
}

impl ConversionPatterns {
    /// No patterns.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a pattern behind the others. With a converter, its operands are converted by that.
    pub fn add(
        &mut self,
        pattern: impl ConversionPattern + 'static,
        converter: Option<&Rc<TypeConverter>>,
    ) -> &mut Self {
        self.entries.push(Entry {
            pattern: Rc::new(pattern),
            converter: converter.cloned(),
        });
        self
    }

    /// Adds the patterns of a table.
    pub fn add_table(&mut self, table: &[ConversionFn], converter: Option<&Rc<TypeConverter>>) -> &mut Self {
        for pattern in table {
            self.add(*pattern, converter);
        }
        self
    }

    /// The number of patterns.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no pattern.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

/// Patterns by the name of what they match, in the order in which they are tried.
pub(super) struct Sorted {
    by_root: HashMap<Identifier, Vec<(usize, Entry)>, FixedState>,
    any: Vec<(usize, Entry)>,
}

impl Sorted {
    /// The patterns, each with its number.
    pub(super) fn new(context: &Context, patterns: &ConversionPatterns) -> Self {
        let numbered: Vec<(usize, Entry)> = patterns.entries.iter().cloned().enumerate().collect();
        let (rooted, any): (Vec<_>, Vec<_>) = numbered
            .into_iter()
            .partition(|(_, entry)| entry.pattern.root().is_some());
        let mut by_root: HashMap<Identifier, Vec<(usize, Entry)>, FixedState> = HashMap::default();
        for (number, entry) in rooted {
            let root = entry.pattern.root().unwrap_or_default();
            let list = by_root.entry(context.identifier(root)).or_default();
            list.push((number, entry.clone()));
        }
        let by_benefit = |list: &mut Vec<(usize, Entry)>| {
            list.sort_by_key(|(_, entry)| std::cmp::Reverse(entry.pattern.benefit()))
        };
        for list in by_root.values_mut() {
            list.extend(any.iter().cloned());
            by_benefit(list);
        }
        let mut any = any;
        by_benefit(&mut any);
        Self { by_root, any }
    }

    /// The patterns for operations of a name.
    pub(super) fn of(&self, name: Identifier) -> &[(usize, Entry)] {
        self.by_root.get(&name).unwrap_or(&self.any)
    }
}
