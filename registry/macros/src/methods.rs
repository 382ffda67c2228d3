//! The expansion of `#[methods]`.

mod options;

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Error, FnArg, ImplItem, ImplItemFn, ItemImpl, LitStr, Pat, Path, Result, Type};

use crate::callable::{doc_of, record_of, result_of};
use crate::constant::constant;
use crate::container::{Block, Callee};
use crate::expand::check_signature;
use crate::member::{Function, Kind, Member, at_call_site, row};
use crate::parameters::take_parameters;
pub(crate) use options::Options;

/// What the attributes of one function say.
#[derive(Default)]
pub(crate) struct Marks {
    init: Option<Span>,
    getter: Option<Span>,
    setter: Option<Span>,
    release_gil: bool,
    overload: Option<Span>,
    pub(crate) constant: Option<Span>,
    pub(crate) name: Option<LitStr>,
}

/// How a function takes its object.
enum Receiver {
    None,
    /// `&self`
    Body,
    /// `this: &ObjectPtr<Self>`
    Pointer,
}

pub(crate) fn methods(options: &Options, mut block: ItemImpl) -> Result<TokenStream> {
    if let Some((_, of, _)) = &block.trait_ {
        return Err(Error::new(
            of.span(),
            "#[methods] stands on the block of the type itself, not on that of a trait",
        ));
    }
    if !block.generics.params.is_empty() {
        return Err(Error::new(
            block.generics.span(),
            "a type key stands for one type; the block cannot be generic",
        ));
    }
    let krate = &options.krate;
    let private = quote!(#krate::__private);
    let ty = (*block.self_ty).clone();
    let mut members: Vec<Member> = Vec::new();
    let mut setters = Vec::new();
    let mut checks = TokenStream::new();
    let mut container = options
        .container
        .map(|(container, span)| Block::new(container, span));
    for item in &mut block.items {
        if let ImplItem::Const(item) = item {
            members.extend(constant(&private, &ty, item)?);
            continue;
        }
        let ImplItem::Fn(function) = item else { continue };
        let marks = take_marks(&mut function.attrs)?;
        if let Some(cfg) = function
            .attrs
            .iter()
            .find(|attribute| attribute.path().is_ident("cfg"))
        {
            return Err(Error::new(
                cfg.span(),
                "a member cannot be configured away alone; put the #[cfg] on a #[methods] block of its own",
            ));
        }
        let is_setter = marks.setter;
        let member = member(&private, &ty, function, marks, &mut container, &mut checks)?;
        match is_setter {
            Some(span) => setters.push((span, member.function)),
            None => add(&mut members, member)?,
        }
    }
    for (span, setter) in setters {
        let of_field =
            |member: &&mut Member| member.kind == Kind::Field && member.function.name == setter.name;
        let Some(field) = members.iter_mut().find(of_field) else {
            return Err(Error::new(
                span,
                format!(
                    "there is no #[getter] with &self named `{}` in this block that the setter belongs to",
                    setter.name
                ),
            ));
        };
        field.setter = Some(setter);
    }
    for member in &members {
        if let (Some(span), true) = (member.overload, member.further.is_empty()) {
            return Err(one_overload(span, &member.function.name));
        }
    }
    if let Some(container) = container {
        container.finish(&mut members)?;
    }
    let row = row(&private, &ty, 1, members);
    let span = ty.span();
    let reflected = quote_spanned! {span=>
        const _: fn() = || {
            fn has_members<T: #private::Reflected>() {}
            has_members::<#ty>();
        };
    };
    Ok(quote! {
        #block

        const _: () = {
            #reflected
            #checks
            #row
        };
    })
}

/// The error for a function that is marked as one of several with its name, and is the only one.
pub(crate) fn one_overload(span: Span, name: &str) -> Error {
    Error::new(
        span,
        format!("`{name}` is the only function with this name: it has no overloads"),
    )
}

/// Adds a member: to the overloads with its name, if it is one of them.
fn add(members: &mut Vec<Member>, mut member: Member) -> Result<()> {
    let Some(span) = member.overload else {
        members.push(member);
        return Ok(());
    };
    let name = &member.function.name;
    let Some(first) = members.iter_mut().find(|known| known.function.name == *name) else {
        members.push(member);
        return Ok(());
    };
    let agree = first.overload.is_some() && first.kind == member.kind;
    if !agree {
        return Err(Error::new(
            span,
            format!("all functions named `{name}` are #[overload], and all of them methods or none"),
        ));
    }
    first.further.push(member.function);
    first.further.append(&mut member.further);
    Ok(())
}

/// Takes out the attributes that only this macro knows.
pub(crate) fn take_marks(attributes: &mut Vec<Attribute>) -> Result<Marks> {
    let mut marks = Marks::default();
    let mut kept = Vec::new();
    for attribute in std::mem::take(attributes) {
        let path = attribute.path();
        if path.is_ident("name") {
            let name: LitStr = attribute.parse_args()?;
            if name.value().is_empty() || name.value().contains('\0') {
                return Err(Error::new(name.span(), "a member's name has text, and no NUL"));
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

/// Removes the attributes that only this macro knows, where the expansion failed: the block stays without them, so that
/// only the mistake is reported.
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

fn member(
    private: &TokenStream,
    ty: &Type,
    function: &mut ImplItemFn,
    marks: Marks,
    container: &mut Option<Block>,
    checks: &mut TokenStream,
) -> Result<Member> {
    check_signature(&function.sig, "a method")?;
    let receiver = receiver_of(function)?;
    let skipped = usize::from(!matches!(receiver, Receiver::None));
    let (mut parameters, variadic) =
        take_parameters(function.sig.inputs.iter_mut().skip(skipped), "a static function")?;
    let mut named = NameSelf { ty };
    for parameter in &mut parameters {
        named.visit_type_mut(&mut parameter.ty);
        if let Some(default) = &mut parameter.default {
            named.visit_expr_mut(default);
        }
    }
    let mut result = result_of(&function.sig.output);
    named.visit_type_mut(&mut result);

    let ident = function.sig.ident.clone();
    let plain = ident.to_string().trim_start_matches("r#").to_owned();
    let rust_name = match &marks.setter {
        None => plain.clone(),
        Some(span) => plain
            .strip_prefix("set_")
            .map(str::to_owned)
            .ok_or_else(|| Error::new(*span, "a setter is named `set_` and the name of its #[getter]"))?,
    };
    let kind = kind_of(&marks, &receiver, parameters.len(), variadic)?;
    let name = match (&marks.name, marks.init) {
        (Some(name), None) => name.value(),
        (Some(name), Some(_)) => {
            return Err(Error::new(
                name.span(),
                "an #[init] function has the name `__init__`",
            ));
        }
        (None, Some(_)) => "__init__".to_owned(),
        (None, None) => rust_name,
    };
    if matches!(name.as_str(), "__init__" | "__from_state__") {
        let span = result.span();
        let record = record_of(&result, private);
        checks.extend(quote_spanned! {span=>
            const _: () = ::core::assert!(
                #private::gives_object(&#record, <#ty as #private::ObjectType>::TYPE_KEY),
                "what makes an object returns Self, ObjectPtr<Self> or a Result of one of them"
            );
        });
    }

    let record = record_of(&result, private);
    let span = at_call_site(result.span());
    let object = match receiver {
        Receiver::None => TokenStream::new(),
        Receiver::Body => quote_spanned!(span=> &**this,),
        Receiver::Pointer => quote_spanned!(span=> this,),
    };
    let callee = quote_spanned!(span=> <#ty>::#ident);
    let role = container.as_ref().and_then(|block| block.role(&plain));
    let item = Callee {
        private,
        path: callee.clone(),
        ty,
        object: object.clone(),
        result,
        span,
    };
    let called = private.clone();
    let member = Function {
        name,
        on_object: !matches!(receiver, Receiver::None),
        parameters,
        variadic,
        release_gil: marks.release_gil,
        result: record,
        doc: doc_of(&function.attrs),
        span: ident.span(),
        call: Box::new(
            move |args, _| quote_spanned!(span=> #called::IntoReturn::return_into(#callee(#object #args), slot)),
        ),
    };
    if let (Some(block), Some(role), None) = (container, role, &marks.name) {
        return block.member(role, kind, member, &item);
    }
    let mut member = Member::new(kind, member);
    if let Some(span) = marks.overload {
        if !matches!(kind, Kind::Method | Kind::Static) {
            return Err(Error::new(
                span,
                "an overload is a method, a static function or #[init]",
            ));
        }
        member.overload = Some(span);
    }
    Ok(member)
}

/// The kind of a member, where its marks and its receiver go together.
fn kind_of(marks: &Marks, receiver: &Receiver, parameters: usize, variadic: bool) -> Result<Kind> {
    let refuse = |span: Span, why: &str| Err(Error::new(span, why));
    let on_object = !matches!(receiver, Receiver::None);
    if let Some(span) = marks.constant {
        let alone = marks.init.or(marks.getter).or(marks.setter).is_none();
        return if on_object || parameters > 0 || variadic || !alone {
            refuse(span, "a #[constant] function takes nothing and has no other mark")
        } else {
            Ok(Kind::Constant)
        };
    }
    match (marks.init, marks.getter, marks.setter) {
        (None, None, None) if on_object => Ok(Kind::Method),
        (None, None, None) => Ok(Kind::Static),
        (Some(span), None, None) if on_object => {
            refuse(span, "an #[init] function makes an object; it takes no self")
        }
        (Some(_), None, None) => Ok(Kind::Static),
        (None, Some(span), None) if parameters > 0 || variadic => refuse(
            span,
            "a #[getter] takes &self and nothing else, or nothing at all for a property of the class",
        ),
        (None, Some(_), None) if !on_object => Ok(Kind::StaticProperty),
        (None, Some(_), None) => Ok(Kind::Field),
        (None, None, Some(span)) if !on_object || parameters != 1 || variadic => {
            refuse(span, "a #[setter] takes &self and the new value")
        }
        (None, None, Some(_)) => Ok(Kind::Field),
        (Some(span), ..) | (_, _, Some(span)) => {
            refuse(span, "a member is one of #[init], #[getter] and #[setter]")
        }
    }
}

/// How a function takes its object: the first of its inputs, if that is one.
fn receiver_of(function: &ImplItemFn) -> Result<Receiver> {
    match function.sig.inputs.first() {
        Some(FnArg::Receiver(receiver)) => {
            let shared = receiver.reference.is_some() && receiver.mutability.is_none();
            if shared && receiver.colon_token.is_none() {
                return Ok(Receiver::Body);
            }
            Err(Error::new(
                receiver.span(),
                "an object is shared: a method takes &self, or `this: &ObjectPtr<Self>` where it needs the reference; \
                 keep what changes in a Mutex, an RwLock or an atomic",
            ))
        }
        Some(FnArg::Typed(first)) => {
            let named_this = matches!(&*first.pat, Pat::Ident(pattern) if pattern.ident == "this");
            let pointer = matches!(&*first.ty, Type::Reference(reference)
                if matches!(&*reference.elem, Type::Path(path)
                    if path.path.segments.last().is_some_and(|last| last.ident == "ObjectPtr")));
            Ok(if named_this && pointer {
                Receiver::Pointer
            } else {
                Receiver::None
            })
        }
        None => Ok(Receiver::None),
    }
}

/// Writes the type's own name where the block says `Self`, for use outside of it.
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
