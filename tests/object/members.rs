//! Fields, methods and static functions: declarations and calls.

use std::fmt;
use std::sync::atomic::{AtomicI32, AtomicI64, Ordering};
use std::sync::{Mutex, RwLock};

use tvmlike::prelude::*;
use tvmlike::{ObjectType, TypeIndex, type_table};

use crate::inherited::Point;
use crate::seen::{call, member, members, message, set};

/// A number that goes up.
///
/// In steps.
#[derive(Object, Debug)]
#[object(key = "derive.Counter", repr, str)]
pub(crate) struct Counter {
    /// The amount of one step.
    #[field]
    step: i64,
    #[field(set)]
    label: Mutex<String>,
    #[field(set)]
    r#type: RwLock<Option<f32>>,
    #[field(set)]
    value: AtomicI64,
    hidden: u8,
}

impl fmt::Display for Counter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a counter at {}", self.value.load(Ordering::Relaxed))
    }
}

impl Counter {
    const FIRST: i64 = 10;
}

#[methods]
impl Counter {
    /// Makes a counter.
    #[init]
    fn new(#[default(1)] step: i64, #[default("")] label: &str) -> Result<Self> {
        if step == 0 {
            return Err(Error::value_error("a step of 0 goes nowhere"));
        }
        Ok(Self {
            step,
            label: Mutex::new(label.to_owned()),
            r#type: RwLock::new(None),
            value: AtomicI64::new(0),
            hidden: 7,
        })
    }

    /// Advances by some steps.
    fn advance(&self, #[default(Self::FIRST)] steps: i64) -> i64 {
        let by = steps * self.step;
        self.value.fetch_add(by, Ordering::Relaxed) + by
    }

    /// Looks at the reference too.
    #[release_gil]
    fn references(this: &ObjectPtr<Self>, rest: TVMArgs<'_>) -> (u32, i64) {
        (this.strong_count(), rest.iter().count() as i64)
    }

    /// The same counter, and another one.
    fn pair(this: &ObjectPtr<Self>) -> (ObjectPtr<Self>, Self) {
        (this.clone(), Self::new(this.step, "the other").unwrap())
    }

    /// Which of two is further.
    fn further(a: &Self, b: ObjectPtr<Self>) -> bool {
        a.value.load(Ordering::Relaxed) > b.value.load(Ordering::Relaxed)
    }

    /// How many steps were made.
    #[getter]
    fn steps(&self) -> i64 {
        self.value.load(Ordering::Relaxed) / self.step
    }

    #[setter]
    fn set_steps(&self, steps: i64) -> Result<()> {
        self.value.store(
            steps
                .checked_mul(self.step)
                .ok_or_else(|| Error::overflow_error("too far"))?,
            Ordering::Relaxed,
        );
        Ok(())
    }

    #[name("__len__")]
    fn length(&self) -> Result<i64> {
        Ok(i64::from(self.hidden))
    }

    fn panics(&self) {
        panic!("on purpose");
    }
}

/// A second block.
#[methods]
impl Counter {
    fn r#while(&self) {}
}

fn counter(step: i64) -> ObjectPtr<Counter> {
    call::<Counter>("__init__", (step,)).unwrap().cast().unwrap()
}

#[test]
fn members_are_in_source_order() {
    // Without a look at any Rust type: registered before main.
    let index = type_table::index_of("derive.Counter").unwrap();
    let (doc, members) = members(index);
    assert_eq!(doc, "A number that goes up.\n\nIn steps.");
    let outline: Vec<_> = members
        .iter()
        .map(|member| {
            format!(
                "{} {}{}",
                member.kind,
                member.name,
                if member.setter.is_some() { "=" } else { "" }
            )
        })
        .collect();
    assert_eq!(
        outline,
        [
            "field step",
            "field label=",
            "field type=",
            "field value=",
            "method __repr__",
            "method __str__",
            "static __init__",
            "method advance",
            "method references",
            "method pair",
            "static further",
            "field steps=",
            "method __len__",
            "method panics",
            "method while",
        ]
    );
    assert_eq!(tvmlike::load_errors().len(), 0);
    assert_eq!(index, Counter::type_index());
    let names = tvmlike::list("").unwrap();
    assert!(
        names.iter().all(|name| !name.contains("Counter")),
        "members are not global"
    );
}

