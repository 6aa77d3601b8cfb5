// A library that may be there or not.
#ifndef RUNNEL_DEVICES_CUDA_LIBRARIES_LIBRARY_H_
#define RUNNEL_DEVICES_CUDA_LIBRARIES_LIBRARY_H_

#include <dlfcn.h>

#include <initializer_list>
#include <string>

namespace runnel::cuda {

// Opens `path`, or the first of `names` that is there if it is empty; NULL if none is, or for "none". It
// stays open.
inline void* OpenLibrary(const std::string& path, std::initializer_list<const char*> names) {
  if (path == "none") return nullptr;
  if (!path.empty()) return dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  for (const char* name : names) {
    if (void* library = dlopen(name, RTLD_NOW | RTLD_LOCAL)) return library;
  }
  return nullptr;
}

}  // namespace runnel::cuda

#endif  // RUNNEL_DEVICES_CUDA_LIBRARIES_LIBRARY_H_
