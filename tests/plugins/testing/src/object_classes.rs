//! Object types that are edge cases for the classes of front ends.

use std::sync::OnceLock;

use tvmlike::prelude::*;

use crate::objects::Point;

/// Declares nothing.
#[derive(Object)]
#[object(key = "testing.Seal")]
struct Seal;

/// A point that declares nothing of its own.
#[derive(Object)]
#[object(key = "testing.Corner", parent = point: Point)]
#[repr(C)]
struct Corner {
    point: Point,
}

/// Has a number, and comes from a function only.
#[derive(Object)]
#[object(key = "testing.Ticket")]
struct Ticket {
    /// Its number.
    #[field]
    number: i64,
}

/// There is one of it.
#[derive(Object)]
#[object(key = "testing.Single", repr)]
#[derive(Debug)]
struct Single;

#[methods]
impl Single {
    #[init]
    fn new() -> ObjectPtr<Self> {
        static ONE: OnceLock<ObjectPtr<Single>> = OnceLock::new();
        ONE.get_or_init(|| ObjectPtr::new(Self)).clone()
    }
}

/// An object of a type that declares nothing.
#[packed_func("testing.make_seal")]
fn make_seal() -> Seal {
    Seal
}

/// A point of a type that declares nothing of its own.
#[packed_func("testing.make_corner")]
fn make_corner(x: f64, y: f64) -> Corner {
    Corner {
        point: Point { x, y },
    }
}

/// A ticket.
#[packed_func("testing.make_ticket")]
fn make_ticket(number: i64) -> Ticket {
    Ticket { number }
}
