/*
 * One call of a plugin's C function: its arguments, its result, its errors.
 *
 * Every function here that returns int returns 0, or -1 with the error raised; a callback returns the -1.
 * They use only the host's table. Text and objects in arguments are borrowed: they live as long as the call.
 */
#ifndef TVMLIKE_CALL_H_
#define TVMLIKE_CALL_H_

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tvmlike/c_api.h"

#if defined(__GNUC__) || defined(__clang__)
#define TVMLIKE_PRINTF(at, first) __attribute__((format(printf, at, first)))
#else
#define TVMLIKE_PRINTF(at, first)
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* One call of a plugin's function. Arguments are borrowed for the call. */
typedef struct TVMLikeCall {
  const TVMLikeHost *host;
  const char *name; /* the function's registered name */
  const TVMLikeValue *args;
  int32_t num_args;
  TVMLikeValue *result; /* None until one of tvmlike_return_… */
} TVMLikeCall;

/* A plugin's function: returns 0, or -1 with the error raised. */
typedef int (*TVMLikePluginCallback)(const TVMLikeCall *call);

/* ---- Values ----------------------------------------------------------------------------------------------
 */

static inline TVMLikeByteArray tvmlike_bytes_of(const char *text) {
  TVMLikeByteArray bytes;
  bytes.data = text;
  bytes.size = text == NULL ? 0 : strlen(text);
  return bytes;
}

static inline TVMLikeValue tvmlike_none(void) {
  TVMLikeValue value;
  memset(&value, 0, sizeof value);
  return value;
}

static inline TVMLikeValue tvmlike_int(int64_t number) {
  TVMLikeValue value = tvmlike_none();
  value.type_index = TVMLIKE_INT;
  value.payload.v_int64 = number;
  return value;
}

static inline TVMLikeValue tvmlike_float(double number) {
  TVMLikeValue value = tvmlike_none();
  value.type_index = TVMLIKE_FLOAT;
  value.payload.v_float64 = number;
  return value;
}

static inline TVMLikeValue tvmlike_bool(int truth) {
  TVMLikeValue value = tvmlike_none();
  value.type_index = TVMLIKE_BOOL;
  value.payload.v_int64 = truth != 0;
  return value;
}

/* A C string as an argument: borrowed, UTF-8. */
static inline TVMLikeValue tvmlike_str(const char *text) {
  TVMLikeValue value = tvmlike_none();
  if (text == NULL) return value;
  value.type_index = TVMLIKE_RAW_STR;
  value.payload.v_c_str = text;
  return value;
}

/* An object as an argument: borrowed. */
static inline TVMLikeValue tvmlike_object(TVMLikeObjectHandle object) {
  TVMLikeValue value = tvmlike_none();
  if (object == NULL) return value;
  value.type_index = object->type_index;
  value.payload.v_obj = object;
  return value;
}

/* Releases an owned value, and makes it None. */
static inline void tvmlike_value_free(const TVMLikeHost *host, TVMLikeValue *value) {
  if (value->type_index >= TVMLIKE_OBJECT) host->object_free(value->payload.v_obj);
  *value = tvmlike_none();
}

/* ---- Errors ----------------------------------------------------------------------------------------------
 */

/* Raises an error of a kind ("ValueError", "TypeError", …). Returns -1. */
static inline int tvmlike_raise(const TVMLikeHost *host, const char *kind, const char *message) {
  const TVMLikeByteArray kind_bytes = tvmlike_bytes_of(kind);
  const TVMLikeByteArray message_bytes = tvmlike_bytes_of(message);
  const TVMLikeByteArray no_backtrace = tvmlike_bytes_of(NULL);
  TVMLikeObjectHandle error = NULL;
  if (host->error_create(&kind_bytes, &message_bytes, &no_backtrace, NULL, NULL, &error) == 0) {
    host->error_set_raised(error);
    host->object_free(error);
  } /* else the text was refused, and the error that says so is raised */
  return -1;
}

/* As tvmlike_raise, with printf's format, and with "NAME: " in front if there is a name. */
static inline int tvmlike_vraise(const TVMLikeHost *host, const char *name, const char *kind,
                                 const char *format, va_list values) TVMLIKE_PRINTF(4, 0);
