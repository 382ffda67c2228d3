//! `runtime.*Params` by name.

extern crate tvmlike_node as _;

use tvmlike::prelude::*;
use tvmlike::{Bytes, ToAny, get};

/// One tensor, `w`: the int8 numbers 7 and -1, as the C++ runtime writes them.
const SAVED: &[u8] = b"\xb7\x9c\x04\x05\x4f\x8d\xe5\xf7\0\0\0\0\0\0\0\0\
    \x01\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0w\
    \x01\0\0\0\0\0\0\0\x3f\xa1\xb4\x96\xf0\x40\x5e\xdd\0\0\0\0\0\0\0\0\
    \x01\0\0\0\0\0\0\0\x01\0\0\0\0\x08\x01\0\x02\0\0\0\0\0\0\0\x02\0\0\0\0\0\0\0\x07\xff";

fn params(pairs: Vec<(&str, Tensor)>) -> Map {
    pairs.into_iter().collect()
}

fn load(bytes: &[u8]) -> Result<Map> {
    get("runtime.LoadParams")?.call_as((bytes,))
}

fn save(params: &Map) -> Result<Bytes> {
    get("runtime.SaveParams")?.call_as((params.clone(),))
}

fn why(result: Result<Map>) -> String {
    result.unwrap_err().to_string()
}

#[test]
fn bytes() {
    let map = load(SAVED).unwrap();
    let tensor: Tensor = map.get(Any::from("w").view()).unwrap().convert().unwrap();
    assert_eq!(tensor.view().to_vec::<i8>().unwrap(), [7, -1]);
    assert_eq!(&*save(&map).unwrap(), SAVED);
    let empty = save(&params(Vec::new())).unwrap();
    assert_eq!(load(&empty).unwrap().len(), 0);
    let names = ["z", "", "gr\u{fc}n", "a"];
    let many = names.map(|name| {
        (
            name,
            Tensor::from_vec(vec![1.5_f32; name.len()], &[name.len() as i64]).unwrap(),
        )
    });
    let many = load(&save(&params(many.to_vec())).unwrap()).unwrap();
    let order: Vec<String> = many.iter().map(|(name, _)| name.convert().unwrap()).collect();
    assert_eq!(order, names);
}

#[test]
fn malformed_bytes_are_errors() {
    for size in 0..SAVED.len() {
        let why = why(load(&SAVED[..size]));
        assert!(
            why.starts_with("ValueError: runtime.LoadParams: argument 1 `bytes`: "),
            "{size}: {why}"
        );
    }
    for at in 0..SAVED.len() {
        let mut changed = SAVED.to_vec();
        changed[at] ^= 0xff;
        // Some of it is not looked at, or is data; the rest is refused. Nothing crashes, and nothing is read that is not there.
        let _ = load(&changed);
    }
    let mut long = SAVED.to_vec();
    long.push(0);
    assert!(why(load(&long)).ends_with("1 bytes follow the last tensor"));
    assert!(why(load(&[0; 32])).ends_with("bad magic number"));
    let mut many = SAVED[..16].to_vec();
    many.extend([0xff; 16]);
    assert!(why(load(&many)).contains("more bytes expected"));
}

#[test]
fn unsupported_values_are_errors() {
    let not_tensor: Map = [("a", Any::default())].into_iter().collect();
    assert_eq!(
        save(&not_tensor).unwrap_err().to_string(),
        "TypeError: runtime.SaveParams: argument 1 `params`: the parameter \"a\": expected Tensor, got None"
    );
    let tensor = Tensor::from_vec(vec![1_i32], &[1]).unwrap();
    let not_text = Map::new([(1_i64.to_any(), tensor.into())]);
    assert_eq!(
        save(&not_text).unwrap_err().to_string(),
        "TypeError: runtime.SaveParams: argument 1 `params`: a parameter's name: expected str, got int"
    );
}

#[test]
fn files() {
    let path = std::env::temp_dir().join(format!("tvmlike-params-{}", std::process::id()));
    let path = path.to_str().unwrap();
    let map = load(SAVED).unwrap();
    get("runtime.SaveParamsToFile")
        .unwrap()
        .call((map, path))
        .unwrap();
    assert_eq!(std::fs::read(path).unwrap(), SAVED);
    let from_file = get("runtime.LoadParamsFromFile").unwrap();
    assert_eq!(from_file.call_as::<Map>((path,)).unwrap().len(), 1);
    std::fs::remove_file(path).unwrap();
    let gone = from_file.call((path,)).unwrap_err();
    assert_eq!(gone.kind(), "OSError");
    assert!(gone.message().contains(path));
}
