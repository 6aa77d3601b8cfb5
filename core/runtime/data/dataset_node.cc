#include "core/runtime/data/dataset_node.h"

#include <algorithm>

namespace runnel {

DatasetNode::DatasetNode(const HostNode& node) : attrs(node.attrs) {
  info.name = node.name;
  info.op = node.op;
  info.types = TypeListAttr(node, "output_types");
  if (info.types.empty()) info.types = TypeListAttr(node, "Toutput_types");
  info.shapes = ShapeListAttr(node, "output_shapes");
}

Result<Ref<Dataset>> DatasetInputs::Input(std::string_view what) {
  return DatasetFromTensor(Next(), what);
}

Result<int64_t> DatasetInputs::Int(std::string_view what) {
  const Tensor& t = Next();
  RUNNEL_RETURN_IF_ERROR(
      CheckScalar(t, t.dtype() == DType::kInt32 ? DType::kInt32 : DType::kInt64, what));
  return t.int_at(0);
}

Result<bool> DatasetInputs::Bool(std::string_view what) {
  const Tensor& t = Next();
  RUNNEL_RETURN_IF_ERROR(CheckScalar(t, DType::kBool, what));
  return t.values<bool>()[0];
}

Result<std::string> DatasetInputs::String(std::string_view what) {
  const Tensor& t = Next();
  RUNNEL_RETURN_IF_ERROR(CheckScalar(t, DType::kString, what));
  return std::string(t.string_at(0));
}

Result<std::vector<int64_t>> DatasetInputs::Ints(std::string_view what) {
  const Tensor& t = Next();
  if (t.dtype() != DType::kInt64 || t.shape().rank() != 1) {
    return InvalidArgument(what, " must be a vector of int64, got ", DTypeName(t.dtype()),
                           t.shape().ToString());
  }
  return std::vector<int64_t>(t.values<const int64_t>().begin(), t.values<const int64_t>().end());
}

Result<std::vector<std::string>> DatasetInputs::Strings(std::string_view what) {
  const Tensor& t = Next();
  if (t.dtype() != DType::kString || t.shape().rank() > 1) {
    return InvalidArgument(what, " must be a scalar or a vector of strings, got ", DTypeName(t.dtype()),
                           t.shape().ToString());
  }
  std::vector<std::string> out;
  for (int64_t i = 0; i < t.num_elements(); ++i) out.emplace_back(t.string_at(i));
  return out;
}

Result<std::vector<Tensor>> DatasetInputs::Kept(size_t count) {
  std::vector<Tensor> kept;
  for (size_t i = 0; i < count; ++i) {
    RUNNEL_ASSIGN_OR_RETURN(Tensor t, KeepBeyondStep(Next(), ctx_.allocator));
    kept.push_back(std::move(t));
  }
  return kept;
}

Result<CapturedFunction> FunctionOf(const HostContext& ctx, const DatasetNode& node,
                                    std::string_view name, std::vector<DType> types,
                                    std::vector<Tensor> captured) {
  const auto* function = node.attr<FuncRef>(name);
  if (function == nullptr) return InvalidArgument("attr \"", name, "\" is no function");
  if (ctx.functions == nullptr) return Unimplemented("datasets with functions, where a step has none");
  for (const Tensor& t : captured) types.push_back(t.dtype());
  CapturedFunction made;
  RUNNEL_ASSIGN_OR_RETURN(made.function, ctx.functions->Find(*function, types));
  made.captured = std::move(captured);
  return made;
}

std::shared_ptr<SystemCalls> FileCalls(const HostContext& ctx) {
  return ctx.session_resources == nullptr ? nullptr : ctx.session_resources->file_calls();
}

Status CheckGives(const CapturedFunction& function, std::span<const DType> types,
                  std::string_view what) {
  const std::vector<DType>& gives = function.function->output_types();
  if (gives.size() == types.size() && std::equal(gives.begin(), gives.end(), types.begin()))
    return OkStatus();
  std::string wanted, got;
  for (const DType type : types) wanted += StrCat(wanted.empty() ? "" : ", ", DTypeName(type));
  for (const DType type : gives) got += StrCat(got.empty() ? "" : ", ", DTypeName(type));
  return InvalidArgument(what, " must return (", wanted, "), it returns (", got, ")");
}

Result<FileSet> TakeFiles(DatasetInputs& in) {
  FileSet files;
  files.calls = FileCalls(in.ctx());
  RUNNEL_ASSIGN_OR_RETURN(files.names, in.Strings("filenames"));
  for (const std::string& name : files.names) {
    RUNNEL_ASSIGN_OR_RETURN(std::string path, FilePath(in.ctx(), name));
    files.paths.push_back(std::move(path));
  }
  return files;
}

}  // namespace runnel
