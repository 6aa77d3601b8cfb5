// runnel ops: every op and the kernels that compute it.
#include <map>

#include "tools/common/error.h"
#include "tools/runnel/command.h"
#include "tools/runnel/ops_reference.h"

namespace runnel::tools {
namespace {

// All ways to choose one type for each attr that a kernel restricts: "float", or "SrcT=float,DstT=int32"
// where there are several attrs; "*" where it restricts none.
std::vector<std::string> TypesOf(const rnl_kernels_t* kernels, size_t kernel) {
  const size_t attrs = rnl_kernels_num_constraints(kernels, kernel);
  std::vector<std::string> combinations{""};
  for (size_t a = 0; a < attrs; ++a) {
    const rnl_dtype_t* types = nullptr;
    const size_t count = rnl_kernels_constraint_types(kernels, kernel, a, &types);
    const std::string_view attr = View(rnl_kernels_constraint_attr(kernels, kernel, a));
    std::vector<std::string> longer;
    for (const std::string& prefix : combinations) {
      for (size_t t = 0; t < count; ++t) {
        const std::string_view type = View(rnl_dtype_name(types[t]));
        longer.push_back(attrs == 1 ? std::string(type)
                                    : Cat(prefix, prefix.empty() ? "" : ",", attr, "=", type));
      }
    }
    combinations = std::move(longer);
  }
  if (attrs == 0) combinations = {"*"};
  return combinations;
}

struct Row {
  std::string type, device;
};

using ArgText = rnl_str_t (*)(const rnl_op_t*, size_t);

void WriteArgs(JsonWriter& json, std::string_view key, const rnl_op_t* op, size_t count, ArgText name,
               ArgText type) {
  json.Key(key).BeginArray();
  for (size_t i = 0; i < count; ++i) {
    json.BeginObject().Key("name").String(View(name(op, i))).Key("type").String(View(type(op, i)));
    json.EndObject();
  }
  json.EndArray();
}

// What typed builders in other languages are made from (tools/generate).
void WriteSignature(JsonWriter& json, const rnl_op_t* op) {
  json.Key("stateful").Bool(rnl_op_is_stateful(op));
  WriteArgs(json, "inputs", op, rnl_op_num_inputs(op), rnl_op_input_name, rnl_op_input_type);
  WriteArgs(json, "outputs", op, rnl_op_num_outputs(op), rnl_op_output_name, rnl_op_output_type);
  json.Key("attrs").BeginArray();
  for (size_t i = 0; i < rnl_op_num_attrs(op); ++i) {
    json.BeginObject().Key("name").String(View(rnl_op_attr_name(op, i)));
    json.Key("type").String(View(rnl_op_attr_type(op, i)));
    const std::string_view value = View(rnl_op_attr_default(op, i));
    if (!value.empty()) json.Key("default").String(value);
    if (const int64_t least = rnl_op_attr_minimum(op, i); least != INT64_MIN) {
      json.Key("minimum").Int(least);
    }
    json.Key("allowed").BeginArray();
    for (size_t k = 0; k < rnl_op_attr_num_allowed(op, i); ++k) {
      json.String(View(rnl_op_attr_allowed(op, i, k)));
    }
    json.EndArray().EndObject();
  }
  json.EndArray();
}

// Of an op whose family's library cannot be opened.
void PrintUnavailable(std::string_view name, std::string_view family, std::string_view why,
                      bool as_json) {
  if (!as_json) {
    PrintLine(Cat(name, "  (family ", family, ")\n    not available: ", why));
    return;
  }
  JsonWriter json;
  json.BeginObject().Key("op").String(name).Key("type").String("*").Key("device").String("none");
  json.Key("family").String(family).Key("error").String(why).EndObject();
  PrintLine(json.text());
}

void PrintOp(const rnl_op_t* op, std::string_view name, std::string_view family,
             const std::vector<Row>& rows, bool as_json) {
  const std::string_view doc = View(rnl_op_doc(op));
  const bool gradient = rnl_op_has_gradient(op);
  if (as_json) {
    for (const Row& row : rows) {
      JsonWriter json;
      json.BeginObject().Key("op").String(name).Key("type").String(row.type).Key("device").String(
          row.device);
      json.Key("gradient").Bool(gradient).Key("doc").String(doc).Key("family").String(family);
      WriteSignature(json, op);
      json.EndObject();
      PrintLine(json.text());
    }
    return;
  }
  std::map<std::string, std::string> by_device;
  for (const Row& row : rows) by_device[row.device] += Cat(" ", row.type);
  std::string line = Cat(name, gradient ? "  (differentiable)" : "");
  if (!family.empty()) line += Cat("  (family ", family, ")");
  for (const auto& [device, types] : by_device) line += Cat("\n    ", device, ":", types);
  PrintLine(line + Cat("\n    ", doc));
}

int Run(const Args& args) {
  const RuntimeHandle runtime = MakeRuntime(args);
  KernelsHandle kernels;
  Check(rnl_runtime_kernels(runtime.get(), Out(&kernels)));
  std::map<std::string, std::vector<Row>, std::less<>> rows;
  for (size_t i = 0; i < rnl_kernels_count(kernels.get()); ++i) {
    std::vector<Row>& of_op = rows[std::string(View(rnl_kernels_op(kernels.get(), i)))];
    const std::string device(View(rnl_kernels_device_type(kernels.get(), i)));
    for (std::string& type : TypesOf(kernels.get(), i)) of_op.push_back({std::move(type), device});
  }
  NamesHandle names;
  Check(rnl_runtime_ops(runtime.get(), Out(&names)));
  bool found = args.positional().empty();
  const bool as_markdown = args.Has("markdown");
  if (as_markdown && args.Has("json")) throw UsageError("--markdown and --json do not go together");
  if (as_markdown && found) {
    std::vector<std::string_view> all;
    for (size_t i = 0; i < rnl_names_count(names.get()); ++i)
      all.push_back(View(rnl_names_get(names.get(), i)));
    PrintLine(ReferenceHead(all));
  }
  for (size_t i = 0; i < rnl_names_count(names.get()); ++i) {
    const std::string_view name = View(rnl_names_get(names.get(), i));
    if (!args.positional().empty() && args.positional()[0] != name) continue;
    found = true;
    OpHandle op;
    Handle<rnl_status_t, rnl_status_release> status(
        rnl_runtime_find_op(runtime.get(), Str(name), Out(&op)));
    const std::string_view family = View(rnl_runtime_op_family(runtime.get(), Str(name)));
    if (op == nullptr) {
      if (family.empty() || as_markdown) Check(status.release());
      PrintUnavailable(name, family, View(rnl_status_message(status.get())), args.Has("json"));
      continue;
    }
    const auto it = rows.find(name);
    std::vector<Row> of_op = it == rows.end() ? std::vector<Row>() : it->second;
    if (rnl_op_has_composition(op.get())) of_op.push_back({"*", "composition"});
    if (of_op.empty()) of_op.push_back({"*", "none"});
    if (as_markdown) {
      TypesByDevice types;
      for (Row& row : of_op) types[row.device].push_back(std::move(row.type));
      PrintLine(ReferenceOf(op.get(), name, family, types));
    } else {
      PrintOp(op.get(), name, family, of_op, args.Has("json"));
    }
  }
  if (!found) {
    OpHandle op;  // its message names close ones
    Check(rnl_runtime_find_op(runtime.get(), Str(args.positional()[0]), Out(&op)));
  }
  return 0;
}

constexpr Option kOptions[] = {{"markdown", "", "print the reference of ops, or of one, as Markdown"},
                               kJsonOption,
                               kPluginOption,
                               kDeviceOption,
                               kThreadsOption};

}  // namespace

constexpr Command kOpsCommand = {
    "ops",
    "[OP]",
    0,
    1,
    "List the ops and who computes them.",
    "With --json, one line for each op, type and device. A device of \"*\" is the host, which serves "
    "them all;\n"
    "\"composition\" means that simpler ops stand in where a device has no kernel. The ops of a family "
    "are in a\n"
    "library beside librunnel, librunnel_FAMILY.so, which is opened when one of them is wanted.",
    kOptions,
    Run};

}  // namespace runnel::tools
