//! The expansion of `#[object(when = ..)]`: a refinement, a class whose objects are those of the field's type for which the
//! predicate holds.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{DeriveInput, Error, Expr, Fields, Index, Result, Type, parse_quote};

use crate::member::{Function, Kind, Member};
use crate::signature::at_call_site;

const SHAPE: &str = "a refinement must be a transparent newtype of the refined class: write \
                     `#[repr(transparent)] struct Name(Refined);`";

/// The only field and its type, which is the class that is refined.
pub(super) fn refined(
    input: &DeriveInput,
    fields: &Fields,
    parent: Option<&(syn::Member, Type)>,
    when: &Expr,
    special: &[Ident],
) -> Result<(syn::Member, Type)> {
    if let Some((_, parent)) = parent {
        return Err(Error::new(
            parent.span(),
            "a refinement inherits from the class of its field; remove `parent`",
        ));
    }
    if let Some(word) = special.iter().find(|word| *word == "pickle" || *word == "scope") {
        return Err(Error::new(
            word.span(),
            format!("`{word}` is not supported on a refinement; put it on the refined class"),
        ));
    }
    let is_transparent = input.attrs.iter().any(|attribute| {
        attribute.path().is_ident("repr")
            && attribute
                .parse_args::<Ident>()
                .is_ok_and(|word| word == "transparent")
    });
    let mut fields = fields.iter();
    let (Some(field), None, true) = (fields.next(), fields.next(), is_transparent) else {
        return Err(Error::new(when.span(), SHAPE));
    };
    let place = match &field.ident {
        Some(ident) => syn::Member::Named(ident.clone()),
        None => syn::Member::Unnamed(Index::from(0)),
    };
    Ok((place, field.ty.clone()))
}

/// The static member by which front ends know a refinement.
pub(super) fn predicate(private: &TokenStream, ty: &Type) -> Member {
    let span = at_call_site(ty.span());
    let view: Type = parse_quote!(#private::AnyView<'_>);
    let answer = quote!(<bool as #private::IntoReturn>::TYPE);
    let called = quote_spanned!(span=> #private::refines::<#ty>);
    let into = quote_spanned!(span=> #private::IntoReturn::return_into);
    let mut function = Function::on_object("__refines__", span, answer, move |args, _| {
        quote_spanned!(span=> {
            let (object,) = (#args);
            #into(#called(&object), slot)
        })
    });
    function.on_object = false;
    function.doc = "Whether a value is an object of the class.".to_owned();
    Member::new(Kind::Static, function.with("object", view))
}

/// The constant of the type's `ObjectType`, and its other traits.
pub(super) fn expand(
    private: &TokenStream,
    ty: &Type,
    (place, parent): &(syn::Member, Type),
    when: &Expr,
) -> (TokenStream, TokenStream) {
    let span = when.span();
    let constant = quote! {
        const REFINES: ::core::option::Option<#private::Refines> = {
            fn holds(object: &#private::ObjectRef) -> bool {
                #private::Refines::test::<#parent>(object, WHEN)
            }
            ::core::option::Option::Some(#private::Refines::new::<#parent>(holds))
        };
    };
    let rest = quote_spanned! {span=>
        const WHEN: fn(&#parent) -> bool = #when;

        // SAFETY: the struct is transparent over the other one.
        unsafe impl #private::Refinement for #ty {
            type Refined = #parent;
        }

        impl ::core::ops::Deref for #ty {
            type Target = #parent;

            fn deref(&self) -> &#parent {
                &self.#place
            }
        }
    };
    (constant, rest)
}
