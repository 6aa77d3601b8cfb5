// The shader of a fused element-wise region (plugins/abi/rnlp_fused.h): a program is parsed here and its
// SPIR-V words written, without a device.
#ifndef RUNNEL_DEVICES_VULKAN_SPIRV_FUSED_SHADER_H_
#define RUNNEL_DEVICES_VULKAN_SPIRV_FUSED_SHADER_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "devices/vulkan/spirv/lanes.h"
#include "plugins/abi/rnlp_fused.h"

namespace runnel::vulkan {

// How elements are stored; halves are computed with as floats.
enum class Element : uint8_t { kFloat, kHalf, kInt };

// How an invocation, which has four elements that lie side by side, reaches those of an input.
enum class Spread : uint8_t {
  kAll,    // its own four
  kOne,    // the only one
  kRuns,   // each (i / run) % count
  kWide,   // the same, where runs are a multiple of four: one for all four
  kCycle,  // the same, where a run is one and the count a multiple of four: four side by side
};

struct FusedProgram {
  struct Step {
    const LaneOp* op;
    uint32_t a, b;  // values: inputs first, then the steps' results
    bool binary;
  };
  uint32_t num_inputs = 0, num_outputs = 0, num_steps = 0;
  Step steps[RNLP_FUSED_MAX_INSTRUCTIONS] = {};
  uint32_t results[RNLP_FUSED_MAX_OUTPUTS] = {};  // values

  // Reads the instructions, with num_inputs known. What is wrong with them, or NULL.
  const char* Parse(std::string_view text, Element element);
};

// Bindings: the inputs, then the outputs. Push constants: the number of elements, then for each input
// its run and its count. Workgroups of group_size, an invocation for every four elements.
std::vector<uint32_t> EmitFused(const FusedProgram& program, Element element, const Spread* spreads,
                                uint32_t group_size);

}  // namespace runnel::vulkan

#endif  // RUNNEL_DEVICES_VULKAN_SPIRV_FUSED_SHADER_H_
