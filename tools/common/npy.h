// NumPy's .npy files, versions 1 to 3, in and out.
//
// Every plain dtype and bool; big-endian data is swapped and column-major data reordered while reading.
// Fixed-width texts ("S", "U") become strings, UTF-8. A bfloat16 array is written as float32, which
// holds it exactly, because NumPy has no such type. Object and structured arrays are refused. Source:
// numpy.lib.format's description of the format.
#ifndef RUNNEL_TOOLS_COMMON_NPY_H_
#define RUNNEL_TOOLS_COMMON_NPY_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace runnel::tools {

// Element types by TensorFlow's numbers, which are also those of rnl_dtype_t.
struct Array {
  int dtype = 0;
  std::vector<int64_t> shape;
  std::vector<unsigned char> bytes;  // plain types: row-major, native byte order
  std::vector<std::string> strings;  // dtype string

  int64_t count() const;
};

// "float", "int32" and so on; "dtype N" outside the list.
std::string DTypeName(int dtype);
// Bytes of one element; 0 for types whose elements are no plain data.
size_t DTypeBytes(int dtype);

// Throws Error naming `name`, what was expected and what came. Sizes are checked against bytes.size()
// before memory is taken for them.
Array ParseNpy(std::string_view bytes, const std::string& name);
Array ReadNpy(const std::string& path);

// Version 1, or 2 where the header is long. Throws Error for a type that .npy cannot hold.
std::string FormatNpy(const Array& array);
void WriteNpy(const std::string& path, const Array& array);

}  // namespace runnel::tools

#endif  // RUNNEL_TOOLS_COMMON_NPY_H_
