//! Compiles a format: looks up its names in the record, and refuses what is wrong, in MLIR's words.

use std::collections::HashSet;
use std::sync::Arc;

use tvmlike_ir::Context;
use tvmlike_syntax::TokenKind;

use super::ast::{self, Element, Kind, Space};
use super::directive::{DirectiveArgument, Directives};
use super::error::FormatError;
use super::parse::parse_format;
use super::program::{Anchor, Clause, Group, MAX_CLAUSES, Program, Step, TypeOf, What};
use crate::constraint::{Constraint, ConstraintId};
use crate::record::{Arity, Default, DialectRecord, OpRecord};

mod attributes;
mod bind;
mod check;
mod finish;
mod types;

pub(super) use attributes::test_name;

type Result<T> = std::result::Result<T, FormatError>;

/// Finds the records of other dialects.
pub type Dialects<'a> = &'a dyn Fn(&str) -> Option<Arc<DialectRecord>>;

/// Why the program is not made.
#[derive(Debug)]
pub enum Refusal {
    /// The format is wrong.
    Invalid(FormatError),
    /// The format is right, but needs code that there is not: a `custom` directive, a type transformation.
    Missing(String),
}

impl From<FormatError> for Refusal {
    fn from(error: FormatError) -> Self {
        Self::Invalid(error)
    }
}

/// What was seen so far, and the state of spacing.
pub(super) struct Compiler<'a> {
    context: &'a Context,
    dialect: &'a DialectRecord,
    dialects: Dialects<'a>,
    directives: Directives,
    op: &'a OpRecord,
    operands: HashSet<usize>,
    operand_types: HashSet<usize>,
    result_types: HashSet<usize>,
    attributes: HashSet<usize>,
    regions: HashSet<usize>,
    successors: HashSet<usize>,
    all_operands: bool,
    all_operand_types: bool,
    all_result_types: bool,
    all_regions: bool,
    all_successors: bool,
    has_attr_dict: bool,
    has_prop_dict: bool,
    /// Attributes that the format shows with their dialects.
    qualified: HashSet<usize>,
    /// Whether the next element is separated by a space, and whether the last one was punctuation.
    space: bool,
    punctuation: bool,
    missing: Option<String>,
}

/// Compiles the format of an operation.
///
/// # Errors
/// The format is wrong or needs code that is missing.
pub(crate) fn compile(
    context: &Context,
    dialect: &DialectRecord,
    op: &OpRecord,
    dialects: Dialects<'_>,
    directives: Directives,
    format: &str,
) -> std::result::Result<Program, Refusal> {
    let elements = parse_format(format)?;
    let mut compiler = Compiler {
        context,
        dialect,
        dialects,
        directives,
        op,
        operands: HashSet::new(),
        operand_types: HashSet::new(),
        result_types: HashSet::new(),
        attributes: HashSet::new(),
        regions: HashSet::new(),
        successors: HashSet::new(),
        all_operands: false,
        all_operand_types: false,
        all_result_types: false,
        all_regions: false,
        all_successors: false,
        has_attr_dict: false,
        has_prop_dict: false,
        qualified: HashSet::new(),
        space: true,
        punctuation: false,
        missing: None,
    };
    let steps = compiler.sequence(&elements, None)?;
    compiler.check_order(&elements)?;
    compiler.check_parts()?;
    let types = compiler.type_sources()?;
    match compiler.missing.take() {
        Some(missing) => Err(Refusal::Missing(missing)),
        None => Ok(compiler.finish(steps, types)?),
    }
}

fn error<T>(message: impl Into<String>) -> Result<T> {
    Err(FormatError::about_all(message))
}

impl<'a> Compiler<'a> {
    fn sequence(&mut self, elements: &[Element], skip: Option<usize>) -> Result<Box<[Step]>> {
        let mut steps = Vec::new();
        for (index, element) in elements.iter().enumerate() {
            if skip == Some(index) {
                if let Element::Variable(name) = element {
                    self.variable(name)?;
                }
                continue;
            }
            steps.push(self.element(element)?);
        }
        Ok(steps.into())
    }

