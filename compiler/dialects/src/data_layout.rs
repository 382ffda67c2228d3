//! Data layouts, `#dlti.dl_spec`: the entries of each, and that nested ones combine with those around them.

use tvmlike_ir::{Attribute, AttributeKind, Context, DenseElements, Element, Failure, Op, Type, TypeKind};
use tvmlike_text::{quote_attribute, quote_type};

pub(crate) type Entry = (Attribute, Attribute);

/// The key and the value of an entry.
pub(crate) fn entry(context: &Context, entry: Attribute) -> Option<Entry> {
    let (info, parameters) = entry.symbol(context)?;
    let is_entry = info.is_named(context, "dlti", "dl_entry");
    is_entry.then_some((parameters.get(0)?, parameters.get(1)?))
}

/// The entries of a list with a name.
fn entries(context: &Context, list: Attribute, name: &str) -> Option<Vec<Entry>> {
    let (info, parameters) = list.symbol(context)?;
    if !info.is_named(context, "dlti", name) {
        return None;
    }
    match parameters.get(0).map(|all| all.kind(context)) {
        Some(AttributeKind::Array(all)) => Some(all.iter().filter_map(|each| entry(context, each)).collect()),
        _ => Some(Vec::new()),
    }
}

/// Checks the data layout of an operation that has one.
pub(crate) fn verify(context: &Context, op: Op) -> Result<(), Failure> {
    let Some(layout) = layout(context, op) else {
        return Ok(());
    };
    verify_single(context, op)?;
    let refuse = |message: String| Err(context.emit_error(op.location(context), message).emit());
    // Types first, as they are grouped: a message is about the first of a kind.
    let (types, names): (Vec<Entry>, Vec<Entry>) = layout
        .iter()
        .partition(|(key, _)| key_type(context, *key).is_some());
    let mut done = vec![false; types.len()];
    for first in 0..types.len() {
        for each in first..types.len() {
            let is_same = same_kind(context, types[first].0, types[each].0);
            if is_same && !std::mem::replace(&mut done[each], true) {
                check_type(context, types[each]).or_else(refuse)?;
            }
        }
    }
    for (key, value) in names {
        check_name(context, key, value).or_else(refuse)?;
    }
    verify_combination(context, op)
}

/// A module has one data layout. MLIR emits this error and accepts the module.
fn verify_single(context: &Context, op: Op) -> Result<(), Failure> {
    let attributes = op.attributes(context).and_then(|all| all.entries(context));
    let all = attributes.into_iter().flat_map(|all| all.iter());
    let layouts: Vec<String> = all
        .filter(|entry| entry.value.is_symbol(context, "dlti", "dl_spec"))
        .map(|entry| entry.name.text(context).into_owned())
        .collect();
    let is_module = op.is_named(context, "builtin.module");
    let [first, second, ..] = &layouts[..] else {
        return Ok(());
    };
    if !is_module {
        return Ok(());
    }
    let place = op.location(context);
    let error = op.emit_op_error(context, "expects at most one data layout attribute");
    let note = |name: &str| format!("'{name}' is a data layout attribute");
    Err(error.note(place, note(first)).note(place, note(second)).emit())
}

/// The data layout of an operation: of a module the first of its attributes that is one.
fn layout(context: &Context, op: Op) -> Option<Vec<Entry>> {
    let attributes = op.attributes(context)?;
    let mut all = attributes.entries(context)?.iter();
    match op.name(context).bytes(context) {
        b"builtin.module" => all.find_map(|entry| entries(context, entry.value, "dl_spec")),
        b"gpu.module" => {
            let name = context.identifier("dlti.dl_spec");
            let entry = all.find(|entry| entry.name == name)?;
            entries(context, entry.value, "dl_spec")
        }
        _ => None,
    }
}

pub(crate) fn key_type(context: &Context, key: Attribute) -> Option<Type> {
    match key.kind(context) {
        AttributeKind::Type(ty) => Some(ty),
        _ => None,
    }
}

/// Whether two keys are types of one class.
fn same_kind(context: &Context, one: Attribute, other: Attribute) -> bool {
    let (Some(one), Some(other)) = (key_type(context, one), key_type(context, other)) else {
        return false;
    };
    match (one.kind(context), other.kind(context)) {
        (TypeKind::Float(one), TypeKind::Float(other)) => one == other,
        (TypeKind::Dialect { info: one, .. }, TypeKind::Dialect { info: other, .. }) => {
            (one.dialect(), one.name()) == (other.dialect(), other.name())
        }
        (one, other) => std::mem::discriminant(&one) == std::mem::discriminant(&other),
    }
}

/// Integers as dense elements.
fn dense<'c>(context: &'c Context, value: Attribute) -> Option<DenseElements<'c>> {
    let AttributeKind::DenseElements(elements) = value.kind(context) else {
        return None;
    };
    let element = elements.ty().element_type(context)?;
    let is_integer = matches!(element.kind(context), TypeKind::Integer { .. } | TypeKind::Index);
    is_integer.then_some(elements)
}

