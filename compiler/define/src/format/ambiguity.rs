//! The parts of an operation's format, for the question whether its reader can tell them apart.

use tvmlike_syntax::TokenKind;

use super::attribute::AttributeForm;
use super::compile::test_name;
use super::kind::TypeClass;
use super::program::{Anchor, Clause, Program, Step, TypeOf, What};
use crate::lookahead::{Begin, Piece, Shape, check as check_pieces, words};
use crate::record::{Arity, DialectRecord, OpRecord};

/// Checks that a format reads what it prints.
///
/// # Errors
/// The reader could not tell two parts apart.
pub(super) fn check(program: &Program, dialect: &DialectRecord, op: &OpRecord) -> Result<(), String> {
    let pieces = Pieces { program, dialect, op };
    // What can be behind an operation: the end of its block, its location, and unless it ends the block, the next one.
    let mut follow = vec![
        Begin::Token(TokenKind::RightBrace),
        Begin::Token(TokenKind::CaretId),
        Begin::Word("loc".into()),
    ];
    if !op.traits.iter().any(|each| *each.name == *"Terminator") {
        follow.extend([TokenKind::PercentId, TokenKind::String].map(Begin::Token));
    }
    check_pieces(&pieces.of(&program.steps, &[]), follow)
}

struct Pieces<'a> {
    program: &'a Program,
    dialect: &'a DialectRecord,
    op: &'a OpRecord,
}

