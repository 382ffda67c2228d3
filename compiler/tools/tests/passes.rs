//! `tvmlike-opt`: passes, reports and reproducers.

mod common;

use common::opt;

const ALLOW: &str = "--allow-unregistered-dialect";

const TEXT: &str = "func.func @f(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  %1 = arith.addi %a, %a : i32
  %2 = arith.muli %0, %1 : i32
  return %2 : i32
}
";

#[test]
fn passes_are_flags_and_a_pipeline() {
    let run = opt(&["--pass-pipeline=builtin.module(cse)"], TEXT);
    assert_eq!((run.code, run.errors.as_str()), (0, ""));
    assert_eq!(run.output.matches("arith.addi").count(), 1);
    assert_eq!(opt(&["--cse"], TEXT), run);
    assert_eq!(opt(&["--canonicalize=max-iterations=1", "-cse"], TEXT), run);
    let run = opt(&["--cse", "--pass-pipeline=any(cse)"], TEXT);
    assert_eq!((run.code, run.output.as_str()), (1, ""));
    assert!(run.errors.contains("cannot be given together"), "{}", run.errors);
    let run = opt(&["--canonicalize=depth=1"], TEXT);
    assert!(run.errors.contains("no such option depth"), "{}", run.errors);
    let run = opt(&["--list-passes"], "");
    assert!(
        run.output.contains("cse - Eliminate common sub-expressions"),
        "{}",
        run.output
    );
    assert!(
        run.output
            .contains("  region-simplify=<disabled|normal|aggressive> - "),
        "{}",
        run.output
    );
}

#[test]
fn reports_go_to_the_error_stream() {
    let flags = [
        "--pass-pipeline=builtin.module(func.func(cse),canonicalize)",
        "--mlir-print-ir-before-all",
        "--mlir-print-ir-after-all",
        "--mlir-print-ir-after-change",
        "--mlir-pass-statistics",
        "--mlir-timing",
        "--dump-pass-pipeline",
    ];
    let run = opt(&flags, TEXT);
    assert_eq!(run.code, 0);
    for part in [
        "Pass Manager with 2 passes:\nbuiltin.module(\n  func.func(\n    cse\n  ),\n  canonicalize{  max-iterations=10 ",
        "// -----// IR Dump Before CSE (cse) //----- //\nfunc.func @f(",
        "// -----// IR Dump After CSE (cse) //----- //\nfunc.func @f(",
        "// -----// IR Dump Before Canonicalizer (canonicalize) //----- //\nmodule {",
        "'func.func' Pipeline\n  CSE\n    (S) 1 num-cse'd - Number of operations CSE'd",
        "                         ... Pass statistics report ...\n",
        "                         ... Execution time report ...\n",
    ] {
        assert!(run.errors.contains(part), "{part}\n{}", run.errors);
    }
    assert!(!run.errors.contains("After Canonicalizer"), "{}", run.errors);
}

#[test]
fn a_reproducer_has_the_module_and_its_passes() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let path = folder.path().join("made.mlir");
    let path = path.to_str().expect("the path is UTF-8");
    let made = opt(
        &[
            "--pass-pipeline=builtin.module(cse)",
            &format!("--mlir-generate-reproducer={path}"),
        ],
        TEXT,
    );
    assert_eq!(made.code, 0);
    let text = std::fs::read_to_string(path).expect("the reproducer was written");
    assert_eq!(text.matches("arith.addi").count(), 2);
    assert!(text.contains("pipeline: \"builtin.module(cse)\""), "{text}");
    assert_eq!(opt(&["--run-reproducer", path], ""), made);
    // Without the flag, its passes do not run.
    assert_eq!(opt(&[path], "").output.matches("arith.addi").count(), 2);
    let failing = folder.path().join("failed.mlir");
    let failing = failing.to_str().expect("the path is UTF-8");
    let flag = format!("--mlir-pass-pipeline-crash-reproducer={failing}");
    assert_eq!(opt(&["--cse", &flag], TEXT).code, 0);
    assert!(!std::path::Path::new(failing).exists());
    let strict = "--pass-pipeline=builtin.module(canonicalize{test-convergence=true max-iterations=1})";
    let foldable =
        "func.func @f() -> i32 { %a = arith.constant 1 : i32 %b = arith.addi %a, %a : i32 return %b : i32 }";
    let run = opt(&[strict, &flag], foldable);
    assert_eq!((run.code, run.output.as_str()), (1, ""));
    assert!(run.errors.contains("did not converge"), "{}", run.errors);
    let note = format!(
        "note: Pipeline failed while executing [`Canonicalizer` on 'builtin.module' operation]: reproducer generated at `{failing}`"
    );
    assert!(run.errors.contains(&note), "{}", run.errors);
    assert_eq!(opt(&["--run-reproducer", failing], "").code, 1);
}