fn number(context: &Context, elements: &DenseElements<'_>, index: usize) -> u64 {
    match elements.get(context, index) {
        Some(Element::Integer(value)) => value.to_i64().unwrap_or_default().cast_unsigned(),
        _ => 0,
    }
}

fn has_width_64(context: &Context, elements: &DenseElements<'_>) -> bool {
    let element = elements.ty().element_type(context);
    element.is_some_and(|element| element.is_signless_integer(context, 64))
}

/// Checks an entry for a type.
fn check_type(context: &Context, (key, value): Entry) -> Result<(), String> {
    let Some(ty) = key_type(context, key) else {
        return Ok(());
    };
    let quoted = quote_type(context, ty);
    match ty.kind(context) {
        TypeKind::Index => match value.kind(context) {
            AttributeKind::Integer { .. } => Ok(()),
            _ => Err(format!(
                "expected integer attribute in the data layout entry for '{quoted}'"
            )),
        },
        TypeKind::Integer { .. } | TypeKind::Float(_) => check_scalar(context, &quoted, value),
        TypeKind::Dialect { info, .. } if info.is_named(context, "llvm", "ptr") => {
            check_pointer(context, &quoted, value)
        }
        TypeKind::Dialect { info, parameters } if info.is_named(context, "llvm", "struct") => {
            // A literal one has no name.
            let members = parameters.get(1).map(|body| body.kind(context));
            let is_empty = matches!(members, Some(AttributeKind::Array(members)) if members.is_empty());
            let has_body = parameters.get(0).is_some() || !is_empty;
            check_structure(context, &quoted, value, has_body)
        }
        TypeKind::Dialect { info, .. } if info.is_named(context, "llvm", "array") => Ok(()),
        TypeKind::Dialect { info, .. } if info.is_named(context, "ptr", "ptr") => {
            match value.is_symbol(context, "ptr", "spec") {
                true => Ok(()),
                false => Err(format!(
                    "expected layout attribute for '{quoted}' to be a #ptr.spec attribute"
                )),
            }
        }
        TypeKind::Dialect { .. } | TypeKind::Opaque { .. } => {
            Err("data layout specified for a type that does not support it".to_owned())
        }
        _ => Err("unexpected data layout for a built-in type".to_owned()),
    }
}

fn check_scalar(context: &Context, ty: &str, value: Attribute) -> Result<(), String> {
    let entry = || format!("#dlti.dl_entry<{ty}, {}>", quote_attribute(context, value));
    let Some(elements) = dense(context, value).filter(|all| has_width_64(context, all)) else {
        return Err(format!(
            "expected a dense i64 elements attribute in the data layout entry {}",
            entry()
        ));
    };
    if !matches!(elements.len(), 1 | 2) {
        return Err(format!(
            "expected 1 or 2 elements in the data layout entry {}",
            entry()
        ));
    }
    match number(context, &elements, elements.len() - 1) < number(context, &elements, 0) {
        true => Err(format!(
            "preferred alignment is expected to be greater than or equal to the abi alignment in data layout entry {}",
            entry()
        )),
        false => Ok(()),
    }
}

const PREFERRED: &str = "preferred alignment is expected to be at least as large as ABI alignment";

fn check_pointer(context: &Context, ty: &str, value: Attribute) -> Result<(), String> {
    let elements = dense(context, value).filter(|elements| matches!(elements.len(), 3 | 4));
    let Some(elements) = elements else {
        return Err(format!(
            "expected layout attribute for '{ty}' to be a dense integer elements attribute with 3 or 4 elements"
        ));
    };
    if !has_width_64(context, &elements) {
        return Err(format!("expected i64 parameters for '{ty}'"));
    }
    match number(context, &elements, 1) > number(context, &elements, 2) {
        true => Err(PREFERRED.to_owned()),
        false => Ok(()),
    }
}

fn check_structure(context: &Context, ty: &str, value: Attribute, has_body: bool) -> Result<(), String> {
    let elements = dense(context, value).filter(|elements| matches!(elements.len(), 1 | 2));
    let Some(elements) = elements else {
        return Err(format!(
            "expected layout attribute for '{ty}' to be a dense integer elements attribute of 1 or 2 elements"
        ));
    };
    if !has_width_64(context, &elements) {
        return Err(format!("expected i64 entries for '{ty}'"));
    }
    if has_body {
        return Err(format!("unexpected layout attribute for struct '{ty}'"));
    }
    match elements.len() == 2 && number(context, &elements, 0) > number(context, &elements, 1) {
        true => Err(PREFERRED.to_owned()),
        false => Ok(()),
    }
}

