// Every kind of dataset, as functions that make one. Their meaning is TensorFlow's.
//
// `info.types` and `info.shapes` are those of the new dataset. Errors of those that answer a Result:
// INVALID_ARGUMENT naming the argument.
#ifndef RUNNEL_CORE_RUNTIME_DATA_DATASETS_H_
#define RUNNEL_CORE_RUNTIME_DATA_DATASETS_H_

#include <memory>
#include <string>
#include <vector>

#include "core/io/file.h"
#include "core/runtime/data/element_future.h"

namespace runnel {

// ---- sources (source_datasets.cc) ----

// One element.
Ref<Dataset> TensorDataset(DatasetInfo info, Element element);
// The slices of the components along dimension 0, which is the same for all.
Result<Ref<Dataset>> TensorSliceDataset(DatasetInfo info, Element components);
// start, start + step, ... before stop, each of info.types[0].
Result<Ref<Dataset>> RangeDataset(DatasetInfo info, int64_t start, int64_t stop, int64_t step);
// The rows of a sparse tensor whose indices are sorted, each a sparse tensor (indices, values, shape).
Result<Ref<Dataset>> SparseTensorSliceDataset(DatasetInfo info, Tensor indices, Tensor values,
                                              Tensor dense_shape);
// Numbers of 32 bits without end; with seeds of 0 other ones in each pass.
Ref<Dataset> RandomDataset(DatasetInfo info, int64_t seed, int64_t seed2);
// `init` gives a state, `next` an element of it until it fails with OUT_OF_RANGE, then `finalize` is
// called with it (generator_dataset.cc).
Ref<Dataset> GeneratorDataset(DatasetInfo info, CapturedFunction init, CapturedFunction next,
                              CapturedFunction finalize);

// ---- which elements, and how often (count_datasets.cc) ----

Ref<Dataset> TakeDataset(DatasetInfo info, Ref<Dataset> input, int64_t count);    // below 0: all
Ref<Dataset> SkipDataset(DatasetInfo info, Ref<Dataset> input, int64_t count);    // below 0: all
Ref<Dataset> RepeatDataset(DatasetInfo info, Ref<Dataset> input, int64_t count);  // below 0: for ever
// Every shards-th element, from `index` on.
Result<Ref<Dataset>> ShardDataset(DatasetInfo info, Ref<Dataset> input, int64_t shards, int64_t index,
                                  bool require_non_empty);

// ---- several inputs (join_datasets.cc) ----

Ref<Dataset> ZipDataset(DatasetInfo info, std::vector<Ref<Dataset>> inputs);
Ref<Dataset> ConcatenateDataset(DatasetInfo info, Ref<Dataset> first, Ref<Dataset> second);

// ---- choices (choosing_datasets.cc) ----

// Each element of the input whose number `selector` gives.
Result<Ref<Dataset>> DirectedInterleaveDataset(DatasetInfo info, Ref<Dataset> selector,
                                               std::vector<Ref<Dataset>> inputs, bool stops_on_empty);
Result<Ref<Dataset>> UniqueDataset(DatasetInfo info, Ref<Dataset> input);
// A pass fails where it has another number of elements.
Ref<Dataset> AssertCardinalityDataset(DatasetInfo info, Ref<Dataset> input, int64_t cardinality);

// ---- batches (batch_datasets.cc, window_dataset.cc) ----

Result<Ref<Dataset>> BatchDataset(DatasetInfo info, Ref<Dataset> input, int64_t size,
                                  bool drop_remainder);
// padded_shapes: one for each component, unknown dims as large as the batch needs. padding: scalars.
Result<Ref<Dataset>> PaddedBatchDataset(DatasetInfo info, Ref<Dataset> input, int64_t size,
                                        std::vector<Shape> padded_shapes, Element padding,
                                        bool drop_remainder);
Ref<Dataset> UnbatchDataset(DatasetInfo info, Ref<Dataset> input);
// Each component of an element is a dataset of the window's values.
Result<Ref<Dataset>> WindowDataset(DatasetInfo info, Ref<Dataset> input, int64_t size, int64_t shift,
                                   int64_t stride, bool drop_remainder);

// The key of an element; the dataset that a group becomes, of its key and a dataset of its elements; how
// many elements of a key are a group (group_by_window_dataset.cc).
struct GroupFunctions {
  CapturedFunction key, reduce, window_size;
};
Ref<Dataset> GroupByWindowDataset(DatasetInfo info, Ref<Dataset> input, GroupFunctions functions);

// ---- functions (map_datasets.cc, parallel_map_dataset.cc, interleave_dataset.cc) ----

Ref<Dataset> MapDataset(DatasetInfo info, Ref<Dataset> input, CapturedFunction function,
                        bool preserve_cardinality);
Ref<Dataset> FilterDataset(DatasetInfo info, Ref<Dataset> input, CapturedFunction predicate);
Ref<Dataset> TakeWhileDataset(DatasetInfo info, Ref<Dataset> input, CapturedFunction predicate);
// function(state, element) gives the next state and an element.
Ref<Dataset> ScanDataset(DatasetInfo info, Ref<Dataset> input, Element initial_state,
                         CapturedFunction function, bool preserve_cardinality);
struct ParallelOptions {
  int64_t calls = 1;  // at a time; below 0: as many as there are threads
  bool deterministic = true;
};
Result<Ref<Dataset>> ParallelMapDataset(DatasetInfo info, Ref<Dataset> input, CapturedFunction function,
                                        ParallelOptions parallel, bool preserve_cardinality);
Ref<Dataset> FlatMapDataset(DatasetInfo info, Ref<Dataset> input, CapturedFunction function);
struct InterleaveOptions {
  int64_t cycle_length = 1;  // below 0: as many as there are threads
  int64_t block_length = 1;
  bool parallel = false;
  bool deterministic = true;
  int64_t buffer_output_elements = -1;  // of each; below 0: as many as a block has
};
Result<Ref<Dataset>> InterleaveDataset(DatasetInfo info, Ref<Dataset> input, CapturedFunction function,
                                       const InterleaveOptions& options);

// ---- buffers (shuffle_dataset.cc, prefetch_dataset.cc, cache_dataset.cc) ----

// The source of the seeds of passes, which datasets may share.
class SeedGenerator;
std::shared_ptr<SeedGenerator> MakeSeedGenerator(int64_t seed, int64_t seed2, bool reshuffle);
// A pass takes `count` passes of the input one after the other; below 0: for ever.
Result<Ref<Dataset>> ShuffleDataset(DatasetInfo info, Ref<Dataset> input, int64_t buffer_size,
                                    std::shared_ptr<SeedGenerator> seeds, int64_t count = 1);
// buffer_size: below 0 the runtime chooses; 0 does nothing.
Ref<Dataset> PrefetchDataset(DatasetInfo info, Ref<Dataset> input, int64_t buffer_size);
Ref<Dataset> MemoryCacheDataset(DatasetInfo info, Ref<Dataset> input);
// In the file `prefix`.cache, which is there once a pass has got to its end.
Ref<Dataset> FileCacheDataset(DatasetInfo info, Ref<Dataset> input, std::shared_ptr<SystemCalls> calls,
                              std::string prefix);

// ---- files (file_datasets.cc) ----

struct FileSet {
  std::shared_ptr<SystemCalls> calls;  // null: the system's own
  std::vector<std::string> paths;
  std::vector<std::string> names;  // as they were given; for messages
  std::string compression;         // "", "GZIP", "ZLIB"
  std::vector<int64_t> offsets;    // where to begin in each; none: at its beginning
};
Result<Ref<Dataset>> RecordDataset(DatasetInfo info, FileSet files);
Result<Ref<Dataset>> TextLineDataset(DatasetInfo info, FileSet files);
Result<Ref<Dataset>> FixedLengthRecordDataset(DatasetInfo info, FileSet files, int64_t header_bytes,
                                              int64_t record_bytes, int64_t footer_bytes);

// ---- others (other_datasets.cc) ----

// Leaves out elements that fail.
Ref<Dataset> IgnoreErrorsDataset(DatasetInfo info, Ref<Dataset> input, bool log_warning);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_DATA_DATASETS_H_
