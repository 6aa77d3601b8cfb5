// Listings of ops and kernels.
#include "c_api/internal.h"
#include "core/passes/gradients.h"

using runnel::ArgSchema;
using runnel::OpSchema;
using runnel::Ref;
using runnel::Status;
using namespace runnel::capi;

struct rnl_op_t final : Child {
  using Child::Child;
  const OpSchema* schema = nullptr;  // lives as long as the runtime
  std::vector<std::string> input_types;
  std::vector<std::string> output_types;
  std::vector<std::string> defaults;
};

struct rnl_kernels_t final : runnel::RefCounted {
  struct Constraint {
    std::string attr;
    std::vector<rnl_dtype_t> types;
  };
  struct Kernel {
    std::string op;
    std::string device_type;
    std::string plugin;
    std::vector<Constraint> constraints;
  };
  std::vector<Kernel> kernels;
};

namespace {

// As op rows write it.
std::string TypeText(const ArgSchema& arg) {
  if (!arg.type_list_attr.empty()) return arg.type_list_attr;
  std::string type = arg.type_attr.empty() ? std::string(runnel::DTypeName(arg.dtype)) : arg.type_attr;
  if (arg.is_ref) type = runnel::StrCat("Ref(", type, ")");
  return arg.number_attr.empty() ? type : runnel::StrCat(arg.number_attr, " * ", type);
}

template <typename T, typename F>
rnl_str_t At(const std::vector<T>& list, size_t index, F&& f) {
  return index < list.size() ? ToC(std::string_view(f(list[index]))) : kEmpty;
}

const rnl_kernels_t::Kernel* At(const rnl_kernels_t* kernels, size_t index) {
  if (kernels == nullptr || index >= kernels->kernels.size()) return nullptr;
  return &kernels->kernels[index];
}

}  // namespace

rnl_status_t* rnl_runtime_ops(const rnl_runtime_t* runtime, rnl_names_t** out_names) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_names);
    *out_names = nullptr;
    RNL_CHECK_NOT_NULL(runtime);
    RUNNEL_RETURN_IF_ERROR(runtime->runtime->CheckProcess());
    *out_names = NewNames(runtime->runtime->ops().Names());
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_runtime_find_op(const rnl_runtime_t* runtime, rnl_str_t name, rnl_op_t** out_op) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_op);
    *out_op = nullptr;
    RNL_CHECK_NOT_NULL(runtime);
    RUNNEL_RETURN_IF_ERROR(runtime->runtime->CheckProcess());
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(name, "name", &view));
    RUNNEL_ASSIGN_OR_RETURN(const OpSchema* schema, runtime->runtime->ops().Find(view));
    const auto op = Ref<rnl_op_t>::Adopt(
        new rnl_op_t(Ref<rnl_runtime_t>::Share(const_cast<rnl_runtime_t*>(runtime))));
    op->schema = schema;
    for (const ArgSchema& arg : schema->inputs) op->input_types.push_back(TypeText(arg));
    for (const ArgSchema& arg : schema->outputs) op->output_types.push_back(TypeText(arg));
    for (const runnel::AttrSchema& attr : schema->attrs) {
      op->defaults.push_back(attr.default_value ? attr.default_value->ToString() : std::string());
    }
    *out_op = Retain(op.get());
    return runnel::OkStatus();
  });
}

rnl_str_t rnl_runtime_op_family(const rnl_runtime_t* runtime, rnl_str_t name) {
  if (runtime == nullptr || name.data == nullptr) return kEmpty;
  return ToC(runtime->runtime->ops().LibraryOf({name.data, name.size}));
}

rnl_op_t* rnl_op_retain(rnl_op_t* op) { return Retain(op); }

void rnl_op_release(rnl_op_t* op) { Release(op); }

rnl_str_t rnl_op_name(const rnl_op_t* op) {
  return op == nullptr ? kEmpty : ToC(std::string_view(op->schema->name));
}

rnl_str_t rnl_op_doc(const rnl_op_t* op) {
  return op == nullptr ? kEmpty : ToC(std::string_view(op->schema->doc));
}

bool rnl_op_is_stateful(const rnl_op_t* op) {
  return op != nullptr && (op->schema->flags & runnel::kOpStateful) != 0;
}

bool rnl_op_has_gradient(const rnl_op_t* op) {
  return op != nullptr && runnel::GradientsFlow(*op->schema);
}

bool rnl_op_has_composition(const rnl_op_t* op) {
  return op != nullptr && op->schema->has_composition();
}

size_t rnl_op_num_inputs(const rnl_op_t* op) { return op == nullptr ? 0 : op->schema->inputs.size(); }

size_t rnl_op_num_outputs(const rnl_op_t* op) { return op == nullptr ? 0 : op->schema->outputs.size(); }

size_t rnl_op_num_attrs(const rnl_op_t* op) { return op == nullptr ? 0 : op->schema->attrs.size(); }

rnl_str_t rnl_op_input_name(const rnl_op_t* op, size_t index) {
  return op == nullptr
             ? kEmpty
             : At(op->schema->inputs, index, [](auto& arg) { return std::string_view(arg.name); });
}

rnl_str_t rnl_op_input_type(const rnl_op_t* op, size_t index) {
  return op == nullptr ? kEmpty
                       : At(op->input_types, index, [](auto& text) { return std::string_view(text); });
}

