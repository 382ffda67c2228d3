//! The registers and stack slots of arguments: random types, including structs, compared with a C compiler's code.

use std::fmt::Write as _;
use std::sync::{Arc, Mutex};

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use tvmlike_conventions::native::call;
use tvmlike_conventions::native::closure::{Closure, OnError};
use tvmlike_conventions::native::ctype::{CType, Scalar};
use tvmlike_conventions::native::signature::Signature;
use tvmlike_runtime::{PackedFunc, ToAny};

use crate::compiled::{address_in, compile_text, shown};
use crate::round_trip::{random, ty, value};

const CASES: usize = 40;

/// C's declaration of a name of a type.
fn declared(ty: &CType, name: &str) -> String {
    match ty {
        CType::Scalar(scalar) => format!("{} {name}", word(*scalar)),
        CType::Array(item, len) => declared(item, &format!("{name}[{len}]")),
        CType::Struct(fields) => {
            let fields = fields.iter().enumerate();
            let fields: String = fields
                .map(|(position, field)| declared(&field.ty, &format!("f{position}")) + ";")
                .collect();
            format!("struct {{ {fields} }} {name}")
        }
        other => panic!("{other} is not among the types that refer to nothing"),
    }
}

fn word(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Bool => "_Bool",
        Scalar::I8 => "int8_t",
        Scalar::I16 => "int16_t",
        Scalar::I32 => "int32_t",
        Scalar::I64 => "int64_t",
        Scalar::U8 => "uint8_t",
        Scalar::U16 => "uint16_t",
        Scalar::U32 => "uint32_t",
        Scalar::U64 => "uint64_t",
        Scalar::Size => "size_t",
        Scalar::ISize => "ptrdiff_t",
        Scalar::F32 => "float",
        Scalar::F64 => "double",
        Scalar::Ptr => "void *",
        Scalar::CStr => "const char *",
    }
}

/// A function for each parameter, which returns it; and one that calls another with all of them, for the first one.
fn source(cases: &[Vec<CType>]) -> String {
    let mut text = "#include <stddef.h>\n#include <stdint.h>\n".to_owned();
    for (case, params) in cases.iter().enumerate() {
        let list = |item: fn(usize, usize) -> String| {
            let items: Vec<_> = (0..params.len()).map(|at| item(case, at)).collect();
            items.join(", ")
        };
        let typed = list(|case, at| format!("t{case}_{at} a{at}"));
        let types = list(|case, at| format!("t{case}_{at}"));
        let names = list(|_, at| format!("a{at}"));
        for (at, ty) in params.iter().enumerate() {
            let declared = declared(ty, &format!("t{case}_{at}"));
            writeln!(text, "typedef {declared};").unwrap();
        }
        for at in 0..params.len() {
            let unused: String = (0..params.len())
                .filter(|&other| other != at)
                .map(|other| format!("(void)a{other}; "))
                .collect();
            writeln!(
                text,
                "t{case}_{at} pick{case}_{at}({typed}) {{ {unused}return a{at}; }}"
            )
            .unwrap();
        }
        writeln!(
            text,
            "t{case}_0 through{case}(t{case}_0 (*f)({types}), {typed}) {{ return f({names}); }}"
        )
        .unwrap();
    }
    text
}

#[test]
fn arguments_are_passed_as_a_c_compiler_expects() {
    let mut runner = TestRunner::deterministic();
    let types = prop::collection::vec(ty(false), 1..14);
    let cases: Vec<Vec<CType>> = (0..CASES)
        .map(|_| types.new_tree(&mut runner).unwrap().current())
        .collect();
    let library = compile_text("passing.c", &source(&cases));
    let mut random = random(0x5eed);
    for (case, params) in cases.iter().enumerate() {
        let signature = |result: &CType, before: &[CType]| {
            let params = before.iter().chain(params);
            let builder = Signature::returning(result.clone());
            params
                .fold(builder, |builder, param| builder.param(param.clone()))
                .build()
                .unwrap()
        };
        let values: Vec<_> = params.iter().map(|param| value(param, &mut random)).collect();
        let views: Vec<_> = values.iter().map(|value| *value.view()).collect();
        let expected: Vec<_> = views.iter().map(shown).collect();
        let bind = |symbol: &str, signature: &Signature| {
            // SAFETY: the signature is that of the source above.
            unsafe { call::bind(address_in(&library, symbol), signature, symbol, ()) }.unwrap()
        };
        for (at, ty) in params.iter().enumerate() {
            let signature = signature(ty, &[]);
            let pick = bind(&format!("pick{case}_{at}"), &signature);
            let picked = pick.invoke(&views).unwrap();
            assert_eq!(shown(picked.view()), expected[at], "{at} of {signature}");
        }

        let came: Arc<Mutex<Vec<String>>> = Arc::default();
        let into = came.clone();
        let first = PackedFunc::new(move |args| {
            *into.lock().unwrap() = args.iter().map(shown).collect();
            args[0].to_owned()
        });
        let called = signature(&params[0], &[]);
        let closure = Closure::new(first, &called, OnError::Raise).unwrap();
        let through = bind(
            &format!("through{case}"),
            &signature(&params[0], &[Scalar::Ptr.into()]),
        );
        let pointer = closure.pointer().to_any();
        let all: Vec<_> = std::iter::once(*pointer.view()).chain(views).collect();
        let result = through.invoke(&all).unwrap();
        assert_eq!(*came.lock().unwrap(), expected, "{called}");
        assert_eq!(shown(result.view()), expected[0], "{called}");
    }
}
