/*
 * Builds, walks and prints MLIR from C, by names alone.
 *
 * The compiler's IR has no C functions of its own: its classes and functions are in the registry, where this program
 * finds them by name. A class has static functions, which make objects, methods and fields; each is a packed
 * function, and those of an object take it as their first argument.
 *
 * Each step prints what it did. Build it with CMake (CMakeLists.txt) or with make and pkg-config (Makefile).
 *
 * Ownership: arguments are borrowed; a result belongs to the caller, who releases it with TVMLikeValueFree. Every
 * function that returns int returns 0, or -1 with an error raised on the thread.
 */
#include <inttypes.h>
#include <tvmlike/call.h>

#define COUNT(array) ((int32_t)(sizeof(array) / sizeof((array)[0])))

static TVMLikeByteArray text_of(const TVMLikeValue *value) {
  TVMLikeByteArray text = tvmlike_bytes_of(NULL);
  tvmlike_span(value, TVMLIKE_SMALL_STR, TVMLIKE_STR, &text);
  return text;
}

static void print_error(const char *step) {
  TVMLikeObjectHandle error = NULL;
  TVMLikeErrorMoveFromRaised(&error);
  if (error == NULL) return;
  const TVMLikeErrorCell *cell = tvmlike_cell(error);
  printf("%s: %.*s: %.*s\n", step, (int)cell->kind.size, cell->kind.data, (int)cell->message.size,
         cell->message.data);
  TVMObjectFree(error);
}

/* ---- Calls by name --------------------------------------------------------------------------------------- */

/* The entry of a map, borrowed from it. */
static const TVMLikeValue *entry(const TVMLikeValue *map, const char *key) {
  const TVMLikeMapCell *cell = tvmlike_cell(map->payload.v_obj);
  const TVMLikeValue name = tvmlike_str(key);
  const int64_t at = cell->find(map->payload.v_obj, &name);
  return at < 0 ? NULL : &cell->entries[at].value;
}

/* Calls a member that one type declares; `*found` is 0 if it declares none with the name. */
static int call_own_member(int32_t type, const char *name, const char *part, const TVMLikeValue *args,
                           int32_t num_args, TVMLikeValue *result, int *found) {
  TVMLikeValue described = tvmlike_none();
  int status = 0;
  *found = 0;
  if (TVMLikeTypeMembers(type, &described) != 0) return -1;
  const TVMLikeSeqCell *members = tvmlike_cell(entry(&described, "members")->payload.v_obj);
  for (int64_t at = 0; at < members->size && !*found; ++at) {
    const TVMLikeByteArray its = text_of(entry(&members->data[at], "name"));
    if (its.size != strlen(name) || memcmp(its.data, name, its.size) != 0) continue;
    *found = 1;
    status = tvmlike_invoke(entry(&members->data[at], part)->payload.v_obj, args, num_args, result);
  }
  TVMLikeValueFree(&described);
  return status;
}

/* Calls a member of a type, its own or inherited. A program that calls often keeps the function. */
static int call_member(int32_t type, const char *name, const char *part, const TVMLikeValue *args,
                       int32_t num_args, TVMLikeValue *result) {
  int found = 0;
  const TVMLikeTypeInfo *info = TVMLikeTypeInfoOf(type);
  *result = tvmlike_none();
  int status = call_own_member(type, name, part, args, num_args, result, &found);
  for (int32_t depth = info->depth - 1; status == 0 && !found && depth >= 0; --depth) {
    status = call_own_member(info->ancestors[depth], name, part, args, num_args, result, &found);
  }
  if (status != 0 || found) return status;
  return tvmlike_raisef(TVMLikeGetHost(), "AttributeError", "%.*s has no member %s", (int)info->key.size,
                        info->key.data, name);
}

/* A static function of a class: create("ir.Module", "parse", …). */
static int create(const char *class_key, const char *name, const TVMLikeValue *args, int32_t num_args,
                  TVMLikeValue *result) {
  const TVMLikeByteArray key = tvmlike_bytes_of(class_key);
  int32_t type = 0;
  *result = tvmlike_none();
  if (TVMLikeGetHost()->type_key_to_index(&key, &type) != 0) return -1;
  return call_member(type, name, "function", args, num_args, result);
}

/* A method or a field: the object is args[0]. */
static int call(const char *name, const TVMLikeValue *args, int32_t num_args, TVMLikeValue *result) {
  int32_t type = 0;
  *result = tvmlike_none();
  if (TVMLikeObjectRefinedType(args[0].payload.v_obj, &type) != 0) return -1;
  return call_member(type, name, "function", args, num_args, result);
}

