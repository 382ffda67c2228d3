//! Types with derived conversions: unions, records, enumerations and flags.

use tvmlike::prelude::*;

use super::{call, message, record};

/// An index, in one of the ways of NumPy.
#[derive(Union)]
enum Index<'a> {
    Position(i64),
    Name(&'a str),
    Many(Vec<i64>),
    Share(f64),
    All(()),
}

#[packed_func("vocab.index")]
fn index(index: Index<'_>) -> Index<'_> {
    match index {
        Index::Position(position) => Index::Position(position + 1),
        Index::Many(many) => Index::Many(many.into_iter().rev().collect()),
        other => other,
    }
}

/// Where something is.
#[derive(Record, Debug, PartialEq, Clone)]
#[record("vocab.Point")]
struct Point {
    x: f64,
    #[default(0.5)]
    y: f64,
    #[default]
    labels: Vec<String>,
    r#type: Option<Color>,
}

#[derive(Record)]
#[record("vocab.Segment")]
struct Segment<'a> {
    name: &'a str,
    ends: (Point, Point),
}

#[packed_func("vocab.flip")]
fn flip(segment: Segment<'_>) -> Segment<'_> {
    let (from, to) = segment.ends;
    Segment {
        name: segment.name,
        ends: (to, from),
    }
}

/// What a light shows.
#[derive(Enum, Debug, Clone, Copy, PartialEq)]
#[enum_type("vocab.Color")]
enum Color {
    /// Stop.
    Red = 1,
    Green,
    #[name("Unknown")]
    DarkRed = -4,
}

/// What may be done.
#[derive(Enum, Debug, Clone, Copy, PartialEq)]
#[enum_type("vocab.Access", flags)]
enum Access {
    Read = 1,
    Write = 2,
    RunIT = 8,
}

#[packed_func("vocab.next_color")]
fn next_color(color: Color, #[default(Color::Green)] fallback: Color) -> Color {
    if color == Color::Red {
        Color::DarkRed
    } else {
        fallback
    }
}

#[packed_func("vocab.allow")]
fn allow(
    access: Flags<Access>,
    #[default(Access::Read | Access::Write)] more: Flags<Access>,
) -> Flags<Access> {
    access | more
}

#[test]
fn the_kind_of_value_selects_the_variant() {
    assert_eq!(call::<i64>("vocab.index", (1,)), 2);
    assert_eq!(call::<f64>("vocab.index", (1.0,)), 1.0);
    assert_eq!(call::<i64>("vocab.index", (true,)), 2);
    assert_eq!(call::<String>("vocab.index", ("a",)), "a");
    assert_eq!(call::<Vec<i64>>("vocab.index", (vec![1, 2],)), [2, 1]);
    call::<()>("vocab.index", ((),));
    assert_eq!(
        message("vocab.index", (&b"a"[..],)),
        "TypeError: vocab.index: argument 1 `index`: expected i64 or str or list of i64 or f64 or None, got bytes"
    );
    assert_eq!(
        message("vocab.index", (vec!["a"],)),
        "TypeError: vocab.index: argument 1 `index`: item 0: expected i64, got str"
    );
    assert_eq!(
        record("vocab.index")["r"],
        serde_json::json!([["union", "i64", "str", ["py_homogeneous_list", "i64"], "f64", null]])
    );
}

#[derive(Object)]
#[object(key = "vocab.Shape")]
struct Outline;

#[derive(Object)]
#[object(key = "vocab.Circle", parent = outline: Outline)]
struct Circle {
    outline: Outline,
}

#[derive(Object)]
#[object(key = "vocab.Dot", parent = circle: Circle)]
struct Dot {
    circle: Circle,
}

/// A base class before a class that inherits from it.
#[derive(Union)]
enum Drawn {
    Outline(ObjectPtr<Outline>),
    Circle(Option<ObjectPtr<Circle>>),
    Number(i64),
}

#[packed_func("vocab.drawn")]
fn drawn(drawn: Drawn) -> String {
    match drawn {
        Drawn::Outline(_) => "outline".to_owned(),
        Drawn::Circle(circle) => format!("circle {}", circle.is_some()),
        Drawn::Number(number) => number.to_string(),
    }
}

#[test]
fn an_object_selects_the_variant_of_its_nearest_class() {
    let circle = || Circle { outline: Outline };
    assert_eq!(call::<String>("vocab.drawn", (Outline.into_any(),)), "outline");
    assert_eq!(
        call::<String>("vocab.drawn", (circle().into_any(),)),
        "circle true"
    );
    let dot = Dot { circle: circle() };
    assert_eq!(call::<String>("vocab.drawn", (dot.into_any(),)), "circle true");
    assert_eq!(call::<String>("vocab.drawn", (Any::default(),)), "circle false");
    assert_eq!(call::<String>("vocab.drawn", (7,)), "7");
    assert_eq!(
        message("vocab.drawn", ("a",)),
        "TypeError: vocab.drawn: argument 1 `drawn`: expected vocab.Shape or vocab.Circle or None or i64, got str"
    );
}

fn map(pairs: &[(&str, Any)]) -> Any {
    Map::new(pairs.iter().map(|(key, value)| (Any::from(*key), value.clone()))).into()
}

#[test]
fn a_record_is_a_map_of_its_fields() {
    use tvmlike::ToAny;

    let end = map(&[("type", Any::default()), ("x", 1.to_any())]);
    let point = end.cast::<Point>().unwrap();
    let expected = Point {
        x: 1.0,
        y: 0.5,
        labels: vec![],
        r#type: None,
    };
    assert_eq!(point, expected);
    let start = Point {
        x: -1.0,
        y: 0.0,
        labels: vec!["a".into()],
        r#type: Some(Color::Red),
    };
    let ends: Array = [start.clone().to_any(), end].into_iter().collect();
    let segment = map(&[("ends", ends.into()), ("name", Any::from("ab"))]);
    let flipped = call::<Map>("vocab.flip", (segment,));
    assert_eq!(flipped.len(), 2);
    let ends: (Point, Point) = flipped.get(Any::from("ends").view()).unwrap().convert().unwrap();
    assert_eq!(ends, (expected, start));
}

#[test]
fn errors_name_the_wrong_field() {
    let of = |pairs: &[(&str, Any)]| {
        let ends: Array = [map(pairs), map(&[])].into_iter().collect();
        let segment = map(&[("ends", ends.into()), ("name", Any::from("ab"))]);
        let message = message("vocab.flip", (segment,));
        message
            .strip_prefix("TypeError: vocab.flip: argument 1 `segment`: field `ends`: item 0: ")
            .unwrap()
            .to_owned()
    };
    assert_eq!(
        of(&[("x", Any::from("a")), ("type", Any::default())]),
        "field `x`: expected f64, got str"
    );
    assert_eq!(
        of(&[("y", 1.0.into_any())]),
        "the field `x` of vocab.Point is missing"
    );
    assert_eq!(
        of(&[("z", 1.0.into_any())]),
        "vocab.Point has no field `z`; its fields are `x`, `y`, `labels`, `type`"
    );
    assert_eq!(
        message("vocab.flip", (1,)),
        "TypeError: vocab.flip: argument 1 `segment`: expected vocab.Segment, got int"
    );
    let other: Any = Map::new([(1.into_any(), 2.into_any())]).into();
    assert!(message("vocab.flip", (other,)).contains("vocab.Segment has no field 1;"));
}

trait IntoAny {
    fn into_any(self) -> Any;
}

impl<T: tvmlike::ToAny> IntoAny for T {
    fn into_any(self) -> Any {
        self.to_any()
    }
}

#[test]
fn undeclared_enumeration_values_are_errors() {
    assert_eq!(call::<i64>("vocab.next_color", (1,)), -4);
    assert_eq!(call::<Color>("vocab.next_color", (-4,)), Color::Green);
    assert_eq!(
        call::<Color>("vocab.next_color", (Color::Green, Color::Red)),
        Color::Red
    );
    assert_eq!(
        message("vocab.next_color", (3,)),
        "ValueError: vocab.next_color: argument 1 `color`: 3 is not a value of vocab.Color; expected one of 1 (RED), \
         2 (GREEN), -4 (Unknown)"
    );
    assert_eq!(
        message("vocab.next_color", (true,)),
        "TypeError: vocab.next_color: argument 1 `color`: expected vocab.Color, got bool"
    );
    let expected = serde_json::json!(["named", "color", ["enum", "vocab.Color"]]);
    assert_eq!(record("vocab.next_color")["a"][0], expected);
    assert_eq!(
        record("vocab.next_color")["defaults"],
        serde_json::json!({"fallback": 2})
    );
}

#[test]
fn flags_combine() {
    assert_eq!(call::<i64>("vocab.allow", (8,)), 11);
    assert_eq!(
        call::<Flags<Access>>("vocab.allow", (0, 8)),
        Flags::from(Access::RunIT)
    );
    assert_eq!(
        call::<i64>("vocab.allow", (Access::Read | Access::RunIT, Access::Write)),
        11
    );
    assert_eq!(
        message("vocab.allow", (4,)),
        "ValueError: vocab.allow: argument 1 `access`: 4 is not a value of vocab.Access; expected a combination of \
         1 (READ), 2 (WRITE), 8 (RUN_IT)"
    );
    assert!(
        message("vocab.allow", (-1,)).starts_with("ValueError: vocab.allow: argument 1 `access`: -1 is not")
    );
    let both = Access::Read | Access::RunIT;
    assert_eq!(
        format!("{both:?} {:?} {:?}", Flags::<Access>::NONE, !both),
        "READ|RUN_IT 0 WRITE"
    );
    assert!(both.contains(Access::Read) && !both.contains(Access::Write | Access::Read));
    assert_eq!(record("vocab.allow")["defaults"], serde_json::json!({"more": 3}));
}

#[test]
fn the_members_of_an_enumeration_are_data() {
    let index = tvmlike::type_table::index_of("vocab.Color").unwrap();
    let described = tvmlike::type_members(index).unwrap();
    assert_eq!(
        described
            .get(Any::from("doc").view())
            .unwrap()
            .as_str()
            .unwrap()
            .unwrap(),
        "What a light shows."
    );
    let members: Array = described
        .get(Any::from("members").view())
        .unwrap()
        .convert()
        .unwrap();
    let member: Map = members.get(0).unwrap().convert().unwrap();
    let function: PackedFunc = member
        .get(Any::from("function").view())
        .unwrap()
        .convert()
        .unwrap();
    let described = function.call(()).unwrap().cast::<Map>().unwrap();
    assert!(
        !described
            .get(Any::from("flags").view())
            .unwrap()
            .convert::<bool>()
            .unwrap()
    );
    let members: Vec<(String, i64, String)> = described
        .get(Any::from("members").view())
        .unwrap()
        .convert()
        .unwrap();
    let members: Vec<_> = members
        .iter()
        .map(|(name, value, doc)| (name.as_str(), *value, doc.as_str()))
        .collect();
    assert_eq!(
        members,
        [("RED", 1, "Stop."), ("GREEN", 2, ""), ("Unknown", -4, "")]
    );
}
