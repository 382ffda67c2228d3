//! The parser of function types. It reads forward only, and nests no deeper than the grammar does.

use tvmlike_syntax::types::{FLOAT_TYPES, IntegerType, dimension, expect_x, strided};
use tvmlike_syntax::{Cursor, Span, SyntaxError, TokenKind, attribute, literal};

use super::super::types::{Layout, MAX_RANK, MemRef, Scalar, Type};
use super::{FunctionType, Param, is_bare_symbol_character};

type Result<T> = std::result::Result<T, SyntaxError>;

pub(super) fn function(text: &str) -> Result<FunctionType> {
    let mut cursor = Cursor::new(text);
    let mut parsed = FunctionType::default();
    let declaration = cursor.take_word("func.func");
    if declaration {
        parsed.symbol = Some(symbol(&mut cursor)?);
    }
    parsed.params = params(&mut cursor)?;
    // MLIR omits the arrow of a `func.func` without results. A type on its own may omit it too.
    if cursor.is_at(TokenKind::Arrow) || !(declaration || cursor.is_at(TokenKind::End)) {
        cursor.expect(TokenKind::Arrow, "after the parameters")?;
        parsed.results = results(&mut cursor)?;
    }
    if declaration {
        if cursor.take_word("attributes") {
            attributes(&mut cursor)?;
        }
        // The first line of a definition ends with the brace of its body.
        cursor.take(TokenKind::LeftBrace);
    }
    if !cursor.is_at(TokenKind::End) {
        return Err(cursor.expected("the end of the text"));
    }
    Ok(parsed)
}

/// `private @name`
fn symbol(cursor: &mut Cursor<'_>) -> Result<String> {
    for visibility in ["private", "public", "nested"] {
        if cursor.take_word(visibility) {
            break;
        }
    }
    let token = cursor.expect(TokenKind::AtId, "before the parameters")?;
    let mut name = cursor.bytes(token.span);
    if !name.starts_with(b"@\"") {
        // Beyond MLIR, which quotes such names, a name may contain `-`.
        let rest = &cursor.text()[token.span.end as usize..];
        let more = rest.iter().take_while(|&&byte| is_bare_symbol_character(byte));
        let end = token.span.end + more.count() as u32;
        name = cursor.bytes(Span { end, ..token.span });
        cursor.seek(end);
    }
    match String::from_utf8(literal::symbol_name(name).into_owned()) {
        Ok(name) if !name.is_empty() && !name.contains('\0') => Ok(name),
        _ => Err(cursor.error_at(token.span, "a function's name must be UTF-8 text without NUL")),
    }
}

fn params(cursor: &mut Cursor<'_>) -> Result<Vec<Param>> {
    let mut params: Vec<Param> = Vec::new();
    let (open, close) = (TokenKind::LeftParen, TokenKind::RightParen);
    cursor.list(open, close, "a parameter", |cursor| {
        let start = cursor.token().span;
        let name = parameter_name(cursor)?;
        if let Some(name) = &name
            && params.iter().any(|other| other.name.as_ref() == Some(name))
        {
            return Err(cursor.error_at(start, format!("duplicate parameter name `%{name}`")));
        }
        let ty = ty(cursor)?;
        let attributes = attributes(cursor)?;
        params.push(Param {
            name,
            ty,
            read_only: attributes.read_only,
            no_alias: attributes.no_alias,
            by_value: attributes.by_value,
        });
        Ok(())
    })?;
    Ok(params)
}

/// `%a:`. A number, as in `%0:`, is not a name.
fn parameter_name(cursor: &mut Cursor<'_>) -> Result<Option<String>> {
    let token = cursor.token();
    if !cursor.is_at(TokenKind::PercentId) {
        // `expected` reports a `%` without a name.
        return match token.kind {
            TokenKind::Error(_) => Err(cursor.expected("a parameter")),
            _ => Ok(None),
        };
    }
    cursor.advance();
    cursor.expect(TokenKind::Colon, "between a parameter's name and its type")?;
    let name = String::from_utf8_lossy(&cursor.bytes(token.span)[1..]);
    Ok((!name.starts_with(|c: char| c.is_ascii_digit())).then(|| name.into_owned()))
}

fn results(cursor: &mut Cursor<'_>) -> Result<Vec<Type>> {
    if !cursor.is_at(TokenKind::LeftParen) {
        return Ok(vec![ty(cursor)?]);
    }
    let mut results = Vec::new();
    let (open, close) = (TokenKind::LeftParen, TokenKind::RightParen);
    cursor.list(open, close, "a result", |cursor| {
        results.push(ty(cursor)?);
        attributes(cursor).map(drop)
    })?;
    Ok(results)
}

/// The attributes that the convention uses.
#[derive(Default)]
struct Attributes {
    read_only: bool,
    no_alias: bool,
    by_value: bool,
}

/// `{llvm.readonly, name = value}`, if there is one. All other attributes are skipped.
fn attributes(cursor: &mut Cursor<'_>) -> Result<Attributes> {
    let mut found = Attributes::default();
    if !cursor.is_at(TokenKind::LeftBrace) {
        return Ok(found);
    }
    attribute::dictionary(cursor, |cursor, name, has_value| {
        match &*name {
            b"llvm.readonly" => found.read_only = true,
            b"llvm.noalias" => found.no_alias = true,
            b"tvmlike.by_value" => found.by_value = true,
            _ => {}
        }
        if has_value {
            attribute::skip_value(cursor)?;
        }
        Ok::<_, SyntaxError>(())
    })?;
    Ok(found)
}

