#include "devices/vulkan/driver/pipelines.h"

#include <cstring>

#include "devices/vulkan/driver/device.h"
#include "devices/vulkan/driver/queue.h"
#include "devices/vulkan/shaders/shaders.h"
#include "devices/vulkan/spirv/spirv.h"

namespace runnel::vulkan {

size_t Pipelines::Hash::operator()(const PipelineKey& key) const {
  uint64_t hash = key.shader * 0x9E3779B97F4A7C15ull + key.num_bindings + (key.group_size << 8);
  for (uint32_t i = 0; i < key.num_constants; ++i) hash = (hash ^ key.constants[i]) * 0x100000001B3ull;
  return static_cast<size_t>(hash ^ (hash >> 29));
}

Pipelines::~Pipelines() {
  if (device_->handle == VK_NULL_HANDLE) return;
  const DeviceApi& vk = device_->vk;
  for (const auto& entry : made_) vk.DestroyPipeline(device_->handle, entry.second.handle, nullptr);
  for (const auto& entry : made_at_run_time_)
    vk.DestroyPipeline(device_->handle, entry.second.handle, nullptr);
  for (const Layout& layout : layouts_) {
    if (layout.pipeline != VK_NULL_HANDLE)
      vk.DestroyPipelineLayout(device_->handle, layout.pipeline, nullptr);
    if (layout.set != VK_NULL_HANDLE)
      vk.DestroyDescriptorSetLayout(device_->handle, layout.set, nullptr);
  }
  if (cache_ != VK_NULL_HANDLE) vk.DestroyPipelineCache(device_->handle, cache_, nullptr);
}

rnlp_status_t* Pipelines::LayoutFor(uint32_t num_bindings, Layout* out) {
  if (layouts_.size() <= num_bindings) layouts_.resize(num_bindings + 1);
  Layout& layout = layouts_[num_bindings];
  const DeviceApi& vk = device_->vk;
  if (layout.set == VK_NULL_HANDLE) {
    VkDescriptorSetLayoutBinding bindings[Dispatch::kMaxBindings]{};
    for (uint32_t i = 0; i < num_bindings; ++i) {
      bindings[i].binding = i;
      bindings[i].descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
      bindings[i].descriptorCount = 1;
      bindings[i].stageFlags = VK_SHADER_STAGE_COMPUTE_BIT;
    }
    VkDescriptorSetLayoutCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
    info.bindingCount = num_bindings;
    info.pBindings = bindings;
    RNLP_TRY(device_->Check(vk.CreateDescriptorSetLayout(device_->handle, &info, nullptr, &layout.set),
                            "vkCreateDescriptorSetLayout"));
  }
  if (layout.pipeline == VK_NULL_HANDLE) {
    const VkPushConstantRange range{VK_SHADER_STAGE_COMPUTE_BIT, 0, Dispatch::kMaxPush * 4};
    VkPipelineLayoutCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
    info.setLayoutCount = 1;
    info.pSetLayouts = &layout.set;
    info.pushConstantRangeCount = 1;
    info.pPushConstantRanges = &range;
    RNLP_TRY(device_->Check(vk.CreatePipelineLayout(device_->handle, &info, nullptr, &layout.pipeline),
                            "vkCreatePipelineLayout"));
  }
  *out = layout;
  return nullptr;
}

rnlp_status_t* Pipelines::Make(const uint32_t* words, size_t num_words, const PipelineKey& key,
                               Pipeline* out) {
  const DeviceApi& vk = device_->vk;
  Layout layout;
  RNLP_TRY(LayoutFor(key.num_bindings, &layout));
  std::vector<uint32_t> with_nan_kept;
  if (device_->physical.can.keep_nan) {
    with_nan_kept = spirv::WithNanKept(words, num_words);
    words = with_nan_kept.data();
    num_words = with_nan_kept.size();
  }
  VkShaderModuleCreateInfo module_info{};
  module_info.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
  module_info.codeSize = num_words * 4;
  module_info.pCode = words;
  VkShaderModule module = VK_NULL_HANDLE;
  RNLP_TRY(device_->Check(vk.CreateShaderModule(device_->handle, &module_info, nullptr, &module),
                          "vkCreateShaderModule"));
  uint32_t values[PipelineKey::kMaxConstants + 1];
  VkSpecializationMapEntry entries[PipelineKey::kMaxConstants + 1];
  uint32_t count = 0;
  for (; count < key.num_constants; ++count) {
    values[count] = key.constants[count];
    entries[count] = {count, count * 4, 4};
  }
  if (key.group_size != 0) {
    values[count] = key.group_size;
    entries[count] = {kSizeConstant, count * 4, 4};
    ++count;
  }
  const VkSpecializationInfo constants{count, entries, count * 4, values};
  VkComputePipelineCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
  info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.module = module;
  info.stage.pName = "main";
  info.stage.pSpecializationInfo = &constants;
  info.layout = layout.pipeline;
  const VkResult result =
      vk.CreateComputePipelines(device_->handle, cache_, 1, &info, nullptr, &out->handle);
  vk.DestroyShaderModule(device_->handle, module, nullptr);
  RNLP_TRY(device_->Check(result, "vkCreateComputePipelines"));
  out->layout = layout.pipeline;
  out->set_layout = layout.set;
  dirty_ = true;
  return nullptr;
}

rnlp_status_t* Pipelines::Get(const PipelineKey& key, const Pipeline** out) {
  std::lock_guard<std::mutex> lock(mutex_);
  const auto found = made_.find(key);
  if (found != made_.end()) {
    *out = &found->second;
    return nullptr;
  }
  const ShaderWords& shader = kShaders[key.shader];
  Pipeline made;
  RNLP_TRY(Make(shader.words, shader.num_words, key, &made));
  *out = &made_.emplace(key, made).first->second;
  return nullptr;
}

const Pipeline* Pipelines::FindMade(const std::string& id) {
  std::lock_guard<std::mutex> lock(mutex_);
  const auto found = made_at_run_time_.find(id);
  return found == made_at_run_time_.end() ? nullptr : &found->second;
}

rnlp_status_t* Pipelines::GetMade(const std::string& id, const std::vector<uint32_t>& words,
                                  uint32_t num_bindings, const Pipeline** out) {
  std::lock_guard<std::mutex> lock(mutex_);
  const auto found = made_at_run_time_.find(id);
  if (found != made_at_run_time_.end()) {
    *out = &found->second;
    return nullptr;
  }
  PipelineKey key;
  key.num_bindings = num_bindings;
  Pipeline made;
  RNLP_TRY(Make(words.data(), words.size(), key, &made));
  *out = &made_at_run_time_.emplace(id, made).first->second;
  return nullptr;
}

}  // namespace runnel::vulkan
