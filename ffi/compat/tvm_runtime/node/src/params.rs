//! `runtime.*Params*`: saves and loads named tensors, as bytes and as files.
//!
//! The format is TVM's: a magic number, eight reserved bytes, the names, the tensors. Invariant: the order is kept; truncated or
//! invalid bytes are an error, and nothing is loaded from them.

use std::fs;

use tvmlike::convert::Mismatch;
use tvmlike::prelude::*;
use tvmlike::{Bytes, FromArg};

use crate::record::{self, Reader};

/// The first eight bytes.
const MAGIC: u64 = 0xF7E5_8D4F_0504_9CB7;

fn bytes_of(params: &Map) -> Result<Vec<u8>> {
    let mut bytes = MAGIC.to_le_bytes().to_vec();
    bytes.extend(0_u64.to_le_bytes());
    bytes.extend((params.len() as u64).to_le_bytes());
    for (name, _) in params.iter() {
        let name = <&str>::from_arg(name).map_err(|why| why.into_error("a parameter's name"))?;
        bytes.extend((name.len() as u64).to_le_bytes());
        bytes.extend(name.as_bytes());
    }
    bytes.extend((params.len() as u64).to_le_bytes());
    for (name, tensor) in params.iter() {
        let of = |why: Mismatch| why.into_error(&format!("the parameter {name:?}"));
        let tensor = <&Tensor>::from_arg(tensor).map_err(of)?;
        record::write_tensor(tensor, &mut bytes).map_err(|why| of(Mismatch::Failed(why)))?;
    }
    Ok(bytes)
}

fn params_of(bytes: &[u8]) -> Result<Map> {
    let mut reader = Reader(bytes);
    if reader.u64()? != MAGIC {
        return Err(Error::value_error(
            "Invalid parameters file format: bad magic number",
        ));
    }
    reader.take(8)?;
    let mut names = Vec::new();
    for _ in 0..reader.u64()? {
        let size = usize::try_from(reader.u64()?)?;
        let name = std::str::from_utf8(reader.take(size)?);
        names.push(name.map_err(|_| Error::value_error("parameter name is not UTF-8"))?);
    }
    let tensors = reader.u64()?;
    if tensors != names.len() as u64 {
        return Err(Error::value_error(format!(
            "{} names but {tensors} tensors",
            names.len()
        )));
    }
    let mut params = Vec::new();
    for name in names {
        params.push((Any::from(name), record::read_tensor(&mut reader)?.into()));
    }
    match reader.left() {
        0 => Ok(Map::new(params)),
        left => Err(Error::value_error(format!("{left} bytes follow the last tensor"))),
    }
}

/// An error about an argument of a function, with the same kind.
fn about(function: &'static str, position: usize, name: &'static str) -> impl FnOnce(Error) -> Error {
    move |why| Mismatch::Failed(why).into_argument_error(function, position, Some(name))
}

/// Saves named tensors as bytes.
#[packed_func("runtime.SaveParams")]
fn save(params: Map) -> Result<Bytes> {
    let bytes = bytes_of(&params).map_err(about("runtime.SaveParams", 0, "params"))?;
    Ok(Bytes::new(&bytes))
}

/// Loads named tensors from bytes.
#[packed_func("runtime.LoadParams")]
fn load(bytes: &[u8]) -> Result<Map> {
    params_of(bytes).map_err(about("runtime.LoadParams", 0, "bytes"))
}

/// Saves named tensors to a file.
#[packed_func("runtime.SaveParamsToFile", release_gil)]
fn save_to_file(params: Map, path: &str) -> Result<()> {
    let bytes = bytes_of(&params).map_err(about("runtime.SaveParamsToFile", 0, "params"))?;
    let failed = |why| about("runtime.SaveParamsToFile", 1, "path")(file_error(path, &why));
    fs::write(path, bytes).map_err(failed)
}

/// Loads named tensors from a file.
#[packed_func("runtime.LoadParamsFromFile", release_gil)]
fn load_from_file(path: &str) -> Result<Map> {
    let bytes = fs::read(path).map_err(|why| file_error(path, &why));
    let params = bytes.and_then(|bytes| params_of(&bytes));
    params.map_err(about("runtime.LoadParamsFromFile", 0, "path"))
}

fn file_error(path: &str, why: &std::io::Error) -> Error {
    Error::os_error(format!("{path}: {why}"))
}
