//! Properties that MLIR keeps as values of C++ instead of attributes, and how a text sets them: from more attributes than one,
//! each of which becomes the attribute in which the property is shown.

use tvmlike_ir::{Attribute, AttributeKind, Context, Signedness, Type, TypeKind, Unstorable};

use crate::constraint::{Constraint, Predicate};
use crate::record::DialectRecord;
use crate::symbol::enum_number;

/// The kind of such a property.
#[derive(Debug)]
pub(crate) enum Native {
    /// Set or not.
    Flag,
    /// A number or none, shown as an array of at most one.
    OptionalInteger,
    /// A value of an enum, shown as an integer.
    Enum {
        class: Box<str>,
        ty: Type,
        /// The attribute that can hold the value, too.
        symbol: Option<(Box<str>, Box<str>)>,
    },
}

impl Native {
    /// The kind of the properties with a constraint of a dialect; `None`: they are attributes.
    pub(crate) fn new(context: &Context, dialect: &DialectRecord, constraint: &Constraint) -> Option<Self> {
        let first = match &constraint.predicate {
            Predicate::All(all) => all.first()?,
            predicate => predicate,
        };
        let Predicate::Test(test, _) = first else {
            return None;
        };
        match &**test {
            "flag" => Some(Self::Flag),
            "optional_integer" => Some(Self::OptionalInteger),
            "flags" => {
                let class = constraint.enumeration.clone()?;
                let record = dialect.enums.iter().find(|record| record.name == class)?;
                let symbol = record.attribute.as_deref();
                Some(Self::Enum {
                    class,
                    ty: context.integer_type(record.width, Signedness::Signless).ok()?,
                    symbol: symbol.map(|name| (dialect.name.clone(), name.into())),
                })
            }
            _ => None,
        }
    }

    /// The attribute that shows the property once a text has set it to a value.
    ///
    /// # Errors
    /// The value sets no such property.
    pub(crate) fn convert(&self, context: &Context, value: Attribute) -> Result<Attribute, Unstorable> {
        match self {
            Self::Flag => match value.kind(context) {
                AttributeKind::Integer { value: bit, ty } if ty == context.i1() => Ok(if bit.is_zero() {
                    value
                } else {
                    context.unit_attribute()
                }),
                AttributeKind::Unit => Ok(value),
                _ => Err(Unstorable::Kind),
            },
            Self::OptionalInteger => {
                let because = |words: &str| Err(Unstorable::Because(format!("expected {words}")));
                let AttributeKind::Array(parts) = value.kind(context) else {
                    return because("optional properties to materialize as arrays");
                };
                match (parts.len(), parts.get(0)) {
                    (0, _) => Ok(value),
                    (1, Some(part)) => match number(context, part, context.i64(), true) {
                        Some(number) => Ok(context.array_attribute(&[number])),
                        None => because("IntegerAttr for key `value`"),
                    },
                    _ => because("optional properties to become 0- or 1-element arrays"),
                }
            }
            Self::Enum { class, ty, symbol } => {
                let is_own = symbol
                    .as_ref()
                    .map(|(dialect, name)| value.is_symbol(context, dialect, name));
                let given = match is_own == Some(true) {
                    true => enum_number(context, value)
                        .and_then(|bits| context.integer_attribute(*ty, bits as i64).ok()),
                    false => number(context, value, *ty, false),
                };
                given.ok_or_else(|| {
                    let attribute = symbol
                        .as_ref()
                        .map_or_else(String::new, |_| format!("{class}Attr or "));
                    Unstorable::Because(format!("expected {attribute}IntegerAttr storage for {class}"))
                })
            }
        }
    }
}

/// The number of an integer attribute of any type with the bits of another type: cut, or extended by the sign or by zeros.
fn number(context: &Context, value: Attribute, ty: Type, signed: bool) -> Option<Attribute> {
    let AttributeKind::Integer { value, .. } = value.kind(context) else {
        return None;
    };
    let TypeKind::Integer { width, .. } = ty.kind(context) else {
        return None;
    };
    let fill = if signed && value.sign_bit() { u8::MAX } else { 0 };
    let mut bytes = vec![fill; width.div_ceil(8) as usize];
    for (bit, byte) in (0..width.min(value.width())).map(|bit| (bit, bit as usize / 8)) {
        let mask = 1 << (bit % 8);
        bytes[byte] = bytes[byte] & !mask | value.bytes()[byte] & mask;
    }
    context.integer_attribute_from_bytes(ty, &bytes).ok()
}
