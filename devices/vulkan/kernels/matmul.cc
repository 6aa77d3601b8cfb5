// Matrix products: MatMul, _FusedMatMul, BatchMatMul, BatchMatMulV2.
#include "devices/vulkan/kernels/gemm.h"
#include "plugins/sdk/epilogue.h"

namespace runnel::vulkan {
namespace {

template <bool kFused>
struct MatMulKernel {
  bool trans_a = false;
  bool trans_b = false;
  plugin::Epilogue epilogue;
  static const char* Refuse(const rnlp_host_t* host, const rnlp_node_t* node,
                            const rnlp_tensor_t* const*, uint32_t) {
    return kFused ? plugin::Epilogue::Refuse(host, node) : nullptr;
  }
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    if (kFused) RNLP_TRY(epilogue.Init(host, node));
    RNLP_TRY(plugin::AttrBool(host, node, "transpose_a", &trans_a));
    RNLP_TRY(plugin::AttrBool(host, node, "transpose_b", &trans_b));
    RNLP_TRY(plugin::AttrBool(host, node, "adj_x", &trans_a));
    return plugin::AttrBool(host, node, "adj_y", &trans_b);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* a = run->inputs[0];
    const rnlp_tensor_t* b = run->inputs[1];
    const rnlp_tensor_t* out = run->outputs[0];
    if (a->rank < 2 || b->rank < 2) return Mismatch(run);
    // The dimensions before the last two broadcast.
    rnlp_tensor_t outer_a = *a, outer_b = *b;
    outer_a.rank -= 2;
    outer_b.rank -= 2;
    const rnlp_tensor_t* const outers[] = {&outer_a, &outer_b};
    Dims dims;
    if (!plugin::BroadcastShapes(outers, 2, &dims)) return Mismatch(run);
    const int32_t batch_rank = dims.rank;
    const int64_t* da = a->dims + outer_a.rank;
    const int64_t* db = b->dims + outer_b.rank;
    Gemm g;
    g.m = da[trans_a ? 1 : 0];
    g.k = da[trans_a ? 0 : 1];
    g.n = db[trans_b ? 0 : 1];
    if (g.k != db[trans_b ? 1 : 0]) return Mismatch(run);
    dims.Add(g.m);
    dims.Add(g.n);
    if (kFused) RNLP_TRY(epilogue.Bias(run, "_FusedMatMul", g.n, &g.bias));
    g.fused = kFused;
    g.relu = epilogue.relu;
    RNLP_TRY(Expect(run, 0, dims));
    if (out->num_elements == 0) return nullptr;
    if (g.k == 0 && g.bias == nullptr) return RecordFill(run, out, 0);
    // Sums of nothing read nothing, but a binding wants memory.
    g.a = g.k == 0 ? g.bias : a;
    g.b = g.k == 0 ? g.bias : b;
    g.out = out;
    g.trans_a = trans_a;
    g.trans_b = trans_b;
    dims.rank = batch_rank;
    rnlp_tensor_t outer_out = *out;
    outer_out.rank -= 2;
    Loops<3> loops;
    const rnlp_tensor_t* const three[] = {&outer_a, &outer_b, &outer_out};
    BroadcastLoops<3>(three, dims, &loops);
    // The innermost joined loop is one dispatch.
    return ForOuter<3>(loops, 1, [&](const int64_t* offsets, int outer) {
      Gemm one = g;
      const bool has_loop = loops.rank > outer;
      one.batches = has_loop ? loops.size[outer] : 1;
      one.a_batch = has_loop ? loops.stride[0][outer] * g.m * g.k : 0;
      one.b_batch = has_loop ? loops.stride[1][outer] * g.k * g.n : 0;
      one.o_batch = has_loop ? loops.stride[2][outer] * g.m * g.n : 0;
      one.a_base = offsets[0] * g.m * g.k;
      one.b_base = offsets[1] * g.k * g.n;
      one.o_base = offsets[2] * g.m * g.n;
      return RecordGemm(run, one);
    });
  }
  rnlp_status_t* Mismatch(const rnlp_run_t* run) const {
    return Fail(run->host, RNLP_INVALID_ARGUMENT, "matrices of shapes %s%s and %s%s do not multiply",
                plugin::ShapeText(run->inputs[0]).c_str(), trans_a ? " transposed" : "",
                plugin::ShapeText(run->inputs[1]).c_str(), trans_b ? " transposed" : "");
  }
};

}  // namespace

constinit const rnlp_kernel_row_t kMatMulRows[] = {
    Row<MatMulKernel<false>>({.op = "MatMul", .types = kFloatT, .num_types = 1}),
    Row<MatMulKernel<true>>({.op = "_FusedMatMul", .types = kFloatT, .num_types = 1}),
    Row<MatMulKernel<false>>({.op = "BatchMatMul", .types = kFloatT, .num_types = 1}),
    Row<MatMulKernel<false>>({.op = "BatchMatMulV2", .types = kFloatT, .num_types = 1}),
};
std::span<const rnlp_kernel_row_t> MatMulRows() { return kMatMulRows; }

}  // namespace runnel::vulkan
