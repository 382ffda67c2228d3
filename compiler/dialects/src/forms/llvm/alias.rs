//! `llvm.mlir.alias`: `external @x {dso_local} : i32 { … }`.

use tvmlike_ir::Op;
use tvmlike_text::{OpParts, OpSyntax, OperationParser, OperationPrinter, Result};

use super::super::lists;
use super::global;
use crate::llvm::{set, type_in};

/// Another name of a global.
pub(super) struct Alias;

const TYPE: &str = "alias_type";

impl OpSyntax for Alias {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        global::parse_words(parser, parts);
        global::parse_name(parser, parts)?;
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        let ty = global::parse_type(parser)?;
        let region = parser.parse_region()?;
        let Some(ty) = ty else {
            return Err(parser.op_error(parser.op_place(), "expected zero or one type"));
        };
        parts.regions.push(region);
        set(context, parts, TYPE, context.type_attribute(ty));
        super::finish(parser, parts, "llvm.mlir.alias")
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let ty = type_in(context, op.property(context, context.identifier(TYPE)));
        let Some(ty) = ty.filter(|_| global::words_fit(context, op)) else {
            return false;
        };
        global::print_words(printer, op);
        global::print_name(printer, op);
        let hidden = [
            "sym_name",
            TYPE,
            "linkage",
            "unnamed_addr",
            "thread_local_",
            "visibility_",
        ];
        printer.write_attr_dict(&lists::entries(context, op, &hidden));
        printer.write(b" : ");
        printer.write_type(ty);
        if let Some(region) = op.region(context, 0) {
            printer.write(b" ");
            lists::print_region(printer, region, true);
        }
        true
    }
}
