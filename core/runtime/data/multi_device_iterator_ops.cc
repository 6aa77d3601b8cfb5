// Kernels of the ops about iterators whose elements are dealt out.
#include "core/runtime/data/dataset_node.h"
#include "core/runtime/data/iterator_resource.h"
#include "core/runtime/data/multi_device_iterator.h"
#include "core/runtime/host_ops/attr_kernel.h"
#include "core/runtime/host_ops/families.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr std::string_view kHandlePrefix = "runnel.multi_device_iterator:";

Result<Ref<MultiDeviceIterator>> IteratorFrom(const Tensor& handle) {
  RUNNEL_ASSIGN_OR_RETURN(const Ref<Resource> resource,
                          ResourceFromHandle(handle, MultiDeviceIterator::kTypeName));
  return Ref<MultiDeviceIterator>::Share(static_cast<MultiDeviceIterator*>(resource.get()));
}

// What the elements of a node are.
class ElementKernel : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    types_ = TypeListAttr(node, "output_types");
    shapes_ = ShapeListAttr(node, "output_shapes");
    return OkStatus();
  }

 protected:
  std::vector<DType> types_;
  std::vector<Shape> shapes_;
};

template <bool kNamed>
class MakeHandle final : public ElementKernel {
 public:
  Status Init(const HostNode& node) override {
    RUNNEL_RETURN_IF_ERROR(ElementKernel::Init(node));
    if (kNamed) {
      RUNNEL_ASSIGN_OR_RETURN(key_, MakeResourceKey(node));
    } else {
      key_.name = node.name;
    }
    if (const auto* devices = node.attr<std::vector<std::string>>("devices")) shards_ = devices->size();
    if (shards_ == 0) return InvalidArgument("attr \"devices\" is empty");
    return OkStatus();
  }
  Status Run(HostContext& ctx) override {
    if (!kNamed) {
      ctx.outputs[0] =
          MakeResourceHandle(MakeRef<MultiDeviceIterator>(key_.name, "", shards_, types_, shapes_));
      // The deleter: the iterator goes with its last handle.
      if (ctx.outputs.size() > 1) ctx.outputs[1] = MakeVariant(nullptr);
      return OkStatus();
    }
    const auto make = [this]() -> Result<Ref<Resource>> {
      std::string key = StrCat(kHandlePrefix, key_.container, ":", key_.name);
      return Ref<Resource>(
          MakeRef<MultiDeviceIterator>(key_.name, std::move(key), shards_, types_, shapes_));
    };
    RUNNEL_ASSIGN_OR_RETURN(const Ref<Resource> resource,
                            ctx.session_resources->LookupOrCreate(
                                key_.container, MultiDeviceIterator::kTypeName, key_.name, make));
    auto iterator = Ref<MultiDeviceIterator>::Share(static_cast<MultiDeviceIterator*>(resource.get()));
    RUNNEL_RETURN_IF_ERROR(CheckElements(types_, shapes_, iterator->types(), iterator->shapes()));
    if (iterator->shards() != shards_) {
      return InvalidArgument("the iterator \"", key_.name, "\" has ", iterator->shards(),
                             " devices, attr \"devices\" ", shards_);
    }
    ctx.outputs[0] = MakeResourceHandle(std::move(iterator));
    return OkStatus();
  }

 private:
  ResourceKey key_;
  size_t shards_ = 0;
};

class BeginPass final : public AttrKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const Ref<Dataset> dataset, DatasetFromTensor(ctx.inputs[0], "dataset"));
    RUNNEL_ASSIGN_OR_RETURN(const Ref<MultiDeviceIterator> iterator, IteratorFrom(ctx.inputs[1]));
    RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[2], DType::kInt64, "max_buffer_size"));
    RUNNEL_ASSIGN_OR_RETURN(const int64_t incarnation, iterator->Begin(dataset, ctx.inputs[2].int_at(0),
                                                                       Ref<Host>::Share(ctx.host)));
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[0], Tensor::FromScalar<int64_t>(incarnation));
    return OkStatus();
  }
};

