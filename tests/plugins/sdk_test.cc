// What the SDK's headers give to every device: half floats, and the values of variables.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <string>

#include "core/runtime/plugins/host_table.h"
#include "core/runtime/runtime.h"
#include "core/tensor/half.h"
#include "plugins/sdk/half.h"
#include "plugins/sdk/optimizer.h"
#include "plugins/sdk/variable.h"

namespace runnel {
namespace {

using plugin::BFloat16;
using plugin::Half;
using plugin::ToFloat;

// Every number of the type comes back as it was, and what lies between two neighbours goes to the nearer
// one, in the middle to the one whose last bit is 0.
template <typename T, typename Narrow>
void CheckRounding(uint16_t infinity, const Narrow& narrow) {
  for (uint16_t bits = 0; bits < infinity; ++bits) {
    const float here = ToFloat(T{bits}), next = ToFloat(T{static_cast<uint16_t>(bits + 1)});
    for (const uint16_t sign : {uint16_t{0}, uint16_t{0x8000}}) {
      const auto low = static_cast<uint16_t>(bits | sign), high = static_cast<uint16_t>(low + 1);
      ASSERT_EQ(narrow(ToFloat(T{low})), low);
      if (std::isinf(next)) continue;
      const float middle = std::copysign(here + (next - here) / 2, sign == 0 ? 1.0f : -1.0f);
      ASSERT_EQ(narrow(middle), bits % 2 == 0 ? low : high);
      const float limit = std::numeric_limits<float>::infinity();
      ASSERT_EQ(narrow(std::nextafter(middle, std::copysign(0.0f, middle))), low);
      ASSERT_EQ(narrow(std::nextafter(middle, std::copysign(limit, middle))), high);
    }
  }
  const float infinite = std::numeric_limits<float>::infinity();
  EXPECT_EQ(narrow(infinite), infinity);
  EXPECT_EQ(narrow(std::numeric_limits<float>::max()), infinity);
  EXPECT_EQ(narrow(-infinite), infinity | 0x8000);
  for (const uint32_t nan : {0x7fc00000u, 0x7f800001u, 0xffffffffu}) {
    EXPECT_TRUE(std::isnan(ToFloat(T{narrow(std::bit_cast<float>(nan))}))) << nan;
  }
}

TEST(SdkHalf, RoundsToTheNearestHalf) {
  CheckRounding<Half>(0x7c00, [](float value) { return plugin::ToHalf(value).bits; });
  EXPECT_EQ(plugin::ToHalf(65519.996f).bits, 0x7bff);
  EXPECT_EQ(plugin::ToHalf(65520).bits, 0x7c00);
}

TEST(SdkHalf, RoundsToTheNearestBFloat16) {
  CheckRounding<BFloat16>(0x7f80, [](float value) { return plugin::ToBFloat16(value).bits; });
}

// The host and its devices must agree on every bit.
TEST(SdkHalf, IsCoresHalf) {
  CheckRounding<Half>(0x7c00, HalfOfFloat);
  CheckRounding<BFloat16>(0x7f80, Bfloat16OfFloat);
  for (uint32_t i = 0; i < 0x10000; ++i) {
    const auto bits = static_cast<uint16_t>(i);
    const float half = ToFloat(Half{bits}), bfloat16 = ToFloat(BFloat16{bits});
    ASSERT_EQ(std::bit_cast<uint32_t>(half), std::bit_cast<uint32_t>(FloatOfHalf(bits)));
    ASSERT_EQ(std::bit_cast<uint32_t>(bfloat16), std::bit_cast<uint32_t>(FloatOfBfloat16(bits)));
  }
}

class SdkVariable : public ::testing::Test {
 protected:
  SdkVariable() {
    RuntimeOptions options;
    options.load_default_plugins = false;
    runtime_ = *Runtime::Create(options);
    table_ = std::make_unique<HostTable>(runtime_.get(), "runnel.test");
    run_.host = table_->table();
    run_.inputs = inputs_;
    run_.num_inputs = 1;
    handle_.data = &variable_;
    variable_.name = {"weights", 7};
    variable_.value.dtype = RNLP_FLOAT;
    variable_.value.num_elements = 1;
    variable_.value.data = &number_;
  }
  std::string Resolve(int32_t dtype) {
    plugin::OwnedStatus status(run_.host, plugin::ResolveVariable(&run_, "Op", 0, dtype, &value_));
    return status.ok() ? "" : std::to_string(status.code()) + " " + status.message();
  }

  Ref<Runtime> runtime_;
  std::unique_ptr<HostTable> table_;
  float number_ = 1;
  rnlp_variable_t variable_{};
  rnlp_tensor_t handle_{};
  const rnlp_tensor_t* inputs_[1] = {&handle_};
  rnlp_run_t run_{};
  const rnlp_tensor_t* value_ = nullptr;
};

TEST_F(SdkVariable, IsTheValueOfItsType) {
  EXPECT_EQ(Resolve(RNLP_FLOAT), "");
  EXPECT_EQ(value_, &variable_.value);
  variable_.value.data = nullptr;
  variable_.value.num_elements = 0;
  EXPECT_EQ(Resolve(RNLP_FLOAT), "") << "an empty value needs no memory";
}

TEST_F(SdkVariable, SaysWhichVariableHasNoValueOrAnotherType) {
  EXPECT_EQ(Resolve(RNLP_DOUBLE), "3 Op: variable \"weights\" is float, expected double");
  variable_.value.data = nullptr;
  EXPECT_EQ(Resolve(RNLP_FLOAT), "9 Op: variable \"weights\" has no value");
  variable_.value = {};
  EXPECT_EQ(Resolve(RNLP_FLOAT), "9 Op: variable \"weights\" has no value");
}

TEST(SdkOptimizer, KnowsTheInputsOfAnOp) {
  const plugin::OptimizerOp* op = plugin::FindOptimizerOp("ResourceSparseApplyFtrl");
  ASSERT_NE(op, nullptr);
  const plugin::OptimizerInputs inputs = plugin::InputsOf(*op);
  EXPECT_EQ(op->info().slots.size(), 3u);
  EXPECT_EQ(inputs.gradient, 3);
  EXPECT_EQ(inputs.indices, 4);
  ASSERT_EQ(inputs.num_scalars, 4);
  EXPECT_EQ(inputs.scalars[0], 5);
  EXPECT_EQ(inputs.scalar_names[3], "lr_power");
  EXPECT_EQ(plugin::FindOptimizerOp("ResourceSparseApplyAdam"), nullptr);
}

}  // namespace
}  // namespace runnel
