// Read-only views of a flatbuffer, each access checked against the file's end.
//
// A damaged place gives the field's default and marks the file, so that readers ask once, at the end.
// Tables may be named from several places; what is visited in all is bounded by the file's size, so that
// no small file makes a reader work long. Nothing here recurses: the reader's calls are the depth.
#ifndef RUNNEL_PLUGINS_TFLITE_FLATBUFFER_H_
#define RUNNEL_PLUGINS_TFLITE_FLATBUFFER_H_

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace runnel::tflite {

class FlatFile {
 public:
  explicit FlatFile(std::string_view bytes) : bytes_(bytes), budget_(4 * bytes.size() + 65536) {}

  bool ok() const { return problem_.empty(); }
  const std::string& problem() const { return problem_; }
  std::string_view bytes() const { return bytes_; }
  uint64_t size() const { return bytes_.size(); }

  void Damage(uint64_t at, const char* what) {
    if (problem_.empty()) problem_ = "byte " + std::to_string(at) + ": " + what;
  }
  bool Has(uint64_t at, uint64_t size, const char* what) {
    if (at <= bytes_.size() && size <= bytes_.size() - at) return true;
    Damage(at, what);
    return false;
  }
  // Counts what is visited.
  bool Spend(uint64_t at, uint64_t size) {
    if (size > budget_) {
      budget_ = 0;
      Damage(at, "too many places of the file name the same tables");
      return false;
    }
    budget_ -= size;
    return true;
  }
  template <typename T>
  T Read(uint64_t at) const {
    T value;
    std::memcpy(&value, bytes_.data() + at, sizeof(T));
    return value;
  }
  // Where the offset at `at` points to; 0 if that is damaged.
  uint64_t Follow(uint64_t at) {
    if (!Has(at, 4, "an offset beyond the end")) return 0;
    const uint64_t target = at + Read<uint32_t>(at);
    return target != at && Has(target, 4, "an offset leads beyond the end") ? target : 0;
  }

 private:
  const std::string_view bytes_;
  uint64_t budget_;
  std::string problem_;
};

// A table, or none, whose fields all have their defaults. Slots count the fields of the schema from 0.
class Table {
 public:
  Table() = default;
  Table(FlatFile* file, uint64_t at) {
    if (at == 0 || !file->Has(at, 4, "a table beyond the end") || !file->Spend(at, 8)) return;
    const int64_t vtable = static_cast<int64_t>(at) - file->Read<int32_t>(at);
    if (vtable < 0 || !file->Has(static_cast<uint64_t>(vtable), 4, "a vtable beyond the end")) {
      file->Damage(at, "a vtable before the beginning");
      return;
    }
    vtable_ = static_cast<uint64_t>(vtable);
    vtable_bytes_ = file->Read<uint16_t>(vtable_);
    table_bytes_ = file->Read<uint16_t>(vtable_ + 2);
    if (vtable_bytes_ < 4 || !file->Has(vtable_, vtable_bytes_, "a vtable beyond the end") ||
        !file->Has(at, table_bytes_, "a table beyond the end")) {
      file->Damage(at, "a table without a size");
      return;
    }
    file_ = file;
    at_ = at;
  }

  bool present() const { return file_ != nullptr; }

  template <typename T>
  T Get(int slot, T otherwise) const {
    const uint64_t at = FieldAt(slot, sizeof(T));
    return at == 0 ? otherwise : file_->Read<T>(at);
  }
  bool Flag(int slot, bool otherwise = false) const {
    return Get<uint8_t>(slot, otherwise ? 1 : 0) != 0;
  }
  Table Child(int slot) const {
    const uint64_t at = FieldAt(slot, 4);
    return at == 0 ? Table() : Table(file_, file_->Follow(at));
  }
  std::string_view Text(int slot) const { return Elements(slot, 1); }
  // The bytes of a vector of `size`-byte elements.
  std::string_view Elements(int slot, uint64_t size) const {
    const uint64_t at = VectorAt(slot);
    if (at == 0) return {};
    const uint64_t bytes = file_->Read<uint32_t>(at) * size;
    if (!file_->Has(at + 4, bytes, "a vector beyond the end")) return {};
    return file_->bytes().substr(at + 4, bytes);
  }
  bool HasField(int slot) const { return present() && FieldAt(slot, 4) != 0; }
  template <typename T>
  std::vector<T> Numbers(int slot) const {
    const std::string_view bytes = Elements(slot, sizeof(T));
    std::vector<T> values;
    if (bytes.empty() || !file_->Spend(at_, bytes.size())) return values;
    values.resize(bytes.size() / sizeof(T));
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }
  std::vector<Table> Children(int slot) const {
    std::vector<Table> tables;
    const std::string_view bytes = Elements(slot, 4);
    if (bytes.empty() || !file_->Spend(at_, bytes.size())) return tables;
    tables.reserve(bytes.size() / 4);
    const auto first = static_cast<uint64_t>(bytes.data() - file_->bytes().data());
    for (uint64_t i = 0; i < bytes.size() && file_->ok(); i += 4)
      tables.emplace_back(file_, file_->Follow(first + i));
    return tables;
  }

 private:
  uint64_t FieldAt(int slot, uint64_t size) const {
    if (file_ == nullptr) return 0;
    const uint64_t entry = 4 + 2 * static_cast<uint64_t>(slot);
    if (entry + 2 > vtable_bytes_) return 0;
    const uint64_t offset = file_->Read<uint16_t>(vtable_ + entry);
    if (offset == 0) return 0;
    if (offset < 4 || offset + size > table_bytes_) {
      file_->Damage(at_, "a field beyond its table");
      return 0;
    }
    return at_ + offset;
  }
  uint64_t VectorAt(int slot) const {
    const uint64_t at = FieldAt(slot, 4);
    return at == 0 ? 0 : file_->Follow(at);
  }

  FlatFile* file_ = nullptr;
  uint64_t at_ = 0, vtable_ = 0;
  uint32_t vtable_bytes_ = 0, table_bytes_ = 0;
};

}  // namespace runnel::tflite

#endif  // RUNNEL_PLUGINS_TFLITE_FLATBUFFER_H_
