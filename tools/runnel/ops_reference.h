// The reference of all ops, as Markdown: `runnel ops --markdown`.
#ifndef RUNNEL_TOOLS_RUNNEL_OPS_REFERENCE_H_
#define RUNNEL_TOOLS_RUNNEL_OPS_REFERENCE_H_

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tools/runnel/command.h"

namespace runnel::tools {

// By device: the types that it has a kernel for, as `runnel ops` lists them.
using TypesByDevice = std::map<std::string, std::vector<std::string>>;

// Both without a line's end behind the last line. What goes before the ops: `names` of those that
// follow.
std::string ReferenceHead(const std::vector<std::string_view>& names);
// One op: what it does, its inputs, outputs and attrs, who computes it, and in which family's library it
// is; empty: in none.
std::string ReferenceOf(const rnl_op_t* op, std::string_view name, std::string_view family,
                        const TypesByDevice& types);

}  // namespace runnel::tools

#endif  // RUNNEL_TOOLS_RUNNEL_OPS_REFERENCE_H_
