// Runnel>LayerNorm: every row of the last dimension to mean 0 and variance 1, then scaled and moved. The
// moments are added in double.
#include <algorithm>
#include <cmath>

#include "devices/cpu/kernel_base.h"
#include "devices/cpu/norm.h"
#include "devices/cpu/rows.h"
#include "devices/cpu/types.h"

namespace runnel::cpu {
namespace {

constexpr char kLayerNorm[] = "Runnel>LayerNorm";

struct LayerNormKernel {
  const char* op;
  int32_t dtype = 0;
  float epsilon = 0;
  const NormTable* simd = nullptr;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    dtype = host->node_input_dtype(host, node, 0);
    simd = &Norms(ChooseIsa(host));
    return host->attr_float(host, node, "epsilon", &epsilon);
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* x = run->inputs[0];
    const int64_t n = x->rank < 1 ? 0 : x->dims[x->rank - 1];
    for (int i = 1; i < 3; ++i) {
      const rnlp_tensor_t* p = run->inputs[i];
      if (x->rank >= 1 && p->rank == 1 && p->dims[0] == n) continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: %s %s should be a vector as long as the last dimension of x %s", op,
                  i == 1 ? "scale" : "offset", ShapeText(p).text, ShapeText(x).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, x));
    int64_t dims[kMaxRank + 1];
    std::copy_n(x->dims, x->rank, dims);
    dims[x->rank - 1] = 1;
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 1, x->rank, dims));
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 2, x->rank, dims));
    const int64_t rows = run->outputs[1]->num_elements;
    ParallelFor(run, rows, RowBlock(n * 2), [&](int64_t begin, int64_t end) {
      switch (dtype) {
        case RNLP_FLOAT:
          return Rows<float>(run, n, begin, end);
        case RNLP_DOUBLE:
          return Rows<double>(run, n, begin, end);
        case RNLP_HALF:
          return Rows<Half>(run, n, begin, end);
        default:
          return Rows<BFloat16>(run, n, begin, end);
      }
    });
    return nullptr;
  }

 private:
  template <typename T>
  void Rows(const rnlp_run_t* run, int64_t n, int64_t begin, int64_t end) const {
    using C = Compute<T>;
    for (int64_t r = begin; r < end; ++r) {
      const T* x = Data<T>(run->inputs[0]) + r * n;
      T* out = Data<T>(run->outputs[0]) + r * n;
      double mean = 0, squares = 0;
      if constexpr (std::is_same_v<T, float>) {
        mean = simd->row(nullptr, x, 0, n) / static_cast<double>(n);
        squares = simd->row(x, x, static_cast<float>(mean), n);
      } else {
        for (int64_t i = 0; i < n; ++i) mean += static_cast<double>(Load(x[i]));
        mean /= static_cast<double>(n);
        for (int64_t i = 0; i < n; ++i) {
          const double moved = static_cast<double>(Load(x[i])) - mean;
          squares += moved * moved;
        }
      }
      const double inverse =
          1 / std::sqrt(squares / static_cast<double>(n) + static_cast<double>(epsilon));
      Data<T>(run->outputs[1])[r] = Store<T>(static_cast<C>(mean));
      Data<T>(run->outputs[2])[r] = Store<T>(static_cast<C>(inverse));
      Write(x, Data<T>(run->inputs[1]), Data<T>(run->inputs[2]), static_cast<C>(mean),
            static_cast<C>(inverse), n, out);
    }
  }
  template <typename T>
  void Write(const T* x, const T* scale, const T* offset, Compute<T> mean, Compute<T> inverse, int64_t n,
             T* out) const {
    if constexpr (std::is_same_v<T, float>) {
      constexpr int64_t kTile = 256;
      static constexpr float kZeros[kTile] = {};
      for (int64_t i = 0; i < n; i += kTile) {
        const int64_t count = std::min(kTile, n - i);
        simd->apply_row(x + i, &mean, &inverse, kZeros, out + i, count);
        simd->apply_columns(out + i, kZeros, scale + i, offset + i, out + i, count);
      }
    } else {
      for (int64_t i = 0; i < n; ++i) {
        out[i] = Store<T>((Load(x[i]) - mean) * inverse * Load(scale[i]) + Load(offset[i]));
      }
    }
  }
};

constexpr int32_t kFloats[] = {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF, RNLP_BFLOAT16};
constexpr rnlp_type_constraint_t kT[] = {Types("T", kFloats)};
constexpr rnlp_alias_t kInPlace[] = {{0, 0}};

}  // namespace

constexpr rnlp_kernel_row_t kLayerNormRows[] = {
    MakeRow({.op = kLayerNorm,
             .types = kT,
             .num_types = 1,
             .aliases = kInPlace,
             .num_aliases = 1,
             .create = Create<LayerNormKernel, kLayerNorm>,
             .destroy = Destroy<LayerNormKernel>,
             .plan = PlanElements<1000>,
             .run = Run<LayerNormKernel>}),
};
RUNNEL_CPU_ROWS(LayerNorm)

}  // namespace runnel::cpu
