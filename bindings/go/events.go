package runnel

/*
#include "bridge.h"
*/
import "C"

import (
	"time"
	"unsafe"
)

// An EventWriter writes one event file for TensorBoard. Each event is there for readers as soon as it is added. A zero time
// is now.
type EventWriter struct{ h *handle }

// NewEventWriter makes a file in folder, which is made where it is missing; the suffix "" is the name of the host.
// Errors, of all: those of the file system, with the path; ResourceExhausted if no space is left; FailedPrecondition after
// Close.
func NewEventWriter(r *Runtime, folder, suffix string) (*EventWriter, error) {
	runtime, err := r.use()
	if err != nil {
		return nil, err
	}
	defer r.h.done()
	var raw *C.rnl_event_writer_t
	if err := check(C.rnl_event_writer_create(runtime, cString(folder), cString(suffix), &raw)); err != nil {
		return nil, err
	}
	return &EventWriter{newHandle(unsafe.Pointer(raw), "event writer", func(p unsafe.Pointer) {
		C.rnl_event_writer_release((*C.rnl_event_writer_t)(p))
	})}, nil
}

func (w *EventWriter) with(do func(*C.rnl_event_writer_t) *C.rnl_status_t) error {
	if w == nil {
		return newError(InvalidArgument, "a nil event writer")
	}
	raw, err := w.h.use()
	if err != nil {
		return err
	}
	defer w.h.done()
	return check(do((*C.rnl_event_writer_t)(raw)))
}

func seconds(at time.Time) C.double {
	if at.IsZero() {
		return -1
	}
	return C.double(float64(at.UnixMicro()) / 1e6)
}

// Path is that of the file; "" after Close.
func (w *EventWriter) Path() (path string) {
	_ = w.with(func(raw *C.rnl_event_writer_t) *C.rnl_status_t {
		path = goString(C.rnl_event_writer_path(raw))
		return nil
	})
	return path
}

// Scalar adds a number.
func (w *EventWriter) Scalar(tag string, value float32, step int64, at time.Time) error {
	return w.with(func(raw *C.rnl_event_writer_t) *C.rnl_status_t {
		return C.rnl_event_writer_add_scalar(raw, cString(tag), C.float(value), C.int64_t(step), seconds(at))
	})
}

// Summary adds what the summary ops give. Errors: InvalidArgument for other bytes.
func (w *EventWriter) Summary(summary string, step int64, at time.Time) error {
	return w.with(func(raw *C.rnl_event_writer_t) *C.rnl_status_t {
		return C.rnl_event_writer_add_summary(raw, cString(summary), C.int64_t(step), seconds(at))
	})
}

// Graph adds a graph.
func (w *EventWriter) Graph(g *Graph, at time.Time) error {
	graphDef, err := g.Export()
	if err != nil {
		return err
	}
	return w.with(func(raw *C.rnl_event_writer_t) *C.rnl_status_t {
		return C.rnl_event_writer_add_graph(raw, cString(string(graphDef)), seconds(at))
	})
}

// RunMetadata adds what a traced run told, under a tag that no other of this writer has. Errors: AlreadyExists for the tag.
func (w *EventWriter) RunMetadata(tag string, metadata *Metadata, step int64, at time.Time) error {
	return w.with(func(raw *C.rnl_event_writer_t) *C.rnl_status_t {
		return C.rnl_event_writer_add_run_metadata(raw, cString(tag), cString(string(metadata.RunMetadata)), C.int64_t(step), seconds(at))
	})
}

// Flush returns when all that was added will survive a loss of power.
func (w *EventWriter) Flush() error {
	return w.with(func(raw *C.rnl_event_writer_t) *C.rnl_status_t { return C.rnl_event_writer_flush(raw) })
}

// Close flushes and closes the file. A second Close does nothing.
func (w *EventWriter) Close() error {
	if w == nil || w.h.closed.Load() {
		return nil
	}
	err := w.with(func(raw *C.rnl_event_writer_t) *C.rnl_status_t { return C.rnl_event_writer_close(raw) })
	w.h.close()
	return err
}

// A Trace has traced steps in one drawing, for Perfetto and chrome://tracing. It belongs to one goroutine at a time.
type Trace struct{ h *handle }

// NewTrace makes an empty one.
func NewTrace() (*Trace, error) {
	var raw *C.rnl_trace_t
	if err := check(C.rnl_trace_create(&raw)); err != nil {
		return nil, err
	}
	return &Trace{newHandle(unsafe.Pointer(raw), "trace", func(p unsafe.Pointer) { C.rnl_trace_release((*C.rnl_trace_t)(p)) })}, nil
}

// Close gives the trace's memory back.
func (t *Trace) Close() { t.h.close() }

func (t *Trace) add(metadata *C.rnl_metadata_t) error {
	raw, err := t.h.use()
	if err != nil {
		return err
	}
	defer t.h.done()
	return check(C.rnl_trace_add_step((*C.rnl_trace_t)(raw), metadata))
}

// JSON is Chrome's trace event format.
func (t *Trace) JSON() ([]byte, error) {
	raw, err := t.h.use()
	if err != nil {
		return nil, err
	}
	defer t.h.done()
	var bytes *C.rnl_bytes_t
	if err := check(C.rnl_trace_json((*C.rnl_trace_t)(raw), &bytes)); err != nil {
		return nil, err
	}
	return takeBytes(bytes), nil
}
