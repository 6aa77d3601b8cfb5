// What the kernels of Dataset ops share: their nodes, and their inputs one after the other.
#ifndef RUNNEL_CORE_RUNTIME_DATA_DATASET_NODE_H_
#define RUNNEL_CORE_RUNTIME_DATA_DATASET_NODE_H_

#include <memory>
#include <string>
#include <vector>

#include "core/runtime/data/datasets.h"
#include "core/runtime/host_ops/host_util.h"

namespace runnel {

// A node as its kernel keeps it.
struct DatasetNode {
  explicit DatasetNode(const HostNode& node);
  DatasetInfo info;  // from output_types (or Toutput_types) and output_shapes
  AttrList attrs;
  template <typename T>
  const T* attr(std::string_view name) const {
    const AttrValue* value = FindAttr(attrs, name);
    return value == nullptr ? nullptr : value->get_if<T>();
  }
  bool flag(std::string_view name) const {
    const bool* value = attr<bool>(name);
    return value != nullptr && *value;
  }
  // The length of a list attr of types.
  size_t count(std::string_view name) const {
    const auto* types = attr<std::vector<DType>>(name);
    return types == nullptr ? 0 : types->size();
  }
};

// Reads the inputs in the order of the signature. Errors of all: INVALID_ARGUMENT naming the input.
class DatasetInputs {
 public:
  explicit DatasetInputs(const HostContext& ctx) : ctx_(ctx) {}
  const HostContext& ctx() const { return ctx_; }
  Result<Ref<Dataset>> Input(std::string_view what = "input_dataset");
  Result<int64_t> Int(std::string_view what);  // int32 or int64
  Result<bool> Bool(std::string_view what);
  Result<std::string> String(std::string_view what);
  Result<std::vector<int64_t>> Ints(std::string_view what);
  Result<std::vector<std::string>> Strings(std::string_view what);  // scalar or vector
  // The next `count` inputs, to be kept.
  Result<std::vector<Tensor>> Kept(size_t count);
  const Tensor& Next() { return ctx_.inputs[next_++]; }

 private:
  const HostContext& ctx_;
  size_t next_ = 0;
};

// The function of attr `name`, which takes values of `types` and the captured ones.
Result<CapturedFunction> FunctionOf(const HostContext& ctx, const DatasetNode& node,
                                    std::string_view name, std::vector<DType> types,
                                    std::vector<Tensor> captured);
// Errors: INVALID_ARGUMENT unless its results are of these types.
Status CheckGives(const CapturedFunction& function, std::span<const DType> types, std::string_view what);

// How datasets reach files: as ops of this task do, also when the step is over. Null: as the system
// does.
std::shared_ptr<SystemCalls> FileCalls(const HostContext& ctx);

using BuildDataset = Result<Ref<Dataset>> (*)(const DatasetNode& node, DatasetInputs& in);

// The next input: `filenames`.
Result<FileSet> TakeFiles(DatasetInputs& in);

// A kernel whose output is the dataset that `Build` makes.
template <BuildDataset Build>
class DatasetKernel final : public HostKernel {
 public:
  explicit DatasetKernel(const HostNode& node) : node_(node) {}
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode& node) {
    return Result<std::unique_ptr<HostKernel>>(std::make_unique<DatasetKernel>(node));
  }
  Status Run(HostContext& ctx) override {
    DatasetInputs inputs(ctx);
    RUNNEL_ASSIGN_OR_RETURN(Ref<Dataset> dataset, Build(node_, inputs));
    ctx.outputs[0] = MakeVariant(std::move(dataset));
    return OkStatus();
  }

 private:
  const DatasetNode node_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_DATA_DATASET_NODE_H_
