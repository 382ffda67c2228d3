//! Reads the text of a format into a tree.
//!
//! What this checks needs no record: the grammar, literals, anchors, and where directives may stand.

use super::ast::{Clause, Element, Kind, Optional, Space};
use super::error::FormatError;
use super::lexer::{Lexer, Token};

type Result<T> = std::result::Result<T, FormatError>;

/// Where an element stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Context {
    Top,
    Custom,
    Ref,
    Type,
    Struct,
}

/// The most levels of groups and directives.
const MAX_DEPTH: usize = 64;

struct Parser<'s> {
    lexer: Lexer<'s>,
    depth: usize,
    has_attr_dict: bool,
}

/// Reads the format of an operation, a type or an attribute.
///
/// # Errors
/// The text is not a format.
pub fn parse_format(text: &str) -> Result<Vec<Element>> {
    let mut parser = Parser {
        lexer: Lexer::new(text)?,
        depth: 0,
        has_attr_dict: false,
    };
    let mut elements = Vec::new();
    while parser.lexer.token != Token::End {
        elements.push(parser.element(Context::Top)?);
    }
    Ok(elements)
}

impl Parser<'_> {
    fn error<T>(&self, message: impl Into<String>) -> Result<T> {
        Err(FormatError::new(self.lexer.place, message))
    }

    fn take(&mut self, c: char) -> Result<bool> {
        let found = self.lexer.token == Token::Punctuation(c);
        if found {
            self.lexer.advance()?;
        }
        Ok(found)
    }

    fn expect(&mut self, c: char, message: &str) -> Result<()> {
        match self.take(c)? {
            true => Ok(()),
            false => self.error(message),
        }
    }

    fn element(&mut self, context: Context) -> Result<Element> {
        if self.depth == MAX_DEPTH {
            return self.error(format!("nesting exceeds {MAX_DEPTH} levels"));
        }
        self.depth += 1;
        let element = self.element_at_depth(context);
        self.depth -= 1;
        element
    }

    fn element_at_depth(&mut self, context: Context) -> Result<Element> {
        match self.lexer.token {
            Token::Literal(text) => self.literal(text, context),
            Token::String(text) => {
                if context != Context::Custom {
                    return self.error("strings may only be used as 'custom' directive arguments");
                }
                let text = unescape(text);
                self.lexer.advance()?;
                Ok(Element::String(text.into()))
            }
            Token::Variable(name) => {
                self.lexer.advance()?;
                Ok(Element::Variable(name.into()))
            }
            Token::Word(word) => self.directive(word, context),
            Token::Punctuation('(') => {
                if context != Context::Top {
                    return self.error("optional groups can only be used as top-level elements");
                }
                self.lexer.advance()?;
                self.group()
            }
            _ => self.error("expected literal, variable, directive, or optional group"),
        }
    }

    fn literal(&mut self, text: &str, context: Context) -> Result<Element> {
        if context != Context::Top {
            return self.error("literals may only be used in the top-level section of the format");
        }
        let element = match text {
            "" => Element::Space(Space::None),
            " " => Element::Space(Space::One),
            "\\n" | "\n" => Element::Space(Space::Newline),
            text => match invalid_literal(text) {
                Some(reason) => {
                    return self.error(format!("expected valid literal but got '{text}': {reason}"));
                }
                None => Element::Literal(text.into()),
            },
        };
        self.lexer.advance()?;
        Ok(element)
    }

    fn directive(&mut self, word: &str, context: Context) -> Result<Element> {
        let element = match word {
            "attr-dict" | "attr-dict-with-keyword" | "prop-dict" => {
                if !matches!(context, Context::Top | Context::Custom | Context::Ref) {
                    return self.error(format!(
                        "'{word}' directive can only be used as a top-level directive"
                    ));
                }
                if word == "prop-dict" {
                    self.lexer.advance()?;
                    return Ok(Element::PropDict);
                }
                if context == Context::Top && std::mem::replace(&mut self.has_attr_dict, true) {
                    return self.error("'attr-dict' directive has already been seen");
                }
                Element::AttrDict {
                    with_keyword: word != "attr-dict",
                }
            }
            "operands" => Element::All(Kind::Operands),
            "results" => {
                if matches!(context, Context::Top | Context::Custom) {
                    return self
                        .error("'results' directive can can only be used as a child to a 'type' directive");
                }
                Element::All(Kind::Results)
            }
            "regions" | "successors" => {
                if !matches!(context, Context::Top | Context::Custom | Context::Ref) {
                    return self.error(format!(
                        "{word} can only be used at the top level or in a ref directive"
                    ));
                }
                Element::All(match word {
                    "regions" => Kind::Regions,
                    _ => Kind::Successors,
                })
            }
            "params" => Element::Params,
            "type" | "functional-type" | "qualified" | "ref" | "custom" | "oilist" | "struct" => {
                if let Some(message) = misplaced(word, context) {
                    return self.error(message);
                }
                self.lexer.advance()?;
                return self.directive_with_arguments(word, context);
            }
            _ => return self.error("expected literal, variable, directive, or optional group"),
        };
        self.lexer.advance()?;
        Ok(element)
    }

    fn directive_with_arguments(&mut self, word: &str, context: Context) -> Result<Element> {
        match word {
            "custom" => return self.custom(),
            "oilist" => return self.order_independent(),
            _ => {}
        }
        self.expect('(', "expected '(' before argument list")?;
        let element = match word {
            "type" => Element::Type(Box::new(self.element(Context::Type)?)),
            "qualified" => Element::Qualified(Box::new(self.element(context)?)),
            "ref" => Element::Ref(Box::new(self.element(Context::Ref)?)),
            "functional-type" => {
                let inputs = self.element(Context::Type)?;
                self.expect(',', "expected ',' after inputs argument")?;
                let results = self.element(Context::Type)?;
                Element::FunctionalType(Box::new(inputs), Box::new(results))
            }
            _ => {
                let mut parameters = Vec::new();
                loop {
                    parameters.push(self.element(Context::Struct)?);
                    if !self.take(',')? {
                        break;
                    }
                }
                Element::Struct(parameters.into())
            }
        };
        self.expect(')', "expected ')' after argument list")?;
        if let Element::Qualified(inner) = &element
            && !matches!(**inner, Element::Variable(_) | Element::Type(_))
        {
            return self.error("'qualified' directive expects an attribute or a `type` directive");
        }
        Ok(element)
    }

    fn custom(&mut self) -> Result<Element> {
        self.expect('<', "expected '<' before custom directive name")?;
        let Token::Word(name) = self.lexer.token else {
            return self.error("expected custom directive name identifier");
        };
        self.lexer.advance()?;
        self.expect('>', "expected '>' after custom directive name")?;
        self.expect('(', "expected '(' before custom directive parameters")?;
        let mut arguments = Vec::new();
        if !self.take(')')? {
            loop {
                arguments.push(self.element(Context::Custom)?);
                if !self.take(',')? {
                    break;
                }
            }
            self.expect(')', "expected ')' after custom directive parameters")?;
        }
        Ok(Element::Custom(name.into(), arguments.into()))
    }

    fn order_independent(&mut self) -> Result<Element> {
        self.expect('(', "expected '(' before oilist argument list")?;
        let mut clauses: Vec<Clause> = Vec::new();
        loop {
            let place = self.lexer.place;
            let first = self.element(Context::Top)?;
            let Element::Literal(literal) = first else {
                return Err(FormatError::new(
                    place,
                    format!("expected literal, but got '{first}'"),
                ));
            };
            if clauses.iter().any(|clause| clause.literal == literal) {
                return Err(FormatError::new(
                    place,
                    format!("literal '{literal}' begins two clauses of an oilist"),
                ));
            }
            let mut elements = Vec::new();
            while !matches!(self.lexer.token, Token::Punctuation('|' | ')')) {
                let place = self.lexer.place;
                let element = self.element(Context::Top)?;
                if !is_groupable(&element) {
                    return Err(FormatError::new(
                        place,
                        "only literals, types, and variables can be used within an oilist group",
                    ));
                }
                elements.push(element);
            }
            clauses.push(Clause {
                literal,
                elements: elements.into(),
            });
            if !self.take('|')? {
                break;
            }
        }
        self.expect(')', "expected ')' at the end of an oilist")?;
        Ok(Element::OrderIndependent(clauses.into()))
    }

    /// Reads an optional group behind its `(`.
    fn group(&mut self) -> Result<Element> {
        let start = self.lexer.place;
        let mut anchor = None;
        let then = self.group_elements(&mut anchor, false)?;
        let otherwise = match self.take(':')? {
            true => {
                self.expect('(', "expected '(' to start else branch of optional group")?;
                self.group_elements(&mut anchor, true)?
            }
            false => Vec::new(),
        };
        self.expect('?', "expected '?' after optional group")?;
        let Some((anchor, is_inverted)) = anchor else {
            return Err(FormatError::new(start, "optional group has no anchor element"));
        };
        Ok(Element::Optional(Box::new(Optional {
            then: then.into(),
            otherwise: otherwise.into(),
            anchor,
            is_inverted,
        })))
    }

    /// Reads the elements of a group up to its `)`.
    fn group_elements(&mut self, anchor: &mut Option<(usize, bool)>, is_else: bool) -> Result<Vec<Element>> {
        let mut elements = Vec::new();
        loop {
            let place = self.lexer.place;
            let element = self.element(Context::Top)?;
            if !is_groupable(&element) {
                return Err(FormatError::new(
                    place,
                    "only literals, types, and variables can be used within an optional group",
                ));
            }
            if self.lexer.token == Token::Punctuation('^') {
                if anchor.is_some() {
                    return self.error("only one element can be marked as the anchor of an optional group");
                }
                if !can_be_anchor(&element) {
                    return Err(FormatError::new(
                        place,
                        "only variables and types can be used to anchor an optional group",
                    ));
                }
                self.lexer.advance()?;
                *anchor = Some((elements.len(), is_else));
            }
            elements.push(element);
            if self.take(')')? {
                return Ok(elements);
            }
        }
    }
}

/// Why a directive cannot stand where it does.
fn misplaced(word: &str, context: Context) -> Option<&'static str> {
    Some(match (word, context) {
        ("custom", Context::Custom | Context::Ref | Context::Type) => {
            "`custom` can only be used at the top-level context or within a `struct` directive"
        }
        ("functional-type", Context::Custom | Context::Ref | Context::Type) => {
            "'functional-type' is only valid as a top-level directive"
        }
        ("oilist", Context::Custom | Context::Ref | Context::Type | Context::Struct) => {
            "'oilist' is only valid as a top-level directive"
        }
        ("type", Context::Type) => "'type' cannot be used as a child of another `type`",
        ("ref", Context::Top | Context::Ref | Context::Type | Context::Struct) => {
            "'ref' is only valid within a `custom` directive"
        }
        _ => return None,
    })
}

fn can_be_anchor(element: &Element) -> bool {
    match element {
        Element::Qualified(inner) => can_be_anchor(inner),
        Element::Variable(_)
        | Element::Type(_)
        | Element::FunctionalType(..)
        | Element::Custom(..)
        | Element::Params
        | Element::Struct(_) => true,
        _ => false,
    }
}

/// Whether an element can be in a group; nested groups can.
fn is_groupable(element: &Element) -> bool {
    !matches!(
        element,
        Element::AttrDict { .. } | Element::PropDict | Element::All(_)
    )
}

/// Why a text is no literal.
fn invalid_literal(text: &str) -> Option<String> {
    const PUNCTUATION: &str = "_:,=<>()[]{}?+-*";
    let mut chars = text.chars();
    let first = chars.next()?;
    if text.len() == 1 {
        let is_valid = first.is_ascii_alphabetic() || PUNCTUATION.contains(first);
        return (!is_valid)
            .then(|| format!("single character literal must be a letter or one of '{PUNCTUATION}'"));
    }
    if text == "->" || text == "..." {
        return None;
    }
    if !first.is_ascii_alphabetic() && first != '_' {
        return Some("valid keyword starts with a letter or '_'".to_owned());
    }
    let is_inside = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.');
    (!chars.all(is_inside))
        .then(|| "keywords should contain only alphanum, '_', '$', or '.' characters".to_owned())
}

fn unescape(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => out.extend(chars.next()),
            c => out.push(c),
        }
    }
    out
}
