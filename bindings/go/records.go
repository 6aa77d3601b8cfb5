package runnel

/*
#include "bridge.h"
*/
import "C"

import (
	"io"
	"runtime"
	"unsafe"
)

// A RecordReader gives the records of a TFRecord file. Any number of goroutines may take some; each goes to one of them.
type RecordReader struct{ h *handle }

// OpenRecords opens a TFRecord file. compression: "", "ZLIB" or "GZIP". Errors: NotFound and those of the file system, with
// the path.
func OpenRecords(r *Runtime, path, compression string) (*RecordReader, error) {
	owner, err := r.use()
	if err != nil {
		return nil, err
	}
	defer r.h.done()
	var raw *C.rnl_record_reader_t
	if err := check(C.rnl_record_reader_open(owner, cString(path), cString(compression), &raw)); err != nil {
		return nil, err
	}
	return &RecordReader{newHandle(unsafe.Pointer(raw), "record reader", func(p unsafe.Pointer) {
		C.rnl_record_reader_release((*C.rnl_record_reader_t)(p))
	})}, nil
}

func (r *RecordReader) use() (*C.rnl_record_reader_t, error) {
	if r == nil {
		return nil, newError(InvalidArgument, "a nil record reader")
	}
	raw, err := r.h.use()
	return (*C.rnl_record_reader_t)(raw), err
}

// Close closes the file.
func (r *RecordReader) Close() {
	if r != nil {
		r.h.close()
	}
}

// Next gives a record; io.EOF at the end. Errors: DataLoss with file and byte, which every later call gives too.
func (r *RecordReader) Next() ([]byte, error) {
	raw, err := r.use()
	if err != nil {
		return nil, err
	}
	defer r.h.done()
	var bytes *C.rnl_bytes_t
	if err := check(C.rnl_record_reader_next(raw, &bytes)); err != nil {
		return nil, err
	}
	if bytes == nil {
		return nil, io.EOF
	}
	return takeBytes(bytes), nil
}

// Seek goes to the record that begins at offset, as Offset told. Errors: OutOfRange behind the end.
func (r *RecordReader) Seek(offset uint64) error {
	raw, err := r.use()
	if err != nil {
		return err
	}
	defer r.h.done()
	return check(C.rnl_record_reader_seek(raw, C.uint64_t(offset)))
}

// Offset tells where the next record begins, in bytes of what is decompressed.
func (r *RecordReader) Offset() uint64 {
	raw, err := r.use()
	if err != nil {
		return 0
	}
	defer r.h.done()
	return uint64(C.rnl_record_reader_offset(raw))
}

// Progress tells how many bytes of the file were read, and how many it has.
func (r *RecordReader) Progress() (read, size uint64, err error) {
	raw, err := r.use()
	if err != nil {
		return 0, 0, err
	}
	defer r.h.done()
	var cRead, cSize C.uint64_t
	err = check(C.rnl_record_reader_progress(raw, &cRead, &cSize))
	return uint64(cRead), uint64(cSize), err
}

// A RecordWriter writes a TFRecord file anew, from any number of goroutines.
type RecordWriter struct{ h *handle }

// DefaultLevel is the usual level of compression, and that of files which are not compressed.
const DefaultLevel = -1

// CreateRecords makes or empties a TFRecord file. compression: "", "ZLIB" or "GZIP", with a level of 0 to 9 or DefaultLevel.
func CreateRecords(r *Runtime, path, compression string, level int) (*RecordWriter, error) {
	owner, err := r.use()
	if err != nil {
		return nil, err
	}
	defer r.h.done()
	var raw *C.rnl_record_writer_t
	if err := check(C.rnl_record_writer_create(owner, cString(path), cString(compression), C.int32_t(level), &raw)); err != nil {
		return nil, err
	}
	return &RecordWriter{newHandle(unsafe.Pointer(raw), "record writer", func(p unsafe.Pointer) {
		C.rnl_record_writer_release((*C.rnl_record_writer_t)(p))
	})}, nil
}

func (w *RecordWriter) with(do func(*C.rnl_record_writer_t) *C.rnl_status_t) error {
	if w == nil {
		return newError(InvalidArgument, "a nil record writer")
	}
	raw, err := w.h.use()
	if err != nil {
		return err
	}
	defer w.h.done()
	return check(do((*C.rnl_record_writer_t)(raw)))
}

// Write adds a record.
func (w *RecordWriter) Write(record []byte) error {
	defer runtime.KeepAlive(record)
	return w.with(func(raw *C.rnl_record_writer_t) *C.rnl_status_t {
		view := C.rnl_str_t{data: (*C.char)(unsafe.Pointer(first(record))), size: C.size_t(len(record))}
		return C.rnl_record_writer_write(raw, view)
	})
}

// Flush returns when all that was written is in the file for readers; with sync when it survives a loss of power too.
func (w *RecordWriter) Flush(sync bool) error {
	return w.with(func(raw *C.rnl_record_writer_t) *C.rnl_status_t {
		return C.rnl_record_writer_flush(raw, C.bool(sync))
	})
}

// Close ends the file. A second Close does nothing.
func (w *RecordWriter) Close() error {
	if w == nil || w.h.closed.Load() {
		return nil
	}
	err := w.with(func(raw *C.rnl_record_writer_t) *C.rnl_status_t { return C.rnl_record_writer_close(raw) })
	w.h.close()
	return err
}
