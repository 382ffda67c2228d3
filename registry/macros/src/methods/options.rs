//! The arguments of `#[methods]`.

use proc_macro2::Span;
use syn::parse::{Parse, ParseStream};
use syn::{Error, Ident, Path, Result, Token, parse_quote};

use crate::member::Container;

/// The arguments of `#[methods]`.
pub(crate) struct Options {
    pub(super) krate: Path,
    /// The kind of container that the block makes of the type, and the span of that option.
    pub(super) container: Option<(Container, Span)>,
}

impl Parse for Options {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let mut options = Self {
            krate: parse_quote!(::tvmlike),
            container: None,
        };
        while !input.is_empty() {
            if input.peek(Token![crate]) {
                input.parse::<Token![crate]>()?;
                input.parse::<Token![=]>()?;
                options.krate = input.parse()?;
            } else {
                let word: Ident = input.parse()?;
                let container = match word.to_string().as_str() {
                    "sequence" => Container::Sequence,
                    "mapping" => Container::Mapping,
                    _ => {
                        return Err(Error::new(
                            word.span(),
                            "unknown option; expected `sequence`, `mapping` or `crate = path`",
                        ));
                    }
                };
                if options.container.replace((container, word.span())).is_some() {
                    return Err(Error::new(
                        word.span(),
                        "`sequence` and `mapping` exclude each other",
                    ));
                }
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(options)
    }
}
