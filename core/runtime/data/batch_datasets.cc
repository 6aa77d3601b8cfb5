// Batches of elements along a new first dimension, and the elements of batches.
#include <algorithm>
#include <cstring>

#include "core/base/checked.h"
#include "core/runtime/data/datasets.h"
#include "core/runtime/data/input_iterator.h"
#include "core/runtime/host_ops/elements.h"

namespace runnel {
namespace {

// The components of all elements, stacked. Errors: INVALID_ARGUMENT if their shapes differ.
Status Stack(const std::vector<Element>& elements, Allocator* allocator, Element* out) {
  out->clear();
  const auto rows = static_cast<int64_t>(elements.size());
  for (size_t c = 0; c < elements[0].size(); ++c) {
    const Tensor& first = elements[0][c];
    if (first.dtype() == DType::kResource)
      return Unimplemented("batches of resource handles, in component ", c);
    RUNNEL_ASSIGN_OR_RETURN(Tensor batch,
                            Tensor::Allocate(allocator, first.dtype(), Prepend(rows, first.shape())));
    const int64_t count = first.num_elements();
    for (int64_t row = 0; row < rows; ++row) {
      const Tensor& value = elements[static_cast<size_t>(row)][c];
      if (!(value.shape() == first.shape())) {
        return InvalidArgument("Cannot batch tensors with different shapes in component ", c,
                               ". First element had shape ", first.shape().ToString(), " and element ",
                               row, " had shape ", value.shape().ToString(), ".");
      }
      RUNNEL_RETURN_IF_ERROR(CopyElements(value, 0, count, &batch, row * count));
    }
    out->push_back(std::move(batch));
  }
  return OkStatus();
}

// Gathers `size` elements of the input, and makes one of them by the dataset's
// Combine(elements, allocator, out).
template <typename T>
class GatherIterator final : public InputIterator<T> {
 public:
  using InputIterator<T>::InputIterator;
  Result<Progress> Next(const PollContext& cx, Element* out) override {
    const auto size = static_cast<uint64_t>(this->dataset().size());
    while (elements_.size() < size && this->input() != nullptr) {
      if (cx.ShouldYield()) return YieldTo(cx);
      Element element;
      const Result<Progress> progress = this->NextInput(cx, &element);
      if (!progress.ok()) elements_.clear();  // the batch fails as a whole
      if (!progress.ok() || *progress == Progress::kPending) return progress;
      if (*progress == Progress::kElement) elements_.push_back(std::move(element));
    }
    const std::vector<Element> elements = std::move(elements_);
    elements_.clear();
    if (elements.empty() || (elements.size() < size && this->dataset().drop_remainder()))
      return Progress::kEnd;
    const Status combined = this->dataset().Combine(elements, this->allocator(), out);
    if (!combined.ok()) return this->dataset().At(batch_++, combined);
    ++batch_;
    return Progress::kElement;
  }
  Result<Progress> Save(const PollContext& cx, StateWriter* writer) override {
    RUNNEL_POLL(this->SaveInput(cx, writer));
    writer->Number(batch_);
    writer->Number(static_cast<int64_t>(elements_.size()));
    for (const Element& element : elements_) RUNNEL_RETURN_IF_ERROR(writer->Tensors(element));
    return Progress::kElement;
  }
  Status Restore(StateReader* reader) override {
    RUNNEL_RETURN_IF_ERROR(this->RestoreInput(reader));
    RUNNEL_ASSIGN_OR_RETURN(batch_, reader->Number(0));
    RUNNEL_ASSIGN_OR_RETURN(const int64_t count, reader->Number(0, this->dataset().size()));
    elements_.clear();
    for (int64_t i = 0; i < count; ++i) {
      RUNNEL_ASSIGN_OR_RETURN(Element element, reader->Tensors(this->dataset().input()->info().types));
      elements_.push_back(std::move(element));
    }
    return OkStatus();
  }

 private:
  std::vector<Element> elements_;
  int64_t batch_ = 0;
};

class GatherDataset : public UnaryDataset {
 public:
  GatherDataset(DatasetInfo info, Ref<Dataset> input, int64_t size, bool drop_remainder)
      : UnaryDataset(std::move(info), std::move(input)), size_(size), drop_remainder_(drop_remainder) {}
  int64_t size() const { return size_; }
  bool drop_remainder() const { return drop_remainder_; }
  int64_t Cardinality() const override {
    const int64_t n = input()->Cardinality();
    if (n < 0) return n;
    return n / size_ + (n % size_ == 0 || drop_remainder_ ? 0 : 1);
  }

