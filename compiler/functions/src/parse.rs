//! Parsing: types, attributes, modules and operations from their text, by `tvmlike-text`.

use std::sync::atomic::Ordering::Relaxed;

use tvmlike_ir as ir;
use tvmlike_text::{self as text, ParseError};

use crate::api::*;
use crate::diagnostics;
use crate::handles::Context;

/// The error of a text that could not be parsed; its places are in a buffer with the text as its name.
fn refused(context: &ObjectPtr<Context>, what: &str, asm: &str, error: &ParseError) -> Error {
    let core = &context.core;
    let place = |offset: u32| {
        let offset = offset as usize;
        let before = &asm.as_bytes()[..offset.min(asm.len())];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let column = before.iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
        core.file_line_col_location(core.identifier(asm), line as u32, column as u32)
    };
    let mut diagnostics = Vec::new();
    for error in std::iter::once(error).chain(error.following()) {
        let location = place(error.span().start);
        let mut diagnostic = ir::Diagnostic::new(ir::Severity::Error, location, error.message());
        for note in error.notes() {
            diagnostic = diagnostic.note(place(note.span.start), note.message.clone());
        }
        diagnostics.push(diagnostic);
    }
    diagnostics::error(context, &format!("Unable to parse {what}"), diagnostics)
}

/// Parses a type.
pub(crate) fn ty(context: &ObjectPtr<Context>, asm: &str) -> Result<ir::Type> {
    text::parse_type(&context.core, asm).map_err(|error| refused(context, "type", asm, &error))
}

/// Parses an attribute.
pub(crate) fn attribute(context: &ObjectPtr<Context>, asm: &str) -> Result<ir::Attribute> {
    text::parse_attribute(&context.core, asm, None)
        .map_err(|error| refused(context, "attribute", asm, &error))
}

/// The error of operations that could not be parsed, or did not verify.
fn not_parsed(context: &ObjectPtr<Context>, what: &str, diagnostics: Vec<ir::Diagnostic>) -> Error {
    diagnostics::error(context, &format!("Unable to parse {what} assembly"), diagnostics)
}

/// Parses a text into one operation, and verifies it.
fn parse(
    context: &ObjectPtr<Context>,
    what: &str,
    bytes: &[u8],
    name: &str,
    options: &text::ParseOptions,
) -> Result<ir::Op> {
    let core = &context.core;
    let mut edit = context.edit_any()?;
    let mut options = options.clone();
    if context.threads.load(Relaxed) == 1 {
        options.threads = 1;
    }
    let (parsed, diagnostics) =
        core.capture_diagnostics(|| text::parse_source(&mut edit, name, bytes, &options));
    drop(edit);
    match parsed {
        Ok(parsed) => {
            for diagnostic in &diagnostics {
                core.emit(diagnostic);
            }
            Ok(parsed.op)
        }
        Err(ir::Failure) => Err(not_parsed(context, what, diagnostics)),
    }
}

/// Parses a module; other operations are put into a new one.
pub(crate) fn module(context: &ObjectPtr<Context>, bytes: &[u8], name: &str) -> Result<ir::Op> {
    parse(context, "module", bytes, name, &text::ParseOptions::default())
}

/// Parses one operation of any kind.
pub(crate) fn operation(context: &ObjectPtr<Context>, bytes: &[u8], name: &str) -> Result<ir::Op> {
    let name = if name.is_empty() { "-" } else { name };
    let options = text::ParseOptions {
        single_operation: true,
        ..text::ParseOptions::default()
    };
    parse(context, "operation", bytes, name, &options)
}
