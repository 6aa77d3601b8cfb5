// The ops of lookup tables: a table's definition, what fills it, and what asks it.
#include <charconv>
#include <optional>

#include "core/runtime/host_ops/attr_kernel.h"
#include "core/runtime/host_ops/elements.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/host_util.h"
#include "core/runtime/host_ops/lookup_table.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// ---- definitions ----

class MakeTable : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    anonymous_ = node.op.starts_with("Anonymous");
    if (!anonymous_) {
      RUNNEL_ASSIGN_OR_RETURN(key_, MakeResourceKey(node));
    }
    name_ = anonymous_ ? std::string(node.name) : key_.name;
    spec_.key_type = AttrOr(node, "key_dtype", DType::kInvalid);
    spec_.value_type = AttrOr(node, "value_dtype", DType::kInvalid);
    spec_.value_shape = AttrOr(node, "value_shape", Shape());
    for (const DType type : {spec_.key_type, spec_.value_type}) {
      if (!IsPlainData(type) && type != DType::kString) {
        return InvalidArgument("a table of elements of type ", DTypeName(type));
      }
    }
    if (!spec_.value_shape.IsFullyDefined()) {
      return InvalidArgument("value_shape is ", spec_.value_shape.ToString(), ", which is not defined");
    }
    return OkStatus();
  }

  Status Run(HostContext& ctx) override {
    Ref<LookupTable> table;
    if (anonymous_) {
      RUNNEL_ASSIGN_OR_RETURN(table, Make(ctx));
    } else {
      RUNNEL_ASSIGN_OR_RETURN(
          Ref<Resource> resource,
          ctx.session_resources->LookupOrCreate(
              key_.container, LookupTable::kTypeName, key_.name, [&]() -> Result<Ref<Resource>> {
                RUNNEL_ASSIGN_OR_RETURN(Ref<LookupTable> made, Make(ctx));
                return Ref<Resource>(std::move(made));
              }));
      table = Ref<LookupTable>::Share(static_cast<LookupTable*>(resource.get()));
      if (table->Kind() != KindMade() || !(table->spec() == SpecFor(ctx))) {
        return InvalidArgument("table \"", key_.name, "\" is defined as a ", table->Kind(), " from ",
                               DTypeName(table->spec().key_type), " to ",
                               DTypeName(table->spec().value_type), table->spec().value_shape.ToString(),
                               " elsewhere, here as a ", KindMade(), " from ", DTypeName(spec_.key_type),
                               " to ", DTypeName(spec_.value_type), spec_.value_shape.ToString());
      }
    }
    ctx.outputs[0] = MakeResourceHandle(std::move(table));
    return OkStatus();
  }

 protected:
  virtual std::string_view KindMade() const = 0;
  virtual Result<Ref<LookupTable>> Make(HostContext& ctx) const = 0;
  virtual TableSpec SpecFor(const HostContext&) const { return spec_; }

  TableSpec spec_;
  std::string name_;

 private:
  bool anonymous_ = false;
  ResourceKey key_;
};

template <bool kMutable>
class MakeEntryTable : public MakeTable {
  std::string_view KindMade() const override { return kMutable ? "MutableHashTable" : "HashTable"; }
  Result<Ref<LookupTable>> Make(HostContext&) const override {
    return Ref<LookupTable>(MakeRef<EntryTable>(name_, spec_, kMutable));
  }
};

class MakeTableOfTensors : public MakeEntryTable<true> {
 public:
  Status Init(const HostNode& node) override {
    RUNNEL_RETURN_IF_ERROR(MakeTable::Init(node));
    if (spec_.value_shape.rank() == 1) return OkStatus();
    return InvalidArgument("value_shape is ", spec_.value_shape.ToString(), ", expected a vector's");
  }
};

class MakeDenseTable : public MakeTable {
 public:
  Status Init(const HostNode& node) override {
    buckets_ = AttrOr<int64_t>(node, "initial_num_buckets", 131072);
    load_ = AttrOr<float>(node, "max_load_factor", 0.8F);
    return MakeTable::Init(node);
  }

