//! Reading signatures.
//!
//! A recursive descent over the bytes. Invariants: whatever the text, it ends with a signature or an error, and does not
//! nest deeper than types may.

use tvmlike_runtime::{Error, Result};

use super::{Errno, Param, Signature};
use crate::native::ctype::{CType, Field, MAX_DEPTH, Scalar};

/// What C calls types that have other words here.
const OTHER_WORDS: &[(&str, &str)] = &[
    ("i1", "bool"),
    ("_Bool", "bool"),
    ("char", "i8 (or u8); text is cstr"),
    ("short", "i16"),
    ("int", "i32"),
    ("unsigned", "u32"),
    (
        "long",
        "i64 where pointers have 64 bits, but on Windows: say which",
    ),
    ("float", "f32"),
    ("double", "f64"),
    ("int8_t", "i8"),
    ("int16_t", "i16"),
    ("int32_t", "i32"),
    ("int64_t", "i64"),
    ("uint8_t", "u8"),
    ("uint16_t", "u16"),
    ("uint32_t", "u32"),
    ("uint64_t", "u64"),
    ("size_t", "size"),
    ("usize", "size"),
    ("ssize_t", "isize"),
    ("intptr_t", "isize"),
    ("ptrdiff_t", "isize"),
    ("str", "cstr"),
    ("string", "cstr"),
    ("pointer", "ptr"),
    ("index", "isize"),
];

/// So many bytes of a text are shown in an error.
const SHOWN: usize = 200;

/// Whether text can be a name.
pub(super) fn is_word(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(begins_word) && bytes.all(continues_word)
}

