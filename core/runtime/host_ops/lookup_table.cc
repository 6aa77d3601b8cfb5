#include "core/runtime/host_ops/lookup_table.h"

#include <algorithm>
#include <cstring>

#include "core/base/checked.h"
#include "core/base/hash.h"

namespace runnel {

// ---- what all tables check ----

namespace {

bool EndsWith(const Shape& shape, const Shape& tail) {
  if (shape.rank() < tail.rank()) return false;
  const auto dims = shape.dims();
  return Shape(dims.subspan(dims.size() - static_cast<size_t>(tail.rank()))) == tail;
}

// Of keys, without one key's shape, followed by one value's.
Shape ValuesShape(const Tensor& keys, const TableSpec& spec) {
  const auto dims = keys.shape().dims();
  Shape out(dims.first(dims.size() - static_cast<size_t>(spec.key_shape.rank())));
  for (const int64_t dim : spec.value_shape.dims()) out.Append(dim);
  return out;
}

}  // namespace

Result<int64_t> LookupTable::CheckKeys(const Tensor& keys) const {
  if (keys.dtype() != spec_.key_type) {
    return Wrong("keys are ", DTypeName(keys.dtype()), ", expected ", DTypeName(spec_.key_type));
  }
  if (!EndsWith(keys.shape(), spec_.key_shape)) {
    return Wrong("keys have shape ", keys.shape().ToString(), ", expected one that ends with ",
                 spec_.key_shape.ToString());
  }
  int64_t count = 1;
  for (const int64_t dim : ValuesShape(keys, {.key_shape = spec_.key_shape, .value_shape = {}}).dims()) {
    if (!CheckedMul(count, dim, &count)) return Wrong("too many keys");
  }
  return count;
}

Status LookupTable::CheckValues(const Tensor& keys, const Tensor& values, std::string_view what) const {
  if (values.dtype() != spec_.value_type) {
    return Wrong(what, " are ", DTypeName(values.dtype()), ", expected ", DTypeName(spec_.value_type));
  }
  const Shape wanted = ValuesShape(keys, spec_);
  if (values.shape() == wanted) return OkStatus();
  return Wrong(what, " have shape ", values.shape().ToString(), ", expected ", wanted.ToString());
}

Result<Tensor> LookupTable::Find(const Tensor& keys, const Tensor& default_value, Allocator* allocator) {
  RUNNEL_ASSIGN_OR_RETURN(const int64_t count, CheckKeys(keys));
  bool one_each = false;
  if (!(default_value.shape() == spec_.value_shape)) {
    one_each = true;
    RUNNEL_RETURN_IF_ERROR(CheckValues(keys, default_value, "default values"));
  } else if (default_value.dtype() != spec_.value_type) {
    return Wrong("default_value is ", DTypeName(default_value.dtype()), ", expected ",
                 DTypeName(spec_.value_type));
  }
  RUNNEL_ASSIGN_OR_RETURN(Tensor out,
                          Tensor::Allocate(allocator, spec_.value_type, ValuesShape(keys, spec_)));
  const std::lock_guard lock(mutex_);
  RUNNEL_RETURN_IF_ERROR(FindLocked(keys, count, default_value, one_each, out));
  return out;
}

Status LookupTable::Insert(const Tensor& keys, const Tensor& values) {
  RUNNEL_ASSIGN_OR_RETURN(const int64_t count, CheckKeys(keys));
  RUNNEL_RETURN_IF_ERROR(CheckValues(keys, values, "values"));
  const std::lock_guard lock(mutex_);
  return InsertLocked(keys, count, values);
}

Status LookupTable::Initialize(const Tensor&, const Tensor&) {
  return InvalidArgument(Kind(), " \"", name(), "\" is filled by inserting, not by an initializer");
}

Status LookupTable::Remove(const Tensor&) {
  return Unimplemented("removing keys of ", Kind(), " \"", name(), "\", which is filled once");
}

namespace {

Status CopyDefault(const Tensor& from, int64_t at, int64_t width, const Tensor& out, int64_t to) {
  if (out.dtype() == DType::kString) {
    auto* const strings = static_cast<StringBuffer*>(out.buffer().get());
    for (int64_t i = 0; i < width; ++i) {
      RUNNEL_RETURN_IF_ERROR(strings->Set(to * width + i, from.string_at(at * width + i)));
    }
    return OkStatus();
  }
  const size_t bytes = static_cast<size_t>(width) * DTypeSize(out.dtype());
  if (bytes == 0) return OkStatus();
  std::memcpy(static_cast<char*>(out.data()) + static_cast<size_t>(to) * bytes,
              static_cast<const char*>(from.data()) + static_cast<size_t>(at) * bytes, bytes);
  return OkStatus();
}

}  // namespace

// ---- entries ----

Status EntryTable::CheckInitialized() const {
  if (mutable_ || initialized_) return OkStatus();
  return FailedPrecondition(Kind(), " \"", name(), "\" is not initialized");
}

void EntryTable::AddLocked(const Tensor& keys, const Tensor& values, int64_t i) {
  const auto [it, is_new] =
      places_.try_emplace(TableColumn::KeyOf(keys, i, keys_.width()), keys_.size());
  if (is_new) {
    // Should memory end in between, no place leads to what is not there.
    try {
      keys_.Resize(it->second + 1);
      values_.Resize(it->second + 1);
      keys_.Set(it->second, keys, i);
      values_.Set(it->second, values, i);
      return;
    } catch (...) {
      keys_.Resize(it->second);
      values_.Resize(it->second);
      places_.erase(it);
      throw;
    }
  }
  values_.Set(it->second, values, i);
}

Status EntryTable::FindLocked(const Tensor& keys, int64_t count, const Tensor& default_value,
                              bool one_each, const Tensor& out) {
  RUNNEL_RETURN_IF_ERROR(CheckInitialized());
  const bool one_string = keys.dtype() == DType::kString && keys_.width() == 1;
  for (int64_t i = 0; i < count; ++i) {
    const auto it = one_string ? places_.find(keys.string_at(i))
                               : places_.find(TableColumn::KeyOf(keys, i, keys_.width()));
    RUNNEL_RETURN_IF_ERROR(it == places_.end()
                               ? CopyDefault(default_value, one_each ? i : 0, values_.width(), out, i)
                               : values_.CopyTo(it->second, out, i));
  }
  return OkStatus();
}

Status EntryTable::InsertLocked(const Tensor& keys, int64_t count, const Tensor& values) {
  if (!mutable_) {
    return Unimplemented("inserting into ", Kind(), " \"", name(), "\", which is filled once");
  }
  for (int64_t i = 0; i < count; ++i) AddLocked(keys, values, i);
  return OkStatus();
}

Status EntryTable::Remove(const Tensor& keys) {
  if (!mutable_) return LookupTable::Remove(keys);
  RUNNEL_ASSIGN_OR_RETURN(const int64_t count, CheckKeys(keys));
  const std::lock_guard lock(mutex_);
  for (int64_t i = 0; i < count; ++i) {
    const auto it = places_.find(TableColumn::KeyOf(keys, i, keys_.width()));
    if (it == places_.end()) continue;
    // The last entry takes the place.
    const int64_t at = it->second, last = keys_.size() - 1;
    if (at != last) {
      places_.find(keys_.KeyOf(last))->second = at;
      keys_.Move(at, last);
      values_.Move(at, last);
    }
    places_.erase(it);
    keys_.Resize(last);
    values_.Resize(last);
  }
  return OkStatus();
}

Status EntryTable::Initialize(const Tensor& keys, const Tensor& values) {
  if (mutable_) return LookupTable::Initialize(keys, values);
  RUNNEL_ASSIGN_OR_RETURN(const int64_t count, CheckKeys(keys));
  RUNNEL_RETURN_IF_ERROR(CheckValues(keys, values, "values"));
  if (count == 0) {
    return InvalidArgument(Kind(), " \"", name(), "\": keys and values cannot be empty tensors");
  }
  const std::lock_guard lock(mutex_);
  if (initialized_ && !initial_keys_.empty() && keys.buffer().get() == initial_keys_.buffer().get() &&
      values.buffer().get() == initial_values_.buffer().get()) {
    return OkStatus();
  }
  if (initialized_) {
    // The same entries once more are no error: several sessions may initialise a shared table.
    bool same = true;
    Places seen;
    for (int64_t i = 0; same && i < count; ++i) {
      const std::string key = TableColumn::KeyOf(keys, i, keys_.width());
      const auto it = places_.find(key);
      same = it != places_.end() && values_.Equals(it->second, values, i);
      seen.try_emplace(key, i);
    }
    if (same && seen.size() == places_.size()) {
      initial_keys_ = keys;
      initial_values_ = values;
      return OkStatus();
    }
    return FailedPrecondition(Kind(), " \"", name(), "\" is initialized already, with other entries");
  }
  for (int64_t i = 0; i < count; ++i) {
    const auto it = places_.find(TableColumn::KeyOf(keys, i, keys_.width()));
    if (it == places_.end()) {
      AddLocked(keys, values, i);
    } else if (!values_.Equals(it->second, values, i)) {
      places_.clear();
      keys_.Clear();
      values_.Clear();
      return FailedPrecondition(Kind(), " \"", name(), "\": key ", i,
                                " has been given another value before");
    }
  }
  initialized_ = true;
  return OkStatus();
}

Status EntryTable::Import(const Tensor& keys, const Tensor& values) {
  if (!mutable_) return Initialize(keys, values);
  RUNNEL_ASSIGN_OR_RETURN(const int64_t count, CheckKeys(keys));
  RUNNEL_RETURN_IF_ERROR(CheckValues(keys, values, "values"));
  const std::lock_guard lock(mutex_);
  places_.clear();
  keys_.Clear();
  values_.Clear();
  for (int64_t i = 0; i < count; ++i) AddLocked(keys, values, i);
  return OkStatus();
}

namespace {

Shape EntriesShape(int64_t count, const Shape& entry) {
  Shape out{count};
  for (const int64_t dim : entry.dims()) out.Append(dim);
  return out;
}

Status ExportColumns(const TableColumn& keys, const TableColumn& values, Allocator* allocator,
                     Tensor* out_keys, Tensor* out_values) {
  const int64_t n = keys.size();
  RUNNEL_ASSIGN_OR_RETURN(*out_keys,
                          Tensor::Allocate(allocator, keys.dtype(), EntriesShape(n, keys.shape())));
  RUNNEL_ASSIGN_OR_RETURN(*out_values,
                          Tensor::Allocate(allocator, values.dtype(), EntriesShape(n, values.shape())));
  for (int64_t i = 0; i < n; ++i) {
    RUNNEL_RETURN_IF_ERROR(keys.CopyTo(i, *out_keys, i));
    RUNNEL_RETURN_IF_ERROR(values.CopyTo(i, *out_values, i));
  }
  return OkStatus();
}

}  // namespace

Status EntryTable::Export(Allocator* allocator, Tensor* keys, Tensor* values) {
  const std::lock_guard lock(mutex_);
  RUNNEL_RETURN_IF_ERROR(CheckInitialized());
  return ExportColumns(keys_, values_, allocator, keys, values);
}

int64_t EntryTable::Size() {
  const std::lock_guard lock(mutex_);
  return keys_.size();
}

// ---- buckets ----

DenseTable::DenseTable(std::string name, TableSpec spec, Tensor empty, Tensor deleted, int64_t buckets,
                       double load)
    : LookupTable(std::move(name), std::move(spec)),
      empty_(std::move(empty)),
      deleted_(std::move(deleted)),
      load_(load),
      keys_(spec_.key_type, spec_.key_shape),
      values_(spec_.value_type, spec_.value_shape) {
  Allocate(buckets);
}

Result<Ref<LookupTable>> DenseTable::Make(std::string name, TableSpec spec, const Tensor& empty,
                                          const Tensor* deleted, int64_t buckets, double load) {
  if (buckets < 4 || buckets > kMostBuckets || (buckets & (buckets - 1)) != 0) {
    return InvalidArgument("initial_num_buckets is ", buckets, ", expected a power of two from 4 to ",
                           kMostBuckets);
  }
  if (!(load > 0 && load < 1)) {
    return InvalidArgument("max_load_factor is ", load, ", expected a number between 0 and 1");
  }
  RUNNEL_ASSIGN_OR_RETURN(Tensor kept_empty, empty.Clone(SystemAllocator()));
  Tensor kept_deleted;
  if (deleted != nullptr) {
    if (!(deleted->shape() == empty.shape())) {
      return InvalidArgument("deleted_key has shape ", deleted->shape().ToString(), ", empty_key ",
                             empty.shape().ToString(), ": they must be alike");
    }
    const int64_t width = empty.num_elements();
    if (TableColumn::KeyOf(*deleted, 0, width) == TableColumn::KeyOf(empty, 0, width)) {
      return InvalidArgument("empty_key and deleted_key are the same");
    }
    RUNNEL_ASSIGN_OR_RETURN(kept_deleted, deleted->Clone(SystemAllocator()));
  }
  return Ref<LookupTable>(MakeRef<DenseTable>(std::move(name), std::move(spec), std::move(kept_empty),
                                              std::move(kept_deleted), buckets, load));
}

void DenseTable::Allocate(int64_t buckets) {
  entries_ = 0;
  keys_.Clear();
  values_.Clear();
  keys_.Resize(buckets);
  values_.Resize(buckets);
  for (int64_t i = 0; i < buckets; ++i) keys_.Set(i, empty_, 0);
}

namespace {

uint64_t HashOfScalar(const Tensor& keys, int64_t i) {
  const size_t at = static_cast<size_t>(i);
  switch (keys.dtype()) {
    case DType::kString:
      return MurmurHash64(keys.string_at(i));
    case DType::kInt32:
      return static_cast<uint64_t>(keys.values<const int32_t>()[at]);
    case DType::kInt64:
      return static_cast<uint64_t>(keys.values<const int64_t>()[at]);
    default: {
      const size_t size = DTypeSize(keys.dtype());
      return MurmurHash64({static_cast<const char*>(keys.data()) + at * size, size});
    }
  }
}

uint64_t HashOfKey(const Tensor& keys, int64_t i, int64_t width) {
  if (width == 1) return HashOfScalar(keys, i);
  uint64_t hash = 0;
  for (int64_t k = 0; k < width; ++k) {
    const uint64_t next = HashOfScalar(keys, i * width + k);
    hash ^= next + 0x9e3779b97f4a7800 + (hash << 10) + (hash >> 4);
  }
  return hash;
}

}  // namespace

Status DenseTable::CheckKey(const Tensor& keys, int64_t i, std::string_view verb) const {
  const std::string key = TableColumn::KeyOf(keys, i, keys_.width());
  const bool is_empty = key == TableColumn::KeyOf(empty_, 0, keys_.width());
  if (is_empty || (!deleted_.empty() && key == TableColumn::KeyOf(deleted_, 0, keys_.width()))) {
    return Wrong("the ", is_empty ? "empty_key" : "deleted_key", " cannot be ", verb);
  }
  return OkStatus();
}

int64_t DenseTable::Place(const Tensor& keys, int64_t i, bool* found) const {
  const int64_t buckets = keys_.size();
  uint64_t at = HashOfKey(keys, i, keys_.width());
  int64_t free = -1;
  *found = false;
  for (int64_t probe = 0; probe <= buckets; ++probe) {
    at = (at + static_cast<uint64_t>(probe)) & static_cast<uint64_t>(buckets - 1);
    const int64_t bucket = static_cast<int64_t>(at);
    if (keys_.Equals(bucket, keys, i)) {
      *found = true;
      return bucket;
    }
    if (IsEmpty(bucket)) return free >= 0 ? free : bucket;
    if (free < 0 && IsDeleted(bucket)) free = bucket;
  }
  return free;
}

Status DenseTable::FindLocked(const Tensor& keys, int64_t count, const Tensor& default_value,
                              bool one_each, const Tensor& out) {
  for (int64_t i = 0; i < count; ++i) {
    RUNNEL_RETURN_IF_ERROR(CheckKey(keys, i, "looked up"));
    bool found = false;
    const int64_t bucket = Place(keys, i, &found);
    RUNNEL_RETURN_IF_ERROR(found
                               ? values_.CopyTo(bucket, out, i)
                               : CopyDefault(default_value, one_each ? i : 0, values_.width(), out, i));
  }
  return OkStatus();
}

// Room for so many entries.
Status DenseTable::Grow(int64_t entries) {
  int64_t buckets = keys_.size();
  while (static_cast<double>(entries) > static_cast<double>(buckets) * load_) {
    buckets *= 2;
    if (buckets > kMostBuckets) {
      return ResourceExhausted(Kind(), " \"", name(), "\" would have more than ", kMostBuckets,
                               " buckets");
    }
  }
  if (buckets == keys_.size()) return OkStatus();
  Tensor old_keys, old_values;
  RUNNEL_RETURN_IF_ERROR(ExportColumns(keys_, values_, SystemAllocator(), &old_keys, &old_values));
  // Made beside the old ones, which stay as they are if there is no memory.
  DenseTable larger(name(), spec_, empty_, deleted_, buckets, load_);
  for (int64_t i = 0; i < keys_.size(); ++i) {
    if (IsEmpty(i) || IsDeleted(i)) continue;
    bool found = false;
    const int64_t bucket = larger.Place(old_keys, i, &found);
    larger.keys_.Set(bucket, old_keys, i);
    larger.values_.Set(bucket, old_values, i);
  }
  keys_.Swap(&larger.keys_);
  values_.Swap(&larger.values_);
  return OkStatus();
}

Status DenseTable::InsertLocked(const Tensor& keys, int64_t count, const Tensor& values) {
  for (int64_t i = 0; i < count; ++i) RUNNEL_RETURN_IF_ERROR(CheckKey(keys, i, "inserted"));
  int64_t pending = 0;
  if (!CheckedAdd(entries_, count, &pending)) return Wrong("too many keys");
  RUNNEL_RETURN_IF_ERROR(Grow(pending));
  for (int64_t i = 0; i < count; ++i) {
    bool found = false;
    const int64_t bucket = Place(keys, i, &found);
    if (bucket < 0) return Internal(Kind(), " \"", name(), "\" has no bucket for a key");
    values_.Set(bucket, values, i);
    if (found) continue;
    keys_.Set(bucket, keys, i);
    ++entries_;
  }
  return OkStatus();
}

Status DenseTable::Remove(const Tensor& keys) {
  RUNNEL_ASSIGN_OR_RETURN(const int64_t count, CheckKeys(keys));
  const std::lock_guard lock(mutex_);
  if (deleted_.empty()) {
    return Unimplemented("removing keys of ", Kind(), " \"", name(), "\", which has no deleted_key");
  }
  for (int64_t i = 0; i < count; ++i) RUNNEL_RETURN_IF_ERROR(CheckKey(keys, i, "removed"));
  for (int64_t i = 0; i < count; ++i) {
    bool found = false;
    const int64_t bucket = Place(keys, i, &found);
    if (!found) continue;
    keys_.Set(bucket, deleted_, 0);
    --entries_;
  }
  return OkStatus();
}

namespace {

// A column of a checkpoint is a matrix, where entries are scalars, too.
Result<Tensor> WithoutColumn(const Tensor& column, const Shape& entry) {
  const Shape& shape = column.shape();
  if (entry.rank() != 0 || shape.rank() != 2 || shape.dim(1) != 1) return column;
  return column.Reshaped(Shape{shape.dim(0)});
}

}  // namespace

// The buckets of another table, as they are.
Status DenseTable::Import(const Tensor& all_keys, const Tensor& all_values) {
  RUNNEL_ASSIGN_OR_RETURN(const Tensor keys, WithoutColumn(all_keys, spec_.key_shape));
  RUNNEL_ASSIGN_OR_RETURN(const Tensor values, WithoutColumn(all_values, spec_.value_shape));
  RUNNEL_ASSIGN_OR_RETURN(const int64_t count, CheckKeys(keys));
  RUNNEL_RETURN_IF_ERROR(CheckValues(keys, values, "values"));
  if (count < 4 || (count & (count - 1)) != 0) {
    return Wrong("there are ", count, " buckets to import, expected a power of two from 4 on");
  }
  const std::lock_guard lock(mutex_);
  // Whoever wrote them may have placed them otherwise, so each key is looked for its place again.
  DenseTable other(name(), spec_, empty_, deleted_, count, load_);
  for (int64_t i = 0; i < count; ++i) {
    if (!CheckKey(keys, i, "imported").ok()) continue;
    bool found = false;
    const int64_t bucket = other.Place(keys, i, &found);
    if (bucket < 0) return Wrong("of ", count, " buckets none is empty");
    other.keys_.Set(bucket, keys, i);
    other.values_.Set(bucket, values, i);
    if (!found) ++other.entries_;
  }
  keys_.Swap(&other.keys_);
  values_.Swap(&other.values_);
  entries_ = other.entries_;
  return OkStatus();
}

Status DenseTable::Export(Allocator* allocator, Tensor* keys, Tensor* values) {
  const std::lock_guard lock(mutex_);
  RUNNEL_RETURN_IF_ERROR(ExportColumns(keys_, values_, allocator, keys, values));
  for (Tensor* const column : {keys, values}) {
    if (column->shape().rank() != 1) continue;
    RUNNEL_ASSIGN_OR_RETURN(*column, column->Reshaped(Shape{column->num_elements(), 1}));
  }
  return OkStatus();
}

int64_t DenseTable::Size() {
  const std::lock_guard lock(mutex_);
  return entries_;
}

}  // namespace runnel
