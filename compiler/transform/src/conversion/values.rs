//! The replacements of values in a conversion that is in progress.
//!
//! A value is replaced by a list of values; a list of values can have casts to other types. Invariant: following replacements
//! ends, because each replacement was made after what it replaces.

use std::collections::{HashMap, HashSet};

use foldhash::fast::FixedState;
use smallvec::SmallVec;
use tvmlike_ir::{Context, Op, Type, Value};

/// Values that stand for one.
pub(super) type Values = SmallVec<[Value; 1]>;

/// Replacements by what they replace.
#[derive(Default)]
pub(super) struct Replacements {
    entries: HashMap<Values, Values, FixedState>,
    /// How often a value is part of a replacement.
    counts: HashMap<Value, u32, FixedState>,
    /// Casts that only convert types: their results stand for their operands.
    pub(super) pure_casts: HashSet<Op, FixedState>,
}

fn have_types(context: &Context, values: &[Value], types: &[Type]) -> bool {
    values.len() == types.len()
        && values
            .iter()
            .zip(types)
            .all(|(value, ty)| value.ty(context) == *ty)
}

impl Replacements {
    /// Sets a replacement. Returns the earlier one, for [`restore`](Self::restore).
    pub(super) fn set(&mut self, from: &[Value], to: &[Value]) -> Option<Values> {
        for value in to {
            *self.counts.entry(*value).or_default() += 1;
        }
        let old = self.entries.insert(from.into(), to.into());
        self.discount(old.as_deref());
        old
    }

    /// Takes a replacement back.
    pub(super) fn restore(&mut self, from: &[Value], old: Option<Values>) {
        let removed = self.entries.remove(from);
        self.discount(removed.as_deref());
        if let Some(old) = old {
            self.set(from, &old);
        }
    }

    fn discount(&mut self, values: Option<&[Value]>) {
        for value in values.unwrap_or_default() {
            if let Some(count) = self.counts.get_mut(value) {
                *count -= 1;
            }
        }
    }

    /// Whether a value replaces another.
    pub(super) fn is_replacement(&self, value: Value) -> bool {
        self.counts.get(&value).is_some_and(|count| *count > 0)
    }

    fn is_pure_cast(&self, context: &Context, values: &[Value]) -> bool {
        let Some(first) = values.first().and_then(|value| value.defining_op(context)) else {
            return false;
        };
        self.pure_casts.contains(&first)
            && values
                .iter()
                .all(|value| value.defining_op(context) == Some(first))
    }

    /// One step from values to what replaces them.
    fn next(&self, values: &Values) -> Option<Values> {
        let mut next = Values::new();
        for value in values {
            match self.entries.get([*value].as_slice()) {
                Some(replacement) => next.extend_from_slice(replacement),
                None => next.push(*value),
            }
        }
        if next != *values {
            return Some(next);
        }
        self.entries.get(values.as_slice()).cloned()
    }

    /// The last replacement of a value that has these types, or else the last one of all; without types, the last one. With
    /// `through_casts`, casts that only convert types are passed over.
    pub(super) fn latest(
        &self,
        context: &Context,
        value: Value,
        types: Option<&[Type]>,
        through_casts: bool,
    ) -> Values {
        let mut current: Values = SmallVec::from_slice(&[value]);
        let mut last = current.clone();
        let mut wanted = None;
        loop {
            let counts = !through_casts || !self.is_pure_cast(context, &current);
            if counts {
                last = current.clone();
            }
            if counts && types.is_some_and(|types| have_types(context, &current, types)) {
                wanted = Some(current.clone());
            }
            match self.next(&current) {
                Some(next) => current = next,
                None => break,
            }
        }
        wanted.unwrap_or(last)
    }

    /// Whether following the replacements of a value comes to a result of an operation.
    pub(super) fn reaches(&self, context: &Context, value: Value, op: Op) -> bool {
        let mut current: Values = SmallVec::from_slice(&[value]);
        loop {
            if current.iter().any(|value| value.defining_op(context) == Some(op)) {
                return true;
            }
            match self.next(&current) {
                Some(next) => current = next,
                None => return false,
            }
        }
    }

    /// As [`latest`](Self::latest), but `None` if there is no replacement, or none of these types.
    pub(super) fn find(&self, context: &Context, value: Value, types: Option<&[Type]>) -> Option<Values> {
        let found = self.latest(context, value, types, false);
        let is_own = found.as_slice() == [value];
        let fits = types.is_none_or(|types| have_types(context, &found, types));
        (!is_own && fits).then_some(found)
    }
}
