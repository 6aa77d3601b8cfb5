// The variants of the product of matrices, best first, and who takes which.
#include "devices/vulkan/kernels/gemm.h"

#include <algorithm>

namespace runnel::vulkan {
namespace {

constexpr int64_t kColumns = 8;  // of an invocation, in the flat shaders
constexpr int64_t kMostGroups = 65535;

uint32_t ShaderOf(const char* file, const Gemm& g) {
  return Shader(file, TypeWord(g.out->dtype), g.fused ? "fused" : nullptr);
}
// The constants end with what follows the product, and the bindings with its bias.
void AddEpilogue(Call* call, const Gemm& g) {
  if (!g.fused) return;
  call->Const((g.bias != nullptr ? 1 : 0) + (g.relu ? 2 : 0));
}
// A call's matrices from batch `first` on: bindings and push constants, the same for every variant.
void AddMatrices(Call* call, const Gemm& g, int64_t first) {
  call->Read(g.a).Read(g.b).Write(g.out);
  if (g.fused) call->Read(g.bias != nullptr ? g.bias : g.b);
  call->Push(g.m).Push(g.n).Push(g.k);
  call->Push(g.a_base + first * g.a_batch).Push(g.b_base + first * g.b_batch);
  call->Push(g.o_base + first * g.o_batch).Push(g.a_batch).Push(g.b_batch).Push(g.o_batch);
}
// Rows of the matrix as it lies in memory are whole vectors.
uint32_t Whole(int64_t row, int64_t base, int64_t batch, int64_t vector) {
  return row % vector == 0 && base % vector == 0 && batch % vector == 0 ? 1 : 0;
}
uint32_t WholeA(const Gemm& g, int64_t vector = 4) {
  return Whole(g.trans_a ? g.m : g.k, g.a_base, g.a_batch, vector);
}
uint32_t WholeB(const Gemm& g, int64_t vector = 4) {
  return Whole(g.trans_b ? g.k : g.n, g.b_base, g.b_batch, vector);
}

// ---- a subgroup's matrices: halves on GPUs that have them; asked for by name, emulated ----

bool CanMatrix(const rnlp_device_t* device, const Gemm& g) {
  const Capabilities& can = device->physical.can;
  return g.out->dtype == RNLP_HALF && can.max_invocations >= 256 && can.shared_bytes >= 32768;
}
bool MatrixWins(const rnlp_device_t* device, const Gemm& g) {
  return device->has_matrices() && g.m >= 32 && g.n >= 32 && g.k >= 16;
}
rnlp_status_t* RecordMatrix(const rnlp_run_t* run, const Gemm& g, int64_t first, int64_t count) {
  Call call(run, ShaderOf(DeviceOf(run)->has_matrices() ? "gemm_matrix" : "gemm_emulated", g));
  call.Const(0).Const(0).Const(g.trans_a ? 1 : 0).Const(g.trans_b ? 1 : 0);
  call.Const(WholeA(g, 8)).Const(WholeB(g, 8));
  AddEpilogue(&call, g);
  AddMatrices(&call, g, first);
  return call.Grid((g.n + 127) / 128, (g.m + 127) / 128, count);
}

// ---- shared tiles: GPUs ----

bool CanTile(const rnlp_device_t*, const Gemm& g) { return g.m >= 32 && g.n >= 32; }
bool TileWins(const rnlp_device_t* device, const Gemm&) {
  return !device->physical.is_processor() && !device->physical.quirks.flat_groups;
}
rnlp_status_t* RecordTile(const rnlp_run_t* run, const Gemm& g, int64_t first, int64_t count) {
  Call call(run, ShaderOf("gemm_tile", g));
  call.Const(0).Const(0).Const(g.trans_a ? 1 : 0).Const(g.trans_b ? 1 : 0);
  AddEpilogue(&call, g);
  AddMatrices(&call, g, first);
  return call.Grid((g.n + 63) / 64, (g.m + 63) / 64, count);
}

// ---- lanes: large products on processors; the pipeline takes seconds to make ----

constexpr int64_t kLaneGroups = 4;  // rows of a workgroup, in subgroups

bool CanLanes(const rnlp_device_t* device, const Gemm& g) {
  return device->physical.can.lanes > 0 && g.m >= 64 && g.n >= 64 && g.k > 0;
}
bool LanesWin(const rnlp_device_t* device, const Gemm& g) {
  constexpr int64_t kSide = 512;
  return device->physical.is_processor() && g.m >= kSide * kSide * kSide / g.n / g.k;
}
rnlp_status_t* RecordLanes(const rnlp_run_t* run, const Gemm& g, int64_t first, int64_t count) {
  const uint32_t lanes = DeviceOf(run)->physical.can.lanes;
  const int64_t columns = kColumns * lanes, rows = kLaneGroups * lanes;
  Call call(run, ShaderOf("gemm_lanes", g));
  call.Const(lanes).Const(kLaneGroups).Const(g.trans_a ? 1 : 0).Const(g.trans_b ? 1 : 0);
  call.Const(WholeA(g)).Const(WholeB(g));
  AddEpilogue(&call, g);
  AddMatrices(&call, g, first);
  return call.Grid((g.n + columns - 1) / columns, (g.m + rows - 1) / rows, count);
}

// ---- flat: all the rest ----

bool Always(const rnlp_device_t*, const Gemm&) { return true; }
rnlp_status_t* RecordFlat(const rnlp_run_t* run, const Gemm& g, int64_t first, int64_t count) {
  const PhysicalDevice& physical = DeviceOf(run)->physical;
  // A processor's vector is one workgroup; a GPU wants more in each.
  const bool processor = physical.is_processor();
  const bool flat = physical.quirks.flat_groups;
  const int64_t x = processor ? 8 : flat ? 64 : 16, y = processor || flat ? 1 : 4;
  const int64_t rows = g.m >= 8 ? 8 : g.m >= 4 ? 4 : 1;
  Call call(run, ShaderOf("matmul", g));
  call.Const(static_cast<uint32_t>(x)).Const(static_cast<uint32_t>(y));
  call.Const(g.trans_a ? 1 : 0).Const(g.trans_b ? 1 : 0).Const(WholeA(g)).Const(WholeB(g));
  call.Const(static_cast<uint32_t>(rows));
  AddEpilogue(&call, g);
  AddMatrices(&call, g, first);
  return call.Grid((g.n + kColumns * x - 1) / (kColumns * x), (g.m + rows * y - 1) / (rows * y), count);
}

struct Variant {
  GemmShader shader;
  bool (*can)(const rnlp_device_t* device, const Gemm& gemm);   // what it needs is there
  bool (*wins)(const rnlp_device_t* device, const Gemm& gemm);  // and it is the fastest
  rnlp_status_t* (*record)(const rnlp_run_t* run, const Gemm& gemm, int64_t first, int64_t count);
};
constexpr Variant kVariants[] = {
    {GemmShader::kMatrix, CanMatrix, MatrixWins, RecordMatrix},
    {GemmShader::kTile, CanTile, TileWins, RecordTile},
    {GemmShader::kLanes, CanLanes, LanesWin, RecordLanes},
    {GemmShader::kFlat, Always, Always, RecordFlat},
};

const Variant& Choose(const rnlp_device_t* device, const Gemm& gemm) {
  for (const Variant& variant : kVariants) {
    if (device->instance->options.gemm == variant.shader && variant.can(device, gemm)) return variant;
  }
  return *std::find_if(std::begin(kVariants), std::end(kVariants) - 1, [&](const Variant& variant) {
    return variant.can(device, gemm) && variant.wins(device, gemm);
  });
}

}  // namespace

rnlp_status_t* RecordGemm(const rnlp_run_t* run, const Gemm& g) {
  if (g.m == 0 || g.n == 0 || g.batches == 0) return nullptr;
  const Variant& variant = Choose(DeviceOf(run), g);
  for (int64_t first = 0; first < g.batches; first += kMostGroups)
    RNLP_TRY(variant.record(run, g, first, std::min(kMostGroups, g.batches - first)));
  return nullptr;
}

}  // namespace runnel::vulkan
