//! The definitions in a module.
//!
//! Invariant: a module can be any that was read, verified or not, so what a definition lacks is an error at its place.

mod constraint;

use std::collections::{HashMap, HashSet};

use tvmlike_define::Arity;
use tvmlike_ir::{Attribute, AttributeKind, Context, Location, Op};

use super::system::System;
use super::{IrdlError, Known};
use crate::forms::irdl::variadicity;

type Read<T> = Result<T, IrdlError>;

/// A dialect that a module defines.
#[derive(Clone, Debug)]
pub(super) struct Dialect {
    pub(super) name: Box<str>,
    pub(super) location: Location,
    pub(super) symbols: Vec<Symbol>,
    /// Sorted by name.
    pub(super) operations: Vec<Operation>,
}

/// A type or an attribute.
#[derive(Clone, Debug)]
pub(super) struct Symbol {
    pub(super) name: Box<str>,
    pub(super) is_type: bool,
    pub(super) system: System,
    /// The names of the parameters, and their constraints.
    pub(super) parameters: Vec<(Box<str>, usize)>,
}

/// An operation.
#[derive(Clone, Default, Debug)]
pub(super) struct Operation {
    /// The name with the dialect.
    pub(super) name: Box<str>,
    pub(super) system: System,
    pub(super) operands: Vec<Value>,
    pub(super) results: Vec<Value>,
    pub(super) attributes: Vec<(Box<str>, usize)>,
    pub(super) regions: Vec<Region>,
}

/// Operands or results.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub(super) name: Box<str>,
    pub(super) arity: Arity,
    pub(super) constraint: usize,
}

/// A region.
#[derive(Clone, Debug)]
pub(super) struct Region {
    pub(super) name: Box<str>,
    /// The constraints of the arguments, if they are restricted.
    pub(super) arguments: Option<Vec<usize>>,
    pub(super) blocks: Option<u32>,
}

impl Dialect {
    /// The same definition for another context.
    pub(super) fn moved(&self, from: &Context, to: &Context) -> Result<Self, String> {
        let mut moved = self.clone();
        let systems = moved.symbols.iter_mut().map(|symbol| &mut symbol.system);
        for system in systems.chain(moved.operations.iter_mut().map(|operation| &mut operation.system)) {
            system.change_context(from, to)?;
        }
        moved.location = to.unknown_location();
        Ok(moved)
    }
}

/// What the module defines by dialect and name: the operation that does, and the number of parameters.
type Kinds = HashMap<(String, String), (String, usize)>;

fn error<T>(context: &Context, op: Op, message: impl Into<String>) -> Read<T> {
    Err(IrdlError {
        location: op.location(context),
        message: message.into(),
    })
}

/// The operations in the first region.
fn body(context: &Context, op: Op) -> impl Iterator<Item = Op> + use<'_> {
    let block = op
        .region(context, 0)
        .and_then(|region| region.first_block(context));
    block.into_iter().flat_map(move |block| block.operations(context))
}

fn property(context: &Context, op: Op, name: &str) -> Option<Attribute> {
    op.property(context, context.identifier(name))
}

fn string(context: &Context, value: Attribute) -> Option<String> {
    match value.kind(context) {
        AttributeKind::String { bytes, .. } => String::from_utf8(bytes.to_vec()).ok(),
        _ => None,
    }
}

fn symbol_name(context: &Context, op: Op) -> Read<String> {
    let name = property(context, op, "sym_name").and_then(|name| string(context, name));
    match name {
        Some(name) if !name.is_empty() => Ok(name),
        _ => error(context, op, "a definition in IRDL must have a name"),
    }
}

/// Checks a name that C++ code and Python code can be made from.
fn check_name(context: &Context, op: Op, what: &str, name: &str) -> Read<()> {
    let is_allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let cause = if name.is_empty() {
        "must not be empty"
    } else if name.contains(|c: char| c.is_ascii_uppercase()) {
        "should not contain uppercase letters"
    } else if !name.chars().all(is_allowed) {
        "must contain only lowercase letters, digits and underscores"
    } else if name.starts_with('_') || name.contains("__") {
        "should not contain leading or double underscores"
    } else {
        return Ok(());
    };
    error(context, op, format!("name of {what} {cause}"))
}

/// The dialects that a module defines.
pub(super) fn dialects(context: &Context, module: Op, known: Known<'_>) -> Read<Vec<Dialect>> {
    let own: Vec<Op> = body(context, module)
        .filter(|op| op.is_named(context, "irdl.dialect"))
        .collect();
    let mut kinds = Kinds::new();
    for dialect in &own {
        let name = symbol_name(context, *dialect)?;
        for op in body(context, *dialect) {
            if !op.name(context).bytes(context).starts_with(b"irdl.") {
                continue;
            }
            let defined = op.name(context).text(context).into_owned();
            let lists = body(context, op).filter(|list| list.is_named(context, "irdl.parameters"));
            let count = lists.map(|list| list.num_operands(context)).sum();
            kinds.insert((name.clone(), symbol_name(context, op)?), (defined, count));
        }
    }
    let mut names = HashSet::new();
    let mut all = Vec::new();
    for op in own {
        let dialect = dialect(context, op, &kinds, known)?;
        if !names.insert(dialect.name.clone()) {
            return error(
                context,
                op,
                format!("dialect '{}' is defined twice", dialect.name),
            );
        }
        all.push(dialect);
    }
    Ok(all)
}

