use std::cell::Cell;
use std::rc::Rc;

use tvmlike::PackedFunc;

fn main() {
    let count = Rc::new(Cell::new(0_i64));
    PackedFunc::typed("count", move || count.get());
}
