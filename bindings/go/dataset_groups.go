package runnel

/*
#include "bridge.h"
#include <stdlib.h>
*/
import "C"

import "unsafe"

func cTypes(types []DType) *C.rnl_dtype_t { return (*C.rnl_dtype_t)(unsafe.Pointer(first(types))) }

// PaddedBatch is Batch for elements of different sizes: a shape for each component, -1 in it as large as the batch needs.
// padding, what fills up, may be nil: zeros.
func (d *Dataset) PaddedBatch(size int64, shapes []Shape, padding []*Tensor, dropRemainder bool) (*Dataset, error) {
	if padding != nil && len(padding) != len(shapes) {
		return nil, newError(InvalidArgument, "%d values of padding for %d shapes", len(padding), len(shapes))
	}
	fill, done, err := useAll(padding)
	if err != nil {
		return nil, err
	}
	defer done()
	ranks, total := make([]C.int32_t, len(shapes)), 0
	for _, shape := range shapes {
		total += len(shape)
	}
	// In C memory, since C may not be given Go memory that points to more of it.
	pointers := (*C.int64_t)(C.calloc(C.size_t(len(shapes)+total+1), C.sizeof_int64_t))
	if pointers == nil {
		return nil, newError(ResourceExhausted, "no memory for the shapes of components")
	}
	defer C.free(unsafe.Pointer(pointers))
	table := unsafe.Slice((**C.int64_t)(unsafe.Pointer(pointers)), len(shapes))
	dims := unsafe.Slice(pointers, len(shapes)+total+1)[len(shapes):]
	for i, shape := range shapes {
		ranks[i], table[i] = C.int32_t(len(shape)), &dims[0]
		for _, dim := range shape {
			dims[0] = C.int64_t(dim)
			dims = dims[1:]
		}
	}
	return d.with(func(input *C.rnl_dataset_t, out **C.rnl_dataset_t) *C.rnl_status_t {
		return C.rnl_dataset_padded_batch(input, C.int64_t(size), first(ranks), first(table), first(fill), C.size_t(len(shapes)), C.bool(dropRemainder), out)
	})
}

// Window has groups of elements, each beginning shift behind the one before; a component of one is a variant, which
// VariantDataset takes.
func (d *Dataset) Window(size, shift, stride int64, dropRemainder bool) (*Dataset, error) {
	return d.with(func(input *C.rnl_dataset_t, out **C.rnl_dataset_t) *C.rnl_status_t {
		return C.rnl_dataset_window(input, C.int64_t(size), C.int64_t(shift), C.int64_t(stride), C.bool(dropRemainder), out)
	})
}

// InterleaveOptions say from how many datasets in turn elements come (-1: as many as there are threads), how many from each (0:
// one), and whether the datasets run ahead of their consumer, then also in any order.
type InterleaveOptions struct {
	CycleLength, BlockLength int64
	Parallel, AnyOrder       bool
}

// Interleave has the elements, of the given types, of the datasets that a function of the graph gives for each element.
func (d *Dataset) Interleave(g *Graph, function string, types []DType, options InterleaveOptions) (*Dataset, error) {
	graph, err := g.use()
	if err != nil {
		return nil, err
	}
	defer g.h.done()
	if options.BlockLength == 0 {
		options.BlockLength = 1
	}
	return d.with(func(input *C.rnl_dataset_t, out **C.rnl_dataset_t) *C.rnl_status_t {
		return C.rnl_dataset_interleave(input, graph, cString(function), cTypes(types), C.size_t(len(types)), C.int64_t(options.CycleLength),
			C.int64_t(options.BlockLength), C.bool(options.Parallel), C.bool(!options.AnyOrder), out)
	})
}

// GroupByWindow groups by functions of the graph: key gives an element's int64, windowSize how many of one are a group, reduce the
// dataset, with elements of the given types, of key and group.
func (d *Dataset) GroupByWindow(g *Graph, key, reduce, windowSize string, types []DType) (*Dataset, error) {
	graph, err := g.use()
	if err != nil {
		return nil, err
	}
	defer g.h.done()
	return d.with(func(input *C.rnl_dataset_t, out **C.rnl_dataset_t) *C.rnl_status_t {
		return C.rnl_dataset_group_by_window(input, graph, cString(key), cString(reduce), cString(windowSize), cTypes(types), C.size_t(len(types)), out)
	})
}

// VariantDataset is the dataset that a variant is: of a window, or fetched of a graph.
func VariantDataset(r *Runtime, variant *Tensor) (*Dataset, error) {
	raw, err := variant.use()
	if err != nil {
		return nil, err
	}
	defer variant.h.done()
	return datasetOf(r, func(runtime *C.rnl_runtime_t, out **C.rnl_dataset_t) *C.rnl_status_t {
		return C.rnl_dataset_from_variant(runtime, raw, out)
	})
}

// Variant is the dataset as a tensor, for the Dataset and Iterator ops of a graph in this process.
func (d *Dataset) Variant() (*Tensor, error) {
	raw, err := d.use()
	if err != nil {
		return nil, err
	}
	defer d.h.done()
	var out *C.rnl_tensor_t
	if err := check(C.rnl_dataset_to_variant(raw, &out)); err != nil {
		return nil, err
	}
	return adoptTensor(out), nil
}
