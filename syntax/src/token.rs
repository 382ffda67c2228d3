//! Tokens: a kind and a span.

use std::ops::Range;

/// A range of bytes of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Span {
    /// The offset of the first byte.
    pub start: u32,
    /// The offset after the last byte.
    pub end: u32,
}

impl Span {
    /// The span as indices.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The span from the start of this one to the end of another.
    #[must_use]
    pub fn to(self, last: Self) -> Self {
        Self {
            start: self.start,
            end: last.end,
        }
    }
}

/// One token of MLIR.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it is.
    pub span: Span,
}

macro_rules! token_kinds {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// The kinds of tokens. Keywords are bare identifiers: only the grammar tells them apart.
        ///
        /// As in MLIR, `::` is two colons.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum TokenKind {
            /// The end of the text.
            End,
            /// Text that is no token.
            Error(LexError),
            /// `func.func`: a letter or `_`, then letters, digits, `_`, `$` and `.`.
            BareId,
            /// `i32`, `si8`, `ui64`.
            IntegerType,
            /// `@name` or `@"any name"`.
            AtId,
            /// `#map`, `#0`.
            HashId,
            /// `%value`, `%0`.
            PercentId,
            /// `^bb0`.
            CaretId,
            /// `!type`, `!llvm.ptr`.
            ExclamationId,
            /// `42`, `0x2a`; without a sign.
            Integer,
            /// `1.5`, `1.e-3`; without a sign.
            Float,
            /// `"text"`, with its quotes and escapes.
            String,
            $($(#[$doc])* $name,)*
        }

        impl TokenKind {
            /// All kinds of punctuation.
            pub const PUNCTUATION: &[Self] = &[$(Self::$name),*];

            /// The text of punctuation; `None` for other tokens.
            pub const fn spelling(self) -> Option<&'static str> {
                match self {
                    $(Self::$name => Some($text),)*
                    _ => None,
                }
            }
        }
    };
}

token_kinds! {
    /// `->`
    Arrow = "->",
    /// `:`
    Colon = ":",
    /// `,`
    Comma = ",",
    /// `...`
    Ellipsis = "...",
    /// `=`
    Equal = "=",
    /// `>`
    Greater = ">",
    /// `{`
    LeftBrace = "{",
    /// `(`
    LeftParen = "(",
    /// `[`
    LeftBracket = "[",
    /// `<`
    Less = "<",
    /// `-`
    Minus = "-",
    /// `+`
    Plus = "+",
    /// `?`
    Question = "?",
    /// `}`
    RightBrace = "}",
    /// `)`
    RightParen = ")",
    /// `]`
    RightBracket = "]",
    /// `/`
    Slash = "/",
    /// `*`
    Star = "*",
    /// `|`
    VerticalBar = "|",
    /// `{-#`
    MetadataBegin = "{-#",
    /// `#-}`
    MetadataEnd = "#-}",
}

impl TokenKind {
    /// The kind in words, for an error: "`->`", "an identifier".
    pub fn describe(self) -> String {
        match self {
            Self::End => "the end".to_owned(),
            Self::Error(_) => "a token".to_owned(),
            Self::BareId => "an identifier".to_owned(),
            Self::IntegerType => "an integer type".to_owned(),
            Self::AtId => "a symbol (`@name`)".to_owned(),
            Self::HashId => "an attribute name (`#name`)".to_owned(),
            Self::PercentId => "a value name (`%name`)".to_owned(),
            Self::CaretId => "a block name (`^name`)".to_owned(),
            Self::ExclamationId => "a type name (`!name`)".to_owned(),
            Self::Integer => "an integer".to_owned(),
            Self::Float => "a float".to_owned(),
            Self::String => "a string".to_owned(),
            _ => format!("`{}`", self.spelling().unwrap_or_default()),
        }
    }
}

/// Why text is no token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LexError {
    /// No token begins with this character.
    UnexpectedCharacter,
    /// A string without its closing quote: the line or the text ends first.
    UnterminatedString,
    /// A backslash that none of `"`, `\`, `n`, `t` and two hexadecimal digits follows.
    UnknownEscape,
    /// One or two dots.
    IncompleteEllipsis,
    /// `@` without a name.
    InvalidSymbolName,
    /// `#` without a name.
    InvalidAttributeName,
    /// `%` without a name.
    InvalidValueName,
    /// `^` without a name.
    InvalidBlockName,
    /// `!` without a name.
    InvalidTypeName,
    /// The text has more bytes than spans can count.
    TextTooLong,
}

impl LexError {
    /// MLIR's message for it.
    pub const fn message(self) -> &'static str {
        match self {
            Self::UnexpectedCharacter => "unexpected character",
            Self::UnterminatedString => "expected '\"' in string literal",
            Self::UnknownEscape => "unknown escape in string literal",
            Self::IncompleteEllipsis => "expected three consecutive dots for an ellipsis",
            Self::InvalidSymbolName => "@ identifier expected to start with letter or '_'",
            Self::InvalidAttributeName => "invalid attribute name",
            Self::InvalidValueName => "invalid SSA name",
            Self::InvalidBlockName => "invalid block name",
            Self::InvalidTypeName => "invalid type identifier",
            Self::TextTooLong => "text exceeds 4 GiB",
        }
    }

    /// The offset that MLIR reports, for a token with this span.
    pub const fn offset(self, span: Span) -> u32 {
        match self {
            // The place where the quote, the name or the next dot is missing.
            Self::UnterminatedString | Self::InvalidSymbolName => span.end,
            // The backslash is the token's last byte.
            Self::UnknownEscape => span.end - 1,
            Self::IncompleteEllipsis => span.start + 1,
            _ => span.start,
        }
    }
}
