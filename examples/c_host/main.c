/*
 * A C program that hosts packed functions.
 *
 * It links libtvmlike and uses only its C interface: it lists names, looks functions up, calls them with
 * every kind of value, registers a function of its own, and loads plugins given on the command line:
 *
 *   ./c_host [libplugin_c.so]
 *
 * Each step prints one line. Build it with CMake (CMakeLists.txt) or with make and pkg-config (Makefile).
 *
 * Ownership: the called function borrows its arguments; results belong to the caller, who releases them with
 * TVMLikeValueFree; handles are released with TVMObjectFree. Every function of the library that returns int
 * returns 0, or -1 with an error raised on the thread.
 */
#include <inttypes.h>
#include <tvmlike/call.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* ---- Errors ---------------------------------------------------------------------------------------------- */

/* Takes the error that a call has raised, and prints its kind and message. */
static void print_error(const char *step) {
  TVMLikeObjectHandle error = NULL;
  TVMLikeErrorMoveFromRaised(&error);
  if (error == NULL) {
    printf("%s: it failed without saying why\n", step);
    return;
  }
  const TVMLikeErrorCell *cell = tvmlike_cell(error);
  printf("%s: %.*s: %.*s\n", step, (int)cell->kind.size, cell->kind.data, (int)cell->message.size,
         cell->message.data);
  TVMObjectFree(error);
}

/* ---- Calls ----------------------------------------------------------------------------------------------- */

/* Calls the function with a name; the caller owns the result. */
static int call_by_name(const char *name, const TVMLikeValue *args, int32_t num_args, TVMLikeValue *result) {
  const TVMLikeByteArray bytes = tvmlike_bytes_of(name);
  TVMLikeObjectHandle function = NULL;
  *result = tvmlike_none();
  if (TVMLikeFuncGetGlobal(&bytes, &function) != 0) return -1;
  if (function == NULL) {
    return tvmlike_raisef(TVMLikeGetHost(), "ValueError", "no packed function is registered as \"%s\"", name);
  }
  /* A program that calls often keeps the function: the call itself looks nothing up. */
  const int status = tvmlike_invoke(function, args, num_args, result);
  TVMObjectFree(function);
  return status;
}

/* The text in an owned value, borrowed from it; empty for a value that is not text. */
static TVMLikeByteArray text_of(const TVMLikeValue *value) {
  TVMLikeByteArray text = tvmlike_bytes_of(NULL);
  tvmlike_span(value, TVMLIKE_SMALL_STR, TVMLIKE_STR, &text);
  return text;
}

static int list_names(void) {
  const TVMLikeByteArray prefix = tvmlike_bytes_of("tensor");
  TVMLikeValue names = tvmlike_none();
  if (TVMLikeFuncListNames(&prefix, &names) != 0) return -1;
  const TVMLikeSeqCell *cell = tvmlike_cell(names.payload.v_obj);
  const TVMLikeByteArray first = cell->size > 0 ? text_of(&cell->data[0]) : tvmlike_bytes_of("");
  printf("names: %d functions are registered under tensor, the first is %.*s\n", (int)cell->size,
         (int)first.size, first.data);
  TVMLikeValueFree(&names);
  return 0;
}

/* ---- Every kind of value --------------------------------------------------------------------------------- */

/* The name of a value's type; for objects the type key. */
static TVMLikeByteArray kind_of(const TVMLikeValue *value) {
  switch (value->type_index) {
    case TVMLIKE_NONE: return tvmlike_bytes_of("None");
    case TVMLIKE_INT: return tvmlike_bytes_of("int");
    case TVMLIKE_BOOL: return tvmlike_bytes_of("bool");
    case TVMLIKE_FLOAT: return tvmlike_bytes_of("float");
    case TVMLIKE_OPAQUE_PTR: return tvmlike_bytes_of("ptr");
    case TVMLIKE_DATA_TYPE: return tvmlike_bytes_of("DataType");
    case TVMLIKE_DEVICE: return tvmlike_bytes_of("Device");
    case TVMLIKE_RAW_STR:
    case TVMLIKE_SMALL_STR: return tvmlike_bytes_of("str");
    case TVMLIKE_BYTE_ARRAY_PTR:
    case TVMLIKE_SMALL_BYTES: return tvmlike_bytes_of("bytes");
    default: break;
  }
  const TVMLikeTypeInfo *info = TVMLikeTypeInfoOf(value->type_index);
  return info == NULL ? tvmlike_bytes_of("?") : info->key;
}

