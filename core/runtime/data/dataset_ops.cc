// Kernels of the ops that give datasets: each reads its node and inputs, and makes one of datasets.h.
#include <algorithm>

#include "core/runtime/data/dataset_node.h"
#include "core/runtime/data/seed_resource.h"
#include "core/runtime/host_ops/families.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

using Built = Result<Ref<Dataset>>;

Built BuildTensor(const DatasetNode& node, DatasetInputs& in) {
  RUNNEL_ASSIGN_OR_RETURN(Element element, in.Kept(node.info.types.size()));
  return TensorDataset(node.info, std::move(element));
}

Built BuildTensorSlice(const DatasetNode& node, DatasetInputs& in) {
  RUNNEL_ASSIGN_OR_RETURN(Element components, in.Kept(node.info.types.size()));
  return TensorSliceDataset(node.info, std::move(components));
}

Built BuildRange(const DatasetNode& node, DatasetInputs& in) {
  RUNNEL_ASSIGN_OR_RETURN(const int64_t start, in.Int("start"));
  RUNNEL_ASSIGN_OR_RETURN(const int64_t stop, in.Int("stop"));
  RUNNEL_ASSIGN_OR_RETURN(const int64_t step, in.Int("step"));
  return RangeDataset(node.info, start, stop, step);
}

Built BuildSparseTensorSlice(const DatasetNode& node, DatasetInputs& in) {
  RUNNEL_ASSIGN_OR_RETURN(std::vector<Tensor> parts, in.Kept(3));
  DatasetInfo info = node.info;
  info.types = {DType::kInt64, parts[1].dtype(), DType::kInt64};
  const int64_t rank = parts[2].num_elements() - 1;
  info.shapes = {Shape{kUnknownDim, rank}, Shape{kUnknownDim}, Shape{rank}};
  return SparseTensorSliceDataset(std::move(info), std::move(parts[0]), std::move(parts[1]),
                                  std::move(parts[2]));
}

Built BuildGenerator(const DatasetNode& node, DatasetInputs& in) {
  RUNNEL_ASSIGN_OR_RETURN(std::vector<Tensor> init_args, in.Kept(node.count("Tinit_func_args")));
  RUNNEL_ASSIGN_OR_RETURN(std::vector<Tensor> next_args, in.Kept(node.count("Tnext_func_args")));
  RUNNEL_ASSIGN_OR_RETURN(std::vector<Tensor> last_args, in.Kept(node.count("Tfinalize_func_args")));
  RUNNEL_ASSIGN_OR_RETURN(CapturedFunction init,
                          FunctionOf(in.ctx(), node, "init_func", {}, std::move(init_args)));
  const std::vector<DType> state = init.function->output_types();
  RUNNEL_ASSIGN_OR_RETURN(CapturedFunction next,
                          FunctionOf(in.ctx(), node, "next_func", state, std::move(next_args)));
  RUNNEL_RETURN_IF_ERROR(CheckGives(next, node.info.types, "next_func"));
  RUNNEL_ASSIGN_OR_RETURN(CapturedFunction finalize,
                          FunctionOf(in.ctx(), node, "finalize_func", state, std::move(last_args)));
  return GeneratorDataset(node.info, std::move(init), std::move(next), std::move(finalize));
}

Built BuildTake(const DatasetNode& node, DatasetInputs& in) {
  RUNNEL_ASSIGN_OR_RETURN(Ref<Dataset> input, in.Input());
  RUNNEL_ASSIGN_OR_RETURN(const int64_t count, in.Int("count"));
  return TakeDataset(node.info, std::move(input), count);
}

Built BuildSkip(const DatasetNode& node, DatasetInputs& in) {
  RUNNEL_ASSIGN_OR_RETURN(Ref<Dataset> input, in.Input());
  RUNNEL_ASSIGN_OR_RETURN(const int64_t count, in.Int("count"));
  return SkipDataset(node.info, std::move(input), count);
}

