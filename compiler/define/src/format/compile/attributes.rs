//! How each attribute stands in a format, by its constraint.

use tvmlike_ir::Type;
use tvmlike_syntax::TokenKind;

use super::Compiler;
use crate::constraint::{Argument, Constraint, Predicate};
use crate::enumeration::Enumeration;
use crate::format::attribute::{AttributeForm, Plain};
use crate::test::Test;

/// Tests of attributes that are classes of MLIR: a format requires them even if the record names no class.
const CLASSES: [&str; 7] = [
    "unit_attr",
    "string_attr",
    "array_attr",
    "dictionary_attr",
    "symbol_ref_attr",
    "flat_symbol_ref_attr",
    "type_attr",
];

impl Compiler<'_> {
    pub(super) fn attribute_form(&self, name: &str, constraint: &Constraint) -> AttributeForm {
        if let Some(form) = self.enum_form(constraint) {
            return form;
        }
        let is_string = first_test(&constraint.predicate).is_some_and(|(test, _)| test == "string_attr");
        if is_string && (name == "sym_name" || &*constraint.name == "SymbolNameAttr") {
            return AttributeForm::SymbolName;
        }
        // An attribute of an interface stands with its name, even if only one kind has the interface.
        if let Some(("attr", Some(symbol))) = first_test(&constraint.predicate)
            && !constraint.name.ends_with("Interface")
            && let Some((dialect, symbol)) = symbol.split_once('.')
        {
            let name = |text: &str| self.context.identifier(text);
            return AttributeForm::Symbol(name(dialect), name(symbol));
        }
        let first = first_test(&constraint.predicate);
        if let Some(("optional_integer", _)) = first {
            return AttributeForm::OptionalInteger;
        }
        if let Some(("dense_array_attr", Some(element))) = first
            && let Some(element) = self.type_of_text(element)
        {
            return AttributeForm::DenseArray(element);
        }
        let mut plain = self.plain_form(constraint);
        plain.ty = constraint
            .value_type
            .as_deref()
            .and_then(|text| self.type_of_text(text));
        if plain.ty.is_none() {
            plain.begins = first.and_then(|(test, _)| match test {
                "string_attr" => Some(TokenKind::String),
                "array_attr" => Some(TokenKind::LeftBracket),
                "symbol_ref_attr" | "flat_symbol_ref_attr" => Some(TokenKind::AtId),
                _ => None,
            });
        }
        AttributeForm::Plain(plain)
    }

    /// The form of an attribute that the format shows as elsewhere.
    pub(super) fn plain_form(&self, constraint: &Constraint) -> Plain {
        let class = match (&constraint.storage, first_test(&constraint.predicate)) {
            (Some(storage), _) => Test::new(storage).ok(),
            (None, Some((test, _))) if CLASSES.contains(&test) => {
                Test::new(&Predicate::Test(test.into(), Box::default())).ok()
            }
            _ => None,
        };
        Plain {
            class,
            ..Plain::default()
        }
    }

    fn type_of_text(&self, text: &str) -> Option<Type> {
        tvmlike_text::parse_defined_type(self.context, text).ok()
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

pub(in crate::format) fn test_name(predicate: &Predicate) -> Option<&str> {
    first_test(predicate).map(|(name, _)| name)
}