rnl_str_t rnl_op_output_name(const rnl_op_t* op, size_t index) {
  return op == nullptr
             ? kEmpty
             : At(op->schema->outputs, index, [](auto& arg) { return std::string_view(arg.name); });
}

rnl_str_t rnl_op_output_type(const rnl_op_t* op, size_t index) {
  return op == nullptr ? kEmpty
                       : At(op->output_types, index, [](auto& text) { return std::string_view(text); });
}

rnl_str_t rnl_op_attr_name(const rnl_op_t* op, size_t index) {
  return op == nullptr
             ? kEmpty
             : At(op->schema->attrs, index, [](auto& attr) { return std::string_view(attr.name); });
}

rnl_str_t rnl_op_attr_type(const rnl_op_t* op, size_t index) {
  return op == nullptr
             ? kEmpty
             : At(op->schema->attrs, index, [](auto& attr) { return std::string_view(attr.type); });
}

rnl_str_t rnl_op_attr_default(const rnl_op_t* op, size_t index) {
  return op == nullptr ? kEmpty
                       : At(op->defaults, index, [](auto& text) { return std::string_view(text); });
}

int64_t rnl_op_attr_minimum(const rnl_op_t* op, size_t index) {
  if (op == nullptr || index >= op->schema->attrs.size()) return INT64_MIN;
  return op->schema->attrs[index].minimum.value_or(INT64_MIN);
}

size_t rnl_op_attr_num_allowed(const rnl_op_t* op, size_t index) {
  if (op == nullptr || index >= op->schema->attrs.size()) return 0;
  const runnel::AttrSchema& attr = op->schema->attrs[index];
  return attr.allowed_types.empty() ? attr.allowed_strings.size() : attr.allowed_types.size();
}

rnl_str_t rnl_op_attr_allowed(const rnl_op_t* op, size_t index, size_t choice) {
  if (choice >= rnl_op_attr_num_allowed(op, index)) return kEmpty;
  const runnel::AttrSchema& attr = op->schema->attrs[index];
  return attr.allowed_types.empty() ? ToC(std::string_view(attr.allowed_strings[choice]))
                                    : ToC(runnel::DTypeName(attr.allowed_types[choice]));
}

rnl_status_t* rnl_runtime_kernels(const rnl_runtime_t* runtime, rnl_kernels_t** out_kernels) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_kernels);
    *out_kernels = nullptr;
    RNL_CHECK_NOT_NULL(runtime);
    RUNNEL_RETURN_IF_ERROR(runtime->runtime->CheckProcess());
    auto list = runnel::MakeRef<rnl_kernels_t>();
    for (runnel::KernelInfo& info : runtime->runtime->kernels()) {
      auto& kernel = list->kernels.emplace_back();
      kernel.op = std::move(info.op);
      kernel.device_type = std::move(info.device_type);
      kernel.plugin = std::move(info.plugin_id);
      for (auto& [attr, types] : info.types) {
        auto& constraint = kernel.constraints.emplace_back();
        constraint.attr = std::move(attr);
        for (const runnel::DType type : types)
          constraint.types.push_back(static_cast<rnl_dtype_t>(type));
      }
    }
    *out_kernels = list.release();
    return runnel::OkStatus();
  });
}

rnl_kernels_t* rnl_kernels_retain(rnl_kernels_t* kernels) { return Retain(kernels); }

void rnl_kernels_release(rnl_kernels_t* kernels) { Release(kernels); }

size_t rnl_kernels_count(const rnl_kernels_t* kernels) {
  return kernels == nullptr ? 0 : kernels->kernels.size();
}

rnl_str_t rnl_kernels_op(const rnl_kernels_t* kernels, size_t index) {
  const auto* kernel = At(kernels, index);
  return kernel == nullptr ? kEmpty : ToC(std::string_view(kernel->op));
}

rnl_str_t rnl_kernels_device_type(const rnl_kernels_t* kernels, size_t index) {
  const auto* kernel = At(kernels, index);
  return kernel == nullptr ? kEmpty : ToC(std::string_view(kernel->device_type));
}

rnl_str_t rnl_kernels_plugin(const rnl_kernels_t* kernels, size_t index) {
  const auto* kernel = At(kernels, index);
  return kernel == nullptr ? kEmpty : ToC(std::string_view(kernel->plugin));
}

size_t rnl_kernels_num_constraints(const rnl_kernels_t* kernels, size_t index) {
  const auto* kernel = At(kernels, index);
  return kernel == nullptr ? 0 : kernel->constraints.size();
}

rnl_str_t rnl_kernels_constraint_attr(const rnl_kernels_t* kernels, size_t index, size_t constraint) {
  const auto* kernel = At(kernels, index);
  if (kernel == nullptr || constraint >= kernel->constraints.size()) return kEmpty;
  return ToC(std::string_view(kernel->constraints[constraint].attr));
}

size_t rnl_kernels_constraint_types(const rnl_kernels_t* kernels, size_t index, size_t constraint,
                                    const rnl_dtype_t** out_types) {
  if (out_types != nullptr) *out_types = nullptr;
  const auto* kernel = At(kernels, index);
  if (kernel == nullptr || constraint >= kernel->constraints.size()) return 0;
  const auto& types = kernel->constraints[constraint].types;
  if (out_types != nullptr) *out_types = types.data();
  return types.size();
}
