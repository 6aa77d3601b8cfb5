// Datasets of values at hand: one element, slices of tensors, ranges, rows of a sparse tensor.
#include <sys/random.h>

#include <algorithm>
#include <limits>

#include "core/base/checked.h"
#include "core/base/philox.h"
#include "core/runtime/data/datasets.h"
#include "core/runtime/host_ops/elements.h"

namespace runnel {
namespace {

// A pass whose state is the index of the next element.
template <typename T>
class IndexedIterator final : public DatasetIterator {
 public:
  IndexedIterator(Ref<const T> dataset, Ref<IteratorContext> context)
      : dataset_(std::move(dataset)), context_(std::move(context)) {}
  Result<Progress> Next(const PollContext&, Element* out) override {
    if (next_ >= dataset_->Cardinality()) return Progress::kEnd;
    RUNNEL_RETURN_IF_ERROR(dataset_->Get(next_, context_->allocator(), out));
    ++next_;
    return Progress::kElement;
  }
  Result<Progress> Save(const PollContext&, StateWriter* writer) override {
    writer->Mark(dataset_->info().op);
    writer->Number(next_);
    return Progress::kElement;
  }
  Status Restore(StateReader* reader) override {
    RUNNEL_RETURN_IF_ERROR(reader->Expect(dataset_->info().op));
    RUNNEL_ASSIGN_OR_RETURN(next_, reader->Number(0, dataset_->Cardinality()));
    return OkStatus();
  }

 private:
  const Ref<const T> dataset_;
  const Ref<IteratorContext> context_;
  int64_t next_ = 0;
};

// A dataset whose class `T` has Get(index, allocator, out).
template <typename T>
class IndexedDataset : public Dataset {
 public:
  using Dataset::Dataset;
  Result<Ref<DatasetIterator>> MakeIterator(const Ref<IteratorContext>& context) const override {
    return Ref<DatasetIterator>(
        MakeRef<IndexedIterator<T>>(Ref<const T>::Share(static_cast<const T*>(this)), context));
  }
};

class TensorSource final : public IndexedDataset<TensorSource> {
 public:
  TensorSource(DatasetInfo info, Element element)
      : IndexedDataset(std::move(info)), element_(std::move(element)) {}
  int64_t Cardinality() const override { return 1; }
  Status Get(int64_t, Allocator*, Element* out) const {
    *out = element_;
    return OkStatus();
  }

 private:
  const Element element_;
};

class RandomSource final : public Dataset {
 public:
  RandomSource(DatasetInfo info, uint64_t seed, uint64_t seed2)
      : Dataset(std::move(info)), seed_(seed), seed2_(seed2) {}
  int64_t Cardinality() const override { return kInfiniteCardinality; }
  Result<Ref<DatasetIterator>> MakeIterator(const Ref<IteratorContext>& context) const override {
    uint64_t seeds[] = {seed_, seed2_};
    if (seed_ == 0 && seed2_ == 0 &&
        getrandom(seeds, sizeof(seeds), 0) != static_cast<ssize_t>(sizeof(seeds))) {
      return Internal("the system gives no random numbers");
    }
    return Ref<DatasetIterator>(
        MakeRef<Iterator>(Ref<const RandomSource>::Share(this), context, seeds[0], seeds[1]));
  }

 private:
  class Iterator final : public DatasetIterator {
   public:
    Iterator(Ref<const RandomSource> dataset, Ref<IteratorContext> context, uint64_t seed,
             uint64_t seed2)
        : dataset_(std::move(dataset)),
          context_(std::move(context)),
          seed_(seed),
          seed2_(seed2),
          numbers_(seed, seed2) {}
    Result<Progress> Next(const PollContext&, Element* out) override {
      RUNNEL_ASSIGN_OR_RETURN(Tensor value,
                              Tensor::Allocate(context_->allocator(), DType::kInt64, Shape()));
      value.values<int64_t>()[0] = numbers_.Next();
      ++drawn_;
      out->assign(1, std::move(value));
      return Progress::kElement;
    }
    Result<Progress> Save(const PollContext&, StateWriter* writer) override {
      writer->Mark(dataset_->info().op);
      writer->Number(static_cast<int64_t>(seed_));
      writer->Number(static_cast<int64_t>(seed2_));
      writer->Number(drawn_);
      return Progress::kElement;
    }
    Status Restore(StateReader* reader) override {
      RUNNEL_RETURN_IF_ERROR(reader->Expect(dataset_->info().op));
      RUNNEL_ASSIGN_OR_RETURN(const int64_t seed, reader->Number());
      RUNNEL_ASSIGN_OR_RETURN(const int64_t seed2, reader->Number());
      RUNNEL_ASSIGN_OR_RETURN(drawn_, reader->Number(0));
      seed_ = static_cast<uint64_t>(seed);
      seed2_ = static_cast<uint64_t>(seed2);
      numbers_ = PhiloxNumbers(seed_, seed2_);
      numbers_.Skip(static_cast<uint64_t>(drawn_));
      return OkStatus();
    }

