// Fused element-wise regions: compiled at run time where NVRTC is there; else the host keeps its nodes.
#include <cstring>

#include "devices/cuda/device_code/fused_args.h"
#include "devices/cuda/kernels/fused_source.h"
#include "devices/cuda/kernels/kernel.h"
#include "plugins/abi/rnlp_fused.h"
#include "plugins/sdk/node.h"

namespace runnel::cuda {
namespace {

const char* TypeText(int32_t dtype) {
  return dtype == RNLP_FLOAT ? "float" : dtype == RNLP_HALF ? "Half" : "BFloat16";
}

// The source for a node. What is wrong with its program goes to *out_problem; errors are others.
rnlp_status_t* SourceOf(const rnlp_host_t* host, const rnlp_node_t* node, FusedProgram* fused,
                        std::string* out_source, std::string* out_name, std::string* out_problem) {
  rnlp_str_t program = {};
  RNLP_TRY(host->attr_string(host, node, "program", &program));
  RNLP_TRY(plugin::AttrIntList(host, node, "runs", &fused->runs));
  RNLP_TRY(plugin::AttrIntList(host, node, "results", &fused->results));
  fused->program = std::string_view(program.data, program.size);
  fused->type = TypeText(host->node_input_dtype(host, node, 0));
  *out_problem = FusedSource(*fused, out_source, out_name);
  return nullptr;
}

struct FusedKernel : KernelBase {
  CUfunction function;
  std::vector<int64_t> runs;

  rnlp_status_t* Init(const Build& build) {
    FusedProgram fused;
    std::string source, name, problem;
    RNLP_TRY(SourceOf(build.host, build.node, &fused, &source, &name, &problem));
    if (!problem.empty()) {
      return Fail(build.host, RNLP_INVALID_ARGUMENT, "%s: the program cannot be run: %s", op,
                  problem.c_str());
    }
    runs = fused.runs;
    return build.device->FindFused(source, name, &function);
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* like = run->outputs[0];
    FusedArgs args{};
    args.count = like->num_elements;
    for (uint32_t r = 0; r < run->num_outputs; ++r) {
      if (run->outputs[r]->rank < 0 || !plugin::SameShape(run->outputs[r], like)) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT,
                    "%s: output %u should be like output 0, %s, got %s", op, r, ShapeText(like).c_str(),
                    ShapeText(run->outputs[r]).c_str());
      }
      args.out[r] = AddressOf(run->outputs[r]);
    }
    for (uint32_t v = 0; v < run->num_inputs; ++v) {
      const int64_t count = run->inputs[v]->num_elements;
      const bool fits = runs[v] == RNLP_RUN_ALL   ? count == args.count
                        : runs[v] == RNLP_RUN_ONE ? count == 1
                                                  : count > 0 || args.count == 0;
      if (!fits) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: input %u, %s, does not spread over %s", op, v,
                    ShapeText(run->inputs[v]).c_str(), ShapeText(like).c_str());
      }
      args.in[v] = AddressOf(run->inputs[v]);
      args.size[v] = count;
    }
    if (args.count == 0) return nullptr;
    return Launch(run, function, GridFor(run, args.count, 4), args);
  }
};

rnlp_status_t* Supports(const rnlp_host_t* host, rnlp_device_t* device, const rnlp_node_t* node,
                        const rnlp_tensor_t* const* inputs, uint32_t num_inputs, rnlp_support_t* out) {
  return Guard(host, [&]() -> rnlp_status_t* {
    out->supported = 0;
    out->cost_ns = plugin::EstimateCost(host, node, inputs, num_inputs, out, device->rates);
    if (!device->instance->OpenCompiler()) {
      out->reason = "there is no NVRTC to compile it";
      return nullptr;
    }
    FusedProgram fused;
    std::string source, name, problem;
    const OwnedStatus read(host, SourceOf(host, node, &fused, &source, &name, &problem));
    out->supported = read.ok() && problem.empty();
    if (out->supported == 0) out->reason = "the program has an op or a size that is not known here";
    return nullptr;
  });
}

// One for one with any input that has the output's size.
constexpr rnlp_alias_t kInPlace[] = {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0},
                                     {0, 1}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}};

constexpr rnlp_kernel_row_t MakeRow() {
  rnlp_kernel_row_t row = Row<FusedKernel>(RNLP_OP_FUSED_ELEMENTWISE, kFloatT, {}, kInPlace);
  row.supports = Supports;
  return row;
}
constexpr rnlp_kernel_row_t kRows[] = {MakeRow()};

}  // namespace

std::span<const rnlp_kernel_row_t> FusedRows() { return kRows; }

}  // namespace runnel::cuda
