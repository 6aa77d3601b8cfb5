// How a model is compiled: the nodes of its own strategy, and of others that an estimator asks for.
#ifndef RUNNEL_CORE_LEARN_COMPILATIONS_H_
#define RUNNEL_CORE_LEARN_COMPILATIONS_H_

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/learn/compile.h"

namespace runnel {
class Runtime;
}

namespace runnel::learn {

class Compilations {
 public:
  explicit Compilations(Layers* layers) : layers_(layers) {}

  // That of the next Compile. Errors: those of BindStrategy and FindDevices.
  Status SetStrategy(const Runtime& runtime, std::string_view text);
  const Strategy& strategy() const { return strategy_; }

  // Errors: those of learn::Compile.
  Result<CompiledModel> Compile(std::string_view optimizer, std::string_view losses,
                                std::string_view metrics, std::span<const double> loss_weights);
  // Those of what the last Compile gave.
  ModelParts Own(const CompiledModel& compiled) const;
  // Those of the same for another strategy. Its nodes are added once.
  Result<ModelParts> For(const Strategy& strategy);

 private:
  // What a model is compiled with.
  struct Recipe {
    std::string optimizer, losses, metrics;
    std::vector<double> loss_weights;
  };
  Result<CompiledModel> Add(const Recipe& recipe, const Strategy& strategy, std::string* scope);

  Layers* const layers_;
  int count_ = 0;
  Strategy strategy_;
  Recipe recipe_;
  std::string scope_;
  std::map<std::string, ModelParts> others_;  // by the keys of their strategies
};

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_COMPILATIONS_H_
