// Whole numbers as vectors of as many elements as there are numbers.
#ifndef RUNNEL_CORE_LEARN_ENCODE_H_
#define RUNNEL_CORE_LEARN_ENCODE_H_

#include <string_view>

#include "core/learn/layer_row.h"

namespace runnel::learn {

#define RUNNEL_ENCODED_DOC                                                                             \
  " int gives the numbers themselves, one_hot a vector for each of them, multi_hot and count one for " \
  "all of a sample. Shapes: x [b, n]; y [b, n], with one_hot [b, n, depth], or [b, depth] if n is 1, " \
  "with the others [b, depth]."

// Keras' encoding of `numbers`, [batch, ...], by `mode`: int, one_hot, multi_hot or count. What is not
// at least 0 and below depth counts for nothing. Errors: INVALID_ARGUMENT for numbers without a
// dimension behind the batch.
Result<OutputRef> Encode(LayerContext& ctx, OutputRef numbers, std::string_view mode, int64_t depth);

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_ENCODE_H_
