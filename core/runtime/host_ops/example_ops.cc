// ParseExample and its kin: rows of serialized Examples into one tensor, or more, for each feature.
#include <algorithm>
#include <utility>

#include "core/runtime/host_ops/attr_kernel.h"
#include "core/runtime/host_ops/example_columns.h"
#include "core/runtime/host_ops/example_ops.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/host_util.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

struct ExampleSpec {
  std::vector<ColumnSpec> sparse, dense, ragged;
  size_t size() const { return sparse.size() + dense.size() + ragged.size(); }
  const ColumnSpec& at(size_t slot) const {
    if (slot < sparse.size()) return sparse[slot];
    slot -= sparse.size();
    return slot < dense.size() ? dense[slot] : ragged[slot - dense.size()];
  }
};

Status AddColumns(const std::vector<std::string>& keys, const std::vector<DType>& types,
                  std::string_view what, std::vector<ColumnSpec>* out) {
  if (keys.size() != types.size()) {
    return InvalidArgument(what, " features have ", keys.size(), " keys and ", types.size(), " types");
  }
  for (size_t i = 0; i < keys.size(); ++i) {
    ColumnSpec column;
    column.key = keys[i];
    column.dtype = types[i];
    out->push_back(std::move(column));
  }
  return OkStatus();
}

// The strings of an input that is a vector, or of several that are scalars.
Result<std::vector<std::string>> KeysOf(std::span<const Tensor> inputs) {
  std::vector<std::string> keys;
  for (const Tensor& input : inputs) {
    if (input.dtype() != DType::kString || input.shape().rank() > 1) {
      return InvalidArgument("keys must be a vector of strings, got ", DTypeName(input.dtype()),
                             input.shape().ToString());
    }
    for (int64_t i = 0; i < input.num_elements(); ++i) keys.emplace_back(input.string_at(i));
  }
  return keys;
}

std::vector<std::string> StringListAttr(const HostNode& node, std::string_view name) {
  const auto* list = node.attr<std::vector<std::string>>(name);
  return list == nullptr ? std::vector<std::string>() : *list;
}

// Parses all rows and makes the outputs: of sparse features all indices, then values, then shapes; the
// dense values; of ragged features all values, then all splits.
Status ParseRows(HostContext& ctx, const ExampleSpec& spec, const Tensor& serialized,
                 const RowNames& names, Rows rows) {
  const auto count = static_cast<size_t>(serialized.num_elements());
  const size_t slots = spec.size();
  KeySlots keys;
  for (size_t s = 0; s < slots; ++s) keys.Add(spec.at(s).key, s);
  std::vector<Feature> cells(count * slots);
  std::vector<NamedFeature> features;
  for (size_t r = 0; r < count; ++r) {
    RUNNEL_RETURN_IF_ERROR(CheckNotCancelled(ctx));
    features.clear();
    Status status = ReadExample(serialized.string_at(static_cast<int64_t>(r)), &features);
    if (!status.ok()) return status.WithPrefix(names.Of(r));
    for (const auto& [key, feature] : features) {
      const auto* found = keys.Find(key);
      if (found == nullptr) continue;
      for (const size_t s : *found) cells[r * slots + s] = feature;
    }
  }
  const auto column = [&](size_t slot) { return Column{cells.data() + slot, slots, count}; };
  size_t out = 0;
  for (size_t i = 0; i < spec.sparse.size(); ++i) {
    RUNNEL_RETURN_IF_ERROR(
        WriteSparse(ctx, spec.sparse[i], column(i), names, rows, i, spec.sparse.size()));
  }
  out = 3 * spec.sparse.size();
  size_t slot = spec.sparse.size();
  for (const ColumnSpec& dense : spec.dense) {
    RUNNEL_RETURN_IF_ERROR(WriteDense(ctx, dense, column(slot++), names, rows, out++));
  }
  for (size_t i = 0; i < spec.ragged.size(); ++i) {
    RUNNEL_RETURN_IF_ERROR(
        WriteRagged(ctx, spec.ragged[i], column(slot++), names, rows, out + i, spec.ragged.size()));
  }
  return OkStatus();
}

