use tvmlike::{Object, TVMArgs, methods, packed_func};

#[derive(Object)]
#[object(key = "ui.Things")]
struct Things;

#[methods(sequence)]
impl Things {
    fn len(&self) -> usize {
        0
    }
}

#[methods(mapping)]
impl Things {
    fn len(&self) -> usize {
        0
    }

    fn get(&self) -> i64 {
        0
    }
}

#[methods(sequence, mapping)]
impl Things {}

#[methods]
impl Things {
    #[constant]
    fn takes(&self) -> i64 {
        1
    }
}

#[methods]
impl Things {
    #[name("other")]
    const UNMARKED: i64 = 1;
}

#[packed_func("ui.behind")]
fn behind(#[keyword_only] a: i64, b: i64) {}

#[packed_func("ui.rest")]
fn rest(#[keyword_only] a: i64, rest: TVMArgs<'_>) {}

fn main() {}
