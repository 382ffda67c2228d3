//! Parts of types: integer types, names of float types, shapes, strided layouts.

use crate::cursor::Cursor;
use crate::error::SyntaxError;
use crate::token::TokenKind;

/// A size, stride or offset; `None` is `?`.
pub type Extent = Option<i64>;

/// How an integer type reads its bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Signedness {
    /// `i32`: operations decide.
    Signless,
    /// `si32`
    Signed,
    /// `ui32`
    Unsigned,
}

/// `i32`, `si8`, `ui64`
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct IntegerType {
    /// The prefix.
    pub signedness: Signedness,
    /// The number of bits.
    pub width: u32,
}

impl IntegerType {
    /// The type that a word names. `None` for other words, and for widths beyond 32 bits.
    pub fn from_word(word: &str) -> Option<Self> {
        let digits = word.trim_start_matches(|c: char| !c.is_ascii_digit());
        let signedness = match &word[..word.len() - digits.len()] {
            "i" => Signedness::Signless,
            "si" => Signedness::Signed,
            "ui" => Signedness::Unsigned,
            _ => return None,
        };
        Some(Self {
            signedness,
            width: digits.parse().ok()?,
        })
    }
}

/// The float types of MLIR.
pub const FLOAT_TYPES: &[&str] = &[
    "f4E2M1FN",
    "f6E2M3FN",
    "f6E3M2FN",
    "f8E5M2",
    "f8E4M3",
    "f8E4M3FN",
    "f8E5M2FNUZ",
    "f8E4M3FNUZ",
    "f8E4M3B11FNUZ",
    "f8E3M4",
    "f8E8M0FNU",
    "bf16",
    "f16",
    "tf32",
    "f32",
    "f64",
    "f80",
    "f128",
];

/// Reads a size of a shape with its `x`, `4x` or `?x`. Returns `None`, without moving, if the shape ends here.
///
/// The lexer's tokens do not end at an `x`: `4x8xf32` is `4` and `x8xf32`, and `0x8` is a hexadecimal number.
///
/// # Errors
/// The `x` is missing, or the size exceeds 63 bits.
pub fn dimension(cursor: &mut Cursor<'_>) -> Result<Option<Extent>, SyntaxError> {
    let token = cursor.token();
    let size = match token.kind {
        TokenKind::Question => {
            cursor.advance();
            None
        }
        TokenKind::Integer if cursor.bytes(token.span).starts_with(b"0x") => {
            cursor.seek(token.span.start + 1);
            Some(0)
        }
        TokenKind::Integer => {
            let Some(size) = decimal(cursor.bytes(token.span)) else {
                return Err(cursor.error("size exceeds 63 bits"));
            };
            cursor.advance();
            Some(size)
        }
        _ => return Ok(None),
    };
    expect_x(cursor, "after a size")?;
    Ok(Some(size))
}

/// Reads the `x` of a shape, with which an identifier may begin: the `x` of `xf32`.
///
/// # Errors
/// The text does not continue with an `x`.
pub fn expect_x(cursor: &mut Cursor<'_>, place: &str) -> Result<(), SyntaxError> {
    if !cursor.word().starts_with('x') {
        return Err(cursor.expected(&format!("`x` {place}")));
    }
    let behind = cursor.token().span.start + 1;
    cursor.seek(behind);
    Ok(())
}

/// Reads a stride or an offset: `?` or a decimal integer with an optional sign. `what` is what errors call it.
///
/// # Errors
/// The text does not continue with `?` or a decimal integer, or the integer exceeds 64 bits.
pub fn extent(cursor: &mut Cursor<'_>, what: &str) -> Result<Extent, SyntaxError> {
    if cursor.take(TokenKind::Question) {
        return Ok(None);
    }
    let start = cursor.token().span;
    let sign = if cursor.take(TokenKind::Minus) { "-" } else { "" };
    let token = cursor.token();
    if token.kind != TokenKind::Integer {
        return Err(cursor.expected(&format!("{what} (`?` or an integer)")));
    }
    // The sign belongs to the number: the least one has no positive counterpart.
    let digits = std::str::from_utf8(cursor.bytes(token.span)).unwrap_or_default();
    let Ok(value) = format!("{sign}{digits}").parse() else {
        return Err(cursor.error_at(
            start.to(token.span),
            format!("{what} must be a decimal integer of 64 bits"),
        ));
    };
    cursor.advance();
    Ok(Some(value))
}

fn decimal(digits: &[u8]) -> Option<i64> {
    std::str::from_utf8(digits).ok()?.parse().ok()
}

/// `strided<[4, ?], offset: 2>`
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Strided {
    /// The strides, in elements.
    pub strides: Vec<Extent>,
    /// The offset of the first element, in elements.
    pub offset: Extent,
}

/// Reads what follows the word `strided`. Without an offset it is 0.
///
/// # Errors
/// The text does not continue with `<[STRIDES]>` or `<[STRIDES], offset: OFFSET>`.
pub fn strided(cursor: &mut Cursor<'_>) -> Result<Strided, SyntaxError> {
    cursor.expect(TokenKind::Less, "after `strided`")?;
    let mut strides = Vec::new();
    let (open, close) = (TokenKind::LeftBracket, TokenKind::RightBracket);
    cursor.list(open, close, "a stride", |cursor| {
        strides.push(extent(cursor, "a stride")?);
        Ok::<_, SyntaxError>(())
    })?;
    let mut offset = Some(0);
    if cursor.take(TokenKind::Comma) {
        if !cursor.take_word("offset") {
            return Err(cursor.expected("`offset` after the strides"));
        }
        cursor.expect(TokenKind::Colon, "after `offset`")?;
        offset = extent(cursor, "an offset")?;
    }
    cursor.expect(TokenKind::Greater, "at the end of the layout")?;
    Ok(Strided { strides, offset })
}
