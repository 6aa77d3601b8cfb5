// Sums, differences and products of quantised tensors, element by element.
//
// The terms of a sum are brought to twice the larger scale with 20 more bits (15 for int16), added, and
// brought to that of the result.
#include "devices/cpu/affine.h"
#include "devices/cpu/affine_tiles.h"
#include "devices/cpu/broadcast.h"
#include "devices/cpu/rows.h"

namespace runnel::cpu {
namespace {

using affine::Clamp;
using affine::Factor;
using affine::ForStored;
using affine::Scale;

constexpr char kAdd[] = "Runnel>AffineAdd";
constexpr char kSub[] = "Runnel>AffineSub";
constexpr char kMul[] = "Runnel>AffineMul";

struct PairKernel {
  const char* op;
  Scale x, y, z;
  Clamp clamp;
  Factor x_factor, y_factor, z_factor;
  int shift = 20;
  affine::Rounding rounding = {};
  float real[2] = {};  // factors of the terms of a sum, with products of floats
  int32_t type = 0;
  using Kind = affine::Pair::Kind;
  Kind kind = Kind::kAdd;
  // Of 8-bit numbers with factors below 1, which all but strange models have.
  const affine::AffineLoops* table = nullptr;
  affine::Pair loop;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    kind = op == kAdd ? Kind::kAdd : op == kSub ? Kind::kSub : Kind::kMul;
    type = host->node_input_dtype(host, node, 0);
    RUNNEL_CPU_RETURN_IF_ERROR(affine::ReadScale(host, node, op, "x", &x));
    RUNNEL_CPU_RETURN_IF_ERROR(affine::ReadScale(host, node, op, "y", &y));
    RUNNEL_CPU_RETURN_IF_ERROR(affine::ReadScale(host, node, op, "z", &z));
    RUNNEL_CPU_RETURN_IF_ERROR(affine::ReadRounding(host, node, &rounding));
    if (kind == Kind::kMul) {
      z_factor = Factor(static_cast<double>(x.scale * y.scale / z.scale), rounding);
    } else {
      shift = type == RNLP_INT16 ? 15 : 20;
      real[0] = x.scale / z.scale;
      real[1] = y.scale / z.scale;
      const double twice = static_cast<double>(2 * std::max(x.scale, y.scale));
      x_factor = Factor(static_cast<double>(x.scale) / twice, rounding);
      y_factor = Factor(static_cast<double>(y.scale) / twice, rounding);
      z_factor = Factor(twice / static_cast<double>(static_cast<float>(1 << shift) * z.scale), rounding);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(clamp.Init(host, node, type, z));
    const int32_t least = type == RNLP_INT8 ? -128 : 0, most = least + 255;
    const auto holds = [&](int64_t value) { return value >= least && value <= most; };
    if (type == RNLP_INT16 || !holds(x.zero) || !holds(y.zero) || !holds(clamp.low) ||
        !holds(clamp.high)) {
      return nullptr;
    }
    loop = {kind,
            rounding,
            type == RNLP_INT8,
            static_cast<int32_t>(x.zero),
            static_cast<int32_t>(y.zero),
            clamp.low,
            clamp.high,
            static_cast<int32_t>(z.zero),
            shift};
    if (rounding == affine::Rounding::kReal) {
      loop.real[0] = kind == Kind::kMul ? z_factor.as_float : real[0];
      loop.real[1] = real[1];
      table = &affine::AffineLoopsOf(ChooseIsa(host));
      return nullptr;
    }
    const Factor* const factors[] = {&x_factor, &y_factor, &z_factor};
    for (int k = kind == Kind::kMul ? 2 : 0; k < 3; ++k) {
      if (factors[k]->shift > 0) return nullptr;
      loop.multiplier[k] = factors[k]->multiplier;
      loop.right[k] = -factors[k]->shift;
    }
    table = &affine::AffineLoopsOf(ChooseIsa(host));
    return nullptr;
  }

