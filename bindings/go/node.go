package runnel

/*
#include "bridge.h"
#include <stdlib.h>
*/
import "C"

import "unsafe"

// A Node is its number within its graph.
type Node int32

// An Output is one output of a node.
type Output struct {
	Node  Node
	Index int32
}

// NoNode is no node; NoOutput is none of its outputs.
const NoNode Node = -1

// NoOutput stands where there is no output: after an error of a scope, or where no gradient flows.
var NoOutput = Output{Node: NoNode}

// Output is the node's output of that number.
func (n Node) Output(index int32) Output { return Output{n, index} }

// Valid tells an output from NoOutput.
func (o Output) Valid() bool { return o.Node != NoNode }

func (o Output) raw() C.rnl_output_t {
	return C.rnl_output_t{node: C.rnl_node_t(o.Node), index: C.int32_t(o.Index)}
}

func outputOf(raw C.rnl_output_t) Output { return Output{Node(raw.node), int32(raw.index)} }

// An Output is laid out as C's.
func outputsAt(list []Output) *C.rnl_output_t { return (*C.rnl_output_t)(unsafe.Pointer(first(list))) }
func nodesAt(list []Node) *C.rnl_node_t       { return (*C.rnl_node_t)(unsafe.Pointer(first(list))) }

var _ = [1]struct{}{}[unsafe.Sizeof(Output{})-C.sizeof_rnl_output_t] // compiles only while they are

// A Shape is a tensor's dims, -1 for an unknown one; nil is the shape of an unknown rank.
type Shape []int64

// Func is the name of a function of the graph.
type Func string

func (s Shape) rank() C.int32_t {
	if s == nil {
		return -1
	}
	return rankOf(s)
}

type attr struct {
	name  string
	value any
}

// A NodeSpec is a node to be: an op, its inputs and attrs. The functions in package ops make one for each op.
type NodeSpec struct {
	op     string
	inputs [][]Output // a list of one is also an argument of one
	attrs  []attr
}

// NewNode begins a node.
func NewNode(op string) *NodeSpec { return &NodeSpec{op: op} }

// Input is the next argument of the op.
func (n *NodeSpec) Input(input Output) *NodeSpec {
	n.inputs = append(n.inputs, []Output{input})
	return n
}

// InputList is the next argument, a list.
func (n *NodeSpec) InputList(inputs []Output) *NodeSpec {
	n.inputs = append(n.inputs, inputs)
	return n
}

// Attr sets an attr: a string, int64, float32, bool, DType, Shape, *Tensor, Func, or a slice of one of them.
func (n *NodeSpec) Attr(name string, value any) *NodeSpec {
	n.attrs = append(n.attrs, attr{name, value})
	return n
}

// build adds the node to a graph.
func (n *NodeSpec) build(graph *C.rnl_graph_t, name, device string, after, colocated []Node) (Node, error) {
	builder := C.rnl_node_builder_create(graph, cString(n.op), cString(name))
	for _, inputs := range n.inputs {
		if len(inputs) == 1 {
			C.rnl_node_builder_add_input(builder, inputs[0].raw())
		} else {
			C.rnl_node_builder_add_input_list(builder, outputsAt(inputs), C.size_t(len(inputs)))
		}
	}
	for _, node := range after {
		C.rnl_node_builder_add_control_input(builder, C.rnl_node_t(node))
	}
	for _, node := range colocated {
		C.rnl_node_builder_colocate_with(builder, C.rnl_node_t(node))
	}
	if device != "" {
		C.rnl_node_builder_set_device(builder, cString(device))
	}
	for _, a := range n.attrs {
		if err := a.set(builder); err != nil {
			C.rnl_node_builder_release(builder)
			return NoNode, err
		}
	}
	node := C.rnl_node_t(NoNode)
	err := check(C.rnl_node_builder_finish(builder, &node))
	return Node(node), err
}

