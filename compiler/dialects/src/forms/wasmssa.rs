//! The custom forms of `wasmssa`'s functions and globals.

use tvmlike_define::{FunctionForm, FunctionSignature, type_parameter};
use tvmlike_ir::{AttributeKind, Context, NamedAttribute, Op, Type, TypeKind};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{CustomForm, OpParts, OpSyntax, OperationParser, OperationPrinter, RegionStyle, Result};

use super::lists;

/// The form of an operation, if it has no format.
pub(super) fn form(context: &Context, name: &str) -> Option<CustomForm> {
    Some(match name {
        "wasmssa.func" => CustomForm::new(Function {
            form: FunctionForm::new(context),
        }),
        "wasmssa.global" => CustomForm::new(Global),
        "wasmssa.import_global" => CustomForm::new(Import),
        _ => return None,
    })
}

const TYPE: &str = "functionType";
const EXPORTED: &str = "exported";

fn push(parser: &OperationParser<'_, '_, '_>, parts: &mut OpParts, name: &str, value: tvmlike_ir::Attribute) {
    let name = parser.context().identifier(name);
    parts.properties.push(NamedAttribute { name, value });
}

/// Reads `exported @name`, or `@name`.
fn parse_name(parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
    let context = parser.context();
    if let Some(word) = parser.parse_optional_keyword_or_string() {
        if *word != *EXPORTED.as_bytes() {
            let word = String::from_utf8_lossy(&word);
            let message = format!("expecting either `exported` or symbol name. got {word}");
            return Err(parser.op_error(parser.op_place(), message));
        }
        parts.properties.push(lists::flag(context, EXPORTED));
    }
    let name = lists::symbol_name(parser)?;
    push(parser, parts, "sym_name", name);
    Ok(())
}

/// Prints what [`parse_name`] reads; `false` if the operation has no name.
fn print_name(printer: &mut OperationPrinter<'_>, op: Op) -> bool {
    let context = printer.context();
    let property = |name: &str| op.property(context, context.identifier(name));
    let Some(AttributeKind::String { bytes, .. }) = property("sym_name").map(|name| name.kind(context))
    else {
        return false;
    };
    if property(EXPORTED).is_some() {
        printer.write(b" exported");
    }
    printer.write(b" ");
    printer.write_symbol_name(bytes);
    true
}

fn type_property(context: &Context, op: Op, name: &str) -> Option<Type> {
    match op.property(context, context.identifier(name))?.kind(context) {
        AttributeKind::Type(ty) => Some(ty),
        _ => None,
    }
}

/// `exported @f(%a: !wasmssa<local ref to i32>) -> i32 attributes {…} { … }`. The body has references to its arguments, the
/// type of the function their values.
struct Function {
    form: FunctionForm,
}

/// The type of a local variable.
fn variable(context: &Context, reference: Type) -> Option<Type> {
    match reference.is_symbol(context, "wasmssa", "local") {
        true => type_parameter(context, reference, 0),
        false => None,
    }
}

