package runnel

/*
#include "bridge.h"
*/
import "C"

import "unsafe"

// What cannot fail answers a node that is not there, and a closed graph, with nothing.

func ask[T any](g *Graph, question func(raw *C.rnl_graph_t) T) (answer T) {
	raw, err := g.use()
	if err != nil {
		return answer
	}
	defer g.h.done()
	return question(raw)
}

func tell(g *Graph, question func(raw *C.rnl_graph_t) *C.rnl_status_t) error {
	raw, err := g.use()
	if err != nil {
		return err
	}
	defer g.h.done()
	return check(question(raw))
}

// NumNodes is the number of nodes; they are numbered from 0 in order of addition.
func (g *Graph) NumNodes() int {
	return ask(g, func(raw *C.rnl_graph_t) int { return int(C.rnl_graph_num_nodes(raw)) })
}

// FindNode finds a node by name. Errors: NotFound.
func (g *Graph) FindNode(name string) (Node, error) {
	node := C.rnl_node_t(NoNode)
	err := tell(g, func(raw *C.rnl_graph_t) *C.rnl_status_t { return C.rnl_graph_find_node(raw, cString(name), &node) })
	return Node(node), err
}

// FindOutput takes "node" and "node:1". Errors: NotFound for the node, InvalidArgument for the output.
func (g *Graph) FindOutput(name string) (Output, error) {
	output := NoOutput.raw()
	err := tell(g, func(raw *C.rnl_graph_t) *C.rnl_status_t { return C.rnl_graph_find_output(raw, cString(name), &output) })
	return outputOf(output), err
}

// NodeName is a node's name.
func (g *Graph) NodeName(node Node) string {
	return ask(g, func(raw *C.rnl_graph_t) string { return goString(C.rnl_graph_node_name(raw, C.rnl_node_t(node))) })
}

// NodeOp is the op of a node.
func (g *Graph) NodeOp(node Node) string {
	return ask(g, func(raw *C.rnl_graph_t) string { return goString(C.rnl_graph_node_op(raw, C.rnl_node_t(node))) })
}

// NodeDevice is the device that was asked for; may be empty or partial.
func (g *Graph) NodeDevice(node Node) string {
	return ask(g, func(raw *C.rnl_graph_t) string { return goString(C.rnl_graph_node_device(raw, C.rnl_node_t(node))) })
}

// Inputs are the outputs that a node takes.
func (g *Graph) Inputs(node Node) []Output {
	return ask(g, func(raw *C.rnl_graph_t) []Output {
		inputs := make([]Output, C.rnl_graph_num_inputs(raw, C.rnl_node_t(node)))
		for i := range inputs {
			inputs[i] = outputOf(C.rnl_graph_input(raw, C.rnl_node_t(node), C.size_t(i)))
		}
		return inputs
	})
}

// ControlInputs are the nodes that a node runs after.
func (g *Graph) ControlInputs(node Node) []Node {
	return ask(g, func(raw *C.rnl_graph_t) []Node {
		inputs := make([]Node, C.rnl_graph_num_control_inputs(raw, C.rnl_node_t(node)))
		for i := range inputs {
			inputs[i] = Node(C.rnl_graph_control_input(raw, C.rnl_node_t(node), C.size_t(i)))
		}
		return inputs
	})
}

// NumOutputs is the number of a node's outputs.
func (g *Graph) NumOutputs(node Node) int {
	return ask(g, func(raw *C.rnl_graph_t) int { return int(C.rnl_graph_num_outputs(raw, C.rnl_node_t(node))) })
}

// OutputDType is the dtype of an output.
func (g *Graph) OutputDType(output Output) DType {
	return ask(g, func(raw *C.rnl_graph_t) DType { return DType(C.rnl_graph_output_dtype(raw, output.raw())) })
}

// OutputShape is what is known of an output's shape: nil for an unknown rank, -1 for an unknown dim.
func (g *Graph) OutputShape(output Output) (Shape, error) {
	var dims [254]int64
	var rank C.int32_t
	err := tell(g, func(raw *C.rnl_graph_t) *C.rnl_status_t {
		return C.rnl_graph_output_shape(raw, output.raw(), C.size_t(len(dims)), dimsOf(dims[:]), &rank)
	})
	if err != nil || rank < 0 {
		return nil, err
	}
	return append(Shape{}, dims[:rank]...), nil
}

// Consumers are the nodes that take output, each once.
func (g *Graph) Consumers(output Output) ([]Node, error) {
	var nodes []Node
	for {
		var count C.size_t
		if err := tell(g, func(raw *C.rnl_graph_t) *C.rnl_status_t {
			return C.rnl_graph_consumers(raw, output.raw(), C.size_t(len(nodes)), nodesAt(nodes), &count)
		}); err != nil {
			return nil, err
		}
		if int(count) <= len(nodes) {
			return nodes[:count], nil
		}
		nodes = make([]Node, count)
	}
}

// AttrNames lists a node's attrs in order of name; defaults are there as well.
func (g *Graph) AttrNames(node Node) []string {
	return ask(g, func(raw *C.rnl_graph_t) []string {
		names := make([]string, C.rnl_graph_num_attrs(raw, C.rnl_node_t(node)))
		for i := range names {
			names[i] = goString(C.rnl_graph_attr_name(raw, C.rnl_node_t(node), C.size_t(i)))
		}
		return names
	})
}

