use std::sync::Mutex;

use tvmlike::Object;

#[derive(Object)]
struct NoKey;

#[derive(Object)]
#[object(repr)]
struct OnlyWords;

#[derive(Object)]
#[object(key = "ui..Dots")]
struct Dots;

#[derive(Object)]
#[object(key = "ui.Unknown", display)]
struct Unknown;

#[derive(Object)]
#[object(key = "ui.Choice")]
enum Choice {
    A,
}

#[derive(Object)]
#[object(key = "ui.Generic")]
struct Generic<T>(T);

#[derive(Object)]
#[object(key = "ui.Marks")]
struct Marks {
    #[field(get)]
    number: i64,
}

struct Foreign;

#[derive(Object)]
#[object(key = "ui.Unreadable")]
struct Unreadable {
    #[field]
    foreign: Foreign,
}

#[derive(Object)]
#[object(key = "ui.Shared")]
struct Shared {
    #[field(set)]
    number: i64,
    #[field(set)]
    text: Mutex<&'static str>,
}

#[derive(Object)]
#[object(key = "ui.Silent", repr)]
struct Silent;

#[derive(Object)]
#[object(key = "ui.Lost", pickle)]
struct Lost {
    foreign: Foreign,
}

#[repr(C)]
#[derive(Object)]
#[object(key = "ui.NotFirst", parent = base: Silent)]
struct NotFirst {
    before: u64,
    base: Silent,
}

fn main() {}
