#include "devices/cpu/epilogue.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "devices/cpu/elementwise.h"

namespace runnel::cpu {
namespace {

UnaryLoop FindLoop(std::string_view name, int32_t dtype, const ElementTable& simd) {
  for (const ElementOps* ops : {&kUnaryElementOps, &kMathElementOps, &kActivationElementOps}) {
    for (size_t i = 0; i < ops->num_unary; ++i) {
      const UnaryEntry& entry = ops->unary[i];
      if (name == entry.op) return entry.tests ? nullptr : LoopOf(entry, dtype, simd);
    }
  }
  return nullptr;
}

}  // namespace

// As the loops of these ops, which let a NaN pass.
void Epilogue::AddLimits(std::string_view step) {
  if (element_bytes != 4 || num_steps > 0 || (step != "Relu" && step != "Relu6")) return;
  limits = {true, step == "Relu6", 0, 6};
  limit_steps = 1;
}

rnlp_status_t* Epilogue::Init(const rnlp_host_t* host, const rnlp_node_t* node, int32_t dtype) {
  rnlp_str_t text = {};
  RUNNEL_CPU_RETURN_IF_ERROR(host->attr_string(host, node, "epilogue", &text));
  const ElementTable& simd = Elements(ChooseIsa(host));
  element_bytes = TypeSize(dtype);
  std::string_view rest(text.data, text.size);
  bool first = true;
  while (!rest.empty()) {
    const size_t end = std::min(rest.find(';'), rest.size());
    const std::string_view step = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (first && step == "BiasAdd") {
      add = dtype == RNLP_FLOAT ? simd.binary_f32[kSimdAdd] : simd.binary_f64[kSimdAdd];
    } else {
      const UnaryLoop loop = FindLoop(step, dtype, simd);
      if (loop == nullptr || num_steps == kMaxSteps) {
        return Fail(host, RNLP_INVALID_ARGUMENT, "epilogue \"%.*s\" has no step \"%.*s\" here",
                    static_cast<int>(text.size), text.data, static_cast<int>(step.size()), step.data());
      }
      AddLimits(step);
      steps[num_steps++] = loop;
    }
    first = false;
  }
  return nullptr;
}

rnlp_status_t* Epilogue::Bind(const rnlp_run_t* run, const char* op, int64_t columns,
                              Epilogue* out) const {
  *out = *this;
  if (run->num_inputs != (add == nullptr ? 2u : 3u)) {
    return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: the epilogue does not go with %u inputs", op,
                run->num_inputs);
  }
  if (add == nullptr) return nullptr;
  const rnlp_tensor_t* vector = run->inputs[2];
  if (vector->rank != 1 || vector->dims[0] != columns) {
    return Fail(run->host, RNLP_INVALID_ARGUMENT,
                "%s: the bias should be a vector of %lld, got shape %s", op,
                static_cast<long long>(columns), ShapeText(vector).text);
  }
  out->bias = Data<const char>(vector);
  return nullptr;
}

void Epilogue::ApplyRest(void* results, int64_t rows, int64_t columns, int64_t ld,
                         int64_t column) const {
  if (!StartsInTiles()) return Apply(results, rows, columns, ld, column);
  if (ld == columns) {
    columns *= rows;
    rows = 1;
  }
  for (int64_t r = 0; r < rows && num_steps > limit_steps; ++r) {
    char* row = static_cast<char*>(results) + r * ld * element_bytes;
    for (int s = limit_steps; s < num_steps; ++s) steps[s](row, row, columns);
  }
}

void Epilogue::Apply(void* results, int64_t rows, int64_t columns, int64_t ld, int64_t column) const {
  constexpr int64_t kPiece = 256;
  if (ld == columns && columns <= kPiece / 4 && rows >= 4) {
    // Short rows without gaps: as many at once as make a piece, each under its own copy of the bias.
    alignas(64) char repeated[kPiece * sizeof(double)];
    const int64_t row_bytes = columns * element_bytes, at_once = std::min(rows, kPiece / columns);
    for (int64_t r = 0; r < at_once && add != nullptr; ++r)
      std::memcpy(repeated + r * row_bytes, bias + column * element_bytes,
                  static_cast<size_t>(row_bytes));
    for (int64_t r = 0; r < rows; r += at_once) {
      char* piece = static_cast<char*>(results) + r * row_bytes;
      const int64_t count = std::min(at_once, rows - r) * columns;
      if (add != nullptr) add(piece, repeated, piece, count, kVectors);
      for (int s = 0; s < num_steps; ++s) steps[s](piece, piece, count);
    }
    return;
  }
  for (int64_t r = 0; r < rows; ++r) {
    char* row = static_cast<char*>(results) + r * ld * element_bytes;
    if (add != nullptr) add(row, bias + column * element_bytes, row, columns, kVectors);
    for (int s = 0; s < num_steps; ++s) steps[s](row, row, columns);
  }
}

void Epilogue::ApplyToChannel(void* results, int64_t count, int64_t channel) const {
  if (add != nullptr) add(results, bias + channel * element_bytes, results, count, kScalarB);
  for (int s = 0; s < num_steps; ++s) steps[s](results, results, count);
}

}  // namespace runnel::cpu
