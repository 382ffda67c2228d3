//! The labels of operations and values in graphs.

use std::fmt::Write as _;

use tvmlike_ir::{Attribute, AttributeKind, Context, NamedAttribute, Op, Type, Value};
use tvmlike_text::{ValueNames, quote_attribute, quote_type};

use super::Settings;

/// Arrays and elements attributes with more elements are elided.
const MOST_ELEMENTS: i64 = 16;

pub(super) struct Labels<'c> {
    pub(super) context: &'c Context,
    pub(super) names: ValueNames<'c>,
    pub(super) settings: Settings,
}

/// The text with a backslash before what means something in labels.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, '{' | '|' | '}' | '<' | '>' | '"' | '\n') {
            out.push('\\');
        }
        out.push(character);
    }
    out
}

impl Labels<'_> {
    fn name(&self, value: Value) -> String {
        let mut name = Vec::new();
        self.names.write(&mut name, value);
        String::from_utf8_lossy(&name).into_owned()
    }

    /// The part of a port's name behind `res` or `arg`.
    pub(super) fn port(&self, value: Value) -> String {
        self.name(value).replace(['%', '#'], "_")
    }

    fn shortened(&self, mut text: String) -> String {
        if text.len() > self.settings.longest {
            text.truncate(text.floor_char_boundary(self.settings.longest));
            text.push_str("...");
        }
        text
    }

    fn ty(&self, ty: Type) -> String {
        escaped(&self.shortened(quote_type(self.context, ty)))
    }

    fn attribute(&self, attribute: Attribute) -> String {
        let context = self.context;
        let elements = match attribute.kind(context) {
            AttributeKind::DenseElements(elements) if elements.is_splat() => {
                return escaped(&quote_attribute(context, attribute));
            }
            AttributeKind::DenseStrings(strings) if strings.is_splat() => {
                return escaped(&quote_attribute(context, attribute));
            }
            AttributeKind::DenseElements(elements) => Some(elements.ty()),
            AttributeKind::DenseStrings(strings) => Some(strings.ty()),
            AttributeKind::DenseResource { ty, .. } | AttributeKind::Sparse { ty, .. } => Some(ty),
            AttributeKind::Array(array) if array.len() as i64 > MOST_ELEMENTS => return "[...]".to_owned(),
            _ => None,
        };
        if let Some(ty) = elements
            && ty
                .num_elements(context)
                .is_some_and(|count| count > MOST_ELEMENTS)
        {
            let rank = ty.rank(context).unwrap_or(0);
            return format!("{}...{} : {}", "[".repeat(rank), "]".repeat(rank), self.ty(ty));
        }
        escaped(&self.shortened(quote_attribute(context, attribute)))
    }

    /// All attributes with names, sorted.
    fn attributes(&self, op: Op) -> Vec<(String, Attribute)> {
        let context = self.context;
        let dictionaries = [op.properties(context), op.attributes(context)];
        let entries = dictionaries.into_iter().flatten();
        let entries = entries.filter_map(|dictionary| dictionary.entries(context));
        let name = |entry: NamedAttribute| String::from_utf8_lossy(entry.name.bytes(context)).into_owned();
        let mut all: Vec<_> = entries
            .flat_map(|all| all.iter().map(|entry| (name(entry), entry.value)))
            .collect();
        all.sort_by(|first, second| first.0.cmp(&second.0));
        all
    }

    /// The label of an operation with regions.
    pub(super) fn of_cluster(&self, op: Op) -> String {
        let context = self.context;
        let mut label = op.name(context).text(context).to_string();
        if self.settings.types {
            let types: Vec<String> = op
                .results(context)
                .map(|result| quote_type(context, result.ty(context)))
                .collect();
            let _ = write!(label, " : ({})", self.shortened(types.join(", ")));
        }
        if self.settings.attributes {
            label.push_str("\\l");
            for (name, attribute) in self.attributes(op) {
                let _ = write!(label, "{}: {}\\l", escaped(&name), self.attribute(attribute));
            }
        }
        label
    }

    /// The label of an operation without regions: operands, name, attributes, results.
    pub(super) fn of_op(&self, op: Op) -> String {
        let context = self.context;
        let mut label = "{".to_owned();
        let operands: Vec<String> = op
            .operands(context)
            .map(|operand| format!("<arg{}> {}", self.port(operand), self.name(operand)))
            .collect();
        if !operands.is_empty() {
            let _ = write!(label, "{{{}}}|", operands.join("|"));
        }
        let _ = write!(label, "{}\\l", op.name(context).text(context));
        let attributes = self.attributes(op);
        if self.settings.attributes && !attributes.is_empty() {
            label.push_str("\\l");
            for (name, attribute) in attributes {
                let _ = write!(label, "{name}: {}\\l", self.attribute(attribute));
            }
        }
        let results: Vec<String> = op
            .results(context)
            .map(|result| self.of_argument(result))
            .collect();
        if !results.is_empty() {
            let _ = write!(label, "|{{{}}}", results.join("|"));
        }
        label.push('}');
        label
    }

    /// The label of an argument of a block, and the part for a result.
    pub(super) fn of_argument(&self, value: Value) -> String {
        let mut label = format!("<res{}> {}", self.port(value), self.name(value));
        if self.settings.types {
            let _ = write!(label, " {}", self.ty(value.ty(self.context)));
        }
        label
    }
}
