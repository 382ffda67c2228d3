//! The expansion of `#[derive(Record)]`.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Error, Expr, Fields, Lifetime, LitStr, Path, Result, Token, Type, parse_quote};

use crate::callable::doc_of;
use crate::options::check_name;
use crate::shape::{Generics, krate_option};

/// The arguments of `#[record]`.
struct Options {
    name: LitStr,
    krate: Path,
}

const NO_NAME: &str = "missing name: write `#[record(\"namespace.Name\")]`";

impl Parse for Options {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        if input.is_empty() {
            return Err(input.error(NO_NAME));
        }
        let name: LitStr = input.parse()?;
        check_name(&name)?;
        let mut krate = parse_quote!(::tvmlike);
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
            krate = krate_option(input)?;
        }
        Ok(Self { name, krate })
    }
}

/// One field of the struct.
struct Field<'a> {
    ident: &'a syn::Ident,
    name: String,
    ty: &'a Type,
    /// The default, if it is optional; `Some(None)` is the default of its type.
    default: Option<Option<Expr>>,
}

pub(crate) fn derive(input: &DeriveInput) -> Result<TokenStream> {
    let named = match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(named) => &named.named,
            _ => {
                return Err(Error::new(
                    input.ident.span(),
                    "`#[derive(Record)]` needs named fields",
                ));
            }
        },
        _ => {
            return Err(Error::new(
                input.ident.span(),
                "`#[derive(Record)]` is only for structs",
            ));
        }
    };
    let Some(attribute) = input.attrs.iter().find(|one| one.path().is_ident("record")) else {
        return Err(Error::new(input.ident.span(), NO_NAME));
    };
    let Options { name, krate } = attribute.parse_args()?;
    let fields = fields_of(named)?;
    let private = quote!(#krate::__private);
    let ident = &input.ident;
    let Generics { lifetime, of_type } = Generics::of(&input.generics, "a record")?;
    let lifetime: Lifetime = lifetime.unwrap_or_else(|| parse_quote!('__a));
    let doc = doc_of(&input.attrs);
    let count = fields.len();
    let args = record_type(&private, &name, &doc, &fields, |ty| {
        let span = ty.span();
        quote_spanned!(span=> <#ty as #private::FromArg<#lifetime>>)
    });
    let results = record_type(&private, &name, &doc, &fields, |ty| {
        let span = ty.span();
        quote_spanned!(span=> <#ty as #private::ToAny>)
    });
    let read = fields.iter().enumerate().map(|(position, field)| {
        let (ident, ty) = (field.ident, field.ty);
        let default = match &field.default {
            None => quote!(::core::option::Option::None),
            Some(None) => quote!(::core::option::Option::Some(<#ty as ::core::default::Default>::default)),
            Some(Some(default)) => quote!(::core::option::Option::Some(|| #default)),
        };
        quote!(#ident: #private::read_field::<#ty>(&fields, #position, record, #default)?)
    });
    let write = fields.iter().map(|field| {
        let (ident, name, span) = (field.ident, &field.name, field.ty.span());
        quote_spanned!(span=> (#name, #private::ToAny::to_any(self.#ident)))
    });
    Ok(quote! {
        const _: () = {
            impl<#lifetime> #private::FromArg<#lifetime> for #ident #of_type {
                const TYPE: #private::TypeRecord = #args;

                fn from_arg(
                    value: &#lifetime #private::AnyView<#lifetime>,
                ) -> ::core::result::Result<Self, #private::Mismatch> {
                    let #private::TypeRecord::Record(record) = <Self as #private::FromArg<#lifetime>>::TYPE else {
                        ::core::unreachable!()
                    };
                    let fields = #private::read_fields::<#count>(value, record)?;
                    let _ = &fields;
                    ::core::result::Result::Ok(Self { #(#read),* })
                }
            }

            impl<#lifetime> #private::ToAny for #ident #of_type {
                const TYPE: #private::TypeRecord = #results;

                fn to_any(self) -> #private::Any {
                    #private::write_fields::<#count>([#(#write),*])
                }
            }
        };
    })
}

fn fields_of(named: &Punctuated<syn::Field, Token![,]>) -> Result<Vec<Field<'_>>> {
    let mut fields = Vec::new();
    for field in named {
        let Some(ident) = &field.ident else { continue };
        let mut default = None;
        for attribute in field.attrs.iter().filter(|one| one.path().is_ident("default")) {
            default = Some(match attribute.meta {
                syn::Meta::Path(_) => None,
                _ => Some(attribute.parse_args::<Expr>()?),
            });
        }
        fields.push(Field {
            ident,
            name: ident.to_string().trim_start_matches("r#").to_owned(),
            ty: &field.ty,
            default,
        });
    }
    Ok(fields)
}

/// The type record as an expression. `conversion` makes the trait by which a field is converted.
fn record_type(
    private: &TokenStream,
    name: &LitStr,
    doc: &str,
    fields: &[Field<'_>],
    conversion: impl Fn(&Type) -> TokenStream,
) -> TokenStream {
    let rows = fields.iter().map(|field| {
        let (name, optional) = (&field.name, field.default.is_some());
        let (span, conversion) = (field.ty.span(), conversion(field.ty));
        let ty = quote_spanned!(span=> #conversion::TYPE);
        quote!(#private::RecordField { name: #name, ty: #ty, optional: #optional })
    });
    quote! {
        #private::TypeRecord::Record(&#private::RecordType { name: #name, doc: #doc, fields: &[#(#rows),*] })
    }
}