Built BuildRepeat(const DatasetNode& node, DatasetInputs& in) {
  RUNNEL_ASSIGN_OR_RETURN(Ref<Dataset> input, in.Input());
  RUNNEL_ASSIGN_OR_RETURN(const int64_t count, in.Int("count"));
  return RepeatDataset(node.info, std::move(input), count);
}

Built BuildShard(const DatasetNode& node, DatasetInputs& in) {
  RUNNEL_ASSIGN_OR_RETURN(Ref<Dataset> input, in.Input());
  RUNNEL_ASSIGN_OR_RETURN(const int64_t shards, in.Int("num_shards"));
  RUNNEL_ASSIGN_OR_RETURN(const int64_t index, in.Int("index"));
  return ShardDataset(node.info, std::move(input), shards, index, node.flag("require_non_empty"));
}

Built BuildZip(const DatasetNode& node, DatasetInputs& in) {
  std::vector<Ref<Dataset>> inputs;
  for (size_t i = 0; i < in.ctx().inputs.size(); ++i) {
    RUNNEL_ASSIGN_OR_RETURN(Ref<Dataset> input, in.Input(StrCat("input_datasets[", i, "]")));
    inputs.push_back(std::move(input));
  }
  return ZipDataset(node.info, std::move(inputs));
}

Built BuildDirected(const DatasetNode& node, DatasetInputs& in) {
  RUNNEL_ASSIGN_OR_RETURN(Ref<Dataset> selector, in.Input("selector_input_dataset"));
  std::vector<Ref<Dataset>> inputs;
  for (size_t i = 1; i < in.ctx().inputs.size(); ++i) {
    RUNNEL_ASSIGN_OR_RETURN(Ref<Dataset> input, in.Input(StrCat("data_input_datasets[", i - 1, "]")));
    inputs.push_back(std::move(input));
  }
  return DirectedInterleaveDataset(node.info, std::move(selector), std::move(inputs),
                                   node.flag("stop_on_empty_dataset"));
}

Built BuildUnique(const DatasetNode& node, DatasetInputs& in) {
  RUNNEL_ASSIGN_OR_RETURN(Ref<Dataset> input, in.Input());
  return UniqueDataset(node.info, std::move(input));
}

Built BuildAssertCardinality(const DatasetNode& node, DatasetInputs& in) {
  RUNNEL_ASSIGN_OR_RETURN(Ref<Dataset> input, in.Input());
  RUNNEL_ASSIGN_OR_RETURN(const int64_t cardinality, in.Int("cardinality"));
  return AssertCardinalityDataset(node.info, std::move(input), cardinality);
}

Built BuildRandom(const DatasetNode& node, DatasetInputs& in) {
  RUNNEL_ASSIGN_OR_RETURN(const int64_t seed, in.Int("seed"));
  RUNNEL_ASSIGN_OR_RETURN(const int64_t seed2, in.Int("seed2"));
  return RandomDataset(node.info, seed, seed2);
}

Built BuildConcatenate(const DatasetNode& node, DatasetInputs& in) {
  RUNNEL_ASSIGN_OR_RETURN(Ref<Dataset> first, in.Input());
  RUNNEL_ASSIGN_OR_RETURN(Ref<Dataset> second, in.Input("another_dataset"));
  if (first->info().types != second->info().types)
    return InvalidArgument("another_dataset has elements of other types than input_dataset");
  return ConcatenateDataset(node.info, std::move(first), std::move(second));
}

