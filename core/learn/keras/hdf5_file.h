// HDF5 files as Keras and h5py write them: groups, and tensors in them.
//
// This is our own reader because a file must not end the process: every offset and size is checked
// before it is used. It knows superblocks 0 to 3, object headers 1 and 2, groups of symbol tables and of
// compact links, integers, floats and h5py's bool, in one piece. What else there is in a file says
// UNIMPLEMENTED and its name. Source: HDF5 File Format Specification, version 3.0.
#ifndef RUNNEL_CORE_LEARN_KERAS_HDF5_FILE_H_
#define RUNNEL_CORE_LEARN_KERAS_HDF5_FILE_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/io/file.h"
#include "core/tensor/tensor.h"

namespace runnel::learn {

// A part of a file: a whole one, or a member of an archive that is stored as it is.
struct FilePart {
  std::shared_ptr<const ReadableFile> file;
  std::string name;  // for messages
  uint64_t begin = 0;
  uint64_t size = 0;

  // Errors: those of the file; DATA_LOSS naming the part beyond its end.
  Status Read(uint64_t offset, void* data, uint64_t count) const;
};

struct Hdf5Dataset {
  DType dtype = DType::kInvalid;
  Shape shape;
  uint64_t offset = 0;  // in the part
  uint64_t bytes = 0;
  bool stored = true;  // else its elements were never written: zeros
};

class Hdf5File {
 public:
  // Reads what the file has, not the tensors. Errors: DATA_LOSS naming the file, the byte, and what was
  // expected there; UNIMPLEMENTED naming a dataset and what is not known of it.
  static Result<Hdf5File> Open(FilePart part);

  // By path: "layers/dense/vars/0". Sorted.
  const std::map<std::string, Hdf5Dataset>& datasets() const { return datasets_; }
  const std::string& name() const { return part_.name; }
  Result<Tensor> Read(const Hdf5Dataset& dataset, Allocator* allocator) const;

 private:
  FilePart part_;
  std::map<std::string, Hdf5Dataset> datasets_;
};

// Writes tensors in host memory, by path, as a file that appears whole or not at all. Elements are what
// Hdf5File reads; bfloat16 is a float of 16 bits, 8 of them the exponent's. Errors: INVALID_ARGUMENT
// naming a path that is a group and a tensor; those of the file system.
Status WriteHdf5(const FileSystem& files, const std::string& path,
                 const std::map<std::string, Tensor>& tensors);

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_KERAS_HDF5_FILE_H_
