//! Enums of `spirv`: `#spirv.addressing_model<Logical>` is shown as `Logical`.

use tvmlike_ir::{Attribute, AttributeKind, Context, NamedAttribute, Op};
use tvmlike_syntax::Span;
use tvmlike_text::{OpParts, OperationParser, Result, parse_defined_attribute, quote_attribute};

/// The attribute with a keyword.
fn value_of(context: &Context, name: &str, keyword: &str) -> Option<Attribute> {
    parse_defined_attribute(context, format!("#spirv.{name}<{keyword}>")).ok()
}

/// The text of the value of a property.
pub(super) fn text_of(context: &Context, op: Op, name: &str) -> Option<String> {
    text(context, op.property(context, context.identifier(name))?, name)
}

/// The text of a value of the enum with a name.
pub(super) fn text(context: &Context, value: Attribute, name: &str) -> Option<String> {
    let text = quote_attribute(context, value);
    let inner = text.strip_prefix(&format!("#spirv.{name}<"))?.strip_suffix('>')?;
    Some(inner.to_owned())
}

/// Sets a property to the value of a keyword; `shown` is the text for errors.
fn set(
    parser: &OperationParser<'_, '_, '_>,
    parts: &mut OpParts,
    name: &str,
    keyword: &str,
    shown: impl FnOnce() -> (Span, String),
) -> Result<()> {
    let context = parser.context();
    let Some(value) = value_of(context, name, keyword) else {
        let (place, shown) = shown();
        let message = format!("invalid {name} attribute specification: {shown}");
        return Err(parser.op_error(place, message));
    };
    parts.properties.push(NamedAttribute {
        name: context.identifier(name),
        value,
    });
    Ok(())
}

/// Reads a keyword as a property.
pub(super) fn parse_keyword(
    parser: &mut OperationParser<'_, '_, '_>,
    parts: &mut OpParts,
    name: &str,
) -> Result<()> {
    let place = parser.place();
    let word = parser.word().to_owned();
    if word.is_empty() {
        return Err(parser.op_error(place, "expected valid keyword"));
    }
    parser.advance();
    set(parser, parts, name, &word, || (place, word.clone()))
}

/// Reads a string as a property.
pub(super) fn parse_string(
    parser: &mut OperationParser<'_, '_, '_>,
    parts: &mut OpParts,
    name: &str,
) -> Result<()> {
    let value = read_string(parser, name, name)?;
    let name = parser.context().identifier(name);
    parts.properties.push(NamedAttribute { name, value });
    Ok(())
}

/// Reads a string as a value of the enum `name`; errors call it `attribute`.
pub(super) fn read_string(
    parser: &mut OperationParser<'_, '_, '_>,
    name: &str,
    attribute: &str,
) -> Result<Attribute> {
    let place = parser.place();
    let context = parser.context();
    let value = parser.parse_attribute(Some(context.none_type()))?;
    let AttributeKind::String { bytes, .. } = value.kind(context) else {
        let message = format!("expected {attribute} attribute specified as string");
        return Err(parser.op_error(place, message));
    };
    let word = String::from_utf8_lossy(bytes);
    let found = value_of(context, name, &word);
    found.ok_or_else(|| {
        let message = format!("invalid {attribute} attribute specification: {word:?}");
        parser.op_error(place, message)
    })
}

/// Sets a property to the value of a keyword that the text leaves out.
pub(super) fn set_default(
    parser: &OperationParser<'_, '_, '_>,
    parts: &mut OpParts,
    name: &str,
    keyword: &str,
) -> Result<()> {
    set(parser, parts, name, keyword, || {
        (parser.place(), keyword.to_owned())
    })
}
