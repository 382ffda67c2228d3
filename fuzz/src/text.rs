//! The check of a text: it is refused with diagnostics, or what is printed of it reads back the same.

use std::cell::RefCell;
use std::hash::{DefaultHasher, Hash, Hasher};

use tvmlike_ir::{Context, Equivalence, Exclusive, Op, WalkOrder, WalkResult};
use tvmlike_text::{ParseOptions, Parsed, PrintOptions, parse_recorded, parse_source, print_top_level};

/// How many texts one context reads. Making a context takes longer than reading a short text.
const USES: u32 = 200;
/// The same for contexts that load dialects.
const USES_WITH_DIALECTS: u32 = 10_000;

/// How often a text is printed and read before its print must be final.
const ROUNDS: usize = 3;

/// The options of the printer whose output can be read again.
fn options(text: &[u8]) -> PrintOptions {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    let bits = hasher.finish();
    let debug_info = bits & 2 != 0;
    PrintOptions {
        generic: bits & 1 != 0,
        debug_info,
        local_scope: bits & 0b1100 == 0,
        value_users: bits & 0b11_0000 == 0,
        unique_ssa_ids: bits & 0b1100_0000 == 0,
        name_loc_as_prefix: debug_info && bits & 0x300 == 0,
        hex_elements_above: [Some(100), Some(2), None, Some(100)][(bits >> 10) as usize & 3],
        ..PrintOptions::default()
    }
}

/// A context that accepts every dialect and keeps its diagnostics for itself.
fn context(with_dialects: bool) -> Context {
    let context = Context::new();
    #[cfg(feature = "dialects")]
    if with_dialects {
        tvmlike_dialects::make_available(&context);
    }
    #[cfg(not(feature = "dialects"))]
    assert!(!with_dialects, "built without dialects");
    context.allow_unregistered_dialects(true);
    context.attach_diagnostic_handler(|context, diagnostic| {
        std::hint::black_box(context.render(diagnostic));
        true
    });
    context
}

fn print(context: &Context, parsed: &Parsed, options: &PrintOptions) -> Vec<u8> {
    let mut out = Vec::new();
    print_top_level(context, parsed.op, &parsed.external, options, &mut out).expect("a short text");
    out
}

fn contains(text: &[u8], words: &[&str]) -> bool {
    words
        .iter()
        .any(|word| text.windows(word.len()).any(|window| window == word.as_bytes()))
}

/// Operations whose operands end their form. As in MLIR, without operands they take the name of the next result for one.
const AMBIGUOUS: [&str; 7] = [
    "nvgpu.device_async_create_group",
    "shape.assuming_all",
    "smt.and",
    "smt.int.add",
    "smt.int.mul",
    "smt.or",
    "smt.xor",
];

/// What a text has in it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Forms {
    /// Operations in generic form, which shows all of them.
    Generic,
    /// Operations in custom form. As in MLIR, some forms leave out an empty list, or the location of an operation; so a
    /// text is printed several times before its print must be final.
    Custom,
}

impl Forms {
    fn options(self, text: &[u8]) -> PrintOptions {
        let options = options(text);
        match self {
            Self::Generic => options,
            Self::Custom => PrintOptions {
                debug_info: false,
                name_loc_as_prefix: false,
                ..options
            },
        }
    }
}

/// Whether what is printed equals what was read.
///
/// As in MLIR, the range of a location is lost if its ends are equal, affine expressions that print alike can differ, and
/// bits behind the last `i1` in hexadecimal are lost.
fn is_exact(text: &[u8]) -> bool {
    !contains(text, &["affine", "loc", "\"0x"])
}

/// Whether two readings of one text give equal attributes: distinct ones and resources are new each time.
fn is_repeatable(text: &[u8]) -> bool {
    !contains(text, &["distinct", "resource"])
}

fn read(edit: &mut Exclusive<'_>, text: &[u8]) -> Option<Parsed> {
    parse_source(edit, "fuzz", text, &ParseOptions::default()).ok()
}

fn expect_read(edit: &mut Exclusive<'_>, text: &[u8], from: &[u8]) -> Parsed {
    read(edit, text).unwrap_or_else(|| {
        panic!(
            "printed text is refused:\n{}\nfrom\n{}",
            String::from_utf8_lossy(text),
            String::from_utf8_lossy(from)
        )
    })
}

fn erase(edit: &mut Exclusive<'_>, op: Op) {
    op.erase(edit).expect("nothing uses what is in a module");
}

/// Reads a text, prints what it contains, and reads that again.
///
/// # Panics
/// The text is accepted and something differs then, or memory of operations is lost.
pub fn check(text: &[u8]) {
    with_contexts(false, |contexts| check_in(contexts, text, Forms::Generic));
}