  int32_t Of(int32_t a, int32_t b) const {
    a -= static_cast<int32_t>(x.zero);
    b -= static_cast<int32_t>(y.zero);
    int32_t result = 0;
    if (rounding == affine::Rounding::kReal && kind != Kind::kMul) {
      const float left = static_cast<float>(a) * real[0], right = static_cast<float>(b) * real[1];
      const int32_t sum = affine::Nearest(kind == Kind::kAdd ? left + right : left - right);
      return clamp(affine::Saturate(int64_t{sum} + z.zero));
    }
    if (kind == Kind::kMul) {
      result = a * b;
    } else {
      const int32_t left = x_factor.Times(affine::WrapShift(a, shift)),
                    right = y_factor.Times(affine::WrapShift(b, shift));
      result = affine::Saturate(kind == Kind::kAdd ? int64_t{left} + right : int64_t{left} - right);
    }
    return clamp(affine::Saturate(int64_t{z_factor.Times(result)} + z.zero));
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    Dims dims;
    if (!plugin::BroadcastShapes(run->inputs, 2, &dims)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: x %s and y %s do not broadcast", op,
                  ShapeText(run->inputs[0]).text, ShapeText(run->inputs[1]).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, dims));
    if (run->outputs[0]->num_elements == 0) return nullptr;
    plugin::BroadcastLoop<2> loops;
    loops.Init(run->inputs, dims);
    const int64_t inner = loops.inner(), x_step = loops.strides[0][loops.rank - 1],
                  y_step = loops.strides[1][loops.rank - 1];
    if (table != nullptr) {
      // Rows are cut, so that few long ones go to several threads, too.
      const int64_t part = std::max<int64_t>(1, std::min(inner, kBlockElements / 2)),
                    parts = CeilDiv(inner, part);
      ParallelFor(
          run, loops.rows() * parts, CeilDiv(RowBlock(part), 2), [&](int64_t begin, int64_t end) {
            const auto *a = Data<uint8_t>(run->inputs[0]), *b = Data<uint8_t>(run->inputs[1]);
            for (int64_t at = begin; at < end;) {
              const int64_t row = at / parts, first = at % parts * part,
                            last =
                                std::min(inner, (std::min(end, (row + 1) * parts) - row * parts) * part);
              loops.ForRows(row, row + 1, [&](int64_t, const int64_t* offsets) {
                table->pair(loop, a + offsets[0] + first * x_step, x_step == 0,
                            b + offsets[1] + first * y_step, y_step == 0,
                            Data<uint8_t>(run->outputs[0]) + row * inner + first, last - first);
              });
              at = std::min(end, (row + 1) * parts);
            }
          });
      return nullptr;
    }
    ParallelFor(run, loops.rows(), RowBlock(inner), [&](int64_t begin, int64_t end) {
      ForStored(type, [&](auto sample) {
        using T = decltype(sample);
        loops.ForRows(begin, end, [&](int64_t row, const int64_t* offsets) {
          const T *a = Data<T>(run->inputs[0]) + offsets[0], *b = Data<T>(run->inputs[1]) + offsets[1];
          T* out = Data<T>(run->outputs[0]) + row * inner;
          for (int64_t i = 0; i < inner; ++i) out[i] = static_cast<T>(Of(a[i * x_step], b[i * y_step]));
        });
        return 0;
      });
    });
    return nullptr;
  }
};

constexpr rnlp_type_constraint_t kTypes[] = {Types("T", affine::kStored)};

template <const char* kOp>
constexpr rnlp_kernel_row_t Row() {
  return MakeRow({.op = kOp,
                  .types = kTypes,
                  .num_types = 1,
                  .create = Create<PairKernel, kOp>,
                  .destroy = Destroy<PairKernel>,
                  .plan = PlanElements<1000>,
                  .run = cpu::Run<PairKernel>});
}

}  // namespace

constexpr rnlp_kernel_row_t kAffinePairRows[] = {Row<kAdd>(), Row<kSub>(), Row<kMul>()};
RUNNEL_CPU_ROWS(AffinePair)

}  // namespace runnel::cpu
