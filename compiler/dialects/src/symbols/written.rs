//! Definitions whose forms are functions.

use std::sync::Arc;

use tvmlike_define::SymbolCheck;
use tvmlike_ir::{Attribute, Context, Dialect, Error, Parameters, SymbolInfo, Type};
use tvmlike_text::{Parser, Printer, Result, SymbolForm, SymbolSyntax};

/// The parameters of a type or an attribute.
pub(super) type Values = Vec<Option<Attribute>>;

/// Reads what follows the name; the type is that behind an attribute.
type Read = fn(&mut Parser<'_, '_>, &SymbolInfo, Option<Type>) -> Result<Values>;

/// Prints what follows the name.
type Print = fn(&mut Printer<'_>, &mut Vec<u8>, &[Option<Attribute>]);

/// A form that two functions make.
#[derive(Clone, Copy)]
pub(super) struct Written {
    pub(super) read: Read,
    pub(super) print: Print,
}

impl SymbolSyntax for Written {
    fn parse(&self, parser: &mut Parser<'_, '_>, info: &SymbolInfo, ty: Option<Type>) -> Result<Values> {
        (self.read)(parser, info, ty)
    }

    fn print(&self, printer: &mut Printer<'_>, out: &mut Vec<u8>, parameters: Parameters<'_>) {
        (self.print)(printer, out, &parameters.to_vec());
    }
}

/// Any parameters pass.
pub(super) fn no_check(_: &Context, _: &[Option<Attribute>]) -> std::result::Result<(), String> {
    Ok(())
}

/// Registers the type `!name`, or the attribute `#name`, of a dialect, if it is not registered.
pub(super) fn define(
    context: &Context,
    dialect: &Dialect,
    symbol: &str,
    parameters: &[&str],
    check: SymbolCheck,
    form: SymbolForm,
) -> std::result::Result<(), Error> {
    let complete = |info: SymbolInfo| info.with_check(Arc::new(check));
    register(context, dialect, symbol, parameters, complete, form)
}

/// Registers an attribute whose first parameter is its type, if it is not registered.
pub(super) fn define_typed(
    context: &Context,
    dialect: &Dialect,
    symbol: &str,
    parameters: &[&str],
    form: SymbolForm,
) -> std::result::Result<(), Error> {
    register(
        context,
        dialect,
        symbol,
        parameters,
        |info| info.with_own_type(0),
        form,
    )
}

fn register(
    context: &Context,
    dialect: &Dialect,
    symbol: &str,
    parameters: &[&str],
    complete: impl FnOnce(SymbolInfo) -> SymbolInfo,
    form: SymbolForm,
) -> std::result::Result<(), Error> {
    let namespace = dialect.namespace();
    let is_type = symbol.starts_with('!');
    let name = context.identifier(&symbol[1..]);
    let known = match is_type {
        true => context.type_info(namespace, name),
        false => context.attribute_info(namespace, name),
    };
    if known.is_some() {
        return Ok(());
    }
    let names: Vec<_> = parameters.iter().map(|each| context.identifier(each)).collect();
    let info = match is_type {
        true => SymbolInfo::new_type(namespace, name),
        false => SymbolInfo::new_attribute(namespace, name),
    };
    let info = complete(info.with_parameters(names));
    info.extensions().get_or_insert_with(|| form);
    context.register_symbol(info).map(|_| ())
}

/// Registers types and attributes by name, parameters and form, without checks.
pub(super) fn define_all(
    context: &Context,
    dialect: &Dialect,
    all: &[(&str, &[&str], Written)],
) -> std::result::Result<(), Error> {
    all.iter().try_for_each(|(symbol, parameters, form)| {
        define(
            context,
            dialect,
            symbol,
            parameters,
            no_check,
            SymbolForm::new(*form),
        )
    })
}
