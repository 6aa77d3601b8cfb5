#include "core/learn/keras/weights_file.h"

#include <cstring>
#include <map>
#include <set>

#include "core/learn/keras/legacy_weights.h"
#include "core/learn/keras/optimizer_file.h"
#include "core/learn/model_state.h"

namespace runnel::learn {
namespace {

constexpr size_t kMostNames = 10;  // in a message

// The attribute of a Keras layer that holds the part which weights' names call `part`.
std::string AttributeOf(const Layer& layer, std::string_view part) {
  // Others have a property beside the attribute, which Keras finds first.
  const std::string_view hidden = layer.row.name() == "GroupedQueryAttention" ? "_" : "";
  if (part.ends_with("_cell")) return "cell";
  if (part == "attention_output") return StrCat(hidden, "output_dense");
  if (part == "gate") return "_gate_dense";
  if (part == "query" || part == "key" || part == "value") return StrCat(hidden, part, "_dense");
  return std::string(part);
}

std::string PartAttribute(const Layer& layer, size_t index) {
  if (layer.row.name() == "Bidirectional") return index == 0 ? "forward_layer" : "backward_layer";
  return "layer";  // of a wrapper
}

class Finder {
 public:
  explicit Finder(const Layers& layers) : layers_(layers) {}
  const std::vector<std::string>& unused() const { return unused_; }

  void Add(const Layer& layer, const std::string& group) {
    for (const int weight : layer.weights) {
      if (weight < 0) continue;
      std::string within = layers_.weights()[static_cast<size_t>(weight)].name;
      if (within.starts_with(layer.path + "/")) within = within.substr(layer.path.size() + 1);
      std::string at = group;
      for (size_t end; (end = within.find('/')) != std::string::npos; within = within.substr(end + 1))
        at += StrCat("/", AttributeOf(layer, within.substr(0, end)));
      const size_t index = counts_[at]++;
      found_.push_back({StrCat(at, "/vars/", index), static_cast<size_t>(weight)});
    }
    if (layer.row.name() == "Normalization" && counts_[group] > 0)
      unused_.push_back(StrCat(group, "/vars/", counts_[group]++));
    for (size_t i = 0; i < layer.parts.size(); ++i)
      Add(layer.parts[i], StrCat(group, "/", PartAttribute(layer, i)));
  }

  std::vector<KerasWeight> Take() { return std::move(found_); }