// AttrKind is "int", "list(type)" and so on; empty without such an attr.
func (g *Graph) AttrKind(node Node, attr string) string {
	return ask(g, func(raw *C.rnl_graph_t) string {
		return goString(C.rnl_graph_attr_kind(raw, C.rnl_node_t(node), cString(attr)))
	})
}

// AttrLen is the number of elements of a list; 1 for other attrs; 0 without such an attr.
func (g *Graph) AttrLen(node Node, attr string) int {
	return ask(g, func(raw *C.rnl_graph_t) int {
		return int(C.rnl_graph_attr_count(raw, C.rnl_node_t(node), cString(attr)))
	})
}

// AttrText shows an attr to people; long tensors are cut.
func (g *Graph) AttrText(node Node, attr string) (string, error) {
	var text *C.rnl_bytes_t
	if err := tell(g, func(raw *C.rnl_graph_t) *C.rnl_status_t {
		return C.rnl_graph_attr_text(raw, C.rnl_node_t(node), cString(attr), &text)
	}); err != nil {
		return "", err
	}
	return string(takeBytes(text)), nil
}

// AttrInt is the value of an int attr. Errors, as of the others: NotFound; InvalidArgument for another kind.
func (g *Graph) AttrInt(node Node, attr string) (int64, error) {
	var value C.int64_t
	err := tell(g, func(raw *C.rnl_graph_t) *C.rnl_status_t {
		return C.rnl_graph_attr_int(raw, C.rnl_node_t(node), cString(attr), 0, &value)
	})
	return int64(value), err
}

// AttrInts is the value of a list(int) attr.
func (g *Graph) AttrInts(node Node, attr string) ([]int64, error) {
	values := make([]int64, g.AttrLen(node, attr))
	for i := range values {
		if err := tell(g, func(raw *C.rnl_graph_t) *C.rnl_status_t {
			at := (*C.int64_t)(unsafe.Pointer(&values[i]))
			return C.rnl_graph_attr_int(raw, C.rnl_node_t(node), cString(attr), C.size_t(i), at)
		}); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// AttrFloat is the value of a float attr.
func (g *Graph) AttrFloat(node Node, attr string) (float32, error) {
	var value C.float
	err := tell(g, func(raw *C.rnl_graph_t) *C.rnl_status_t {
		return C.rnl_graph_attr_float(raw, C.rnl_node_t(node), cString(attr), 0, &value)
	})
	return float32(value), err
}

// AttrBool is the value of a bool attr.
func (g *Graph) AttrBool(node Node, attr string) (bool, error) {
	var value C.bool
	err := tell(g, func(raw *C.rnl_graph_t) *C.rnl_status_t {
		return C.rnl_graph_attr_bool(raw, C.rnl_node_t(node), cString(attr), 0, &value)
	})
	return bool(value), err
}

// AttrType is the value of a type attr.
func (g *Graph) AttrType(node Node, attr string) (DType, error) {
	var value C.rnl_dtype_t
	err := tell(g, func(raw *C.rnl_graph_t) *C.rnl_status_t {
		return C.rnl_graph_attr_type(raw, C.rnl_node_t(node), cString(attr), 0, &value)
	})
	return DType(value), err
}

// AttrString is the value of a string attr.
func (g *Graph) AttrString(node Node, attr string) (string, error) {
	raw, err := g.use()
	if err != nil {
		return "", err
	}
	defer g.h.done()
	var value C.rnl_str_t
	if err := check(C.rnl_graph_attr_string(raw, C.rnl_node_t(node), cString(attr), 0, &value)); err != nil {
		return "", err
	}
	return goString(value), nil
}

// AttrFunc is the name of a function.
func (g *Graph) AttrFunc(node Node, attr string) (Func, error) {
	raw, err := g.use()
	if err != nil {
		return "", err
	}
	defer g.h.done()
	var value C.rnl_str_t
	if err := check(C.rnl_graph_attr_func(raw, C.rnl_node_t(node), cString(attr), 0, &value)); err != nil {
		return "", err
	}
	return Func(goString(value)), nil
}

// AttrShape is the value of a shape attr: nil for an unknown rank, -1 for an unknown dim.
func (g *Graph) AttrShape(node Node, attr string) (Shape, error) {
	var dims [254]int64
	var rank C.int32_t
	err := tell(g, func(raw *C.rnl_graph_t) *C.rnl_status_t {
		return C.rnl_graph_attr_shape(raw, C.rnl_node_t(node), cString(attr), 0, C.size_t(len(dims)), dimsOf(dims[:]), &rank)
	})
	if err != nil || rank < 0 {
		return nil, err
	}
	return append(Shape{}, dims[:rank]...), nil
}

// AttrTensor is the value of a tensor attr.
func (g *Graph) AttrTensor(node Node, attr string) (*Tensor, error) {
	var value *C.rnl_tensor_t
	if err := tell(g, func(raw *C.rnl_graph_t) *C.rnl_status_t {
		return C.rnl_graph_attr_tensor(raw, C.rnl_node_t(node), cString(attr), 0, &value)
	}); err != nil {
		return nil, err
	}
	return adoptTensor(value), nil
}
