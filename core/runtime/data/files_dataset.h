// Datasets of what files hold, one file after the other: a format adds a reader of one file.
//
// A reader knows the place of the next value; a failure names the file and that place. Reading happens
// on the thread that polls.
#ifndef RUNNEL_CORE_RUNTIME_DATA_FILES_DATASET_H_
#define RUNNEL_CORE_RUNTIME_DATA_FILES_DATASET_H_

#include <memory>
#include <string>
#include <utility>

#include "core/io/input_stream.h"
#include "core/runtime/data/datasets.h"

namespace runnel {

// The values of one file.
class FileReader {
 public:
  virtual ~FileReader() = default;
  // False at the end.
  virtual Result<bool> Read(Allocator* allocator, Element* out) = 0;
  // Whether the next call gives what follows a value that failed so. If not, the file is left: what
  // follows damage cannot be told from it.
  virtual bool GoesOnAfter(const Status& failure) const {
    (void)failure;
    return false;
  }
  // Where the next value begins, in what is decompressed, and going on there in a new reader.
  virtual uint64_t offset() const = 0;
  virtual Status SkipTo(uint64_t offset) = 0;
};

class FilesDataset : public Dataset {
 public:
  FilesDataset(DatasetInfo info, FileSet files, Compression compression)
      : Dataset(std::move(info)), files_(std::move(files)), compression_(compression) {}
  Result<Ref<DatasetIterator>> MakeIterator(const Ref<IteratorContext>& context) const override;

 protected:
  // Of a file that is open.
  virtual Result<std::unique_ptr<FileReader>> MakeReader(std::unique_ptr<InputStream> stream) const = 0;

 private:
  class Iterator;

  const FileSet files_;
  const Compression compression_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_DATA_FILES_DATASET_H_
