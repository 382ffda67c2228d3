//! Compiles the format of a type or an attribute.

use std::sync::Arc;

use tvmlike_ir::{Attribute, Context, Signedness};
use tvmlike_syntax::TokenKind;

use super::field::Field;
use super::program::{Group, Node, Parameter, Program};
use super::{SymbolDefinition, SymbolSources};
use crate::enumeration::Enumeration;
use crate::format::{Element, Space, parse_format};
use crate::record::{Body, Default, DialectRecord, ParameterKind, ParameterRecord};

/// Whether a format uses only directives that have code.
pub(super) fn has_code(format: &str, sources: SymbolSources) -> bool {
    let mut directives = format.split("custom<").skip(1);
    directives.all(|rest| {
        let name = rest.split('>').next().unwrap_or_default();
        sources.directives.is_some_and(|find| find(name).is_some())
    })
}

/// Compiles the format of a definition.
pub(super) fn compile(
    context: &Context,
    definition: &SymbolDefinition,
    sources: SymbolSources,
) -> Result<Program, String> {
    let find = |name: &str| sources.dialects.and_then(|find| find(name));
    let record = definition.record();
    let Body::Format(format) = &record.body else {
        return Err("it has no format".to_owned());
    };
    let parameters = record.parameters.iter();
    let parameters = parameters.map(|each| parameter(context, definition, each, &find));
    let parameters: Box<[Parameter]> = parameters.collect::<Result<_, _>>()?;
    let elements = parse_format(format).map_err(|error| error.to_string())?;
    let mut compiler = Compiler {
        parameters: &parameters,
        sources,
        space: true,
        punctuation: false,
    };
    let nodes = compiler.nodes(&elements)?;
    let own_type = parameters
        .iter()
        .position(|each| matches!(each.field, Field::OwnType));
    Ok(Program {
        nodes,
        parameters,
        class: record.class.clone(),
        own_type,
    })
}

fn parameter(
    context: &Context,
    definition: &SymbolDefinition,
    record: &ParameterRecord,
    find: &dyn Fn(&str) -> Option<Arc<DialectRecord>>,
) -> Result<Parameter, String> {
    let field = field(context, definition, &record.kind, record, find)?;
    let default = match &record.default {
        Default::Text(text) => default(context, &field, text),
        _ => None,
    };
    Ok(Parameter {
        name: record.name.clone(),
        is_optional: record.is_optional || matches!(field, Field::Option(_)),
        default,
        class: record.class.clone(),
        field,
    })
}

fn field(
    context: &Context,
    definition: &SymbolDefinition,
    kind: &ParameterKind,
    record: &ParameterRecord,
    find: &dyn Fn(&str) -> Option<Arc<DialectRecord>>,
) -> Result<Field, String> {
    let nested = |kind: &ParameterKind| field(context, definition, kind, record, find).map(Box::new);
    let defined = |name: &str, is_type: bool| {
        let (dialect, name) = name.split_once('.')?;
        Some((context.identifier(dialect), context.identifier(name), is_type))
    };
    let integer = |width: u32| {
        context
            .integer_type(width, Signedness::Signless)
            .map_err(|error| error.to_string())
    };
    Ok(match kind {
        ParameterKind::Type(None) => Field::Type,
        ParameterKind::Type(Some(name)) => match defined(name, true) {
            Some((dialect, name, _)) => Field::DefinedType(dialect, name),
            None => Field::TypeOfClass(name.clone()),
        },
        ParameterKind::Attribute(None) => Field::Attribute,
        ParameterKind::Attribute(Some(name)) => match (defined(name, false), &**name) {
            (Some((dialect, name, _)), _) => Field::DefinedAttribute(dialect, name),
            (None, "GridAxesAttr") => Field::DenseArray(integer(16)?),
            (None, "DenseI32ArrayAttr") => Field::DenseArray(context.i32()),
            (None, "DenseI64ArrayAttr") => Field::DenseArray(context.i64()),
            (None, _) => Field::AttributeOfClass(name.clone()),
        },
        ParameterKind::Integer { width, is_signed } => Field::Integer {
            ty: integer(*width)?,
            width: *width,
            is_signed: *is_signed,
        },
        ParameterKind::Bool => Field::Bool,
        ParameterKind::String => Field::String,
        ParameterKind::AffineMap => Field::AffineMap,
        ParameterKind::IntegerSet => Field::IntegerSet,
        ParameterKind::Enum(name) | ParameterKind::Keyword(name) => {
            let (owner, name) = match name.split_once('.') {
                Some((owner, name)) => (find(owner), name),
                None => (Some(Arc::clone(definition.dialect())), &**name),
            };
            let missing = || format!("there is no enum '{name}'");
            let owner = owner.ok_or_else(missing)?;
            let found = owner
                .enums
                .iter()
                .find(|each| &*each.name == name)
                .ok_or_else(missing)?;
            let mut cases = Enumeration::new(&owner, found);
            let is_keyword = matches!(kind, ParameterKind::Keyword(_));
            cases.class = match is_keyword {
                true => found.summary.clone(),
                false => record.class.clone(),
            };
            Field::Enum {
                cases,
                ty: integer(found.width)?,
                is_keyword,
            }
        }
        ParameterKind::Dwarf(prefix) => Field::Dwarf(prefix.clone()),
        ParameterKind::OwnType => Field::OwnType,
        ParameterKind::Array(inner) => Field::Array(nested(inner)?),
        ParameterKind::Braces(inner) => Field::Braces(Box::new(Field::Array(nested(inner)?))),
        ParameterKind::Option(inner) => Field::Option(nested(inner)?),
        ParameterKind::Other(name) => {
            return Err(format!("a parameter is a '{name}', for which there is no code"));
        }
    })
}

