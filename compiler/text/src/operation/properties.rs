//! Which attributes of a registered operation are properties.

use tvmlike_ir::{Attribute, Context, Identifier, NamedAttribute, OpInfo, PropertyFault, Unstorable};

/// The properties and the discardable attributes of an operation; neither is an empty dictionary.
pub(super) type Settled = (Option<Attribute>, Option<Attribute>);

/// What happens to attributes that violate the constraints of the properties that they become.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Violations {
    /// They are errors.
    Refused,
    /// The form has checked them, or MLIR does not: those that cannot be stored are dropped.
    Dropped,
}

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
    violations: Violations,
) -> Result<Settled, String> {
    let has_defaults = !info.default_properties().is_empty();
    if properties.is_none() && !has_defaults && (attributes.is_none() || info.properties().is_empty()) {
        return Ok((None, attributes));
    }
    let invalid = |what: String| {
        let text = properties.map_or_else(String::new, |all| crate::string::quote_attribute(context, all));
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
    let mut given = entries(context, properties);
    for NamedAttribute { name, value } in &mut given {
        match info.check_property(context, *name, *value) {
            Ok(stored) => *value = stored,
            Err(PropertyFault { unstorable: None, .. }) => {}
            Err(PropertyFault {
                unstorable: Some(reason),
                ..
            }) => {
                return invalid(unstorable(context, reason, *name, *value));
            }
        }
    }
    let mut violation = None;
    all.retain_mut(
        |entry| match info.check_property(context, entry.name, entry.value) {
            Ok(stored) => {
                entry.value = stored;
                true
            }
            Err(fault) if violations == Violations::Dropped => fault.unstorable.is_none(),
            Err(fault) => {
                let constraint = fault.constraint.filter(|_| violation.is_none());
                violation = constraint
                    .map(|constraint| (entry.name, constraint))
                    .or(violation.take());
                true
            }
        },
    );
    if let Some((name, constraint)) = violation {
        return Err(violated(context, info, name, &constraint));
    }
    for entry in given.into_iter().filter(is_property) {
        if all.iter().all(|other| other.name != entry.name) {
            all.push(entry);
        }
    }
    for &(name, value) in info.default_properties() {
        if all.iter().all(|other| other.name != name) {
            all.push(NamedAttribute { name, value });
        }
    }
    let dictionary = |entries: &[NamedAttribute]| match entries {
        [] => None,
        entries => context.dictionary_attribute(entries).ok(),
    };
    Ok((dictionary(&all), dictionary(&discardable)))
}

/// Why a property cannot be set to a value.
pub fn unstorable(context: &Context, reason: Unstorable, name: Identifier, value: Attribute) -> String {
    reason.in_words(|| {
        let (name, value) = (name.text(context), crate::string::quote_attribute(context, value));
        format!("Invalid attribute `{name}` in property conversion: {value}")
    })
}

/// The message about an inherent attribute that violates a constraint.
pub(super) fn violated(context: &Context, info: &OpInfo, name: Identifier, constraint: &str) -> String {
    let (op, name) = (info.name().text(context), name.text(context));
    format!("'{op}' op attribute '{name}' failed to satisfy constraint: {constraint}")
}

fn entries(context: &Context, dictionary: Option<Attribute>) -> Vec<NamedAttribute> {
    dictionary
        .and_then(|dictionary| dictionary.entries(context))
        .map_or_else(Vec::new, |entries| entries.iter().collect())
}