#[test]
fn records_match_the_source() {
    let record = |name| member::<Counter>(name).record;
    assert_eq!(
        record("__init__"),
        r#"{"a":[["named","step","i64"],["named","label","str"]],"r":[["object","derive.Counter"]],"defaults":{"step":1,"label":""},"doc":"Makes a counter."}"#
    );
    assert_eq!(
        record("advance"),
        r#"{"a":[["named","steps","i64"]],"r":["i64"],"defaults":{"steps":10},"doc":"Advances by some steps."}"#
    );
    assert_eq!(
        record("step"),
        r#"{"a":[],"r":["i64"],"doc":"The amount of one step."}"#
    );
    assert_eq!(record("type"), r#"{"a":[],"r":[["optional","f32"]]}"#);
    assert_eq!(
        record("steps"),
        r#"{"a":[],"r":["i64"],"doc":"How many steps were made."}"#
    );
    let references = member::<Counter>("references");
    assert!(
        references.record.contains(r#""variadic":true"#),
        "{}",
        references.record
    );
    assert!(
        references.record.contains(r#""release_gil":true"#),
        "{}",
        references.record
    );
    assert_eq!((references.flags, member::<Counter>("advance").flags), (0, 2));
    assert_eq!(
        member::<Point>("__eq__").record,
        r#"{"a":[["named","other","unknown"]],"r":[["optional","i1"]]}"#
    );
}

#[test]
fn an_object_is_created_and_its_members_are_called() {
    let counter = counter(3);
    assert_eq!(
        call::<Counter>("advance", (&counter, 2))
            .unwrap()
            .cast::<i64>()
            .unwrap(),
        6
    );
    assert_eq!(
        call::<Counter>("advance", (&counter,))
            .unwrap()
            .cast::<i64>()
            .unwrap(),
        36
    );
    let seen: Array = call::<Counter>("references", (&counter, 1, 2))
        .unwrap()
        .cast()
        .unwrap();
    assert_eq!(format!("{seen:?}"), "[1, 2]");
    let pair: Array = call::<Counter>("pair", (&counter,)).unwrap().cast().unwrap();
    let first: ObjectPtr<Counter> = pair.get(0).unwrap().convert().unwrap();
    let second: ObjectPtr<Counter> = pair.get(1).unwrap().convert().unwrap();
    assert!(first.same_as(&counter) && !second.same_as(&counter));
    assert!(
        call::<Counter>("further", (&counter, &second))
            .unwrap()
            .cast::<bool>()
            .unwrap()
    );
    assert_eq!(
        call::<Counter>("__len__", (&counter,))
            .unwrap()
            .cast::<i64>()
            .unwrap(),
        7
    );
    assert!(call::<Counter>("while", (&counter,)).unwrap().is_none());
    assert_eq!(
        call::<Counter>("__str__", (&counter,))
            .unwrap()
            .cast::<String>()
            .unwrap(),
        "a counter at 36"
    );
    let repr = call::<Counter>("__repr__", (&counter,))
        .unwrap()
        .cast::<String>()
        .unwrap();
    assert!(repr.starts_with("Counter { step: 3, label: Mutex"), "{repr}");
}

#[test]
fn fields_are_read_and_written() {
    let counter = counter(2);
    let read = |name| call::<Counter>(name, (&counter,)).unwrap();
    assert_eq!(read("step").cast::<i64>().unwrap(), 2);
    assert!(member::<Counter>("step").setter.is_none());
    assert!(set::<Counter>("label", (&counter, "new")).unwrap().is_none());
    assert_eq!(read("label").cast::<String>().unwrap(), "new");
    assert!(read("type").is_none());
    set::<Counter>("type", (&counter, 0.5)).unwrap();
    assert_eq!(read("type").cast::<f64>().unwrap(), 0.5);
    set::<Counter>("type", (&counter, ())).unwrap();
    assert!(read("type").is_none());
    set::<Counter>("value", (&counter, 8)).unwrap();
    assert_eq!(read("steps").cast::<i64>().unwrap(), 4);
    set::<Counter>("steps", (&counter, 5)).unwrap();
    assert_eq!(read("value").cast::<i64>().unwrap(), 10);
}

#[test]
fn errors_name_the_class_the_member_and_the_argument() {
    let counter = counter(2);
    assert_eq!(
        message(call::<Counter>("advance", (&counter, "x"))),
        "TypeError: Counter.advance: argument 1 `steps`: expected i64, got str"
    );
    assert_eq!(
        message(call::<Counter>("advance", (&counter, 1, 2))),
        "TypeError: Counter.advance: expected 0 to 1 arguments, got 2"
    );
    assert_eq!(
        message(call::<Counter>("advance", (1, 2))),
        "TypeError: Counter.advance: argument `self`: expected derive.Counter, got int"
    );
    assert_eq!(
        message(call::<Counter>("advance", ())),
        "TypeError: Counter.advance: argument `self`: expected derive.Counter, got no argument"
    );
    assert_eq!(
        message(call::<Counter>("__init__", ("x",))),
        "TypeError: Counter.__init__: argument 1 `step`: expected i64, got str"
    );
    assert_eq!(
        message(call::<Counter>("__init__", (0,))),
        "ValueError: a step of 0 goes nowhere"
    );
    assert_eq!(
        message(set::<Counter>("label", (&counter, 1))),
        "TypeError: Counter.label: expected str, got int"
    );
    assert_eq!(
        message(set::<Counter>("label", (&counter,))),
        "TypeError: Counter.label: expected 1 argument, got 0: argument 1 `value` is missing"
    );
    assert_eq!(
        message(set::<Counter>("steps", (&counter, 1.5))),
        "TypeError: Counter.steps: argument 1 `steps`: expected i64, got float"
    );
    assert_eq!(
        message(set::<Counter>("steps", (&counter, i64::MAX))),
        "OverflowError: too far"
    );
    let error = call::<Counter>("panics", (&counter,)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "InternalError: Counter.panics panicked: on purpose"
    );
    // The frame is the function's own line, not the attribute's.
    let line = include_str!("members.rs")
        .lines()
        .position(|line| line.contains("fn panics("))
        .unwrap()
        + 1;
    let frame = format!("members.rs\", line {line}, in Counter.panics");
    assert!(error.backtrace().contains(&frame), "{}", error.backtrace());
}

#[test]
fn a_type_key_belongs_to_one_type() {
    /// Takes a key that is taken. It is not in the table of types, or the walk at load time would complain of it.
    fn again() -> Result<TypeIndex> {
        static PLACE: AtomicI32 = AtomicI32::new(0);
        tvmlike::object::claim_type_key("derive.Counter", TypeIndex::OBJECT, &PLACE)
    }
    Counter::type_index();
    assert_eq!(
        again().unwrap_err().message(),
        "duplicate type key: two Rust types of this library use derive.Counter"
    );
}
