// The model behind librunnel's interface: layers, what it was compiled with, and the loops over batches.
#ifndef RUNNEL_CORE_LEARN_MODEL_H_
#define RUNNEL_CORE_LEARN_MODEL_H_

#include "core/learn/learn.h"

namespace runnel::learn {

// `options` are arguments: name='', dtype='float', seed=1, device=''. Errors: those of specs;
// NOT_FOUND for a device that the runtime has not.
Result<Ref<Model>> CreateModel(Ref<Runtime> runtime, std::string_view options);

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_MODEL_H_
