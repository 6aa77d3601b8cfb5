// The functions that a device has loaded: of the plugin's kernels, and of those compiled at run time.
#include "devices/cuda/driver/device.h"

#include "devices/cuda/libraries/source_headers.h"

using namespace runnel::cuda;  // NOLINT: the ABI's types are global, their parts are not

rnlp_status_t* rnlp_device_t::FindFunction(Family family, const char* name, CUfunction* out) {
  RNLP_TRY(CheckAlive());
  const Image& image = ImageOf(family);
  return FindInModule(image.name, image.data, name, out);
}

rnlp_status_t* rnlp_device_t::FindInModule(const std::string& key, const void* image, const char* name,
                                           CUfunction* out) {
  return Guard(host, [&]() -> rnlp_status_t* {
    const std::string full = key + "/" + name;
    const Current current(this);
    const char* call = "cuModuleLoadData";
    CUresult result = CUDA_SUCCESS;
    {
      std::lock_guard<std::mutex> lock(load_mutex_);
      const auto known = functions_.find(full);
      if (known != functions_.end()) {
        *out = known->second;
        return nullptr;
      }
      CUmodule& module = modules_[key];
      if (module == nullptr) result = driver.ModuleLoadData(&module, image);
      if (result != CUDA_SUCCESS) {
        modules_.erase(key);
      } else {
        call = "cuModuleGetFunction";
        result = driver.ModuleGetFunction(out, module, name);
        if (result == CUDA_SUCCESS) functions_.emplace(full, *out);
      }
    }
    // Without the lock: a device that is lost by it calls back.
    return result == CUDA_SUCCESS ? nullptr : Failed(result, call);
  });
}

rnlp_status_t* rnlp_device_t::FindFused(const std::string& source, const std::string& name,
                                        CUfunction* out) {
  return Guard(host, [&]() -> rnlp_status_t* {
    if (!instance->OpenCompiler()) {
      return Fail(host, RNLP_FAILED_PRECONDITION, "%s: there is no NVRTC", kId);
    }
    const ImageCache& cache = *instance->images;
    const Nvrtc& compiler = instance->compiler;
    // Whatever the code depends on is part of its name.
    std::string all = source + "\n" + std::to_string(capability) + "\n" + compiler.version() + "\n";
    for (const auto& header : kSourceHeaders) all += header.text;
    const std::string key = Digest(all);
    std::string image;
    if (cache.Read(key, &image)) {
      // What another driver wrote may not load: then it is compiled once more.
      if (OwnedStatus(host, FindInModule(key, image.data(), name.c_str(), out)).ok()) return nullptr;
      RNLP_TRY(CheckAlive());
    }
    const std::string problem = compiler.Compile(source, capability, &image);
    if (!problem.empty()) {
      return Fail(host, RNLP_INTERNAL, "%s: a fused region does not compile: %s", kId, problem.c_str());
    }
    RNLP_TRY(FindInModule(key, image.data(), name.c_str(), out));
    cache.Write(key, image);
    return nullptr;
  });
}
