//! The constraints of a definition.

use std::collections::HashSet;

use tvmlike_ir::{Attribute, AttributeKind, Op};

use super::{Read, Reader, error, property, string};
use crate::irdl::base;
use crate::irdl::system::{Constraint, DEPTH, Kind, STEPS};

/// What alternatives allow.
#[derive(Default)]
struct Seen {
    values: HashSet<Attribute>,
    kinds: HashSet<Box<str>>,
    steps: usize,
}

impl Reader<'_> {
    /// Adds the constraint that an operation stands for.
    pub(super) fn constraint(&mut self, op: Op) -> Read<()> {
        let context = self.context;
        let arguments: Box<[usize]> = self.operands(op)?.into();
        let constraint = match &*op.name(context).text(context) {
            "irdl.any" => Constraint::Any,
            "irdl.is" => match property(context, op, "expected") {
                Some(expected) => Constraint::Is(expected),
                None => return error(context, op, "'irdl.is' op requires attribute 'expected'"),
            },
            "irdl.any_of" => Constraint::AnyOf(self.alternatives(op, arguments.clone())?),
            "irdl.all_of" => Constraint::AllOf(arguments.clone()),
            "irdl.parametric" => {
                let reference = property(context, op, "base_type");
                let (kind, count) = self.reference(op, reference)?;
                if count != arguments.len() {
                    let message = format!(
                        "'irdl.parametric' op has {} constraints, but '{}' has {count} parameters",
                        arguments.len(),
                        kind.name
                    );
                    return error(context, op, message);
                }
                Constraint::Parametric(kind, arguments.clone())
            }
            "irdl.base" => self.base(op)?,
            "irdl.c_pred" => {
                let message = "irdl.c_pred is a condition in C++, which cannot be checked without compilation; use other \
                               constraints";
                return error(context, op, message);
            }
            other => return error(context, op, format!("'{other}' is no constraint")),
        };
        let depth = arguments
            .iter()
            .map(|index| self.depths[*index])
            .max()
            .unwrap_or(0)
            + 1;
        if depth > DEPTH {
            return error(
                context,
                op,
                format!("constraints are nested more than {DEPTH} deep"),
            );
        }
        let index = self.system.constraints.len();
        self.system.constraints.push(constraint);
        self.depths.push(depth);
        for result in op.results(context) {
            self.variables.insert(result, index);
        }
        Ok(())
    }

    /// The alternatives of an `any_of`. At most one may fit a kind of values, so that the first that fits is the only one.
    fn alternatives(&self, op: Op, all: Box<[usize]>) -> Read<Box<[usize]>> {
        if all.is_empty() {
            let message = "'irdl.any_of' op expected 1 or more operands, but found 0";
            return error(self.context, op, message);
        }
        let mut seen = Seen::default();
        let fits = all.iter().all(|index| self.separate(*index, &mut seen));
        match fits {
            true => Ok(all),
            false => error(self.context, op, "any_of constraints are not in the correct form"),
        }
    }

    /// Whether a constraint allows only certain values or one kind that was not seen before.
    fn separate(&self, index: usize, seen: &mut Seen) -> bool {
        seen.steps += 1;
        if seen.steps > STEPS {
            return false;
        }
        match &self.system.constraints[index] {
            Constraint::Any => false,
            Constraint::Base(_) => true,
            Constraint::Is(value) => {
                seen.values.insert(*value);
                !seen.kinds.contains(&*self.kind(*value))
            }
            Constraint::Parametric(kind, _) => {
                let is_seen = seen.values.iter().any(|value| *self.kind(*value) == *kind.name);
                seen.kinds.insert(kind.name.clone()) && !is_seen
            }
            Constraint::AnyOf(all) => all.iter().all(|each| self.separate(*each, seen)),
            // As in MLIR, only the first one counts.
            Constraint::AllOf(all) => all.first().is_none_or(|first| self.separate(*first, seen)),
        }
    }

    fn kind(&self, value: Attribute) -> String {
        match value.kind(self.context) {
            AttributeKind::Type(ty) => base::of_type(self.context, ty),
            _ => base::of_attribute(self.context, value),
        }
    }

    fn base(&self, op: Op) -> Read<Constraint> {
        let context = self.context;
        let reference = property(context, op, "base_ref");
        let name = property(context, op, "base_name").and_then(|name| string(context, name));
        let name = match (reference, name) {
            (Some(_), None) => return Ok(Constraint::Base(self.reference(op, reference)?.0)),
            (None, Some(name)) => name,
            _ => {
                let message = "'irdl.base' op the base type or attribute should be specified by either a name or a \
                               reference";
                return error(context, op, message);
            }
        };
        let (is_type, plain) = match (name.strip_prefix('!'), name.strip_prefix('#')) {
            (Some(plain), _) => (true, plain),
            (_, Some(plain)) => (false, plain),
            _ => {
                let message = "'irdl.base' op the base type or attribute name should start with '!' or '#'";
                return error(context, op, message);
            }
        };
        let known = plain
            .split_once('.')
            .is_some_and(|(dialect, name)| match dialect {
                "builtin" => base::is_builtin(is_type, name),
                _ => self.is_defined(is_type, dialect, name),
            });
        if !known {
            let what = if is_type { "type" } else { "attribute" };
            return error(context, op, format!("no registered {what} with name {name}"));
        }
        Ok(Constraint::Base(Kind {
            is_type,
            name: plain.into(),
        }))
    }

    /// The kind that a reference names, and the number of its parameters.
    fn reference(&self, op: Op, reference: Option<Attribute>) -> Read<(Kind, usize)> {
        let context = self.context;
        let Some(AttributeKind::SymbolRef { root, nested }) = reference.map(|value| value.kind(context))
        else {
            return error(context, op, "expected a reference to a type or an attribute");
        };
        let mut parts = vec![root.text(context).into_owned()];
        parts.extend(nested.iter().map(|part| part.text(context).into_owned()));
        let found = match &parts[..] {
            [dialect, name] => self.kinds.get(&(dialect.clone(), name.clone())),
            _ => None,
        };
        let own = op.name(context).text(context);
        let shown = parts.join("::@");
        let Some((defined, count)) = found else {
            return error(context, op, format!("'{own}' op symbol '@{shown}' not found"));
        };
        let is_type = defined == "irdl.type";
        if !is_type && defined != "irdl.attribute" {
            let message = format!(
                "'{own}' op symbol '@{shown}' does not refer to a type or attribute definition (refers to '{defined}')"
            );
            return error(context, op, message);
        }
        let plain: Vec<&str> = parts
            .iter()
            .map(|part| part.trim_start_matches(['!', '#']))
            .collect();
        let name = plain.join(".").into();
        Ok((Kind { is_type, name }, *count))
    }

    /// Whether a dialect defines a type or an attribute.
    fn is_defined(&self, is_type: bool, dialect: &str, name: &str) -> bool {
        let context = self.context;
        let id = context.identifier(dialect);
        if !(self.known)(dialect) && context.dialect(dialect.as_bytes()).is_none() {
            return false;
        }
        let name = context.identifier(name);
        match is_type {
            true => context.type_info(id, name).is_some(),
            false => context.attribute_info(id, name).is_some(),
        }
    }
}
