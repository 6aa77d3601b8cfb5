// Casts on vectors give the bits of the definitions of half and bfloat16, on every instruction set.
#include <bit>
#include <cmath>
#include <random>

#include "plugins/sdk/half.h"
#include "tests/cpu/kernel_test.h"

namespace runnel::test {
namespace {

template <typename To>
std::vector<To> CastOn(const char* isa, int32_t from, int32_t to, const Value& x) {
  MiniHost host;
  host.settings["isa"] = isa;
  const Outcome got =
      RunCpu(host, Node("Cast").Set("SrcT", Type{from}).Set("DstT", Type{to}).Outputs({to}), {x});
  EXPECT_EQ(got.code, 0) << got.message;
  if (got.outputs.empty()) return {};
  const To* data = got.outputs[0].as<To>();
  return {data, data + got.outputs[0].elements()};
}

// Every sign and exponent, with the mantissas where rounding turns.
std::vector<float> ManyFloats() {
  std::vector<float> out;
  std::mt19937 random(7);
  for (uint32_t top = 0; top < 512; ++top) {
    for (const uint32_t low :
         {0u, 1u, 0xfffu, 0x1000u, 0x1001u, 0x3000u, 0x7fffu, 0x8000u, 0x8001u, 0x18000u, 0x7fefffu,
          0x7ff000u, 0x7fffffu, static_cast<uint32_t>(random() & 0x7fffff)})
      out.push_back(std::bit_cast<float>(top << 23 | low));
  }
  return out;
}

constexpr const char* kIsas[] = {"scalar", "sse4", "avx2", "avx3"};

TEST(CpuCast, HalvesAndBFloat16AreTheirDefinitions) {
  std::vector<uint16_t> narrow;
  for (uint32_t i = 0; i < 65536; ++i) narrow.push_back(static_cast<uint16_t>(i));
  const std::vector<float> wide = ManyFloats();
  for (const char* isa : kIsas) {
    SCOPED_TRACE(isa);
    for (const bool half : {true, false}) {
      const int32_t type = half ? RNLP_HALF : RNLP_BFLOAT16;
      const std::vector<float> up =
          CastOn<float>(isa, type, RNLP_FLOAT, Value::Of<uint16_t>(type, {65536}, narrow));
      ASSERT_EQ(up.size(), narrow.size());
      for (size_t i = 0; i < narrow.size(); ++i) {
        const float want = half ? plugin::ToFloat(plugin::Half{narrow[i]})
                                : plugin::ToFloat(plugin::BFloat16{narrow[i]});
        ASSERT_EQ(std::bit_cast<uint32_t>(up[i]), std::bit_cast<uint32_t>(want)) << narrow[i];
      }
      const std::vector<uint16_t> down =
          CastOn<uint16_t>(isa, RNLP_FLOAT, type,
                           Value::Of<float>(RNLP_FLOAT, {static_cast<int64_t>(wide.size())}, wide));
      ASSERT_EQ(down.size(), wide.size());
      for (size_t i = 0; i < wide.size(); ++i) {
        const uint16_t want = half ? plugin::ToHalf(wide[i]).bits : plugin::ToBFloat16(wide[i]).bits;
        ASSERT_EQ(down[i], want) << std::bit_cast<uint32_t>(wide[i]);
      }
    }
  }
}

TEST(CpuCast, IntegersOnVectorsAreThoseOfSingleNumbers) {
  const std::vector<float> wide = ManyFloats();
  const auto count = static_cast<int64_t>(wide.size());
  std::vector<int32_t> numbers;
  std::vector<uint8_t> bytes;
  for (const float x : wide) {
    numbers.push_back(std::bit_cast<int32_t>(x));
    bytes.push_back(static_cast<uint8_t>(std::bit_cast<int32_t>(x)));
  }
  for (const char* isa : kIsas) {
    SCOPED_TRACE(isa);
    const Value of_floats = Value::Of<float>(RNLP_FLOAT, {count}, wide);
    const auto to_int = CastOn<int32_t>(isa, RNLP_FLOAT, RNLP_INT32, of_floats);
    const auto to_byte = CastOn<uint8_t>(isa, RNLP_FLOAT, RNLP_UINT8, of_floats);
    const auto of_int =
        CastOn<float>(isa, RNLP_INT32, RNLP_FLOAT, Value::Of<int32_t>(RNLP_INT32, {count}, numbers));
    const auto of_byte =
        CastOn<float>(isa, RNLP_UINT8, RNLP_FLOAT, Value::Of<uint8_t>(RNLP_UINT8, {count}, bytes));
    const std::vector<int8_t> with_sign(bytes.begin(), bytes.end());
    const auto of_int8 =
        CastOn<float>(isa, RNLP_INT8, RNLP_FLOAT, Value::Of<int8_t>(RNLP_INT8, {count}, with_sign));
    ASSERT_TRUE(to_int.size() == wide.size() && to_byte.size() == wide.size() &&
                of_int.size() == wide.size());
    for (size_t i = 0; i < wide.size(); ++i) {
      const bool fits = wide[i] >= -2147483648.0F && wide[i] < 2147483648.0F;
      const int32_t want = fits ? static_cast<int32_t>(wide[i]) : std::numeric_limits<int32_t>::min();
      ASSERT_EQ(to_int[i], want) << wide[i];
      ASSERT_EQ(to_byte[i], static_cast<uint8_t>(want)) << wide[i];
      ASSERT_EQ(of_int[i], static_cast<float>(numbers[i]));
      ASSERT_EQ(of_byte[i], static_cast<float>(bytes[i]));
      ASSERT_EQ(of_int8[i], static_cast<float>(with_sign[i]));
    }
  }
}

}  // namespace
}  // namespace runnel::test
