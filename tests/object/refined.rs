//! Classes that refine another by a predicate.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use tvmlike::object::Refinement;
use tvmlike::prelude::*;
use tvmlike::{ObjectType, is_instance, is_refined, refined, refined_type, type_table};

#[derive(Object)]
#[object(key = "refined.Number")]
struct Number {
    #[field]
    value: i64,
}

#[methods]
impl Number {
    fn of(value: i64) -> Self {
        Self { value }
    }
}

#[derive(Object)]
#[object(key = "refined.Even", when = |number: &Number| number.value % 2 == 0)]
#[repr(transparent)]
struct Even(Number);

#[methods]
impl Even {
    #[init]
    fn new(half: i64) -> Self {
        Self(Number { value: 2 * half })
    }

    fn half(&self) -> i64 {
        self.value / 2
    }

    fn same(this: &ObjectPtr<Self>) -> ObjectPtr<Self> {
        this.clone()
    }
}

/// It overlaps with the next one, and is registered before it.
#[derive(Object)]
#[object(key = "refined.Fourfold", when = |even: &Even| even.value % 4 == 0)]
#[repr(transparent)]
struct Fourfold(Even);

#[derive(Object)]
#[object(key = "refined.Positive", when = |number: &Number| number.value > 0)]
#[repr(transparent)]
struct Positive {
    number: Number,
}

#[methods]
impl Positive {
    fn root(&self) -> f64 {
        (self.number.value as f64).sqrt()
    }
}

fn number(value: i64) -> ObjectPtr<Number> {
    ObjectPtr::new(Number { value })
}

fn refined_key(value: i64) -> &'static str {
    let object = number(value).into_object();
    let index = refined_type(&object).unwrap();
    assert_eq!(refined::type_of(&object).unwrap(), index);
    type_table::key_of(index).unwrap()
}

#[test]
fn the_most_specific_refinement_is_found() {
    assert_eq!(refined_key(-1), "refined.Number");
    assert_eq!(refined_key(-2), "refined.Even");
    // Both hold for 2; the order of registration is that of the linker's table.
    assert!(["refined.Even", "refined.Positive"].contains(&refined_key(2)));
    assert_eq!(refined_key(3), "refined.Positive");
    assert_eq!(
        (refined_key(4), refined_key(-4)),
        ("refined.Fourfold", "refined.Fourfold")
    );
    assert!(is_refined(Number::type_index()));
    assert!(!is_refined(Even::type_index()));
}

#[test]
fn headers_contain_the_refined_type() {
    let even = ObjectPtr::new(Even::new(2));
    assert_eq!(even.type_index(), Number::type_index());
    assert_eq!((even.half(), even.value), (2, 4));
    let number: ObjectPtr<Number> = even.clone().into_refined();
    assert!(number.same_as(&even));
    let back: ObjectPtr<Even> = number.downcast().unwrap();
    let fourfold: ObjectPtr<Fourfold> = back.downcast().unwrap();
    assert_eq!(fourfold.half(), 2);
    assert!(self::number(3).downcast::<Even>().is_err());
    assert!(self::number(2).downcast::<Fourfold>().is_err());
    assert!(type_table::is_a(Fourfold::type_index(), Number::type_index()));
    assert!(Even::REFINES.is_some() && Number::REFINES.is_none());
    fn is_refinement<T: Refinement<Refined = Even>>() {}
    is_refinement::<Fourfold>();
}

#[test]
fn is_instance_calls_the_predicates() {
    let four = number(4).into_object();
    let indices = [
        Number::type_index(),
        Even::type_index(),
        Fourfold::type_index(),
        Positive::type_index(),
        tvmlike::TypeIndex::OBJECT,
    ];
    assert_eq!(indices.map(|index| is_instance(&four, index).unwrap()), [true; 5]);
    let three = number(3).into_object();
    assert_eq!(
        indices.map(|index| is_instance(&three, index).unwrap()),
        [true, false, false, true, true]
    );
    let other = ObjectPtr::new(Risky {
        unlucky: AtomicBool::new(false),
    })
    .into_object();
    assert_eq!(
        indices.map(|index| is_instance(&other, index).unwrap()),
        [false, false, false, false, true]
    );
}

#[packed_func("refined.half")]
fn half(even: &Even, #[default(None)] other: Option<ObjectPtr<Fourfold>>) -> i64 {
    even.half() + other.map_or(0, |other| other.half())
}

#[packed_func("refined.halves")]
fn halves(evens: Vec<ObjectPtr<Even>>) -> Vec<i64> {
    evens.iter().map(|even| even.half()).collect()
}

#[packed_func("refined.make")]
fn make(half: i64) -> Even {
    Even::new(half)
}

