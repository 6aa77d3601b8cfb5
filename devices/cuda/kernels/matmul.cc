// MatMul, _FusedMatMul and BatchMatMulV2.
#include "devices/cuda/kernels/kernel.h"
#include "devices/cuda/kernels/loops.h"
#include "plugins/sdk/node.h"

namespace runnel::cuda {
namespace {

struct MatMulKernel : KernelBase {
  CUfunction function;
  Blas* blas = nullptr;
  int multiprocessors = 1;
  uint64_t planned_bytes = 0;  // of workspace for the library; set once, by plan
  bool transpose_a = false, transpose_b = false, batched = false, fused = false;
  plugin::Epilogue epilogue;
  int32_t dtype = 0;

  rnlp_status_t* Init(const Build& build) {
    batched = op[0] == 'B';
    multiprocessors = build.device->multiprocessors;
    fused = op[0] == '_';
    if (fused) RNLP_TRY(epilogue.Init(build.host, build.node));
    dtype = build.input(0);
    RNLP_TRY(plugin::AttrBool(build.host, build.node, batched ? "adj_x" : "transpose_a", &transpose_a));
    RNLP_TRY(plugin::AttrBool(build.host, build.node, batched ? "adj_y" : "transpose_b", &transpose_b));
    if (dtype != RNLP_INT32 && dtype != RNLP_INT64) blas = build.device->FindBlas();
    return FindTyped(build, op, k_gemm, "gemm", dtype, &function);
  }

  // Large products are worth memory that lets the library split them.
  rnlp_status_t* Plan(const rnlp_host_t*, rnlp_plan_t* plan) {
    const rnlp_tensor_t* a = plan->inputs[0];
    const rnlp_tensor_t* out = plan->outputs[0];
    if (blas == nullptr || a->rank < 2 || a->num_elements < 0 || out->num_elements < 0) return nullptr;
    const int64_t depth = a->dims[a->rank - (transpose_a ? 2 : 1)];
    const double flops = 2.0 * static_cast<double>(depth) * static_cast<double>(out->num_elements);
    // Long sums of few results are split, or most of the GPU has nothing to do.
    const bool narrow = depth >= 1024 && out->num_elements / (128 * 128) < multiprocessors;
    planned_bytes = flops >= 1e9 ? uint64_t{32} << 20 : narrow ? uint64_t{4} << 20 : 0;
    plan->workspace_bytes = planned_bytes;
    return nullptr;
  }

