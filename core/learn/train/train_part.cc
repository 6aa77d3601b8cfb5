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

}  // namespace

const TrainPart& TheTrainPart() {
  static constinit const TrainPart kPart = {&ParseRunConfig, &MakeTrainer, &EstimatorOfFunction,
                                            &EstimatorOfModel};
  return kPart;
}

}  // namespace runnel::learn
