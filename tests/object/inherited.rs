//! Types that inherit, compare, hash and are pickled; and structs as parameters and results.

use std::sync::Mutex;

use tvmlike::prelude::*;
use tvmlike::{Members, ObjectType, ToAny, TypeIndex, construct, static_function};

use crate::seen::{call, members, message};

#[derive(Object, Debug, Clone, PartialEq, PartialOrd)]
#[object(key = "derive.Point", repr, eq, ord, pickle)]
#[repr(C)]
pub(crate) struct Point {
    #[field]
    x: f64,
    #[field]
    y: f64,
}

#[derive(Object, PartialEq, Eq, Hash)]
#[object(key = "derive.Name", eq, hash)]
struct Name(String);

#[derive(Object)]
#[object(key = "derive.Point3", parent = base: Point, pickle)]
#[repr(C)]
pub(crate) struct Point3 {
    base: Point,
    #[field]
    z: f64,
    weight: Mutex<u8>,
}

/// Holds no fields at all.
#[derive(Object)]
#[object(key = "derive.Empty")]
pub(crate) struct Empty;

#[test]
fn comparisons_require_the_same_type() {
    let point = |x, y| ObjectPtr::new(Point { x, y });
    let (small, large) = (point(1.0, 2.0), point(1.0, 3.0));
    let compare =
        |name, other: Any| -> Option<bool> { call::<Point>(name, (&small, other)).unwrap().cast().unwrap() };
    assert_eq!(compare("__eq__", point(1.0, 2.0).to_any()), Some(true));
    assert_eq!(compare("__eq__", large.clone().to_any()), Some(false));
    assert_eq!(compare("__lt__", large.clone().to_any()), Some(true));
    assert_eq!(compare("__le__", small.clone().to_any()), Some(true));
    assert_eq!(compare("__gt__", large.clone().to_any()), Some(false));
    assert_eq!(compare("__ge__", large.to_any()), Some(false));
    // Not a number is neither smaller nor larger.
    assert_eq!(compare("__lt__", point(f64::NAN, 2.0).to_any()), Some(false));
    assert_eq!(compare("__ge__", point(f64::NAN, 2.0).to_any()), Some(false));
    assert_eq!(compare("__eq__", Any::from("a point")), None);
    let child = ObjectPtr::new(Point3 {
        base: Point { x: 1.0, y: 2.0 },
        z: 3.0,
        weight: Mutex::new(1),
    });
    assert_eq!(compare("__eq__", child.clone().to_any()), None);
    let inherited: Option<bool> = call::<Point>("__eq__", (&child, &child)).unwrap().cast().unwrap();
    assert_eq!(inherited, None);

    let name = |text: &str| ObjectPtr::new(Name(text.to_owned()));
    let hash = |name: &ObjectPtr<Name>| call::<Name>("__hash__", (name,)).unwrap().cast::<i64>().unwrap();
    assert_eq!(hash(&name("a")), hash(&name("a")));
    assert_ne!(hash(&name("a")), hash(&name("b")));
}

#[test]
fn a_child_inherits_members() {
    let (_, own) = members(Point3::type_index());
    let names: Vec<_> = own.iter().map(|member| &*member.name).collect();
    assert_eq!(names, ["z", "__getstate__", "__from_state__"]);
    let child = ObjectPtr::new(Point3 {
        base: Point { x: 1.0, y: 2.0 },
        z: 3.0,
        weight: Mutex::new(4),
    });
    assert_eq!(call::<Point>("y", (&child,)).unwrap().cast::<f64>().unwrap(), 2.0);
    assert_eq!(
        call::<Point3>("z", (&child,)).unwrap().cast::<f64>().unwrap(),
        3.0
    );
    let parent = ObjectPtr::new(child.base.clone());
    assert_eq!(
        message(call::<Point3>("z", (&parent,))),
        "TypeError: Point3.z: argument `self`: expected derive.Point3, got derive.Point"
    );
    assert_eq!(tvmlike::type_members(TypeIndex::ARRAY).unwrap().len(), 2);
    assert_eq!(members(Empty::type_index()).0, "Holds no fields at all.");
    assert_eq!(
        tvmlike::type_members(TypeIndex(1 << 20)).unwrap_err().to_string(),
        "ValueError: no type has the index 1048576"
    );
}

