//! The slots of the host's table: their order, which never changes once a version is released.

use std::path::Path;

use crate::declaration::{Declarations, Function, Slot};
use crate::header::words;

/// Headers of released versions.
const RELEASED: [&str; 2] = ["tests/abi/v1_1", "tests/abi/v1_2"];

/// The functions of the table, in its order.
pub(crate) struct Slots<'a>(Vec<(&'a Function, &'a Slot)>);

impl<'a> Slots<'a> {
    /// Fails unless each slot has one function, and later slots were added by the same or a later version.
    pub(crate) fn of(declarations: &'a Declarations) -> Result<Self, String> {
        let with_slot = |function: &'a Function| Some((function, function.slot.as_ref()?));
        let mut slots: Vec<_> = declarations.shared.iter().filter_map(with_slot).collect();
        slots.sort_by_key(|(_, slot)| slot.index);
        let mut since = 0;
        for (index, (function, slot)) in slots.iter().enumerate() {
            let name = &function.signature.ident;
            if slot.index != index {
                let problem = if slot.index < index {
                    "has two functions"
                } else {
                    "has none"
                };
                return Err(format!(
                    "slot {} of the host's table {problem}; `{name}` is at {}",
                    index.min(slot.index),
                    slot.index
                ));
            }
            if slot.since < since {
                return Err(format!(
                    "`{name}` is of version 1.{}, but its slot is behind one of 1.{since}: append it to the host's table",
                    slot.since
                ));
            }
            since = slot.since;
        }
        Ok(Self(slots))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&'a Function, &'a Slot)> {
        self.0.iter().copied()
    }
}

/// Fails if the table in a header does not begin with that of each released version.
pub(crate) fn check_released(header: &str) -> Result<(), String> {
    let present = members(header)?;
    for folder in RELEASED {
        let file = Path::new(folder).join("tvmlike/c_api.h");
        let text = std::fs::read_to_string(&file)
            .map_err(|error| format!("cannot read {}: {error}", file.display()))?;
        begins_with(&present, &members(&text)?)
            .map_err(|problem| format!("{}: {problem}", file.display()))?;
    }
    Ok(())
}

fn begins_with(present: &[String], released: &[String]) -> Result<(), String> {
    for (at, wanted) in released.iter().enumerate() {
        match present.get(at) {
            Some(found) if found == wanted => {}
            found => {
                return Err(format!(
                    "member {at} of the released TVMLikeHost is `{wanted}`, now `{}`: released members never change",
                    found.map_or("nothing", String::as_str)
                ));
            }
        }
    }
    Ok(())
}

/// The members of TVMLikeHost in a header, without the names of parameters.
fn members(header: &str) -> Result<Vec<String>, String> {
    let table = header
        .split_once("typedef struct TVMLikeHost {")
        .and_then(|(_, rest)| rest.split_once("} TVMLikeHost;"))
        .ok_or("a header without TVMLikeHost")?
        .0;
    let mut code = String::new();
    let mut rest = table;
    while let Some((before, comment)) = rest.split_once("/*") {
        code += before;
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    code += rest;
    let declarations = code.split(';').map(str::trim);
    Ok(declarations.filter(|text| !text.is_empty()).map(member).collect())
}

fn member(declaration: &str) -> String {
    let one_line = declaration.split_whitespace().collect::<Vec<_>>().join(" ");
    let Some((head, parameters)) = one_line.rsplit_once('(') else {
        return one_line;
    };
    let types = parameters.trim_end_matches(')').split(',').map(|parameter| {
        let name = words(parameter).last().unwrap_or_default();
        let kind = parameter.trim().strip_suffix(name).unwrap_or_default().trim();
        if kind.is_empty() { name } else { kind }
    });
    format!("{head}({})", types.collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::{Slots, begins_with, members};
    use crate::declaration::Declarations;

    fn refused(slots: &[(usize, u16)]) -> String {
        let shared = slots.iter().map(|(index, since)| {
            let name = quote::format_ident!("f{index}_{since}");
            let (index, since) = (
                proc_macro2::Literal::usize_unsuffixed(*index),
                format!("1.{since}"),
            );
            parse_quote!(#[c_function(slot = #index, since = #since)] pub extern "C" fn #name() {})
        });
        let declarations = Declarations::of(shared);
        Slots::of(&declarations).err().unwrap_or_default()
    }

    #[test]
    fn slots_have_no_holes_and_keep_their_order() {
        assert_eq!(refused(&[(1, 1), (0, 0), (2, 1)]), "");
        assert_eq!(
            refused(&[(0, 0), (2, 0)]),
            "slot 1 of the host's table has none; `f2_0` is at 2"
        );
        assert_eq!(
            refused(&[(0, 0), (1, 0), (1, 1)]),
            "slot 1 of the host's table has two functions; `f1_1` is at 1"
        );
        assert_eq!(
            refused(&[(0, 2), (1, 1)]),
            "`f1_1` is of version 1.1, but its slot is behind one of 1.2: append it to the host's table"
        );
    }

    #[test]
    fn released_members_stay() {
        let table = |members: &str| {
            super::members(&format!("typedef struct TVMLikeHost {{{members}}} TVMLikeHost;")).unwrap()
        };
        let released =
            table("\n  /** A; b. */\n  uint32_t size;\n  int (*f)(void *context,\n    T const *name);\n");
        assert_eq!(released, ["uint32_t size", "int (*f)(void *, T const *)"]);
        let more = table("uint32_t size; int (*f)(void *a, T const *b); void (*g)(void);");
        assert!(begins_with(&more, &released).is_ok());
        let changed = table("uint32_t size; int (*f)(void *a, T *b);");
        assert_eq!(
            begins_with(&changed, &released).err().unwrap(),
            "member 1 of the released TVMLikeHost is `int (*f)(void *, T const *)`, now `int (*f)(void *, T *)`: released members never change"
        );
        assert!(begins_with(&released[..1], &released).is_err());
        assert!(members("int x;").is_err());
    }
}
