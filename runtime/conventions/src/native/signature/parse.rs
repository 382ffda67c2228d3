//! The parser of C signatures: recursive descent over MLIR's tokens, of which C signatures use some.
//!
//! Invariant: for any text it ends with a signature or an error, and recurses no deeper than types may nest.

use std::sync::Arc;

use tvmlike_runtime::Error;
use tvmlike_syntax::types::expect_x;
use tvmlike_syntax::{Cursor, SyntaxError, TokenKind};

use super::{Errno, Mode, Param, Signature};
use crate::native::ctype::{CType, Field, FunctionPointer, MAX_DEPTH, Scalar};
use crate::native::handle::HandleType;
use crate::text::refuse;

type Result<T> = std::result::Result<T, SyntaxError>;

/// Names of types in C and elsewhere, and what to write instead.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("i1", "bool"),
    ("_Bool", "bool"),
    ("char", "i8 or u8, or cstr for text"),
    ("short", "i16"),
    ("int", "i32"),
    ("unsigned", "u32"),
    ("long", "i64, or i32 on Windows and where pointers have 32 bits"),
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

/// The maximum number of characters that an error shows of a whole signature.
const SHOWN: usize = 200;

/// Whether a word means something in signatures, so that no type of handles can have it as its name.
pub(super) fn is_reserved(word: &str) -> bool {
    const WORDS: [&str; 8] = [
        "void", "const", "complex", "out", "inout", "own", "errno", "raise",
    ];
    WORDS.contains(&word)
        || Scalar::from_name(word).is_some()
        || OTHER_NAMES.iter().any(|(other, _)| *other == word)
}

