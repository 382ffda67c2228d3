//! Assembly formats: MLIR's declarative language for the custom form of operations, interpreted.
//!
//! | module | what |
//! |---|---|
//! | `error` | why a format is refused |
//! | `ast` | a format as a tree |
//! | `lexer`, `parse` | reading formats |
//! | `attribute` | how one attribute is read and printed |
//! | `kind` | the class that a type is read as |
//! | `directive` | code for directives `custom<…>` |
//! | `program` | a format for one context |
//! | `compile` | looking up names and checking |
//! | `ambiguity` | formats in which the reader could not tell parts apart |
//! | `read`, `write` | reading and printing operations |
//! | `record_form` | compiling the format of a record when it is used first |

mod ambiguity;
mod ast;
mod attribute;
mod compile;
mod directive;
mod error;
mod kind;
mod lexer;
mod parse;
mod program;
mod read;
mod record_form;
mod write;

use tvmlike_ir::{Context, Op};
use tvmlike_text::{OpParts, OpSyntax, OperationParser, OperationPrinter, Result};

pub use ast::{Clause, Element, Kind, Optional, Space};
pub use compile::{Dialects, Refusal};
pub use directive::{Directive, DirectiveParser, DirectiveParts, Directives};
pub use error::FormatError;
pub use parse::parse_format;
pub use record_form::attach_formats;

use crate::record::{DialectRecord, OpRecord};
use program::Program;

/// The text of a format, which reads as the same elements.
pub fn format_to_string(elements: &[Element]) -> String {
    ast::to_text(elements)
}

/// The custom form that a format describes.
pub struct Format {
    program: Program,
}

impl Format {
    /// Compiles the format of an operation for a context. `dialects` finds the records of other dialects, whose enums
    /// the operation may use, and `directives` the code of directives.
    ///
    /// # Errors
    /// The format is wrong, or needs code that there is not.
    pub fn new(
        context: &Context,
        dialect: &DialectRecord,
        op: &OpRecord,
        dialects: Dialects<'_>,
        directives: Directives,
        format: &str,
    ) -> std::result::Result<Self, Refusal> {
        let program = compile::compile(context, dialect, op, dialects, directives, format)?;
        Ok(Self { program })
    }

    /// Checks that the form reads what it prints: MLIR's generator accepts others, and so does [`new`](Self::new).
    ///
    /// # Errors
    /// The reader could not distinguish two parts of the format of the operation.
    pub fn check_ambiguity(
        &self,
        dialect: &DialectRecord,
        op: &OpRecord,
    ) -> std::result::Result<(), FormatError> {
        ambiguity::check(&self.program, dialect, op).map_err(FormatError::about_all)
    }
}

impl OpSyntax for Format {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        read::read(&self.program, parser, parts)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        write::write(&self.program, printer, op)
    }

    fn reads_by_text(&self, _context: &Context) -> bool {
        self.program.reads_by_text
    }

    fn prints_by_parts(&self, _context: &Context) -> bool {
        self.program.prints_by_parts
    }
}
