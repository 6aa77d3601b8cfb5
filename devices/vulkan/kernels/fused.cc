// Fused element-wise regions (plugins/abi/rnlp_fused.h): each program becomes a shader of its own,
// written as SPIR-V words when it first runs (fused_shader.h). Its pipeline is kept by program for the
// device, and by the driver in the cache on disk.
#include <algorithm>
#include <mutex>
#include <string>
#include <string_view>

#include "devices/vulkan/kernels/kernel.h"
#include "devices/vulkan/spirv/fused_shader.h"

namespace runnel::vulkan {
namespace {

constexpr uint32_t kMaxInputs = RNLP_FUSED_MAX_INPUTS;
constexpr uint32_t kMaxOutputs = RNLP_FUSED_MAX_OUTPUTS;

struct FusedKernel {
  FusedProgram program;
  Element element = Element::kFloat;
  int64_t runs[kMaxInputs] = {};
  std::string text;  // names the program: element type, instructions, results

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    rnlp_str_t instructions = {};
    int64_t results[kMaxOutputs];
    uint32_t num_runs = 0, num_results = 0;
    program.num_inputs = host->node_num_inputs(host, node);
    program.num_outputs = host->node_num_outputs(host, node);
    const int32_t dtype = host->node_output_dtype(host, node, 0);
    element = dtype == RNLP_HALF    ? Element::kHalf
              : dtype == RNLP_INT32 ? Element::kInt
                                    : Element::kFloat;
    RNLP_TRY(host->attr_string(host, node, "program", &instructions));
    RNLP_TRY(host->attr_int_list(host, node, "runs", kMaxInputs, runs, &num_runs));
    RNLP_TRY(host->attr_int_list(host, node, "results", kMaxOutputs, results, &num_results));
    const char* wrong = nullptr;
    const uint32_t inputs = program.num_inputs, outputs = program.num_outputs;
    if (inputs < 1 || inputs > kMaxInputs || outputs < 1 || outputs > kMaxOutputs ||
        num_runs != inputs || num_results != outputs)
      wrong = "its inputs or outputs are too many, or not those of its attrs";
    const std::string_view words(instructions.data, instructions.size);
    if (wrong == nullptr) wrong = program.Parse(words, element);
    for (uint32_t v = 0; wrong == nullptr && v < inputs; ++v) {
      if (runs[v] < RNLP_RUN_ONE) wrong = "a run is below -1";
    }
    for (uint32_t r = 0; wrong == nullptr && r < outputs; ++r) {
      if (results[r] < inputs || results[r] >= inputs + program.num_steps)
        wrong = "a result is no instruction's";
      program.results[r] = static_cast<uint32_t>(results[r]);
    }
    if (wrong != nullptr) {
      return Fail(host, RNLP_INVALID_ARGUMENT, "%s: the program \"%.*s\" cannot be run: %s", kId,
                  static_cast<int>(std::min<size_t>(words.size(), 200)), words.data(), wrong);
    }
    return Guard(host, [&]() -> rnlp_status_t* {
      text = std::to_string(dtype) + " " + std::to_string(inputs) + ":";
      text += words;
      for (uint32_t r = 0; r < outputs; ++r) text += " " + std::to_string(program.results[r]);
      return nullptr;
    });
  }

