//! Members of types, as both `#[derive(Object)]` and `#[methods]` declare them: a row of static entries, each with its
//! signature and its shim.
//!
//! Invariant: a shim checks the object that it is called on before it looks at the arguments, which are counted without
//! the object.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::Type;

use crate::callable::Callable;
use crate::parameters::{Lend, Parameter};

/// What a member is, by the name of its constant.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    Field,
    Method,
    Static,
    Constant,
    StaticProperty,
}

/// What objects of a type are, as the flags of its `__getitem__` say.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Container {
    Sequence,
    Mapping,
}

/// A function of a member: its method, or a field's getter or setter.
pub(crate) struct Function {
    /// The member's name, as other languages see it.
    pub(crate) name: String,
    /// Whether it is called on an object, which stands under `this` then, as a reference to an `ObjectPtr`.
    pub(crate) on_object: bool,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) variadic: bool,
    pub(crate) releases_lock: bool,
    /// An expression of the result's type record.
    pub(crate) result: TokenStream,
    pub(crate) doc: String,
    pub(crate) span: Span,
    /// Makes the expression of the result, a `Result<Any>`, from the arguments and from the signature's name.
    pub(crate) call: Call,
}

pub(crate) type Call = Box<dyn FnOnce(TokenStream, &Ident) -> TokenStream>;

impl Function {
    /// A function without parameters that is called on an object.
    pub(crate) fn on_object(
        name: &str,
        span: Span,
        result: TokenStream,
        call: impl FnOnce(TokenStream, &Ident) -> TokenStream + 'static,
    ) -> Self {
        Self {
            name: name.to_owned(),
            on_object: true,
            parameters: Vec::new(),
            variadic: false,
            releases_lock: false,
            result,
            doc: String::new(),
            span,
            call: Box::new(call),
        }
    }

    /// The same with one parameter more.
    pub(crate) fn with(mut self, name: &str, ty: Type) -> Self {
        self.parameters.push(Parameter {
            name: name.to_owned(),
            ty,
            default: None,
            keyword_only: false,
            lend: Lend::No,
        });
        self
    }
}

pub(crate) struct Member {
    pub(crate) kind: Kind,
    pub(crate) function: Function,
    pub(crate) setter: Option<Function>,
    /// What this `__getitem__` makes of the type's objects.
    pub(crate) container: Option<Container>,
}

impl Member {
    pub(crate) fn new(kind: Kind, function: Function) -> Self {
        Self {
            kind,
            function,
            setter: None,
            container: None,
        }
    }
}

/// A place in the author's source, with names resolved as in the rest of the expansion, whoever wrote that source.
pub(crate) fn at_call_site(span: Span) -> Span {
    span.resolved_at(Span::call_site())
}

/// The entry of a row of members in the linked-in table; `rank` says which rows of a type come first.
pub(crate) fn row(private: &TokenStream, ty: &Type, rank: u32, members: Vec<Member>) -> TokenStream {
    let mut items = TokenStream::new();
    let mut entries = Vec::new();
    for (position, member) in members.into_iter().enumerate() {
        let name = member.function.name.clone();
        let kind = match member.kind {
            Kind::Field => format_ident!("TVMLIKE_MEMBER_FIELD"),
            Kind::Method => format_ident!("TVMLIKE_MEMBER_METHOD"),
            Kind::Static => format_ident!("TVMLIKE_MEMBER_STATIC"),
            Kind::Constant => format_ident!("TVMLIKE_MEMBER_CONSTANT"),
            Kind::StaticProperty => format_ident!("TVMLIKE_MEMBER_STATIC_PROPERTY"),
        };
        let flags = match member.container {
            None => quote!(0),
            Some(Container::Sequence) => quote!(#private::TVMLIKE_MEMBER_SEQUENCE),
            Some(Container::Mapping) => quote!(#private::TVMLIKE_MEMBER_MAPPING),
        };
        let (signature, call) = (
            format_ident!("SIGNATURE_{position}"),
            format_ident!("call_{position}"),
        );
        items.extend(declare(private, ty, member.function, &signature, &call));
        let setter = match member.setter {
            None => quote!(::core::option::Option::None),
            Some(setter) => {
                let (signature, call) = (
                    format_ident!("SETTER_SIGNATURE_{position}"),
                    format_ident!("set_{position}"),
                );
                items.extend(declare(private, ty, setter, &signature, &call));
                quote!(::core::option::Option::Some(#call))
            }
        };
        entries.push(quote! {
            #private::LoadTimeMember {
                name: #name,
                kind: #private::#kind,
                flags: #flags,
                signature: &#signature,
                call: #call,
                setter: #setter,
            }
        });
    }
    quote! {
        #items

        #[#private::linkme::distributed_slice(#private::MEMBERS)]
        #[linkme(crate = #private::linkme)]
        static MEMBERS: #private::LoadTimeMembers = #private::LoadTimeMembers {
            type_key: <#ty as #private::ObjectType>::TYPE_KEY,
            place: (#rank, ::core::file!(), ::core::line!()),
            members: &[#(#entries),*],
        };
    }
}

/// The signature and the shim of a function under the names that are given.
fn declare(
    private: &TokenStream,
    ty: &Type,
    function: Function,
    signature: &Ident,
    call: &Ident,
) -> TokenStream {
    let Function { name, span, .. } = &function;
    let line = u32::try_from(span.unwrap().line()).unwrap_or(0);
    // The class that messages name is the last part of the type key, which the macros need not know.
    let full_name = quote! {{
        const KEY: &str = <#ty as #private::ObjectType>::TYPE_KEY;
        const NAME: [u8; #private::member_name_len(KEY, #name)] = #private::member_name(KEY, #name);
        #private::text(&NAME)
    }};
    let before = if function.on_object {
        quote!(let (this, args) = #private::receiver::<#ty>(args, &#signature)?;)
    } else {
        TokenStream::new()
    };
    let callable = Callable {
        private,
        name: full_name,
        parameters: &function.parameters,
        variadic: function.variadic,
        releases_lock: function.releases_lock,
        result: function.result,
        doc: function.doc,
        line: quote!(#line),
        before,
    };
    let value = callable.signature();
    let shim = callable.shim(call, signature, |args| (function.call)(args, signature));
    quote! {
        static #signature: #private::Signature = #value;
        #shim
    }
}