#[test]
fn a_local_reproducer_has_the_pass_that_failed_and_the_module_before_it() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let path = folder.path().join("failed.mlir");
    let path = path.to_str().expect("the path is UTF-8");
    let crash = format!("--mlir-pass-pipeline-crash-reproducer={path}");
    let flags = [
        "--pass-pipeline=builtin.module(cse,func.func(cse,canonicalize{max-iterations=1 test-convergence=true}),symbol-dce)",
        "--mlir-disable-threading",
        "--mlir-pass-pipeline-local-reproducer",
        &crash,
    ];
    let text = "func.func @f(%a: i32) -> (i32, i32) {
      %0 = arith.addi %a, %a : i32
      %1 = arith.addi %a, %a : i32
      %c = arith.constant 0 : i32
      %2 = arith.addi %0, %c : i32
      return %1, %2 : i32, i32
    }";
    let run = opt(&flags, text);
    assert_eq!((run.code, run.output.as_str()), (1, ""));
    let note = format!(
        "note: Pipeline failed while executing `Canonicalizer` on 'func.func' operation: @f: reproducer generated at `{path}`"
    );
    assert!(run.errors.contains(&note), "{}", run.errors);
    let written = std::fs::read_to_string(path).expect("the reproducer was written");
    // `cse` ran before, and `canonicalize` has changed nothing yet.
    assert_eq!(written.matches("arith.addi %arg0, %arg0").count(), 1, "{written}");
    assert!(written.contains("arith.constant"), "{written}");
    let pipeline = "pipeline: \"builtin.module(func.func(canonicalize{  max-iterations=1 ";
    assert!(written.contains(pipeline), "{written}");
    assert_eq!(opt(&["--run-reproducer", path], "").code, 1);
    let run = opt(&[flags[0], flags[2], &crash], text);
    assert_eq!((run.code, run.output.as_str()), (1, ""));
    assert!(
        run.errors.contains("add --mlir-disable-threading"),
        "{}",
        run.errors
    );
}

#[test]
fn the_time_is_also_written_as_json() {
    let flags = [
        "--pass-pipeline=builtin.module(func.func(cse),symbol-dce)",
        "--mlir-timing",
        "--mlir-output-format=json",
    ];
    let rows = |display: &str| {
        let display = format!("--mlir-timing-display={display}");
        let run = opt(&[flags[0], flags[1], flags[2], &display], TEXT);
        let read: serde_json::Value = serde_json::from_str(&run.errors).expect("the report is JSON");
        read.as_array().expect("a list").clone()
    };
    let names = |rows: &[serde_json::Value]| -> Vec<String> {
        let named = rows.iter().filter_map(|row| row["name"].as_str());
        named.map(str::to_owned).collect()
    };
    let tree = rows("tree");
    assert_eq!(
        names(&tree),
        ["'func.func' Pipeline", "SymbolDCE", "Rest", "Total"]
    );
    let nested = tree[0]["passes"].as_array().expect("a list");
    assert_eq!(names(nested), ["CSE"]);
    assert!(tree[3]["wall"]["percentage"].as_f64() == Some(100.0), "{tree:?}");
    let mut list = names(&rows("list"));
    list.sort();
    assert_eq!(list, ["CSE", "Rest", "SymbolDCE", "Total"]);
    let run = opt(&["--cse", "--mlir-output-format=xml"], TEXT);
    assert_eq!(run.code, 1);
}

#[test]
fn the_ir_is_printed_around_chosen_passes() {
    let run = opt(
        &[
            "--cse",
            "--symbol-dce",
            "--mlir-print-ir-before=symbol-dce",
            "--mlir-print-ir-after=cse",
        ],
        TEXT,
    );
    let headings: Vec<&str> = run
        .errors
        .lines()
        .filter(|line| line.starts_with("// -----//"))
        .collect();
    assert_eq!(
        headings,
        [
            "// -----// IR Dump After CSE (cse) //----- //",
            "// -----// IR Dump Before SymbolDCE (symbol-dce) //----- //"
        ]
    );
    let run = opt(&["--mlir-print-ir-before=cse,nothing"], TEXT);
    assert_eq!(run.code, 1);
    assert!(run.errors.contains("'nothing'"), "{}", run.errors);
}

