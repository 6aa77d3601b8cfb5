// Padding with mirror images, and its gradient. Neighbouring dimensions that are not padded are one.
#include <string>

#include "devices/vulkan/kernels/kernel.h"

namespace runnel::vulkan {
namespace {

constexpr int kMaxDims = 8;

template <bool kGradient>
struct MirrorKernel {
  int64_t skip = 0;  // elements of the border that are not repeated
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    std::string mode;
    RNLP_TRY(plugin::AttrString(host, node, "mode", &mode));
    skip = mode == "REFLECT" ? 1 : 0;
    if (skip == 1 || mode == "SYMMETRIC") return nullptr;
    return Fail(host, RNLP_INVALID_ARGUMENT, "MirrorPad: mode should be REFLECT or SYMMETRIC, got %.32s",
                mode.c_str());
  }
  static const char* Refuse(const rnlp_host_t*, const rnlp_node_t*, const rnlp_tensor_t* const* inputs,
                            uint32_t num_inputs) {
    const bool many = inputs != nullptr && num_inputs > 0 && inputs[0]->rank > kMaxDims;
    return many ? "more than eight dimensions" : nullptr;
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* in = run->inputs[0];
    const rnlp_tensor_t* pads = run->inputs[1];
    if (pads->rank != 2 || pads->dims[0] != in->rank || pads->dims[1] != 2) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "MirrorPad: paddings %s for %s",
                  plugin::ShapeText(pads).c_str(), plugin::ShapeText(in).c_str());
    }
    Dims dims;
    int64_t size[kMaxDims] = {}, padded[kMaxDims] = {}, before[kMaxDims] = {};
    int rank = 0;
    bool joins = false;  // the last dimension is not padded
    for (int32_t i = 0; i < in->rank; ++i) {
      const int64_t front = plugin::IndexAt(pads, 2 * i), back = plugin::IndexAt(pads, 2 * i + 1);
      constexpr int64_t kMost = int64_t{1} << 40;
      const bool sane = front >= 0 && back >= 0 && front < kMost && back < kMost;
      const int64_t whole = kGradient && sane ? in->dims[i] - front - back : in->dims[i];
      if (!sane || whole < 0 || std::max(front, back) > whole - skip) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT,
                    "MirrorPad: paddings %lld and %lld of dimension %d of %s",
                    static_cast<long long>(front), static_cast<long long>(back), i,
                    plugin::ShapeText(in).c_str());
      }
      dims.Add(kGradient ? whole : whole + front + back);
      const bool plain = front == 0 && back == 0;
      if (joins && plain) {
        size[rank - 1] = padded[rank - 1] *= whole;
        continue;
      }
      joins = plain;
      if (rank == kMaxDims)
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "MirrorPad: more than eight dimensions of %s",
                    plugin::ShapeText(in).c_str());
      size[rank] = whole;
      before[rank] = front;
      padded[rank++] = whole + front + back;
    }
    RNLP_TRY(Expect(run, 0, dims));
    const rnlp_tensor_t* out = run->outputs[0];
    if (out->num_elements == 0) return nullptr;
    Call call(run, kGradient ? Shader("mirror_grad", TypeWord(out->dtype))
                             : Shader("mirror", SizeWord(out->dtype)));
    call.Const(static_cast<uint32_t>(rank)).Read(in).Write(out).Push(out->num_elements).Push(skip);
    call.PushAll(size, rank, kMaxDims).PushAll(padded, rank, kMaxDims).PushAll(before, rank, kMaxDims);
    return call.Threads(out->num_elements);
  }
};

constexpr int32_t kMirrored[] = {RNLP_FLOAT, RNLP_HALF,  RNLP_INT32,  RNLP_INT64,  RNLP_UINT8,
                                 RNLP_INT8,  RNLP_INT16, RNLP_UINT16, RNLP_DOUBLE, RNLP_BFLOAT16};
constexpr rnlp_type_constraint_t kMirroredT[] = {plugin::Types("T", kMirrored)};
constexpr rnlp_arg_mark_t kPaddings[] = {{"paddings", RNLP_ARG_HOST | RNLP_ARG_CONSTANT}};

}  // namespace

constinit const rnlp_kernel_row_t kMirrorRows[] = {
    Row<MirrorKernel<false>>(
        {.op = "MirrorPad", .types = kMirroredT, .num_types = 1, .args = kPaddings, .num_args = 1}),
    Row<MirrorKernel<true>>(
        {.op = "MirrorPadGrad", .types = kNumberT, .num_types = 1, .args = kPaddings, .num_args = 1}),
};
std::span<const rnlp_kernel_row_t> MirrorRows() { return kMirrorRows; }

}  // namespace runnel::vulkan
