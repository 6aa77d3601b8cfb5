// How parameter servers learn that a job has ended: every other task tells each of them by a queue that
// lies there.
#ifndef RUNNEL_CORE_LEARN_TRAIN_CLUSTER_END_H_
#define RUNNEL_CORE_LEARN_TRAIN_CLUSTER_END_H_

#include <functional>

#include "core/learn/train/estimator.h"

namespace runnel::learn {

// Tells all parameter servers that this task has ended. Servers that are gone are no failure.
Status TellEnd(EstimatorHost* host, const RunConfig& config);

// On a parameter server: waits until all chiefs and workers have told, or shutdown_secs after the chief
// has or `is_over` says so. `stops` ends the wait, and is asked several times a second.
Status AwaitEnd(EstimatorHost* host, const RunConfig& config, const std::function<bool()>& is_over,
                const std::function<bool()>& stops);

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_TRAIN_CLUSTER_END_H_
