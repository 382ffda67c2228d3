//! What is asked of a definition that is given at run time, before a context gets to know it.
//!
//! The records of MLIR's dialects are right by construction. Those of plugins are written by people: what contradicts itself,
//! or could be read in two ways, is refused here with the reason, and not when the first program uses it.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use tvmlike_ir::{Context, Identifier};

use crate::constraint::{Argument, Predicate};
use crate::format::{Directives, Format, Refusal};
use crate::record::{
    Body, DialectRecord, EnumRecord, OpRecord, ParameterKind, ParameterRecord, SymbolReader, SymbolRecord,
};
use crate::symbol::{FindDialect, SymbolSources, check_symbol};

/// What was checked, or why it is refused.
type Checked = Result<(), String>;

/// Checks that a record does not contradict itself.
///
/// # Errors
/// It does; the message names the part.
pub fn check_record(record: &DialectRecord) -> Result<(), String> {
    let name = &*record.name;
    if !name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') || !name.chars().all(is_letter) {
        return Err(format!(
            "'{name}' is no name of a dialect: use letters, digits and '_'"
        ));
    }
    if record.depends.iter().any(|other| **other == *name) {
        return Err("it depends on itself".to_owned());
    }
    check_names(record)?;
    check_definitions(record)?;
    for constraint in &record.constraints {
        check_predicate(record, &constraint.predicate)
            .map_err(|message| format!("constraint '{}': {message}", constraint.name))?;
        if let Some(wanted) = constraint
            .enumeration
            .as_deref()
            .filter(|name| !name.contains('.'))
            && !record.enums.iter().any(|each| *each.name == *wanted)
        {
            return Err(format!(
                "constraint '{}': there is no enum '{wanted}'",
                constraint.name
            ));
        }
    }
    record.enums.iter().try_for_each(check_enum)?;
    check_parameters(record)?;
    for op in &record.operations {
        check_operation(op).map_err(|message| format!("'{}': {message}", op.name))?;
        let terminators = op
            .traits
            .iter()
            .filter(|each| *each.name == *"SingleBlockImplicitTerminator");
        for wanted in terminators.flat_map(|each| &each.arguments) {
            let own = wanted
                .strip_prefix(name)
                .is_some_and(|rest| rest.starts_with('.'));
            if own && !record.operations.iter().any(|each| each.name == *wanted) {
                return Err(format!("'{}': its terminator '{wanted}' is not defined", op.name));
            }
        }
    }
    Ok(())
}

/// Checks that names are different, and that the dialect reads the types and attributes that it defines.
fn check_definitions(record: &DialectRecord) -> Checked {
    once("the operation", record.operations.iter().map(|each| &*each.name))?;
    once("the class", record.operations.iter().map(|each| &*each.class))?;
    once("the type", record.types.iter().map(|each| &*each.name))?;
    once("the attribute", record.attributes.iter().map(|each| &*each.name))?;
    once("the enum", record.enums.iter().map(|each| &*each.name))?;
    for (what, reader, symbols) in [
        ("types", record.type_reader, &record.types),
        ("attributes", record.attribute_reader, &record.attributes),
    ] {
        if reader == SymbolReader::ByHand {
            return Err(format!(
                "{what}=by-hand needs code of the library; use {what}=declared"
            ));
        }
        if reader == SymbolReader::None && !symbols.is_empty() {
            return Err(format!(
                "it defines {what}, but its first line does not have {what}=declared"
            ));
        }
        if let Some(symbol) = symbols.iter().find(|symbol| symbol.body == Body::ByHand) {
            return Err(format!(
                "'{}': by-hand needs code of the library; write a format",
                symbol.name
            ));
        }
        if let Some(symbol) = symbols
            .iter()
            .find(|symbol| symbol.body == Body::None && !symbol.parameters.is_empty())
        {
            return Err(format!("'{}' has parameters, but no format", symbol.name));
        }
    }
    Ok(())
}

fn is_letter(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Whether a text is a keyword: MLIR's bare identifiers.
fn is_keyword(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(|c| is_letter(c) || matches!(c, '$' | '.'))
}

/// Checks names that text, and classes in Python and C++, contain as they are. Attributes can have any name.
fn check_names(record: &DialectRecord) -> Checked {
    let of_dialect = |name: &str| {
        let mut parts = name.split('.');
        parts.all(|part| !part.is_empty() && part.chars().all(|c| is_letter(c) || c == '$'))
    };
    let prefix = format!("{}.", record.name);
    let operations = record.operations.iter();
    let operations = operations.map(|op| op.name.strip_prefix(&*prefix).unwrap_or(&op.name));
    let symbols = || record.types.iter().chain(&record.attributes);
    let mut names = operations.chain(symbols().map(|symbol| &*symbol.name));
    if let Some(name) = names.find(|name| !of_dialect(name)) {
        return Err(format!(
            "'{name}' is no name of an operation, a type or an attribute: use letters, digits, '_', '$' and '.'"
        ));
    }
    let parameters = symbols()
        .flat_map(|symbol| &symbol.parameters)
        .map(|each| &*each.name);
    let parts = record.operations.iter().flat_map(|op| {
        let values = op.operands.iter().chain(&op.results).map(|each| &*each.name);
        let regions = op.regions.iter().map(|each| &*each.name);
        let successors = op.successors.iter().map(|each| &*each.name);
        values.chain(regions).chain(successors).chain([&*op.class])
    });
    match parameters.chain(parts).find(|name| !name.chars().all(is_letter)) {
        Some(name) => Err(format!(
            "'{name}' is no name of a part or a class: use letters, digits and '_'"
        )),
        None => Ok(()),
    }
}

fn once<'r>(what: &str, names: impl Iterator<Item = &'r str>) -> Checked {
    let mut seen = HashSet::new();
    for name in names.filter(|name| !name.is_empty()) {
        if !seen.insert(name) {
            return Err(format!("{what} '{name}' is defined twice"));
        }
    }
    Ok(())
}