#[test]
fn members_are_found_by_name() {
    let counter = construct("derive.Counter", (3, "sheep")).unwrap();
    assert_eq!(
        counter
            .call_method("advance", (2,))
            .unwrap()
            .cast::<i64>()
            .unwrap(),
        6
    );
    counter.set_field("value", 1).unwrap();
    assert_eq!(counter.get_field("value").unwrap().cast::<i64>().unwrap(), 1);
    // Methods and fields of the parent, for an object of the child.
    let child = ObjectPtr::new(Point3 {
        base: Point { x: 1.0, y: 2.0 },
        z: 3.0,
        weight: Mutex::new(4),
    });
    assert_eq!(child.get_field("x").unwrap().cast::<f64>().unwrap(), 1.0);
    assert!(
        static_function("derive.Counter", "further")
            .unwrap()
            .call_as::<bool>((&counter, &counter))
            .is_ok_and(|further| !further)
    );

    let error = |result: Result<Any>| result.unwrap_err().to_string();
    assert_eq!(
        error(counter.call_method("value", ())),
        "AttributeError: derive.Counter has no method `value`; it is a field"
    );
    assert_eq!(
        error(child.get_field("w")),
        "AttributeError: derive.Point3 has no field `w`; it has x, y, z"
    );
    assert_eq!(
        error(counter.set_field("step", 2).map(|()| Any::default())),
        "AttributeError: derive.Counter has no writable field `step`; the field is read-only"
    );
    assert_eq!(
        error(construct("derive.Nothing", ()).map(ToAny::to_any)),
        "ValueError: no type is registered under the key \"derive.Nothing\""
    );
    assert_eq!(
        error(construct("runtime.Array", ()).map(ToAny::to_any)),
        "TypeError: runtime.Array has no constructor; call a function that returns one"
    );
    assert_eq!(
        error(construct("derive.Counter", (0,)).map(ToAny::to_any)),
        "ValueError: a step of 0 goes nowhere"
    );
    assert!(static_function("derive.Counter", "advance").is_err());
}

#[test]
fn state_round_trips() {
    let child = ObjectPtr::new(Point3 {
        base: Point { x: 1.0, y: 2.0 },
        z: 3.0,
        weight: Mutex::new(4),
    });
    let state = call::<Point3>("__getstate__", (&child,)).unwrap();
    let again: ObjectPtr<Point3> = call::<Point3>("__from_state__", (state,))
        .unwrap()
        .cast()
        .unwrap();
    assert_eq!(
        (again.base.clone(), again.z, *again.weight.lock().unwrap()),
        (child.base.clone(), 3.0, 4)
    );
    // As a point it would lose its additional fields.
    assert_eq!(
        message(call::<Point>("__getstate__", (&child,))),
        "TypeError: an object of derive.Point3 cannot be pickled as the derive.Point that it inherits from"
    );
    let restored = |state: Any| message(call::<Point>("__from_state__", (state,)));
    assert_eq!(
        restored(Any::from("x")),
        "TypeError: Point.__from_state__: argument 1 `state`: expected Array, got str"
    );
    assert_eq!(
        restored((1.0,).to_any()),
        "ValueError: Point.__from_state__: argument 1 `state`: expected a state of 2 items, got 1"
    );
    assert_eq!(
        restored((1.0, "y").to_any()),
        "TypeError: Point.__from_state__: argument 1 `state`: field `y`: expected f64, got str"
    );
}

/// A packed function takes and returns the struct itself.
#[packed_func("derive.middle")]
fn middle(a: &Point, b: &Point) -> Point {
    Point {
        x: (a.x + b.x) / 2.0,
        y: (a.y + b.y) / 2.0,
    }
}

#[test]
fn packed_functions_take_and_return_the_struct() {
    let point = |x, y| ObjectPtr::new(Point { x, y });
    let middle = tvmlike::get("derive.middle").unwrap();
    let found: ObjectPtr<Point> = middle.call_as((point(0.0, 0.0), point(2.0, 4.0))).unwrap();
    assert_eq!(*found, Point { x: 1.0, y: 2.0 });
    assert_eq!(
        message(middle.call((1, 2))),
        "TypeError: derive.middle: argument 1 `a`: expected derive.Point, got int"
    );
    let record = tvmlike::info("derive.middle").unwrap().record.unwrap();
    assert!(
        record.contains(r#"["named","a",["object","derive.Point"]]"#),
        "{record}"
    );
}