static inline int tvmlike_vraise(const TVMLikeHost *host, const char *name, const char *kind,
                                 const char *format, va_list values) {
  const size_t prefix = name == NULL ? 0 : strlen(name) + 2;
  va_list again;
  int length;
  char *text;
  va_copy(again, values);
  length = vsnprintf(NULL, 0, format, again);
  va_end(again);
  if (length < 0) return tvmlike_raise(host, kind, format);
  text = (char *)malloc(prefix + (size_t)length + 1);
  if (text == NULL) return tvmlike_raise(host, "MemoryError", "out of memory for an error message");
  if (name != NULL) {
    memcpy(text, name, prefix - 2);
    memcpy(text + prefix - 2, ": ", 2);
  }
  vsnprintf(text + prefix, (size_t)length + 1, format, values);
  tvmlike_raise(host, kind, text);
  free(text);
  return -1;
}

static inline int tvmlike_raisef(const TVMLikeHost *host, const char *kind, const char *format, ...)
    TVMLIKE_PRINTF(3, 4);
static inline int tvmlike_raisef(const TVMLikeHost *host, const char *kind, const char *format, ...) {
  va_list values;
  va_start(values, format);
  tvmlike_vraise(host, NULL, kind, format, values);
  va_end(values);
  return -1;
}

/* Raises an error that names the called function. Returns -1. */
static inline int tvmlike_fail(const TVMLikeCall *call, const char *kind, const char *format, ...)
    TVMLIKE_PRINTF(3, 4);
static inline int tvmlike_fail(const TVMLikeCall *call, const char *kind, const char *format, ...) {
  va_list values;
  va_start(values, format);
  tvmlike_vraise(call->host, call->name, kind, format, values);
  va_end(values);
  return -1;
}

/*
 * Checks whether a user has interrupted the call. A long-running function calls it now and then, and returns
 * the -1.
 */
static inline int tvmlike_check_interrupt(const TVMLikeCall *call) { return call->host->check_interrupt(); }

/* The name of a type in error messages. */
static inline const char *tvmlike_type_name(const TVMLikeHost *host, int32_t type_index) {
  const TVMLikeTypeInfo *info;
  switch (type_index) {
    case TVMLIKE_RAW_STR:
    case TVMLIKE_SMALL_STR:
    case TVMLIKE_STR: return "str";
    case TVMLIKE_BYTE_ARRAY_PTR:
    case TVMLIKE_SMALL_BYTES:
    case TVMLIKE_BYTES: return "bytes";
    case TVMLIKE_MISSING: return "a missing argument";
    case TVMLIKE_OBJECT: return "Object";
    case TVMLIKE_ERROR: return "Error";
    case TVMLIKE_FUNCTION: return "PackedFunc";
    case TVMLIKE_SHAPE: return "Shape";
    case TVMLIKE_DLTENSOR_PTR:
    case TVMLIKE_TENSOR: return "Tensor";
    case TVMLIKE_ARRAY:
    case TVMLIKE_LIST: return "Array";
    case TVMLIKE_MAP:
    case TVMLIKE_DICT: return "Map";
    case TVMLIKE_MODULE: return "Module";
    case TVMLIKE_OPAQUE_PY_OBJECT: return "a Python object";
    default: break;
  }
  info = host->type_info(type_index);
  return info == NULL ? "a value of unknown type" : info->key.data;
}

/* ---- Arguments -------------------------------------------------------------------------------------------
 */
/* A tvmlike_arg_… function that fails leaves zero in `out`. */

/* Checks the number of arguments. */
static inline int tvmlike_arity(const TVMLikeCall *call, int32_t wanted) {
  if (call->num_args == wanted) return 0;
  if (call->num_args < wanted) {
    return tvmlike_fail(call, "TypeError", "expected %d argument%s, got %d: argument %d is missing",
                        (int)wanted, wanted == 1 ? "" : "s", (int)call->num_args, (int)call->num_args + 1);
  }
  return tvmlike_fail(call, "TypeError", "expected %d argument%s, got %d", (int)wanted,
                      wanted == 1 ? "" : "s", (int)call->num_args);
}

/* The part of an object after its header. */
static inline void *tvmlike_cell(TVMLikeObjectHandle object) { return object + 1; }

/* Calls a function. `result` receives an owned value, which the caller frees or returns. */
static inline int tvmlike_invoke(TVMLikeObjectHandle function, const TVMLikeValue *args, int32_t num_args,
                                 TVMLikeValue *result) {
  *result = tvmlike_none();
  return ((const TVMLikeFunctionCell *)tvmlike_cell(function))->safe_call(function, args, num_args, result);
}

/*
 * The class name of a Python object, from the function that the Python package registers; empty without it,
 * or if it fails. The text lives as long as `owner`, which the caller frees.
 */
static inline TVMLikeByteArray tvmlike_class_name(const TVMLikeHost *host, const TVMLikeValue *object,
                                                  TVMLikeValue *owner) {
  const TVMLikeByteArray function_name = tvmlike_bytes_of("python.class_name");
  TVMLikeByteArray name = tvmlike_bytes_of("");
  TVMLikeObjectHandle function = NULL;
  int status = host->get_global(&function_name, &function);
  *owner = tvmlike_none();
  if (function != NULL) {
    status = tvmlike_invoke(function, object, 1, owner);
    host->object_free(function);
  }
  if (status != 0) host->error_set_raised(NULL);
  if (owner->type_index == TVMLIKE_SMALL_STR) {
    name.data = (const char *)owner->payload.v_bytes;
    name.size = owner->small_len;
  } else if (owner->type_index == TVMLIKE_STR) {
    name = *(const TVMLikeStringCell *)tvmlike_cell(owner->payload.v_obj);
  }
  return name;
}

/* Raises the error for an argument that has the wrong type or is missing. Returns -1. */
static inline int tvmlike_bad_arg(const TVMLikeCall *call, int32_t at, const char *wanted) {
  if (at < 0 || at >= call->num_args) {
    return tvmlike_fail(call, "TypeError", "argument %d is missing", (int)at + 1);
  }
  if (call->args[at].type_index == TVMLIKE_OPAQUE_PY_OBJECT) {
    TVMLikeValue owner;
    const TVMLikeByteArray name = tvmlike_class_name(call->host, &call->args[at], &owner);
    const int length = name.size < 256 ? (int)name.size : 256;
    const int failed = length == 0 ? 0
                                   : tvmlike_fail(call, "TypeError", "argument %d: expected %s, got %.*s",
                                                  (int)at + 1, wanted, length, name.data);
    tvmlike_value_free(call->host, &owner);
    if (failed != 0) return failed;
  }
  return tvmlike_fail(call, "TypeError", "argument %d: expected %s, got %.*s", (int)at + 1, wanted, 256,
                      tvmlike_type_name(call->host, call->args[at].type_index));
}

static inline int32_t tvmlike_arg_type(const TVMLikeCall *call, int32_t at) {
  return at < 0 || at >= call->num_args ? -1 : call->args[at].type_index;
}

/* Ints, and bools as 0 and 1. */
static inline int tvmlike_arg_is_int(const TVMLikeCall *call, int32_t at) {
  const int32_t type = tvmlike_arg_type(call, at);
  return type == TVMLIKE_INT || type == TVMLIKE_BOOL;
}

static inline int tvmlike_arg_int(const TVMLikeCall *call, int32_t at, int64_t *out) {
  *out = 0;
  if (!tvmlike_arg_is_int(call, at)) return tvmlike_bad_arg(call, at, "i64");
  *out = call->args[at].payload.v_int64;
  return 0;
}

/* A float, or an int that a float represents exactly. */
static inline int tvmlike_arg_float(const TVMLikeCall *call, int32_t at, double *out) {
  int64_t number;
  uint64_t digits;
  *out = 0;
  if (tvmlike_arg_type(call, at) == TVMLIKE_FLOAT) {
    *out = call->args[at].payload.v_float64;
    return 0;
  }
  if (!tvmlike_arg_is_int(call, at)) return tvmlike_bad_arg(call, at, "f64");
  number = call->args[at].payload.v_int64;
  digits = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
  while (digits != 0 && (digits & 1) == 0) digits >>= 1;
  if (digits >> 53 != 0) {
    return tvmlike_fail(call, "OverflowError", "argument %d: %lld is out of range for f64", (int)at + 1,
                        (long long)number);
  }
  *out = (double)number;
  return 0;
}

/* A bool, or the ints 0 and 1. */
static inline int tvmlike_arg_bool(const TVMLikeCall *call, int32_t at, int *out) {
  *out = 0;
  if (!tvmlike_arg_is_int(call, at)) return tvmlike_bad_arg(call, at, "bool");
  if (call->args[at].payload.v_int64 != 0 && call->args[at].payload.v_int64 != 1) {
    return tvmlike_fail(call, "OverflowError", "argument %d: %lld is out of range for bool", (int)at + 1,
                        (long long)call->args[at].payload.v_int64);
  }
  *out = call->args[at].payload.v_int64 == 1;
  return 0;
}

/*
 * The text or bytes in a value, in any of the three forms; -1 without an error for other values.
 */
static inline int tvmlike_span(const TVMLikeValue *value, int32_t small, int32_t object,
                               TVMLikeByteArray *out) {
  if (value->type_index == small) {
    out->data = (const char *)value->payload.v_bytes;
    out->size = value->small_len;
    return 0;
  }
  if (value->type_index == object) {
    *out = *(const TVMLikeStringCell *)tvmlike_cell(value->payload.v_obj);
    return 0;
  }
  return -1;
}

/* ---- Calls by name ---------------------------------------------------------------------------------------
 */
/* `result` receives an owned value, which the caller frees or returns. */

/* Calls a registered function. */
static inline int tvmlike_call_global(const TVMLikeHost *host, const char *name, const TVMLikeValue *args,
                                      int32_t num_args, TVMLikeValue *result) {
  const TVMLikeByteArray bytes = tvmlike_bytes_of(name);
  TVMLikeObjectHandle function = NULL;
  int status;
  *result = tvmlike_none();
  if (host->get_global(&bytes, &function) != 0) return -1;
  if (function == NULL) return tvmlike_raisef(host, "ValueError", "function %s is not registered", name);
  status = tvmlike_invoke(function, args, num_args, result);
  host->object_free(function);
  return status;
}

/* The entry of a map with text as key, borrowed from the map; NULL if there is none. */
static inline const TVMLikeValue *tvmlike_entry(const TVMLikeValue *map, const char *key) {
  const TVMLikeMapCell *cell = (const TVMLikeMapCell *)tvmlike_cell(map->payload.v_obj);
  const TVMLikeValue name = tvmlike_str(key);
  const int64_t at = cell->find(map->payload.v_obj, &name);
  return at < 0 ? NULL : &cell->entries[at].value;
}

/* Calls a member that a type declares itself. Writes whether it declares one of the name to `found`. */
static inline int tvmlike_call_declared(const TVMLikeHost *host, int32_t type_index, const char *name,
                                        const TVMLikeValue *args, int32_t num_args, TVMLikeValue *result,
                                        int *found) {
  TVMLikeValue described = tvmlike_none();
  const TVMLikeSeqCell *members;
  int64_t at;
  int status = 0;
  *found = 0;
  if (host->type_members(type_index, &described) != 0) return -1;
  members = (const TVMLikeSeqCell *)tvmlike_cell(tvmlike_entry(&described, "members")->payload.v_obj);
  for (at = 0; at < members->size && !*found; ++at) {
    TVMLikeByteArray its = tvmlike_bytes_of("");
    tvmlike_span(tvmlike_entry(&members->data[at], "name"), TVMLIKE_SMALL_STR, TVMLIKE_STR, &its);
    *found = its.size == strlen(name) && memcmp(its.data, name, its.size) == 0;
    if (*found) {
      const TVMLikeValue *function = tvmlike_entry(&members->data[at], "function");
      status = tvmlike_invoke(function->payload.v_obj, args, num_args, result);
    }
  }
  tvmlike_value_free(host, &described);
  return status;
}

/* Calls a member of a type, its own or an inherited one: the function that reads a field, too. */
static inline int tvmlike_call_member(const TVMLikeHost *host, int32_t type_index, const char *name,
                                      const TVMLikeValue *args, int32_t num_args, TVMLikeValue *result) {
  const TVMLikeTypeInfo *info = host->type_info(type_index);
  int32_t depth = info == NULL ? 0 : info->depth;
  int found = 0;
  int status;
  *result = tvmlike_none();
  status = tvmlike_call_declared(host, type_index, name, args, num_args, result, &found);
  while (status == 0 && !found && depth-- > 0) {
    status = tvmlike_call_declared(host, info->ancestors[depth], name, args, num_args, result, &found);
  }
  if (status != 0 || found) return status;
  return tvmlike_raisef(host, "AttributeError", "%s has no member `%s`", tvmlike_type_name(host, type_index),
                        name);
}

/* Calls a method of the object args[0], or reads a field of it: of its most refined class. */
static inline int tvmlike_call_method(const TVMLikeHost *host, const char *name, const TVMLikeValue *args,
                                      int32_t num_args, TVMLikeValue *result) {
  int32_t type_index = 0;
  *result = tvmlike_none();
  if (args[0].type_index < TVMLIKE_OBJECT) {
    return tvmlike_raisef(host, "TypeError", "%s has no member `%s`: it is no object",
                          tvmlike_type_name(host, args[0].type_index), name);
  }
  if (host->object_refined_type(args[0].payload.v_obj, &type_index) != 0) return -1;
  return tvmlike_call_member(host, type_index, name, args, num_args, result);
}

