//! The arguments of `#[object(..)]`.

use syn::parse::{Parse, ParseStream};
use syn::{Error, Expr, Ident, LitStr, Path, Result, Token, Type, parse_quote};

/// The arguments of `#[object(..)]`.
pub(super) struct Options {
    pub(super) key: LitStr,
    pub(super) parent: Option<(syn::Member, Type)>,
    /// The predicate of a refinement.
    pub(super) when: Option<Expr>,
    /// The options without a value.
    pub(super) special: Vec<Ident>,
    pub(super) krate: Path,
}

/// The options of `#[object(..)]` without a value, each with the traits that it requires.
const SPECIAL: [&str; 7] = ["repr", "str", "eq", "ord", "hash", "pickle", "scope"];

impl Parse for Options {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let (mut key, mut parent, mut when, mut special) = (None, None, None, Vec::new());
        let mut krate = parse_quote!(::tvmlike);
        let begin = input.span();
        while !input.is_empty() {
            if input.peek(Token![crate]) {
                input.parse::<Token![crate]>()?;
                input.parse::<Token![=]>()?;
                krate = input.parse()?;
            } else {
                let word: Ident = input.parse()?;
                match word.to_string().as_str() {
                    "key" => {
                        input.parse::<Token![=]>()?;
                        key = Some(checked_key(input.parse()?)?);
                    }
                    "parent" => {
                        input.parse::<Token![=]>()?;
                        let field = input.parse()?;
                        input.parse::<Token![:]>()?;
                        parent = Some((field, input.parse()?));
                    }
                    "when" => {
                        input.parse::<Token![=]>()?;
                        when = Some(input.parse()?);
                    }
                    known if SPECIAL.contains(&known) => special.push(word),
                    _ => return Err(unknown_option(&word)),
                }
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(Self {
            key: key.ok_or_else(|| Error::new(begin, NO_KEY))?,
            parent,
            when,
            special,
            krate,
        })
    }
}

pub(super) const NO_KEY: &str = "missing type key: write `#[object(key = \"namespace.Name\")]`";

fn unknown_option(word: &Ident) -> Error {
    let known = SPECIAL.map(|word| format!("`{word}`")).join(", ");
    Error::new(
        word.span(),
        format!(
            "unknown option `{word}`; expected `key = \"..\"`, `parent = field: Type`, `when = predicate`, {known} or `crate = path`"
        ),
    )
}

fn checked_key(key: LitStr) -> Result<LitStr> {
    let text = key.value();
    let mistake = if text.contains('\0') || text.len() > 1024 {
        "a type key must have 1 to 1024 bytes and no NUL".to_owned()
    } else if text.split('.').any(str::is_empty) {
        format!("a type key must not have empty components: \"{text}\"")
    } else {
        return Ok(key);
    };
    Err(Error::new(key.span(), mistake))
}
