#include "core/runtime/plugins/plugin_check.h"

#include <cstdio>
#include <cstring>

namespace runnel {
namespace {

constexpr size_t kMaxIdBytes = 127;

std::string Hex(uint32_t value) {
  char text[16];
  std::snprintf(text, sizeof(text), "0x%08x", value);
  return text;
}

bool IsIdCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
}

Status CheckPrefix(const rnlp_prefix_t& prefix, const std::string& path) {
  if (prefix.magic != RNLP_MAGIC) {
    return InvalidArgument("plugin ", path, ": bad magic ", Hex(prefix.magic), ", expected ",
                           Hex(RNLP_MAGIC));
  }
  if (prefix.abi_major != RNLP_ABI_MAJOR) {
    return FailedPrecondition(
        "plugin ", path, ": built for plugin ABI ", prefix.abi_major, ".", prefix.abi_minor,
        ", this host has ", RNLP_ABI_MAJOR, ".", RNLP_ABI_MINOR, ": the ",
        prefix.abi_major < RNLP_ABI_MAJOR ? "plugin is too old" : "plugin is too new");
  }
  if (prefix.min_host_minor > RNLP_ABI_MINOR) {
    return FailedPrecondition("plugin ", path, ": needs plugin ABI ", RNLP_ABI_MAJOR, ".",
                              prefix.min_host_minor, " or newer, this host has ", RNLP_ABI_MAJOR, ".",
                              RNLP_ABI_MINOR, ": the plugin is too new");
  }
  const uint32_t minimum = RNLP_SIZE_TO(rnlp_plugin_t, ops);
  if (prefix.size_bytes < minimum) {
    return InvalidArgument("plugin ", path, ": its table has ", prefix.size_bytes,
                           " bytes, expected at least ", minimum);
  }
  if (prefix.id == nullptr) return InvalidArgument("plugin ", path, ": has no id");
  const size_t length = strnlen(prefix.id, kMaxIdBytes + 1);
  if (length == 0 || length > kMaxIdBytes) {
    return InvalidArgument("plugin ", path, ": id of ", length == 0 ? "no" : "more than 127",
                           " bytes, expected 1 to 127");
  }
  for (size_t i = 0; i < length; ++i) {
    if (!IsIdCharacter(prefix.id[i])) {
      return InvalidArgument("plugin ", path, ": id has byte ",
                             static_cast<int>(static_cast<unsigned char>(prefix.id[i])), " at ", i,
                             ", expected lower-case letters, digits, '.', '_' or '-'");
    }
  }
  return {};
}

// Names what is wrong with part of a plugin: "plugin <path> (<id>): <what>: ".
struct Blame {
  const std::string& path;
  const char* id;
  std::string what;
  template <typename... Args>
  Status operator()(const Args&... args) const {
    return InvalidArgument("plugin ", path, " (", id, "): ", what, args...);
  }
};

Status CheckDeviceApi(const rnlp_device_api_t& api, const Blame& blame) {
  const uint32_t minimum = RNLP_SIZE_TO(rnlp_device_api_t, capture_destroy);
  if (api.size_bytes < minimum) {
    return blame("device table of ", api.size_bytes, " bytes, expected at least ", minimum);
  }
  if (api.enumerate == nullptr || api.open == nullptr || api.close == nullptr) {
    return blame("device table without enumerate, open or close");
  }
  // NOLINTNEXTLINE(bugprone-sizeof-expression): a pointer is what is meant
  if (kMinimal || !RNLP_HAS(rnlp_device_api_t, &api, group) || api.group == nullptr) return {};
  const rnlp_group_api_t& group = *api.group;
  const uint32_t least = RNLP_SIZE_TO(rnlp_group_api_t, destroy);
  if (group.size_bytes < least) {
    return blame("group table of ", group.size_bytes, " bytes, expected at least ", least);
  }
  if (group.means == nullptr || group.name == nullptr || group.join == nullptr ||
      group.all_reduce == nullptr || group.abort == nullptr || group.destroy == nullptr) {
    return blame("group table with an entry that is null");
  }
  return {};
}

Status CheckKernelRow(const rnlp_kernel_row_t* row, uint32_t index, const Blame& blame) {
  if (row == nullptr) return blame("kernel row ", index, " is null");
  const uint32_t minimum = RNLP_SIZE_TO(rnlp_kernel_row_t, cancel);
  if (row->size_bytes < minimum) {
    return blame("kernel row ", index, " of ", row->size_bytes, " bytes, expected at least ", minimum);
  }
  if (row->op == nullptr || row->device_type == nullptr) {
    return blame("kernel row ", index, " without op or device type");
  }
  if ((row->flags & RNLP_KERNEL_ASYNC) != 0 ? row->start == nullptr : row->run == nullptr) {
    return blame("kernel row ", index, " (", row->op, ", ", row->device_type, ") without ",
                 (row->flags & RNLP_KERNEL_ASYNC) != 0 ? "start" : "run");
  }
  if ((row->num_types > 0 && row->types == nullptr) || (row->num_args > 0 && row->args == nullptr) ||
      (row->num_aliases > 0 && row->aliases == nullptr)) {
    return blame("kernel row ", index, " (", row->op, "): a list is null, its count is not 0");
  }
  for (uint32_t i = 0; i < row->num_types; ++i) {
    const rnlp_type_constraint_t& type = row->types[i];
    if (type.attr == nullptr || (type.count > 0 && type.dtypes == nullptr)) {
      return blame("kernel row ", index, " (", row->op, "): type constraint ", i, " has null members");
    }
  }
  for (uint32_t i = 0; i < row->num_args; ++i) {
    if (row->args[i].name == nullptr) {
      return blame("kernel row ", index, " (", row->op, "): argument mark ", i, " has no name");
    }
  }
  return {};
}

Status CheckOpRow(const rnlp_op_row_t* row, uint32_t index, const Blame& blame) {
  if (row == nullptr) return blame("op row ", index, " is null");
  const uint32_t minimum = RNLP_SIZE_TO(rnlp_op_row_t, shape);
  if (row->size_bytes < minimum) {
    return blame("op row ", index, " of ", row->size_bytes, " bytes, expected at least ", minimum);
  }
  if (row->name == nullptr || row->inputs == nullptr || row->outputs == nullptr ||
      row->attrs == nullptr) {
    return blame("op row ", index, " without name, inputs, outputs or attrs");
  }
  if ((row->gradient.size > 0 && row->gradient.data == nullptr) ||
      (row->composition.size > 0 && row->composition.data == nullptr)) {
    return blame("op row ", index, " (", row->name, "): bytes are null, their size is not 0");
  }
  return {};
}

Status CheckImporterRow(const rnlp_importer_row_t* row, uint32_t index, const Blame& blame) {
  if (row == nullptr) return blame("importer row ", index, " is null");
  const uint32_t minimum = RNLP_SIZE_TO(rnlp_importer_row_t, import);
  if (row->size_bytes < minimum) {
    return blame("importer row ", index, " of ", row->size_bytes, " bytes, expected at least ", minimum);
  }
  if (row->id == nullptr || row->name == nullptr || row->suffixes == nullptr || row->sniff == nullptr ||
      row->import == nullptr) {
    return blame("importer row ", index, " without id, name, suffixes, sniff or import");
  }
  return {};
}

}  // namespace

