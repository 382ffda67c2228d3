//! How each attribute stands in a format, by its constraint.

use super::Compiler;
use crate::constraint::{Argument, Constraint, Predicate};
use crate::enumeration::Enumeration;
use crate::format::attribute::{AttributeForm, Class};

impl Compiler<'_> {
    pub(super) fn attribute_form(&self, name: &str, constraint: &Constraint) -> AttributeForm {
        if let Some(form) = self.enum_form(constraint) {
            return form;
        }
        let is_string = first_test(&constraint.predicate).is_some_and(|(test, _)| test == "string_attr");
        if is_string && (name == "sym_name" || &*constraint.name == "SymbolNameAttr") {
            return AttributeForm::SymbolName;
        }
        if let Some(("attr", Some(symbol))) = first_test(&constraint.predicate)
            && let Some((dialect, symbol)) = symbol.split_once('.')
        {
            let name = |text: &str| self.context.identifier(text);
            return AttributeForm::Symbol(name(dialect), name(symbol));
        }
        let type_of = |text: &str| tvmlike_text::parse_defined_type(self.context, text).ok();
        if let Some(ty) = constraint.value_type.as_deref().and_then(type_of) {
            return AttributeForm::Typed(ty);
        }
        let Some((test, argument)) = first_test(&constraint.predicate) else {
            return AttributeForm::Any;
        };
        AttributeForm::Class(match test {
            "dense_array_attr" => match argument.and_then(type_of) {
                Some(ty) => return AttributeForm::DenseArray(ty),
                None => return AttributeForm::Any,
            },
            "unit_attr" => Class::Unit,
            "string_attr" => Class::String,
            "array_attr" => Class::Array,
            "dictionary_attr" => Class::Dictionary,
            "symbol_ref_attr" => Class::SymbolRef,
            "flat_symbol_ref_attr" => Class::FlatSymbolRef,
            "type_attr" => Class::Type,
            _ => return AttributeForm::Any,
        })
    }

    fn enum_form(&self, constraint: &Constraint) -> Option<AttributeForm> {
        let enumeration = constraint.enumeration.as_deref()?;
        let in_dialect = first_test(&constraint.predicate).and_then(|(test, argument)| match test {
            "attr" => argument,
            _ => None,
        });
        let mnemonic = in_dialect
            .and_then(|name| name.split_once('.'))
            .map(|(_, mnemonic)| mnemonic);
        let (owner, enumeration) = match enumeration.split_once('.') {
            Some((owner, name)) => (Some(owner), name),
            None => (None, enumeration),
        };
        let other = match owner {
            Some(owner) => Some((self.dialects)(owner)?),
            None => None,
        };
        let owner = other.as_deref().unwrap_or(self.dialect);
        let record = owner.enums.iter().find(|one| &*one.name == enumeration)?;
        let cases = Enumeration::new(owner, record);
        let Some(mnemonic) = mnemonic else {
            let ty = self
                .context
                .integer_type(record.width, tvmlike_ir::Signedness::Signless);
            let ty = ty.ok()?;
            return Some(match first_test(&constraint.predicate) {
                Some(("flags", word)) => AttributeForm::Flags(cases, ty, word.map(Into::into)),
                _ => AttributeForm::Keyword(cases, ty),
            });
        };
        let (dialect, name) = (
            self.context.identifier(&*owner.name),
            self.context.identifier(mnemonic),
        );
        Some(AttributeForm::Symbol(dialect, name))
    }
}

/// The first test that has to pass, and its first argument.
fn first_test(predicate: &Predicate) -> Option<(&str, Option<&str>)> {
    match predicate {
        Predicate::Test(name, arguments) => Some((
            name,
            arguments.first().and_then(|argument| match argument {
                Argument::Text(text) => Some(&**text),
                _ => None,
            }),
        )),
        Predicate::All(all) => all.first().and_then(first_test),
        _ => None,
    }
}

pub(super) fn test_name(predicate: &Predicate) -> Option<&str> {
    first_test(predicate).map(|(name, _)| name)
}
