// Families of ops in libraries of their own: which ops are in which library, and what a library answers
// when it is opened. A family that no graph names is never loaded.
//
// core/CMakeLists.txt says which files form a library; the table of their ops is made by the build.
#ifndef RUNNEL_CORE_GRAPH_OP_LIBRARY_H_
#define RUNNEL_CORE_GRAPH_OP_LIBRARY_H_

#include <span>
#include <string_view>

#include "core/base/build_mark.h"
#include "core/base/status.h"

namespace runnel {

struct HostKernelRow;
struct OpRow;

// One line of the table. Names of ops are separated by spaces.
struct OpLibrary {
  std::string_view family;    // the library is librunnel_<family>.so
  std::string_view ops;       // all of them
  std::string_view host_ops;  // those with a host kernel
};

// The table (core/ops/families.cc). Empty where all families are linked in.
std::span<const OpLibrary> OpLibraries();
// Whether `names`, separated by spaces, has `name`.
bool HasName(std::string_view names, std::string_view name);
// Calls visit(name) for each of `names`.
template <typename Visit>
void ForNames(std::string_view names, const Visit& visit) {
  while (!names.empty()) {
    const size_t end = names.find(' ') == std::string_view::npos ? names.size() : names.find(' ');
    if (end > 0) visit(names.substr(0, end));
    names.remove_prefix(end == names.size() ? end : end + 1);
  }
}

// What an opened library answers. It stays as long as the process.
struct OpFamily : BuiltPart {
  std::string_view name;
  const OpRow* (*find_op)(std::string_view op) = nullptr;                   // null: no such op
  const HostKernelRow* (*find_host_kernel)(std::string_view op) = nullptr;  // null: no such kernel
};

// Opens the library of `family`, any number of times. Any thread.
using OpenOpFamily = Result<const OpFamily*> (*)(std::string_view family);

}  // namespace runnel

#endif  // RUNNEL_CORE_GRAPH_OP_LIBRARY_H_
