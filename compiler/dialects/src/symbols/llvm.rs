//! The types of `llvm`: in each other they stand without `!llvm.`; structs by hand.
//!
//! A struct has the parameters `name` (absent for a literal one), `body` (absent for an opaque one and for a reference to
//! the struct around it), `packed` and `opaque`. Invariant: a reference is only in the body of the struct that it names.

use tvmlike_define::ParameterDirective;
use tvmlike_ir::{Attribute, AttributeKind, Context, Dialect, Error, Parameters, SymbolInfo, Type};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{Parser, Printer, Result, SymbolForm, SymbolSyntax, UnknownSymbol, print_string};

use super::numbers::register_range;
use super::recursive::is_first_body;
use super::values::{hooks, is_llvm, parse_number, print_numbers, ty, types};
use super::written::define;

/// The types that MLIR registers without a definition.
const SIMPLE: [&str; 4] = ["label", "metadata", "token", "void"];

const UNKNOWN: &str = "unknown LLVM type: ";

/// Registers the types.
pub(super) fn register(context: &Context, dialect: &Dialect) -> std::result::Result<(), Error> {
    hooks(
        dialect,
        UnknownSymbol::Refused(Some(UNKNOWN.into())),
        UnknownSymbol::Refused(None),
    );
    let namespace = dialect.namespace();
    let name = |name: &str| context.identifier(name);
    for simple in SIMPLE {
        if context.type_info(namespace, name(simple)).is_none() {
            context.register_symbol(SymbolInfo::new_type(namespace, name(simple)))?;
        }
    }
    let parameters = ["name", "body", "packed", "opaque"];
    let form = SymbolForm::new(Struct);
    define(context, dialect, "!struct", &parameters, check_struct, form)?;
    register_range(context, dialect)
}

/// Reads a type, which needs no `!llvm.` if it is one of `llvm`.
fn parse_type(parser: &mut Parser<'_, '_>) -> Result<Type> {
    if let Some(ty) = parser.parse_optional_type()? {
        return Ok(ty);
    }
    let context = parser.context();
    let place = parser.place();
    let Some(word) = parser.parse_optional_keyword() else {
        return Err(parser.symbol_error(place, "expected valid keyword"));
    };
    match context.type_info(context.identifier("llvm"), context.identifier(word)) {
        Some(info) => parser.nested(|parser| parser.parse_type_parameters(info)),
        None => Err(parser.symbol_error(place, format!("{UNKNOWN}{word}"))),
    }
}

fn print_type(printer: &mut Printer<'_>, out: &mut Vec<u8>, ty: Type) {
    match ty.symbol(printer.context()) {
        Some((info, _)) if info.dialect().bytes(printer.context()) == b"llvm" => {
            printer.print_type_without_dialect(out, ty);
        }
        _ => printer.print_type(out, ty),
    }
}

fn print_types(printer: &mut Printer<'_>, out: &mut Vec<u8>, list: Option<Attribute>) {
    for (index, ty) in types(printer.context(), &[list], 0).into_iter().enumerate() {
        if index > 0 {
            out.extend_from_slice(b", ");
        }
        print_type(printer, out, ty);
    }
}

fn type_list(context: &Context, types: &[Type]) -> Attribute {
    let attributes: Vec<Attribute> = types.iter().map(|ty| context.type_attribute(*ty)).collect();
    context.array_attribute(&attributes)
}

fn is_true(context: &Context, value: Option<Attribute>) -> bool {
    value == Some(context.bool_attribute(true))
}

/// A type without `!llvm.`.
pub(super) struct PrettyType;

impl ParameterDirective for PrettyType {
    fn parse(&self, parser: &mut Parser<'_, '_>, values: &mut [Option<Attribute>]) -> Result<()> {
        let ty = parse_type(parser)?;
        if let [value] = values {
            *value = Some(parser.context().type_attribute(ty));
        }
        Ok(())
    }

    fn print(&self, printer: &mut Printer<'_>, out: &mut Vec<u8>, values: &[Option<Attribute>]) {
        if let Some(ty) = ty(printer.context(), values, 0) {
            print_type(printer, out, ty);
        }
    }
}