fn dialect(context: &Context, op: Op, kinds: &Kinds, known: Known<'_>) -> Read<Dialect> {
    let name = symbol_name(context, op)?;
    let (mut symbols, mut operations) = (Vec::new(), Vec::new());
    let mut names = HashSet::new();
    if !name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        || name.contains(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '$')
    {
        return error(context, op, "'irdl.dialect' op invalid dialect name");
    }
    check_name(context, op, "dialect", &name)?;
    // Other operations in the body define nothing.
    let definitions = ["irdl.operation", "irdl.type", "irdl.attribute"];
    let is_definition = |op: &Op| definitions.iter().any(|name| op.is_named(context, name));
    for definition in body(context, op).filter(is_definition) {
        let own = symbol_name(context, definition)?;
        if !names.insert(own.clone()) {
            return error(
                context,
                definition,
                format!("redefinition of symbol named '{own}'"),
            );
        }
        let mut reader = Reader {
            context,
            kinds,
            known,
            system: System::default(),
            variables: HashMap::new(),
            depths: Vec::new(),
            regions: HashMap::new(),
        };
        if definition.is_named(context, "irdl.operation") {
            check_name(context, definition, "operation", &own)?;
            operations.push(reader.operation(definition, format!("{name}.{own}"))?);
            continue;
        }
        let is_type = definition.is_named(context, "irdl.type");
        let (what, sigil) = if is_type {
            ("type", '!')
        } else {
            ("attribute", '#')
        };
        let own = own.strip_prefix(sigil).unwrap_or(&own).to_owned();
        check_name(context, definition, what, &own)?;
        symbols.push(reader.symbol(definition, own, is_type)?);
    }
    operations.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(Dialect {
        name: name.into(),
        location: op.location(context),
        symbols,
        operations,
    })
}

/// Reads one definition.
struct Reader<'a> {
    context: &'a Context,
    kinds: &'a Kinds,
    known: Known<'a>,
    system: System,
    /// The variables by the values that stand for them, and how deep each is nested.
    variables: HashMap<tvmlike_ir::Value, usize>,
    depths: Vec<usize>,
    regions: HashMap<tvmlike_ir::Value, (Option<Vec<usize>>, Option<u32>)>,
}

