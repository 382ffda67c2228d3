//! The attributes inside a `#[methods]` block, such as `#[getter]`, and the type's own name in place of `Self`.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Error, FnArg, ImplItem, ItemImpl, LitStr, Path, Result, Type};

use crate::parameters::take_parameters;

/// The attributes of one function or constant.
#[derive(Default)]
pub(crate) struct Marks {
    pub(crate) init: Option<Span>,
    pub(crate) getter: Option<Span>,
    pub(crate) setter: Option<Span>,
    pub(crate) release_gil: bool,
    pub(crate) overload: Option<Span>,
    pub(crate) constant: Option<Span>,
    pub(crate) name: Option<LitStr>,
}

/// Removes and reads the attributes that only `#[methods]` knows.
pub(crate) fn take_marks(attributes: &mut Vec<Attribute>) -> Result<Marks> {
    let mut marks = Marks::default();
    let mut kept = Vec::new();
    for attribute in std::mem::take(attributes) {
        let path = attribute.path();
        if path.is_ident("name") {
            let name: LitStr = attribute.parse_args()?;
            if name.value().is_empty() || name.value().contains('\0') {
                return Err(Error::new(
                    name.span(),
                    "a member's name must not be empty or contain NUL",
                ));
            }
            marks.name = Some(name);
            continue;
        }
        let span = Some(path.span());
        if path.is_ident("init") {
            marks.init = span;
        } else if path.is_ident("getter") {
            marks.getter = span;
        } else if path.is_ident("setter") {
            marks.setter = span;
        } else if path.is_ident("constant") {
            marks.constant = span;
        } else if path.is_ident("overload") {
            marks.overload = span;
        } else if path.is_ident("release_gil") {
            marks.release_gil = true;
        } else {
            kept.push(attribute);
            continue;
        }
        attribute.meta.require_path_only()?;
    }
    *attributes = kept;
    Ok(marks)
}

/// Removes the attributes that only `#[methods]` knows after a failed expansion, so that the compiler reports the mistake
/// and not the attributes.
pub(crate) fn without_marks(mut block: ItemImpl) -> ItemImpl {
    for item in &mut block.items {
        if let ImplItem::Const(item) = item {
            let _ = take_marks(&mut item.attrs);
        }
        if let ImplItem::Fn(function) = item {
            let _ = take_marks(&mut function.attrs);
            let _ = take_parameters(function.sig.inputs.iter_mut().skip(1), "a method");
            if let Some(FnArg::Typed(first)) = function.sig.inputs.first_mut() {
                first.attrs.retain(|attribute| {
                    !["default", "implicit", "keyword_only"]
                        .iter()
                        .any(|name| attribute.path().is_ident(name))
                });
            }
        }
    }
    block
}

/// Replaces `Self` by the type's own name, for use outside of the block.
pub(crate) struct NameSelf<'a> {
    pub(crate) ty: &'a Type,
}

impl VisitMut for NameSelf<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if matches!(ty, Type::Path(path) if path.qself.is_none() && path.path.is_ident("Self")) {
            *ty = self.ty.clone();
        } else {
            visit_mut::visit_type_mut(self, ty);
        }
    }

    fn visit_path_mut(&mut self, path: &mut Path) {
        if path.leading_colon.is_none()
            && path.segments.first().is_some_and(|first| first.ident == "Self")
            && let Type::Path(named) = self.ty
        {
            let rest = path.segments.iter().skip(1).cloned();
            let segments = named.path.segments.iter().cloned().chain(rest).collect();
            *path = Path {
                leading_colon: named.path.leading_colon,
                segments,
            };
        }
        visit_mut::visit_path_mut(self, path);
    }
}