/// The arguments of a function type up to `)`: `i32, ...`.
pub(super) struct FunctionTypes;

impl ParameterDirective for FunctionTypes {
    fn parse(&self, parser: &mut Parser<'_, '_>, values: &mut [Option<Attribute>]) -> Result<()> {
        let mut arguments = Vec::new();
        let mut is_variadic = false;
        if !parser.take(TokenKind::RightParen) {
            loop {
                if parser.take(TokenKind::Ellipsis) {
                    is_variadic = true;
                    break;
                }
                arguments.push(parse_type(parser)?);
                if !parser.take(TokenKind::Comma) {
                    break;
                }
            }
            parser.parse_token(TokenKind::RightParen, "expected ')'")?;
        }
        let context = parser.context();
        if let [list, variadic] = values {
            *list = Some(type_list(context, &arguments));
            *variadic = Some(context.bool_attribute(is_variadic));
        }
        Ok(())
    }

    fn print(&self, printer: &mut Printer<'_>, out: &mut Vec<u8>, values: &[Option<Attribute>]) {
        let context = printer.context();
        if let [list, variadic] = *values {
            print_types(printer, out, list);
            if is_true(context, variadic) {
                let is_first = types(context, values, 0).is_empty();
                out.extend_from_slice(if is_first { b"...".as_slice() } else { b", ..." });
            }
        }
        out.push(b')');
    }
}

/// The types and then the numbers of a target extension type.
pub(super) struct ExtensionParameters;

impl ParameterDirective for ExtensionParameters {
    fn parse(&self, parser: &mut Parser<'_, '_>, values: &mut [Option<Attribute>]) -> Result<()> {
        let (mut types, mut numbers) = (Vec::new(), Vec::new());
        loop {
            match parser.is_at(TokenKind::Integer) {
                true => numbers.push(parse_number(parser, 32)?),
                false if numbers.is_empty() => types.push(parse_type(parser)?),
                false => {
                    let message = "failed to parse parameter list for target extension type";
                    return Err(parser.symbol_error(parser.place(), message));
                }
            }
            if !parser.take(TokenKind::Comma) {
                break;
            }
        }
        let context = parser.context();
        if let [list, integers] = values {
            *list = Some(type_list(context, &types));
            *integers = Some(context.array_attribute(&numbers));
        }
        Ok(())
    }

    fn print(&self, printer: &mut Printer<'_>, out: &mut Vec<u8>, values: &[Option<Attribute>]) {
        let all = types(printer.context(), values, 0);
        for (index, ty) in all.iter().enumerate() {
            if index > 0 {
                out.extend_from_slice(b", ");
            }
            printer.print_type(out, *ty);
        }
        let numbers = values.last().copied().flatten();
        let is_empty = numbers == Some(printer.context().array_attribute(&[]));
        if !all.is_empty() && !is_empty {
            out.extend_from_slice(b", ");
        }
        print_numbers(printer, out, numbers);
    }
}

/// What stands behind `struct`.
struct Struct;

impl SymbolSyntax for Struct {
    fn parse(
        &self,
        parser: &mut Parser<'_, '_>,
        _: &SymbolInfo,
        _: Option<Type>,
    ) -> Result<Vec<Option<Attribute>>> {
        let context = parser.context();
        parser.parse_token(TokenKind::Less, "expected '<'")?;
        let name = parser.parse_optional_string().map(|name| name.into_owned());
        let values = |body: Option<Attribute>, packed: bool, opaque: bool| {
            vec![
                name.as_ref().map(|name| context.string_attribute(name)),
                body,
                Some(context.bool_attribute(packed)),
                Some(context.bool_attribute(opaque)),
            ]
        };
        if let Some(name) = &name {
            let is_open = parser.open_types.contains(name);
            if parser.is_at(TokenKind::Greater) {
                if !is_open {
                    let message = "struct without a body only allowed in a recursive struct";
                    return Err(parser.symbol_error(parser.place(), message));
                }
                parser.advance();
                return Ok(values(None, false, false));
            }
            parser.parse_token(TokenKind::Comma, "expected ','")?;
        }
        let place = parser.place();
        if parser.take_word("opaque") {
            if name.is_none() {
                return Err(parser.symbol_error(place, "only identified structs can be opaque"));
            }
            parser.parse_token(TokenKind::Greater, "expected '>'")?;
            return Ok(values(None, false, true));
        }
        let packed = parser.take_word("packed");
        parser.open_types.extend(name.clone());
        let types = parse_body(parser);
        if name.is_some() {
            parser.open_types.pop();
        }
        let types = types?;
        parser.parse_token(TokenKind::Greater, "expected '>'")?;
        Ok(values(Some(type_list(context, &types)), packed, false))
    }

