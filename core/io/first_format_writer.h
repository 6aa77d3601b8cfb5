// Writes checkpoints of TensorFlow's first format (core/io/first_format.h), all in one file.
#ifndef RUNNEL_CORE_IO_FIRST_FORMAT_WRITER_H_
#define RUNNEL_CORE_IO_FIRST_FORMAT_WRITER_H_

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/bundle_format.h"
#include "core/tensor/tensor.h"

namespace runnel {

// One thread. Holds a copy of all values; the format needs them as one table.
class FirstFormatWriter {
 public:
  // Errors: INVALID_ARGUMENT for an empty or repeated name, a tensor that is not in host memory, and
  // more than 2 GiB, which one message of the format cannot hold; UNIMPLEMENTED for types that have no
  // bytes on disk.
  Status Add(std::string_view name, const Tensor& tensor);
  // Adds the box `slice` of a tensor of shape `full_shape`. Errors: also INVALID_ARGUMENT if it does not
  // fit the shape or `tensor`, or other slices of that name say another type or shape.
  Status AddSlice(std::string_view name, const ShapeAndSlice& where, const Tensor& tensor);
  // The bytes of the file. Errors: RESOURCE_EXHAUSTED.
  Result<std::string> Finish();

 private:
  struct Described {
    DType dtype;
    Shape shape;
    std::vector<TensorSlice> slices;
  };
  std::map<std::string, Described, std::less<>> tensors_;
  std::map<std::string, std::string> slices_;  // messages by SliceKey
};

}  // namespace runnel

#endif  // RUNNEL_CORE_IO_FIRST_FORMAT_WRITER_H_
