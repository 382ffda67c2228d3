//! Checks of the attributes of `gpu` and of its targets.

use tvmlike_ir::{Attribute, AttributeKind, Context};

use super::super::values::{elements, number, string};

type Checked = Result<(), String>;
type Values<'a> = &'a [Option<Attribute>];

/// The attributes that are targets.
const TARGETS: [(&str, &str); 4] = [
    ("nvvm", "target"),
    ("rocdl", "target"),
    ("xevm", "target"),
    ("spirv", "target_env"),
];

fn is_target(context: &Context, attribute: Attribute) -> bool {
    TARGETS
        .iter()
        .any(|(dialect, name)| attribute.is_symbol(context, dialect, name))
}

fn all_elements(
    context: &Context,
    values: Values<'_>,
    index: usize,
    test: fn(AttributeKind<'_>) -> bool,
) -> bool {
    let list = elements(context, values, index);
    list.iter().all(|element| test(element.kind(context)))
}

pub(super) fn kernel_metadata(context: &Context, values: Values<'_>) -> Checked {
    if string(context, values, 0).is_some_and(<[u8]>::is_empty) {
        return Err("the kernel name can't be empty".to_owned());
    }
    match all_elements(context, values, 2, |kind| {
        matches!(kind, AttributeKind::Dictionary(_))
    }) {
        true => Ok(()),
        false => Err("all attributes in the array must be a dictionary attribute".to_owned()),
    }
}

pub(super) fn kernel_table(context: &Context, values: Values<'_>) -> Checked {
    let kernels = elements(context, values, 0);
    let name = |kernel: &Attribute| {
        kernel
            .symbol(context)
            .and_then(|(_, parameters)| parameters.get(0))
    };
    let names: Vec<Option<Attribute>> = kernels.iter().map(name).collect();
    match (0..names.len()).any(|index| names[..index].contains(&names[index])) {
        true => Err("expected all kernels to be uniquely named".to_owned()),
        false => Ok(()),
    }
}

/// Sorts the kernels of a table by their names.
pub(super) fn sort_kernels(context: &Context, values: &mut [Option<Attribute>]) {
    let mut kernels = elements(context, values, 0);
    let name = |kernel: &Attribute| {
        let name = kernel
            .symbol(context)
            .and_then(|(_, parameters)| parameters.get(0));
        string(context, &[name], 0).map(<[u8]>::to_vec)
    };
    kernels.sort_by_key(name);
    if let Some(first) = values.first_mut().filter(|_| !kernels.is_empty()) {
        *first = Some(context.array_attribute(&kernels));
    }
}

pub(super) fn object(context: &Context, values: Values<'_>) -> Checked {
    match values[0].is_some_and(|target| is_target(context, target)) {
        true => Ok(()),
        false => {
            Err("the target attribute must implement or promise the `gpu::TargetAttrInterface`".to_owned())
        }
    }
}

pub(super) fn select_object(context: &Context, values: Values<'_>) -> Checked {
    let Some(target) = values[0] else {
        return Ok(());
    };
    match number(context, values, 0) {
        Some(..=-1) => Err("the object index must be positive".to_owned()),
        None if !is_target(context, target) => {
            Err("the target attribute must be a GPU Target attribute".to_owned())
        }
        _ => Ok(()),
    }
}

pub(super) fn nvvm_target(context: &Context, values: Values<'_>) -> Checked {
    let is_empty = |index: usize| string(context, values, index).is_some_and(<[u8]>::is_empty);
    if !matches!(number(context, values, 0), Some(0..=3)) {
        return Err("The optimization level must be a number between 0 and 3.".to_owned());
    }
    if is_empty(1) {
        return Err("The target triple cannot be empty.".to_owned());
    }
    if is_empty(2) {
        return Err("The target chip cannot be empty.".to_owned());
    }
    match all_elements(context, values, 5, |kind| {
        matches!(kind, AttributeKind::String { .. })
    }) {
        true => Ok(()),
        false => Err("All the elements in the `link` array must be strings.".to_owned()),
    }
}
