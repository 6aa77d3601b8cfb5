// What a session keeps of signatures that it no longer has plans for: nothing.
#include <malloc.h>

#include <string>
#include <vector>

#include "tests/c_api/process/cases.h"

namespace runnel_test {
namespace {

constexpr int kNodes = 100;

// Runs fetch `i`, with node `j` as a target.
rnl_status_t* RunOne(rnl_session_t* session, int i, int j) {
  const std::string fetch = "n" + std::to_string(i), target = "n" + std::to_string(j);
  const rnl_str_t fetch_name = {fetch.data(), fetch.size()},
                  target_name = {target.data(), target.size()};
  rnl_tensor_t* out = nullptr;
  rnl_status_t* const status = rnl_session_run(session, nullptr, nullptr, nullptr, 0, &fetch_name, &out,
                                               1, &target_name, 1, nullptr);
  rnl_tensor_release(out);
  return status;
}

size_t BytesInUse() { return mallinfo2().uordblks; }

}  // namespace

int SignaturesGo(const char*) {
  Runtime runtime;
  REQUIRE_OK(rnl_runtime_create(nullptr, runtime.out()));
  Graph graph;
  REQUIRE_OK(rnl_graph_create(runtime, graph.out()));
  std::string text;
  for (int i = 0; i < kNodes; ++i) {
    text +=
        "node { name: \"n" + std::to_string(i) +
        "\" op: \"Const\" attr { key: \"dtype\" value { type: DT_FLOAT } } attr { key: \"value\" value "
        "{ tensor { dtype: DT_FLOAT tensor_shape { } float_val: 1 } } } }\n";
  }
  REQUIRE_OK(rnl_graph_import(graph, {text.data(), text.size()}, nullptr));
  SessionOptions options;
  REQUIRE_OK(rnl_session_options_create(options.out()));
  REQUIRE_OK(rnl_session_options_set_plan_cache(options, 4, uint64_t{1} << 30));
  Session session;
  REQUIRE_OK(rnl_session_create(graph, options, session.out()));
  const auto run_all = [&](int first, int last) {
    for (int i = first; i < last; ++i) {
      for (int j = 0; j < kNodes; ++j) REQUIRE_OK(RunOne(session, i, j));
    }
    return 0;
  };
  REQUIRE(run_all(0, 5) == 0, "first");
  const size_t before = BytesInUse();
  REQUIRE(run_all(5, 55) == 0, "then");
  const size_t after = BytesInUse();
  // 5,000 signatures, of which four have plans.
  REQUIRE(after < before + 100'000, "%zu bytes more", after - before);
  return 0;
}

}  // namespace runnel_test
