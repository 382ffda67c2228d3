//! `irdl`: names, and the numbers of what has names.

use std::collections::HashMap;

use tvmlike_define::{Hook, Instance};
use tvmlike_ir::{Attribute, AttributeKind, Context, Failure, Op, SymbolTables};
use tvmlike_text::quote_attribute;

pub(super) const CHECKS: super::Table = &[
    ("irdl.all_of", Hook::ImpliedInterface("VerifyConstraintInterface")),
    ("irdl.any", Hook::ImpliedInterface("VerifyConstraintInterface")),
    ("irdl.any_of", Hook::ImpliedInterface("VerifyConstraintInterface")),
    (
        "irdl.attribute",
        Hook::Interface("AtMostOneChildOf", |op| at_most_one(op, &["irdl.parameters"])),
    ),
    ("irdl.attribute", Hook::Verify(|op| name(op, "attribute"))),
    ("irdl.attributes", Hook::Verify(attributes)),
    ("irdl.base", Hook::ImpliedInterface("VerifyConstraintInterface")),
    (
        "irdl.base",
        Hook::SymbolUses(|op, tables| definition(op, tables, "base_ref")),
    ),
    ("irdl.base", Hook::Verify(base)),
    ("irdl.dialect", Hook::Verify(dialect)),
    ("irdl.is", Hook::ImpliedInterface("VerifyConstraintInterface")),
    ("irdl.operands", Hook::Verify(|op| values(op, "operand"))),
    (
        "irdl.operation",
        Hook::Interface("AtMostOneChildOf", |op| at_most_one(op, &PARTS)),
    ),
    ("irdl.operation", Hook::Verify(|op| name(op, "operation"))),
    ("irdl.operation", Hook::VerifyRegions(operation)),
    ("irdl.parameters", Hook::Verify(|op| names(op, "parameter"))),
    (
        "irdl.parametric",
        Hook::ImpliedInterface("VerifyConstraintInterface"),
    ),
    (
        "irdl.parametric",
        Hook::SymbolUses(|op, tables| definition(op, tables, "base_type")),
    ),
    ("irdl.region", Hook::Verify(region)),
    ("irdl.regions", Hook::Verify(|op| names(op, "region"))),
    ("irdl.results", Hook::Verify(|op| values(op, "result"))),
    (
        "irdl.type",
        Hook::Interface("AtMostOneChildOf", |op| at_most_one(op, &["irdl.parameters"])),
    ),
    ("irdl.type", Hook::Verify(|op| name(op, "type"))),
];

/// What an operation has at most one of.
const PARTS: [&str; 4] = ["irdl.operands", "irdl.results", "irdl.attributes", "irdl.regions"];

fn bytes(context: &Context, value: Option<Attribute>) -> &[u8] {
    match value.map(|value| value.kind(context)) {
        Some(AttributeKind::String { bytes, .. }) => bytes,
        _ => b"",
    }
}

/// The operations directly in the body.
fn children<'a>(instance: &Instance<'a>) -> impl Iterator<Item = Op> + use<'a> {
    let context = instance.context;
    let body = instance
        .op
        .region(context, 0)
        .and_then(|body| body.first_block(context));
    body.into_iter().flat_map(|body| body.operations(context))
}

fn at_most_one(instance: &Instance<'_>, kinds: &[&str]) -> Result<(), Failure> {
    let context = instance.context;
    let mut seen = Vec::new();
    for child in children(instance) {
        let kind = child.name(context).text(context);
        if seen.contains(&kind) {
            return instance.refuse_plainly(format!(
                "failed to verify AtMostOneChildOf trait: the operation contains at least two operations of type {kind}"
            ));
        }
        if kinds.contains(&&*kind) {
            seen.push(kind);
        }
    }
    Ok(())
}

fn is_valid(instance: &Instance<'_>, name: &[u8], label: &str) -> Result<(), Failure> {
    if name.is_empty() {
        return instance.refuse_plainly(format!("name of {label} is empty"));
    }
    let mut before = b'_';
    for byte in name.iter().copied() {
        let wrong = match byte {
            b'_' if before == b'_' => "should not contain leading or double underscores",
            b'_' => "",
            _ if !byte.is_ascii_alphanumeric() => {
                "must contain only lowercase letters, digits and underscores"
            }
            _ if byte.is_ascii_uppercase() => "should not contain uppercase letters",
            _ => "",
        };
        if !wrong.is_empty() {
            return instance.refuse_plainly(format!("name of {label} {wrong}"));
        }
        before = byte;
    }
    Ok(())
}

fn name(instance: &Instance<'_>, label: &str) -> Result<(), Failure> {
    is_valid(
        instance,
        bytes(instance.context, instance.attribute("sym_name")),
        label,
    )
}

