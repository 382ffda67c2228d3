//! Functions that fail, in each way, and one that looks at how another fails.

use std::error::Error as StdError;
use std::fmt;

use tvmlike::ErrorKind;
use tvmlike::prelude::*;

/// Fails with an error of a kind.
#[packed_func("testing.raise")]
fn raise(kind: &str, message: &str) -> Result<()> {
    Err(Error::new(kind, message.to_owned()))
}

/// Fails with a RuntimeError that a ValueError caused.
#[packed_func("testing.raise_with_cause")]
fn raise_with_cause() -> Result<()> {
    Err(Error::new(ErrorKind::RUNTIME_ERROR, "the outer one").with_cause(Error::value_error("the inner one")))
}

/// Panics.
#[packed_func("testing.panic")]
fn panic(message: &str) {
    panic!("{message}");
}

/// The error that a function fails with, as text, or nothing.
#[packed_func("testing.swallow")]
fn swallow(f: &PackedFunc) -> String {
    f.call(())
        .err()
        .map_or_else(String::new, |error| error.to_string())
}

/// The native stack of a function's error; `None` if the function succeeds or no stack was captured.
#[packed_func("testing.native_stack")]
fn native_stack(f: &PackedFunc) -> Option<String> {
    f.call(()).err()?.native_stack()
}

/// A text that is not a number.
#[derive(Debug, Clone, Exception)]
#[exception("testing.ParseError", base = "ValueError")]
struct ParseError {
    /// The position of the first character that is wrong.
    #[field]
    at: usize,
    /// The text.
    #[field]
    text: String,
    /// Of no use to callers.
    _hidden: Option<fn()>,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} has no digit at {}", self.text, self.at)
    }
}

impl StdError for ParseError {}

/// Why a file of numbers cannot be read.
#[derive(Debug, Exception)]
#[exception("testing.ReadError", base = "testing.ParseError")]
enum ReadError {
    Empty,
    Line {
        /// The number of the line.
        #[field]
        line: u32,
        why: ParseError,
    },
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("there are no lines"),
            Self::Line { line, .. } => write!(f, "line {line} is wrong"),
        }
    }
}

impl StdError for ReadError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match self {
            Self::Empty => None,
            Self::Line { why, .. } => Some(why),
        }
    }
}

/// The number that the digits of a text are.
#[packed_func("testing.parse")]
fn parse(text: &str) -> Result<i64, ParseError> {
    match text.find(|c: char| !c.is_ascii_digit()) {
        Some(at) => Err(ParseError {
            at,
            text: text.to_owned(),
            _hidden: None,
        }),
        None => Ok(text.parse().unwrap_or(i64::MAX)),
    }
}

/// The sum of the numbers in lines.
#[packed_func("testing.sum_of_lines")]
fn sum_of_lines(text: &str) -> Result<i64> {
    if text.is_empty() {
        return Err(ReadError::Empty.into());
    }
    let mut sum = 0;
    for (line, number) in (1..).zip(text.lines()) {
        sum += parse(number).map_err(|why| ReadError::Line { line, why })?;
    }
    Ok(sum)
}

/// As `testing.parse`, through `anyhow`: with context, its own text for an empty one, and errors of packed functions.
#[packed_func("testing.parse_anyhow")]
fn parse_anyhow(text: &str, #[default(None)] context: Option<String>) -> anyhow::Result<i64> {
    use anyhow::Context;

    anyhow::ensure!(!text.is_empty(), "an empty text");
    if text == "?" {
        return Ok(tvmlike::get("testing.no_such_function")?.call_as::<i64>(())?);
    }
    match context {
        Some(context) => parse(text).context(context),
        None => Ok(parse(text)?),
    }
}

/// As `testing.parse`, with a boxed error.
#[packed_func("testing.parse_boxed")]
fn parse_boxed(text: &str) -> Result<i64, Box<dyn StdError>> {
    if text.is_empty() {
        return Err("an empty text".into());
    }
    Ok(parse(text)?)
}

/// As `testing.parse`, with a boxed error that another thread may have.
#[packed_func("testing.parse_boxed_send")]
fn parse_boxed_send(text: &str) -> Result<i64, Box<dyn StdError + Send + Sync>> {
    Ok(parse(text)?)
}