/// The default value of a parameter.
fn default(context: &Context, field: &Field, text: &str) -> Option<Attribute> {
    match field {
        Field::Bool => Some(context.bool_attribute(text == "true")),
        Field::Integer { ty, .. } => context.integer_attribute(*ty, text.parse().ok()?).ok(),
        Field::Enum { cases, ty, .. } => {
            let value = cases.value_of(text).or_else(|| text.parse().ok())?;
            context.integer_attribute(*ty, value as i64).ok()
        }
        Field::String => Some(context.string_attribute(text)),
        Field::Array(_) => Some(context.array_attribute(&[])),
        Field::DefinedAttribute(..) | Field::AttributeOfClass(_) => {
            tvmlike_text::parse_defined_attribute(context, text).ok()
        }
        _ => None,
    }
}

/// Follows the generator of MLIR's printers, which decides about spaces in the order of the format.
struct Compiler<'a> {
    parameters: &'a [Parameter],
    sources: SymbolSources,
    space: bool,
    punctuation: bool,
}

impl Compiler<'_> {
    fn nodes(&mut self, elements: &[Element]) -> Result<Box<[Node]>, String> {
        elements.iter().map(|element| self.node(element)).collect()
    }

    fn index(&self, name: &str) -> Result<usize, String> {
        let found = self.parameters.iter().position(|each| &*each.name == name);
        found.ok_or_else(|| format!("there is no parameter '{name}'"))
    }

    /// Whether a space stands before a parameter.
    fn parameter_space(&mut self) -> bool {
        let space = self.space || !self.punctuation;
        self.space = true;
        self.punctuation = false;
        space
    }

    fn node(&mut self, element: &Element) -> Result<Node, String> {
        Ok(match element {
            Element::Literal(text) => self.literal(text)?,
            Element::Space(space) => {
                self.space = false;
                self.punctuation = true;
                Node::Space(match space {
                    Space::None => "",
                    Space::One => " ",
                    Space::Newline => "\n",
                })
            }
            Element::Variable(name) => Node::Parameter {
                index: self.index(name)?,
                is_qualified: false,
                space: self.parameter_space(),
            },
            Element::Qualified(inner) => match &**inner {
                Element::Variable(name) => Node::Parameter {
                    index: self.index(name)?,
                    is_qualified: true,
                    space: self.parameter_space(),
                },
                other => return Err(format!("'{other}' cannot be qualified")),
            },
            Element::Params => Node::List {
                parameters: self.all(),
                space: self.parameter_space(),
            },
            Element::Struct(elements) => {
                let parameters: Box<[usize]> = match &**elements {
                    [Element::Params] => self.all(),
                    names => names
                        .iter()
                        .map(|name| self.named(name))
                        .collect::<Result<_, _>>()?,
                };
                Node::Struct {
                    parameters,
                    space: self.parameter_space(),
                }
            }
            Element::Custom(name, arguments) => {
                let directive = self.sources.directives.and_then(|find| find(name));
                let arguments = arguments.iter().map(|argument| match argument {
                    Element::Ref(inner) => self.named(inner).map(|index| (index, true)),
                    argument => self.named(argument).map(|index| (index, false)),
                });
                let arguments = arguments.collect::<Result<_, _>>()?;
                Node::Custom {
                    directive: directive.ok_or_else(|| format!("`custom<{name}>` is missing"))?,
                    arguments,
                    space: self.parameter_space(),
                }
            }
            Element::Optional(group) => {
                let anchor = group.anchor_element().clone();
                let before = (self.space, self.punctuation);
                let then = self.nodes(&group.then)?;
                if !group.otherwise.is_empty() {
                    (self.space, self.punctuation) = before;
                }
                let otherwise = self.nodes(&group.otherwise)?;
                let mut of_anchor = Compiler { ..*self };
                Node::Optional(Box::new(Group {
                    anchors: of_anchor.node(&anchor)?.parameters().into(),
                    then,
                    otherwise,
                    is_inverted: group.is_inverted,
                }))
            }
            other => {
                return Err(format!(
                    "'{other}' cannot be in the format of a type or an attribute"
                ));
            }
        })
    }

    fn all(&self) -> Box<[usize]> {
        let all = self.parameters.iter().enumerate();
        all.filter(|(_, each)| !matches!(each.field, Field::OwnType))
            .map(|(index, _)| index)
            .collect()
    }

    fn named(&self, element: &Element) -> Result<usize, String> {
        match element {
            Element::Variable(name) => self.index(name),
            other => Err(format!("'{other}' cannot be in a 'struct'")),
        }
    }

    fn literal(&mut self, text: &str) -> Result<Node, String> {
        let before = |set: &str| !set.contains(text);
        let space = self.space
            && match (text.len() == 1 || text == "->", self.punctuation) {
                (false, _) => true,
                (true, true) => before(">)}],"),
                (true, false) => before("<>(){}[],"),
            };
        self.space = text.len() != 1 || !"<({[".contains(text);
        self.punctuation = !text.starts_with(|c: char| c == '_' || c.is_ascii_alphabetic());
        if !self.punctuation {
            return Ok(Node::Keyword {
                word: text.into(),
                space,
            });
        }
        let mut kinds = TokenKind::PUNCTUATION.iter().copied();
        let kind = kinds.find(|kind| kind.spelling() == Some(text));
        let kind = kind.ok_or_else(|| format!("the literal '{text}' is no token"))?;
        Ok(Node::Token { kind, space })
    }
}
