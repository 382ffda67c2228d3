//! Reading a whole text: aliases, metadata and operations.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use tvmlike_ir::{
    Block, Context, Diagnostic, Exclusive, Failure, Location, Op, OpState, Severity, SourceText,
};
use tvmlike_syntax::{Span, TokenKind};

use crate::error::{ParseError, Result};
use crate::metadata::ExternalResources;
use crate::operation::{OperationParser, Progress};
use crate::parser::Parser;
use crate::recording::{Recorder, Recording};

/// The smallest text that is read on several threads.
const PARALLEL: usize = 1 << 20;

/// How to read a text.
#[derive(Debug, Clone, Default)]
pub struct ParseOptions {
    /// Read one operation of any kind, instead of a module.
    pub single_operation: bool,
    /// Do not verify what was read.
    pub skip_verification: bool,
    /// The line and the column, from 1, at which the text begins in its file, if it is a part of one.
    pub begin: Option<(u32, u32)>,
    /// The number of threads that may read a large text; 0 for one for each processor. The result does not depend on it.
    pub threads: usize,
    /// Counts the bytes that were read, while they are.
    pub progress: Option<Arc<AtomicUsize>>,
}

/// The contents of a text. The operation is detached, and the caller owns it: it lives until it is erased or the context
/// is dropped.
#[derive(Debug, Clone)]
pub struct Parsed {
    /// The operation.
    pub op: Op,
    /// The resources that no dialect owns.
    pub external: ExternalResources,
}

/// Reads a text as a module. If it does not consist of one module, a new module gets its operations.
///
/// Errors are reported as diagnostics, at the place in the file `name`.
///
/// # Errors
/// The text is not MLIR, or does not verify.
pub fn parse_module(edit: &mut Exclusive<'_>, name: &str, text: &[u8]) -> std::result::Result<Op, Failure> {
    parse_source(edit, name, text, &ParseOptions::default()).map(|parsed| parsed.op)
}

/// Reads a text with options.
///
/// # Errors
/// As [`parse_module`]; or a text that has to be one operation has none or several.
pub fn parse_source(
    edit: &mut Exclusive<'_>,
    name: &str,
    text: &[u8],
    options: &ParseOptions,
) -> std::result::Result<Parsed, Failure> {
    parse(edit, name, text, options, None)
}

/// Reads a text on one thread, and records where it defines and uses names, as far as it could be read.
pub fn parse_recorded(
    edit: &mut Exclusive<'_>,
    name: &str,
    text: &[u8],
    options: &ParseOptions,
) -> (std::result::Result<Parsed, Failure>, Recording) {
    let mut recording = Recording::default();
    let parsed = parse(edit, name, text, options, Some(&mut recording));
    (parsed, recording)
}

fn parse(
    edit: &mut Exclusive<'_>,
    name: &str,
    text: &[u8],
    options: &ParseOptions,
    recording: Option<&mut Recording>,
) -> std::result::Result<Parsed, Failure> {
    let file = edit.identifier(name);
    let source = edit.add_source_part(file, text, options.begin.unwrap_or((1, 1)));
    let (block, external) = parse_operations(edit, text, &source, options, recording)?;
    // A whole file is at no line.
    let (line, column) = options.begin.unwrap_or_default();
    let location = edit.file_line_col_location(file, line, column);
    // As in MLIR, all is verified in a module, whether it stays there or not.
    let module = wrap(edit, block, location);
    if !options.skip_verification
        && let Err(failure) = edit.verify(module)
    {
        erase(edit, module);
        return Err(failure);
    }
    let op = match single(edit, block) {
        Some(op) if options.single_operation || op.is_named(edit, "builtin.module") => {
            op.detach(edit);
            erase(edit, module);
            op
        }
        _ if options.single_operation => {
            let count = block.operations(edit).count();
            erase(edit, module);
            let message = format!("source must contain a single top-level operation, found: {count}");
            return Err(edit.emit_error(location, message).emit());
        }
        _ => module,
    };
    Ok(Parsed { op, external })
}

/// The only operation of a block, if it has one only.
fn single(edit: &Exclusive<'_>, block: Block) -> Option<Op> {
    let first = block.first_op(edit)?;
    (block.last_op(edit) == Some(first)).then_some(first)
}

/// Puts a block into a module.
fn wrap(edit: &mut Exclusive<'_>, block: Block, location: Location) -> Op {
    let region = edit.create_region();
    region
        .append(edit, block)
        .expect("a detached block goes into a new region");
    let name = edit.identifier("builtin.module");
    edit.create(&OpState {
        regions: &[Some(region)],
        ..OpState::new(name, location)
    })
}

fn erase(edit: &mut Exclusive<'_>, module: Op) {
    module
        .erase(edit)
        .expect("nothing outside uses what a text has defined");
}

/// Reads all operations of a text into a detached block.
fn parse_operations(
    edit: &mut Exclusive<'_>,
    text: &[u8],
    source: &SourceText,
    options: &ParseOptions,
    recording: Option<&mut Recording>,
) -> std::result::Result<(Block, ExternalResources), Failure> {
    let threads = match options.threads {
        _ if recording.is_some() => 1,
        // To find the number of processors, files are read.
        0 if text.len() < PARALLEL => 1,
        0 => std::thread::available_parallelism().map_or(1, NonZero::get),
        threads => threads,
    };
    let parser = Parser::new(edit.context(), text);
    let block = edit.create_block(&[]);
    let progress = Progress::new(options.progress.clone(), 0);
    let mut parser = OperationParser::new(edit, parser, source.clone(), (threads, progress));
    parser.record(recording.is_some());
    let read = parser.parse_top_level(block);
    if let Some(recording) = recording {
        *recording = parser.recorded();
    }
    if let Err(error) = read {
        parser.abandon(block);
        report(edit, source, &error);
        edit.forget_source(source);
        return Err(Failure);
    }
    Ok((block, parser.external))
}

/// Reports an error as diagnostics.
fn report(context: &Context, source: &SourceText, error: &ParseError) {
    for error in [error].into_iter().chain(error.following()) {
        let place = |span: Span| source.known_location(context, span.start);
        let mut diagnostic = Diagnostic::new(Severity::Error, place(error.span()), error.message());
        for note in error.notes() {
            diagnostic = diagnostic.note(place(note.span), &*note.message);
        }
        context.emit(&diagnostic);
    }
}

impl OperationParser<'_, '_, '_> {
    fn record(&mut self, is_wanted: bool) {
        self.values.recorder = is_wanted.then(Box::<Recorder>::default);
    }

    fn recorded(&mut self) -> Recording {
        let recorder = self.values.recorder.take();
        recorder.map_or_else(Recording::default, |recorder| recorder.finish())
    }

    /// Reads definitions of aliases, metadata and operations up to the end of the text.
    fn parse_top_level(&mut self, block: Block) -> Result<()> {
        loop {
            match self.token().kind {
                TokenKind::End => break,
                TokenKind::HashId => self.parse_attribute_alias_definition()?,
                TokenKind::ExclamationId => self.parse_type_alias_definition()?,
                TokenKind::MetadataBegin => {
                    let external = &mut self.external;
                    self.parser.parse_file_metadata(external)?;
                }
                _ => self.parse_operation(block)?,
            }
        }
        self.finish()
    }
}
