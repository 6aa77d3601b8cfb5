#include "devices/cuda/libraries/nvrtc.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "devices/cuda/libraries/library.h"
#include "devices/cuda/libraries/source_headers.h"

namespace runnel::cuda {

// ---- the compiler ----

bool Nvrtc::Open(const std::string& path) {
  void* const library = OpenLibrary(path, {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"});
  if (library == nullptr) return false;
  int (*version)(int*, int*) = nullptr;
  const struct {
    const char* name;
    void* to;
  } wanted[] = {
      {"nvrtcVersion", &version},
      {"nvrtcCreateProgram", &create_},
      {"nvrtcDestroyProgram", &destroy_},
      {"nvrtcGetCUBINSize", &image_size_},
      {"nvrtcGetCUBIN", &image_},
      {"nvrtcGetPTXSize", &ptx_size_},
      {"nvrtcGetPTX", &ptx_},
      {"nvrtcGetProgramLogSize", &log_size_},
      {"nvrtcGetProgramLog", &log_},
      {"nvrtcCompileProgram", &compile_},
  };
  for (const auto& one : wanted) {
    void* symbol = dlsym(library, one.name);
    if (symbol == nullptr) {
      compile_ = nullptr;
      return false;
    }
    std::memcpy(one.to, &symbol, sizeof(symbol));
  }
  int major = 0, minor = 0;
  version(&major, &minor);
  version_ = std::to_string(major) + "." + std::to_string(minor);
  return true;
}

std::string Nvrtc::Compile(const std::string& source, int capability, std::string* out_image) const {
  const std::string number = std::to_string(capability);
  const std::string problem = TryCompile(source, "--gpu-architecture=sm_" + number, false, out_image);
  if (problem.empty()) return {};
  // A device that is newer than the compiler: PTX, which the driver compiles.
  return TryCompile(source, "--gpu-architecture=compute_75", true, out_image).empty() ? "" : problem;
}

std::string Nvrtc::TryCompile(const std::string& source, const std::string& architecture, bool as_ptx,
                              std::string* out_image) const {
  const char* texts[kNumSourceHeaders];
  const char* names[kNumSourceHeaders];
  for (int i = 0; i < kNumSourceHeaders; ++i) {
    texts[i] = kSourceHeaders[i].text;
    names[i] = kSourceHeaders[i].name;
  }
  Program program = nullptr;
  if (create_(&program, source.c_str(), "fused.cu", kNumSourceHeaders, texts, names) != 0)
    return "nvrtcCreateProgram failed";
  // Products are not contracted into sums, so that a region has the bits of its ops.
  const char* options[] = {architecture.c_str(), "--std=c++20", "--fmad=false"};
  std::string problem;
  if (compile_(program, 3, options) != 0) {
    size_t size = 0;
    if (log_size_(program, &size) == 0 && size > 1) {
      problem.resize(size);
      if (log_(program, problem.data()) != 0) problem.clear();
    }
    if (problem.empty()) problem = "nvrtcCompileProgram failed";
  } else {
    size_t size = 0;
    const bool sized = (as_ptx ? ptx_size_ : image_size_)(program, &size) == 0 && size > 0;
    if (sized) out_image->resize(size);
    if (!sized || (as_ptx ? ptx_ : image_)(program, out_image->data()) != 0) problem = "it made no code";
  }
  destroy_(&program);
  return problem;
}

// ---- what is kept ----

namespace {

// Before the image: what it is, how long, and its digest.
constexpr char kMagic[] = "runnel cuda image 1\n";

std::string HeaderOf(const std::string& image) {
  char size[32];
  std::snprintf(size, sizeof(size), "%016zx\n", image.size());
  return kMagic + std::string(size) + Digest(image) + "\n";
}

// Makes a folder and those above it; no matter if they are there.
void MakeFolders(const std::string& path) {
  for (size_t at = path.find('/', 1); at != std::string::npos; at = path.find('/', at + 1)) {
    mkdir(path.substr(0, at).c_str(), 0700);
  }
  mkdir(path.c_str(), 0700);
}

}  // namespace

ImageCache::ImageCache(const std::string& folder) : folder_(folder) {
  if (folder == "none") {
    folder_.clear();
  } else if (folder.empty()) {
    const char* base = std::getenv("XDG_CACHE_HOME");
    const char* home = std::getenv("HOME");
    if (base != nullptr && base[0] == '/') {
      folder_ = std::string(base) + "/runnel/cuda";
    } else if (home != nullptr && home[0] == '/') {
      folder_ = std::string(home) + "/.cache/runnel/cuda";
    }
  }
}

bool ImageCache::Read(const std::string& key, std::string* out_image) const {
  if (folder_.empty()) return false;
  std::FILE* file = std::fopen((folder_ + "/" + key).c_str(), "rbe");
  if (file == nullptr) return false;
  std::string all;
  char piece[16384];
  constexpr size_t kMost = size_t{16} << 20;
  for (size_t n; all.size() < kMost && (n = std::fread(piece, 1, sizeof(piece), file)) > 0;)
    all.append(piece, n);
  std::fclose(file);
  const size_t header = HeaderOf("").size();
  if (all.size() <= header) return false;
  std::string image = all.substr(header);
  if (all.compare(0, header, HeaderOf(image)) != 0) return false;
  *out_image = std::move(image);
  return true;
}

// To a name of its own first, so that nobody reads half of it.
void ImageCache::Write(const std::string& key, const std::string& image) const {
  if (folder_.empty()) return;
  MakeFolders(folder_);
  const std::string path = folder_ + "/" + key;
  std::string temporary = path + ".XXXXXX";
  const int fd = mkostemp(temporary.data(), O_CLOEXEC);
  if (fd < 0) return;
  const std::string all = HeaderOf(image) + image;
  size_t done = 0;
  while (done < all.size()) {
    const ssize_t n = write(fd, all.data() + done, all.size() - done);
    if (n <= 0) break;
    done += static_cast<size_t>(n);
  }
  const bool whole = done == all.size();
  if (close(fd) != 0 || !whole || rename(temporary.c_str(), path.c_str()) != 0)
    unlink(temporary.c_str());
}

}  // namespace runnel::cuda