/// As [`check`], in contexts that know MLIR's dialects. What does not verify is printed, too, and names are recorded.
///
/// # Panics
/// The text is accepted and something differs then, or memory of operations is lost.
pub fn check_dialects(text: &[u8]) {
    with_contexts(true, |contexts| {
        if !contains(text, &AMBIGUOUS) {
            check_in(contexts, text, Forms::Custom);
        }
        print_unverified(&contexts[0], text);
    });
}

/// Runs a check in two contexts of this thread.
fn with_contexts(with_dialects: bool, check: impl FnOnce(&[Context; 2])) {
    thread_local! {
        static CONTEXTS: RefCell<(u32, Option<[Context; 2]>)> = const { RefCell::new((0, None)) };
    }
    let most = if with_dialects { USES_WITH_DIALECTS } else { USES };
    CONTEXTS.with_borrow_mut(|(uses, contexts)| {
        if *uses == most {
            (*uses, *contexts) = (0, None);
        }
        *uses += 1;
        check(contexts.get_or_insert_with(|| [context(with_dialects), context(with_dialects)]));
    });
}

fn print_unverified(context: &Context, text: &[u8]) {
    let mut edit = context.exclusive().expect("a context that nothing uses");
    let unverified = ParseOptions {
        skip_verification: true,
        ..ParseOptions::default()
    };
    let (parsed, recording) = parse_recorded(&mut edit, "fuzz", text, &unverified);
    let complete = recording.operations.iter().filter(|op| op.end.is_some());
    std::hint::black_box(complete.count());
    if let Ok(parsed) = parsed {
        let unresolved = recording.uses.iter().filter(|used| used.definition.is_none());
        assert_eq!(unresolved.count(), 0, "a name that was read has no definition");
        let options = PrintOptions {
            assume_verified: true,
            ..options(text)
        };
        std::hint::black_box(print(&edit, &parsed, &options));
        erase(&mut edit, parsed.op);
    }
}

fn check_in([first, second]: &[Context; 2], text: &[u8], forms: Forms) {
    let mut edit = first.exclusive().expect("a context that nothing uses");
    let Some(mut parsed) = read(&mut edit, text) else {
        let before = edit.operation_bytes();
        assert!(read(&mut edit, text).is_none());
        assert_eq!(
            edit.operation_bytes(),
            before,
            "a refused text leaves operations behind"
        );
        return;
    };
    // As in MLIR, equal indices are printed as one scalar, which cannot be read if the values are a list.
    if contains(text, &["sparse"]) {
        std::hint::black_box(print(&edit, &parsed, &options(text)));
        erase(&mut edit, parsed.op);
        return;
    }
    let options = forms.options(text);
    let mut printed = print(&edit, &parsed, &options);
    if forms == Forms::Custom || !is_exact(text) {
        for _ in 0..ROUNDS {
            erase(&mut edit, parsed.op);
            parsed = expect_read(&mut edit, &printed, text);
            printed = print(&edit, &parsed, &options);
        }
    }
    if is_repeatable(&printed) {
        let again = expect_read(&mut edit, &printed, text);
        let flags = match options.debug_info {
            true => Equivalence::NONE,
            false => Equivalence::IGNORE_LOCATIONS,
        };
        check_equal(&edit, (parsed.op, again.op), flags, &options, text);
        erase(&mut edit, again.op);
        count(&edit, parsed.op);
        erase(&mut edit, parsed.op);
        return;
    }
    // Keys of resources are renamed in a context that has them.
    let mut other = second.exclusive().expect("a context that nothing uses");
    let again = expect_read(&mut other, &printed, text);
    erase(&mut other, again.op);
    count(&edit, parsed.op);
    erase(&mut edit, parsed.op);
}

fn check_equal(
    context: &Context,
    (was, is): (Op, Op),
    flags: Equivalence,
    options: &PrintOptions,
    text: &[u8],
) {
    let print = |op| {
        let mut out = Vec::new();
        tvmlike_text::print_op(context, op, options, &mut out).expect("a short text");
        String::from_utf8_lossy(&out).into_owned()
    };
    let text = String::from_utf8_lossy(text);
    assert_eq!(print(was), print(is), "from\n{text}");
    assert!(
        was.is_structurally_equal(context, is, flags),
        "not equal to\n{}\nfrom\n{text}",
        print(is)
    );
    assert_eq!(
        was.structural_hash(context, flags),
        is.structural_hash(context, flags),
        "from\n{text}"
    );
}

/// Walks in both orders, which must visit the same number of operations.
fn count(context: &Context, root: Op) {
    let count = |order| {
        let mut count = 0;
        root.walk(context, order, |_| {
            count += 1;
            WalkResult::Advance
        });
        count
    };
    assert_eq!(count(WalkOrder::PreOrder), count(WalkOrder::PostOrder));
}
