//! The directives `custom<…>` in the formats of types and attributes.

use tvmlike_define::ParameterDirective;
use tvmlike_ir::Attribute;
use tvmlike_text::{Delimiter, Parser, Printer, Result};

use super::llvm;
use super::objects::Object;
use super::sparse_tensor::LevelRange;
use super::values::{parse_number, print_numbers};

/// The directive with a name.
pub(super) fn find(name: &str) -> Option<&'static dyn ParameterDirective> {
    Some(match name {
        "ExpressionArg" => &ExpressionArguments,
        "ExtTypeParams" => &llvm::ExtensionParameters,
        "FunctionTypes" => &llvm::FunctionTypes,
        "LevelRange" => &LevelRange,
        "Object" => &Object,
        "PrettyLLVMType" => &llvm::PrettyType,
        _ => return None,
    })
}

/// The numbers of an operation in a debug expression.
struct ExpressionArguments;

impl ParameterDirective for ExpressionArguments {
    fn parse(&self, parser: &mut Parser<'_, '_>, values: &mut [Option<Attribute>]) -> Result<()> {
        let mut numbers = Vec::new();
        loop {
            numbers.push(parse_number(parser, 64)?);
            if !parser.next_in_list(Delimiter::None, "")? {
                break;
            }
        }
        if let Some(value) = values.last_mut() {
            *value = Some(parser.context().array_attribute(&numbers));
        }
        Ok(())
    }

    fn print(&self, printer: &mut Printer<'_>, out: &mut Vec<u8>, values: &[Option<Attribute>]) {
        print_numbers(printer, out, values.last().copied().flatten());
    }
}
