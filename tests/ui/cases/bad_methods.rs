use tvmlike::{Object, ObjectPtr, methods};

#[derive(Object)]
#[object(key = "ui.Thing")]
struct Thing;

#[methods]
impl Thing {
    fn changes(&mut self) {}
}

#[methods]
impl Thing {
    #[init]
    fn on_object(&self) -> Self {
        Thing
    }
}

#[methods]
impl Thing {
    #[init]
    fn makes_a_number() -> i64 {
        1
    }
}

#[methods]
impl Thing {
    #[setter]
    fn set_nothing(&self, value: i64) {}
}

#[methods]
impl Thing {
    #[getter]
    fn with_argument(&self, #[default(1)] value: i64) -> i64 {
        value
    }
}

#[methods]
impl Thing {
    fn generic<T>(&self, value: T) {}
}

#[methods]
impl Thing {
    fn takes(&self, other: std::rc::Rc<i64>) {}
}

#[methods]
impl Clone for Thing {
    fn clone(&self) -> Self {
        Thing
    }
}

struct Other;

#[methods]
impl Other {
    fn of_no_type(this: &ObjectPtr<Self>) {}
}

#[methods(name = "x")]
impl Thing {}

fn main() {}
