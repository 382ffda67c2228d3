//! The parameters of a Rust signature: names, types, defaults.
//!
//! Invariant: the types have no named lifetime, so that they are valid outside the function.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit_mut::VisitMut;
use syn::{
    Attribute, Error, Expr, FnArg, GenericArgument, Ident, Lifetime, Pat, PathArguments, Result, Type,
    parse_quote,
};

/// One parameter as an expansion needs it.
pub(crate) struct Parameter {
    pub(crate) name: String,
    /// The type with every lifetime elided.
    pub(crate) ty: Type,
    pub(crate) default: Option<Expr>,
    /// Whether the current object of its type replaces an omitted argument or None.
    pub(crate) implicit: bool,
    /// Whether it is keyword-only in Python, as after a `*`.
    pub(crate) keyword_only: bool,
    /// How the argument is created from a value of `ty`.
    pub(crate) lend: Lend,
}

impl Parameter {
    /// Whether callers can omit it.
    pub(crate) fn is_optional(&self) -> bool {
        self.default.is_some() || self.implicit
    }
}

/// How an argument is created from the converted value.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Lend {
    /// The value itself.
    No,
    /// A slice `&[T]` of a `Cow<[T]>`.
    Slice,
    /// Such a slice, or none.
    OptionalSlice,
}

impl Lend {
    /// The type that a value is converted to for a parameter's type, and how the argument borrows from it. A slice may be
    /// created from a list, so a value must own it while the function runs.
    pub(crate) fn of(ty: &Type) -> (Type, Self) {
        if let Some(owner) = owner_of_slice(ty) {
            return (owner, Self::Slice);
        }
        if let Type::Path(path) = ty
            && let Some(last) = path.path.segments.last()
            && last.ident == "Option"
            && let PathArguments::AngleBracketed(arguments) = &last.arguments
            && let Some(GenericArgument::Type(inner)) = arguments.args.first()
            && let Some(owner) = owner_of_slice(inner)
        {
            return (parse_quote!(::core::option::Option<#owner>), Self::OptionalSlice);
        }
        (ty.clone(), Self::No)
    }

    /// The argument, from the name of the converted value.
    pub(crate) fn lent(self, name: &Ident) -> TokenStream {
        match self {
            Self::No => quote!(#name),
            Self::Slice => quote!(&#name),
            Self::OptionalSlice => quote!(#name.as_deref()),
        }
    }

    /// Converts an expression of the parameter's type to the type that values are converted to.
    pub(crate) fn owned(self, default: &Expr) -> TokenStream {
        match self {
            Self::No => quote!(#default),
            Self::Slice => quote!(::std::borrow::Cow::Borrowed(#default)),
            Self::OptionalSlice => {
                quote!(::core::option::Option::map(#default, ::std::borrow::Cow::Borrowed))
            }
        }
    }
}

/// `Cow<'_, [T]>` for `&[T]`.
fn owner_of_slice(ty: &Type) -> Option<Type> {
    let Type::Reference(reference) = ty else {
        return None;
    };
    let Type::Slice(slice) = &*reference.elem else {
        return None;
    };
    if reference.mutability.is_some() {
        return None;
    }
    let span = ty.span();
    let item = &slice.elem;
    syn::parse2(quote_spanned!(span=> ::std::borrow::Cow<'_, [#item]>)).ok()
}

/// Returns the parameters of a signature, and whether the last one takes all further arguments. Removes their `#[default]`,
/// `#[implicit]` and `#[keyword_only]` attributes from the signature. Error messages call the function `what`.
pub(crate) fn take_parameters<'a>(
    inputs: impl IntoIterator<Item = &'a mut FnArg>,
    what: &str,
) -> Result<(Vec<Parameter>, bool)> {
    let mut parameters: Vec<Parameter> = Vec::new();
    let mut variadic = false;
    for input in inputs {
        let FnArg::Typed(input) = input else {
            return Err(Error::new(input.span(), format!("{what} cannot take `self`")));
        };
        let Pat::Ident(pattern) = &*input.pat else {
            return Err(Error::new(
                input.pat.span(),
                "a parameter must be an identifier, not a pattern",
            ));
        };
        if variadic {
            return Err(Error::new(input.span(), "`TVMArgs` must be the last parameter"));
        }
        let Attributes {
            default,
            implicit,
            keyword_only,
        } = Attributes::take(&mut input.attrs)?;
        let behind_keyword_only = parameters.iter().any(|before| before.keyword_only);
        if is_args(&input.ty) {
            if keyword_only || behind_keyword_only {
                return Err(Error::new(
                    input.span(),
                    "`TVMArgs` cannot follow a `#[keyword_only]` parameter: it takes arguments by position",
                ));
            }
            variadic = true;
            continue;
        }
        if behind_keyword_only && !keyword_only {
            return Err(Error::new(
                input.span(),
                "a parameter after a `#[keyword_only]` parameter must be `#[keyword_only]` too",
            ));
        }
        if let Some(default) = default.as_ref().filter(|_| implicit) {
            return Err(Error::new(
                default.span(),
                "an `#[implicit]` parameter cannot have a default: it defaults to the current object of its type",
            ));
        }
        let optional = default.is_some() || implicit;
        if !optional && !keyword_only && parameters.iter().any(Parameter::is_optional) {
            return Err(Error::new(
                input.span(),
                "a parameter without a default cannot follow one with a default",
            ));
        }
        let (ty, lend) = Lend::of(&elided(&input.ty));
        parameters.push(Parameter {
            name: name_of(&pattern.ident),
            ty,
            default,
            implicit,
            keyword_only,
            lend,
        });
    }
    Ok((parameters, variadic))
}

/// The macros' attributes of a parameter.
#[derive(Default)]
struct Attributes {
    default: Option<Expr>,
    implicit: bool,
    keyword_only: bool,
}

impl Attributes {
    /// Removes them from `attributes`.
    fn take(attributes: &mut Vec<Attribute>) -> Result<Self> {
        let mut found = Self::default();
        let mut kept = Vec::new();
        for attribute in std::mem::take(attributes) {
            if attribute.path().is_ident("default") {
                found.default = Some(attribute.parse_args()?);
            } else if attribute.path().is_ident("implicit") {
                attribute.meta.require_path_only()?;
                found.implicit = true;
            } else if attribute.path().is_ident("keyword_only") {
                attribute.meta.require_path_only()?;
                found.keyword_only = true;
            } else {
                kept.push(attribute);
            }
        }
        *attributes = kept;
        Ok(found)
    }
}

/// The name that callers use: without `r#`, and without the underscore of a parameter that is not used.
fn name_of(ident: &Ident) -> String {
    ident
        .to_string()
        .trim_start_matches("r#")
        .trim_start_matches('_')
        .to_owned()
}

fn is_args(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "TVMArgs"))
}

/// The type with every named lifetime elided, so that it is valid outside the function.
pub(crate) fn elided(ty: &Type) -> Type {
    struct Elide;
    impl VisitMut for Elide {
        fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
            *lifetime = Lifetime::new("'_", lifetime.span());
        }
    }
    let mut ty = ty.clone();
    Elide.visit_type_mut(&mut ty);
    ty
}
