// What makes steps of aggregated gradients (core/learn/aggregation.h).
#ifndef RUNNEL_CORE_LEARN_TRAIN_AGGREGATION_HOOK_H_
#define RUNNEL_CORE_LEARN_TRAIN_AGGREGATION_HOOK_H_

#include <memory>

#include "core/learn/train/estimator.h"

namespace runnel::learn {

// For a graph with aggregation, made for the strategy.
std::unique_ptr<Hook> MakeAggregationHook(const ModeGraph& made, const Strategy& strategy);

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_TRAIN_AGGREGATION_HOOK_H_