static int set(TVMLikeValue object, const char *field, TVMLikeValue value) {
  const TVMLikeValue args[] = {object, value};
  TVMLikeValue none;
  return call_member(object.type_index, field, "setter", args, 2, &none);
}

/* A function: call_global("ir.walk", …). */
static int call_global(const char *name, const TVMLikeValue *args, int32_t num_args, TVMLikeValue *result) {
  const TVMLikeByteArray bytes = tvmlike_bytes_of(name);
  TVMLikeObjectHandle function = NULL;
  *result = tvmlike_none();
  if (TVMLikeFuncGetGlobal(&bytes, &function) != 0) return -1;
  if (function == NULL) return tvmlike_raisef(TVMLikeGetHost(), "ValueError", "there is no %s", name);
  const int status = tvmlike_invoke(function, args, num_args, result);
  TVMObjectFree(function);
  return status;
}

/* ---- The compiler's IR ----------------------------------------------------------------------------------- */

static const char *const kText =
    "\"toy.func\"() ({\n"
    "^entry(%x: i32):\n"
    "  %sum = \"toy.add\"(%x, %x) {fast} : (i32, i32) -> i32\n"
    "  \"toy.return\"(%sum) : (i32) -> ()\n"
    "}) : () -> ()\n";

/* What the steps share. Everything in it is released at the end. */
typedef struct Program {
  TVMLikeValue context, location, module, body, loop;
} Program;

/* The context and the location are current from here on: builders that are given none take them. */
static int set_up(Program *p) {
  if (create("ir.Context", "__init__", NULL, 0, &p->context) != 0) return -1;
  /* The dialect `toy` is not registered. */
  if (set(p->context, "allow_unregistered_dialects", tvmlike_bool(1)) != 0) return -1;
  if (TVMLikeCurrentPush(p->context.payload.v_obj) != 0) return -1;
  if (create("ir.Location", "unknown", NULL, 0, &p->location) != 0) return -1;
  return TVMLikeCurrentPush(p->location.payload.v_obj);
}

static int parse(Program *p) {
  const TVMLikeValue text = tvmlike_str(kText);
  if (create("ir.Module", "parse", &text, 1, &p->module) != 0) return -1;
  return call("body", &p->module, 1, &p->body);
}

/* "toy.loop"() ({ ^bb0(%i: index): "toy.use"(%i) }), at the end of the module. */
static int build_loop(Program *p) {
  TVMLikeValue point, regions, region, index, types, block, arguments, argument, operands, inner, use;
  TVMLikeValue *const made[] = {&point, &regions,   &region,   &index,    &types, &block,
                                &arguments, &argument, &operands, &inner, &use};
  int status = -1;
  for (int32_t at = 0; at < COUNT(made); ++at) *made[at] = tvmlike_none();

  /* name, results, operands, attributes, successors, regions, location, insertion point */
  if (create("ir.InsertionPoint", "__init__", &p->body, 1, &point) != 0) goto done;
  const TVMLikeValue loop[] = {tvmlike_str("toy.loop"), tvmlike_none(), tvmlike_none(), tvmlike_none(),
                               tvmlike_none(),          tvmlike_int(1), tvmlike_none(), point};
  if (create("ir.Operation", "create", loop, COUNT(loop), &p->loop) != 0) goto done;

  if (call("regions", &p->loop, 1, &regions) != 0) goto done;
  const TVMLikeValue first_region[] = {regions, tvmlike_int(0)};
  if (call("__getitem__", first_region, 2, &region) != 0) goto done;
  if (create("ir.IndexType", "get", NULL, 0, &index) != 0) goto done;
  if (TVMLikeArrayCreate(&index, 1, &types) != 0) goto done;
  const TVMLikeValue start[] = {region, types};
  if (create("ir.Block", "create_at_start", start, 2, &block) != 0) goto done;

  if (call("arguments", &block, 1, &arguments) != 0) goto done;
  const TVMLikeValue first_argument[] = {arguments, tvmlike_int(0)};
  if (call("__getitem__", first_argument, 2, &argument) != 0) goto done;
  if (TVMLikeArrayCreate(&argument, 1, &operands) != 0) goto done;
  if (create("ir.InsertionPoint", "__init__", &block, 1, &inner) != 0) goto done;
  const TVMLikeValue parts[] = {tvmlike_str("toy.use"), tvmlike_none(), operands,       tvmlike_none(),
                                tvmlike_none(),         tvmlike_int(0), tvmlike_none(), inner};
  if (create("ir.Operation", "create", parts, COUNT(parts), &use) != 0) goto done;
  status = 0;
done:
  for (int32_t at = 0; at < COUNT(made); ++at) TVMLikeValueFree(made[at]);
  return status;
}

