//! The directive of `spirv`'s images.

use tvmlike_define::{Directive, enum_number};
use tvmlike_ir::AttributeKind;
use tvmlike_syntax::TokenKind;
use tvmlike_text::{parse_defined_attribute, quote_attribute};

use super::always;

/// `custom<ImageOperands>($image_operands)`: `["Lod|Grad"]`, or nothing.
pub(super) const IMAGE_OPERANDS: Directive = Directive {
    parse: |parser| {
        if !parser.take(TokenKind::LeftBracket) {
            return Ok(true);
        }
        let context = parser.context();
        let place = parser.place();
        let value = parser.parse_attribute(Some(context.none_type()))?;
        let AttributeKind::String { bytes, .. } = value.kind(context) else {
            let message = "expected image_operands attribute specified as string";
            return Err(parser.op_error(place, message));
        };
        let word = String::from_utf8_lossy(bytes);
        let Ok(operands) = parse_defined_attribute(context, format!("#spirv.image_operands<{word}>")) else {
            let message = format!("invalid image_operands attribute specification: {word:?}");
            return Err(parser.op_error(place, message));
        };
        parser.set_attribute(0, operands);
        parser.parse_token(TokenKind::RightBracket, "expected ']'")?;
        Ok(true)
    },
    print: |parts, printer| {
        let context = parts.context();
        let value = parts.attribute(0);
        if let Some(value) = value.filter(|value| enum_number(context, *value).is_some()) {
            let text = quote_attribute(context, value);
            let text = text
                .strip_prefix("#spirv.image_operands<")
                .and_then(|text| text.strip_suffix('>'));
            printer.write(format!("[\"{}\"]", text.unwrap_or_default()).as_bytes());
        }
    },
    fits: always,
};