const fn begins_word(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

const fn continues_word(byte: u8) -> bool {
    begins_word(byte) || byte.is_ascii_digit()
}

/// Reads a signature.
pub(super) fn signature(text: &str) -> Result<Signature> {
    let mut parser = Parser { text, at: 0 };
    let result = parser.result()?;
    parser.expect(
        "(",
        "after the result comes the list of parameters, in parentheses",
    )?;
    let (params, variadic) = parser.params()?;
    let errno = parser.errno()?;
    parser.skip_space();
    if parser.at < text.len() {
        return Err(parser.error("the signature ends here; only `errno` or `errno raise` may follow"));
    }
    let signature = Signature {
        result,
        params,
        variadic,
        errno,
    };
    signature.check().map_err(|error| {
        Error::new(
            &*error.kind(),
            format!("the signature `{}`: {}", around(text, 0), error.message()),
        )
    })?;
    Ok(signature)
}

/// The part of a text around a place; all of it where it is short.
fn around(text: &str, at: usize) -> String {
    let boundary = |from: usize| (from..=text.len()).find(|&place| text.is_char_boundary(place));
    let start = match text.len() > SHOWN {
        true => boundary(at.saturating_sub(SHOWN / 2)).unwrap_or(0),
        false => 0,
    };
    let end = boundary((start + SHOWN).min(text.len())).unwrap_or(text.len());
    let (before, after) = (start > 0, end < text.len());
    let mark = |cut| if cut { "…" } else { "" };
    format!(
        "{}{}{}",
        mark(before),
        text[start..end].escape_debug(),
        mark(after)
    )
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        // `at` moves over ASCII only, so it is never inside a character.
        &self.text[self.at..]
    }

    fn skip_space(&mut self) {
        self.at += self.rest().len() - self.rest().trim_ascii_start().len();
    }

    #[cold]
    fn error(&self, why: impl std::fmt::Display) -> Error {
        self.error_at(self.at, why)
    }

    #[cold]
    fn error_at(&self, at: usize, why: impl std::fmt::Display) -> Error {
        let column = self.text[..at].chars().count() + 1;
        Error::value_error(format!(
            "the signature `{}`, column {column}: {why}",
            around(self.text, at)
        ))
    }

    /// Takes a mark where it comes next.
    fn take(&mut self, mark: &str) -> bool {
        self.skip_space();
        let comes = self.rest().starts_with(mark);
        if comes {
            self.at += mark.len();
        }
        comes
    }

    fn expect(&mut self, mark: &str, why: &str) -> Result<()> {
        if self.take(mark) {
            return Ok(());
        }
        Err(self.error(format_args!("expected `{mark}`, got {}: {why}", self.found())))
    }

    /// What stands here, for an error.
    fn found(&self) -> String {
        let word = self.peek_word();
        if !word.is_empty() {
            return format!("`{word}`");
        }
        self.rest().chars().next().map_or_else(
            || "the end".to_owned(),
            |next| format!("`{}`", next.escape_debug()),
        )
    }

    /// The word that comes next; empty where none does.
    fn peek_word(&self) -> &'a str {
        let rest = self.rest();
        if !rest.bytes().next().is_some_and(begins_word) {
            return "";
        }
        let end = rest.bytes().position(|byte| !continues_word(byte));
        &rest[..end.unwrap_or(rest.len())]
    }

    fn word(&mut self) -> &'a str {
        self.skip_space();
        let word = self.peek_word();
        self.at += word.len();
        word
    }

    fn result(&mut self) -> Result<CType> {
        self.skip_space();
        if self.peek_word() == "void" {
            self.word();
            return Ok(CType::Void);
        }
        self.ty(MAX_DEPTH)
    }

    fn params(&mut self) -> Result<(Vec<Param>, bool)> {
        let mut params = Vec::new();
        loop {
            if self.take(")") {
                return Ok((params, false));
            }
            if self.take("...") {
                self.expect(")", "nothing follows `...`")?;
                return Ok((params, true));
            }
            let start = self.at;
            let (name, ty) = self.named()?;
            if ty == CType::Void {
                // C's way to say that there are no parameters.
                if params.is_empty() && name.is_none() && self.take(")") {
                    return Ok((params, false));
                }
                return Err(self.error_at(start, "no parameter is void"));
            }
            params.push(Param { name, ty });
            if !self.take(",") {
                self.expect(")", "parameters are separated by commas")?;
                return Ok((params, false));
            }
        }
    }

    fn errno(&mut self) -> Result<Errno> {
        self.skip_space();
        if self.peek_word() != "errno" {
            return Ok(Errno::Ignore);
        }
        self.word();
        self.skip_space();
        if self.peek_word() != "raise" {
            return Ok(Errno::Save);
        }
        self.word();
        Ok(Errno::Raise)
    }

    /// A type, with a name in front where a colon says so.
    fn named(&mut self) -> Result<(Option<Box<str>>, CType)> {
        self.named_at(MAX_DEPTH)
    }

    fn named_at(&mut self, depth: usize) -> Result<(Option<Box<str>>, CType)> {
        self.skip_space();
        let start = self.at;
        let word = self.word();
        if !word.is_empty() && self.take(":") {
            return Ok((Some(word.into()), self.ty(depth)?));
        }
        self.at = start;
        if word == "void" {
            self.word();
            return Ok((None, CType::Void));
        }
        Ok((None, self.ty(depth)?))
    }

    fn ty(&mut self, depth: usize) -> Result<CType> {
        self.skip_space();
        let Some(depth) = depth.checked_sub(1) else {
            return Err(self.error(format_args!(
                "types stand in one another {MAX_DEPTH} deep at most"
            )));
        };
        if self.take("*") {
            return self.pointer(depth);
        }
        if self.take("[") {
            return self.array(depth);
        }
        if self.take("{") {
            return self.structure(depth);
        }
        let start = self.at;
        let word = self.word();
        if let Some(scalar) = Scalar::from_name(word) {
            return Ok(CType::Scalar(scalar));
        }
        self.at = start;
        Err(self.unknown(word))
    }

    #[cold]
    fn unknown(&self, word: &str) -> Error {
        if word.is_empty() {
            return self.error(format_args!("expected a type, got {}", self.found()));
        }
        if word == "void" {
            return self.error("void is the type of a result only");
        }
        if word == "const" {
            return self.error("`const` follows a `*`: *const f64");
        }
        match OTHER_WORDS.iter().find(|(other, _)| *other == word) {
            Some((_, here)) => self.error(format_args!("`{word}` is no type here; C's {word} is {here}")),
            None => {
                let known: Vec<_> = Scalar::ALL.iter().map(|scalar| scalar.name()).collect();
                self.error(format_args!(
                    "`{word}` is no type; types are {}, void, *T, *const T, {{T, name: T}} and [N x T]",
                    known.join(", ")
                ))
            }
        }
    }

    fn pointer(&mut self, depth: usize) -> Result<CType> {
        self.skip_space();
        let constant = self.peek_word() == "const";
        if constant {
            self.word();
            self.skip_space();
        }
        if self.peek_word() == "void" {
            self.word();
            return Ok(if constant {
                CType::pointer_to_const(CType::Void)
            } else {
                CType::Scalar(Scalar::Ptr)
            });
        }
        let to = Box::new(self.ty(depth)?);
        Ok(CType::Pointer { to, constant })
    }

    fn array(&mut self, depth: usize) -> Result<CType> {
        self.skip_space();
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        let Ok(len) = self.rest()[..digits].parse::<usize>() else {
            return Err(self.error("an array begins with its length: [4 x f64]"));
        };
        self.at += digits;
        self.skip_space();
        if !self.rest().starts_with('x') {
            return Err(self.error("an array is written [4 x f64]"));
        }
        self.at += 1;
        let item = self.ty(depth)?;
        self.expect("]", "an array ends with a bracket")?;
        Ok(CType::array(item, len))
    }

    fn structure(&mut self, depth: usize) -> Result<CType> {
        let mut fields = Vec::new();
        loop {
            if self.take("}") {
                return Ok(CType::Struct(fields));
            }
            let (name, ty) = self.named_at(depth)?;
            fields.push(Field { name, ty });
            if !self.take(",") {
                self.expect("}", "fields are separated by commas")?;
                return Ok(CType::Struct(fields));
            }
        }
    }
}