/// Checks that the types and attributes of the dialect that a constraint names exist.
fn check_predicate(record: &DialectRecord, predicate: &Predicate) -> Checked {
    match predicate {
        Predicate::All(all) | Predicate::Any(all) => {
            all.iter().try_for_each(|each| check_predicate(record, each))
        }
        Predicate::Not(inner) | Predicate::Part(_, inner) => check_predicate(record, inner),
        Predicate::Test(test, arguments) => {
            let (what, symbols) = match &**test {
                "type" => ("type", &record.types),
                "attr" => ("attribute", &record.attributes),
                _ => return Ok(()),
            };
            let [Argument::Text(wanted)] = &**arguments else {
                return Ok(());
            };
            match wanted
                .strip_prefix(&*record.name)
                .and_then(|rest| rest.strip_prefix('.'))
            {
                Some(own) if !symbols.iter().any(|symbol| *symbol.name == *own) => {
                    Err(format!("there is no {what} '{wanted}'"))
                }
                _ => Ok(()),
            }
        }
    }
}

fn check_enum(record: &EnumRecord) -> Checked {
    let in_enum = |message: String| format!("enum '{}': {message}", record.name);
    once("the case", record.cases.iter().map(|case| &*case.keyword)).map_err(in_enum)?;
    if let Some(case) = record.cases.iter().find(|case| !is_keyword(&case.keyword)) {
        let message = format!(
            "'{}' is no keyword: use letters, digits, '_', '$' and '.'",
            case.keyword
        );
        return Err(in_enum(message));
    }
    if let Some(separator) = record
        .separator
        .as_deref()
        .filter(|text| !matches!(text.trim(), "," | "|"))
    {
        return Err(in_enum(format!("the separator is ',' or '|', not '{separator}'")));
    }
    let mut seen = HashSet::new();
    for case in &record.cases {
        if !seen.insert(case.value) {
            return Err(in_enum(format!("two cases have the value {}", case.value)));
        }
        if record.width == 0 || record.width > 64 || record.width < 64 && case.value >> record.width != 0 {
            let (keyword, value, width) = (&case.keyword, case.value, record.width);
            return Err(in_enum(format!(
                "the case '{keyword}' has the value {value}, which needs more than {width} bits"
            )));
        }
    }
    Ok(())
}

/// Checks the parameters of types and attributes. One that always contains another one of the same kind has no value.
fn check_parameters(record: &DialectRecord) -> Checked {
    let kinds = [(true, &record.types), (false, &record.attributes)];
    let all = kinds
        .iter()
        .flat_map(|(is_type, symbols)| symbols.iter().map(|symbol| (*is_type, symbol)));
    let all: Vec<(bool, &SymbolRecord)> = all.collect();
    let in_symbol = |index: usize, message: String| {
        let (is_type, symbol) = all[index];
        let sigil = if is_type { '!' } else { '#' };
        format!("'{sigil}{}.{}': {message}", record.name, symbol.name)
    };
    let keys = all.iter().map(|(is_type, symbol)| (*is_type, &*symbol.name));
    let numbers: HashMap<(bool, &str), usize> = keys.zip(0..).collect();
    // Chains of definitions can be long: the way from the root is no recursion, and each definition is on one only once.
    let mut is_on_way = vec![false; all.len()];
    let mut is_finite = vec![false; all.len()];
    for root in 0..all.len() {
        let parameters = all[root].1.parameters.iter();
        once("the parameter", parameters.map(|each| &*each.name))
            .map_err(|message| in_symbol(root, message))?;
        // With the number of the next parameter of each.
        let mut way = vec![(root, 0)];
        while let Some((index, next)) = way.pop() {
            let Some(parameter) = all[index].1.parameters.get(next).filter(|_| !is_finite[index]) else {
                is_finite[index] = true;
                is_on_way[index] = false;
                continue;
            };
            is_on_way[index] = true;
            way.push((index, next + 1));
            let Some((is_type, wanted)) = own_part(record, parameter) else {
                continue;
            };
            let Some(inner) = numbers.get(&(is_type, wanted)).copied() else {
                let message = format!(
                    "parameter '{}': there is no '{}.{wanted}'",
                    parameter.name, record.name
                );
                return Err(in_symbol(index, message));
            };
            if is_on_way[inner] {
                let names = way.iter().map(|(index, _)| *index).chain([inner]);
                let names: Vec<&str> = names.map(|index| &*all[index].1.name).collect();
                let message = format!("it contains itself without end: {}", names.join(" contains "));
                return Err(in_symbol(root, message));
            }
            way.push((inner, 0));
        }
    }
    Ok(())
}

