//! The expansion of `#[derive(Enum)]`.
//!
//! An enumeration is registered as a type without objects, so that it is loaded and unloaded with its library as a class is.
//! Front ends create a class from the result of its only member, the static function `__members__`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::{
    Data, DataEnum, DeriveInput, Error, Fields, Ident, LitStr, Path, Result, Token, Type, parse_quote,
};

use crate::callable::doc_of;
use crate::member::{Function, Kind, Member, row};
use crate::options::check_name;
use crate::registered::Registered;
use crate::shape::krate_option;

/// The arguments of `#[enum_type]`.
struct Options {
    key: LitStr,
    flags: bool,
    krate: Path,
}

const NO_KEY: &str = "missing key: write `#[enum_type(\"namespace.Name\")]`";

impl Parse for Options {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        if input.is_empty() {
            return Err(input.error(NO_KEY));
        }
        let key: LitStr = input.parse()?;
        check_name(&key)?;
        let mut options = Self {
            key,
            flags: false,
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
            if word != "flags" {
                return Err(Error::new(
                    word.span(),
                    format!("unknown option `{word}`; expected `flags` or `crate = path`"),
                ));
            }
            options.flags = true;
        }
        Ok(options)
    }
}

pub(crate) fn derive(input: &DeriveInput) -> Result<TokenStream> {
    let Data::Enum(data) = &input.data else {
        return Err(Error::new(
            input.ident.span(),
            "`#[derive(Enum)]` is only for enums; the type of combined flags is `Flags<Name>`",
        ));
    };
    if !input.generics.params.is_empty() {
        return Err(Error::new(
            input.generics.span(),
            "`#[derive(Enum)]` does not support generic enums",
        ));
    }
    let Some(attribute) = input.attrs.iter().find(|one| one.path().is_ident("enum_type")) else {
        return Err(Error::new(input.ident.span(), NO_KEY));
    };
    let Options { key, flags, krate } = attribute.parse_args()?;
    if data.variants.is_empty() {
        return Err(Error::new(
            input.ident.span(),
            "`#[derive(Enum)]` needs at least one variant",
        ));
    }
    let private = quote!(#krate::__private);
    let ident = &input.ident;
    let Variants {
        members,
        from_value,
        fits,
    } = Variants::read(&private, ident, data)?;
    let doc = doc_of(&input.attrs);
    let body: Type = parse_quote!(Body);
    let function = members_function(&private, ident);
    let row = row(&private, &body, 0, vec![Member::new(Kind::Static, function)]);
    let flag_impls = flags.then(|| flag_impls(&private, ident));
    let values = value_impls(&private, ident, &key);
    let registered = Registered {
        private: &private,
        ty: &body,
        key: &key,
        parent: quote!(#private::RootObject),
        doc: &doc,
        traverse: quote!(::core::option::Option::None),
        before: TokenStream::new(),
        items: TokenStream::new(),
    }
    .expand();
    Ok(quote! {
        const _: () = {
            impl #private::EnumType for #ident {
                const KEY: &'static str = #key;
                const DOC: &'static str = #doc;
                const FLAGS: bool = #flags;
                const MEMBERS: &'static [#private::EnumMember] = &[#(#members),*];

                fn value(self) -> i64 {
                    self as i64
                }

                fn from_value(value: i64) -> ::core::option::Option<Self> {
                    #(#from_value)*
                    ::core::option::Option::None
                }
            }

            const _: () = ::core::assert!(#(#fits)&&*, "the value of a variant must fit in an i64");

            #flag_impls
            #values

            /// The body of objects, which never exist.
            struct Body;

            #registered
            #row
        };
    })
}

/// Expressions for each variant.
#[derive(Default)]
struct Variants {
    members: Vec<TokenStream>,
    from_value: Vec<TokenStream>,
    /// Whether the value fits in an i64.
    fits: Vec<TokenStream>,
}

impl Variants {
    fn read(private: &TokenStream, ident: &Ident, data: &DataEnum) -> Result<Self> {
        let mut all = Self::default();
        let mut names: Vec<String> = Vec::new();
        for variant in &data.variants {
            if !matches!(variant.fields, Fields::Unit) {
                return Err(Error::new(
                    variant.span(),
                    "`#[derive(Enum)]` does not support variants with fields; use `#[derive(Union)]`",
                ));
            }
            let place = &variant.ident;
            let name = name_of(variant)?;
            if names.contains(&name) {
                return Err(Error::new(
                    place.span(),
                    format!("duplicate member name `{name}`"),
                ));
            }
            let doc = doc_of(&variant.attrs);
            all.members.push(quote! {
                #private::EnumMember { name: #name, value: #ident::#place as i64, doc: #doc }
            });
            // An enum with `repr(u64)` has values that a value of a call cannot hold.
            all.fits
                .push(quote!(#ident::#place as i128 == #ident::#place as i64 as i128));
            all.from_value.push(quote!(if value == #ident::#place as i64 {
                return ::core::option::Option::Some(#ident::#place);
            }));
            names.push(name);
        }
        Ok(all)
    }
}

/// The function by which front ends read the members.
fn members_function(private: &TokenStream, ident: &Ident) -> Function {
    let described = {
        let (private, ident) = (private.clone(), ident.clone());
        move |_, _: &TokenStream| quote!(#private::IntoReturn::return_into(#private::describe_enum::<#ident>(), slot))
    };
    Function {
        name: "__members__".to_owned(),
        on_object: false,
        parameters: Vec::new(),
        variadic: false,
        release_gil: false,
        result: quote!(#private::TypeRecord::Map),
        doc: "The members of the enumeration: names, values and docs.".to_owned(),
        span: ident.span(),
        call: Box::new(described),
    }
}

/// `|` between flags.
fn flag_impls(private: &TokenStream, ident: &Ident) -> TokenStream {
    quote! {
        const _: () = ::core::assert!(
            #private::are_flags(<#ident as #private::EnumType>::MEMBERS),
            "a flag must not be negative"
        );

        impl<T: ::core::convert::Into<#private::Flags<#ident>>> ::core::ops::BitOr<T> for #ident {
            type Output = #private::Flags<#ident>;

            fn bitor(self, other: T) -> #private::Flags<#ident> {
                #private::Flags::from(self) | other
            }
        }
    }
}

/// How members become values and arguments, and how a parameter reads one.
fn value_impls(private: &TokenStream, ident: &Ident, key: &LitStr) -> TokenStream {
    quote! {
        impl #private::FromArg<'_> for #ident {
            const TYPE: #private::TypeRecord = #private::TypeRecord::Enum(#key);

            fn from_arg(
                value: &#private::AnyView<'_>,
            ) -> ::core::result::Result<Self, #private::Mismatch> {
                #private::read_enum(value)
            }
        }

        impl #private::ToAny for #ident {
            const TYPE: #private::TypeRecord = #private::TypeRecord::Enum(#key);

            fn to_any(self) -> #private::Any {
                #private::ToAny::to_any(#private::EnumType::value(self))
            }
        }

        impl #private::Argument for #ident {
            type Held = #private::Any;

            fn hold(&self) -> #private::Any {
                #private::ToAny::to_any(*self)
            }

            fn view<'a>(&'a self, held: &'a #private::Any) -> #private::AnyView<'a> {
                *held.view()
            }
        }
    }
}

