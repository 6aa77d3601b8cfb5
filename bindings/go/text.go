package runnel

/*
#include "bridge.h"
#include <stdlib.h>
*/
import "C"

import (
	"reflect"
	"unsafe"
)

func goString(s C.rnl_str_t) string {
	if s.size == 0 {
		return ""
	}
	return C.GoStringN(s.data, C.int(s.size))
}

// cString is a view of Go's own bytes, for the call that it is passed to.
func cString(s string) C.rnl_str_t {
	if len(s) == 0 {
		return C.rnl_str_t{}
	}
	header := (*reflect.StringHeader)(unsafe.Pointer(&s))
	return C.rnl_str_t{data: (*C.char)(unsafe.Pointer(header.Data)), size: C.size_t(len(s))}
}

// cStrings copies strings to C, since C may not be given Go memory that points to more of it. free gives it back.
func cStrings(list []string) (first *C.rnl_str_t, free func()) {
	if len(list) == 0 {
		return nil, func() {}
	}
	total := 0
	for _, s := range list {
		total += len(s)
	}
	head := len(list) * C.sizeof_rnl_str_t
	block := C.malloc(C.size_t(head + total))
	views := unsafe.Slice((*C.rnl_str_t)(block), len(list))
	bytes := unsafe.Slice((*byte)(unsafe.Add(block, head)), total)
	for i, s := range list {
		views[i] = C.rnl_str_t{size: C.size_t(len(s))}
		if len(s) > 0 {
			views[i].data = (*C.char)(unsafe.Pointer(&bytes[0]))
			bytes = bytes[copy(bytes, s):]
		}
	}
	return &views[0], func() { C.free(block) }
}

// first is a pointer to a slice's elements, nil for none.
func first[T any](list []T) *T {
	if len(list) == 0 {
		return nil
	}
	return &list[0]
}

func dimsOf(dims []int64) *C.int64_t { return (*C.int64_t)(unsafe.Pointer(first(dims))) }

func takeBytes(bytes *C.rnl_bytes_t) []byte {
	view := C.rnl_bytes_view(bytes)
	copied := C.GoBytes(unsafe.Pointer(view.data), C.int(view.size))
	C.rnl_bytes_release(bytes)
	return copied
}

func takeNames(names *C.rnl_names_t) []string {
	list := make([]string, C.rnl_names_count(names))
	for i := range list {
		list[i] = goString(C.rnl_names_get(names, C.size_t(i)))
	}
	C.rnl_names_release(names)
	return list
}
