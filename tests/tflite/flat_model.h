// Models as flatbuffers, made of their fields: what a converter would write, and what it would not.
#ifndef RUNNEL_TESTS_TFLITE_FLAT_MODEL_H_
#define RUNNEL_TESTS_TFLITE_FLAT_MODEL_H_

#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace runnel::test {

// A table: fields by their slot. Values come behind their table, as offsets demand.
class Flat {
 public:
  template <typename T>
  Flat& Put(int slot, T value) {
    std::string& bytes = scalars_[slot];
    bytes.assign(reinterpret_cast<const char*>(&value), sizeof(T));
    return *this;
  }
  template <typename T>
  Flat& List(int slot, const std::vector<T>& values) {
    std::string& bytes = vectors_[slot];
    Append(&bytes, static_cast<uint32_t>(values.size()));
    for (const T& value : values) Append(&bytes, value);
    return *this;
  }
  Flat& Text(int slot, const std::string& text) {
    std::string& bytes = vectors_[slot];
    Append(&bytes, static_cast<uint32_t>(text.size()));
    bytes += text;
    return *this;
  }
  Flat& Child(int slot, Flat child) {
    tables_[slot] = {std::move(child)};
    is_list_[slot] = false;
    return *this;
  }
  Flat& Children(int slot, std::vector<Flat> children) {
    tables_[slot] = std::move(children);
    is_list_[slot] = true;
    return *this;
  }
  // The whole file, with this table as its root.
  std::string File(const std::string& identifier = "TFL3") const {
    std::string out(4, '\0');
    out += identifier;
    Point(&out, 0, Write(&out));
    return out;
  }

 private:
  template <typename T>
  static void Append(std::string* out, T value) {
    out->append(reinterpret_cast<const char*>(&value), sizeof(T));
  }
  template <typename T>
  static void Set(std::string* out, size_t at, T value) {
    std::memcpy(out->data() + at, &value, sizeof(T));
  }
  static void Point(std::string* out, size_t at, size_t to) {
    Set(out, at, static_cast<uint32_t>(to - at));
  }
  size_t Write(std::string* out) const {
    std::map<int, size_t> sizes;
    for (const auto& [slot, bytes] : scalars_) sizes[slot] = bytes.size();
    for (const auto& [slot, bytes] : vectors_) sizes[slot] = 4;
    for (const auto& [slot, tables] : tables_) sizes[slot] = 4;
    const size_t slots = sizes.empty() ? 0 : static_cast<size_t>(sizes.rbegin()->first) + 1;
    const size_t vtable = out->size();
    out->append(4 + 2 * slots, '\0');
    const size_t table = out->size();
    out->append(4, '\0');
    Set(out, table, static_cast<int32_t>(table - vtable));
    std::map<int, size_t> at;
    for (const auto& [slot, size] : sizes) {
      at[slot] = out->size();
      Set(out, vtable + 4 + 2 * static_cast<size_t>(slot), static_cast<uint16_t>(out->size() - table));
      out->append(size, '\0');
    }
    Set(out, vtable, static_cast<uint16_t>(4 + 2 * slots));
    Set(out, vtable + 2, static_cast<uint16_t>(out->size() - table));
    for (const auto& [slot, bytes] : scalars_) out->replace(at[slot], bytes.size(), bytes);
    for (const auto& [slot, bytes] : vectors_) {
      Point(out, at[slot], out->size());
      *out += bytes;
    }
    for (const auto& [slot, tables] : tables_) {
      if (!is_list_.at(slot)) {
        Point(out, at[slot], tables[0].Write(out));
        continue;
      }
      const size_t list = out->size();
      Point(out, at[slot], list);
      Append(out, static_cast<uint32_t>(tables.size()));
      out->append(4 * tables.size(), '\0');
      for (size_t i = 0; i < tables.size(); ++i) Point(out, list + 4 + 4 * i, tables[i].Write(out));
    }
    return table;
  }

  std::map<int, std::string> scalars_, vectors_;
  std::map<int, std::vector<Flat>> tables_;
  std::map<int, bool> is_list_;
};

// The real numbers that a tensor's stand for: one scale, or one for each place along an axis.
struct Quantized {
  std::vector<float> scales;
  std::vector<int64_t> zero_points;
  int32_t axis = 0;
};

// A model under construction: subgraphs with tensors and operators, by the numbers of the schema.
class FlatModel {
 public:
  FlatModel() { NewSubgraph(); }

