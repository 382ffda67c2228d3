//! Signatures of functions and methods: checks, result types, and source locations.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::spanned::Spanned;
use syn::{Error, Result, ReturnType, Signature, Type};

use crate::parameters::elided;

/// Fails for a signature that other languages cannot call. Error messages call the function `what`.
pub(crate) fn check_signature(signature: &Signature, what: &str) -> Result<()> {
    let refuse = |span: Span, why: String| Err(Error::new(span, why));
    if let Some(asyncness) = signature.asyncness {
        return refuse(asyncness.span(), format!("{what} cannot be `async`"));
    }
    if let Some(unsafety) = signature.unsafety {
        return refuse(unsafety.span(), format!("an `unsafe fn` cannot be {what}"));
    }
    if let Some(abi) = &signature.abi {
        return refuse(abi.span(), format!("{what} cannot be `extern`"));
    }
    let generics = &signature.generics;
    if generics.type_params().next().is_some() || generics.const_params().next().is_some() {
        return refuse(
            generics.span(),
            format!("{what} cannot be generic over types or constants"),
        );
    }
    Ok(())
}

/// The error for an overload that is the only function with its name.
pub(crate) fn one_overload(span: Span, name: &str) -> Error {
    Error::new(
        span,
        format!("`{name}` is marked as an overload, but no other function has this name"),
    )
}

/// The type that a function returns, with every lifetime elided.
pub(crate) fn result_of(output: &ReturnType) -> Type {
    match output {
        ReturnType::Default => syn::parse_quote!(()),
        ReturnType::Type(_, ty) => elided(ty),
    }
}

/// A location in the author's source. Names with this span resolve as in the rest of the expansion.
pub(crate) fn at_call_site(span: Span) -> Span {
    span.resolved_at(Span::call_site())
}

/// The line in the source, as an expression.
pub(crate) fn line_of(span: Span) -> TokenStream {
    let line = u32::try_from(span.unwrap().line()).unwrap_or(0);
    quote!(#line)
}
