// Variables and tables. Each is named in the model, and so shared by its subgraphs.
#include "plugins/tflite/convert.h"

namespace runnel::tflite {
namespace {

const char* const kNames[] = {"VAR_HANDLE", "READ_VARIABLE", "ASSIGN_VARIABLE"};
bool Is(const Operator& op, int kind) { return OperatorName(op.code) == kNames[kind]; }

// The tensor that is read from or written to the handle `of`, or nothing if no operator says.
const Tensor* ValueOf(const Subgraph& graph, int32_t of) {
  for (const Operator& op : graph.operators) {
    const bool reads = Is(op, 1), writes = Is(op, 2);
    if ((!reads && !writes) || op.inputs.empty() || op.inputs[0] != of) continue;
    const int32_t value = reads ? (op.outputs.empty() ? kNoTensor : op.outputs[0])
                                : (op.inputs.size() < 2 ? kNoTensor : op.inputs[1]);
    if (value != kNoTensor) return &graph.tensors[static_cast<size_t>(value)];
  }
  return nullptr;
}

void VarHandle(Op& op) {
  const std::string_view name = op.options().Text(1), container = op.options().Text(0);
  // A handle that is only passed on here may be used where another subgraph makes it.
  const Tensor* value =
      ValueOf(op.scope().graph(), op.table().outputs.empty() ? kNoTensor : op.table().outputs[0]);
  for (const Subgraph& graph : op.scope().import().model().subgraphs) {
    for (const Operator& other : graph.operators) {
      if (value != nullptr) break;
      if (!Is(other, 0) || other.outputs.empty() || other.options.Text(1) != name ||
          other.options.Text(0) != container)
        continue;
      value = ValueOf(graph, other.outputs[0]);
    }
  }
  if (value == nullptr) return op.Refuse("a variable that is never read or written");
  NodeWriter node = op.Last("VarHandleOp");
  node.Type("dtype", value->dtype).UnknownShape("shape");
  node.String("container", container).String("shared_name", "tflite/variable/" + std::string(name));
  op.Set(node.Done());
}
void ReadVariable(Op& op) {
  NodeWriter node = op.Last("ReadVariableOp");
  node.In(op.Stored(0));
  const std::string value = op.scope().AfterEffects(node.Type("dtype", op.Out().dtype)).Done();
  op.scope().AddEffect(value);
  op.Set(value);
}
void AssignVariable(Op& op) {
  if (op.num_inputs() < 2) return op.Refuse("it has no value");
  NodeWriter node = op.Node("AssignVariableOp");
  node.In(op.Stored(0)).In(op.Stored(1)).Type("dtype", op.In(1).dtype);
  op.scope().AddEffect(op.scope().AfterEffects(node).Done());
}

// ---- tables ----

void Table(Op& op) {
  NodeWriter node = op.Last("HashTableV2");
  node.Type("key_dtype", DTypeOf(op.options().Get<int8_t>(1, 0)));
  node.Type("value_dtype", DTypeOf(op.options().Get<int8_t>(2, 0)));
  node.String("shared_name", "tflite/table/" + std::to_string(op.options().Get<int32_t>(0, 0)));
  op.Set(node.Done());
}
void TableFind(Op& op) {
  NodeWriter node = op.Last("LookupTableFindV2");
  std::string otherwise = op.X(2);
  if (op.In(2).dims.size() == 1) otherwise = op.Reshaped(otherwise, op.Type(2), {});
  node.In(op.X(0)).In(op.X(1)).In(otherwise).Type("Tin", op.Type(1)).Type("Tout", op.OutType());
  op.Set(op.scope().AfterEffects(node).Done());
}
void TableImport(Op& op) {
  NodeWriter node = op.Node("LookupTableImportV2");
  node.In(op.X(0)).In(op.X(1)).In(op.X(2)).Type("Tin", op.Type(1)).Type("Tout", op.Type(2));
  op.scope().AddEffect(op.scope().AfterEffects(node).Done());
}
void TableSize(Op& op) {
  NodeWriter node = op.Node("LookupTableSizeV2");
  node.In(op.X(0));
  const int64_t one[] = {1};
  op.Set(op.Reshaped(op.scope().AfterEffects(node).Done(), RNLP_INT64, one));
}

constexpr OpRow kStateOps[] = {
    {.name = "VAR_HANDLE", .write = VarHandle, .moves = true},
    {.name = "READ_VARIABLE", .write = ReadVariable, .moves = true},
    {.name = "ASSIGN_VARIABLE", .write = AssignVariable, .moves = true},
    {.name = "HASHTABLE", .write = Table},
    {.name = "HASHTABLE_FIND", .write = TableFind},
    {.name = "HASHTABLE_IMPORT", .write = TableImport},
    {.name = "HASHTABLE_SIZE", .write = TableSize},
};

}  // namespace

std::span<const OpRow> StateOps() { return kStateOps; }

// Zeros until it is first assigned.
std::string Scope::Variable(int32_t i) {
  const Tensor& tensor = this->tensor(i);
  if (!tensor.has_rank || tensor.count() < 0) {
    import_->Fail(RNLP_INVALID_ARGUMENT, "subgraph " + std::to_string(index_) + ": variable \"" +
                                             std::string(tensor.name.substr(0, 200)) +
                                             "\" has no known shape");
    return {};
  }
  const std::string name = "tflite_state_" + std::to_string(index_) + "_" + std::to_string(i);
  std::string& handle = handles_[i];
  handle = list_->Node("VarHandleOp", Named(std::string(tensor.name) + "/handle"))
               .Type("dtype", tensor.dtype)
               .Shape("shape", tensor.dims)
               .String("shared_name", name)
               .Done();
  if (import_->IsFirstUse(name)) {
    for (const bool reads : {true, false}) {
      plugin::FunctionWriter function;
      const std::string resource = function.Argument("handle", RNLP_RESOURCE);
      if (reads) {
        function.Result(
            function.Node("ReadVariableOp", "read").In(resource).Type("dtype", tensor.dtype).Done(),
            tensor.dtype);
      } else {
        std::string dims;
        for (const int64_t size : tensor.dims)
          dims.append(reinterpret_cast<const char*>(&size), sizeof(size));
        const int64_t rank[] = {static_cast<int64_t>(tensor.dims.size())};
        const std::string shape =
            function.Const("shape", RNLP_INT64, plugin::TensorMessage(RNLP_INT64, rank, dims));
        const std::string zero(static_cast<size_t>(std::max<int64_t>(1, SizeOf(tensor.dtype))), '\0');
        const std::string value =
            function.Const("zero", tensor.dtype, plugin::TensorMessage(tensor.dtype, {}, zero));
        function.Result(function.Node("Fill", "zeros")
                            .In(shape)
                            .In(value)
                            .Type("T", tensor.dtype)
                            .Type("index_type", RNLP_INT64)
                            .Done(),
                        tensor.dtype);
      }
      import_->graph().Function(name + (reads ? "_read" : "_zeros"), function);
    }
  }
  NodeWriter asks = list_->Node("VarIsInitializedOp", Named(std::string(tensor.name) + "/known"));
  asks.In(handle);
  const std::string known = AfterEffects(asks).Done();
  const int32_t in[] = {RNLP_RESOURCE}, out[] = {tensor.dtype};
  std::string value = list_->Node("If", Named(std::string(tensor.name) + "/value"))
                          .In(known)
                          .In(handle)
                          .Type("Tcond", RNLP_BOOL)
                          .Types("Tin", in)
                          .Types("Tout", out)
                          .Function("then_branch", name + "_read")
                          .Function("else_branch", name + "_zeros")
                          .Done();
  last_effect_ = value;
  Set(i, value);
  return value;
}

void Scope::Assign(int32_t i, const std::string& value) {
  if (import_->failed()) return;
  const Tensor& tensor = this->tensor(i);
  if (!tensor.is_variable) return;
  if (handles_.count(i) == 0) Variable(i);
  NodeWriter node = list_->Node("AssignVariableOp", Named(std::string(tensor.name) + "/assign"));
  node.In(handles_[i]).In(value).Type("dtype", tensor.dtype);
  last_effect_ = AfterEffects(node).Done();
  Set(i, value);
}

}  // namespace runnel::tflite