// Batch, with drop_remainder or without; ParallelBatch, whose num_parallel_calls is before it.
template <bool kHasDrop, bool kIsParallel>
Built BuildBatch(const DatasetNode& node, DatasetInputs& in) {
  RUNNEL_ASSIGN_OR_RETURN(Ref<Dataset> input, in.Input());
  RUNNEL_ASSIGN_OR_RETURN(const int64_t size, in.Int("batch_size"));
  int64_t calls = 0;
  bool drop = false;
  if (kIsParallel) {
    RUNNEL_ASSIGN_OR_RETURN(calls, in.Int("num_parallel_calls"));
  }
  if (kHasDrop) {
    RUNNEL_ASSIGN_OR_RETURN(drop, in.Bool("drop_remainder"));
  }
  RUNNEL_ASSIGN_OR_RETURN(Ref<Dataset> batch, BatchDataset(node.info, std::move(input), size, drop));
  // Batches are put together ahead of their consumer.
  return kIsParallel ? PrefetchDataset(node.info, std::move(batch), calls == 0 ? 1 : calls) : batch;
}

template <bool kHasDrop>
Built BuildPaddedBatch(const DatasetNode& node, DatasetInputs& in) {
  RUNNEL_ASSIGN_OR_RETURN(Ref<Dataset> input, in.Input());
  RUNNEL_ASSIGN_OR_RETURN(const int64_t size, in.Int("batch_size"));
  const size_t count = node.info.types.size();
  std::vector<Shape> shapes;
  for (size_t i = 0; i < count; ++i) {
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<int64_t> dims, in.Ints(StrCat("padded_shapes[", i, "]")));
    RUNNEL_ASSIGN_OR_RETURN(Shape shape, Shape::Make(dims, -1));
    shapes.push_back(std::move(shape));
  }
  RUNNEL_ASSIGN_OR_RETURN(Element padding, in.Kept(count));
  bool drop = false;
  if (kHasDrop) {
    RUNNEL_ASSIGN_OR_RETURN(drop, in.Bool("drop_remainder"));
  }
  return PaddedBatchDataset(node.info, std::move(input), size, std::move(shapes), std::move(padding),
                            drop);
}

Built BuildUnbatch(const DatasetNode& node, DatasetInputs& in) {
  RUNNEL_ASSIGN_OR_RETURN(Ref<Dataset> input, in.Input());
  return UnbatchDataset(node.info, std::move(input));
}

Built BuildWindow(const DatasetNode& node, DatasetInputs& in) {
  RUNNEL_ASSIGN_OR_RETURN(Ref<Dataset> input, in.Input());
  RUNNEL_ASSIGN_OR_RETURN(const int64_t size, in.Int("size"));
  RUNNEL_ASSIGN_OR_RETURN(const int64_t shift, in.Int("shift"));
  RUNNEL_ASSIGN_OR_RETURN(const int64_t stride, in.Int("stride"));
  RUNNEL_ASSIGN_OR_RETURN(const bool drop, in.Bool("drop_remainder"));
  return WindowDataset(node.info, std::move(input), size, shift, stride, drop);
}

// The input and the function `attr` of its elements, with other_arguments.
struct InputAndFunction {
  Ref<Dataset> input;
  CapturedFunction function;
};
Result<InputAndFunction> TakeFunction(const DatasetNode& node, DatasetInputs& in,
                                      std::string_view attr) {
  InputAndFunction out;
  RUNNEL_ASSIGN_OR_RETURN(out.input, in.Input());
  RUNNEL_ASSIGN_OR_RETURN(std::vector<Tensor> captured, in.Kept(node.count("Targuments")));
  RUNNEL_ASSIGN_OR_RETURN(
      out.function, FunctionOf(in.ctx(), node, attr, out.input->info().types, std::move(captured)));
  return out;
}

Built BuildMap(const DatasetNode& node, DatasetInputs& in) {
  RUNNEL_ASSIGN_OR_RETURN(InputAndFunction of, TakeFunction(node, in, "f"));
  RUNNEL_RETURN_IF_ERROR(CheckGives(of.function, node.info.types, "f"));
  return MapDataset(node.info, std::move(of.input), std::move(of.function),
                    node.flag("preserve_cardinality"));
}

