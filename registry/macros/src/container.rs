//! `#[methods(sequence)]` and `#[methods(mapping)]`: the container methods of a type.
//!
//! Invariant: an index that the author's function receives is below the length that `len` has just returned.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Error, GenericArgument, PathArguments, Result, Type, parse_quote};

use crate::callable::record_of;
use crate::member::{Call, Container, Function, Kind, Member};
use crate::parameters::Parameter;

/// The role of a function of the block.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Role {
    Len,
    Get,
    Set,
    Remove,
    Keys,
    Contains,
}

/// The block's kind of container, and the functions that were found so far.
pub(crate) struct Block {
    container: Container,
    span: Span,
    roles: Vec<Role>,
    /// The default `contains` of a mapping.
    contains: Option<Member>,
}

/// A function of the block as its expansion calls it: `callee(object args)`.
pub(crate) struct Callee<'a> {
    pub(crate) private: &'a TokenStream,
    pub(crate) path: TokenStream,
    pub(crate) ty: &'a Type,
    pub(crate) object: TokenStream,
    pub(crate) result: Type,
    pub(crate) span: Span,
}

impl Block {
    pub(crate) fn new(container: Container, span: Span) -> Self {
        Self {
            container,
            span,
            roles: Vec::new(),
            contains: None,
        }
    }

    /// The role of a function by its name.
    pub(crate) fn role(&self, name: &str) -> Option<Role> {
        let is_mapping = self.container == Container::Mapping;
        match name {
            "len" => Some(Role::Len),
            "get" => Some(Role::Get),
            "set" => Some(Role::Set),
            "remove" => Some(Role::Remove),
            "keys" if is_mapping => Some(Role::Keys),
            "contains" if is_mapping => Some(Role::Contains),
            _ => None,
        }
    }

    /// The member for a function that has a role.
    pub(crate) fn member(
        &mut self,
        role: Role,
        kind: Kind,
        mut function: Function,
        callee: &Callee<'_>,
    ) -> Result<Member> {
        self.check(role, kind, &function)?;
        self.roles.push(role);
        function.name = role.member_name().to_owned();
        let some = option_of(&callee.result).filter(|_| role == Role::Get);
        if let Some(some) = &some {
            function.result = record_of(some, callee.private);
        }
        if self.container == Container::Sequence && role != Role::Len {
            function.parameters[0].ty = parse_quote!(i64);
        } else if some.is_some() {
            self.contains = Some(has_key(&function.parameters[0], callee));
        }
        function.call = self.call(role, some.is_some(), &function.parameters, callee);
        let mut member = Member::new(Kind::Method, function);
        member.container = (role == Role::Get).then_some(self.container);
        Ok(member)
    }

    fn check(&self, role: Role, kind: Kind, function: &Function) -> Result<()> {
        let place = match self.container {
            Container::Sequence => "index",
            Container::Mapping => "key",
        };
        let wanted: &[&str] = match role {
            Role::Len | Role::Keys => &[],
            Role::Get | Role::Remove | Role::Contains => &[place],
            Role::Set => &[place, "value"],
        };
        let mut parameters = function.parameters.iter();
        let plain = !function.variadic && parameters.all(|one| !one.is_optional() && !one.keyword_only);
        if kind == Kind::Method && function.parameters.len() == wanted.len() && plain {
            return Ok(());
        }
        let takes: String = wanted.iter().map(|name| format!(", {name}")).collect();
        Err(Error::new(
            function.span,
            format!(
                "in a `#[methods({})]` block this function must take (&self{takes})",
                self.container.word()
            ),
        ))
    }

