// Under a sanitiser the software driver and the validation layer stay loaded: what they keep for
// themselves is found through them, or has their name, and looks lost once the loader has dropped them.
#include <dlfcn.h>

namespace {

[[maybe_unused]] void* const kKept[] = {
    dlopen("libvulkan_lvp.so", RTLD_NOW | RTLD_NODELETE),
    dlopen("libVkLayer_khronos_validation.so", RTLD_NOW | RTLD_NODELETE),
};

}  // namespace

// The layer's own cycles. LeakSanitizer asks for this by name.
extern "C" const char* __lsan_default_suppressions();  // NOLINT(bugprone-reserved-identifier)
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libVkLayer_khronos_validation.so\n";
}
