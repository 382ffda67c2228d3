/* A plugin as it was built for an older ABI, which calls each function of the table of 1.1 and checks
 * what comes back. A check that fails becomes the error of the call. */
#include <tvmlike/plugin.h>

#if TVMLIKE_ABI_MAJOR != 1 || TVMLIKE_ABI_MINOR > 2
#error "this file is to be compiled with the headers of an older ABI"
#endif

#define EXPECT(condition)                                                                  \
  do {                                                                                     \
    if (!(condition)) {                                                                    \
      return tvmlike_fail(call, "AssertionError", "line %d: %s", __LINE__, #condition);    \
    }                                                                                      \
  } while (0)

static int finalized;

static void finalize(void *context) { finalized += *(int *)context; }

static int answer(void *context, const TVMLikeValue *args, int32_t num_args, TVMLikeValue *result) {
  (void)args;
  *result = tvmlike_int(*(int *)context + num_args);
  return 0;
}

/* The error that is raised, which it takes; whether it has this message. */
static int took_error(const TVMLikeHost *host, const char *message) {
  TVMLikeObjectHandle error = NULL;
  const TVMLikeErrorCell *said;
  int same;
  host->error_move_from_raised(&error);
  if (error == NULL) return 0;
  said = (const TVMLikeErrorCell *)tvmlike_cell(error);
  same = said->message.size == strlen(message) &&
         memcmp(said->message.data, message, said->message.size) == 0;
  host->object_free(error);
  return same;
}

static int functions(const TVMLikeCall *call) {
  const TVMLikeHost *host = call->host;
  const TVMLikeByteArray name = tvmlike_bytes_of("older.made"), owner = tvmlike_bytes_of("older"),
                         prefix = tvmlike_bytes_of("older");
  static int forty = 40;
  TVMLikeRegistration registration;
  TVMLikeObjectHandle made = NULL, found = NULL;
  TVMLikeValue args[2], result = tvmlike_none(), names = tvmlike_none();
  memset(&registration, 0, sizeof registration);
  EXPECT(host->func_create(answer, &forty, finalize, &made) == 0);
  registration.name = name;
  registration.function = made;
  registration.flags = TVMLIKE_REGISTER_KEEPS_LOCK;
  EXPECT(host->register_global(&registration, &owner) == 0);
  EXPECT(host->register_global(&registration, &owner) == -1);
  host->error_set_raised(NULL);
  registration.flags |= TVMLIKE_REGISTER_OVERRIDE;
  EXPECT(host->register_global(&registration, &owner) == 0);
  EXPECT(host->get_global(&name, &found) == 0 && found == made);
  args[0] = args[1] = tvmlike_int(0);
  EXPECT(tvmlike_invoke(found, args, 2, &result) == 0 && result.payload.v_int64 == 42);
  host->object_retain(found);
  host->object_free(found);
  host->object_free(found);
  EXPECT(host->list_names(&prefix, &names) == 0 && names.type_index == TVMLIKE_ARRAY);
  EXPECT(((const TVMLikeSeqCell *)tvmlike_cell(names.payload.v_obj))->size == 7);
  tvmlike_value_free(host, &names);
  EXPECT(host->remove_global(&name) == 0);
  EXPECT(host->get_global(&name, &found) == 0 && found == NULL);
  finalized = 0;
  host->object_free(made);
  EXPECT(finalized == 40);
  return tvmlike_return_int(call, 8);
}

static int errors(const TVMLikeCall *call) {
  const TVMLikeHost *host = call->host;
  const TVMLikeByteArray kind = tvmlike_bytes_of("ValueError"), message = tvmlike_bytes_of("as it was"),
                         none = tvmlike_bytes_of("");
  TVMLikeObjectHandle error = NULL;
  TVMLikeValue stack = tvmlike_none();
  EXPECT(host->error_create(&kind, &message, &none, NULL, NULL, &error) == 0);
  EXPECT(host->error_native_stack(error, &stack) == 0);
  tvmlike_value_free(host, &stack);
  host->error_set_raised(error);
  host->object_free(error);
  EXPECT(took_error(host, "as it was"));
  host->error_move_from_raised(&error);
  EXPECT(error == NULL);
  EXPECT(host->check_interrupt() == 0);
  return tvmlike_return_int(call, 5);
}

static void holds_nothing(TVMLikeObjectHandle object, TVMLikeVisit visit, void *context) {
  (void)object;
  (void)visit;
  (void)context;
}

static int types(const TVMLikeCall *call) {
  const TVMLikeHost *host = call->host;
  const TVMLikeByteArray key = tvmlike_bytes_of("older.Handle"), doc = tvmlike_bytes_of("A handle.");
  static int seven = 7;
  int32_t type = 0, found = 0;
  const TVMLikeTypeInfo *info;
  TVMLikeTypeMember member;
  TVMLikeObjectHandle object = NULL;
  TVMLikeValue members = tvmlike_none();
  EXPECT(host->type_register(&key, TVMLIKE_OPAQUE_PY_OBJECT, &type) == 0);
  EXPECT(host->type_key_to_index(&key, &found) == 0 && found == type);
  info = host->type_info(type);
  EXPECT(info != NULL && info->type_index == type);
  memset(&member, 0, sizeof member);
  member.name = tvmlike_bytes_of("answer");
  member.kind = TVMLIKE_MEMBER_METHOD;
  EXPECT(host->func_create(answer, &seven, NULL, &member.function) == 0);
  EXPECT(host->type_add_members(type, &doc, &member, 1, sizeof member) == 0);
  host->object_free(member.function);
  EXPECT(host->type_members(type, &members) == 0 && members.type_index == TVMLIKE_MAP);
  tvmlike_value_free(host, &members);
  EXPECT(host->type_traverse(type) == NULL);
  EXPECT(host->type_set_traverse(type, holds_nothing) == 0);
  EXPECT(host->type_traverse(type) == holds_nothing);
  finalized = 0;
  EXPECT(host->opaque_create(&seven, type, finalize, &object) == 0 && object->type_index == type);
  host->object_free(object);
  EXPECT(finalized == 7);
  return tvmlike_return_int(call, 8);
}

static int values(const TVMLikeCall *call) {
  const TVMLikeHost *host = call->host;
  const TVMLikeByteArray text = tvmlike_bytes_of("a text of more than seven bytes");
  const int64_t dims[] = {2, 3};
  TVMLikeValue items[2], made[6];
  int at;
  EXPECT(host->string_create(&text, &made[0]) == 0 && made[0].type_index == TVMLIKE_STR);
  EXPECT(host->bytes_create(&text, &made[1]) == 0 && made[1].type_index == TVMLIKE_BYTES);
  items[0] = made[0];
  items[1] = tvmlike_int(1);
  EXPECT(host->array_create(items, 2, &made[2]) == 0 && made[2].type_index == TVMLIKE_ARRAY);
  EXPECT(host->map_create(items, 1, &made[3]) == 0 && made[3].type_index == TVMLIKE_MAP);
  EXPECT(host->shape_create(dims, 2, &made[4]) == 0 && made[4].type_index == TVMLIKE_SHAPE);
  items[0] = tvmlike_str("a text that is borrowed, and copied");
  EXPECT(host->value_to_owned(&items[0], &made[5]) == 0 && made[5].type_index == TVMLIKE_STR);
  for (at = 0; at < 6; ++at) tvmlike_value_free(host, &made[at]);
  return tvmlike_return_int(call, 6);
}

static int deleted;

static void delete_plain(DLManagedTensor *self) {
  (void)self;
  deleted += 1;
}

static void delete_versioned(DLManagedTensorVersioned *self) {
  (void)self;
  deleted += 10;
}

static int tensors(const TVMLikeCall *call) {
  const TVMLikeHost *host = call->host;
  static float data[3] = {1, 2, 3};
  static int64_t shape[1] = {3}, strides[1] = {1};
  DLManagedTensor plain, *lent = NULL;
  DLManagedTensorVersioned versioned, *lent_versioned = NULL;
  TVMLikeObjectHandle tensor = NULL;
  memset(&plain, 0, sizeof plain);
  memset(&versioned, 0, sizeof versioned);
  plain.dl_tensor.data = data;
  plain.dl_tensor.device.device_type = kDLCPU;
  plain.dl_tensor.ndim = 1;
  plain.dl_tensor.dtype.code = kDLFloat;
  plain.dl_tensor.dtype.bits = 32;
  plain.dl_tensor.dtype.lanes = 1;
  plain.dl_tensor.shape = shape;
  plain.dl_tensor.strides = strides;
  plain.deleter = delete_plain;
  versioned.version.major = 1;
  versioned.dl_tensor = plain.dl_tensor;
  versioned.deleter = delete_versioned;
  deleted = 0;
  EXPECT(host->tensor_from_dlpack(&plain, &tensor) == 0 && tensor->deleter == host->tensor_deleter);
  EXPECT(host->tensor_to_dlpack(tensor, &lent) == 0 && lent->dl_tensor.data == data);
  lent->deleter(lent);
  host->object_free(tensor);
  EXPECT(deleted == 1);
  EXPECT(host->tensor_from_dlpack_versioned(&versioned, &tensor) == 0);
  EXPECT(host->tensor_to_dlpack_versioned(tensor, &lent_versioned) == 0);
  EXPECT(lent_versioned->dl_tensor.shape[0] == 3);
  lent_versioned->deleter(lent_versioned);
  host->object_free(tensor);
  EXPECT(deleted == 11);
  return tvmlike_return_int(call, 5);
}

static int refuse(const TVMLikeCall *call) { return tvmlike_fail(call, "ValueError", "refused as in 1.1"); }

/* Since 1.2 a function has flags. */
#if TVMLIKE_ABI_MINOR > 1
#define FLAGS , 0
#else
#define FLAGS
#endif

static const TVMLikePluginFunction table[] = {
    {"older.functions", functions, "{\"a\": [], \"r\": [\"i64\"]}", "Functions and names." FLAGS},
    {"older.errors", errors, NULL, "Errors." FLAGS},
    {"older.types", types, NULL, "Types, members and opaque objects." FLAGS},
    {"older.values", values, NULL, NULL FLAGS},
    {"older.tensors", tensors, NULL, NULL FLAGS},
    {"older.refuse", refuse, NULL, "Fails." FLAGS},
};
TVMLIKE_PLUGIN("older", "0.9", table)
