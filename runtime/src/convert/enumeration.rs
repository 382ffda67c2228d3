//! Enumerations: integers for members, and flags that combine them. `#[derive(Enum)]` expands to this.
//!
//! Invariant: a converted value is a declared member; the bits of converted flags are those of declared flags.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr, Not};

use super::{FromArg, Mismatch, ToAny};
use crate::array::Array;
use crate::error::Error;
use crate::map::Map;
use crate::signature::record::TypeRecord;
use crate::type_index::TypeIndex;
use crate::value::{Any, AnyView};

/// One member of an enumeration.
///
/// ```
/// use tvmlike_runtime::convert::EnumMember;
///
/// let red = EnumMember { name: "RED", value: 1, doc: "Stop." };
/// assert_eq!((red.name, red.value), ("RED", 1));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EnumMember {
    /// Its name in other languages, `RED`.
    pub name: &'static str,
    /// Its integer.
    pub value: i64,
    /// Its doc comment.
    pub doc: &'static str,
}

/// A Rust enum whose members other languages know by name. Implemented by `#[derive(Enum)]`.
///
/// ```
/// use tvmlike_runtime::convert::{EnumMember, EnumType};
///
/// #[derive(Debug, Clone, Copy, PartialEq)]
/// enum Color {
///     Red = 1,
///     Green = 2,
/// }
///
/// impl EnumType for Color {
///     const KEY: &'static str = "doc.Color";
///     const DOC: &'static str = "The color of a traffic light.";
///     const FLAGS: bool = false;
///     const MEMBERS: &'static [EnumMember] = &[
///         EnumMember { name: "RED", value: 1, doc: "Stop." },
///         EnumMember { name: "GREEN", value: 2, doc: "" },
///     ];
///
///     fn value(self) -> i64 {
///         self as i64
///     }
///
///     fn from_value(value: i64) -> Option<Self> {
///         [Self::Red, Self::Green].into_iter().find(|color| color.value() == value)
///     }
/// }
///
/// assert_eq!(Color::from_value(2), Some(Color::Green));
/// assert_eq!(Color::from_value(3), None);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an enumeration",
    note = "add `#[derive(Enum)] #[enum_type(\"namespace.Name\")]`"
)]
pub trait EnumType: Copy + Send + Sync + 'static {
    /// Its key, a dotted name.
    const KEY: &'static str;
    /// Its doc comment.
    const DOC: &'static str;
    /// Whether members are flags, which combine.
    const FLAGS: bool;
    /// The members in the order of their declaration.
    const MEMBERS: &'static [EnumMember];

    /// The member's integer.
    fn value(self) -> i64;

    /// The member with an integer.
    fn from_value(value: i64) -> Option<Self>;
}

/// A set of flags of an enumeration: none, one, or several of its members.
///
/// ```
/// use tvmlike_runtime::convert::{EnumMember, EnumType, Flags};
///
/// #[derive(Clone, Copy)]
/// enum Access {
///     Read,
///     Write,
/// }
///
/// impl EnumType for Access {
///     const KEY: &'static str = "doc.Access";
///     const DOC: &'static str = "";
///     const FLAGS: bool = true;
///     const MEMBERS: &'static [EnumMember] = &[
///         EnumMember { name: "READ", value: 1, doc: "" },
///         EnumMember { name: "WRITE", value: 2, doc: "" },
///     ];
///     fn value(self) -> i64 {
///         match self {
///             Self::Read => 1,
///             Self::Write => 2,
///         }
///     }
///     fn from_value(value: i64) -> Option<Self> {
///         match value {
///             1 => Some(Self::Read),
///             2 => Some(Self::Write),
///             _ => None,
///         }
///     }
/// }
///
/// let both = Flags::from(Access::Read) | Access::Write;
/// assert!(both.contains(Access::Write));
/// assert_eq!(Flags::<Access>::from_bits(4), None);
/// ```
pub struct Flags<E> {
    bits: i64,
    flags: PhantomData<E>,
}

impl<E: EnumType> Flags<E> {
    /// No flag.
    pub const NONE: Self = Self {
        bits: 0,
        flags: PhantomData,
    };

    /// Every flag.
    pub const ALL: Self = {
        let (mut bits, mut at) = (0, 0);
        while at < E::MEMBERS.len() {
            bits |= E::MEMBERS[at].value;
            at += 1;
        }
        Self {
            bits,
            flags: PhantomData,
        }
    };

    /// The flags of an integer; `None` if a bit belongs to no flag.
    pub fn from_bits(bits: i64) -> Option<Self> {
        (bits & !Self::ALL.bits == 0).then_some(Self {
            bits,
            flags: PhantomData,
        })
    }

    /// The flags as an integer.
    pub const fn bits(self) -> i64 {
        self.bits
    }

