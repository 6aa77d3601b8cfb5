// MNIST from its four IDX files, plain or compressed, as zlib reads both.
#ifndef RUNNEL_CPP_EXAMPLES_MNIST_HPP_
#define RUNNEL_CPP_EXAMPLES_MNIST_HPP_

#include <zlib.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace mnist {

inline constexpr std::size_t kPixels = 28 * 28;

struct Set {
  std::vector<std::uint8_t> images;  // kPixels each
  std::vector<std::uint8_t> labels;
};

// The bytes of an IDX file, whose dims must be `dims`, the first of them any. Throws std::runtime_error
// naming the file.
inline std::vector<std::uint8_t> ReadIdx(const std::filesystem::path& folder, const std::string& name,
                                         const std::vector<std::uint32_t>& inner) {
  std::filesystem::path path = folder / name;
  if (!std::filesystem::exists(path)) path += ".gz";
  const std::unique_ptr<gzFile_s, int (*)(gzFile)> file(gzopen(path.c_str(), "rb"), gzclose);
  const auto read = [&](void* data, std::size_t size) {
    if (!file || gzread(file.get(), data, static_cast<unsigned>(size)) != static_cast<int>(size)) {
      throw std::runtime_error(path.string() + ": cannot be read, or is too short");
    }
  };
  const auto number = [&] {
    std::array<std::uint8_t, 4> b{};
    read(b.data(), 4);
    return std::uint32_t{b[0]} << 24 | std::uint32_t{b[1]} << 16 | std::uint32_t{b[2]} << 8 | b[3];
  };
  if (number() != 0x0800 + inner.size() + 1)
    throw std::runtime_error(path.string() + ": no IDX file of that rank");
  std::size_t size = number();
  if (size > 100'000) throw std::runtime_error(path.string() + ": too many entries");
  for (const std::uint32_t dim : inner) {
    if (number() != dim) throw std::runtime_error(path.string() + ": images of another size");
    size *= dim;
  }
  std::vector<std::uint8_t> bytes(size);
  read(bytes.data(), size);
  return bytes;
}

// MNIST below RUNNEL_DATA_DIR; empty if there is none.
inline std::filesystem::path Folder() {
  const char* data = std::getenv("RUNNEL_DATA_DIR");
  const std::filesystem::path folder =
      std::filesystem::path(data == nullptr ? "" : data) / "datasets" / "mnist";
  return data != nullptr && std::filesystem::is_directory(folder) ? folder : std::filesystem::path();
}

// `part` is "train" or "t10k".
inline Set Load(const std::filesystem::path& folder, const std::string& part) {
  Set set{ReadIdx(folder, part + "-images-idx3-ubyte", {28, 28}),
          ReadIdx(folder, part + "-labels-idx1-ubyte", {})};
  if (set.images.size() != set.labels.size() * kPixels)
    throw std::runtime_error("images and labels do not fit");
  return set;
}

}  // namespace mnist

#endif  // RUNNEL_CPP_EXAMPLES_MNIST_HPP_
