//! The types of calls with attributes of arguments and results: `(i32 {llvm.noundef}) -> (f32 {llvm.noundef})`.

use tvmlike_ir::{Attribute, Context, NamedAttribute, Op, Type, TypeKind, Value};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{OpParts, OperationParser, OperationPrinter, Result};

use crate::llvm::set;

pub(super) const ARGUMENTS: &str = "arg_attrs";
pub(super) const RESULTS: &str = "res_attrs";

/// Types with their attributes.
#[derive(Default)]
pub(super) struct Typed {
    pub(super) types: Vec<Type>,
    attributes: Vec<Vec<NamedAttribute>>,
}

/// The types of a call.
#[derive(Default)]
pub(super) struct Signature {
    pub(super) arguments: Typed,
    pub(super) results: Typed,
}

impl Typed {
    fn parse_list(&mut self, parser: &mut OperationParser<'_, '_, '_>) -> Result<()> {
        parser.parse_token(TokenKind::LeftParen, "expected '('")?;
        if parser.take(TokenKind::RightParen) {
            return Ok(());
        }
        loop {
            self.types.push(parser.parse_type()?);
            let mut entries = Vec::new();
            parser.parse_optional_attr_dict(&mut entries)?;
            self.attributes.push(entries);
            if !parser.take(TokenKind::Comma) {
                return parser.parse_token(TokenKind::RightParen, "expected ')'");
            }
        }
    }

    /// Sets the property with the dictionaries, if one is not empty.
    fn set(&self, context: &Context, parts: &mut OpParts, name: &str) {
        if self.attributes.iter().all(Vec::is_empty) {
            return;
        }
        let dictionary = |entries: &Vec<NamedAttribute>| {
            let dictionary = context.dictionary_attribute(entries);
            dictionary.unwrap_or_else(|_| context.empty_dictionary())
        };
        let all: Vec<Attribute> = self.attributes.iter().map(dictionary).collect();
        set(context, parts, name, context.array_attribute(&all));
    }
}

impl Signature {
    /// Reads `(types) -> types`; a message and its place for the types that a call cannot have.
    pub(super) fn parse(&mut self, parser: &mut OperationParser<'_, '_, '_>) -> Result<()> {
        self.arguments.parse_list(parser)?;
        parser.parse_token(TokenKind::Arrow, "")?;
        if parser.is_at(TokenKind::LeftParen) {
            return self.results.parse_list(parser);
        }
        self.results.types.push(parser.parse_type()?);
        self.results.attributes.push(Vec::new());
        Ok(())
    }

    /// Sets the properties with the attributes of arguments and results.
    pub(super) fn set(&self, context: &Context, parts: &mut OpParts) {
        self.arguments.set(context, parts, ARGUMENTS);
        self.results.set(context, parts, RESULTS);
    }
}

/// The dictionary at an index of a property.
fn dictionary(context: &Context, op: Op, name: &str, index: usize) -> Vec<NamedAttribute> {
    let all = op.property(context, context.identifier(name));
    let one = match all.map(|all| all.kind(context)) {
        Some(tvmlike_ir::AttributeKind::Array(all)) => all.get(index),
        _ => None,
    };
    let entries = one.and_then(|one| one.entries(context));
    entries.into_iter().flat_map(|entries| entries.iter()).collect()
}

/// Prints the types of a call with these arguments.
pub(super) fn print(printer: &mut OperationPrinter<'_>, op: Op, arguments: impl Iterator<Item = Value>) {
    let context = printer.context();
    printer.write(b"(");
    for (index, argument) in arguments.enumerate() {
        if index > 0 {
            printer.write(b", ");
        }
        printer.write_type(argument.ty(context));
        printer.write_attr_dict(&dictionary(context, op, ARGUMENTS, index));
    }
    printer.write(b") -> ");
    let result = op.result(context, 0).map(|result| result.ty(context));
    let attributes = dictionary(context, op, RESULTS, 0);
    let is_function = |ty: Type| matches!(ty.kind(context), TypeKind::Function { .. });
    let is_bare = attributes.is_empty() && result.is_some_and(|ty| !is_function(ty));
    printer.write(if is_bare { b"".as_slice() } else { b"(" });
    if let Some(result) = result {
        printer.write_type(result);
        printer.write_attr_dict(&attributes);
    }
    printer.write(if is_bare { b"".as_slice() } else { b")" });
}