 private:
  const Layers& layers_;
  std::map<std::string, size_t> counts_;
  std::vector<KerasWeight> found_;
  std::vector<std::string> unused_;
};

std::string Listed(const std::vector<std::string>& names) {
  std::string out;
  for (size_t i = 0; i < names.size() && i < kMostNames; ++i)
    out += StrCat(out.empty() ? "" : ", ", names[i]);
  if (names.size() > kMostNames) out += StrCat(" and ", names.size() - kMostNames, " more");
  return out;
}

Result<Tensor> Zeros(DType dtype, const Shape& shape) {
  RUNNEL_ASSIGN_OR_RETURN(Tensor tensor, Tensor::Allocate(SystemAllocator(), dtype, shape));
  if (tensor.size_bytes() > 0) std::memset(tensor.data(), 0, tensor.size_bytes());
  return tensor;
}

// Adds the weights' values to `out`.
Status ReadWeights(const Hdf5File& file, const Layers& layers, Allocator* allocator, StateValues* out) {
  std::vector<std::string> missing, more;
  std::set<std::string> taken;
  const bool is_legacy = IsLegacyWeightsFile(file);
  std::vector<KerasWeight> weights;
  if (is_legacy) {
    RUNNEL_ASSIGN_OR_RETURN(weights, LegacyWeights(file, layers));
  } else {
    std::vector<std::string> unused;
    weights = KerasWeights(layers, &unused);
    taken.insert(unused.begin(), unused.end());
  }
  for (const KerasWeight& one : weights) {
    const auto found = file.datasets().find(one.path);
    const Weight& weight = layers.weights()[one.weight];
    if (found == file.datasets().end()) {
      missing.push_back(StrCat(one.path, " (", weight.name, ")"));
      continue;
    }
    taken.insert(one.path);
    if (found->second.dtype != weight.dtype || found->second.shape != weight.shape) {
      return InvalidArgument(file.name(), ": ", one.path, ": expected ", DTypeName(weight.dtype), " ",
                             weight.shape.ToString(), " for the weight ", weight.name, ", got ",
                             DTypeName(found->second.dtype), " ", found->second.shape.ToString());
    }
    RUNNEL_ASSIGN_OR_RETURN(Tensor value, file.Read(found->second, allocator));
    out->variables.push_back(&weight);
    out->values.push_back(std::move(value));
  }
  for (const auto& [path, dataset] : file.datasets()) {
    const bool of_layer = path.starts_with("layers/") && path.find("/seed_generator/") == path.npos;
    if (!is_legacy && of_layer && taken.count(path) == 0) more.push_back(path);
  }
  if (!missing.empty()) return NotFound(file.name(), " has no ", Listed(missing));
  if (!more.empty()) {
    return InvalidArgument(file.name(), " has weights of layers that the model has not: ", Listed(more));
  }
  return OkStatus();
}

}  // namespace

std::vector<KerasWeight> KerasWeights(const Layers& layers, std::vector<std::string>* unused) {
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
  *unused = finder.unused();
  return finder.Take();
}

Status SaveKerasWeights(const FileSystem& files, const std::string& path, Model* model) {
  std::map<std::string, Tensor> tensors;
  RUNNEL_RETURN_IF_ERROR(
      model->WithState([&](Session& session, const CompiledModel* compiled) -> Status {
        std::vector<const Weight*> variables;
        std::vector<std::string> paths;
        const Layers& layers = model->layers();
        std::vector<std::string> unused;
        for (const KerasWeight& weight : KerasWeights(layers, &unused)) {
          variables.push_back(&layers.weights()[weight.weight]);
          paths.push_back(weight.path);
        }
        if (paths.empty()) return FailedPrecondition("the model has no weights");
        for (const std::string& count : unused) {
          RUNNEL_ASSIGN_OR_RETURN(tensors[count], Zeros(DType::kInt64, Shape()));
        }
        for (const KerasState& state :
             compiled == nullptr ? std::vector<KerasState>() : KerasStates(*compiled)) {
          if (state.variables.empty()) {
            RUNNEL_ASSIGN_OR_RETURN(tensors[state.path], Zeros(state.dtype, state.shape));
            continue;
          }
          variables.push_back(state.variables[0]);
          paths.push_back(state.path);
        }
        RUNNEL_ASSIGN_OR_RETURN(const std::vector<Tensor> values, ReadVariables(session, variables));
        for (size_t i = 0; i < paths.size(); ++i) tensors[paths[i]] = values[i];
        return OkStatus();
      }));
  return WriteHdf5(files, path, tensors);
}

Status LoadKerasWeights(FilePart part, Runtime* runtime, Model* model) {
  RUNNEL_ASSIGN_OR_RETURN(const Hdf5File file, Hdf5File::Open(std::move(part)));
  std::string why;
  RUNNEL_RETURN_IF_ERROR(
      model->WithState([&](Session& session, const CompiledModel* compiled) -> Status {
        StateValues found;
        if (compiled != nullptr) {
          RUNNEL_ASSIGN_OR_RETURN(found, ReadKerasStates(file, *compiled, runtime->allocator(), &why));
        }
        RUNNEL_RETURN_IF_ERROR(ReadWeights(file, model->layers(), runtime->allocator(), &found));
        return AssignVariables(session, found.variables, found.values);
      }));
  if (!why.empty()) runtime->Log(Severity::kWarning, why);
  return OkStatus();
}

}  // namespace runnel::learn
