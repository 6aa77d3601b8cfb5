#include "tools/runnel/open_model.h"

#include <algorithm>
#include <memory>

#include "tools/common/error.h"
#include "tools/runnel/saved_model.h"

namespace runnel::tools {
namespace {

// "NAME=1,3,224,224" of each --shape.
std::map<std::string, std::vector<int64_t>> ReadShapes(const Args& args) {
  std::map<std::string, std::vector<int64_t>> shapes;
  for (const std::string& text : args.All("shape")) {
    const auto [name, list] = SplitFeed(text, "NAME=1,3,224,224");
    std::vector<int64_t>& dims = shapes[name];
    for (size_t begin = 0; begin <= list.size();) {
      const size_t end = std::min(list.find(',', begin), list.size());
      const std::string word = list.substr(begin, end - begin);
      if (word.empty() || word.size() > 9 || word.find_first_not_of("0123456789") != std::string::npos)
        throw UsageError(Cat("--shape: \"", word, "\" of \"", text, "\" is no size"));
      dims.push_back(std::stoll(word));
      begin = end + 1;
    }
  }
  return shapes;
}

}  // namespace

OpenedModel OpenModel(rnl_runtime_t* runtime, const Args& args) {
  const SessionOptionsHandle options = ReadOptions(DeviceName(runtime, args), args);
  const auto file = std::make_shared<SavedModel>(runtime, args.positional()[0], args.Text("signature"));
  if (!file->is_graph() && file->outputs().empty()) file->ReadSignature(DefaultSignature(file->raw()));
  OpenedModel model;
  model.format = file->format();
  std::vector<std::string> fetches = args.All("fetch"), feeds;
  if (file->is_graph()) {
    model.loaded.graph = file->Graph(runtime);
    Check(rnl_session_create(model.loaded.graph.get(), options.get(), Out(&model.loaded.session)));
    if (fetches.empty()) fetches = EndsOf(model.loaded.graph.get());
  } else {
    model.loaded.tensor_of = [file](const std::string& name) { return file->Tensor(name); };
    std::vector<std::string> inputs, outputs;
    for (const SavedModel::Named& input : file->inputs()) {
      feeds.push_back(input.key);
      inputs.push_back(input.tensor);
    }
    if (fetches.empty()) {
      for (const SavedModel::Named& output : file->outputs()) fetches.push_back(output.key);
    }
    for (const std::string& name : fetches) outputs.push_back(file->Tensor(name));
    file->Load(inputs, outputs, options.get(), &model.loaded.graph, &model.loaded.session);
  }
  if (fetches.empty()) Fail(args.positional()[0], ": there is nothing to fetch");
  const rnl_graph_t* graph = model.loaded.graph.get();
  model.request.fetch_names = fetches;
  for (const std::string& name : fetches)
    model.request.fetches.push_back(FindOutput(graph, model.loaded.tensor_of(name)));
  if (file->is_graph()) feeds = StartsOf(graph, model.request.fetches);
  for (const std::string& name : feeds)
    model.request.feeds.push_back({name, FindOutput(graph, model.loaded.tensor_of(name)), nullptr});
  return model;
}

InputShapes::InputShapes(const Args& args)
    : shapes_(ReadShapes(args)), batch_(args.Integer("batch", 1, 1, 1 << 20)) {}

std::vector<int64_t> InputShapes::Of(const rnl_graph_t* graph, const std::string& name,
                                     rnl_output_t output) {
  used_.insert(name);
  if (const auto given = shapes_.find(name); given != shapes_.end()) return given->second;
  int32_t rank = -1;
  Check(rnl_graph_output_shape(graph, output, 0, nullptr, &rank));
  if (rank < 0) Fail("the shape of input ", name, " is not known: --shape ", name, "=1,3,224,224");
  std::vector<int64_t> dims(static_cast<size_t>(rank));
  if (rank > 0) Check(rnl_graph_output_shape(graph, output, dims.size(), dims.data(), &rank));
  for (size_t d = 0; d < dims.size(); ++d) {
    if (dims[d] >= 0) continue;
    dims[d] = d == 0 ? batch_ : 1;
    guessed_[name] = {};
  }
  if (const auto guess = guessed_.find(name); guess != guessed_.end()) guess->second = dims;
  return dims;
}

std::string InputShapes::Advice() const {
  std::string text = " (sizes that the model does not say are guesses; to say them:";
  for (const auto& [name, dims] : guessed_) {
    text += Cat(" --shape ", name, "=");
    for (size_t d = 0; d < dims.size(); ++d) text += Cat(d == 0 ? "" : ",", dims[d]);
  }
  return text + ")";
}

void InputShapes::CheckUsed() const {
  for (const auto& [name, shape] : shapes_) {
    if (!used_.contains(name)) throw UsageError(Cat("--shape: the model has no input \"", name, "\""));
  }
}

}  // namespace runnel::tools
