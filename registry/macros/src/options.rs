//! What stands in the parentheses of the attribute.

use syn::parse::{Parse, ParseStream};
use syn::{Ident, LitStr, Path, Result, Token, parse_quote};

pub(crate) struct Options {
    pub(crate) name: LitStr,
    pub(crate) overrides: bool,
    pub(crate) releases_lock: bool,
    pub(crate) krate: Path,
}

impl Parse for Options {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        if input.is_empty() {
            return Err(input.error("the name is missing: write #[packed_func(\"namespace.name\")]"));
        }
        let name: LitStr = input.parse()?;
        check_name(&name)?;
        let mut options = Self {
            name,
            overrides: false,
            releases_lock: false,
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
                if word == "release_lock" {
                    options.releases_lock = true;
                    continue;
                }
                return Err(syn::Error::new(
                    word.span(),
                    format!(
                        "unknown option `{word}`; there are `override`, `release_lock` and `crate = path`"
                    ),
                ));
            }
        }
        Ok(options)
    }
}

/// The registry's own limit, in bytes; the macro crate stands below it and cannot name it.
const MAX_NAME: usize = 1024;

fn check_name(name: &LitStr) -> Result<()> {
    let text = name.value();
    let mistake = if text.is_empty() {
        "a packed function needs a name"
    } else if text.len() > MAX_NAME {
        "a name has at most 1024 bytes"
    } else if text.contains('\0') {
        "a name holds no NUL"
    } else if text.split('.').any(str::is_empty) {
        "a dotted name has text before, between and behind its dots"
    } else {
        return Ok(());
    };
    Err(syn::Error::new(name.span(), mistake))
}
