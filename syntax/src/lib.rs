//! The text layer of MLIR: tokens, a cursor over them, errors that show the place, and the syntax of builtin types and
//! attributes as far as signatures have it.
//!
//! The crate has no dependencies: signatures of compiled functions use it, and a parser of whole modules can.
//!
//! The input is bytes, because MLIR accepts any byte in strings and comments. Invariant: no input panics, and spans
//! lie within the input.
//!
//! ```
//! use tvmlike_syntax::{Cursor, TokenKind};
//!
//! let mut cursor = Cursor::new("%a: memref<4x?xf32>");
//! assert_eq!(cursor.expect(TokenKind::PercentId, "before the type")?.span.range(), 0..2);
//! assert!(cursor.take(TokenKind::Colon));
//! assert_eq!(cursor.word(), "memref");
//!
//! let error = cursor.expected("a number");
//! assert_eq!(
//!     error.in_source("example.mlir"),
//!     "example.mlir:1:5: expected a number, got `memref`\n  %a: memref<4x?xf32>\n      ^"
//! );
//! # Ok::<(), tvmlike_syntax::SyntaxError>(())
//! ```
//!
//! # Layers
//!
//! A module imports only from layers before its own (checked by `cargo xtask test layers`):
//!
//! - `class`, `literal`, `token`: classes of bytes; values of strings and symbol names; MLIR's tokens with byte spans
//! - `error`, `lexer`: line, column, message, and the line with a caret; the tokens of a text, without allocation
//! - `cursor`: one token of look-ahead, expectations, comma-separated lists
//! - `attribute`, `types`: attribute dictionaries, whose values are skipped or read by the caller; integer types, names of float
//!   types, shapes, strided layouts

#![forbid(unsafe_code)]

pub mod attribute;
mod class;
pub mod cursor;
pub mod error;
pub mod lexer;
pub mod literal;
pub mod token;
pub mod types;

pub use cursor::Cursor;
pub use error::{ErrorKind, SyntaxError};
pub use lexer::Lexer;
pub use token::{LexError, Span, Token, TokenKind};