// The attrs that all have.
class ExampleKernel : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    sparse_types_ = TypeListAttr(node, "sparse_types");
    dense_types_ = TypeListAttr(node, "Tdense");
    ragged_types_ = TypeListAttr(node, "ragged_value_types");
    split_types_ = TypeListAttr(node, "ragged_split_types");
    dense_shapes_ = ShapeListAttr(node, "dense_shapes");
    if (dense_shapes_.size() != dense_types_.size()) {
      return InvalidArgument("dense_shapes has ", dense_shapes_.size(), " entries for ",
                             dense_types_.size(), " dense features");
    }
    if (split_types_.size() != ragged_types_.size()) {
      return InvalidArgument("ragged_split_types has ", split_types_.size(), " entries for ",
                             ragged_types_.size(), " ragged features");
    }
    for (const Shape& shape : dense_shapes_) {
      bool open = false;
      for (int d = 1; shape.has_rank() && d < shape.rank(); ++d) open = open || shape.dim(d) < 0;
      if (!shape.has_rank() || open) {
        return InvalidArgument("a dense feature has shape ", shape.ToString(),
                               ", of which only the first size may be unknown");
      }
    }
    return OkStatus();
  }

 protected:
  // `defaults`: the inputs with what stands for missing dense features.
  Result<ExampleSpec> Spec(const std::vector<std::string>& sparse, const std::vector<std::string>& dense,
                           const std::vector<std::string>& ragged,
                           std::span<const Tensor> defaults) const {
    ExampleSpec spec;
    RUNNEL_RETURN_IF_ERROR(AddColumns(sparse, sparse_types_, "sparse", &spec.sparse));
    RUNNEL_RETURN_IF_ERROR(AddColumns(dense, dense_types_, "dense", &spec.dense));
    RUNNEL_RETURN_IF_ERROR(AddColumns(ragged, ragged_types_, "ragged", &spec.ragged));
    for (size_t i = 0; i < dense.size(); ++i) {
      spec.dense[i].shape = dense_shapes_[i];
      spec.dense[i].otherwise = &defaults[i];
    }
    for (size_t i = 0; i < ragged.size(); ++i) spec.ragged[i].split_dtype = split_types_[i];
    return spec;
  }
  size_t num_sparse() const { return sparse_types_.size(); }
  size_t num_dense() const { return dense_types_.size(); }

 private:
  std::vector<DType> sparse_types_, dense_types_, ragged_types_, split_types_;
  std::vector<Shape> dense_shapes_;
};

Status CheckNames(const Tensor& names, const Tensor& serialized) {
  if (names.num_elements() == 0 || names.shape() == serialized.shape()) return OkStatus();
  return InvalidArgument("names must be empty or have the shape of serialized, ",
                         serialized.shape().ToString(), ", got ", names.shape().ToString());
}

class ParseExample : public ExampleKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_RETURN_IF_ERROR(CheckRank(ctx, 0, "serialized", 1));
    RUNNEL_RETURN_IF_ERROR(CheckNames(ctx.inputs[1], ctx.inputs[0]));
    const std::span<const Tensor> keys = ctx.inputs.subspan(2);
    RUNNEL_ASSIGN_OR_RETURN(const auto sparse, KeysOf(keys.first(num_sparse())));
    RUNNEL_ASSIGN_OR_RETURN(const auto dense, KeysOf(keys.subspan(num_sparse(), num_dense())));
    RUNNEL_ASSIGN_OR_RETURN(
        const ExampleSpec spec,
        Spec(sparse, dense, {}, keys.subspan(num_sparse() + num_dense(), num_dense())));
    return ParseRows(ctx, spec, ctx.inputs[0], {&ctx.inputs[1]}, Rows::kBatch);
  }
};

class ParseExampleV2 : public ExampleKernel {
 public:
  Status Run(HostContext& ctx) override {
    const Tensor& serialized = ctx.inputs[0];
    if (serialized.shape().rank() > 1) RUNNEL_RETURN_IF_ERROR(CheckRank(ctx, 0, "serialized", 1));
    RUNNEL_RETURN_IF_ERROR(CheckNames(ctx.inputs[1], serialized));
    RUNNEL_ASSIGN_OR_RETURN(const auto sparse, KeysOf(ctx.inputs.subspan(2, 1)));
    RUNNEL_ASSIGN_OR_RETURN(const auto dense, KeysOf(ctx.inputs.subspan(3, 1)));
    RUNNEL_ASSIGN_OR_RETURN(const auto ragged, KeysOf(ctx.inputs.subspan(4, 1)));
    RUNNEL_ASSIGN_OR_RETURN(const ExampleSpec spec, Spec(sparse, dense, ragged, ctx.inputs.subspan(5)));
    return ParseRows(ctx, spec, serialized, {&ctx.inputs[1]},
                     serialized.shape().rank() == 0 ? Rows::kOne : Rows::kBatch);
  }
};

