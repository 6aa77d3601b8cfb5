package runnel

/*
#include "bridge.h"
*/
import "C"

import (
	"context"
	"time"
)

// Metadata is what a run tells of itself.
type Metadata struct {
	Launches        int64   // kernels run in the step
	Copies          int64   // tensors copied between devices
	ArenaBytes      uint64  // of the step's arenas
	PlanningSeconds float64 // 0: the plan was there already
	// Placements tell where each node ran.
	Placements []Placement
	// Fallbacks are nodes that soft placement moved: "node: wanted ..., runs on ...".
	Fallbacks []string
	// NodeStats are of runs that were traced.
	NodeStats []NodeStats
	// Partitions are GraphDefs of what each device ran, by device, of runs that asked for it.
	Partitions map[string][]byte
	// RunMetadata is all of it as TensorFlow's RunMetadata, binary.
	RunMetadata []byte
}

// A Placement is a node and the device that it ran on.
type Placement struct{ Node, Device string }

// NodeStats tell when a node ran, in nanoseconds since the step began.
type NodeStats struct {
	Node, Op, Device string
	StartNS, EndNS   int64
}

// RunOptions say more of a run.
type RunOptions struct {
	// Timeout is in whole milliseconds, rounded up. 0: the session's.
	Timeout time.Duration
	// Trace: metadata has the time of every node.
	Trace bool
	// Profile: traced, and each kernel and copy is waited for before the next; plans of the session then tell what
	// they took.
	Profile bool
	// PartitionGraphs: metadata has the graph of every device.
	PartitionGraphs bool
	// KeepOnDevice: fetches stay in the memory of their device.
	KeepOnDevice bool
	// AddTo gets a traced step, if it is not nil.
	AddTo *Trace
}

func (o *RunOptions) set(raw *C.rnl_run_options_t) error {
	if o.Timeout != 0 {
		if err := check(C.rnl_run_options_set_timeout(raw, milliseconds(o.Timeout))); err != nil {
			return err
		}
	}
	if err := check(C.rnl_run_options_set_trace(raw, C.bool(o.Trace || o.AddTo != nil))); err != nil {
		return err
	}
	if err := check(C.rnl_run_options_set_profile(raw, C.bool(o.Profile))); err != nil {
		return err
	}
	if err := check(C.rnl_run_options_set_partition_graphs(raw, C.bool(o.PartitionGraphs))); err != nil {
		return err
	}
	return check(C.rnl_run_options_set_keep_on_device(raw, C.bool(o.KeepOnDevice)))
}

// RunTraced is Run with the time of every node. It holds a thread while it runs.
func (s *Session) RunTraced(ctx context.Context, feeds []Feed, fetches []Output, targets []Node) ([]*Tensor, *Metadata, error) {
	return s.RunWith(ctx, RunOptions{Trace: true}, feeds, fetches, targets)
}

// RunWith is Run with options, and tells what the run did. It holds a thread while it runs.
func (s *Session) RunWith(ctx context.Context, how RunOptions, feeds []Feed, fetches []Output, targets []Node) ([]*Tensor, *Metadata, error) {
	session, err := s.use()
	if err != nil {
		return nil, nil, err
	}
	defer s.h.done()
	outputs, values := splitFeeds(feeds)
	raw, done, err := useAll(values)
	if err != nil {
		return nil, nil, err
	}
	defer done()
	var cancellation *C.rnl_cancellation_t
	if err := check(C.rnl_cancellation_create(&cancellation)); err != nil {
		return nil, nil, err
	}
	defer C.rnl_cancellation_release(cancellation)
	options, err := cancelledBy(cancellation)
	if err != nil {
		return nil, nil, err
	}
	defer C.rnl_run_options_release(options)
	if err := how.set(options); err != nil {
		return nil, nil, err
	}
	var metadata *C.rnl_metadata_t
	if err := check(C.rnl_metadata_create(&metadata)); err != nil {
		return nil, nil, err
	}
	defer C.rnl_metadata_release(metadata)

	finished, watched := make(chan struct{}), make(chan struct{})
	go func() { // turns the end of ctx into a cancel
		defer close(watched)
		select {
		case <-ctx.Done():
			C.rnl_status_release(C.rnl_cancellation_cancel(cancellation))
		case <-finished:
		}
	}()
	fetched, err := runNow(session, options, &request{outputs, fetches, targets}, raw, metadata)
	close(finished)
	<-watched
	if err != nil {
		return nil, nil, ended(ctx, err)
	}
	read, err := readMetadata(metadata)
	if err == nil && how.AddTo != nil {
		err = how.AddTo.add(metadata)
	}
	if err != nil {
		CloseAll(fetched)
		return nil, nil, err
	}
	return fetched, read, nil
}

func readMetadata(raw *C.rnl_metadata_t) (*Metadata, error) {
	read := &Metadata{
		Launches:        int64(C.rnl_metadata_launches(raw)),
		Copies:          int64(C.rnl_metadata_copies(raw)),
		ArenaBytes:      uint64(C.rnl_metadata_arena_bytes(raw)),
		PlanningSeconds: float64(C.rnl_metadata_planning_seconds(raw)),
	}
	var node, op, device C.rnl_str_t
	for i := C.size_t(0); i < C.rnl_metadata_num_placements(raw); i++ {
		if err := check(C.rnl_metadata_placement(raw, i, &node, &device)); err != nil {
			return nil, err
		}
		read.Placements = append(read.Placements, Placement{goString(node), goString(device)})
	}
	for i := C.size_t(0); i < C.rnl_metadata_num_fallbacks(raw); i++ {
		if err := check(C.rnl_metadata_fallback(raw, i, &node)); err != nil {
			return nil, err
		}
		read.Fallbacks = append(read.Fallbacks, goString(node))
	}
	for i := C.size_t(0); i < C.rnl_metadata_num_node_stats(raw); i++ {
		var from, to C.int64_t
		if err := check(C.rnl_metadata_node_stats(raw, i, &node, &op, &device, &from, &to)); err != nil {
			return nil, err
		}
		read.NodeStats = append(read.NodeStats, NodeStats{goString(node), goString(op), goString(device), int64(from), int64(to)})
	}
	for i := C.size_t(0); i < C.rnl_metadata_num_partitions(raw); i++ {
		var graphDef *C.rnl_bytes_t
		if err := check(C.rnl_metadata_partition(raw, i, &device, &graphDef)); err != nil {
			return nil, err
		}
		if read.Partitions == nil {
			read.Partitions = map[string][]byte{}
		}
		read.Partitions[goString(device)] = takeBytes(graphDef)
	}
	var bytes *C.rnl_bytes_t
	if err := check(C.rnl_metadata_export(raw, &bytes)); err != nil {
		return nil, err
	}
	read.RunMetadata = takeBytes(bytes)
	return read, nil
}
