//! The descriptor of a function: a static with its signature and its body, which converts between values and Rust types.
//!
//! Code that is the same for all functions is compiled once and uses the descriptor. A body is generated for every function,
//! so each of its tokens costs compile time. Invariant: arguments are converted from left to right, and a missing conversion
//! is a compile error at the parameter's type.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, Type};

use crate::parameters::{Lend, Parameter};
use crate::signature::at_call_site;

/// The input for a descriptor.
pub(crate) struct Callable<'a> {
    /// The path of `tvmlike::__private`.
    pub(crate) private: &'a TokenStream,
    /// An expression of static text.
    pub(crate) name: TokenStream,
    pub(crate) parameters: &'a [Parameter],
    pub(crate) variadic: bool,
    /// Whether front ends release the GIL for the call, because it may run long or wait.
    pub(crate) release_gil: bool,
    /// Whether it has a separate entry that contains its body. Not for methods.
    pub(crate) inline: bool,
    /// An expression of the result's type record.
    pub(crate) result: TokenStream,
    pub(crate) doc: String,
    /// An expression of the line in the source.
    pub(crate) line: TokenStream,
    /// For a method, the type of its object, which is the variable `this`, and the static that identifies the type.
    pub(crate) receiver: Option<(&'a Type, Ident)>,
}

