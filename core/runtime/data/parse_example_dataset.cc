// ParseExampleDataset: what ParseExample gives for each batch of serialised Examples, the features in
// order of their keys, a sparse one as a vector of three variants. It is a parallel map whose function
// is that op's kernel.
#include <map>

#include "core/runtime/data/dataset_node.h"
#include "core/runtime/host_ops/example_ops.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/function_library.h"
#include "core/runtime/host_ops/tensor_variant.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

class ExampleFunction final : public HostFunction {
 public:
  // `fixed`: the kernel's inputs behind the Examples. `outputs`: of each component, the first of its
  // tensors.
  ExampleFunction(Ref<Host> host, std::unique_ptr<HostKernel> kernel, std::vector<Tensor> fixed,
                  size_t num_sparse, std::vector<size_t> outputs, std::vector<DType> types)
      : host_(std::move(host)),
        kernel_(std::move(kernel)),
        fixed_(std::move(fixed)),
        num_sparse_(num_sparse),
        outputs_(std::move(outputs)),
        types_(std::move(types)) {}

  const std::vector<DType>& output_types() const override { return types_; }
  void Call(std::vector<Tensor> arguments, bool lend, const Ref<CancellationManager>& cancellation,
            Done done) override {
    const auto run = [self = Ref<ExampleFunction>::Share(this), arguments = std::move(arguments),
                      cancellation, done = std::move(done)] {
      Element results;
      Status status = self->Parse(arguments, cancellation.get(), &results);
      done(std::move(status), std::move(results));
    };
    if (lend) return run();
    host_->pool().Run(run);
  }

 private:
  Status Parse(const Element& arguments, CancellationManager* cancellation, Element* results) const {
    if (arguments.size() != 1 || arguments[0].dtype() != DType::kString ||
        arguments[0].shape().rank() != 1) {
      return InvalidArgument("Input to ParseExampleDataset must be a vector of strings");
    }
    std::vector<Tensor> inputs = arguments;
    inputs.insert(inputs.end(), fixed_.begin(), fixed_.end());
    std::vector<Tensor> made(2 * num_sparse_ + types_.size());
    HostContext ctx;
    ctx.inputs = inputs;
    ctx.outputs = made;
    ctx.allocator = host_->allocator();
    ctx.pool = &host_->pool();
    ctx.cancellation = cancellation;
    ctx.host = host_.get();
    RUNNEL_RETURN_IF_ERROR(kernel_->Run(ctx));
    for (const size_t first : outputs_) {
      if (first >= num_sparse_) {
        results->push_back(std::move(made[first]));
        continue;
      }
      RUNNEL_ASSIGN_OR_RETURN(Tensor parts,
                              Tensor::Allocate(host_->allocator(), DType::kVariant, Shape{3}));
      for (size_t i = 0; i < 3; ++i) {
        static_cast<VariantBuffer*>(parts.buffer().get())
            ->Set(static_cast<int64_t>(i),
                  MakeRef<TensorVariant>(std::move(made[first + i * num_sparse_])));
      }
      results->push_back(std::move(parts));
    }
    return OkStatus();
  }

  const Ref<Host> host_;
  const std::unique_ptr<HostKernel> kernel_;
  const std::vector<Tensor> fixed_;
  const size_t num_sparse_;
  const std::vector<size_t> outputs_;
  const std::vector<DType> types_;
};

template <typename T>
std::vector<T> ListOf(const DatasetNode& node, std::string_view name) {
  const auto* list = node.attr<std::vector<T>>(name);
  return list == nullptr ? std::vector<T>() : *list;
}

// The kernel of ParseExampleV2 for the features of the node. Attrs stand in the order of their names.
Result<std::unique_ptr<HostKernel>> MakeParser(const DatasetNode& node) {
  const AttrList attrs{{"Tdense", AttrValue(ListOf<DType>(node, "Tdense"))},
                       {"dense_shapes", AttrValue(ListOf<Shape>(node, "dense_shapes"))},
                       {"num_sparse", AttrValue(static_cast<int64_t>(node.count("sparse_types")))},
                       {"sparse_types", AttrValue(ListOf<DType>(node, "sparse_types"))}};
  return CreateExampleParser({node.info.name, "ParseExampleV2", attrs, {}, {}});
}

Result<Ref<Dataset>> BuildParseExample(const DatasetNode& node, DatasetInputs& in) {
  RUNNEL_ASSIGN_OR_RETURN(Ref<Dataset> input, in.Input());
  ParallelOptions parallel;
  RUNNEL_ASSIGN_OR_RETURN(parallel.calls, in.Int("num_parallel_calls"));
  if (const auto* text = node.attr<std::string>("deterministic")) {
    parallel.deterministic = *text != "false";
  } else {
    parallel.deterministic = !node.flag("sloppy");
  }
  const auto sparse = ListOf<std::string>(node, "sparse_keys"),
             dense = ListOf<std::string>(node, "dense_keys");
  if (!ListOf<std::string>(node, "ragged_keys").empty())
    return Unimplemented("ragged features of ", node.info.op);
  if (sparse.size() != node.count("sparse_types") || dense.size() != node.count("Tdense")) {
    return InvalidArgument("there are ", sparse.size(), " sparse_keys for ", node.count("sparse_types"),
                           " sparse_types, and ", dense.size(), " dense_keys for ", node.count("Tdense"),
                           " Tdense");
  }
  std::map<std::string_view, size_t> keys;
  for (size_t i = 0; i < sparse.size(); ++i) keys.emplace(sparse[i], i);
  for (size_t i = 0; i < dense.size(); ++i) keys.emplace(dense[i], 3 * sparse.size() + i);
  if (keys.size() != sparse.size() + dense.size())
    return InvalidArgument("a feature is wanted twice by ", node.info.op);
  std::vector<size_t> outputs;
  std::vector<DType> types;
  for (const auto& [key, first] : keys) {
    outputs.push_back(first);
    types.push_back(first < sparse.size() ? DType::kVariant
                                          : ListOf<DType>(node, "Tdense")[first - 3 * sparse.size()]);
  }
  std::vector<Tensor> fixed;
  for (const std::vector<std::string>& names : {std::vector<std::string>(), sparse, dense, {}}) {
    RUNNEL_ASSIGN_OR_RETURN(Tensor strings,
                            Tensor::FromStrings(Shape{static_cast<int64_t>(names.size())}, names));
    fixed.push_back(std::move(strings));
  }
  RUNNEL_ASSIGN_OR_RETURN(std::vector<Tensor> defaults, in.Kept(dense.size()));
  fixed.insert(fixed.end(), defaults.begin(), defaults.end());
  RUNNEL_ASSIGN_OR_RETURN(std::unique_ptr<HostKernel> kernel, MakeParser(node));
  CapturedFunction function;
  function.function =
      MakeRef<ExampleFunction>(Ref<Host>::Share(in.ctx().host), std::move(kernel), std::move(fixed),
                               sparse.size(), std::move(outputs), std::move(types));
  RUNNEL_RETURN_IF_ERROR(CheckGives(function, node.info.types, node.info.op));
  return ParallelMapDataset(node.info, std::move(input), std::move(function), parallel, true);
}

constexpr HostKernelRow kRows[] = {
    {.op = "ParseExampleDataset", .create = DatasetKernel<BuildParseExample>::Create},
    {.op = "ParseExampleDatasetV2", .create = DatasetKernel<BuildParseExample>::Create},
    {.op = "ExperimentalParseExampleDataset", .create = DatasetKernel<BuildParseExample>::Create},
};

}  // namespace

std::span<const HostKernelRow> ParseExampleDatasetKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel
