package runnel

/*
#include "bridge.h"
#include <stdlib.h>
*/
import "C"

import "unsafe"

// A Plan is what a run would do.
type Plan struct {
	Launches   int64  // kernels that a step runs; those of a loop count once
	ArenaBytes uint64 // of all regions
	Passes     []PlanPass
	Nodes      []PlanNode
	Regions    []PlanRegion
}

// A PlanPass is a pass that is on, and how many nodes there were before and after it.
type PlanPass struct {
	Name                    string
	NodesBefore, NodesAfter int64
	Doc                     string // what it does
}

// A PlanNode is a node as it is planned.
type PlanNode struct {
	Name, Op, Device string
	Reason           string // why it is that device: "default device", "asks for ...", "with ..."
	Region           int    // -1: the node runs on its own
	// In nanoseconds; below 0: nobody estimates it, or it was not measured there.
	EstimateNs, MeasuredNs float64
	Inputs                 []PlanInput
	Outputs                []PlanOutput
}

// A PlanInput is an output of a node of the plan; output -1 is a control edge.
type PlanInput struct{ Node, Output int }

// A PlanOutput has a nil Shape if its rank is not known, and dims of -1 for sizes that are not.
type PlanOutput struct {
	DType DType
	Shape Shape
}

// A PlanRegion runs its ops one after another in one arena.
type PlanRegion struct {
	Device     string
	ArenaBytes uint64
	LiveBytes  uint64 // the most that is in use at once
	Ops        []string
	Values     []PlanValue
}

// A PlanValue lies in a region's arena from the op that fills it to the one that uses it last.
type PlanValue struct {
	Name            string // "node:0" or "node (workspace)"
	Offset, Size    uint64 // in bytes
	FirstOp, LastOp int
}

// A FeedShape is what is known of a feed: nil as the graph says, -1 for a size that is not known.
type FeedShape struct {
	Output Output
	Shape  Shape
}

// Plan plans a run without running it. Errors: as Run, before anything runs; Unimplemented for a session on a cluster.
func (s *Session) Plan(feeds []FeedShape, fetches []Output, targets []Node) (*Plan, error) {
	session, err := s.use()
	if err != nil {
		return nil, err
	}
	defer s.h.done()
	shapes, err := shapesOf(feeds)
	if err != nil {
		return nil, err
	}
	defer shapes.free()
	var raw *C.rnl_plan_t
	if err := check(C.rnl_session_plan(session, outputsAt(shapes.outputs), first(shapes.ranks), first(shapes.dims),
		C.size_t(len(feeds)), outputsAt(fetches), C.size_t(len(fetches)), nodesAt(targets), C.size_t(len(targets)),
		&raw)); err != nil {
		return nil, err
	}
	defer C.rnl_plan_release(raw)
	return readPlan(raw)
}

// SavePlan saves the plan of a run to a file, a model of one signature, which calls its tensors by these keys, one for
// each feed and fetch. OpenSavedModel reads it; a session of it plans at once, and computes the same bits. Errors: as
// Run, before anything runs; Unimplemented, naming a node, for variables, other resources and functions that are called
// while steps run, and for a session on a cluster.
func (s *Session) SavePlan(path string, feedKeys []string, feeds []FeedShape, fetchKeys []string, fetches []Output) error {
	session, err := s.use()
	if err != nil {
		return err
	}
	defer s.h.done()
	if len(feedKeys) != len(feeds) || len(fetchKeys) != len(fetches) {
		return newError(InvalidArgument, "a key is wanted for each feed and fetch")
	}
	shapes, err := shapesOf(feeds)
	if err != nil {
		return err
	}
	defer shapes.free()
	inKeys, freeIn := cStrings(feedKeys)
	defer freeIn()
	outKeys, freeOut := cStrings(fetchKeys)
	defer freeOut()
	return check(C.rnl_session_save_plan(session, outputsAt(shapes.outputs), inKeys, first(shapes.ranks), first(shapes.dims),
		C.size_t(len(feeds)), outputsAt(fetches), outKeys, C.size_t(len(fetches)), cString(path)))
}

// What C wants to know of feeds.
type feedShapes struct {
	outputs []Output
	ranks   []C.int32_t
	dims    []*C.int64_t // in C memory, since C may not be given Go memory that points to more of it
	free    func()
}

