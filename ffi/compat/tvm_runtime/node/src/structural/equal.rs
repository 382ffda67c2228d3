//! Finds where two values differ.

use std::collections::HashSet;

use tvmlike::{Any, AnyView, Result, check_interrupt};

use super::{Parts, address, parts};

/// The place of a part in the two values: a step from another part.
struct Place {
    from: usize,
    step: String,
}

/// The pairs that are still to be compared.
struct Comparing {
    pairs: Vec<(Any, Any, usize)>,
    places: Vec<Place>,
}

impl Comparing {
    fn push(&mut self, lhs: Any, rhs: Any, from: usize, step: String) {
        self.places.push(Place { from, step });
        self.pairs.push((lhs, rhs, self.places.len() - 1));
    }

    /// A place as text, from the outside in.
    fn path(&self, mut at: usize) -> String {
        let mut steps = Vec::new();
        while at != 0 {
            steps.push(self.places[at].step.as_str());
            at = self.places[at].from;
        }
        steps.reverse();
        steps.concat()
    }
}

/// Where and how two values differ, if they do: ` at PLACE: DIFFERENCE`, without the place for the values themselves.
pub(crate) fn difference(lhs: &AnyView<'_>, rhs: &AnyView<'_>) -> Result<Option<String>> {
    let mut todo = Comparing {
        pairs: Vec::new(),
        places: Vec::new(),
    };
    // Pairs of objects that were or are being compared. The objects are kept alive, so that no address is reused.
    let mut seen = HashSet::new();
    let mut kept = Vec::new();
    todo.push(lhs.to_owned()?, rhs.to_owned()?, 0, String::new());
    while let Some((lhs, rhs, place)) = todo.pairs.pop() {
        let objects = (address(lhs.view()), address(rhs.view()));
        if let (Some(one), Some(other)) = objects
            && (one == other || !seen.insert((one, other)))
        {
            continue;
        }
        if seen.len() % 1024 == 1023 {
            check_interrupt()?;
        }
        let (parts, others) = (parts(lhs.view())?, parts(rhs.view())?);
        if let Some(why) = compare(parts, others, place, &mut todo) {
            let path = todo.path(place);
            let at = if path.is_empty() {
                String::new()
            } else {
                format!(" at {path}")
            };
            let why = if why.is_empty() {
                format!("{:?} is not {:?}", lhs.view(), rhs.view())
            } else {
                why
            };
            return Ok(Some(format!("{at}: {why}")));
        }
        kept.push((lhs, rhs));
    }
    Ok(None)
}

/// Compares everything but the parts, which it queues. Returns the difference; empty if the values themselves differ.
fn compare(lhs: Parts, rhs: Parts, place: usize, todo: &mut Comparing) -> Option<String> {
    let alike = match (lhs, rhs) {
        (Parts::Bits(kind, bits), Parts::Bits(other, others)) => kind == other && bits == others,
        (Parts::Float(one), Parts::Float(other)) => one == other || (one.is_nan() && other.is_nan()),
        (Parts::Text(one), Parts::Text(other)) => one == other,
        (Parts::Bytes(one), Parts::Bytes(other)) => one == other,
        (Parts::Shape(one), Parts::Shape(other)) => {
            return (one != other).then(|| format!("the shapes are {one:?} and {other:?}"));
        }
        (
            Parts::Tensor {
                dtype,
                shape,
                elements,
            },
            Parts::Tensor {
                dtype: other_dtype,
                shape: other_shape,
                elements: other_elements,
            },
        ) => {
            if dtype != other_dtype || shape != other_shape {
                return Some(format!(
                    "the tensors are {dtype} of {shape:?} and {other_dtype} of {other_shape:?}"
                ));
            }
            return (elements != other_elements).then(|| "the tensors have other elements".to_owned());
        }
        (Parts::Items(one), Parts::Items(other)) => {
            if one.len() != other.len() {
                return Some(format!("there are {} and {} items", one.len(), other.len()));
            }
            // The last one queued is compared first, so that the first difference is found first.
            for (at, (one, other)) in one.into_iter().zip(other).enumerate().rev() {
                todo.push(one, other, place, format!("[{at}]"));
            }
            true
        }
        (Parts::Map(one), Parts::Map(other)) => {
            if one.len() != other.len() {
                return Some(format!("there are {} and {} pairs", one.len(), other.len()));
            }
            let mut pairs = Vec::with_capacity(one.len());
            for (key, value) in one.iter() {
                let Some(found) = other.get(key) else {
                    return Some(format!("only one has the key {key:?}"));
                };
                // Neither is a borrowed-only type: both are in a container.
                pairs.push((
                    value.to_owned().ok()?,
                    found.to_owned().ok()?,
                    format!("[{key:?}]"),
                ));
            }
            for (value, found, step) in pairs.into_iter().rev() {
                todo.push(value, found, place, step);
            }
            true
        }
        (Parts::Fields(kind, one), Parts::Fields(other_kind, other)) => {
            if kind != other_kind {
                return Some(String::new());
            }
            for ((name, one), (_, other)) in one.into_iter().zip(other).rev() {
                todo.push(one, other, place, format!(".{name}"));
            }
            true
        }
        // Two different objects.
        _ => false,
    };
    (!alike).then(String::new)
}
