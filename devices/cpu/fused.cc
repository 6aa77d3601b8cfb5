// Fused element-wise regions: a program (plugins/abi/rnlp_fused.h) runs tile by tile, each instruction
// one vector loop over values that stay in the nearest cache. Operands are read once and results written
// once.
#include <algorithm>
#include <cstring>
#include <string_view>

#include "devices/cpu/fused_program.h"
#include "devices/cpu/rows.h"

namespace runnel::cpu {
namespace {

constexpr char kOp[] = RNLP_OP_FUSED_ELEMENTWISE;
constexpr int64_t kLineBytes = 64;  // of a cache
// Results as large as this are not found in a cache by who reads them: they go past it.
constexpr int64_t kStreamBytes = int64_t{16} << 20;

// One kernel.
struct Fused : FusedProgram {
  const char* op;
  StreamLoop stream = nullptr;
  void (*flush_stream)() = nullptr;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node);
  rnlp_status_t* Run(const rnlp_run_t* run) const;

 private:
  // What one run knows of its tensors.
  struct Frame {
    const rnlp_run_t* run;
    bool direct[kMaxOutputs];  // written where it is computed
    bool streams;
  };
  rnlp_status_t* Check(const rnlp_run_t* run) const;
  void RunTile(const Frame& frame, int64_t begin, int64_t count, char* slots) const;
  const void* Gather(const rnlp_tensor_t* in, int input, int64_t begin, int64_t count, char* slot) const;
};

rnlp_status_t* Fused::Init(const rnlp_host_t* host, const rnlp_node_t* node) {
  const int32_t dtype = host->node_input_dtype(host, node, 0);
  const ElementTable& simd = Elements(ChooseIsa(host));
  stream = simd.stream;
  flush_stream = simd.flush_stream;
  num_inputs = static_cast<int>(host->node_num_inputs(host, node));
  num_results = static_cast<int>(host->node_num_outputs(host, node));
  rnlp_str_t program = {};
  RUNNEL_CPU_RETURN_IF_ERROR(host->attr_string(host, node, "program", &program));
  int64_t results[kMaxOutputs];
  uint32_t count_of_runs = 0, count_of_results = 0;
  RUNNEL_CPU_RETURN_IF_ERROR(host->attr_int_list(host, node, "runs", kMaxInputs, runs, &count_of_runs));
  RUNNEL_CPU_RETURN_IF_ERROR(
      host->attr_int_list(host, node, "results", kMaxOutputs, results, &count_of_results));
  const char* wrong = nullptr;
  if (num_inputs > kMaxInputs || num_results > kMaxOutputs ||
      static_cast<int>(count_of_runs) != num_inputs || static_cast<int>(count_of_results) != num_results)
    wrong = "its inputs or outputs are too many, or not those of its attrs";
  if (wrong == nullptr) wrong = FusedProgram::Init({program.data, program.size}, dtype, simd, results);
  if (wrong == nullptr) return nullptr;
  return Fail(host, RNLP_INVALID_ARGUMENT, "%s: the program \"%.*s\" cannot be run: %s", op,
              static_cast<int>(std::min<size_t>(program.size, 200)), program.data, wrong);
}

rnlp_status_t* Fused::Check(const rnlp_run_t* run) const {
  const rnlp_tensor_t* like = run->outputs[0];
  for (int r = 0; r < num_results; ++r) {
    if (run->outputs[r]->rank < 0 || !SameDims(run->outputs[r], like)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: output %d should be like output 0, %s, got %s",
                  op, r, ShapeText(like).text, ShapeText(run->outputs[r]).text);
    }
  }
  for (int v = 0; v < num_inputs; ++v) {
    const int64_t count = run->inputs[v]->num_elements;
    const bool fits = runs[v] == RNLP_RUN_ALL   ? count == like->num_elements
                      : runs[v] == RNLP_RUN_ONE ? count == 1
                                                : count > 0;
    if (!fits) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: input %d, %s, does not spread over %s", op, v,
                  ShapeText(run->inputs[v]).text, ShapeText(like).text);
    }
  }
  return nullptr;
}

// Elements [begin, begin + count) of a repeating input, in one piece.
const void* Fused::Gather(const rnlp_tensor_t* in, int input, int64_t begin, int64_t count,
                          char* slot) const {
  const int64_t run = runs[input], period = in->num_elements;
  const char* data = Data<char>(in);
  int64_t at = begin / run % period, within = begin % run;
  if (run == 1 && at + count <= period) return data + at * element_bytes;
  for (int64_t done = 0; done < count;) {
    const char* from = data + at * element_bytes;
    char* to = slot + done * element_bytes;
    int64_t n = 0;
    if (run == 1) {
      n = std::min(period - at, count - done);
      std::memcpy(to, from, static_cast<size_t>(n * element_bytes));
      at += n;
    } else {
      n = std::min(run - within, count - done);
      if (element_bytes == 4)
        std::fill_n(reinterpret_cast<uint32_t*>(to), n, *reinterpret_cast<const uint32_t*>(from));
      else
        std::fill_n(reinterpret_cast<uint64_t*>(to), n, *reinterpret_cast<const uint64_t*>(from));
      within = 0;
      ++at;
    }
    if (at == period) at = 0;
    done += n;
  }
  return slot;
}

