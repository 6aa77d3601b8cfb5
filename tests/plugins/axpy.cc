// A plugin that brings two ops. Test>Axpy, z = alpha * x + y, has a shape function, its gradient as the
// bytes of a function, and a kernel for the CPU that another plugin opens. Test>Axpby, z = alpha * x +
// beta * y, is only text: its gradient and its composition are formulas, and no device has a kernel.
#include <cstring>
#include <initializer_list>
#include <string>
#include <string_view>

#include "plugins/sdk/plugin.h"

namespace {

using namespace runnel::plugin;  // NOLINT: a plugin of one file

// ---- the gradient, as the bytes of a FunctionDef ----

// A message of the protobuf wire format, field by field, written by the compiler: the table is then
// constant and a copy of the plugin that a host refuses and unmaps leaves nothing behind.
class Message {
 public:
  constexpr Message& Text(int field, std::string_view value) {
    Varint(static_cast<uint64_t>(field) << 3 | 2);
    Varint(value.size());
    for (const char c : value) Byte(c);
    return *this;
  }
  constexpr Message& Sub(int field, const Message& value) { return Text(field, value.bytes()); }
  constexpr std::string_view bytes() const { return {bytes_, size_}; }

 private:
  constexpr void Byte(char value) { bytes_[size_++] = value; }
  constexpr void Varint(uint64_t value) {
    for (; value >= 0x80; value >>= 7) Byte(static_cast<char>(value | 0x80));
    Byte(static_cast<char>(value));
  }
  char bytes_[512] = {};  // more than that does not compile
  size_t size_ = 0;
};

constexpr Message Arg(std::string_view name) { return Message().Text(1, name).Text(4, "T"); }
constexpr Message Attr(std::string_view name, std::string_view type) {
  return Message().Text(1, name).Text(2, type);
}
// An entry of a node's attr map whose value is the function's attr of the same name.
constexpr Message Bound(std::string_view name) {
  return Message().Text(1, name).Sub(2, Message().Text(9, name));
}
constexpr Message Node(std::string_view name, std::string_view op,
                       std::initializer_list<std::string_view> inputs,
                       std::initializer_list<std::string_view> attrs) {
  Message node;
  node.Text(1, name).Text(2, op);
  for (const std::string_view input : inputs) node.Text(3, input);
  for (const std::string_view attr : attrs) node.Sub(5, Bound(attr));
  return node;
}
constexpr Message Return(std::string_view output, std::string_view from) {
  return Message().Text(1, output).Text(2, from);
}

constexpr Message MakeGradient() {
  Message signature;
  signature.Text(1, "Test>AxpyGrad");
  for (const char* name : {"x", "y", "dz"}) signature.Sub(2, Arg(name));
  for (const char* name : {"dx", "dy"}) signature.Sub(3, Arg(name));
  signature.Sub(4, Attr("T", "type")).Sub(4, Attr("alpha", "float"));
  Message function;
  function.Sub(1, signature);
  function.Sub(3, Node("zeros", "ZerosLike", {"dz"}, {"T"}));
  function.Sub(3, Node("scaled", "Test>Axpy", {"dz", "zeros:y:0"}, {"T", "alpha"}));
  function.Sub(3, Node("passed", "Identity", {"dz"}, {"T"}));
  function.Sub(4, Return("dx", "scaled:z:0")).Sub(4, Return("dy", "passed:output:0"));
  return function;
}
constexpr Message kGradient = MakeGradient();

// ---- the op ----

rnlp_status_t* AxpyShape(const rnlp_host_t* host, const rnlp_node_t* node,
                         const rnlp_tensor_t* const* inputs, uint32_t num_inputs,
                         int64_t* const* out_dims, int32_t* out_ranks, uint32_t) {
  if (num_inputs != 2) return Fail(host, RNLP_INVALID_ARGUMENT, "%u inputs, expected 2", num_inputs);
  const rnlp_tensor_t& x = *inputs[0];
  const rnlp_tensor_t& y = *inputs[1];
  const rnlp_tensor_t& known = x.rank >= 0 ? x : y;
  if (x.rank >= 0 && y.rank >= 0) {
    bool same = x.rank == y.rank;
    for (int32_t i = 0; same && i < x.rank; ++i) {
      same = x.dims[i] < 0 || y.dims[i] < 0 || x.dims[i] == y.dims[i];
    }
    if (!same) {
      const rnlp_str_t name = host->node_name(host, node);
      return Fail(host, RNLP_INVALID_ARGUMENT, "node \"%.*s\": x is %s, y is %s, expected equal shapes",
                  static_cast<int>(name.size), name.data, ShapeText(&x).c_str(), ShapeText(&y).c_str());
    }
  }
  out_ranks[0] = known.rank;
  for (int32_t i = 0; i < known.rank; ++i) {
    out_dims[0][i] = known.dims[i] >= 0 || y.rank < 0 ? known.dims[i] : y.dims[i];
  }
  return nullptr;
}

// ---- the kernel ----

struct AxpyKernel {
  float alpha = 1;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    return AttrFloat(host, node, "alpha", &alpha);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* x = run->inputs[0];
    const rnlp_tensor_t* y = run->inputs[1];
    if (!SameShape(x, y)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "x is %s, y is %s, expected equal shapes",
                  ShapeText(x).c_str(), ShapeText(y).c_str());
    }
    RNLP_TRY(EnsureOutputLike(run, 0, x));
    return x->dtype == RNLP_FLOAT ? RunAs<float>(run) : RunAs<double>(run);
  }
  template <typename T>
  rnlp_status_t* RunAs(const rnlp_run_t* run) const {
    const T* x = Data<const T>(run->inputs[0]);
    const T* y = Data<const T>(run->inputs[1]);
    T* z = Data<T>(run->outputs[0]);
    ParallelFor(run->host, run->inputs[0]->num_elements, 16384, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) z[i] = static_cast<T>(alpha) * x[i] + y[i];
    });
    return nullptr;
  }
};

constexpr int32_t kFloats[] = {RNLP_FLOAT, RNLP_DOUBLE};
constexpr rnlp_type_constraint_t kTypes[] = {Types("T", kFloats)};
constexpr rnlp_alias_t kAliases[] = {{0, 0}, {1, 0}};
constexpr rnlp_kernel_row_t kAxpy = [] {
  rnlp_kernel_row_t row = KernelRow<AxpyKernel>({.op = "Test>Axpy",
                                                 .device_type = "CPU",
                                                 .types = kTypes,
                                                 .num_types = 1,
                                                 .aliases = kAliases,
                                                 .num_aliases = 2});
#ifdef RUNNEL_TEST_ASYNC
  row.flags |= RNLP_KERNEL_ASYNC;
  row.run = nullptr;
  row.start = [](rnlp_kernel_t*, const rnlp_run_t*, rnlp_done_fn_t done, void* arg) {
    done(arg, nullptr);
  };
#endif
  return row;
}();
constexpr const rnlp_kernel_row_t* kKernels[] = {&kAxpy};

constexpr rnlp_op_row_t kOp = [] {
  rnlp_op_row_t op{};
  op.size_bytes = RNLP_SIZE_TO(rnlp_op_row_t, shape);
  op.name = "Test>Axpy";
  op.inputs = "x: T, y: T";
  op.outputs = "z: T";
  op.attrs = "T: {float, double}; alpha: float = 1.0";
  op.doc = "alpha * x + y, element by element.";
  op.gradient = {kGradient.bytes().data(), kGradient.bytes().size()};
  op.shape = AxpyShape;
  return op;
}();
constexpr rnlp_op_row_t kTextOp = [] {
  rnlp_op_row_t op{};
  op.size_bytes = RNLP_SIZE_TO(rnlp_op_row_t, composition_formula);
  op.name = "Test>Axpby";
  op.inputs = "x: T, y: T";
  op.outputs = "z: T";
  op.attrs = "T: {float, double}; alpha: float = 1.0; beta: float = 1.0";
  op.doc = "alpha * x + beta * y, element by element.";
  op.shape = AxpyShape;
  op.gradient_formula = "x: alpha * g; y: beta * g";
  op.composition_formula = "z: alpha * x + beta * y";
  return op;
}();
constexpr const rnlp_op_row_t* kOps[] = {&kOp, &kTextOp};

constexpr rnlp_plugin_t kPlugin = MakePlugin({.id = "test.axpy",
                                              .version = "1.0",
                                              .kernels = kKernels,
                                              .num_kernels = 1,
                                              .ops = kOps,
                                              .num_ops = 2});

}  // namespace

extern "C" RNLP_EXPORT const rnlp_plugin_t* rnlp_plugin_query(void) { return &kPlugin; }
