#include "tools/runnel/request.h"

#include <algorithm>
#include <memory>
#include <set>

#include "tools/common/error.h"
#include "tools/runnel/saved_model.h"
#include "tools/runnel/tensors.h"

namespace runnel::tools {
SessionOptionsHandle ReadOptions(const std::string& device, const Args& args) {
  SessionOptionsHandle options;
  Check(rnl_session_options_create(Out(&options)));
  if (!device.empty()) Check(rnl_session_options_set_default_device(options.get(), Str(device)));
  if (args.Choice("passes", "on", {"on", "off"}) == "off") {
    Check(rnl_session_options_disable_pass(options.get(), rnl_str("all")));
  }
  Check(rnl_session_options_set_soft_placement(options.get(), args.Has("soft-placement")));
  Check(rnl_session_options_set_automatic_placement(options.get(), args.Has("automatic-placement")));
  Check(rnl_session_options_set_timeout(options.get(), args.Integer("timeout", -1, 1, INT64_MAX)));
  if (args.Has("master")) Check(rnl_session_options_set_target(options.get(), Str(args.Text("master"))));
  return options;
}

namespace {

// The part of a model that the command asks for.
Loaded LoadPart(const std::shared_ptr<const SavedModel>& model, const rnl_session_options_t* options,
                const Args& args) {
  Loaded loaded;
  loaded.tensor_of = [model](const std::string& name) { return model->Tensor(name); };
  std::vector<std::string> outputs = args.All("target");
  const std::vector<std::string> init = args.All("init");
  outputs.insert(outputs.end(), init.begin(), init.end());
  for (const std::string& name : args.All("fetch")) outputs.push_back(model->Tensor(name));
  std::vector<std::string> inputs;
  for (const std::string& feed : args.All("feed"))
    inputs.push_back(model->Tensor(SplitFeed(feed).first));
  model->Load(inputs, outputs, options, &loaded.graph, &loaded.session);
  return loaded;
}

}  // namespace

Loaded Load(rnl_runtime_t* runtime, const std::string& device, const Args& args) {
  const std::string& path = args.positional()[0];
  const SessionOptionsHandle options = ReadOptions(device, args);
  const auto model = std::make_shared<const SavedModel>(runtime, path, args.Text("signature"));
  Loaded loaded;
  if (model->is_graph()) {
    loaded.graph = model->Graph(runtime);
    Check(rnl_session_create(loaded.graph.get(), options.get(), Out(&loaded.session)));
  } else {
    loaded = LoadPart(model, options.get(), args);
  }
  if (args.Has("restore")) Check(rnl_session_restore(loaded.session.get(), Str(args.Text("restore"))));
  for (const std::string& name : args.All("init")) {
    const rnl_str_t target = Str(name);
    Check(rnl_session_run(loaded.session.get(), nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0,
                          &target, 1, nullptr));
  }
  return loaded;
}

std::pair<std::string, std::string> SplitFeed(const std::string& text, const char* form) {
  const size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
    throw UsageError(Cat("--feed: expected ", form, ", got \"", text, "\""));
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

Request ReadRequest(const Loaded& loaded, rnl_runtime_t* runtime, const Args& args) {
  const rnl_graph_t* graph = loaded.graph.get();
  const TensorOf& tensor_of = loaded.tensor_of;
  Request request;
  for (const std::string& text : args.All("feed")) {
    const auto [name, file] = SplitFeed(text);
    Feed& feed = request.feeds.emplace_back();
    feed.name = name;
    feed.output = FindOutput(graph, tensor_of(name));
    feed.tensor = ToTensor(runtime, ReadNpy(file), rnl_graph_output_dtype(graph, feed.output));
  }
  request.fetch_names = args.All("fetch");
  for (const std::string& name : request.fetch_names) {
    request.fetches.push_back(FindOutput(graph, tensor_of(name)));
  }
  for (const std::string& name : args.All("target")) {
    request.targets.push_back(FindNode(graph, name));
  }
  return request;
}

std::vector<std::string> EndsOf(const rnl_graph_t* graph) {
  std::vector<bool> taken(rnl_graph_num_nodes(graph), false);
  for (size_t i = 0; i < taken.size(); ++i) {
    const auto node = static_cast<rnl_node_t>(i);
    for (size_t k = 0; k < rnl_graph_num_inputs(graph, node); ++k)
      taken[static_cast<size_t>(rnl_graph_input(graph, node, k).node)] = true;
  }
  std::vector<std::string> names;
  for (size_t i = 0; i < taken.size(); ++i) {
    const auto node = static_cast<rnl_node_t>(i);
    if (!taken[i] && rnl_graph_num_outputs(graph, node) > 0)
      names.emplace_back(View(rnl_graph_node_name(graph, node)));
  }
  return names;
}

std::vector<std::string> StartsOf(const rnl_graph_t* graph, const std::vector<rnl_output_t>& fetches) {
  std::vector<std::string> names;
  std::set<rnl_node_t> seen;
  std::vector<rnl_node_t> open;
  for (const rnl_output_t fetch : fetches) open.push_back(fetch.node);
  while (!open.empty()) {
    const rnl_node_t node = open.back();
    open.pop_back();
    if (!seen.insert(node).second) continue;
    if (View(rnl_graph_node_op(graph, node)) == "Placeholder")
      names.emplace_back(View(rnl_graph_node_name(graph, node)));
    for (size_t k = 0; k < rnl_graph_num_inputs(graph, node); ++k)
      open.push_back(rnl_graph_input(graph, node, k).node);
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace runnel::tools
