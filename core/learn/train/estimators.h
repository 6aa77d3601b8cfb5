// The kinds of estimators: of a function, of a model of layers, canned.
#ifndef RUNNEL_CORE_LEARN_TRAIN_ESTIMATORS_H_
#define RUNNEL_CORE_LEARN_TRAIN_ESTIMATORS_H_

#include <memory>

#include "core/learn/train/estimator.h"

namespace runnel::learn {

Result<Ref<Estimator>> MakeEstimator(std::unique_ptr<EstimatorHost> host,
                                     std::unique_ptr<GraphMaker> maker, const RunConfig& config);

// Makes graphs by a function of the program's. `seed` is that of initial values.
std::unique_ptr<GraphMaker> MakerOfFunction(const Ref<Runtime>& runtime,
                                            std::unique_ptr<ModelFunction> function, int64_t seed);
// A canned estimator by spec: DNNClassifier(hidden_units=[8], feature_columns=[numeric_column(age)]).
Result<std::unique_ptr<ModelFunction>> MakeCanned(std::string_view spec, int64_t seed);
// Makes graphs of a compiled model, which stays as it is.
Result<std::unique_ptr<GraphMaker>> MakerOfModel(const Ref<Model>& model);

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_TRAIN_ESTIMATORS_H_