 private:
  std::string_view KindMade() const override { return "MutableDenseHashTable"; }
  TableSpec SpecFor(const HostContext& ctx) const override {
    TableSpec spec = spec_;
    spec.key_shape = ctx.inputs[0].shape();
    return spec;
  }
  Result<Ref<LookupTable>> Make(HostContext& ctx) const override {
    if (ctx.inputs[0].shape().rank() > 1) {
      return InvalidArgument("empty_key must be a scalar or a vector, got shape ",
                             ctx.inputs[0].shape().ToString());
    }
    return DenseTable::Make(name_, SpecFor(ctx), ctx.inputs[0],
                            ctx.inputs.size() > 1 ? &ctx.inputs[1] : nullptr, buckets_,
                            static_cast<double>(load_));
  }
  int64_t buckets_ = 0;
  float load_ = 0;
};

// ---- what uses them ----

Result<Ref<LookupTable>> TableFromInput(const HostContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(Ref<Resource> resource,
                          ResourceFromHandle(ctx.inputs[0], LookupTable::kTypeName));
  return Ref<LookupTable>::Share(static_cast<LookupTable*>(resource.get()));
}

class Find : public AttrKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const Ref<LookupTable> table, TableFromInput(ctx));
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[0], table->Find(ctx.inputs[1], ctx.inputs[2], ctx.allocator));
    return OkStatus();
  }
};
class Insert : public AttrKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const Ref<LookupTable> table, TableFromInput(ctx));
    return table->Insert(ctx.inputs[1], ctx.inputs[2]);
  }
};
class Remove : public AttrKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const Ref<LookupTable> table, TableFromInput(ctx));
    return table->Remove(ctx.inputs[1]);
  }
};
class Import : public AttrKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const Ref<LookupTable> table, TableFromInput(ctx));
    return table->Import(ctx.inputs[1], ctx.inputs[2]);
  }
};
class Export : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    key_type_ = AttrOr(node, "Tkeys", DType::kInvalid);
    value_type_ = AttrOr(node, "Tvalues", DType::kInvalid);
    return OkStatus();
  }
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const Ref<LookupTable> table, TableFromInput(ctx));
    const TableSpec& spec = table->spec();
    if (spec.key_type != key_type_ || spec.value_type != value_type_) {
      return InvalidArgument("table \"", table->name(), "\" goes from ", DTypeName(spec.key_type),
                             " to ", DTypeName(spec.value_type), ", the node expects ",
                             DTypeName(key_type_), " and ", DTypeName(value_type_));
    }
    return table->Export(ctx.allocator, &ctx.outputs[0], &ctx.outputs[1]);
  }

 private:
  DType key_type_ = DType::kInvalid, value_type_ = DType::kInvalid;
};
class Size : public AttrKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const Ref<LookupTable> table, TableFromInput(ctx));
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const size, NewOutput(ctx, 0, DType::kInt64, Shape()));
    *static_cast<int64_t*>(size->data()) = table->Size();
    return OkStatus();
  }
};

class Initialize : public AttrKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const Ref<LookupTable> table, TableFromInput(ctx));
    RUNNEL_RETURN_IF_ERROR(CheckRank(ctx, 1, "keys", 1));
    return table->Initialize(ctx.inputs[1], ctx.inputs[2]);
  }
};

