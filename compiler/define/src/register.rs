//! Makes a context know a dialect: from each record an [`OpInfo`] with traits, numbers, properties and the verifier.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use tvmlike_ir::{
    Attribute, AttributeKind, Context, Count, Dialect, Identifier, Op, OpInfo, PropertyFault, Traits,
    Unstorable,
};

use crate::definition::Definition;
use crate::hook::{Hooks, Phase};
use crate::infer;
use crate::instance::Instance;
use crate::record::{Arity, AttributeRecord, Default, DialectRecord, OpRecord};
use crate::symbol::register_symbols;
use crate::verify::{Check, OpVerifier};

/// The record of an operation with its checks.
#[derive(Clone)]
struct Checked {
    definition: Definition,
    verifier: Arc<OpVerifier>,
}

impl Checked {
    fn instance<'a>(&'a self, context: &'a Context, op: Op) -> Instance<'a> {
        Instance::new(context, op, self.definition.record(), &self.verifier)
    }
}

/// Registers a dialect with all its operations, and their hand-written checks.
///
/// # Errors
/// The context has a dialect of that name, or a record contradicts itself; then neither the dialect nor an operation was
/// registered.
pub fn register(context: &Context, record: Arc<DialectRecord>, hooks: &Hooks) -> Result<(), String> {
    register_with(context, record, hooks, |_| {})
}

