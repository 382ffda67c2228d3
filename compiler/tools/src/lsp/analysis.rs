//! What is known about one part of a document: its tokens, what the parser recorded, and the diagnostics.
//!
//! Invariant: all places are offsets in the part, and nothing refers to operations, which are erased after reading.

use std::collections::HashMap;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use tvmlike_ir::{Context, Diagnostic, Identifier, Location, OpInfo, Severity, Traits};
use tvmlike_syntax::literal::symbol_name;
use tvmlike_syntax::{Span, TokenKind};
use tvmlike_text::{ParseOptions, Recording, parse_recorded};

use super::tokens::Tokens;

/// The name of the text in locations.
const NAME: &str = "<document>";

/// A diagnostic with its place.
#[derive(Debug, Clone)]
pub(crate) struct Finding {
    pub(crate) severity: Severity,
    pub(crate) message: String,
    pub(crate) range: Range<usize>,
    /// Places and messages of notes.
    pub(crate) notes: Vec<(Range<usize>, String)>,
}

/// A part of a document after reading it.
pub(crate) struct Analysis {
    pub(crate) context: Arc<Context>,
    pub(crate) text: String,
    pub(crate) tokens: Tokens,
    pub(crate) recording: Recording,
    pub(crate) findings: Vec<Finding>,
    /// The definitions and uses of values and blocks by the places of their names.
    pub(crate) definitions: HashMap<u32, usize>,
    pub(crate) uses: HashMap<u32, usize>,
    /// The symbols in each operation, or at the top.
    symbols: HashMap<(Option<usize>, Identifier), usize>,
}

impl Analysis {
    pub(crate) fn new(context: Arc<Context>, text: &str) -> Self {
        let read = catch_unwind(AssertUnwindSafe(|| read(&context, text)));
        let (recording, diagnostics) = read.unwrap_or_else(|_| {
            let message = "internal error: the parser panicked; please report the text";
            let unknown = context.unknown_location();
            let diagnostic = Diagnostic::new(Severity::Error, unknown, message);
            (Recording::default(), vec![diagnostic])
        });
        let index = |spans: &mut dyn Iterator<Item = Span>| -> HashMap<u32, usize> {
            spans
                .enumerate()
                .map(|(index, span)| (span.start, index))
                .collect()
        };
        let mut analysis = Self {
            tokens: Tokens::new(text),
            text: text.to_owned(),
            definitions: index(&mut recording.definitions.iter().map(|found| found.span)),
            uses: index(&mut recording.uses.iter().map(|found| found.span)),
            symbols: recording
                .operations
                .iter()
                .enumerate()
                .filter_map(|(index, op)| Some(((op.parent, op.symbol?), index)))
                .collect(),
            recording,
            findings: Vec::new(),
            context,
        };
        if !diagnostics.is_empty() {
            let places = Places::new(&analysis);
            let findings = diagnostics
                .iter()
                .map(|diagnostic| places.finding(&analysis, diagnostic));
            analysis.findings = findings.collect();
        }
        analysis
    }

    /// The token at a column from 1 of the line that begins at an offset, else the character there.
    fn token_at(&self, start: usize, column: usize) -> Range<usize> {
        let offset = (start + column.saturating_sub(1)).min(self.text.len());
        if let Some(token) = self.tokens.starting_at(offset as u32) {
            return token.span.range();
        }
        let mut start = offset;
        while !self.text.is_char_boundary(start) {
            start -= 1;
        }
        let next = self.text[start..].chars().next().filter(|letter| *letter != '\n');
        start..start + next.map_or(0, char::len_utf8)
    }

    pub(crate) fn spelling(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// The innermost operation with an offset in its text. Of one that was not read to its end, the text is what follows a
    /// brace that it does not close.
    pub(crate) fn op_at(&self, offset: usize) -> Option<usize> {
        let operations = &self.recording.operations;
        let count = operations.partition_point(|op| op.start as usize <= offset);
        let mut found = count.checked_sub(1);
        while let Some(index) = found {
            match operations[index].end {
                Some(end) if offset < end as usize => break,
                None if self.tokens.open_braces(operations[index].start..offset as u32) => break,
                _ => found = operations[index].parent,
            }
        }
        found
    }

    pub(crate) fn info(&self, op: usize) -> Option<&OpInfo> {
        self.context.load_op_info(self.recording.operations[op].name?)
    }

    fn has_trait(&self, op: usize, traits: Traits) -> bool {
        self.info(op).is_some_and(|info| info.traits().contains(traits))
    }

    /// The operation and those around it, the innermost first.
    pub(crate) fn enclosing(&self, op: Option<usize>) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(op, |op| self.recording.operations[*op].parent)
    }

