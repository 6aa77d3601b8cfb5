// Reader kernels: they check what comes, and hand over to Reader.
#include <utility>

#include "core/runtime/host_ops/attr_kernel.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/host_util.h"
#include "core/runtime/host_ops/reader.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

Result<Ref<Reader>> ReaderFromInput(const HostContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(Ref<Resource> resource, ResourceFromHandle(ctx.inputs[0], Reader::kTypeName));
  return Ref<Reader>::Share(static_cast<Reader*>(resource.get()));
}

// Makes the format that the node's op and attrs say.
Result<std::unique_ptr<RecordFormat>> MakeFormat(std::string_view kind, const HostNode& node) {
  const auto at_least = [&node](const char* attr, int64_t least, int64_t* out) -> Status {
    *out = AttrOr<int64_t>(node, attr, 0);
    if (*out >= least) return OkStatus();
    return InvalidArgument(attr, " is ", *out, ", expected at least ", least);
  };
  if (kind == "WholeFileReader") return MakeWholeFileFormat();
  if (kind == "TextLineReader") {
    int64_t skip = 0;
    RUNNEL_RETURN_IF_ERROR(at_least("skip_header_lines", 0, &skip));
    return MakeTextLineFormat(skip);
  }
  if (kind == "TFRecordReader") {
    RUNNEL_ASSIGN_OR_RETURN(const Compression compression,
                            ParseCompression(StringAttrOr(node, "compression_type", "")));
    return MakeTfRecordFormat(compression);
  }
  if (kind == "FixedLengthRecordReader") {
    FixedLength lengths;
    RUNNEL_RETURN_IF_ERROR(at_least("header_bytes", 0, &lengths.header_bytes));
    RUNNEL_RETURN_IF_ERROR(at_least("record_bytes", 1, &lengths.record_bytes));
    RUNNEL_RETURN_IF_ERROR(at_least("footer_bytes", 0, &lengths.footer_bytes));
    RUNNEL_RETURN_IF_ERROR(at_least("hop_bytes", 0, &lengths.hop_bytes));
    RUNNEL_ASSIGN_OR_RETURN(lengths.compression, ParseCompression(StringAttrOr(node, "encoding", "")));
    return MakeFixedLengthFormat(lengths);
  }
  return MakeIdentityFormat();
}

class MakeReader : public HostKernel {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode& node) {
    auto kernel = std::make_unique<MakeReader>();
    RUNNEL_ASSIGN_OR_RETURN(kernel->key_, MakeResourceKey(node));
    std::string_view kind = node.op;
    if (kind.ends_with("V2")) kind.remove_suffix(2);
    kernel->kind_ = kind;
    RUNNEL_ASSIGN_OR_RETURN(auto format, MakeFormat(kind, node));
    kernel->reader_ = MakeRef<Reader>(kernel->key_.name, kernel->kind_, std::move(format));
    return Result<std::unique_ptr<HostKernel>>(std::move(kernel));
  }

  Status Run(HostContext& ctx) override {
    // Each plan has a kernel of its own; the first one's reader is the one that stays.
    RUNNEL_ASSIGN_OR_RETURN(Ref<Resource> reader,
                            ctx.session_resources->LookupOrCreate(
                                key_.container, Reader::kTypeName, key_.name,
                                [this]() -> Result<Ref<Resource>> { return Ref<Resource>(reader_); }));
    const std::string& kind = static_cast<Reader*>(reader.get())->kind();
    if (kind != kind_) {
      return InvalidArgument("shared reader \"", key_.name, "\" is a ", kind, ", this node asks for a ",
                             kind_);
    }
    ctx.outputs[0] = MakeResourceHandle(std::move(reader));
    return OkStatus();
  }

 private:
  ResourceKey key_;
  std::string kind_;
  Ref<Reader> reader_;
};