   private:
    const Ref<const RandomSource> dataset_;
    const Ref<IteratorContext> context_;
    uint64_t seed_, seed2_;
    PhiloxNumbers numbers_;
    int64_t drawn_ = 0;
  };
  const uint64_t seed_, seed2_;
};

class SliceSource final : public IndexedDataset<SliceSource> {
 public:
  SliceSource(DatasetInfo info, Element components)
      : IndexedDataset(std::move(info)), components_(std::move(components)) {
    for (const Tensor& t : components_) rows_.push_back(WithoutFirst(t.shape()));
  }
  int64_t Cardinality() const override { return components_[0].shape().dim(0); }
  Status Get(int64_t index, Allocator* allocator, Element* out) const {
    out->clear();
    for (size_t i = 0; i < components_.size(); ++i) {
      RUNNEL_ASSIGN_OR_RETURN(
          Tensor row, CutElements(components_[i], index * rows_[i].num_elements(), rows_[i], allocator));
      out->push_back(std::move(row));
    }
    return OkStatus();
  }

 private:
  const Element components_;
  std::vector<Shape> rows_;
};

class RangeSource final : public IndexedDataset<RangeSource> {
 public:
  RangeSource(DatasetInfo info, int64_t start, int64_t step, int64_t count)
      : IndexedDataset(std::move(info)), start_(start), step_(step), count_(count) {}
  int64_t Cardinality() const override { return count_; }
  Status Get(int64_t index, Allocator* allocator, Element* out) const {
    const DType dtype = info().types[0];
    RUNNEL_ASSIGN_OR_RETURN(Tensor value, Tensor::Allocate(allocator, dtype, Shape()));
    // Within bounds, as both ends are.
    const auto number = static_cast<int64_t>(
        static_cast<uint64_t>(start_) + static_cast<uint64_t>(index) * static_cast<uint64_t>(step_));
    switch (dtype) {
      case DType::kInt64:
        value.values<int64_t>()[0] = number;
        break;
      case DType::kInt32:
        value.values<int32_t>()[0] = static_cast<int32_t>(number);
        break;
      case DType::kInt16:
        value.values<int16_t>()[0] = static_cast<int16_t>(number);
        break;
      case DType::kInt8:
        value.values<int8_t>()[0] = static_cast<int8_t>(number);
        break;
      case DType::kUInt64:
        value.values<uint64_t>()[0] = static_cast<uint64_t>(number);
        break;
      case DType::kUInt32:
        value.values<uint32_t>()[0] = static_cast<uint32_t>(number);
        break;
      case DType::kUInt16:
        value.values<uint16_t>()[0] = static_cast<uint16_t>(number);
        break;
      case DType::kUInt8:
        value.values<uint8_t>()[0] = static_cast<uint8_t>(number);
        break;
      case DType::kFloat:
        value.values<float>()[0] = static_cast<float>(number);
        break;
      case DType::kDouble:
        value.values<double>()[0] = static_cast<double>(number);
        break;
      default:
        return Unimplemented("a range of type ", DTypeName(dtype));
    }
    out->assign(1, std::move(value));
    return OkStatus();
  }

 private:
  const int64_t start_, step_, count_;
};

class SparseSource final : public IndexedDataset<SparseSource> {
 public:
  SparseSource(DatasetInfo info, int64_t rows, Tensor indices, Tensor values, Tensor row_shape)
      : IndexedDataset(std::move(info)),
        rows_(rows),
        indices_(std::move(indices)),
        values_(std::move(values)),
        row_shape_(std::move(row_shape)) {}
  int64_t Cardinality() const override { return rows_; }
  Status Get(int64_t row, Allocator* allocator, Element* out) const {
    const int64_t first = FirstOf(row), count = FirstOf(row + 1) - first;
    const int64_t rank = indices_.shape().dim(1);
    RUNNEL_ASSIGN_OR_RETURN(Tensor indices,
                            Tensor::Allocate(allocator, DType::kInt64, Shape{count, rank - 1}));
    for (int64_t i = 0; i < count; ++i) {
      for (int64_t k = 1; k < rank; ++k) {
        indices.values<int64_t>()[static_cast<size_t>(i * (rank - 1) + k - 1)] =
            indices_.int_at((first + i) * rank + k);
      }
    }
    RUNNEL_ASSIGN_OR_RETURN(Tensor values, CutElements(values_, first, Shape{count}, allocator));
    out->clear();
    out->push_back(std::move(indices));
    out->push_back(std::move(values));
    out->push_back(row_shape_);
    return OkStatus();
  }

