// What training gives to librunnel.
#include "core/learn/learn.h"
#include "core/learn/train/estimators.h"
#include "core/learn/train/trainer.h"

namespace runnel::learn {
namespace {

Result<Ref<Estimator>> EstimatorOfFunction(std::unique_ptr<EstimatorHost> host,
                                           std::unique_ptr<ModelFunction> function,
                                           const RunConfig& config) {
  auto maker = MakerOfFunction(host->runtime(), std::move(function), config.seed);
  return MakeEstimator(std::move(host), std::move(maker), config);
}

Result<Ref<Estimator>> EstimatorOfModel(std::unique_ptr<EstimatorHost> host, const Ref<Model>& model,
                                        const RunConfig& config) {
  RUNNEL_ASSIGN_OR_RETURN(std::unique_ptr<GraphMaker> maker, MakerOfModel(model));
  return MakeEstimator(std::move(host), std::move(maker), config);
}

Result<Ref<Estimator>> EstimatorOfSpec(std::unique_ptr<EstimatorHost> host, std::string_view spec,
                                       const RunConfig& config) {
  RUNNEL_ASSIGN_OR_RETURN(std::unique_ptr<ModelFunction> function, MakeCanned(spec, config.seed));
  return EstimatorOfFunction(std::move(host), std::move(function), config);
}

// A trainer of the program's own graph.
Result<Ref<Trainer>> TrainerOfGraph(std::unique_ptr<GraphHost> host, const RunConfig& config,
                                    const Scaffold& scaffold) {
  if (config.strategy.kind != Strategy::Kind::kOne)
    return Unimplemented("a strategy for a graph of the program's own; estimators and models have them");
  return MakeTrainer(std::move(host), config, scaffold);
}

}  // namespace

const TrainPart& TheTrainPart() {
  static constinit const TrainPart kPart = {&ParseRunConfig, &TrainerOfGraph, &EstimatorOfFunction,
                                            &EstimatorOfModel, &EstimatorOfSpec};
  return kPart;
}

}  // namespace runnel::learn
