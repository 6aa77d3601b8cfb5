// The callback TensorBoard: values of a fit as event files.
#ifndef RUNNEL_CORE_LEARN_TENSOR_BOARD_H_
#define RUNNEL_CORE_LEARN_TENSOR_BOARD_H_

#include <memory>

#include "core/io/file.h"
#include "core/learn/callback.h"
#include "core/learn/row.h"

namespace runnel::learn {

// Errors: INVALID_ARGUMENT for an update_freq that is neither epoch, batch nor a number of batches.
Result<std::unique_ptr<Callback>> MakeTensorBoard(BoundRow row, const FileSystem& files);

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_TENSOR_BOARD_H_
