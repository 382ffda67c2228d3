//! Prints the parameters of a type or an attribute by its format.

use tvmlike_ir::{Attribute, Parameters};
use tvmlike_text::Printer;

use super::program::{Node, Program};

/// Prints what follows the name.
pub(super) fn write(
    program: &Program,
    printer: &mut Printer<'_>,
    out: &mut Vec<u8>,
    parameters: Parameters<'_>,
) {
    let writer = Writer { program, parameters };
    writer.nodes(printer, out, &program.nodes);
}

struct Writer<'a> {
    program: &'a Program,
    parameters: Parameters<'a>,
}

impl Writer<'_> {
    fn nodes(&self, printer: &mut Printer<'_>, out: &mut Vec<u8>, nodes: &[Node]) {
        for node in nodes {
            self.node(printer, out, node);
        }
    }

    /// Whether a parameter is printed: always, unless it is optional and has its default value.
    fn is_shown(&self, index: usize) -> bool {
        let parameter = &self.program.parameters[index];
        !parameter.is_optional || self.parameters.get(index) != parameter.default
    }

    fn node(&self, printer: &mut Printer<'_>, out: &mut Vec<u8>, node: &Node) {
        let before = |out: &mut Vec<u8>, space: bool| {
            if space {
                out.push(b' ');
            }
        };
        match node {
            Node::Keyword { word, space } => {
                before(out, *space);
                out.extend_from_slice(word.as_bytes());
            }
            Node::Token { kind, space } => {
                before(out, *space);
                out.extend_from_slice(kind.spelling().unwrap_or_default().as_bytes());
            }
            Node::Space(text) => out.extend_from_slice(text.as_bytes()),
            Node::Parameter {
                index,
                is_qualified,
                space,
            } => {
                if self.is_shown(*index) {
                    before(out, *space);
                    self.value(printer, out, *index, *is_qualified);
                }
            }
            Node::Custom {
                directive,
                arguments,
                space,
            } => {
                before(out, *space);
                let values = arguments.iter().map(|(index, _)| self.parameters.get(*index));
                let values: Vec<Option<Attribute>> = values.collect();
                directive.print(printer, out, &values);
            }
            Node::List { parameters, space } => self.list(printer, out, parameters, *space, false),
            Node::Struct { parameters, space } => self.list(printer, out, parameters, *space, true),
            Node::Optional(group) => {
                let is_present = group.anchors.iter().any(|index| self.is_shown(*index));
                let nodes = match is_present != group.is_inverted {
                    true => &group.then,
                    false => &group.otherwise,
                };
                self.nodes(printer, out, nodes);
            }
        }
    }

    fn value(&self, printer: &mut Printer<'_>, out: &mut Vec<u8>, index: usize, is_qualified: bool) {
        if let Some(value) = self.parameters.get(index) {
            let field = &self.program.parameters[index].field;
            field.print(printer, out, value, is_qualified);
        }
    }

    fn list(
        &self,
        printer: &mut Printer<'_>,
        out: &mut Vec<u8>,
        parameters: &[usize],
        space: bool,
        named: bool,
    ) {
        let shown = parameters.iter().copied().filter(|index| self.is_shown(*index));
        for (position, index) in shown.enumerate() {
            if position > 0 {
                out.extend_from_slice(b", ");
            } else if space {
                out.push(b' ');
            }
            if named {
                out.extend_from_slice(self.program.parameters[index].name.as_bytes());
                out.extend_from_slice(b" = ");
            }
            self.value(printer, out, index, false);
        }
    }
}
