//! Modules of the llvm dialect, compiled and called.

mod common;

use common::{load, try_load};
use tvmlike_engine::{Address, trap};

/// The function at a symbol.
macro_rules! function {
    ($code:expr, $name:expr, fn($($argument:ty),*) $(-> $result:ty)?) => {{
        let address = $code.lookup($name).expect("the module defines the function");
        // SAFETY: the test calls the function with the type that its text gives it.
        unsafe {
            std::mem::transmute::<*const std::ffi::c_void, extern "C" fn($($argument),*) $(-> $result)?>(address.0)
        }
    }};
}

/// The result of a function `f` of a text.
macro_rules! call {
    ($text:expr, fn($($argument:ty),*) $(-> $result:ty)?, $($value:expr),*) => {{
        let code = load($text);
        function!(code, "f", fn($($argument),*) $(-> $result)?)($($value),*)
    }};
}

#[test]
fn numbers_are_added() {
    let text = "llvm.func @f(%a: i64, %b: i64) -> i64 { %0 = llvm.add %a, %b : i64 llvm.return %0 : i64 }";
    assert_eq!(call!(text, fn(i64, i64) -> i64, 40, 2), 42);
}

#[test]
fn loops_carry_arguments_of_blocks() {
    let text = "
    llvm.func @f(%n: i64) -> i64 {
      %0 = llvm.mlir.constant(0 : i64) : i64
      %1 = llvm.mlir.constant(1 : i64) : i64
      llvm.br ^head(%0, %0 : i64, i64)
    ^head(%i: i64, %sum: i64):
      %2 = llvm.icmp \"slt\" %i, %n : i64
      llvm.cond_br %2, ^body, ^end
    ^body:
      %3 = llvm.add %sum, %i : i64
      %4 = llvm.add %i, %1 : i64
      llvm.br ^head(%4, %3 : i64, i64)
    ^end:
      llvm.return %sum : i64
    }";
    assert_eq!(call!(text, fn(i64) -> i64, 101), 5050);
}

const DIVIDE: &str = "
llvm.func @f(%a: i32, %b: i32) -> i32 {
  %0 = llvm.sdiv %a, %b : i32
  llvm.return %0 : i32
}";

#[test]
fn a_trap_ends_the_call_and_names_the_place() {
    let code = load(DIVIDE);
    let f = function!(code, "f", fn(i32, i32) -> i32);
    assert_eq!(f(7, 2), 3);
    assert!(trap::take().is_none());
    f(7, 0);
    let found = trap::take().expect("the division trapped");
    assert_eq!(found.to_string(), "f: integer division by zero at test.mlir:3:8");
    assert_eq!(f(-7, 2), -3, "the code can be called again");
    f(i32::MIN, -1);
    let found = trap::take().expect("the division trapped");
    assert_eq!(
        found.to_string(),
        "f: integer overflow in a division at test.mlir:3:8"
    );
}

#[test]
fn a_trap_in_a_nested_call_with_arguments_on_the_stack_ends_it() {
    let text = "
    llvm.func @inner(%x: i64) -> i64 {
      %0 = llvm.mlir.constant(10 : i64) : i64
      %1 = llvm.icmp \"ugt\" %x, %0 : i64
      llvm.cond_br %1, ^bad, ^good
    ^bad:
      llvm.unreachable
    ^good:
      llvm.return %x : i64
    }
    llvm.func @f(%a: i64, %b: i64, %c: i64, %d: i64, %e: i64, %g: i64, %h: i64, %i: i64, %j: i64) -> i64 {
      %0 = llvm.call @inner(%j) : (i64) -> i64
      %1 = llvm.sub %0, %h : i64
      %2 = llvm.mul %1, %i : i64
      llvm.return %2 : i64
    }";
    let code = load(text);
    let f = function!(code, "f", fn(i64, i64, i64, i64, i64, i64, i64, i64, i64) -> i64);
    assert_eq!(f(1, 2, 3, 4, 5, 6, 7, 8, 9), 16);
    f(1, 2, 3, 4, 5, 6, 7, 8, 90);
    let found = trap::take().expect("the code is not to be reached");
    // The place is that of the branch: Cranelift tests its condition where it stands.
    assert_eq!(
        found.to_string(),
        "inner: reached llvm.unreachable at test.mlir:5:7"
    );
    assert_eq!(f(1, 2, 3, 4, 5, 6, 7, 8, 10), 24);
}

