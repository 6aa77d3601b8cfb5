package runnel

/*
#include "bridge.h"
*/
import "C"

import (
	"context"
	"errors"
	"io"
	"runtime/cgo"
	"unsafe"
)

// A Dataset is what a pipeline of elements is, without a graph. Nothing is read or computed before a pass asks for it.
type Dataset struct{ h *handle }

func newDataset(raw *C.rnl_dataset_t) *Dataset {
	return &Dataset{newHandle(unsafe.Pointer(raw), "dataset", func(p unsafe.Pointer) {
		C.rnl_dataset_release((*C.rnl_dataset_t)(p))
	})}
}

func (d *Dataset) use() (*C.rnl_dataset_t, error) {
	if d == nil {
		return nil, newError(InvalidArgument, "a nil dataset")
	}
	raw, err := d.h.use()
	return (*C.rnl_dataset_t)(raw), err
}

// Close releases the dataset; passes over it go on.
func (d *Dataset) Close() {
	if d != nil {
		d.h.close()
	}
}

func datasetOf(r *Runtime, make func(*C.rnl_runtime_t, **C.rnl_dataset_t) *C.rnl_status_t) (*Dataset, error) {
	runtime, err := r.use()
	if err != nil {
		return nil, err
	}
	defer r.h.done()
	var raw *C.rnl_dataset_t
	if err := check(make(runtime, &raw)); err != nil {
		return nil, err
	}
	return newDataset(raw), nil
}

func (d *Dataset) with(make func(*C.rnl_dataset_t, **C.rnl_dataset_t) *C.rnl_status_t) (*Dataset, error) {
	input, err := d.use()
	if err != nil {
		return nil, err
	}
	defer d.h.done()
	var raw *C.rnl_dataset_t
	if err := check(make(input, &raw)); err != nil {
		return nil, err
	}
	return newDataset(raw), nil
}

// TensorsDataset has one element: the tensors.
func TensorsDataset(r *Runtime, tensors ...*Tensor) (*Dataset, error) {
	raw, done, err := useAll(tensors)
	if err != nil {
		return nil, err
	}
	defer done()
	return datasetOf(r, func(runtime *C.rnl_runtime_t, out **C.rnl_dataset_t) *C.rnl_status_t {
		return C.rnl_dataset_from_tensors(runtime, first(raw), C.size_t(len(raw)), out)
	})
}

// SlicesDataset has the slices of the tensors along dimension 0, which all have in one size.
func SlicesDataset(r *Runtime, tensors ...*Tensor) (*Dataset, error) {
	raw, done, err := useAll(tensors)
	if err != nil {
		return nil, err
	}
	defer done()
	return datasetOf(r, func(runtime *C.rnl_runtime_t, out **C.rnl_dataset_t) *C.rnl_status_t {
		return C.rnl_dataset_from_slices(runtime, first(raw), C.size_t(len(raw)), out)
	})
}

// RangeDataset has start, start + step and so on, before stop.
func RangeDataset(r *Runtime, start, stop, step int64) (*Dataset, error) {
	return datasetOf(r, func(runtime *C.rnl_runtime_t, out **C.rnl_dataset_t) *C.rnl_status_t {
		return C.rnl_dataset_range(runtime, C.int64_t(start), C.int64_t(stop), C.int64_t(step), out)
	})
}

// A Generator makes element index of a pass, counted from 0: a tensor in host memory for each component. io.EOF ends the
// pass. An *Error is the element's failure as it is, a panic Internal, other errors Unknown.
type Generator func(index int64) ([]*Tensor, error)

// GeneratorDataset has what generator makes, tensors of the types. It is called on threads of Runnel's, several at once where
// there are several passes, and kept as long as a dataset or a pass may call it.
func GeneratorDataset(r *Runtime, types []DType, generator Generator) (*Dataset, error) {
	if generator == nil {
		return nil, newError(InvalidArgument, "a nil generator")
	}
	raw := make([]C.rnl_dtype_t, len(types))
	for i, t := range types {
		raw[i] = C.rnl_dtype_t(t)
	}
	return datasetOf(r, func(runtime *C.rnl_runtime_t, out **C.rnl_dataset_t) *C.rnl_status_t {
		// Deleted when nothing calls it any more, also if this fails.
		kept := cgo.NewHandle(generator)
		return C.runnel_go_generate(runtime, first(raw), C.size_t(len(raw)), C.uintptr_t(kept), out)
	})
}

