//! Names that look like one that is not there, for errors.

/// How many names an error shows.
const MOST: usize = 3;

/// The end of a sentence that names what is close, empty where nothing is.
pub(super) fn hint<'a>(wanted: &str, names: impl Iterator<Item = &'a str>) -> String {
    let limit = wanted.chars().count() / 3 + 1;
    let mut close: Vec<(usize, &str)> = names
        .filter_map(|name| {
            // A symbol often is the name with something around it.
            let around =
                wanted.len() > 2 && (name.contains(wanted) || wanted.contains(name) && name.len() > 2);
            let distance = if around { 1 } else { distance(wanted, name, limit)? };
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

/// The first few names, in words.
pub(super) fn some_of<'a>(names: impl Iterator<Item = &'a str> + Clone) -> String {
    let count = names.clone().count();
    let shown: Vec<String> = names.take(MOST).map(|name| format!("`{name}`")).collect();
    match count {
        0 => "nothing from others".to_owned(),
        _ if count <= MOST => shown.join(", "),
        _ => format!("{} and {} others", shown.join(", "), count - MOST),
    }
}

/// How many letters have to be put in, taken out or changed to make one of the other; `None` above a limit.
fn distance(a: &str, b: &str, limit: usize) -> Option<usize> {
    if a.len().abs_diff(b.len()) > limit {
        return None;
    }
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, left) in a.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, right) in b.iter().enumerate() {
            let changed = diagonal + usize::from(!left.eq_ignore_ascii_case(right));
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row.last().copied().filter(|distance| *distance <= limit)
}

#[cfg(test)]
mod tests {
    use super::{distance, hint, some_of};

    #[test]
    fn what_is_close() {
        let names = ["add", "sub", "_mlir_ciface_scale", "scale2d", "unrelated"];
        assert_eq!(hint("ad", names.into_iter()), "; close to it: `add`");
        assert_eq!(hint("Add", names.into_iter()), "; close to it: `add`");
        assert_eq!(
            hint("scale", names.into_iter()),
            "; close to it: `_mlir_ciface_scale`, `scale2d`"
        );
        assert_eq!(hint("nothing_of_the_kind", names.into_iter()), "");
        assert_eq!(distance("kitten", "sitting", 3), Some(3));
        assert_eq!(
            some_of(names.into_iter()),
            "`add`, `sub`, `_mlir_ciface_scale` and 2 others"
        );
        assert_eq!(some_of([].into_iter()), "nothing from others");
    }
}