 private:
  const int64_t size_;
  const bool drop_remainder_;
};

class Batch final : public GatherDataset {
 public:
  using GatherDataset::GatherDataset;
  Result<Ref<DatasetIterator>> MakeIterator(const Ref<IteratorContext>& context) const override {
    return MakeInputIterator<GatherIterator<Batch>>(this, context);
  }
  static Status Combine(const std::vector<Element>& elements, Allocator* allocator, Element* out) {
    return Stack(elements, allocator, out);
  }
};

// Fills with one value.
Status Fill(const Tensor& value, Tensor* out) {
  const int64_t count = out->num_elements();
  if (out->dtype() == DType::kString) {
    if (value.string_at(0).empty()) return OkStatus();
    auto* const strings = static_cast<StringBuffer*>(out->buffer().get());
    for (int64_t i = 0; i < count; ++i) RUNNEL_RETURN_IF_ERROR(strings->Set(i, value.string_at(0)));
    return OkStatus();
  }
  const size_t size = DTypeSize(out->dtype());
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(static_cast<char*>(out->data()) + static_cast<size_t>(i) * size, value.data(), size);
  }
  return OkStatus();
}

// Copies `from` to the corner of block `row` of `to`, a block of which has the shape `padded`.
Status CopyToCorner(const Tensor& from, int64_t row, const Shape& padded, Tensor* to) {
  const int rank = padded.rank();
  const int64_t block = padded.num_elements();
  const int64_t run = rank == 0 ? 1 : from.shape().dim(rank - 1);
  if (from.num_elements() == 0) return OkStatus();
  const int64_t runs = from.num_elements() / run;
  std::vector<int64_t> at(static_cast<size_t>(rank), 0);  // of a run
  for (int64_t r = 0; r < runs; ++r) {
    int64_t offset = 0;
    for (int d = 0; d < rank; ++d) offset = offset * padded.dim(d) + at[static_cast<size_t>(d)];
    RUNNEL_RETURN_IF_ERROR(CopyElements(from, r * run, run, to, row * block + offset));
    for (int d = rank - 2; d >= 0; --d) {
      if (++at[static_cast<size_t>(d)] < from.shape().dim(d)) break;
      at[static_cast<size_t>(d)] = 0;
    }
  }
  return OkStatus();
}

class PaddedBatch final : public GatherDataset {
 public:
  PaddedBatch(DatasetInfo info, Ref<Dataset> input, int64_t size, bool drop_remainder,
              std::vector<Shape> padded_shapes, Element padding)
      : GatherDataset(std::move(info), std::move(input), size, drop_remainder),
        padded_shapes_(std::move(padded_shapes)),
        padding_(std::move(padding)) {}
  Result<Ref<DatasetIterator>> MakeIterator(const Ref<IteratorContext>& context) const override {
    return MakeInputIterator<GatherIterator<PaddedBatch>>(this, context);
  }
  Status Combine(const std::vector<Element>& elements, Allocator* allocator, Element* out) const {
    out->clear();
    const auto rows = static_cast<int64_t>(elements.size());
    for (size_t c = 0; c < padded_shapes_.size(); ++c) {
      RUNNEL_ASSIGN_OR_RETURN(const Shape padded, PaddedShape(elements, c));
      RUNNEL_ASSIGN_OR_RETURN(Tensor batch,
                              Tensor::Allocate(allocator, padding_[c].dtype(), Prepend(rows, padded)));
      RUNNEL_RETURN_IF_ERROR(Fill(padding_[c], &batch));
      for (int64_t row = 0; row < rows; ++row) {
        RUNNEL_RETURN_IF_ERROR(CopyToCorner(elements[static_cast<size_t>(row)][c], row, padded, &batch));
      }
      out->push_back(std::move(batch));
    }
    return OkStatus();
  }

 private:
  // What every element's component c is to be padded to.
  Result<Shape> PaddedShape(const std::vector<Element>& elements, size_t c) const {
    Shape padded = padded_shapes_[c];
    for (size_t row = 0; row < elements.size(); ++row) {
      const Shape& shape = elements[row][c].shape();
      if (shape.rank() != padded_shapes_[c].rank()) {
        return InvalidArgument(
            "All elements in a batch must have the same rank as the padded shape for "
            "component",
            c, ": expected rank ", padded_shapes_[c].rank(), " but got element with rank ",
            shape.rank());
      }
      for (int d = 0; d < shape.rank(); ++d) {
        const int64_t wanted = padded_shapes_[c].dim(d);
        if (wanted < 0) {
          padded.set_dim(d, std::max(padded.dim(d), shape.dim(d)));
        } else if (shape.dim(d) > wanted) {
          return DataLoss("Attempted to pad to a smaller size than the input element.");
        }
      }
    }
    for (int d = 0; d < padded.rank(); ++d) padded.set_dim(d, std::max<int64_t>(padded.dim(d), 0));
    return Shape::Make(padded.dims());
  }

  const std::vector<Shape> padded_shapes_;
  const Element padding_;
};

class Unbatch final : public UnaryDataset {
 public:
  using UnaryDataset::UnaryDataset;
  Result<Ref<DatasetIterator>> MakeIterator(const Ref<IteratorContext>& context) const override {
    return MakeInputIterator<Iterator>(this, context);
  }