#[test]
fn what_passes_change_is_printed_as_a_difference() {
    let run = opt(&["--cse", "--symbol-dce", "--print-ir-diff"], TEXT);
    assert_eq!(
        run.errors,
        "// -----// Changes of CSE (cse) ('builtin.module' operation) //----- //
@@ -1,8 +1,7 @@
 module {
   func.func @f(%arg0: i32) -> i32 {
     %0 = arith.addi %arg0, %arg0 : i32
-    %1 = arith.addi %arg0, %arg0 : i32
-    %2 = arith.muli %0, %1 : i32
-    return %2 : i32
+    %1 = arith.muli %0, %0 : i32
+    return %1 : i32
   }
 }

"
    );
}

#[test]
fn a_report_is_a_page_about_the_passes() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("out.html");
    let flag = format!("--report={}", path.display());
    let text = TEXT.replace("@f", "@\"</script>\"");
    let run = opt(&["--cse", "--symbol-dce", &flag], &text);
    assert_eq!((run.code, run.errors.as_str()), (0, ""));
    let page = std::fs::read_to_string(&path).expect("the page");
    let start = page.find("application/json\">").expect("the data") + "application/json\">".len();
    let end = start + page[start..].find("</script>").expect("its end");
    let data: serde_json::Value = serde_json::from_str(&page[start..end]).expect("JSON");
    let passes = data["passes"].as_array().expect("a list");
    assert_eq!(passes.len(), 2);
    assert_eq!(passes[0]["runs"][0]["outcome"], "changed");
    assert_eq!(passes[1]["runs"][0]["outcome"], "unchanged");
    // Texts that are equal are there once.
    assert_eq!(data["texts"].as_array().map(Vec::len), Some(2));
    // Nothing is loaded from elsewhere.
    assert!(!page.contains("http") && !page.contains("src="));
    let run = opt(&["--cse", "--report=/no/such/folder/out.html"], TEXT);
    assert_eq!((run.code, run.output.as_str()), (1, ""));
    assert!(run.errors.contains("cannot write the report"), "{}", run.errors);
}

#[test]
fn without_a_library_there_are_no_plugins() {
    let run = opt(&["--load-pass-plugin=plugin.so"], TEXT);
    assert_eq!(run.code, 1);
    assert!(
        run.errors.contains("this program has no plugins"),
        "{}",
        run.errors
    );
}

#[test]
fn a_report_is_written_without_passes_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("out.html");
    let run = opt(&[&format!("--report={}", path.display())], TEXT);
    assert_eq!((run.code, run.errors.as_str()), (0, ""));
    let page = std::fs::read_to_string(&path).expect("the page");
    assert!(page.contains(r#""pipeline":"builtin.module()""#), "{page}");
}

/// A function that reads a type from the start of memory for another type, and writes a number there.
fn memory(allocated: &str, read: &str) -> String {
    format!(
        "llvm.func @f(%a: i32) {{
  %one = llvm.mlir.constant(1 : i32) : i32
  %m = llvm.alloca %one x {allocated} : (i32) -> !llvm.ptr
  %v = llvm.load %m : !llvm.ptr -> {read}
  llvm.store %a, %m : i32, !llvm.ptr
  llvm.return
}}"
    )
}

#[test]
fn memory_is_split_by_sizes_of_any_depth_and_none_too_large_for_a_number() {
    let split = "llvm.alloca %0 x i32 : ";
    let whole = "llvm.alloca %0 x !llvm.struct<(i32, i32)> : ";
    // 2^61 elements of 8 bytes are 2^64 bytes.
    let huge = "vector<2305843009213693952xi64>";
    for (read, kept) in [("i32", split), ("i64", whole), (huge, whole)] {
        let run = opt(&["--sroa"], memory("!llvm.struct<(i32, i32)>", read));
        assert_eq!((run.code, run.errors.as_str()), (0, ""));
        assert!(run.output.contains(kept), "{read}: {}", run.output);
    }
    let depth = 500;
    let deep = format!("{}i32{}", "!llvm.struct<(".repeat(depth), ")>".repeat(depth));
    let run = opt(&["--sroa"], memory(&deep, "i32"));
    assert!(run.output.contains(split), "{}", run.output);
}

