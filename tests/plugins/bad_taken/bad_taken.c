/* A plugin that registers a new name, a name that is taken, and another new one. Init succeeds, but loading must
 * fail. */
#include <tvmlike/plugin.h>

static int never(const TVMLikeCall *call) { return tvmlike_return_int(call, 1); }

static const TVMLikePluginFunction functions[] = {
    {"bad_taken.before", never, NULL, "Comes before the name that is taken.", 0},
    {"registry.list", never, NULL, "Is the library's own.", 0},
    {"bad_taken.after", never, NULL, "Comes after it.", 0},
};

TVMLIKE_PLUGIN("bad_taken", "1.0", functions)
