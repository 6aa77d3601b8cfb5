// CUDA's run-time compiler, opened where it is present, and what it made, kept on disk.
#ifndef RUNNEL_DEVICES_CUDA_LIBRARIES_NVRTC_H_
#define RUNNEL_DEVICES_CUDA_LIBRARIES_NVRTC_H_

#include <string>
#include <vector>

namespace runnel::cuda {

// Threads: any, after Open.
class Nvrtc {
 public:
  // Opens `path`, or libnvrtc.so of a known version if it is empty; "none": not at all. False if there
  // is none that can be used.
  bool Open(const std::string& path);
  bool is_open() const { return compile_ != nullptr; }
  const std::string& version() const { return version_; }

  // Compiles `source` for compute capability `capability` (90 is 9.0). Empty, or the compiler's words.
  std::string Compile(const std::string& source, int capability, std::string* out_image) const;

 private:
  std::string TryCompile(const std::string& source, const std::string& architecture, bool as_ptx,
                         std::string* out_image) const;

  using Program = void*;
  int (*create_)(Program*, const char*, const char*, int, const char* const*,
                 const char* const*) = nullptr;
  int (*destroy_)(Program*) = nullptr;
  int (*compile_)(Program, int, const char* const*) = nullptr;
  int (*image_size_)(Program, size_t*) = nullptr;
  int (*image_)(Program, char*) = nullptr;
  int (*ptx_size_)(Program, size_t*) = nullptr;
  int (*ptx_)(Program, char*) = nullptr;
  int (*log_size_)(Program, size_t*) = nullptr;
  int (*log_)(Program, char*) = nullptr;
  std::string version_;
};

// Images by key in a folder. What cannot be read is compiled again; what cannot be written is not kept.
class ImageCache {
 public:
  // `folder` empty: under XDG_CACHE_HOME or HOME; "none": nothing is kept.
  explicit ImageCache(const std::string& folder);
  // False if there is none, or it is not whole.
  bool Read(const std::string& key, std::string* out_image) const;
  void Write(const std::string& key, const std::string& image) const;

 private:
  std::string folder_;
};

}  // namespace runnel::cuda

#endif  // RUNNEL_DEVICES_CUDA_LIBRARIES_NVRTC_H_