impl Reader<'_> {
    fn symbol(&mut self, definition: Op, name: String, is_type: bool) -> Read<Symbol> {
        let mut parameters = None;
        for op in body(self.context, definition) {
            if !op.is_named(self.context, "irdl.parameters") {
                self.constraint(op)?;
                continue;
            }
            let names = self.names(op, "names")?;
            let list = names.into_iter().zip(self.operands(op)?).collect();
            self.once(op, &mut parameters, list)?;
        }
        Ok(Symbol {
            name: name.into(),
            is_type,
            parameters: parameters.unwrap_or_default(),
            system: std::mem::take(&mut self.system),
        })
    }

    fn operation(&mut self, definition: Op, name: String) -> Read<Operation> {
        let (mut operands, mut results) = (None, None);
        let (mut attributes, mut regions) = (None, None);
        for op in body(self.context, definition) {
            match &*op.name(self.context).text(self.context) {
                "irdl.operands" => {
                    let list = self.values(op)?;
                    self.once(op, &mut operands, list)?;
                }
                "irdl.results" => {
                    let list = self.values(op)?;
                    self.once(op, &mut results, list)?;
                }
                "irdl.attributes" => self.once(op, &mut attributes, op)?,
                "irdl.regions" => self.once(op, &mut regions, op)?,
                "irdl.region" => self.region(op)?,
                _ => self.constraint(op)?,
            }
        }
        let attributes = match attributes {
            None => Vec::new(),
            Some(op) => {
                let names = self.names(op, "attributeValueNames")?;
                names.into_iter().zip(self.operands(op)?).collect()
            }
        };
        let operation = Operation {
            name: name.into(),
            operands: operands.unwrap_or_default(),
            results: results.unwrap_or_default(),
            attributes,
            regions: regions.map_or_else(|| Ok(Vec::new()), |op| self.regions(op))?,
            system: std::mem::take(&mut self.system),
        };
        self.check_different(definition, &operation)?;
        Ok(operation)
    }

    /// Sets what a definition has at most once.
    fn once<T>(&self, op: Op, known: &mut Option<T>, value: T) -> Read<()> {
        if known.replace(value).is_none() {
            return Ok(());
        }
        let name = op.name(self.context).text(self.context);
        let message = format!(
            "failed to verify AtMostOneChildOf trait: the operation contains at least two operations of type {name}"
        );
        error(self.context, op.parent_op(self.context).unwrap_or(op), message)
    }

    /// Checks that operands, results and regions have different names.
    fn check_different(&self, definition: Op, operation: &Operation) -> Read<()> {
        let of_values = |values: &[Value]| values.iter().map(|value| value.name.clone()).collect();
        let lists: [(&str, Vec<Box<str>>); 3] = [
            ("operands", of_values(&operation.operands)),
            ("results", of_values(&operation.results)),
            (
                "regions",
                operation
                    .regions
                    .iter()
                    .map(|region| region.name.clone())
                    .collect(),
            ),
        ];
        for (first, second) in [(0, 1), (0, 2), (1, 2)] {
            let [(one, names), (other, others)] = [&lists[first], &lists[second]];
            if let Some(name) = names.iter().find(|name| others.contains(name)) {
                let message = format!(
                    "'irdl.operation' op contains a value named '{name}' for both its {one} and {other}"
                );
                return error(self.context, definition, message);
            }
        }
        Ok(())
    }

    /// The constraints that are the operands.
    fn operands(&self, op: Op) -> Read<Vec<usize>> {
        let variable = |value| match self.variables.get(&value) {
            Some(variable) => Ok(*variable),
            None => error(
                self.context,
                op,
                "an operand is no constraint that the definition has before this operation",
            ),
        };
        op.operands(self.context).map(variable).collect()
    }

    /// The names in a property, one for each operand, each once.
    fn names(&self, op: Op, name: &str) -> Read<Vec<Box<str>>> {
        let context = self.context;
        let list = match property(context, op, name).map(|value| value.kind(context)) {
            Some(AttributeKind::Array(list)) => list,
            _ => return error(context, op, format!("expected names in attribute '{name}'")),
        };
        let names: Option<Vec<Box<str>>> = list
            .iter()
            .map(|name| Some(string(context, name)?.into()))
            .collect();
        let names = names.unwrap_or_default();
        if names.len() != op.num_operands(context) {
            let (names, values) = (names.len(), op.num_operands(context));
            let message = format!(
                "the number of operands and their names must be the same, but got {values} and {names}"
            );
            return error(context, op, message);
        }
        let own = op.name(context).text(context);
        let what = own.trim_start_matches("irdl.").trim_end_matches('s');
        let mut seen: HashMap<&str, usize> = HashMap::new();
        for (index, name) in names.iter().enumerate() {
            // The names of attributes can be any.
            if what != "attribute" {
                check_name(context, op, &format!("{what} #{index}"), name)?;
            }
            if let Some(first) = seen.insert(name, index) {
                let message = format!(
                    "'{own}' op name of {what} #{index} is a duplicate of the name of {what} #{first}"
                );
                return error(context, op, message);
            }
        }
        Ok(names)
    }

    fn values(&self, op: Op) -> Read<Vec<Value>> {
        let names = self.names(op, "names")?;
        let kinds = variadicity(self.context, op);
        if kinds.len() != names.len() {
            let (kinds, names) = (kinds.len(), names.len());
            let message = format!(
                "the number of operands and their variadicities must be the same, but got {names} and {kinds}"
            );
            return error(self.context, op, message);
        }
        let value = |((name, kind), constraint): ((Box<str>, String), usize)| Value {
            name,
            arity: match &*kind {
                "optional" => Arity::Optional,
                "variadic" => Arity::Variadic,
                _ => Arity::One,
            },
            constraint,
        };
        let entries = names.into_iter().zip(kinds).zip(self.operands(op)?);
        Ok(entries.map(value).collect())
    }

    fn region(&mut self, op: Op) -> Read<()> {
        let context = self.context;
        let is_constrained = property(context, op, "constrainedArguments").is_some();
        let arguments = match is_constrained {
            true => Some(self.operands(op)?),
            false => None,
        };
        let count = property(context, op, "numberOfBlocks").map(|count| match count.kind(context) {
            AttributeKind::Integer { value, .. } => value.to_i64().unwrap_or(-1),
            _ => -1,
        });
        let blocks = match count.map(u32::try_from) {
            None => None,
            Some(Ok(count)) if count > 0 => Some(count),
            _ => {
                let count = count.unwrap_or_default();
                let message =
                    format!("'irdl.region' op the number of blocks is expected to be >= 1 but got {count}");
                return error(context, op, message);
            }
        };
        for result in op.results(context) {
            self.regions.insert(result, (arguments.clone(), blocks));
        }
        Ok(())
    }

    fn regions(&mut self, op: Op) -> Read<Vec<Region>> {
        let names = self.names(op, "names")?;
        let mut regions = Vec::new();
        for (name, value) in names.into_iter().zip(op.operands(self.context)) {
            let Some((arguments, blocks)) = self.regions.get(&value).cloned() else {
                return error(self.context, op, format!("'{name}' is no region"));
            };
            regions.push(Region {
                name,
                arguments,
                blocks,
            });
        }
        Ok(regions)
    }
}
