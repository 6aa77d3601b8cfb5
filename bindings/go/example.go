package runnel

/*
#include "bridge.h"
*/
import "C"

import (
	"unsafe"
)

// An Example is TensorFlow's: features by name, each a list of values; a SequenceExample has lists of steps besides. It
// belongs to one goroutine at a time; while nobody changes it, any number may look at it.
type Example struct{ h *handle }

// FeatureValue is what features hold.
type FeatureValue interface{ float32 | int64 | string }

func newExample(raw *C.rnl_example_t) *Example {
	return &Example{newHandle(unsafe.Pointer(raw), "example", func(p unsafe.Pointer) {
		C.rnl_example_release((*C.rnl_example_t)(p))
	})}
}

// NewExample makes one without features; a SequenceExample if sequence.
func NewExample(sequence bool) (*Example, error) {
	var raw *C.rnl_example_t
	if err := check(C.rnl_example_create(C.bool(sequence), &raw)); err != nil {
		return nil, err
	}
	return newExample(raw), nil
}

// ParseExample reads one. Errors: InvalidArgument with the byte where it is none.
func ParseExample(data []byte, sequence bool) (*Example, error) {
	var raw *C.rnl_example_t
	if err := check(C.rnl_example_parse(cString(string(data)), C.bool(sequence), &raw)); err != nil {
		return nil, err
	}
	return newExample(raw), nil
}

// Close gives its memory back.
func (e *Example) Close() {
	if e != nil {
		e.h.close()
	}
}

func (e *Example) with(do func(*C.rnl_example_t) *C.rnl_status_t) error {
	if e == nil {
		return newError(InvalidArgument, "a nil example")
	}
	raw, err := e.h.use()
	if err != nil {
		return err
	}
	defer e.h.done()
	return check(do((*C.rnl_example_t)(raw)))
}

// Bytes serialises it, as TensorFlow reads it. Equal examples give equal bytes.
func (e *Example) Bytes() ([]byte, error) {
	var bytes *C.rnl_bytes_t
	if err := e.with(func(raw *C.rnl_example_t) *C.rnl_status_t { return C.rnl_example_serialize(raw, &bytes) }); err != nil {
		return nil, err
	}
	return takeBytes(bytes), nil
}

// cValues is what C takes of the values, until free is called.
func cValues[T FeatureValue](values []T) (dtype C.rnl_dtype_t, data unsafe.Pointer, free func()) {
	switch list := any(values).(type) {
	case []float32:
		return C.RNL_FLOAT, unsafe.Pointer(first(list)), func() {}
	case []int64:
		return C.RNL_INT64, unsafe.Pointer(first(list)), func() {}
	case []string:
		views, free := cStrings(list)
		return C.RNL_STRING, unsafe.Pointer(views), free
	}
	return C.RNL_INVALID, nil, func() {}
}

// SetFeature sets a feature of an example.
func SetFeature[T FeatureValue](e *Example, name string, values []T) error {
	dtype, data, free := cValues(values)
	defer free()
	return e.with(func(raw *C.rnl_example_t) *C.rnl_status_t {
		return C.rnl_example_set_feature(raw, cString(name), dtype, data, C.size_t(len(values)))
	})
}

// AddList adds a list without steps if there is none of that name. Errors: FailedPrecondition if it is no SequenceExample.
func (e *Example) AddList(name string) error {
	return e.with(func(raw *C.rnl_example_t) *C.rnl_status_t { return C.rnl_example_add_list(raw, cString(name)) })
}

// AddStep adds a step to a list of an example, which is made where it is missing.
func AddStep[T FeatureValue](e *Example, list string, values []T) error {
	dtype, data, free := cValues(values)
	defer free()
	return e.with(func(raw *C.rnl_example_t) *C.rnl_status_t {
		return C.rnl_example_add_step(raw, cString(list), dtype, data, C.size_t(len(values)))
	})
}

// IsSequence tells whether it is a SequenceExample.
func (e *Example) IsSequence() (is bool) {
	_ = e.with(func(raw *C.rnl_example_t) *C.rnl_status_t {
		is = bool(C.rnl_example_is_sequence(raw))
		return nil
	})
	return is
}

// Features are the names of the features, sorted.
func (e *Example) Features() (names []string) {
	_ = e.with(func(raw *C.rnl_example_t) *C.rnl_status_t {
		for i := C.size_t(0); i < C.rnl_example_num_features(raw); i++ {
			names = append(names, goString(C.rnl_example_feature_name(raw, i)))
		}
		return nil
	})
	return names
}

// Lists are the names of the feature lists, sorted.
func (e *Example) Lists() (names []string) {
	_ = e.with(func(raw *C.rnl_example_t) *C.rnl_status_t {
		for i := C.size_t(0); i < C.rnl_example_num_lists(raw); i++ {
			names = append(names, goString(C.rnl_example_list_name(raw, i)))
		}
		return nil
	})
	return names
}

// NumSteps tells how many steps a list has. Errors: NotFound.
func (e *Example) NumSteps(list string) (int, error) {
	var count C.size_t
	err := e.with(func(raw *C.rnl_example_t) *C.rnl_status_t {
		return C.rnl_example_num_steps(raw, cString(list), &count)
	})
	return int(count), err
}

// Feature gives the values of a feature: []float32, []int64 or []string; nil for one of no kind. Errors: NotFound.
func (e *Example) Feature(name string) (values any, err error) {
	return e.told(func(raw *C.rnl_example_t, dtype *C.rnl_dtype_t, data *unsafe.Pointer, count *C.size_t) *C.rnl_status_t {
		return C.rnl_example_feature(raw, cString(name), dtype, data, count)
	})
}

// Step gives the values of a step, likewise. Errors: NotFound; OutOfRange.
func (e *Example) Step(list string, step int) (values any, err error) {
	if step < 0 {
		return nil, newError(OutOfRange, "a step of %d", step)
	}
	return e.told(func(raw *C.rnl_example_t, dtype *C.rnl_dtype_t, data *unsafe.Pointer, count *C.size_t) *C.rnl_status_t {
		return C.rnl_example_step(raw, cString(list), C.size_t(step), dtype, data, count)
	})
}

func (e *Example) told(ask func(*C.rnl_example_t, *C.rnl_dtype_t, *unsafe.Pointer, *C.size_t) *C.rnl_status_t) (values any, err error) {
	err = e.with(func(raw *C.rnl_example_t) *C.rnl_status_t {
		var dtype C.rnl_dtype_t
		var data unsafe.Pointer
		var count C.size_t
		if status := ask(raw, &dtype, &data, &count); status != nil {
			return status
		}
		switch dtype { // copied, since what is told of is the example's
		case C.RNL_FLOAT:
			values = append([]float32{}, unsafe.Slice((*float32)(data), int(count))...)
		case C.RNL_INT64:
			values = append([]int64{}, unsafe.Slice((*int64)(data), int(count))...)
		case C.RNL_STRING:
			list := make([]string, int(count))
			for i, view := range unsafe.Slice((*C.rnl_str_t)(data), int(count)) {
				list[i] = goString(view)
			}
			values = list
		}
		return nil
	})
	return values, err
}
