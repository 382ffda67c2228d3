//! Objects with types of their own, one inheriting from the other.

use tvmlike::prelude::*;

/// A point in the plane.
#[derive(Object, Debug, Clone, PartialEq)]
#[object(key = "testing.Point", repr, eq, pickle)]
#[repr(C)]
pub(crate) struct Point {
    /// The first coordinate.
    #[field]
    pub(crate) x: f64,
    /// The second coordinate.
    #[field]
    pub(crate) y: f64,
}

#[methods]
impl Point {
    #[init]
    fn new(#[default(0.0)] x: f64, #[default(0.0)] y: f64) -> Self {
        Self { x, y }
    }

    /// The point that lies beside this one.
    fn moved(&self, dx: f64, #[default(0.0)] dy: f64) -> Self {
        Self {
            x: self.x + dx,
            y: self.y + dy,
        }
    }

    /// How far two points are from each other.
    fn distance(&self, other: &Self) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }

    /// The point in the middle of some.
    fn middle(points: Vec<ObjectPtr<Self>>) -> Result<Self> {
        if points.is_empty() {
            return Err(Error::value_error("no points have no middle"));
        }
        let share = 1.0 / points.len() as f64;
        Ok(Self {
            x: points.iter().map(|point| point.x * share).sum(),
            y: points.iter().map(|point| point.y * share).sum(),
        })
    }
}

/// A point in space, which is a point in the plane too.
#[derive(Object, Debug, Clone, PartialEq)]
#[object(key = "testing.Point3", parent = base: Point, repr, eq, pickle)]
#[repr(C)]
pub(crate) struct Point3 {
    base: Point,
    /// The third coordinate.
    #[field]
    z: f64,
}

#[methods]
impl Point3 {
    #[init]
    fn new(#[default(0.0)] x: f64, #[default(0.0)] y: f64, #[default(0.0)] z: f64) -> Self {
        Self {
            base: Point { x, y },
            z,
        }
    }

    /// The same point seen from above.
    #[getter]
    fn shadow(&self) -> Point {
        self.base.clone()
    }
}

/// A point in the plane.
#[packed_func("testing.make_point")]
fn make_point(x: f64, y: f64) -> ObjectPtr<Point> {
    ObjectPtr::new(Point { x, y })
}

/// A point in space, which is a point in the plane too.
#[packed_func("testing.make_point3")]
fn make_point3(x: f64, y: f64, z: f64) -> Point3 {
    Point3 {
        base: Point { x, y },
        z,
    }
}

/// The first coordinate of a point.
#[packed_func("testing.point_x")]
fn point_x(p: &Point) -> f64 {
    p.x
}

/// The sum of a point's coordinates.
#[packed_func("testing.point_sum")]
fn point_sum(p: ObjectPtr<Point3>) -> f64 {
    p.base.x + p.base.y + p.z
}
