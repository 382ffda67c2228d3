//! The parser of function types. It goes forward only, and nests no deeper than the grammar does.

use tvmlike_runtime::{Error, Result};

use super::super::types::{Extent, Layout, MAX_RANK, MemRef, Scalar, Sign, Type};
use super::attributes::attributes;
use super::cursor::Cursor;
use super::{FunctionType, Param};

pub(super) fn function(text: &str) -> Result<FunctionType> {
    let mut cursor = Cursor::new(text);
    let mut parsed = FunctionType::default();
    let whole = cursor.rest().starts_with("func.func");
    if whole {
        cursor.advance("func.func".len());
        parsed.symbol = Some(symbol(&mut cursor)?);
    }
    cursor.expect("(", "in front of the parameters")?;
    parsed.params = params(&mut cursor)?;
    // MLIR leaves the arrow out where a `func.func` gives nothing; so may a type on its own.
    if cursor.rest().starts_with("->") || !(whole || cursor.rest().is_empty()) {
        cursor.expect("->", "behind the parameters")?;
        parsed.results = results(&mut cursor)?;
    }
    if whole {
        if cursor.rest().starts_with("attributes") {
            cursor.advance("attributes".len());
            attributes(&mut cursor)?;
        }
        // The line of a definition ends with the brace of its body.
        cursor.take("{");
    }
    if !cursor.rest().is_empty() {
        return Err(cursor.error("expected the end of the text"));
    }
    Ok(parsed)
}

/// `private @name`
fn symbol(cursor: &mut Cursor<'_>) -> Result<String> {
    for visibility in ["private", "public", "nested"] {
        let rest = cursor.rest();
        if rest
            .strip_prefix(visibility)
            .is_some_and(|rest| !rest.starts_with(is_in_name))
        {
            cursor.advance(visibility.len());
            break;
        }
    }
    cursor.expect("@", "in front of the function's name")?;
    let name = cursor.take_while(is_in_name);
    if name.is_empty() {
        return Err(cursor.error("expected the function's name, of letters, digits, `_`, `$`, `.` and `-`"));
    }
    Ok(name.to_owned())
}

fn is_in_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.' | '-')
}

/// The parameters up to the closing parenthesis.
fn params(cursor: &mut Cursor<'_>) -> Result<Vec<Param>> {
    let mut params: Vec<Param> = Vec::new();
    if cursor.take(")") {
        return Ok(params);
    }
    loop {
        let start = *cursor;
        let name = argument_name(cursor)?;
        if let Some(name) = &name
            && params.iter().any(|other| other.name.as_ref() == Some(name))
        {
            return Err({ start }.error(format!("a second parameter is called `%{name}`")));
        }
        let ty = ty(cursor)?;
        let said = attributes(cursor)?;
        params.push(Param {
            name,
            ty,
            read_only: said.read_only,
            no_alias: said.no_alias,
        });
        if cursor.take(")") {
            return Ok(params);
        }
        cursor.expect(",", "or `)` behind a parameter")?;
    }
}

/// `%a:`; the number in `%0:` is no name.
fn argument_name(cursor: &mut Cursor<'_>) -> Result<Option<String>> {
    if !cursor.take("%") {
        return Ok(None);
    }
    let name = cursor.take_while(is_in_name);
    if name.is_empty() {
        return Err(cursor.error("expected the parameter's name behind `%`"));
    }
    cursor.expect(":", "between a parameter's name and its type")?;
    Ok((!name.starts_with(|c: char| c.is_ascii_digit())).then(|| name.to_owned()))
}

fn results(cursor: &mut Cursor<'_>) -> Result<Vec<Type>> {
    if !cursor.take("(") {
        return Ok(vec![ty(cursor)?]);
    }
    let mut results = Vec::new();
    if cursor.take(")") {
        return Ok(results);
    }
    loop {
        results.push(ty(cursor)?);
        attributes(cursor)?;
        if cursor.take(")") {
            return Ok(results);
        }
        cursor.expect(",", "or `)` behind a result")?;
    }
}

fn ty(cursor: &mut Cursor<'_>) -> Result<Type> {
    let start = *cursor;
    match cursor.word() {
        "memref" => memref(cursor),
        word => Ok(Type::Scalar(scalar(cursor, start, word)?)),
    }
}

/// The number type that a word names; the cursor is behind the word, `start` in front of it.
fn scalar(cursor: &mut Cursor<'_>, mut start: Cursor<'_>, word: &str) -> Result<Scalar> {
    Ok(match word {
        "index" => Scalar::Index,
        "f16" => Scalar::F16,
        "bf16" => Scalar::BF16,
        "f32" => Scalar::F32,
        "f64" => Scalar::F64,
        "complex" => return complex(cursor),
        _ => match integer(word) {
            Some((sign, bits @ (1 | 8 | 16 | 32 | 64))) => Scalar::Integer {
                bits: bits as u8,
                sign,
            },
            Some(_) => {
                return Err(start.unsupported(format!(
                    "integers of 1, 8, 16, 32 and 64 bits are supported, `{word}` is not"
                )));
            }
            None => return Err(no_scalar(&mut start, word)),
        },
    })
}

/// `i32`, `si8`, `ui64`
fn integer(word: &str) -> Option<(Sign, u32)> {
    let digits = word.trim_start_matches(|c: char| !c.is_ascii_digit());
    let sign = match &word[..word.len() - digits.len()] {
        "i" => Sign::Signless,
        "si" => Sign::Signed,
        "ui" => Sign::Unsigned,
        _ => return None,
    };
    Some((sign, digits.parse().ok()?))
}

