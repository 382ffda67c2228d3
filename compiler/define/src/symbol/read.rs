//! Reads the parameters of a type or an attribute by its format.

use tvmlike_ir::{Attribute, Type};
use tvmlike_text::{Parser, Result};

use super::program::{Group, Node, Parameter, Program};

/// Reads what follows the name.
pub(super) fn read(
    program: &Program,
    parser: &mut Parser<'_, '_>,
    ty: Option<Type>,
) -> Result<Vec<Option<Attribute>>> {
    let mut reader = Reader {
        program,
        values: vec![None; program.parameters.len()],
    };
    if let Some(own) = program.own_type {
        let any = program.parameters[own].class.ends_with("mlir::Type");
        let none = any.then(|| parser.context().none_type());
        let Some(ty) = ty.or(none) else {
            return Err(parser.symbol_error(parser.place(), "expected a trailing type"));
        };
        reader.values[own] = Some(parser.context().type_attribute(ty));
    }
    reader.nodes(parser, &program.nodes)?;
    for (value, parameter) in reader.values.iter_mut().zip(&program.parameters) {
        *value = value.or(parameter.default);
    }
    Ok(reader.values)
}

struct Reader<'a> {
    program: &'a Program,
    /// The values that were read.
    values: Vec<Option<Attribute>>,
}

impl Reader<'_> {
    fn nodes(&mut self, parser: &mut Parser<'_, '_>, nodes: &[Node]) -> Result<()> {
        nodes.iter().try_for_each(|node| self.node(parser, node))
    }

    fn node(&mut self, parser: &mut Parser<'_, '_>, node: &Node) -> Result<()> {
        match node {
            Node::Keyword { word, .. } => match parser.take_word(word) {
                true => Ok(()),
                false => Err(parser.symbol_error(parser.place(), format!("expected '{word}'"))),
            },
            Node::Token { kind, .. } => {
                let text = kind.spelling().unwrap_or_default();
                parser.parse_token(*kind, &format!("expected '{text}'"))
            }
            Node::Space(_) => Ok(()),
            Node::Parameter { index, .. } => self.parameter(parser, *index),
            Node::List { parameters, .. } => self.list(parser, parameters),
            Node::Struct { parameters, .. } => self.structure(parser, parameters),
            Node::Custom {
                directive, arguments, ..
            } => {
                let values = arguments.iter().map(|(index, _)| self.values[*index]);
                let mut values: Vec<Option<Attribute>> = values.collect();
                directive.parse(parser, &mut values)?;
                for ((index, is_reference), value) in arguments.iter().zip(values) {
                    if !is_reference {
                        self.values[*index] = value;
                    }
                }
                Ok(())
            }
            Node::Optional(group) => self.group(parser, group),
        }
    }

    fn known(&self, index: usize) -> &Parameter {
        &self.program.parameters[index]
    }

    fn parameter(&mut self, parser: &mut Parser<'_, '_>, index: usize) -> Result<()> {
        let read = self.program.parameters[index].field.parse(parser);
        self.values[index] = read.map_err(|error| {
            let parameter = self.known(index);
            let message = format!(
                "failed to parse {} parameter '{}' which is to be a `{}`",
                self.program.class, parameter.name, parameter.class
            );
            parser.also(error, None, &message)
        })?;
        Ok(())
    }

    /// Reads `a, b`; optional parameters at the end can be absent.
    fn list(&mut self, parser: &mut Parser<'_, '_>, parameters: &[usize]) -> Result<()> {
        let last = parameters
            .iter()
            .rposition(|index| !self.known(*index).is_optional);
        for (position, index) in parameters.iter().enumerate() {
            if position > 0 {
                match last.is_some_and(|last| position <= last) {
                    true => parser.parse_token(tvmlike_syntax::TokenKind::Comma, "expected ','")?,
                    false if parser.take(tvmlike_syntax::TokenKind::Comma) => {}
                    false => break,
                }
            }
            self.parameter(parser, *index)?;
        }
        Ok(())
    }

    /// Reads `a = …, b = …` in any order.
    fn structure(&mut self, parser: &mut Parser<'_, '_>, parameters: &[usize]) -> Result<()> {
        use tvmlike_syntax::TokenKind::{Comma, Equal};
        let is_required = |index: &usize| !self.program.parameters[*index].is_optional;
        let required: Vec<usize> = parameters.iter().copied().filter(is_required).collect();
        if required.is_empty() && parser.word().is_empty() {
            return Ok(());
        }
        let mut left = parameters.to_vec();
        loop {
            let Some(key) = parser.parse_optional_keyword() else {
                let error = parser.symbol_error(parser.place(), "expected valid keyword");
                return Err(parser.also(error, None, "expected a parameter name in struct"));
            };
            parser.parse_token(Equal, "expected '='")?;
            let Some(position) = left.iter().position(|index| &*self.known(*index).name == key) else {
                let message = format!("duplicate or unknown struct parameter name: {key}");
                return Err(parser.symbol_error(parser.place(), message));
            };
            let index = left.remove(position);
            self.parameter(parser, index)?;
            match required.len() == parameters.len() {
                true if left.is_empty() => return Ok(()),
                true => parser.parse_token(Comma, "expected ','")?,
                false if parser.take(Comma) => {}
                false => break,
            }
        }
        match left.iter().find(|index| required.contains(index)) {
            None => Ok(()),
            Some(index) => {
                let name = &self.known(*index).name;
                let message = format!("struct is missing required parameter: {name}");
                Err(parser.symbol_error(parser.place(), message))
            }
        }
    }

    fn group(&mut self, parser: &mut Parser<'_, '_>, group: &Group) -> Result<()> {
        let mut then = group.then.iter();
        let mut first = then.next();
        // Only printed.
        while let Some(Node::Space(_)) = first {
            first = then.next();
        }
        let is_present = match first {
            None => false,
            Some(Node::Keyword { word, .. }) => parser.take_word(word),
            Some(Node::Token { kind, .. }) => parser.take(*kind),
            Some(node) => {
                self.node(parser, node)?;
                node.parameters()
                    .iter()
                    .any(|index| self.values[*index].is_some())
            }
        };
        match is_present {
            true => then.try_for_each(|node| self.node(parser, node)),
            false => self.nodes(parser, &group.otherwise),
        }
    }
}
