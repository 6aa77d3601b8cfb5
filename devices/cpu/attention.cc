// Runnel>Attention, f32 and by way of it half and bfloat16: block by block of queries, whose scores stay
// in the second cache from the product with the keys to that with the values.
#include "devices/cpu/attention.h"

#include <algorithm>
#include <cstring>

#include "devices/cpu/gemm.h"
#include "devices/cpu/kernel_base.h"
#include "devices/cpu/reduce.h"
#include "devices/cpu/rows.h"
#include "devices/cpu/widen.h"
#include "plugins/sdk/attention.h"

namespace runnel::cpu {
namespace {

constexpr char kAttention[] = "Runnel>Attention";
constexpr int64_t kScores = 65536;                 // of a block
constexpr int64_t kFewRows = 14, kMostRows = 112;  // of a block

// How a call is cut, and what memory it takes.
struct Sizes : plugin::AttentionSizes {
  Sizes(const plugin::AttentionSizes& sizes) : AttentionSizes(sizes) {}
  int64_t rows() const {
    return std::clamp<int64_t>(kScores / std::max<int64_t>(n, 1), kFewRows, kMostRows);
  }
  int64_t blocks() const { return CeilDiv(m, rows()); }
  uint64_t ScoreBytes() const { return static_cast<uint64_t>(RoundUp(rows() * n, 16)) * sizeof(float); }
  // Keys and values of a matrix in the order of tiles, scores, and what the products take.
  uint64_t KeyBytes(const GemmTable& gemms) const { return Rounded(PackedMatrixBytes(gemms, n, d, 4)); }
  uint64_t ValueBytes(const GemmTable& gemms) const {
    return Rounded(PackedMatrixBytes(gemms, e, n, 4));
  }
  uint64_t SlotBytes(const GemmTable& gemms) const {
    return KeyBytes(gemms) + ValueBytes(gemms) + ScoreBytes() +
           std::max(GemmWorkspaceBytes(rows(), n, d, 4, true),
                    GemmWorkspaceBytes(rows(), e, n, 4, true));
  }
  uint64_t Bytes(const GemmTable& gemms) const {
    if (empty() || n == 0) return 0;
    return SlotBytes(gemms) * static_cast<uint64_t>(std::min(kSlots, matrices * blocks()));
  }
  static uint64_t Rounded(uint64_t bytes) { return (bytes + 63) / 64 * 64; }
};

// The operands of a call in memory, one matrix after the other, and its result.
struct Operands {
  const float *query, *key, *value, *mask;
  float* out;
};

struct AttentionKernel {
  const char* op;
  int32_t dtype = 0;
  float scale = 1;
  const GemmTable* gemms = nullptr;
  const AttentionTable* simd = nullptr;
  const ReduceTable* reductions = nullptr;
  uint64_t planned_bytes = 0;  // set once, by plan

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    dtype = host->node_input_dtype(host, node, 0);
    const Isa isa = ChooseIsa(host);
    gemms = &Gemms(isa);
    simd = &Attentions(isa);
    reductions = &Reductions(isa);
    return host->attr_float(host, node, "scale", &scale);
  }

