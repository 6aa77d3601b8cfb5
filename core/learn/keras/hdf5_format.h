// Numbers of the HDF5 format, and its element types.
#ifndef RUNNEL_CORE_LEARN_KERAS_HDF5_FORMAT_H_
#define RUNNEL_CORE_LEARN_KERAS_HDF5_FORMAT_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "core/tensor/dtype.h"

namespace runnel::learn::hdf5 {

inline constexpr std::string_view kSignature = "\x89HDF\r\n\x1a\n";
inline constexpr uint64_t kNowhere = ~uint64_t{0};
inline constexpr uint64_t kEntryBytes = 40;  // of a symbol table

// Messages of object headers.
enum MessageType : uint16_t {
  kDataspace = 1,
  kLinkInfo = 2,
  kDatatype = 3,
  kFillValue = 5,
  kLink = 6,
  kExternalFiles = 7,
  kLayout = 8,
  kFilters = 11,
  kAttribute = 12,
  kContinuation = 16,
  kSymbolTable = 17,
};

struct Type {
  enum Fault { kFine, kDamaged, kUnknown };
  DType dtype = DType::kInvalid;
  Fault fault = kDamaged;
  std::string_view what;  // of kUnknown
};
Type ParseType(std::string_view message);
// Texts: of one size, or of any, which are in the file's heaps.
struct TextType {
  uint32_t bytes = 0;  // of each element, where it stands; 0: these are no texts
  bool in_heap = false;
};
TextType ParseTextType(std::string_view message);
// The message of a type; empty for one that HDF5 has no numbers for.
std::string TypeMessage(DType dtype);

}  // namespace runnel::learn::hdf5

#endif  // RUNNEL_CORE_LEARN_KERAS_HDF5_FORMAT_H_
