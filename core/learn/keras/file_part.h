// A part of a file: a whole one, or a member of an archive that is stored as it is.
#ifndef RUNNEL_CORE_LEARN_KERAS_FILE_PART_H_
#define RUNNEL_CORE_LEARN_KERAS_FILE_PART_H_

#include <cstdint>
#include <memory>
#include <string>

#include "core/io/file.h"

namespace runnel::learn {

struct FilePart {
  std::shared_ptr<const ReadableFile> file;
  std::string name;  // for messages
  uint64_t begin = 0;
  uint64_t size = 0;

  // Errors: those of the file; DATA_LOSS naming the part beyond its end.
  Status Read(uint64_t offset, void* data, uint64_t count) const;
};

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_KERAS_FILE_PART_H_
