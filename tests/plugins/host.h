/* Shared by several of these plugins: calls of the host's functions by name. */
#ifndef TVMLIKE_TESTS_PLUGINS_HOST_H_
#define TVMLIKE_TESTS_PLUGINS_HOST_H_

#include <tvmlike/plugin.h>

/* Calls a function of the host with one text; its result is freed. Fails if there is no such function. */
static inline int host_call(const TVMLikeHost *host, const char *name, const char *text) {
  const TVMLikeByteArray named = tvmlike_bytes_of(name);
  const TVMLikeValue argument = tvmlike_str(text);
  TVMLikeObjectHandle function = NULL;
  TVMLikeValue result = tvmlike_none();
  int status;
  if (host->get_global(&named, &function) != 0) return -1;
  if (function == NULL) return tvmlike_raisef(host, "KeyError", "the host has no %s", name);
  status = tvmlike_invoke(function, &argument, 1, &result);
  host->object_free(function);
  tvmlike_value_free(host, &result);
  return status;
}

/* Calls a function of the host with a text, if the host has it. */
static inline void host_tell(const TVMLikeHost *host, const char *name, const char *text) {
  const TVMLikeByteArray named = tvmlike_bytes_of(name);
  TVMLikeObjectHandle function = NULL;
  if (host->get_global(&named, &function) != 0 || function == NULL) return;
  host->object_free(function);
  (void)host_call(host, name, text);
}

/* Loads one of these plugins from its folder. */
static inline int host_load(const TVMLikeHost *host, const char *name) {
  const char *folder = getenv("TVMLIKE_BAD_PLUGINS");
  char path[4096];
  snprintf(path, sizeof path, "%s/%s.so", folder == NULL ? "" : folder, name);
  return host_call(host, "plugin.load", path);
}

#endif /* TVMLIKE_TESTS_PLUGINS_HOST_H_ */
