#include "core/learn/batch_source.h"

#include <algorithm>

namespace runnel::learn {

Result<std::unique_ptr<SampleSource>> SampleSource::Create(const Batches* batches,
                                                           const Options& options) {
  if (options.batch_size < 1)
    return InvalidArgument("batch_size: expected at least 1, got ", options.batch_size);
  return std::unique_ptr<SampleSource>(new SampleSource(batches, options));
}

Status SampleSource::Begin(int64_t epoch) {
  next_ = options_.begin;
  if (options_.shuffle) {
    order_ = Shuffled(options_.end - options_.begin, options_.seed, epoch);
    for (int64_t& row : order_) row += options_.begin;
  }
  return OkStatus();
}

Result<bool> SampleSource::Next(Batch* batch) {
  const int64_t count = std::min(options_.batch_size, options_.end - next_);
  if (count == 0) return false;
  if (batch->feeds.empty()) batch->feeds = batches_->feeds();
  if (options_.shuffle) {
    const int64_t* const rows = order_.data() + (next_ - options_.begin);
    RUNNEL_RETURN_IF_ERROR(batches_->Gather({rows, static_cast<size_t>(count)}, &batch->values));
  } else {
    RUNNEL_RETURN_IF_ERROR(batches_->Range(next_, count, &batch->values));
  }
  batch->rows = count;
  next_ += count;
  return true;
}

int64_t SampleSource::num_batches() const {
  return (options_.end - options_.begin + options_.batch_size - 1) / options_.batch_size;
}

Status InputBatches::Begin(int64_t epoch) {
  epoch_ = epoch;
  taken_ = 0;
  if (pass_ != nullptr && steps_ > 0) return OkStatus();
  RUNNEL_ASSIGN_OR_RETURN(pass_, input_->Begin());
  return OkStatus();
}

Result<bool> InputBatches::Next(Batch* batch) {
  if (steps_ > 0 && taken_ == steps_) return false;
  std::vector<Tensor> element;
  RUNNEL_ASSIGN_OR_RETURN(const bool is_one, pass_->Next(&element));
  if (!is_one) {
    if (steps_ > 0) {
      return OutOfRange("the input ended after ", taken_, " batches of epoch ", epoch_, "; expected ",
                        steps_, " in each epoch");
    }
    known_batches_ = taken_;
    return false;
  }
  if (element.size() < least_feeds_ || element.size() > feeds_.size()) {
    return InvalidArgument("batch ", taken_, ": expected ", least_feeds_,
                           least_feeds_ < feeds_.size() ? " or more" : "", " tensors, got ",
                           element.size());
  }
  std::vector<Column> columns;
  for (size_t i = 0; i < element.size(); ++i)
    columns.push_back({std::move(element[i]), feeds_[i], names_[i]});
  const auto rows = Batches::Create(allocator_, std::move(columns));
  if (!rows.ok()) return rows.status().WithPrefix(StrCat("batch ", taken_));
  batch->feeds = rows->feeds();
  batch->rows = rows->num_rows();
  RUNNEL_RETURN_IF_ERROR(rows->Range(0, rows->num_rows(), &batch->values));
  ++taken_;
  return true;
}

}  // namespace runnel::learn
