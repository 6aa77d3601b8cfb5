// Models that the section gpu trains: computed in bfloat16 with weights in float, from data that lies on
// the device. Their names and sizes are those of peers_torch_gpu.py.
#ifndef RUNNEL_TOOLS_BENCHMARKS_GPU_MODELS_H_
#define RUNNEL_TOOLS_BENCHMARKS_GPU_MODELS_H_

#include <cstdint>
#include <runnel/runnel.hpp>
#include <vector>

namespace runnel::tools {

// A constant vector of int32.
::runnel::Output IntVector(const ::runnel::Graph& graph, const std::vector<int64_t>& values);

struct GpuModel {
  ::runnel::Output loss;
  ::runnel::Node step;
};

// For square images of 1,000 classes, trained with momentum. Source: He et al. 2016, where `width` is
// 64, with the strides in the 3 x 3 convolutions.
GpuModel ResNet50(const ::runnel::Graph& graph, int64_t batch, int64_t side, int64_t width);

// One block of a transformer: attention to what came before, and two dense layers of four times the
// size; trained with Adam on the mean of its squares. Source: Radford et al. 2019.
GpuModel GptBlock(const ::runnel::Graph& graph, int64_t batch, int64_t length, int64_t heads,
                  int64_t size);

}  // namespace runnel::tools

#endif  // RUNNEL_TOOLS_BENCHMARKS_GPU_MODELS_H_
