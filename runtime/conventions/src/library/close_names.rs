//! Names similar to a missing one, for errors.

use rapidfuzz::distance::osa::{Args, BatchComparator};

/// The number of names that an error lists.
const MOST: usize = 3;

/// The end of an error that lists the names closest to a missing one; empty if there are none.
///
/// It looks at every name, and compares those of a similar length: 1,000 names take less than 50 µs.
pub(super) fn hint<'a>(missing: &str, names: impl Iterator<Item = &'a str>) -> String {
    let limit = missing.chars().count() / 3 + 1;
    let letters = |name: &'a str| name.bytes().map(|byte| byte.to_ascii_lowercase());
    let comparator = BatchComparator::new(missing.bytes().map(|byte| byte.to_ascii_lowercase()));
    let args = Args::default().score_cutoff(limit);
    let mut close: Vec<(usize, &str)> = names
        .filter_map(|name| {
            // A symbol often is the name with a prefix or suffix.
            let contains =
                missing.len() > 2 && (name.contains(missing) || missing.contains(name) && name.len() > 2);
            let distance = match contains {
                true => 1,
                false if !is_worth_comparing(missing, name, limit) => return None,
                false => comparator.distance_with_args(letters(name), &args)?,
            };
            Some((distance, name))
        })
        .collect();
    close.sort_unstable();
    let close: Vec<String> = close
        .iter()
        .take(MOST)
        .map(|(_, name)| format!("`{name}`"))
        .collect();
    if close.is_empty() {
        String::new()
    } else {
        format!("; close to it: {}", close.join(", "))
    }
}

/// Whether the lengths of two names allow a distance within the limit. The comparator reads a name to its end before it
/// applies the cutoff, so 100,000 long names would take seconds.
fn is_worth_comparing(missing: &str, name: &str, limit: usize) -> bool {
    name.len().abs_diff(missing.len()) <= limit
}

/// The first few names in words.
pub(super) fn some_of<'a>(names: impl Iterator<Item = &'a str> + Clone) -> String {
    let count = names.clone().count();
    let shown: Vec<String> = names.take(MOST).map(|name| format!("`{name}`")).collect();
    match count {
        0 => "no symbols".to_owned(),
        _ if count <= MOST => shown.join(", "),
        _ => format!("{} and {} others", shown.join(", "), count - MOST),
    }
}

#[cfg(test)]
mod tests {
    use super::{hint, is_worth_comparing, some_of};

    #[test]
    fn close_names_are_listed() {
        let names = ["add", "sub", "_mlir_ciface_scale", "scale2d", "unrelated"];
        let hint = |missing| hint(missing, names.into_iter());
        assert_eq!(hint("ad"), "; close to it: `add`");
        assert_eq!(hint("Add"), "; close to it: `add`");
        assert_eq!(hint("usb"), "; close to it: `sub`");
        assert_eq!(hint("scale"), "; close to it: `_mlir_ciface_scale`, `scale2d`");
        assert_eq!(hint("nothing_of_the_kind"), "");
        assert_eq!(
            some_of(names.into_iter()),
            "`add`, `sub`, `_mlir_ciface_scale` and 2 others"
        );
        assert_eq!(some_of([].into_iter()), "no symbols");
    }

    #[test]
    fn names_of_very_different_length_are_skipped() {
        let missing = "a".repeat(4000);
        assert!(!is_worth_comparing(&missing, &"b".repeat(200), 1334));
        assert!(is_worth_comparing(&missing, &"b".repeat(3000), 1334));
        assert_eq!(hint(&missing, [&*"b".repeat(200)].into_iter()), "");
    }
}
