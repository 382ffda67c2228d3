//! Checks of the attributes of `llvm`.

use tvmlike_ir::{Attribute, AttributeKind, Context};
use tvmlike_text::quote_attribute;

use super::super::values::{elements, string};

type Checked = Result<(), String>;
type Values<'a> = &'a [Option<Attribute>];

pub(super) fn alias_scope(context: &Context, values: Values<'_>) -> Checked {
    match values[0].map(|id| id.kind(context)) {
        Some(AttributeKind::String { .. } | AttributeKind::Distinct { .. }) => Ok(()),
        // MLIR's spelling.
        _ => Err("id of an alias scope must be a StringAttr or a DistrinctAttr".to_owned()),
    }
}

pub(super) fn module_flag(context: &Context, values: Values<'_>) -> Checked {
    let is_symbol = |attribute: Attribute, name: &str| attribute.is_symbol(context, "llvm", name);
    let kind = values[2].map(|value| value.kind(context));
    match string(context, values, 1) {
        Some(b"CG Profile") => {
            let is_entries = matches!(kind, Some(AttributeKind::Array(_)))
                && elements(context, values, 2)
                    .into_iter()
                    .all(|entry| is_symbol(entry, "cgprofile_entry"));
            match is_entries {
                true => Ok(()),
                false => Err("'CG Profile' key expects an array of '#llvm.cgprofile_entry'".to_owned()),
            }
        }
        Some(b"ProfileSummary") => match values[2].is_some_and(|value| is_symbol(value, "profile_summary")) {
            true => Ok(()),
            false => Err("'ProfileSummary' key expects a '#llvm.profile_summary' attribute".to_owned()),
        },
        _ => match kind {
            Some(AttributeKind::Integer { .. } | AttributeKind::String { .. }) => Ok(()),
            _ => {
                let key = values[1]
                    .map(|key| quote_attribute(context, key))
                    .unwrap_or_default();
                Err(format!(
                    "only integer and string values are currently supported for unknown key '{key}'"
                ))
            }
        },
    }
}

pub(super) fn target_features(context: &Context, values: Values<'_>) -> Checked {
    for feature in elements(context, values, 0) {
        let feature = string(context, &[Some(feature)], 0).unwrap_or_default();
        let message = match feature {
            [] => "target features can not be null or empty",
            [b'+' | b'-', rest @ ..] if rest.contains(&b',') => "target features can not contain ','",
            [b'+' | b'-', ..] => continue,
            _ => "target features must start with '+' or '-'",
        };
        return Err(message.to_owned());
    }
    Ok(())
}