 private:
  // The first entry of the row or of those behind it: entries are sorted by row.
  int64_t FirstOf(int64_t row) const {
    const int64_t rank = indices_.shape().dim(1);
    int64_t low = 0, high = indices_.shape().dim(0);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (indices_.int_at(middle * rank) < row) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  const int64_t rows_;
  const Tensor indices_, values_, row_shape_;
};

}  // namespace

Ref<Dataset> TensorDataset(DatasetInfo info, Element element) {
  return MakeRef<TensorSource>(std::move(info), std::move(element));
}

Ref<Dataset> RandomDataset(DatasetInfo info, int64_t seed, int64_t seed2) {
  return MakeRef<RandomSource>(std::move(info), static_cast<uint64_t>(seed),
                               static_cast<uint64_t>(seed2));
}

Result<Ref<Dataset>> TensorSliceDataset(DatasetInfo info, Element components) {
  if (components.empty()) return InvalidArgument("there are no components to slice");
  for (size_t i = 0; i < components.size(); ++i) {
    const Shape& shape = components[i].shape();
    if (shape.rank() < 1) {
      return InvalidArgument("component ", i, " is a scalar; all components must have rank at least 1");
    }
    if (shape.dim(0) != components[0].shape().dim(0)) {
      return InvalidArgument("all components must have one size in dimension 0: component 0 has ",
                             components[0].shape().dim(0), ", component ", i, " has ", shape.dim(0));
    }
    if (components[i].dtype() == DType::kResource)
      return Unimplemented("slices of a tensor of resource handles");
  }
  return Ref<Dataset>(MakeRef<SliceSource>(std::move(info), std::move(components)));
}

Result<Ref<Dataset>> RangeDataset(DatasetInfo info, int64_t start, int64_t stop, int64_t step) {
  if (step == 0) return InvalidArgument("step must be a non-zero integer.");
  if (info.types.size() != 1) return InvalidArgument("a range has 1 component, got ", info.types.size());
  uint64_t count = 0;
  if (step > 0 ? start < stop : start > stop) {
    const uint64_t distance = step > 0 ? static_cast<uint64_t>(stop) - static_cast<uint64_t>(start)
                                       : static_cast<uint64_t>(start) - static_cast<uint64_t>(stop);
    const uint64_t stride =
        step > 0 ? static_cast<uint64_t>(step) : uint64_t{0} - static_cast<uint64_t>(step);
    count = (distance - 1) / stride + 1;
  }
  // A pass never gets to the end of what does not fit.
  count = std::min<uint64_t>(count, std::numeric_limits<int64_t>::max());
  return Ref<Dataset>(MakeRef<RangeSource>(std::move(info), start, step, static_cast<int64_t>(count)));
}

Result<Ref<Dataset>> SparseTensorSliceDataset(DatasetInfo info, Tensor indices, Tensor values,
                                              Tensor dense_shape) {
  if (indices.dtype() != DType::kInt64 || indices.shape().rank() != 2) {
    return InvalidArgument("Input indices should be a matrix but received shape ",
                           indices.shape().ToString());
  }
  if (values.shape().rank() != 1) {
    return InvalidArgument("Input values should be a vector but received shape ",
                           values.shape().ToString());
  }
  if (dense_shape.dtype() != DType::kInt64 || dense_shape.shape().rank() != 1) {
    return InvalidArgument("Input shape should be a vector but received shape ",
                           dense_shape.shape().ToString());
  }
  const int64_t count = indices.shape().dim(0), rank = indices.shape().dim(1);
  if (rank < 1 || dense_shape.num_elements() != rank) {
    return InvalidArgument("indices are of rank ", rank, ", dense_shape has ",
                           dense_shape.num_elements(), " dimensions; both must be the same, at least 1");
  }
  if (values.num_elements() != count) {
    return InvalidArgument("Number of values must match first dimension of indices. Got ",
                           values.num_elements(),
                           " values, indices shape: ", indices.shape().ToString());
  }
  const int64_t rows = dense_shape.int_at(0);
  if (rows < 0) return InvalidArgument("dense_shape has ", rows, " rows");
  int64_t previous = -1;
  for (int64_t i = 0; i < count; ++i) {
    const int64_t row = indices.int_at(i * rank);
    if (row < 0 || row >= rows) {
      return InvalidArgument("indices[", i, ", 0] is ", row, ", dense_shape has ", rows, " rows");
    }
    if (row < previous) {
      return Unimplemented(
          "The SparseTensor must be ordered in the batch dimension; handling "
          "arbitrarily ordered input is not currently supported.");
    }
    previous = row;
  }
  RUNNEL_ASSIGN_OR_RETURN(Tensor row_shape,
                          Tensor::Allocate(SystemAllocator(), DType::kInt64, Shape{rank - 1}));
  for (int64_t k = 1; k < rank; ++k)
    row_shape.values<int64_t>()[static_cast<size_t>(k - 1)] = dense_shape.int_at(k);
  return Ref<Dataset>(MakeRef<SparseSource>(std::move(info), rows, std::move(indices), std::move(values),
                                            std::move(row_shape)));
}

}  // namespace runnel
