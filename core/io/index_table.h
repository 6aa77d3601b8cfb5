// The sorted key-value table of a checkpoint's `.index` file, through LevelDB's Table and TableBuilder.
#ifndef RUNNEL_CORE_IO_INDEX_TABLE_H_
#define RUNNEL_CORE_IO_INDEX_TABLE_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/status.h"

namespace runnel {

using TableEntries = std::vector<std::pair<std::string, std::string>>;

// All entries, in ascending order of keys. `bytes` is the whole file and may hold anything.
// Errors: DATA_LOSS naming the byte offset of what is wrong.
Result<TableEntries> ReadIndexTable(std::string_view bytes);

// The file for `entries`, whose keys ascend strictly. Blocks are not compressed, as TensorFlow's are
// not. Errors: INVALID_ARGUMENT for keys out of order.
Result<std::string> BuildIndexTable(const TableEntries& entries);

}  // namespace runnel

#endif  // RUNNEL_CORE_IO_INDEX_TABLE_H_
