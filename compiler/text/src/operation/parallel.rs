//! Reading the operations of a large module on several threads.
//!
//! The text of a module's body is cut where a line begins with exactly the indentation of the body's first operation,
//! and each thread reads one part into a block of its own. This is a guess: a line inside a nested region can look the
//! same. It was right if each part ends exactly where the next one begins, and no name of a value crosses a cut.
//! Otherwise everything is erased and read again on one thread, which also finds the first error. Invariant: the result
//! is the same on any number of threads.

use std::sync::atomic::{AtomicBool, Ordering};

use tvmlike_ir::{Block, Exclusive, Region, SourceText};
use tvmlike_syntax::TokenKind;

use super::parser::{Deferred, OperationParser};
use super::progress::Progress;
use crate::parser::{Parser, Symbols};

/// The smallest text that is worth a further thread, in bytes.
const PART: usize = 1 << 19;

/// A part of a body: where it begins, and where the next one does; 0 for the last one, which ends with the body.
#[derive(Clone, Copy)]
struct Part {
    start: u32,
    next: u32,
}

/// What was read of a part.
struct Read {
    block: Block,
    deferred: Vec<Deferred>,
    /// Where reading ended.
    end: u32,
}

impl<'s> OperationParser<'_, '_, 's> {
    /// Reads the operations of a body on several threads, if that is possible. Returns whether it read them.
    pub(super) fn parse_body_in_parts(&mut self, block: Block) -> bool {
        let parts = self.cut();
        if parts.len() < 2 {
            return false;
        }
        let stop = AtomicBool::new(false);
        let (text, symbols, source) = (
            self.parser.text(),
            self.parser.symbols.clone(),
            self.source.clone(),
        );
        let counter = self.progress.counter();
        let read = self.edit.par_create(&parts, |edit, part| {
            let progress = Progress::new(counter.clone(), part.start);
            let read = read_part(edit, text, &symbols, &source, *part, progress, &stop);
            if read.is_none() {
                stop.store(true, Ordering::Relaxed);
            }
            read
        });
        if read.iter().any(Option::is_none) {
            let blocks: Vec<Block> = read.iter().flatten().map(|read| read.block).collect();
            self.edit
                .erase_unused(&blocks, &[])
                .expect("nothing outside uses what a part has defined");
            self.progress.reset();
            return false;
        }
        for read in read.into_iter().flatten() {
            self.take_part(block, read);
        }
        true
    }

    fn take_part(&mut self, block: Block, read: Read) {
        while let Some(op) = read.block.first_op(self.edit) {
            op.detach(self.edit);
            block
                .append(self.edit, op)
                .expect("a detached operation goes into a block that is not nested in it");
        }
        self.edit
            .erase_unused(&[read.block], &[])
            .expect("an empty block has no uses");
        self.deferred.extend(read.deferred);
        self.parser.seek(read.end);
        self.progress.move_to(read.end);
    }

    /// The parts of the body that begins here; none if its text should be read on one thread.
    fn cut(&self) -> Vec<Part> {
        let text = self.parser.text();
        let start = self.parser.span().start as usize;
        let rest = &text[start..];
        let count = self.threads.min(rest.len() / PART);
        // Numbers of distinct attributes and keys of resources mean something within one text only.
        let shared = |name: &str| memchr::memmem::find(rest, name.as_bytes()).is_some();
        if count < 2
            || self.parser.is_at(TokenKind::PercentId)
            || shared("distinct")
            || shared("dense_resource")
        {
            return Vec::new();
        }
        let line = memchr::memrchr(b'\n', &text[..start]).map_or(0, |newline| newline + 1);
        let indent = &text[line..start];
        if !indent.iter().all(|byte| *byte == b' ') {
            return Vec::new();
        }
        let mut starts = vec![start];
        for index in 1..count {
            let about = start + rest.len() / count * index;
            let from = about.max(starts.last().map_or(0, |last| last + 1));
            starts.extend(next_operation(text, from, indent));
        }
        let next = starts[1..].iter().copied().chain([0]);
        starts
            .iter()
            .zip(next)
            .map(|(start, next)| Part {
                start: *start as u32,
                next: next as u32,
            })
            .collect()
    }
}

/// The first place from an offset on where a line begins with this indentation and the start of an operation.
fn next_operation(text: &[u8], from: usize, indent: &[u8]) -> Option<usize> {
    for newline in memchr::memchr_iter(b'\n', &text[from..]) {
        let line = &text[from + newline + 1..];
        if let Some(inner) = line.strip_prefix(indent)
            && matches!(inner.first(), Some(b'"' | b'a'..=b'z' | b'A'..=b'Z' | b'_'))
        {
            return Some(from + newline + 1 + indent.len());
        }
    }
    None
}

/// Reads a part. Returns `None`, and leaves nothing behind, unless it ends where it should and stands alone.
fn read_part(
    edit: &mut Exclusive<'_>,
    text: &[u8],
    symbols: &Symbols,
    source: &SourceText,
    part: Part,
    progress: Progress,
    stop: &AtomicBool,
) -> Option<Read> {
    let block = edit.create_block(&[]);
    let mut parser = Parser::new(edit.context(), text);
    parser.symbols = symbols.clone();
    parser.seek(part.start);
    let mut parser = OperationParser::new(edit, parser, source.clone(), (1, progress));
    if parser.read_part(block, part.next, stop).is_none() {
        parser.abandon(block);
        return None;
    }
    Some(Read {
        block,
        deferred: std::mem::take(&mut parser.deferred),
        end: parser.parser.span().start,
    })
}

impl OperationParser<'_, '_, '_> {
    fn read_part(&mut self, block: Block, next: u32, stop: &AtomicBool) -> Option<()> {
        loop {
            let place = self.parser.span().start;
            if next != 0 && place >= next {
                break;
            }
            match self.parser.token().kind {
                TokenKind::RightBrace if next == 0 => break,
                TokenKind::CaretId | TokenKind::RightBrace | TokenKind::End => return None,
                _ => self.parse_operation(block).ok()?,
            }
            if stop.load(Ordering::Relaxed) {
                return None;
            }
        }
        let ends_right = next == 0 || self.parser.span().start == next;
        (ends_right && self.values.is_closed() && self.blocks[0].is_empty()).then_some(())
    }

    /// Reads the first block of a region, on several threads if the region is that of the outermost operation and the
    /// text defines no names before it.
    pub(super) fn parse_entry_block(&mut self, region: Region, entry: Block) -> crate::error::Result<()> {
        let alone = self.threads > 1 && self.open.as_slice() == [region] && self.values.is_closed();
        if alone && self.parse_body_in_parts(entry) {
            return Ok(());
        }
        self.parse_block_body(entry)
    }
}
