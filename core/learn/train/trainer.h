// The trainer behind librunnel's interface.
#ifndef RUNNEL_CORE_LEARN_TRAIN_TRAINER_H_
#define RUNNEL_CORE_LEARN_TRAIN_TRAINER_H_

#include "core/learn/spec.h"
#include "core/learn/train/train.h"

namespace runnel::learn {

Result<Ref<Trainer>> MakeTrainer(std::unique_ptr<GraphHost> host, const RunConfig& config,
                                 const Scaffold& scaffold);

// A hook of the rows of hooks.cc. Errors: those of specs and rows.
Result<std::unique_ptr<Hook>> MakeHook(const Spec& spec);

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_TRAIN_TRAINER_H_