Built BuildFilter(const DatasetNode& node, DatasetInputs& in) {
  RUNNEL_ASSIGN_OR_RETURN(InputAndFunction of, TakeFunction(node, in, "predicate"));
  return FilterDataset(node.info, std::move(of.input), std::move(of.function));
}

Built BuildTakeWhile(const DatasetNode& node, DatasetInputs& in) {
  RUNNEL_ASSIGN_OR_RETURN(InputAndFunction of, TakeFunction(node, in, "predicate"));
  return TakeWhileDataset(node.info, std::move(of.input), std::move(of.function));
}

Built BuildScan(const DatasetNode& node, DatasetInputs& in) {
  RUNNEL_ASSIGN_OR_RETURN(Ref<Dataset> input, in.Input());
  RUNNEL_ASSIGN_OR_RETURN(Element state, in.Kept(node.count("Tstate")));
  RUNNEL_ASSIGN_OR_RETURN(std::vector<Tensor> captured, in.Kept(node.count("Targuments")));
  std::vector<DType> types;
  for (const Tensor& t : state) types.push_back(t.dtype());
  types.insert(types.end(), input->info().types.begin(), input->info().types.end());
  RUNNEL_ASSIGN_OR_RETURN(CapturedFunction function,
                          FunctionOf(in.ctx(), node, "f", std::move(types), std::move(captured)));
  return ScanDataset(node.info, std::move(input), std::move(state), std::move(function),
                     node.flag("preserve_cardinality"));
}

// Whether elements come in the order of the input: by the attr "deterministic", or "sloppy" before it.
bool IsDeterministic(const DatasetNode& node) {
  if (const auto* text = node.attr<std::string>("deterministic")) return *text != "false";
  return !node.flag("sloppy");
}

Built BuildParallelMap(const DatasetNode& node, DatasetInputs& in) {
  RUNNEL_ASSIGN_OR_RETURN(InputAndFunction of, TakeFunction(node, in, "f"));
  RUNNEL_RETURN_IF_ERROR(CheckGives(of.function, node.info.types, "f"));
  ParallelOptions parallel;
  RUNNEL_ASSIGN_OR_RETURN(parallel.calls, in.Int("num_parallel_calls"));
  parallel.deterministic = IsDeterministic(node);
  return ParallelMapDataset(node.info, std::move(of.input), std::move(of.function), parallel,
                            node.flag("preserve_cardinality"));
}

Built BuildMapAndBatch(const DatasetNode& node, DatasetInputs& in) {
  RUNNEL_ASSIGN_OR_RETURN(InputAndFunction of, TakeFunction(node, in, "f"));
  RUNNEL_RETURN_IF_ERROR(CheckGives(of.function, node.info.types, "f"));
  RUNNEL_ASSIGN_OR_RETURN(const int64_t size, in.Int("batch_size"));
  ParallelOptions parallel;
  RUNNEL_ASSIGN_OR_RETURN(parallel.calls, in.Int("num_parallel_calls"));
  RUNNEL_ASSIGN_OR_RETURN(const bool drop, in.Bool("drop_remainder"));
  DatasetInfo mapped = node.info;  // whose shapes are those of batches
  mapped.shapes.assign(mapped.types.size(), Shape::Unknown());
  RUNNEL_ASSIGN_OR_RETURN(
      Ref<Dataset> elements,
      ParallelMapDataset(std::move(mapped), std::move(of.input), std::move(of.function), parallel,
                         node.flag("preserve_cardinality")));
  RUNNEL_ASSIGN_OR_RETURN(Ref<Dataset> batch, BatchDataset(node.info, std::move(elements), size, drop));
  return PrefetchDataset(node.info, std::move(batch), 1);
}

Built BuildFlatMap(const DatasetNode& node, DatasetInputs& in) {
  RUNNEL_ASSIGN_OR_RETURN(InputAndFunction of, TakeFunction(node, in, "f"));
  const DType variant = DType::kVariant;
  RUNNEL_RETURN_IF_ERROR(CheckGives(of.function, {&variant, 1}, "f"));
  return FlatMapDataset(node.info, std::move(of.input), std::move(of.function));
}