    /// Where the names of values begin that can be used at an offset: the innermost operation that is isolated from above.
    pub(crate) fn isolated_from(&self, offset: usize) -> u32 {
        let mut around = self.enclosing(self.op_at(offset));
        let isolated = around.find(|op| self.has_trait(*op, Traits::ISOLATED_FROM_ABOVE));
        isolated.map_or(0, |op| self.recording.operations[op].start)
    }

    /// The operation that a reference to a symbol, as the indices of its tokens, means.
    pub(crate) fn resolve(&self, path: &[usize]) -> Option<usize> {
        let first = self.tokens.get(*path.first()?)?.span;
        let inside = self.op_at(first.range().start);
        // An operation stands in the table that defines it, not in its own.
        let around = self.enclosing(inside).map(Some).chain([None]);
        let tables = around.filter(|op| op.is_none_or(|op| self.has_trait(op, Traits::SYMBOL_TABLE)));
        let names: Option<Vec<Identifier>> = path.iter().map(|token| self.symbol(*token)).collect();
        let names = names?;
        let own = inside.filter(|op| self.definition_token(*op) == path.first().copied());
        if own.is_some() && path.len() == 1 {
            return own;
        }
        tables.into_iter().find_map(|table| {
            let mut found = table;
            for name in &names {
                found = Some(*self.symbols.get(&(found, *name))?);
            }
            found
        })
    }

    /// The name that a token `@name` has.
    pub(crate) fn symbol(&self, token: usize) -> Option<Identifier> {
        let span = self.tokens.get(token)?.span;
        let name = symbol_name(&self.text.as_bytes()[span.range()]);
        Some(self.context.identifier(name))
    }

    /// The token at which an operation defines its symbol.
    pub(crate) fn definition_token(&self, op: usize) -> Option<usize> {
        let recorded = &self.recording.operations[op];
        let symbol = recorded.symbol?;
        let range = recorded.name_span.end..recorded.end.unwrap_or(u32::MAX);
        let mut inside = self.tokens.within(TokenKind::AtId, range);
        let is_own = |span: Span| self.op_at(span.range().start) == Some(op);
        let found = inside.find(|(token, span)| self.symbol(*token) == Some(symbol) && is_own(*span));
        found.map(|(token, _)| token)
    }
}

/// Finds the places of diagnostics, of which there can be one for each operation.
struct Places {
    /// Where the lines begin, as the parser counts them.
    lines: Vec<usize>,
    /// The name of the first operation that has a location.
    operations: HashMap<Location, Span>,
}

impl Places {
    fn new(analysis: &Analysis) -> Self {
        let ends = memchr::memchr_iter(b'\n', analysis.text.as_bytes());
        let mut operations = HashMap::new();
        for op in &analysis.recording.operations {
            if let Some(location) = op.location {
                operations.entry(location).or_insert(op.name_span);
            }
        }
        Self {
            lines: std::iter::once(0).chain(ends.map(|end| end + 1)).collect(),
            operations,
        }
    }

    fn finding(&self, analysis: &Analysis, diagnostic: &Diagnostic) -> Finding {
        let note = |note: &Diagnostic| (self.place(analysis, note.location), note.message.clone());
        Finding {
            severity: diagnostic.severity,
            message: diagnostic.message.clone(),
            range: self.place(analysis, diagnostic.location),
            notes: diagnostic.notes.iter().map(note).collect(),
        }
    }

    /// The token at a location; of a location elsewhere, the name of the first operation that has it.
    fn place(&self, analysis: &Analysis, location: Location) -> Range<usize> {
        let position = location.file_position(&analysis.context);
        if let Some(at) = position.filter(|at| at.file.bytes(&analysis.context) == NAME.as_bytes()) {
            let line = (at.line as usize).clamp(1, self.lines.len());
            return analysis.token_at(self.lines[line - 1], at.column as usize);
        }
        self.operations.get(&location).map_or(0..0, |span| span.range())
    }
}

/// Reads a text for its diagnostics and what the parser records.
fn read(context: &Context, text: &str) -> (Recording, Vec<Diagnostic>) {
    let (recording, diagnostics) = context.capture_diagnostics(|| {
        let mut edit = context.exclusive().expect("the server has one thread");
        let options = ParseOptions::default();
        let (parsed, recording) = parse_recorded(&mut edit, NAME, text.as_bytes(), &options);
        if let Ok(parsed) = parsed {
            parsed
                .op
                .erase(&mut edit)
                .expect("nothing uses what is in a module");
        }
        recording
    });
    (recording, diagnostics)
}
