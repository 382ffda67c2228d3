//! Constants of a `#[methods]` block, which become attributes of the class.

use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::spanned::Spanned;
use syn::visit_mut::VisitMut;
use syn::{Error, ImplItemConst, Result, Type};

use crate::callable::{doc_of, record_of};
use crate::marks::{NameSelf, take_marks};
use crate::member::{Function, Kind, Member};
use crate::parameters::elided;
use crate::signature::at_call_site;

/// The member for a constant that is marked; other languages do not see the others.
pub(crate) fn constant(private: &TokenStream, ty: &Type, item: &mut ImplItemConst) -> Result<Option<Member>> {
    let marks = take_marks(&mut item.attrs)?;
    let Some(span) = marks.constant else {
        return match marks.name {
            Some(name) => Err(Error::new(
                name.span(),
                "`#[name]` on a constant requires `#[constant]`",
            )),
            None => Ok(None),
        };
    };
    if !item.generics.params.is_empty() {
        return Err(Error::new(span, "a `#[constant]` cannot be generic"));
    }
    let mut of = elided(&item.ty);
    NameSelf { ty }.visit_type_mut(&mut of);
    let ident = item.ident.clone();
    let name = marks.name.map_or_else(|| ident.to_string(), |name| name.value());
    let at = at_call_site(of.span());
    let (owner, called) = (ty.clone(), private.clone());
    let function = Function {
        name,
        on_object: false,
        parameters: Vec::new(),
        variadic: false,
        release_gil: false,
        result: record_of(&of, private),
        doc: doc_of(&item.attrs),
        span: ident.span(),
        call: Box::new(
            move |_, _| quote_spanned!(at=> #called::IntoReturn::return_into(<#owner>::#ident, slot)),
        ),
    };
    Ok(Some(Member::new(Kind::Constant, function)))
}