    fn call(&self, role: Role, gives_option: bool, parameters: &[Parameter], callee: &Callee<'_>) -> Call {
        let Callee {
            private,
            path,
            ty,
            object,
            span,
            ..
        } = callee;
        let (private, span) = ((*private).clone(), *span);
        let sequence = self.container == Container::Sequence && role != Role::Len;
        let with_value = role == Role::Set;
        let shown = if sequence {
            None
        } else {
            parameters.first().map(|parameter| is_copied(&parameter.ty))
        };
        let (path, object, ty) = (path.clone(), object.clone(), (*ty).clone());
        Box::new(move |args, descriptor| {
            let signature = quote!(#descriptor.signature);
            if matches!(role, Role::Len | Role::Keys | Role::Contains) {
                return quote_spanned!(span=> #private::IntoReturn::return_into(#path(#object #args), slot));
            }
            let value = with_value.then(|| quote!(value,));
            let place = sequence.then(|| {
                quote_spanned!(span=>
                    let length = #private::Length::checked(<#ty>::len(&**this))?;
                    let place = #private::item_index(place, length, &#signature)?;
                )
            });
            let called = quote_spanned!(span=> #path(#object place, #value));
            let returned = if gives_option {
                let missing = match (sequence, shown) {
                    (true, _) => quote!(#private::no_item(&#signature)),
                    (false, Some(true)) => quote!({
                        #[allow(unused_imports, reason = "which of them is used depends on the key")]
                        use #private::{ShowsDebug as _, ShowsNothing as _};
                        #private::no_key((&#private::Shown(&place)).shown(), &#signature)
                    }),
                    (false, _) => quote!(#private::no_key(::core::option::Option::None, &#signature)),
                };
                quote_spanned! {span=>
                    match #called {
                        ::core::option::Option::Some(item) => #private::IntoReturn::return_into(item, slot),
                        ::core::option::Option::None => ::core::result::Result::Err(#missing),
                    }
                }
            } else {
                quote_spanned!(span=> #private::IntoReturn::return_into(#called, slot))
            };
            quote_spanned!(span=> {
                let (place, #value) = (#args);
                #place
                #returned
            })
        })
    }

    /// Fails if the block lacks a required function; adds functions that follow from others.
    pub(crate) fn finish(self, members: &mut Vec<Member>) -> Result<()> {
        let (needed, text): (&[Role], _) = match self.container {
            Container::Sequence => (
                &[Role::Len, Role::Get],
                "`fn len(&self) -> usize` and `fn get(&self, index: usize)`",
            ),
            Container::Mapping => (
                &[Role::Len, Role::Get, Role::Keys],
                "`fn len(&self) -> usize`, `fn get(&self, key: …)` and `fn keys(&self)`",
            ),
        };
        if needed.iter().any(|role| !self.roles.contains(role)) {
            return Err(Error::new(
                self.span,
                format!("a `#[methods({})]` block must have {text}", self.container.word()),
            ));
        }
        if !self.roles.contains(&Role::Contains) {
            members.extend(self.contains);
        }
        Ok(())
    }
}

impl Container {
    fn word(self) -> &'static str {
        match self {
            Self::Sequence => "sequence",
            Self::Mapping => "mapping",
        }
    }
}

impl Role {
    fn member_name(self) -> &'static str {
        match self {
            Self::Len => "__len__",
            Self::Get => "__getitem__",
            Self::Set => "__setitem__",
            Self::Remove => "__delitem__",
            Self::Keys => "__keys__",
            Self::Contains => "__contains__",
        }
    }
}

/// Whether a mapping has a key, by a `get` that gives an `Option`.
fn has_key(key: &Parameter, callee: &Callee<'_>) -> Member {
    let Callee {
        private,
        path,
        object,
        span,
        ..
    } = callee;
    let (private, path, object, span) = ((*private).clone(), path.clone(), object.clone(), *span);
    let record = record_of(&parse_quote!(bool), &private);
    let function = Function::on_object(
        Role::Contains.member_name(),
        span,
        record,
        move |args, _| quote_spanned!(span=> #private::IntoReturn::return_into(#path(#object #args).is_some(), slot)),
    );
    Member::new(Kind::Method, function.with(&key.name, key.ty.clone()))
}

/// The type in an `Option` as it is spelled in the source.
fn option_of(ty: &Type) -> Option<Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == "Option")?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    match arguments.args.first() {
        Some(GenericArgument::Type(of)) => Some(of.clone()),
        _ => None,
    }
}

/// Whether a key can still be used after it was passed to the author's function.
fn is_copied(ty: &Type) -> bool {
    const COPIED: [&str; 13] = [
        "bool", "char", "i8", "i16", "i32", "i64", "isize", "u8", "u16", "u32", "u64", "usize", "f64",
    ];
    match ty {
        Type::Reference(reference) => reference.mutability.is_none(),
        Type::Path(path) => path
            .path
            .get_ident()
            .is_some_and(|ident| COPIED.iter().any(|one| ident == one)),
        _ => false,
    }
}