/// The names of entries that `dlti` defines, besides the endianness.
const KNOWN: &[&str] = &[
    "dlti.alloca_memory_space",
    "dlti.default_memory_space",
    "dlti.function_pointer_alignment",
    "dlti.global_memory_space",
    "dlti.legal_int_widths",
    "dlti.mangling_mode",
    "dlti.program_memory_space",
    "dlti.stack_alignment",
];

/// Checks an entry for a name.
fn check_name(context: &Context, key: Attribute, value: Attribute) -> Result<(), String> {
    let AttributeKind::String { bytes: name, .. } = key.kind(context) else {
        return Ok(());
    };
    let Some(dot) = name.iter().position(|byte| *byte == b'.') else {
        return Ok(());
    };
    // A dialect that is not loaded may support the entry.
    let (dialect, text) = (&name[..dot], String::from_utf8_lossy(name));
    if dialect != b"dlti" {
        return match context.dialect(dialect) {
            None => Ok(()),
            Some(_) => Err(format!(
                "the '{}' dialect does not support identifier data layout entries",
                String::from_utf8_lossy(dialect)
            )),
        };
    }
    if text == "dlti.endianness" {
        return match value.kind(context) {
            AttributeKind::String {
                bytes: b"big" | b"little",
                ..
            } => Ok(()),
            _ => Err(format!(
                "'{text}' data layout entry is expected to be either 'big' or 'little'"
            )),
        };
    }
    match KNOWN.contains(&&*text) {
        true => Ok(()),
        false => Err(format!("unknown data layout entry name: {text}")),
    }
}

/// The entries that hold in an operation: those of the layouts around it, of which the innermost replace the others.
pub(crate) fn combined(context: &Context, op: Op) -> Vec<Entry> {
    let mut all: Vec<Entry> = Vec::new();
    let mut at = Some(op);
    while let Some(op) = at {
        for entry in layout(context, op).unwrap_or_default() {
            if !all.iter().any(|(key, _)| *key == entry.0) {
                all.push(entry);
            }
        }
        at = op.parent_op(context);
    }
    all
}

/// The numbers in an entry of integers.
pub(crate) fn numbers(context: &Context, value: Attribute) -> Option<Vec<u64>> {
    let all = dense(context, value)?;
    Some((0..all.len()).map(|index| number(context, &all, index)).collect())
}

/// Checks that a layout combines with those of the operations around it.
fn verify_combination(context: &Context, op: Op) -> Result<(), Failure> {
    let mut layouts = vec![layout(context, op).unwrap_or_default()];
    let mut places = Vec::new();
    let mut parent = op.parent_op(context);
    while let Some(at) = parent {
        if let Some(found) = layout(context, at) {
            layouts.push(found);
            places.push(at.location(context));
        }
        parent = at.parent_op(context);
    }
    let mut combined: Vec<Entry> = Vec::new();
    for layout in layouts.into_iter().rev() {
        if !layout
            .iter()
            .all(|entry| are_compatible(context, &combined, *entry))
        {
            let error = op.emit_error(
                context,
                "data layout does not combine with layouts of enclosing ops",
            );
            let note = "enclosing op with data layout";
            let error = places
                .into_iter()
                .fold(error, |error, place| error.note(place, note));
            return Err(error.emit());
        }
        for entry in layout {
            match combined.iter_mut().find(|(key, _)| *key == entry.0) {
                Some(old) => *old = entry,
                None => combined.push(entry),
            }
        }
    }
    Ok(())
}

/// Whether an entry can replace those before it: a name keeps its value, and so do numbers; a pointer keeps its size and
/// divides the alignment, a structure divides it.
fn are_compatible(context: &Context, old: &[Entry], (key, value): Entry) -> bool {
    let same = old.iter().find(|(other, _)| *other == key);
    let Some(ty) = key_type(context, key) else {
        return same.is_none_or(|(_, old)| *old == value);
    };
    let numbers = |value: Attribute, indices: [usize; 2]| {
        let all = dense(context, value)?;
        Some(indices.map(|index| number(context, &all, index)))
    };
    let divides = |new: u64, old: u64| old >= new && new != 0 && old.is_multiple_of(new);
    if ty.is_symbol(context, "llvm", "ptr") {
        let mut pointers = old.iter().filter(|(other, _)| same_kind(context, *other, key));
        let before = match (same, pointers.next()) {
            (Some((_, old)), _) => numbers(*old, [0, 1]),
            // Address spaces without an entry have pointers of 64 bits.
            (None, Some(_)) => Some([64, 8]),
            (None, None) => return true,
        };
        let (Some([size, abi]), Some([new_size, new_abi])) = (before, numbers(value, [0, 1])) else {
            return false;
        };
        return size == new_size && divides(new_abi, abi);
    }
    match same {
        None => true,
        Some((_, old)) if ty.is_symbol(context, "llvm", "struct") => {
            match (numbers(*old, [0, 0]), numbers(value, [0, 0])) {
                (Some([old, _]), Some([new, _])) => divides(new, old),
                _ => false,
            }
        }
        Some((_, old)) => *old == value,
    }
}