impl OpSyntax for Function {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        parse_name(parser, parts)?;
        let signature = FunctionSignature::parse(parser, false)?;
        let mut inputs = Vec::new();
        for argument in &signature.arguments {
            let Some(value) = variable(context, argument.ty) else {
                let got = tvmlike_text::quote_type(context, argument.ty);
                let message =
                    format!("invalid type for wasm.func argument. Expecting !wasm<local T>, got '{got}'");
                return Err(parser.error_at(parser.place(), message));
            };
            inputs.push(value);
        }
        let ty = context.function_type(&inputs, &signature.results);
        push(parser, parts, TYPE, context.type_attribute(ty));
        self.form.parse_rest(parser, parts, &signature)?;
        parser.refuse_duplicates(parts)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        const SHOWN: &[&str] = &["sym_name", TYPE, "arg_attrs", "res_attrs", EXPORTED];
        let context = printer.context();
        let ty = type_property(context, op, TYPE).map(|ty| ty.kind(context));
        let (Some(TypeKind::Function { inputs, results }), Some(body)) =
            (ty, lists::only_region(context, op))
        else {
            return false;
        };
        let (inputs, results): (Vec<Type>, Vec<Type>) = (inputs.iter().collect(), results.iter().collect());
        // A declaration with arguments has no custom form that can be read.
        let entry = body.first_block(context);
        let arguments: Vec<Type> = match entry {
            Some(entry) => entry
                .arguments(context)
                .map(|argument| argument.ty(context))
                .collect(),
            None => Vec::new(),
        };
        let values: Option<Vec<Type>> = arguments.iter().map(|ty| variable(context, *ty)).collect();
        let visibility = context.identifier("sym_visibility");
        let discardable = op.attributes(context).and_then(|all| all.entries(context));
        let fits = values.is_some_and(|values| values == inputs)
            && discardable.is_none_or(|all| all.get(context, visibility).is_none())
            && op.num_operands(context) + op.num_results(context) == 0;
        if !fits || !print_name(printer, op) {
            return false;
        }
        self.form
            .print_signature(printer, op, (&arguments, false), &results);
        printer.write_attr_dict_with_keyword(&lists::entries(context, op, SHOWN));
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

/// Whether an operation has no attributes but properties.
fn is_plain(context: &Context, op: Op) -> bool {
    lists::entries(context, op, SHOWN).is_empty() && op.num_operands(context) + op.num_results(context) == 0
}

const MUTABLE: &str = "isMutable";
const SHOWN: &[&str] = &["sym_name", "moduleName", "importName", "type", MUTABLE, EXPORTED];

fn parse_mutable(parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) {
    if parser.take_word("mutable") {
        parts.properties.push(lists::flag(parser.context(), MUTABLE));
    }
}

fn print_mutable(printer: &mut OperationPrinter<'_>, op: Op) {
    let context = printer.context();
    if op.property(context, context.identifier(MUTABLE)).is_some() {
        printer.write(b" mutable");
    }
}

/// `exported @g i32 mutable : { … }`.
struct Global;

impl OpSyntax for Global {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        parse_name(parser, parts)?;
        let ty = parser.parse_type()?;
        let ty = parser.context().type_attribute(ty);
        push(parser, parts, "type", ty);
        parse_mutable(parser, parts);
        parser.parse_token(TokenKind::Colon, "expected ':'")?;
        parts.regions.push(parser.parse_region()?);
        Ok(())
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let (Some(ty), Some(body)) = (
            type_property(context, op, "type"),
            lists::only_region(context, op),
        ) else {
            return false;
        };
        if !is_plain(context, op) || !print_name(printer, op) {
            return false;
        }
        printer.write(b" ");
        printer.write_type(ty);
        print_mutable(printer, op);
        printer.write(b" : ");
        printer.print_region(body, RegionStyle::default());
        true
    }
}

/// `"name" from "module" as @g mutable : i32`.
struct Import;

impl OpSyntax for Import {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        for (name, word) in [("importName", "from"), ("moduleName", "as")] {
            let place = parser.place();
            if !parser.is_at(TokenKind::String) {
                return Err(parser.op_error(place, "expected string"));
            }
            let none = parser.context().none_type();
            let text = parser.parse_attribute(Some(none))?;
            push(parser, parts, name, text);
            let place = parser.span();
            match parser.parse_optional_keyword_or_string() {
                Some(found) if *found == *word.as_bytes() => {}
                // MLIR refuses it without a message.
                Some(_) => return Err(parser.op_error(place, format!("expected '{word}'"))),
                None => return Err(parser.op_error(place, "expected valid keyword or string")),
            }
        }
        let name = lists::symbol_name(parser)?;
        push(parser, parts, "sym_name", name);
        parse_mutable(parser, parts);
        let ty = parser.parse_colon_type()?;
        let ty = parser.context().type_attribute(ty);
        push(parser, parts, "type", ty);
        Ok(())
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let property = |name: &str| op.property(context, context.identifier(name));
        let (Some(ty), Some(import), Some(module), Some(AttributeKind::String { bytes, .. })) = (
            type_property(context, op, "type"),
            property("importName"),
            property("moduleName"),
            property("sym_name").map(|name| name.kind(context)),
        ) else {
            return false;
        };
        if !is_plain(context, op) || !lists::has_only_regions(context, op, 0) {
            return false;
        }
        printer.write(b" ");
        printer.write_attribute(import);
        printer.write(b" from ");
        printer.write_attribute(module);
        printer.write(b" as ");
        printer.write_symbol_name(bytes);
        print_mutable(printer, op);
        printer.write(b" : ");
        printer.write_type(ty);
        true
    }
}