/* Calls a static function of a class, such as "__init__", which makes an object. */
static inline int tvmlike_call_static(const TVMLikeHost *host, const char *class_key, const char *name,
                                      const TVMLikeValue *args, int32_t num_args, TVMLikeValue *result) {
  const TVMLikeByteArray key = tvmlike_bytes_of(class_key);
  int32_t type_index = 0;
  *result = tvmlike_none();
  if (host->type_key_to_index(&key, &type_index) != 0) return -1;
  return tvmlike_call_member(host, type_index, name, args, num_args, result);
}

/* Text, borrowed for the call; it may contain NUL. */
static inline int tvmlike_arg_str(const TVMLikeCall *call, int32_t at, TVMLikeByteArray *out) {
  const int32_t type = tvmlike_arg_type(call, at);
  *out = tvmlike_bytes_of(NULL);
  if (type == TVMLIKE_RAW_STR) {
    *out = tvmlike_bytes_of(call->args[at].payload.v_c_str);
    return 0;
  }
  if (type >= 0 && tvmlike_span(&call->args[at], TVMLIKE_SMALL_STR, TVMLIKE_STR, out) == 0) return 0;
  return tvmlike_bad_arg(call, at, "str");
}

/* Bytes, borrowed for the call. */
static inline int tvmlike_arg_bytes(const TVMLikeCall *call, int32_t at, TVMLikeByteArray *out) {
  const int32_t type = tvmlike_arg_type(call, at);
  *out = tvmlike_bytes_of(NULL);
  if (type == TVMLIKE_BYTE_ARRAY_PTR) {
    *out = *(const TVMLikeByteArray *)call->args[at].payload.v_ptr;
    return 0;
  }
  if (type >= 0 && tvmlike_span(&call->args[at], TVMLIKE_SMALL_BYTES, TVMLIKE_BYTES, out) == 0) return 0;
  return tvmlike_bad_arg(call, at, "bytes");
}

/* A function, borrowed for the call; call it with tvmlike_invoke. */
static inline int tvmlike_arg_function(const TVMLikeCall *call, int32_t at, TVMLikeObjectHandle *out) {
  *out = NULL;
  if (tvmlike_arg_type(call, at) != TVMLIKE_FUNCTION) return tvmlike_bad_arg(call, at, "PackedFunc");
  *out = call->args[at].payload.v_obj;
  return 0;
}

/* A tensor to read, borrowed for the call. */
static inline int tvmlike_arg_tensor(const TVMLikeCall *call, int32_t at, const DLTensor **out) {
  const int32_t type = tvmlike_arg_type(call, at);
  *out = NULL;
  if (type == TVMLIKE_DLTENSOR_PTR) {
    *out = (const DLTensor *)call->args[at].payload.v_ptr;
    return 0;
  }
  if (type != TVMLIKE_TENSOR) return tvmlike_bad_arg(call, at, "Tensor");
  *out = &((const TVMLikeTensorCell *)tvmlike_cell(call->args[at].payload.v_obj))->dl_tensor;
  return 0;
}

/* ---- Calls and results -----------------------------------------------------------------------------------
 */

/* Returns an owned value as the result; it belongs to the caller from then on. */
static inline int tvmlike_return(const TVMLikeCall *call, TVMLikeValue owned) {
  *call->result = owned;
  return 0;
}

static inline int tvmlike_return_int(const TVMLikeCall *call, int64_t number) {
  return tvmlike_return(call, tvmlike_int(number));
}

static inline int tvmlike_return_float(const TVMLikeCall *call, double number) {
  return tvmlike_return(call, tvmlike_float(number));
}

static inline int tvmlike_return_bool(const TVMLikeCall *call, int truth) {
  return tvmlike_return(call, tvmlike_bool(truth));
}

/* Copies UTF-8 text. */
static inline int tvmlike_return_str(const TVMLikeCall *call, const char *text, size_t size) {
  TVMLikeByteArray bytes;
  bytes.data = text;
  bytes.size = size;
  return call->host->string_create(&bytes, call->result);
}

/* Copies bytes. */
static inline int tvmlike_return_bytes(const TVMLikeCall *call, const void *data, size_t size) {
  TVMLikeByteArray bytes;
  bytes.data = (const char *)data;
  bytes.size = size;
  return call->host->bytes_create(&bytes, call->result);
}

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TVMLIKE_CALL_H_ */
