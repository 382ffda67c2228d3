//! Objects as text, in the format of TVM's printer.
//!
//! Containers are printed with an explicit stack instead of recursion, because their depth is limited by memory only. Invariant:
//! the text is finite, even if parts of a value are shared or cyclic.

use std::borrow::Cow;
use std::fmt::Write as _;

use tvmlike::{Any, AnyView, Array, FromArg, Map, Result, Shape, TypeIndex, check_interrupt};

use crate::{keys, reflect};

/// The limit of the text: an array that contains an array twice, which contains an array twice … grows exponentially.
const MOST_BYTES: usize = 1 << 20;

/// A piece that is still to be printed.
enum Piece {
    Value(Any),
    Text(Cow<'static, str>),
}

/// Formats a value.
pub(crate) fn repr(value: &AnyView<'_>) -> Result<String> {
    let mut out = String::new();
    let mut pieces = vec![Piece::Value(value.to_owned()?)];
    let mut steps = 0_u32;
    while let Some(piece) = pieces.pop() {
        steps = steps.wrapping_add(1);
        if steps.is_multiple_of(1024) {
            check_interrupt()?;
        }
        match piece {
            Piece::Text(text) => out.push_str(&text),
            Piece::Value(value) => print(value.view(), &mut out, &mut pieces)?,
        }
        if out.len() > MOST_BYTES {
            out.push_str(" ...");
            break;
        }
    }
    Ok(out)
}

fn print(value: &AnyView<'_>, out: &mut String, pieces: &mut Vec<Piece>) -> Result<()> {
    if let Some(Ok(text)) = value.as_str() {
        quoted(text, out);
        return Ok(());
    }
    match value.kind() {
        TypeIndex::NONE => out.push_str("(nullptr)"),
        TypeIndex::ARRAY | TypeIndex::LIST => {
            let items: Array = value.convert()?;
            let items = items.iter().map(|item| Ok(vec![Piece::Value(item.to_owned()?)]));
            row("[", items.collect::<Result<_>>()?, "]", pieces);
        }
        TypeIndex::MAP => {
            let map: Map = value.convert()?;
            let pair = |(key, value): (&AnyView<'_>, &AnyView<'_>)| {
                let (key, value) = (Piece::Value(key.to_owned()?), Piece::Value(value.to_owned()?));
                Ok(vec![key, Piece::Text(": ".into()), value])
            };
            row("{", map.iter().map(pair).collect::<Result<_>>()?, "}", pieces);
        }
        TypeIndex::SHAPE => {
            let shape: Shape = value.convert()?;
            let _ = write!(out, "{:?}", &*shape);
        }
        kind if kind.is_object() => return object(value, out, pieces),
        _ => {
            let _ = write!(out, "{value:?}");
        }
    }
    Ok(())
}

/// Formats an object that is not a container: by `__repr__`, by its fields, or by its address.
fn object(value: &AnyView<'_>, out: &mut String, pieces: &mut Vec<Piece>) -> Result<()> {
    let index = value.kind();
    let key = keys::name_of(index);
    let members = reflect::members(index)?;
    if let Some(repr) = members
        .iter()
        .find(|member| member.name == "__repr__" && member.is_method())
    {
        let text = repr.read(value)?;
        out.push_str(
            <&str>::from_arg(text.view()).map_err(|why| why.into_error(&format!("{key}.__repr__")))?,
        );
        return Ok(());
    }
    let fields = members.iter().filter(|member| member.is_field());
    let fields = fields.map(|field| {
        let name = Piece::Text(format!("{}=", field.name).into());
        Ok(vec![name, Piece::Value(field.read(value)?)])
    });
    let fields = fields.collect::<Result<Vec<_>>>()?;
    if fields.is_empty() {
        let address = value.as_object().map_or(0, |object| object.as_ptr().addr());
        let _ = write!(out, "{key}({address:#x})");
    } else {
        row(format!("{key}("), fields, ")", pieces);
    }
    Ok(())
}

/// Pushes items, separated by commas, onto the stack.
fn row(
    open: impl Into<Cow<'static, str>>,
    items: Vec<Vec<Piece>>,
    close: &'static str,
    pieces: &mut Vec<Piece>,
) {
    let mut all = vec![Piece::Text(open.into())];
    for (at, item) in items.into_iter().enumerate() {
        if at > 0 {
            all.push(Piece::Text(", ".into()));
        }
        all.extend(item);
    }
    all.push(Piece::Text(close.into()));
    pieces.extend(all.into_iter().rev());
}

/// Quoted text with C's escapes.
fn quoted(text: &str, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            control if control.is_ascii_control() => {
                let _ = write!(out, "\\x{:02X}", u32::from(control));
            }
            other => out.push(other),
        }
    }
    out.push('"');
}