fn ty(cursor: &mut Cursor<'_>) -> Result<Type> {
    if cursor.take_word("memref") {
        return memref(cursor);
    }
    scalar(cursor).map(Type::Scalar)
}

fn scalar(cursor: &mut Cursor<'_>) -> Result<Scalar> {
    let word = cursor.word();
    let scalar = match word {
        "index" => Scalar::Index,
        "f16" => Scalar::F16,
        "bf16" => Scalar::BF16,
        "f32" => Scalar::F32,
        "f64" => Scalar::F64,
        "complex" => return complex(cursor),
        _ => match IntegerType::from_word(word) {
            Some(IntegerType {
                signedness: sign,
                width: bits @ (1 | 8 | 16 | 32 | 64),
            }) => Scalar::Integer {
                bits: bits as u8,
                sign,
            },
            _ => return Err(not_a_scalar(cursor)),
        },
    };
    cursor.advance();
    Ok(scalar)
}

#[cold]
fn not_a_scalar(cursor: &Cursor<'_>) -> SyntaxError {
    let token = cursor.token();
    let unsupported = |message: String| cursor.unsupported_at(token.span, message);
    match (token.kind, cursor.word()) {
        (TokenKind::IntegerType, word) => unsupported(format!(
            "unsupported integer type `{word}`; supported widths: 1, 8, 16, 32 and 64"
        )),
        (_, word) if FLOAT_TYPES.contains(&word) => unsupported(format!(
            "unsupported float type `{word}`; supported: f16, bf16, f32 and f64"
        )),
        (_, word @ ("vector" | "tensor" | "tuple" | "none")) => unsupported(format!(
            "unsupported `{word}` type; supported: numbers and memrefs"
        )),
        (TokenKind::ExclamationId, _) => {
            unsupported("unsupported dialect type; supported: numbers and memrefs".to_owned())
        }
        (TokenKind::LeftParen, _) => {
            unsupported("unsupported function type; supported: numbers and memrefs".to_owned())
        }
        (_, "memref") => cursor.error("a memref's elements must be numbers, not memrefs"),
        (_, "") => cursor.expected("a type such as i32, f64, index or memref<?x4xf32>"),
        (_, word) => cursor.error(format!(
            "unknown type `{word}`; examples: i32, f64, index, complex<f32>, memref<?x4xf32>"
        )),
    }
}

fn complex(cursor: &mut Cursor<'_>) -> Result<Scalar> {
    cursor.advance();
    cursor.expect(TokenKind::Less, "after `complex`")?;
    let scalar = match cursor.word() {
        "f32" => Scalar::ComplexF32,
        "f64" => Scalar::ComplexF64,
        _ => {
            return Err(cursor.unsupported_at(
                cursor.token().span,
                "unsupported complex type; supported: complex<f32> and complex<f64>",
            ));
        }
    };
    cursor.advance();
    cursor.expect(TokenKind::Greater, "at the end of the complex type")?;
    Ok(scalar)
}

/// `<?x4xf32, strided<[?, 1], offset: ?>>`
fn memref(cursor: &mut Cursor<'_>) -> Result<Type> {
    cursor.expect(TokenKind::Less, "after `memref`")?;
    if cursor.take(TokenKind::Star) {
        expect_x(cursor, "after `*`")?;
        let element = scalar(cursor)?;
        end_of_memref(cursor)?;
        return Ok(Type::Unranked(element));
    }
    let mut shape = Vec::new();
    loop {
        let start = cursor.token().span;
        let Some(size) = dimension(cursor)? else { break };
        if shape.len() == MAX_RANK {
            let message = format!("a memref must have at most {MAX_RANK} dimensions");
            return Err(cursor.unsupported_at(start, message));
        }
        shape.push(size);
    }
    let element = scalar(cursor)?;
    let layout = layout(cursor, shape.len())?;
    end_of_memref(cursor)?;
    Ok(Type::MemRef(MemRef {
        shape,
        element,
        layout,
    }))
}

/// `, strided<…>`, if there is one.
fn layout(cursor: &mut Cursor<'_>, rank: usize) -> Result<Layout> {
    let mut next = *cursor;
    if !next.take(TokenKind::Comma) {
        return Ok(Layout::Identity);
    }
    let start = next.token().span;
    if next.word() == "affine_map" {
        return Err(next.unsupported_at(
            start,
            "affine maps are not supported as layouts; write strided<[?, 1], offset: ?>",
        ));
    }
    if !next.take_word("strided") {
        return Ok(Layout::Identity);
    }
    let layout = strided(&mut next)?;
    if layout.strides.len() != rank {
        let count = layout.strides.len();
        let message = format!("expected {rank} strides for a memref of rank {rank}, got {count}");
        return Err(next.error_at(start, message));
    }
    *cursor = next;
    Ok(Layout::Strided {
        strides: layout.strides,
        offset: layout.offset,
    })
}

fn end_of_memref(cursor: &mut Cursor<'_>) -> Result<()> {
    if cursor.is_at(TokenKind::Comma) {
        return Err(cursor.unsupported_at(
            cursor.token().span,
            "memory spaces are not supported: memory must be the CPU's",
        ));
    }
    cursor
        .expect(TokenKind::Greater, "at the end of the memref type")
        .map(drop)
}
