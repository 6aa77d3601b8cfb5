package runnel

/*
#include "bridge.h"
*/
import "C"

import (
	"fmt"
	"math"
	"unsafe"
)

// HalfBits is an IEEE 754 binary16, as its bits.
type HalfBits uint16

// Bfloat16Bits is the upper half of a binary32, as its bits.
type Bfloat16Bits uint16

// An Element is a Go type that is laid out as the elements of one dtype.
type Element interface {
	bool | int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64 | float32 | float64 | complex64 | complex128 |
		HalfBits | Bfloat16Bits
}

// zeros has, at each dtype that Go can show, an element of its Go type.
var zeros = [...]any{Bool: false, Int8: int8(0), Int16: int16(0), Int32: int32(0), Int64: int64(0), Uint8: uint8(0),
	Uint16: uint16(0), Uint32: uint32(0), Uint64: uint64(0), Float: float32(0), Double: float64(0), Complex64: complex64(0),
	Complex128: complex128(0), Half: HalfBits(0), Bfloat16: Bfloat16Bits(0)}

// shows tells whether elements of the dtype are T. It compares one word.
func shows[T Element](dtype DType) bool {
	if dtype < 0 || int(dtype) >= len(zeros) {
		return false
	}
	_, ok := zeros[dtype].(T)
	return ok
}

// DTypeOf is the dtype whose elements are T.
func DTypeOf[T Element]() DType {
	for dtype := range zeros {
		if shows[T](DType(dtype)) {
			return DType(dtype)
		}
	}
	return Invalid
}

// String is TensorFlow's name: "float", "int32".
func (d DType) String() string { return goString(C.rnl_dtype_name(C.rnl_dtype_t(d))) }

// DTypeFromName is the dtype called "float", "int32" or "DT_FLOAT"; Invalid if there is none.
func DTypeFromName(name string) DType { return DType(C.rnl_dtype_from_name(cString(name))) }

// Size is the number of bytes of one element; 0 where elements are not plain data.
func (d DType) Size() int { return int(C.rnl_dtype_size(C.rnl_dtype_t(d))) }

// A Tensor is a dense, row-major array in C memory, with a dtype and a shape.
type Tensor struct {
	h     *handle
	shown C.runnel_go_tensor_t // of h.raw
}

func newTensor(shown C.runnel_go_tensor_t) *Tensor {
	return &Tensor{newHandle(unsafe.Pointer(shown.raw), "tensor", freeTensor), shown}
}

func adoptTensor(raw *C.rnl_tensor_t) *Tensor { return newTensor(C.runnel_go_show(raw)) }

// hold shows another tensor, whose handle took the place of this one's.
func (t *Tensor) hold(shown C.runnel_go_tensor_t) {
	t.h.raw, t.shown = unsafe.Pointer(shown.raw), shown
}

func freeTensor(p unsafe.Pointer) { C.rnl_tensor_release((*C.rnl_tensor_t)(p)) }

func rankOf(dims []int64) C.int32_t {
	if len(dims) > math.MaxInt32 {
		return math.MaxInt32
	}
	return C.int32_t(len(dims))
}

// NewTensor copies values, in row-major order, into a new tensor.
func NewTensor[T Element](r *Runtime, dims []int64, values []T) (*Tensor, error) {
	raw, err := r.use()
	if err != nil {
		return nil, err
	}
	defer r.h.done()
	var tensor *C.rnl_tensor_t
	var zero T
	size := C.size_t(uintptr(len(values)) * unsafe.Sizeof(zero))
	if err := check(C.rnl_tensor_from_data(raw, C.rnl_dtype_t(DTypeOf[T]()), rankOf(dims), dimsOf(dims),
		unsafe.Pointer(first(values)), size, &tensor)); err != nil {
		return nil, err
	}
	return adoptTensor(tensor), nil
}

// NewScalar makes a tensor without dims.
func NewScalar[T Element](r *Runtime, value T) (*Tensor, error) {
	return NewTensor(r, nil, []T{value})
}

// NewScalarOf makes a scalar of any real numeric dtype. Errors: InvalidArgument if an integer dtype cannot hold value.
func NewScalarOf(r *Runtime, dtype DType, value float64) (*Tensor, error) {
	raw, err := r.use()
	if err != nil {
		return nil, err
	}
	defer r.h.done()
	var tensor *C.rnl_tensor_t
	if err := check(C.rnl_tensor_from_scalar(raw, C.rnl_dtype_t(dtype), C.double(value), &tensor)); err != nil {
		return nil, err
	}
	return adoptTensor(tensor), nil
}

