//! A cache of the names of operations within one text, which are read more often than any other.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use tvmlike_ir::{Context, Identifier};

/// The name of an operation.
#[derive(Clone, Copy)]
pub(crate) struct OpName {
    pub(crate) id: Identifier,
    pub(crate) is_registered: bool,
}

impl OpName {
    pub(crate) fn new(context: &Context, text: &[u8]) -> Self {
        let id = context.identifier(text);
        let is_registered = context.load_op_info(id).is_some();
        Self { id, is_registered }
    }
}

/// Whether a name has no dialect. What ends in its only dot has none either.
#[inline]
pub(super) fn is_short(name: &[u8]) -> bool {
    memchr::memchr(b'.', name).is_none_or(|dot| dot + 1 == name.len())
}

/// Names by their spelling in the text.
#[derive(Default)]
pub(crate) struct Names<'s> {
    known: HashMap<&'s [u8], OpName, FixedState>,
}

impl<'s> Names<'s> {
    #[inline]
    pub(crate) fn known(&self, text: &[u8]) -> Option<OpName> {
        self.known.get(text).copied()
    }

    #[inline]
    pub(crate) fn get(&mut self, context: &Context, text: &'s [u8]) -> OpName {
        *self
            .known
            .entry(text)
            .or_insert_with(|| OpName::new(context, text))
    }
}
