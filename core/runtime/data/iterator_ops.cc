// Kernels of the ops about iterators.
#include <atomic>

#include "core/runtime/data/dataset_node.h"
#include "core/runtime/data/iterator_resource.h"
#include "core/runtime/data/optional.h"
#include "core/runtime/host_ops/families.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

Result<Ref<IteratorResource>> IteratorFrom(const Tensor& handle) {
  RUNNEL_ASSIGN_OR_RETURN(const Ref<Resource> resource,
                          ResourceFromHandle(handle, IteratorResource::kTypeName));
  return Ref<IteratorResource>::Share(static_cast<IteratorResource*>(resource.get()));
}

// The string handle of an iterator: what others find it by.
constexpr std::string_view kHandlePrefix = "runnel.iterator:";
std::string KeyOf(const ResourceKey& key) { return StrCat(kHandlePrefix, key.container, ":", key.name); }

template <typename T>
Result<std::unique_ptr<HostKernel>> Make(const HostNode& node) {
  return Result<std::unique_ptr<HostKernel>>(std::make_unique<T>(node));
}

// ---- handles ----

// The iterator that the node names; a new one if there is none yet.
class NamedIterator : public HostKernel {
 public:
  NamedIterator(ResourceKey key, std::vector<DType> types, std::vector<Shape> shapes)
      : key_(std::move(key)), types_(std::move(types)), shapes_(std::move(shapes)) {}
  template <typename T>
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode& node) {
    RUNNEL_ASSIGN_OR_RETURN(ResourceKey key, MakeResourceKey(node));
    return Result<std::unique_ptr<HostKernel>>(std::make_unique<T>(
        node, std::move(key), TypeListAttr(node, "output_types"), ShapeListAttr(node, "output_shapes")));
  }

 protected:
  Result<Ref<IteratorResource>> Find(HostContext& ctx) const {
    RUNNEL_ASSIGN_OR_RETURN(
        const Ref<Resource> resource,
        ctx.session_resources->LookupOrCreate(
            key_.container, IteratorResource::kTypeName, key_.name, [this]() -> Result<Ref<Resource>> {
              return Ref<Resource>(MakeRef<IteratorResource>(key_.name, KeyOf(key_), types_, shapes_));
            }));
    auto iterator = Ref<IteratorResource>::Share(static_cast<IteratorResource*>(resource.get()));
    RUNNEL_RETURN_IF_ERROR(CheckElements(types_, shapes_, iterator->types(), iterator->shapes()));
    return iterator;
  }

 private:
  const ResourceKey key_;
  const std::vector<DType> types_;
  const std::vector<Shape> shapes_;
};

class MakeHandle final : public NamedIterator {
 public:
  MakeHandle(const HostNode&, ResourceKey key, std::vector<DType> types, std::vector<Shape> shapes)
      : NamedIterator(std::move(key), std::move(types), std::move(shapes)) {}
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(Ref<IteratorResource> iterator, Find(ctx));
    ctx.outputs[0] = MakeResourceHandle(std::move(iterator));
    return OkStatus();
  }
};

// An iterator over the dataset that a function gives, which begins when its handle is first asked for.
class OneShot final : public NamedIterator {
 public:
  OneShot(const HostNode& node, ResourceKey key, std::vector<DType> types, std::vector<Shape> shapes)
      : NamedIterator(std::move(key), std::move(types), std::move(shapes)) {
    if (const auto* factory = node.attr<FuncRef>("dataset_factory")) factory_ = *factory;
  }
  void Start(HostContext& ctx, std::function<void(Status)> done) override {
    auto found = Find(ctx);
    if (!found.ok()) return done(found.status());
    const Ref<IteratorResource> iterator = *found;
    if (ctx.functions == nullptr)
      return done(Unimplemented("datasets with functions, where a step has none"));
    // The function is called once for all steps, so no step's end ends it.
    iterator->StartOnce(
        [&](const IteratorResource::Done& started) {
          auto function = ctx.functions->Find(factory_, {});
          if (!function.ok()) return started(function.status());
          (*function)->Call({}, true, nullptr,
                            [iterator, host = Ref<Host>::Share(ctx.host), started](
                                const Status& status, const std::vector<Tensor>& results) {
                              started(status.ok() ? Begin(iterator, host, results) : status);
                            });
        },
        [&ctx, iterator, done](Status status) {
          if (status.ok()) ctx.outputs[0] = MakeResourceHandle(iterator);
          done(std::move(status));
        });
  }