Built BuildGroupByWindow(const DatasetNode& node, DatasetInputs& in) {
  RUNNEL_ASSIGN_OR_RETURN(Ref<Dataset> input, in.Input());
  GroupFunctions functions;
  const auto take = [&](std::string_view attr, std::string_view count, std::vector<DType> types,
                        DType gives, CapturedFunction* out) -> Status {
    RUNNEL_ASSIGN_OR_RETURN(std::vector<Tensor> captured, in.Kept(node.count(count)));
    RUNNEL_ASSIGN_OR_RETURN(*out,
                            FunctionOf(in.ctx(), node, attr, std::move(types), std::move(captured)));
    return CheckGives(*out, {&gives, 1}, attr);
  };
  RUNNEL_RETURN_IF_ERROR(
      take("key_func", "Tkey_func_other_arguments", input->info().types, DType::kInt64, &functions.key));
  RUNNEL_RETURN_IF_ERROR(take("reduce_func", "Treduce_func_other_arguments",
                              {DType::kInt64, DType::kVariant}, DType::kVariant, &functions.reduce));
  RUNNEL_RETURN_IF_ERROR(take("window_size_func", "Twindow_size_func_other_arguments", {DType::kInt64},
                              DType::kInt64, &functions.window_size));
  return GroupByWindowDataset(node.info, std::move(input), std::move(functions));
}

// Which inputs follow cycle_length and block_length.
enum class InterleaveKind { kOneByOne, kCalls, kBuffersAndCalls, kLegacy, kBuffers };

template <InterleaveKind kKind>
Built BuildInterleave(const DatasetNode& node, DatasetInputs& in) {
  RUNNEL_ASSIGN_OR_RETURN(InputAndFunction of, TakeFunction(node, in, "f"));
  const DType variant = DType::kVariant;
  RUNNEL_RETURN_IF_ERROR(CheckGives(of.function, {&variant, 1}, "f"));
  InterleaveOptions options;
  options.parallel = kKind != InterleaveKind::kOneByOne;
  options.deterministic = IsDeterministic(node);
  RUNNEL_ASSIGN_OR_RETURN(options.cycle_length, in.Int("cycle_length"));
  RUNNEL_ASSIGN_OR_RETURN(options.block_length, in.Int("block_length"));
  if (kKind == InterleaveKind::kLegacy) {
    RUNNEL_ASSIGN_OR_RETURN(const bool sloppy, in.Bool("sloppy"));
    options.deterministic = !sloppy;
  }
  if (kKind == InterleaveKind::kLegacy || kKind == InterleaveKind::kBuffers ||
      kKind == InterleaveKind::kBuffersAndCalls) {
    RUNNEL_ASSIGN_OR_RETURN(options.buffer_output_elements, in.Int("buffer_output_elements"));
    // How many datasets of later turns are opened: the order does not depend on it.
    RUNNEL_RETURN_IF_ERROR(in.Int("prefetch_input_elements").status());
  }
  if (kKind == InterleaveKind::kCalls || kKind == InterleaveKind::kBuffersAndCalls) {
    RUNNEL_ASSIGN_OR_RETURN(const int64_t calls, in.Int("num_parallel_calls"));
    if (calls == 0 || calls < -1)
      return InvalidArgument("num_parallel_calls must be greater than zero.");
    if (options.cycle_length > 0 && calls > options.cycle_length) {
      return InvalidArgument(
          "`num_parallel_calls` must be less than or equal to `cycle_length`, or -1; "
          "it is ",
          calls, " and `cycle_length` is ", options.cycle_length);
    }
  }
  return InterleaveDataset(node.info, std::move(of.input), std::move(of.function), options);
}

