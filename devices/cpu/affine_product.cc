// Products of quantised tensors: convolutions, depthwise ones, fully connected layers.
//
// Numbers of 8 bits go over the tiles of affine_gemm.h. What those do not take goes over plain loops:
// numbers of 16 bits, and factors of 1 and more. There filters and images lose their zero points and
// become 16 bits wide; padding is 0 then. Sums are exact, so their order does not matter.
#include "devices/cpu/affine_product.h"
#include "devices/cpu/rows.h"

namespace runnel::cpu {
namespace {

using affine::ConvWindows;
using affine::Dot;
using affine::Factor;
using affine::ForStored;
using affine::ProductKernel;
using affine::Room;
using affine::SumOf;
using affine::Windows;

constexpr char kConv[] = "Runnel>AffineConv2D";
constexpr char kDepthwise[] = "Runnel>AffineDepthwiseConv2D";
constexpr char kFull[] = "Runnel>AffineFullyConnected";

// A product whose windows and filter the tiles take. W has `is_depth`, IsWide() (Factors) and
// `bool ReadWindows(host, x, filter, Windows*)`, which is false where tensors do not fit.
template <typename W>
struct Tiled : ProductKernel {
  Windows planned;  // set once, by plan

  const W& self() const { return static_cast<const W&>(*this); }
  // With several filters to a channel, depthwise ones are products of groups of one channel.
  static bool IsDepth(const Windows& w) { return W::is_depth && w.channels == w.out; }
  // Tiles would stand empty with few columns to a group.
  bool Takes(const Windows& w) const {
    if (is_plain || w.out == 0 || w.depth() == 0) return false;
    if (IsDepth(w)) return affine::TakesDepth(w);
    return w.groups() == 1 || w.out / w.groups() >= table->lanes / 2;
  }
  uint64_t FilterBytes(const Windows& w) const {
    return IsDepth(w) ? affine::PackedDepthBytes(*table, w) : affine::PackedBytes(*table, w);
  }
  uint64_t RunBytes(const Windows& w) const {
    return IsDepth(w) ? affine::DepthBytes(w, x_stored) : affine::ProductBytes(*table, w, x_stored);
  }
  uint64_t Variant(const Windows& w) const {
    return affine::PackedVariant(w, filter_zero) | (IsDepth(w) ? uint64_t{1} << 14 : 0);
  }
  static uint64_t ScratchBytes(int64_t channels) {
    return static_cast<uint64_t>(affine::ScalesBytes(channels)) +
           static_cast<uint64_t>(RoundUp(channels * static_cast<int64_t>(sizeof(Factor)), 64));
  }
  void PackTo(const Windows& w, const void* filter, void* out) const {
    const affine::FilterOrder by_tap{1, w.out}, by_channel{w.depth(), 1};
    if (IsDepth(w)) {
      affine::PackDepthFilters(*table, w, filter, filter_stored, by_tap, out);
    } else {
      affine::PackFilters(*table, w, filter, filter_stored, W::is_depth ? by_tap : by_channel, out);
    }
  }
  // Of ScratchBytes. False where the factors are not for vector code.
  bool Scales(const rnlp_tensor_t* bias, const rnlp_tensor_t* of_filter, int64_t channels, void* memory,
              affine::Finish* out) const {
    auto* const factors =
        reinterpret_cast<Factor*>(static_cast<char*>(memory) + affine::ScalesBytes(channels));
    Factors(of_filter, channels, self().IsWide(), factors);
    return affine::FillScales(factors, bias, channels, memory, out);
  }

  rnlp_status_t* Plan(const rnlp_host_t* host, rnlp_plan_t* plan) {
    constexpr int64_t kMost = int64_t{1} << 40;
    plan->cost_ns = EstimateCost(plan, 20);
    Free(host);
    scales = nullptr;
    const rnlp_tensor_t *in = plan->inputs[0], *filter = plan->inputs[1];
    const int64_t image = in->num_elements, weights = filter->num_elements,
                  results = plan->outputs[0]->num_elements;
    Windows w;
    const bool known = image > 0 && image < kMost && weights > 0 && weights < kMost && results > 0 &&
                       results < kMost && self().ReadWindows(host, in, filter, &w);
    if (!known || !Takes(w)) return nullptr;
    const double products =
        static_cast<double>(results) * static_cast<double>(IsDepth(w) ? 8 * w.taps() : w.depth());
    plan->cost_ns =
        static_cast<uint64_t>(500 + products / 200 + static_cast<double>(image + results) / 5);
    const rnlp_tensor_t *bias = plan->inputs[2], *of_filter = plan->inputs[3];
    if (bias->data != nullptr && of_filter->data != nullptr && FitChannels(bias, of_filter, w.out)) {
      scales_bytes = ScratchBytes(w.out);
      scales = host->alloc(host, scales_bytes);
      if (scales == nullptr) return OutOfMemory(host, op);
      is_plain = !Scales(bias, of_filter, w.out, scales, &finish);
      if (is_plain) return nullptr;
    }
    planned = w;
    const bool packs = AskForPacked(plan, 1, W::is_depth ? PackedKind::kDepthBytes : PackedKind::kBytes,
                                    isa, FilterBytes(w), Variant(w));
    planned_bytes =
        RunBytes(w) + (packs ? 0 : FilterBytes(w)) + (scales != nullptr ? 0 : ScratchBytes(w.out));
    plan->workspace_bytes = planned_bytes;
    return nullptr;
  }
  rnlp_status_t* Pack(const rnlp_run_t* run) const {
    PackTo(planned, run->inputs[0]->data, run->outputs[0]->data);
    return nullptr;
  }
  // *done stays false where the plain loops are to do it.
  rnlp_status_t* RunTiles(const rnlp_run_t* run, const Windows& w, bool* done) const {
    if (!Takes(w)) return nullptr;
    const void* packed = PackedOf(run);
    const uint64_t filter_bytes = packed != nullptr ? 0 : FilterBytes(w);
    const Workspace memory(run, planned_bytes,
                           RunBytes(w) + filter_bytes + (scales != nullptr ? 0 : ScratchBytes(w.out)));
    if (memory.data == nullptr) return memory.Failed(op);
    char* const own_filter = static_cast<char*>(memory.data) + RunBytes(w);
    affine::Finish after = finish;
    if (scales == nullptr &&
        !Scales(run->inputs[2], run->inputs[3], w.out, own_filter + filter_bytes, &after)) {
      return nullptr;
    }
    *done = true;
    if (packed == nullptr) {
      PackTo(w, run->inputs[1]->data, own_filter);
      packed = own_filter;
    }
    if (IsDepth(w)) {
      affine::DepthProduct(run, *table, w, run->inputs[0]->data, x_stored, packed, filter_stored, after,
                           run->outputs[0]->data, memory.data);
    } else {
      affine::Product(run, *table, w, run->inputs[0]->data, x_stored, packed, filter_stored, after,
                      run->outputs[0]->data, memory.data);
    }
    return nullptr;
  }
  void Free(const rnlp_host_t* host) const {
    if (scales != nullptr) host->free(host, scales, scales_bytes);
  }
};

template <bool kDepth>
struct ConvKernel : Tiled<ConvKernel<kDepth>> {
  using Base = Tiled<ConvKernel<kDepth>>;
  using Base::clamp, Base::op, Base::type, Base::x;
  static constexpr bool is_depth = kDepth;
  ConvWindows<kDepth> windows;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    RUNNEL_CPU_RETURN_IF_ERROR(windows.attrs.Init(host, node, op));
    return Base::InitProduct(host, node);
  }
  bool IsWide() const { return type == RNLP_INT8 || type == RNLP_INT16; }
  bool ReadWindows(const rnlp_host_t* host, const rnlp_tensor_t* image, const rnlp_tensor_t* filter,
                   Windows* out) const {
    return windows.Read(host, op, image, filter, out);
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t *image = run->inputs[0], *filter = run->inputs[1];
    WindowAxis axes[2];
    RUNNEL_CPU_RETURN_IF_ERROR(windows.Fit(run->host, op, image, filter, axes));
    const int64_t in = image->dims[3], seen = filter->dims[3], out = filter->dims[kDepth ? 3 : 0];
    RUNNEL_CPU_RETURN_IF_ERROR(Base::CheckChannels(run, out));
    const int64_t dims[] = {image->dims[0], axes[0].count, axes[1].count, out};
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, 4, dims));
    if (run->outputs[0]->num_elements == 0) return nullptr;
    bool done = false;
    rnlp_status_t* const failed = Base::RunTiles(run, windows.Of(image, filter, axes), &done);
    if (failed != nullptr || done) return failed;
    const int64_t taps = axes[0].window * axes[1].window;
    const Room room(run, out, filter->num_elements, kDepth ? 8 * out : 2 * taps * in);
    if (!room.ok()) return room.memory.Failed(op);
    Base::Factors(run->inputs[3], out, IsWide(), room.factors());
    Base::Widen(run, room.filter());
    const int64_t pixels = dims[0] * dims[1] * dims[2];
    const int64_t work = pixels * taps * (kDepth ? out : out * seen);
    Slots(run, pixels, work > 4 * kParallelElements, [&](int64_t slot, int64_t begin, int64_t end) {
      ForStored(type, [&](auto sample) {
        using T = decltype(sample);
        Looks looks(run, 64);
        for (int64_t p = begin; p < end && !looks.Stop(); ++p) {
          if constexpr (kDepth) {
            Depth<T>(run, axes, p, room, static_cast<SumOf<T>*>(room.Of(slot)));
          } else {
            Dense<T>(run, axes, p, room, static_cast<int16_t*>(room.Of(slot)));
          }
        }
        return 0;
      });
    });
    return nullptr;
  }

 private:
  // Calls f(tap, pointer to the channels there or NULL) for the window at place p.
  template <typename T, typename F>
  static void ForTaps(const rnlp_run_t* run, const WindowAxis* axes, int64_t p, const F& f) {
    const rnlp_tensor_t* image = run->inputs[0];
    const int64_t in = image->dims[3], column = p % axes[1].count,
                  row = p / axes[1].count % axes[0].count, batch = p / axes[1].count / axes[0].count;
    const T* of_batch = Data<T>(image) + batch * image->dims[1] * image->dims[2] * in;
    int64_t tap = 0;
    for (int64_t i = 0; i < axes[0].window; ++i) {
      const int64_t y = row * axes[0].stride - axes[0].before + i * axes[0].dilation;
      for (int64_t j = 0; j < axes[1].window; ++j, ++tap) {
        const int64_t x = column * axes[1].stride - axes[1].before + j * axes[1].dilation;
        const bool inside = y >= 0 && y < axes[0].image && x >= 0 && x < axes[1].image;
        f(tap, inside ? of_batch + (y * axes[1].image + x) * in : nullptr);
      }
    }
  }

  template <typename T>
  void Dense(const rnlp_run_t* run, const WindowAxis* axes, int64_t p, const Room& room,
             int16_t* patch) const {
    const int64_t in = run->inputs[0]->dims[3], seen = run->inputs[1]->dims[3],
                  out = run->inputs[1]->dims[0], groups = in / seen;
    const int64_t taps = axes[0].window * axes[1].window;
    const auto zero = static_cast<int>(x.zero);
    // Groups lie one behind the other: [group][tap][channel].
    ForTaps<T>(run, axes, p, [&](int64_t tap, const T* from) {
      for (int64_t g = 0; g < groups; ++g) {
        int16_t* to = patch + (g * taps + tap) * seen;
        if (from == nullptr) {
          std::fill_n(to, seen, int16_t{0});
          continue;
        }
        for (int64_t c = 0; c < seen; ++c) to[c] = static_cast<int16_t>(from[g * seen + c] - zero);
      }
    });
    T* y_out = Data<T>(run->outputs[0]) + p * out;
    const int64_t length = taps * seen, share = out / groups;
    for (int64_t c = 0; c < out; ++c) {
      const auto sum = Dot<SumOf<T>>(patch + c / share * length, room.filter() + c * length, length);
      y_out[c] = Base::template Finished<T>(run, room.factors(), c, sum);
    }
  }

  template <typename T>
  void Depth(const rnlp_run_t* run, const WindowAxis* axes, int64_t p, const Room& room,
             SumOf<T>* sums) const {
    const int64_t in = run->inputs[0]->dims[3], out = run->inputs[1]->dims[3], each = out / in;
    const auto zero = static_cast<int32_t>(x.zero);
    std::fill_n(sums, out, SumOf<T>{0});
    ForTaps<T>(run, axes, p, [&](int64_t tap, const T* from) {
      if (from == nullptr) return;
      const int16_t* weights = room.filter() + tap * out;
      if (each == 1) {
        for (int64_t c = 0; c < out; ++c) sums[c] += (from[c] - zero) * int32_t{weights[c]};
        return;
      }
      for (int64_t c = 0; c < in; ++c) {
        for (int64_t m = 0; m < each; ++m)
          sums[c * each + m] += (from[c] - zero) * int32_t{weights[c * each + m]};
      }
    });
    T* y_out = Data<T>(run->outputs[0]) + p * out;
    for (int64_t c = 0; c < out; ++c)
      y_out[c] = Base::template Finished<T>(run, room.factors(), c, sums[c]);
  }
};

