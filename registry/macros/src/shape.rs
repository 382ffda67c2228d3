//! Shared parts of the derives of values: generics, and the option `crate = path`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{ParseStream, Parser};
use syn::spanned::Spanned;
use syn::{Attribute, Error, GenericParam, Lifetime, Path, Result, Token, parse_quote};

/// The generics of a type that becomes a value: one lifetime at most.
pub(crate) struct Generics {
    /// The lifetime, if there is one.
    pub(crate) lifetime: Option<Lifetime>,
    /// The arguments of the type's name.
    pub(crate) of_type: TokenStream,
}

impl Generics {
    /// The generics of a type; error messages call it `what`.
    pub(crate) fn of(generics: &syn::Generics, what: &str) -> Result<Self> {
        let mut params = generics.params.iter();
        let found = match (params.next(), params.next()) {
            (None, _) => None,
            (Some(GenericParam::Lifetime(lifetime)), None) => Some(lifetime.lifetime.clone()),
            _ => {
                return Err(Error::new(
                    generics.span(),
                    format!("{what} can have one lifetime parameter and no other generic parameter"),
                ));
            }
        };
        let of_type = found
            .as_ref()
            .map_or_else(TokenStream::new, |lifetime| quote!(<#lifetime>));
        Ok(Self {
            lifetime: found,
            of_type,
        })
    }
}

/// The crate in an attribute without other arguments: `#[NAME(crate = path)]`.
pub(crate) fn krate_of(attributes: &[Attribute], name: &str) -> Result<Path> {
    let Some(attribute) = attributes.iter().find(|one| one.path().is_ident(name)) else {
        return Ok(parse_quote!(::tvmlike));
    };
    let parse = |input: ParseStream<'_>| krate_option(input);
    parse.parse2(attribute.meta.require_list()?.tokens.clone())
}

/// `crate = path`
pub(crate) fn krate_option(input: ParseStream<'_>) -> Result<Path> {
    input.parse::<Token![crate]>()?;
    input.parse::<Token![=]>()?;
    input.parse()
}
