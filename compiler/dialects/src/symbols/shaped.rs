//! Types with a shape and an element type, or with one type: `!gpu.mma_matrix<16x16xf16, "AOp">`, `!emitc.array<2xi32>`,
//! `!amx.tile<16x16xf32>`, `!async.value<f32>`, `!pdl.range<type>`.

use tvmlike_ir::{
    Attribute, AttributeKind, Context, Dialect, Error, FloatKind, Parameters, Signedness, SymbolInfo, Type,
    TypeKind,
};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{Parser, Printer, Result, SymbolForm, SymbolSyntax, UnknownSymbol, print_string};

use super::values::{hooks, integer_list, integers, name_place, parse_static_dimensions, ty};
use super::written::define;

/// The types of `gpu`.
pub(super) fn register_gpu(context: &Context, dialect: &Dialect) -> std::result::Result<(), Error> {
    let unknown = UnknownSymbol::Refused(Some("unknown gpu type: ".into()));
    hooks(dialect, unknown, UnknownSymbol::Refused(None));
    let handles = ["dntensor_handle", "spgemmop_handle", "spmat_handle"].map(|name| format!("sparse.{name}"));
    for name in handles.iter().map(String::as_str).chain(["async.token"]) {
        let name = context.identifier(name);
        if context.type_info(dialect.namespace(), name).is_none() {
            context.register_symbol(SymbolInfo::new_type(dialect.namespace(), name))?;
        }
    }
    let parameters = ["shape", "elementType", "operand"];
    define(
        context,
        dialect,
        "!mma_matrix",
        &parameters,
        check_matrix,
        SymbolForm::new(Shaped { has_operand: true }).with_name_kept(),
    )
}

/// `!emitc.array`.
pub(super) fn register_emitc(context: &Context, dialect: &Dialect) -> std::result::Result<(), Error> {
    let form = Shaped { has_operand: false };
    define(
        context,
        dialect,
        "!array",
        &["shape", "elementType"],
        check_array,
        SymbolForm::new(form),
    )
}

/// `!amx.tile`.
pub(super) fn register_amx(context: &Context, dialect: &Dialect) -> std::result::Result<(), Error> {
    let form = Shaped { has_operand: false };
    define(
        context,
        dialect,
        "!tile",
        &["shape", "elementType"],
        check_tile,
        SymbolForm::new(form),
    )
}

/// `!async.value`.
pub(super) fn register_async(context: &Context, dialect: &Dialect) -> std::result::Result<(), Error> {
    define(
        context,
        dialect,
        "!value",
        &["valueType"],
        |_, _| Ok(()),
        SymbolForm::new(Value),
    )
}

/// `!pdl.range`.
pub(super) fn register_pdl(context: &Context, dialect: &Dialect) -> std::result::Result<(), Error> {
    define(
        context,
        dialect,
        "!range",
        &["elementType"],
        |_, _| Ok(()),
        SymbolForm::new(Range),
    )
}

/// `<2x3xf32>`, or `<2x3xf32, "operand">`. A refused type is reported where MLIR does, at the name or at the element.
struct Shaped {
    has_operand: bool,
}

impl SymbolSyntax for Shaped {
    fn parse(
        &self,
        parser: &mut Parser<'_, '_>,
        info: &SymbolInfo,
        _: Option<Type>,
    ) -> Result<Vec<Option<Attribute>>> {
        let context = parser.context();
        let name = name_place(parser, info);
        parser.parse_token(TokenKind::Less, "expected '<'")?;
        let shape = parse_static_dimensions(parser)?;
        let mut element_place = parser.place();
        let element = parser.parse_type()?;
        let mut values = vec![
            Some(integer_list(context, &shape)),
            Some(context.type_attribute(element)),
        ];
        if self.has_operand {
            parser.parse_token(TokenKind::Comma, "expected ','")?;
            let place = parser.place();
            let Some(operand) = parser.parse_optional_string() else {
                return Err(parser.symbol_error(place, "expected string"));
            };
            values.push(Some(context.string_attribute(operand)));
            element_place = name;
        } else if shape.is_empty() || info.is_named(context, "amx", "tile") {
            element_place = name;
        }
        parser.parse_token(TokenKind::Greater, "expected '>'")?;
        match context.dialect_type(info, &values) {
            Ok(_) => Ok(values),
            Err(error) => Err(parser.symbol_error(element_place, error.message())),
        }
    }

    fn print(&self, printer: &mut Printer<'_>, out: &mut Vec<u8>, parameters: Parameters<'_>) {
        let context = printer.context();
        out.push(b'<');
        for size in integers(context, &parameters.to_vec(), 0) {
            out.extend_from_slice(format!("{size}x").as_bytes());
        }
        if let Some(element) = ty(context, &parameters.to_vec(), 1) {
            printer.print_type(out, element);
        }
        if let Some(AttributeKind::String { bytes, .. }) = parameters.get(2).map(|each| each.kind(context)) {
            out.extend_from_slice(b", ");
            print_string(out, bytes);
        }
        out.push(b'>');
    }
}