// A line is a key or a value as a whole (-2), by its number (-1), or by one of its columns.
class InitializeFromFile : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    key_index_ = AttrOr<int64_t>(node, "key_index", -3);
    value_index_ = AttrOr<int64_t>(node, "value_index", -3);
    lines_ = AttrOr<int64_t>(node, "vocab_size", -1);
    first_ = AttrOr<int64_t>(node, "offset", 0);
    const std::string delimiter = StringAttrOr(node, "delimiter", "\t");
    if (delimiter.size() != 1) {
      return InvalidArgument("delimiter has ", delimiter.size(), " bytes, expected one");
    }
    delimiter_ = delimiter[0];
    if (lines_ < -1) return InvalidArgument("vocab_size is ", lines_, ", expected at least -1");
    if (key_index_ < -2 || value_index_ < -2) {
      return InvalidArgument("key_index is ", key_index_, ", value_index ", value_index_,
                             ", expected at least -2");
    }
    return OkStatus();
  }

  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const Ref<LookupTable> table, TableFromInput(ctx));
    RUNNEL_RETURN_IF_ERROR(
        CheckScalar(ctx.inputs[1], DType::kString, "filename", /*allow_vector=*/true));
    RUNNEL_ASSIGN_OR_RETURN(const std::string path, FilePath(ctx, ctx.inputs[1].string_at(0)));
    const TableSpec& spec = table->spec();
    RUNNEL_RETURN_IF_ERROR(CheckType(key_index_, spec.key_type, "key"));
    RUNNEL_RETURN_IF_ERROR(CheckType(value_index_, spec.value_type, "value"));
    RUNNEL_ASSIGN_OR_RETURN(const std::string text, Files(ctx).ReadAll(path));
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<std::string> lines, Lines(path, text));
    const Shape shape{static_cast<int64_t>(lines.size())};
    RUNNEL_ASSIGN_OR_RETURN(Tensor keys, Tensor::Allocate(ctx.allocator, spec.key_type, shape));
    RUNNEL_ASSIGN_OR_RETURN(Tensor values, Tensor::Allocate(ctx.allocator, spec.value_type, shape));
    for (size_t i = 0; i < lines.size(); ++i) {
      for (const bool is_key : {true, false}) {
        const Status status = Read(lines[i], static_cast<int64_t>(i), is_key ? key_index_ : value_index_,
                                   is_key ? &keys : &values);
        if (!status.ok()) return status.WithPrefix(StrCat("\"", path, "\", line ", i + 1));
      }
    }
    return table->Initialize(keys, values);
  }

 private:
  static Status CheckType(int64_t index, DType type, std::string_view what) {
    if (index == -1 && type != DType::kInt64) {
      return InvalidArgument("a ", what, " that is a line's number must be int64, the table has ",
                             DTypeName(type));
    }
    if (index == -2 && type != DType::kString && type != DType::kInt32 && type != DType::kInt64) {
      return InvalidArgument(
          "a ", what, " that is a line must be a string or an integer, the table has ", DTypeName(type));
    }
    return OkStatus();
  }

  Result<std::vector<std::string>> Lines(const std::string& path, std::string_view text) const {
    std::vector<std::string> lines;
    if (text.empty() || lines_ == 0) {
      return OutOfRange("\"", path, "\" has no lines to take, vocab_size is ", lines_);
    }
    while (!text.empty() && (lines_ < 0 || static_cast<int64_t>(lines.size()) < lines_)) {
      const size_t end = text.find('\n');
      std::string line(text.substr(0, end));
      text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
      std::erase(line, '\r');
      if (line.empty()) {
        return InvalidArgument("\"", path, "\": line ", lines.size() + 1, " is empty");
      }
      lines.push_back(std::move(line));
    }
    if (lines_ >= 0 && static_cast<int64_t>(lines.size()) < lines_) {
      return InvalidArgument("\"", path, "\" has ", lines.size(), " lines, vocab_size is ", lines_);
    }
    return lines;
  }

  Status Read(std::string_view line, int64_t i, int64_t index, Tensor* out) const {
    if (index == -1) {
      int64_t number = 0;
      if (__builtin_add_overflow(i, first_, &number)) return InvalidArgument("offset is ", first_);
      static_cast<int64_t*>(out->data())[i] = number;
      return OkStatus();
    }
    if (index == -2) return Store(line, i, out);
    for (int64_t column = 0; column < index; ++column) {
      const size_t end = line.find(delimiter_);
      if (end == std::string_view::npos) {
        return InvalidArgument("there are ", column + 1, " columns, expected at least ", index + 1);
      }
      line.remove_prefix(end + 1);
    }
    return Store(line.substr(0, line.find(delimiter_)), i, out);
  }
  static Status Store(std::string_view line, int64_t i, Tensor* out) {
    switch (out->dtype()) {
      case DType::kString:
        return SetString(*out, i, line);
      case DType::kInt32:
        return ReadNumber(line, static_cast<int32_t*>(out->data()) + i);
      case DType::kInt64:
        return ReadNumber(line, static_cast<int64_t*>(out->data()) + i);
      case DType::kFloat:
        return ReadNumber(line, static_cast<float*>(out->data()) + i);
      case DType::kDouble:
        return ReadNumber(line, static_cast<double*>(out->data()) + i);
      default:
        return InvalidArgument("columns of type ", DTypeName(out->dtype()));
    }
  }
  template <typename T>
  static Status ReadNumber(std::string_view text, T* out) {
    std::string_view digits = text;
    while (digits.starts_with(' ')) digits.remove_prefix(1);
    while (digits.ends_with(' ')) digits.remove_suffix(1);
    if (digits.starts_with('+')) digits.remove_prefix(1);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), *out);
    if (error == std::errc() && end == digits.data() + digits.size() && !digits.empty())
      return OkStatus();
    return InvalidArgument("\"", text, "\" is no ", DTypeName(DTypeOf<T>::kValue));
  }

  int64_t key_index_ = 0, value_index_ = 0, lines_ = -1, first_ = 0;
  char delimiter_ = '\t';
};