/*
 * A function of this program: returns the types of its arguments, in order. It is called by name, as from any
 * language.
 */
static int describe(void *context, const TVMLikeValue *args, int32_t num_args, TVMLikeValue *result) {
  char text[512];
  TVMLikeByteArray all = {text, 0};
  ++*(int *)context;
  for (int32_t at = 0; at < num_args; ++at) {
    const TVMLikeByteArray kind = kind_of(&args[at]);
    if (all.size + 1 + kind.size > sizeof text) {
      return tvmlike_raisef(TVMLikeGetHost(), "ValueError", "c_host.describe: %d arguments are too many",
                            (int)num_args);
    }
    if (at > 0) text[all.size++] = ' ';
    memcpy(text + all.size, kind.data, kind.size);
    all.size += kind.size;
  }
  return TVMLikeStringCreate(&all, result);
}

static int register_function(int *calls) {
  TVMLikeObjectHandle function = NULL;
  TVMLikeRegistration entry;
  const TVMLikeByteArray owner = tvmlike_bytes_of("c_host");
  if (TVMLikeFuncCreate(describe, calls, NULL, &function) != 0) return -1;
  memset(&entry, 0, sizeof entry);
  entry.name = tvmlike_bytes_of("c_host.describe");
  entry.function = function;
  entry.record = tvmlike_bytes_of("{\"variadic\": true, \"a\": [], \"r\": [\"str\"], \"doc\": \"Kinds of values.\"}");
  entry.file = tvmlike_bytes_of(__FILE__);
  entry.line = __LINE__;
  const int status = TVMLikeFuncRegisterGlobal(&entry, &owner);
  /* The registry has a reference of its own. */
  TVMObjectFree(function);
  return status;
}

/* The body of an object: zeroed at first, destroyed when the last reference is released. */
typedef struct Box {
  void *content;
} Box;

static void empty_box(void *body) { free(((Box *)body)->content); }

/* Values with an object belong to this program, like results, until it releases them. */
static int call_with_every_kind(int *calls) {
  const DLDataType float32 = {kDLFloat, 32, 1};
  const DLDevice cpu = {kDLCPU, 0};
  const int64_t dims[] = {2, 3};
  const TVMLikeByteArray raw = {"\x00\x01\x02", 3};
  const TVMLikeByteArray longer = tvmlike_bytes_of("text of a string object");
  const TVMLikeByteArray key = tvmlike_bytes_of("c_host.Box");
  TVMLikeValue args[16], owned[6], result = tvmlike_none();
  TVMLikeObjectHandle tensor = NULL, box = NULL, function = NULL;
  const TVMLikeByteArray name = tvmlike_bytes_of("c_host.describe");
  int32_t count = 0, type = 0;
  int status = -1;
  for (size_t at = 0; at < COUNT(owned); ++at) owned[at] = tvmlike_none();

  args[count++] = tvmlike_none();
  args[count++] = tvmlike_int(-7);
  args[count++] = tvmlike_bool(1);
  args[count++] = tvmlike_float(0.5);
  args[count++] = tvmlike_str("a C string, borrowed");
  args[count] = tvmlike_none();
  args[count].type_index = TVMLIKE_BYTE_ARRAY_PTR;
  args[count++].payload.v_ptr = (void *)&raw;
  args[count] = tvmlike_none();
  args[count].type_index = TVMLIKE_OPAQUE_PTR;
  args[count++].payload.v_ptr = calls;
  args[count] = tvmlike_none();
  args[count].type_index = TVMLIKE_DATA_TYPE;
  args[count++].payload.v_dtype = float32;
  args[count] = tvmlike_none();
  args[count].type_index = TVMLIKE_DEVICE;
  args[count++].payload.v_device = cpu;

  /* Containers copy their items; of objects, they add a reference. */
  const TVMLikeValue pair[] = {tvmlike_str("seven"), tvmlike_int(7)};
  if (TVMLikeStringCreate(&longer, &owned[0]) != 0) goto done;
  if (TVMLikeShapeCreate(dims, COUNT(dims), &owned[1]) != 0) goto done;
  if (TVMLikeArrayCreate(pair, COUNT(pair), &owned[2]) != 0) goto done;
  if (TVMLikeMapCreate(pair, COUNT(pair) / 2, &owned[3]) != 0) goto done;
  for (size_t at = 0; at < 4; ++at) args[count++] = owned[at];
  if (TVMLikeTensorAlloc(dims, COUNT(dims), float32, cpu, &tensor) != 0) goto done;
  args[count++] = tvmlike_object(tensor);
  if (TVMLikeFuncGetGlobal(&name, &function) != 0) goto done;
  args[count++] = tvmlike_object(function);
  /* A type of this program, and an object of it with a body that only this program knows. */
  if (TVMLikeTypeRegister(&key, TVMLIKE_OBJECT, &type) != 0) goto done;
  if (TVMLikeObjectCreate(type, sizeof(Box), empty_box, &box) != 0) goto done;
  if ((((Box *)tvmlike_cell(box))->content = malloc(64)) == NULL) goto done;
  args[count++] = tvmlike_object(box);

  if (call_by_name("c_host.describe", args, count, &result) != 0) goto done;
  const TVMLikeByteArray text = text_of(&result);
  printf("values: %.*s\n", (int)text.size, text.data);
  status = 0;
done:
  TVMLikeValueFree(&result);
  for (size_t at = 0; at < COUNT(owned); ++at) TVMLikeValueFree(&owned[at]);
  TVMObjectFree(tensor);
  TVMObjectFree(function);
  TVMObjectFree(box);
  return status;
}

