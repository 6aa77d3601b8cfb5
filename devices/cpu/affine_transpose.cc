// Transposed convolutions of quantised tensors, in plain loops.
#include "devices/cpu/affine_product.h"
#include "devices/cpu/rows.h"

namespace runnel::cpu {
namespace {

using affine::ForStored;
using affine::ProductKernel;
using affine::Room;
using affine::SumOf;

constexpr char kTranspose[] = "Runnel>AffineTransposeConv2D";

// Each pixel of x adds to a window of y. The sums of one image lie in memory of their own.
struct TransposeKernel : ProductKernel {
  WindowAttrs window;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    RUNNEL_CPU_RETURN_IF_ERROR(window.Init(host, node, op));
    return InitProduct(host, node);
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t *image = run->inputs[0], *filter = run->inputs[1];
    Dims dims;
    RUNNEL_CPU_RETURN_IF_ERROR(plugin::ReadDims(run->host, op, "output_shape", run->inputs[4], &dims));
    WindowAxis axes[2];
    bool fits = dims.rank == 4 && image->rank == 4 && filter->rank == 4 &&
                dims.size[0] == image->dims[0] && dims.size[3] == filter->dims[0] &&
                filter->dims[3] == image->dims[3];
    for (int a = 0; fits && a < 2; ++a) {
      RUNNEL_CPU_RETURN_IF_ERROR(
          window.Fit(run->host, op, a, dims.size[1 + a], filter->dims[1 + a], &axes[a]));
      fits = axes[a].count == image->dims[1 + a];
    }
    if (!fits) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: x %s and filter %s do not fit output_shape %s",
                  op, ShapeText(image).text, ShapeText(filter).text,
                  ShapeText(dims.rank, dims.size).text);
    }
    const int64_t out = dims.size[3], of_image = dims.size[1] * dims.size[2] * out;
    RUNNEL_CPU_RETURN_IF_ERROR(CheckChannels(run, out));
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, dims));
    if (run->outputs[0]->num_elements == 0) return nullptr;
    const Room room(run, out, filter->num_elements, 64);
    if (!room.ok()) return room.memory.Failed(op);
    const Workspace sums(run, 0, static_cast<uint64_t>(of_image) * 8);
    if (sums.data == nullptr) return sums.Failed(op);
    Factors(run->inputs[3], out, type != RNLP_UINT8, room.factors());
    Widen(run, room.filter());
    ForStored(type, [&](auto sample) {
      using T = decltype(sample);
      for (int64_t b = 0; b < dims.size[0]; ++b) {
        auto* to = static_cast<SumOf<T>*>(sums.data);
        Scatter<T>(run, axes, b, room.filter(), to, of_image, out);
        T* y_out = Data<T>(run->outputs[0]) + b * of_image;
        for (int64_t i = 0; i < of_image; ++i)
          y_out[i] = Finished<T>(run, room.factors(), i % out, to[i]);
      }
      return 0;
    });
    return nullptr;
  }
  template <typename T>
  void Scatter(const rnlp_run_t* run, const WindowAxis* axes, int64_t batch, const int16_t* filter,
               SumOf<T>* to, int64_t of_image, int64_t out) const {
    const int64_t in = run->inputs[0]->dims[3], columns = axes[1].count;
    const auto zero = static_cast<int32_t>(x.zero);
    std::fill_n(to, of_image, SumOf<T>{0});
    const T* from = Data<T>(run->inputs[0]) + batch * axes[0].count * columns * in;
    Looks looks(run, 64);
    for (int64_t p = 0; p < axes[0].count * columns && !looks.Stop(); ++p) {
      for (int64_t tap = 0; tap < axes[0].window * axes[1].window; ++tap) {
        const int64_t row = p / columns * axes[0].stride - axes[0].before + tap / axes[1].window,
                      column = p % columns * axes[1].stride - axes[1].before + tap % axes[1].window;
        if (row < 0 || row >= axes[0].image || column < 0 || column >= axes[1].image) continue;
        SumOf<T>* at = to + (row * axes[1].image + column) * out;
        for (int64_t o = 0; o < out; ++o) {
          const int16_t* weights = filter + (o * axes[0].window * axes[1].window + tap) * in;
          SumOf<T> sum = 0;
          for (int64_t c = 0; c < in; ++c) sum += (from[p * in + c] - zero) * int32_t{weights[c]};
          at[o] += sum;
        }
      }
    }
  }
};

}  // namespace

constexpr rnlp_kernel_row_t kAffineTransposeRows[] = {
    MakeRow({.op = kTranspose,
             .types = affine::kProductTypes,
             .num_types = std::size(affine::kProductTypes),
             .create = Create<TransposeKernel, kTranspose>,
             .destroy = Destroy<TransposeKernel>,
             .plan = PlanElements<20000>,
             .run = cpu::Run<TransposeKernel>})};
RUNNEL_CPU_ROWS(AffineTranspose)

}  // namespace runnel::cpu
