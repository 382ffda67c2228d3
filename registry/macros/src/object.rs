//! The expansion of `#[derive(Object)]`.

mod options;
mod refinement;
mod special;

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Error, Field, Fields, Ident, Index, LitStr, Result, Type, parse_quote};

use crate::callable::doc_of;
use crate::member::{Function, Kind, Member, row};
use crate::registered::Registered;
use crate::signature::at_call_site;
use options::{NO_KEY, Options};
use special::special_members;

/// One field of the struct.
struct Declared<'a> {
    field: &'a Field,
    place: syn::Member,
    name: String,
    is_parent: bool,
}

/// The fields of the struct, and the arguments of `#[object(…)]`.
fn parts(input: &DeriveInput) -> Result<(&Fields, Options)> {
    let Data::Struct(data) = &input.data else {
        return Err(Error::new(
            input.ident.span(),
            "`#[derive(Object)]` is only for structs",
        ));
    };
    if !input.generics.params.is_empty() {
        return Err(Error::new(
            input.generics.span(),
            "`#[derive(Object)]` does not support generic structs: a type key names one layout",
        ));
    }
    let attribute = input
        .attrs
        .iter()
        .find(|attribute| attribute.path().is_ident("object"))
        .ok_or_else(|| Error::new(input.ident.span(), NO_KEY))?;
    Ok((&data.fields, attribute.parse_args()?))
}

pub(crate) fn derive(input: DeriveInput) -> Result<TokenStream> {
    let (struct_fields, options) = parts(&input)?;
    let Options {
        key,
        parent,
        when,
        special,
        krate,
    } = options;
    let parent = match &when {
        None => parent,
        Some(when) => Some(refinement::refined(
            &input,
            struct_fields,
            parent.as_ref(),
            when,
            &special,
        )?),
    };
    let fields = declared_fields(struct_fields, parent.as_ref());
    let private = quote!(#krate::__private);
    let ident = &input.ident;
    let ty: Type = parse_quote!(#ident);
    let doc = doc_of(&input.attrs);
    let mut members = Vec::new();
    for declared in &fields {
        members.extend(field_member(&private, declared)?);
    }
    for word in &special {
        members.extend(special_members(&private, &ty, word));
    }
    let layout = match &when {
        None => layout_of(&private, &ty, parent.as_ref()),
        // It has the layout of what it refines.
        Some(_) => TokenStream::new(),
    };
    let (refines, refinement) = match (&when, &parent) {
        (Some(when), Some(parent)) => {
            members.push(refinement::predicate(&private, &ty));
            refinement::expand(&private, &ty, parent, when)
        }
        _ => Default::default(),
    };
    let parent = match &parent {
        Some((_, parent)) => quote!(#parent),
        None => quote!(#private::RootObject),
    };
    let registered = Registered {
        private: &private,
        ty: &ty,
        key: &key,
        parent,
        doc: &doc,
        traverse: quote! {
            if <#ty as #private::Traverse>::holds_objects() {
                ::core::option::Option::Some(const { &#private::Traversal::of::<#ty>() })
            } else {
                ::core::option::Option::None
            }
        },
        before: TokenStream::new(),
        items: refines,
    }
    .expand();
    let values = value_impls(&private, &ty, &key);
    let traverse = traverse_of(&private, &ty, &fields);
    let pickles = special.iter().any(|word| word == "pickle");
    let state = pickles.then(|| state_of(&private, &ty, &fields));
    let row = row(&private, &ty, 0, members);

    Ok(quote! {
        const _: () = {
            #layout

            #registered
            impl #private::Reflected for #ty {}
            #refinement

            #values
            #traverse
            #state
            #row
        };
    })
}

/// The fields of the struct, with the one that is the parent's body.
fn declared_fields<'a>(fields: &'a Fields, parent: Option<&(syn::Member, Type)>) -> Vec<Declared<'a>> {
    let declared = fields.iter().enumerate().map(|(position, field)| {
        let place = match &field.ident {
            Some(ident) => syn::Member::Named(ident.clone()),
            None => syn::Member::Unnamed(Index::from(position)),
        };
        let is_parent = parent.is_some_and(|(parent, _)| *parent == place);
        let name = match &place {
            syn::Member::Named(ident) => ident.to_string().trim_start_matches("r#").to_owned(),
            syn::Member::Unnamed(index) => index.index.to_string(),
        };
        Declared {
            field,
            place,
            name,
            is_parent,
        }
    });
    declared.collect()
}

/// How objects become values, and how a parameter borrows one.
fn value_impls(private: &TokenStream, ty: &Type, key: &LitStr) -> TokenStream {
    quote! {
        impl #private::ToAny for #ty {
            const TYPE: #private::TypeRecord = #private::TypeRecord::Object(#key);

            fn to_any(self) -> #private::Any {
                #private::ToAny::to_any(#private::ObjectPtr::new(self))
            }
        }

        impl<'a> #private::FromArg<'a> for &'a #ty {
            const TYPE: #private::TypeRecord = #private::TypeRecord::Object(#key);

            fn from_arg(
                value: &'a #private::AnyView<'a>,
            ) -> ::core::result::Result<Self, #private::Mismatch> {
                match value.downcast_ref::<#ty>() {
                    ::core::option::Option::Some(object) => ::core::result::Result::Ok(&**object),
                    ::core::option::Option::None => ::core::result::Result::Err(
                        #private::Mismatch::wrong_type(<Self as #private::FromArg<'_>>::TYPE, value),
                    ),
                }
            }
        }
    }
}

