//! `tvmlike-opt`: options, streams and exit codes.

mod common;
mod lsp;

use common::{Outcome, opt};

const OP: &str = "\"app.op\"() : () -> ()\n";

#[test]
fn the_standard_input_is_printed_as_a_module() {
    let run = opt(&["--allow-unregistered-dialect"], OP);
    assert_eq!(run.output, "module {\n  \"app.op\"() : () -> ()\n}\n\n");
    assert_eq!((run.code, run.errors.as_str()), (0, ""));
    assert_eq!(opt(&["-", "-allow-unregistered-dialect"], OP), run);
    assert_eq!(opt(&["--allow-unregistered-dialect=true", "--", "-"], OP), run);
}

#[test]
fn unregistered_dialects_are_refused() {
    for args in [&[][..], &["--allow-unregistered-dialect=false"]] {
        let run = opt(args, OP);
        assert_eq!((run.code, run.output.as_str()), (1, ""));
        assert_eq!(
            run.errors,
            "<stdin>:1:9: error: operation being parsed with an unregistered dialect. If this is intended, \
             please use -allow-unregistered-dialect with the MLIR tool used\n\"app.op\"() : () -> ()\n        ^\n"
        );
        // Nor can the operations of known dialects have types and attributes of others.
        let cases = [
            ("to !a.b", "47: error: `!\"a\"<\"b\">` type"),
            ("to !a<b>", "44: error: `!\"a\"<\"b\">` type"),
            ("to i32 {c = #a.b}", "56: error: #\"a\"<\"b\"> : 'none' attribute"),
            (
                "to i32 {c = #a.b : i8}",
                "56: error: #\"a\"<\"b\"> : 'i8' attribute",
            ),
        ];
        for (types, message) in cases {
            let run = opt(args, format!("%0 = builtin.unrealized_conversion_cast {types}\n"));
            assert_eq!((run.code, run.output.as_str()), (1, ""));
            let expected = format!(
                "<stdin>:1:{message} created with unregistered dialect. If this is intended, please "
            );
            assert!(run.errors.starts_with(&expected), "{}", run.errors);
        }
    }
}

#[test]
fn files_are_read_and_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (input, output) = (path("a.mlir"), path("b.mlir"));
    std::fs::write(&input, "module @a {\n}\n").unwrap();
    for args in [[input.as_str(), "-o", &output], ["-o", &output, &input]] {
        let run = opt(&args, "");
        assert_eq!(run, Outcome::default());
        assert_eq!(std::fs::read_to_string(&output).unwrap(), "module @a {\n}\n\n");
    }
    // A run that fails leaves no file. Places name the file as the argument does.
    std::fs::write(&input, "module @a").unwrap();
    let run = opt(&[&input, &format!("-o={output}")], "");
    assert_eq!(run.code, 1);
    assert!(
        run.errors
            .starts_with(&format!("{input}:1:9: error: expected '{{'")),
        "{}",
        run.errors
    );
    assert!(!std::fs::exists(&output).unwrap());
}

#[test]
fn files_that_cannot_be_opened_are_reported() {
    let run = opt(&["nowhere.mlir"], "");
    assert_eq!(run.code, 1);
    assert_eq!(
        run.errors,
        "cannot open input file 'nowhere.mlir': No such file or directory\n"
    );
    let run = opt(&["-o", "nowhere/b.mlir"], "module {\n}\n");
    assert_eq!(run.code, 1);
    assert!(
        run.errors
            .starts_with("cannot open output file 'nowhere/b.mlir': "),
        "{}",
        run.errors
    );
    let run = opt(&["a", "b"], "");
    assert_eq!(run.code, 1);
    assert!(
        run.errors.contains("Too many positional arguments specified!"),
        "{}",
        run.errors
    );
}

