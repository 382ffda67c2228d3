//! The types of levels: `dense`, `compressed(nonunique, nonordered)`, `structured[2, 4]`.
//!
//! One is the number that MLIR has for it: bits for the format, bits for properties, and n and m of `structured[n, m]`.

use tvmlike_ir::AttributeKind;
use tvmlike_text::{Delimiter, Parser, Result};

/// The formats.
pub(super) const DENSE: i64 = 0x1_0000;
pub(super) const BATCH: i64 = 0x2_0000;
pub(super) const COMPRESSED: i64 = 0x4_0000;
pub(super) const SINGLETON: i64 = 0x8_0000;
pub(super) const LOOSE_COMPRESSED: i64 = 0x10_0000;
pub(super) const STRUCTURED: i64 = 0x20_0000;

/// The property of singletons that are stored as a structure of arrays.
pub(super) const SOA: i64 = 4;

const FORMATS: [(&str, i64); 6] = [
    ("dense", DENSE),
    ("batch", BATCH),
    ("compressed", COMPRESSED),
    ("singleton", SINGLETON),
    ("loose_compressed", LOOSE_COMPRESSED),
    ("structured", STRUCTURED),
];
const PROPERTIES: [(&str, i64); 3] = [("nonunique", 1), ("nonordered", 2), ("soa", SOA)];

/// The format of a level type.
pub(super) fn format(level: i64) -> i64 {
    level & 0xffff_0000
}

/// n and m of `structured[n, m]`.
fn sizes(level: i64) -> [i64; 2] {
    [(level >> 32) & 0xff, (level >> 40) & 0xff]
}

/// m of `structured[n, m]`.
pub(super) fn block(level: i64) -> i64 {
    sizes(level)[1]
}

/// Reads a level type.
pub(super) fn parse(parser: &mut Parser<'_, '_>) -> Result<i64> {
    let place = parser.place();
    let Some(word) = parser.parse_optional_keyword() else {
        let message = "expected valid level format (e.g. dense, compressed or singleton)";
        return Err(parser.symbol_error(place, message));
    };
    let Some((_, format)) = FORMATS.iter().find(|(name, _)| *name == word) else {
        return Err(parser.symbol_error(place, format!("unknown level format: {word}")));
    };
    let mut level = *format;
    if *format == STRUCTURED {
        let [n, m] = parse_sizes(parser, place)?;
        if n > m {
            return Err(parser.symbol_error(place, "expected n <= m in n_out_of_m"));
        }
        level |= n << 32 | m << 40;
    }
    if parser.is_at(tvmlike_syntax::TokenKind::LeftParen) {
        parser.parse_comma_separated_list(Delimiter::Paren, " in level property list", |parser| {
            level |= parse_property(parser)?;
            Ok(())
        })?;
    }
    let has_properties = level & 0xffff != 0;
    if has_properties && [DENSE, BATCH, STRUCTURED].contains(format) {
        let message = "invalid level type: level format doesn't support the properties";
        return Err(parser.symbol_error(place, message));
    }
    Ok(level)
}

fn parse_sizes(parser: &mut Parser<'_, '_>, place: tvmlike_syntax::Span) -> Result<[i64; 2]> {
    let mut sizes = Vec::new();
    if parser.is_at(tvmlike_syntax::TokenKind::LeftBracket) {
        parser.parse_comma_separated_list(Delimiter::Square, " in structured n out of m", |parser| {
            sizes.push(parse_size(parser)?);
            Ok(())
        })?;
    }
    match *sizes.as_slice() {
        [n, m] => Ok([n, m]),
        _ => Err(parser.symbol_error(place, "expected exactly 2 structured sizes")),
    }
}

fn parse_size(parser: &mut Parser<'_, '_>) -> Result<i64> {
    let place = parser.place();
    let value = match parser.parse_optional_attribute(None)? {
        Some(value) => match value.kind(parser.context()) {
            AttributeKind::Integer { value, .. } => value.to_i64(),
            _ => None,
        },
        None => None,
    };
    match value {
        Some(0..) => Ok(value.unwrap_or_default() & 0xffff),
        Some(_) => Err(parser.symbol_error(place, "expected structured size to be >= 0")),
        None => Err(parser.symbol_error(place, "expected valid integer for structured size")),
    }
}

fn parse_property(parser: &mut Parser<'_, '_>) -> Result<i64> {
    let place = parser.place();
    let Some(word) = parser.parse_optional_keyword() else {
        let message = "expected valid level property (e.g. nonordered, nonunique or high)";
        return Err(parser.symbol_error(place, message));
    };
    match PROPERTIES.iter().find(|(name, _)| *name == word) {
        Some((_, property)) => Ok(*property),
        None => Err(parser.symbol_error(place, format!("unknown level property: {word}"))),
    }
}

/// Prints a level type.
pub(super) fn print(out: &mut Vec<u8>, level: i64) {
    let name = FORMATS.iter().find(|(_, bits)| *bits == format(level));
    out.extend_from_slice(name.map_or("undef", |(name, _)| name).as_bytes());
    if format(level) == STRUCTURED {
        let [n, m] = sizes(level);
        out.extend_from_slice(format!("[{n}, {m}]").as_bytes());
    }
    let properties = PROPERTIES.iter().filter(|(_, bit)| level & bit != 0);
    let properties: Vec<&str> = properties.map(|(name, _)| *name).collect();
    if !properties.is_empty() {
        out.extend_from_slice(format!("({})", properties.join(", ")).as_bytes());
    }
}