    fn print(&self, printer: &mut Printer<'_>, out: &mut Vec<u8>, parameters: Parameters<'_>) {
        let context = printer.context();
        out.push(b'<');
        let body = parameters.get(1);
        let opaque = is_true(context, parameters.get(3));
        if let Some(AttributeKind::String { bytes, .. }) = parameters.get(0).map(|name| name.kind(context)) {
            print_string(out, bytes);
            if body.is_some() || opaque {
                out.extend_from_slice(b", ");
            }
        }
        if opaque {
            out.extend_from_slice(b"opaque");
        } else if body.is_some() {
            if is_true(context, parameters.get(2)) {
                out.extend_from_slice(b"packed ");
            }
            out.push(b'(');
            print_types(printer, out, body);
            out.push(b')');
        }
        out.push(b'>');
    }
}

fn parse_body(parser: &mut Parser<'_, '_>) -> Result<Vec<Type>> {
    let mut types = Vec::new();
    parser.parse_token(TokenKind::LeftParen, "expected '('")?;
    if parser.take(TokenKind::RightParen) {
        return Ok(types);
    }
    loop {
        types.push(parse_type(parser)?);
        if !parser.take(TokenKind::Comma) {
            break;
        }
    }
    parser.parse_token(TokenKind::RightParen, "expected ')'")?;
    Ok(types)
}

fn check_struct(context: &Context, parameters: &[Option<Attribute>]) -> std::result::Result<(), String> {
    let not_elements = ["void", "label", "metadata", "func"];
    let elements = types(context, parameters, 1);
    if let Some(wrong) = elements.iter().find(|ty| is_llvm(context, **ty, &not_elements)) {
        let wrong = tvmlike_text::quote_type(context, *wrong);
        return Err(format!("invalid LLVM structure element type: '{wrong}'"));
    }
    match is_first_body(context, "llvm", parameters) {
        true => Ok(()),
        false => Err("identified type already used with a different body".to_owned()),
    }
}

/// Checks the element type of an array.
pub(super) fn check_array(
    context: &Context,
    parameters: &[Option<Attribute>],
) -> std::result::Result<(), String> {
    let not_elements = ["void", "label", "metadata", "func", "token"];
    match ty(context, parameters, 0) {
        Some(element) if is_llvm(context, element, &not_elements) => {
            let element = tvmlike_text::quote_type(context, element);
            Err(format!("invalid array element type: '{element}'"))
        }
        _ => Ok(()),
    }
}

/// Checks the types of a function.
pub(super) fn check_function(
    context: &Context,
    parameters: &[Option<Attribute>],
) -> std::result::Result<(), String> {
    let quote = |ty: Type| tvmlike_text::quote_type(context, ty);
    if let Some(result) = ty(context, parameters, 0)
        && is_llvm(context, result, &["func", "metadata", "label"])
    {
        return Err(format!("invalid function result type: '{}'", quote(result)));
    }
    let arguments = types(context, parameters, 1);
    match arguments
        .iter()
        .find(|ty| is_llvm(context, **ty, &["void", "func"]))
    {
        Some(argument) => Err(format!("invalid function argument type: '{}'", quote(*argument))),
        None => Ok(()),
    }
}
