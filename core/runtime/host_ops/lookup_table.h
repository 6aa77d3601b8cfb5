// Tables from keys to values: what a program fills once (HashTable), what it changes as it runs
// (MutableHashTable), and one whose memory is an array of buckets that goes into checkpoints as it is
// (MutableDenseHashTable). Keys and values are scalars or, where a table says so, tensors of one shape.
// Source of the semantics, and of the dense table's layout: TensorFlow 2.21's lookup_table_op.
#ifndef RUNNEL_CORE_RUNTIME_HOST_OPS_LOOKUP_TABLE_H_
#define RUNNEL_CORE_RUNTIME_HOST_OPS_LOOKUP_TABLE_H_

#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/runtime/resources/resource.h"

namespace runnel {

// A vector of keys, or of values, as a table keeps it: `width` scalars an entry, as bytes.
class TableColumn {
 public:
  TableColumn(DType dtype, Shape shape)
      : dtype_(dtype), shape_(std::move(shape)), width_(shape_.num_elements()) {}
  DType dtype() const { return dtype_; }
  const Shape& shape() const { return shape_; }  // of one entry
  int64_t width() const { return width_; }
  int64_t size() const { return size_; }

  void Clear();
  void Resize(int64_t entries);
  // Entry `at` becomes entry `from` of a tensor of this type that has whole entries.
  void Set(int64_t at, const Tensor& tensor, int64_t from);
  void Move(int64_t to, int64_t from);
  // Exchanges the entries of two columns of one type and shape.
  void Swap(TableColumn* other) {
    std::swap(size_, other->size_);
    bytes_.swap(other->bytes_);
    strings_.swap(other->strings_);
  }
  // Whether the entries are the same.
  bool Equals(int64_t at, const Tensor& tensor, int64_t from) const;
  Status CopyTo(int64_t at, const Tensor& tensor, int64_t to) const;
  // The bytes of an entry that tell it from all others.
  std::string KeyOf(int64_t at) const;
  static std::string KeyOf(const Tensor& tensor, int64_t at, int64_t width);

 private:
  const DType dtype_;
  const Shape shape_;
  const int64_t width_;
  int64_t size_ = 0;
  std::vector<char> bytes_;           // of plain data
  std::vector<std::string> strings_;  // of strings
};

struct TableSpec {
  DType key_type = DType::kInvalid, value_type = DType::kInvalid;
  Shape key_shape, value_shape;
  bool operator==(const TableSpec&) const = default;
};

// Any thread. Tensors that come in are checked here; errors name the table.
class LookupTable : public Resource {
 public:
  static constexpr std::string_view kTypeName = "LookupTable";
  LookupTable(std::string name, TableSpec spec) : Resource(std::move(name)), spec_(std::move(spec)) {}
  std::string_view TypeName() const override { return kTypeName; }
  const TableSpec& spec() const { return spec_; }
  // "HashTable": two definitions of one table must agree on it, too.
  virtual std::string_view Kind() const = 0;

  // The value of every key, or the default one, which is one value or one for each key. Errors:
  // INVALID_ARGUMENT for other types or shapes; FAILED_PRECONDITION for a table that is not initialised.
  Result<Tensor> Find(const Tensor& keys, const Tensor& default_value, Allocator* allocator);
  // Adds or replaces. Errors: as Find; UNIMPLEMENTED where the table is filled once.
  Status Insert(const Tensor& keys, const Tensor& values);
  virtual Status Remove(const Tensor& keys);
  // Fills a table that is filled once. Errors: FAILED_PRECONDITION for a key with two values, and
  // where it has other entries already; INVALID_ARGUMENT for other tables.
  virtual Status Initialize(const Tensor& keys, const Tensor& values);
  // Replaces all entries, by what Export gave.
  virtual Status Import(const Tensor& keys, const Tensor& values) = 0;
  virtual Status Export(Allocator* allocator, Tensor* keys, Tensor* values) = 0;
  virtual int64_t Size() = 0;