constexpr HostKernelRow kRows[] = {
    {.op = "HashTable", .create = CreateKernel<MakeEntryTable<false>>},
    {.op = "HashTableV2", .create = CreateKernel<MakeEntryTable<false>>},
    {.op = "AnonymousHashTable", .create = CreateKernel<MakeEntryTable<false>>},
    {.op = "MutableHashTable", .create = CreateKernel<MakeEntryTable<true>>},
    {.op = "MutableHashTableV2", .create = CreateKernel<MakeEntryTable<true>>},
    {.op = "AnonymousMutableHashTable", .create = CreateKernel<MakeEntryTable<true>>},
    {.op = "MutableHashTableOfTensors", .create = CreateKernel<MakeTableOfTensors>},
    {.op = "MutableHashTableOfTensorsV2", .create = CreateKernel<MakeTableOfTensors>},
    {.op = "AnonymousMutableHashTableOfTensors", .create = CreateKernel<MakeTableOfTensors>},
    {.op = "MutableDenseHashTable", .create = CreateKernel<MakeDenseTable>},
    {.op = "MutableDenseHashTableV2", .create = CreateKernel<MakeDenseTable>},
    {.op = "AnonymousMutableDenseHashTable", .create = CreateKernel<MakeDenseTable>},
    {.op = "InitializeTable", .create = CreateKernel<Initialize>},
    {.op = "InitializeTableV2", .create = CreateKernel<Initialize>},
    {.op = "InitializeTableFromTextFile", .create = CreateKernel<InitializeFromFile>},
    {.op = "InitializeTableFromTextFileV2", .create = CreateKernel<InitializeFromFile>},
    {.op = "LookupTableFind", .create = CreateKernel<Find>},
    {.op = "LookupTableFindV2", .create = CreateKernel<Find>},
    {.op = "LookupTableInsert", .create = CreateKernel<Insert>},
    {.op = "LookupTableInsertV2", .create = CreateKernel<Insert>},
    {.op = "LookupTableRemoveV2", .create = CreateKernel<Remove>},
    {.op = "LookupTableImport", .create = CreateKernel<Import>},
    {.op = "LookupTableImportV2", .create = CreateKernel<Import>},
    {.op = "LookupTableExport", .create = CreateKernel<Export>},
    {.op = "LookupTableExportV2", .create = CreateKernel<Export>},
    {.op = "LookupTableSize", .create = CreateKernel<Size>},
    {.op = "LookupTableSizeV2", .create = CreateKernel<Size>},
};

}  // namespace

std::span<const HostKernelRow> LookupKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel
