//! The parts of the format of a type or an attribute, for the question whether its reader can tell them apart.

use tvmlike_syntax::TokenKind;

use super::field::Field;
use super::program::{Node, Parameter, Program};
use crate::lookahead::{Begin, Piece, Shape, check as check_pieces, words};

/// What can stand behind a type or an attribute in a text.
const FOLLOW: [TokenKind; 9] = [
    TokenKind::Arrow,
    TokenKind::Colon,
    TokenKind::Comma,
    TokenKind::Equal,
    TokenKind::Greater,
    TokenKind::LeftBrace,
    TokenKind::RightBrace,
    TokenKind::RightBracket,
    TokenKind::RightParen,
];

/// Checks that a format reads what it prints, and shows all parameters.
///
/// # Errors
/// A parameter is missing, or the reader could not tell two parts apart.
pub(super) fn check(program: &Program) -> Result<(), String> {
    let mut shown = vec![false; program.parameters.len()];
    find(&program.nodes, &mut shown);
    if let Some(own) = program.own_type {
        shown[own] = true;
    }
    if let Some((parameter, _)) = program.parameters.iter().zip(&shown).find(|(_, shown)| !**shown) {
        return Err(format!(
            "format is missing reference to parameter: {}",
            parameter.name
        ));
    }
    let pieces = Pieces(&program.parameters).of(&program.nodes)?;
    check_pieces(&pieces, FOLLOW.map(Begin::Token).into())
}

/// Marks the parameters that are shown.
fn find(nodes: &[Node], shown: &mut [bool]) {
    for node in nodes {
        node.parameters()
            .into_iter()
            .for_each(|index| shown[index] = true);
        if let Node::Optional(group) = node {
            find(&group.then, shown);
            find(&group.otherwise, shown);
        }
    }
}

struct Pieces<'a>(&'a [Parameter]);

impl Pieces<'_> {
    fn of(&self, nodes: &[Node]) -> Result<Vec<Piece>, String> {
        let mut pieces = Vec::new();
        for node in nodes {
            pieces.extend(self.node(node)?);
        }
        Ok(pieces)
    }

    fn node(&self, node: &Node) -> Result<Vec<Piece>, String> {
        let one = match node {
            Node::Space(_) => return Ok(Vec::new()),
            Node::Keyword { word, space } => {
                Shape::new(format!("`{word}`"), vec![Begin::Word(word.clone())], *space).word()
            }
            Node::Token { kind, space } => token(*kind, *space),
            Node::Parameter { index, space, .. } => self.parameter(*index, *space)?,
            Node::List { parameters, space } => return self.list(parameters, *space),
            Node::Struct { parameters, space } => self.structure(parameters, *space)?,
            Node::Custom { space, .. } => Shape::new("custom", Vec::new(), *space),
            Node::Optional(group) => {
                return Ok(vec![Piece::Optional {
                    then: self.of(&group.then)?,
                    otherwise: self.of(&group.otherwise)?,
                }]);
            }
        };
        Ok(vec![Piece::One(one)])
    }

    fn parameter(&self, index: usize, space: bool) -> Result<Shape, String> {
        let parameter = &self.0[index];
        shape(&parameter.field, format!("${}", parameter.name), space)
    }

    /// `params`: a comma before each one but the first; those at the end that are optional can be absent.
    fn list(&self, parameters: &[usize], space: bool) -> Result<Vec<Piece>, String> {
        let last = parameters.iter().rposition(|index| !self.0[*index].is_optional);
        let mut pieces = Vec::new();
        for (position, index) in parameters.iter().enumerate().rev() {
            let own = Piece::One(self.parameter(*index, position > 0 || space)?);
            let mut with = vec![own];
            if position > 0 {
                with.insert(0, Piece::One(token(TokenKind::Comma, false)));
            }
            with.append(&mut pieces);
            pieces = match position == 0 || last.is_some_and(|last| position <= last) {
                true => with,
                false => vec![Piece::Optional {
                    then: with,
                    otherwise: Vec::new(),
                }],
            };
        }
        Ok(pieces)
    }

    /// `struct(…)`: names and values with commas, in any order.
    fn structure(&self, parameters: &[usize], space: bool) -> Result<Shape, String> {
        for index in parameters {
            let value = self.parameter(*index, true)?;
            if value.is_list && parameters.len() > 1 {
                return Err(format!(
                    "format ambiguity: {} is a list with commas, and a ',' can follow it",
                    value.name
                ));
            }
        }
        let names = parameters
            .iter()
            .map(|index| Begin::Word(self.0[*index].name.clone()));
        let optional = parameters
            .iter()
            .filter(|index| self.0[**index].is_optional)
            .count();
        let shape = Shape::new("struct", names.collect(), space);
        Ok(shape
            .absent_if(optional == parameters.len())
            .list_if(optional > 0)
            .word())
    }
}

fn token(kind: TokenKind, space: bool) -> Shape {
    let name = format!("`{}`", kind.spelling().unwrap_or_default());
    Shape::new(name, vec![Begin::Token(kind)], space)
}

fn shape(field: &Field, name: String, space: bool) -> Result<Shape, String> {
    use TokenKind::{
        Colon, Comma, Greater, Integer, LeftBrace, LeftBracket, LeftParen, Minus, RightBracket, String,
    };
    let tokens = |kinds: &[TokenKind]| kinds.iter().copied().map(Begin::Token).collect();
    let begins = match field {
        Field::Type | Field::TypeOfClass(_) => vec![Begin::Type],
        Field::DefinedType(..) | Field::DefinedAttribute(..) | Field::Dwarf(_) => vec![Begin::Except(&[])],
        Field::Attribute | Field::AttributeOfClass(_) => {
            vec![Begin::Attribute, Begin::Token(LeftBrace)]
        }
        Field::DenseArray(_) => tokens(&[LeftBracket]),
        Field::Integer { .. } => tokens(&[Integer, Minus]),
        Field::Bool => vec![
            Begin::Token(Integer),
            Begin::Word("true".into()),
            Begin::Word("false".into()),
        ],
        Field::String => tokens(&[String]),
        Field::AffineMap | Field::IntegerSet => tokens(&[LeftParen]),
        Field::Enum {
            cases, is_keyword, ..
        } => {
            let mut begins = words(cases);
            begins.extend(is_keyword.then_some(Begin::Token(String)));
            let with_commas = cases.separator.as_deref().is_some_and(|text| text.trim() == ",");
            return Ok(Shape::new(name, begins, space).list_if(with_commas).word());
        }
        // The type of an attribute stands behind it, not in the format.
        Field::OwnType => Vec::new(),
        Field::Array(inner) => {
            let element = shape(inner, name, space)?;
            if element.is_list {
                return Err(format!(
                    "format ambiguity: {} is a list of lists, whose commas look alike; use braces(…)",
                    element.name
                ));
            }
            return Ok(element.list_if(true));
        }
        Field::Braces(inner) => {
            shape(inner, name.clone(), space)?;
            tokens(&[LeftBrace])
        }
        Field::Option(inner) => {
            let mut shape = shape(inner, name, space)?;
            if !matches!(**inner, Field::Integer { .. }) {
                shape.begins = vec![Begin::Except(&[Greater, RightBracket, Comma, Colon])];
            }
            return Ok(shape.absent_if(true));
        }
    };
    let is_word = matches!(
        field,
        Field::Type | Field::TypeOfClass(_) | Field::Integer { .. } | Field::Bool
    );
    let shape = Shape::new(name, begins, space);
    Ok(if is_word { shape.word() } else { shape })
}