 protected:
  // Errors: INVALID_ARGUMENT. How many entries the keys are.
  Result<int64_t> CheckKeys(const Tensor& keys) const;
  Status CheckValues(const Tensor& keys, const Tensor& values, std::string_view what) const;
  template <typename... Args>
  Status Wrong(const Args&... args) const {
    return InvalidArgument(Kind(), " \"", name(), "\": ", args...);
  }
  // With the lock held.
  virtual Status FindLocked(const Tensor& keys, int64_t count, const Tensor& default_value,
                            bool one_each, const Tensor& out) = 0;
  virtual Status InsertLocked(const Tensor& keys, int64_t count, const Tensor& values) = 0;

  const TableSpec spec_;
  std::mutex mutex_;  // guards the entries
};

// Entries in the order in which they came.
class EntryTable : public LookupTable {
 public:
  EntryTable(std::string name, TableSpec spec, bool mutable_entries)
      : LookupTable(std::move(name), std::move(spec)),
        mutable_(mutable_entries),
        keys_(spec_.key_type, spec_.key_shape),
        values_(spec_.value_type, spec_.value_shape) {}
  std::string_view Kind() const override { return mutable_ ? "MutableHashTable" : "HashTable"; }
  Status Remove(const Tensor& keys) override;
  Status Initialize(const Tensor& keys, const Tensor& values) override;
  Status Import(const Tensor& keys, const Tensor& values) override;
  Status Export(Allocator* allocator, Tensor* keys, Tensor* values) override;
  int64_t Size() override;

 private:
  struct Hash {
    using is_transparent = void;
    size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };
  using Places = std::unordered_map<std::string, int64_t, Hash, std::equal_to<>>;

  Status FindLocked(const Tensor& keys, int64_t count, const Tensor& default_value, bool one_each,
                    const Tensor& out) override;
  Status InsertLocked(const Tensor& keys, int64_t count, const Tensor& values) override;
  Status CheckInitialized() const;
  void AddLocked(const Tensor& keys, const Tensor& values, int64_t i);

  const bool mutable_;
  bool initialized_ = false;
  // What it was initialised with last: the same tensors once more need no comparison.
  Tensor initial_keys_, initial_values_;
  Places places_;
  TableColumn keys_, values_;
};

// Buckets with quadratic probing; two keys stand for no entry and for one that was removed.
class DenseTable : public LookupTable {
 public:
  // `empty` and `deleted` are one key each; the numbers of buckets and the load factor were checked.
  static Result<Ref<LookupTable>> Make(std::string name, TableSpec spec, const Tensor& empty,
                                       const Tensor* deleted, int64_t buckets, double load);
  std::string_view Kind() const override { return "MutableDenseHashTable"; }
  Status Remove(const Tensor& keys) override;
  Status Import(const Tensor& keys, const Tensor& values) override;
  Status Export(Allocator* allocator, Tensor* keys, Tensor* values) override;
  int64_t Size() override;

  DenseTable(std::string name, TableSpec spec, Tensor empty, Tensor deleted, int64_t buckets,
             double load);

 private:
  static constexpr int64_t kMostBuckets = int64_t{1} << 40;
  bool IsEmpty(int64_t bucket) const { return keys_.Equals(bucket, empty_, 0); }
  bool IsDeleted(int64_t bucket) const { return !deleted_.empty() && keys_.Equals(bucket, deleted_, 0); }
  Status CheckKey(const Tensor& keys, int64_t i, std::string_view verb) const;
  // The bucket that has the key, or the one where it belongs; -1 if there is neither.
  int64_t Place(const Tensor& keys, int64_t i, bool* found) const;
  void Allocate(int64_t buckets);
  Status Grow(int64_t entries);

  Status FindLocked(const Tensor& keys, int64_t count, const Tensor& default_value, bool one_each,
                    const Tensor& out) override;
  Status InsertLocked(const Tensor& keys, int64_t count, const Tensor& values) override;

  const Tensor empty_, deleted_;  // deleted_ is empty where nothing can be removed
  const double load_;
  int64_t entries_ = 0;
  TableColumn keys_, values_;  // by bucket
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_HOST_OPS_LOOKUP_TABLE_H_
