use tvmlike::packed_module;

#[packed_module]
mod nameless {}

#[packed_module("ui.empty")]
mod empty {
    fn ordinary() {}
}

#[packed_module("ui.dotted.")]
mod dotted {}

#[packed_module("ui.option", fast)]
mod option {}

#[packed_module("ui.function")]
mod function {
    #[packed_func("", release_gil)]
    fn unnamed() {}
}

fn main() {}
