/* A present plugin in C. */
#include <tvmlike/plugin.h>

static int nothing(const TVMLikeCall *call) { return tvmlike_arity(call, 0); }

static const TVMLikePluginFunction table[] = {{"newer_c.nothing", nothing, NULL, NULL, 0}};
TVMLIKE_PLUGIN("newer_c", "2.0", table)
