// Where results of a region lie: over inputs that die there, but never over one that is still to be
// read.
#include "tests/runtime/runtime_test.h"

namespace runnel {
namespace {

class RegionMemoryTest : public RuntimeTest {};

TEST_F(RegionMemoryTest, AnInputGivenTwiceIsNotWrittenOver) {
  for (const std::vector<std::string>& off :
       {std::vector<std::string>{}, std::vector<std::string>{"fuse", "simplify", "cse"}}) {
    Restart({});
    session_options_.disabled_passes = off;
    const OutputRef x = Placeholder("x", DType::kFloat, {3}), y = Placeholder("y", DType::kFloat, {3});
    const OutputRef axis = b().Constant(Scalar<int32_t>(0));
    const OutputRef dies = b().Op("Cumsum", {x, axis});
    // Through a view, too: another value, the same memory.
    const OutputRef view = b().Op("Reshape", {dies, b().Int32Vector({3})});
    for (const OutputRef again : {dies, view}) {
      const OutputRef sum = b().Op("Cumsum", {b().Op("AddN", {dies, y, again, y}), axis});
      const auto out = Run({sum}, {{x, Floats({1, 2, 3})}, {y, Floats({10, 20, 30})}});
      ASSERT_EQ(out.size(), 1u);
      EXPECT_EQ(ToFloats(out[0]), (std::vector<float>{22, 68, 140}));
    }
  }
}

}  // namespace
}  // namespace runnel