/* ---- Callbacks ------------------------------------------------------------------------------------------- */

/* The context of a callback of this program; it lives until the library calls the finalizer. */
typedef struct Squares {
  int calls;
  int *released;
} Squares;

static int square(void *context, const TVMLikeValue *args, int32_t num_args, TVMLikeValue *result) {
  if (num_args != 1 || args[0].type_index != TVMLIKE_INT) {
    return tvmlike_raise(TVMLikeGetHost(), "TypeError", "square: expected one int");
  }
  ++((Squares *)context)->calls;
  *result = tvmlike_int(args[0].payload.v_int64 * args[0].payload.v_int64);
  return 0;
}

static void release_squares(void *context) {
  Squares *squares = context;
  *squares->released = squares->calls;
  free(squares);
}

static int pass_callback(void) {
  int released = 0;
  TVMLikeObjectHandle function = NULL;
  TVMLikeValue numbers = tvmlike_none(), result = tvmlike_none();
  const TVMLikeValue items[] = {tvmlike_int(1), tvmlike_int(2), tvmlike_int(3)};
  Squares *squares = malloc(sizeof *squares);
  int status = -1;
  if (squares == NULL) return tvmlike_raise(TVMLikeGetHost(), "MemoryError", "out of memory for a callback");
  squares->calls = 0;
  squares->released = &released;
  if (TVMLikeFuncCreate(square, squares, release_squares, &function) != 0) {
    free(squares);
    return -1;
  }
  if (TVMLikeArrayCreate(items, COUNT(items), &numbers) != 0) goto done;
  const TVMLikeValue args[] = {tvmlike_object(function), numbers};
  if (call_by_name("array.map", args, COUNT(args), &result) != 0) goto done;
  const TVMLikeSeqCell *cell = tvmlike_cell(result.payload.v_obj);
  printf("callback: array.map gives %d squares, the last is %" PRId64 ";", (int)cell->size,
         cell->data[cell->size - 1].payload.v_int64);
  status = 0;
done:
  TVMLikeValueFree(&result);
  TVMLikeValueFree(&numbers);
  TVMObjectFree(function);
  if (status == 0) printf(" it was called %d times and released\n", released);
  return status;
}

/* ---- Errors of others ------------------------------------------------------------------------------------ */

static int see_errors(void) {
  TVMLikeValue result;
  const TVMLikeValue args[] = {tvmlike_str("no tensor"), tvmlike_float(1)};
  if (call_by_name("tensor.fill", args, COUNT(args), &result) == 0) return 1;
  print_error("error");
  if (call_by_name("c_host.nothing", NULL, 0, &result) == 0) return 1;
  print_error("error");
  return 0;
}

/* ---- Tensors --------------------------------------------------------------------------------------------- */

static void free_managed(DLManagedTensor *managed) {
  free(managed->manager_ctx);
  free(managed);
}

/*
 * Transfers an array of this program to the library, which calls free_managed when the last reference is
 * released.
 */
