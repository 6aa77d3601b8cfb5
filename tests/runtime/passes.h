// The passes that can be switched off, by name, for tests that try each of them.
#ifndef RUNNEL_TESTS_RUNTIME_PASSES_H_
#define RUNNEL_TESTS_RUNTIME_PASSES_H_

#include <string>
#include <vector>

#include "core/runtime/plan/pass_table.h"

namespace runnel {

inline std::vector<std::string> SwitchedPasses() {
  std::vector<std::string> names;
  for (const Pass& pass : Passes()) {
    if (pass.can_be_off) names.emplace_back(pass.name);
  }
  return names;
}

// All but `on`.
inline std::vector<std::string> PassesBut(const std::string& on) {
  std::vector<std::string> names = SwitchedPasses();
  std::erase(names, on);
  return names;
}

}  // namespace runnel

#endif  // RUNNEL_TESTS_RUNTIME_PASSES_H_