class ParseSingleExample : public ExampleKernel {
 public:
  Status Init(const HostNode& node) override {
    RUNNEL_RETURN_IF_ERROR(ExampleKernel::Init(node));
    sparse_keys_ = StringListAttr(node, "sparse_keys");
    dense_keys_ = StringListAttr(node, "dense_keys");
    const int64_t count = AttrOr<int64_t>(node, "num_sparse", 0);
    if (static_cast<size_t>(count) == sparse_keys_.size()) return OkStatus();
    return InvalidArgument("num_sparse is ", count, ", sparse_keys has ", sparse_keys_.size(),
                           " entries");
  }
  Status Run(HostContext& ctx) override {
    RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[0], DType::kString, "serialized"));
    RUNNEL_ASSIGN_OR_RETURN(const ExampleSpec spec,
                            Spec(sparse_keys_, dense_keys_, {}, ctx.inputs.subspan(1)));
    return ParseRows(ctx, spec, ctx.inputs[0], {}, Rows::kOne);
  }

 private:
  std::vector<std::string> sparse_keys_, dense_keys_;
};

// ---- sequences ----

struct SequenceSpec {
  ExampleSpec context, lists;
};

Status CheckOnce(const ExampleSpec& spec, std::string_view what) {
  for (size_t a = 0; a < spec.size(); ++a) {
    for (size_t b = 0; b < a; ++b) {
      if (spec.at(a).key != spec.at(b).key) continue;
      return InvalidArgument(what, " \"", spec.at(a).key, "\" is wanted twice");
    }
  }
  return OkStatus();
}

// Outputs, of context and then of lists: sparse indices, values and shapes, dense values (of lists also
// lengths, in a batch), ragged values and splits (of lists outer and inner ones).
Status ParseSequences(HostContext& ctx, const SequenceSpec& spec, const Tensor& serialized,
                      const RowNames& names, Rows rows, bool has_lengths) {
  const auto count = static_cast<size_t>(serialized.num_elements());
  RUNNEL_RETURN_IF_ERROR(CheckOnce(spec.context, "context feature"));
  RUNNEL_RETURN_IF_ERROR(CheckOnce(spec.lists, "feature list"));
  const size_t slots = spec.context.size(), list_slots = spec.lists.size();
  KeySlots keys, list_keys;
  for (size_t s = 0; s < slots; ++s) keys.Add(spec.context.at(s).key, s);
  for (size_t s = 0; s < list_slots; ++s) list_keys.Add(spec.lists.at(s).key, s);
  std::vector<Feature> cells(count * slots);
  std::vector<std::vector<NamedFeatureList>> lists(count);
  std::vector<const std::vector<Feature>*> list_cells(count * list_slots, nullptr);
  std::vector<NamedFeature> context;
  for (size_t r = 0; r < count; ++r) {
    RUNNEL_RETURN_IF_ERROR(CheckNotCancelled(ctx));
    context.clear();
    Status status =
        ReadSequenceExample(serialized.string_at(static_cast<int64_t>(r)), &context, &lists[r]);
    if (!status.ok()) return status.WithPrefix(names.Of(r));
    for (const auto& [key, feature] : context) {
      if (const auto* found = keys.Find(key)) cells[r * slots + found->front()] = feature;
    }
    for (const auto& [key, steps] : lists[r]) {
      if (const auto* found = list_keys.Find(key)) list_cells[r * list_slots + found->front()] = &steps;
    }
  }

  const auto column = [&](size_t slot) { return Column{cells.data() + slot, slots, count}; };
  const auto steps = [&](size_t slot) {
    return StepsColumn{list_cells.data() + slot, list_slots, count};
  };
  size_t out = 0, slot = 0;
  for (const ColumnSpec& c : spec.context.sparse) {
    RUNNEL_RETURN_IF_ERROR(
        WriteSparse(ctx, c, column(slot++), names, rows, out++, spec.context.sparse.size()));
  }
  out = 3 * spec.context.sparse.size();
  for (const ColumnSpec& c : spec.context.dense) {
    RUNNEL_RETURN_IF_ERROR(WriteDense(ctx, c, column(slot++), names, rows, out++));
  }
  for (const ColumnSpec& c : spec.context.ragged) {
    RUNNEL_RETURN_IF_ERROR(
        WriteRagged(ctx, c, column(slot++), names, rows, out++, spec.context.ragged.size()));
  }
  out += spec.context.ragged.size();
  slot = 0;
  for (const ColumnSpec& c : spec.lists.sparse) {
    RUNNEL_RETURN_IF_ERROR(
        WriteSparseSteps(ctx, c, steps(slot++), names, rows, out++, spec.lists.sparse.size()));
  }
  out += 2 * spec.lists.sparse.size();
  for (const ColumnSpec& c : spec.lists.dense) {
    RUNNEL_RETURN_IF_ERROR(WriteDenseSteps(ctx, c, steps(slot++), names, rows, out++,
                                           has_lengths ? spec.lists.dense.size() : 0));
  }
  if (has_lengths) out += spec.lists.dense.size();
  for (const ColumnSpec& c : spec.lists.ragged) {
    RUNNEL_RETURN_IF_ERROR(
        WriteRaggedSteps(ctx, c, steps(slot++), names, rows, out++, spec.lists.ragged.size()));
  }
  return OkStatus();
}

