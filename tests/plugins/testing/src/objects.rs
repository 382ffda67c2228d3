//! Objects with types of their own, one inheriting from the other.

use tvmlike::prelude::*;

#[repr(C)]
struct Point {
    x: f64,
    y: f64,
}

tvmlike::object_type!(Point = "testing.Point");

#[repr(C)]
struct Point3 {
    base: Point,
    z: f64,
}

tvmlike::object_type!(Point3 = "testing.Point3", parent = base: Point);

/// A point in the plane.
#[packed_func("testing.make_point")]
fn make_point(x: f64, y: f64) -> ObjectPtr<Point> {
    ObjectPtr::new(Point { x, y })
}

/// A point in space, which is a point in the plane too.
#[packed_func("testing.make_point3")]
fn make_point3(x: f64, y: f64, z: f64) -> ObjectPtr<Point3> {
    ObjectPtr::new(Point3 {
        base: Point { x, y },
        z,
    })
}

/// The first coordinate of a point.
#[packed_func("testing.point_x")]
fn point_x(p: ObjectPtr<Point>) -> f64 {
    p.x
}

/// The sum of a point's coordinates.
#[packed_func("testing.point_sum")]
fn point_sum(p: ObjectPtr<Point3>) -> f64 {
    p.base.x + p.base.y + p.z
}
