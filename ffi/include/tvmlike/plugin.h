/*
 * The header for plugins in C or C++.
 *
 * A plugin is a shared library that exports one function, tvmlike_plugin_init_v1. It uses only the table of
 * functions that the host passes to it, and does not link tvmlike. A whole plugin:
 *
 *   #include <tvmlike/plugin.h>
 *
 *   static int twice(const TVMLikeCall *call) {
 *     int64_t x;
 *     if (tvmlike_arity(call, 1) || tvmlike_arg_int(call, 0, &x)) return -1;
 *     return tvmlike_return_int(call, 2 * x);
 *   }
 *
 *   static const TVMLikePluginFunction functions[] = {
 *       {"my.twice", twice, "{\"a\": [[\"named\", \"x\", \"i64\"]], \"r\": [\"i64\"]}", "Twice x.",
 *        TVMLIKE_REGISTER_KEEPS_GIL},
 *   };
 *   TVMLIKE_PLUGIN("my", "1.0", functions)
 *
 * A plugin cleans up in its finish function (TVMLIKE_PLUGIN_WITH_FINISH), which is called once, when the
 * plugin has been unloaded and nothing of it is used any more.
 *
 * call.h has the functions for use during a call. Every function that returns int returns 0, or -1 with the
 * error raised; a callback returns the -1. When compiled as C++, exceptions that leave a callback or the init
 * function become errors. For plugins with C++ lambdas, include plugin.hpp.
 *
 * Invariant: only the first 8 bytes of the host's table are accessed before the versions have been compared.
 */
#ifndef TVMLIKE_PLUGIN_H_
#define TVMLIKE_PLUGIN_H_

#include "tvmlike/call.h"

#ifdef __cplusplus
#include <exception>
#define TVMLIKE_PLUGIN_EXTERN_C extern "C"
#else
#define TVMLIKE_PLUGIN_EXTERN_C extern
#endif

#if defined(__GNUC__) || defined(__clang__)
#define TVMLIKE_PLUGIN_EXPORT TVMLIKE_PLUGIN_EXTERN_C __attribute__((visibility("default")))
#else
#define TVMLIKE_PLUGIN_EXPORT TVMLIKE_PLUGIN_EXTERN_C
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* One row of a plugin's table. It must outlive the process's use of the plugin (static data). */
typedef struct TVMLikePluginFunction {
  const char *name;
  TVMLikePluginCallback call;
  const char *record; /* the signature record, a JSON object; or NULL */
  const char *doc;    /* what the function does; or NULL */
  uint32_t flags;     /* TVMLIKE_REGISTER_KEEPS_GIL where calls return soon; or 0 */
} TVMLikePluginFunction;

/* Sets the plugin's name and version, and checks that it is compatible with the host. */
static inline int tvmlike_plugin_handshake(const TVMLikeHost *host, TVMLikePlugin *plugin, const char *name,
                                           const char *version) {
  if (host == NULL || plugin == NULL) return -1;
  plugin->major = TVMLIKE_ABI_MAJOR;
  plugin->minor = TVMLIKE_ABI_MINOR;
  /*
   * Another major version: nothing after these numbers can be trusted, so no error can be raised. The host
   * reads the versions that were just written, and reports them.
   */
  if (host->major != TVMLIKE_ABI_MAJOR) return -1;
  if (TVMLIKE_ABI_MINOR - (int)host->minor > 0 || host->size < sizeof(TVMLikeHost) ||
      plugin->size < sizeof(TVMLikePlugin)) {
    /* The host reports a table without the functions that raise errors, as above. */
    if (host->size < offsetof(TVMLikeHost, object_free) + sizeof host->object_free) return -1;
    return tvmlike_raisef(
        host, "RuntimeError",
        "plugin %s was built for tvmlike ABI %d.%d (table of %d bytes, plugin of %d), this host has only "
        "%d.%d (table of %d bytes, plugin of %d): take a newer tvmlike, or build the plugin with this one's "
        "headers",
        name, TVMLIKE_ABI_MAJOR, TVMLIKE_ABI_MINOR, (int)sizeof(TVMLikeHost), (int)sizeof(TVMLikePlugin),
        (int)host->major, (int)host->minor, (int)host->size, (int)plugin->size);
  }
  plugin->name = tvmlike_bytes_of(name);
  plugin->version = tvmlike_bytes_of(version);
  plugin->finish = NULL;
  plugin->finish_context = NULL;
  return 0;
}

/*
 * Sets the finish function, which is called once, when the plugin has been unloaded and its last function and
 * object have been freed; also when the process exits, unless something of the plugin is still in use. Call
 * it in an init function.
 */
static inline void tvmlike_plugin_on_finish(TVMLikePlugin *plugin, TVMLikeFinalizer finish, void *context) {
  plugin->finish = finish;
  plugin->finish_context = context;
}

/* The context of one registered function. */
typedef struct TVMLikePluginEntry {
  const TVMLikeHost *host;
  const TVMLikePluginFunction *function;
} TVMLikePluginEntry;

#ifdef __cplusplus
} /* extern "C" */
#define TVMLIKE_PLUGIN_TRY try
#define TVMLIKE_PLUGIN_CATCH(host)                                                           \
  catch (const std::exception &error) {                                                      \
    return tvmlike_raise(host, "RuntimeError", error.what());                                \
  }                                                                                          \
  catch (...) {                                                                              \
    return tvmlike_raise(host, "RuntimeError", "a C++ exception that is no std::exception"); \
  }