/// Asserts that an object of the struct is an object of its parent.
fn layout_of(private: &TokenStream, ty: &Type, parent: Option<&(syn::Member, Type)>) -> TokenStream {
    let parent = parent.map(|(field, parent)| {
        let span = parent.span();
        quote_spanned! {span=>
            const _: () = ::core::assert!(
                ::core::mem::offset_of!(#ty, #field) == 0,
                "the parent's body must be the first field of a repr(C) struct"
            );
            // The field is of the parent's type.
            const _: fn(&#ty) -> &#parent = |child| &child.#field;
        }
    });
    quote! {
        const _: () = ::core::assert!(
            ::core::mem::align_of::<#ty>() <= #private::MAX_ALIGN,
            "an object's alignment must not exceed 8 bytes; box the fields that need more"
        );
        #parent
    }
}

/// The member of a field that is marked, with its setter where it can be written to.
fn field_member(private: &TokenStream, declared: &Declared<'_>) -> Result<Option<Member>> {
    let mut writable = false;
    let mut marked = false;
    for attribute in declared
        .field
        .attrs
        .iter()
        .filter(|attribute| attribute.path().is_ident("field"))
    {
        marked = true;
        if matches!(attribute.meta, syn::Meta::Path(_)) {
            continue;
        }
        attribute.parse_nested_meta(|meta| {
            if meta.path.is_ident("set") {
                writable = true;
                Ok(())
            } else {
                Err(meta.error("expected `#[field]`, or `#[field(set)]` for a writable field"))
            }
        })?;
    }
    if !marked {
        return Ok(None);
    }
    let (ty, place, span) = (&declared.field.ty, declared.place.clone(), declared.field.span());
    if matches!(place, syn::Member::Unnamed(_)) {
        return Err(Error::new(span, "`#[field]` needs a named field"));
    }
    let type_span = at_call_site(ty.span());
    let read = {
        let (private, place) = (private.clone(), place.clone());
        move |_, _: &TokenStream| quote_spanned!(type_span=> #private::ReadField::read_into(&this.#place, slot))
    };
    let record = quote_spanned!(type_span=> <#ty as #private::ReadField>::TYPE);
    let mut getter = Function::on_object(&declared.name, span, record.clone(), read);
    getter.doc = doc_of(&declared.field.attrs);
    let mut member = Member::new(Kind::Field, getter);
    if writable {
        let private = private.clone();
        let view: Type = parse_quote!(#private::AnyView<'_>);
        let nothing = quote!(#private::TypeRecord::Null);
        let write = move |args: TokenStream, descriptor: &TokenStream| {
            quote_spanned!(type_span=> {
                let (value,) = (#args);
                #private::write_field(&this.#place, &value, #descriptor, slot)
            })
        };
        member.setter = Some(Function::on_object(&declared.name, span, nothing, write).with("value", view));
    }
    Ok(Some(member))
}

fn traverse_of(private: &TokenStream, ty: &Type, fields: &[Declared<'_>]) -> TokenStream {
    let visits = fields.iter().map(|declared| {
        let place = &declared.place;
        quote!((&#private::Probe::of(&self.#place)).traverse_field(&self.#place, visitor);)
    });
    let freezes = fields.iter().map(|declared| {
        let place = &declared.place;
        quote!(&& (&#private::Probe::of(&self.#place)).freeze_field(&self.#place, frozen))
    });
    let holds = fields.iter().map(|declared| {
        let ty = &declared.field.ty;
        quote!(|| (&#private::Probe::<#ty>::new()).holds_objects())
    });
    let named = |name: &str| {
        let unused = if fields.is_empty() { "_" } else { "" };
        Ident::new(&format!("{unused}{name}"), Span::call_site())
    };
    let (visitor, frozen) = (named("visitor"), named("frozen"));
    quote! {
        impl #private::Traverse for #ty {
            fn traverse(&self, #visitor: &mut #private::Visitor) {
                #[allow(unused_imports, reason = "which of them is used depends on the fields")]
                use #private::{HoldsNothing as _, HoldsObjects as _};
                #(#visits)*
            }

            fn freeze<'frozen>(&'frozen self, #frozen: &mut #private::Frozen<'frozen>) -> bool {
                #[allow(unused_imports, reason = "which of them is used depends on the fields")]
                use #private::{HoldsNothing as _, HoldsObjects as _};
                true #(#freezes)*
            }

            fn holds_objects() -> bool {
                #[allow(unused_imports, reason = "which of them is used depends on the fields")]
                use #private::{HoldsNothing as _, HoldsObjects as _};
                false #(#holds)*
            }
        }
    }
}

fn state_of(private: &TokenStream, ty: &Type, fields: &[Declared<'_>]) -> TokenStream {
    let total = fields.len();
    let read = fields.iter().map(|declared| {
        let (place, span) = (&declared.place, declared.field.ty.span());
        if declared.is_parent {
            quote_spanned!(span=> #private::State::state(&self.#place)?)
        } else {
            quote_spanned!(span=> #private::ReadField::read(&self.#place)?)
        }
    });
    let restored = fields.iter().enumerate().map(|(position, declared)| {
        let (place, name, ty) = (&declared.place, &declared.name, &declared.field.ty);
        let span = ty.span();
        let restore = if declared.is_parent {
            quote_spanned!(span=> <#ty as #private::State>::from_state)
        } else {
            quote_spanned!(span=> <#ty as #private::RestoreField>::restore)
        };
        quote!(#place: #private::state_item(&_items, #position, #name, #restore)?)
    });
    quote! {
        impl #private::State for #ty {
            fn state(&self) -> #private::Result<#private::Any> {
                ::core::result::Result::Ok(#private::state_of(::std::vec![#(#read),*]))
            }

            fn from_state(
                state: &#private::AnyView<'_>,
            ) -> ::core::result::Result<Self, #private::Mismatch> {
                let _items = #private::state_items::<#total>(state)?;
                ::core::result::Result::Ok(Self { #(#restored),* })
            }
        }
    }
}