static int give_tensor(int64_t *shape, TVMLikeObjectHandle *out) {
  DLManagedTensor *managed = calloc(1, sizeof *managed);
  float *numbers = malloc((size_t)shape[0] * sizeof *numbers);
  if (managed == NULL || numbers == NULL) {
    free(managed);
    free(numbers);
    return tvmlike_raise(TVMLikeGetHost(), "MemoryError", "out of memory for a tensor");
  }
  for (int64_t at = 0; at < shape[0]; ++at) numbers[at] = (float)at;
  managed->dl_tensor.data = numbers;
  managed->dl_tensor.device.device_type = kDLCPU;
  managed->dl_tensor.ndim = 1;
  managed->dl_tensor.dtype = (DLDataType){kDLFloat, 32, 1};
  managed->dl_tensor.shape = shape;
  managed->manager_ctx = numbers;
  managed->deleter = free_managed;
  return TVMLikeTensorFromDLPack(managed, out);
}

static int use_tensors(void) {
  int64_t shape[] = {4}, strides[] = {1};
  float lent[] = {10, 20, 30, 40};
  DLTensor view;
  TVMLikeObjectHandle given = NULL;
  TVMLikeValue sum = tvmlike_none(), total = tvmlike_none(), args[2];
  int status = -1;
  memset(&view, 0, sizeof view);
  view.data = lent;
  view.device.device_type = kDLCPU;
  view.ndim = 1;
  view.dtype = (DLDataType){kDLFloat, 32, 1};
  view.shape = shape;
  view.strides = strides;
  /* One array is borrowed for the call, the other one transferred; neither is copied. */
  args[0] = tvmlike_none();
  args[0].type_index = TVMLIKE_DLTENSOR_PTR;
  args[0].payload.v_ptr = &view;
  if (give_tensor(shape, &given) != 0) goto done;
  args[1] = tvmlike_object(given);
  if (call_by_name("tensor.add", args, 2, &sum) != 0) goto done;
  if (call_by_name("tensor.sum", &sum, 1, &total) != 0) goto done;
  const TVMLikeTensorCell *cell = tvmlike_cell(sum.payload.v_obj);
  const float *numbers = cell->dl_tensor.data;
  printf("tensors: tensor.add gives [%g, %g, %g, %g], in all %g\n", numbers[0], numbers[1], numbers[2],
         numbers[3], total.payload.v_float64);
  status = 0;
done:
  TVMLikeValueFree(&total);
  TVMLikeValueFree(&sum);
  TVMObjectFree(given);
  return status;
}

/* ---- Plugins --------------------------------------------------------------------------------------------- */

static int load_plugin(const char *path) {
  TVMLikeValue info = tvmlike_none(), result = tvmlike_none();
  const TVMLikeValue legs[] = {tvmlike_int(3), tvmlike_float(4)};
  if (TVMLikePluginLoad(path, &info) != 0) return -1;
  const TVMLikeMapCell *map = tvmlike_cell(info.payload.v_obj);
  const TVMLikeValue key = tvmlike_str("name");
  const int64_t at = map->find(info.payload.v_obj, &key);
  const TVMLikeByteArray name = text_of(at < 0 ? &key : &map->entries[at].value);
  printf("plugin: loaded ");
  fwrite(name.data, 1, name.size, stdout);
  putchar('\n');
  const int is_plugin_c = name.size == 8 && memcmp(name.data, "plugin_c", 8) == 0;
  TVMLikeValueFree(&info);
  if (!is_plugin_c) return 0;
  if (call_by_name("plugin_c.hypot", legs, COUNT(legs), &result) != 0) return -1;
  printf("plugin: plugin_c.hypot(3, 4) = %g\n", result.payload.v_float64);
  TVMLikeValueFree(&result);
  return 0;
}

int main(int argc, char **argv) {
  int calls = 0;
  const char *step = "names";
  printf("tvmlike %s\n", TVMLikeVersion());
  if (list_names() != 0) goto failed;
  step = "values";
  if (register_function(&calls) != 0 || call_with_every_kind(&calls) != 0) goto failed;
  step = "callback";
  if (pass_callback() != 0) goto failed;
  step = "error";
  if (see_errors() != 0) goto failed;
  step = "tensors";
  if (use_tensors() != 0) goto failed;
  step = "plugin";
  for (int at = 1; at < argc; ++at) {
    if (load_plugin(argv[at]) != 0) goto failed;
  }
  /* The function registered by this program refers to `calls`, so its name is removed first. */
  step = "end";
  const TVMLikeByteArray name = tvmlike_bytes_of("c_host.describe");
  if (TVMLikeFuncRemoveGlobal(&name) != 0) goto failed;
  return calls == 1 ? 0 : 1;
failed:
  print_error(step);
  return 1;
}