//export runnelGoGenerate
func runnelGoGenerate(generator C.uintptr_t, index C.int64_t, out **C.rnl_tensor_t, count C.size_t) (status *C.rnl_status_t) {
	defer func() {
		if trouble := recover(); trouble != nil { // nothing of Go's unwinds into C
			status = statusOf(newError(Internal, "the generator panicked: %v", trouble))
		}
	}()
	made, err := cgo.Handle(generator).Value().(Generator)(int64(index))
	if errors.Is(err, io.EOF) {
		err = newError(OutOfRange, "the generator has ended")
	}
	if err != nil {
		return statusOf(err)
	}
	if len(made) != int(count) {
		return statusOf(newError(InvalidArgument, "the generator made %d tensors, expected %d", len(made), int(count)))
	}
	raw, done, err := useAll(made)
	if err != nil {
		return statusOf(err)
	}
	defer done()
	for i, tensor := range raw {
		unsafe.Slice(out, count)[i] = C.rnl_tensor_retain(tensor)
	}
	return nil
}

// RecordsDataset has the records of TFRecord files. compression: "", "ZLIB" or "GZIP".
func RecordsDataset(r *Runtime, compression string, paths ...string) (*Dataset, error) {
	views, free := cStrings(paths)
	defer free()
	return datasetOf(r, func(runtime *C.rnl_runtime_t, out **C.rnl_dataset_t) *C.rnl_status_t {
		return C.rnl_dataset_from_records(runtime, views, C.size_t(len(paths)), cString(compression), out)
	})
}

// LinesDataset has the lines of text files, without their ends.
func LinesDataset(r *Runtime, compression string, paths ...string) (*Dataset, error) {
	views, free := cStrings(paths)
	defer free()
	return datasetOf(r, func(runtime *C.rnl_runtime_t, out **C.rnl_dataset_t) *C.rnl_status_t {
		return C.rnl_dataset_from_lines(runtime, views, C.size_t(len(paths)), cString(compression), out)
	})
}

// PiecesDataset has pieces of files of record bytes, behind a header and before a footer.
func PiecesDataset(r *Runtime, compression string, header, record, footer int64, paths ...string) (*Dataset, error) {
	views, free := cStrings(paths)
	defer free()
	return datasetOf(r, func(runtime *C.rnl_runtime_t, out **C.rnl_dataset_t) *C.rnl_status_t {
		return C.rnl_dataset_from_pieces(runtime, views, C.size_t(len(paths)), cString(compression), C.int64_t(header), C.int64_t(record), C.int64_t(footer), out)
	})
}

// ZipDatasets has elements with the components of one element of each, until one of them ends.
func ZipDatasets(datasets ...*Dataset) (*Dataset, error) {
	raw := make([]*C.rnl_dataset_t, len(datasets))
	for i, d := range datasets {
		var err error
		if raw[i], err = d.use(); err != nil {
			return nil, err
		}
		defer d.h.done()
	}
	var out *C.rnl_dataset_t
	if err := check(C.rnl_dataset_zip(first(raw), C.size_t(len(raw)), &out)); err != nil {
		return nil, err
	}
	return newDataset(out), nil
}

// Take has the first elements; all of them for a count below 0.
func (d *Dataset) Take(count int64) (*Dataset, error) {
	return d.with(func(input *C.rnl_dataset_t, out **C.rnl_dataset_t) *C.rnl_status_t {
		return C.rnl_dataset_take(input, C.int64_t(count), out)
	})
}

// Skip leaves the first elements out.
func (d *Dataset) Skip(count int64) (*Dataset, error) {
	return d.with(func(input *C.rnl_dataset_t, out **C.rnl_dataset_t) *C.rnl_status_t {
		return C.rnl_dataset_skip(input, C.int64_t(count), out)
	})
}

