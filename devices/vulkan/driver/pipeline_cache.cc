// The pipeline cache on disk: what the driver made of the shaders, one file per driver build and device,
// written to a name of its own and renamed. The file has a header with a checksum; the driver's data has
// another that names driver and device. What does not fit is not used, and what cannot be written is
// not missed.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "devices/vulkan/driver/device.h"

namespace runnel::vulkan {
namespace {

struct FileHeader {
  char magic[8];
  uint64_t size_bytes;
  uint64_t checksum;
};
constexpr char kMagic[8] = {'R', 'N', 'L', 'V', 'K', 'P', 'C', '1'};
constexpr uint64_t kMaxBytes = 256ull << 20;

uint64_t Checksum(const char* data, size_t size) {
  uint64_t hash = 0xCBF29CE484222325ull;
  for (size_t i = 0; i < size; ++i)
    hash = (hash ^ static_cast<unsigned char>(data[i])) * 0x100000001B3ull;
  return hash;
}

// The whole file, checked; empty if there is none or it is not ours.
std::string ReadCache(const std::string& path, const VkPhysicalDeviceProperties& properties) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0) return {};
  struct stat info;
  std::string data;
  if (fstat(file, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0 &&
      static_cast<uint64_t>(info.st_size) <= kMaxBytes) {
    data.resize(static_cast<size_t>(info.st_size));
    size_t got = 0;
    for (ssize_t n = 1; got < data.size() && n > 0; got += n > 0 ? static_cast<size_t>(n) : 0)
      n = read(file, data.data() + got, data.size() - got);
    if (got != data.size()) data.clear();
  }
  close(file);
  FileHeader header;
  VkPipelineCacheHeaderVersionOne driver;
  if (data.size() < sizeof(header) + sizeof(driver)) return {};
  std::memcpy(&header, data.data(), sizeof(header));
  const char* body = data.data() + sizeof(header);
  const size_t size = data.size() - sizeof(header);
  std::memcpy(&driver, body, sizeof(driver));
  const bool fits =
      std::memcmp(header.magic, kMagic, sizeof(kMagic)) == 0 && header.size_bytes == size &&
      header.checksum == Checksum(body, size) &&
      driver.headerVersion == VK_PIPELINE_CACHE_HEADER_VERSION_ONE &&
      driver.vendorID == properties.vendorID && driver.deviceID == properties.deviceID &&
      std::memcmp(driver.pipelineCacheUUID, properties.pipelineCacheUUID, VK_UUID_SIZE) == 0;
  return fits ? data.substr(sizeof(header)) : std::string();
}

bool MakeFolders(const std::string& path) {
  for (size_t slash = path.find('/', 1); slash != std::string::npos; slash = path.find('/', slash + 1)) {
    const std::string folder = path.substr(0, slash);
    struct stat info;
    if (stat(folder.c_str(), &info) == 0) continue;
    if (mkdir(folder.c_str(), 0700) != 0) return false;
  }
  return true;
}

bool WriteCache(const std::string& path, const std::string& body) {
  if (!MakeFolders(path)) return false;
  FileHeader header;
  std::memcpy(header.magic, kMagic, sizeof(kMagic));
  header.size_bytes = body.size();
  header.checksum = Checksum(body.data(), body.size());
  std::string all(reinterpret_cast<const char*>(&header), sizeof(header));
  all += body;
  const std::string temporary = path + "." + std::to_string(getpid());
  const auto create = [&] {
    return open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  };
  int file = create();
  if (file < 0 && errno == EEXIST) {
    // Of a process of this number that was killed while it wrote.
    unlink(temporary.c_str());
    file = create();
  }
  if (file < 0) return false;
  size_t written = 0;
  for (ssize_t n = 1; written < all.size() && n > 0; written += n > 0 ? static_cast<size_t>(n) : 0)
    n = write(file, all.data() + written, all.size() - written);
  const bool whole = written == all.size() && close(file) == 0;
  if (!whole || rename(temporary.c_str(), path.c_str()) != 0) {
    unlink(temporary.c_str());
    return false;
  }
  return true;
}

}  // namespace

std::string Pipelines::FindPath() const {
  std::string folder = device_->instance->options.cache_dir;
  if (folder == "none") return {};
  if (folder.empty()) {
    const char* cache = std::getenv("XDG_CACHE_HOME");
    const char* home = std::getenv("HOME");
    if (cache != nullptr && cache[0] == '/') {
      folder = std::string(cache) + "/runnel";
    } else if (home != nullptr && home[0] == '/') {
      folder = std::string(home) + "/.cache/runnel";
    }
  }
  if (folder.empty() || folder[0] != '/') return {};
  const VkPhysicalDeviceProperties& properties = device_->physical.properties;
  char name[128];
  int at =
      std::snprintf(name, sizeof(name), "/vulkan-%08x-%08x-", properties.vendorID, properties.deviceID);
  for (size_t i = 0; i < VK_UUID_SIZE; ++i) {
    at += std::snprintf(name + at, sizeof(name) - static_cast<size_t>(at), "%02x",
                        properties.pipelineCacheUUID[i]);
  }
  return folder + name + ".pipelines";
}

rnlp_status_t* Pipelines::Open() {
  path_ = FindPath();
  std::string data;
  if (!path_.empty()) data = ReadCache(path_, device_->physical.properties);
  VkPipelineCacheCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO;
  info.initialDataSize = data.size();
  info.pInitialData = data.data();
  VkResult result = device_->vk.CreatePipelineCache(device_->handle, &info, nullptr, &cache_);
  if (result != VK_SUCCESS && !data.empty()) {
    info.initialDataSize = 0;
    result = device_->vk.CreatePipelineCache(device_->handle, &info, nullptr, &cache_);
  }
  return device_->Check(result, "vkCreatePipelineCache");
}

void Pipelines::Save() {
  std::lock_guard<std::mutex> lock(mutex_);
  if (!dirty_ || path_.empty() || cache_ == VK_NULL_HANDLE) return;
  const DeviceApi& vk = device_->vk;
  size_t size = 0;
  if (vk.GetPipelineCacheData(device_->handle, cache_, &size, nullptr) != VK_SUCCESS || size == 0)
    return;
  if (size > kMaxBytes) return;
  std::string body(size, '\0');
  if (vk.GetPipelineCacheData(device_->handle, cache_, &size, body.data()) != VK_SUCCESS) return;
  body.resize(size);
  if (!WriteCache(path_, body))
    plugin::Log(device_->host, RNLP_LOG_DEBUG, "%s: could not write %s", kId, path_.c_str());
  dirty_ = false;
}

}  // namespace runnel::vulkan
