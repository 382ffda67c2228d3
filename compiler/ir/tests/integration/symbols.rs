//! Symbols, their tables and the references to them.

use crate::common;
use std::sync::Arc;

use common::{Parts, add, make, region};
use tvmlike_ir::{
    Attribute, AttributeKind, Block, Context, Dialect, Exclusive, Op, OpInfo, SymbolTable, SymbolTables,
    Visibility,
};

fn module(edit: &mut Exclusive<'_>, into: Option<Block>, name: Option<&str>) -> (Op, Block) {
    let (body, [block]) = region::<1>(edit);
    let op = make(
        edit,
        "builtin.module",
        &Parts {
            regions: &[Some(body)],
            ..Parts::default()
        },
    );
    if let Some(name) = name {
        op.set_symbol_name(edit, name);
    }
    if let Some(into) = into {
        into.append(edit, op).unwrap();
    }
    (op, block)
}

fn symbol(edit: &mut Exclusive<'_>, block: Block, name: &str) -> Op {
    let op = add(edit, block, "t.symbol", &Parts::default());
    op.set_symbol_name(edit, name);
    op
}

fn reference(context: &Context, names: &[&str]) -> Attribute {
    let names: Vec<_> = names.iter().map(|name| context.identifier(name)).collect();
    context.symbol_ref_attribute(names[0], &names[1..])
}

/// An operation that refers to symbols inside of an array.
fn user(edit: &mut Exclusive<'_>, block: Block, names: &[&str]) -> Op {
    let op = add(
        edit,
        block,
        "builtin.unrealized_conversion_cast",
        &Parts::default(),
    );
    let (key, value) = (edit.identifier("t.uses"), reference(edit, names));
    let array = edit.array_attribute(&[edit.unit_attribute(), value, value]);
    op.set_attribute(edit, key, array);
    op
}

fn referred(context: &Context, op: Op) -> String {
    let value = op.attribute(context, context.identifier("t.uses")).unwrap();
    let AttributeKind::Array(array) = value.kind(context) else {
        panic!("an array")
    };
    let AttributeKind::SymbolRef { root, nested } = array.iter().nth(1).unwrap().kind(context) else {
        panic!("a symbol")
    };
    std::iter::once(root)
        .chain(nested.iter())
        .map(|name| format!("@{}", name.text(context)))
        .collect()
}

#[test]
fn a_table_finds_renames_and_erases_symbols() {
    let context = Context::new();
    let mut edit = context.exclusive().unwrap();
    let (op, block) = module(&mut edit, None, None);
    let first = symbol(&mut edit, block, "f");
    symbol(&mut edit, block, "f_0");
    let mut table = SymbolTable::new(&context, op).unwrap();
    let id = |name: &str| context.identifier(name);
    assert_eq!(
        (table.len(), table.lookup(id("f")), table.lookup(id("g"))),
        (2, Some(first), None)
    );
    let mut names = Vec::new();
    for _ in 0..2 {
        let detached = make(&mut edit, "t.symbol", &Parts::default());
        detached.set_symbol_name(&mut edit, "f");
        table.insert(&mut edit, detached, None).unwrap();
        names.push(String::from_utf8(detached.symbol_name(&context).unwrap().to_vec()).unwrap());
    }
    assert_eq!(names, ["f_1", "f_2"], "f_0 is taken");
    assert_eq!(block.operations(&context).count(), 4);
    let refused = table.rename(&mut edit, first, id("f_1")).unwrap_err();
    assert_eq!(refused.to_string(), "symbol name 'f_1' is already in use");
    let using = user(&mut edit, block, &["f"]);
    table.rename(&mut edit, first, id("main")).unwrap();
    assert_eq!(
        (table.lookup(id("main")), table.lookup(id("f"))),
        (Some(first), None)
    );
    assert_eq!(referred(&context, using), "@main");
    table.erase(&mut edit, first).unwrap();
    assert_eq!(table.lookup(id("main")), None);
    let plain = make(&mut edit, "t.plain", &Parts::default());
    assert!(
        table
            .insert(&mut edit, plain, None)
            .unwrap_err()
            .to_string()
            .contains("'t.plain' has no string attribute")
    );
    assert!(SymbolTable::new(&context, using).is_err());
}

#[test]
fn references_are_looked_up_from_table_to_table() {
    let context = Context::new();
    let mut edit = context.exclusive().unwrap();
    let (outer, outer_block) = module(&mut edit, None, None);
    let (inner, inner_block) = module(&mut edit, Some(outer_block), Some("inner"));
    let leaf = symbol(&mut edit, inner_block, "leaf");
    let path = reference(&context, &["inner", "leaf"]);
    assert_eq!(outer.lookup_symbol_ref(&context, path), Some(leaf));
    assert_eq!(
        outer.lookup_symbol_ref(&context, reference(&context, &["leaf"])),
        None
    );
    assert_eq!(
        leaf.lookup_nearest_symbol(&context, reference(&context, &["leaf"])),
        Some(leaf)
    );
    assert_eq!(leaf.nearest_symbol_table(&context), Some(inner));
    assert_eq!(outer.lookup_symbol(&context, "inner"), Some(inner));
    let mut tables = SymbolTables::new();
    assert_eq!(
        tables.lookup_nearest(&context, inner, path),
        None,
        "a table begins at itself"
    );
    assert_eq!(tables.lookup_in(&context, outer, path), Some(leaf));
    let (body, [block]) = region::<1>(&mut edit);
    let lost = symbol(&mut edit, block, "lost");
    add(
        &mut edit,
        outer_block,
        "t.unknown",
        &Parts {
            regions: &[Some(body)],
            ..Parts::default()
        },
    );
    assert_eq!(
        lost.nearest_symbol_table(&context),
        None,
        "an unknown operation could be a table"
    );
}

