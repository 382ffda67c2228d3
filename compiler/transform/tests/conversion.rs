//! Dialect conversion: what it makes, and that a failed one changes nothing.

use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};

use smallvec::SmallVec;
use tvmlike_ir::{Context, Equivalence, Mapping, Op, OpState, Type, Value};
use tvmlike_text::{PrintOptions, parse_module, print_top_level};
use tvmlike_transform::{
    BlockSignature, ConversionFn, ConversionPatterns, ConversionRewriter, ConversionTarget,
    ConvertedOperands, Legality, Materialization, TypeConverter, convert_full, convert_partial,
};

fn context() -> Context {
    let context = Context::new();
    tvmlike_dialects::make_available(&context);
    context.allow_unregistered_dialects(true);
    context
}

fn print(context: &Context, op: Op) -> String {
    let mut text = Vec::new();
    print_top_level(context, op, &Vec::new(), &PrintOptions::default(), &mut text)
        .expect("the module can be printed");
    String::from_utf8(text).expect("the text is UTF-8")
}

/// Makes an operation without properties.
fn make(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    name: &str,
    operands: &[Value],
    results: &[Type],
) -> Op {
    let context = rewriter.context();
    rewriter.create(&OpState {
        operands,
        results,
        ..OpState::new(context.identifier(name), op.location(context))
    })
}

/// `index` becomes `i64`, and `i128` two of these. Casts join both.
fn converter() -> Rc<TypeConverter> {
    let mut converter = TypeConverter::new();
    converter.add_many(|_, context, ty| {
        Some(Some(if ty == context.index_type() {
            SmallVec::from_slice(&[context.i64()])
        } else if ty.bit_width(context) == Some(128) {
            SmallVec::from_slice(&[context.i64(); 2])
        } else {
            SmallVec::from_slice(&[ty])
        }))
    });
    converter.add_source(|rewriter, request| cast(rewriter, request).first().copied());
    converter.add_target(|rewriter, request| Some(cast(rewriter, request)));
    Rc::new(converter)
}

fn cast(rewriter: &mut tvmlike_ir::Rewriter<'_, '_>, request: &Materialization<'_>) -> SmallVec<[Value; 1]> {
    let context = rewriter.context();
    let op = rewriter.create(&OpState {
        operands: request.inputs,
        results: request.results,
        ..OpState::new(context.identifier("test.cast"), request.location)
    });
    op.results(context).collect()
}

/// Replaces `test.old` by `test.new`, whose result has the converted types.
fn rename(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, operands: &ConvertedOperands) -> Option<()> {
    let context = rewriter.context();
    let converter = rewriter.converter()?;
    let values: Vec<Value> = operands.groups().iter().flatten().copied().collect();
    let types = converter.convert_all(context, op.results(context).map(|result| result.ty(context)))?;
    let new = make(rewriter, op, "test.new", &values, &types);
    let mut results = new.results(context);
    let groups: Vec<SmallVec<[Value; 1]>> = op
        .results(context)
        .map(|result| {
            let count = converter.convert(context, result.ty(context))?.len();
            Some(results.by_ref().take(count).collect())
        })
        .collect::<Option<_>>()?;
    rewriter.replace_op_by_many(op, &groups);
    Some(())
}

/// Whether [`change_everything`] has come to its end.
static CHANGED: AtomicBool = AtomicBool::new(false);

