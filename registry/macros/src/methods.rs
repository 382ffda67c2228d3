//! The expansion of `#[methods]`.

mod options;

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit_mut::VisitMut;
use syn::{Error, FnArg, ImplItem, ImplItemFn, ItemImpl, Pat, Result, Type};

use crate::callable::{doc_of, put_result, record_of};
use crate::constant::constant;
use crate::container::{Block, Callee};
use crate::marks::{Marks, NameSelf, take_marks};
use crate::member::{Function, Kind, Member, row};
use crate::parameters::take_parameters;
use crate::signature::{at_call_site, check_signature, one_overload, result_of};
pub(crate) use options::Options;

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
            "`#[methods]` needs an inherent `impl` block, not one of a trait",
        ));
    }
    if !block.generics.params.is_empty() {
        return Err(Error::new(
            block.generics.span(),
            "a `#[methods]` block cannot be generic: a type key names one type",
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
                "`#[cfg]` on a single member is not supported; put it on a separate `#[methods]` block",
            ));
        }
        let is_setter = marks.setter;
        let member = member(&private, &ty, function, marks, &mut container, &mut checks)?;
        match is_setter {
            Some(span) => setters.push((span, member.function)),
            None => add(&mut members, member)?,
        }
    }
    attach_setters(&mut members, setters)?;
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

/// Adds each setter to the field with its name.
fn attach_setters(members: &mut [Member], setters: Vec<(Span, Function)>) -> Result<()> {
    for (span, setter) in setters {
        let of_field =
            |member: &&mut Member| member.kind == Kind::Field && member.function.name == setter.name;
        let Some(field) = members.iter_mut().find(of_field) else {
            return Err(Error::new(
                span,
                format!(
                    "no `#[getter]` with `&self` named `{}` in this block",
                    setter.name
                ),
            ));
        };
        field.setter = Some(setter);
    }
    Ok(())
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
            format!(
                "functions named `{name}` must all be `#[overload]`, and either all methods or all static"
            ),
        ));
    }
    first.further.push(member.function);
    first.further.append(&mut member.further);
    Ok(())
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
    let name = name_of(&marks, &plain)?;
    let kind = kind_of(&marks, &receiver, parameters.len(), variadic)?;
    if matches!(name.as_str(), "__init__" | "__from_state__") {
        checks.extend(constructor_check(private, ty, &result));
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
    let (called, returned) = (private.clone(), item.result.clone());
    let member = Function {
        name,
        on_object: !matches!(receiver, Receiver::None),
        parameters,
        variadic,
        release_gil: marks.release_gil,
        result: record,
        doc: doc_of(&function.attrs),
        span: ident.span(),
        call: Box::new(move |args, _| {
            let call = quote_spanned!(span=> #callee(#object #args));
            put_result(&returned, &call, &quote_spanned!(span=> slot), span, &called)
        }),
    };
    if let (Some(block), Some(role), None) = (container, role, &marks.name) {
        return block.member(role, kind, member, &item);
    }
    let mut member = Member::new(kind, member);
    if let Some(span) = marks.overload {
        if !matches!(kind, Kind::Method | Kind::Static) {
            return Err(Error::new(
                span,
                "`#[overload]` is only for methods, static functions and `#[init]`",
            ));
        }
        member.overload = Some(span);
    }
    Ok(member)
}

/// The member's name in other languages; `plain` is that of the Rust function.
fn name_of(marks: &Marks, plain: &str) -> Result<String> {
    let rust_name = match &marks.setter {
        None => plain.to_owned(),
        Some(span) => plain.strip_prefix("set_").map(str::to_owned).ok_or_else(|| {
            Error::new(
                *span,
                "a `#[setter]` must be named `set_` and the name of its `#[getter]`",
            )
        })?,
    };
    match (&marks.name, marks.init) {
        (Some(name), None) => Ok(name.value()),
        (Some(name), Some(_)) => Err(Error::new(
            name.span(),
            "an `#[init]` function is always named `__init__`; remove `#[name]`",
        )),
        (None, Some(_)) => Ok("__init__".to_owned()),
        (None, None) => Ok(rust_name),
    }
}

/// Asserts that a constructor returns an object of its class.
fn constructor_check(private: &TokenStream, ty: &Type, result: &Type) -> TokenStream {
    let (span, record) = (result.span(), record_of(result, private));
    quote_spanned! {span=>
        const _: () = ::core::assert!(
            #private::gives_object(&#record, <#ty as #private::ObjectType>::TYPE_KEY),
            "a constructor must return `Self`, `ObjectPtr<Self>` or a `Result` of one of them"
        );
    }
}

/// The kind of a member, where its marks and its receiver go together.
fn kind_of(marks: &Marks, receiver: &Receiver, parameters: usize, variadic: bool) -> Result<Kind> {
    let refuse = |span: Span, why: &str| Err(Error::new(span, why));
    let on_object = !matches!(receiver, Receiver::None);
    if let Some(span) = marks.constant {
        let alone = marks.init.or(marks.getter).or(marks.setter).is_none();
        return if on_object || parameters > 0 || variadic || !alone {
            refuse(
                span,
                "a `#[constant]` function must not have parameters, `#[init]`, `#[getter]` or `#[setter]`",
            )
        } else {
            Ok(Kind::Constant)
        };
    }
    match (marks.init, marks.getter, marks.setter) {
        (None, None, None) if on_object => Ok(Kind::Method),
        (None, None, None) => Ok(Kind::Static),
        (Some(span), None, None) if on_object => refuse(span, "an `#[init]` function must not take `self`"),
        (Some(_), None, None) => Ok(Kind::Static),
        (None, Some(span), None) if parameters > 0 || variadic => refuse(
            span,
            "a `#[getter]` must take only `&self`, or nothing for a property of the class",
        ),
        (None, Some(_), None) if !on_object => Ok(Kind::StaticProperty),
        (None, Some(_), None) => Ok(Kind::Field),
        (None, None, Some(span)) if !on_object || parameters != 1 || variadic => {
            refuse(span, "a `#[setter]` must take `&self` and the new value")
        }
        (None, None, Some(_)) => Ok(Kind::Field),
        (Some(span), ..) | (_, _, Some(span)) => {
            refuse(span, "`#[init]`, `#[getter]` and `#[setter]` exclude each other")
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
                "a method must take `&self`, or `this: &ObjectPtr<Self>` if it needs the reference, because objects are \
                 shared; for mutable state use a Mutex, an RwLock or an atomic",
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
