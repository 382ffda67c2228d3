// A C++ plugin whose finish function throws.
#include <tvmlike/plugin.h>

#include <stdexcept>

static int one(const TVMLikeCall* call) { return tvmlike_return_int(call, 1); }

static const TVMLikePluginFunction functions[] = {{"bad_finish.one", one, nullptr, nullptr, 0}};

static void finish(void*) { throw std::runtime_error("thrown at the end"); }

TVMLIKE_PLUGIN_WITH_FINISH("bad_finish", "1.0", functions, finish)
