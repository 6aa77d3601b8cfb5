// Version, statuses, dtypes, and the header held against what has been promised.
#include <dlfcn.h>

#include <fstream>
#include <set>

#include "tests/c_api/support/expect.h"

namespace runnel_test {
namespace {

TEST(Version, AcceptsItsOwnHeaderAndNamesBothVersionsOfAnother) {
  EXPECT_EQ(rnl_abi_version(), RNL_ABI_VERSION);
  EXPECT_EQ(Str(rnl_version()), "0.1.0");
  EXPECT_TRUE(IsOk(rnl_require(RNL_ABI_VERSION)));
  EXPECT_TRUE(Fails(rnl_require(7u << 16 | 3u), RNL_FAILED_PRECONDITION, {"7.3", "0.1"}));
  EXPECT_TRUE(Fails(rnl_require(RNL_ABI_VERSION + 1), RNL_FAILED_PRECONDITION, {"0.2", "0.1"}));
}

TEST(Status, NullIsSuccess) {
  EXPECT_EQ(rnl_status_code(nullptr), RNL_OK);
  EXPECT_EQ(rnl_status_message(nullptr).size, 0u);
  EXPECT_STREQ(rnl_status_message(nullptr).data, "");
  EXPECT_STREQ(rnl_status_node(nullptr).data, "");
  EXPECT_EQ(rnl_status_retain(nullptr), nullptr);
  rnl_status_release(nullptr);
}

TEST(Status, StaysReadableUntilItsLastReferenceGoes) {
  rnl_status_t* status = rnl_runtime_create(nullptr, nullptr);
  ASSERT_NE(status, nullptr);
  EXPECT_EQ(rnl_status_retain(status), status);
  rnl_status_release(status);
  EXPECT_EQ(rnl_status_code(status), RNL_INVALID_ARGUMENT);
  EXPECT_NE(Str(rnl_status_message(status)).find("out_runtime"), std::string::npos);
  EXPECT_EQ(rnl_status_message(status).data[rnl_status_message(status).size], '\0');
  rnl_status_release(status);
}

TEST(Status, EveryCodeHasAName) {
  std::set<std::string> names;
  for (rnl_code_t code = RNL_OK; code <= RNL_UNAUTHENTICATED; ++code)
    names.insert(Str(rnl_code_name(code)));
  EXPECT_EQ(names.size(), 17u);
  EXPECT_TRUE(names.count("RESOURCE_EXHAUSTED"));
  EXPECT_EQ(Str(rnl_code_name(-1)), "CODE_UNLISTED");
  EXPECT_EQ(Str(rnl_code_name(17)), "CODE_UNLISTED");
}

TEST(DType, NamesAndSizesGoBothWays) {
  for (rnl_dtype_t dtype = RNL_FLOAT; dtype <= RNL_UINT64; ++dtype) {
    const std::string name = Str(rnl_dtype_name(dtype));
    EXPECT_EQ(rnl_dtype_from_name(rnl_str(name.c_str())), dtype) << name;
  }
  EXPECT_EQ(rnl_dtype_from_name(rnl_str("DT_BFLOAT16")), RNL_BFLOAT16);
  EXPECT_EQ(rnl_dtype_from_name(rnl_str("float33")), RNL_INVALID);
  EXPECT_EQ(rnl_dtype_from_name(rnl_str(nullptr)), RNL_INVALID);
  EXPECT_EQ(Str(rnl_dtype_name(99)), "invalid");
  EXPECT_EQ(rnl_dtype_size(RNL_COMPLEX128), 16u);
  EXPECT_EQ(rnl_dtype_size(RNL_HALF), 2u);
  EXPECT_EQ(rnl_dtype_size(RNL_STRING), 0u);
  EXPECT_EQ(rnl_dtype_size(RNL_RESOURCE), 0u);
  EXPECT_EQ(rnl_dtype_size(-3), 0u);
}

TEST(Header, NumbersAreTensorFlowsAndNeverMove) {
  const rnl_dtype_t dtypes[] = {RNL_INVALID,  RNL_FLOAT,   RNL_DOUBLE, RNL_INT32,      RNL_UINT8,
                                RNL_INT16,    RNL_INT8,    RNL_STRING, RNL_COMPLEX64,  RNL_INT64,
                                RNL_BOOL,     RNL_QINT8,   RNL_QUINT8, RNL_QINT32,     RNL_BFLOAT16,
                                RNL_QINT16,   RNL_QUINT16, RNL_UINT16, RNL_COMPLEX128, RNL_HALF,
                                RNL_RESOURCE, RNL_VARIANT, RNL_UINT32, RNL_UINT64};
  for (int i = 0; i < 24; ++i) EXPECT_EQ(dtypes[i], i);
  const rnl_code_t codes[] = {RNL_OK,
                              RNL_CANCELLED,
                              RNL_UNKNOWN,
                              RNL_INVALID_ARGUMENT,
                              RNL_DEADLINE_EXCEEDED,
                              RNL_NOT_FOUND,
                              RNL_ALREADY_EXISTS,
                              RNL_PERMISSION_DENIED,
                              RNL_RESOURCE_EXHAUSTED,
                              RNL_FAILED_PRECONDITION,
                              RNL_ABORTED,
                              RNL_OUT_OF_RANGE,
                              RNL_UNIMPLEMENTED,
                              RNL_INTERNAL,
                              RNL_UNAVAILABLE,
                              RNL_DATA_LOSS,
                              RNL_UNAUTHENTICATED};
  for (int i = 0; i < 17; ++i) EXPECT_EQ(codes[i], i);
  EXPECT_EQ(RNL_LOG_DEBUG, 0);
  EXPECT_EQ(RNL_LOG_ERROR, 3);
  EXPECT_EQ(RNL_NO_NODE, -1);
}

TEST(Header, PublicStructsAreFrozen) {
  EXPECT_EQ(sizeof(rnl_output_t), 8u);
  EXPECT_EQ(offsetof(rnl_output_t, node), 0u);
  EXPECT_EQ(offsetof(rnl_output_t, index), 4u);
  EXPECT_EQ(sizeof(rnl_str_t), sizeof(void*) + sizeof(size_t));
  EXPECT_EQ(offsetof(rnl_str_t, data), 0u);
  EXPECT_EQ(offsetof(rnl_str_t, size), sizeof(void*));
}

std::vector<std::string> ExportsList() {
  std::vector<std::string> names;
  std::ifstream file(RUNNEL_EXPORTS_LIST);
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("rnl_", 0) == 0) names.push_back(line);
  }
  return names;
}

TEST(Header, EveryExportOfTheListIsThereUnderItsVersion) {
  void* library = dlopen(RUNNEL_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(library, nullptr) << dlerror();
  const auto names = ExportsList();
  EXPECT_EQ(names.size(), 497u) << "the list only grows; change this number with it";
  for (const std::string& name : names) {
    EXPECT_NE(dlvsym(library, name.c_str(), "RUNNEL_0"), nullptr) << name;
  }
  EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
  dlclose(library);
}

TEST(Names, AndBytesTakeNull) {
  EXPECT_EQ(rnl_bytes_view(nullptr).size, 0u);
  EXPECT_EQ(rnl_bytes_retain(nullptr), nullptr);
  rnl_bytes_release(nullptr);
  EXPECT_EQ(rnl_names_count(nullptr), 0u);
  EXPECT_EQ(rnl_names_get(nullptr, 0).size, 0u);
  EXPECT_EQ(rnl_names_retain(nullptr), nullptr);
  rnl_names_release(nullptr);
}

}  // namespace
}  // namespace runnel_test
