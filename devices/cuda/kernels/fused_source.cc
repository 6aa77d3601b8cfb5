#include "devices/cuda/kernels/fused_source.h"

#include <initializer_list>

#include "devices/cuda/device_code/fused_args.h"
#include "devices/cuda/kernels/elements.h"
#include "devices/cuda/libraries/source_headers.h"
#include "plugins/abi/rnlp_fused.h"

namespace runnel::cuda {
namespace {

// Takes a number below `limit` off the front; false if there is none.
bool TakeNumber(std::string_view* text, size_t limit, size_t* out) {
  if (text->empty() || text->front() < '0' || text->front() > '9') return false;
  size_t value = 0;
  while (!text->empty() && text->front() >= '0' && text->front() <= '9' && value < limit) {
    value = value * 10 + static_cast<size_t>(text->front() - '0');
    text->remove_prefix(1);
  }
  *out = value;
  return value < limit;
}

void Append(std::string* to, std::initializer_list<std::string_view> parts) {
  for (const std::string_view part : parts) to->append(part);
}

}  // namespace

std::string FusedSource(const FusedProgram& fused, std::string* out_source, std::string* out_name) {
  const size_t num_inputs = fused.runs.size(), num_outputs = fused.results.size();
  if (num_inputs == 0 || num_inputs > kMaxFusedInputs || num_outputs == 0 ||
      num_outputs > kMaxFusedOutputs)
    return "it has too many inputs or outputs, or none";
  const std::string_view type = fused.type;
  // What is read for element i, which is number k of a pack where there are packs.
  std::string loads, pack_loads, packs, addresses;
  for (size_t i = 0; i < num_inputs; ++i) {
    const int64_t run = fused.runs[i];
    if (run < RNLP_RUN_ONE) return "a run is below -1";
    const std::string n = std::to_string(i);
    std::string index = "i";
    if (run == RNLP_RUN_ONE) {
      index = "0";
    } else if (run != RNLP_RUN_ALL) {
      index = "PlaceIn(i, " + std::to_string(run) + "ll, a.size[" + n + "])";
    } else {
      Append(&packs, {"    const Values p", n, " = At<const Values>(a.in[", n, "])[pack];\n"});
      Append(&addresses, {" | a.in[", n, "]"});
    }
    Append(&loads,
           {"    const float v", n, " = Load(At<const ", type, ">(a.in[", n, "])[", index, "]);\n"});
    if (run == RNLP_RUN_ALL) {
      Append(&pack_loads, {"    const float v", n, " = Load(p", n, ".value[k]);\n"});
    } else {
      Append(&pack_loads,
             {"    const float v", n, " = Load(At<const ", type, ">(a.in[", n, "])[", index, "]);\n"});
    }
  }
  std::string body;
  size_t values = num_inputs, instructions = 0;
  for (std::string_view rest = fused.program; !rest.empty(); ++values, ++instructions) {
    if (instructions == RNLP_FUSED_MAX_INSTRUCTIONS) return "it has too many instructions";
    const size_t space = rest.find(' ');
    if (space == std::string_view::npos) return "an instruction has no operand";
    const std::string_view op = rest.substr(0, space);
    rest.remove_prefix(space + 1);
    size_t x = 0, y = 0;
    bool binary = false;
    if (!TakeNumber(&rest, values, &x)) return "an operand is no earlier value";
    if (!rest.empty() && rest.front() == ' ') {
      rest.remove_prefix(1);
      binary = true;
      if (!TakeNumber(&rest, values, &y)) return "an operand is no earlier value";
    }
    if (rest.empty() || rest.front() != ';') return "an instruction does not end in \";\"";
    rest.remove_prefix(1);
    const char* code = binary ? BinaryCodeName(op) : UnaryCodeName(op);
    if (code == nullptr) return "it has an op that is not known here";
    // Rounded to the type after every instruction, as the ops by themselves are.
    Append(&body, {"    const float v", std::to_string(values), " = Load(Store<", type, ">(",
                   binary ? "Binary(" : "Unary(", code, ", v", std::to_string(x)});
    if (binary) Append(&body, {", v", std::to_string(y)});
    body += ", 0.0f)));\n";
  }
  if (instructions == 0) return "it has no instructions";
  std::string stores, pack_stores, results, pack_results;
  for (size_t r = 0; r < num_outputs; ++r) {
    const int64_t value = fused.results[r];
    if (value < static_cast<int64_t>(num_inputs) || value >= static_cast<int64_t>(values))
      return "a result is no instruction's";
    const std::string n = std::to_string(r), v = std::to_string(value);
    Append(&addresses, {" | a.out[", n, "]"});
    Append(&stores, {"    At<", type, ">(a.out[", n, "])[i] = Store<", type, ">(v", v, ");\n"});
    Append(&results, {"    Values r", n, ";\n"});
    Append(&pack_stores, {"    r", n, ".value[k] = Store<", type, ">(v", v, ");\n"});
    Append(&pack_results, {"    At<Values>(a.out[", n, "])[pack] = r", n, ";\n"});
  }
  *out_name = "fused_" + Digest(loads + body + stores);
  *out_source =
      "#include \"devices/cuda/device_code/element_ops.h\"\n"
      "#include \"devices/cuda/device_code/fused_args.h\"\n"
      "namespace runnel::cuda {\n"
      "RUNNEL_KERNEL(" +
      *out_name +
      ", FusedArgs) {\n"
      "  constexpr int kVector = kPackCount<" +
      std::string(type) + ">;\n  using Values = Pack<" + std::string(type) +
      ", kVector>;\n"
      "  const i64 packs = (0" +
      addresses +
      ") % sizeof(Values) == 0 ? a.count / kVector : 0;\n"
      "  for (i64 pack = ThreadIndex(); pack < packs; pack += NumThreads()) {\n" +
      packs + results +
      "    RUNNEL_UNROLL\n    for (int k = 0; k < kVector; ++k) {\n"
      "    const i64 i = pack * kVector + k;\n" +
      pack_loads + body + pack_stores + "    }\n" + pack_results +
      "  }\n"
      "  for (i64 i = packs * kVector + ThreadIndex(); i < a.count; i += NumThreads()) {\n" +
      loads + body + stores + "  }\n}\n}\n";
  return {};
}

}  // namespace runnel::cuda