Built BuildShuffleV2(const DatasetNode& node, DatasetInputs& in) {
  RUNNEL_ASSIGN_OR_RETURN(Ref<Dataset> input, in.Input());
  RUNNEL_ASSIGN_OR_RETURN(const int64_t buffer_size, in.Int("buffer_size"));
  RUNNEL_ASSIGN_OR_RETURN(std::shared_ptr<SeedGenerator> seeds, SeedGeneratorFrom(in.Next()));
  return ShuffleDataset(node.info, std::move(input), buffer_size, std::move(seeds));
}

// Shuffle; `kRepeats`: ShuffleAndRepeat.
template <bool kRepeats>
Built BuildShuffle(const DatasetNode& node, DatasetInputs& in) {
  RUNNEL_ASSIGN_OR_RETURN(Ref<Dataset> input, in.Input());
  RUNNEL_ASSIGN_OR_RETURN(const int64_t buffer_size, in.Int("buffer_size"));
  RUNNEL_ASSIGN_OR_RETURN(const int64_t seed, in.Int("seed"));
  RUNNEL_ASSIGN_OR_RETURN(const int64_t seed2, in.Int("seed2"));
  int64_t count = 1;
  if (kRepeats) {
    RUNNEL_ASSIGN_OR_RETURN(count, in.Int("count"));
    if (count == 0) return TakeDataset(node.info, std::move(input), 0);
    count = std::max<int64_t>(count, -1);
  }
  return ShuffleDataset(node.info, std::move(input), buffer_size,
                        MakeSeedGenerator(seed, seed2, node.flag("reshuffle_each_iteration")), count);
}

Built BuildPrefetch(const DatasetNode& node, DatasetInputs& in) {
  RUNNEL_ASSIGN_OR_RETURN(Ref<Dataset> input, in.Input());
  RUNNEL_ASSIGN_OR_RETURN(const int64_t buffer_size, in.Int("buffer_size"));
  if (buffer_size < -1) return InvalidArgument("buffer_size must be >= 0 or set buffer_size to be -1");
  return PrefetchDataset(node.info, std::move(input), buffer_size);
}

Built BuildCache(const DatasetNode& node, DatasetInputs& in) {
  RUNNEL_ASSIGN_OR_RETURN(Ref<Dataset> input, in.Input());
  RUNNEL_ASSIGN_OR_RETURN(const std::string filename, in.String("filename"));
  if (filename.empty()) return MemoryCacheDataset(node.info, std::move(input));
  RUNNEL_ASSIGN_OR_RETURN(std::string path, FilePath(in.ctx(), filename));
  return FileCacheDataset(node.info, std::move(input), FileCalls(in.ctx()), std::move(path));
}

// Options that say how fast a pipeline is to be, not what it gives.
Built BuildSame(const DatasetNode&, DatasetInputs& in) { return in.Input(); }

Built BuildIgnoreErrors(const DatasetNode& node, DatasetInputs& in) {
  RUNNEL_ASSIGN_OR_RETURN(Ref<Dataset> input, in.Input());
  return IgnoreErrorsDataset(node.info, std::move(input), node.flag("log_warning"));
}

// ---- files ----

DatasetInfo StringsInfo(const DatasetNode& node) {
  return {node.info.name, node.info.op, {DType::kString}, {Shape()}};
}

// buffer_size is a hint. Programs say -1 for the default too.
Status CheckBufferSize(int64_t size) {
  return size >= -1 ? OkStatus() : InvalidArgument("`buffer_size` must be >= 0 (0 == default)");
}