class SequenceKernel : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    context_.sparse = TypeListAttr(node, "context_sparse_types");
    context_.dense = TypeListAttr(node, "Tcontext_dense");
    context_.ragged = TypeListAttr(node, "context_ragged_value_types");
    context_.splits = TypeListAttr(node, "context_ragged_split_types");
    context_.shapes = ShapeListAttr(node, "context_dense_shapes");
    lists_.sparse = TypeListAttr(node, "feature_list_sparse_types");
    lists_.dense = TypeListAttr(node, "feature_list_dense_types");
    lists_.ragged = TypeListAttr(node, "feature_list_ragged_value_types");
    lists_.splits = TypeListAttr(node, "feature_list_ragged_split_types");
    lists_.shapes = ShapeListAttr(node, "feature_list_dense_shapes");
    for (const Attrs* attrs : {&context_, &lists_}) {
      if (attrs->shapes.size() != attrs->dense.size() || attrs->splits.size() != attrs->ragged.size()) {
        return InvalidArgument("there are ", attrs->dense.size(), " dense types and ",
                               attrs->shapes.size(), " shapes, ", attrs->ragged.size(),
                               " ragged types and ", attrs->splits.size(), " types of splits");
      }
      for (const Shape& shape : attrs->shapes) {
        if (shape.IsFullyDefined() || (attrs == &context_ && shape.rank() > 0)) continue;
        return InvalidArgument("a dense feature has shape ", shape.ToString(),
                               ", expected one that is fully defined");
      }
    }
    return OkStatus();
  }

 protected:
  struct Attrs {
    std::vector<DType> sparse, dense, ragged, splits;
    std::vector<Shape> shapes;
  };
  struct Keys {
    std::vector<std::string> sparse, dense, ragged;
  };
  static Result<ExampleSpec> Spec(const Attrs& attrs, const Keys& keys) {
    ExampleSpec spec;
    RUNNEL_RETURN_IF_ERROR(AddColumns(keys.sparse, attrs.sparse, "sparse", &spec.sparse));
    RUNNEL_RETURN_IF_ERROR(AddColumns(keys.dense, attrs.dense, "dense", &spec.dense));
    RUNNEL_RETURN_IF_ERROR(AddColumns(keys.ragged, attrs.ragged, "ragged", &spec.ragged));
    for (size_t i = 0; i < spec.dense.size(); ++i) spec.dense[i].shape = attrs.shapes[i];
    for (size_t i = 0; i < spec.ragged.size(); ++i) {
      spec.ragged[i].split_dtype = attrs.splits[i];
      spec.ragged[i].no_splits = ColumnSpec::NoSplits::kScalar;
    }
    return spec;
  }
  // `may_be_empty(key, i)`: whether list i may be missing.
  template <typename F>
  Result<SequenceSpec> Specs(const Keys& context, const Keys& lists, std::span<const Tensor> defaults,
                             F may_be_empty) const {
    SequenceSpec spec;
    RUNNEL_ASSIGN_OR_RETURN(spec.context, Spec(context_, context));
    RUNNEL_ASSIGN_OR_RETURN(spec.lists, Spec(lists_, lists));
    for (size_t i = 0; i < spec.context.dense.size(); ++i)
      spec.context.dense[i].otherwise = &defaults[i];
    for (size_t i = 0; i < spec.lists.dense.size(); ++i) {
      spec.lists.dense[i].missing_is_empty = may_be_empty(spec.lists.dense[i].key, i);
    }
    return spec;
  }
  Attrs context_, lists_;
};

