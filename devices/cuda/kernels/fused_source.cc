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
  std::string body;
  for (size_t i = 0; i < num_inputs; ++i) {
    const int64_t run = fused.runs[i];
    if (run < RNLP_RUN_ONE) return "a run is below -1";
    const std::string n = std::to_string(i);
    Append(&body, {"    const float v", n, " = Load(At<const ", type, ">(a.in[", n, "])["});
    if (run == RNLP_RUN_ALL) {
      body += 'i';
    } else if (run == RNLP_RUN_ONE) {
      body += '0';
    } else {
      Append(&body, {"i / ", std::to_string(run), "ll % a.size[", n, "]"});
    }
    body += "]);\n";
  }
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
  for (size_t r = 0; r < num_outputs; ++r) {
    const int64_t value = fused.results[r];
    if (value < static_cast<int64_t>(num_inputs) || value >= static_cast<int64_t>(values))
      return "a result is no instruction's";
    Append(&body, {"    At<", type, ">(a.out[", std::to_string(r), "])[i] = Store<", type, ">(v",
                   std::to_string(value), ");\n"});
  }
  *out_name = "fused_" + Digest(body);
  *out_source =
      "#include \"devices/cuda/device_code/element_ops.h\"\n"
      "#include \"devices/cuda/device_code/fused_args.h\"\n"
      "namespace runnel::cuda {\n"
      "RUNNEL_KERNEL(" +
      *out_name +
      ", FusedArgs) {\n"
      "  for (i64 i = ThreadIndex(); i < a.count; i += NumThreads()) {\n" +
      body + "  }\n}\n}\n";
  return {};
}

}  // namespace runnel::cuda
