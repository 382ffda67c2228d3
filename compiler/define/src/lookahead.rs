//! Whether a reader that looks at one token can tell the parts of a format apart.
//!
//! MLIR's generator accepts formats whose text cannot be read back: a part that can be absent before something that begins
//! alike, a list before a comma, two words without a space between them. Definitions that are given at run time are refused
//! for it. Invariant: where a part's first token is not known, all that are possible count.

use std::fmt;

use tvmlike_ir::FloatKind;
use tvmlike_syntax::TokenKind;

use crate::enumeration::Enumeration;

/// What a part can begin with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Begin {
    Word(Box<str>),
    Token(TokenKind),
    /// A type.
    Type,
    /// An attribute, which can be a type, but not a dictionary.
    Attribute,
    /// Anything but these.
    Except(&'static [TokenKind]),
}

impl Begin {
    fn overlaps(&self, other: &Self) -> bool {
        use TokenKind::{
            AtId, ExclamationId, Float, HashId, Integer, IntegerType, LeftBracket, LeftParen, Minus, String,
        };
        match (self, other) {
            (Self::Except(none), Self::Token(kind)) | (Self::Token(kind), Self::Except(none)) => {
                !none.contains(kind)
            }
            (Self::Except(_), _) | (_, Self::Except(_)) => true,
            (Self::Word(one), Self::Word(other)) => one == other,
            (Self::Token(one), Self::Token(other)) => one == other,
            (Self::Word(_), Self::Token(_)) | (Self::Token(_), Self::Word(_)) => false,
            (Self::Type, Self::Token(kind)) | (Self::Token(kind), Self::Type) => {
                matches!(kind, LeftParen | IntegerType | ExclamationId)
            }
            (Self::Attribute, Self::Token(kind)) | (Self::Token(kind), Self::Attribute) => matches!(
                kind,
                LeftParen
                    | IntegerType
                    | ExclamationId
                    | Integer
                    | Float
                    | Minus
                    | String
                    | AtId
                    | HashId
                    | LeftBracket
            ),
            (Self::Type, Self::Word(word)) | (Self::Word(word), Self::Type) => begins_type(word),
            (Self::Attribute, Self::Word(word)) | (Self::Word(word), Self::Attribute) => {
                begins_type(word) || begins_attribute(word)
            }
            (Self::Type | Self::Attribute, Self::Type | Self::Attribute) => true,
        }
    }

    /// Whether it can begin with a character that a word can contain.
    fn is_wordlike(&self) -> bool {
        matches!(
            self,
            Self::Word(_) | Self::Type | Self::Attribute | Self::Token(TokenKind::Integer | TokenKind::Float)
        )
    }
}

fn begins_type(word: &str) -> bool {
    let kinds = ["index", "none", "memref", "tensor", "vector", "complex", "tuple"];
    let integer = word.trim_start_matches(['s', 'u']).strip_prefix('i');
    let is_integer =
        integer.is_some_and(|width| !width.is_empty() && width.bytes().all(|c| c.is_ascii_digit()));
    is_integer || kinds.contains(&word) || FloatKind::from_name(word).is_some()
}

fn begins_attribute(word: &str) -> bool {
    let kinds = [
        "affine_map",
        "affine_set",
        "array",
        "dense",
        "dense_resource",
        "distinct",
        "false",
        "loc",
        "sparse",
        "strided",
        "true",
        "unit",
    ];
    kinds.contains(&word)
}

impl fmt::Display for Begin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => write!(f, "'{word}'"),
            Self::Token(TokenKind::PercentId) => f.write_str("a value"),
            Self::Token(TokenKind::CaretId) => f.write_str("a block"),
            Self::Token(TokenKind::AtId) => f.write_str("a symbol"),
            Self::Token(TokenKind::String) => f.write_str("a string"),
            Self::Token(TokenKind::Integer) => f.write_str("a number"),
            Self::Token(kind) => write!(f, "'{}'", kind.spelling().unwrap_or_default()),
            Self::Type => f.write_str("a type"),
            Self::Attribute => f.write_str("an attribute"),
            Self::Except(_) => f.write_str("any token"),
        }
    }
}

/// A part that is read as one.
#[derive(Debug)]
pub(crate) struct Shape {
    /// As errors show it.
    pub(crate) name: String,
    pub(crate) begins: Vec<Begin>,
    pub(crate) may_be_absent: bool,
    /// Whether it goes on behind a comma.
    pub(crate) is_list: bool,
    /// Whether its text ends with a character that a word can contain.
    pub(crate) ends_word: bool,
    /// Whether a space is printed before it.
    pub(crate) space: bool,
}