  // The product by the library, where it has a way and the batch goes by one step. *out_done says
  // whether.
  rnlp_status_t* Library(const rnlp_run_t* run, const GemmArgs& args, bool* out_done) const {
    *out_done = false;
    if (blas == nullptr || args.loops > 1 || args.k == 0) return nullptr;
    rnlp_device_t* device = run->queue->device;
    RNLP_TRY(device->CheckAlive());
    ProductShape shape{dtype, transpose_a, transpose_b, args.m, args.n, args.k};
    shape.workspace_bytes = WorkspaceOf(run) == 0 ? 0 : planned_bytes;
    shape.bias = args.bias != 0;
    shape.relu = epilogue.relu;
    if (args.loops == 1) {
      shape.batches = args.batches;
      shape.a_batch = args.a_batch[0];
      shape.b_batch = args.b_batch[0];
    }
    const Current current(device);
    CUstream stream = nullptr;
    RNLP_TRY(run->queue->Stream(&stream));
    int error = 0;
    *out_done =
        blas->Multiply(shape, {args.a, args.b, args.bias, args.out, WorkspaceOf(run)}, stream, &error);
    if (error == 0) return nullptr;
    return Fail(run->host, RNLP_INTERNAL, "%s: cublasLtMatmul failed with status %d", op, error);
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* a = run->inputs[0];
    const rnlp_tensor_t* b = run->inputs[1];
    const bool ranks_fit = batched ? a->rank >= 2 && b->rank >= 2 : a->rank == 2 && b->rank == 2;
    if (!ranks_fit) return Mismatch(run, "have at least two dimensions");
    const int64_t* a_dims = a->dims + a->rank - 2;
    const int64_t* b_dims = b->dims + b->rank - 2;
    const int64_t m = a_dims[transpose_a ? 1 : 0], k = a_dims[transpose_a ? 0 : 1];
    const int64_t n = b_dims[transpose_b ? 0 : 1];
    if (b_dims[transpose_b ? 1 : 0] != k)
      return Mismatch(run, "agree in the dimension that is summed over");

    // The batch: what is left of both shapes, broadcast.
    rnlp_tensor_t batch_a = *a, batch_b = *b;
    batch_a.rank -= 2;
    batch_b.rank -= 2;
    const rnlp_tensor_t* batches[] = {&batch_a, &batch_b};
    Dims dims;
    if (!plugin::BroadcastShapes(batches, 2, &dims) || dims.rank + 2 > kMaxRank) {
      return Mismatch(run, "broadcast in their outer dimensions");
    }
    StridedLoops<3> loops;
    loops.Broadcast(batches, 2, dims);
    dims.Add(m);
    dims.Add(n);
    GemmArgs args{};
    if (fused) {
      const rnlp_tensor_t* bias = nullptr;
      RNLP_TRY(epilogue.Bias(run, op, n, &bias));
      if (bias != nullptr) args.bias = AddressOf(bias);
    }
    args.relu = epilogue.relu;
    RNLP_TRY(EnsureOutput(run, 0, dims.rank, dims.size));
    if (run->outputs[0]->num_elements == 0) return nullptr;
    if (k == 0 && !fused) return ZeroOutput(run, 0);
    constexpr int64_t kMost = int64_t{1} << 30;
    if (m > kMost || n > kMost || k > kMost) return Mismatch(run, "be smaller than 2^30");

    args.a = AddressOf(a);
    args.b = AddressOf(b);
    args.out = AddressOf(run->outputs[0]);
    args.m = static_cast<int>(m);
    args.n = static_cast<int>(n);
    args.k = static_cast<int>(k);
    args.a_m = transpose_a ? 1 : k;
    args.a_k = transpose_a ? m : 1;
    args.b_k = transpose_b ? 1 : n;
    args.b_n = transpose_b ? k : 1;
    const uint64_t bytes = plugin::DTypeSize(dtype);
    return loops.ForEach(kMaxLoops, [&](const StridedLoops<3>::Part& part) -> rnlp_status_t* {
      if (part.count > INT32_MAX) return Mismatch(run, "have fewer than 2^31 matrices");
      GemmArgs now = args;
      now.a += static_cast<u64>(part.offset[0] * m * k) * bytes;
      now.b += static_cast<u64>(part.offset[1] * k * n) * bytes;
      now.out += static_cast<u64>(part.offset[2] * m * n) * bytes;
      now.batches = static_cast<int>(part.count);
      now.loops = part.loops;
      for (int i = 0; i < part.loops; ++i) {
        now.size[i] = static_cast<u32>(part.size[i]);
        now.a_batch[i] = part.stride[0][i] * m * k;
        now.b_batch[i] = part.stride[1][i] * k * n;
      }
      if (dtype == RNLP_INT32 || dtype == RNLP_INT64) {
        return Launch(run, function, GridFor(run, part.count * m * n), now);
      }
      bool done = false;
      RNLP_TRY(Library(run, now, &done));
      if (done) return nullptr;
      return Launch(
          run, function,
          {static_cast<u32>((m + 63) / 64), static_cast<u32>(std::min<int64_t>((n + 63) / 64, 65535)),
           static_cast<u32>(std::min<int64_t>(part.count, 65535))},
          now);
    });
  }

  rnlp_status_t* Mismatch(const rnlp_run_t* run, const char* should) const {
    return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: %s%s and %s%s should %s", op,
                ShapeText(run->inputs[0]).c_str(), transpose_a ? " transposed" : "",
                ShapeText(run->inputs[1]).c_str(), transpose_b ? " transposed" : "", should);
  }
};

constexpr rnlp_kernel_row_t kRows[] = {
    Row<MatMulKernel>("MatMul", kNumberT),
    FusedRow<MatMulKernel>("_FusedMatMul", kFloatT),
    Row<MatMulKernel>("BatchMatMulV2", kNumberT),
};

}  // namespace

std::span<const rnlp_kernel_row_t> MatMulRows() { return kRows; }

}  // namespace runnel::cuda
