#include "core/learn/replicas.h"

#include <numeric>

namespace runnel::learn {
namespace {

DType TypeAt(OutputRef edge) { return edge.node->output_type(edge.index); }

}  // namespace

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
  }
  return b.status();
}

// The variable begins with zeros: who makes a session initialises all variables in one step.
Result<Replicas::Copied> Replicas::CopyVariable(const Weight& variable, size_t part) {
  GraphBuilder b(graph_, StrCat(scope_, "/", part, "/begin"));
  b.set_device(strategy_.devices[part]);
  NodeSpec spec;
  spec.op = "VarHandleOp";
  spec.name = graph_->UniqueName(StrCat(scope_, "/", part, "/", variable.name));
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

Result<std::vector<OutputRef>> Replicas::Sum(std::span<const OutputRef> values) {
  RUNNEL_ASSIGN_OR_RETURN(const auto parts, Parts(values));
  std::vector<OutputRef> sums;
  for (size_t i = 0; i < values.size(); ++i) sums.push_back(values[i] ? AddUp(parts, i) : OutputRef());
  RUNNEL_RETURN_IF_ERROR(b_.status());
  return sums;
}

Result<std::vector<OutputRef>> Replicas::Mean(std::span<const OutputRef> values) {
  RUNNEL_ASSIGN_OR_RETURN(auto parts, Parts(values));
  std::vector<OutputRef> means;
  for (size_t i = 0; i < values.size(); ++i) {
    means.emplace_back();
    if (!values[i]) continue;
    const DType dtype = TypeAt(values[i]);
    const OutputRef all = b_.Op("Cast", {all_rows_}, {{"DstT", dtype}});
    for (size_t r = 0; r < parts.size(); ++r) {
      const OutputRef rows = b_.Op("Cast", {rows_[r]}, {{"DstT", dtype}});
      parts[r][i] = b_.Op("Mul", {parts[r][i], b_.Op("RealDiv", {rows, all})});
    }
    means.back() = AddUp(parts, i);
  }
  RUNNEL_RETURN_IF_ERROR(b_.status());
  return means;
}

Result<OutputRef> Replicas::Joined(OutputRef rows) {
  if (!rows) return rows;
  RUNNEL_ASSIGN_OR_RETURN(const auto parts, Parts({&rows, 1}));
  if (parts.size() == 1) return parts[0][0];
  std::vector<OutputRef> inputs;
  for (const auto& part : parts) inputs.push_back(part[0]);
  inputs.push_back(b_.Scalar(DType::kInt32, 0));
  const OutputRef joined = b_.Op("ConcatV2", inputs);
  RUNNEL_RETURN_IF_ERROR(b_.status());
  return joined;
}

Result<std::vector<Node*>> Replicas::Update(const std::vector<Node*>& after) {
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
