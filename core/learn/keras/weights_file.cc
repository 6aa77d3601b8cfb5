#include "core/learn/keras/weights_file.h"

#include <map>
#include <set>

namespace runnel::learn {
namespace {

constexpr size_t kMostNames = 10;  // in a message

// The attribute of a Keras layer that holds the part which weights' names call `part`.
std::string AttributeOf(std::string_view part) {
  if (part.ends_with("_cell")) return "cell";
  if (part == "attention_output") return "output_dense";
  if (part == "query" || part == "key" || part == "value") return StrCat(part, "_dense");
  return std::string(part);
}

std::string PartAttribute(const Layer& layer, size_t index) {
  if (layer.row.name() == "Bidirectional") return index == 0 ? "forward_layer" : "backward_layer";
  return "layer";  // of a wrapper
}

class Finder {
 public:
  explicit Finder(const Layers& layers) : layers_(layers) {}

  void Add(const Layer& layer, const std::string& group) {
    for (const int weight : layer.weights) {
      if (weight < 0) continue;
      std::string within = layers_.weights()[static_cast<size_t>(weight)].name;
      if (within.starts_with(layer.path + "/")) within = within.substr(layer.path.size() + 1);
      std::string at = group;
      for (size_t end; (end = within.find('/')) != std::string::npos; within = within.substr(end + 1))
        at += StrCat("/", AttributeOf(within.substr(0, end)));
      const size_t index = counts_[at]++;
      found_.push_back({StrCat(at, "/vars/", index), static_cast<size_t>(weight)});
    }
    for (size_t i = 0; i < layer.parts.size(); ++i)
      Add(layer.parts[i], StrCat(group, "/", PartAttribute(layer, i)));
  }

  std::vector<KerasWeight> Take() { return std::move(found_); }

 private:
  const Layers& layers_;
  std::map<std::string, size_t> counts_;
  std::vector<KerasWeight> found_;
};

std::string Listed(const std::vector<std::string>& names) {
  std::string out;
  for (size_t i = 0; i < names.size() && i < kMostNames; ++i)
    out += StrCat(out.empty() ? "" : ", ", names[i]);
  if (names.size() > kMostNames) out += StrCat(" and ", names.size() - kMostNames, " more");
  return out;
}

}  // namespace

std::vector<KerasWeight> KerasWeights(const Layers& layers) {
  Finder finder(layers);
  std::map<std::string, int> used;
  const auto numbered = [&used](std::string_view within, std::string_view kind) {
    std::string path = StrCat(within, "layers/", SnakeCase(kind));
    const int number = used[path]++;
    return number > 0 ? StrCat(path, "_", number) : path;
  };
  // A group is made before its layers and before the groups within it.
  std::vector<std::string> groups;
  const auto within = [&groups](int group) {
    return group < 0 ? std::string() : groups[static_cast<size_t>(group)] + "/";
  };
  for (const LayerGroup& group : layers.groups())
    groups.push_back(numbered(within(group.parent), group.kind));
  for (const Layer& layer : layers.layers())
    finder.Add(layer, numbered(within(layer.group), layer.row.name()));
  return finder.Take();
}

Status SaveKerasWeights(const FileSystem& files, const std::string& path, Model* model) {
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<Tensor> values, model->GetWeights());
  std::map<std::string, Tensor> tensors;
  for (const KerasWeight& weight : KerasWeights(model->layers()))
    tensors[weight.path] = values[weight.weight];
  if (tensors.empty()) return FailedPrecondition("the model has no weights");
  return WriteHdf5(files, path, tensors);
}

Status LoadKerasWeights(FilePart part, Allocator* allocator, Model* model) {
  RUNNEL_ASSIGN_OR_RETURN(const Hdf5File file, Hdf5File::Open(std::move(part)));
  RUNNEL_ASSIGN_OR_RETURN(std::vector<Tensor> values, model->GetWeights());
  std::vector<std::string> missing, more;
  std::set<std::string> taken;
  for (const KerasWeight& weight : KerasWeights(model->layers())) {
    const auto found = file.datasets().find(weight.path);
    const std::string& name = model->layers().weights()[weight.weight].name;
    if (found == file.datasets().end()) {
      missing.push_back(StrCat(weight.path, " (", name, ")"));
      continue;
    }
    taken.insert(weight.path);
    const Tensor& now = values[weight.weight];
    if (found->second.dtype != now.dtype() || found->second.shape != now.shape()) {
      return InvalidArgument(file.name(), ": ", weight.path, ": expected ", DTypeName(now.dtype()), " ",
                             now.shape().ToString(), " for the weight ", name, ", got ",
                             DTypeName(found->second.dtype), " ", found->second.shape.ToString());
    }
    RUNNEL_ASSIGN_OR_RETURN(values[weight.weight], file.Read(found->second, allocator));
  }
  for (const auto& [path, dataset] : file.datasets()) {
    const bool of_layer = path.starts_with("layers/") && path.find("/seed_generator/") == path.npos;
    if (of_layer && taken.count(path) == 0) more.push_back(path);
  }
  if (!missing.empty()) return NotFound(file.name(), " has no ", Listed(missing));
  if (!more.empty()) {
    return InvalidArgument(file.name(), " has weights of layers that the model has not: ", Listed(more));
  }
  return model->SetWeights(values);
}

}  // namespace runnel::learn