void Fused::RunTile(const Frame& frame, int64_t begin, int64_t count, char* slots) const {
  const int64_t offset = begin * element_bytes;
  const void* values[kMaxValues];
  for (int v = 0; v < num_inputs; ++v) {
    const rnlp_tensor_t* in = frame.run->inputs[v];
    if (runs[v] > 0)
      values[v] = Gather(in, v, begin, count, slots + input_slot[v] * kTileBytes);
    else
      values[v] = Data<char>(in) + (runs[v] == RNLP_RUN_ALL ? offset : 0);
  }
  // While this tile is computed the next one comes, a share of it under each instruction.
  int64_t ahead = 0;
  for (int k = 0; k < num_instructions; ++k) {
    if (frame.streams) {
      const int64_t upto = kTileBytes * (k + 1) / num_instructions;
      for (; ahead < upto; ahead += kLineBytes) {
        for (int v = 0; v < num_inputs; ++v) {
          if (runs[v] == RNLP_RUN_ALL)
            __builtin_prefetch(static_cast<const char*>(values[v]) + kTileBytes + ahead);
        }
      }
    }
    const Instruction& i = code[k];
    void* to = slots + i.slot * kTileBytes;
    if (i.result >= 0 && frame.direct[i.result]) to = Data<char>(frame.run->outputs[i.result]) + offset;
    Do(i, values, to, count);
    values[num_inputs + k] = to;
  }
  for (int k = 0; k < num_instructions; ++k) {
    const int r = code[k].result;
    if (r < 0 || frame.direct[r]) continue;
    char* to = Data<char>(frame.run->outputs[r]) + offset;
    if (frame.streams)
      stream(values[num_inputs + k], to, count * element_bytes);
    else
      std::memcpy(to, values[num_inputs + k], static_cast<size_t>(count * element_bytes));
  }
}

rnlp_status_t* Fused::Run(const rnlp_run_t* run) const {
  RUNNEL_CPU_RETURN_IF_ERROR(Check(run));
  Frame frame = {run, {}, false};
  const int64_t n = run->outputs[0]->num_elements;
  bool in_place = false;
  for (int k = 0; k < num_instructions; ++k) {
    const int r = code[k].result;
    if (r < 0) continue;
    // Over an input that a later instruction still reads it would come too early.
    frame.direct[r] = true;
    for (int v = 0; v < num_inputs; ++v) {
      if (run->inputs[v]->data != run->outputs[r]->data) continue;
      in_place = true;
      if (last_use[v] > k) frame.direct[r] = false;
    }
  }
  if (!in_place && n * element_bytes >= kStreamBytes) {
    frame.streams = true;
    std::fill(frame.direct, frame.direct + num_results, false);
  }
  ParallelFor(run, n, WorkBlock(n, work), [&](int64_t begin, int64_t end) {
    alignas(64) char slots[kMaxSlots * kTileBytes];
    const int64_t tile = kTileBytes / element_bytes;
    for (int64_t at = begin; at < end; at += tile) RunTile(frame, at, std::min(tile, end - at), slots);
    if (frame.streams) flush_stream();
  });
  return nullptr;
}

rnlp_status_t* SupportsFused(const rnlp_host_t* host, rnlp_device_t*, const rnlp_node_t* node,
                             const rnlp_tensor_t* const*, uint32_t, rnlp_support_t* out) {
  Fused fused;
  fused.op = kOp;
  rnlp_status_t* failed = fused.Init(host, node);
  out->supported = failed == nullptr;
  out->reason = failed == nullptr ? nullptr : "the program has an op or a size that is not known here";
  if (failed != nullptr) host->status_release(host, failed);
  return nullptr;
}

rnlp_status_t* PlanFused(const rnlp_host_t*, rnlp_kernel_t* kernel, rnlp_plan_t* plan) {
  plan->cost_ns = EstimateCost(plan, As<Fused>(kernel)->num_instructions * 0.15);
  return nullptr;
}

// One for one with any input that has the output's size.
constexpr rnlp_alias_t kInPlace[] = {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0},
                                     {0, 1}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}};

constexpr int32_t kTypes[] = {RNLP_FLOAT, RNLP_DOUBLE};
constexpr rnlp_type_constraint_t kFusedT = Types("T", kTypes);

constexpr rnlp_kernel_row_t Row() {
  rnlp_kernel_row_t row = MakeRow({.op = kOp,
                                   .types = &kFusedT,
                                   .num_types = 1,
                                   .aliases = kInPlace,
                                   .num_aliases = std::size(kInPlace),
                                   .create = Create<Fused, kOp>,
                                   .destroy = Destroy<Fused>,
                                   .plan = PlanFused,
                                   .run = runnel::cpu::Run<Fused>});
  row.supports = SupportsFused;
  return row;
}

}  // namespace

constexpr rnlp_kernel_row_t kFusedRows[] = {Row()};
RUNNEL_CPU_ROWS(Fused)

}  // namespace runnel::cpu
