// Batches of characters: pieces of one text, and each character's successor as its label.
#ifndef RUNNEL_EXAMPLES_MODELS_TEXT_HPP_
#define RUNNEL_EXAMPLES_MODELS_TEXT_HPP_

#include <algorithm>
#include <string>

#include "model.hpp"

namespace models {

class Text {
 public:
  Text() {
    std::string letters = text_;
    std::sort(letters.begin(), letters.end());
    letters.erase(std::unique(letters.begin(), letters.end()), letters.end());
    size_ = static_cast<std::int64_t>(letters.size());
    for (const char c : text_) ids_.push_back(static_cast<std::int32_t>(letters.find(c)));
  }
  // How many different characters there are.
  std::int64_t vocabulary() const { return size_; }
  // [batch,length] characters and their [batch,length] successors.
  std::vector<Tensor> Batch(const Runtime& runtime, const std::string& name, int step,
                            std::int64_t batch, std::int64_t length) const {
    const Numbers starts(name + "/starts");
    const auto choices = static_cast<std::int32_t>(static_cast<std::int64_t>(ids_.size()) - length - 1);
    std::vector<std::int32_t> in, out;
    for (std::int64_t n = 0; n < batch; ++n) {
      const std::int32_t start = starts.Choice(static_cast<std::uint64_t>(step * batch + n), choices);
      const auto first = ids_.begin() + start;
      in.insert(in.end(), first, first + length);
      out.insert(out.end(), first + 1, first + 1 + length);
    }
    return {Tensor::Wrap(runtime, std::move(in), {batch, length}),
            Tensor::Wrap(runtime, std::move(out), {batch, length})};
  }

 private:
  // Source: Lewis Carroll, Alice's Adventures in Wonderland, 1865.
  std::string text_ =
#include "alice.txt"
      ;
  std::int64_t size_ = 0;
  std::vector<std::int32_t> ids_;
};

}  // namespace models

#endif  // RUNNEL_EXAMPLES_MODELS_TEXT_HPP_