// NewZeros makes a tensor of zeros, false or empty strings.
func NewZeros(r *Runtime, dtype DType, dims []int64) (*Tensor, error) {
	raw, err := r.use()
	if err != nil {
		return nil, err
	}
	defer r.h.done()
	var tensor *C.rnl_tensor_t
	if err := check(C.rnl_tensor_create(raw, C.rnl_dtype_t(dtype), rankOf(dims), dimsOf(dims), &tensor)); err != nil {
		return nil, err
	}
	made := adoptTensor(tensor)
	if size := C.rnl_tensor_size_bytes(tensor); size > 0 {
		var data unsafe.Pointer
		if err := check(C.rnl_tensor_mutable_data(tensor, &data)); err != nil {
			made.Close()
			return nil, err
		}
		bytes := unsafe.Slice((*byte)(data), int(size))
		for i := range bytes {
			bytes[i] = 0
		}
	}
	return made, nil
}

// NewStrings makes a tensor of strings of any bytes.
func NewStrings(r *Runtime, dims []int64, values []string) (*Tensor, error) {
	raw, err := r.use()
	if err != nil {
		return nil, err
	}
	defer r.h.done()
	views, free := cStrings(values)
	defer free()
	var tensor *C.rnl_tensor_t
	if err := check(C.rnl_tensor_from_strings(raw, rankOf(dims), dimsOf(dims), views, C.size_t(len(values)),
		&tensor)); err != nil {
		return nil, err
	}
	return adoptTensor(tensor), nil
}

// Close gives the tensor back. Slices of its elements must not be used any more.
func (t *Tensor) Close() {
	if t != nil {
		t.h.close()
	}
}

// CloseAll closes all of the tensors; nil ones too.
func CloseAll(tensors []*Tensor) {
	for _, t := range tensors {
		t.Close()
	}
}

func (t *Tensor) use() (*C.rnl_tensor_t, error) {
	if t == nil {
		return nil, newError(InvalidArgument, "a nil tensor")
	}
	raw, err := t.h.use()
	return (*C.rnl_tensor_t)(raw), err
}

// check says whether the tensor may be looked at without a call of C.
func (t *Tensor) check() error {
	if t == nil || t.h == nil {
		return newError(InvalidArgument, "a nil tensor")
	}
	if t.h.closed.Load() || t.h.users.Load() == 0 {
		return newError(FailedPrecondition, "the tensor is closed")
	}
	return nil
}

// DType is the type of the elements; Invalid after Close.
func (t *Tensor) DType() DType {
	_, err := t.use()
	if err != nil {
		return Invalid
	}
	defer t.h.done()
	return DType(t.shown.dtype)
}

// Dims copies the dims; none after Close.
func (t *Tensor) Dims() []int64 {
	raw, err := t.use()
	if err != nil {
		return nil
	}
	defer t.h.done()
	dims := make([]int64, C.rnl_tensor_rank(raw))
	if len(dims) > 0 {
		copy(dims, unsafe.Slice((*int64)(unsafe.Pointer(C.rnl_tensor_dims(raw))), len(dims)))
	}
	return dims
}

// Len is the number of elements; 0 after Close.
func (t *Tensor) Len() int {
	_, err := t.use()
	if err != nil {
		return 0
	}
	defer t.h.done()
	return int(t.shown.count)
}

func checkElements[T Element](t *Tensor) error {
	if got := DType(t.shown.dtype); !shows[T](got) {
		return newError(InvalidArgument, "the tensor's elements are %v, asked for as %v", got, DTypeOf[T]())
	}
	return nil
}

// checkBools refuses bytes that are no bool of Go's.
func checkBools[T Element](data unsafe.Pointer, count int) error {
	if !shows[T](Bool) {
		return nil
	}
	for _, b := range unsafe.Slice((*byte)(data), count) {
		if b > 1 {
			return newError(InvalidArgument, "not all elements are values of bool")
		}
	}
	return nil
}

// view is the elements in place, nil where there are none.
func view[T Element](t *Tensor, data unsafe.Pointer) ([]T, error) {
	count := int(t.shown.count)
	if count == 0 {
		return []T{}, nil
	}
	if data == nil {
		return nil, newError(InvalidArgument, "the tensor's elements are in the memory of a device: ToHost brings them")
	}
	if t.shown.dtype == C.RNL_BOOL {
		if err := checkBools[T](data, count); err != nil {
			return nil, err
		}
	}
	return unsafe.Slice((*T)(data), count), nil
}

// Elements shows the elements in row-major order, in place, to be read. The slice is C memory: it ends with t.Close, and
// from now on nothing but Close gives the tensor back. Errors: InvalidArgument for another dtype, and where the elements
// are in a device's memory.
func Elements[T Element](t *Tensor) ([]T, error) {
	if err := t.check(); err != nil {
		return nil, err
	}
	if err := checkElements[T](t); err != nil {
		return nil, err
	}
	t.h.keep()
	return view[T](t, t.shown.data)
}

