//! The form of an operation by its record, compiled when it is used first.
//!
//! A dialect has dozens of operations and a text uses a few. A format that cannot be compiled, because it needs code
//! that there is not, leaves the operation with its generic form.

use std::sync::{Arc, OnceLock};

use tvmlike_ir::{Context, Op, OpInfo};
use tvmlike_text::{CustomForm, OpParts, OpSyntax, OperationParser, OperationPrinter, Result};

use super::Format;
use super::compile::Refusal;
use super::directive::Directives;
use crate::record::{Body, DialectRecord, OpRecord};

/// Finds the records of other dialects.
type Find = fn(&str) -> Option<Arc<DialectRecord>>;

struct RecordForm {
    dialect: Arc<DialectRecord>,
    operation: usize,
    find: Find,
    directives: Directives,
    compiled: OnceLock<std::result::Result<Format, String>>,
}

impl RecordForm {
    fn record(&self) -> &OpRecord {
        &self.dialect.operations[self.operation]
    }

    /// The compiled format, or why there is none.
    fn format(&self, context: &Context) -> std::result::Result<&Format, &str> {
        let compiled = self.compiled.get_or_init(|| {
            let Body::Format(text) = &self.record().body else {
                return Err("it has no format".to_owned());
            };
            Format::new(
                context,
                &self.dialect,
                self.record(),
                &self.find,
                self.directives,
                text,
            )
            .map_err(|refusal| match refusal {
                Refusal::Invalid(error) => error.to_string(),
                Refusal::Missing(what) => format!("{what} is missing"),
            })
        });
        compiled.as_ref().map_err(String::as_str)
    }
}

impl OpSyntax for RecordForm {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        match self.format(parser.context()) {
            Ok(format) => format.parse(parser, parts),
            Err(reason) => Err(parser.unsupported_form(&self.record().name, Some(reason))),
        }
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        match self.format(printer.context()) {
            Ok(format) => format.print(printer, op),
            Err(_) => false,
        }
    }

    fn reads_by_text(&self, context: &Context) -> bool {
        self.format(context)
            .is_ok_and(|format| format.reads_by_text(context))
    }

    fn prints_by_parts(&self, context: &Context) -> bool {
        self.format(context)
            .is_ok_and(|format| format.prints_by_parts(context))
    }
}

/// Lets a context read and print the operations of a dialect, in the order of the record, by their formats. Operations that
/// have a custom form keep it. `find` finds the records of other dialects, whose enums operations use, and `directives` the code
/// of directives. `is_default` tells by name for which operations the dialect's operations in their regions need no prefix.
pub fn attach_formats(
    context: &Context,
    infos: &[OpInfo],
    dialect: &Arc<DialectRecord>,
    find: Find,
    directives: Directives,
    is_default: fn(&str) -> bool,
) {
    for (operation, (record, info)) in dialect.operations.iter().zip(infos).enumerate() {
        if let Body::Format(_) = &record.body {
            info.extensions().get_or_insert_with(|| {
                let form = CustomForm::new(RecordForm {
                    dialect: Arc::clone(dialect),
                    operation,
                    find,
                    directives,
                    compiled: OnceLock::new(),
                });
                match is_default(&record.name) {
                    true => form.with_default_dialect(context.identifier(&*dialect.name)),
                    false => form,
                }
            });
        }
    }
}