fn dialect(instance: &Instance<'_>) -> Result<(), Failure> {
    let name = bytes(instance.context, instance.attribute("sym_name"));
    let (first, rest) = name.split_first().unwrap_or((&b'0', b""));
    let starts = first.is_ascii_alphabetic() || *first == b'_';
    match starts
        && rest
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$'))
    {
        true => Ok(()),
        false => instance.refuse("invalid dialect name"),
    }
}

/// Checks that each operand has a name, and that the names are valid and differ.
fn names(instance: &Instance<'_>, label: &str) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let names = instance.elements("names");
    let count = op.num_operands(context);
    if count != names.len() {
        return instance.refuse(format!(
            "the number of {label}s and their names must be the same, but got {count} and {} respectively",
            names.len()
        ));
    }
    let mut seen: HashMap<&[u8], usize> = HashMap::new();
    for (index, name) in names.into_iter().enumerate() {
        let name = bytes(context, Some(name));
        is_valid(instance, name, &format!("{label} #{index}"))?;
        if let Some(first) = seen.insert(name, index) {
            return instance.refuse(format!(
                "name of {label} #{index} is a duplicate of the name of {label} #{first}"
            ));
        }
    }
    Ok(())
}

/// The same for operands and results, which have variadicities, too.
fn values(instance: &Instance<'_>, label: &str) -> Result<(), Failure> {
    let context = instance.context;
    let list = instance.attribute("variadicity");
    let list = list.and_then(|list| list.parameter(context, context.identifier("value")));
    let variadicities = match list.map(|list| list.kind(context)) {
        Some(AttributeKind::Array(list)) => list.len(),
        _ => 0,
    };
    let count = instance.op.num_operands(context);
    if count != variadicities {
        return instance.refuse(format!(
            "the number of {label}s and their variadicities must be the same, but got {count} and {variadicities} \
             respectively"
        ));
    }
    names(instance, label)
}

fn attributes(instance: &Instance<'_>) -> Result<(), Failure> {
    let names = instance.elements("attributeValueNames").len();
    let values = instance.operands("attributeValues").len();
    match names == values {
        true => Ok(()),
        false => instance.refuse(format!(
            "the number of attribute names and their constraints must be the same but got {names} and {values} \
             respectively"
        )),
    }
}

/// Checks that operands, results and regions have different names.
fn operation(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let mut all: Vec<(&str, Vec<Attribute>)> = Vec::new();
    for child in children(instance) {
        let kind = match child.name(context).bytes(context) {
            b"irdl.operands" => "operands",
            b"irdl.results" => "results",
            b"irdl.regions" => "regions",
            _ => continue,
        };
        let names = child.property(context, context.identifier("names"));
        if let Some(AttributeKind::Array(names)) = names.map(|names| names.kind(context)) {
            all.push((kind, names.to_vec()));
        }
    }
    for (index, (kind, names)) in all.iter().enumerate() {
        for (other, others) in &all[index + 1..] {
            if let Some(name) = names.iter().find(|name| others.contains(name)) {
                let name = String::from_utf8_lossy(bytes(context, Some(*name)));
                return instance.refuse(format!(
                    "contains a value named '{name}' for both its {kind} and {other}"
                ));
            }
        }
    }
    Ok(())
}

fn base(instance: &Instance<'_>) -> Result<(), Failure> {
    if instance.has("base_ref") == instance.has("base_name") {
        return instance
            .refuse("the base type or attribute should be specified by either a name or a reference");
    }
    match (
        instance.has("base_name"),
        bytes(instance.context, instance.attribute("base_name")),
    ) {
        (false, _) | (true, [b'!' | b'#', ..]) => Ok(()),
        (true, _) => instance.refuse("the base type or attribute name should start with '!' or '#'"),
    }
}

/// Checks that a reference is to a type or an attribute, looked up around the dialect.
fn definition(instance: &Instance<'_>, tables: &mut SymbolTables, attribute: &str) -> Result<(), Failure> {
    let context = instance.context;
    let Some(reference) = instance.attribute(attribute) else {
        return Ok(());
    };
    let parents = std::iter::successors(instance.op.parent_op(context), |op| op.parent_op(context));
    let dialect = parents
        .into_iter()
        .find(|op| op.is_named(context, "irdl.dialect"));
    let Some(around) = dialect.and_then(|dialect| dialect.parent_op(context)) else {
        return Ok(());
    };
    let symbol = quote_attribute(context, reference);
    let Some(found) = tables.lookup_nearest(context, around, reference) else {
        return instance.refuse(format!("symbol '{symbol}' not found"));
    };
    let name = found.name(context).text(context);
    match &*name {
        "irdl.type" | "irdl.attribute" => Ok(()),
        _ => instance.refuse(format!(
            "symbol '{symbol}' does not refer to a type or attribute definition (refers to '{name}')"
        )),
    }
}

fn region(instance: &Instance<'_>) -> Result<(), Failure> {
    match instance.integer("numberOfBlocks") {
        Some(count) if count < 1 => instance.refuse(format!(
            "the number of blocks is expected to be >= 1 but got {count}"
        )),
        _ => Ok(()),
    }
}