/* Called with each operation; returns ir.WalkResult.ADVANCE, which is 0. */
static int count_one(void *context, const TVMLikeValue *args, int32_t num_args, TVMLikeValue *result) {
  TVMLikeValue name;
  (void)num_args;
  if (call("name", args, 1, &name) != 0) return -1;
  const TVMLikeByteArray text = text_of(&name);
  printf(" %.*s", (int)text.size, text.data);
  TVMLikeValueFree(&name);
  ++*(int *)context;
  *result = tvmlike_int(0);
  return 0;
}

static int walk(const Program *p) {
  int count = 0;
  TVMLikeValue operation = tvmlike_none(), none = tvmlike_none();
  TVMLikeObjectHandle callback = NULL;
  int status = -1;
  if (call("operation", &p->module, 1, &operation) != 0) goto done;
  if (TVMLikeFuncCreate(count_one, &count, NULL, &callback) != 0) goto done;
  const TVMLikeValue args[] = {operation, tvmlike_object(callback)};
  printf("walk:");
  if (call_global("ir.walk", args, 2, &none) != 0) goto done;
  printf("; %d operations\n", count);
  status = 0;
done:
  TVMObjectFree(callback);
  TVMLikeValueFree(&operation);
  return status;
}

static int set_and_read_attribute(const Program *p) {
  TVMLikeValue attributes = tvmlike_none(), attribute = tvmlike_none(), found = tvmlike_none();
  TVMLikeValue number = tvmlike_none(), none;
  const TVMLikeValue text = tvmlike_str("10 : i64");
  int status = -1;
  if (call("attributes", &p->loop, 1, &attributes) != 0) goto done;
  if (create("ir.Attribute", "parse", &text, 1, &attribute) != 0) goto done;
  const TVMLikeValue write[] = {attributes, tvmlike_str("trips"), attribute};
  if (call("__setitem__", write, 3, &none) != 0) goto done;
  const TVMLikeValue read[] = {attributes, tvmlike_str("trips")};
  if (call("__getitem__", read, 2, &found) != 0) goto done;
  /* The attribute is an ir.IntegerAttr, whose field this is. */
  if (call("value", &found, 1, &number) != 0) goto done;
  printf("attribute: trips is %" PRId64 "\n", number.payload.v_int64);
  status = 0;
done:
  TVMLikeValueFree(&number);
  TVMLikeValueFree(&found);
  TVMLikeValueFree(&attribute);
  TVMLikeValueFree(&attributes);
  return status;
}

static int print(const Program *p) {
  TVMLikeValue text;
  if (call("__str__", &p->module, 1, &text) != 0) return -1;
  const TVMLikeByteArray bytes = text_of(&text);
  fwrite(bytes.data, 1, bytes.size, stdout);
  TVMLikeValueFree(&text);
  return 0;
}

/* A handle of something that was erased is an error, never a crash. */
static int use_stale_handle(const Program *p) {
  TVMLikeValue result;
  if (call("erase", &p->loop, 1, &result) != 0) return -1;
  if (call("name", &p->loop, 1, &result) == 0) {
    return tvmlike_raise(TVMLikeGetHost(), "RuntimeError", "an erased operation has a name");
  }
  print_error("stale handle");
  return 0;
}

int main(void) {
  Program p = {{0}, {0}, {0}, {0}, {0}};
  TVMLikeValue *const owned[] = {&p.loop, &p.body, &p.module, &p.location, &p.context};
  for (int32_t at = 0; at < COUNT(owned); ++at) *owned[at] = tvmlike_none();
  const int status = set_up(&p) != 0 || parse(&p) != 0 || build_loop(&p) != 0 || walk(&p) != 0 ||
                     set_and_read_attribute(&p) != 0 || print(&p) != 0 || use_stale_handle(&p) != 0;
  if (status != 0) print_error("ir_c");
  if (p.location.payload.v_obj != NULL) TVMLikeCurrentPop(p.location.payload.v_obj);
  if (p.context.payload.v_obj != NULL) TVMLikeCurrentPop(p.context.payload.v_obj);
  for (int32_t at = 0; at < COUNT(owned); ++at) TVMLikeValueFree(owned[at]);
  return status;
}
