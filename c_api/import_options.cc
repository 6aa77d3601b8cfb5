#include "c_api/import_options.h"

using runnel::Status;
using namespace runnel::capi;

namespace runnel::capi {

Status ToImportOptions(const Graph& graph, const rnl_import_options_t* options, ImportOptions* out) {
  if (options == nullptr) return OkStatus();
  out->prefix = options->prefix;
  out->default_device = options->default_device;
  out->extend = options->extend;
  for (const auto& [name, output] : options->input_map) {
    RUNNEL_ASSIGN_OR_RETURN(OutputRef ref, ToOutput(graph, output));
    out->input_map.emplace_back(name, ref);
  }
  for (const rnl_node_t id : options->control_dependencies) {
    RUNNEL_ASSIGN_OR_RETURN(Node * node, ToNode(graph, id));
    out->control_dependencies.push_back(node);
  }
  return OkStatus();
}

}  // namespace runnel::capi

rnl_status_t* rnl_import_options_create(rnl_import_options_t** out_options) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_options);
    *out_options = nullptr;
    *out_options = new rnl_import_options_t;
    return runnel::OkStatus();
  });
}

void rnl_import_options_release(rnl_import_options_t* options) { delete options; }

rnl_status_t* rnl_import_options_set_prefix(rnl_import_options_t* options, rnl_str_t prefix) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(prefix, "prefix", &view));
    options->prefix = view;
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_import_options_map_input(rnl_import_options_t* options, rnl_str_t name,
                                           rnl_output_t output) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(name, "name", &view));
    options->input_map.emplace_back(view, output);
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_import_options_add_control_dependency(rnl_import_options_t* options, rnl_node_t node) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    options->control_dependencies.push_back(node);
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_import_options_set_default_device(rnl_import_options_t* options, rnl_str_t device) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(device, "device", &view));
    options->default_device = view;
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_import_options_set_extend(rnl_import_options_t* options, bool extend) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    options->extend = extend;
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_import_options_set_importer_option(rnl_import_options_t* options, rnl_str_t key,
                                                     rnl_str_t value) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(options);
    std::string_view key_view, value_view;
    RUNNEL_RETURN_IF_ERROR(ToView(key, "key", &key_view));
    RUNNEL_RETURN_IF_ERROR(ToView(value, "value", &value_view));
    for (auto& [known, set] : options->importer) {
      if (known != key_view) continue;
      set = value_view;
      return runnel::OkStatus();
    }
    options->importer.emplace_back(key_view, value_view);
    return runnel::OkStatus();
  });
}