/// A variant's name in other languages: that of `#[name("…")]`, or else its own in capitals, `DARK_RED` for `DarkRed`.
fn name_of(variant: &syn::Variant) -> Result<String> {
    if let Some(attribute) = variant.attrs.iter().find(|one| one.path().is_ident("name")) {
        let name: LitStr = attribute.parse_args()?;
        let text = name.value();
        let plain = text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if text.is_empty() || !plain || text.starts_with(|first: char| first.is_ascii_digit()) {
            return Err(Error::new(
                name.span(),
                "the name of a member must be an identifier",
            ));
        }
        return Ok(text);
    }
    let own = variant.ident.to_string();
    let own = own.trim_start_matches("r#");
    let mut name = String::new();
    let letters: Vec<char> = own.chars().collect();
    for (at, &letter) in letters.iter().enumerate() {
        // A word begins with a capital after a small letter, or with the last of several capitals before a small letter.
        let starts = letter.is_uppercase()
            && at.checked_sub(1).is_some_and(|before| {
                let ends_row = letters.get(at + 1).is_some_and(|next| next.is_lowercase());
                letters[before] != '_' && (!letters[before].is_uppercase() || ends_row)
            });
        if starts {
            name.push('_');
        }
        name.extend(letter.to_uppercase());
    }
    Ok(name)
}
