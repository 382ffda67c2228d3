use tvmlike::packed_func;

#[packed_func("ui.waits")]
async fn waits() {}

#[packed_func("ui.generic")]
fn generic<T>(x: T) {}

#[packed_func("ui.order")]
fn order(#[default(1)] a: i64, b: i64) {}

#[packed_func("ui.pattern")]
fn pattern((a, b): (i64, i64)) {}

#[packed_func("ui.args")]
fn args(rest: tvmlike::TVMArgs<'_>, last: i64) {}

#[packed_func("ui.implicit_default")]
fn implicit_default(#[implicit] #[default(1)] count: i64) {}

fn main() {}