template <bool kHasOffsets>
Built BuildTFRecord(const DatasetNode& node, DatasetInputs& in) {
  RUNNEL_ASSIGN_OR_RETURN(FileSet files, TakeFiles(in));
  RUNNEL_ASSIGN_OR_RETURN(files.compression, in.String("compression_type"));
  RUNNEL_ASSIGN_OR_RETURN(const int64_t buffer_size, in.Int("buffer_size"));
  RUNNEL_RETURN_IF_ERROR(CheckBufferSize(buffer_size));
  if (kHasOffsets) {
    RUNNEL_ASSIGN_OR_RETURN(files.offsets, in.Ints("byte_offsets"));
    if (!files.offsets.empty() && files.offsets.size() != files.paths.size()) {
      return InvalidArgument("there are ", files.offsets.size(), " byte_offsets for ",
                             files.paths.size(), " files");
    }
  }
  return RecordDataset(StringsInfo(node), std::move(files));
}

Built BuildTextLine(const DatasetNode& node, DatasetInputs& in) {
  RUNNEL_ASSIGN_OR_RETURN(FileSet files, TakeFiles(in));
  RUNNEL_ASSIGN_OR_RETURN(files.compression, in.String("compression_type"));
  RUNNEL_ASSIGN_OR_RETURN(const int64_t buffer_size, in.Int("buffer_size"));
  RUNNEL_RETURN_IF_ERROR(CheckBufferSize(buffer_size));
  return TextLineDataset(StringsInfo(node), std::move(files));
}

template <bool kHasCompression>
Built BuildFixedLength(const DatasetNode& node, DatasetInputs& in) {
  RUNNEL_ASSIGN_OR_RETURN(FileSet files, TakeFiles(in));
  RUNNEL_ASSIGN_OR_RETURN(const int64_t header, in.Int("header_bytes"));
  RUNNEL_ASSIGN_OR_RETURN(const int64_t record, in.Int("record_bytes"));
  RUNNEL_ASSIGN_OR_RETURN(const int64_t footer, in.Int("footer_bytes"));
  RUNNEL_ASSIGN_OR_RETURN(const int64_t buffer_size, in.Int("buffer_size"));
  RUNNEL_RETURN_IF_ERROR(CheckBufferSize(buffer_size));
  if (kHasCompression) {
    RUNNEL_ASSIGN_OR_RETURN(files.compression, in.String("compression_type"));
  }
  return FixedLengthRecordDataset(StringsInfo(node), std::move(files), header, record, footer);
}

template <BuildDataset Build>
constexpr HostKernelRow Row(std::string_view op) {
  return {.op = op, .create = DatasetKernel<Build>::Create};
}

