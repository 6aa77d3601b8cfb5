// TensorFlow as the oracle: it reads what we write, and writes the same bytes as we do.
#include <gtest/gtest.h>

#include <cstdio>

#include "core/io/bundle_reader.h"
#include "core/io/bundle_writer.h"
#include "core/io/first_format_writer.h"
#include "tests/io/io_test_util.h"

namespace runnel {
namespace {

// What tools/tf_check_checkpoint prints; empty if the script is not in a parent folder of this program.
std::string AskTensorFlow(const std::string& arguments) {
  std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  while (!std::filesystem::exists(folder / "tools/tf_check_checkpoint")) {
    if (folder == folder.parent_path()) return "";
    folder = folder.parent_path();
  }
  const char* const python = std::getenv("RUNNEL_TENSORFLOW_PYTHON");
  const std::string command = std::string(python != nullptr ? python : "python3") + " \"" +
                              (folder / "tools/tf_check_checkpoint").string() + "\" " + arguments +
                              " 2>/dev/null";
  std::string output;
  FILE* const pipe = ::popen(command.c_str(), "r");
  char buffer[4096];
  for (size_t got; pipe != nullptr && (got = std::fread(buffer, 1, sizeof(buffer), pipe)) > 0;) {
    output.append(buffer, got);
  }
  if (pipe != nullptr) ::pclose(pipe);
  return output;
}

bool NotMeasured(const std::string& answer) {
  return answer.empty() || answer.find("\"not_measured\"") != std::string::npos;
}

std::string Hex(const Tensor& tensor) {
  std::string text;
  const auto append = [&text](std::string_view bytes) {
    char digits[3];
    for (const char byte : bytes) {
      std::snprintf(digits, sizeof(digits), "%02x", static_cast<unsigned char>(byte));
      text += digits;
    }
  };
  if (tensor.dtype() != DType::kString) {
    append({static_cast<const char*>(tensor.data()), static_cast<size_t>(tensor.size_bytes())});
    return text;
  }
  for (int64_t i = 0; i < tensor.num_elements(); ++i) {
    char size[9];
    std::snprintf(size, sizeof(size), "%08x", static_cast<unsigned>(tensor.string_at(i).size()));
    text += size;
    append(tensor.string_at(i));
  }
  return text;
}

ShapeAndSlice At(const std::string& text) { return *ParseShapeAndSlice(text); }

// The checkpoint that the script writes with --write.
Status WriteTheSame(const std::string& prefix) {
  const auto box = [](int r0, int rows, int c0, int cols) {
    std::vector<int32_t> part;
    for (int r = r0; r < r0 + rows; ++r) {
      for (int c = c0; c < c0 + cols; ++c) part.push_back(r * 4 + c);
    }
    return *Tensor::FromValues<int32_t>(Shape{rows, cols}, part);
  };
  BundleWriter writer{FileSystem(), prefix};
  RUNNEL_RETURN_IF_ERROR(writer.AddSlice("parts", At("6 4 0,2:-"), box(0, 2, 0, 4)));
  RUNNEL_RETURN_IF_ERROR(writer.AddSlice("parts", At("6 4 2,4:0,1"), box(2, 4, 0, 1)));
  RUNNEL_RETURN_IF_ERROR(writer.AddSlice("parts", At("6 4 2,4:1,3"), box(2, 4, 1, 3)));
  RUNNEL_RETURN_IF_ERROR(writer.AddSlice("whole", At("6 4 -:-"), box(0, 6, 0, 4)));
  RUNNEL_RETURN_IF_ERROR(writer.AddSlice("words", At("3 0,1"), Strings(Shape{1}, {"x"})));
  RUNNEL_RETURN_IF_ERROR(writer.AddSlice("words", At("3 1,2"), Strings(Shape{2}, {"y", "zz"})));
  RUNNEL_RETURN_IF_ERROR(
      writer.Add("text", Strings(Shape{2, 2}, {"a", std::string(300, 'b'), "", "q"})));
  Tensor flag = Pattern(DType::kBool, Shape{2}, 1);
  flag.values<bool>()[0] = true;
  flag.values<bool>()[1] = false;
  RUNNEL_RETURN_IF_ERROR(writer.Add("flag", flag));
  Tensor half = Pattern(DType::kHalf, Shape{2}, 1);
  half.values<uint16_t>()[0] = 0x3e00;  // 1.5
  half.values<uint16_t>()[1] = 0xc000;  // -2
  RUNNEL_RETURN_IF_ERROR(writer.Add("half", half));
  RUNNEL_RETURN_IF_ERROR(writer.Add("none", Pattern(DType::kFloat, Shape{0, 3}, 1)));
  RUNNEL_RETURN_IF_ERROR(writer.Add("scalar", *Tensor::FromScalar<int64_t>(7)));
  return writer.Finish();
}

TEST(TensorFlowOracle, WritesTheSameBytesAsWeDo) {
  TempFolder folder;
  const std::string answer = AskTensorFlow("--write " + folder / "theirs");
  if (NotMeasured(answer)) GTEST_SKIP() << "TensorFlow is not installed";
  ASSERT_NE(answer.find("\"written\""), std::string::npos) << answer;
  RUNNEL_ASSERT_OK(WriteTheSame(folder / "ours"));
  EXPECT_EQ(Slurp(folder / "ours.index"), Slurp(folder / "theirs.index"));
  EXPECT_EQ(Slurp(BundleDataPath(folder / "ours", 0, 1)),
            Slurp(BundleDataPath(folder / "theirs", 0, 1)));
}

// Tensors of all types and of several shapes, by name.
std::map<std::string, Tensor> SomeOfEachType() {
  std::map<std::string, Tensor> written;
  unsigned seed = 1;
  for (const DType dtype :
       {DType::kFloat, DType::kDouble, DType::kInt32, DType::kUInt8, DType::kInt16, DType::kInt8,
        DType::kComplex64, DType::kInt64, DType::kBool, DType::kBFloat16, DType::kUInt16,
        DType::kComplex128, DType::kHalf, DType::kUInt32, DType::kUInt64}) {
    for (const Shape& shape : {Shape{}, Shape{0, 2}, Shape{2, 3}}) {
      written[std::string(DTypeName(dtype)) + "/" + std::to_string(seed)] = Pattern(dtype, shape, seed);
      ++seed;
    }
  }
  written["strings"] = Strings(Shape{3}, {"", "abc", std::string(200, 'z')});
  return written;
}

void ExpectAnswer(const std::string& answer, const std::map<std::string, Tensor>& written) {
  ASSERT_NE(answer.find("\"read\""), std::string::npos) << answer;
  for (const auto& [name, tensor] : written) {
    const size_t at = answer.find("\"name\": \"" + name + "\"");
    ASSERT_NE(at, std::string::npos) << name;
    const std::string found = answer.substr(at, answer.find('}', at) - at);
    EXPECT_NE(found.find("\"dtype\": " + std::to_string(static_cast<int>(tensor.dtype())) + ","),
              std::string::npos)
        << found;
    EXPECT_NE(found.find("\"hex\": \"" + Hex(tensor) + "\""), std::string::npos) << found;
  }
}

TEST(TensorFlowOracle, ReadsWhatWeWrite) {
  TempFolder folder;
  const std::string prefix = folder / "ckpt";
  const std::map<std::string, Tensor> written = SomeOfEachType();
  for (int round = 0; round < 2; ++round) {  // the second over the first, in two shards
    BundleWriter writer{FileSystem(), prefix};
    for (const auto& [name, tensor] : written) RUNNEL_ASSERT_OK(writer.Add(name, tensor));
    RUNNEL_ASSERT_OK(writer.Finish());
    const std::string answer = AskTensorFlow(prefix);
    if (NotMeasured(answer)) GTEST_SKIP() << "TensorFlow is not installed";
    ExpectAnswer(answer, written);
  }
}

TEST(TensorFlowOracle, ReadsWhatWeWriteInTheFirstFormat) {
  TempFolder folder;
  std::map<std::string, Tensor> written = SomeOfEachType();
  // TensorFlow's own reader of that format does not know these.
  std::erase_if(written, [](const auto& one) {
    const DType dtype = one.second.dtype();
    return dtype == DType::kBFloat16 || dtype == DType::kUInt32 || dtype == DType::kUInt64;
  });
  FirstFormatWriter writer;
  for (const auto& [name, tensor] : written) RUNNEL_ASSERT_OK(writer.Add(name, tensor));
  const Result<std::string> bytes = writer.Finish();
  ASSERT_TRUE(bytes.ok()) << bytes.status().ToString();
  RUNNEL_ASSERT_OK(FileSystem().WriteAtomically(folder / "ckpt", *bytes));
  const std::string answer = AskTensorFlow(folder / "ckpt");
  if (NotMeasured(answer)) GTEST_SKIP() << "TensorFlow is not installed";
  ExpectAnswer(answer, written);
}

}  // namespace
}  // namespace runnel