  Spread SpreadOf(uint32_t input, int64_t count) const {
    const int64_t run = runs[input];
    if (run == RNLP_RUN_ALL) return Spread::kAll;
    if (run == RNLP_RUN_ONE) return Spread::kOne;
    if (run % kLanes == 0) return Spread::kWide;
    return run == 1 && count % kLanes == 0 ? Spread::kCycle : Spread::kRuns;
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* like = run->outputs[0];
    const int64_t n = like->num_elements;
    const uint32_t num_inputs = program.num_inputs;
    Spread spreads[kMaxInputs] = {};
    for (uint32_t v = 0; v < num_inputs; ++v) {
      const int64_t count = run->inputs[v]->num_elements;
      spreads[v] = SpreadOf(v, count);
      if (runs[v] == RNLP_RUN_ALL   ? count == n
          : runs[v] == RNLP_RUN_ONE ? count == 1
                                    : count > 0 || n == 0)
        continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: input %u, %s, does not spread over %s", kId, v,
                  plugin::ShapeText(run->inputs[v]).c_str(), plugin::ShapeText(like).c_str());
    }
    for (uint32_t r = 1; r < program.num_outputs; ++r) {
      if (!plugin::SameShape(run->outputs[r], like))
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: output %u should be like output 0", kId, r);
    }
    if (n == 0) return nullptr;
    const Pipeline* pipeline = nullptr;
    const int64_t threads = (n + kLanes - 1) / kLanes;
    const uint32_t size = GroupSize(DeviceOf(run), threads);
    RNLP_TRY(Find(run->queue->device, spreads, size, &pipeline));
    Call call(run, pipeline);
    for (uint32_t v = 0; v < num_inputs; ++v) call.Read(run->inputs[v]);
    for (uint32_t r = 0; r < program.num_outputs; ++r) call.Write(run->outputs[r]);
    call.Push(n);
    for (uint32_t v = 0; v < num_inputs; ++v)
      call.Push(std::max<int64_t>(runs[v], 1)).Push(run->inputs[v]->num_elements);
    return call.Threads(threads);
  }

 private:
  // The pipeline for these spreads and workgroups: this kernel's last one, the device's, or one that is
  // made now.
  rnlp_status_t* Find(rnlp_device_t* device, const Spread* spreads, uint32_t size,
                      const Pipeline** out) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (pipeline_ == nullptr || size_ != size ||
        !std::equal(spreads, spreads + program.num_inputs, spreads_)) {
      std::string id = text + " " + std::to_string(size) + " ";
      for (uint32_t v = 0; v < program.num_inputs; ++v)
        id += static_cast<char>('0' + static_cast<int>(spreads[v]));
      const Pipeline* found = device->pipelines.FindMade(id);
      if (found == nullptr) {
        const std::vector<uint32_t> words = EmitFused(program, element, spreads, size);
        const uint32_t bindings = program.num_inputs + program.num_outputs;
        RNLP_TRY(device->pipelines.GetMade(id, words, bindings, &found));
      }
      pipeline_ = found;
      size_ = size;
      std::copy(spreads, spreads + program.num_inputs, spreads_);
    }
    *out = pipeline_;
    return nullptr;
  }

  mutable std::mutex mutex_;  // guards the next three
  mutable const Pipeline* pipeline_ = nullptr;
  mutable uint32_t size_ = 0;
  mutable Spread spreads_[kMaxInputs] = {};
};

rnlp_status_t* SupportsFused(const rnlp_host_t* host, rnlp_device_t* device, const rnlp_node_t* node,
                             const rnlp_tensor_t* const* inputs, uint32_t num_inputs,
                             rnlp_support_t* out) {
  RNLP_TRY(SupportsTypes(host, device, node, inputs, num_inputs, out));
  if (out->supported == 0) return nullptr;
  FusedKernel trial;
  rnlp_status_t* failed = trial.Init(host, node);
  if (failed != nullptr) host->status_release(host, failed);
  const bool too_many =
      device->physical.can.max_bindings < trial.program.num_inputs + trial.program.num_outputs;
  out->supported = failed == nullptr && !too_many ? 1 : 0;
  if (failed != nullptr) out->reason = "the program has an op or a size that is not known here";
  if (too_many) out->reason = "the device takes too few tensors in one kernel";
  return nullptr;
}

constexpr rnlp_alias_t kInPlaceAll[] = {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0},
                                        {0, 1}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}};
constexpr int32_t kFusedTypes[] = {RNLP_FLOAT, RNLP_HALF, RNLP_INT32};
constexpr rnlp_type_constraint_t kFusedT[] = {plugin::Types("T", kFusedTypes)};

constexpr rnlp_kernel_row_t FusedRow() {
  rnlp_kernel_row_t row = Row<FusedKernel>({.op = RNLP_OP_FUSED_ELEMENTWISE,
                                            .types = kFusedT,
                                            .num_types = 1,
                                            .aliases = kInPlaceAll,
                                            .num_aliases = std::size(kInPlaceAll)});
  row.supports = SupportsFused;
  return row;
}

}  // namespace

constinit const rnlp_kernel_row_t kFusedRows[] = {FusedRow()};
std::span<const rnlp_kernel_row_t> FusedRows() { return kFusedRows; }

}  // namespace runnel::vulkan
