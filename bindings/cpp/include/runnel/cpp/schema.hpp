// What a runtime can do: schemas of ops, kernels, and the memory of devices.
#ifndef RUNNEL_CPP_SCHEMA_HPP_
#define RUNNEL_CPP_SCHEMA_HPP_

#include "dtype.hpp"
#include "runtime.hpp"

RUNNEL_CPP_NAMESPACE

struct OpSchema {
  // A type as op rows write it: "float", "T", "N * T", "Tin".
  struct Argument {
    std::string name, type;
  };
  struct Attr {
    std::string name;
    std::string type;                  // "int", "list(type)", "func"
    std::string default_value;         // as text; empty: it must be given, or follows from the inputs
    std::int64_t minimum = 0;          // the least number, or length of a list; INT64_MIN: any
    std::vector<std::string> allowed;  // what a type or string may be; none: anything
  };
  std::string name, doc;
  bool is_stateful = false;
  bool has_gradient = false;     // gradients flow through it
  bool has_composition = false;  // it is given by simpler ops where a device has no kernel
  std::vector<Argument> inputs, outputs;
  std::vector<Attr> attrs;
};

// Errors: NOT_FOUND naming the op and close names.
inline Outcome<OpSchema> FindOp(const Runtime& runtime, std::string_view name) {
  rnl_op_t* op = nullptr;
  RUNNEL_TRY(detail::Check(rnl_runtime_find_op(runtime.get(), Str(name), &op)));
  const Unique<rnl_op_t, rnl_op_release> owned(op);
  OpSchema schema;
  schema.name = View(rnl_op_name(op));
  schema.doc = View(rnl_op_doc(op));
  schema.is_stateful = rnl_op_is_stateful(op);
  schema.has_gradient = rnl_op_has_gradient(op);
  schema.has_composition = rnl_op_has_composition(op);
  for (std::size_t i = 0; i < rnl_op_num_inputs(op); ++i) {
    schema.inputs.push_back(
        {std::string(View(rnl_op_input_name(op, i))), std::string(View(rnl_op_input_type(op, i)))});
  }
  for (std::size_t i = 0; i < rnl_op_num_outputs(op); ++i) {
    schema.outputs.push_back(
        {std::string(View(rnl_op_output_name(op, i))), std::string(View(rnl_op_output_type(op, i)))});
  }
  for (std::size_t i = 0; i < rnl_op_num_attrs(op); ++i) {
    OpSchema::Attr attr;
    attr.name = View(rnl_op_attr_name(op, i));
    attr.type = View(rnl_op_attr_type(op, i));
    attr.default_value = View(rnl_op_attr_default(op, i));
    attr.minimum = rnl_op_attr_minimum(op, i);
    for (std::size_t k = 0; k < rnl_op_attr_num_allowed(op, i); ++k)
      attr.allowed.emplace_back(View(rnl_op_attr_allowed(op, i, k)));
    schema.attrs.push_back(std::move(attr));
  }
  return schema;
}

struct Kernel {
  std::string op;
  std::string device_type;  // "CPU"; "*" for kernels of the host, which serve every device
  std::string plugin;       // id of the plugin that brought it
  std::map<std::string, std::vector<DType>> types;  // of each type attr that it restricts
};

// All kernels that are loaded now.
inline Outcome<std::vector<Kernel>> Kernels(const Runtime& runtime) {
  rnl_kernels_t* list = nullptr;
  RUNNEL_TRY(detail::Check(rnl_runtime_kernels(runtime.get(), &list)));
  const Unique<rnl_kernels_t, rnl_kernels_release> owned(list);
  std::vector<Kernel> out;
  for (std::size_t i = 0; i < rnl_kernels_count(list); ++i) {
    Kernel kernel{std::string(View(rnl_kernels_op(list, i))),
                  std::string(View(rnl_kernels_device_type(list, i))),
                  std::string(View(rnl_kernels_plugin(list, i))),
                  {}};
    for (std::size_t k = 0; k < rnl_kernels_num_constraints(list, i); ++k) {
      const rnl_dtype_t* types = nullptr;
      const std::size_t count = rnl_kernels_constraint_types(list, i, k, &types);
      std::vector<DType>& own = kernel.types[std::string(View(rnl_kernels_constraint_attr(list, i, k)))];
      for (std::size_t t = 0; t < count; ++t) own.push_back(static_cast<DType>(types[t]));
    }
    out.push_back(std::move(kernel));
  }
  return out;
}

// In bytes. A limit of 0: none or unknown.
struct DeviceMemory {
  std::uint64_t in_use = 0, peak = 0, limit = 0;
};

// Of the device at a position in Runtime::devices. Errors: OUT_OF_RANGE.
inline Outcome<DeviceMemory> MemoryOf(const Runtime& runtime, std::size_t device) {
  DeviceMemory memory;
  rnl_status_t* status =
      rnl_runtime_device_memory(runtime.get(), device, &memory.in_use, &memory.peak, &memory.limit);
  return detail::Finish(status, [&] { return memory; });
}

RUNNEL_CPP_NAMESPACE_END
#endif  // RUNNEL_CPP_SCHEMA_HPP_