/// The definition of the dialect that a parameter always has: whether it is a type, and its name.
fn own_part<'r>(record: &DialectRecord, parameter: &'r ParameterRecord) -> Option<(bool, &'r str)> {
    let (is_type, wanted) = match &parameter.kind {
        ParameterKind::Type(Some(wanted)) => (true, wanted),
        ParameterKind::Attribute(Some(wanted)) => (false, wanted),
        _ => return None,
    };
    let own = wanted.strip_prefix(&*record.name)?.strip_prefix('.')?;
    (!parameter.is_optional).then_some((is_type, own))
}

fn check_operation(op: &OpRecord) -> Checked {
    let parts = op.operands.iter().chain(&op.results).map(|each| &*each.name);
    let parts = parts.chain(op.attributes.iter().map(|each| &*each.name));
    let parts = parts.chain(op.regions.iter().map(|each| &*each.name));
    once(
        "the part",
        parts.chain(op.successors.iter().map(|each| &*each.name)),
    )?;
    if let Some(attribute) = op
        .attributes
        .iter()
        .find(|each| each.position as usize > op.operands.len())
    {
        let (name, at, count) = (&attribute.name, attribute.position, op.operands.len());
        return Err(format!(
            "attribute '{name}': at={at}, but there are {count} operands"
        ));
    }
    if op.body == Body::ByHand {
        return Err("by-hand needs code of the library; write a format".to_owned());
    }
    let has = |name: &str| op.traits.iter().any(|each| *each.name == *name);
    for (sized, same) in [
        ("AttrSizedOperandSegments", "SameVariadicOperandSize"),
        ("AttrSizedResultSegments", "SameVariadicResultSize"),
    ] {
        if has(sized) && has(same) {
            return Err(format!("the traits {sized} and {same} contradict each other"));
        }
    }
    if op.traits.iter().any(|each| {
        *each.name == *"SingleBlockImplicitTerminator" && each.arguments.iter().any(|name| **name == *op.name)
    }) {
        return Err("it is its own implicit terminator, which would never end".to_owned());
    }
    let follow = [
        "SameOperandsAndResultType",
        "SameOperandsAndResultShape",
        "SameOperandsAndResultElementType",
    ];
    match follow.into_iter().find(|name| has(name)) {
        Some(name) if op.operands.is_empty() => Err(format!("the trait {name} needs an operand")),
        Some(name) if op.results.is_empty() => Err(format!("the trait {name} needs a result")),
        _ => Ok(()),
    }
}

/// Compiles every format of a dialect that a context knows, and checks its default values.
///
/// # Errors
/// A format is wrong or ambiguous, or a default value is not what the attribute has to be.
pub fn check_forms(
    context: &Context,
    record: &Arc<DialectRecord>,
    find: FindDialect,
    directives: Directives,
    sources: SymbolSources,
) -> Result<(), String> {
    for (is_type, symbols) in [(true, &record.types), (false, &record.attributes)] {
        for index in 0..symbols.len() {
            check_symbol(context, record, is_type, index, sources)?;
        }
    }
    for op in &record.operations {
        let in_op = |message: String| format!("'{}': {message}", op.name);
        if let Body::Format(format) = &op.body {
            let compiled = Format::new(context, record, op, &find, directives, format);
            let compiled = compiled.map_err(|refusal| {
                in_op(match refusal {
                    Refusal::Invalid(error) => error.to_string(),
                    Refusal::Missing(what) => {
                        format!("{what} is missing; a format of a plugin has no code of its own")
                    }
                })
            })?;
            compiled
                .check_ambiguity(record, op)
                .map_err(|error| in_op(error.to_string()))?;
        }
        let Some(info) = context.op_info(context.identifier(&*op.name)) else {
            continue;
        };
        let is_attribute = |name: Identifier| {
            let name = name.text(context);
            op.attributes.iter().any(|each| *each.name == *name)
        };
        for (name, value) in info
            .default_properties()
            .iter()
            .filter(|(name, _)| is_attribute(*name))
        {
            if let Err(fault) = info.check_property(context, *name, *value) {
                let shown = tvmlike_text::quote_attribute(context, *value);
                let words = fault.constraint.unwrap_or_default();
                return Err(in_op(format!(
                    "the default value of '{}' is {shown}, which is no {words}",
                    name.text(context)
                )));
            }
        }
    }
    Ok(())
}
