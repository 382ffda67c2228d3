//! The attribute macro `#[packed_func]`.
//!
//! It leaves the function as it is and adds, in an unnamed scope: the signature as static data, the shim between
//! the calling convention and the function's Rust types, and an entry in the linked-in table that the registry
//! walks at load time. What the expansion calls is fenced off in `tvmlike::__private`.

mod expand;
mod options;

use proc_macro::TokenStream;

/// Registers a function under a dotted name when the library that contains it is loaded.
///
/// Parameter and result types are those of `FromArg` and `IntoReturn`. A parameter with `#[default(value)]` may be
/// left out by callers; a last parameter of type `TVMArgs` takes any number of arguments. The doc comment, the
/// parameter names and the place in the source go into the function's signature record.
///
/// Options behind the name: `override` replaces a function that is there under the name; `crate = path` names the
/// crate that re-exports `tvmlike`.
#[proc_macro_attribute]
pub fn packed_func(options: TokenStream, item: TokenStream) -> TokenStream {
    let result = syn::parse(options)
        .and_then(|options| Ok((options, syn::parse(item.clone())?)))
        .and_then(|(options, function)| expand::packed_func(options, function));
    match result {
        Ok(tokens) => tokens.into(),
        Err(error) => {
            // The function itself stays, so that only the mistake is reported, not everything that calls it.
            let mut tokens = item;
            tokens.extend(TokenStream::from(error.into_compile_error()));
            tokens
        }
    }
}