// Writable shows the elements to be written before the tensor is fed. Errors: FailedPrecondition if someone else (another
// tensor, a running step) shares them; as Elements.
func Writable[T Element](t *Tensor) ([]T, error) {
	raw, err := t.use()
	if err != nil {
		return nil, err
	}
	defer t.h.done()
	if err := checkElements[T](t); err != nil {
		return nil, err
	}
	if t.shown.count == 0 {
		return []T{}, nil
	}
	var data unsafe.Pointer
	if err := check(C.rnl_tensor_mutable_data(raw, &data)); err != nil {
		return nil, err
	}
	t.h.keep()
	return view[T](t, data)
}

// Copy copies the elements into Go memory, from a device too. Errors: InvalidArgument for another dtype.
func Copy[T Element](t *Tensor) ([]T, error) {
	raw, err := t.use()
	if err != nil {
		return nil, err
	}
	defer t.h.done()
	if err := checkElements[T](t); err != nil {
		return nil, err
	}
	values := make([]T, t.shown.count)
	if len(values) == 0 {
		return values, nil
	}
	if t.shown.data != nil {
		shown, err := view[T](t, t.shown.data)
		copy(values, shown)
		return values, err
	}
	data, size := unsafe.Pointer(&values[0]), uintptr(len(values))*unsafe.Sizeof(values[0])
	if DTypeOf[T]() != Bool {
		return values, check(C.rnl_tensor_copy_to(raw, data, C.size_t(size)))
	}
	bytes := make([]byte, size) // looked at before they are bools
	if err := check(C.rnl_tensor_copy_to(raw, unsafe.Pointer(&bytes[0]), C.size_t(size))); err != nil {
		return nil, err
	}
	if err := checkBools[T](unsafe.Pointer(&bytes[0]), len(bytes)); err != nil {
		return nil, err
	}
	copy(unsafe.Slice((*byte)(data), len(values)), bytes)
	return values, nil
}

// Item copies the only element. Errors: InvalidArgument if there are more or none; as Copy.
func Item[T Element](t *Tensor) (T, error) {
	values, err := Copy[T](t)
	var value T
	if err != nil {
		return value, err
	}
	if len(values) != 1 {
		return value, newError(InvalidArgument, "the tensor has %d elements, expected 1", len(values))
	}
	return values[0], nil
}

// Strings copies all elements of a string tensor.
func (t *Tensor) Strings() ([]string, error) {
	raw, err := t.use()
	if err != nil {
		return nil, err
	}
	defer t.h.done()
	values := make([]string, t.shown.count)
	for i := range values {
		var value C.rnl_str_t
		if err := check(C.rnl_tensor_get_string(raw, C.int64_t(i), &value)); err != nil {
			return nil, err
		}
		values[i] = goString(value)
	}
	return values, nil
}

// SetString copies value into a string tensor. Errors: FailedPrecondition if someone else shares the elements.
func (t *Tensor) SetString(index int, value string) error {
	raw, err := t.use()
	if err != nil {
		return err
	}
	defer t.h.done()
	return check(C.rnl_tensor_set_string(raw, C.int64_t(index), cString(value)))
}

// Device is the name of the device whose memory holds the elements; empty for host memory.
func (t *Tensor) Device() string {
	raw, err := t.use()
	if err != nil {
		return ""
	}
	defer t.h.done()
	return goString(C.rnl_tensor_device(raw))
}

// ToHost gives the tensor in host memory: sharing the elements if they are there, else a copy that has arrived.
func (t *Tensor) ToHost() (*Tensor, error) {
	if t.Device() == "" {
		return t.Reshape(t.Dims())
	}
	raw, err := t.use()
	if err != nil {
		return nil, err
	}
	defer t.h.done()
	var host *C.rnl_tensor_t
	if err := check(C.rnl_tensor_to_host(raw, &host)); err != nil {
		return nil, err
	}
	return adoptTensor(host), nil
}

// Reshape gives the same elements, shared, under another shape.
func (t *Tensor) Reshape(dims []int64) (*Tensor, error) {
	raw, err := t.use()
	if err != nil {
		return nil, err
	}
	defer t.h.done()
	var other *C.rnl_tensor_t
	if err := check(C.rnl_tensor_reshape(raw, rankOf(dims), dimsOf(dims), &other)); err != nil {
		return nil, err
	}
	return adoptTensor(other), nil
}

// String is for people: "float[2,3] = [1 2 3 ...]".
func (t *Tensor) String() string {
	raw, err := t.use()
	if err != nil {
		return fmt.Sprint(err)
	}
	defer t.h.done()
	var text *C.rnl_bytes_t
	if err := check(C.rnl_tensor_to_text(raw, 16, &text)); err != nil {
		return fmt.Sprint(err)
	}
	return string(takeBytes(text))
}