/// As [`register`]. `attach` gets the operations in the order of the record before any thread can find them, and adds what
/// is written by hand.
///
/// # Errors
/// As [`register`].
pub fn register_with(
    context: &Context,
    record: Arc<DialectRecord>,
    hooks: &Hooks,
    attach: impl FnOnce(&[OpInfo]),
) -> Result<(), String> {
    let in_dialect = |message: String| format!("dialect '{}': {message}", record.name);
    if context.dialect(record.name.as_bytes()).is_some() {
        return Err(in_dialect("it is already registered".to_owned()));
    }
    let dialect = Dialect::new(context.identifier(&*record.name));
    if let Some(symbols) = hooks.symbols {
        symbols(context, &dialect).map_err(|error| error.to_string())?;
    }
    register_symbols(context, &dialect, &record, hooks.sources)?;
    let checks = record
        .constraints
        .iter()
        .map(|each| Check::new(context, &record, each));
    let checks: Arc<[Check]> = checks.collect::<Result<_, _>>().map_err(in_dialect)?;
    let mut values = HashMap::new();
    let infos = (0..record.operations.len())
        .map(|index| op_info(context, &record, index, &checks, hooks, &mut values));
    let infos: Vec<OpInfo> = infos.collect::<Result<_, _>>().map_err(in_dialect)?;
    check_names(context, &record, &infos).map_err(in_dialect)?;
    attach(&infos);
    context
        .register_dialect(dialect)
        .map_err(|error| error.to_string())?;
    for info in infos {
        context
            .register_operation(info)
            .map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Checks that the operations belong to the dialect, and that each is defined once.
fn check_names(context: &Context, record: &DialectRecord, infos: &[OpInfo]) -> Result<(), String> {
    let mut seen = HashSet::new();
    for info in infos {
        let name = info.name();
        if name.dialect_namespace(context) != Some(record.name.as_bytes()) {
            return Err(format!("'{}' is of another dialect", name.text(context)));
        }
        if !seen.insert(name) {
            return Err(format!("'{}' is defined twice", name.text(context)));
        }
    }
    Ok(())
}

fn count(arities: impl Iterator<Item = Arity>) -> Count {
    let (mut single, mut others) = (0, 0);
    for arity in arities {
        match arity {
            Arity::One => single += 1,
            _ => others += 1,
        }
    }
    match (single, others) {
        (_, 0) => Count::Exactly(single),
        (0, _) => Count::Any,
        _ => Count::AtLeast(single),
    }
}

/// The default values that were read, by their text.
type DefaultValues<'r> = HashMap<&'r str, Attribute>;

fn op_info<'r>(
    context: &Context,
    dialect: &'r Arc<DialectRecord>,
    operation: usize,
    checks: &Arc<[Check]>,
    hooks: &Hooks,
    values: &mut DefaultValues<'r>,
) -> Result<OpInfo, String> {
    let record = &dialect.operations[operation];
    let hooks = &hooks.of_operation(&record.name);
    let verifier = Arc::new(OpVerifier::new(context, record, Arc::clone(checks), hooks)?);
    let checked = Checked {
        definition: Definition::new(Arc::clone(dialect), operation),
        verifier: Arc::clone(&verifier),
    };
    let segments = segments(context, record);
    let mut properties: Vec<Identifier> = verifier.attributes.iter().map(|each| each.name).collect();
    let converted = verifier
        .attributes
        .iter()
        .filter(|each| verifier.check(each.check).converts());
    let converted: Vec<Identifier> = converted.map(|each| each.name).collect();
    properties.extend(segments.iter().map(|(name, _)| *name));
    let mut info = OpInfo::new(context.identifier(&*record.name))
        .with_regions(count(record.regions.iter().map(|each| each.arity)))
        .with_results(count(record.results.iter().map(|each| each.arity)))
        .with_successors(count(record.successors.iter().map(|each| each.arity)))
        .with_operands(count(record.operands.iter().map(|each| each.arity)))
        .with_traits(traits(record))
        .with_properties(properties)
        .with_converted_properties(converted)
        .with_default_properties(defaults(context, record, &segments, values)?);
    if let Some(terminator) = terminator(record) {
        info = info.with_implicit_terminator(context.identifier(terminator));
    }
    let registered = hooks.registered;
    let check = registered.filter(|_| record.verified_by_hand);
    if check.is_some() || verifier.has_later() {
        let own = checked.clone();
        info = info.with_verifier(Arc::new(move |context, op| {
            own.verifier.verify_later(&own.instance(context, op))?;
            check.map_or(Ok(()), |check| check(context, op, Phase::Operation))
        }));
    }
    let check = registered.filter(|_| record.regions_verified_by_hand);
    if check.is_some() || verifier.has_after_nested() {
        let own = checked.clone();
        info = info.with_region_verifier(Arc::new(move |context, op| {
            own.verifier.verify_after_nested(&own.instance(context, op))?;
            check.map_or(Ok(()), |check| check(context, op, Phase::Regions))
        }));
    }
    if looks_at_parts_only(record, hooks) {
        info = info.with_verification_by_parts();
    }
    if let Some(check) = hooks.symbol_uses(&record.name) {
        let own = checked.clone();
        info = info.with_symbol_verifier(Arc::new(move |context, op, tables| {
            check(&own.instance(context, op), tables)
        }));
    }
    let own = checked.clone();
    let info = info
        .with_property_check(Arc::new(move |context, name, value| {
            check_property(context, &verifier, &segments, name, value)
        }))
        .with_constraints(Arc::new(move |context, op| {
            own.verifier.verify(&own.instance(context, op))
        }));
    info.extensions().get_or_insert_with(|| checked.definition);
    Ok(info)
}

/// Whether the checks of an operation look at nothing but its attributes, properties, and the types of operands and results.
fn looks_at_parts_only(record: &OpRecord, hooks: &Hooks) -> bool {
    let has_trait = |name: &str| record.traits.iter().any(|each| *each.name == *name);
    let is_registered = record.verified_by_hand || record.regions_verified_by_hand;
    record.regions.is_empty()
        && record.successors.is_empty()
        && !has_trait("HasParent")
        && !infer::is_by_hand(record)
        && !(is_registered && hooks.registered.is_some())
        && hooks.look_at_parts_only(&record.name, has_trait)
}

/// The properties that have the sizes of groups, and the number of groups.
fn segments(context: &Context, record: &OpRecord) -> Vec<(Identifier, usize)> {
    let sizes = |name: &str| match name {
        "AttrSizedOperandSegments" => Some(("operandSegmentSizes", record.operands.len())),
        "AttrSizedResultSegments" => Some(("resultSegmentSizes", record.results.len())),
        _ => None,
    };
    let sizes = record.traits.iter().filter_map(|each| sizes(&each.name));
    sizes
        .map(|(name, count)| (context.identifier(name), count))
        .collect()
}

/// The properties of an operation whose text sets none.
fn defaults<'r>(
    context: &Context,
    record: &'r OpRecord,
    segments: &[(Identifier, usize)],
    values: &mut DefaultValues<'r>,
) -> Result<Vec<(Identifier, Attribute)>, String> {
    let mut all = Vec::new();
    for attribute in &record.attributes {
        let Default::Text(text) = &attribute.default else {
            continue;
        };
        if attribute.is_optional {
            continue;
        }
        let value = match values.entry(&**text) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                let value = tvmlike_text::parse_defined_attribute(context, &**text).map_err(|_| {
                    format!(
                        "'{}': the default value of '{}' is no attribute: {text}",
                        record.name, attribute.name
                    )
                })?;
                *new.insert(value)
            }
        };
        all.push((context.identifier(&*attribute.name), value));
    }
    let none = |(name, count): &(Identifier, usize)| (*name, context.dense_i32_array(&vec![0; *count]));
    all.extend(segments.iter().map(none));
    Ok(all)
}

