//! Verification: MLIR's checks in MLIR's words.

use crate::common;
use std::sync::Arc;

use common::{Parts, add, make, region};
use tvmlike_ir::{Context, Count, Dialect, Exclusive, Op, OpInfo, Traits};

/// A context with a dialect `r`: `r.return`, `r.func` (isolated) and `r.scope` (ordered regions).
fn context() -> Context {
    let context = Context::new();
    context.allow_unregistered_dialects(true);
    context
        .register_dialect(Dialect::new(context.identifier("r")))
        .unwrap();
    let name = |text| context.identifier(text);
    for info in [
        OpInfo::new(name("r.return")).with_traits(Traits::TERMINATOR),
        OpInfo::new(name("r.func")).with_traits(Traits::ISOLATED_FROM_ABOVE | Traits::SYMBOL),
        OpInfo::new(name("r.scope")),
        OpInfo::new(name("r.plain")),
        OpInfo::new(name("r.loop"))
            .with_implicit_terminator(name("r.yield"))
            .with_operands(Count::AtLeast(1)),
        OpInfo::new(name("r.exact"))
            .with_operands(Count::Exactly(2))
            .with_results(Count::Exactly(1)),
        OpInfo::new(name("r.branch"))
            .with_traits(Traits::TERMINATOR)
            .with_successors(Count::Exactly(1)),
        OpInfo::new(name("r.own")).with_verifier(Arc::new(|context, op| {
            Err(op.emit_op_error(context, "is never valid").emit())
        })),
    ] {
        context.register_operation(info).unwrap();
    }
    context
}

/// The first error of the operation that `build` creates, with its notes.
fn error(build: impl FnOnce(&mut Exclusive<'_>) -> Op) -> String {
    let context = context();
    let mut edit = context.exclusive().unwrap();
    let op = build(&mut edit);
    let (result, diagnostics) = context.capture_diagnostics(|| context.verify(op));
    assert_eq!(result.is_err(), !diagnostics.is_empty());
    assert!(diagnostics.len() < 2, "verification stops at the first error");
    diagnostics.first().map_or_else(String::new, |diagnostic| {
        let mut text = diagnostic.message.clone();
        for note in &diagnostic.notes {
            text += &format!("\n  {}", note.message);
        }
        text
    })
}

fn with_region(edit: &mut Exclusive<'_>, name: &str, body: tvmlike_ir::Region) -> Op {
    make(
        edit,
        name,
        &Parts {
            regions: &[Some(body)],
            ..Parts::default()
        },
    )
}

#[test]
fn blocks_end_with_terminators() {
    for (ops, expected) in [
        (&[][..], "empty block: expect at least a terminator"),
        (&["r.plain"], "block with no terminator, has 'r.plain'"),
        (
            &["r.return", "r.return"],
            "'r.return' op must be the last operation in the parent block",
        ),
        (&["r.plain", "r.return"], ""),
        (&["r.plain", "t.unknown"], ""),
    ] {
        let given = error(|edit| {
            let (body, [block]) = region::<1>(edit);
            for name in ops {
                add(edit, block, name, &Parts::default());
            }
            with_region(edit, "r.scope", body)
        });
        assert_eq!(given, expected);
    }
    let unknown_parent = error(|edit| {
        let (body, [_]) = region::<1>(edit);
        with_region(edit, "t.unknown", body)
    });
    assert_eq!(unknown_parent, "");
}

#[test]
fn branches_stay_in_their_region_and_end_their_block() {
    let branch = |same: bool, last: bool, to_entry: bool, name: &'static str| {
        error(move |edit| {
            let (body, [entry, next]) = region::<2>(edit);
            let (other, [elsewhere]) = region::<1>(edit);
            let to = match (same, to_entry) {
                (false, _) => elsewhere,
                (true, true) => entry,
                (true, false) => next,
            };
            add(
                edit,
                entry,
                name,
                &Parts {
                    successors: &[to],
                    ..Parts::default()
                },
            );
            if !last {
                add(edit, entry, "r.plain", &Parts::default());
            }
            add(edit, next, "r.return", &Parts::default());
            add(edit, elsewhere, "r.return", &Parts::default());
            make(
                edit,
                "r.scope",
                &Parts {
                    regions: &[Some(body), Some(other)],
                    ..Parts::default()
                },
            )
        })
    };
    assert_eq!(branch(true, true, false, "t.br"), "");
    assert_eq!(
        branch(true, true, true, "t.br"),
        "entry block of region may not have predecessors"
    );
    assert_eq!(
        branch(true, false, false, "t.br"),
        "operation with block successors must terminate its parent block"
    );
    // The other region is checked first: its entry has a predecessor.
    assert_eq!(
        branch(false, true, false, "t.br"),
        "entry block of region may not have predecessors"
    );
}

