//! Parameters as they stand in a Rust signature: names, types, defaults.
//!
//! Invariant: what is taken out has no named lifetime, so that it can stand outside the function.

use syn::spanned::Spanned;
use syn::visit_mut::VisitMut;
use syn::{Error, Expr, FnArg, Ident, Lifetime, Pat, Result, Type};

/// One parameter as an expansion needs it.
pub(crate) struct Parameter {
    pub(crate) name: String,
    /// The type with every lifetime elided.
    pub(crate) ty: Type,
    pub(crate) default: Option<Expr>,
    /// Whether Python takes it by its name only, as behind a `*`.
    pub(crate) keyword_only: bool,
}

/// Takes the parameters out of a signature, with their `#[default]` and `#[keyword_only]` attributes removed from it;
/// whether the last one takes all further arguments. `what` is what error messages call the function.
pub(crate) fn take_parameters<'a>(
    inputs: impl IntoIterator<Item = &'a mut FnArg>,
    what: &str,
) -> Result<(Vec<Parameter>, bool)> {
    let mut parameters: Vec<Parameter> = Vec::new();
    let mut variadic = false;
    for input in inputs {
        let FnArg::Typed(input) = input else {
            return Err(Error::new(
                input.span(),
                format!("{what} is not a method; it cannot take self"),
            ));
        };
        let Pat::Ident(pattern) = &*input.pat else {
            return Err(Error::new(
                input.pat.span(),
                "a parameter needs a name, which callers can use",
            ));
        };
        if variadic {
            return Err(Error::new(
                input.span(),
                "TVMArgs takes all further arguments; it must come last",
            ));
        }
        let mut default = None;
        let mut keyword_only = false;
        let mut kept = Vec::new();
        for attribute in std::mem::take(&mut input.attrs) {
            if attribute.path().is_ident("default") {
                default = Some(attribute.parse_args::<Expr>()?);
            } else if attribute.path().is_ident("keyword_only") {
                attribute.meta.require_path_only()?;
                keyword_only = true;
            } else {
                kept.push(attribute);
            }
        }
        input.attrs = kept;
        let behind_keyword_only = parameters.iter().any(|before| before.keyword_only);
        if is_args(&input.ty) {
            if keyword_only || behind_keyword_only {
                return Err(Error::new(
                    input.span(),
                    "TVMArgs takes arguments by position; a function with #[keyword_only] parameters cannot have it",
                ));
            }
            variadic = true;
            continue;
        }
        if behind_keyword_only && !keyword_only {
            return Err(Error::new(
                input.span(),
                "a parameter behind a #[keyword_only] one must be #[keyword_only] too",
            ));
        }
        if default.is_none() && !keyword_only && parameters.iter().any(|before| before.default.is_some()) {
            return Err(Error::new(
                input.span(),
                "a parameter without a default cannot follow one with a default",
            ));
        }
        parameters.push(Parameter {
            name: name_of(&pattern.ident),
            ty: elided(&input.ty),
            default,
            keyword_only,
        });
    }
    Ok((parameters, variadic))
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

/// The type with every named lifetime elided, as it can stand outside the function.
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