#[cold]
fn no_scalar(start: &mut Cursor<'_>, word: &str) -> Error {
    let rest = start.rest();
    let float = word.strip_prefix('f').or_else(|| word.strip_prefix("tf"));
    if float.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit())) {
        return start.unsupported(format!(
            "floats are f16, bf16, f32 and f64; `{word}` is not supported"
        ));
    }
    match word {
        "vector" | "tensor" | "tuple" | "none" => start.unsupported(format!(
            "`{word}` types are not supported: numbers and memrefs cross a call"
        )),
        "" if rest.starts_with('!') => {
            start.unsupported("types of other dialects are not supported: numbers and memrefs cross a call")
        }
        "" if rest.starts_with('(') => {
            start.unsupported("function types cannot be passed: numbers and memrefs can")
        }
        "" => start.error("expected a type, such as i32, f64, index or memref<?x4xf32>"),
        "memref" => start.error("a memref's elements are numbers, not memrefs"),
        _ => start.error(format!(
            "`{word}` is not a type; examples: i32, f64, index, complex<f32>, memref<?x4xf32>"
        )),
    }
}

fn complex(cursor: &mut Cursor<'_>) -> Result<Scalar> {
    cursor.expect("<", "behind `complex`")?;
    let mut start = *cursor;
    let word = cursor.word();
    let scalar = match word {
        "f32" => Scalar::ComplexF32,
        "f64" => Scalar::ComplexF64,
        _ => return Err(start.unsupported("complex numbers are complex<f32> and complex<f64>")),
    };
    cursor.expect(">", "behind the type of a complex number")?;
    Ok(scalar)
}

/// `<?x4xf32, strided<[?, 1], offset: ?>>`
fn memref(cursor: &mut Cursor<'_>) -> Result<Type> {
    cursor.expect("<", "behind `memref`")?;
    if cursor.take("*") {
        cursor.expect("x", "behind `*`")?;
        let element = element(cursor)?;
        end_of_memref(cursor)?;
        return Ok(Type::Unranked(element));
    }
    let mut shape = Vec::new();
    while let Some(size) = size(cursor)? {
        if shape.len() == MAX_RANK {
            return Err(cursor.unsupported(format!("a memref has at most {MAX_RANK} dimensions")));
        }
        shape.push(size);
        cursor.expect("x", "behind a size")?;
    }
    let element = element(cursor)?;
    let mut layout = Layout::Identity;
    let mut start = *cursor;
    if cursor.take(",") && cursor.rest().starts_with("strided") {
        cursor.advance("strided".len());
        layout = strided(cursor, shape.len())?;
    } else {
        *cursor = start;
    }
    start = *cursor;
    if start.take(",") {
        return Err(match start.word() {
            "affine_map" => cursor.unsupported(
                "affine maps are not supported as layouts; a strided one is written strided<[?, 1], offset: ?>",
            ),
            _ => cursor.unsupported("memory spaces are not supported: memory is that of the CPU"),
        });
    }
    end_of_memref(cursor)?;
    Ok(Type::MemRef(MemRef {
        shape,
        element,
        layout,
    }))
}

fn end_of_memref(cursor: &mut Cursor<'_>) -> Result<()> {
    if cursor.rest().starts_with(',') {
        return Err(cursor.unsupported("memory spaces are not supported: memory is that of the CPU"));
    }
    cursor.expect(">", "at the end of the memref's type")
}

fn element(cursor: &mut Cursor<'_>) -> Result<Scalar> {
    let start = *cursor;
    let word = cursor.word();
    scalar(cursor, start, word)
}

/// A size in front of its `x`, where one is next.
fn size(cursor: &mut Cursor<'_>) -> Result<Option<Extent>> {
    if cursor.take("?") {
        return Ok(Some(None));
    }
    if !cursor.rest().starts_with(|c: char| c.is_ascii_digit()) {
        return Ok(None);
    }
    let mut start = *cursor;
    let digits = cursor.take_while(|c| c.is_ascii_digit());
    match digits.parse() {
        Ok(size) => Ok(Some(Some(size))),
        Err(_) => Err(start.error("this size does not fit 64 bits")),
    }
}

/// A stride or an offset.
fn extent(cursor: &mut Cursor<'_>, what: &str) -> Result<Extent> {
    if cursor.take("?") {
        return Ok(None);
    }
    cursor.rest();
    let mut start = *cursor;
    let text = start.rest_here();
    cursor.take("-");
    cursor.take_while(|c| c.is_ascii_digit());
    let len = text.len() - cursor.rest_here().len();
    text[..len]
        .parse()
        .map(Some)
        .map_err(|_| start.error(format!("expected {what}: `?` or a number of 64 bits")))
}

/// `<[?, 1], offset: ?>`
fn strided(cursor: &mut Cursor<'_>, rank: usize) -> Result<Layout> {
    let mut start = *cursor;
    cursor.expect("<", "behind `strided`")?;
    cursor.expect("[", "in front of the strides")?;
    let mut strides = Vec::new();
    if !cursor.take("]") {
        loop {
            strides.push(extent(cursor, "a stride")?);
            if cursor.take("]") {
                break;
            }
            cursor.expect(",", "or `]` behind a stride")?;
        }
    }
    let mut offset = Some(0);
    if cursor.take(",") {
        cursor.expect("offset", "behind the strides")?;
        cursor.expect(":", "behind `offset`")?;
        offset = extent(cursor, "an offset")?;
    }
    cursor.expect(">", "at the end of the layout")?;
    if strides.len() != rank {
        return Err(start.error(format!(
            "a memref of rank {rank} has as many strides, got {}",
            strides.len()
        )));
    }
    Ok(Layout::Strided { strides, offset })
}