// Repeat is several passes one after the other; without an end below 0.
func (d *Dataset) Repeat(count int64) (*Dataset, error) {
	return d.with(func(input *C.rnl_dataset_t, out **C.rnl_dataset_t) *C.rnl_status_t {
		return C.rnl_dataset_repeat(input, C.int64_t(count), out)
	})
}

// Shard has every shards-th element, from index on.
func (d *Dataset) Shard(shards, index int64) (*Dataset, error) {
	return d.with(func(input *C.rnl_dataset_t, out **C.rnl_dataset_t) *C.rnl_status_t {
		return C.rnl_dataset_shard(input, C.int64_t(shards), C.int64_t(index), out)
	})
}

// Batch stacks size elements at a time along a new dimension 0.
func (d *Dataset) Batch(size int64, dropRemainder bool) (*Dataset, error) {
	return d.with(func(input *C.rnl_dataset_t, out **C.rnl_dataset_t) *C.rnl_status_t {
		return C.rnl_dataset_batch(input, C.int64_t(size), C.bool(dropRemainder), out)
	})
}

// Unbatch has the slices of each element along dimension 0.
func (d *Dataset) Unbatch() (*Dataset, error) {
	return d.with(func(input *C.rnl_dataset_t, out **C.rnl_dataset_t) *C.rnl_status_t {
		return C.rnl_dataset_unbatch(input, out)
	})
}

// Shuffle draws each element from a buffer, in the order of TensorFlow for the same seed; in another one each time for 0.
func (d *Dataset) Shuffle(bufferSize, seed int64, reshuffle bool) (*Dataset, error) {
	return d.with(func(input *C.rnl_dataset_t, out **C.rnl_dataset_t) *C.rnl_status_t {
		return C.rnl_dataset_shuffle(input, C.int64_t(bufferSize), C.int64_t(seed), C.bool(reshuffle), out)
	})
}

// Prefetch makes elements ahead of their consumer; -1: the runtime chooses how many.
func (d *Dataset) Prefetch(bufferSize int64) (*Dataset, error) {
	return d.with(func(input *C.rnl_dataset_t, out **C.rnl_dataset_t) *C.rnl_status_t {
		return C.rnl_dataset_prefetch(input, C.int64_t(bufferSize), out)
	})
}

// Cache keeps the elements for later passes: in memory if path is empty, else in the file path.cache.
func (d *Dataset) Cache(path string) (*Dataset, error) {
	return d.with(func(input *C.rnl_dataset_t, out **C.rnl_dataset_t) *C.rnl_status_t {
		return C.rnl_dataset_cache(input, cString(path), out)
	})
}

// IgnoreErrors leaves elements out that fail.
func (d *Dataset) IgnoreErrors() (*Dataset, error) {
	return d.with(func(input *C.rnl_dataset_t, out **C.rnl_dataset_t) *C.rnl_status_t {
		return C.rnl_dataset_ignore_errors(input, out)
	})
}

// Concatenate has the elements of one, then of the other.
func (d *Dataset) Concatenate(other *Dataset) (*Dataset, error) {
	raw, err := other.use()
	if err != nil {
		return nil, err
	}
	defer other.h.done()
	return d.with(func(input *C.rnl_dataset_t, out **C.rnl_dataset_t) *C.rnl_status_t {
		return C.rnl_dataset_concatenate(input, raw, out)
	})
}

// Map has what a function of the graph gives for each element; calls at a time, -1: as many as there are threads.
func (d *Dataset) Map(g *Graph, function string, calls int64, inOrder bool) (*Dataset, error) {
	graph, err := g.use()
	if err != nil {
		return nil, err
	}
	defer g.h.done()
	return d.with(func(input *C.rnl_dataset_t, out **C.rnl_dataset_t) *C.rnl_status_t {
		return C.rnl_dataset_map(input, graph, cString(function), C.int64_t(calls), C.bool(inOrder), out)
	})
}

