//! The attributes of `dlti`: entries, and lists of entries: `#dlti.dl_entry<i32, …>`, `#dlti.dl_spec<i32 = …, "key" = …>`.
//!
//! A list has one parameter, an array of `#dlti.dl_entry`, whose key is a type or a string.

use std::collections::HashSet;

use tvmlike_define::SymbolCheck;
use tvmlike_ir::{Attribute, AttributeKind, Context, Dialect, Error, SymbolInfo, Type};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{Elision, Parser, Printer, Result, SymbolForm, quote_attribute, quote_type};

use super::values::{elements, name_place};
use super::written::{Values, Written, define, no_check};
use crate::data_layout::entry;

/// A list of entries: its name, and whether types are keys and no entries are allowed.
struct List {
    name: &'static str,
    is_lenient: bool,
    check: SymbolCheck,
}

/// The lists.
const LISTS: &[List] = &[
    List {
        name: "dl_spec",
        is_lenient: true,
        check: check_entries,
    },
    List {
        name: "map",
        is_lenient: true,
        check: check_entries,
    },
    List {
        name: "target_device_spec",
        is_lenient: false,
        check: check_device,
    },
    List {
        name: "target_system_spec",
        is_lenient: false,
        check: check_system,
    },
];

/// Registers the attributes.
pub(super) fn register(context: &Context, dialect: &Dialect) -> std::result::Result<(), Error> {
    let entry = SymbolForm::new(Written {
        read: read_entry,
        print: print_entry,
    });
    define(context, dialect, "#dl_entry", &["key", "value"], no_check, entry)?;
    for list in LISTS {
        let form = SymbolForm::new(Written {
            read: read_list,
            print: print_list,
        });
        let name = format!("#{}", list.name);
        define(context, dialect, &name, &["entries"], list.check, form)?;
    }
    Ok(())
}

/// Makes an entry.
fn make_entry(
    parser: &Parser<'_, '_>,
    key: Attribute,
    value: Attribute,
) -> std::result::Result<Attribute, Error> {
    let context = parser.context();
    let name = context.identifier("dl_entry");
    let info = context.attribute_info(context.identifier("dlti"), name);
    let info = info.expect("the dialect defines its attributes together");
    context.dialect_attribute(info, &[Some(key), Some(value)])
}

fn read_entry(parser: &mut Parser<'_, '_>, _: &SymbolInfo, _: Option<Type>) -> Result<Values> {
    parser.parse_token(TokenKind::Less, "expected '<'")?;
    let place = parser.place();
    let context = parser.context();
    let key = match parser.parse_optional_type()? {
        Some(ty) => context.type_attribute(ty),
        None => match parser.parse_optional_string() {
            Some(text) => context.string_attribute(&text),
            None => return Err(parser.symbol_error(place, "expected a type or a quoted string")),
        },
    };
    parser.parse_token(TokenKind::Comma, "expected ','")?;
    let value = parser.parse_attribute(None)?;
    parser.parse_token(TokenKind::Greater, "expected '>'")?;
    Ok(vec![Some(key), Some(value)])
}

/// Reads `key = value` or an entry.
fn read_pair(parser: &mut Parser<'_, '_>, with_types: bool) -> Result<Attribute> {
    let context = parser.context();
    let ty = match with_types {
        true => parser.parse_optional_type(),
        false => Ok(None),
    };
    let ty = ty.map_err(|error| parser.also(error, None, "error while parsing type DLTI key"))?;
    let key = match ty {
        Some(ty) => Some(context.type_attribute(ty)),
        None => parser
            .parse_optional_string()
            .map(|text| context.string_attribute(&text)),
    };
    let place = parser.place();
    let Some(key) = key else {
        let attribute = parser.parse_attribute(None)?;
        return match entry(context, attribute) {
            Some(_) => Ok(attribute),
            None => Err(parser.symbol_error(place, "invalid kind of attribute specified")),
        };
    };
    parser.parse_token(TokenKind::Equal, "expected '='")?;
    let value = parser.parse_attribute(None)?;
    make_entry(parser, key, value).map_err(|error| parser.symbol_error(place, error.message()))
}

