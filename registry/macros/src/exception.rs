//! The expansion of `#[derive(Exception)]`.
//!
//! As an enumeration, an exception class is registered as a type without objects, whose only member, the static function
//! `__exception__`, describes it. Registering the type also adds it to the classes by which errors of this library are converted.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Error, Fields, Ident, LitStr, Path, Result, Token, Type, parse_quote};

use crate::callable::doc_of;
use crate::member::{Function, Kind, Member, row};
use crate::options::check_name;
use crate::registered::Registered;
use crate::shape::krate_option;

/// The arguments of `#[exception]`.
struct Options {
    key: LitStr,
    base: LitStr,
    krate: Path,
}

const NO_KEY: &str = "missing key: write `#[exception(\"namespace.Name\", base = \"ValueError\")]`";

impl Parse for Options {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        if input.is_empty() {
            return Err(input.error(NO_KEY));
        }
        let key: LitStr = input.parse()?;
        check_name(&key)?;
        let mut options = Self {
            key,
            base: parse_quote!("RuntimeError"),
            krate: parse_quote!(::tvmlike),
        };
        while !input.is_empty() {
            input.parse::<Token![,]>()?;
            if input.is_empty() {
                break;
            }
            if input.peek(Token![crate]) {
                options.krate = krate_option(input)?;
                continue;
            }
            let word: Ident = input.parse()?;
            if word != "base" {
                return Err(Error::new(
                    word.span(),
                    format!("unknown option `{word}`; expected `base = \"ValueError\"` or `crate = path`"),
                ));
            }
            input.parse::<Token![=]>()?;
            options.base = input.parse()?;
            check_name(&options.base)?;
        }
        Ok(options)
    }
}

/// A field of the error that is an attribute of the exception.
struct Attribute {
    name: String,
    ident: Ident,
    ty: Type,
    doc: String,
}

pub(crate) fn derive(input: &DeriveInput) -> Result<TokenStream> {
    if !input.generics.params.is_empty() {
        return Err(Error::new(
            input.generics.span(),
            "`#[derive(Exception)]` does not support generic types",
        ));
    }
    let Some(attribute) = input.attrs.iter().find(|one| one.path().is_ident("exception")) else {
        return Err(Error::new(input.ident.span(), NO_KEY));
    };
    let Options { key, base, krate } = attribute.parse_args()?;
    let private = quote!(#krate::__private);
    let ident = &input.ident;
    let (attributes, read) = match &input.data {
        Data::Struct(data) => {
            let attributes = attributes_of(&data.fields)?;
            let pairs = attributes.iter().map(|one| {
                let field = &one.ident;
                pair(&private, one, &quote!(self.#field))
            });
            let read = quote!(::std::vec![#(#pairs),*]);
            (attributes, read)
        }
        Data::Enum(data) => of_variants(&private, data)?,
        Data::Union(_) => {
            return Err(Error::new(
                ident.span(),
                "`#[derive(Exception)]` is only for structs and enums",
            ));
        }
    };
    let described = attributes.iter().map(|one| {
        let (name, doc) = (&one.name, &one.doc);
        quote!((#name, #doc))
    });
    let doc = doc_of(&input.attrs);
    let body: Type = parse_quote!(Body);
    let row = row(
        &private,
        &body,
        0,
        vec![Member::new(Kind::Static, description(&private, ident))],
    );
    let registered = Registered {
        private: &private,
        ty: &body,
        key: &key,
        parent: quote!(#private::RootObject),
        doc: &doc,
        traverse: quote!(::core::option::Option::None),
        before: quote! {
            static CLASS: #private::ExceptionClass =
                #private::ExceptionClass::new(#key, #private::describe_error::<#ident>);
            CLASS.add();
        },
        items: TokenStream::new(),
    }
    .expand();
    Ok(quote! {
        const _: () = {
            impl #private::ExceptionType for #ident {
                const BASE: &'static str = #base;
                const ATTRIBUTES: &'static [(&'static str, &'static str)] = &[#(#described),*];

                fn attributes(&self) -> ::std::vec::Vec<(&'static str, #private::Any)> {
                    #read
                }
            }

            /// The body of objects, which never exist.
            struct Body;

            #registered
            #row
        };
    })
}

/// The attributes of an enum: `variant`, and the marked fields of its variants. Two variants can have a field of one name.
fn of_variants(private: &TokenStream, data: &syn::DataEnum) -> Result<(Vec<Attribute>, TokenStream)> {
    let mut all = vec![Attribute {
        name: "variant".to_owned(),
        ident: format_ident!("variant"),
        ty: parse_quote!(&str),
        doc: "The variant of the error.".to_owned(),
    }];
    let mut arms = Vec::new();
    for variant in &data.variants {
        let (place, name) = (&variant.ident, variant.ident.to_string());
        let own = attributes_of(&variant.fields)?;
        let bound = own.iter().map(|one| &one.ident);
        let pairs = own.iter().map(|one| {
            let field = &one.ident;
            pair(private, one, &quote!(*#field))
        });
        arms.push(quote! {
            Self::#place { #(#bound,)* .. } => ::std::vec![("variant", #private::attribute(#name)), #(#pairs),*]
        });
        for one in own {
            if one.name == "variant" {
                return Err(Error::new(
                    one.ident.span(),
                    "`variant` is the name of the variant; use another name for the field",
                ));
            }
            if all.iter().all(|known| known.name != one.name) {
                all.push(one);
            }
        }
    }
    let read = if arms.is_empty() {
        quote!(match *self {})
    } else {
        quote!(match self { #(#arms),* })
    };
    Ok((all, read))
}

/// The fields with `#[field]`.
fn attributes_of(fields: &Fields) -> Result<Vec<Attribute>> {
    let mut found = Vec::new();
    for field in fields {
        let Some(mark) = field.attrs.iter().find(|one| one.path().is_ident("field")) else {
            continue;
        };
        mark.meta.require_path_only()?;
        let Some(ident) = &field.ident else {
            return Err(Error::new(
                field.span(),
                "a `#[field]` of an error must have a name",
            ));
        };
        found.push(Attribute {
            name: ident.to_string().trim_start_matches("r#").to_owned(),
            ident: ident.clone(),
            ty: field.ty.clone(),
            doc: doc_of(&field.attrs),
        });
    }
    Ok(found)
}

/// An attribute's name and value; `place` is the field.
fn pair(private: &TokenStream, attribute: &Attribute, place: &TokenStream) -> TokenStream {
    let (name, ty) = (&attribute.name, &attribute.ty);
    quote_spanned! {ty.span()=>
        (#name, #private::attribute(<#ty as ::core::clone::Clone>::clone(&#place)))
    }
}

/// The function by which front ends read the base and the attributes.
fn description(private: &TokenStream, ident: &Ident) -> Function {
    let described = {
        let (private, ident) = (private.clone(), ident.clone());
        move |_, _: &TokenStream| quote!(#private::IntoReturn::return_into(#private::describe_exception::<#ident>(), slot))
    };
    Function {
        name: "__exception__".to_owned(),
        on_object: false,
        parameters: Vec::new(),
        variadic: false,
        release_gil: false,
        result: quote!(#private::TypeRecord::Map),
        doc: "The base class and the attributes of the exception.".to_owned(),
        span: ident.span(),
        call: Box::new(described),
    }
}
