package runnel

/*
#include "bridge.h"
*/
import "C"

import "unsafe"

// Files of checkpoints are TensorFlow's V2 bundle: prefix.index and prefix.data-00000-of-00001.

// Save writes every variable of the session's graph that is initialised. Atomic: a crash at any moment leaves the files
// that were there. Errors: FailedPrecondition if no variable is initialised.
func (s *Session) Save(prefix string) error {
	raw, err := s.use()
	if err != nil {
		return err
	}
	defer s.h.done()
	return check(C.rnl_session_save(raw, cString(prefix)))
}

// Restore assigns every variable of the session's graph from a checkpoint. Errors: NotFound for a file, or naming all
// variables that are missing in it; InvalidArgument for another dtype or shape; DataLoss for damage.
func (s *Session) Restore(prefix string) error {
	raw, err := s.use()
	if err != nil {
		return err
	}
	defer s.h.done()
	return check(C.rnl_session_restore(raw, cString(prefix)))
}

// SaveSharded is Save where every task writes what lies on it, in files of its own (its Files folder, where it has one):
// a cluster needs no file system that all tasks share. Saved over an earlier one, that is whole until the new one is. One
// client saves at a time. Errors: also PermissionDenied for a task without a folder for files.
func (s *Session) SaveSharded(prefix string) error {
	raw, err := s.use()
	if err != nil {
		return err
	}
	defer s.h.done()
	return check(C.rnl_session_save_sharded(raw, cString(prefix)))
}

// RestoreSharded assigns every variable what the newest SaveSharded left, also where variables or files lie on other tasks
// now. Errors: as Restore; DataLoss names a file that is gone or damaged, and the task that wrote it.
func (s *Session) RestoreSharded(prefix string) error {
	raw, err := s.use()
	if err != nil {
		return err
	}
	defer s.h.done()
	return check(C.rnl_session_restore_sharded(raw, cString(prefix)))
}

// FindSharded tells how often SaveSharded has saved under the prefix; 0: there is no checkpoint.
func (s *Session) FindSharded(prefix string) (int64, error) {
	raw, err := s.use()
	if err != nil {
		return 0, err
	}
	defer s.h.done()
	var saves C.int64_t
	err = check(C.rnl_session_find_sharded(raw, cString(prefix), &saves))
	return int64(saves), err
}

// Freeze gives the part of the graph that outputs ("node" or "node:1") need, with the variables' present values as
// constants, as GraphDef bytes.
func (s *Session) Freeze(outputs ...string) ([]byte, error) {
	raw, err := s.use()
	if err != nil {
		return nil, err
	}
	defer s.h.done()
	names, free := cStrings(outputs)
	defer free()
	var bytes *C.rnl_bytes_t
	if err := check(C.rnl_session_freeze(raw, names, C.size_t(len(outputs)), &bytes)); err != nil {
		return nil, err
	}
	return takeBytes(bytes), nil
}

// A Checkpoint is one that was opened for reading.
type Checkpoint struct{ h *handle }

// A CheckpointEntry is a tensor of a checkpoint.
type CheckpointEntry struct {
	Name  string
	DType DType
	Dims  []int64
}

// OpenCheckpoint opens a checkpoint. Errors: NotFound naming the path; DataLoss.
func OpenCheckpoint(r *Runtime, prefix string) (*Checkpoint, error) {
	runtime, err := r.use()
	if err != nil {
		return nil, err
	}
	defer r.h.done()
	var raw *C.rnl_checkpoint_t
	if err := check(C.rnl_checkpoint_open(runtime, cString(prefix), &raw)); err != nil {
		return nil, err
	}
	return &Checkpoint{newHandle(unsafe.Pointer(raw), "checkpoint", func(p unsafe.Pointer) {
		C.rnl_checkpoint_release((*C.rnl_checkpoint_t)(p))
	})}, nil
}

// Close gives the checkpoint back.
func (c *Checkpoint) Close() { c.h.close() }

// Entries lists what is in it, sorted by name.
func (c *Checkpoint) Entries() ([]CheckpointEntry, error) {
	p, err := c.h.use()
	if err != nil {
		return nil, err
	}
	defer c.h.done()
	raw := (*C.rnl_checkpoint_t)(p)
	entries := make([]CheckpointEntry, C.rnl_checkpoint_count(raw))
	for i := range entries {
		var dims *C.int64_t
		rank := C.rnl_checkpoint_shape(raw, C.size_t(i), &dims)
		entries[i] = CheckpointEntry{
			Name:  goString(C.rnl_checkpoint_name(raw, C.size_t(i))),
			DType: DType(C.rnl_checkpoint_dtype(raw, C.size_t(i))),
		}
		if rank > 0 {
			entries[i].Dims = append([]int64(nil), unsafe.Slice((*int64)(unsafe.Pointer(dims)), int(rank))...)
		}
	}
	return entries, nil
}