    fn element(&mut self, element: &Element) -> Result<Step> {
        let what = match element {
            Element::Literal(text) => return Ok(self.literal(text)),
            Element::Space(space) => {
                if *space != Space::Newline {
                    self.space = false;
                    self.punctuation = *space == Space::None;
                }
                let what = match space {
                    Space::Newline => What::Newline,
                    _ => What::Space,
                };
                return Ok(Step {
                    space: *space == Space::One,
                    what,
                });
            }
            Element::Optional(group) => return self.optional(group),
            Element::OrderIndependent(clauses) => return self.clauses(clauses),
            Element::AttrDict { with_keyword } => {
                self.has_attr_dict = true;
                self.punctuation = false;
                let what = What::AttrDict {
                    with_keyword: *with_keyword,
                };
                return Ok(Step { space: false, what });
            }
            Element::Qualified(inner) => {
                if let Element::Variable(name) = &**inner
                    && let What::Attribute(index) = self.find(name)?
                {
                    self.qualified.insert(index);
                }
                let mut step = self.element(inner)?;
                if let What::Type(_, class) = &mut step.what {
                    *class = None;
                }
                return Ok(step);
            }
            Element::Variable(name) => self.variable(name)?,
            Element::All(kind) => self.all(*kind)?,
            Element::Type(inner) => {
                let of = self.type_of(inner, true)?;
                What::Type(of, self.type_class(of)?)
            }
            Element::FunctionalType(inputs, results) => {
                What::FunctionalType(self.type_of(inputs, true)?, self.type_of(results, true)?)
            }
            Element::PropDict => {
                self.has_prop_dict = true;
                self.punctuation = false;
                return Ok(Step {
                    space: true,
                    what: What::PropDict,
                });
            }
            Element::Custom(name, arguments) => {
                for argument in arguments {
                    self.argument(argument)?;
                }
                self.custom(name, arguments)?.unwrap_or_else(|| {
                    self.missing = Some(format!("`custom<{name}>`"));
                    What::Space
                })
            }
            Element::Params | Element::Struct(_) => return error("unsupported directive kind"),
            Element::Ref(_) => return error("'ref' is only valid within a `custom` directive"),
            Element::String(_) => return error("strings may only be used as 'custom' directive arguments"),
        };
        let space = self.space || !self.punctuation;
        self.space = true;
        self.punctuation = false;
        Ok(Step { space, what })
    }

    /// A custom directive that has code.
    fn custom(&self, name: &str, arguments: &[Element]) -> Result<Option<What>> {
        let Some(directive) = (self.directives)(&self.dialect.name, name) else {
            return Ok(None);
        };
        let mut found = Vec::new();
        for argument in arguments {
            match self.directive_argument(argument)? {
                Some(argument) => found.push(argument),
                None => return Ok(None),
            }
        }
        Ok(Some(What::Custom {
            directive,
            arguments: found.into(),
        }))
    }

    fn directive_argument(&self, element: &Element) -> Result<Option<DirectiveArgument>> {
        Ok(Some(match element {
            Element::Ref(inner) | Element::Qualified(inner) => return self.directive_argument(inner),
            Element::Type(inner) => DirectiveArgument::Type(self.find_type(inner)?),
            Element::String(text) => DirectiveArgument::Text(text.clone()),
            Element::AttrDict { .. } => DirectiveArgument::AttrDict,
            Element::All(Kind::Regions) => DirectiveArgument::AllRegions,
            Element::All(Kind::Successors) => DirectiveArgument::AllSuccessors,
            Element::Variable(name) => match self.find(name)? {
                What::Operand(index) => DirectiveArgument::Operand(index),
                What::Attribute(index) => DirectiveArgument::Attribute(index),
                What::Region(index) => DirectiveArgument::Region(index),
                What::Successor(index) => DirectiveArgument::Successor(index),
                _ => return Ok(None),
            },
            _ => return Ok(None),
        }))
    }

    fn literal(&mut self, text: &str) -> Step {
        let closing = |set: &str| text.len() == 1 && set.contains(text);
        let wants_space = match (text.len() != 1 && text != "->", self.punctuation) {
            (true, _) => true,
            (false, true) => !closing(">)}],"),
            (false, false) => !closing("<>(){}[],"),
        };
        let space = self.space && wants_space;
        self.space = !closing("<({[");
        let first = text.chars().next().unwrap_or(' ');
        self.punctuation = first != '_' && !first.is_ascii_alphabetic();
        let token = TokenKind::PUNCTUATION
            .iter()
            .find(|kind| kind.spelling() == Some(text));
        let what = match token {
            Some(kind) => What::Token(*kind),
            None => What::Keyword(text.into()),
        };
        Step { space, what }
    }

