// The members of a zip archive that are stored as they are, as Keras writes them into .keras files.
// Source: APPNOTE.TXT, .ZIP File Format Specification, version 6.3.
#ifndef RUNNEL_CORE_LEARN_KERAS_ZIP_FILE_H_
#define RUNNEL_CORE_LEARN_KERAS_ZIP_FILE_H_

#include <map>
#include <memory>
#include <string>

#include "core/learn/keras/hdf5_file.h"

namespace runnel::learn {

class ZipFile {
 public:
  // Errors: DATA_LOSS naming the file, the byte, and what was expected there.
  static Result<ZipFile> Open(std::shared_ptr<const ReadableFile> file, std::string name);

  bool Has(const std::string& member) const { return members_.count(member) != 0; }
  // Errors: NOT_FOUND listing the members; UNIMPLEMENTED for one that is compressed or encrypted.
  Result<FilePart> Find(const std::string& member) const;
  // Errors: also RESOURCE_EXHAUSTED above `max_bytes`.
  Result<std::string> ReadAll(const std::string& member, uint64_t max_bytes) const;

 private:
  struct Member {
    uint16_t flags = 0, method = 0;
    uint64_t header = 0, size = 0;
  };
  Status ReadDirectory();
  std::shared_ptr<const ReadableFile> file_;
  std::string name_;
  std::map<std::string, Member> members_;
};

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_KERAS_ZIP_FILE_H_