#[test]
fn a_branch_to_another_region_is_refused() {
    let refused = |name: &'static str| {
        error(move |edit| {
            let (inner, [inner_block]) = region::<1>(edit);
            let (body, [entry, next]) = region::<2>(edit);
            add(
                edit,
                inner_block,
                name,
                &Parts {
                    successors: &[next],
                    ..Parts::default()
                },
            );
            add(
                edit,
                entry,
                "r.scope",
                &Parts {
                    regions: &[Some(inner)],
                    ..Parts::default()
                },
            );
            add(edit, entry, "r.return", &Parts::default());
            add(edit, next, "r.return", &Parts::default());
            with_region(edit, "r.scope", body)
        })
    };
    assert_eq!(
        refused("t.br"),
        "'t.br' op branching to block of a different region"
    );
    assert_eq!(
        refused("r.branch"),
        "reference to block defined in another region"
    );
}

#[test]
fn operands_are_defined_before_their_use() {
    let same_block = error(|edit| {
        let (body, [block]) = region::<1>(edit);
        let i32 = edit.i32();
        let late = make(
            edit,
            "t.late",
            &Parts {
                results: &[i32],
                ..Parts::default()
            },
        );
        add(
            edit,
            block,
            "t.use",
            &Parts {
                operands: &[late.result(edit, 0).unwrap()],
                ..Parts::default()
            },
        );
        block.append(edit, late).unwrap();
        add(edit, block, "r.return", &Parts::default());
        with_region(edit, "r.scope", body)
    });
    assert_eq!(
        same_block,
        "operand #0 does not dominate this use\n  operand defined here (op in the same block)"
    );
}

#[test]
fn operands_are_defined_on_every_path_to_their_use() {
    let same_region = |argument: bool| {
        error(move |edit| {
            let (body, [entry, left, right]) = region::<3>(edit);
            let (i32, location) = (edit.i32(), edit.unknown_location());
            add(
                edit,
                entry,
                "t.br",
                &Parts {
                    successors: &[left, right],
                    ..Parts::default()
                },
            );
            let value = match argument {
                true => left.add_argument(edit, i32, location),
                false => add(
                    edit,
                    left,
                    "t.def",
                    &Parts {
                        results: &[i32],
                        ..Parts::default()
                    },
                )
                .result(edit, 0)
                .unwrap(),
            };
            add(edit, left, "r.return", &Parts::default());
            add(
                edit,
                right,
                "t.use",
                &Parts {
                    operands: &[value],
                    ..Parts::default()
                },
            );
            add(edit, right, "r.return", &Parts::default());
            with_region(edit, "t.scope", body)
        })
    };
    assert_eq!(
        same_region(false),
        "operand #0 does not dominate this use\n  operand defined here (op in the same region)"
    );
    assert_eq!(
        same_region(true),
        "operand #0 does not dominate this use\n  operand defined as a block argument (block #1 in the same region)"
    );
}

#[test]
fn operands_are_visible_where_they_are_used() {
    let nested = |inside_uses: bool, siblings: bool| {
        error(move |edit| {
            let [(inner, [inner_block]), (other, [other_block])] = [(); 2].map(|()| region::<1>(edit));
            let (body, [block]) = region::<1>(edit);
            let i32 = edit.i32();
            let definition = make(
                edit,
                "t.def",
                &Parts {
                    results: &[i32],
                    ..Parts::default()
                },
            );
            let operands = [definition.result(edit, 0).unwrap()];
            let user = make(
                edit,
                "t.use",
                &Parts {
                    operands: &operands,
                    ..Parts::default()
                },
            );
            let (of_user, of_definition) = match (inside_uses, siblings) {
                (true, _) => (inner_block, None),
                (false, true) => (other_block, Some(inner_block)),
                (false, false) => (block, Some(inner_block)),
            };
            add(
                edit,
                block,
                "t.holder",
                &Parts {
                    regions: &[Some(inner), Some(other)],
                    ..Parts::default()
                },
            );
            of_user.append(edit, user).unwrap();
            of_definition.unwrap_or(block).append(edit, definition).unwrap();
            add(edit, block, "r.return", &Parts::default());
            with_region(edit, "r.scope", body)
        })
    };
    let place = |text| format!("operand #0 does not dominate this use\n  operand defined here (op {text})");
    assert_eq!(nested(true, false), place("in a parent region"));
    assert_eq!(nested(false, false), place("in a child region"));
    assert_eq!(
        nested(false, true),
        place("is neither in a parent nor in a child region")
    );
}