    fn optional(&mut self, group: &ast::Optional) -> Result<Step> {
        let unit = self.elided_unit(group);
        let skip = |is_else: bool| (unit.is_some() && group.is_inverted == is_else).then_some(group.anchor);
        let then = self.sequence(&group.then, skip(false))?;
        let otherwise = self.sequence(&group.otherwise, skip(true))?;
        self.check_group(group)?;
        let anchor = self.anchor(group.anchor_element())?;
        let group = Group {
            anchor,
            is_inverted: group.is_inverted,
            then,
            otherwise,
            unit,
        };
        Ok(Step {
            space: false,
            what: What::Optional(Box::new(group)),
        })
    }

    /// The unit attribute that a group stands for: its anchor, if that is not the first element.
    fn elided_unit(&self, group: &ast::Optional) -> Option<usize> {
        let Element::Variable(name) = group.anchor_element() else {
            return None;
        };
        let index = self
            .op
            .attributes
            .iter()
            .position(|attribute| attribute.name == *name)?;
        let is_unit = self.is_unit(index);
        (is_unit && group.anchor > 0).then_some(index)
    }

    fn is_unit(&self, index: usize) -> bool {
        let constraint = self.constraint(self.op.attributes[index].constraint);
        matches!(test_name(&constraint.predicate), Some("unit_attr" | "flag"))
    }

    fn anchor(&mut self, element: &Element) -> Result<Anchor> {
        Ok(match element {
            Element::Qualified(inner) => self.anchor(inner)?,
            Element::Type(inner) | Element::FunctionalType(inner, _) => match self.type_of(inner, false)? {
                TypeOf::Operand(index) => Anchor::Operand(index),
                TypeOf::Result(index) => Anchor::Result(index),
                TypeOf::Operands => Anchor::Operands,
                TypeOf::Results => Anchor::Results,
            },
            Element::Variable(name) => match self.find(name)? {
                What::Operand(index) => Anchor::Operand(index),
                What::Region(index) => Anchor::Region(index),
                What::Attribute(index) => Anchor::Attribute(index),
                _ => return error("only variables and types can be used to anchor an optional group"),
            },
            // Any part that the directive shows; not what it refers to.
            Element::Custom(_, arguments) => {
                let parts = arguments.iter().filter(|argument| {
                    matches!(
                        argument,
                        Element::Variable(_) | Element::Type(_) | Element::Qualified(_)
                    )
                });
                let parts: Result<Vec<Anchor>> = parts.map(|part| self.anchor(part)).collect();
                Anchor::Any(parts?.into())
            }
            // The group is refused for its directive.
            _ => Anchor::Operands,
        })
    }

    fn clauses(&mut self, clauses: &[ast::Clause]) -> Result<Step> {
        if clauses.len() > MAX_CLAUSES {
            return error(format!("an oilist has more than {MAX_CLAUSES} clauses"));
        }
        let mut compiled = Vec::new();
        for clause in clauses {
            let literal = self.literal(&clause.literal);
            let mut anchors = Vec::new();
            let mut unit = None;
            for element in &clause.elements {
                match element {
                    Element::Custom(..) => anchors.push(self.anchor(element)?),
                    Element::Optional(group) => anchors.push(self.anchor(group.anchor_element())?),
                    _ => {}
                }
                if let Element::Variable(name) = element {
                    let what = self.find(name)?;
                    if let (What::Attribute(index), 1) = (&what, clause.elements.len())
                        && self.is_unit(*index)
                    {
                        unit = Some(*index);
                    }
                    match what {
                        What::Operand(index) if self.op.operands[index].arity == Arity::One => {
                            return error(
                                "only variable length operands can be used within an oilist parsing group",
                            );
                        }
                        What::Attribute(index) => {
                            let attribute = &self.op.attributes[index];
                            if !attribute.is_optional && attribute.default == Default::None {
                                return error(
                                    "only optional attributes can be used in an oilist parsing group",
                                );
                            }
                            anchors.push(Anchor::Attribute(index));
                        }
                        What::Operand(index) => anchors.push(Anchor::Operand(index)),
                        What::Region(index) => anchors.push(Anchor::Region(index)),
                        _ => {}
                    }
                }
            }
            let steps = self.sequence(&clause.elements, unit.map(|_| 0))?;
            compiled.push(Clause {
                literal,
                steps,
                anchors: anchors.into(),
                unit,
            });
        }
        Ok(Step {
            space: false,
            what: What::Clauses(compiled.into()),
        })
    }

    fn constraint(&self, id: ConstraintId) -> &'a Constraint {
        &self.dialect.constraints[id.0 as usize]
    }
}
