/* A host of an older ABI with plugins of the present: each refuses, names both versions, and looks at nothing
 * behind the end of the table or of the struct that it fills in. Both end where a page begins that
 * cannot be touched. */
#define _GNU_SOURCE

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <tvmlike/c_api.h>

#include "../../ffi/tests/check.h"

#if TVMLIKE_ABI_MAJOR != 1 || TVMLIKE_ABI_MINOR > 2
#error "this file is to be compiled with the headers of an older ABI"
#endif

/* Memory for `size` bytes that ends at the end of an accessible page. */
static void *before_a_wall(size_t size) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  char *pages = (char *)mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(pages != (char *)MAP_FAILED && size <= page);
  CHECK(mprotect(pages + page, page, PROT_NONE) == 0);
  return pages + page - size;
}

static int registered;

/* A plugin that refuses must not register anything. */
static int no_registrations(TVMLikePlugin *plugin, const TVMLikeRegistration *registrations, size_t count,
                            size_t stride) {
  (void)plugin;
  (void)registrations;
  (void)stride;
  registered += (int)count;
  return 0;
}

static void refuses(const TVMLikeHost *host, const char *path) {
  TVMLikePlugin *plugin = (TVMLikePlugin *)before_a_wall(sizeof *plugin);
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  int (*init)(const TVMLikeHost *, TVMLikePlugin *);
  TVMLikeObjectHandle error = NULL;
  char said[4096], older[16];
  if (library == NULL) printf("%s\n", dlerror());
  CHECK(library != NULL);
  *(void **)&init = dlsym(library, "tvmlike_plugin_init_v1");
  CHECK(init != NULL);
  memset(plugin, 0, sizeof *plugin);
  plugin->size = sizeof *plugin;
  CHECK_INT(init(host, plugin), -1);
  CHECK_INT(registered, 0);
  CHECK_INT(plugin->major, 1);
  CHECK(plugin->minor > TVMLIKE_ABI_MINOR);
  TVMLikeErrorMoveFromRaised(&error);
  if (error != NULL) {
    snprintf(said, sizeof said, "%s", error_text(error));
    TVMObjectFree(error);
  } else {
    /* A plugin that must not use the table writes its version into the struct, and the host formats this message. */
    snprintf(said, sizeof said, "the plugin was built for tvmlike ABI %d.%d, this host speaks %d.%d",
             plugin->major, plugin->minor, TVMLIKE_ABI_MAJOR, TVMLIKE_ABI_MINOR);
  }
  CHECK_HAS(said, "ABI 1.3");
  snprintf(older, sizeof older, "%d.%d", TVMLIKE_ABI_MAJOR, TVMLIKE_ABI_MINOR);
  CHECK_HAS(said, older);
  printf("%s\n", said);
}

int main(int argc, char **argv) {
  TVMLikeHost *host = (TVMLikeHost *)before_a_wall(sizeof *host);
  int at;
  /* The functions of the present library, but no more of them than that version had. */
  memcpy(host, TVMLikeGetHost(), sizeof *host);
  host->size = sizeof *host;
  host->major = TVMLIKE_ABI_MAJOR;
  host->minor = TVMLIKE_ABI_MINOR;
  host->register_functions = no_registrations;
  CHECK(argc > 1);
  for (at = 1; at < argc; ++at) refuses(host, argv[at]);
  return 0;
}