class GetNext final : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    types_.assign(node.output_types.begin(), node.output_types.end());
    shapes_ = ShapeListAttr(node, "output_shapes");
    return OkStatus();
  }
  void Start(HostContext& ctx, std::function<void(Status)> done) override {
    size_t shard = 0;
    const Result<Ref<DealtPass>> pass = Find(ctx, &shard);
    if (!pass.ok()) return done(pass.status());
    (*pass)->Next(
        shard, ctx.cancellation,
        [this, &ctx, done = std::move(done)](Status status, Progress progress, Element element) {
          if (status.ok() && progress == Progress::kEnd) status = OutOfRange("End of sequence");
          // The plan counts on the shapes that the node says.
          if (status.ok()) status = SetOutputs(ctx, std::move(element));
          done(std::move(status));
        });
  }

 private:
  static Result<Ref<DealtPass>> Find(const HostContext& ctx, size_t* shard) {
    RUNNEL_ASSIGN_OR_RETURN(const Ref<MultiDeviceIterator> iterator, IteratorFrom(ctx.inputs[0]));
    RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[1], DType::kInt32, "shard_num"));
    RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[2], DType::kInt64, "incarnation_id"));
    const int64_t number = ctx.inputs[1].int_at(0);
    if (number < 0 || number >= static_cast<int64_t>(iterator->shards())) {
      return InvalidArgument("shard_num is ", number, ", the iterator \"", iterator->name(), "\" has ",
                             iterator->shards(), " devices");
    }
    *shard = static_cast<size_t>(number);
    return iterator->pass(ctx.inputs[2].int_at(0));
  }
  Status SetOutputs(HostContext& ctx, Element element) const {
    std::vector<DType> types;
    std::vector<Shape> shapes;
    for (const Tensor& t : element) {
      types.push_back(t.dtype());
      shapes.push_back(t.shape());
    }
    RUNNEL_RETURN_IF_ERROR(CheckElements(types_, shapes_, types, shapes));
    for (size_t i = 0; i < element.size(); ++i) ctx.outputs[i] = std::move(element[i]);
    return OkStatus();
  }
  std::vector<DType> types_;
  std::vector<Shape> shapes_;
};

class ToString final : public AttrKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const Ref<MultiDeviceIterator> iterator, IteratorFrom(ctx.inputs[0]));
    if (iterator->key().empty()) return Unimplemented("string handles of anonymous iterators");
    return SetStringScalar(ctx, 0, iterator->key());
  }
};

class FromString final : public ElementKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[0], DType::kString, "string_handle"));
    const std::string_view key = ctx.inputs[0].string_at(0);
    const size_t colon = key.find(':', kHandlePrefix.size());
    if (!key.starts_with(kHandlePrefix) || colon == std::string_view::npos) {
      return InvalidArgument("string_handle could not be parsed as a handle of a MultiDeviceIterator");
    }
    const std::string_view container = key.substr(kHandlePrefix.size(), colon - kHandlePrefix.size());
    const auto resource =
        ctx.session_resources->Lookup(container, MultiDeviceIterator::kTypeName, key.substr(colon + 1));
    if (!resource.ok()) {
      return NotFound("there is no iterator of the handle \"", key, "\": ", resource.status().message());
    }
    const auto iterator =
        Ref<MultiDeviceIterator>::Share(static_cast<MultiDeviceIterator*>(resource->get()));
    if (!types_.empty()) {
      RUNNEL_RETURN_IF_ERROR(CheckElements(types_, shapes_, iterator->types(), iterator->shapes()));
    }
    ctx.outputs[0] = MakeResourceHandle(iterator);
    return OkStatus();
  }
};

class DeleteHandle final : public AttrKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const Ref<MultiDeviceIterator> iterator, IteratorFrom(ctx.inputs[0]));
    iterator->Abort(Cancelled("iterator \"", iterator->name(), "\" was deleted"));
    return OkStatus();
  }
};

constexpr HostKernelRow kRows[] = {
    {.op = "MultiDeviceIterator", .create = CreateKernel<MakeHandle<true>>},
    {.op = "AnonymousMultiDeviceIterator", .create = CreateKernel<MakeHandle<false>>},
    {.op = "AnonymousMultiDeviceIteratorV3", .create = CreateKernel<MakeHandle<false>>},
    {.op = "MultiDeviceIteratorInit", .create = CreateKernel<BeginPass>},
    {.op = "MultiDeviceIteratorGetNextFromShard", .is_async = true, .create = CreateKernel<GetNext>},
    {.op = "MultiDeviceIteratorToStringHandle", .create = CreateKernel<ToString>},
    {.op = "MultiDeviceIteratorFromStringHandle", .create = CreateKernel<FromString>},
    {.op = "DeleteMultiDeviceIterator", .create = CreateKernel<DeleteHandle>},
};

}  // namespace

std::span<const HostKernelRow> MultiDeviceIteratorKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel
