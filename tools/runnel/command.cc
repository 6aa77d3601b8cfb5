#include "tools/runnel/command.h"

#include <algorithm>
#include <cctype>
#include <cstdio>

#include "tools/common/error.h"
#include "tools/common/files.h"
#include "tools/runnel/saved_model.h"

namespace runnel::tools {
namespace {

std::string WithCase(std::string_view text, int (*convert)(int)) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [convert](unsigned char c) { return static_cast<char>(convert(c)); });
  return out;
}

struct DeviceSpec {
  std::string type;  // upper case, as devices have it
  std::string index;
};

// "cpu", "CPU:1", "/device:CPU:1", "/job:localhost/…/device:CPU:1".
DeviceSpec ParseDevice(const std::string& text) {
  std::string part = text;
  const size_t at = text.rfind("/device:");
  if (at != std::string::npos) {
    part = text.substr(at + 8);
  } else if (!text.empty() && text[0] == '/') {
    part = text.substr(1);  // "/cpu:0"
  }
  const size_t colon = part.find(':');
  DeviceSpec spec{WithCase(part.substr(0, colon), std::toupper),
                  colon == std::string::npos ? "0" : part.substr(colon + 1)};
  const bool digits =
      !spec.index.empty() && std::all_of(spec.index.begin(), spec.index.end(),
                                         [](unsigned char c) { return std::isdigit(c) != 0; });
  if (spec.type.empty() || spec.type.find('/') != std::string::npos || !digits) {
    throw UsageError(Cat("--device: expected cpu, cpu:0 or /device:CPU:0, got \"", text, "\""));
  }
  return spec;
}

bool HasDeviceType(const rnl_runtime_t* runtime, std::string_view type) {
  for (size_t i = 0; i < rnl_runtime_num_devices(runtime); ++i) {
    if (View(rnl_runtime_device_type(runtime, i)) == type) return true;
  }
  return false;
}

// Throws what `status` says, with the name of a node that may have been meant.
void CheckFound(const rnl_graph_t* graph, const std::string& name, rnl_status_t* status) {
  if (rnl_status_code(status) != RNL_NOT_FOUND) return Check(status);
  std::vector<std::string_view> names;
  const size_t count = rnl_graph_num_nodes(graph);
  for (size_t i = 0; i < count; ++i) {
    names.push_back(View(rnl_graph_node_name(graph, static_cast<rnl_node_t>(i))));
  }
  const auto nearest = Nearest(name.substr(0, name.find(':')), names);
  try {
    Check(status);
  } catch (const Error& error) {
    if (nearest) Fail(error.what(), "; did you mean ", *nearest, "?");
    throw;
  }
}

}  // namespace

RuntimeHandle MakeRuntime(const Args& args, rnl_log_fn_t log, void* arg) {
  RuntimeOptionsHandle options;
  Check(rnl_runtime_options_create(Out(&options)));
  Check(rnl_runtime_options_set_threads(options.get(),
                                        static_cast<int32_t>(args.Integer("threads", 0, 1, 1024))));
  for (const std::string& plugin : args.All("plugin")) {
    Check(rnl_runtime_options_add_plugin(options.get(), Str(plugin)));
  }
  for (const std::string& text : args.All("config")) {
    const size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      throw UsageError(Cat("--config: expected KEY=VALUE, got \"", text, "\""));
    const std::string key = text.substr(0, equals), value = text.substr(equals + 1);
    Check(rnl_runtime_options_set_config(options.get(), Str(key), Str(value)));
  }
  if (args.Has("map"))
    Check(rnl_runtime_options_set_config(options.get(), Str("models.map"), Str("protected")));
  if (args.Has("silent-connections")) {
    const int64_t most = args.Integer("silent-connections", 256, 1, 4096);
    Check(rnl_runtime_options_set_config(options.get(), Str("server.silent_connections"),
                                         Str(std::to_string(most))));
  }
  if (log != nullptr) {
    Check(rnl_runtime_options_set_log(options.get(), log, arg));
    Check(rnl_runtime_options_set_log_level(options.get(), RNL_LOG_INFO));
  }
  RuntimeHandle runtime;
  Check(rnl_runtime_create(options.get(), Out(&runtime)));
  if (args.Has("device")) {
    const std::string type = ParseDevice(args.Text("device")).type;
    if (!HasDeviceType(runtime.get(), type)) {
      // One that is loaded already has no such device here, which DeviceName says.
      rnl_status_t* loaded = rnl_runtime_load_plugin(runtime.get(), Str(WithCase(type, std::tolower)));
      if (rnl_status_code(loaded) == RNL_ALREADY_EXISTS) {
        rnl_status_release(loaded);
      } else {
        Check(loaded);
      }
    }
  }
  return runtime;
}

std::string DeviceName(rnl_runtime_t* runtime, const Args& args) {
  if (!args.Has("device")) return {};
  const DeviceSpec spec = ParseDevice(args.Text("device"));
  std::string name = Cat("/device:", spec.type, ":", spec.index);
  std::string known;
  for (size_t i = 0; i < rnl_runtime_num_devices(runtime); ++i) {
    const std::string_view full = View(rnl_runtime_device_name(runtime, i));
    if (full.ends_with(name)) return name;
    known += Cat(known.empty() ? "" : ", ", full.substr(std::min(full.size(), full.rfind("/device:"))));
  }
  Fail("--device: there is no ", name, "; there are ", known);
}

GraphHandle LoadGraph(rnl_runtime_t* runtime, const std::string& path) {
  if (IsSavedModel(path)) {
    Fail("UNIMPLEMENTED: ", path,
         " is a SavedModel; run, trace and inspect take one, this takes a file with a graph");
  }
  GraphHandle graph;
  Check(rnl_graph_create(runtime, Out(&graph)));
  Check(rnl_graph_load(graph.get(), Str(path), nullptr, nullptr));
  return graph;
}

rnl_output_t FindOutput(const rnl_graph_t* graph, const std::string& name) {
  rnl_output_t output;
  rnl_status_t* status = rnl_graph_find_output(graph, Str(name), &output);
  CheckFound(graph, name, status);
  return output;
}

rnl_node_t FindNode(const rnl_graph_t* graph, const std::string& name) {
  rnl_node_t node;
  rnl_status_t* status = rnl_graph_find_node(graph, Str(name), &node);
  CheckFound(graph, name, status);
  return node;
}

void PrintLine(std::string_view line) {
  const bool ok = std::fwrite(line.data(), 1, line.size(), stdout) == line.size() &&
                  std::fputc('\n', stdout) != EOF && std::fflush(stdout) == 0;
  if (!ok) Fail("standard output cannot be written");
}

Progress::When ProgressWhen(const Args& args) {
  return args.Has("progress") ? Progress::When::kAlways : Progress::When::kTerminal;
}

}  // namespace runnel::tools
