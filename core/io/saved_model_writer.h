// Writes the folder of a SavedModel: saved_model.pb, variables/ and assets/.
//
// All of it is written and synced under a temporary name beside the folder, which gets its own name
// last: at every moment there is no model of that name or a whole one.
#ifndef RUNNEL_CORE_IO_SAVED_MODEL_WRITER_H_
#define RUNNEL_CORE_IO_SAVED_MODEL_WRITER_H_

#include <string>
#include <vector>

#include "core/io/file.h"
#include "core/tensor/tensor.h"

namespace runnel {

struct SavedModelFiles {
  struct Variable {
    std::string key;
    std::string slice;  // "shape slice" of the tensor `key` that the value is; empty: all of it
    Tensor value;
  };
  struct Asset {
    std::string filename;  // below assets/
    std::string source;    // the path that it is copied from
  };
  std::string model;  // saved_model.pb
  std::vector<Variable> variables;
  std::vector<Asset> assets;
};

// What an asset is called below assets/: the file's own name, or with a number behind it where `taken`
// has it.
std::string AssetName(const std::string& path, const std::vector<SavedModelFiles::Asset>& taken);

// `folder` is new or empty; its parents are made. Errors: ALREADY_EXISTS if it is neither; NOT_FOUND for
// an asset; RESOURCE_EXHAUSTED when the disk is full; those of BundleWriter. What was written is removed
// again; a process that is killed leaves a folder named `folder`.tmp-N, which may be deleted.
Status WriteSavedModel(const FileSystem& files, const std::string& folder, const SavedModelFiles& model);

}  // namespace runnel

#endif  // RUNNEL_CORE_IO_SAVED_MODEL_WRITER_H_