    /// Whether all these flags are set.
    pub fn contains(self, flags: impl Into<Self>) -> bool {
        let wanted = flags.into().bits;
        self.bits & wanted == wanted
    }

    /// Whether no flag is set.
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }
}

impl<E> Clone for Flags<E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Flags<E> {}

impl<E> PartialEq for Flags<E> {
    fn eq(&self, other: &Self) -> bool {
        self.bits == other.bits
    }
}

impl<E> Eq for Flags<E> {}

impl<E: EnumType> Default for Flags<E> {
    fn default() -> Self {
        Self::NONE
    }
}

impl<E: EnumType> From<E> for Flags<E> {
    fn from(flag: E) -> Self {
        Self {
            bits: flag.value(),
            flags: PhantomData,
        }
    }
}

impl<E: EnumType, T: Into<Self>> BitOr<T> for Flags<E> {
    type Output = Self;

    fn bitor(self, other: T) -> Self {
        Self {
            bits: self.bits | other.into().bits,
            flags: PhantomData,
        }
    }
}

impl<E: EnumType, T: Into<Self>> BitAnd<T> for Flags<E> {
    type Output = Self;

    fn bitand(self, other: T) -> Self {
        Self {
            bits: self.bits & other.into().bits,
            flags: PhantomData,
        }
    }
}

impl<E: EnumType> Not for Flags<E> {
    type Output = Self;

    fn not(self) -> Self {
        Self {
            bits: !self.bits & Self::ALL.bits,
            flags: PhantomData,
        }
    }
}

impl<E: EnumType> fmt::Debug for Flags<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let set = E::MEMBERS
            .iter()
            .filter(|flag| flag.value != 0 && self.bits & flag.value == flag.value);
        let names: Vec<_> = set.map(|flag| flag.name).collect();
        match &*names {
            [] => f.write_str("0"),
            names => f.write_str(&names.join("|")),
        }
    }
}

impl<E: EnumType> FromArg<'_> for Flags<E> {
    const TYPE: TypeRecord = TypeRecord::Enum(E::KEY);

    fn from_arg(value: &AnyView<'_>) -> Result<Self, Mismatch> {
        let bits = integer::<E>(value)?;
        Self::from_bits(bits).ok_or_else(|| undeclared(bits, E::KEY, true, E::MEMBERS))
    }
}

impl<E: EnumType> ToAny for Flags<E> {
    const TYPE: TypeRecord = TypeRecord::Enum(E::KEY);

    fn to_any(self) -> Any {
        self.bits.to_any()
    }
}

/// Converts an integer to its member.
///
/// # Errors
/// TypeError for a value that is not an int; ValueError with the list of members if no member has this int.
pub fn read_enum<E: EnumType>(value: &AnyView<'_>) -> Result<E, Mismatch> {
    let number = integer::<E>(value)?;
    E::from_value(number).ok_or_else(|| undeclared(number, E::KEY, false, E::MEMBERS))
}

/// The integer in a value. A bool is rejected, although it converts to an int.
fn integer<E: EnumType>(value: &AnyView<'_>) -> Result<i64, Mismatch> {
    if value.type_index() == TypeIndex::INT {
        return Ok(value.bits());
    }
    Err(Mismatch::wrong_type(TypeRecord::Enum(E::KEY), value))
}

/// The maximum number of members that an error lists.
const MOST_LISTED: usize = 16;

#[cold]
#[inline(never)]
fn undeclared(value: i64, key: &str, flags: bool, members: &[EnumMember]) -> Mismatch {
    let mut listed: Vec<_> = members
        .iter()
        .take(MOST_LISTED)
        .map(|member| format!("{} ({})", member.value, member.name))
        .collect();
    if members.len() > MOST_LISTED {
        listed.push(format!("… ({} in all)", members.len()));
    }
    let expected = if flags {
        "expected a combination of"
    } else {
        "expected one of"
    };
    Mismatch::Failed(Error::value_error(format!(
        "{value} is not a value of {key}; {expected} {}",
        listed.join(", ")
    )))
}

/// Whether members can be flags: none is negative, since all bits that belong to no flag must be zero.
pub const fn are_flags(members: &[EnumMember]) -> bool {
    let mut at = 0;
    while at < members.len() {
        if members[at].value < 0 {
            return false;
        }
        at += 1;
    }
    true
}

/// The description from which front ends make a class: `{"flags": bool, "members": [[name, value, doc], …]}`.
pub fn describe_enum<E: EnumType>() -> Map {
    let members = E::MEMBERS
        .iter()
        .map(|member| (member.name, member.value, member.doc).to_any());
    Map::new([
        ("flags".to_any(), E::FLAGS.to_any()),
        ("members".to_any(), members.collect::<Array>().into()),
    ])
}
