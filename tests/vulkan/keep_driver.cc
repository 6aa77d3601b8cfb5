// Under a sanitiser the software driver stays loaded: what it keeps for itself is found through it, and
// looks lost once the loader has dropped it.
#include <dlfcn.h>

namespace {

[[maybe_unused]] void* const kDriver = dlopen("libvulkan_lvp.so", RTLD_NOW | RTLD_NODELETE);

}  // namespace