  void NewSubgraph() { subgraphs_.emplace_back(); }
  // Adds a tensor to the last subgraph; gives its index.
  int32_t Tensor(const std::string& name, int8_t type, const std::vector<int32_t>& dims,
                 const std::string& data = "", const Quantized& quantized = {}) {
    Flat tensor;
    tensor.List(0, dims).Put<int8_t>(1, type).Text(3, name);
    if (!data.empty()) {
      buffers_.push_back(data);
      tensor.Put(2, static_cast<uint32_t>(buffers_.size()));
    }
    if (!quantized.scales.empty()) {
      Flat details;
      details.List(2, quantized.scales).List(3, quantized.zero_points).Put(6, quantized.axis);
      tensor.Child(4, details);
    }
    subgraphs_.back().tensors.push_back(std::move(tensor));
    return static_cast<int32_t>(subgraphs_.back().tensors.size()) - 1;
  }
  Flat& LastTensor() { return subgraphs_.back().tensors.back(); }
  int32_t Floats(const std::string& name, const std::vector<int32_t>& dims,
                 const std::vector<float>& values) {
    return Tensor(name, 0, dims, Bytes(values));
  }
  int32_t Ints(const std::string& name, const std::vector<int32_t>& dims,
               const std::vector<int32_t>& values) {
    return Tensor(name, 2, dims, Bytes(values));
  }
  void Op(int32_t code, const std::vector<int32_t>& inputs, const std::vector<int32_t>& outputs,
          uint8_t options_type = 0, const Flat& options = {}) {
    Flat op;
    codes_.push_back(code);
    op.Put(0, static_cast<uint32_t>(codes_.size() - 1)).List(1, inputs).List(2, outputs);
    if (options_type != 0) op.Put(3, options_type).Child(4, options);
    subgraphs_.back().operators.push_back(std::move(op));
  }
  void Ends(const std::vector<int32_t>& inputs, const std::vector<int32_t>& outputs) {
    subgraphs_.back().inputs = inputs;
    subgraphs_.back().outputs = outputs;
  }
  void Signature(const std::string& key, uint32_t subgraph,
                 const std::vector<std::pair<std::string, uint32_t>>& inputs,
                 const std::vector<std::pair<std::string, uint32_t>>& outputs) {
    Flat signature;
    const auto entries = [](const auto& pairs) {
      std::vector<Flat> list;
      for (const auto& [name, tensor] : pairs) {
        list.emplace_back();
        list.back().Text(0, name).Put(1, tensor);
      }
      return list;
    };
    signature.Children(0, entries(inputs)).Children(1, entries(outputs)).Text(2, key).Put(4, subgraph);
    signatures_.push_back(std::move(signature));
  }

  // `outside`: constants lie behind the flatbuffer, where their buffers' offsets say.
  std::string File(bool outside = false) const {
    if (outside) {
      const size_t head = FileWith(0, true).size();  // it does not depend on where they lie
      std::string file = FileWith(head, true);
      for (const std::string& data : buffers_) file += data;
      return file;
    }
    return FileWith(0, false);
  }

  template <typename T>
  static std::string Bytes(const std::vector<T>& values) {
    return std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
  }

 private:
  std::string FileWith(size_t at, bool outside) const {
    std::vector<Flat> codes, subgraphs, buffers(1);
    for (const int32_t code : codes_) {
      codes.emplace_back();
      codes.back().Put<int8_t>(0, static_cast<int8_t>(code < 127 ? code : 127)).Put(3, code);
    }
    for (const std::string& data : buffers_) {
      buffers.emplace_back();
      if (!outside) {
        buffers.back().Text(0, data);
        continue;
      }
      buffers.back().Put(1, static_cast<uint64_t>(at)).Put(2, static_cast<uint64_t>(data.size()));
      at += data.size();
    }
    for (const Subgraph& from : subgraphs_) {
      Flat subgraph;
      subgraph.Children(0, from.tensors).List(1, from.inputs).List(2, from.outputs);
      subgraph.Children(3, from.operators);
      subgraphs.push_back(std::move(subgraph));
    }
    Flat model;
    model.Put<uint32_t>(0, 3).Children(1, codes).Children(2, subgraphs).Children(4, buffers);
    if (!signatures_.empty()) model.Children(7, signatures_);
    return model.File();
  }

  struct Subgraph {
    std::vector<Flat> tensors, operators;
    std::vector<int32_t> inputs, outputs;
  };
  std::vector<Subgraph> subgraphs_;
  std::vector<int32_t> codes_;
  std::vector<std::string> buffers_;
  std::vector<Flat> signatures_;
};

}  // namespace runnel::test

#endif  // RUNNEL_TESTS_TFLITE_FLAT_MODEL_H_
