/*
 * A plugin in C: a pass `c-drop{also=test.a,test.b name=test.debug}` that erases the operations with these names, a pass
 * `c-rewrite` that applies a pattern, and a pass `c-convert` that applies a conversion.
 */
#include <tvmlike/plugin.h>

/* Erases the operations with a name. */
static int drop_named(const TVMLikeHost *host, TVMLikeValue op, TVMLikeValue name) {
  TVMLikeValue args[] = {op, name}, found, none;
  const TVMLikeSeqCell *operations;
  int64_t at;
  int status = 0;
  if (tvmlike_call_global(host, "ir.find_operations", args, 2, &found) != 0) return -1;
  operations = (const TVMLikeSeqCell *)tvmlike_cell(found.payload.v_obj);
  for (at = 0; at < operations->size && status == 0; ++at)
    status = tvmlike_call_global(host, "ir.erase_operation", &operations->data[at], 1, &none);
  tvmlike_value_free(host, &found);
  return status;
}

static int drop(const TVMLikeCall *call) {
  const TVMLikeSeqCell *also;
  int64_t at;
  int status;
  if (tvmlike_arity(call, 3)) return -1;
  status = drop_named(call->host, call->args[0], call->args[1]);
  also = (const TVMLikeSeqCell *)tvmlike_cell(call->args[2].payload.v_obj);
  for (at = 0; at < also->size && status == 0; ++at)
    status = drop_named(call->host, call->args[0], also->data[at]);
  return status == 0 ? tvmlike_return(call, tvmlike_none()) : -1;
}

/* Makes an operation of two parts before the one that is rewritten. */
static int build(const TVMLikeHost *host, const TVMLikeValue *rewriter, const char *name,
                 const TVMLikeValue parts[4], TVMLikeValue *made) {
  TVMLikeValue args[] = {tvmlike_str(name), tvmlike_none(), tvmlike_none(), tvmlike_none()};
  int status = -1;
  args[2].type_index = TVMLIKE_MISSING; /* the current location */
  *made = tvmlike_none();
  if (host->map_create(parts, 2, &args[1]) == 0 &&
      tvmlike_call_method(host, "ip", rewriter, 1, &args[3]) == 0)
    status = tvmlike_call_global(host, "ir.build", args, 4, made);
  tvmlike_value_free(host, &args[1]);
  tvmlike_value_free(host, &args[3]);
  return status;
}

/* Replaces an operation by one with a left and a right operand. */
static int replace(const TVMLikeHost *host, TVMLikeValue op, TVMLikeValue rewriter, const char *name,
                   TVMLikeValue lhs, TVMLikeValue rhs) {
  const TVMLikeValue parts[] = {tvmlike_str("lhs"), lhs, tvmlike_str("rhs"), rhs};
  TVMLikeValue args[] = {rewriter, op, tvmlike_none()}, none;
  int status = build(host, &rewriter, name, parts, &args[2]);
  if (status == 0) status = tvmlike_call_method(host, "replace_op", args, 3, &none);
  tvmlike_value_free(host, &args[2]);
  return status;
}

/* Pattern (op, rewriter): `arith.addi` becomes `arith.muli`. */
static int to_muli(void *context, const TVMLikeValue *args, int32_t num_args, TVMLikeValue *result) {
  const TVMLikeHost *host = (const TVMLikeHost *)context;
  const TVMLikeValue left[] = {args[0], tvmlike_str("lhs")}, right[] = {args[0], tvmlike_str("rhs")};
  TVMLikeValue lhs = tvmlike_none(), rhs = tvmlike_none();
  int status = -1;
  (void)num_args;
  *result = tvmlike_none(); /* it matches */
  if (tvmlike_call_global(host, "ir.part", left, 2, &lhs) == 0 &&
      tvmlike_call_global(host, "ir.part", right, 2, &rhs) == 0)
    status = replace(host, args[0], args[1], "arith.muli", lhs, rhs);
  tvmlike_value_free(host, &lhs);
  tvmlike_value_free(host, &rhs);
  return status;
}

/* Conversion pattern (op, operands, converter, rewriter): `test.twice` becomes `arith.addi`. */
static int add(void *context, const TVMLikeValue *args, int32_t num_args, TVMLikeValue *result) {
  const TVMLikeSeqCell *operands = (const TVMLikeSeqCell *)tvmlike_cell(args[1].payload.v_obj);
  (void)num_args;
  *result = tvmlike_none();
  return replace((const TVMLikeHost *)context, args[0], args[3], "arith.addi", operands->data[0],
                 operands->data[0]);
}

/* An index becomes an i64; None stands for other types. */
static int to_i64(void *context, const TVMLikeValue *args, int32_t num_args, TVMLikeValue *result) {
  const TVMLikeHost *host = (const TVMLikeHost *)context;
  const TVMLikeValue i64 = tvmlike_str("i64");
  TVMLikeValue text;
  TVMLikeByteArray bytes = tvmlike_bytes_of("");
  int is_index;
  if (tvmlike_call_method(host, "__str__", args, num_args, &text) != 0) return -1;
  tvmlike_span(&text, TVMLIKE_SMALL_STR, TVMLIKE_STR, &bytes);
  is_index = bytes.size == 5 && memcmp(bytes.data, "index", 5) == 0;
  tvmlike_value_free(host, &text);
  *result = tvmlike_none();
  return is_index ? tvmlike_call_static(host, "ir.Type", "parse", &i64, 1, result) : 0;
}