  rnlp_status_t* Plan(rnlp_plan_t* plan) {
    const Sizes sizes = plugin::AttentionSizes::Of(plan->inputs);
    if (!sizes.known() || sizes.flops() > 1e18) return nullptr;
    planned_bytes = sizes.Bytes(*gemms);
    if (dtype != RNLP_FLOAT && planned_bytes > 0) {
      const int64_t mask = plan->inputs[3]->num_elements;
      planned_bytes = mask < 0 ? 0 : planned_bytes + FloatBytes(sizes, mask);
    }
    plan->workspace_bytes = planned_bytes;
    plan->cost_ns = static_cast<uint64_t>(std::min(1e15, 100 + sizes.flops() / 80));
    return nullptr;
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    plugin::AttentionCall call;
    RUNNEL_CPU_RETURN_IF_ERROR(call.Init(run, op));
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, call.out));
    const rnlp_tensor_t* const out = run->outputs[0];
    if (call.sizes.empty()) return nullptr;
    if (call.sizes.n == 0) {
      std::memset(out->data, 0, out->size_bytes);  // sums of nothing
      return nullptr;
    }
    return dtype == RNLP_HALF       ? RunNarrow<Half>(run, call)
           : dtype == RNLP_BFLOAT16 ? RunNarrow<BFloat16>(run, call)
                                    : RunFloat(run, call);
  }

 private:
  // Of operands and result that are floats only while they are worked on.
  static uint64_t FloatBytes(const Sizes& sizes, int64_t mask) {
    return WidenedBytes(sizes.matrices * sizes.m * sizes.d) +
           WidenedBytes(sizes.matrices * sizes.n * sizes.d) +
           WidenedBytes(sizes.matrices * sizes.n * sizes.e) + WidenedBytes(mask) +
           WidenedBytes(sizes.matrices * sizes.m * sizes.e);
  }

  rnlp_status_t* RunFloat(const rnlp_run_t* run, const plugin::AttentionCall& call) const {
    const Workspace workspace(run, planned_bytes, Sizes(call.sizes).Bytes(*gemms));
    if (workspace.data == nullptr) return workspace.Failed(op);
    Compute(run, call,
            {Data<float>(run->inputs[0]), Data<float>(run->inputs[1]), Data<float>(run->inputs[2]),
             Data<float>(run->inputs[3]), Data<float>(run->outputs[0])},
            static_cast<char*>(workspace.data));
    return nullptr;
  }

  template <typename T>
  rnlp_status_t* RunNarrow(const rnlp_run_t* run, const plugin::AttentionCall& call) const {
    const Sizes sizes = call.sizes;
    const Workspace workspace(run, planned_bytes,
                              FloatBytes(sizes, run->inputs[3]->num_elements) + sizes.Bytes(*gemms));
    if (workspace.data == nullptr) return workspace.Failed(op);
    char* next = static_cast<char*>(workspace.data);
    const auto take = [&](const rnlp_tensor_t* of) {
      auto* const floats = reinterpret_cast<float*>(next);
      next += WidenedBytes(of->num_elements);
      return floats;
    };
    float* inputs[4];
    for (size_t i = 0; i < 4; ++i) {
      inputs[i] = take(run->inputs[i]);
      Convert(run, Data<T>(run->inputs[i]), inputs[i], run->inputs[i]->num_elements);
    }
    float* const out = take(run->outputs[0]);
    Compute(run, call, {inputs[0], inputs[1], inputs[2], inputs[3], out}, next);
    Convert(run, out, Data<T>(run->outputs[0]), run->outputs[0]->num_elements);
    return nullptr;
  }

  void Compute(const rnlp_run_t* run, const plugin::AttentionCall& call, const Operands& at,
               char* workspace) const {
    const Sizes sizes = call.sizes;
    const int64_t blocks = sizes.blocks(), tasks = sizes.matrices * blocks;
    Slots(run, tasks, sizes.flops() > 500000, [&](int64_t slot, int64_t begin, int64_t end) {
      char* const memory = workspace + static_cast<uint64_t>(slot) * sizes.SlotBytes(*gemms);
      for (int64_t task = begin; task < end && !IsStopped(run); ++task) {
        const int64_t matrix = task / blocks, block = task % blocks;
        const MatrixView<float> keys = {at.key + matrix * sizes.n * sizes.d, 1, sizes.d};
        const MatrixView<float> values = {at.value + matrix * sizes.n * sizes.e, sizes.e, 1};
        if (task == begin || block == 0) Pack(sizes, keys, values, memory);
        const int64_t first = sizes.m * block / blocks, last = sizes.m * (block + 1) / blocks;
        Block(sizes, last - first, at.query + (matrix * sizes.m + first) * sizes.d, keys, values,
              at.mask + call.MaskAt(matrix) + first * call.mask_row(),
              call.mask_step + (call.scores.rank - 2), at.out + (matrix * sizes.m + first) * sizes.e,
              memory);
      }
    });
  }

  // At the beginning of a slot's memory: keys, values.
  void Pack(const Sizes& sizes, MatrixView<float> keys, MatrixView<float> values, char* memory) const {
    auto* const packed = reinterpret_cast<float*>(memory);
    PackMatrix<float>(nullptr, *gemms, sizes.n, sizes.d, keys, packed);
    PackMatrix<float>(nullptr, *gemms, sizes.e, sizes.n, values, packed + sizes.KeyBytes(*gemms) / 4);
  }
  // `step`: of the mask, from row to row and from column to column.
  void Block(const Sizes& sizes, int64_t rows, const float* q, MatrixView<float> keys,
             MatrixView<float> values, const float* mask, const int64_t* step, float* out,
             char* memory) const {
    const int64_t n = sizes.n, d = sizes.d, e = sizes.e;
    const auto* const packed = reinterpret_cast<const float*>(memory);
    memory += sizes.KeyBytes(*gemms) + sizes.ValueBytes(*gemms);
    float* const scores = reinterpret_cast<float*>(memory);
    void* const workspace = memory + sizes.ScoreBytes();
    float inverse[kMostRows];
    Gemm<float>(nullptr, *gemms, rows, n, d, {q, d, 1}, keys, scores, workspace, nullptr, packed);
    for (int64_t r = 0; r < rows; ++r) {
      float* const row = scores + r * n;
      const float max = simd->scale_add_max(row, scale, mask + r * step[0], step[1], n);
      inverse[r] = static_cast<float>(1.0 / reductions->exp_sum(row, max, row, n));
    }
    Gemm<float>(nullptr, *gemms, rows, e, n, {scores, n, 1}, values, out, workspace, nullptr,
                packed + sizes.KeyBytes(*gemms) / 4);
    // The weights of a row add up to 1; there are fewer results than weights.
    for (int64_t r = 0; r < rows; ++r) reductions->scale(out + r * e, inverse[r], out + r * e, e);
  }
};

rnlp_status_t* PlanAttention(const rnlp_host_t*, rnlp_kernel_t* kernel, rnlp_plan_t* plan) {
  return reinterpret_cast<AttentionKernel*>(kernel)->Plan(plan);
}

constexpr int32_t kTypes[] = {RNLP_FLOAT, RNLP_HALF, RNLP_BFLOAT16};
constexpr rnlp_type_constraint_t kT = Types("T", kTypes);

}  // namespace

constexpr rnlp_kernel_row_t kAttentionRows[] = {
    MakeRow({.op = kAttention,
             .types = &kT,
             .num_types = 1,
             .create = Create<AttentionKernel, kAttention>,
             .destroy = Destroy<AttentionKernel>,
             .plan = PlanAttention,
             .run = Run<AttentionKernel>}),
};
RUNNEL_CPU_ROWS(Attention)

}  // namespace runnel::cpu
