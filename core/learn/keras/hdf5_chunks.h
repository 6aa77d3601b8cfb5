// Tensors that an HDF5 file has in chunks, each of which filters have packed.
#ifndef RUNNEL_CORE_LEARN_KERAS_HDF5_CHUNKS_H_
#define RUNNEL_CORE_LEARN_KERAS_HDF5_CHUNKS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/learn/keras/file_part.h"
#include "core/tensor/dtype.h"
#include "core/tensor/shape.h"

namespace runnel::learn::hdf5 {

enum Filter : uint16_t { kDeflate = 1, kShuffle = 2, kFletcher32 = 3 };

struct Chunk {
  uint64_t offset = 0, bytes = 0;  // as it is stored
  uint32_t left_out = 0;           // bit i: filter i was not applied
  std::vector<uint64_t> at;        // its first element
};

// How a tensor is divided. No dims: it is in one piece.
struct Chunks {
  std::vector<uint64_t> dims;
  uint64_t bytes = 0;             // of each, unpacked
  std::vector<uint16_t> filters;  // in the order of writing
  std::vector<Chunk> stored;      // others have the fill value alone
};

// A message of filters. False if it is damaged; `*unknown` names a filter that is not known.
bool ParseFilters(std::string_view message, std::vector<uint16_t>* filters, std::string* unknown);

// Reads the chunks of a tensor to `data`, which holds its fill value where there are none. Errors: those
// of the file; DATA_LOSS naming the chunk that does not unpack to its size, or whose checksum is another
// one.
Status ReadChunks(const FilePart& part, DType dtype, const Shape& shape, const Chunks& chunks,
                  char* data);

}  // namespace runnel::learn::hdf5

#endif  // RUNNEL_CORE_LEARN_KERAS_HDF5_CHUNKS_H_
