//! The names of types in messages, shorter than their records.

use std::fmt;

use super::{Ndarray, Type};

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("None"),
            Self::Unknown => f.write_str("any value"),
            Self::Scalar(scalar) => scalar.fmt(f),
            Self::Str | Self::ByteText(_) => f.write_str("str"),
            Self::Bytes => f.write_str("bytes"),
            Self::Pointer => f.write_str("ptr"),
            Self::Kind(kind) => f.write_str(&kind.name()),
            Self::Object(key) => f.write_str(key),
            Self::Ndarray(array) => array.fmt(f),
            Self::References(array) => write!(f, "ndarray of {} of rank {}", array.element, array.dims.len()),
            Self::List(item) => write!(f, "list of {item}"),
            Self::Sequence { items, tuple } => {
                let what = if *tuple { "tuple" } else { "list" };
                write!(f, "{what} of {} values", items.len())
            }
            Self::Dict(entries) => write!(f, "dict with {} values", entries.len()),
            Self::Map(parts) => write!(f, "dict of {} to {}", parts.0, parts.1),
            Self::Optional(inner) => write!(f, "{inner} or None"),
        }
    }
}

impl fmt::Display for Ndarray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.element {
            Some(_) => write!(f, "ndarray of {}", self.word)?,
            None => f.write_str("ndarray")?,
        }
        match &self.dims {
            Some(dims) => write!(f, " of rank {}", dims.len()),
            None => Ok(()),
        }
    }
}
