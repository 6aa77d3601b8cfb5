// Matrix products: MatMul, BatchMatMul, BatchMatMulV2.
#include "devices/vulkan/gemm.h"
#include "devices/vulkan/rows.h"

namespace runnel::vulkan {

rnlp_status_t* RecordGemm(const rnlp_run_t* run, const Gemm& g) {
  if (g.m == 0 || g.n == 0 || g.batches == 0) return nullptr;
  const rnlp_device_t* device = DeviceOf(run);
  const char* type = TypeWord(g.out->dtype);
  const bool small = g.m < 32 || g.n < 32;
  const bool tile = !small && GemmVariant(device) == GemmKind::kTile;
  constexpr int64_t kMostBatches = 65535;
  for (int64_t first = 0; first < g.batches; first += kMostBatches) {
    const int64_t count = std::min(kMostBatches, g.batches - first);
    Call call(run, Shader(tile ? "gemm_tile" : "matmul", type));
    const int64_t rows = g.m >= 8 ? 8 : g.m >= 4 ? 4 : 1;
    const int64_t a_base = g.a_base + first * g.a_batch, b_base = g.b_base + first * g.b_batch;
    const int64_t o_base = g.o_base + first * g.o_batch;
    if (tile) {
      call.Const(0).Const(0).Const(g.trans_a ? 1 : 0).Const(g.trans_b ? 1 : 0);
    } else {
      const auto whole = [](int64_t row, int64_t base, int64_t batch) {
        return row % 4 == 0 && base % 4 == 0 && batch % 4 == 0;
      };
      // A processor's vector is one workgroup; a GPU wants more in each.
      const bool processor = device->physical.properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
      call.Const(processor || device->physical.quirks.flat_groups ? 8 : 16).Const(processor ? 1 : 4);
      call.Const(g.trans_a ? 1 : 0).Const(g.trans_b ? 1 : 0);
      call.Const(whole(g.trans_a ? g.m : g.k, a_base, g.a_batch) ? 1 : 0);
      call.Const(whole(g.trans_b ? g.k : g.n, b_base, g.b_batch) ? 1 : 0);
      call.Const(static_cast<uint32_t>(rows));
    }
    call.Read(g.a).Read(g.b).Write(g.out);
    call.Push(g.m).Push(g.n).Push(g.k).Push(a_base).Push(b_base).Push(o_base);
    call.Push(g.a_batch).Push(g.b_batch).Push(g.o_batch);
    if (tile) {
      RNLP_TRY(call.Grid((g.n + 63) / 64, (g.m + 63) / 64, count));
    } else {
      const bool processor = device->physical.properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
      const int64_t x = processor || device->physical.quirks.flat_groups ? 8 : 16, y = processor ? 1 : 4;
      RNLP_TRY(call.Grid((g.n + 8 * x - 1) / (8 * x), (g.m + rows * y - 1) / (rows * y), count));
    }
  }
  return nullptr;
}

GemmKind GemmVariant(const rnlp_device_t* device) {
  const std::string& wanted = device->instance->options.gemm;
  if (wanted == "flat") return GemmKind::kFlat;
  if (wanted == "tile") return GemmKind::kTile;
  // The flat kernel lives on the caches of a processor.
  const bool processor = device->physical.properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
  return processor || device->physical.quirks.flat_groups ? GemmKind::kFlat : GemmKind::kTile;
}

namespace {

struct MatMulKernel {
  bool trans_a = false;
  bool trans_b = false;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
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
    RNLP_TRY(Expect(run, 0, dims));
    if (out->num_elements == 0) return nullptr;
    if (g.k == 0) return RecordFill(run, out, 0);
    g.a = a;
    g.b = b;
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
    Row<MatMulKernel>({.op = "MatMul", .types = kFloatT, .num_types = 1}),
    Row<MatMulKernel>({.op = "BatchMatMul", .types = kFloatT, .num_types = 1}),
    Row<MatMulKernel>({.op = "BatchMatMulV2", .types = kFloatT, .num_types = 1}),
};

}  // namespace runnel::vulkan
