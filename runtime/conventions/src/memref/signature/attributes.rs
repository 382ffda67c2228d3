//! Attribute dictionaries: two attributes count, the others are skipped.

use tvmlike_runtime::Result;

use super::cursor::Cursor;

/// What an attribute dictionary says that matters here.
#[derive(Default)]
pub(super) struct Attributes {
    pub(super) read_only: bool,
    pub(super) no_alias: bool,
}

/// `{llvm.readonly, name = value}`, where there is one. Values are skipped: nothing that matters here has one.
pub(super) fn attributes(cursor: &mut Cursor<'_>) -> Result<Attributes> {
    let mut said = Attributes::default();
    if !cursor.take("{") {
        return Ok(said);
    }
    if cursor.take("}") {
        return Ok(said);
    }
    loop {
        let quoted = cursor.rest().starts_with('"');
        let name = if quoted { string(cursor)? } else { cursor.word() };
        match name {
            "" => return Err(cursor.error("expected the name of an attribute")),
            "llvm.readonly" => said.read_only = true,
            "llvm.noalias" => said.no_alias = true,
            _ => {}
        }
        if cursor.take("=") {
            skip_value(cursor)?;
        }
        if cursor.take("}") {
            return Ok(said);
        }
        cursor.expect(",", "or `}` behind an attribute")?;
    }
}

/// A string without its quotes; escapes stay as they are.
fn string<'a>(cursor: &mut Cursor<'a>) -> Result<&'a str> {
    let text = &cursor.rest()[1..];
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => {
                cursor.advance(at + 2);
                return Ok(&text[..at]);
            }
            _ => {}
        }
    }
    Err(cursor.error("this string does not end"))
}

/// Skips an attribute's value: up to a comma or a closing brace that belongs to the dictionary.
fn skip_value(cursor: &mut Cursor<'_>) -> Result<()> {
    let mut open: Vec<char> = Vec::new();
    let start = *cursor;
    loop {
        let rest = cursor.rest();
        let Some(c) = rest.chars().next() else {
            return Err({ start }.error("this attribute's value does not end"));
        };
        match c {
            '"' => {
                string(cursor)?;
                continue;
            }
            '-' if rest.starts_with("->") => {
                cursor.advance(2);
                continue;
            }
            ',' | '}' if open.is_empty() => return Ok(()),
            '(' => open.push(')'),
            '[' => open.push(']'),
            '{' => open.push('}'),
            '<' => open.push('>'),
            ')' | ']' | '}' | '>' if open.pop() != Some(c) => {
                return Err(cursor.error(format!("`{c}` closes nothing")));
            }
            _ => {}
        }
        cursor.advance(c.len_utf8());
    }
}
