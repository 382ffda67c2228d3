//! Random signatures and values survive the way through C: a closure of a random signature is called through `bind`.

use std::sync::{Arc, Mutex};

use proptest::prelude::*;

use tvmlike_conventions::native::call;
use tvmlike_conventions::native::closure::{Closure, OnError};
use tvmlike_conventions::native::ctype::{CType, Field, Scalar};
use tvmlike_conventions::native::signature::Signature;
use tvmlike_runtime::{Any, Array, Map, PackedFunc, String as Text, ToAny};

use crate::compiled::shown;

/// The types of values, including pointers and text if `refers`.
pub(crate) fn ty(refers: bool) -> BoxedStrategy<CType> {
    let scalars: Vec<_> = Scalar::ALL
        .iter()
        .copied()
        .filter(|&scalar| refers || scalar != Scalar::CStr)
        .collect();
    let scalar = prop::sample::select(scalars).prop_map(CType::Scalar);
    scalar
        .prop_recursive(3, 24, 5, move |inner| {
            let item = prop_oneof![
                3 => inner.clone(),
                1 => (inner.clone(), 1_usize..4).prop_map(|(item, len)| CType::array(item, len)),
            ];
            let structure = (prop::collection::vec(item, 1..6), any::<bool>()).prop_map(|(types, named)| {
                let fields = types.into_iter().enumerate().map(|(position, ty)| Field {
                    name: named.then(|| format!("f{position}").into()),
                    ty,
                });
                CType::Struct(fields.collect())
            });
            if refers {
                // An address for a pointer to an address is that pointer itself.
                let pointer = inner
                    .prop_filter("an address", |to| !ends_in_address(to))
                    .prop_map(CType::pointer_to_const);
                prop_oneof![structure, pointer].boxed()
            } else {
                structure.boxed()
            }
        })
        .boxed()
}

fn ends_in_address(ty: &CType) -> bool {
    match ty {
        CType::Pointer { to, .. } => ends_in_address(to),
        other => *other == CType::Scalar(Scalar::Ptr),
    }
}

/// A value of a type from a generator's numbers.
pub(crate) fn value(ty: &CType, random: &mut impl FnMut() -> u64) -> Any {
    match ty {
        CType::Void | CType::Handle { .. } | CType::Function(_) => Any::default(),
        CType::Scalar(scalar) => scalar_value(*scalar, random()),
        CType::Complex(part) => {
            Array::new(vec![scalar_value(*part, random()), scalar_value(*part, random())]).into()
        }
        CType::Pointer { to, .. } => value(to, random),
        CType::Array(item, len) => {
            Array::new((0..*len).map(|_| value(item, random)).collect::<Vec<_>>()).into()
        }
        CType::Struct(fields) => {
            let values: Vec<_> = fields.iter().map(|field| value(&field.ty, random)).collect();
            if fields.iter().any(|field| field.name.is_none()) {
                return Array::new(values).into();
            }
            let names = fields.iter().flat_map(|field| &field.name);
            Map::new(names.map(|name| Text::new(name).into()).zip(values)).into()
        }
    }
}

fn scalar_value(scalar: Scalar, bits: u64) -> Any {
    match scalar {
        Scalar::Bool => (bits & 1 == 1).to_any(),
        Scalar::I8 => (bits as i8).to_any(),
        Scalar::I16 => (bits as i16).to_any(),
        Scalar::I32 => (bits as i32).to_any(),
        Scalar::I64 | Scalar::ISize => (bits as i64).to_any(),
        Scalar::U8 => (bits as u8).to_any(),
        Scalar::U16 => (bits as u16).to_any(),
        Scalar::U32 => (bits as u32).to_any(),
        Scalar::U64 | Scalar::Size => ((bits >> 1) as i64).to_any(),
        Scalar::F32 => f32::from_bits(bits as u32).to_any(),
        Scalar::F64 => f64::from_bits(bits).to_any(),
        // Not NULL, which would become None; the pointer is never dereferenced.
        Scalar::Ptr => (((bits >> 16) | 1) as usize as *mut std::ffi::c_void).to_any(),
        Scalar::CStr => "ä".repeat(bits as usize % 40).as_str().into(),
    }
}

pub(crate) fn random(mut state: u64) -> impl FnMut() -> u64 {
    move || {
        // SplitMix64.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = state;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn values_survive(
        params in prop::collection::vec(ty(true), 0..14),
        result in prop_oneof![1 => Just(CType::Void), 6 => ty(false)],
        seed in any::<u64>(),
    ) {
        let mut builder = Signature::returning(result.clone());
        for param in &params {
            builder = builder.param(param.clone());
        }
        let signature = builder.build().unwrap();
        prop_assert_eq!(&Signature::parse(&signature.to_string()).unwrap(), &signature);

        let mut random = random(seed);
        let values: Vec<_> = params.iter().map(|param| value(param, &mut random)).collect();
        let answer = value(&result, &mut random);
        let sent: Vec<_> = values.iter().map(|value| shown(value.view())).collect();
        let expected = shown(answer.view());

        let came: Arc<Mutex<Vec<String>>> = Arc::default();
        let into = came.clone();
        let echo = PackedFunc::new(move |args| {
            *into.lock().unwrap() = args.iter().map(shown).collect();
            Ok(answer.clone())
        });
        let closure = Closure::new(echo, &signature, OnError::Raise).unwrap();
        let views: Vec<_> = values.iter().map(|value| *value.view()).collect();
        for by_libffi in [false, true] {
            let code = closure.pointer().cast_const();
            // SAFETY: the closure has this very signature.
            let function = unsafe {
                if by_libffi {
                    call::bind_by_libffi(code, &signature, "echo", ())
                } else {
                    call::bind(code, &signature, "echo", ())
                }
            }
            .unwrap();
            let result = function.invoke(&views).unwrap();
            prop_assert_eq!(&*came.lock().unwrap(), &sent, "{}", signature);
            prop_assert_eq!(shown(result.view()), expected.clone(), "{}", signature);
            came.lock().unwrap().clear();
        }
    }
}
