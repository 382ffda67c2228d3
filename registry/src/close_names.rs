//! Suggestions for a missing name.
//!
//! Programs also look up names to find out whether they exist, so the cost must not grow with the table. A small table is
//! searched name by name. For a large one, the names that differ in one letter of the last part are generated and looked
//! up. Invariant: the work is bounded by [`FEW`] names or [`TRIES`] lookups, of names that can be registered.

use rapidfuzz::distance::osa::{Args, BatchComparator};
use tvmlike_client::MAX_NAME;

use crate::{name, table};

/// How many names are compared one by one.
const FEW: usize = 2048;
/// How many names are generated and looked up.
const TRIES: usize = 1024;
/// The maximum length of a last part that is compared letter by letter: what rapidfuzz compares in one word.
const LONGEST: usize = 64;
/// The most names that a hint lists.
const MOST: usize = 3;
/// The most names of a namespace that a hint lists.
const BESIDE: usize = 8;

/// The end of an error about a missing name: the names that are close to it, as `; close to it: tensor.add`, or else the
/// names in its namespace. Empty if there are none, and for a name that is too long to be registered.
pub(crate) fn hint(missing: &str) -> String {
    if missing.len() > MAX_NAME {
        return String::new();
    }
    let mut close = close(missing);
    if close.is_none() {
        close = Some(by_one_letter(missing));
    }
    match close {
        Some(names) if !names.is_empty() => format!("; close to it: {}", names.join(", ")),
        _ => beside(missing),
    }
}

fn beside(missing: &str) -> String {
    let Some((scope, _)) = missing.rsplit_once('.') else {
        return String::new();
    };
    let under = table::with_few_names(FEW, |names| {
        let mut under: Vec<&str> = names.filter(|one| name::covers(scope, one)).collect();
        let count = under.len();
        under.truncate(if count > BESIDE { 0 } else { count });
        under.sort_unstable();
        (count, under.join(", "))
    });
    match under {
        None | Some((0, _)) => String::new(),
        Some((1..=BESIDE, names)) => format!("; under \"{scope}\" there are {names}"),
        Some((more, _)) => format!("; under \"{scope}\" there are {more} functions"),
    }
}

/// The names of a small table that are close, the closest first.
fn close(missing: &str) -> Option<Vec<String>> {
    let (scope, last) = parts(missing);
    // As many wrong letters as one makes in a name of this length.
    let most = (missing.len() / 4).clamp(1, 3);
    let comparator = (last.len() <= LONGEST).then(|| BatchComparator::new(last.bytes()));
    let args = Args::default().score_cutoff(most);
    table::with_few_names(FEW, |names| {
        let mut found: Vec<(usize, &str)> = names
            .filter_map(|one| {
                let Some(one_last) = in_scope(one, scope) else {
                    // The right name in another namespace, or without one.
                    return (one.ends_with(last) && last.len() > 1 && parts(one).1 == last)
                        .then_some((most, one));
                };
                // The comparator reads a name to its end before it applies the cutoff.
                if one_last.len().abs_diff(last.len()) > most {
                    return None;
                }
                let distance = comparator.as_ref()?.distance_with_args(one_last.bytes(), &args)?;
                Some((distance, one))
            })
            .collect();
        found.sort_unstable();
        found.truncate(MOST);
        found.into_iter().map(|(_, one)| one.to_owned()).collect()
    })
}

/// The last part of a name of a namespace; none if the name belongs to another one.
fn in_scope<'a>(name: &'a str, scope: &str) -> Option<&'a str> {
    let last = match scope {
        "" => name,
        _ => name.strip_prefix(scope)?.strip_prefix('.')?,
    };
    (!last.contains('.')).then_some(last)
}

/// The namespace of a name, and its last part.
fn parts(name: &str) -> (&str, &str) {
    name.rsplit_once('.').unwrap_or(("", name))
}

/// The registered names that differ in one letter of the last part.
fn by_one_letter(missing: &str) -> Vec<String> {
    const LETTERS: &[u8] = b"etaoinsrlhdcumpfgwybvkxjqz_0123456789";
    let begin = missing.len() - parts(missing).1.len();
    let whole = missing.as_bytes();
    let mut found = Vec::new();
    let mut tries = 0;
    let mut attempt = |name: &[u8]| -> bool {
        tries += 1;
        if table::has(name)
            && let Ok(name) = std::str::from_utf8(name)
            && !found.iter().any(|present| present == name)
        {
            found.push(name.to_owned());
        }
        tries < TRIES && found.len() < MOST
    };
    let mut changed = Vec::with_capacity(whole.len() + 1);
    // The likeliest mistakes first.
    for at in begin..whole.len() {
        changed.clear();
        changed.extend_from_slice(whole);
        if at + 1 < whole.len() {
            changed.swap(at, at + 1);
            if !attempt(&changed) {
                return found;
            }
        }
        changed.clear();
        changed.extend_from_slice(whole);
        changed.remove(at);
        if changed.len() > begin && !attempt(&changed) {
            return found;
        }
    }
    for at in begin..=whole.len() {
        for &letter in LETTERS {
            changed.clear();
            changed.extend_from_slice(whole);
            changed.insert(at, letter);
            if !attempt(&changed) {
                return found;
            }
            if at < whole.len() {
                changed.clear();
                changed.extend_from_slice(whole);
                changed[at] = letter;
                if !attempt(&changed) {
                    return found;
                }
            }
        }
    }
    found
}