bool Contains(const std::vector<std::string>& keys, const std::string& key) {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

class ParseSequenceExample : public SequenceKernel {
 public:
  Status Init(const HostNode& node) override {
    context_keys_ = {
        StringListAttr(node, "context_sparse_keys"), StringListAttr(node, "context_dense_keys"), {}};
    list_keys_ = {StringListAttr(node, "feature_list_sparse_keys"),
                  StringListAttr(node, "feature_list_dense_keys"),
                  {}};
    may_be_empty_ = StringListAttr(node, "feature_list_dense_missing_assumed_empty");
    return SequenceKernel::Init(node);
  }
  Status Run(HostContext& ctx) override {
    RUNNEL_RETURN_IF_ERROR(CheckRank(ctx, 0, "serialized", 1));
    RUNNEL_RETURN_IF_ERROR(CheckNames(ctx.inputs[1], ctx.inputs[0]));
    RUNNEL_ASSIGN_OR_RETURN(
        const SequenceSpec spec,
        Specs(context_keys_, list_keys_, ctx.inputs.subspan(2),
              [this](const std::string& key, size_t) { return Contains(may_be_empty_, key); }));
    return ParseSequences(ctx, spec, ctx.inputs[0], {&ctx.inputs[1]}, Rows::kBatch,
                          /*has_lengths=*/true);
  }

 private:
  Keys context_keys_, list_keys_;
  std::vector<std::string> may_be_empty_;
};

class ParseSequenceExampleV2 : public SequenceKernel {
 public:
  Status Run(HostContext& ctx) override {
    const Tensor& serialized = ctx.inputs[0];
    if (serialized.shape().rank() > 1) RUNNEL_RETURN_IF_ERROR(CheckRank(ctx, 0, "serialized", 1));
    RUNNEL_RETURN_IF_ERROR(CheckNames(ctx.inputs[1], serialized));
    Keys context, lists;
    std::vector<std::string>* const all[] = {&context.sparse, &context.dense, &context.ragged,
                                             &lists.sparse,   &lists.dense,   &lists.ragged};
    for (size_t i = 0; i < 6; ++i) {
      RUNNEL_ASSIGN_OR_RETURN(*all[i], KeysOf(ctx.inputs.subspan(2 + i, 1)));
    }
    const Tensor& may_be_empty = ctx.inputs[8];
    if (may_be_empty.dtype() != DType::kBool || may_be_empty.shape().rank() != 1 ||
        static_cast<size_t>(may_be_empty.num_elements()) != lists.dense.size()) {
      return InvalidArgument("feature_list_dense_missing_assumed_empty must be a vector of ",
                             lists.dense.size(), " bools, got ", DTypeName(may_be_empty.dtype()),
                             may_be_empty.shape().ToString());
    }
    RUNNEL_ASSIGN_OR_RETURN(
        const SequenceSpec spec,
        Specs(context, lists, ctx.inputs.subspan(9), [&may_be_empty](const std::string&, size_t i) {
          return may_be_empty.values<const bool>()[i];
        }));
    return ParseSequences(ctx, spec, serialized, {&ctx.inputs[1]},
                          serialized.shape().rank() == 0 ? Rows::kOne : Rows::kBatch,
                          /*has_lengths=*/true);
  }
};

class ParseSingleSequenceExample : public SequenceKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[0], DType::kString, "serialized"));
    RUNNEL_ASSIGN_OR_RETURN(const auto may_be_empty, KeysOf(ctx.inputs.subspan(1, 1)));
    Keys context, lists;
    size_t at = 2;
    const std::pair<std::vector<std::string>*, size_t> all[] = {
        {&context.sparse, context_.sparse.size()},
        {&context.dense, context_.dense.size()},
        {&lists.sparse, lists_.sparse.size()},
        {&lists.dense, lists_.dense.size()}};
    for (const auto& [keys, count] : all) {
      RUNNEL_ASSIGN_OR_RETURN(*keys, KeysOf(ctx.inputs.subspan(at, count)));
      at += count;
    }
    RUNNEL_ASSIGN_OR_RETURN(
        const SequenceSpec spec,
        Specs(context, lists, ctx.inputs.subspan(at),
              [&may_be_empty](const std::string& key, size_t) { return Contains(may_be_empty, key); }));
    return ParseSequences(ctx, spec, ctx.inputs[0], {&ctx.inputs.back()}, Rows::kOne,
                          /*has_lengths=*/false);
  }
};

constexpr HostKernelRow kRows[] = {
    {.op = "ParseExample", .create = CreateKernel<ParseExample>},
    {.op = "ParseExampleV2", .create = CreateKernel<ParseExampleV2>},
    {.op = "ParseSingleExample", .create = CreateKernel<ParseSingleExample>},
    {.op = "ParseSequenceExample", .create = CreateKernel<ParseSequenceExample>},
    {.op = "ParseSequenceExampleV2", .create = CreateKernel<ParseSequenceExampleV2>},
    {.op = "ParseSingleSequenceExample", .create = CreateKernel<ParseSingleSequenceExample>},
};

}  // namespace

Result<std::unique_ptr<HostKernel>> CreateExampleParser(const HostNode& node) {
  return CreateKernel<ParseExampleV2>(node);
}

std::span<const HostKernelRow> ExampleKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel
