// Structural check of a LevelDB-format table, before LevelDB's own reader may see it.
//
// LevelDB verifies checksums and trusts what lies under them: block sizes, key lengths and restart
// points of a crafted file make it allocate without bound, read out of range, or stop at an assertion.
// What passes here has every handle inside the file, every checksum right, every entry inside its
// block, keys strictly ascending over the whole table, and blocks that decompress to a bounded size.
// Source: LevelDB's doc/table_format.md; Snappy's format description.
#ifndef RUNNEL_CORE_IO_TABLE_CHECK_H_
#define RUNNEL_CORE_IO_TABLE_CHECK_H_

#include <string_view>

#include "core/base/status.h"

namespace runnel {

// `bytes` is the whole file. Errors: DATA_LOSS naming the byte offset of what is wrong.
Status CheckTable(std::string_view bytes);

}  // namespace runnel

#endif  // RUNNEL_CORE_IO_TABLE_CHECK_H_
