//! Classes that refine another by a predicate.

use std::sync::Mutex;

use tvmlike::prelude::*;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Kind {
    Integer(u32),
    Float(u32),
    Tensor(Vec<i64>),
    Other,
}

/// What all types have in common.
#[derive(Object, PartialEq, Eq, Hash, Debug)]
#[object(key = "testing.Type", eq, hash)]
struct Type {
    kind: Kind,
}

#[methods]
impl Type {
    /// The name of the kind.
    #[getter]
    fn mnemonic(&self) -> &'static str {
        match self.kind {
            Kind::Integer(_) => "integer",
            Kind::Float(_) => "float",
            Kind::Tensor(_) => "tensor",
            Kind::Other => "other",
        }
    }
}

/// A type of integers.
#[derive(Object)]
#[object(key = "testing.IntegerType", when = |ty: &Type| matches!(ty.kind, Kind::Integer(_)))]
#[repr(transparent)]
struct IntegerType(Type);

#[methods]
impl IntegerType {
    /// The integers of so many bits.
    fn get_signless(width: u32) -> Self {
        Self(Type {
            kind: Kind::Integer(width),
        })
    }

    /// How many bits an integer has.
    #[getter]
    fn width(&self) -> u32 {
        match self.kind {
            Kind::Integer(width) => width,
            _ => 0,
        }
    }

    /// The type with twice the bits.
    fn doubled(&self) -> ObjectPtr<Type> {
        ObjectPtr::new(Self::get_signless(2 * self.width())).into_refined()
    }
}

/// A type of floating-point numbers.
#[derive(Object)]
#[object(key = "testing.FloatType", when = Type::is_float)]
#[repr(transparent)]
struct FloatType(Type);

impl Type {
    fn is_float(&self) -> bool {
        matches!(self.kind, Kind::Float(_))
    }
}

#[methods]
impl FloatType {
    /// The type is made by its width.
    #[init]
    fn new(width: u32) -> Result<Self> {
        if ![16, 32, 64].contains(&width) {
            return Err(Error::value_error(format!("no float has {width} bits")));
        }
        Ok(Self(Type {
            kind: Kind::Float(width),
        }))
    }
}

/// A type with a shape.
#[derive(Object)]
#[object(key = "testing.ShapedType", when = |ty: &Type| matches!(ty.kind, Kind::Tensor(_)))]
#[repr(transparent)]
struct ShapedType(Type);

impl ShapedType {
    fn shape(&self) -> &[i64] {
        match &self.kind {
            Kind::Tensor(shape) => shape,
            _ => &[],
        }
    }
}

#[methods]
impl ShapedType {
    #[getter]
    fn rank(&self) -> usize {
        self.shape().len()
    }
}

/// A shaped type with two dimensions.
#[derive(Object)]
#[object(key = "testing.MatrixType", repr, when = |ty: &ShapedType| ty.shape().len() == 2)]
#[repr(transparent)]
struct MatrixType(ShapedType);

impl std::fmt::Debug for MatrixType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "matrix<{}x{}>", self.shape()[0], self.shape()[1])
    }
}

#[methods]
impl MatrixType {
    fn transposed(&self) -> Self {
        let shape = self.shape().iter().rev().copied().collect();
        Self(ShapedType(Type {
            kind: Kind::Tensor(shape),
        }))
    }
}

/// A type of any kind, by its name and its numbers.
#[packed_func("testing.parse_type")]
fn parse_type(mnemonic: &str, #[default(Vec::new())] numbers: Vec<i64>) -> Result<Type> {
    let width = || numbers.first().and_then(|&width| u32::try_from(width).ok());
    let kind = match mnemonic {
        "integer" => Kind::Integer(width().unwrap_or(32)),
        "float" => Kind::Float(width().unwrap_or(32)),
        "tensor" => Kind::Tensor(numbers),
        "other" => Kind::Other,
        _ => return Err(Error::value_error(format!("no type is called {mnemonic}"))),
    };
    Ok(Type { kind })
}

/// Takes integers only.
#[packed_func("testing.width_of")]
fn width_of(ty: &IntegerType) -> u32 {
    ty.width()
}

#[derive(Union)]
enum Numeric {
    Integer(ObjectPtr<IntegerType>),
    Float(ObjectPtr<FloatType>),
    Any(ObjectPtr<Type>),
}

/// Which variant takes a type.
#[packed_func("testing.numeric_kind")]
fn numeric_kind(ty: Numeric) -> String {
    match ty {
        Numeric::Integer(ty) => format!("integer {}", ty.width()),
        Numeric::Float(ty) => format!("float {}", ty.mnemonic()),
        Numeric::Any(ty) => format!("any {}", ty.mnemonic()),
    }
}

static KEPT: Mutex<Option<ObjectPtr<Type>>> = Mutex::new(None);

/// Keeps a type.
#[packed_func("testing.keep_type")]
fn keep_type(ty: Option<ObjectPtr<Type>>) {
    *KEPT.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = ty;
}

/// The type that is kept.
#[packed_func("testing.kept_type")]
fn kept_type() -> Option<ObjectPtr<Type>> {
    KEPT.lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
        .clone()
}

/// An object whose refinement has a predicate that panics for 13.
#[derive(Object)]
#[object(key = "testing.Risky")]
struct Risky {
    #[field]
    number: i64,
}

#[methods]
impl Risky {
    fn of(number: i64) -> Self {
        Self { number }
    }
}

/// An odd one.
#[derive(Object)]
#[object(key = "testing.RiskyOdd", when = |risky: &Risky| {
    assert_ne!(risky.number, 13, "thirteen is unlucky");
    risky.number % 2 == 1
})]
#[repr(transparent)]
struct RiskyOdd(Risky);

#[methods]
impl RiskyOdd {
    fn half(&self) -> i64 {
        self.number / 2
    }
}

/// Takes odd ones only.
#[packed_func("testing.take_odd")]
fn take_odd(odd: &RiskyOdd) -> i64 {
    odd.half()
}

/// How often predicates were called with objects of `testing.Keyed`.
static ASKED: std::sync::atomic::AtomicI64 = std::sync::atomic::AtomicI64::new(0);

/// An object whose key selects its refined type.
#[derive(Object)]
#[object(key = "testing.Keyed")]
struct Keyed {
    number: i64,
}

#[methods]
impl Keyed {
    fn of(number: i64) -> Self {
        Self { number }
    }

    #[name("__refinement_key__")]
    fn refinement_key(&self) -> i64 {
        self.number % 3
    }
}

#[derive(Object)]
#[object(key = "testing.KeyedZero", when = |keyed: &Keyed| {
    ASKED.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    keyed.number % 3 == 0
})]
#[repr(transparent)]
struct KeyedZero(Keyed);

#[methods]
impl KeyedZero {
    /// How often the predicate was called.
    fn asked() -> i64 {
        ASKED.load(std::sync::atomic::Ordering::Relaxed)
    }
}