 private:
  class Iterator final : public InputIterator<Unbatch> {
   public:
    using InputIterator::InputIterator;
    Result<Progress> Next(const PollContext& cx, Element* out) override {
      while (batch_.empty() || row_ >= batch_[0].shape().dim(0)) {
        if (cx.ShouldYield()) return YieldTo(cx);
        batch_.clear();
        Element batch;
        RUNNEL_POLL(NextInput(cx, &batch));
        const int64_t at = index_++;
        RUNNEL_RETURN_IF_ERROR(Check(batch, at));
        batch_ = std::move(batch);
        row_ = 0;
      }
      Element element;
      for (const Tensor& t : batch_) {
        const Shape shape = WithoutFirst(t.shape());
        RUNNEL_ASSIGN_OR_RETURN(Tensor row,
                                CutElements(t, row_ * shape.num_elements(), shape, allocator()));
        element.push_back(std::move(row));
      }
      ++row_;
      *out = std::move(element);
      return Progress::kElement;
    }
    Result<Progress> Save(const PollContext& cx, StateWriter* writer) override {
      RUNNEL_POLL(SaveInput(cx, writer));
      writer->Number(index_);
      writer->Number(row_);
      RUNNEL_RETURN_IF_ERROR(writer->Tensors(batch_));
      return Progress::kElement;
    }
    Status Restore(StateReader* reader) override {
      RUNNEL_RETURN_IF_ERROR(RestoreInput(reader));
      RUNNEL_ASSIGN_OR_RETURN(index_, reader->Number(0));
      RUNNEL_ASSIGN_OR_RETURN(row_, reader->Number(0));
      RUNNEL_ASSIGN_OR_RETURN(Element batch, reader->Tensors());
      if (!batch.empty()) RUNNEL_RETURN_IF_ERROR(Check(batch, index_));
      batch_ = std::move(batch);
      return OkStatus();
    }

   private:
    Status Check(const Element& batch, int64_t at) const {
      for (size_t c = 0; c < batch.size(); ++c) {
        const Shape& shape = batch[c].shape();
        if (shape.rank() < 1) {
          return dataset().At(
              at, InvalidArgument("component ", c, " is a scalar, which has no elements to unbatch"));
        }
        if (shape.dim(0) != batch[0].shape().dim(0)) {
          return dataset().At(
              at, InvalidArgument("Input element must have the same batch size in each component. "
                                  "Component 0 had size ",
                                  batch[0].shape().dim(0), " but component ", c, " had size ",
                                  shape.dim(0), "."));
        }
        if (batch[c].dtype() == DType::kResource)
          return Unimplemented("unbatching a tensor of resource handles");
      }
      return OkStatus();
    }
    Element batch_;
    int64_t row_ = 0;    // of the next element
    int64_t index_ = 0;  // of the next batch
  };
};

Status CheckBatchSize(int64_t size) {
  return size > 0 ? OkStatus() : InvalidArgument("Batch size must be greater than zero.");
}

}  // namespace

Result<Ref<Dataset>> BatchDataset(DatasetInfo info, Ref<Dataset> input, int64_t size,
                                  bool drop_remainder) {
  RUNNEL_RETURN_IF_ERROR(CheckBatchSize(size));
  return Ref<Dataset>(MakeRef<Batch>(std::move(info), std::move(input), size, drop_remainder));
}

Result<Ref<Dataset>> PaddedBatchDataset(DatasetInfo info, Ref<Dataset> input, int64_t size,
                                        std::vector<Shape> padded_shapes, Element padding,
                                        bool drop_remainder) {
  RUNNEL_RETURN_IF_ERROR(CheckBatchSize(size));
  const std::vector<DType>& types = input->info().types;
  if (padded_shapes.size() != types.size()) {
    return InvalidArgument("Number of padded shapes (", padded_shapes.size(),
                           ") must match the number of components in the input dataset's elements (",
                           types.size(), ")");
  }
  if (padding.size() != types.size()) {
    return InvalidArgument("Number of padding values (", padding.size(),
                           ") must match the number of components in the input dataset's elements (",
                           types.size(), ")");
  }
  for (size_t c = 0; c < padding.size(); ++c) {
    if (padding[c].shape().rank() != 0) {
      return InvalidArgument("All padding values must be scalars; component ", c, " has shape ",
                             padding[c].shape().ToString());
    }
    if (padding[c].dtype() != types[c] || types[c] == DType::kResource || types[c] == DType::kVariant) {
      return InvalidArgument("Mismatched type between padding value ", c,
                             " and input dataset's component ", c, ": ", DTypeName(padding[c].dtype()),
                             " vs. ", DTypeName(types[c]));
    }
    if (!padded_shapes[c].has_rank())
      return InvalidArgument("the padded shape of component ", c, " is unknown");
  }
  return Ref<Dataset>(MakeRef<PaddedBatch>(std::move(info), std::move(input), size, drop_remainder,
                                           std::move(padded_shapes), std::move(padding)));
}

Ref<Dataset> UnbatchDataset(DatasetInfo info, Ref<Dataset> input) {
  return MakeRef<Unbatch>(std::move(info), std::move(input));
}

}  // namespace runnel
