// How parameter servers, and workers that the chief runs, learn that a job has ended: they are told by a
// queue that lies there.
#ifndef RUNNEL_CORE_LEARN_TRAIN_CLUSTER_END_H_
#define RUNNEL_CORE_LEARN_TRAIN_CLUSTER_END_H_

#include <functional>
#include <string>

#include "core/graph/builder.h"
#include "core/learn/train/estimator.h"

namespace runnel::learn {

// The queue of that name on a device of the cluster, of whole numbers; all sessions see the same.
OutputRef TaskQueue(GraphBuilder* b, std::string_view name, const std::string& device);
// Puts a number into it. Errors: those of a session with that task.
Status Tell(EstimatorHost* host, const RunConfig& config, std::string_view queue,
            const std::string& device, int64_t number);

// Tells all other tasks of a job, "ps", that this task has ended. Those that are gone are no failure.
Status TellEnd(EstimatorHost* host, const RunConfig& config, const std::string& job);

// On a parameter server, or on a worker that lends the chief its devices: waits until all chiefs and
// workers have told, of the latter only the chief, or shutdown_secs after the chief has or `is_over`
// says so. `stops` ends the wait, and is asked several times a second.
Status AwaitEnd(EstimatorHost* host, const RunConfig& config, const std::function<bool()>& is_over,
                const std::function<bool()>& stops);

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_TRAIN_CLUSTER_END_H_
