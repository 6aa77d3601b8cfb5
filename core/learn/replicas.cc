#include "core/learn/replicas.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "core/ops/gradient_helpers.h"
#include "core/runtime/exchange/combine.h"

namespace runnel::learn {
namespace {}  // namespace

Result<Replicas> Replicas::Create(Graph* graph, const std::string& scope, const Strategy& strategy,
                                  std::span<const OutputRef> batch) {
  Replicas made(graph, scope, strategy);
  RUNNEL_RETURN_IF_ERROR(made.Divide(batch));
  return made;
}

Status Replicas::Divide(std::span<const OutputRef> batch) {
  const auto count = static_cast<int64_t>(strategy_.devices.size());
  std::vector<int32_t> numbers(strategy_.devices.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  RUNNEL_ASSIGN_OR_RETURN(const Tensor which, Tensor::FromValues<int32_t>(Shape({count}), numbers));
  GraphBuilder b(graph_, StrCat(scope_, "/divide"));
  b.set_device(strategy_.host);
  all_rows_ =
      b.Op("StridedSlice",
           {b.Op("Shape", {batch[0]}), b.Int32Vector({0}), b.Int32Vector({1}), b.Int32Vector({1})},
           {{"shrink_axis_mask", 1}});
  const OutputRef parts = b.Scalar(DType::kInt32, static_cast<double>(count));
  const OutputRef larger = b.Op("Less", {b.Constant(which), b.Op("FloorMod", {all_rows_, parts})});
  const OutputRef sizes = b.Op("AddV2", {b.Op("FloorDiv", {all_rows_, parts}),
                                         b.Op("Cast", {larger}, {{"DstT", DType::kInt32}})});
  rows_ = b.Ops("Unpack", {sizes}, {{"num", count}});
  for (size_t r = 0; r < rows_.size(); ++r)
    parts_.emplace_back(graph_, StrCat(scope_, "/", r), strategy_.devices[r], static_cast<int64_t>(r));
  for (const OutputRef whole : batch) {
    const std::vector<OutputRef> divided =
        b.Ops("SplitV", {whole, sizes, b.Scalar(DType::kInt32, 0)}, {{"num_split", count}});
    RUNNEL_RETURN_IF_ERROR(b.status());
    for (size_t r = 0; r < parts_.size(); ++r) parts_[r].Replace(whole, divided[r]);
    if (slices_.empty()) slices_ = divided;
  }
  return b.status();
}

// The variable begins with zeros: who makes a session initialises all variables in one step.
Result<Replicas::Copied> Replicas::CopyVariable(const Weight& variable, size_t part) {
  GraphBuilder b(graph_, StrCat(scope_, "/", part, "/begin"));
  b.set_device(strategy_.devices[part]);
  NodeSpec spec;
  spec.op = "VarHandleOp";
  // Within the scope that a state's name may begin with.
  std::string_view name = variable.name;
  const std::string_view around = std::string_view(scope_).substr(0, scope_.rfind('/') + 1);
  if (name.starts_with(around)) name.remove_prefix(around.size());
  spec.name = graph_->UniqueName(StrCat(scope_, "/", part, "/", name));
  SetAttr(&spec.attrs, "dtype", variable.dtype);
  SetAttr(&spec.attrs, "shape", variable.shape);
  SetAttr(&spec.attrs, "shared_name", spec.name);
  Node* const copy = b.AddNode(std::move(spec));
  RUNNEL_RETURN_IF_ERROR(b.status());
  const std::vector<int64_t> dims(variable.shape.dims().begin(), variable.shape.dims().end());
  RUNNEL_ASSIGN_OR_RETURN(const Tensor sizes,
                          Tensor::FromValues<int64_t>(Shape({static_cast<int64_t>(dims.size())}), dims));
  const OutputRef zeros = b.Op("Fill", {b.Constant(sizes), b.Scalar(variable.dtype, 0)});
  Node* const begin = b.Op("AssignVariableOp", {{copy, 0}, zeros}).node;
  RUNNEL_RETURN_IF_ERROR(b.status());
  return Copied{variable.handle, copy, begin, strategy_.devices[part]};
}

Status Replicas::CopyVariables(std::span<const Weight> variables) {
  if (strategy_.ReducesToAll()) {
    const auto found = std::find_if(variables.begin(), variables.end(),
                                    [](const Weight& weight) { return !CanCombine(weight.dtype); });
    if (found == variables.end()) {
      all_reduce_.emplace(graph_, scope_, strategy_.devices);
    } else if (strategy_.reduction == Strategy::Reduction::kAllReduce) {
      return Unimplemented("cross_device_ops=all_reduce: variable \"", found->name, "\" is of ",
                           DTypeName(found->dtype), ", of which there are no reductions over tasks");
    }
  }
  return AddCopies(variables);
}

Status Replicas::CopyStates(std::span<const Weight> states) {
  return all_update() ? AddCopies(states) : OkStatus();
}

Status Replicas::AddCopies(std::span<const Weight> variables) {
  std::map<std::string, size_t> first;  // of the parts of a device
  for (size_t r = 0; r < parts_.size(); ++r) {
    const std::string& device = strategy_.devices[r];
    if (device == strategy_.home) continue;
    const bool is_first = first.emplace(device, handles_.size()).second;
    for (size_t i = 0; i < variables.size(); ++i) {
      if (is_first) {
        RUNNEL_ASSIGN_OR_RETURN(const Copied one, CopyVariable(variables[i], r));
        copied_.push_back(one);
        handles_.push_back(one.copy);
      }
      parts_[r].Replace({variables[i].handle, 0}, {handles_[first[device] + i], 0});
    }
  }
  return OkStatus();
}

Result<std::vector<std::vector<OutputRef>>> Replicas::Parts(std::span<const OutputRef> values) {
  std::vector<std::vector<OutputRef>> parts;
  for (NodeCopies& part : parts_) {
    RUNNEL_ASSIGN_OR_RETURN(std::vector<OutputRef> copies, part.Of(values));
    parts.push_back(std::move(copies));
  }
  return parts;
}

OutputRef Replicas::AddUp(const std::vector<std::vector<OutputRef>>& parts, size_t value) {
  OutputRef sum;
  for (size_t r = 0; r < parts.size(); ++r) {
    OutputRef one = parts[r][value];
    // A part without rows may give what is no number.
    if (r > 0) {
      const OutputRef has = b_.Op("Greater", {rows_[r], b_.Scalar(DType::kInt32, 0)});
      one = b_.Op("SelectV2", {has, one, b_.Op("ZerosLike", {one})});
    }
    sum = sum ? b_.Op("AddV2", {sum, one}) : one;
  }
  return sum;
}

Status Replicas::Total(std::span<const OutputRef> counts) {
  RUNNEL_ASSIGN_OR_RETURN(const auto parts, Parts(counts));
  for (size_t i = 0; i < counts.size(); ++i) {
    const OutputRef all = AddUp(parts, i);
    RUNNEL_RETURN_IF_ERROR(b_.status());
    for (NodeCopies& part : parts_) part.Replace(counts[i], all);
  }
  return OkStatus();
}

Result<std::vector<OutputRef>> Replicas::Together(std::vector<std::vector<OutputRef>> parts, To to) {
  std::vector<OutputRef> sums;
  if (to == To::kHome || !all_update()) {
    for (size_t i = 0; i < parts[0].size(); ++i)
      sums.push_back(parts[0][i] ? AddUp(parts, i) : OutputRef());
    RUNNEL_RETURN_IF_ERROR(b_.status());
    return sums;
  }
  // As in AddUp.
  for (size_t r = 1; r < parts.size(); ++r) {
    GraphBuilder b(graph_, StrCat(scope_, "/", r, "/has_rows"));
    b.set_device(strategy_.devices[r]);
    const OutputRef rows =
        b.Op("StridedSlice",
             {b.Op("Shape", {slices_[r]}), b.Int32Vector({0}), b.Int32Vector({1}), b.Int32Vector({1})},
             {{"shrink_axis_mask", 1}});
    const OutputRef has = b.Op("Greater", {rows, b.Scalar(DType::kInt32, 0)});
    for (OutputRef& one : parts[r])
      if (one) one = b.Op("SelectV2", {has, one, b.Op("ZerosLike", {one})});
    RUNNEL_RETURN_IF_ERROR(b.status());
  }
  RUNNEL_ASSIGN_OR_RETURN(parts, all_reduce_->Sum(parts));
  for (size_t i = 0; i < parts[0].size(); ++i) {
    for (size_t r = 1; r < parts.size() && parts[0][i]; ++r) parts_[r].Replace(parts[0][i], parts[r][i]);
  }
  return parts[0];
}

Result<std::vector<OutputRef>> Replicas::Sum(std::span<const OutputRef> values, To to) {
  RUNNEL_ASSIGN_OR_RETURN(auto parts, Parts(values));
  return Together(std::move(parts), to);
}

Result<std::vector<OutputRef>> Replicas::Mean(std::span<const OutputRef> values, To to) {
  RUNNEL_ASSIGN_OR_RETURN(auto parts, Parts(values));
  std::map<DType, std::vector<OutputRef>> shares;  // of the rows that each part has
  GraphBuilder on_host(graph_, StrCat(scope_, "/divide"));
  on_host.set_device(strategy_.host);
  const auto shares_of = [&](DType dtype) -> const std::vector<OutputRef>& {
    std::vector<OutputRef>& made = shares[dtype];
    if (!made.empty()) return made;
    const OutputRef all = on_host.Op("Cast", {all_rows_}, {{"DstT", dtype}});
    for (const OutputRef rows : rows_)
      made.push_back(on_host.Op("RealDiv", {on_host.Op("Cast", {rows}, {{"DstT", dtype}}), all}));
    return made;
  };
  for (size_t r = 0; r < parts.size(); ++r) {
    GraphBuilder b(graph_, StrCat(scope_, "/", r, "/weighed"));
    if (to == To::kUpdates && all_update()) b.set_device(strategy_.devices[r]);
    for (OutputRef& value : parts[r])
      if (value) value = b.Op("Mul", {value, shares_of(TypeOf(value))[r]});
    RUNNEL_RETURN_IF_ERROR(b.status());
  }
  RUNNEL_RETURN_IF_ERROR(on_host.status());
  return Together(std::move(parts), to);
}

Result<std::vector<Node*>> Replicas::Finish(const std::vector<Node*>& updates) {
  if (handles_.empty()) return updates;
  if (!all_update()) return Assign(updates);
  std::set<const Node*> originals;
  for (const Copied& one : copied_) originals.insert(one.original);
  std::vector<Node*> of_copied;  // others are of the original's device alone
  for (Node* const update : updates)
    if (update->num_inputs() > 0 && originals.count(update->input(0).node) != 0)
      of_copied.push_back(update);
  std::vector<Node*> all = updates;
  for (size_t r = 1; r < parts_.size(); ++r) {
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<Node*> copies, parts_[r].Of(of_copied));
    all.insert(all.end(), copies.begin(), copies.end());
  }
  return all;
}

Result<std::vector<Node*>> Replicas::Assign(const std::vector<Node*>& after) {
  std::vector<Node*> assigns;
  std::map<Node*, OutputRef> reads;
  for (const Copied& one : copied_) {
    OutputRef& read = reads[one.original];
    if (!read) {
      GraphBuilder reader(graph_, StrCat(scope_, "/update"));
      reader.set_control_inputs(after);
      read = reader.Op("ReadVariableOp", {{one.original, 0}},
                       {{"dtype", *one.original->attr<DType>("dtype")}});
      RUNNEL_RETURN_IF_ERROR(reader.status());
    }
    GraphBuilder b(graph_, StrCat(scope_, "/update"));
    b.set_device(one.device);
    b.set_control_inputs(after.empty() ? std::vector<Node*>{one.begin} : after);
    assigns.push_back(b.Op("AssignVariableOp", {{one.copy, 0}, read}).node);
    RUNNEL_RETURN_IF_ERROR(b.status());
  }
  return assigns;
}

}  // namespace runnel::learn