 private:
  static Status Begin(const Ref<IteratorResource>& iterator, const Ref<Host>& host,
                      const std::vector<Tensor>& results) {
    if (results.size() != 1) {
      return InvalidArgument("The `dataset_factory` function must return a single dataset, it returned ",
                             results.size(), " values");
    }
    RUNNEL_ASSIGN_OR_RETURN(const Ref<Dataset> dataset,
                            DatasetFromTensor(results[0], "dataset_factory's result"));
    return iterator->Begin(dataset, host);
  }
  FuncRef factory_;
};

// An iterator that only its handle leads to.
class AnonymousHandle final : public HostKernel {
 public:
  explicit AnonymousHandle(const HostNode& node)
      : name_(node.name),
        types_(TypeListAttr(node, "output_types")),
        shapes_(ShapeListAttr(node, "output_shapes")) {}
  Status Run(HostContext& ctx) override {
    ctx.outputs[0] = MakeResourceHandle(MakeRef<IteratorResource>(name_, "", types_, shapes_));
    // The deleter: the iterator goes with its last handle.
    if (ctx.outputs.size() > 1) ctx.outputs[1] = MakeVariant(nullptr);
    return OkStatus();
  }

 private:
  const std::string name_;
  const std::vector<DType> types_;
  const std::vector<Shape> shapes_;
};

class DeleteHandle final : public HostKernel {
 public:
  explicit DeleteHandle(const HostNode&) {}
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const Ref<IteratorResource> iterator, IteratorFrom(ctx.inputs[0]));
    iterator->Abort(Cancelled("iterator \"", iterator->name(), "\" was deleted"));
    return OkStatus();
  }
};

class BeginPass final : public HostKernel {
 public:
  explicit BeginPass(const HostNode&) {}
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const Ref<Dataset> dataset, DatasetFromTensor(ctx.inputs[0], "dataset"));
    RUNNEL_ASSIGN_OR_RETURN(const Ref<IteratorResource> iterator, IteratorFrom(ctx.inputs[1]));
    return iterator->Begin(dataset, Ref<Host>::Share(ctx.host));
  }
};

class ToString final : public HostKernel {
 public:
  explicit ToString(const HostNode&) {}
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const Ref<IteratorResource> iterator, IteratorFrom(ctx.inputs[0]));
    if (iterator->key().empty()) return Unimplemented("string handles of anonymous iterators");
    return SetStringScalar(ctx, 0, iterator->key());
  }
};

class FromString final : public HostKernel {
 public:
  explicit FromString(const HostNode& node)
      : types_(TypeListAttr(node, "output_types")), shapes_(ShapeListAttr(node, "output_shapes")) {}
  Status Run(HostContext& ctx) override {
    RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[0], DType::kString, "string_handle"));
    std::string_view key = ctx.inputs[0].string_at(0);
    const std::string_view all = key;
    const size_t colon = key.find(':', kHandlePrefix.size());
    if (!key.starts_with(kHandlePrefix) || colon == std::string_view::npos) {
      return InvalidArgument("string_handle could not be parsed as a handle of an iterator");
    }
    const std::string_view container = key.substr(kHandlePrefix.size(), colon - kHandlePrefix.size());
    const auto resource =
        ctx.session_resources->Lookup(container, IteratorResource::kTypeName, key.substr(colon + 1));
    if (!resource.ok()) {
      return NotFound("there is no iterator of the handle \"", all, "\": ", resource.status().message());
    }
    const auto iterator = Ref<IteratorResource>::Share(static_cast<IteratorResource*>(resource->get()));
    if (!types_.empty()) {
      RUNNEL_RETURN_IF_ERROR(CheckElements(types_, shapes_, iterator->types(), iterator->shapes()));
    }
    ctx.outputs[0] = MakeResourceHandle(iterator);
    return OkStatus();
  }

 private:
  const std::vector<DType> types_;
  const std::vector<Shape> shapes_;
};

class GetDevice final : public HostKernel {
 public:
  explicit GetDevice(const HostNode&) {}
  Status Run(HostContext& ctx) override {
    RUNNEL_RETURN_IF_ERROR(IteratorFrom(ctx.inputs[0]).status());
    return SetStringScalar(ctx, 0, "/job:localhost/replica:0/task:0/device:CPU:0");
  }
};

// ---- elements ----

Status SetOutputs(HostContext& ctx, Element element) {
  if (element.size() != ctx.outputs.size()) {
    return InvalidArgument("the iterator's elements have ", element.size(), " components, the node has ",
                           ctx.outputs.size(), " outputs");
  }
  for (size_t i = 0; i < element.size(); ++i) ctx.outputs[i] = std::move(element[i]);
  return OkStatus();
}

Status CheckTypes(const Element& element, std::span<const DType> types, std::span<const Shape> shapes) {
  std::vector<DType> got;
  std::vector<Shape> got_shapes;
  for (const Tensor& t : element) {
    got.push_back(t.dtype());
    got_shapes.push_back(t.shape());
  }
  return CheckElements(types, shapes, got, got_shapes);
}

class GetNext final : public HostKernel {
 public:
  explicit GetNext(const HostNode& node)
      : types_(node.output_types.begin(), node.output_types.end()),
        shapes_(ShapeListAttr(node, "output_shapes")) {}
  void Start(HostContext& ctx, std::function<void(Status)> done) override {
    const auto iterator = IteratorFrom(ctx.inputs[0]);
    if (!iterator.ok()) return done(iterator.status());
    const auto driver = (*iterator)->driver();
    if (!driver.ok()) return done(driver.status());
    (*driver)->Next(ctx.cancellation, [this, &ctx, done = std::move(done)](
                                          Status status, Progress progress, Element element) {
      if (status.ok() && progress == Progress::kEnd) status = OutOfRange("End of sequence");
      // The plan counts on the shapes that the node says.
      if (status.ok()) status = CheckTypes(element, types_, shapes_);
      if (status.ok()) status = SetOutputs(ctx, std::move(element));
      done(std::move(status));
    });
  }

 private:
  const std::vector<DType> types_;
  const std::vector<Shape> shapes_;
};

class GetNextAsOptional final : public HostKernel {
 public:
  explicit GetNextAsOptional(const HostNode& node)
      : types_(TypeListAttr(node, "output_types")), shapes_(ShapeListAttr(node, "output_shapes")) {}
  void Start(HostContext& ctx, std::function<void(Status)> done) override {
    const auto iterator = IteratorFrom(ctx.inputs[0]);
    if (!iterator.ok()) return done(iterator.status());
    const auto driver = (*iterator)->driver();
    if (!driver.ok()) return done(driver.status());
    (*driver)->Next(ctx.cancellation, [this, &ctx, done = std::move(done)](
                                          Status status, Progress progress, Element element) {
      const bool ended = progress == Progress::kEnd;
      if (status.ok() && !ended) status = CheckTypes(element, types_, shapes_);
      if (status.ok()) {
        ctx.outputs[0] =
            MakeVariant(ended ? MakeRef<OptionalValue>() : MakeRef<OptionalValue>(std::move(element)));
      }
      done(std::move(status));
    });
  }

 private:
  const std::vector<DType> types_;
  const std::vector<Shape> shapes_;
};

// The only element of a dataset.
class ToSingleElement final : public HostKernel {
 public:
  explicit ToSingleElement(const HostNode& node)
      : types_(node.output_types.begin(), node.output_types.end()),
        shapes_(ShapeListAttr(node, "output_shapes")) {}
  void Start(HostContext& ctx, std::function<void(Status)> done) override {
    const auto dataset = DatasetFromTensor(ctx.inputs[0], "dataset");
    if (!dataset.ok()) return done(dataset.status());
    auto driver = IteratorDriver::Begin(**dataset, Ref<Host>::Share(ctx.host));
    if (!driver.ok()) return done(driver.status());
    const Ref<IteratorDriver> pass = *driver;
    pass->Next(ctx.cancellation,
               [this, &ctx, pass, done](Status status, Progress progress, Element element) {
                 if (status.ok() && progress == Progress::kEnd)
                   status = InvalidArgument("Dataset was empty.");
                 if (status.ok()) status = CheckTypes(element, types_, shapes_);
                 if (status.ok()) status = SetOutputs(ctx, std::move(element));
                 if (!status.ok()) return done(std::move(status));
                 pass->Next(ctx.cancellation, [pass, done](Status last, Progress end, const Element&) {
                   if (last.ok() && end != Progress::kEnd)
                     last = InvalidArgument("Dataset had more than one element.");
                   done(std::move(last));
                 });
               });
  }

 private:
  const std::vector<DType> types_;
  const std::vector<Shape> shapes_;
};

// Folds a dataset's elements with a function: it is a pass over a Scan, of which the last state counts.
class Reduce final : public HostKernel {
 public:
  explicit Reduce(const HostNode& node) : node_(node) {}
  void Start(HostContext& ctx, std::function<void(Status)> done) override {
    auto run = MakeRef<Fold>(&ctx, std::move(done));
    const Status status = Prepare(ctx, run.get());
    if (!status.ok()) return run->done(status);
    run->Go();
  }

 private:
  struct Fold final : RefCounted {
    Fold(HostContext* context, std::function<void(Status)> its_done)
        : ctx(context), done(std::move(its_done)) {}
    void Go() {
      pass->Next(ctx->cancellation,
                 [self = Ref<Fold>::Share(this)](Status status, Progress progress, Element element) {
                   if (status.ok() && progress == Progress::kEnd) {
                     status = CheckTypes(self->state, self->types, {});
                     if (status.ok()) status = SetOutputs(*self->ctx, std::move(self->state));
                     return self->done(std::move(status));
                   }
                   if (!status.ok()) return self->done(std::move(status));
                   self->Fold1(std::move(element));
                 });
    }
    void Fold1(Element element) {
      std::vector<Tensor> arguments = std::move(state);
      std::move(element.begin(), element.end(), std::back_inserter(arguments));
      arguments.insert(arguments.end(), function.captured.begin(), function.captured.end());
      // Not on this thread: the stack would grow with the number of elements.
      function.function->Call(
          std::move(arguments), false, nullptr,
          [self = Ref<Fold>::Share(this)](Status status, std::vector<Tensor> results) {
            if (!status.ok()) return self->done(std::move(status));
            self->state = std::move(results);
            self->Go();
          });
    }
    HostContext* const ctx;
    const std::function<void(Status)> done;
    Ref<IteratorDriver> pass;
    CapturedFunction function;
    std::vector<DType> types;
    Element state;
  };

  Status Prepare(HostContext& ctx, Fold* fold) const {
    DatasetInputs in(ctx);
    RUNNEL_ASSIGN_OR_RETURN(const Ref<Dataset> input, in.Input());
    RUNNEL_ASSIGN_OR_RETURN(fold->state, in.Kept(node_.count("Tstate")));
    RUNNEL_ASSIGN_OR_RETURN(std::vector<Tensor> captured, in.Kept(node_.count("Targuments")));
    for (const Tensor& t : fold->state) fold->types.push_back(t.dtype());
    std::vector<DType> types = fold->types;
    types.insert(types.end(), input->info().types.begin(), input->info().types.end());
    RUNNEL_ASSIGN_OR_RETURN(fold->function,
                            FunctionOf(ctx, node_, "f", std::move(types), std::move(captured)));
    RUNNEL_RETURN_IF_ERROR(CheckGives(fold->function, fold->types, "f"));
    RUNNEL_ASSIGN_OR_RETURN(fold->pass, IteratorDriver::Begin(*input, Ref<Host>::Share(ctx.host)));
    return OkStatus();
  }
  const DatasetNode node_;
};

class Cardinality final : public HostKernel {
 public:
  explicit Cardinality(const HostNode&) {}
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const Ref<Dataset> dataset,
                            DatasetFromTensor(ctx.inputs[0], "input_dataset"));
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[0], Tensor::Allocate(ctx.allocator, DType::kInt64, Shape()));
    ctx.outputs[0].values<int64_t>()[0] = dataset->Cardinality();
    return OkStatus();
  }
};

// ---- state ----

class Serialize final : public HostKernel {
 public:
  explicit Serialize(const HostNode&) {}
  void Start(HostContext& ctx, std::function<void(Status)> done) override {
    const auto iterator = IteratorFrom(ctx.inputs[0]);
    if (!iterator.ok()) return done(iterator.status());
    const auto driver = (*iterator)->driver();
    if (!driver.ok()) return done(driver.status());
    (*driver)->Save(ctx.cancellation,
                    [&ctx, done = std::move(done)](Status status, Ref<IteratorState> state) {
                      if (status.ok()) ctx.outputs[0] = MakeVariant(std::move(state));
                      done(std::move(status));
                    });
  }
};

class Deserialize final : public HostKernel {
 public:
  explicit Deserialize(const HostNode&) {}
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const Ref<IteratorResource> iterator, IteratorFrom(ctx.inputs[0]));
    RUNNEL_ASSIGN_OR_RETURN(const Ref<IteratorState> state, StateFrom(ctx.inputs[1], "serialized"));
    return iterator->Resume(*state, Ref<Host>::Share(ctx.host));
  }
};

constexpr HostKernelRow kIteratorKernels[] = {
    {.op = "Iterator", .create = NamedIterator::Create<MakeHandle>},
    {.op = "IteratorV2", .create = NamedIterator::Create<MakeHandle>},
    {.op = "OneShotIterator", .is_async = true, .create = NamedIterator::Create<OneShot>},
    {.op = "AnonymousIterator", .create = Make<AnonymousHandle>},
    {.op = "AnonymousIteratorV2", .create = Make<AnonymousHandle>},
    {.op = "AnonymousIteratorV3", .create = Make<AnonymousHandle>},
    {.op = "DeleteIterator", .create = Make<DeleteHandle>},
    {.op = "MakeIterator", .create = Make<BeginPass>},
    {.op = "IteratorToStringHandle", .create = Make<ToString>},
    {.op = "IteratorFromStringHandle", .create = Make<FromString>},
    {.op = "IteratorFromStringHandleV2", .create = Make<FromString>},
    {.op = "IteratorGetDevice", .create = Make<GetDevice>},
    {.op = "IteratorGetNext", .is_async = true, .create = Make<GetNext>},
    {.op = "IteratorGetNextSync", .is_async = true, .create = Make<GetNext>},
    {.op = "IteratorGetNextAsOptional", .is_async = true, .create = Make<GetNextAsOptional>},
    {.op = "DatasetToSingleElement", .is_async = true, .create = Make<ToSingleElement>},
    {.op = "ReduceDataset", .is_async = true, .create = Make<Reduce>},
    {.op = "DatasetCardinality", .create = Make<Cardinality>},
    {.op = "ExperimentalDatasetCardinality", .create = Make<Cardinality>},
    {.op = "SerializeIterator", .is_async = true, .create = Make<Serialize>},
    {.op = "DeserializeIterator", .create = Make<Deserialize>},
};

}  // namespace

std::span<const HostKernelRow> IteratorKernels() { return ChosenRows<kIteratorKernels>::All(); }

}  // namespace runnel