// Read reads one entry, its checksum verified. Errors: NotFound; DataLoss naming entry and file.
func (c *Checkpoint) Read(name string) (*Tensor, error) {
	raw, err := c.h.use()
	if err != nil {
		return nil, err
	}
	defer c.h.done()
	var tensor *C.rnl_tensor_t
	if err := check(C.rnl_checkpoint_read((*C.rnl_checkpoint_t)(raw), cString(name), &tensor)); err != nil {
		return nil, err
	}
	return adoptTensor(tensor), nil
}

// WriteCheckpoint writes a checkpoint of tensors. Atomic, as Session.Save.
func WriteCheckpoint(r *Runtime, prefix string, names []string, tensors []*Tensor) error {
	runtime, err := r.use()
	if err != nil {
		return err
	}
	defer r.h.done()
	if len(names) != len(tensors) {
		return newError(InvalidArgument, "%d names for %d tensors", len(names), len(tensors))
	}
	views, free := cStrings(names)
	defer free()
	raw, done, err := useAll(tensors)
	if err != nil {
		return err
	}
	defer done()
	return check(C.rnl_checkpoint_write(runtime, cString(prefix), views, first(raw), C.size_t(len(names))))
}

// A Saver saves a session's variables under "prefix-STEP" as training goes on, names them in the folder's checkpoint file, and
// keeps some of them: what TensorFlow's Saver does.
type Saver struct{ h *handle }

// NewSaver makes one. meta, which may be nil, is what the MetaGraphs beside the checkpoints say besides.
func NewSaver(s *Session, prefix string, meta *MetaGraph) (*Saver, error) {
	session, err := s.use()
	if err != nil {
		return nil, err
	}
	defer s.h.done()
	var said *C.rnl_meta_graph_t
	if meta != nil {
		if said, err = meta.use(); err != nil {
			return nil, err
		}
		defer meta.h.done()
	}
	var raw *C.rnl_saver_t
	if err := check(C.rnl_saver_create(session, said, cString(prefix), &raw)); err != nil {
		return nil, err
	}
	return &Saver{newHandle(unsafe.Pointer(raw), "saver", func(p unsafe.Pointer) { C.rnl_saver_release((*C.rnl_saver_t)(p)) })}, nil
}

// Close gives it back.
func (s *Saver) Close() { s.h.close() }

func (s *Saver) do(call func(raw *C.rnl_saver_t) *C.rnl_status_t) error {
	raw, err := s.h.use()
	if err != nil {
		return err
	}
	defer s.h.done()
	return check(call((*C.rnl_saver_t)(raw)))
}

// SetKeep says how many of the newest are kept (0: all), and that one every so many hours is kept for ever (0: none).
func (s *Saver) SetKeep(maxToKeep int32, keepEveryHours float64) error {
	return s.do(func(raw *C.rnl_saver_t) *C.rnl_status_t {
		return C.rnl_saver_set_keep(raw, C.int32_t(maxToKeep), C.double(keepEveryHours))
	})
}

// SetInterval says when Step saves: so many steps or seconds after the checkpoint before; 0: not for that reason.
func (s *Saver) SetInterval(everySteps int64, everySeconds float64) error {
	return s.do(func(raw *C.rnl_saver_t) *C.rnl_status_t {
		return C.rnl_saver_set_interval(raw, C.int64_t(everySteps), C.double(everySeconds))
	})
}

// Save saves now and gives the checkpoint's prefix.
func (s *Saver) Save(step int64) (string, error) {
	var prefix *C.rnl_bytes_t
	if err := s.do(func(raw *C.rnl_saver_t) *C.rnl_status_t {
		return C.rnl_saver_save(raw, C.int64_t(step), &prefix)
	}); err != nil {
		return "", err
	}
	return string(takeBytes(prefix)), nil
}

// Step saves if it is time, and tells whether it did.
func (s *Saver) Step(step int64) (bool, error) {
	var saved C.bool
	err := s.do(func(raw *C.rnl_saver_t) *C.rnl_status_t { return C.rnl_saver_step(raw, C.int64_t(step), &saved) })
	return bool(saved), err
}

// Restore assigns the variables from a checkpoint; "": the newest.
func (s *Saver) Restore(prefix string) error {
	return s.do(func(raw *C.rnl_saver_t) *C.rnl_status_t { return C.rnl_saver_restore(raw, cString(prefix)) })
}

// ListCheckpoints gives the prefixes of those that a folder's checkpoint file lists, oldest first.
func ListCheckpoints(r *Runtime, folder string) ([]string, error) {
	runtime, err := r.use()
	if err != nil {
		return nil, err
	}
	defer r.h.done()
	var names *C.rnl_names_t
	if err := check(C.rnl_checkpoint_list(runtime, cString(folder), &names)); err != nil {
		return nil, err
	}
	return takeNames(names), nil
}