impl Callable<'_> {
    /// The signature, as an expression for a static.
    fn signature(&self) -> TokenStream {
        let Self {
            private,
            name,
            variadic,
            release_gil,
            result,
            doc,
            line,
            ..
        } = self;
        let params = self.parameters.iter().map(|parameter| param(parameter, private));
        quote! {
            #private::Signature {
                name: #name,
                params: &[#(#params),*],
                variadic: #variadic,
                release_gil: #release_gil,
                result: #result,
                doc: #doc,
                file: ::core::file!(),
                line: #line,
                overloads: ::core::option::Option::None,
            }
        }
    }

    /// The check of arguments that distinguishes the function from its other overloads.
    fn check(&self) -> TokenStream {
        let Self {
            private,
            parameters,
            receiver,
            ..
        } = self;
        let object = receiver
            .as_ref()
            .map(|(ty, _)| quote!(let (_, args) = #private::receiver::<#ty>(args);));
        // Names of the check, which a type's span must not resolve: see `descriptor`.
        let (args, descriptor, pass) = (quote!(args), quote!(descriptor), quote!(pass));
        let checks = parameters.iter().enumerate().map(|(position, parameter)| {
            let ty = &parameter.ty;
            let is_given = if parameter.implicit {
                quote!(#private::is_given_value(args, #position))
            } else {
                quote!(#private::is_given(args, #position))
            };
            let check =
                quote_spanned!(ty.span()=> #private::accept::<#ty>(#args, #position, #descriptor, #pass)?;);
            if parameter.is_optional() {
                quote!(if #is_given { #check })
            } else {
                check
            }
        });
        quote! {{
            unsafe fn check<'a>(
                args: #private::Passed<'a>,
                descriptor: &'static #private::Descriptor,
                pass: #private::Pass,
            ) -> ::core::result::Result<(), ::core::option::Option<#private::Failure>> {
                // SAFETY: the caller of a check has checked the object and the count of the arguments.
                unsafe {
                    #object
                    #(#checks)*
                    ::core::result::Result::Ok(())
                }
            }
            check
        }}
    }

    /// One of several functions with one name.
    pub(crate) fn overload(
        &self,
        returned: impl FnOnce(TokenStream, &TokenStream) -> TokenStream,
    ) -> TokenStream {
        let private = self.private;
        let check = self.check();
        let descriptor = self.descriptor(returned);
        quote!(#private::Overload { descriptor: #descriptor, check: #check })
    }

    /// The body, which converts the arguments and calls the function: a block of items that ends with the value of the
    /// descriptor. `returned` creates the expression that writes the result to `slot`, from the converted arguments and the
    /// descriptor.
    pub(crate) fn descriptor(
        &self,
        returned: impl FnOnce(TokenStream, &TokenStream) -> TokenStream,
    ) -> TokenStream {
        let Self {
            private,
            parameters,
            variadic,
            receiver,
            inline,
            ..
        } = self;
        let total = parameters.len();
        let required = parameters
            .iter()
            .rposition(|parameter| !parameter.is_optional())
            .map_or(0, |last| last + 1);
        let names: Vec<_> = (0..total)
            .map(|position| format_ident!("argument_{position}"))
            .collect();
        let descriptor = quote!(descriptor);
        let conversions = parameters
            .iter()
            .zip(&names)
            .enumerate()
            .map(|(position, (parameter, name))| conversion(private, position, parameter, name));
        let lent = parameters
            .iter()
            .zip(&names)
            .map(|(parameter, name)| parameter.lend.lent(name));
        let rest = variadic.then(|| quote!(args.from(#total)));
        let returned = returned(quote!(#(#lent,)* #rest), &descriptor);
        let signature = self.signature();
        let (taken, object, record) = match receiver {
            None => (0, TokenStream::new(), quote!(::core::option::Option::None)),
            Some((ty, record)) => (
                1,
                quote!(let (this, args) = #private::receiver::<#ty>(args);),
                quote!(::core::option::Option::Some(&#record)),
            ),
        };
        let least = u32::try_from(required + taken).unwrap_or(u32::MAX);
        let extra = if *variadic {
            quote!(#private::MAX_ARGS - #least)
        } else {
            let extra = u32::try_from(total - required).unwrap_or(u32::MAX);
            quote!(#extra)
        };
        let (inlined, entry) = if *inline {
            (quote!(#[inline(always)]), own_entry(private, least, &extra))
        } else {
            (TokenStream::new(), quote!(::core::option::Option::None))
        };
        quote! {{
            #inlined
            unsafe fn body<'a>(
                args: #private::Passed<'a>,
                slot: #private::ResultSlot<'a>,
                descriptor: &'static #private::Descriptor,
            ) -> ::core::result::Result<(), #private::Failure> {
                // SAFETY: the caller of a body has checked the object and the count of the arguments.
                unsafe {
                    #object
                    #(#conversions)*
                    match #returned {
                        ::core::result::Result::Ok(()) => ::core::result::Result::Ok(()),
                        ::core::result::Result::Err(error) => {
                            ::core::result::Result::Err(::core::convert::From::from(error))
                        }
                    }
                }
            }
            #private::Descriptor {
                signature: #signature,
                body,
                least: #least,
                extra: #extra,
                receiver: #record,
                entry: #entry,
            }
        }}
    }
}

/// The statement of a body that converts the argument at a position to a variable.
fn conversion(private: &TokenStream, position: usize, parameter: &Parameter, name: &Ident) -> TokenStream {
    // Names of the body. With a type's span they would resolve where the type was written, which may be in another macro.
    let (args, slot, descriptor) = (quote!(args), quote!(slot), quote!(descriptor));
    // A missing conversion is reported at the parameter's type.
    let span = parameter.ty.span();
    let convert = quote_spanned! {span=>
        match #private::argument(#args, #position, #descriptor) {
            ::core::result::Result::Ok(value) => value,
            ::core::result::Result::Err(stop) => {
                return stop.leave(#args, #position, #slot, #descriptor);
            }
        }
    };
    // A borrowed slice does not determine its owner's type.
    let ty = (parameter.lend != Lend::No).then(|| {
        let ty = &parameter.ty;
        quote!(: #ty)
    });
    match &parameter.default {
        None if parameter.implicit => {
            let ty = &parameter.ty;
            quote_spanned! {span=>
                let #name = if #private::is_given_value(#args, #position) {
                    #convert
                } else {
                    match #private::implicit::<#ty>(#position, #descriptor) {
                        ::core::result::Result::Ok(value) => value,
                        ::core::result::Result::Err(error) => {
                            return ::core::result::Result::Err(::core::convert::From::from(error));
                        }
                    }
                };
            }
        }
        None => quote!(let #name #ty = #convert;),
        Some(default) => {
            let default = parameter.lend.owned(default);
            quote!(let #name #ty = if #private::is_given(args, #position) { #convert } else { #default };)
        }
    }
}

/// A block with an entry for the function whose `body` is in scope.
fn own_entry(private: &TokenStream, least: u32, extra: &TokenStream) -> TokenStream {
    quote! {{
        #[cfg_attr(target_os = "linux", unsafe(link_section = "tvmlike_guard"))]
        unsafe extern "C" fn entry(
            function: *mut #private::TVMLikeObject,
            args: *const #private::TVMLikeValue,
            num_args: i32,
            result: *mut #private::TVMLikeValue,
        ) -> ::core::ffi::c_int {
            // SAFETY: the caller keeps the calling convention; counts and body are those of the descriptor.
            unsafe {
                #private::enter(function, args, num_args, result, #least, #extra, |args, slot, descriptor| {
                    body(args, slot, descriptor)
                })
            }
        }
        ::core::option::Option::Some(entry)
    }}
}

/// Several functions with one name, which callers see as one.
pub(crate) struct Overloaded<'a> {
    pub(crate) private: &'a TokenStream,
    /// An expression of static text.
    pub(crate) name: TokenStream,
    pub(crate) release_gil: bool,
    /// The static that identifies the type of their object.
    pub(crate) receiver: Option<Ident>,
    /// Expressions of the functions, from [`Callable::overload`].
    pub(crate) overloads: Vec<TokenStream>,
    pub(crate) line: TokenStream,
    /// The span of the error for overloads that cannot be distinguished.
    pub(crate) span: Span,
}

impl Overloaded<'_> {
    /// The descriptor that they share.
    pub(crate) fn descriptor(&self) -> TokenStream {
        let Self {
            private,
            name,
            release_gil,
            receiver,
            overloads,
            line,
            span,
        } = self;
        let made = quote_spanned!(at_call_site(*span)=> #private::Overloads::new(&LIST));
        let least = u32::from(receiver.is_some());
        let receiver = match receiver {
            None => quote!(::core::option::Option::None),
            Some(record) => quote!(::core::option::Option::Some(&#record)),
        };
        let count = overloads.len();
        quote! {{
            static LIST: [#private::Overload; #count] = [#(#overloads),*];
            static OVERLOADS: #private::Overloads = #made;
            #private::Descriptor {
                signature: #private::Signature {
                    name: #name,
                    params: &[],
                    variadic: true,
                    release_gil: #release_gil,
                    result: #private::UNKNOWN,
                    doc: "",
                    file: ::core::file!(),
                    line: #line,
                    overloads: ::core::option::Option::Some(&OVERLOADS),
                },
                body: #private::dispatch,
                least: #least,
                extra: #private::MAX_ARGS - #least,
                receiver: #receiver,
                entry: ::core::option::Option::None,
            }
        }}
    }
}

/// The type record of what a function returns, as an expression.
pub(crate) fn record_of(result: &Type, private: &TokenStream) -> TokenStream {
    let span = result.span();
    if is_result(result) {
        quote_spanned!(span=> <#result as #private::ResultRecord>::TYPE)
    } else {
        quote_spanned!(span=> <#result as #private::IntoReturn>::TYPE)
    }
}

/// The expression that writes what `call` returns to `slot`. The tokens have the span of the result's type, at which errors are
/// reported.
pub(crate) fn put_result(
    result: &Type,
    call: &TokenStream,
    slot: &TokenStream,
    span: Span,
    private: &TokenStream,
) -> TokenStream {
    if !is_result(result) {
        return quote_spanned!(span=> #private::IntoReturn::return_into(#call, #slot));
    }
    let value = quote!(returned);
    quote_spanned! {span=>
        match #call {
            #value => {
                #[allow(unused_imports, reason = "which of them is used depends on the type of the error")]
                use #private::{PutBoxed as _, PutConverted as _, PutShared as _};
                (&&&#private::returned(&#value)).put(#value, #slot)
            }
        }
    }
}

/// Whether a type may be a `Result` with an error of another crate: its name ends with `Result`.
fn is_result(ty: &Type) -> bool {
    let Type::Path(path) = ty else { return false };
    let last = path.path.segments.last();
    last.is_some_and(|segment| segment.ident.to_string().ends_with("Result"))
}

fn param(parameter: &Parameter, private: &TokenStream) -> TokenStream {
    let Parameter {
        name,
        ty,
        default,
        implicit,
        keyword_only,
        lend,
    } = parameter;
    let default = match default {
        None if *implicit => quote!(::core::option::Option::Some(#private::Any::default)),
        None => quote!(::core::option::Option::None),
        Some(default) => {
            let source = quote!(#default).to_string();
            let default = lend.owned(default);
            // The default of a type that cannot become a value is shown as source text.
            quote! {
                ::core::option::Option::Some(|| {
                    #[allow(unused_imports, reason = "which of them is used depends on the type")]
                    use #private::{DefaultAsSource as _, DefaultAsValue as _};
                    let default: #ty = #default;
                    #private::DefaultOf(default).shown(#source)
                })
            }
        }
    };
    let span = ty.span();
    let converts = if *implicit {
        quote!(Implicit)
    } else {
        quote!(FromArg)
    };
    let record = quote_spanned!(span=> <#ty as #private::#converts>::TYPE);
    quote! {
        #private::Param {
            name: #name,
            ty: #record,
            default: #default,
            implicit: #implicit,
            keyword_only: #keyword_only,
        }
    }
}

/// The text of doc comments.
pub(crate) fn doc_of(attributes: &[syn::Attribute]) -> String {
    let lines = attributes.iter().filter_map(|attribute| match &attribute.meta {
        syn::Meta::NameValue(meta) if meta.path.is_ident("doc") => match &meta.value {
            Expr::Lit(syn::ExprLit {
                lit: syn::Lit::Str(text),
                ..
            }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    });
    let lines: Vec<_> = lines
        .map(|line| line.strip_prefix(' ').unwrap_or(&line).to_owned())
        .collect();
    lines.join("\n").trim().to_owned()
}
