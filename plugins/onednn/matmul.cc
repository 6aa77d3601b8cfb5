// MatMul and _FusedMatMul for f32, with a right side that may be packed ahead.
//
// The rows are cut into slabs by shape alone, so that results do not depend on the number of threads.
#include <algorithm>

#include "plugins/onednn/epilogue.h"
#include "plugins/onednn/rows.h"
#include "plugins/onednn/slabs.h"

namespace runnel::onednn {
namespace {

using dnnl::memory;
using plugin::Data;
using plugin::Fail;

constexpr int64_t kBlock = 16;      // rows, columns and depth come in as many
constexpr int64_t kLeastRows = 32;  // with fewer the CPU plugin's own kernels are faster
constexpr int64_t kMostSlabs = 8;   // each of which reads all of the right side
constexpr int64_t kMostElements = int64_t{1} << 30;
constexpr double kSlabFlops = 1e6;   // and more: a slab should be worth its overhead
constexpr uint64_t kTransposed = 1;  // the kind of a packed right side that was

template <bool kFused>
struct MatMulKernel {
  static constexpr const char* kOp = kFused ? "_FusedMatMul" : "MatMul";

  bool transpose_a = false, transpose_b = false;
  Epilogue epilogue;
  int64_t m = 0, k = 0, n = 0;  // these are set once, by plan
  bool packed = false;
  Slabs slabs;
  uint64_t scratch_offset = 0;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    if (kFused) RNLP_TRY(epilogue.Init(host, node));
    RNLP_TRY(plugin::AttrBool(host, node, "transpose_a", &transpose_a));
    return plugin::AttrBool(host, node, "transpose_b", &transpose_b);
  }

  static memory::desc Desc(int64_t rows, int64_t columns, memory::format_tag tag) {
    return {{rows, columns}, memory::data_type::f32, tag};
  }
  memory::desc Right() const {
    return Desc(k, n, transpose_b ? memory::format_tag::ba : memory::format_tag::ab);
  }
  // Rows of the left side; where that is transposed they lie side by side.
  memory::desc Left(int64_t rows) const {
    return {{rows, k}, memory::data_type::f32, transpose_a ? memory::dims{1, m} : memory::dims{k, 1}};
  }

  // Whether these shapes are ours; then they and the slabs are set.
  bool Resolve(const rnlp_tensor_t* const* inputs, uint32_t num_inputs) {
    if (num_inputs != (epilogue.biased ? 3u : 2u) || !epilogue.known) return false;
    for (int i = 0; i < 2; ++i) {
      if (inputs[i]->rank != 2 || inputs[i]->num_elements <= 0 ||
          inputs[i]->num_elements > kMostElements)
        return false;
    }
    m = inputs[0]->dims[transpose_a ? 1 : 0];
    k = inputs[0]->dims[transpose_a ? 0 : 1];
    n = inputs[1]->dims[transpose_b ? 0 : 1];
    if (k != inputs[1]->dims[transpose_b ? 1 : 0] || m < kLeastRows || k % kBlock != 0 ||
        n % kBlock != 0) {
      return false;
    }
    if (epilogue.biased && (inputs[2]->rank != 1 || inputs[2]->dims[0] != n)) return false;
    const double row_flops = 2.0 * static_cast<double>(k) * static_cast<double>(n);
    const int64_t least = static_cast<int64_t>(std::min(kSlabFlops / row_flops, 1e9)) + 1;
    const int64_t rows = std::max(least, (m + kMostSlabs - 1) / kMostSlabs);
    slabs.count = m;
    slabs.size = std::min((rows + kBlock - 1) / kBlock * kBlock, m);
    return true;
  }

  Made Make(int64_t rows, bool pack, bool only_ask) const {
    const memory::desc left = Left(rows), out = Desc(rows, n, memory::format_tag::ab);
    const memory::desc bias = epilogue.biased ? Desc(1, n, memory::format_tag::ab) : memory::desc();
    const memory::desc right = pack ? Desc(k, n, memory::format_tag::any) : Right();
    dnnl::primitive_attr attr;
    attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
    const dnnl::matmul::primitive_desc desc(dnnl::matmul::desc(left, right, bias, out), attr, Engine());
    const memory::desc order = desc.weights_desc();
    return Finish<dnnl::matmul>(desc, order,
                                {{DNNL_ARG_SRC, left}, {DNNL_ARG_WEIGHTS, order}, {DNNL_ARG_DST, out}},
                                bias, only_ask);
  }
  // Whether there is what it takes. Throws dnnl::error.
  bool MakeAll(bool pack, bool only_ask) {
    return slabs.Make([&](int64_t rows) { return Make(rows, pack, only_ask); });
  }

