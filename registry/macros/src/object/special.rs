//! The members that options of `#[object(..)]` define, by Rust traits of the struct.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Ident, Type, parse_quote};

use crate::member::{Function, Kind, Member};
use crate::signature::at_call_site;

/// The members that an option of the attribute defines.
pub(super) fn special_members(private: &TokenStream, ty: &Type, word: &Ident) -> Vec<Member> {
    let span = at_call_site(word.span());
    let record = |ty: TokenStream| quote!(<#ty as #private::IntoReturn>::TYPE);
    let text = || record(quote!(::std::string::String));
    let answer = || record(quote!(::core::option::Option<bool>));
    // Each is an expression over `this`, and over `other` where it is a comparison.
    let method = |name: &str, result: TokenStream, value: TokenStream| {
        let private = private.clone();
        let call =
            move |_, _: &TokenStream| quote_spanned!(span=> #private::IntoReturn::return_into(#value, slot));
        Member::new(Kind::Method, Function::on_object(name, span, result, call))
    };
    let comparison = |name: &str, value: TokenStream| {
        let view: Type = parse_quote!(#private::AnyView<'_>);
        let private = private.clone();
        let call = move |args: TokenStream, _: &TokenStream| {
            quote_spanned!(span=> {
                let (other,) = (#args);
                #private::IntoReturn::return_into(#value, slot)
            })
        };
        let function = Function::on_object(name, span, answer(), call);
        Member::new(Kind::Method, function.with("other", view))
    };
    let ordered = |name: &str, holds: &str| {
        let holds = Ident::new(holds, span);
        comparison(
            name,
            quote_spanned!(span=> #private::ordered::<#ty>(this, &other, ::core::cmp::Ordering::#holds)),
        )
    };
    match word.to_string().as_str() {
        "repr" => vec![method(
            "__repr__",
            text(),
            quote_spanned!(span=> #private::repr::<#ty>(this)),
        )],
        "str" => vec![method(
            "__str__",
            text(),
            quote_spanned!(span=> #private::display::<#ty>(this)),
        )],
        "eq" => vec![comparison(
            "__eq__",
            quote_spanned!(span=> #private::eq::<#ty>(this, &other)),
        )],
        "ord" => vec![
            ordered("__lt__", "is_lt"),
            ordered("__le__", "is_le"),
            ordered("__gt__", "is_gt"),
            ordered("__ge__", "is_ge"),
        ],
        "hash" => vec![method(
            "__hash__",
            record(quote!(i64)),
            quote_spanned!(span=> #private::hash::<#ty>(this)),
        )],
        "scope" => scope_members(private, ty, span),
        _ => pickle_members(private, ty, span),
    }
}

/// The members that make an object the current one of its type in a `with` statement, and the class attribute `current`.
fn scope_members(private: &TokenStream, ty: &Type, span: Span) -> Vec<Member> {
    let object = quote!(<#private::ObjectPtr<#ty> as #private::IntoReturn>::TYPE);
    let found = quote!(<::core::option::Option<#private::ObjectPtr<#ty>> as #private::IntoReturn>::TYPE);
    let enter =
        quote_spanned!(span=> #private::IntoReturn::return_into(#private::enter_scope::<#ty>(this), slot));
    let exit =
        quote_spanned!(span=> #private::IntoReturn::return_into(#private::exit_scope::<#ty>(this), slot));
    let current = quote_spanned!(span=> #private::IntoReturn::return_into(#private::current::<#ty>(), slot));
    let mut begin = Function::on_object("__enter__", span, object, move |_, _| enter);
    begin.doc = "Makes the object the current one of its type on this thread.".to_owned();
    let nothing = quote!(<() as #private::IntoReturn>::TYPE);
    // The arguments of `__exit__`, which it ignores.
    let mut end = Function::on_object("__exit__", span, nothing, move |_, _| exit);
    end.doc = "Ends the scope that `__enter__` began.".to_owned();
    end.variadic = true;
    let mut find = Function::on_object("current", span, found, move |_, _| current);
    find.on_object = false;
    find.doc = "The current object of the type on this thread; None where there is none.".to_owned();
    vec![
        Member::new(Kind::Method, begin),
        Member::new(Kind::Method, end),
        Member::new(Kind::StaticProperty, find),
    ]
}

fn pickle_members(private: &TokenStream, ty: &Type, span: Span) -> Vec<Member> {
    let view: Type = parse_quote!(#private::AnyView<'_>);
    let any = quote!(<#private::Any as #private::IntoReturn>::TYPE);
    let object = quote!(<#private::ObjectPtr<#ty> as #private::IntoReturn>::TYPE);
    let get =
        quote_spanned!(span=> #private::IntoReturn::return_into(#private::get_state::<#ty>(this), slot));
    let restore = quote_spanned!(span=> #private::from_state::<#ty>);
    let into = quote_spanned!(span=> #private::IntoReturn::return_into);
    let get_state = Function::on_object("__getstate__", span, any, move |_, _| get);
    let mut from_state = Function::on_object("__from_state__", span, object, move |args, descriptor| {
        quote_spanned!(span=> {
            let (state,) = (#args);
            #into(#restore(&state, #descriptor), slot)
        })
    });
    from_state.on_object = false;
    vec![
        Member::new(Kind::Method, get_state),
        Member::new(Kind::Static, from_state.with("state", view)),
    ]
}