#[test]
fn an_isolated_operation_uses_nothing_from_outside() {
    let given = error(|edit| {
        let (inner, [inner_block]) = region::<1>(edit);
        let (body, [block]) = region::<1>(edit);
        let i32 = edit.i32();
        let value = add(
            edit,
            block,
            "t.def",
            &Parts {
                results: &[i32],
                ..Parts::default()
            },
        )
        .result(edit, 0)
        .unwrap();
        add(
            edit,
            inner_block,
            "t.use",
            &Parts {
                operands: &[value],
                ..Parts::default()
            },
        );
        add(
            edit,
            block,
            "builtin.module",
            &Parts {
                regions: &[Some(inner)],
                ..Parts::default()
            },
        );
        with_region(edit, "t.scope", body)
    });
    assert_eq!(
        given,
        "'t.use' op using value defined outside the region\n  required by region isolation constraints"
    );
}

#[test]
fn the_parts_of_a_module_are_checked() {
    let module = |change: fn(&mut Exclusive<'_>, Op)| {
        error(move |edit| {
            let (body, [_]) = region::<1>(edit);
            let op = with_region(edit, "builtin.module", body);
            change(edit, op);
            op
        })
    };
    assert_eq!(module(|_, _| {}), "");
    let two_blocks = module(|edit, op| {
        let block = edit.create_block(&[]);
        op.region(edit, 0).unwrap().append(edit, block).unwrap();
    });
    assert_eq!(
        two_blocks,
        "'builtin.module' op expects region #0 to have 0 or 1 blocks"
    );
    let argument = module(|edit, op| {
        let (i32, location) = (edit.i32(), edit.unknown_location());
        let block = op.region(edit, 0).unwrap().first_block(edit).unwrap();
        block.add_argument(edit, i32, location);
    });
    assert_eq!(argument, "'builtin.module' op region should have no arguments");
    let stray = module(|edit, op| {
        let (name, unit) = (edit.identifier("foo"), edit.unit_attribute());
        op.set_attribute(edit, name, unit);
    });
    assert_eq!(
        stray,
        "'builtin.module' op can only contain attributes with dialect-prefixed names, found: 'foo'"
    );
    let visibility = module(|edit, op| {
        for (name, value) in [("sym_name", "a"), ("sym_visibility", "hidden")] {
            let (name, value) = (edit.identifier(name), edit.string_attribute(value));
            op.set_attribute(edit, name, value);
        }
    });
    assert_eq!(
        visibility,
        "'builtin.module' op visibility expected to be one of [\"public\", \"private\", \"nested\"], but got \"hidden\""
    );
    let symbols = module(|edit, op| {
        let block = op.region(edit, 0).unwrap().first_block(edit).unwrap();
        for _ in 0..2 {
            let symbol = add(edit, block, "t.symbol", &Parts::default());
            let (name, value) = (edit.identifier("sym_name"), edit.string_attribute("twice"));
            symbol.set_attribute(edit, name, value);
        }
    });
    assert_eq!(
        symbols,
        "redefinition of symbol named 'twice'\n  see existing symbol definition here"
    );
    let empty = error(|edit| {
        make(
            edit,
            "builtin.module",
            &Parts {
                regions: &[None],
                ..Parts::default()
            },
        )
    });
    assert!(empty.ends_with("region #0 ('bodyRegion') failed to verify constraint: region with 1 blocks"));
    let regions = error(|edit| make(edit, "builtin.module", &Parts::default()));
    assert_eq!(regions, "'builtin.module' op requires one region");
    let cast = error(|edit| make(edit, "builtin.unrealized_conversion_cast", &Parts::default()));
    assert!(cast.ends_with("op expected at least one result for cast operation"));
}

