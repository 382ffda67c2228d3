//! Which attributes of a registered operation are properties.

use tvmlike_ir::{Attribute, AttributeKind, Context, Identifier, NamedAttribute, OpInfo};

/// The properties and the discardable attributes of an operation; neither is an empty dictionary.
pub(super) type Settled = (Option<Attribute>, Option<Attribute>);

/// Moves those attributes of a registered operation to its properties that belong there. Attributes win over properties;
/// properties that the operation does not have are dropped.
///
/// # Errors
/// The message for what is not allowed.
pub(super) fn settle(
    context: &Context,
    info: &OpInfo,
    properties: Option<Attribute>,
    attributes: Option<Attribute>,
) -> Result<Settled, String> {
    if properties.is_none() && (attributes.is_none() || info.properties().is_empty()) {
        return Ok((None, attributes));
    }
    let invalid = |what: String| {
        let text = properties.map_or_else(String::new, |all| {
            crate::string::attribute_to_string(context, all)
        });
        let name = info.name().text(context);
        Err(format!("invalid properties {text} for op {name}: {what}"))
    };
    if properties.is_some() && info.properties().is_empty() {
        return invalid("this operation does not support properties".to_owned());
    }
    if properties.is_some_and(|all| all.entries(context).is_none()) {
        return invalid("expected DictionaryAttr to set properties".to_owned());
    }
    let is_property = |entry: &NamedAttribute| info.properties().contains(&entry.name);
    let (mut all, discardable): (Vec<_>, Vec<_>) =
        entries(context, attributes).into_iter().partition(is_property);
    if let Some(wrong) = wrong_entry(context, info, &all) {
        return Err(not_a_string(context, info, wrong.name));
    }
    let given = entries(context, properties);
    if let Some(NamedAttribute { name, value }) = wrong_entry(context, info, &given) {
        let (name, value) = (
            name.text(context),
            crate::string::attribute_to_string(context, value),
        );
        return invalid(format!(
            "Invalid attribute `{name}` in property conversion: {value}"
        ));
    }
    for entry in given.into_iter().filter(is_property) {
        if all.iter().all(|other| other.name != entry.name) {
            all.push(entry);
        }
    }
    let dictionary = |entries: &[NamedAttribute]| match entries {
        [] => None,
        entries => context.dictionary_attribute(entries).ok(),
    };
    Ok((dictionary(&all), dictionary(&discardable)))
}

/// The message about a property that has to be a string.
fn not_a_string(context: &Context, info: &OpInfo, name: Identifier) -> String {
    let (op, name) = (info.name().text(context), name.text(context));
    format!("'{op}' op attribute '{name}' failed to satisfy constraint: string attribute")
}

fn entries(context: &Context, dictionary: Option<Attribute>) -> Vec<NamedAttribute> {
    dictionary
        .and_then(|dictionary| dictionary.entries(context))
        .map_or_else(Vec::new, |entries| entries.iter().collect())
}

/// The first property of a module that is not a string. Other operations check theirs when they are verified.
fn wrong_entry(context: &Context, info: &OpInfo, entries: &[NamedAttribute]) -> Option<NamedAttribute> {
    let is_wrong = |entry: &&NamedAttribute| {
        info.properties().contains(&entry.name)
            && !matches!(entry.value.kind(context), AttributeKind::String { .. })
    };
    match info.name().bytes(context) {
        b"builtin.module" => entries.iter().find(is_wrong).copied(),
        _ => None,
    }
}