fn check_matrix(context: &Context, parameters: &[Option<Attribute>]) -> std::result::Result<(), String> {
    use FloatKind::{F16, F32, F64};
    let operand = parameters[2].map(|operand| operand.kind(context));
    if !matches!(operand, Some(AttributeKind::String { bytes, .. })
        if [b"AOp", b"BOp", b"COp"].contains(&bytes.first_chunk().unwrap_or(b"   ")) && bytes.len() == 3)
    {
        return Err("operand expected to be one of AOp, BOp or COp".to_owned());
    }
    if integers(context, parameters, 0).len() != 2 {
        return Err("MMAMatrixType must have exactly two dimensions".to_owned());
    }
    let is_element = match ty(context, parameters, 1).map(|element| element.kind(context)) {
        Some(TypeKind::Integer { width, signedness }) => match signedness {
            Signedness::Signless => width == 32,
            _ => width == 8,
        },
        Some(TypeKind::Float(kind)) => matches!(kind, F16 | F32 | F64),
        _ => false,
    };
    match is_element {
        true => Ok(()),
        false => Err("MMAMatrixType elements must be SI8, UI8, I32, F16, F32, or F64".to_owned()),
    }
}

fn check_array(context: &Context, parameters: &[Option<Attribute>]) -> std::result::Result<(), String> {
    if integers(context, parameters, 0).is_empty() {
        return Err("shape must not be empty".to_owned());
    }
    match ty(context, parameters, 1) {
        Some(element)
            if element.is_shaped(context)
                || element.is_symbol(context, "emitc", "array")
                || element.is_symbol(context, "emitc", "lvalue") =>
        {
            let element = tvmlike_text::quote_type(context, element);
            Err(format!("invalid array element type ''{element}''"))
        }
        _ => Ok(()),
    }
}

fn check_tile(context: &Context, parameters: &[Option<Attribute>]) -> std::result::Result<(), String> {
    use FloatKind::{BF16, F16, F32};
    let is_element = ty(context, parameters, 1).is_some_and(|element| match element.kind(context) {
        TypeKind::Float(kind) => matches!(kind, BF16 | F16 | F32),
        _ => element.is_signless_integer(context, 8) || element.is_signless_integer(context, 32),
    });
    match is_element {
        true => Ok(()),
        false => Err(
            "failed to verify 'elementType': 32-bit float or 16-bit float or bfloat16 type or 32-bit signless integer \
             or 8-bit signless integer"
                .to_owned(),
        ),
    }
}

/// `<type>` of `!async.value`.
struct Value;

impl SymbolSyntax for Value {
    fn parse(
        &self,
        parser: &mut Parser<'_, '_>,
        info: &SymbolInfo,
        _: Option<Type>,
    ) -> Result<Vec<Option<Attribute>>> {
        let name = name_place(parser, info);
        let read = |parser: &mut Parser<'_, '_>| {
            parser.parse_token(TokenKind::Less, "expected '<'")?;
            let ty = parser.parse_type()?;
            parser.parse_token(TokenKind::Greater, "expected '>'")?;
            Ok(vec![Some(parser.context().type_attribute(ty))])
        };
        read(parser).map_err(|error| parser.also(error, Some(name), "failed to parse async value type"))
    }

    fn print(&self, printer: &mut Printer<'_>, out: &mut Vec<u8>, parameters: Parameters<'_>) {
        out.push(b'<');
        if let Some(ty) = ty(printer.context(), &parameters.to_vec(), 0) {
            printer.print_type(out, ty);
        }
        out.push(b'>');
    }
}

/// `<type>` of `!pdl.range`, without `!pdl.`.
struct Range;

impl SymbolSyntax for Range {
    fn parse(
        &self,
        parser: &mut Parser<'_, '_>,
        info: &SymbolInfo,
        _: Option<Type>,
    ) -> Result<Vec<Option<Attribute>>> {
        let context = parser.context();
        let name = name_place(parser, info);
        parser.parse_token(TokenKind::Less, "expected '<'")?;
        let place = parser.place();
        let Some(word) = parser.parse_optional_keyword() else {
            return Err(parser.symbol_error(place, "expected valid keyword"));
        };
        let Some(element) = context.type_info(info.dialect(), context.identifier(word)) else {
            return Err(parser.symbol_error(name, format!("invalid 'pdl' type: `{word}'")));
        };
        let element = parser.nested(|parser| parser.parse_type_parameters(element))?;
        parser.parse_token(TokenKind::Greater, "expected '>'")?;
        if element.is_symbol(context, "pdl", "range") {
            let element = tvmlike_text::quote_type(context, element);
            let message = format!("element of pdl.range cannot be another range, but got'{element}'");
            return Err(parser.symbol_error(place, message));
        }
        Ok(vec![Some(context.type_attribute(element))])
    }

    fn print(&self, printer: &mut Printer<'_>, out: &mut Vec<u8>, parameters: Parameters<'_>) {
        out.push(b'<');
        if let Some(ty) = ty(printer.context(), &parameters.to_vec(), 0) {
            printer.print_type_without_dialect(out, ty);
        }
        out.push(b'>');
    }
}
