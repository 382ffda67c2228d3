//! The expansion of `#[packed_func]`.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Error, ItemFn, Result};

use crate::callable::{Callable, Overloaded, doc_of, put_result, record_of};
use crate::member::Call;
use crate::options::Options;
use crate::parameters::take_parameters;
use crate::signature::{check_signature, line_of, one_overload, result_of};

/// The expansion of a packed function.
pub(crate) struct Entry {
    /// The function, without the attributes of its parameters.
    pub(crate) function: TokenStream,
    /// The symbol for tvm-ffi, if it is exported.
    pub(crate) export: Option<TokenStream>,
    /// An expression of its row in a table.
    pub(crate) entry: TokenStream,
}

pub(crate) fn packed_func(options: Options, function: ItemFn) -> Result<TokenStream> {
    let krate = options.krate.clone();
    let private = quote!(#krate::__private);
    let Entry {
        function,
        export,
        entry,
    } = entry(options, function, &quote!(ENTRY))?;
    Ok(quote! {
        #function

        const _: () = {
            #export

            #[#private::linkme::distributed_slice(#private::FUNCTIONS)]
            #[linkme(crate = #private::linkme)]
            static ENTRY: #private::LoadTimeFunction = #entry;
        };
    })
}

/// Expands a packed function; `place` is an expression of the static row that will hold it.
pub(crate) fn entry(options: Options, mut function: ItemFn, place: &TokenStream) -> Result<Entry> {
    if let Some(span) = options.overload {
        return Err(Error::new(
            span,
            "`overload` is only for functions in a `#[packed_module]`",
        ));
    }
    let descriptor = with_callable(&options, &mut function, |callable, returned| {
        callable.descriptor(returned)
    })?;
    let Options {
        overrides,
        tvm_ffi,
        krate,
        ..
    } = options;
    let private = quote!(#krate::__private);
    Ok(Entry {
        export: tvm_ffi.map(|name| exported(&name, &private, place)),
        entry: quote!(#private::LoadTimeFunction { descriptor: #descriptor, overrides: #overrides }),
        function: quote!(#function),
    })
}

/// Expands functions that share a name: replaces each by its expansion, and returns the row of all.
pub(crate) fn overloaded(functions: Vec<(Options, &mut ItemFn)>) -> Result<TokenStream> {
    let Some((first, first_function)) = functions.first() else {
        unreachable!("a name belongs to a function");
    };
    if let (Some(span), 1) = (first.overload, functions.len()) {
        return Err(one_overload(span, &first.name.value()));
    }
    let (krate, name) = (first.krate.clone(), first.name.clone());
    let line = line_of(first_function.sig.ident.span());
    let private = quote!(#krate::__private);
    let (mut overloads, mut release_gil, mut overrides) = (Vec::new(), false, false);
    for (options, function) in functions {
        if options.tvm_ffi.is_some() {
            return Err(Error::new(
                options.name.span(),
                "`tvm_ffi` and `overload` exclude each other: a symbol is one function",
            ));
        }
        if options.inline {
            return Err(Error::new(
                options.name.span(),
                "`inline` and `overload` exclude each other: overloads share one entry",
            ));
        }
        release_gil |= options.release_gil;
        overrides |= options.overrides;
        overloads.push(with_callable(&options, function, |callable, returned| {
            callable.overload(returned)
        })?);
    }
    let all = Overloaded {
        private: &private,
        name: quote!(#name),
        release_gil,
        receiver: None,
        overloads,
        line,
        span: name.span(),
    };
    let descriptor = all.descriptor();
    Ok(quote!(#private::LoadTimeFunction { descriptor: #descriptor, overrides: #overrides }))
}

/// What `make` makes of a function, from which the attributes of parameters are taken, and of what calls it.
fn with_callable(
    options: &Options,
    function: &mut ItemFn,
    make: impl FnOnce(&Callable<'_>, Call) -> TokenStream,
) -> Result<TokenStream> {
    check_signature(&function.sig, "a packed function")?;
    let (parameters, variadic) = take_parameters(&mut function.sig.inputs, "a packed function")?;
    let Options {
        name,
        release_gil,
        inline,
        krate,
        ..
    } = options;
    let private = quote!(#krate::__private);
    let result = result_of(&function.sig.output);
    let callable = Callable {
        private: &private,
        name: quote!(#name),
        parameters: &parameters,
        variadic,
        release_gil: *release_gil,
        inline: *inline,
        result: record_of(&result, &private),
        doc: doc_of(&function.attrs),
        line: line_of(function.sig.ident.span()),
        receiver: None,
    };
    let (ident, span) = (function.sig.ident.clone(), function.sig.output.span());
    let (called, slot) = (private.clone(), quote!(slot));
    let returned: Call = Box::new(move |args, _| {
        put_result(
            &result,
            &quote_spanned!(span=> #ident(#args)),
            &slot,
            span,
            &called,
        )
    });
    Ok(make(&callable, returned))
}

/// The symbols by which tvm-ffi's loader finds the function, whose row is `place`, its types and its documentation.
fn exported(name: &str, private: &TokenStream, place: &TokenStream) -> TokenStream {
    let symbol = |prefix: &str, handler: &str| {
        let symbol = format!("__tvm_ffi_{prefix}{name}");
        let function = quote::format_ident!("exported_{prefix}{name}");
        let handler = quote::format_ident!("{handler}");
        quote! {
            #[unsafe(export_name = #symbol)]
            #[cfg_attr(target_os = "linux", unsafe(link_section = "tvmlike_guard"))]
            unsafe extern "C" fn #function(
                _function: *mut #private::TVMLikeObject,
                args: *const #private::TVMLikeValue,
                num_args: i32,
                result: *mut #private::TVMLikeValue,
            ) -> ::core::ffi::c_int {
                // SAFETY: the caller keeps the calling convention.
                unsafe { #private::#handler(&#place.descriptor, args, num_args, result) }
            }
        }
    };
    let function = symbol("", "exported_function");
    let metadata = symbol("_metadata_", "exported_metadata");
    let doc = symbol("_doc_", "exported_doc");
    quote!(#function #metadata #doc)
}
