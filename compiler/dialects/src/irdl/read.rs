//! The definitions in a module.
//!
//! Invariant: a module can be any that was read, verified or not, so what a definition lacks is an error at its place.

use std::collections::{HashMap, HashSet};

use tvmlike_define::Arity;
use tvmlike_ir::{Attribute, AttributeKind, Context, Location, Op};

use super::base;
use super::system::{Constraint, DEPTH, Kind, STEPS, System};
use super::{IrdlError, Known};
use crate::forms::irdl::variadicity;

type Read<T> = Result<T, IrdlError>;

/// A dialect that a module defines.
#[derive(Debug)]
pub(super) struct Dialect {
    pub(super) name: Box<str>,
    pub(super) location: Location,
    pub(super) symbols: Vec<Symbol>,
    /// Sorted by name.
    pub(super) operations: Vec<Operation>,
}

/// A type or an attribute.
#[derive(Debug)]
pub(super) struct Symbol {
    pub(super) name: Box<str>,
    pub(super) is_type: bool,
    pub(super) system: System,
    /// The names of the parameters, and their constraints.
    pub(super) parameters: Vec<(Box<str>, usize)>,
}

/// An operation.
#[derive(Default, Debug)]
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
#[derive(Debug)]
pub(super) struct Value {
    pub(super) name: Box<str>,
    pub(super) arity: Arity,
    pub(super) constraint: usize,
}

/// A region.
#[derive(Debug)]
pub(super) struct Region {
    pub(super) name: Box<str>,
    /// The constraints of the arguments, if they are restricted.
    pub(super) arguments: Option<Vec<usize>>,
    pub(super) blocks: Option<u32>,
}

/// What the module defines by dialect and name: the operation that does, and the number of parameters.
type Kinds = HashMap<(String, String), (String, usize)>;

fn error<T>(context: &Context, op: Op, message: impl Into<String>) -> Read<T> {
    Err(IrdlError {
        location: op.location(context),
        message: message.into(),
    })
}

fn is_named(context: &Context, op: Op, name: &str) -> bool {
    op.name(context).bytes(context) == name.as_bytes()
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
        .filter(|op| is_named(context, *op, "irdl.dialect"))
        .collect();
    let mut kinds = Kinds::new();
    for dialect in &own {
        let name = symbol_name(context, *dialect)?;
        for op in body(context, *dialect) {
            if !op.name(context).bytes(context).starts_with(b"irdl.") {
                continue;
            }
            let defined = op.name(context).text(context).into_owned();
            let lists = body(context, op).filter(|list| is_named(context, *list, "irdl.parameters"));
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
    let is_definition = |op: &Op| definitions.iter().any(|name| is_named(context, *op, name));
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
        if is_named(context, definition, "irdl.operation") {
            check_name(context, definition, "operation", &own)?;
            operations.push(reader.operation(definition, format!("{name}.{own}"))?);
            continue;
        }
        let is_type = is_named(context, definition, "irdl.type");
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

/// What alternatives allow.
#[derive(Default)]
struct Seen {
    values: HashSet<Attribute>,
    kinds: HashSet<Box<str>>,
    steps: usize,
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
            if !is_named(self.context, op, "irdl.parameters") {
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

    /// Adds the constraint that an operation stands for.
    fn constraint(&mut self, op: Op) -> Read<()> {
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
            Constraint::AllOf(all) => all.iter().any(|each| self.separate(*each, seen)),
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
