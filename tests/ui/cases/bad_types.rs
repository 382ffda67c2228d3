use tvmlike::packed_func;

struct Mine;

#[packed_func("ui.takes")]
fn takes(mine: Mine) {}

#[packed_func("ui.gives")]
fn gives() -> Mine {
    Mine
}

#[packed_func("ui.implicit")]
fn implicit(#[implicit] count: i64) {}

fn main() {}
