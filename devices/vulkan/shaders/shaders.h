// The shaders, compiled and embedded by the build (shaders/build.py).
#ifndef RUNNEL_DEVICES_VULKAN_SHADERS_SHADERS_H_
#define RUNNEL_DEVICES_VULKAN_SHADERS_SHADERS_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace runnel::vulkan {

struct ShaderWords {
  const char* name;  // "binary_f32": the file and its variant
  const uint32_t* words;
  size_t num_words;
  bool free_size;  // its workgroups are as large as constant kSizeConstant says
};
extern const ShaderWords kShaders[];  // by name
extern const uint32_t kNumShaders;

inline constexpr uint32_t kSizeConstant = 63;
inline constexpr uint32_t kNoShader = UINT32_MAX;
// kNoShader if there is none of this name.
uint32_t FindShader(std::string_view name);

}  // namespace runnel::vulkan

#endif  // RUNNEL_DEVICES_VULKAN_SHADERS_SHADERS_H_
