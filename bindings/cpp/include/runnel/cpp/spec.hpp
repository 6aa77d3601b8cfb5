// Specs: what builders of layers, losses, optimizers and so on write, for librunnel to read. The
// builders are in layers.hpp.
#ifndef RUNNEL_CPP_SPEC_HPP_
#define RUNNEL_CPP_SPEC_HPP_

#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "error.hpp"

RUNNEL_CPP_NAMESPACE

namespace detail {

inline std::string NumberText(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.17g", value);
  return text;
}

}  // namespace detail

// A name with arguments, as text: "Dense(128, activation=relu)". A builder's, or one's own.
class Spec {
 public:
  Spec() = default;
  Spec(const char* text) : text_(text) {}                     // NOLINT: text is a spec
  Spec(std::string text) : text_(std::move(text)) {}          // NOLINT
  Spec(double number) : text_(detail::NumberText(number)) {}  // NOLINT: a learning rate
  const std::string& text() const { return text_; }
  bool operator==(const Spec&) const = default;

 private:
  std::string text_;
};

// Sizes of windows and shapes: one number, or several.
class Sizes {
 public:
  Sizes(std::int64_t size) : sizes_{size} {}                            // NOLINT: 3 is {3}
  Sizes(std::initializer_list<std::int64_t> sizes) : sizes_(sizes) {}   // NOLINT
  Sizes(std::vector<std::int64_t> sizes) : sizes_(std::move(sizes)) {}  // NOLINT
  const std::vector<std::int64_t>& values() const { return sizes_; }
  bool operator==(const Sizes&) const = default;

 private:
  std::vector<std::int64_t> sizes_;
};

namespace detail {

// Writes a spec. What an argument has as its default is left out: the row has it.
class SpecWriter {
 public:
  explicit SpecWriter(std::string_view name) : text_(name) {}
  template <typename T>
  SpecWriter& Add(std::string_view name, const T& value) {
    text_ += any_ ? ", " : "(";
    any_ = true;
    text_ += name;
    text_ += '=';
    Write(value);
    return *this;
  }
  template <typename T>
  SpecWriter& Add(std::string_view name, const T& value, const T& normal) {
    return value == normal ? *this : Add(name, value);
  }
  std::string Take() {
    if (any_) text_ += ')';
    return std::move(text_);
  }

 private:
  void Write(bool value) { text_ += value ? "true" : "false"; }
  void Write(std::int64_t value) { text_ += std::to_string(value); }
  void Write(double value) { text_ += NumberText(value); }
  void Write(const std::string& value) {
    text_ += '"';
    for (const char c : value) {
      if (c == '"' || c == '\\') text_ += '\\';
      text_ += c;
    }
    text_ += '"';
  }
  void Write(const Spec& value) { text_ += value.text().empty() ? "none" : value.text(); }
  template <typename T>
  void Write(const std::vector<T>& values) {
    text_ += '[';
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (i != 0) text_ += ", ";
      Write(values[i]);
    }
    text_ += ']';
  }
  // One number is repeated where several are wanted.
  void Write(const Sizes& value) {
    value.values().size() == 1 ? Write(value.values()[0]) : Write(value.values());
  }

  std::string text_;
  bool any_ = false;
};

}  // namespace detail

RUNNEL_CPP_NAMESPACE_END
#endif  // RUNNEL_CPP_SPEC_HPP_
