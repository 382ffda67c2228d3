//! Registered dialects and operations, and extensions of their records.

use tvmlike_ir::{Context, Count, Dialect, OpInfo, OpState, Traits};

#[test]
fn builtin_operations_are_registered_in_every_context() {
    let context = Context::new();
    let module = context.op_info(context.identifier("builtin.module")).unwrap();
    assert!(
        module
            .traits()
            .contains(Traits::SYMBOL_TABLE | Traits::ISOLATED_FROM_ABOVE)
    );
    assert_eq!(module.properties().len(), 2);
    assert!(
        context
            .op_info(context.identifier("builtin.unrealized_conversion_cast"))
            .is_some()
    );
    assert!(context.op_info(context.identifier("t.unknown")).is_none());
    assert_eq!(context.dialects().count(), 1);
    assert!(!context.allows_unregistered_dialects());
}

#[test]
fn a_registration_is_checked() {
    let context = Context::new();
    let register = |name: &str| {
        let info = OpInfo::new(context.identifier(name)).with_operands(Count::AtLeast(1));
        context
            .register_operation(info)
            .map(|_| ())
            .map_err(|error| error.to_string())
    };
    assert_eq!(
        register("plain").unwrap_err(),
        "operation name 'plain' must have a dialect: 'dialect.operation'"
    );
    assert!(
        register("t.a")
            .unwrap_err()
            .contains("register its dialect first")
    );
    context
        .register_dialect(Dialect::new(context.identifier("t")))
        .unwrap();
    let twice = context.register_dialect(Dialect::new(context.identifier("t")));
    assert_eq!(
        twice.unwrap_err().to_string(),
        "dialect 't' is already registered"
    );
    assert_eq!(register("t.a"), Ok(()));
    assert_eq!(
        register("t.a").unwrap_err(),
        "operation 't.a' is already registered"
    );
}

#[test]
fn traits_of_unregistered_operations_are_unknown() {
    let context = Context::new();
    let mut edit = context.exclusive().unwrap();
    let mut make = |name| {
        edit.create(&OpState::new(
            context.identifier(name),
            context.unknown_location(),
        ))
    };
    let (known, unknown) = (make("builtin.unrealized_conversion_cast"), make("t.unknown"));
    assert!(known.is_registered(&context) && known.has_trait(&context, Traits::PURE));
    assert!(!known.might_have_trait(&context, Traits::TERMINATOR));
    assert!(!unknown.has_trait(&context, Traits::TERMINATOR));
    assert!(unknown.might_have_trait(&context, Traits::TERMINATOR));
}

#[test]
fn an_extension_is_kept_by_its_type() {
    let context = Context::new();
    let info = context.op_info(context.identifier("builtin.module")).unwrap();
    assert!(info.extensions().get::<u8>().is_none());
    assert_eq!(*info.extensions().get_or_insert_with(|| 7_u8), 7);
    assert_eq!(
        *info.extensions().get_or_insert_with(|| String::from("text")),
        "text"
    );
    assert_eq!(*info.extensions().get_or_insert_with(|| 8_u8), 7);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| context.extensions().get_or_insert_with(|| 1_u32));
            scope.spawn(|| context.extensions().get_or_insert_with(|| 1_u64));
        }
    });
    assert_eq!(context.extensions().get::<u32>(), Some(&1));
}

#[test]
fn attributes_are_properties_where_the_record_says_so() {
    let context = Context::new();
    let mut edit = context.exclusive().unwrap();
    let [name, other] = ["sym_name", "t.other"].map(|name| context.identifier(name));
    let value = context.string_attribute("main");
    for (op_name, as_property) in [("builtin.module", true), ("t.unknown", false)] {
        let op = edit.create(&OpState::new(
            context.identifier(op_name),
            context.unknown_location(),
        ));
        op.set_attribute(&mut edit, name, value);
        op.set_attribute(&mut edit, other, value);
        assert_eq!(op.property(&context, name).is_some(), as_property);
        assert_eq!(op.discardable_attribute(&context, name).is_some(), !as_property);
        assert_eq!(op.attribute(&context, name), Some(value));
        assert_eq!(op.remove_attribute(&mut edit, name), Some(value));
        assert_eq!(op.remove_attribute(&mut edit, name), None);
        assert_eq!(op.remove_attribute(&mut edit, other), Some(value));
        assert_eq!((op.attributes(&context), op.properties(&context)), (None, None));
    }
}

#[test]
fn an_attribute_of_an_unregistered_operation_stays_where_it_is() {
    let context = Context::new();
    let mut edit = context.exclusive().unwrap();
    let name = context.identifier("value");
    let op = edit.create(&OpState::new(
        context.identifier("t.a"),
        context.unknown_location(),
    ));
    op.set_property(&mut edit, name, context.unit_attribute());
    op.set_attribute(&mut edit, name, context.string_attribute("new"));
    assert_eq!(op.property(&context, name), Some(context.string_attribute("new")));
    assert_eq!(op.attributes(&context), None);
}
