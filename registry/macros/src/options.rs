//! The arguments of `#[packed_func]`.

use proc_macro2::Span;
use syn::parse::{Parse, ParseStream};
use syn::{Ident, LitStr, Path, Result, Token, parse_quote};

pub(crate) struct Options {
    pub(crate) name: LitStr,
    pub(crate) overrides: bool,
    pub(crate) release_gil: bool,
    /// Whether the function gets a separate entry that contains its body.
    pub(crate) inline: bool,
    /// Whether it is overloaded, and the span of that option.
    pub(crate) overload: Option<Span>,
    /// The name under which tvm-ffi's loader finds the function, too.
    pub(crate) tvm_ffi: Option<String>,
    pub(crate) krate: Path,
}

impl Parse for Options {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        if input.is_empty() {
            return Err(input.error("missing name: write `#[packed_func(\"namespace.name\")]`"));
        }
        let name: LitStr = input.parse()?;
        check_name(&name)?;
        let mut options = Self {
            name,
            overrides: false,
            release_gil: false,
            inline: false,
            overload: None,
            tvm_ffi: None,
            krate: parse_quote!(::tvmlike),
        };
        while !input.is_empty() {
            input.parse::<Token![,]>()?;
            if input.peek(Token![override]) {
                input.parse::<Token![override]>()?;
                options.overrides = true;
            } else if input.peek(Token![crate]) {
                input.parse::<Token![crate]>()?;
                input.parse::<Token![=]>()?;
                options.krate = input.parse()?;
            } else if input.is_empty() {
                break;
            } else {
                let word: Ident = input.parse()?;
                if word == "release_gil" {
                    options.release_gil = true;
                    continue;
                }
                if word == "inline" {
                    options.inline = true;
                    continue;
                }
                if word == "overload" {
                    options.overload = Some(word.span());
                    continue;
                }
                if word == "tvm_ffi" {
                    options.tvm_ffi = Some(exported_name(input, &options.name)?);
                    continue;
                }
                return Err(syn::Error::new(
                    word.span(),
                    format!(
                        "unknown option `{word}`; expected `override`, `release_gil`, `inline`, `overload`, \
                         `tvm_ffi`, `tvm_ffi = \"name\"` or `crate = path`"
                    ),
                ));
            }
        }
        Ok(options)
    }
}

/// The name after `tvm_ffi =`, or the last part of the function's own.
fn exported_name(input: ParseStream<'_>, name: &LitStr) -> Result<String> {
    let (text, place) = if input.peek(Token![=]) {
        input.parse::<Token![=]>()?;
        let given: LitStr = input.parse()?;
        (given.value(), given.span())
    } else {
        let full = name.value();
        let last = full.rsplit('.').next().unwrap_or_default();
        (last.to_owned(), name.span())
    };
    let is_plain = text
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if text.is_empty() || text.starts_with('_') || !is_plain {
        return Err(syn::Error::new(
            place,
            format!(
                "`{text}` is not a valid symbol for tvm-ffi: expected letters, digits and `_`, not beginning with `_`; \
                 choose one with `tvm_ffi = \"name\"`"
            ),
        ));
    }
    Ok(text)
}

/// The registry's limit in bytes. This crate cannot import it, because the registry depends on this crate.
const MAX_NAME: usize = 1024;

/// Checks a dotted name.
pub(crate) fn check_name(name: &LitStr) -> Result<()> {
    let text = name.value();
    let mistake = if text.is_empty() {
        "a name must not be empty".to_owned()
    } else if text.len() > MAX_NAME {
        format!("a name must not exceed {MAX_NAME} bytes, got {}", text.len())
    } else if text.contains('\0') {
        "a name must not contain NUL".to_owned()
    } else if text.split('.').any(str::is_empty) {
        format!("a name must not have empty components: \"{text}\"")
    } else {
        return Ok(());
    };
    Err(syn::Error::new(name.span(), mistake))
}
