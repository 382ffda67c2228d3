//! `llvm.func`: `internal hidden fastcc @f(%a: i32, ...) -> f32 vscale_range(1, 2) comdat(@c::@f) attributes {…} { … }`.

use tvmlike_define::{FunctionForm, FunctionSignature, is_llvm_type};
use tvmlike_ir::{Attribute, Context, Op, Type};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{OpParts, OpSyntax, OperationParser, OperationPrinter, RegionStyle, Result};

use super::super::lists;
use super::global;
use crate::llvm::keywords::{self, CALLING_CONVENTION, LINKAGE, UNNAMED_ADDRESS, VISIBILITY};
use crate::llvm::{FunctionType, set, string, type_in};

/// A function.
pub(super) struct Function {
    form: FunctionForm,
}

const COMDAT: &str = "comdat";
const NAME: &str = "sym_name";
const TYPE: &str = "function_type";
const SCALE: &str = "vscale_range";

impl Function {
    /// The form for a context.
    pub(super) fn new(context: &Context) -> Self {
        let form = FunctionForm::new(context);
        Self { form }
    }
}

/// The type of a function: what is wrong if there is none.
fn function_type(context: &Context, signature: &FunctionSignature<'_>) -> std::result::Result<Type, String> {
    let wrong = |what: &str| Err(format!("failed to construct function type: expected {what}"));
    if signature.results.len() > 1 {
        return wrong("zero or one function result");
    }
    let inputs: Vec<Type> = signature.arguments.iter().map(|argument| argument.ty).collect();
    if !inputs.iter().all(|ty| is_llvm_type(context, *ty)) {
        return wrong("LLVM type for function arguments");
    }
    let dialect = context.identifier("llvm");
    let made = |name: &str, parameters: &[Option<Attribute>]| {
        let info = context.type_info(dialect, context.identifier(name));
        let info = info.ok_or_else(|| format!("the type '!llvm.{name}' is not registered"))?;
        let made = context.dialect_type(info, parameters);
        made.map_err(|error| error.message().to_owned())
    };
    let result = match signature.results.first() {
        Some(ty) if !is_llvm_type(context, *ty) => {
            let ty = tvmlike_text::quote_type(context, *ty);
            return wrong(&format!("LLVM type for function results'{ty}'"));
        }
        Some(ty) => *ty,
        None => made("void", &[])?,
    };
    let inputs: Vec<Attribute> = inputs.iter().map(|ty| context.type_attribute(*ty)).collect();
    let parameters = [
        context.type_attribute(result),
        context.array_attribute(&inputs),
        context.bool_attribute(signature.is_variadic),
    ];
    made("func", &parameters.map(Some))
}

/// Reads `vscale_range(1, 2)`, if it is there.
fn parse_scale(parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
    if !parser.take_word(SCALE) {
        return Ok(());
    }
    let context = parser.context();
    let mut bounds = Vec::new();
    for (open, message) in [
        (TokenKind::LeftParen, "expected '('"),
        (TokenKind::Comma, "expected ','"),
    ] {
        parser.parse_token(open, message)?;
        let place = parser.place();
        let bound = lists::integer(parser)?;
        let bound = context.integer_attribute(context.i32(), bound);
        bounds.push(Some(
            bound.map_err(|error| parser.op_error(place, error.message()))?,
        ));
    }
    parser.parse_token(TokenKind::RightParen, "expected ')'")?;
    let info = context.attribute_info(context.identifier("llvm"), context.identifier(SCALE));
    if let Some(range) = info.and_then(|info| context.dialect_attribute(info, &bounds).ok()) {
        set(context, parts, SCALE, range);
    }
    Ok(())
}

/// The bounds of the property `vscale_range`.
fn scale(context: &Context, attribute: Attribute) -> Option<(u64, u64)> {
    let (_, parameters) = attribute
        .symbol(context)
        .filter(|(info, _)| info.is_named(context, "llvm", SCALE))?;
    let bound = |index: usize| keywords::integer(context, parameters.get(index)?);
    Some((bound(0)?, bound(1)?))
}

impl OpSyntax for Function {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        LINKAGE.parse(parser, parts);
        VISIBILITY.parse(parser, parts);
        UNNAMED_ADDRESS.parse(parser, parts);
        CALLING_CONVENTION.parse(parser, parts);
        let place = parser.place();
        global::parse_name(parser, parts)?;
        let signature = FunctionSignature::parse(parser, true)?;
        let ty = function_type(context, &signature);
        let ty = ty.map_err(|message| parser.op_error(place, message))?;
        set(context, parts, TYPE, context.type_attribute(ty));
        parse_scale(parser, parts)?;
        global::parse_comdat(parser, parts)?;
        self.form.parse_rest(parser, parts, &signature)?;
        super::finish(parser, parts, "llvm.func")
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let property = |name: &str| op.property(context, context.identifier(name));
        let ty = type_in(context, property(TYPE)).and_then(|ty| FunctionType::of(context, ty));
        let (Some(types), Some(name), Some(body)) =
            (ty, string(context, property(NAME)), op.region(context, 0))
        else {
            return false;
        };
        let entry = body.first_block(context);
        let scale = property(SCALE).map(|range| scale(context, range));
        if entry.is_some_and(|entry| entry.num_arguments(context) != types.inputs.len())
            || scale == Some(None)
            || ![LINKAGE, VISIBILITY, UNNAMED_ADDRESS, CALLING_CONVENTION]
                .iter()
                .all(|keyword| keyword.fits(context, op))
            || !lists::has_only_regions(context, op, 1)
            || op.num_operands(context) + op.num_results(context) > 0
        {
            return false;
        }
        printer.write(b" ");
        for keyword in [LINKAGE, VISIBILITY, UNNAMED_ADDRESS, CALLING_CONVENTION] {
            keyword.print(printer, op);
        }
        printer.write_symbol_name(name);
        let inputs = (types.inputs.as_slice(), types.is_variadic);
        let results: &[Type] = if types.is_void(context) {
            &[]
        } else {
            &[types.result]
        };
        self.form.print_signature(printer, op, inputs, results);
        if let Some((least, most)) = scale.flatten() {
            printer.write(format!(" vscale_range({least}, {most})").as_bytes());
        }
        global::print_comdat(printer, property(COMDAT));
        let hidden = [
            NAME,
            TYPE,
            "arg_attrs",
            "res_attrs",
            "linkage",
            "CConv",
            "visibility_",
            COMDAT,
            "unnamed_addr",
            SCALE,
        ];
        printer.write_attr_dict_with_keyword(&lists::entries(context, op, &hidden));
        if entry.is_some() {
            printer.write(b" ");
            let style = RegionStyle {
                entry_arguments: false,
                ..RegionStyle::default()
            };
            printer.print_region(body, style);
        }
        true
    }
}