#[test]
fn records_of_operations_are_enforced() {
    let plain = |name: &'static str| error(move |edit| make(edit, name, &Parts::default()));
    assert_eq!(plain("r.exact"), "'r.exact' op requires one result");
    assert_eq!(
        plain("r.branch"),
        "'r.branch' op requires 1 successor but found 0"
    );
    assert_eq!(
        plain("r.loop"),
        "'r.loop' op expected 1 or more operands, but found 0"
    );
    assert_eq!(plain("r.own"), "'r.own' op is never valid");
    assert_eq!(
        plain("r.func"),
        "'r.func' op requires string attribute 'sym_name'"
    );
    let operands = error(|edit| {
        let i32 = edit.i32();
        make(
            edit,
            "r.exact",
            &Parts {
                results: &[i32],
                ..Parts::default()
            },
        )
    });
    assert_eq!(operands, "'r.exact' op expected 2 operands, but found 0");
    let terminator = |name: &'static str| {
        error(move |edit| {
            let i32 = edit.i32();
            let (outer, [outer_block]) = region::<1>(edit);
            let value = add(
                edit,
                outer_block,
                "t.a",
                &Parts {
                    results: &[i32],
                    ..Parts::default()
                },
            );
            let operands = [value.result(edit, 0).unwrap()];
            let (body, [block]) = region::<1>(edit);
            add(edit, block, name, &Parts::default());
            add(
                edit,
                outer_block,
                "r.loop",
                &Parts {
                    operands: &operands,
                    regions: &[Some(body)],
                    ..Parts::default()
                },
            );
            with_region(edit, "t.scope", outer)
        })
    };
    assert_eq!(
        terminator("r.return"),
        "'r.loop' op expects regions to end with 'r.yield', found 'r.return'\n  \
         in custom textual format, the absence of terminator implies 'r.yield'"
    );
}

#[test]
fn operations_that_are_not_registered_need_permission() {
    let unknown = error(|edit| make(edit, "builtin.foo", &Parts::default()));
    assert_eq!(
        unknown,
        "unregistered operation 'builtin.foo' found in dialect ('builtin') that does not allow unknown operations"
    );
    let unregistered = error(|edit| {
        edit.allow_unregistered_dialects(false);
        make(edit, "t.a", &Parts::default())
    });
    assert!(
        unregistered
            .starts_with("'t.a' op created with unregistered dialect. If this is intended, please call")
    );
}

#[test]
fn deep_nests_are_verified_without_recursion() {
    for name in ["t.nest", "builtin.module"] {
        let given = error(|edit| {
            let mut op = make(edit, "t.leaf", &Parts::default());
            for _ in 0..20_000 {
                let (body, [block]) = region::<1>(edit);
                block.append(edit, op).unwrap();
                op = with_region(edit, name, body);
            }
            op
        });
        assert_eq!(given, "");
    }
}

#[test]
fn every_isolated_operation_is_checked() {
    let context = context();
    let mut edit = context.exclusive().unwrap();
    let (body, [block]) = region::<1>(&mut edit);
    for invalid in [true, false, true] {
        let (outer, [outer_block]) = region::<1>(&mut edit);
        for invalid in [invalid, invalid, false] {
            let (inner, [inner_block]) = region::<1>(&mut edit);
            if invalid {
                add(&mut edit, inner_block, "r.own", &Parts::default());
                add(&mut edit, inner_block, "r.own", &Parts::default());
            }
            add(
                &mut edit,
                outer_block,
                "builtin.module",
                &Parts {
                    regions: &[Some(inner)],
                    ..Parts::default()
                },
            );
        }
        add(
            &mut edit,
            block,
            "builtin.module",
            &Parts {
                regions: &[Some(outer)],
                ..Parts::default()
            },
        );
    }
    let module = with_region(&mut edit, "builtin.module", body);
    let (result, diagnostics) = context.capture_diagnostics(|| context.verify(module));
    assert!(result.is_err());
    let messages: Vec<_> = diagnostics
        .iter()
        .map(|diagnostic| diagnostic.message.as_str())
        .collect();
    assert_eq!(messages, ["'r.own' op is never valid"; 4]);
}
