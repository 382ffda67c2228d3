/* A plugin whose init registers functions and types with members, overrides a name of the host, and then
 * fails. */
#include <tvmlike/plugin.h>

static int never(const TVMLikeCall *call) { return tvmlike_return_int(call, 1); }

static const TVMLikePluginFunction functions[] = {
    {"bad_halfway.one", never, NULL, NULL, 0},
    {"bad_halfway.two", never, NULL, NULL, 0},
};

static int member_never(void *context, const TVMLikeValue *args, int32_t num_args, TVMLikeValue *result) {
  (void)context;
  (void)args;
  *result = tvmlike_int(num_args);
  return 0;
}

/* A type with one method. */
static int add_type(const TVMLikeHost *host, int32_t type) {
  const TVMLikeByteArray doc = tvmlike_bytes_of("Comes halfway.");
  TVMLikeTypeMember member;
  int status;
  memset(&member, 0, sizeof member);
  member.name = tvmlike_bytes_of("never");
  member.kind = TVMLIKE_MEMBER_METHOD;
  if (host->func_create(member_never, NULL, NULL, &member.function) != 0) return -1;
  status = host->type_add_members(type, &doc, &member, 1, sizeof member);
  host->object_free(member.function);
  return status;
}

static int init(const TVMLikeHost *host, TVMLikePlugin *plugin) {
  const TVMLikeByteArray first = tvmlike_bytes_of("bad_halfway.First"),
                         second = tvmlike_bytes_of("bad_halfway.Second");
  TVMLikeRegistration over;
  TVMLikeObjectHandle object = NULL;
  int32_t type = 0, child = 0;
  if (tvmlike_plugin_add_all(host, plugin, functions, 2) != 0) return -1;
  if (host->plugin_type_register(plugin, &first, TVMLIKE_OBJECT, &type) != 0) return -1;
  if (add_type(host, type) != 0) return -1;
  /* The way of 1.1, which does not say whose the type is. */
  if (host->type_register(&second, type, &child) != 0 || add_type(host, child) != 0) return -1;
  if (host->object_create(child, 64, NULL, &object) != 0) return -1;
  host->object_free(object);
  memset(&over, 0, sizeof over);
  over.name = tvmlike_bytes_of("tensor.sum");
  over.flags = TVMLIKE_REGISTER_OVERRIDE;
  if (host->func_create(member_never, NULL, NULL, &over.function) != 0) return -1;
  if (host->register_functions(plugin, &over, 1, sizeof over) != 0) return -1;
  host->object_free(over.function);
  return tvmlike_raise(host, "ValueError", "half of it is there");
}

TVMLIKE_PLUGIN_INIT("bad_halfway", "1.0", init)
