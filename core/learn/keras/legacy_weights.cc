#include "core/learn/keras/legacy_weights.h"

#include <algorithm>

namespace runnel::learn {
namespace {

constexpr std::string_view kLayerNames = "layer_names", kWeightNames = "weight_names";
constexpr std::string_view kModel = "model_weights";

std::string Join(std::string_view group, std::string_view name) {
  return group.empty() ? std::string(name) : StrCat(group, "/", name);
}

// An attribute, which Keras divides into several where it is long: "layer_names0". False: there is none.
bool ReadNames(const Hdf5File& file, const std::string& group, std::string_view name,
               std::vector<std::string>* out) {
  if (const auto* whole = file.Texts(group, std::string(name))) {
    *out = *whole;
    return true;
  }
  for (int part = 0;; ++part) {
    const auto* texts = file.Texts(group, StrCat(name, part));
    if (texts == nullptr) return part > 0;
    out->insert(out->end(), texts->begin(), texts->end());
  }
}

// A layer with weights, or a model within the model, which the file has as one layer.
struct Unit {
  std::string name;
  std::vector<size_t> trained, others;  // weights

  size_t size() const { return trained.size() + others.size(); }
};

std::vector<Unit> UnitsOf(const Layers& layers) {
  std::vector<Unit> units;
  int last = -1;  // the group that the last unit is of
  for (const Layer& layer : layers.layers()) {
    int group = layer.group;
    while (group >= 0 && layers.groups()[static_cast<size_t>(group)].parent >= 0)
      group = layers.groups()[static_cast<size_t>(group)].parent;
    if (units.empty() || group < 0 || group != last) {
      units.push_back(
          {group < 0 ? layer.name : layers.groups()[static_cast<size_t>(group)].name, {}, {}});
    }
    last = group;
    Unit& unit = units.back();
    for (const int w : AllWeights(layer)) {
      const auto index = static_cast<size_t>(w);
      const bool is_trained = layer.trainable && layers.weights()[index].trainable;
      (is_trained ? unit.trained : unit.others).push_back(index);
    }
  }
  std::erase_if(units, [](const Unit& unit) { return unit.size() == 0; });
  return units;
}

struct Saved {
  std::string name;
  std::vector<std::string> paths;
};

std::vector<Saved> SavedLayers(const Hdf5File& file) {
  const std::string group =
      file.Texts("", std::string(kLayerNames)) == nullptr && file.Texts("", "layer_names0") == nullptr
          ? std::string(kModel)
          : std::string();
  std::vector<std::string> names;
  ReadNames(file, group, kLayerNames, &names);
  std::vector<Saved> saved;
  for (const std::string& name : names) {
    Saved layer = {name, {}};
    std::vector<std::string> weights;
    const std::string at = Join(group, name);
    // Keras writes an empty list as one of numbers: such a layer has no weights.
    ReadNames(file, at, kWeightNames, &weights);
    // Keras does not read how many samples a Normalization has seen.
    std::erase_if(weights, [](std::string_view weight) {
      return weight.ends_with("/count:0") || weight.ends_with("/count");
    });
    for (const std::string& weight : weights) layer.paths.push_back(Join(at, weight));
    if (!layer.paths.empty()) saved.push_back(std::move(layer));
  }
  return saved;
}

}  // namespace

bool IsLegacyWeightsFile(const Hdf5File& file) {
  std::vector<std::string> names;
  return ReadNames(file, "", kLayerNames, &names) ||
         ReadNames(file, std::string(kModel), kLayerNames, &names);
}

Result<std::vector<KerasWeight>> LegacyWeights(const Hdf5File& file, const Layers& layers) {
  const std::vector<Saved> saved = SavedLayers(file);
  const std::vector<Unit> units = UnitsOf(layers);
  if (saved.size() != units.size()) {
    return InvalidArgument(file.name(), " has ", saved.size(), " layers with weights, the model has ",
                           units.size());
  }
  const auto find = [&](const std::string& name) {
    return std::find_if(units.begin(), units.end(), [&](const Unit& unit) { return unit.name == name; });
  };
  const bool by_name = std::all_of(saved.begin(), saved.end(),
                                   [&](const Saved& layer) { return find(layer.name) != units.end(); });
  std::vector<KerasWeight> found;
  for (size_t i = 0; i < saved.size(); ++i) {
    const Unit& unit = by_name ? *find(saved[i].name) : units[i];
    if (saved[i].paths.size() != unit.size()) {
      return InvalidArgument(file.name(), ": layer \"", saved[i].name, "\" has ", saved[i].paths.size(),
                             " weights, the model's layer \"", unit.name, "\" has ", unit.size());
    }
    std::vector<size_t> weights = unit.trained;
    weights.insert(weights.end(), unit.others.begin(), unit.others.end());
    for (size_t k = 0; k < weights.size(); ++k) found.push_back({saved[i].paths[k], weights[k]});
  }
  return found;
}

}  // namespace runnel::learn
