//! Parts of `omp.map.info`.

use tvmlike_define::{Directive, enum_attribute, enum_keyword, enum_number, enum_set};
use tvmlike_ir::{Attribute, AttributeKind, Context};
use tvmlike_syntax::TokenKind;

use crate::directives::always;
use crate::directives::values::{elements, integer, keyword, parse_list, write_list};

/// The words of a map type and their bits, in the order of the text. `tofrom` is before its parts.
const WORDS: [(&str, u64); 21] = [
    ("always", 1 << 3),
    ("implicit", 1 << 8),
    ("ompx_hold", 1 << 11),
    ("close", 1 << 9),
    ("present", 1 << 10),
    ("tofrom", 0b110),
    ("from", 0b100),
    ("to", 0b010),
    ("delete", 1 << 4),
    ("return_param", 1 << 5),
    ("storage", 1),
    ("private", 1 << 6),
    ("literal", 1 << 7),
    ("attach", 1 << 12),
    ("attach_always", 1 << 13),
    ("attach_none", 1 << 14),
    ("attach_auto", 1 << 15),
    ("ref_ptr", 1 << 16),
    ("ref_ptee", 1 << 17),
    ("ref_ptr_ptee", 1 << 18),
    ("is_device_ptr", 1 << 19),
];

/// `custom<MapClause>($map_type)`: `always, tofrom`, or `none`. As in MLIR, words without a bit are read and mean nothing.
pub(super) const MAP: Directive = Directive {
    parse: |parser| {
        let mut bits = 0;
        parse_list(parser, |parser| {
            let (_, word) = keyword(parser)?;
            bits |= WORDS
                .iter()
                .find(|(name, _)| *name == word)
                .map_or(0, |(_, bit)| *bit);
            Ok(())
        })?;
        if let Some(value) = enum_set(parser.context(), "omp", "clause_map_flags", bits) {
            parser.set_attribute(0, value);
        }
        Ok(true)
    },
    print: |parts, printer| {
        let number = parts
            .attribute(0)
            .and_then(|value| enum_number(parts.context(), value));
        let mut left = number.unwrap_or_default();
        let shown = WORDS.iter().filter(|(_, bits)| {
            let is_set = left & bits == *bits;
            left &= if is_set { !bits } else { u64::MAX };
            is_set
        });
        let words: Vec<&str> = shown.map(|(word, _)| *word).collect();
        let words = if words.is_empty() {
            "none".to_owned()
        } else {
            words.join(", ")
        };
        printer.write(words.as_bytes());
    },
    fits: always,
};

/// `custom<CaptureType>($kind)`: `ByRef`. As in MLIR, another word leaves the attribute out.
pub(super) const CAPTURE_TYPE: Directive = Directive {
    parse: |parser| {
        let (_, word) = keyword(parser)?;
        if let Some(kind) = enum_attribute(parser.context(), "omp", "variable_capture_kind", word) {
            parser.set_attribute(0, kind);
        }
        Ok(true)
    },
    print: |parts, printer| {
        let kind = parts
            .attribute(0)
            .and_then(|kind| enum_keyword(parts.context(), kind));
        printer.write(kind.unwrap_or_default().as_bytes());
    },
    fits: |parts| {
        let kind = parts
            .attribute(0)
            .and_then(|kind| enum_keyword(parts.context(), kind));
        kind.is_some()
    },
};

/// `custom<MembersIndex>($indices)`: `[0, 1], [2]`.
pub(super) const MEMBERS_INDEX: Directive = Directive {
    parse: |parser| {
        let mut members = Vec::new();
        parse_list(parser, |parser| {
            parser.parse_token(TokenKind::LeftBracket, "expected '['")?;
            let mut indices = Vec::new();
            parse_list(parser, |parser| {
                let index = integer(parser)?;
                indices.push(parser.context().i64_attribute(index));
                Ok(())
            })?;
            parser.parse_token(TokenKind::RightBracket, "expected ']'")?;
            members.push(parser.context().array_attribute(&indices));
            Ok(())
        })?;
        let members = parser.context().array_attribute(&members);
        parser.set_attribute(0, members);
        Ok(true)
    },
    print: |parts, printer| {
        write_list(printer, elements(parts, 0), |printer, member| {
            let indices = indices(printer.context(), member).unwrap_or_default();
            printer.write(format!("[{}]", indices.join(", ")).as_bytes());
        });
    },
    fits: |parts| {
        let members = elements(parts, 0);
        members
            .iter()
            .all(|member| indices(parts.context(), *member).is_some())
    },
};

/// The numbers in an array.
fn indices(context: &Context, member: Attribute) -> Option<Vec<String>> {
    let AttributeKind::Array(indices) = member.kind(context) else {
        return None;
    };
    let text = |index: Attribute| match index.kind(context) {
        AttributeKind::Integer { value, .. } => Some(value.to_decimal(true)),
        _ => None,
    };
    indices.iter().map(text).collect()
}
