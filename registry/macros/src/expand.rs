//! The expansion of `#[packed_func]`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit_mut::VisitMut;
use syn::{Error, Expr, ExprLit, FnArg, ItemFn, Lifetime, Lit, Meta, Pat, Result, ReturnType, Type};

use crate::options::Options;

/// One parameter as the expansion needs it.
struct Parameter {
    name: String,
    /// The type with every lifetime elided.
    ty: Type,
    default: Option<Expr>,
}

pub(crate) fn packed_func(options: Options, mut function: ItemFn) -> Result<TokenStream> {
    check_item(&function)?;
    let (parameters, variadic) = take_parameters(&mut function)?;
    let Options {
        name,
        overrides,
        krate,
    } = options;
    let ident = &function.sig.ident;
    let private = quote!(#krate::__private);
    let doc = doc_of(&function);

    let total = parameters.len();
    let required = parameters
        .iter()
        .filter(|parameter| parameter.default.is_none())
        .count();
    let params = parameters.iter().map(|parameter| param(parameter, &private));
    let names: Vec<_> = (0..total)
        .map(|position| format_ident!("argument_{position}"))
        .collect();
    let conversions = parameters
        .iter()
        .zip(&names)
        .enumerate()
        .map(|(position, (parameter, name))| {
            // A conversion that does not exist is reported where the parameter's type stands.
            let span = parameter.ty.span();
            let convert = quote_spanned!(span=> #private::argument(args, #position, &SIGNATURE)?);
            match &parameter.default {
                None => quote!(let #name = #convert;),
                Some(default) => {
                    quote!(let #name = if args.len() > #position { #convert } else { #default };)
                }
            }
        });
    let rest = variadic.then(|| quote!(#private::TVMArgs::new(&args[#total.min(args.len())..])));
    let result = match &function.sig.output {
        ReturnType::Default => quote!(()),
        ReturnType::Type(_, ty) => {
            let ty = elided(ty);
            quote!(#ty)
        }
    };
    let span = function.sig.output.span();
    let returned = quote_spanned!(span=> #private::IntoReturn::into_return(#ident(#(#names,)* #rest)));

    Ok(quote! {
        #function

        const _: () = {
            static SIGNATURE: #private::Signature = #private::Signature {
                name: #name,
                params: &[#(#params),*],
                variadic: #variadic,
                result: <#result as #private::IntoReturn>::TYPE,
                doc: #doc,
                file: ::core::file!(),
                line: ::core::line!(),
            };

            unsafe extern "C" fn shim(
                _function: *mut #private::TVMLikeObject,
                args: *const #private::TVMLikeValue,
                num_args: i32,
                result: *mut #private::TVMLikeValue,
            ) -> ::core::ffi::c_int {
                // SAFETY: the caller keeps the calling convention, which is what `guard` asks for.
                unsafe {
                    #private::guard(args, num_args, result, &SIGNATURE, |args| {
                        #private::check_count(args.len(), #required, #total, #variadic, &SIGNATURE)?;
                        #(#conversions)*
                        #returned
                    })
                }
            }

            #[#private::linkme::distributed_slice(#private::FUNCTIONS)]
            #[linkme(crate = #private::linkme)]
            static ENTRY: #private::LoadTimeFunction =
                #private::LoadTimeFunction { signature: &SIGNATURE, call: shim, overrides: #overrides };
        };
    })
}

fn check_item(function: &ItemFn) -> Result<()> {
    let signature = &function.sig;
    let refuse = |span: proc_macro2::Span, why: &str| Err(Error::new(span, why));
    if let Some(asyncness) = signature.asyncness {
        return refuse(
            asyncness.span(),
            "a packed function is called and returns; it cannot be async",
        );
    }
    if let Some(unsafety) = signature.unsafety {
        return refuse(
            unsafety.span(),
            "callers in other languages cannot promise what an unsafe function asks",
        );
    }
    if let Some(abi) = &signature.abi {
        return refuse(
            abi.span(),
            "a packed function is an ordinary Rust function; leave out `extern`",
        );
    }
    let generics = &signature.generics;
    if generics.type_params().next().is_some() || generics.const_params().next().is_some() {
        return refuse(
            generics.span(),
            "a packed function has one signature; it cannot be generic over types",
        );
    }
    Ok(())
}

/// Takes the parameters out of the signature, with their `#[default]` attributes removed from the function.
fn take_parameters(function: &mut ItemFn) -> Result<(Vec<Parameter>, bool)> {
    let mut parameters: Vec<Parameter> = Vec::new();
    let mut variadic = false;
    for input in &mut function.sig.inputs {
        let FnArg::Typed(input) = input else {
            return Err(Error::new(
                input.span(),
                "a packed function is not a method; it cannot take self",
            ));
        };
        let Pat::Ident(pattern) = &*input.pat else {
            return Err(Error::new(
                input.pat.span(),
                "a parameter needs a name, which callers can use",
            ));
        };
        if variadic {
            return Err(Error::new(
                input.span(),
                "TVMArgs takes all further arguments; it must come last",
            ));
        }
        let mut default = None;
        let mut kept = Vec::new();
        for attribute in std::mem::take(&mut input.attrs) {
            if attribute.path().is_ident("default") {
                default = Some(attribute.parse_args::<Expr>()?);
            } else {
                kept.push(attribute);
            }
        }
        input.attrs = kept;
        if is_args(&input.ty) {
            variadic = true;
            continue;
        }
        if default.is_none() && parameters.iter().any(|before| before.default.is_some()) {
            return Err(Error::new(
                input.span(),
                "a parameter without a default cannot follow one with a default",
            ));
        }
        let name = pattern
            .ident
            .to_string()
            .trim_start_matches("r#")
            .trim_start_matches('_')
            .to_owned();
        parameters.push(Parameter {
            name,
            ty: elided(&input.ty),
            default,
        });
    }
    Ok((parameters, variadic))
}

fn is_args(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "TVMArgs"))
}

/// The type with every named lifetime elided, as it can stand outside the function.
fn elided(ty: &Type) -> Type {
    struct Elide;
    impl VisitMut for Elide {
        fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
            *lifetime = Lifetime::new("'_", lifetime.span());
        }
    }
    let mut ty = ty.clone();
    Elide.visit_type_mut(&mut ty);
    ty
}

fn param(parameter: &Parameter, private: &TokenStream) -> TokenStream {
    let Parameter { name, ty, default } = parameter;
    let default = match default {
        None => quote!(::core::option::Option::None),
        Some(default) => quote! {
            ::core::option::Option::Some(|| {
                let default: #ty = #default;
                #private::ToAny::to_any(default)
            })
        },
    };
    let span = ty.span();
    let record = quote_spanned!(span=> <#ty as #private::FromArg>::TYPE);
    quote!(#private::Param { name: #name, ty: #record, default: #default })
}

fn doc_of(function: &ItemFn) -> String {
    let lines = function
        .attrs
        .iter()
        .filter_map(|attribute| match &attribute.meta {
            Meta::NameValue(meta) if meta.path.is_ident("doc") => match &meta.value {
                Expr::Lit(ExprLit {
                    lit: Lit::Str(text), ..
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