// set gives the attr to a builder, which keeps errors of its own.
func (a attr) set(b *C.rnl_node_builder_t) error {
	name := cString(a.name)
	switch v := a.value.(type) {
	case string:
		C.rnl_node_builder_set_attr_string(b, name, cString(v))
	case int64:
		C.rnl_node_builder_set_attr_int(b, name, C.int64_t(v))
	case int:
		C.rnl_node_builder_set_attr_int(b, name, C.int64_t(v))
	case float32:
		C.rnl_node_builder_set_attr_float(b, name, C.float(v))
	case bool:
		C.rnl_node_builder_set_attr_bool(b, name, C.bool(v))
	case DType:
		C.rnl_node_builder_set_attr_type(b, name, C.rnl_dtype_t(v))
	case Shape:
		C.rnl_node_builder_set_attr_shape(b, name, v.rank(), dimsOf(v))
	case Func:
		C.rnl_node_builder_set_attr_func(b, name, cString(string(v)))
	case *Tensor:
		raw, err := v.use()
		if err != nil {
			return err
		}
		defer v.h.done()
		C.rnl_node_builder_set_attr_tensor(b, name, raw)
	case []string:
		views, free := cStrings(v)
		defer free()
		C.rnl_node_builder_set_attr_string_list(b, name, views, C.size_t(len(v)))
	case []int64:
		C.rnl_node_builder_set_attr_int_list(b, name, dimsOf(v), C.size_t(len(v)))
	case []float32:
		C.rnl_node_builder_set_attr_float_list(b, name, (*C.float)(unsafe.Pointer(first(v))), C.size_t(len(v)))
	case []bool:
		C.rnl_node_builder_set_attr_bool_list(b, name, (*C.bool)(unsafe.Pointer(first(v))), C.size_t(len(v)))
	case []DType:
		C.rnl_node_builder_set_attr_type_list(b, name, (*C.rnl_dtype_t)(unsafe.Pointer(first(v))), C.size_t(len(v)))
	case []Func:
		names := make([]string, len(v))
		for i, f := range v {
			names[i] = string(f)
		}
		views, free := cStrings(names)
		defer free()
		C.rnl_node_builder_set_attr_func_list(b, name, views, C.size_t(len(v)))
	case []Shape:
		setShapes(b, name, v)
	case []*Tensor:
		raw, done, err := useAll(v)
		if err != nil {
			return err
		}
		defer done()
		C.rnl_node_builder_set_attr_tensor_list(b, name, first(raw), C.size_t(len(v)))
	default:
		return newError(InvalidArgument, "attr %q: a %T is no attr", a.name, v)
	}
	return nil
}

// setShapes copies the dims to C, since C may not be given Go memory that points to more of it.
func setShapes(b *C.rnl_node_builder_t, name C.rnl_str_t, shapes []Shape) {
	total := 0
	for _, shape := range shapes {
		total += len(shape)
	}
	const pointer = int(unsafe.Sizeof(uintptr(0)))
	block := C.malloc(C.size_t(len(shapes)*pointer + total*8 + 1))
	defer C.free(block)
	rows := unsafe.Slice((**C.int64_t)(block), len(shapes))
	dims := unsafe.Slice((*int64)(unsafe.Add(block, len(shapes)*pointer)), total)
	ranks := make([]C.int32_t, len(shapes))
	for i, shape := range shapes {
		ranks[i], rows[i] = shape.rank(), nil
		if len(shape) > 0 {
			rows[i] = (*C.int64_t)(unsafe.Pointer(&dims[0]))
			dims = dims[copy(dims, shape):]
		}
	}
	C.rnl_node_builder_set_attr_shape_list(b, name, first(ranks), first(rows), C.size_t(len(shapes)))
}

// useAll uses many tensors; done ends it for all of them.
func useAll(tensors []*Tensor) (raw []*C.rnl_tensor_t, done func(), err error) {
	raw = make([]*C.rnl_tensor_t, len(tensors))
	used := 0
	done = func() {
		for _, t := range tensors[:used] {
			t.h.done()
		}
	}
	for i, t := range tensors {
		if raw[i], err = t.use(); err != nil {
			done()
			return nil, nil, err
		}
		used++
	}
	return raw, done, nil
}
