#include "core/learn/compilations.h"

#include "core/runtime/plugins/gradients_library.h"

namespace runnel::learn {

Status Compilations::SetStrategy(const Runtime& runtime, std::string_view text) {
  RUNNEL_ASSIGN_OR_RETURN(Strategy strategy, BindStrategy(text));
  if (strategy.aggregates())
    return InvalidArgument("strategy ", text, ": gradients of tasks are aggregated where an estimator ",
                           "trains over a cluster; a model by itself has no tasks");
  if (strategy.is_over_tasks()) {
    DivideOver(std::vector<std::string>(1), &strategy);
  } else if (strategy.kind != Strategy::Kind::kOne) {
    Status status = FindDevices(runtime, &strategy);
    if (!status.ok()) return status.WithPrefix(StrCat("strategy ", text));
  }
  strategy_ = std::move(strategy);
  return OkStatus();
}

Result<CompiledModel> Compilations::Add(const Recipe& recipe, const Strategy& strategy,
                                        std::string* scope) {
  RUNNEL_ASSIGN_OR_RETURN(const auto add_gradients, OpenGradients());
  *scope = count_ == 0 ? "" : StrCat("compiled_", count_, "/");
  ++count_;
  return learn::Compile(layers_, add_gradients, recipe.optimizer, recipe.losses, recipe.metrics,
                        recipe.loss_weights, *scope, strategy);
}

Result<CompiledModel> Compilations::Compile(std::string_view optimizer, std::string_view losses,
                                            std::string_view metrics,
                                            std::span<const double> loss_weights) {
  Recipe recipe = {std::string(optimizer),
                   std::string(losses),
                   std::string(metrics),
                   {loss_weights.begin(), loss_weights.end()}};
  std::string scope;
  RUNNEL_ASSIGN_OR_RETURN(CompiledModel made, Add(recipe, strategy_, &scope));
  recipe_ = std::move(recipe);
  scope_ = std::move(scope);
  others_.clear();
  return made;
}

ModelParts Compilations::Own(const CompiledModel& compiled) const {
  ModelParts parts = PartsOf(*layers_, compiled);
  parts.scope = scope_;
  return parts;
}

Result<ModelParts> Compilations::For(const Strategy& strategy) {
  const std::string key = strategy.Key();
  if (const auto found = others_.find(key); found != others_.end()) return found->second;
  std::string scope;
  RUNNEL_ASSIGN_OR_RETURN(const CompiledModel made, Add(recipe_, strategy, &scope));
  ModelParts parts = PartsOf(*layers_, made);
  parts.scope = std::move(scope);
  return others_.emplace(key, std::move(parts)).first->second;
}

}  // namespace runnel::learn