/// Does everything that a rewriter can do, and leaves an operation that nothing makes legal.
fn change_everything(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let block = op.block(context)?;
    let body = op.region(context, 0)?;
    let entry = body.first_block(context)?;
    let rest = rewriter.split_block(block, Some(op));
    rewriter.clone_op(op, &mut Mapping::new());
    let signature: BlockSignature = rewriter.converter()?.convert_block(context, entry)?;
    let entry = rewriter.convert_block(entry, &signature);
    if let Some(first) = entry.first_op(context) {
        let name = context.identifier("test.mark");
        let mark = context.unit_attribute();
        rewriter.modify(first, |edit| {
            first.set_attribute(edit, name, mark);
            first.set_operands(edit, &[]);
        });
        rewriter.erase_op(first);
    }
    rewriter.inline_region(body, rest.region(context)?, Some(rest));
    let values: Vec<Value> = operands.groups().iter().flatten().copied().collect();
    let entry = entry.region(context).map(|_| entry)?;
    let stopped = rewriter.split_block_with(
        rest,
        rest.last_op(context),
        &[(context.i1(), op.location(context))],
    );
    rewriter.erase_block(stopped);
    rewriter.inline_block(entry, tvmlike_ir::InsertionPoint::at_end(block), &values);
    rewriter.set_before(op);
    make(rewriter, op, "test.illegal", &values, &[]);
    rewriter.erase_op(op);
    CHANGED.store(true, Ordering::Relaxed);
    Some(())
}

/// A conversion with patterns, in which `test.old`, `test.all` and `test.illegal` are illegal.
fn run(
    context: &Context,
    text: &str,
    patterns: &[ConversionFn],
    is_full: bool,
) -> Result<String, Vec<String>> {
    let mut edit = context.exclusive().expect("nothing else uses the context");
    let module = parse_module(&mut edit, "test.mlir", text.as_bytes()).expect("the text is valid");
    let before = print(context, module);
    let hash = module.structural_hash(context, Equivalence::NONE);
    let mut target = ConversionTarget::new();
    target
        .ops(
            context,
            &["test.old", "test.all", "test.illegal"],
            &Legality::Illegal,
        )
        .op(context, "test.new", Legality::Legal);
    let mut all = ConversionPatterns::new();
    all.add_table(patterns, Some(&converter()));
    let convert = if is_full { convert_full } else { convert_partial };
    let (result, diagnostics) = context.capture_diagnostics(|| convert(&mut edit, module, &target, &all));
    context.verify(module).expect("the module is valid afterwards");
    match result {
        Ok(()) => Ok(print(context, module)),
        Err(_) => {
            assert_eq!(
                print(context, module),
                before,
                "a failed conversion changed the text"
            );
            assert_eq!(
                module.structural_hash(context, Equivalence::NONE),
                hash,
                "a failed conversion changed the structure"
            );
            Err(diagnostics
                .into_iter()
                .map(|diagnostic| diagnostic.message)
                .collect())
        }
    }
}

const OLD: ConversionFn = ConversionFn::new("test.old", rename);

#[test]
fn operations_that_stay_get_casts_and_converted_ones_none() {
    let text = r#"%0 = "test.use"() : () -> index
%1 = "test.old"(%0) : (index) -> index
%2 = "test.old"(%1) : (index) -> index
"test.use"(%2) : (index) -> ()"#;
    let printed = run(&context(), text, &[OLD], false).expect("the conversion succeeds");
    assert_eq!(
        printed,
        r#"module {
  %0 = "test.use"() : () -> index
  %1 = "test.cast"(%0) : (index) -> i64
  %2 = "test.new"(%1) : (i64) -> i64
  %3 = "test.new"(%2) : (i64) -> i64
  %4 = "test.cast"(%3) : (i64) -> index
  "test.use"(%4) : (index) -> ()
}
"#
    );
}

