#include "core/learn/keras/file_part.h"

namespace runnel::learn {

Status FilePart::Read(uint64_t offset, void* data, uint64_t count) const {
  if (offset > size || count > size - offset) {
    return DataLoss(name, ": byte ", offset, ": expected ", count, " more bytes, the file has ", size,
                    " in all");
  }
  return file->Read(begin + offset, data, count);
}

}  // namespace runnel::learn
