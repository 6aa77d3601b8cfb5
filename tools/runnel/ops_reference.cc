#include "tools/runnel/ops_reference.h"

#include "tools/common/error.h"

namespace runnel::tools {
namespace {

// As a reader of Markdown makes it of a heading, so that links find it.
std::string Anchor(std::string_view heading) {
  std::string anchor;
  for (const char c : heading) {
    if (c >= 'A' && c <= 'Z') {
      anchor += static_cast<char>(c - 'A' + 'a');
    } else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-') {
      anchor += c;
    }
  }
  return anchor;
}

// Text in which nothing is markup.
std::string Plain(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("\\`*_[]<>|#").find(c) != std::string_view::npos) out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

std::string Join(const std::vector<std::string>& items, std::string_view between) {
  std::string out;
  for (const std::string& item : items) out += Cat(out.empty() ? "" : between, item);
  return out;
}

std::string AttrRow(const rnl_op_t* op, size_t i) {
  std::vector<std::string> allowed;
  for (size_t k = 0; k < rnl_op_attr_num_allowed(op, i); ++k) {
    allowed.push_back(Cat("`", View(rnl_op_attr_allowed(op, i, k)), "`"));
  }
  std::string text =
      Cat("| attr | `", View(rnl_op_attr_name(op, i)), "` | ", Plain(View(rnl_op_attr_type(op, i))));
  if (!allowed.empty()) text += Cat(": ", Join(allowed, " "));
  if (const int64_t least = rnl_op_attr_minimum(op, i); least != INT64_MIN) {
    text += Cat(", at least ", std::to_string(least));
  }
  const std::string_view value = View(rnl_op_attr_default(op, i));
  if (!value.empty()) text += Cat("; default `", value, "`");
  return text + " |\n";
}

}  // namespace

std::string ReferenceHead(const std::vector<std::string_view>& names) {
  std::string text = Cat(
      "# The ops of Runnel ", View(rnl_version()), "\n\n",
      "Written by `runnel ops --markdown`. Types of inputs and outputs are element types, or the attrs "
      "that say them. A kernel for \"\\*\" serves every device; a composition stands in where a device "
      "has none. Where an op has no gradient, nothing flows back through it: gradients with respect to "
      "what "
      "comes before are none if the op is constant almost everywhere or its result is no real number, "
      "and "
      "UNIMPLEMENTED, naming the op, if they would be needed.\n\n");
  std::vector<std::string> links;
  for (const std::string_view name : names) {
    links.push_back(Cat("[", Plain(name), "](#", Anchor(name), ")"));
  }
  return text + Join(links, " ");
}

std::string ReferenceOf(const rnl_op_t* op, std::string_view name, std::string_view family,
                        const TypesByDevice& types) {
  std::string text = Cat("\n## ", Plain(name), "\n\n", Plain(View(rnl_op_doc(op))),
                         "\n\n| | name | type |\n| --- | --- | --- |\n");
  for (size_t i = 0; i < rnl_op_num_inputs(op); ++i) {
    text += Cat("| input | `", View(rnl_op_input_name(op, i)), "` | ",
                Plain(View(rnl_op_input_type(op, i))), " |\n");
  }
  for (size_t i = 0; i < rnl_op_num_outputs(op); ++i) {
    text += Cat("| output | `", View(rnl_op_output_name(op, i)), "` | ",
                Plain(View(rnl_op_output_type(op, i))), " |\n");
  }
  for (size_t i = 0; i < rnl_op_num_attrs(op); ++i) text += AttrRow(op, i);
  std::vector<std::string> kernels;
  for (const auto& [device, of_device] : types) {
    const bool every = of_device.size() == 1 && of_device[0] == "*";
    kernels.push_back(every ? Plain(device)
                            : Cat(Plain(device), " (", Plain(Join(of_device, " ")), ")"));
  }
  text += Cat("\nComputed by: ", Join(kernels, "; "), ". ");
  text += rnl_op_has_gradient(op) ? "Has a gradient." : "Has no gradient.";
  if (rnl_op_is_stateful(op)) text += " Has state or effects, so it is neither folded nor shared.";
  if (!family.empty()) text += Cat(" In librunnel\\_", Plain(family), ".so.");
  return text;
}

}  // namespace runnel::tools