struct FullKernel : Tiled<FullKernel> {
  static constexpr bool is_depth = false;
  bool keep_dims = false;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    RUNNEL_CPU_RETURN_IF_ERROR(AttrBool(host, node, "keep_dims", &keep_dims));
    return InitProduct(host, node);
  }
  bool IsWide() const { return false; }
  bool ReadWindows(const rnlp_host_t*, const rnlp_tensor_t* in, const rnlp_tensor_t* filter,
                   Windows* out) const {
    const int64_t depth = filter->rank == 2 ? filter->dims[1] : 0;
    if (depth <= 0 || in->num_elements % depth != 0) return false;
    *out = {};
    out->batch = in->num_elements / depth;
    out->channels = out->seen = depth;
    out->out = filter->dims[0];
    return true;
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t *x_in = run->inputs[0], *filter = run->inputs[1];
    const int64_t depth = filter->rank == 2 ? filter->dims[1] : 0;
    const bool fits = depth > 0 && x_in->num_elements % depth == 0 &&
                      (!keep_dims || (x_in->rank > 0 && x_in->dims[x_in->rank - 1] == depth));
    if (!fits) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: filter %s does not fit x %s", op,
                  ShapeText(filter).text, ShapeText(x_in).text);
    }
    const int64_t units = filter->dims[0], rows = x_in->num_elements / depth;
    RUNNEL_CPU_RETURN_IF_ERROR(CheckChannels(run, units));
    Dims dims;
    dims.rank = keep_dims ? x_in->rank : 2;
    for (int32_t d = 0; keep_dims && d < x_in->rank; ++d) dims.size[d] = x_in->dims[d];
    if (!keep_dims) dims.size[0] = rows;
    dims.size[dims.rank - 1] = units;
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, dims));
    if (rows * units == 0) return nullptr;
    Windows windows;
    bool done = false;
    if (ReadWindows(run->host, x_in, filter, &windows)) {
      rnlp_status_t* const failed = RunTiles(run, windows, &done);
      if (failed != nullptr || done) return failed;
    }
    const Room room(run, units, filter->num_elements, 2 * depth);
    if (!room.ok()) return room.memory.Failed(op);
    Factors(run->inputs[3], units, false, room.factors());
    Widen(run, room.filter());
    const bool parallel = rows > 1 && rows * units * depth > 4 * kParallelElements;
    Slots(run, rows, parallel, [&](int64_t slot, int64_t begin, int64_t end) {
      ForStored(type, [&](auto sample) {
        using T = decltype(sample);
        auto* row = static_cast<int16_t*>(room.Of(slot));
        Looks looks(run, 16);
        for (int64_t r = begin; r < end && !looks.Stop(); ++r) {
          const T* from = Data<T>(x_in) + r * depth;
          for (int64_t i = 0; i < depth; ++i)
            row[i] = static_cast<int16_t>(from[i] - static_cast<int>(x.zero));
          T* to = Data<T>(run->outputs[0]) + r * units;
          for (int64_t u = 0; u < units; ++u) {
            const auto sum = Dot<SumOf<T>>(row, room.filter() + u * depth, depth);
            to[u] = Finished<T>(run, room.factors(), u, sum);
          }
        }
        return 0;
      });
    });
    return nullptr;
  }
};

