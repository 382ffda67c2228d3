//! A type of the type table: its index, its `ObjectType`, its row in the linked-in table.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{LitStr, Type};

/// A type that is registered when the library is loaded, or earlier if its index is needed.
pub(crate) struct Registered<'a> {
    pub(crate) private: &'a TokenStream,
    pub(crate) ty: &'a Type,
    pub(crate) key: &'a LitStr,
    /// The type that it inherits from.
    pub(crate) parent: TokenStream,
    pub(crate) doc: &'a str,
    /// An expression of the functions that traverse its objects, as an `Option`.
    pub(crate) traverse: TokenStream,
    /// What runs whenever the type is registered or looked up.
    pub(crate) before: TokenStream,
    /// Further items of its `ObjectType`.
    pub(crate) items: TokenStream,
}

impl Registered<'_> {
    /// The items, for a separate unnamed scope.
    pub(crate) fn expand(&self) -> TokenStream {
        let Self {
            private,
            ty,
            key,
            parent,
            doc,
            traverse,
            before,
            items,
        } = self;
        quote! {
            fn index() -> #private::Result<#private::TypeIndex> {
                #before
                static INDEX: ::core::sync::atomic::AtomicI32 = ::core::sync::atomic::AtomicI32::new(0);
                #private::kept_type_index(&INDEX, |place| {
                    let parent = <#parent as #private::ObjectType>::type_index();
                    #private::register_type(#key, parent, place, #doc, #traverse)
                })
            }

            // SAFETY: the body of an object of this type is the type itself, and a child's begins with it
            // (asserted where the child is declared).
            unsafe impl #private::ObjectType for #ty {
                const TYPE_KEY: &'static str = #key;
                #items

                fn type_index() -> #private::TypeIndex {
                    match index() {
                        ::core::result::Result::Ok(index) => index,
                        ::core::result::Result::Err(error) => ::core::panic!("{error}"),
                    }
                }
            }

            #[#private::linkme::distributed_slice(#private::TYPES)]
            #[linkme(crate = #private::linkme)]
            static TYPE: #private::LoadTimeType =
                #private::LoadTimeType { index };
        }
    }
}