/// MLIR exchanges loops of which one's bounds depend on the other, which is not valid, and makes memory for one element of a vector.
#[test]
fn fused_loops_stay_valid() {
    let text = "func.func @exchanged(%x: f32, %m: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    affine.store %x, %m[%i] : memref<64xf32>
  }
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %v = affine.load %m[%j] : memref<64xf32>
      affine.store %v, %m[%j + 1] : memref<64xf32>
    }
  }
  return
}
";
    let run = opt(&["--affine-loop-fusion"], text);
    assert_eq!((run.code, run.errors.as_str()), (0, ""));
    let text = "func.func @vectors(%x: vector<4xf32>) {
  %m = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 16 {
    affine.vector_store %x, %m[%i * 4] : memref<64xf32>, vector<4xf32>
  }
  affine.for %i = 0 to 16 {
    %v = affine.vector_load %m[%i * 4] : memref<64xf32>, vector<4xf32>
  }
  return
}
";
    let run = opt(&["--affine-loop-fusion"], text);
    assert_eq!(run.output.matches("affine.for").count(), 1, "{}", run.output);
    assert!(run.output.contains("memref<64xf32>"), "{}", run.output);
    let text = text.replace("affine.vector_load %m[%i * 4]", "affine.vector_load %m[%i * 3]");
    let run = opt(&["--affine-loop-fusion"], &text);
    assert_eq!(run.output.matches("affine.for").count(), 2, "{}", run.output);
}

/// A loop whose results are used is not the one that is executed in another one; MLIR crashes.
#[test]
fn results_of_siblings_stay() {
    let text = "func.func @f(%m: memref<24xf32>, %zero: f32) -> f32 {
  %r = affine.for %j = 0 to 24 iter_args(%s = %zero) -> (f32) {
    %v = affine.load %m[%j] : memref<24xf32>
    %t = arith.addf %s, %v : f32
    affine.yield %t : f32
  }
  %q = affine.for %j = 0 to 24 iter_args(%s = %r) -> (f32) {
    %v = affine.load %m[%j] : memref<24xf32>
    %t = arith.addf %s, %v : f32
    affine.yield %t : f32
  }
  return %q : f32
}
";
    let run = opt(&["--affine-loop-fusion"], text);
    assert_eq!((run.code, run.errors.as_str()), (0, ""));
    assert_eq!(run.output.matches("affine.for").count(), 2, "{}", run.output);
}

/// An operation in a graph region can use its own results; no pattern replaces it by itself.
#[test]
fn operations_that_need_themselves_stay() {
    let module = r#"module {
  %c = "test.c"() : () -> i1
  %true = arith.constant true
  %r = "scf.if"(%c) ({ "scf.yield"(%r) : (i32) -> () }, { "scf.yield"(%r) : (i32) -> () }) : (i1) -> i32
  %a = affine.if affine_set<() : (0 == 0)>() -> i32 { affine.yield %a : i32 } else { affine.yield %a : i32 }
  %f = affine.for %i = 1 to 1 iter_args(%s = %f) -> i32 { affine.yield %s : i32 }
  %x = arith.xori %x, %true : i1
  "test.use"(%r, %a, %f, %x) : (i32, i32, i32, i1) -> ()
}"#;
    let run = opt(&[ALLOW, "--canonicalize"], module);
    assert_eq!((run.code, run.errors.as_str()), (0, ""));
    for name in ["scf.if", "affine.if", "affine.for", "arith.xori"] {
        assert!(run.output.contains(name), "{}", run.output);
    }
    let text = "func.func @f(%c: i1) -> i32 {\n%r = \"scf.if\"(%c) ({ \"scf.yield\"(%r) : (i32) -> () }, \
                { \"scf.yield\"(%r) : (i32) -> () }) : (i1) -> i32\nreturn %r : i32\n}";
    let unverified = "--mlir-very-unsafe-disable-verifier-on-parsing";
    assert!(
        opt(&[unverified, "--canonicalize"], text)
            .output
            .contains("scf.if")
    );
}

/// Maps of nested loops of unknown sizes are composed until they are too deep, and deep nests are simplified in time that is
/// quadratic at worst.
#[test]
fn deep_nests_are_simplified() {
    let depth = 1_200;
    let loops: String = (0..depth)
        .map(|number| format!("scf.for %i{number} = %c0 to %n step %c1 {{\n"))
        .collect();
    let text = format!(
        "func.func @f(%n: index) {{\n%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n\
         {loops}\"test.use\"(%n) : (index) -> ()\n{}\nreturn\n}}",
        "}".repeat(depth)
    );
    let run = opt(
        &[
            ALLOW,
            "--pass-pipeline=builtin.module(func.func(affine-loop-coalescing))",
        ],
        text,
    );
    assert_eq!((run.code, run.errors.as_str()), (0, ""));
    assert_eq!(run.output.matches("scf.for").count(), 1);
    let conditions = "affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%n) {\n".repeat(depth);
    let text = format!(
        "func.func @f(%n: index) {{\n{conditions}\"test.use\"(%n) : (index) -> ()\n{}\nreturn\n}}",
        "}".repeat(depth)
    );
    let run = opt(&[ALLOW, "--canonicalize"], text);
    assert_eq!((run.code, run.errors.as_str()), (0, ""));
    assert!(run.output.contains("test.use"));
}