#[test]
fn wrong_options_are_reported() {
    let cases = [
        (
            &["--mlir-print-op-generik"][..],
            "tvmlike-opt: Unknown command line argument '--mlir-print-op-generik'.  Try: 'tvmlike-opt --help'\n\
             tvmlike-opt: Did you mean '--mlir-print-op-generic'?\n",
        ),
        (
            &["--canonicalise"],
            "tvmlike-opt: Unknown command line argument '--canonicalise'.  Try: 'tvmlike-opt --help'\n\
             tvmlike-opt: Did you mean '--canonicalize'?\n",
        ),
        (
            &["--xyz"],
            "tvmlike-opt: Unknown command line argument '--xyz'.  Try: 'tvmlike-opt --help'\n",
        ),
        (&["-o"], "tvmlike-opt: for the -o option: requires a value!\n"),
        (
            &["--emit=llvm"],
            "tvmlike-opt: for the --emit option: 'llvm' is unknown: expected mlir, llvm-ir, stats or stats-json\n",
        ),
        (
            &["--mlir-print-op-generic=perhaps"],
            "tvmlike-opt: for the --mlir-print-op-generic option: 'perhaps' is invalid value for boolean \
             argument! Try 0 or 1\n",
        ),
        (
            &["--mlir-elide-elementsattrs-if-larger", "many"],
            "tvmlike-opt: for the --mlir-elide-elementsattrs-if-larger option: 'many' value invalid for integer \
             argument!\n",
        ),
    ];
    for (args, errors) in cases {
        let run = opt(args, "");
        assert_eq!((run.code, run.errors.as_str()), (1, errors), "{args:?}");
        assert_eq!(run.output, "", "{args:?}");
    }
}

