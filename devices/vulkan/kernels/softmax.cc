// Softmax, its logarithm, cross entropies, and the bias of a layer.
#include "devices/vulkan/kernels/kernel.h"

namespace runnel::vulkan {
namespace {

// Rows this long are shared by the invocations of a workgroup.
constexpr int64_t kWideRow = 128;
uint32_t LanesFor(int64_t cols) { return cols >= kWideRow ? kGroup : 1; }

rnlp_status_t* RunRows(Call& call, int64_t rows, int64_t cols) {
  return cols >= kWideRow ? call.Workgroups(rows) : call.Threads(rows);
}

struct SoftmaxKernel {
  bool is_log = false;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    is_log = host->node_op(host, node).data[0] == 'L';
    return nullptr;
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* in = run->inputs[0];
    if (in->rank < 1) return Fail(run->host, RNLP_INVALID_ARGUMENT, "softmax of a scalar");
    RNLP_TRY(plugin::EnsureOutputLike(run, 0, in));
    if (in->num_elements == 0) return nullptr;
    const int64_t cols = in->dims[in->rank - 1], rows = in->num_elements / cols;
    Call call(run, Shader("softmax", TypeWord(in->dtype)));
    call.Const(LanesFor(cols))
        .Const(is_log ? 1 : 0)
        .Read(in)
        .Write(run->outputs[0])
        .Push(rows)
        .Push(cols);
    return RunRows(call, rows, cols);
  }
};

struct CrossEntropyKernel {
  bool sparse = false;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    sparse = host->node_op(host, node).data[1] == 'p';
    return nullptr;
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* x = run->inputs[0];
    const rnlp_tensor_t* y = run->inputs[1];
    Dims dims;
    const rnlp_tensor_t* const both[] = {x, y};
    const bool fits = sparse ? x->rank == 2 && y->rank == 1 && y->dims[0] == x->dims[0]
                             : plugin::BroadcastShapes(both, 2, &dims) && dims.rank == 2;
    if (!fits) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "logits %s and labels %s do not fit",
                  plugin::ShapeText(x).c_str(), plugin::ShapeText(y).c_str());
    }
    if (sparse) {
      dims.rank = 0;
      dims.Add(x->dims[0]);
      dims.Add(x->dims[1]);
    }
    const int64_t rows = dims.size[0], cols = dims.size[1];
    RNLP_TRY(plugin::EnsureOutput(run, 0, 1, dims.size));
    RNLP_TRY(Expect(run, 1, dims));
    if (rows == 0) return nullptr;
    if (cols == 0) {
      if (sparse) return Fail(run->host, RNLP_INVALID_ARGUMENT, "logits have no class");
      return RecordFill(run, run->outputs[0], 0);
    }
    const auto row_of = [&](const rnlp_tensor_t* t) {
      return t->rank < 2 || t->dims[0] == 1 ? (rows == 1 ? int64_t{0} : 0) : t->dims[1];
    };
    const auto col_of = [&](const rnlp_tensor_t* t) {
      return t->rank < 1 || t->dims[t->rank - 1] == 1 ? int64_t{0} : int64_t{1};
    };
    Call call(run, Shader("xent", TypeWord(x->dtype)));
    call.Const(LanesFor(cols)).Const(!sparse ? 0 : y->dtype == RNLP_INT64 ? 2 : 1);
    call.Read(x).Read(y).Write(run->outputs[0]).Write(run->outputs[1]).Push(rows).Push(cols);
    call.Push(row_of(x)).Push(col_of(x)).Push(sparse ? 0 : row_of(y)).Push(sparse ? 0 : col_of(y));
    return RunRows(call, rows, cols);
  }
};

struct BiasAddKernel {
  bool channels_first = false;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    std::string format = "NHWC";
    RNLP_TRY(plugin::AttrString(host, node, "data_format", &format));
    channels_first = format == "NCHW";
    return nullptr;
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* in = run->inputs[0];
    const rnlp_tensor_t* bias = run->inputs[1];
    const rnlp_tensor_t* out = run->outputs[0];
    const int32_t channel = channels_first ? 1 : in->rank - 1;
    if (in->rank < 2 || bias->rank != 1 || bias->dims[0] != in->dims[channel]) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "BiasAdd: a bias of shape %s for %s",
                  plugin::ShapeText(bias).c_str(), plugin::ShapeText(in).c_str());
    }
    RNLP_TRY(plugin::EnsureOutputLike(run, 0, in));
    if (out->num_elements == 0) return nullptr;
    // outer x channels x inner.
    const int64_t inner = plugin::ProductOf(in->dims, channel + 1, in->rank);
    const int64_t channels = bias->dims[0];
    const int64_t outer = in->num_elements / (channels * inner);
    const int64_t size[] = {outer, channels, inner}, a[] = {channels * inner, inner, 1}, b[] = {0, 1, 0};
    Call call(run, Shader("binary", TypeWord(in->dtype)));
    call.Const(0).Const(3).Const(3).Read(in).Read(bias).Write(out);
    call.Push(out->num_elements)
        .Push(0)
        .Push(0)
        .Push(0)
        .PushAll(size, 3, 8)
        .PushAll(a, 3, 8)
        .PushAll(b, 3, 8);
    return call.Threads(out->num_elements);
  }
};

constexpr rnlp_type_constraint_t kSparseT[] = {plugin::Types("T", kFloats),
                                               plugin::Types("Tlabels", kIndices)};

}  // namespace

constinit const rnlp_kernel_row_t kSoftmaxRows[] = {
    Row<SoftmaxKernel>(
        {.op = "Softmax", .types = kFloatT, .num_types = 1, .aliases = kInPlace, .num_aliases = 1}),
    Row<SoftmaxKernel>({.op = "LogSoftmax", .types = kFloatT, .num_types = 1}),
    Row<CrossEntropyKernel>({.op = "SoftmaxCrossEntropyWithLogits", .types = kFloatT, .num_types = 1}),
    Row<CrossEntropyKernel>(
        {.op = "SparseSoftmaxCrossEntropyWithLogits", .types = kSparseT, .num_types = 2}),
    Row<BiasAddKernel>(
        {.op = "BiasAdd", .types = kNumberT, .num_types = 1, .aliases = kInPlace, .num_aliases = 1}),
};
std::span<const rnlp_kernel_row_t> SoftmaxRows() { return kSoftmaxRows; }

}  // namespace runnel::vulkan