/// Checks the value of a property in a text; the value that it then has.
fn check_property(
    context: &Context,
    verifier: &OpVerifier,
    segments: &[(Identifier, usize)],
    name: Identifier,
    value: Attribute,
) -> Result<Attribute, PropertyFault> {
    if let Some((_, count)) = segments.iter().find(|(segments, _)| *segments == name) {
        return check_segments(context, value, *count).map(|()| value);
    }
    let Some(attribute) = verifier.attributes.iter().find(|each| each.name == name) else {
        return Ok(value);
    };
    let check = verifier.check(attribute.check);
    let stored = check.store(context, value);
    match stored {
        Ok(value) if check.attribute_passes(context, value) => Ok(value),
        stored => Err(PropertyFault {
            unstorable: stored.err(),
            constraint: Some(check.summary.clone()),
        }),
    }
}

fn check_segments(context: &Context, value: Attribute, count: usize) -> Result<(), PropertyFault> {
    let why = match value.kind(context) {
        AttributeKind::DenseArray(array) if array.element_type() == context.i32() => match array.len() {
            len if len == count => return Ok(()),
            len => format!("size mismatch in attribute conversion: {len} vs {count}"),
        },
        // MLIR calls the property so here.
        _ => "expected DenseI32ArrayAttr for key `value`".to_owned(),
    };
    Err(PropertyFault {
        unstorable: Some(Unstorable::Because(why)),
        constraint: None,
    })
}

fn terminator(record: &OpRecord) -> Option<&str> {
    let is_terminator = |name: &str| name == "SingleBlockImplicitTerminator";
    let found = record.traits.iter().find(|each| is_terminator(&each.name))?;
    found.arguments.first().map(|name| &**name)
}

/// The traits that the verifier of `tvmlike_ir` and analyses know.
fn traits(record: &OpRecord) -> Traits {
    let is_optional_name = |each: &AttributeRecord| &*each.name == "sym_name" && each.is_optional;
    let has_optional_name = record.attributes.iter().any(is_optional_name);
    let one = |name: &str| match name {
        "Terminator" => Traits::TERMINATOR,
        "NoTerminator" => Traits::NO_TERMINATOR,
        "IsolatedFromAbove" => Traits::ISOLATED_FROM_ABOVE,
        "SymbolTable" => Traits::SYMBOL_TABLE,
        "SymbolOpInterface" | "FunctionOpInterface" if has_optional_name => {
            Traits::SYMBOL | Traits::OPTIONAL_SYMBOL
        }
        "SymbolOpInterface" | "FunctionOpInterface" => Traits::SYMBOL,
        "SingleBlock" => Traits::SINGLE_BLOCK,
        "NoRegionArguments" => Traits::NO_REGION_ARGUMENTS,
        "HasOnlyGraphRegion" => Traits::HAS_ONLY_GRAPH_REGION,
        "GraphRegionNoTerminator" => {
            Traits::NO_TERMINATOR | Traits::SINGLE_BLOCK | Traits::HAS_ONLY_GRAPH_REGION
        }
        "AffineScope" => Traits::AFFINE_SCOPE,
        "Pure" => Traits::PURE,
        "Commutative" => Traits::COMMUTATIVE,
        "ConstantLike" => Traits::CONSTANT_LIKE,
        "RecursiveMemoryEffects" => Traits::RECURSIVE_MEMORY_EFFECTS,
        "ReturnLike" => Traits::RETURN_LIKE,
        "NoMemoryEffect" => Traits::NO_MEMORY_EFFECT,
        "AlwaysSpeculatable" => Traits::ALWAYS_SPECULATABLE,
        "RecursivelySpeculatable" => Traits::RECURSIVELY_SPECULATABLE,
        "Idempotent" => Traits::IDEMPOTENT,
        "Involution" => Traits::INVOLUTION,
        _ => Traits::NONE,
    };
    let all = record.traits.iter().map(|each| one(&each.name));
    let all = all.fold(Traits::NONE, Traits::union);
    // In MLIR, a method of the operation says that a symbol may have no name: it does where the attribute is optional.
    let named_optionally = |each: &AttributeRecord| *each.name == *"sym_name" && each.is_optional;
    match all.contains(Traits::SYMBOL) && record.attributes.iter().any(named_optionally) {
        true => all.union(Traits::OPTIONAL_SYMBOL),
        false => all,
    }
}
