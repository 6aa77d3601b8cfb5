// Pipelines: shaders with their constants filled in, made once per device and kept; and the drivers'
// cache of them on disk.
#ifndef RUNNEL_DEVICES_VULKAN_DRIVER_PIPELINES_H_
#define RUNNEL_DEVICES_VULKAN_DRIVER_PIPELINES_H_

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "devices/vulkan/driver/vk_api.h"
#include "plugins/abi/rnlp_base.h"
#include "plugins/abi/rnlp_device.h"

namespace runnel::vulkan {

struct Pipeline {
  VkPipeline handle = VK_NULL_HANDLE;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  VkDescriptorSetLayout set_layout = VK_NULL_HANDLE;
};

// A shader and the values of its specialisation constants 0, 1, ...
struct PipelineKey {
  static constexpr uint32_t kMaxConstants = 8;
  uint32_t shader = 0;  // of the table that the build made (shaders.h)
  uint32_t num_bindings = 0;
  uint32_t group_size = 0;  // of shaders whose workgroups have no size of their own
  uint32_t num_constants = 0;
  uint32_t constants[kMaxConstants] = {};
  bool operator==(const PipelineKey&) const = default;
};

// Threads: any.
class Pipelines {
 public:
  explicit Pipelines(rnlp_device_t* device) : device_(device) {}
  ~Pipelines();
  Pipelines(const Pipelines&) = delete;

  // Reads the cache file. What it holds of other drivers, or nothing that makes sense, is left alone.
  rnlp_status_t* Open();
  // Writes it, if there is something new.
  void Save();

  // Errors: RESOURCE_EXHAUSTED, INTERNAL (the driver refuses the shader), UNAVAILABLE.
  rnlp_status_t* Get(const PipelineKey& key, const Pipeline** out);
  // The same for words that were made at run time, named by `id`.
  rnlp_status_t* GetMade(const std::string& id, const std::vector<uint32_t>& words,
                         uint32_t num_bindings, const Pipeline** out);
  // NULL where there is none of this name yet.
  const Pipeline* FindMade(const std::string& id);
  const std::string& path() const { return path_; }

 private:
  struct Hash {
    size_t operator()(const PipelineKey& key) const;
  };
  struct Layout {
    VkDescriptorSetLayout set = VK_NULL_HANDLE;
    VkPipelineLayout pipeline = VK_NULL_HANDLE;
  };
  rnlp_status_t* LayoutFor(uint32_t num_bindings, Layout* out);
  rnlp_status_t* Make(const uint32_t* words, size_t num_words, const PipelineKey& key, Pipeline* out);
  std::string FindPath() const;

  rnlp_device_t* const device_;
  std::string path_;  // empty: no cache
  std::mutex mutex_;  // guards all below
  VkPipelineCache cache_ = VK_NULL_HANDLE;
  bool dirty_ = false;
  std::vector<Layout> layouts_;
  std::unordered_map<PipelineKey, Pipeline, Hash> made_;
  std::unordered_map<std::string, Pipeline> made_at_run_time_;
};

}  // namespace runnel::vulkan

#endif  // RUNNEL_DEVICES_VULKAN_DRIVER_PIPELINES_H_