#[test]
fn abort_is_a_trap() {
    let text = "llvm.func @abort() llvm.func @f() { llvm.call @abort() : () -> () llvm.unreachable }";
    let code = load(text);
    function!(code, "f", fn())();
    let found = trap::take().expect("the code aborts");
    assert_eq!(found.to_string(), "f: aborted at test.mlir:1:37");
}

#[test]
fn structs_come_in_registers_and_in_memory() {
    #[repr(C)]
    #[derive(Debug, PartialEq)]
    struct Large {
        a: i32,
        b: f64,
        c: i64,
        d: i64,
        e: i8,
    }
    let text = "
    llvm.func @make(%a: i32, %b: f64) -> !llvm.struct<(i32, f64, i64, array<1 x i64>, i8)> {
      %0 = llvm.mlir.poison : !llvm.struct<(i32, f64, i64, array<1 x i64>, i8)>
      %1 = llvm.insertvalue %a, %0[0] : !llvm.struct<(i32, f64, i64, array<1 x i64>, i8)>
      %2 = llvm.insertvalue %b, %1[1] : !llvm.struct<(i32, f64, i64, array<1 x i64>, i8)>
      %3 = llvm.sext %a : i32 to i64
      %4 = llvm.insertvalue %3, %2[3, 0] : !llvm.struct<(i32, f64, i64, array<1 x i64>, i8)>
      %5 = llvm.insertvalue %3, %4[2] : !llvm.struct<(i32, f64, i64, array<1 x i64>, i8)>
      %6 = llvm.trunc %a : i32 to i8
      %7 = llvm.insertvalue %6, %5[4] : !llvm.struct<(i32, f64, i64, array<1 x i64>, i8)>
      llvm.return %7 : !llvm.struct<(i32, f64, i64, array<1 x i64>, i8)>
    }
    llvm.func @f(%out: !llvm.ptr, %a: i32, %b: f64) {
      %0 = llvm.call @make(%a, %b) : (i32, f64) -> !llvm.struct<(i32, f64, i64, array<1 x i64>, i8)>
      llvm.store %0, %out : !llvm.struct<(i32, f64, i64, array<1 x i64>, i8)>, !llvm.ptr
      llvm.return
    }
    llvm.func @pair(%a: i64, %b: f64) -> !llvm.struct<(i64, f64)> {
      %0 = llvm.mlir.undef : !llvm.struct<(i64, f64)>
      %1 = llvm.insertvalue %a, %0[0] : !llvm.struct<(i64, f64)>
      %2 = llvm.insertvalue %b, %1[1] : !llvm.struct<(i64, f64)>
      llvm.return %2 : !llvm.struct<(i64, f64)>
    }";
    #[repr(C)]
    struct Pair(i64, f64);
    let code = load(text);
    let mut made = Large {
        a: 0,
        b: 0.0,
        c: 0,
        d: 0,
        e: 0,
    };
    function!(code, "f", fn(&mut Large, i32, f64))(&mut made, -300, 2.5);
    let expected = Large {
        a: -300,
        b: 2.5,
        c: -300,
        d: -300,
        e: -44,
    };
    assert_eq!(made, expected);
    let direct = function!(code, "make", fn(i32, f64) -> Large)(-300, 2.5);
    assert_eq!(direct, expected);
    let pair = function!(code, "pair", fn(i64, f64) -> Pair)(7, 0.5);
    assert_eq!((pair.0, pair.1), (7, 0.5));
}

