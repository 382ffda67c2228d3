//! Classes that are made at run time.

use tvmlike::prelude::*;
use tvmlike::{ClassBuilder, ObjectRef, ObjectType, new_object, refined_type, remove_class, type_table};

#[derive(Object)]
#[object(key = "built.View")]
struct View {
    #[field]
    name: String,
}

#[derive(Object)]
#[object(key = "built.Wide", parent = view: View)]
#[repr(C)]
struct Wide {
    view: View,
    more: [i64; 8],
}

fn view(name: &str) -> View {
    View {
        name: name.to_owned(),
    }
}

fn named(key: &str, name: &'static str) -> ClassBuilder {
    let predicate = PackedFunc::typed("named", move |view: ObjectPtr<View>| view.name == name);
    let _ = View::type_index();
    ClassBuilder::new(key).refines("built.View", predicate)
}

fn message<T>(result: Result<T>) -> String {
    result
        .err()
        .map(|error| error.message().to_string())
        .unwrap_or_default()
}

#[test]
fn a_refinement_is_created_replaced_and_removed() {
    let first = named("built.Add", "add").register().unwrap();
    let add = ObjectPtr::new(view("add")).into_object();
    let sub = ObjectPtr::new(view("sub")).into_object();
    assert_eq!(refined_type(&add).unwrap(), first);
    assert_eq!(refined_type(&sub).unwrap(), View::type_index());
    assert!(message(named("built.Add", "sub").register()).contains("type built.Add is already registered"));
    let second = named("built.Add", "sub").replace().unwrap();
    assert_ne!(first, second);
    assert_eq!(refined_type(&add).unwrap(), View::type_index());
    assert_eq!(refined_type(&sub).unwrap(), second);
    assert_eq!(type_table::index_of("built.Add"), Some(second));
    remove_class("built.Add").unwrap();
    assert_eq!(refined_type(&sub).unwrap(), View::type_index());
    assert_eq!(type_table::index_of("built.Add"), None);
    assert!(message(remove_class("built.Add")).contains("no type is registered as \"built.Add\""));
    // Where nothing has the key, replacing is registering.
    let third = named("built.Add", "sub").replace().unwrap();
    assert_eq!(refined_type(&sub).unwrap(), third);
    remove_class("built.Add").unwrap();
}

#[test]
fn objects_of_a_class_have_the_body_of_the_rust_type() {
    let length = PackedFunc::typed("length", |view: ObjectPtr<View>| view.name.len() as i64);
    let class = ClassBuilder::new("built.Named")
        .inherits::<View>()
        .doc("It has a name.")
        .field("length", length)
        .constant("LIMIT", 3)
        .register()
        .unwrap();
    let below = ClassBuilder::new("built.Below")
        .parent("built.Named")
        .register()
        .unwrap();
    for index in [class, below] {
        let object = new_object(index, view("four")).unwrap();
        assert_eq!((object.type_index(), object.name.as_str()), (index, "four"));
        assert!(object.into_object().downcast::<View>().is_ok());
    }
    let error = message(new_object(View::type_index(), view("x")));
    assert!(error.contains("built.View"), "{error}");
    // The body of such an object would be too small.
    assert!(new_object(Wide::type_index(), view("x")).is_err());
    let error = message(new_object(
        class,
        Wide {
            view: view("x"),
            more: [0; 8],
        },
    ));
    assert!(
        error.contains("not made it at run time as a subclass of built.Wide"),
        "{error}"
    );
    assert!(
        message(remove_class("built.Named"))
            .contains("is the parent of built.Below; remove built.Below first")
    );
    remove_class("built.Below").unwrap();
    remove_class("built.Named").unwrap();
    // Its members stay with the objects that there may be.
    let described = tvmlike::type_members(class).unwrap();
    let members: Vec<Any> = described
        .get(Any::from("members").view())
        .unwrap()
        .convert()
        .unwrap();
    assert_eq!(members.len(), 2);
}

#[test]
fn invalid_classes_leave_nothing_registered() {
    let function = || PackedFunc::typed("f", |_: ObjectRef| 0);
    let twice = ClassBuilder::new("built.Twice")
        .method("f", function())
        .field("f", function());
    assert!(message(twice.register()).contains("duplicate member `f`"));
    assert!(message(ClassBuilder::new("").register()).contains("type key"));
    assert!(
        message(
            ClassBuilder::new("built.Orphan")
                .parent("built.Nothing")
                .register()
        )
        .contains("built.Nothing")
    );
    assert_eq!(type_table::index_of("built.Twice"), None);
    let _ = View::type_index();
    assert!(message(ClassBuilder::new("built.View").replace()).contains("was not made at run time"));
    assert!(message(remove_class("built.View")).contains("was not made at run time"));
    assert!(message(remove_class("runtime.Array")).contains("was not made at run time"));
}

#[test]
fn threads_create_and_look_up_classes() {
    let _ = View::type_index();
    std::thread::scope(|scope| {
        for (key, name) in [("built.T0", "t0"), ("built.T1", "t1")] {
            scope.spawn(move || {
                for _ in 0..200 {
                    let index = named(key, name).replace().unwrap();
                    let object = ObjectPtr::new(view(name)).into_object();
                    assert_eq!(refined_type(&object).unwrap(), index);
                    remove_class(key).unwrap();
                    assert_eq!(refined_type(&object).unwrap(), View::type_index());
                }
            });
        }
    });
}

#[test]
fn a_refinement_has_no_objects_of_its_own() {
    let no = || PackedFunc::typed("no", |_: ObjectRef| false);
    let _ = View::type_index();
    let below = ClassBuilder::new("built.Plain")
        .inherits::<View>()
        .function("f", no())
        .register()
        .unwrap();
    assert!(new_object(below, view("a")).is_ok());
    let of_built = ClassBuilder::new("built.OfPlain")
        .refines("built.Plain", no())
        .register()
        .unwrap();
    let of_rust = ClassBuilder::new("built.OfView")
        .inherits::<View>()
        .function("__refines__", no())
        .register()
        .unwrap();
    for refinement in [of_built, of_rust] {
        assert!(
            message(new_object(refinement, view("a"))).contains("this library has not made it at run time")
        );
    }
    for key in ["built.OfView", "built.OfPlain", "built.Plain"] {
        remove_class(key).unwrap();
    }
}