#[test]
fn help_lists_every_option() {
    let run = opt(&["--help"], "");
    assert_eq!((run.code, run.errors.as_str()), (0, ""));
    for option in [
        "-o=<filename>",
        "--split-input-file",
        "--emit=<mlir|llvm-ir|stats|stats-json>",
        "--verify-each",
    ] {
        assert!(run.output.contains(option), "{}", run.output);
    }
    let run = opt(&["--version"], "");
    assert_eq!(run.output, format!("tvmlike-opt {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn operations_and_dialects_are_described() {
    let run = opt(&["--dump-op", "arith.addi"], "");
    assert_eq!((run.code, run.errors.as_str()), (0, ""));
    for line in [
        "operand lhs: signless-integer-like\n",
        "attribute overflowFlags: Integer overflow arith flags, default #arith.overflow<none>\n",
        "traits: Commutative, Pure, ",
        "format: $lhs `,` $rhs (`overflow` `` $overflowFlags^)? attr-dict `:` type($result)\n",
    ] {
        assert!(run.output.contains(line), "{}", run.output);
    }
    let run = opt(&["--dump-op=scf"], "");
    assert!(run.output.starts_with("# The dialect scf\n"), "{}", run.output);
    assert!(run.output.contains("\n## scf.for\n"), "{}", run.output);
    let cases = [
        (
            "arith.adi",
            "'arith.adi' is no operation; did you mean 'arith.addi'?\n",
        ),
        ("arit", "Dialect 'arit' not found; the library has: "),
    ];
    for (name, message) in cases {
        let run = opt(&["--dump-op", name], "");
        assert_eq!(run.code, 1);
        let start = "tvmlike-opt: for the --dump-op option: ";
        assert!(
            run.errors.starts_with(&format!("{start}{message}")),
            "{}",
            run.errors
        );
    }
}

#[test]
fn print_options_reach_the_printer() {
    let text = "%0 = \"app.op\"() {a = dense<[1, 2, 3]> : tensor<3xi8>} : () -> i32 loc(\"x\")\n";
    let cases = [
        (
            "--mlir-print-op-generic",
            "\"builtin.module\"() ({\n  %0 = \"app.op\"() {a = dense<[1, 2, 3]> : tensor<3xi8>} : () -> i32\n}) : () -> ()\n\n",
        ),
        (
            "--mlir-print-debuginfo",
            "module {\n  %0 = \"app.op\"() {a = dense<[1, 2, 3]> : tensor<3xi8>} : () -> i32 loc(#loc1)\n} loc(#loc)\n#loc = loc(\"<stdin>\":0:0)\n#loc1 = loc(\"x\")\n\n",
        ),
        ("--mlir-print-skip-regions", "module {...}\n\n"),
        (
            "--mlir-use-nameloc-as-prefix",
            "module {\n  %x = \"app.op\"() {a = dense<[1, 2, 3]> : tensor<3xi8>} : () -> i32\n}\n\n",
        ),
        (
            "--mlir-print-value-users",
            "module {\n  %0 = \"app.op\"() {a = dense<[1, 2, 3]> : tensor<3xi8>} : () -> i32 // unused\n}\n\n",
        ),
        (
            "--mlir-elide-elementsattrs-if-larger=2",
            "module {\n  %0 = \"app.op\"() {a = dense_resource<__elided__> : tensor<3xi8>} : () -> i32\n}\n\n",
        ),
        (
            "--mlir-print-elementsattrs-with-hex-if-larger=2",
            "module {\n  %0 = \"app.op\"() {a = dense<\"0x010203\"> : tensor<3xi8>} : () -> i32\n}\n\n",
        ),
        (
            "--mlir-print-local-scope",
            "module {\n  %0 = \"app.op\"() {a = dense<[1, 2, 3]> : tensor<3xi8>} : () -> i32\n}\n",
        ),
    ];
    for (option, wanted) in cases {
        let run = opt(&["--allow-unregistered-dialect", option], text);
        assert_eq!((run.code, run.errors.as_str()), (0, ""), "{option}");
        assert_eq!(run.output, wanted, "{option}");
    }
}

#[test]
fn a_single_operation_can_be_required() {
    let args = ["--allow-unregistered-dialect", "--no-implicit-module"];
    assert_eq!(opt(&args, OP).output, "\"app.op\"() : () -> ()\n\n");
    let run = opt(&args, OP.repeat(2));
    assert_eq!(run.code, 1);
    assert_eq!(
        run.errors,
        "<stdin>:0:0: error: source must contain a single top-level operation, found: 2\n"
    );
}

#[test]
fn invalid_operations_are_refused_with_their_text() {
    let run = opt(&[], "\"builtin.unrealized_conversion_cast\"() : () -> ()\n");
    assert_eq!((run.code, run.output.as_str()), (1, ""));
    assert!(
        run.errors
            .contains("note: see current operation: \"builtin.unrealized_conversion_cast\"() : () -> ()\n"),
        "{}",
        run.errors
    );
}

#[test]
fn stats_count_operations_and_symbols() {
    let text = "module @a {\n  module @b {\n    \"app.op\"() : () -> ()\n    \"app.op\"() : () -> ()\n  }\n  \"plain\"() : () -> ()\n}\n";
    let run = opt(&["--allow-unregistered-dialect", "--emit=stats"], text);
    assert_eq!((run.code, run.errors.as_str()), (0, ""));
    let lines: Vec<&str> = run.output.lines().collect();
    assert!(
        lines[0].starts_with("5 operations, 2 blocks, 2 regions, 3 levels, "),
        "{}",
        run.output
    );
    assert_eq!(
        lines[1..],
        [
            "(no dialect): 1",
            "         1  plain",
            "app: 2",
            "         2  app.op",
            "builtin: 2",
            "         2  builtin.module",
            "symbols: 2",
            "  @a  builtin.module",
            "  @b  builtin.module",
        ]
    );
    let run = opt(&["--allow-unregistered-dialect", "--emit=stats-json"], text);
    let (counts, symbols) = (
        "\"operations\":{\"\":{\"plain\":1},\"app\":{\"app.op\":2},\"builtin\":{\"builtin.module\":2}}",
        "{\"name\":\"b\",\"operation\":\"builtin.module\"}",
    );
    assert!(
        run.output.contains(counts) && run.output.contains(symbols),
        "{}",
        run.output
    );
}

#[test]
fn dialects_in_irdl_are_registered_before_the_input_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let good = path(
        "good.mlir",
        "irdl.dialect @d {\n  irdl.operation @x {\n    %0 = irdl.is i32\n    irdl.results(r: %0)\n  }\n}\n",
    );
    let run = opt(&["--irdl-file", &good], "%0 = \"d.x\"() : () -> i32\n");
    assert_eq!(
        (run.code, run.output.as_str(), run.errors.as_str()),
        (0, "module {\n  %0 = \"d.x\"() : () -> i32\n}\n\n", "")
    );
    let run = opt(&["--irdl-file", &good], "%0 = \"d.x\"() : () -> i64\n");
    assert!(
        run.errors
            .starts_with("<stdin>:1:6: error: expected 'i32' but got 'i64'\n"),
        "{}",
        run.errors
    );
    let bad = path("bad.mlir", "irdl.dialect @d {\n  irdl.operation @X\n}\n");
    let run = opt(&["--irdl-file", &bad], "");
    let expected = format!("{bad}:2:3: error: name of operation should not contain uppercase letters\n");
    assert!(
        run.code == 1 && run.errors.starts_with(&expected),
        "{}",
        run.errors
    );
    let missing = format!("--irdl-file={}", folder.path().join("none").display());
    let run = opt(&[&missing], "");
    assert!(
        run.code == 1 && run.errors.contains("cannot open input file"),
        "{}",
        run.errors
    );
}
