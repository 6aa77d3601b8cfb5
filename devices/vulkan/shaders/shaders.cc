#include "devices/vulkan/shaders/shaders.h"

#include <algorithm>

namespace runnel::vulkan {

uint32_t FindShader(std::string_view name) {
  const ShaderWords* end = kShaders + kNumShaders;
  const ShaderWords* found = std::lower_bound(
      kShaders, end, name, [](const ShaderWords& s, std::string_view want) { return s.name < want; });
  return found != end && found->name == name ? static_cast<uint32_t>(found - kShaders) : kNoShader;
}

}  // namespace runnel::vulkan
