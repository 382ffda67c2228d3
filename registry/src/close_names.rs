//! Names that a mistyped one may have meant.
//!
//! Programs also look up names to find out whether they exist, so the cost must not grow with the table. A small table is
//! searched name by name. For a large one, the names that differ in one letter of the last part are generated and looked
//! up. Invariant: the work is bounded by [`FEW`] names or [`TRIES`] lookups, of names that can be registered.

use tvmlike_client::MAX_NAME;

use crate::{name, table};

/// How many names are compared one by one.
const FEW: usize = 2048;
/// How many names are generated and looked up.
const TRIES: usize = 1024;
/// How long the parts may be in which two names differ.
const LONGEST: usize = 32;
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
    let wanted = Letters::of(last);
    // As many wrong letters as one makes in a name of this length.
    let most = (missing.len() / 4).clamp(1, 3);
    table::with_few_names(FEW, |names| {
        let mut found: Vec<(usize, &str)> = names
            .filter_map(|one| {
                let (one_scope, one_last) = parts(one);
                if one_scope != scope {
                    // The right name in another namespace, or without one.
                    return (one_last == last && last.len() > 1).then_some((most, one));
                }
                if one_last.len().abs_diff(last.len()) > most
                    || wanted.differ(Letters::of(one_last)) > 2 * most
                {
                    return None;
                }
                let distance = distance(last.as_bytes(), one_last.as_bytes(), most);
                (distance <= most).then_some((distance, one))
            })
            .collect();
        found.sort_unstable();
        found.truncate(MOST);
        found.into_iter().map(|(_, one)| one.to_owned()).collect()
    })
}

/// The namespace of a name, and its last part.
fn parts(name: &str) -> (&str, &str) {
    name.rsplit_once('.').unwrap_or(("", name))
}

/// Which letters a name has: two names differ in at least half as many places as they differ in letters.
#[derive(Clone, Copy)]
struct Letters(u64);

impl Letters {
    fn of(name: &str) -> Self {
        Self(name.bytes().fold(0, |letters, byte| letters | 1 << (byte & 63)))
    }

    fn differ(self, other: Self) -> usize {
        (self.0 ^ other.0).count_ones() as usize
    }
}

/// How many letters have to be inserted, removed, exchanged, or swapped with their neighbour; more than `most` is any
/// number above it.
fn distance(a: &[u8], b: &[u8], most: usize) -> usize {
    // What two names have in common at both ends does not count, and is most of them in a large namespace.
    let common = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[common..], &b[common..]);
    let common = a
        .iter()
        .rev()
        .zip(b.iter().rev())
        .take_while(|(a, b)| a == b)
        .count();
    let (a, b) = (&a[..a.len() - common], &b[..b.len() - common]);
    if a.len().max(b.len()) > LONGEST {
        return usize::MAX;
    }
    let mut rows = [[0_usize; LONGEST + 1]; 3];
    for (j, cell) in rows[0].iter_mut().enumerate() {
        *cell = j;
    }
    for i in 1..=a.len() {
        let (last, row, before) = ((i - 1) % 3, i % 3, (i + 1) % 3);
        rows[row][0] = i;
        let mut least = i;
        for j in 1..=b.len() {
            let replaced = rows[last][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut cell = replaced.min(rows[last][j] + 1).min(rows[row][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                cell = cell.min(rows[before][j - 2] + 1);
            }
            rows[row][j] = cell;
            least = least.min(cell);
        }
        if least > most {
            return least;
        }
    }
    rows[a.len() % 3][b.len()]
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

#[cfg(test)]
mod tests {
    use super::{Letters, distance};

    #[test]
    fn distances_count_what_one_mistypes() {
        for (a, b, expected) in [
            ("add", "add", 0),
            ("ad", "add", 1),
            ("dad", "add", 1),
            ("abd", "add", 1),
            ("addd", "add", 1),
            ("", "add", 3),
            ("scael", "scale", 1),
            ("kitten", "sitting", 3),
        ] {
            assert_eq!(distance(a.as_bytes(), b.as_bytes(), 3), expected, "{a} {b}");
            assert!(Letters::of(a).differ(Letters::of(b)) <= 2 * expected, "{a} {b}");
        }
    }
}