impl Pieces<'_> {
    /// The parts of a group. Its only anchor is there whenever the group is.
    fn of(&self, steps: &[Step], anchors: &[Anchor]) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for step in steps {
            let mut piece = self.piece(step);
            if let (Some(Piece::One(shape)), [anchor]) = (&mut piece, anchors)
                && is_anchor(&step.what, anchor)
            {
                shape.may_be_absent = false;
            }
            pieces.extend(piece);
        }
        pieces
    }

    fn piece(&self, step: &Step) -> Option<Piece> {
        let (program, op) = (self.program, self.op);
        let space = step.space;
        let parts = |name, begins, arity| parts(name, begins, arity, space);
        // All of a kind: one or more if the record has one that is always there.
        let all = |name: &str, kind, mut arities: std::slice::Iter<'_, Arity>| {
            let mut shape = parts(name.to_owned(), vec![Begin::Token(kind)], Arity::Variadic);
            shape.may_be_absent = !arities.any(|arity| *arity == Arity::One);
            shape
        };
        let token = |kind| vec![Begin::Token(kind)];
        Some(Piece::One(match &step.what {
            What::Space | What::Newline => return None,
            What::Keyword(word) => {
                Shape::new(format!("`{word}`"), vec![Begin::Word(word.clone())], space).word()
            }
            What::Token(kind) => Shape::new(
                format!("`{}`", kind.spelling().unwrap_or_default()),
                token(*kind),
                space,
            ),
            What::Operand(index) => {
                let (name, arity) = (&op.operands[*index].name, program.operands.arities[*index]);
                let begins = match arity {
                    Arity::Groups(_) => token(TokenKind::LeftParen),
                    _ => token(TokenKind::PercentId),
                };
                parts(format!("${name}"), begins, arity)
            }
            What::AllOperands => all("operands", TokenKind::PercentId, program.operands.arities.iter()),
            What::Region(index) => {
                let (name, arity) = (&op.regions[*index].name, program.regions.arities[*index]);
                let mut shape = parts(format!("${name}"), token(TokenKind::LeftBrace), arity);
                shape.ends_word = false;
                shape
            }
            What::AllRegions => all("regions", TokenKind::LeftBrace, program.regions.arities.iter()),
            What::Successor(index) => {
                let (name, arity) = (&op.successors[*index].name, program.successors.arities[*index]);
                parts(format!("${name}"), token(TokenKind::CaretId), arity)
            }
            What::AllSuccessors => all(
                "successors",
                TokenKind::CaretId,
                program.successors.arities.iter(),
            ),
            What::Attribute(index) => self.attribute(*index, space),
            What::Type(of, class) => self.types(*of, class.as_deref(), space),
            What::FunctionalType(..) => {
                Shape::new("functional-type", token(TokenKind::LeftParen), space).word()
            }
            What::AttrDict { with_keyword } => {
                let begins = match with_keyword {
                    true => vec![Begin::Word("attributes".into())],
                    false => token(TokenKind::LeftBrace),
                };
                // Its printer writes the space.
                Shape::new("attr-dict", begins, true).absent_if(true)
            }
            What::PropDict => Shape::new("prop-dict", token(TokenKind::Less), space).absent_if(true),
            What::Custom { .. } => Shape::new("custom", Vec::new(), space),
            What::Clauses(clauses) => return Some(self.clauses(clauses)),
            What::Optional(group) => {
                return Some(Piece::Optional {
                    then: self.of(&group.then, std::slice::from_ref(&group.anchor)),
                    otherwise: self.of(&group.otherwise, std::slice::from_ref(&group.anchor)),
                });
            }
        }))
    }

    fn types(&self, of: TypeOf, class: Option<&TypeClass>, space: bool) -> Shape {
        let (program, op) = (self.program, self.op);
        let (name, arity) = match of {
            TypeOf::Operand(index) => (&*op.operands[index].name, program.operands.arities[index]),
            TypeOf::Result(index) => (&*op.results[index].name, program.results.arities[index]),
            TypeOf::Operands => ("operands", Arity::Variadic),
            TypeOf::Results => ("results", Arity::Variadic),
        };
        let begins = match (arity, class) {
            (Arity::Groups(_), _) => Begin::Token(TokenKind::LeftParen),
            (_, Some(class)) if class.is_stripped() => Begin::Except(&[]),
            _ => Begin::Type,
        };
        let mut shape = parts(format!("type(${name})"), vec![begins], arity, space);
        // As in MLIR, a list of types has one or more.
        shape.may_be_absent &= arity != Arity::Variadic;
        shape
    }

    fn clauses(&self, clauses: &[Clause]) -> Piece {
        let clause = |clause: &Clause| {
            let literal = self.piece(&clause.literal);
            literal
                .into_iter()
                .chain(self.of(&clause.steps, &clause.anchors))
                .collect()
        };
        Piece::Clauses(clauses.iter().map(clause).collect())
    }

    fn attribute(&self, index: usize, space: bool) -> Shape {
        let slot = &self.program.attributes[index];
        let name = format!("${}", self.op.attributes[index].name);
        let shape = |begins| Shape::new(name, begins, space).absent_if(slot.is_optional);
        match &slot.form {
            AttributeForm::Plain(plain) => match plain.begins {
                Some(kind) => shape(vec![Begin::Token(kind)]),
                None if self.can_be_dictionary(index) => {
                    shape(vec![Begin::Attribute, Begin::Token(TokenKind::LeftBrace)])
                }
                None => shape(vec![Begin::Attribute]),
            },
            AttributeForm::SymbolName => shape(vec![Begin::Token(TokenKind::AtId)]).word(),
            AttributeForm::DenseArray(_) => {
                let mut shape = shape(vec![Begin::Token(TokenKind::LeftBracket)]);
                shape.may_be_absent = false;
                shape
            }
            AttributeForm::OptionalInteger => {
                let tokens = [TokenKind::Integer, TokenKind::Minus];
                shape(tokens.into_iter().map(Begin::Token).collect())
            }
            AttributeForm::Keyword(cases, _) => {
                let mut begins = words(cases);
                begins.push(Begin::Token(TokenKind::String));
                shape(begins).word()
            }
            AttributeForm::Flags(_, _, Some(word)) => shape(vec![Begin::Word(word.clone())]),
            AttributeForm::Flags(cases, _, None) => {
                let with_commas = cases.separator.as_deref().is_some_and(|text| text.trim() == ",");
                shape(words(cases)).list_if(with_commas).word()
            }
            AttributeForm::Symbol(..) => shape(vec![Begin::Except(&[
                TokenKind::Comma,
                TokenKind::Colon,
                TokenKind::LeftBrace,
                TokenKind::End,
            ])]),
        }
    }

    fn can_be_dictionary(&self, index: usize) -> bool {
        let constraint = self.op.attributes[index].constraint.0 as usize;
        let test = test_name(&self.dialect.constraints[constraint].predicate);
        matches!(test, Some("anything" | "dictionary_attr"))
    }
}

/// One part, or a list of any number.
fn parts(name: String, begins: Vec<Begin>, arity: Arity, space: bool) -> Shape {
    let is_list = !matches!(arity, Arity::One | Arity::Optional);
    let shape = Shape::new(name, begins, space);
    shape.absent_if(arity != Arity::One).list_if(is_list).word()
}

fn is_anchor(what: &What, anchor: &Anchor) -> bool {
    match (what, anchor) {
        (What::Operand(one), Anchor::Operand(other))
        | (What::Region(one), Anchor::Region(other))
        | (What::Attribute(one), Anchor::Attribute(other)) => one == other,
        (What::Type(TypeOf::Operand(one), _), Anchor::Operand(other))
        | (What::Type(TypeOf::Result(one), _), Anchor::Result(other)) => one == other,
        _ => false,
    }
}
