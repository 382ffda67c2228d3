use tvmlike::packed_func;

#[packed_func("")]
fn empty() {}

#[packed_func("a..b")]
fn dots() {}

#[packed_func]
fn nameless() {}

#[packed_func("a.b", overide)]
fn option() {}

#[packed_func("a.f+", tvm_ffi)]
fn symbol() {}

#[packed_func("a.b", tvm_ffi = "_b")]
fn private_symbol() {}

fn main() {}