#[test]
fn globals_are_read_and_written() {
    let text = "
    llvm.mlir.global private constant @table(dense<[1.5, 2.5, 3.5]> : tensor<3xf32>) : !llvm.array<3 x f32>
    llvm.mlir.global internal @count(5 : i64) : i64
    llvm.mlir.global external @where() : !llvm.ptr {
      %0 = llvm.mlir.addressof @table : !llvm.ptr
      %1 = llvm.getelementptr %0[2] : (!llvm.ptr) -> !llvm.ptr, f32
      llvm.return %1 : !llvm.ptr
    }
    llvm.mlir.global internal constant @text(\"hello\") : !llvm.array<5 x i8>
    llvm.func @f(%i: i64) -> f32 {
      %0 = llvm.mlir.addressof @table : !llvm.ptr
      %1 = llvm.getelementptr %0[0, %i] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<3 x f32>
      %2 = llvm.load %1 : !llvm.ptr -> f32
      llvm.return %2 : f32
    }
    llvm.func @next() -> i64 {
      %0 = llvm.mlir.addressof @count : !llvm.ptr
      %1 = llvm.load %0 : !llvm.ptr -> i64
      %2 = llvm.mlir.constant(1 : i64) : i64
      %3 = llvm.add %1, %2 : i64
      llvm.store %3, %0 : i64, !llvm.ptr
      llvm.return %3 : i64
    }
    llvm.func @third() -> f32 {
      %0 = llvm.mlir.addressof @where : !llvm.ptr
      %1 = llvm.load %0 : !llvm.ptr -> !llvm.ptr
      %2 = llvm.load %1 : !llvm.ptr -> f32
      llvm.return %2 : f32
    }
    llvm.func @letter(%i: i32) -> i8 {
      %0 = llvm.mlir.addressof @text : !llvm.ptr
      %1 = llvm.getelementptr %0[%i] : (!llvm.ptr, i32) -> !llvm.ptr, i8
      %2 = llvm.load %1 : !llvm.ptr -> i8
      llvm.return %2 : i8
    }";
    let code = load(text);
    assert_eq!(function!(code, "f", fn(i64) -> f32)(1), 2.5);
    let next = function!(code, "next", fn() -> i64);
    assert_eq!((next(), next()), (6, 7));
    assert_eq!(function!(code, "third", fn() -> f32)(), 3.5);
    assert_eq!(function!(code, "letter", fn(i32) -> u8)(4), b'o');
    assert!(code.lookup("count").is_none(), "it is internal");
    assert!(code.lookup("where").is_some());
}

extern "C" fn twice(x: i32) -> i32 {
    2 * x
}

const IMPORT: &str = "
llvm.func @twice(i32) -> i32
llvm.func @pointer() -> !llvm.ptr { %0 = llvm.mlir.addressof @twice : !llvm.ptr llvm.return %0 : !llvm.ptr }
llvm.func @f(%x: i32) -> i32 {
  %0 = llvm.call @pointer() : () -> !llvm.ptr
  %1 = llvm.call %0(%x) : !llvm.ptr, (i32) -> i32
  %2 = llvm.call @twice(%1) : (i32) -> i32
  llvm.return %2 : i32
}";

#[test]
fn imports_are_supplied() {
    let code = try_load(IMPORT, &|name| {
        (name == "twice").then_some(Address(twice as *const std::ffi::c_void))
    });
    let code = code.expect("the import is there");
    assert_eq!(function!(code, "f", fn(i32) -> i32)(3), 12);
}

#[test]
fn what_is_wrong_is_named() {
    let refused = |text: &str| try_load(text, &|_| None).err().expect("the module is refused");
    assert_eq!(
        refused(IMPORT),
        "undefined symbols: twice; register functions with these names, or supply their addresses"
    );
    assert_eq!(
        refused("func.func @f() { return }"),
        "test.mlir:1:1: 'func.func': is not an operation of the llvm dialect; lower the module before it is compiled"
    );
    assert_eq!(
        refused("llvm.func @f(%x: i24) -> i24 { %0 = llvm.add %x, %x : i24 llvm.return %0 : i24 }"),
        "test.mlir:1:1: 'llvm.func': i24 is not supported by Cranelift; supported: i1, i8, i16, i32, i64, i128"
    );
    let asm = "llvm.func @f() {\n  llvm.inline_asm \"nop\", \"\" : () -> ()\n  llvm.return\n}";
    assert_eq!(
        refused(asm),
        "test.mlir:2:3: 'llvm.inline_asm': this operation is not supported by the engine"
    );
}

#[test]
fn a_module_that_does_not_verify_is_refused() {
    let (context, module) = common::parse("llvm.func @f() { llvm.return }");
    {
        let mut edit = context.exclusive().expect("the context is not in use");
        let name = context.identifier("sym_name");
        let function = module.first_nested(&context).expect("the module has a function");
        function.remove_attribute(&mut edit, name);
    }
    let error = tvmlike_engine::Program::read(&context, module)
        .err()
        .expect("refused");
    assert!(
        error.message.starts_with("the module does not verify: "),
        "{error}"
    );
}

#[test]
fn packed_entries_read_and_write_through_pointers() {
    let text = "llvm.func @f(%a: f64, %b: i32) -> f64 {
      %0 = llvm.sitofp %b : i32 to f64
      %1 = llvm.fmul %a, %0 : f64
      llvm.return %1 : f64
    }";
    let code = load(text);
    let (mut a, mut b, mut result) = (1.5f64, 4i32, 0f64);
    let mut arguments = [
        (&raw mut a).cast::<u8>(),
        (&raw mut b).cast(),
        (&raw mut result).cast(),
    ];
    function!(code, "_mlir_f", fn(*mut *mut u8))(arguments.as_mut_ptr());
    assert_eq!(result, 6.0);
    assert_eq!(code.symbols(), ["_mlir_f", "f"]);
}