constexpr rnlp_arg_mark_t kArgs[] = {{"bias", RNLP_ARG_CONSTANT}, {"filter_scales", RNLP_ARG_CONSTANT}};

template <typename K>
rnlp_status_t* PlanTiles(const rnlp_host_t* host, rnlp_kernel_t* kernel, rnlp_plan_t* plan) {
  return reinterpret_cast<K*>(kernel)->Plan(host, plan);
}
template <typename K>
void DestroyTiles(const rnlp_host_t* host, rnlp_kernel_t* kernel) {
  As<K>(kernel)->Free(host);
  Destroy<K>(host, kernel);
}
template <typename K, const char* kOp>
constexpr rnlp_kernel_row_t TiledRow() {
  return MakeRow({.op = kOp,
                  .types = affine::kProductTypes,
                  .num_types = std::size(affine::kProductTypes),
                  .args = kArgs,
                  .num_args = std::size(kArgs),
                  .create = Create<K, kOp>,
                  .destroy = DestroyTiles<K>,
                  .plan = PlanTiles<K>,
                  .run = cpu::Run<K>,
                  .pack = cpu::Pack<K>});
}
}  // namespace

constexpr rnlp_kernel_row_t kAffineProductRows[] = {TiledRow<ConvKernel<false>, kConv>(),
                                                    TiledRow<ConvKernel<true>, kDepthwise>(),
                                                    TiledRow<FullKernel, kFull>()};
RUNNEL_CPU_ROWS(AffineProduct)

}  // namespace runnel::cpu
