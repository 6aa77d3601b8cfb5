// A file that is bytes in memory.
#ifndef RUNNEL_TESTS_FUZZ_MEMORY_FILE_H_
#define RUNNEL_TESTS_FUZZ_MEMORY_FILE_H_

#include <cstring>
#include <string_view>

#include "core/io/file.h"

namespace runnel {

class MemoryFile : public ReadableFile {
 public:
  explicit MemoryFile(std::string_view bytes) : bytes_(bytes) {}
  uint64_t size() const override { return bytes_.size(); }
  Status Read(uint64_t offset, void* data, size_t size) const override {
    if (offset > bytes_.size() || size > bytes_.size() - offset) return DataLoss("outside the file");
    if (size > 0) std::memcpy(data, bytes_.data() + offset, size);
    return OkStatus();
  }

 private:
  std::string_view bytes_;
};

}  // namespace runnel

#endif  // RUNNEL_TESTS_FUZZ_MEMORY_FILE_H_
