//! Reading data files, and refusing wrong ones with the line and the reason.

use std::sync::Arc;

use tvmlike_define::{Blocks, Hooks, Predicate, read_dialect, register};
use tvmlike_ir::Context;

#[test]
fn a_file_gives_the_record() {
    let text = "dialect toy\n\
                constraint Int \"an \\\"int\\\"\" any(signless(32),element[not(index)]) type=\"i32\"\n\
                operation add verifier format=\"$a\"\n  \
                  attribute sizes Int default=\"array<i32>\"\n  \
                  operand* a Int groups=sizes\n  \
                  result? _ Int\n  \
                  region body blocks>=2\n  \
                  trait HasParent(toy.add)\n";
    let dialect = read_dialect(text).unwrap();
    assert_eq!(&*dialect.constraints[0].summary, "an \"int\"");
    assert_eq!(dialect.constraints[0].only_type.as_deref(), Some("i32"));
    assert!(matches!(&dialect.constraints[0].predicate, Predicate::Any(children) if children.len() == 2));
    let op = &dialect.operations[0];
    assert_eq!((&*op.name, &*op.results[0].name), ("toy.add", ""));
    assert!(op.verified_by_hand && !op.regions_verified_by_hand);
    assert_eq!(
        op.regions[0].blocks,
        Some((Blocks::AtLeast(2), "region with at least 2 blocks".into()))
    );
    assert_eq!(&*op.traits[0].arguments[0], "toy.add");
}

#[test]
fn operations_share_equal_traits() {
    let traits = "  trait Pure\n  trait HasParent(d.a)\n";
    let text = format!("dialect d\noperation a\n{traits}operation b\n{traits}// more\n  trait Commutative");
    let dialect = read_dialect(&text).unwrap();
    let names = |index: usize| {
        let traits = dialect.operations[index].traits.iter();
        traits.map(|each| &*each.name).collect::<Vec<_>>()
    };
    assert_eq!(names(0), ["Pure", "HasParent"]);
    assert_eq!(names(1), ["Pure", "HasParent", "Commutative"]);
    let text = text.replace("// more\n  trait Commutative", "");
    let operations = read_dialect(&text).unwrap().operations;
    assert!(Arc::ptr_eq(&operations[0].traits, &operations[1].traits));
}

#[test]
fn wrong_files_are_refused_with_the_line() {
    let deep = format!(
        "dialect d\nconstraint C \"c\" {}index{}",
        "not(".repeat(100),
        ")".repeat(100)
    );
    let cases = [
        ("", "line 1: expected 'dialect NAME'"),
        (
            "operation a",
            "line 1: expected one line 'dialect NAME', the first one",
        ),
        ("dialect d\nfoo", "line 2: unknown keyword 'foo'"),
        (
            "dialect d\n  operand a C",
            "line 2: 'operand' does not belong here",
        ),
        (
            "dialect d\noperation a\n  operand x C",
            "line 3: no constraint 'C' is defined before",
        ),
        (
            "dialect d\nconstraint C \"c",
            "line 2: a text has no closing quote",
        ),
        (
            "dialect d\nconstraint C \"c\" any(index",
            "line 2: expected ')' before ''",
        ),
        (
            "dialect d\nconstraint C \"c\" index more",
            "line 2: unexpected 'more'",
        ),
        (
            "dialect d\noperation a\n  trait Pure\n  trait A(x\n  trait B",
            "line 4: expected ')' at the end of 'A(x'",
        ),
        ("dialect d\n  trait A", "line 2: 'trait' does not belong here"),
        (deep.as_str(), "line 2: a predicate is nested more than 64 deep"),
    ];
    for (text, message) in cases {
        assert_eq!(read_dialect(text).unwrap_err().to_string(), message);
    }
}

#[test]
fn records_that_contradict_themselves_are_not_registered() {
    let constraint = "dialect toy\nconstraint Any \"any type\" anything\n";
    let cases = [
        (
            "operation a\n  operand* x Any\n  operand* y Any\n",
            "dialect 'toy': 'toy.a' has 2 operands of any number; it needs the trait AttrSizedOperandSegments or \
             SameVariadicOperandSize",
        ),
        (
            "operation a\n  operand x Any\n  trait AllTypesMatch(x,z) \"words\"\n",
            "dialect 'toy': 'toy.a' has no operand, result or attribute 'z'",
        ),
        ("constraint C \"c\" frob\n", "dialect 'toy': unknown test 'frob'"),
        (
            "constraint C \"c\" rank(x)\n",
            "dialect 'toy': wrong arguments of the test 'rank'",
        ),
    ];
    for (text, message) in cases {
        let context = Context::new();
        let record = Arc::new(read_dialect(&format!("{constraint}{text}")).unwrap());
        assert_eq!(
            register(&context, record, &Hooks::default()).unwrap_err(),
            message
        );
        assert!(context.dialect(b"toy").is_none());
    }
}

#[test]
fn a_dialect_with_wrong_names_is_not_registered_in_part() {
    let text = "dialect toy\noperation a\noperation b\n";
    let cases = [
        ("toy.a", "dialect 'toy': 'toy.a' is defined twice"),
        ("other.b", "dialect 'toy': 'other.b' is of another dialect"),
        ("b", "dialect 'toy': 'b' is of another dialect"),
    ];
    for (name, message) in cases {
        let context = Context::new();
        let mut record = read_dialect(text).unwrap();
        record.operations[1].name = name.into();
        assert_eq!(
            register(&context, Arc::new(record), &Hooks::default()).unwrap_err(),
            message
        );
        assert!(context.dialect(b"toy").is_none());
        assert!(context.op_info(context.identifier("toy.a")).is_none());
    }
}
