//! What is asked of a definition that is given at run time, before a context gets to know it.
//!
//! The records of MLIR's dialects are right by construction. Those of plugins are written by people: what contradicts itself,
//! or could be read in two ways, is refused here with the reason, and not when the first program uses it.

use std::collections::HashSet;
use std::sync::Arc;

use tvmlike_ir::{Context, Identifier};

use crate::constraint::{Argument, Predicate};
use crate::format::{Directives, Format, Refusal};
use crate::record::{Body, DialectRecord, EnumRecord, OpRecord, ParameterKind, SymbolReader, SymbolRecord};
use crate::symbol::{FindDialect, SymbolSources, check_symbol};

/// What was checked, or why it is refused.
type Checked = Result<(), String>;

/// Checks that a record does not contradict itself.
///
/// # Errors
/// It does; the message names the part.
pub fn check_record(record: &DialectRecord) -> Result<(), String> {
    let name = &*record.name;
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if !name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') || !name.chars().all(is_letter) {
        return Err(format!(
            "'{name}' is no name of a dialect: use letters, digits and '_'"
        ));
    }
    if record.depends.iter().any(|other| **other == *name) {
        return Err("it depends on itself".to_owned());
    }
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
    for (sigil, symbols) in [('!', &record.types), ('#', &record.attributes)] {
        for symbol in symbols {
            check_parameters(record, symbol)
                .map_err(|message| format!("'{sigil}{name}.{}': {message}", symbol.name))?;
        }
    }
    for op in &record.operations {
        check_operation(op).map_err(|message| format!("'{}': {message}", op.name))?;
    }
    Ok(())
}

/// Checks that names are different, and that the dialect reads the types and attributes that it defines.
fn check_definitions(record: &DialectRecord) -> Checked {
    once("the operation", record.operations.iter().map(|each| &*each.name))?;
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

/// Checks the parameters of a type or an attribute. One that always contains another one of the same kind has no value.
fn check_parameters(record: &DialectRecord, symbol: &SymbolRecord) -> Checked {
    once("the parameter", symbol.parameters.iter().map(|each| &*each.name))?;
    let mut path = vec![(symbol as *const SymbolRecord, &*symbol.name)];
    check_finite(record, symbol, &mut path)
}

fn check_finite<'r>(
    record: &'r DialectRecord,
    symbol: &'r SymbolRecord,
    path: &mut Vec<(*const SymbolRecord, &'r str)>,
) -> Checked {
    for parameter in symbol.parameters.iter().filter(|each| !each.is_optional) {
        let (wanted, symbols) = match &parameter.kind {
            ParameterKind::Type(Some(wanted)) => (wanted, &record.types),
            ParameterKind::Attribute(Some(wanted)) => (wanted, &record.attributes),
            _ => continue,
        };
        let Some(own) = wanted
            .strip_prefix(&*record.name)
            .and_then(|rest| rest.strip_prefix('.'))
        else {
            continue;
        };
        let Some(inner) = symbols.iter().find(|each| *each.name == *own) else {
            return Err(format!("parameter '{}': there is no '{wanted}'", parameter.name));
        };
        if path.iter().any(|(seen, _)| std::ptr::eq(*seen, inner)) {
            let names: Vec<&str> = path.iter().map(|(_, name)| *name).chain([&*inner.name]).collect();
            return Err(format!(
                "it contains itself without end: {}",
                names.join(" contains ")
            ));
        }
        path.push((inner, &inner.name));
        check_finite(record, inner, path)?;
        path.pop();
    }
    Ok(())
}

fn check_operation(op: &OpRecord) -> Checked {
    let parts = op.operands.iter().chain(&op.results).map(|each| &*each.name);
    let parts = parts.chain(op.attributes.iter().map(|each| &*each.name));
    let parts = parts.chain(op.regions.iter().map(|each| &*each.name));
    once(
        "the part",
        parts.chain(op.successors.iter().map(|each| &*each.name)),
    )?;
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
            Format::new(context, record, op, &find, directives, format).map_err(|refusal| {
                in_op(match refusal {
                    Refusal::Invalid(error) => error.to_string(),
                    Refusal::Missing(what) => {
                        format!("{what} is missing; a format of a plugin has no code of its own")
                    }
                })
            })?;
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