#[test]
fn uses_are_found_and_replaced_at_every_level() {
    let context = Context::new();
    let mut edit = context.exclusive().unwrap();
    let (outer, outer_block) = module(&mut edit, None, None);
    let (inner, inner_block) = module(&mut edit, Some(outer_block), Some("inner"));
    let leaf = symbol(&mut edit, inner_block, "leaf");
    let users = [
        user(&mut edit, inner_block, &["leaf"]),
        user(&mut edit, outer_block, &["inner", "leaf"]),
        user(&mut edit, outer_block, &["inner"]),
        user(&mut edit, outer_block, &["leaf"]),
    ];
    let uses = leaf.symbol_uses(&context, outer).unwrap();
    assert_eq!(
        uses.iter().map(|at| at.user).collect::<Vec<_>>(),
        [users[0], users[1]]
    );
    assert_eq!(leaf.symbol_uses(&context, inner).unwrap().len(), 1);
    assert_eq!(inner.symbol_uses(&context, outer).unwrap().len(), 2);
    assert_eq!(
        outer.nested_symbol_uses(&context).unwrap().len(),
        3,
        "not those in the nested table"
    );
    leaf.replace_all_symbol_uses(&mut edit, context.identifier("new"), outer)
        .unwrap();
    let names = users.map(|user| referred(&context, user));
    assert_eq!(names, ["@new", "@inner@new", "@inner", "@leaf"]);
    inner
        .replace_all_symbol_uses(&mut edit, context.identifier("mod"), outer)
        .unwrap();
    let names = users.map(|user| referred(&context, user));
    assert_eq!(names, ["@new", "@mod@new", "@mod", "@leaf"]);
    let (body, [_]) = region::<1>(&mut edit);
    add(
        &mut edit,
        outer_block,
        "t.unknown",
        &Parts {
            regions: &[Some(body)],
            ..Parts::default()
        },
    );
    assert!(leaf.symbol_uses(&context, outer).is_none());
    assert!(
        leaf.replace_all_symbol_uses(&mut edit, context.identifier("x"), outer)
            .is_err()
    );
}

#[test]
fn tables_are_walked_inside_out_with_visibility() {
    let context = Context::new();
    let mut edit = context.exclusive().unwrap();
    let (outer, outer_block) = module(&mut edit, None, Some("outer"));
    let (public, _) = module(&mut edit, Some(outer_block), Some("public"));
    let (private, private_block) = module(&mut edit, Some(outer_block), Some("private"));
    private.set_symbol_visibility(&mut edit, Visibility::Private);
    assert_eq!(private.symbol_visibility(&context), Visibility::Private);
    let (nested, _) = module(&mut edit, Some(private_block), Some("nested"));
    let mut visited = Vec::new();
    outer.walk_symbol_tables(&context, false, |op, visible| visited.push((op, visible)));
    assert_eq!(
        visited,
        [(public, false), (nested, true), (private, true), (outer, false)]
    );
}

#[test]
fn references_are_verified_with_the_table_around_them() {
    let context = Context::new();
    context
        .register_dialect(Dialect::new(context.identifier("r")))
        .unwrap();
    let call =
        OpInfo::new(context.identifier("r.call")).with_symbol_verifier(Arc::new(|context, op, tables| {
            let callee = op.attribute(context, context.identifier("callee"));
            match callee.and_then(|callee| tables.lookup_nearest(context, op, callee)) {
                Some(_) => Ok(()),
                None => Err(op.emit_op_error(context, "refers to no symbol").emit()),
            }
        }));
    context.register_operation(call).unwrap();
    context.allow_unregistered_dialects(true);
    let mut edit = context.exclusive().unwrap();
    let (op, block) = module(&mut edit, None, None);
    symbol(&mut edit, block, "f");
    let caller = add(&mut edit, block, "r.call", &Parts::default());
    let callee = context.identifier("callee");
    caller.set_attribute(&mut edit, callee, reference(&context, &["f"]));
    assert!(context.verify(op).is_ok());
    caller.set_attribute(&mut edit, callee, reference(&context, &["g"]));
    let (result, diagnostics) = context.capture_diagnostics(|| context.verify(op));
    assert!(result.is_err());
    assert_eq!(diagnostics[0].message, "'r.call' op refers to no symbol");
}

#[test]
fn attributes_with_shared_parts_are_replaced_once() {
    let context = Context::new();
    let mut deep = context.string_attribute("leaf");
    for _ in 0..64 {
        deep = context.array_attribute(&[deep, deep]);
    }
    let mut calls = 0;
    let replaced = deep.replace(&context, |attribute| {
        calls += 1;
        matches!(attribute.kind(&context), AttributeKind::String { .. }).then(|| context.unit_attribute())
    });
    assert_ne!(replaced, deep);
    assert_eq!(calls, 65);
    let back = replaced.replace(&context, |attribute| {
        (attribute == context.unit_attribute()).then(|| context.string_attribute("leaf"))
    });
    assert_eq!(back, deep);
}
