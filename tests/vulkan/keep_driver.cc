// Under a sanitiser the software driver and the validation layer stay loaded: what they keep for
// themselves is found through them, and looks lost once the loader has dropped them.
#include <dlfcn.h>

namespace {

[[maybe_unused]] void* const kKept[] = {
    dlopen("libvulkan_lvp.so", RTLD_NOW | RTLD_NODELETE),
    dlopen("libVkLayer_khronos_validation.so", RTLD_NOW | RTLD_NODELETE),
};

}  // namespace