template <bool many>
class ReadRecords : public HostKernel {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode&) {
    return Result<std::unique_ptr<HostKernel>>(std::make_unique<ReadRecords>());
  }

  void Start(HostContext& ctx, std::function<void(Status)> done) override {
    auto request = std::make_shared<Reader::Request>();
    const auto reader = ReaderFromInput(ctx);
    Status status = reader.status();
    if (status.ok()) status = Prepare(ctx, request.get());
    if (!status.ok()) return done(std::move(status));
    request->done = [&ctx, request = request.get(), done = std::move(done)](Status read) {
      if (read.ok()) read = Give(ctx, *request);
      done(std::move(read));
    };
    (*reader)->Read(std::move(request));
  }

 private:
  static Status Prepare(const HostContext& ctx, Reader::Request* request) {
    RUNNEL_ASSIGN_OR_RETURN(Ref<Resource> queue, ResourceFromHandle(ctx.inputs[1], Queue::kTypeName));
    request->queue = Ref<Queue>::Share(static_cast<Queue*>(queue.get()));
    const std::vector<DType>& types = request->queue->spec().types;
    if (types.size() != 1 || types[0] != DType::kString) {
      return InvalidArgument("queue \"", request->queue->name(),
                             "\" must have one component, of strings, to be a reader's");
    }
    request->ctx = &ctx;
    if (!many) return OkStatus();
    RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[2], DType::kInt64, "num_records"));
    request->count = ctx.inputs[2].int_at(0);
    if (request->count >= 0) return OkStatus();
    return InvalidArgument("num_records is ", request->count, ", expected at least 0");
  }

  static Status Give(HostContext& ctx, const Reader::Request& request) {
    if (!many) {
      RUNNEL_RETURN_IF_ERROR(SetStringScalar(ctx, 0, request.keys[0]));
      return SetStringScalar(ctx, 1, request.values[0]);
    }
    for (size_t i = 0; i < 2; ++i) {
      const std::vector<std::string>& from = i == 0 ? request.keys : request.values;
      RUNNEL_ASSIGN_OR_RETURN(
          const Tensor* const out,
          NewOutput(ctx, i, DType::kString, Shape{static_cast<int64_t>(from.size())}));
      for (size_t k = 0; k < from.size(); ++k) {
        RUNNEL_RETURN_IF_ERROR(SetString(*out, static_cast<int64_t>(k), from[k]));
      }
    }
    return OkStatus();
  }
};

template <int64_t (Reader::*fact)() const>
class ReaderFact : public AttrKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const Ref<Reader> reader, ReaderFromInput(ctx));
    RUNNEL_ASSIGN_OR_RETURN(const Tensor* const out, NewOutput(ctx, 0, DType::kInt64, Shape()));
    out->values<int64_t>()[0] = (reader.get()->*fact)();
    return OkStatus();
  }
};

class SerializeState : public AttrKernel {
 public:
  void Start(HostContext& ctx, std::function<void(Status)> done) override {
    const auto reader = ReaderFromInput(ctx);
    if (!reader.ok()) return done(reader.status());
    (*reader)->Serialize(ctx.cancellation,
                         [&ctx, done = std::move(done)](Status status, const std::string& state) {
                           if (status.ok()) status = SetStringScalar(ctx, 0, state);
                           done(std::move(status));
                         });
  }
};

class RestoreState : public AttrKernel {
 public:
  void Start(HostContext& ctx, std::function<void(Status)> done) override {
    const auto reader = ReaderFromInput(ctx);
    Status status = reader.status();
    if (status.ok()) status = CheckScalar(ctx.inputs[1], DType::kString, "state");
    if (!status.ok()) return done(std::move(status));
    (*reader)->Restore(ctx.cancellation, std::string(ctx.inputs[1].string_at(0)), std::move(done));
  }
};

class ResetReader : public AttrKernel {
 public:
  void Start(HostContext& ctx, std::function<void(Status)> done) override {
    const auto reader = ReaderFromInput(ctx);
    if (!reader.ok()) return done(reader.status());
    (*reader)->Reset(ctx.cancellation, std::move(done));
  }
};

#define RUNNEL_READER_KERNELS(version)                                                                  \
  {.op = "WholeFileReader" version, .create = MakeReader::Create},                                      \
      {.op = "TextLineReader" version, .create = MakeReader::Create},                                   \
      {.op = "FixedLengthRecordReader" version, .create = MakeReader::Create},                          \
      {.op = "TFRecordReader" version, .create = MakeReader::Create},                                   \
      {.op = "IdentityReader" version, .create = MakeReader::Create},                                   \
      {.op = "ReaderRead" version, .is_async = true, .create = ReadRecords<false>::Create},             \
      {.op = "ReaderReadUpTo" version, .is_async = true, .create = ReadRecords<true>::Create},          \
      {.op = "ReaderNumRecordsProduced" version,                                                        \
       .create = CreateKernel<ReaderFact<&Reader::num_records_produced>>},                              \
      {.op = "ReaderNumWorkUnitsCompleted" version,                                                     \
       .create = CreateKernel<ReaderFact<&Reader::num_work_units_completed>>},                          \
      {.op = "ReaderSerializeState" version, .is_async = true, .create = CreateKernel<SerializeState>}, \
      {.op = "ReaderRestoreState" version, .is_async = true, .create = CreateKernel<RestoreState>}, {   \
    .op = "ReaderReset" version, .is_async = true, .create = CreateKernel<ResetReader>                  \
  }

constexpr HostKernelRow kRows[] = {
    RUNNEL_READER_KERNELS(""),
    RUNNEL_READER_KERNELS("V2"),
};

#undef RUNNEL_READER_KERNELS

}  // namespace

std::span<const HostKernelRow> ReaderKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel
