use tvmlike::Object;

#[derive(Object)]
#[object(key = "ui.Type")]
struct Type {
    width: u32,
}

#[derive(Object)]
#[object(key = "ui.NotTransparent", when = |ty: &Type| ty.width > 0)]
struct NotTransparent(Type);

#[derive(Object)]
#[object(key = "ui.TwoFields", when = |ty: &Type| ty.width > 0)]
#[repr(transparent)]
struct TwoFields(Type, ());

#[derive(Object)]
#[object(key = "ui.WithParent", parent = base: Type, when = |ty: &Type| ty.width > 0)]
#[repr(transparent)]
struct WithParent {
    base: Type,
}

#[derive(Object)]
#[object(key = "ui.Pickled", pickle, when = |ty: &Type| ty.width > 0)]
#[repr(transparent)]
struct Pickled(Type);

#[derive(Object)]
#[object(key = "ui.NoBool", when = |ty: &Type| ty.width)]
#[repr(transparent)]
struct NoBool(Type);

fn main() {}
