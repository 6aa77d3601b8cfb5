// Batches of samples: rows of tensors, in any order, as the tensors that a graph is fed.
#ifndef RUNNEL_CORE_LEARN_BATCHES_H_
#define RUNNEL_CORE_LEARN_BATCHES_H_

#include <span>
#include <string>
#include <vector>

#include "core/graph/graph.h"
#include "core/learn/learn.h"

namespace runnel::learn {

// What is fed with rows of what tensor.
struct Column {
  Tensor rows;
  OutputRef feed;
  std::string what;  // "input 0", in messages
};

class Batches {
 public:
  // Checks that all columns have equally many rows, at least one, and fit what they are fed to: an
  // element type that converts to the feed's, and a shape that is the feed's or differs from it by
  // dimensions of 1.
  static Result<Batches> Create(Allocator* allocator, std::vector<Column> columns);

  int64_t num_rows() const { return num_rows_; }
  std::vector<OutputRef> feeds() const;
  // The rows that `order` names, one tensor for each column. Tensors of an earlier batch that nobody
  // else holds are written to again: fresh memory costs more than the copy.
  Status Gather(std::span<const int64_t> order, std::vector<Tensor>* batch) const;
  // Rows that are one after another. What needs no conversion, and begins where kernels may count on it,
  // is shared, not copied.
  Status Range(int64_t first, int64_t count, std::vector<Tensor>* batch) const;

 private:
  struct Source {
    Tensor rows;
    OutputRef feed;
    DType dtype;
    std::vector<int64_t> sizes;  // of a row, as the feed wants it
    uint64_t row_elements = 0;
    Shape ShapeOf(int64_t num_rows) const;
  };
  Result<Tensor> Room(const Source& source, int64_t num_rows, Tensor* earlier) const;
  Status GatherColumn(const Source& source, std::span<const int64_t> order, Tensor* tensor) const;
  Allocator* allocator_ = nullptr;
  int64_t num_rows_ = 0;
  std::vector<Source> sources_;
};

// Puts `count` rows, which are all of `part`, behind the first `begin` of *whole, which the first part
// makes for `all` of them. Errors: INVALID_ARGUMENT for another number of rows.
Status AddRows(Allocator* allocator, const Tensor& part, int64_t count, int64_t begin, int64_t all,
               Tensor* whole);

// Rows [0, count) in an order that depends on seed and epoch alone.
std::vector<int64_t> Shuffled(int64_t count, int64_t seed, int64_t epoch);

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_BATCHES_H_
