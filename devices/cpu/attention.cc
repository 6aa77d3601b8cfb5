// Runnel>Attention, f32: block by block of queries, whose scores stay in the second cache from the
// product with the keys to that with the values.
#include "devices/cpu/attention.h"

#include <algorithm>

#include "devices/cpu/gemm.h"
#include "devices/cpu/kernel_base.h"
#include "devices/cpu/reduce.h"
#include "devices/cpu/rows.h"

namespace runnel::cpu {
namespace {

constexpr char kAttention[] = "Runnel>Attention";
constexpr int64_t kScores = 65536;                 // of a block
constexpr int64_t kFewRows = 14, kMostRows = 112;  // of a block

// The sizes of a call, or -1 where planning does not know them.
struct Sizes {
  int64_t matrices = -1, m = -1, n = -1, d = -1, e = -1;
  bool known() const { return matrices >= 0 && m >= 0 && n >= 0 && d >= 0 && e >= 0; }
  bool empty() const { return matrices == 0 || m == 0 || e == 0; }
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
  double flops() const {
    return 2.0 * static_cast<double>(matrices) * static_cast<double>(m) * static_cast<double>(n) *
           static_cast<double>(d + e);
  }
};

struct AttentionKernel {
  const char* op;
  float scale = 1;
  const GemmTable* gemms = nullptr;
  const AttentionTable* simd = nullptr;
  const ReduceTable* reductions = nullptr;
  uint64_t planned_bytes = 0;  // set once, by plan

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    const Isa isa = ChooseIsa(host);
    gemms = &Gemms(isa);
    simd = &Attentions(isa);
    reductions = &Reductions(isa);
    return host->attr_float(host, node, "scale", &scale);
  }

  static Sizes SizesOf(const rnlp_tensor_t* const* inputs) {
    Sizes sizes;
    const rnlp_tensor_t *q = inputs[0], *k = inputs[1], *v = inputs[2];
    if (q->rank < 2 || k->rank < 2 || v->rank < 2) return sizes;
    sizes.m = q->dims[q->rank - 2];
    sizes.d = q->dims[q->rank - 1];
    sizes.n = k->dims[k->rank - 2];
    sizes.e = v->dims[v->rank - 1];
    int64_t matrices = 1;
    for (int32_t i = 0; i + 2 < q->rank; ++i) {
      if (q->dims[i] < 0 || __builtin_mul_overflow(matrices, q->dims[i], &matrices)) return sizes;
    }
    sizes.matrices = matrices;
    return sizes;
  }

  rnlp_status_t* Plan(rnlp_plan_t* plan) {
    const Sizes sizes = SizesOf(plan->inputs);
    if (!sizes.known() || sizes.flops() > 1e18) return nullptr;
    planned_bytes = sizes.Bytes(*gemms);
    plan->workspace_bytes = planned_bytes;
    plan->cost_ns = static_cast<uint64_t>(std::min(1e15, 100 + sizes.flops() / 80));
    return nullptr;
  }

  // Steps of the mask through matrices, rows and columns of the scores; 0 where it repeats.
  struct Mask {
    const float* data;
    int64_t step[kMaxRank + 1];
  };
  bool FitMask(const rnlp_tensor_t* mask, const Dims& scores, Mask* out) const {
    out->data = Data<float>(mask);
    int64_t step = 1;
    for (int32_t i = scores.rank - 1; i >= 0; --i) {
      const int32_t at = i - (scores.rank - mask->rank);
      const int64_t dim = at < 0 ? 1 : mask->dims[at];
      if (dim != 1 && dim != scores.size[i]) return false;
      out->step[i] = dim == 1 ? 0 : step;
      step *= dim;
    }
    return mask->rank <= scores.rank;
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t *q = run->inputs[0], *k = run->inputs[1], *v = run->inputs[2];
    const Sizes sizes = SizesOf(run->inputs);
    bool fits = sizes.known() && q->rank == k->rank && q->rank == v->rank &&
                k->dims[k->rank - 1] == sizes.d && v->dims[v->rank - 2] == sizes.n;
    Dims out, scores;
    for (int32_t i = 0; fits && i + 2 < q->rank; ++i) {
      fits = k->dims[i] == q->dims[i] && v->dims[i] == q->dims[i];
      out.size[out.rank++] = q->dims[i];
    }
    scores = out;
    for (const int64_t dim : {sizes.m, sizes.e}) out.size[out.rank++] = dim;
    for (const int64_t dim : {sizes.m, sizes.n}) scores.size[scores.rank++] = dim;
    Mask mask;
    if (!fits || !FitMask(run->inputs[3], scores, &mask)) {
      return Fail(
          run->host, RNLP_INVALID_ARGUMENT,
          "%s: query [..., m, d], key [..., n, d], value [..., n, e] and a mask that broadcasts to "
          "[..., m, n] are wanted, got %s, %s, %s and %s",
          op, ShapeText(q).text, ShapeText(k).text, ShapeText(v).text, ShapeText(run->inputs[3]).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, out));
    if (sizes.empty()) return nullptr;
    float* const to = Data<float>(run->outputs[0]);
    if (sizes.n == 0) {
      std::fill_n(to, run->outputs[0]->num_elements, 0.0f);  // sums of nothing
      return nullptr;
    }
    const Workspace workspace(run, planned_bytes, sizes.Bytes(*gemms));
    if (workspace.data == nullptr) return workspace.Failed(op);
    const int64_t blocks = sizes.blocks(), tasks = sizes.matrices * blocks;
    Slots(run->host, tasks, sizes.flops() > 500000, [&](int64_t slot, int64_t begin, int64_t end) {
      char* const memory =
          static_cast<char*>(workspace.data) + static_cast<uint64_t>(slot) * sizes.SlotBytes(*gemms);
      for (int64_t task = begin; task < end; ++task) {
        const int64_t matrix = task / blocks, block = task % blocks;
        const MatrixView<float> keys = {Data<float>(k) + matrix * sizes.n * sizes.d, 1, sizes.d};
        const MatrixView<float> values = {Data<float>(v) + matrix * sizes.n * sizes.e, sizes.e, 1};
        if (task == begin || block == 0) Pack(sizes, keys, values, memory);
        const int64_t first = sizes.m * block / blocks, last = sizes.m * (block + 1) / blocks;
        int64_t at = first * mask.step[scores.rank - 2];
        for (int64_t i = scores.rank - 3, rest = matrix; i >= 0; rest /= scores.size[i--])
          at += rest % scores.size[i] * mask.step[i];
        Block(sizes, last - first, Data<float>(q) + (matrix * sizes.m + first) * sizes.d, keys, values,
              mask.data + at, mask.step + (scores.rank - 2), to + (matrix * sizes.m + first) * sizes.e,
              memory);
      }
    });
    return nullptr;
  }

 private:
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

constexpr int32_t kFloat[] = {RNLP_FLOAT};
constexpr rnlp_type_constraint_t kT = Types("T", kFloat);

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