#[test]
fn one_value_can_become_several() {
    let text = r#"%0 = "test.old"() : () -> i128
%1 = "test.old"(%0) : (i128) -> i128
"test.use"(%0, %1) : (i128, i128) -> ()"#;
    let printed = run(&context(), text, &[OLD], false).expect("the conversion succeeds");
    assert_eq!(
        printed,
        r#"module {
  %0:2 = "test.new"() : () -> (i64, i64)
  %1 = "test.cast"(%0#0, %0#1) : (i64, i64) -> i128
  %2:2 = "test.new"(%0#0, %0#1) : (i64, i64) -> (i64, i64)
  %3 = "test.cast"(%2#0, %2#1) : (i64, i64) -> i128
  "test.use"(%1, %3) : (i128, i128) -> ()
}
"#
    );
}

#[test]
fn a_failed_conversion_leaves_text_and_structure_as_they_were() {
    let text = r#"func.func @f(%a: index, %b: i128) -> index {
  %0 = "test.old"(%a) : (index) -> index
  "test.all"(%0, %b) ({
  ^bb0(%c: index, %d: i128):
    "test.first"(%c) {kept} : (index) -> ()
    %1 = "test.old"(%d) : (i128) -> i128
  }) : (index, i128) -> ()
  %2 = "test.old"(%0) : (index) -> index
  return %2 : index
}"#;
    let all = ConversionFn::new("test.all", change_everything);
    let messages = run(&context(), text, &[OLD, all], false).expect_err("nothing makes test.illegal legal");
    assert_eq!(
        messages,
        ["failed to legalize operation 'test.all' that was explicitly marked illegal"]
    );
    assert!(
        CHANGED.load(Ordering::Relaxed),
        "the pattern has not done everything"
    );
    let messages = run(&context(), text, &[OLD], true).expect_err("functions are not legal");
    assert_eq!(messages, ["failed to legalize operation 'builtin.module'"]);
}

#[test]
fn a_pattern_that_gives_up_is_undone_and_the_next_one_tried() {
    fn give_up(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, _: &ConvertedOperands) -> Option<()> {
        make(rewriter, op, "test.garbage", &[], &[]);
        rewriter.erase_op(op);
        None
    }
    let patterns = [ConversionFn::new("test.old", give_up).with_benefit(9), OLD];
    let printed = run(&context(), r#""test.old"() : () -> ()"#, &patterns, false);
    assert_eq!(
        printed.as_deref(),
        Ok("module {\n  \"test.new\"() : () -> ()\n}\n")
    );
}

#[test]
fn a_cast_that_no_converter_makes_fails_and_is_undone() {
    fn to_float(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, _: &ConvertedOperands) -> Option<()> {
        let float = rewriter.context().f32();
        let new = make(rewriter, op, "test.new", &[], &[float]);
        rewriter.replace_op_with(op, new);
        Some(())
    }
    let context = context();
    let mut edit = context.exclusive().expect("nothing else uses the context");
    let text = "%0 = \"test.old\"() : () -> index\n\"test.use\"(%0) : (index) -> ()";
    let module = parse_module(&mut edit, "test.mlir", text.as_bytes()).expect("the text is valid");
    let before = print(&context, module);
    let mut target = ConversionTarget::new();
    target
        .op(&context, "test.old", Legality::Illegal)
        .op(&context, "test.new", Legality::Legal);
    let mut patterns = ConversionPatterns::new();
    patterns.add(ConversionFn::new("test.old", to_float), None);
    let (result, diagnostics) =
        context.capture_diagnostics(|| convert_partial(&mut edit, module, &target, &patterns));
    assert!(result.is_err());
    assert_eq!(print(&context, module), before);
    assert_eq!(
        diagnostics[0].message,
        "failed to legalize unresolved materialization from ('f32') to ('index') that remained live after conversion"
    );
}

#[test]
fn operations_in_a_recursively_legal_one_are_left_alone() {
    let text = r#""test.keep"() ({ "test.old"() : () -> () }) : () -> ()"#;
    let context = context();
    let mut edit = context.exclusive().expect("nothing else uses the context");
    let module = parse_module(&mut edit, "test.mlir", text.as_bytes()).expect("the text is valid");
    let mut target = ConversionTarget::new();
    target
        .op(&context, "test.old", Legality::Illegal)
        .op(&context, "test.keep", Legality::Legal)
        .recursively_legal(&context, "test.keep", None);
    let result = convert_partial(&mut edit, module, &target, &ConversionPatterns::new());
    assert!(result.is_ok());
}