Status CheckPluginTable(const rnlp_plugin_t* table, const std::string& path) {
  if (table == nullptr)
    return InvalidArgument("plugin ", path, ": ", RNLP_PLUGIN_QUERY_SYMBOL, " returned null");
  RUNNEL_RETURN_IF_ERROR(CheckPrefix(table->prefix, path));
  const Blame blame{path, table->prefix.id, ""};
  if (table->create == nullptr || table->destroy == nullptr) return blame("without create or destroy");
  if (table->device != nullptr) RUNNEL_RETURN_IF_ERROR(CheckDeviceApi(*table->device, blame));
  if (table->num_kernels > 0 && table->kernels == nullptr) {
    return blame(table->num_kernels, " kernels, but their list is null");
  }
  for (uint32_t i = 0; i < table->num_kernels; ++i) {
    RUNNEL_RETURN_IF_ERROR(CheckKernelRow(table->kernels[i], i, blame));
  }
  if (table->num_ops > 0 && table->ops == nullptr)
    return blame(table->num_ops, " ops, but their list is null");
  for (uint32_t i = 0; i < table->num_ops; ++i)
    RUNNEL_RETURN_IF_ERROR(CheckOpRow(table->ops[i], i, blame));
  const std::span<const rnlp_importer_row_t* const> importers = ImportersOf(*table);
  if (importers.data() == nullptr && !importers.empty())
    return blame(importers.size(), " importers, but their list is null");
  for (uint32_t i = 0; i < importers.size(); ++i)
    RUNNEL_RETURN_IF_ERROR(CheckImporterRow(importers[i], i, blame));
  return {};
}

}  // namespace runnel
