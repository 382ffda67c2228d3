//! Type schemas of tvm-ffi, as text.

use tvmlike_client::bridge::schema::{ANY, Schema, metadata};
use tvmlike_runtime::signature::TypeRecord;

#[test]
fn text_is_escaped() {
    let schema = Schema::named("a\"b\\\n");
    assert_eq!(schema.to_string(), r#"{"type":"a\"b\\\u000a"}"#);
    assert_eq!(
        metadata(&Schema::named("int"), Some(&[Schema::named("bool")])),
        r#"{"type_schema":"{\"type\":\"ffi.Function\",\"args\":[{\"type\":\"int\"},{\"type\":\"bool\"}]}"}"#
    );
}

#[test]
fn a_union_of_one_type_is_that_type() {
    assert_eq!(Schema::any_of([Schema::named("int")]), Schema::named("int"));
    assert_eq!(Schema::any_of([]), Schema::named(ANY));
}

#[test]
fn types_have_the_schemas_of_their_values() {
    let schema = |ty: TypeRecord| Schema::of_type(&ty).to_string();
    assert_eq!(schema(TypeRecord::Scalar("i1")), r#"{"type":"bool"}"#);
    assert_eq!(
        schema(TypeRecord::Optional(&TypeRecord::Path)),
        r#"{"type":"Optional","args":[{"type":"ffi.String"}]}"#
    );
    assert_eq!(schema(TypeRecord::Object("a.B")), r#"{"type":"tvmlike.Object"}"#);
    assert_eq!(
        schema(TypeRecord::Writable(&TypeRecord::Tensor)),
        r#"{"type":"ffi.Tensor"}"#
    );
}
