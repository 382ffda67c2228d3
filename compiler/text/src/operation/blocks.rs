//! The names of blocks within a region.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use tvmlike_ir::{Block, Exclusive};
use tvmlike_syntax::Span;

use crate::error::{ParseError, Result};

/// A block that a region defines, or refers to.
struct Named {
    block: Block,
    defined: bool,
    span: Span,
}

/// The blocks of one region by name.
#[derive(Default)]
pub(crate) struct Blocks<'s> {
    named: HashMap<&'s [u8], Named, FixedState>,
}

impl<'s> Blocks<'s> {
    /// The block that a successor names. It is detached until its definition.
    pub(crate) fn refer(&mut self, edit: &mut Exclusive<'_>, name: &'s [u8], span: Span) -> Block {
        self.named
            .entry(name)
            .or_insert_with(|| Named {
                block: edit.create_block(&[]),
                defined: false,
                span,
            })
            .block
    }

    /// Defines a block: the one that was referred to, or a new one.
    pub(crate) fn define(&mut self, edit: &mut Exclusive<'_>, name: &'s [u8], span: Span) -> Result<Block> {
        if let Some(named) = self.named.get_mut(name) {
            if named.defined {
                let message = format!("redefinition of block '{}'", String::from_utf8_lossy(name));
                return Err(ParseError::new(span, message).with_note(named.span, "previously defined here"));
            }
            named.defined = true;
            named.span = span;
            return Ok(named.block);
        }
        let block = edit.create_block(&[]);
        let named = Named {
            block,
            defined: true,
            span,
        };
        self.named.insert(name, named);
        Ok(block)
    }

    /// Whether no block was named.
    pub(crate) fn is_empty(&self) -> bool {
        self.named.is_empty()
    }

    /// Checks that every block that is referred to is defined.
    pub(crate) fn finish(&self) -> Result<()> {
        let missing = self.named.values().filter(|named| !named.defined);
        let spans = missing.map(|named| named.span).collect();
        ParseError::at_each(spans, "reference to an undefined block").map_or(Ok(()), Err)
    }

    /// The blocks that are not in the region, after an error.
    pub(crate) fn undefined(&self) -> impl Iterator<Item = Block> + '_ {
        self.named
            .values()
            .filter(|named| !named.defined)
            .map(|named| named.block)
    }
}