#[test]
fn parameters_and_results() {
    let half = tvmlike::get("refined.half").unwrap();
    assert_eq!(half.call_as::<i64>((number(6),)).unwrap(), 3);
    assert_eq!(half.call_as::<i64>((number(6), number(4))).unwrap(), 5);
    let error = half.call((number(-3),)).unwrap_err().to_string();
    assert_eq!(
        error,
        "TypeError: refined.half: argument 1 `even`: expected refined.Even, got refined.Number"
    );
    let error = half.call((number(6), number(6))).unwrap_err().to_string();
    let got = refined_key(6);
    assert_eq!(
        error,
        format!("TypeError: refined.half: argument 2 `other`: expected refined.Fourfold, got {got}")
    );
    assert!(half.call((1,)).is_err());
    let halves = tvmlike::get("refined.halves").unwrap();
    assert_eq!(
        halves.call_as::<Vec<i64>>((vec![number(2), number(4)],)).unwrap(),
        [1, 2]
    );
    let error = halves
        .call((vec![number(2), number(-5)],))
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("item 1: expected refined.Even, got refined.Number"),
        "{error}"
    );
    let made = tvmlike::get("refined.make").unwrap().call((3,)).unwrap();
    assert_eq!(made.view().type_name(), refined_key(6));
    assert!(made.view().downcast_ref::<Even>().is_some());
}

fn member(key: &str, name: &str) -> PackedFunc {
    let described = tvmlike::type_members(type_table::index_of(key).unwrap()).unwrap();
    let members: Vec<Map> = described
        .get(Any::from("members").view())
        .unwrap()
        .convert()
        .unwrap();
    let named = |member: &&Map| {
        let own: String = member.get(Any::from("name").view()).unwrap().convert().unwrap();
        own == name
    };
    let found = members.iter().find(named).unwrap();
    found
        .get(Any::from("function").view())
        .unwrap()
        .convert()
        .unwrap()
}

#[test]
fn methods_check_their_object() {
    let half = member("refined.Even", "half");
    assert_eq!(half.call_as::<i64>((number(8),)).unwrap(), 4);
    let error = half.call((number(-3),)).unwrap_err().to_string();
    assert_eq!(
        error,
        "TypeError: Even.half: argument `self`: expected refined.Even, got refined.Number"
    );
    assert!(half.call((3,)).is_err());
    assert!(half.call(()).is_err());
    let eight = number(8);
    let same = member("refined.Even", "same").call((&eight,)).unwrap();
    assert_eq!(same.view().as_object().unwrap().as_ptr(), eight.as_raw());
    let refines = member("refined.Fourfold", "__refines__");
    let answers =
        [number(8), number(6), number(-1)].map(|number| refines.call_as::<bool>((number,)).unwrap());
    assert_eq!(answers, [true, false, false]);
    assert!(!refines.call_as::<bool>((1,)).unwrap());
    assert_eq!(
        member("refined.Positive", "root")
            .call_as::<f64>((number(9),))
            .unwrap(),
        3.0
    );
}

#[test]
fn records_name_the_refinement() {
    let refines = |key: &str| -> Option<String> {
        let described = tvmlike::type_members(type_table::index_of(key).unwrap()).unwrap();
        let key = described.get(Any::from("refines").view());
        key.map(|key| key.convert().unwrap())
    };
    let _ = Fourfold::type_index();
    assert_eq!(refines("refined.Fourfold").as_deref(), Some("refined.Even"));
    assert_eq!(refines("refined.Even").as_deref(), Some("refined.Number"));
    assert_eq!(refines("refined.Number"), None);
}

#[derive(Object)]
#[object(key = "refined.Risky")]
struct Risky {
    unlucky: AtomicBool,
}

#[methods]
impl Risky {}

#[derive(Object)]
#[object(key = "refined.Lucky", when = |risky: &Risky| {
    assert!(!risky.unlucky.load(Relaxed), "no luck");
    true
})]
#[repr(transparent)]
struct Lucky(Risky);

#[methods]
impl Lucky {
    fn luck(&self) -> i64 {
        7
    }
}

#[packed_func("refined.luck")]
fn luck(lucky: &Lucky) -> i64 {
    lucky.luck()
}

#[test]
fn a_predicate_that_panics_is_an_error() {
    let object = ObjectPtr::new(Risky {
        unlucky: AtomicBool::new(false),
    });
    let (by_argument, by_method) = (
        tvmlike::get("refined.luck").unwrap(),
        member("refined.Lucky", "luck"),
    );
    assert_eq!(by_argument.call_as::<i64>((&object,)).unwrap(), 7);
    assert_eq!(by_method.call_as::<i64>((&object,)).unwrap(), 7);
    object.unlucky.store(true, Relaxed);
    for _ in 0..3 {
        let error = by_argument.call((&object,)).unwrap_err().to_string();
        assert!(error.contains("refined.luck panicked: no luck"), "{error}");
        let error = by_method.call((&object,)).unwrap_err().to_string();
        assert!(error.contains("Lucky.luck panicked: no luck"), "{error}");
        let error = refined_type(&object.clone().into_object())
            .unwrap_err()
            .to_string();
        assert!(error.contains("Lucky.__refines__ panicked: no luck"), "{error}");
        assert!(is_instance(&object.clone().into_object(), Lucky::type_index()).is_err());
    }
    assert_eq!(object.strong_count(), 1);
    // A message about such an object names the type in its header.
    let error = tvmlike::get("refined.half")
        .unwrap()
        .call((&object,))
        .unwrap_err()
        .to_string();
    assert!(
        error.ends_with("expected refined.Even, got refined.Risky"),
        "{error}"
    );
}
