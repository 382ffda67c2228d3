//! Types and attributes: definitions whose parameters are attributes and types, `!cmath.complex<f32>`.

use std::sync::Arc;

use tvmlike_ir::{Attribute, Context, Dialect, Identifier, ParameterCheck, Parameters, SymbolInfo, Type};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{
    Delimiter, Elision, Parser, Printer, Result, SymbolForm, SymbolHooks, SymbolSyntax, UnknownSymbol,
};

use super::read::Symbol;

/// Makes names that a dialect does not define errors.
pub(super) fn with_errors(dialect: Dialect) -> Dialect {
    dialect.extensions().get_or_insert_with(|| SymbolHooks {
        types: UnknownSymbol::Refused(None),
        attributes: UnknownSymbol::Refused(None),
    });
    dialect
}

/// Registers a type or an attribute.
pub(super) fn register(
    context: &Context,
    dialect: Identifier,
    symbol: Symbol,
) -> std::result::Result<&SymbolInfo, String> {
    let name = context.identifier(&*symbol.name);
    let info = match symbol.is_type {
        true => SymbolInfo::new_type(dialect, name),
        false => SymbolInfo::new_attribute(dialect, name),
    };
    let names: Vec<Identifier> = symbol
        .parameters
        .iter()
        .map(|(name, _)| context.identifier(&**name))
        .collect();
    let check: ParameterCheck = Arc::new(move |context, values| {
        let mut assignment = symbol.system.begin();
        for (value, (_, constraint)) in values.iter().zip(&symbol.parameters) {
            let value = value.ok_or("a parameter is missing")?;
            assignment.verify(context, value, *constraint)?;
        }
        Ok(())
    });
    let info = context
        .register_symbol(info.with_parameters(names).with_check(check))
        .map_err(|error| error.to_string())?;
    info.extensions().get_or_insert_with(|| SymbolForm::new(List));
    Ok(info)
}

/// `<f32, 4 : i32>`, or nothing for no parameters.
struct List;

impl SymbolSyntax for List {
    fn parse(
        &self,
        parser: &mut Parser<'_, '_>,
        info: &SymbolInfo,
        _: Option<Type>,
    ) -> Result<Vec<Option<Attribute>>> {
        let mut values = Vec::new();
        let place = parser.place();
        if parser.is_at(TokenKind::Less) {
            let mut more = parser.open_list(Delimiter::Angle, "")?;
            while more {
                values.push(Some(parser.parse_attribute(None)?));
                more = parser.next_in_list(Delimiter::Angle, "")?;
            }
        }
        let (wanted, found) = (info.parameters().len(), values.len());
        match wanted == found {
            true => Ok(values),
            false => {
                let message = format!("expected {wanted} type arguments, but had {found}");
                Err(parser.error_at(place, message))
            }
        }
    }

    fn print(&self, printer: &mut Printer<'_>, out: &mut Vec<u8>, parameters: Parameters<'_>) {
        for (index, value) in parameters.iter().flatten().enumerate() {
            out.extend_from_slice(if index > 0 { b", ".as_slice() } else { b"<" });
            printer.print_attribute(out, value, Elision::Never);
        }
        if !parameters.is_empty() {
            out.push(b'>');
        }
    }
}
