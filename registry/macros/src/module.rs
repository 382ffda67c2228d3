//! The expansion of `#[packed_module]`: the functions of a module, registered through one table.
//!
//! Invariant: the expansion changes nothing in the module but the attributes of its packed functions.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::parse::{Parse, ParseStream, Parser};
use syn::spanned::Spanned;
use syn::{Attribute, Error, Item, ItemFn, ItemMod, LitStr, Meta, Path, Result, Token, parse_quote};

use crate::expand::{Entry, entry, overloaded};
use crate::options::{Options, check_name};

/// The arguments of `#[packed_module]`.
pub(crate) struct ModuleOptions {
    namespace: LitStr,
    krate: Path,
}

impl Parse for ModuleOptions {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        if input.is_empty() {
            return Err(input.error("missing namespace: write `#[packed_module(\"namespace\")]`"));
        }
        let namespace: LitStr = input.parse()?;
        check_name(&namespace)?;
        let mut krate = parse_quote!(::tvmlike);
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
        if !input.is_empty() {
            if !input.peek(Token![crate]) {
                return Err(input.error("unknown option; expected `crate = path`"));
            }
            input.parse::<Token![crate]>()?;
            input.parse::<Token![=]>()?;
            krate = input.parse()?;
        }
        Ok(Self { namespace, krate })
    }
}

pub(crate) fn packed_module(options: &ModuleOptions, mut module: ItemMod) -> Result<TokenStream> {
    let krate = &options.krate;
    let private = quote!(#krate::__private);
    let Some((_, items)) = &mut module.content else {
        return Err(Error::new(
            module.span(),
            "`#[packed_module]` needs a module with its body in braces",
        ));
    };
    let (mut entries, mut exports) = (Vec::new(), TokenStream::new());
    let mut groups: Vec<(String, Vec<(Options, &mut ItemFn)>)> = Vec::new();
    for item in &mut *items {
        let Item::Fn(function) = item else { continue };
        let Some(at) = function.attrs.iter().position(is_packed_func) else {
            continue;
        };
        let attribute = function.attrs.remove(at);
        let options = options_of(options, &attribute, &function.sig.ident)?;
        if options.overload.is_some() {
            let name = options.name.value();
            match groups.iter_mut().find(|(known, _)| *known == name) {
                Some((_, group)) => group.push((options, function)),
                None => groups.push((name, vec![(options, function)])),
            }
            continue;
        }
        let position = entries.len();
        let Entry {
            function: expanded,
            export,
            entry,
        } = entry(options, function.clone(), &quote!(TABLE[#position]))?;
        *function = syn::parse2(expanded)?;
        exports.extend(export);
        entries.push(entry);
    }
    for (_, group) in groups {
        entries.push(overloaded(group)?);
    }
    if entries.is_empty() {
        return Err(Error::new(
            options.namespace.span(),
            "the module has no `#[packed_func]`",
        ));
    }
    let count = entries.len();
    items.push(parse_quote! {
        const _: () = {
            #exports

            static TABLE: [#private::LoadTimeFunction; #count] = [#(#entries),*];

            #[#private::linkme::distributed_slice(#private::FUNCTION_TABLES)]
            #[linkme(crate = #private::linkme)]
            static ENTRY: &[#private::LoadTimeFunction] = &TABLE;
        };
    });
    Ok(quote!(#module))
}

fn is_packed_func(attribute: &Attribute) -> bool {
    let last = attribute.path().segments.last();
    last.is_some_and(|last| last.ident == "packed_func")
}

/// The options of one function. Its name is the namespace with its own name, or with the text in the attribute.
fn options_of(module: &ModuleOptions, attribute: &Attribute, function: &syn::Ident) -> Result<Options> {
    let given = match &attribute.meta {
        Meta::Path(_) => TokenStream::new(),
        Meta::List(list) => list.tokens.clone(),
        Meta::NameValue(value) => {
            return Err(Error::new(
                value.span(),
                "expected `#[packed_func]` or `#[packed_func(…)]`",
            ));
        }
    };
    let (name, rest) = split_name(function)
        .parse2(given)
        .map_err(|error| Error::new(attribute.span(), error))?;
    let full = LitStr::new(
        &format!("{}.{}", module.namespace.value(), name.value()),
        name.span(),
    );
    let krate = &module.krate;
    let mut tokens = quote!(#full, crate = #krate);
    if !rest.is_empty() {
        tokens.extend(quote!(, #rest));
    }
    syn::parse2(tokens)
}

/// A parser of an attribute's arguments: the name, and the options behind it.
fn split_name(function: &syn::Ident) -> impl Parser<Output = (LitStr, TokenStream)> {
    let own = LitStr::new(
        function.to_string().trim_start_matches("r#"),
        Span::call_site().located_at(function.span()),
    );
    move |input: ParseStream<'_>| {
        if !input.peek(LitStr) {
            return Ok((own, input.parse()?));
        }
        let name = input.parse()?;
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
        Ok((name, input.parse()?))
    }
}