func shapesOf(feeds []FeedShape) (feedShapes, error) {
	outputs, ranks := make([]Output, len(feeds)), make([]C.int32_t, len(feeds))
	total := 0
	for _, feed := range feeds {
		total += len(feed.Shape)
	}
	pointers := (*C.int64_t)(C.calloc(C.size_t(len(feeds)+total+1), C.sizeof_int64_t))
	if pointers == nil {
		return feedShapes{}, newError(ResourceExhausted, "no memory for the shapes of feeds")
	}
	table := unsafe.Slice((**C.int64_t)(unsafe.Pointer(pointers)), len(feeds))
	dims := unsafe.Slice(pointers, len(feeds)+total+1)[len(feeds):]
	for i, feed := range feeds {
		outputs[i], ranks[i] = feed.Output, C.int32_t(len(feed.Shape))
		if feed.Shape == nil {
			ranks[i] = -1
		}
		table[i] = &dims[0]
		for _, dim := range feed.Shape {
			dims[0] = C.int64_t(dim)
			dims = dims[1:]
		}
	}
	return feedShapes{outputs, ranks, table, func() { C.free(unsafe.Pointer(pointers)) }}, nil
}

func readPlan(raw *C.rnl_plan_t) (*Plan, error) {
	plan := &Plan{Launches: int64(C.rnl_plan_launches(raw)), ArenaBytes: uint64(C.rnl_plan_arena_bytes(raw))}
	for i := C.size_t(0); i < C.rnl_plan_num_passes(raw); i++ {
		var name C.rnl_str_t
		var before, after C.int64_t
		if err := check(C.rnl_plan_pass(raw, i, &name, &before, &after)); err != nil {
			return nil, err
		}
		var doc C.rnl_str_t
		if err := check(C.rnl_plan_pass_doc(raw, i, &doc)); err != nil {
			return nil, err
		}
		plan.Passes = append(plan.Passes, PlanPass{goString(name), int64(before), int64(after), goString(doc)})
	}
	for i := C.size_t(0); i < C.rnl_plan_num_nodes(raw); i++ {
		node, err := readPlanNode(raw, i)
		if err != nil {
			return nil, err
		}
		plan.Nodes = append(plan.Nodes, node)
	}
	for i := C.size_t(0); i < C.rnl_plan_num_regions(raw); i++ {
		region, err := readPlanRegion(raw, i)
		if err != nil {
			return nil, err
		}
		plan.Regions = append(plan.Regions, region)
	}
	return plan, nil
}

func readPlanNode(raw *C.rnl_plan_t, node C.size_t) (read PlanNode, err error) {
	var name, op, device, reason C.rnl_str_t
	var region C.int32_t
	if err := check(C.rnl_plan_node(raw, node, &name, &op, &device, &reason, &region)); err != nil {
		return read, err
	}
	read = PlanNode{Name: goString(name), Op: goString(op), Device: goString(device), Reason: goString(reason), Region: int(region)}
	var estimate, measured C.double
	if err := check(C.rnl_plan_node_cost(raw, node, &estimate, &measured)); err != nil {
		return read, err
	}
	read.EstimateNs, read.MeasuredNs = float64(estimate), float64(measured)
	for i := C.size_t(0); i < C.rnl_plan_num_node_inputs(raw, node); i++ {
		var input C.rnl_output_t
		if err := check(C.rnl_plan_node_input(raw, node, i, &input)); err != nil {
			return read, err
		}
		read.Inputs = append(read.Inputs, PlanInput{int(input.node), int(input.index)})
	}
	for i := C.size_t(0); i < C.rnl_plan_num_node_outputs(raw, node); i++ {
		var dtype C.rnl_dtype_t
		var rank C.int32_t
		var dims *C.int64_t
		if err := check(C.rnl_plan_node_output(raw, node, i, &dtype, &rank, &dims)); err != nil {
			return read, err
		}
		output := PlanOutput{DType: DType(dtype)}
		if rank >= 0 {
			output.Shape = make(Shape, rank)
			for k, dim := range unsafe.Slice(dims, int(rank)) {
				output.Shape[k] = int64(dim)
			}
		}
		read.Outputs = append(read.Outputs, output)
	}
	return read, nil
}

func readPlanRegion(raw *C.rnl_plan_t, region C.size_t) (read PlanRegion, err error) {
	var name C.rnl_str_t
	var ops C.size_t
	var arena, live C.uint64_t
	if err := check(C.rnl_plan_region(raw, region, &name, &ops, &arena, &live)); err != nil {
		return read, err
	}
	read = PlanRegion{Device: goString(name), ArenaBytes: uint64(arena), LiveBytes: uint64(live)}
	for i := C.size_t(0); i < ops; i++ {
		if err := check(C.rnl_plan_region_op(raw, region, i, &name)); err != nil {
			return read, err
		}
		read.Ops = append(read.Ops, goString(name))
	}
	for i := C.size_t(0); i < C.rnl_plan_num_values(raw, region); i++ {
		var offset, size C.uint64_t
		var from, to C.size_t
		if err := check(C.rnl_plan_value(raw, region, i, &name, &offset, &size, &from, &to)); err != nil {
			return read, err
		}
		read.Values = append(read.Values, PlanValue{goString(name), uint64(offset), uint64(size), int(from), int(to)})
	}
	return read, nil
}
