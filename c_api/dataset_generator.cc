// Datasets of what functions of the program give, and functions of graphs that datasets call.
#include "c_api/dataset.h"
#include "core/runtime/resources/resource.h"
#include "core/runtime/session/function_runner.h"

using runnel::CapturedFunction;
using runnel::Dataset;
using runnel::DType;
using runnel::Element;
using runnel::InvalidArgument;
using runnel::Progress;
using runnel::Ref;
using runnel::Result;
using runnel::Status;
using runnel::Tensor;
using namespace runnel::capi;

namespace runnel::capi {

Result<std::vector<DType>> ToElementTypes(const rnl_dtype_t* dtypes, size_t count) {
  std::span<const rnl_dtype_t> all;
  RUNNEL_RETURN_IF_ERROR(ToSpan(dtypes, count, "dtypes", &all));
  if (all.empty()) return InvalidArgument("an element has at least one component");
  std::vector<DType> types;
  for (const rnl_dtype_t dtype : all) {
    if (!IsValidDType(dtype)) return InvalidArgument(dtype, " is no dtype");
    types.push_back(static_cast<DType>(dtype));
  }
  return types;
}

Result<CapturedFunction> FunctionOf(const rnl_dataset_t* dataset, rnl_graph_t* graph, rnl_str_t function,
                                    const std::vector<DType>& types) {
  RNL_CHECK_NOT_NULL(graph);
  std::string_view name;
  RUNNEL_RETURN_IF_ERROR(ToView(function, "function", &name));
  const auto runner = MakeRef<FunctionRunner>(dataset->owner->runtime, graph->graph, SessionOptions(),
                                              std::make_shared<ResourceManager>());
  CapturedFunction made;
  RUNNEL_ASSIGN_OR_RETURN(made.function, runner->Find({std::string(name), {}}, types));
  return made;
}

}  // namespace runnel::capi

namespace {

// What a function of the program gives.
class Generated final : public Dataset {
 public:
  Generated(Ref<rnl_runtime_t> owner, std::vector<DType> types, rnl_generate_fn_t generate, void* arg,
            rnl_drop_fn_t drop)
      : Dataset(InfoOf("generator", std::move(types))),
        owner_(std::move(owner)),
        generate_(generate),
        arg_(arg),
        drop_(drop) {}
  Result<Ref<runnel::DatasetIterator>> MakeIterator(const Ref<runnel::IteratorContext>&) const override {
    return Ref<runnel::DatasetIterator>(runnel::MakeRef<Iterator>(Ref<const Generated>::Share(this)));
  }

 private:
  class Iterator final : public runnel::DatasetIterator {
   public:
    explicit Iterator(Ref<const Generated> dataset) : dataset_(std::move(dataset)) {}
    Result<Progress> Next(const runnel::PollContext&, Element* out) override {
      if (ended_) return Progress::kEnd;
      const int64_t index = index_++;
      Result<Progress> progress = dataset_->Generate(index, out);
      if (!progress.ok()) return dataset_->At(index, progress.status());
      ended_ = *progress == Progress::kEnd;
      return progress;
    }
    Result<Progress> Save(const runnel::PollContext&, runnel::StateWriter* writer) override {
      writer->Mark("generator");
      writer->Number(ended_ ? -1 : index_);
      return Progress::kElement;
    }
    Status Restore(runnel::StateReader* reader) override {
      RUNNEL_RETURN_IF_ERROR(reader->Expect("generator"));
      RUNNEL_ASSIGN_OR_RETURN(index_, reader->Number(-1));
      ended_ = index_ < 0;
      return runnel::OkStatus();
    }

   private:
    const Ref<const Generated> dataset_;
    int64_t index_ = 0;
    bool ended_ = false;
  };

  ~Generated() override {
    if (drop_ != nullptr) drop_(arg_);
  }
  Result<Progress> Generate(int64_t index, Element* out) const {
    const std::vector<DType>& types = info().types;
    std::vector<rnl_tensor_t*> made(types.size());
    const Status status =
        Status::Adopt(reinterpret_cast<Status::Rep*>(generate_(arg_, index, made.data(), made.size())));
    std::vector<Ref<rnl_tensor_t>> kept;
    kept.reserve(made.size());
    for (rnl_tensor_t* t : made) kept.push_back(Ref<rnl_tensor_t>::Adopt(t));
    if (status.code() == runnel::Code::kOutOfRange) return Progress::kEnd;
    RUNNEL_RETURN_IF_ERROR(status);
    out->clear();
    for (size_t i = 0; i < kept.size(); ++i) {
      if (!kept[i]) return InvalidArgument("the generator left component ", i, " unset");
      const Tensor& t = kept[i]->tensor;
      if (t.dtype() != types[i]) {
        return InvalidArgument("the generator gave component ", i, " of type ", DTypeName(t.dtype()),
                               ", expected ", DTypeName(types[i]));
      }
      if (!t.on_host() && t.num_elements() > 0)
        return InvalidArgument("the generator gave component ", i, " in the memory of a device");
      out->push_back(t);
    }
    return Progress::kElement;
  }

  const Ref<rnl_runtime_t> owner_;
  const rnl_generate_fn_t generate_;
  void* const arg_;
  const rnl_drop_fn_t drop_;
};

}  // namespace

rnl_status_t* rnl_dataset_from_generator(rnl_runtime_t* runtime, const rnl_dtype_t* dtypes, size_t count,
                                         rnl_generate_fn_t generate, void* arg, rnl_drop_fn_t drop,
                                         rnl_dataset_t** out_dataset) {
  bool taken = false;
  rnl_status_t* const status = FromRuntime(runtime, out_dataset, [&]() -> Result<Ref<Dataset>> {
    RNL_CHECK_NOT_NULL(generate);
    RUNNEL_ASSIGN_OR_RETURN(std::vector<DType> types, ToElementTypes(dtypes, count));
    Ref<Dataset> made = runnel::MakeRef<Generated>(Ref<rnl_runtime_t>::Share(runtime), std::move(types),
                                                   generate, arg, drop);
    taken = true;
    return made;
  });
  if (!taken && drop != nullptr) drop(arg);
  return status;
}