extern "C" {
#else
#define TVMLIKE_PLUGIN_TRY
#define TVMLIKE_PLUGIN_CATCH(host)
#endif

static inline int tvmlike_plugin_call(void *context, const TVMLikeValue *args, int32_t num_args,
                                      TVMLikeValue *result) {
  const TVMLikePluginEntry *entry = (const TVMLikePluginEntry *)context;
  TVMLikeCall call;
  call.host = entry->host;
  call.name = entry->function->name;
  call.args = args;
  call.num_args = num_args;
  call.result = result;
  TVMLIKE_PLUGIN_TRY { return entry->function->call(&call); }
  TVMLIKE_PLUGIN_CATCH(entry->host)
}

static inline void tvmlike_plugin_forget(void *context) { free(context); }

/* The record with the doc, as text to be freed; NULL if there is not enough memory. */
static inline char *tvmlike_plugin_record(const TVMLikePluginFunction *function) {
  static const char hex[] = "0123456789abcdef";
  const char *rest = function->record == NULL ? "{}" : function->record;
  const char *from = function->doc == NULL ? "" : function->doc;
  char *text = (char *)malloc(6 * strlen(from) + strlen(rest) + sizeof "{\"doc\": \"\", ");
  char *to = text;
  if (text == NULL) return NULL;
  if (function->doc == NULL) return strcpy(text, rest);
  to += sprintf(to, "{\"doc\": \"");
  for (; *from != '\0'; ++from) {
    if (*from == '"' || *from == '\\') {
      *to++ = '\\';
      *to++ = *from;
    } else if ((unsigned char)*from < 0x20) {
      memcpy(to, "\\u00", 4);
      to[4] = hex[*from >> 4];
      to[5] = hex[*from & 15];
      to += 6;
    } else {
      *to++ = *from;
    }
  }
  *to++ = '"';
  while (*rest == ' ' || *rest == '\n' || *rest == '\t' || *rest == '\r') ++rest;
  if (*rest == '{') ++rest;
  while (*rest == ' ' || *rest == '\n' || *rest == '\t' || *rest == '\r') ++rest;
  strcpy(to, *rest == '}' ? "" : ", ");
  return strcat(text, *rest == '\0' ? "}" : rest);
}

/*
 * Registers one function. If that fails, the error has its name and its library. During init, all
 * registrations take effect when init has succeeded; afterwards immediately, unless the plugin has been
 * unloaded. `plugin` is the pointer that init received.
 */
static inline int tvmlike_plugin_add(const TVMLikeHost *host, TVMLikePlugin *plugin,
                                     const TVMLikePluginFunction *function) {
  TVMLikeRegistration registration;
  TVMLikePluginEntry *entry = (TVMLikePluginEntry *)malloc(sizeof *entry);
  char *record = tvmlike_plugin_record(function);
  int status;
  memset(&registration, 0, sizeof registration);
  if (entry == NULL || record == NULL) {
    free(entry);
    free(record);
    return tvmlike_raise(host, "MemoryError", "out of memory for a plugin's function");
  }
  entry->host = host;
  entry->function = function;
  if (host->func_create(tvmlike_plugin_call, entry, tvmlike_plugin_forget, &registration.function) != 0) {
    free(entry);
    free(record);
    return -1;
  }
  registration.name = tvmlike_bytes_of(function->name);
  registration.record = tvmlike_bytes_of(record);
  registration.flags = function->flags;
  status = host->plugin_register(plugin, &registration);
  host->object_free(registration.function);
  free(record);
  return status;
}

/* Registers a table of functions. */
static inline int tvmlike_plugin_add_all(const TVMLikeHost *host, TVMLikePlugin *plugin,
                                         const TVMLikePluginFunction *functions, size_t count) {
  size_t at;
  for (at = 0; at < count; ++at) {
    if (tvmlike_plugin_add(host, plugin, &functions[at]) != 0) return -1;
  }
  return 0;
}

#ifdef __cplusplus
} /* extern "C" */
#endif

/*
 * The entry point of a plugin with an init function of its own: int INIT(const TVMLikeHost *, TVMLikePlugin
 * *).
 */
#define TVMLIKE_PLUGIN_INIT(NAME, VERSION, INIT)                                                     \
  TVMLIKE_PLUGIN_EXPORT int tvmlike_plugin_init_v1(const TVMLikeHost *host, TVMLikePlugin *plugin);  \
  TVMLIKE_PLUGIN_EXPORT int tvmlike_plugin_init_v1(const TVMLikeHost *host, TVMLikePlugin *plugin) { \
    if (tvmlike_plugin_handshake(host, plugin, NAME, VERSION) != 0) return -1;                       \
    TVMLIKE_PLUGIN_TRY { return INIT(host, plugin); }                                                \
    TVMLIKE_PLUGIN_CATCH(host)                                                                       \
  }

/* The entry point of a plugin that only registers the functions of a table. */
#define TVMLIKE_PLUGIN(NAME, VERSION, TABLE) TVMLIKE_PLUGIN_WITH_FINISH(NAME, VERSION, TABLE, NULL)

/* As above, with a finish function: void FINISH(void *), called with NULL. */
#define TVMLIKE_PLUGIN_WITH_FINISH(NAME, VERSION, TABLE, FINISH)                            \
  static int tvmlike_plugin_bring_table(const TVMLikeHost *host, TVMLikePlugin *plugin) {   \
    tvmlike_plugin_on_finish(plugin, FINISH, NULL);                                         \
    return tvmlike_plugin_add_all(host, plugin, TABLE, sizeof(TABLE) / sizeof((TABLE)[0])); \
  }                                                                                         \
  TVMLIKE_PLUGIN_INIT(NAME, VERSION, tvmlike_plugin_bring_table)

#endif /* TVMLIKE_PLUGIN_H_ */