// Filter has the elements for which a function of the graph gives true.
func (d *Dataset) Filter(g *Graph, function string) (*Dataset, error) {
	graph, err := g.use()
	if err != nil {
		return nil, err
	}
	defer g.h.done()
	return d.with(func(input *C.rnl_dataset_t, out **C.rnl_dataset_t) *C.rnl_status_t {
		return C.rnl_dataset_filter(input, graph, cString(function), out)
	})
}

// Cardinality tells how many elements a pass has: -1 without an end, -2 if only a pass would tell.
func (d *Dataset) Cardinality() int64 {
	raw, err := d.use()
	if err != nil {
		return 0
	}
	defer d.h.done()
	return int64(C.rnl_dataset_cardinality(raw))
}

// A DatasetIterator is one pass. Any number of goroutines may take elements; each goes to one of them.
type DatasetIterator struct {
	h             *handle
	numComponents int
}

// Iterate begins a pass.
func (d *Dataset) Iterate() (*DatasetIterator, error) {
	dataset, err := d.use()
	if err != nil {
		return nil, err
	}
	defer d.h.done()
	var raw *C.rnl_iterator_t
	if err := check(C.rnl_dataset_iterate(dataset, &raw)); err != nil {
		return nil, err
	}
	h := newHandle(unsafe.Pointer(raw), "dataset iterator", func(p unsafe.Pointer) {
		C.rnl_iterator_release((*C.rnl_iterator_t)(p))
	})
	return &DatasetIterator{h, int(C.rnl_dataset_num_components(dataset))}, nil
}

func (it *DatasetIterator) use() (*C.rnl_iterator_t, error) {
	if it == nil {
		return nil, newError(InvalidArgument, "a nil dataset iterator")
	}
	raw, err := it.h.use()
	return (*C.rnl_iterator_t)(raw), err
}

// Close ends the pass.
func (it *DatasetIterator) Close() {
	if it != nil {
		it.h.close()
	}
}

// Next waits for an element, a tensor for each component; io.EOF at the end. A context that ends loses no element. Errors:
// those of the pipeline, behind which the next call goes on.
func (it *DatasetIterator) Next(ctx context.Context) ([]*Tensor, error) {
	raw, err := it.use()
	if err != nil {
		return nil, err
	}
	defer it.h.done()
	if ctx.Err() != nil {
		return nil, ended(ctx, newError(Cancelled, "the context had ended before an element was asked for"))
	}
	var cancellation *C.rnl_cancellation_t
	if ctx.Done() != nil {
		if err := check(C.rnl_cancellation_create(&cancellation)); err != nil {
			return nil, err
		}
		defer C.rnl_cancellation_release(cancellation)
		stop, stopped := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(stopped)
			select {
			case <-ctx.Done():
				C.rnl_status_release(C.rnl_cancellation_cancel(cancellation))
			case <-stop:
			}
		}()
		defer func() {
			close(stop)
			<-stopped
		}()
	}
	out := make([]*C.rnl_tensor_t, it.numComponents)
	var end C.bool
	if err := check(C.rnl_iterator_next(raw, -1, cancellation, first(out), C.size_t(len(out)), &end)); err != nil {
		return nil, ended(ctx, err)
	}
	if end {
		return nil, io.EOF
	}
	element := make([]*Tensor, len(out))
	for i, t := range out {
		element[i] = adoptTensor(t)
	}
	return element, nil
}

// Save gives where the pass is, for Restore of a new one over an equal dataset.
func (it *DatasetIterator) Save() ([]byte, error) {
	raw, err := it.use()
	if err != nil {
		return nil, err
	}
	defer it.h.done()
	var bytes *C.rnl_bytes_t
	if err := check(C.rnl_iterator_save(raw, &bytes)); err != nil {
		return nil, err
	}
	return takeBytes(bytes), nil
}

// Restore goes on where another pass was. Before the first element only.
func (it *DatasetIterator) Restore(state []byte) error {
	raw, err := it.use()
	if err != nil {
		return err
	}
	defer it.h.done()
	return check(C.rnl_iterator_restore(raw, unsafe.Pointer(first(state)), C.size_t(len(state))))
}
