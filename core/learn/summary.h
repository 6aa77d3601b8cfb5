// A model as a table.
#ifndef RUNNEL_CORE_LEARN_SUMMARY_H_
#define RUNNEL_CORE_LEARN_SUMMARY_H_

#include <string>

#include "core/learn/layers.h"

namespace runnel::learn {

// Layers, shapes, numbers of weights, and what each layer is called on.
std::string SummaryOf(const Layers& layers);

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_SUMMARY_H_
