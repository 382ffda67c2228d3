//! The expansion of `#[derive(Union)]`.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Error, Fields, Ident, Lifetime, Path, Result, Type, parse_quote};

use crate::shape::{Generics, krate_of};

/// The names and types of the variants.
fn variants(input: &DeriveInput) -> Result<Vec<(&Ident, &Type)>> {
    let Data::Enum(data) = &input.data else {
        return Err(Error::new(
            input.ident.span(),
            "`#[derive(Union)]` is only for enums",
        ));
    };
    let mut variants = Vec::new();
    for variant in &data.variants {
        match &variant.fields {
            Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
                variants.push((&variant.ident, &fields.unnamed[0].ty));
            }
            _ => {
                return Err(Error::new(
                    variant.span(),
                    "a variant of a union must have exactly one unnamed field: write `Name(Type)`",
                ));
            }
        }
    }
    if variants.len() < 2 {
        return Err(Error::new(
            input.ident.span(),
            "`#[derive(Union)]` needs at least two variants",
        ));
    }
    Ok(variants)
}

pub(crate) fn derive(input: &DeriveInput) -> Result<TokenStream> {
    let variants = variants(input)?;
    let krate: Path = krate_of(&input.attrs, "union")?;
    let private = quote!(#krate::__private);
    let ident = &input.ident;
    let Generics { lifetime, of_type } = Generics::of(&input.generics, "a union")?;
    let lifetime: Lifetime = lifetime.unwrap_or_else(|| parse_quote!('__a));
    let types: Vec<&Type> = variants.iter().map(|(_, ty)| *ty).collect();
    let read = variants.iter().enumerate().map(|(position, (name, ty))| {
        let span = ty.span();
        let convert = quote_spanned!(span=> <#ty as #private::FromArg<#lifetime>>::from_arg(value));
        quote!(#position => ::core::result::Result::map(#convert, Self::#name))
    });
    let args = types.iter().map(|ty| {
        let span = ty.span();
        quote_spanned!(span=> <#ty as #private::FromArg<#lifetime>>::TYPE)
    });
    let results = types.iter().map(|ty| {
        let span = ty.span();
        quote_spanned!(span=> <#ty as #private::ToAny>::TYPE)
    });
    let write = variants
        .iter()
        .map(|(name, _)| quote!(Self::#name(value) => #private::ToAny::to_any(value)));
    let last = variants.len();
    Ok(quote! {
        const _: () = {
            impl<#lifetime> #private::FromArg<#lifetime> for #ident #of_type {
                const TYPE: #private::TypeRecord = {
                    const { ::core::assert!(
                        #private::is_unambiguous(&[#(#args),*]),
                        "two variants of the union accept the same kind of value; use one variant for both"
                    ) };
                    #private::TypeRecord::Union(&[#(<#types as #private::FromArg<#lifetime>>::TYPE),*])
                };

                fn from_arg(
                    value: &#lifetime #private::AnyView<#lifetime>,
                ) -> ::core::result::Result<Self, #private::Mismatch> {
                    let #private::TypeRecord::Union(expected) = <Self as #private::FromArg<#lifetime>>::TYPE else {
                        ::core::unreachable!()
                    };
                    #private::read_union(value, expected, |position, value| match position {
                        #(#read,)*
                        #last.. => ::core::unreachable!(),
                    })
                }
            }

            impl<#lifetime> #private::ToAny for #ident #of_type {
                const TYPE: #private::TypeRecord = #private::TypeRecord::Union(&[#(#results),*]);

                fn to_any(self) -> #private::Any {
                    match self {
                        #(#write,)*
                    }
                }
            }
        };
    })
}
