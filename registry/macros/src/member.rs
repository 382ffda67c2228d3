//! Members of types, which `#[derive(Object)]` and `#[methods]` declare: a row of static entries, each with its descriptor.
//!
//! Invariant: every member that is called on an object names the type's receiver, which checks the object before the body
//! runs.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::Type;

use crate::callable::{Callable, Overloaded};
use crate::parameters::{Lend, Parameter};
use crate::signature::line_of;

/// The kind of a member, by the name of its constant.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    Field,
    Method,
    Static,
    Constant,
    StaticProperty,
}

/// The kind of container that a type is, by the flags of its `__getitem__`.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Container {
    Sequence,
    Mapping,
}

/// A function of a member: its method, or a field's getter or setter.
pub(crate) struct Function {
    /// The member's name, as other languages see it.
    pub(crate) name: String,
    /// Whether it is called on an object, which is then the variable `this`, a reference to an `ObjectPtr`.
    pub(crate) on_object: bool,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) variadic: bool,
    pub(crate) release_gil: bool,
    /// An expression of the result's type record.
    pub(crate) result: TokenStream,
    pub(crate) doc: String,
    pub(crate) span: Span,
    /// Makes the expression that writes the result to `slot`, a `Result<()>`, from the arguments and the descriptor.
    pub(crate) call: Call,
}

pub(crate) type Call = Box<dyn FnOnce(TokenStream, &TokenStream) -> TokenStream>;

impl Function {
    /// A function without parameters that is called on an object.
    pub(crate) fn on_object(
        name: &str,
        span: Span,
        result: TokenStream,
        call: impl FnOnce(TokenStream, &TokenStream) -> TokenStream + 'static,
    ) -> Self {
        Self {
            name: name.to_owned(),
            on_object: true,
            parameters: Vec::new(),
            variadic: false,
            release_gil: false,
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
            implicit: false,
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
    /// The kind of container that this `__getitem__` makes of the type.
    pub(crate) container: Option<Container>,
    /// Whether it may be overloaded, and the span of that mark.
    pub(crate) overload: Option<Span>,
    /// The others.
    pub(crate) further: Vec<Function>,
}

impl Member {
    pub(crate) fn new(kind: Kind, function: Function) -> Self {
        Self {
            kind,
            function,
            setter: None,
            container: None,
            overload: None,
            further: Vec::new(),
        }
    }
}

/// The entry of a row of members in the linked-in table; `rank` says which rows of a type come first.
pub(crate) fn row(private: &TokenStream, ty: &Type, rank: u32, members: Vec<Member>) -> TokenStream {
    let mut called_on_object = false;
    let declared =
        |function: Function| callable(private, ty, function, |callable, call| callable.descriptor(call));
    let entries: Vec<_> = members
        .into_iter()
        .map(|member| {
            called_on_object |= member.function.on_object;
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
            let descriptor = if member.overload.is_some() {
                overloads(private, ty, member.function, member.further)
            } else {
                declared(member.function)
            };
            let setter = match member.setter.map(declared) {
                None => quote!(::core::option::Option::None),
                Some(setter) => quote! {{
                    static SETTER: #private::Descriptor = #setter;
                    ::core::option::Option::Some(&SETTER)
                }},
            };
            quote! {
                #private::LoadTimeMember {
                    name: #name,
                    kind: #private::#kind,
                    flags: #flags,
                    descriptor: #descriptor,
                    setter: #setter,
                }
            }
        })
        .collect();
    let receiver = called_on_object.then(|| {
        quote! {
            static RECEIVER: #private::Receiver = #private::Receiver::new::<#ty>();
        }
    });
    let count = entries.len();
    quote! {
        #receiver

        #[#private::linkme::distributed_slice(#private::MEMBERS)]
        #[linkme(crate = #private::linkme)]
        static MEMBERS: #private::LoadTimeMembers = {
            static ROW: [#private::LoadTimeMember; #count] = [#(#entries),*];
            #private::LoadTimeMembers {
                type_key: <#ty as #private::ObjectType>::TYPE_KEY,
                place: (#rank, ::core::file!(), ::core::line!()),
                members: &ROW,
            }
        };
    }
}

/// What `make` makes of a function and of what calls it.
fn callable(
    private: &TokenStream,
    ty: &Type,
    function: Function,
    make: impl FnOnce(&Callable<'_>, Call) -> TokenStream,
) -> TokenStream {
    let callable = Callable {
        private,
        name: full_name(private, ty, &function.name),
        parameters: &function.parameters,
        variadic: function.variadic,
        release_gil: function.release_gil,
        inline: false,
        line: line_of(function.span),
        result: function.result,
        doc: function.doc,
        receiver: function.on_object.then(|| (ty, receiver())),
    };
    make(&callable, function.call)
}

/// The descriptor of functions that share a name.
fn overloads(private: &TokenStream, ty: &Type, first: Function, further: Vec<Function>) -> TokenStream {
    let all = std::iter::once(&first).chain(&further);
    let release_gil = all.clone().any(|function| function.release_gil);
    let on_object = first.on_object;
    let (name, line, span) = (
        full_name(private, ty, &first.name),
        line_of(first.span),
        first.span,
    );
    let functions = std::iter::once(first).chain(further);
    let overloads = functions
        .map(|function| callable(private, ty, function, |callable, call| callable.overload(call)))
        .collect();
    let all = Overloaded {
        private,
        name,
        release_gil,
        receiver: on_object.then(receiver),
        overloads,
        line,
        span,
    };
    all.descriptor()
}

/// The static that identifies the type of methods.
fn receiver() -> Ident {
    format_ident!("RECEIVER")
}

/// An expression of a member's name with that of its class, which is the last part of a type key that the macros need
/// not know.
fn full_name(private: &TokenStream, ty: &Type, name: &str) -> TokenStream {
    quote! {{
        const KEY: &str = <#ty as #private::ObjectType>::TYPE_KEY;
        const NAME: [u8; #private::member_name_len(KEY, #name)] = #private::member_name(KEY, #name);
        #private::text(&NAME)
    }}
}