constexpr HostKernelRow kDatasetKernels[] = {
    Row<BuildTensor>("TensorDataset"),
    Row<BuildTensorSlice>("TensorSliceDataset"),
    Row<BuildRange>("RangeDataset"),
    Row<BuildSparseTensorSlice>("SparseTensorSliceDataset"),
    Row<BuildGenerator>("GeneratorDataset"),
    Row<BuildTake>("TakeDataset"),
    Row<BuildSkip>("SkipDataset"),
    Row<BuildRepeat>("RepeatDataset"),
    Row<BuildShard>("ShardDataset"),
    Row<BuildZip>("ZipDataset"),
    Row<BuildConcatenate>("ConcatenateDataset"),
    Row<BuildDirected>("DirectedInterleaveDataset"),
    Row<BuildDirected>("ExperimentalDirectedInterleaveDataset"),
    Row<BuildUnique>("UniqueDataset"),
    Row<BuildUnique>("ExperimentalUniqueDataset"),
    Row<BuildAssertCardinality>("AssertCardinalityDataset"),
    Row<BuildFilter>("ParallelFilterDataset"),
    Row<BuildRandom>("RandomDataset"),
    Row<BuildRandom>("ExperimentalRandomDataset"),
    Row<BuildSame>("ExperimentalPrivateThreadPoolDataset"),
    Row<BuildSame>("ExperimentalMaxIntraOpParallelismDataset"),
    Row<BuildSame>("ExperimentalNonSerializableDataset"),
    Row<BuildBatch<false, false>>("BatchDataset"),
    Row<BuildBatch<true, false>>("BatchDatasetV2"),
    Row<BuildBatch<true, true>>("ParallelBatchDataset"),
    Row<BuildPaddedBatch<false>>("PaddedBatchDataset"),
    Row<BuildPaddedBatch<true>>("PaddedBatchDatasetV2"),
    Row<BuildUnbatch>("UnbatchDataset"),
    Row<BuildUnbatch>("ExperimentalUnbatchDataset"),
    Row<BuildWindow>("WindowDataset"),
    Row<BuildMap>("MapDataset"),
    Row<BuildFilter>("FilterDataset"),
    Row<BuildTakeWhile>("TakeWhileDataset"),
    Row<BuildTakeWhile>("ExperimentalTakeWhileDataset"),
    Row<BuildScan>("ScanDataset"),
    Row<BuildScan>("ExperimentalScanDataset"),
    Row<BuildParallelMap>("ParallelMapDataset"),
    Row<BuildParallelMap>("ParallelMapDatasetV2"),
    Row<BuildMapAndBatch>("MapAndBatchDataset"),
    Row<BuildMapAndBatch>("ExperimentalMapAndBatchDataset"),
    Row<BuildFlatMap>("FlatMapDataset"),
    Row<BuildInterleave<InterleaveKind::kOneByOne>>("InterleaveDataset"),
    Row<BuildInterleave<InterleaveKind::kLegacy>>("ParallelInterleaveDataset"),
    Row<BuildInterleave<InterleaveKind::kLegacy>>("ExperimentalParallelInterleaveDataset"),
    Row<BuildInterleave<InterleaveKind::kBuffers>>("LegacyParallelInterleaveDatasetV2"),
    Row<BuildInterleave<InterleaveKind::kCalls>>("ParallelInterleaveDatasetV2"),
    Row<BuildInterleave<InterleaveKind::kCalls>>("ParallelInterleaveDatasetV3"),
    Row<BuildInterleave<InterleaveKind::kBuffersAndCalls>>("ParallelInterleaveDatasetV4"),
    Row<BuildShuffle<false>>("ShuffleDataset"),
    Row<BuildShuffleV2>("ShuffleDatasetV2"),
    Row<BuildShuffle<false>>("ShuffleDatasetV3"),
    Row<BuildShuffle<true>>("ShuffleAndRepeatDataset"),
    Row<BuildShuffle<true>>("ShuffleAndRepeatDatasetV2"),
    Row<BuildPrefetch>("PrefetchDataset"),
    Row<BuildGroupByWindow>("GroupByWindowDataset"),
    Row<BuildGroupByWindow>("ExperimentalGroupByWindowDataset"),
    Row<BuildCache>("CacheDataset"),
    Row<BuildCache>("CacheDatasetV2"),
    Row<BuildSame>("OptionsDataset"),
    Row<BuildSame>("ModelDataset"),
    Row<BuildSame>("OptimizeDataset"),
    Row<BuildSame>("OptimizeDatasetV2"),
    Row<BuildSame>("FinalizeDataset"),
    Row<BuildSame>("RewriteDataset"),
    Row<BuildSame>("MaxIntraOpParallelismDataset"),
    Row<BuildSame>("PrivateThreadPoolDataset"),
    Row<BuildSame>("NonSerializableDataset"),
    Row<BuildIgnoreErrors>("IgnoreErrorsDataset"),
    Row<BuildIgnoreErrors>("ExperimentalIgnoreErrorsDataset"),
    Row<BuildTFRecord<false>>("TFRecordDataset"),
    Row<BuildTFRecord<true>>("TFRecordDatasetV2"),
    Row<BuildTextLine>("TextLineDataset"),
    Row<BuildFixedLength<false>>("FixedLengthRecordDataset"),
    Row<BuildFixedLength<true>>("FixedLengthRecordDatasetV2"),
};

}  // namespace

std::span<const HostKernelRow> DatasetKernels() { return ChosenRows<kDatasetKernels>::All(); }

}  // namespace runnel
