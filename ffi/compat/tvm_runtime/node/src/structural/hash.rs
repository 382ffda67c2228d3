//! The structural hash of a value.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use tvmlike::{Any, AnyView, Result, check_interrupt};

use super::{Parts, address, parts};
use crate::keys;

/// A value whose parts are being hashed.
struct Open {
    value: Any,
    hasher: DefaultHasher,
    /// For maps: the combined hash of the entries, independent of their order.
    sum: Option<u64>,
    /// The parts that are left, the next one last, each with a number for its place.
    left: Vec<(u64, Any)>,
    /// The place of the part that is being hashed.
    at: u64,
}

impl Open {
    fn take(&mut self, part: u64) {
        match &mut self.sum {
            Some(sum) => {
                let mut pair = DefaultHasher::new();
                (self.at, part).hash(&mut pair);
                *sum = sum.wrapping_add(pair.finish());
            }
            None => (self.at, part).hash(&mut self.hasher),
        }
    }

    fn finish(&self) -> u64 {
        let mut hasher = self.hasher.clone();
        self.sum.hash(&mut hasher);
        hasher.finish()
    }
}

/// The structural hash of a value.
pub(crate) fn hash(value: &AnyView<'_>) -> Result<i64> {
    // The hashes of objects; none while they are being computed. The objects are kept alive, so that no address is reused.
    let mut known: HashMap<usize, Option<u64>> = HashMap::new();
    let mut kept = Vec::new();
    let mut stack = vec![open(value.to_owned()?)?];
    let mut result = 0;
    while let Some(top) = stack.last_mut() {
        if let Some((at, part)) = top.left.pop() {
            top.at = at;
            match address(part.view()).and_then(|object| known.get(&object)) {
                // A part that contains itself adds nothing.
                Some(known) => top.take(known.unwrap_or(0)),
                None => {
                    if let Some(object) = address(part.view()) {
                        known.insert(object, None);
                    }
                    stack.push(open(part)?);
                }
            }
            continue;
        }
        result = top.finish();
        let Some(closed) = stack.pop() else { break };
        if let Some(object) = address(closed.value.view()) {
            known.insert(object, Some(result));
            kept.push(closed.value);
        }
        if let Some(above) = stack.last_mut() {
            above.take(result);
        }
        if known.len() % 1024 == 1023 {
            check_interrupt()?;
        }
    }
    Ok(result.cast_signed())
}

/// Begins with a value: everything but its parts is hashed at once.
fn open(value: Any) -> Result<Open> {
    let mut hasher = DefaultHasher::new();
    let mut sum = None;
    let mut left = Vec::new();
    match parts(value.view())? {
        Parts::Bits(kind, bits) => ("bits", kind, bits).hash(&mut hasher),
        Parts::Float(number) => ("float", float_bits(number)).hash(&mut hasher),
        Parts::Text(text) => ("text", text).hash(&mut hasher),
        Parts::Bytes(bytes) => ("bytes", bytes).hash(&mut hasher),
        Parts::Shape(shape) => ("shape", shape).hash(&mut hasher),
        Parts::Tensor {
            dtype,
            shape,
            elements,
        } => ("tensor", dtype, shape, elements).hash(&mut hasher),
        Parts::Items(items) => {
            "items".hash(&mut hasher);
            left = items.into_iter().map(|item| (0, item)).collect();
        }
        Parts::Map(map) => {
            ("map", map.len()).hash(&mut hasher);
            sum = Some(0);
            for (key, value) in map.iter() {
                left.push((hash_of_key(key)?, value.to_owned()?));
            }
        }
        Parts::Fields(kind, fields) => {
            ("fields", keys::name_of(kind)).hash(&mut hasher);
            left = fields.into_iter().map(|(_, value)| (0, value)).collect();
        }
        // Its address differs between processes.
        Parts::Itself(kind) => ("object", keys::name_of(kind)).hash(&mut hasher),
    }
    left.reverse();
    Ok(Open {
        value,
        hasher,
        sum,
        left,
        at: 0,
    })
}

/// The hash of a key. As in maps, strings are compared by content and other objects by identity.
fn hash_of_key(key: &AnyView<'_>) -> Result<u64> {
    let mut hasher = DefaultHasher::new();
    match parts(key)? {
        Parts::Bits(kind, bits) => ("bits", kind, bits).hash(&mut hasher),
        Parts::Float(number) => ("float", float_bits(number)).hash(&mut hasher),
        Parts::Text(text) => ("text", text).hash(&mut hasher),
        Parts::Bytes(bytes) => ("bytes", bytes).hash(&mut hasher),
        _ => {}
    }
    Ok(hasher.finish())
}

/// The bits of a float; both zeros have the same, and so have all NaNs.
fn float_bits(number: f64) -> u64 {
    match number {
        0.0 => 0,
        number if number.is_nan() => f64::NAN.to_bits(),
        number => number.to_bits(),
    }
}