/* Materialization (rewriter, type, inputs, location): a cast joins an index and an i64. */
static int cast(void *context, const TVMLikeValue *args, int32_t num_args, TVMLikeValue *result) {
  const TVMLikeHost *host = (const TVMLikeHost *)context;
  const TVMLikeSeqCell *inputs = (const TVMLikeSeqCell *)tvmlike_cell(args[2].payload.v_obj);
  const TVMLikeValue parts[] = {tvmlike_str("in"), inputs->data[0], tvmlike_str("out"), args[1]};
  TVMLikeValue made;
  int status = build(host, &args[0], "arith.index_cast", parts, &made);
  (void)num_args;
  if (status == 0) status = tvmlike_call_method(host, "result", &made, 1, result);
  tvmlike_value_free(host, &made);
  return status;
}

/* Calls a method with a list of one name. */
static int add_name(const TVMLikeHost *host, TVMLikeValue object, const char *method, const char *name) {
  const TVMLikeValue text = tvmlike_str(name);
  TVMLikeValue args[] = {object, tvmlike_none()}, none;
  int status = host->array_create(&text, 1, &args[1]);
  if (status == 0) status = tvmlike_call_method(host, method, args, 2, &none);
  tvmlike_value_free(host, &args[1]);
  return status;
}

/* Calls object.method(function) or object.method(root, function, last) with a function made of a callback. */
static int add_function(const TVMLikeHost *host, TVMLikeValue object, const char *method, const char *root,
                        TVMLikeCallback function, TVMLikeValue last) {
  TVMLikeObjectHandle made = NULL;
  TVMLikeValue args[4], none;
  int32_t count = 0;
  int status;
  if (host->func_create(function, (void *)host, NULL, &made) != 0) return -1;
  args[count++] = object;
  if (root != NULL) args[count++] = tvmlike_str(root);
  args[count++] = tvmlike_object(made);
  if (last.type_index != TVMLIKE_NONE) args[count++] = last;
  status = tvmlike_call_method(host, method, args, count, &none);
  host->object_free(made);
  return status;
}

static int rewrite(const TVMLikeCall *call) {
  const TVMLikeHost *host = call->host;
  TVMLikeValue patterns, apply[] = {call->args[0], tvmlike_none()}, none;
  int status = -1;
  if (tvmlike_call_static(host, "rewrite.RewritePatternSet", "__init__", NULL, 0, &patterns) != 0) return -1;
  if (add_function(host, patterns, "add_pattern", "arith.addi", to_muli, tvmlike_int(2)) == 0 &&
      tvmlike_call_method(host, "freeze", &patterns, 1, &apply[1]) == 0)
    status = tvmlike_call_global(host, "rewrite.apply_patterns_and_fold_greedily", apply, 2, &none);
  tvmlike_value_free(host, &apply[1]);
  tvmlike_value_free(host, &patterns);
  return status;
}

static int convert(const TVMLikeCall *call) {
  const TVMLikeHost *host = call->host;
  TVMLikeValue apply[] = {call->args[0], tvmlike_none(), tvmlike_none()}; /* and the target, the patterns */
  TVMLikeValue patterns = tvmlike_none(), types = tvmlike_none(), none;
  int status = -1;
  if (tvmlike_call_static(host, "rewrite.TypeConverter", "__init__", NULL, 0, &types) == 0 &&
      add_function(host, types, "add_conversion", NULL, to_i64, tvmlike_none()) == 0 &&
      add_function(host, types, "add_source_materialization", NULL, cast, tvmlike_none()) == 0 &&
      add_function(host, types, "add_target_materialization", NULL, cast, tvmlike_none()) == 0 &&
      tvmlike_call_static(host, "rewrite.RewritePatternSet", "__init__", NULL, 0, &patterns) == 0 &&
      add_function(host, patterns, "add_conversion_pattern", "test.twice", add, types) == 0 &&
      tvmlike_call_static(host, "rewrite.ConversionTarget", "__init__", NULL, 0, &apply[1]) == 0 &&
      add_name(host, apply[1], "add_illegal_ops", "test.twice") == 0 &&
      add_name(host, apply[1], "add_legal_dialects", "arith") == 0 &&
      tvmlike_call_method(host, "freeze", &patterns, 1, &apply[2]) == 0)
    status = tvmlike_call_global(host, "rewrite.apply_partial_conversion", apply, 3, &none);
  tvmlike_value_free(host, &apply[1]);
  tvmlike_value_free(host, &apply[2]);
  tvmlike_value_free(host, &types);
  tvmlike_value_free(host, &patterns);
  return status;
}

static const TVMLikePluginFunction functions[] = {
    {"ir.pass.c-drop", drop,
     "{\"a\": [[\"named\", \"op\", [\"object\", \"ir._OperationBase\"]], [\"named\", \"name\", \"str\"],"
     " [\"named\", \"also\", [\"py_homogeneous_list\", \"str\"]]],"
     " \"defaults\": {\"name\": \"test.debug\", \"also\": []}, \"r\": []}",
     "Erases the operations with a name, and with the names of a list.", 0},
    {"ir.pass.c-rewrite", rewrite,
     "{\"a\": [[\"named\", \"op\", [\"object\", \"ir._OperationBase\"]]], \"r\": []}",
     "Applies a pattern.", 0},
    {"ir.pass.c-convert", convert,
     "{\"a\": [[\"named\", \"op\", [\"object\", \"ir._OperationBase\"]]], \"r\": []}",
     "Applies a conversion.", 0},
};

TVMLIKE_PLUGIN("pass_c", "0.1.0", functions)