#[test]
fn memory_of_the_stack_grows_in_loops_and_is_freed() {
    let text = "
    llvm.func @f(%n: i64) -> i64 {
      %0 = llvm.mlir.constant(0 : i64) : i64
      %1 = llvm.mlir.constant(1 : i64) : i64
      %null = llvm.mlir.zero : !llvm.ptr
      llvm.br ^head(%0, %null : i64, !llvm.ptr)
    ^head(%i: i64, %last: !llvm.ptr):
      %2 = llvm.icmp \"slt\" %i, %n : i64
      llvm.cond_br %2, ^body, ^walk(%last, %0 : !llvm.ptr, i64)
    ^body:
      %3 = llvm.alloca %1 x !llvm.struct<(ptr, i64)> : (i64) -> !llvm.ptr
      llvm.store %last, %3 : !llvm.ptr, !llvm.ptr
      %4 = llvm.getelementptr %3[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(ptr, i64)>
      llvm.store %i, %4 : i64, !llvm.ptr
      %5 = llvm.add %i, %1 : i64
      llvm.br ^head(%5, %3 : i64, !llvm.ptr)
    ^walk(%at: !llvm.ptr, %sum: i64):
      %6 = llvm.icmp \"eq\" %at, %null : !llvm.ptr
      llvm.cond_br %6, ^end, ^step
    ^step:
      %7 = llvm.getelementptr %at[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(ptr, i64)>
      %8 = llvm.load %7 : !llvm.ptr -> i64
      %9 = llvm.add %sum, %8 : i64
      %10 = llvm.load %at : !llvm.ptr -> !llvm.ptr
      llvm.br ^walk(%10, %9 : !llvm.ptr, i64)
    ^end:
      llvm.return %sum : i64
    }";
    assert_eq!(call!(text, fn(i64) -> i64, 1000), 499_500);
}
