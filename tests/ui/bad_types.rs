use tvmlike::packed_func;

struct Mine;

#[packed_func("ui.takes")]
fn takes(mine: Mine) {}

#[packed_func("ui.gives")]
fn gives() -> Mine {
    Mine
}

fn main() {}
