use tvmlike::packed_func;

#[packed_func("")]
fn empty() {}

#[packed_func("a..b")]
fn dots() {}

#[packed_func]
fn nameless() {}

#[packed_func("a.b", overide)]
fn option() {}

fn main() {}
