use tvmlike::object_type;

#[repr(C)]
struct Base {
    number: i64,
}

object_type!(Base = "ui.Base");

#[repr(C)]
struct OtherField {
    base: u64,
}

object_type!(OtherField = "ui.OtherField", parent = base: Base);

#[repr(C)]
struct NotFirst {
    before: u64,
    base: Base,
}

object_type!(NotFirst = "ui.NotFirst", parent = base: Base);

#[repr(C, align(16))]
struct Wide {
    number: i64,
}

object_type!(Wide = "ui.Wide");

fn main() {}
