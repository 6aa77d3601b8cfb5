// HDF5 files as Keras and h5py write them: groups, and tensors in them.
//
// This is our own reader because a file must not end the process: every offset and size is checked
// before it is used. It knows superblocks 0 to 3, object headers 1 and 2, groups of symbol tables and of
// compact links, integers, floats and h5py's bool, in one piece or in chunks that a B-tree of version 1
// finds, compressed by gzip, shuffled and with checksums; and attributes that are lists of texts. What
// else a tensor has says UNIMPLEMENTED and its name; other attributes are left out. Source: HDF5 File
// Format Specification, version 3.0.
#ifndef RUNNEL_CORE_LEARN_KERAS_HDF5_FILE_H_
#define RUNNEL_CORE_LEARN_KERAS_HDF5_FILE_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/io/file.h"
#include "core/learn/keras/file_part.h"
#include "core/learn/keras/hdf5_chunks.h"
#include "core/tensor/tensor.h"

namespace runnel::learn {

struct Hdf5Dataset {
  DType dtype = DType::kInvalid;
  Shape shape;
  uint64_t offset = 0;  // in the part
  uint64_t bytes = 0;
  bool stored = true;   // else its elements were never written: they have the fill value
  std::string fill;     // of an element; empty: zero
  hdf5::Chunks chunks;  // in place of the offset
};

class Hdf5File {
 public:
  // Reads what the file has, not the tensors. Errors: DATA_LOSS naming the file, the byte, and what was
  // expected there; UNIMPLEMENTED naming a dataset and what is not known of it.
  static Result<Hdf5File> Open(FilePart part);

  // By path: "layers/dense/vars/0". Sorted.
  const std::map<std::string, Hdf5Dataset>& datasets() const { return datasets_; }
  // Texts of an attribute of a group, by its path, empty for the root: "layer_names". Null: there are
  // none.
  const std::vector<std::string>* Texts(const std::string& group, const std::string& attribute) const;
  const std::string& name() const { return part_.name; }
  Result<Tensor> Read(const Hdf5Dataset& dataset, Allocator* allocator) const;

 private:
  FilePart part_;
  std::map<std::string, Hdf5Dataset> datasets_;
  std::map<std::pair<std::string, std::string>, std::vector<std::string>> texts_;
};

// Writes tensors in host memory, by path, as a file that appears whole or not at all. Elements are what
// Hdf5File reads; bfloat16 is a float of 16 bits, 8 of them the exponent's. Errors: INVALID_ARGUMENT
// naming a path that is a group and a tensor; those of the file system.
Status WriteHdf5(const FileSystem& files, const std::string& path,
                 const std::map<std::string, Tensor>& tensors);

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_KERAS_HDF5_FILE_H_