  static rnlp_status_t* Supports(const rnlp_host_t* host, const rnlp_node_t* node,
                                 const rnlp_tensor_t* const* inputs, uint32_t num_inputs,
                                 rnlp_support_t* out) {
    return Guard(host, kOp, [&]() -> rnlp_status_t* {
      MatMulKernel kernel;
      RNLP_TRY(kernel.Init(host, node));
      out->reason = "oneDNN has nothing faster for these shapes";
      if (!kernel.Resolve(inputs, num_inputs)) return nullptr;
      // It is not known yet whether the right side can be packed.
      const bool offered = Offers([&] { return kernel.MakeAll(false, true); }) &&
                           Offers([&] { return kernel.MakeAll(true, true); });
      out->supported = offered ? 1 : 0;
      out->cost_ns = kernel.Cost();
      return nullptr;
    });
  }
  uint64_t Cost() const {
    return static_cast<uint64_t>(std::min(
        1e15,
        1000 + 2.0 * static_cast<double>(m) * static_cast<double>(k) * static_cast<double>(n) / 100));
  }

  rnlp_status_t* Plan(const rnlp_host_t* host, rnlp_plan_t* plan) {
    return Guard(host, kOp, [&]() -> rnlp_status_t* {
      if (!Resolve(plan->inputs, plan->num_inputs))
        return Fail(host, RNLP_INTERNAL, "%s: planned with other shapes than were asked about", kOp);
      bool made = MakeAll(true, true);
      packed = made && AskForPacked(slabs.order(), transpose_b ? kTransposed : 0, plan);
      made = MakeAll(packed, false);
      if (!made) return Fail(host, RNLP_INTERNAL, "%s: oneDNN has taken back what it offered", kOp);
      scratch_offset = packed ? RoundUp(slabs.order().get_size()) : 0;
      plan->workspace_bytes =
          scratch_offset + slabs.scratch_bytes() * static_cast<uint64_t>(slabs.slabs());
      plan->cost_ns = Cost();
      return nullptr;
    });
  }

  rnlp_status_t* Pack(const rnlp_run_t* run) const {
    return Guard(run->host, kOp, [&]() -> rnlp_status_t* {
      Reorder(Right(), run->inputs[0]->data, slabs.order(), run->outputs[0]->data);
      return nullptr;
    });
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* left = run->inputs[0];
    const rnlp_tensor_t* right = run->inputs[1];
    const int64_t a[2] = {transpose_a ? k : m, transpose_a ? m : k};
    const int64_t b[2] = {transpose_b ? n : k, transpose_b ? k : n}, c[2] = {m, n};
    RNLP_TRY(CheckPlanned(run->host, kOp, left, 2, a));
    RNLP_TRY(CheckPlanned(run->host, kOp, right, 2, b));
    RNLP_TRY(CheckPlanned(run->host, kOp, run->outputs[0], 2, c));
    char* const workspace = static_cast<char*>(run->workspace);
    const void* order = right->data;
    if (packed) {
      order = PackedOf(run);
      if (order == nullptr) {
        order = workspace;
        RNLP_TRY(Guard(run->host, kOp, [&]() -> rnlp_status_t* {
          Reorder(Right(), right->data, slabs.order(), workspace);
          return nullptr;
        }));
      }
    }
    return RunParts(run->host, kOp, slabs.slabs(), [&](int64_t slab) {
      const int64_t from = slab * slabs.size;
      const float* const in = Data<float>(left) + from * (transpose_a ? 1 : k);
      float* const to = Data<float>(run->outputs[0]) + from * n;
      void* const scratch =
          workspace + scratch_offset + static_cast<uint64_t>(slab) * slabs.scratch_bytes();
      slabs.PrimitiveOf(slab).Run({in, order, to, scratch, epilogue.BiasOf(run)});
      epilogue.Apply(to, slabs.SizeOf(slab) * n);
    });
  }
};

constexpr int32_t kTypes[] = {RNLP_FLOAT};
constexpr rnlp_type_constraint_t kT = plugin::Types("T", kTypes);

template <bool kFused>
constexpr rnlp_kernel_row_t Row() {
  using Kernel = MatMulKernel<kFused>;
  return plugin::KernelRow<Kernel>(
      {.op = Kernel::kOp, .device_type = kDevice, .priority = kPriority, .types = &kT, .num_types = 1});
}

}  // namespace

constinit const rnlp_kernel_row_t kMatMulRows[] = {Row<false>(), Row<true>()};

}  // namespace runnel::onednn