/// Whether text can be the name of a parameter or field.
pub(super) fn is_identifier(text: &str) -> bool {
    !text.starts_with(|first: char| first.is_ascii_digit())
        && !text.is_empty()
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Parses a signature.
pub(super) fn signature(text: &str, handles: &[Arc<HandleType>]) -> tvmlike_runtime::Result<Signature> {
    let signature = parse(text, handles).map_err(|error| refuse("C signature", &error))?;
    signature.check().map_err(|error| {
        let shown: String = text.escape_debug().take(SHOWN).collect();
        let cut = if text.len() > SHOWN { "..." } else { "" };
        let message = format!("C signature `{shown}{cut}`: {}", error.message());
        Error::new(&*error.kind(), message)
    })?;
    Ok(signature)
}

fn parse(text: &str, handles: &[Arc<HandleType>]) -> Result<Signature> {
    let mut parser = Parser(Cursor::new(text), handles);
    let result = parser.ty_or_void(MAX_DEPTH)?;
    let (params, variadic) = parser.params(MAX_DEPTH)?;
    let errno = parser.errno();
    if !parser.0.is_at(TokenKind::End) {
        return Err(parser.0.expected("`errno`, `errno raise` or the end"));
    }
    Ok(Signature {
        result,
        params,
        variadic,
        errno,
    })
}

struct Parser<'a>(Cursor<'a>, &'a [Arc<HandleType>]);

impl Parser<'_> {
    /// The parameters of a function, in whose types `depth` levels may be nested.
    fn params(&mut self, depth: usize) -> Result<(Vec<Param>, bool)> {
        self.0.expect(TokenKind::LeftParen, "before the parameters")?;
        let mut params = Vec::new();
        loop {
            if self.0.take(TokenKind::RightParen) {
                return Ok((params, false));
            }
            if self.0.take(TokenKind::Ellipsis) {
                self.0.expect(TokenKind::RightParen, "after `...`")?;
                return Ok((params, true));
            }
            let name = self.name()?;
            let start = self.0.token().span;
            let mode = self.mode();
            let mut ty = self.ty_or_void(depth)?;
            if mode == Mode::In && self.0.is_at(TokenKind::LeftParen) {
                ty = self.function(ty, depth)?;
            }
            if ty == CType::Void {
                // In C, `(void)` means no parameters.
                if params.is_empty()
                    && name.is_none()
                    && mode == Mode::In
                    && self.0.take(TokenKind::RightParen)
                {
                    return Ok((params, false));
                }
                return Err(self.0.error_at(start, "a parameter must not be void"));
            }
            params.push(Param { name, ty, mode });
            self.comma_before(TokenKind::RightParen, "`,` or `)` after a parameter")?;
        }
    }

    /// The pointer to a function with a result of this type: its parameters follow.
    fn function(&mut self, result: CType, depth: usize) -> Result<CType> {
        let Some(depth) = depth.checked_sub(1) else {
            return Err(self.too_deep());
        };
        let start = self.0.token().span;
        let (params, variadic) = self.params(depth)?;
        if variadic {
            return Err(self
                .0
                .error_at(start, "a function pointer for a callable cannot be variadic"));
        }
        if params.iter().any(|param| param.mode != Mode::In) {
            return Err(self
                .0
                .error_at(start, "a function pointer for a callable has no out-parameters"));
        }
        let params = params
            .into_iter()
            .map(|Param { name, ty, .. }| Field { name, ty });
        Ok(CType::Function(Box::new(FunctionPointer {
            result,
            params: params.collect(),
        })))
    }

    #[cold]
    fn too_deep(&self) -> SyntaxError {
        self.0
            .error(format!("types must not be nested more than {MAX_DEPTH} deep"))
    }

    /// Moves over a comma, which may be missing before the closing token.
    fn comma_before(&mut self, close: TokenKind, what: &str) -> Result<()> {
        if self.0.take(TokenKind::Comma) || self.0.is_at(close) {
            return Ok(());
        }
        Err(self.0.expected(what))
    }

    fn errno(&mut self) -> Errno {
        match (self.0.take_word("errno"), self.0.word()) {
            (false, _) => Errno::Ignore,
            (true, "raise") => {
                self.0.advance();
                Errno::Raise
            }
            (true, _) => Errno::Save,
        }
    }

    /// The word before a parameter that C writes to.
    fn mode(&mut self) -> Mode {
        if self.0.take_word("out") {
            Mode::Out
        } else if self.0.take_word("inout") {
            Mode::InOut
        } else {
            Mode::In
        }
    }

    /// `type` or `name: type`
    fn named(&mut self, depth: usize) -> Result<(Option<Box<str>>, CType)> {
        let name = self.name()?;
        let ty = match name {
            None if self.0.take_word("void") => CType::Void,
            _ => self.ty(depth)?,
        };
        Ok((name, ty))
    }

    /// `name:`, if there is one.
    fn name(&mut self) -> Result<Option<Box<str>>> {
        let mut next = self.0;
        let token = next.advance();
        let word = self.0.word();
        if word.is_empty() || !next.take(TokenKind::Colon) {
            return Ok(None);
        }
        if !is_identifier(word) {
            return Err(self.0.error_at(token.span, bad_name(word)));
        }
        self.0 = next;
        Ok(Some(word.into()))
    }

    /// A type; `void` is refused where it has no meaning by the caller.
    fn ty_or_void(&mut self, depth: usize) -> Result<CType> {
        if self.0.take_word("void") {
            return Ok(CType::Void);
        }
        self.ty_or_own(depth)
    }

    /// The type of a parameter or a result: an owned handle, or any other type.
    fn ty_or_own(&mut self, depth: usize) -> Result<CType> {
        if !self.0.take_word("own") {
            return self.ty(depth);
        }
        let start = self.0.token().span;
        match self.ty(depth)? {
            CType::Handle { ty, .. } => Ok(CType::Handle { ty, own: true }),
            _ => Err(self.0.error_at(
                start,
                "`own` must precede a pointer to a type of handles: own *sqlite3",
            )),
        }
    }

    fn ty(&mut self, depth: usize) -> Result<CType> {
        let Some(depth) = depth.checked_sub(1) else {
            return Err(self.too_deep());
        };
        if self.0.take(TokenKind::Star) {
            return self.pointer(depth);
        }
        if self.0.take(TokenKind::LeftBracket) {
            return self.array(depth);
        }
        if self.0.take(TokenKind::LeftBrace) {
            return self.structure(depth);
        }
        if self.0.take_word("complex") {
            return self.complex();
        }
        let Some(scalar) = Scalar::from_name(self.0.word()) else {
            return Err(self.unknown_type());
        };
        self.0.advance();
        Ok(CType::Scalar(scalar))
    }

    #[cold]
    fn unknown_type(&self) -> SyntaxError {
        let word = self.0.word();
        match word {
            "" => return self.0.expected("a type"),
            "void" => {
                return self.0.error("void must be the result or the target of a pointer");
            }
            "const" => return self.0.error("`const` must follow `*`: *const f64"),
            "out" | "inout" => {
                let message = format!("`{word}` must precede the type of a parameter, once: end: {word} i32");
                return self.0.error(message);
            }
            _ => {}
        }
        match OTHER_NAMES.iter().find(|(other, _)| *other == word) {
            Some((_, ours)) => self.0.error(format!("unknown type `{word}`; use {ours}")),
            None => {
                let known: Vec<_> = Scalar::ALL.iter().map(|scalar| scalar.name()).collect();
                self.0.error(format!(
                    "unknown type `{word}`; supported: {}, complex<f64>, void, *T, *const T, {{T, name: T}} and [N x T]",
                    known.join(", ")
                ))
            }
        }
    }

    fn complex(&mut self) -> Result<CType> {
        self.0.expect(TokenKind::Less, "after `complex`")?;
        let Some(part) = Scalar::from_name(self.0.word()).filter(|part| part.is_float()) else {
            return Err(self.0.expected("f32 or f64"));
        };
        self.0.advance();
        self.0
            .expect(TokenKind::Greater, "at the end of a complex type")?;
        Ok(CType::Complex(part))
    }

    fn pointer(&mut self, depth: usize) -> Result<CType> {
        let constant = self.0.take_word("const");
        if self.0.take_word("void") {
            return Ok(if constant {
                CType::pointer_to_const(CType::Void)
            } else {
                CType::Scalar(Scalar::Ptr)
            });
        }
        let word = self.0.word();
        if let Some(ty) = self.1.iter().find(|ty| ty.name() == word) {
            self.0.advance();
            return Ok(CType::Handle {
                ty: ty.clone(),
                own: false,
            });
        }
        if is_identifier(word) && !is_reserved(word) {
            return Err(self.0.error(format!(
                "unknown type `{word}`; declare a type of handles by `handle({word:?})` of the library, or use *void"
            )));
        }
        let to = Box::new(self.ty(depth)?);
        Ok(CType::Pointer { to, constant })
    }

    fn array(&mut self, depth: usize) -> Result<CType> {
        let token = self.0.token();
        let digits = str::from_utf8(self.0.bytes(token.span)).unwrap_or_default();
        let Ok(len) = digits.parse::<usize>() else {
            return Err(self.0.expected("the length of an array, as in [4 x f64]"));
        };
        self.0.advance();
        expect_x(&mut self.0, "after the length of an array")?;
        let item = self.ty(depth)?;
        self.0.expect(TokenKind::RightBracket, "at the end of an array")?;
        Ok(CType::array(item, len))
    }

    fn structure(&mut self, depth: usize) -> Result<CType> {
        let mut fields = Vec::new();
        loop {
            if self.0.take(TokenKind::RightBrace) {
                return Ok(CType::Struct(fields));
            }
            let (name, ty) = self.named(depth)?;
            fields.push(Field { name, ty });
            self.comma_before(TokenKind::RightBrace, "`,` or `}` after a field")?;
        }
    }
}

/// The message that text is no name.
pub(super) fn bad_name(name: &str) -> String {
    format!(
        "invalid name `{name}`; a name must consist of letters, digits and `_`, and must not begin with a digit"
    )
}