fn read_list(parser: &mut Parser<'_, '_>, info: &SymbolInfo, _: Option<Type>) -> Result<Values> {
    let context = parser.context();
    let name = name_place(parser, info);
    let list = LISTS
        .iter()
        .find(|list| info.is_named(context, "dlti", list.name))
        .expect("this form belongs to the lists");
    parser.parse_token(TokenKind::Less, "expected '<'")?;
    let mut all = Vec::new();
    if !parser.take(TokenKind::Greater) {
        loop {
            all.push(read_pair(parser, list.is_lenient)?);
            if !parser.take(TokenKind::Comma) {
                break;
            }
        }
        parser.parse_token(TokenKind::Greater, "expected '>'")?;
    }
    if all.is_empty() && !list.is_lenient {
        return Err(parser.symbol_error(name, "no DLTI entries provided"));
    }
    let values = vec![Some(context.array_attribute(&all))];
    match (list.check)(context, &values) {
        Ok(()) => Ok(values),
        Err(message) => Err(parser.symbol_error(name, message)),
    }
}

fn print_key(printer: &mut Printer<'_>, out: &mut Vec<u8>, key: Option<Attribute>) {
    if let Some(key) = key {
        printer.print_attribute_without_type(out, key);
    }
}

fn print_entry(printer: &mut Printer<'_>, out: &mut Vec<u8>, values: &[Option<Attribute>]) {
    out.push(b'<');
    print_key(printer, out, values[0]);
    out.extend_from_slice(b", ");
    if let Some(value) = values[1] {
        printer.print_attribute(out, value, Elision::Never);
    }
    out.push(b'>');
}

fn print_list(printer: &mut Printer<'_>, out: &mut Vec<u8>, values: &[Option<Attribute>]) {
    let context = printer.context();
    out.push(b'<');
    for (index, each) in elements(context, values, 0).into_iter().enumerate() {
        let Some((key, value)) = entry(context, each) else {
            continue;
        };
        if index > 0 {
            out.extend_from_slice(b", ");
        }
        print_key(printer, out, Some(key));
        out.extend_from_slice(b" = ");
        printer.print_attribute(out, value, Elision::Never);
    }
    out.push(b'>');
}

/// A key as messages show it.
fn shown(context: &Context, key: Attribute) -> String {
    match key.kind(context) {
        AttributeKind::Type(ty) => quote_type(context, ty),
        _ => quote_attribute(context, key),
    }
}

/// Checks the keys of a list.
fn check_keys(
    context: &Context,
    values: &[Option<Attribute>],
    with_types: bool,
) -> std::result::Result<(), String> {
    let mut keys = HashSet::new();
    for each in elements(context, values, 0) {
        let Some((key, _)) = entry(context, each) else {
            return Err("contained invalid DLTI entry".to_owned());
        };
        match key.kind(context) {
            AttributeKind::Type(_) if !with_types => {
                return Err("type as DLTI key is not allowed".to_owned());
            }
            AttributeKind::String { bytes: b"", .. } => {
                return Err("empty string as DLTI key is not allowed".to_owned());
            }
            AttributeKind::Type(_) | AttributeKind::String { .. } => {}
            _ => return Err("contained invalid DLTI key".to_owned()),
        }
        if !keys.insert(key) {
            return Err(format!("repeated DLTI key: {}", shown(context, key)));
        }
    }
    Ok(())
}

fn check_entries(context: &Context, values: &[Option<Attribute>]) -> std::result::Result<(), String> {
    check_keys(context, values, true)
}

fn check_device(context: &Context, values: &[Option<Attribute>]) -> std::result::Result<(), String> {
    check_keys(context, values, false)
}

fn check_system(context: &Context, values: &[Option<Attribute>]) -> std::result::Result<(), String> {
    let mut devices = HashSet::new();
    for each in elements(context, values, 0) {
        let Some((key, value)) = entry(context, each) else {
            return Err("contained invalid DLTI entry".to_owned());
        };
        if !matches!(key.kind(context), AttributeKind::String { .. }) {
            return Err("non-string key of DLTI system spec".to_owned());
        }
        let key_text = shown(context, key);
        match value.symbol(context) {
            Some((info, device)) if info.is_named(context, "dlti", "target_device_spec") => {
                check_device(context, &device.to_vec())?;
            }
            _ => {
                return Err(format!(
                    "value associated with key {key_text} is not a DLTI device spec"
                ));
            }
        }
        if !devices.insert(key) {
            return Err(format!(
                "repeated device ID in dlti.target_system_spec: {key_text}"
            ));
        }
    }
    Ok(())
}