impl Shape {
    /// A part that is always there.
    pub(crate) fn new(name: impl Into<String>, begins: Vec<Begin>, space: bool) -> Self {
        Self {
            name: name.into(),
            begins,
            may_be_absent: false,
            is_list: false,
            ends_word: false,
            space,
        }
    }

    pub(crate) fn absent_if(mut self, may_be_absent: bool) -> Self {
        self.may_be_absent |= may_be_absent;
        self
    }

    pub(crate) fn list_if(mut self, is_list: bool) -> Self {
        self.is_list |= is_list;
        self
    }

    pub(crate) fn word(mut self) -> Self {
        self.ends_word = true;
        self
    }
}

/// The keywords of an enum.
pub(crate) fn words(cases: &Enumeration) -> Vec<Begin> {
    // An enum of MLIR can have a case without a word.
    let words = cases.cases.iter().filter(|(word, _)| !word.is_empty());
    words.map(|(word, _)| Begin::Word(word.clone())).collect()
}

/// A part of a format.
#[derive(Debug)]
pub(crate) enum Piece {
    One(Shape),
    /// The first part of `then` decides.
    Optional {
        then: Vec<Self>,
        otherwise: Vec<Self>,
    },
    /// Any of these, in any order.
    Clauses(Vec<Vec<Self>>),
}

/// Checks a format behind which one of `follow` can stand.
///
/// # Errors
/// The reader could not tell two parts apart.
pub(crate) fn check(pieces: &[Piece], follow: Vec<Begin>) -> Result<(), String> {
    first(pieces, follow).map(drop)
}

/// What pieces, and what follows them, can begin with.
fn first(pieces: &[Piece], follow: Vec<Begin>) -> Result<Vec<Begin>, String> {
    for pair in pieces.windows(2) {
        if let [Piece::One(one), Piece::One(other)] = pair {
            check_glue(one, other)?;
        }
    }
    let mut next = follow;
    for piece in pieces.iter().rev() {
        next = match piece {
            Piece::One(shape) => {
                check_list(shape, &next)?;
                match shape.may_be_absent {
                    true => {
                        check_apart(&shape.name, &shape.begins, &next)?;
                        union(shape.begins.clone(), next)
                    }
                    false => shape.begins.clone(),
                }
            }
            Piece::Optional { then, otherwise } => {
                let (name, begins) = match then.split_first() {
                    Some((Piece::One(shape), rest)) => {
                        check_list(shape, &first(rest, next.clone())?)?;
                        if let Some(Piece::One(second)) = rest.first() {
                            check_glue(shape, second)?;
                        }
                        (shape.name.as_str(), shape.begins.clone())
                    }
                    _ => ("a group", first(then, next.clone())?),
                };
                let without = first(otherwise, next)?;
                check_apart(name, &begins, &without)?;
                union(begins, without)
            }
            Piece::Clauses(clauses) => {
                let begins = clauses.iter().filter_map(|clause| match clause.first() {
                    Some(Piece::One(literal)) => Some(literal.begins.clone()),
                    _ => None,
                });
                let begins: Vec<Begin> = begins.flatten().collect();
                check_apart("a clause", &begins, &next)?;
                let after = union(begins, next);
                for clause in clauses {
                    first(clause, after.clone())?;
                }
                after
            }
        };
    }
    Ok(next)
}

fn union(mut one: Vec<Begin>, other: Vec<Begin>) -> Vec<Begin> {
    for begin in other {
        if !one.contains(&begin) {
            one.push(begin);
        }
    }
    one
}

fn check_apart(name: &str, begins: &[Begin], next: &[Begin]) -> Result<(), String> {
    let same = begins
        .iter()
        .find_map(|begin| next.iter().find(|other| begin.overlaps(other)));
    match same {
        Some(same) => Err(format!(
            "format ambiguity: {name} can be absent, and {same} can follow it, which it can begin with, too"
        )),
        None => Ok(()),
    }
}

fn check_list(shape: &Shape, next: &[Begin]) -> Result<(), String> {
    let comma = Begin::Token(TokenKind::Comma);
    match shape.is_list && next.contains(&comma) {
        true => Err(format!(
            "format ambiguity: {} is a list with commas, and a ',' can follow it",
            shape.name
        )),
        false => Ok(()),
    }
}

fn check_glue(one: &Shape, other: &Shape) -> Result<(), String> {
    if other.space {
        return Ok(());
    }
    let is = |shape: &Shape, kind| shape.begins == [Begin::Token(kind)];
    let is_arrow = is(one, TokenKind::Minus) && is(other, TokenKind::Greater);
    let is_word = one.ends_word && other.begins.iter().any(Begin::is_wordlike);
    match is_arrow || is_word {
        true => Err(format!(
            "format ambiguity: {} and {} are printed without a space between them, which reads as one token",
            one.name, other.name
        )),
        false => Ok(()),
    }
}
