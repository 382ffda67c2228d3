//! A cache of the identifiers of operations' names within one text.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use tvmlike_ir::{Context, Identifier};

/// Names by their spelling in the text.
#[derive(Default)]
pub(crate) struct Names<'s> {
    known: HashMap<&'s [u8], Identifier, FixedState>,
}

impl<'s> Names<'s> {
    #[inline]
    pub(crate) fn get(&mut self, context: &Context, text: &'s [u8]) -> Identifier {
        *self.known.entry(text).or_insert_with(|| context.identifier(text))
    }
}
